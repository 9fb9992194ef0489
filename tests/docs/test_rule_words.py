"""No rule of a single game outside its folder: the words games speak in are not written in the client, server and core.

The words come from the games themselves: the names of their questions, answers, steps and frames, and what the events
of the golden replays name. Whoever needs one of them gets it with a question, a face or an event.
"""

from __future__ import annotations

import importlib
import io
import pkgutil
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct

from brickfield.games import GAME_IDS

ROOT = Path(__file__).resolve().parents[2]

# What events of the golden replays say in a game's own words.
SPOKEN = re.compile(r'"(?:mark|step|manner|label|table|phase)":"([a-z][a-z_ ]*)')


def listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words of the books that no registry holds: what is counted, built and done in one game and in no other.
BOOKS = listed("""
    heat overheat armor armour rush scavenge torso melee dodge mech
    ram sail cargo treasure firepower durability jettison ship
    hm tank turret gun
""")

# Names of a game that are plain English as well. They may be written, but not as the value of a field games speak in.
PLAIN = listed("""
    acted activation additional ahead anchor attack attacks backward base battle battlefield began board colour_die
    corner course current currents damage dash declare deploy deployment detach done drift drive drives driving enter
    entry fire firing first flag follow follows forward give_up guns holding hurt initiative instead joined leave_it led
    left leg losses lost march markers mount move move_on moved movement moves moving order order_of_play parts phase
    pick_up pivot prone reserve restored reverse right rise round route run save set_down shooting shot sink slide
    speed spent step strength stride turn vote walk
""")
FIELDS = re.compile(r"""\b(?:answer|mark|manner)["']?\s*(?:===?|!==?|:|=)\s*["']([a-z_]+)["']|\bmarks\.(\w+)""")

# Files that may write some of them, and why.
MODELS = listed("ship mech tank turret gun torso treasure sail monster armour commando rocket grenade sniper")
LIMBS = listed("left_arm right_arm left_shoulder right_shoulder")
EXCEPT: dict[str, tuple[str, frozenset[str]]] = {
    "client/src/board/": ("models, and how they are built of bricks, are called what they show", MODELS | LIMBS),
    "client/src/app/battle/map.tsx": ("terrain is painted by its model", MODELS),
    "brickfield/core/shown/sketches.py": ("what a sketch can draw is called what it shows", MODELS),
    "client/src/app/battle/sketch.tsx": ("what a sketch can draw is called what it shows", MODELS),
    "client/src/app/pictures.ts": ("which model stands for a game", MODELS),
    "client/src/app/hero": ("a scene to look at on the first page", MODELS),
    "client/src/app/shipyard/": ("a page for what is built there, drawn out of its points", MODELS),
    "client/src/app/barracks/": ("a page for what is built there, figure by figure", MODELS),
    "client/src/pocket/sw.ts": ("browsers call the events of a service worker so", listed("activate respond")),
    "client/src/app/workshop/shop.tsx": ("a page for what is built there", MODELS),
    "client/src/app/workshop/drawing.tsx": (
        "a picture out of the numbers of its modules",
        MODELS | listed("armor melee defense_dice targeting"),
    ),
    "client/src/app/text/": ("the same pages in words", MODELS),
}

# --- the words -------------------------------------------------------------------------------------------------------


def tags_in(package: str) -> set[str]:
    """The names of questions, answers, steps and frames that are written down in a package."""
    found = set()
    for info in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        for each in vars(importlib.import_module(info.name)).values():
            if isinstance(each, type) and issubclass(each, Struct) and each.__module__ == info.name:
                found.add(str(each.__struct_config__.tag or ""))
    return found - {""}


@cache
def game_words() -> frozenset[str]:
    """All words in which single games speak."""
    words = set(BOOKS)
    for game in GAME_IDS:
        words |= tags_in(f"brickfield.games.{game}")
    for replay in sorted((ROOT / "tests" / "replays").glob("*.replay")):
        words |= {word.strip().replace(" ", "_") for word in SPOKEN.findall(replay.read_text("utf-8"))}
    return frozenset(words - tags_in("brickfield.core"))


@cache
def telling() -> re.Pattern[str]:
    """The words that are no plain English, also inside of longer names."""
    words = sorted(game_words() - PLAIN, key=len, reverse=True)
    return re.compile(rf"(?<![a-z0-9])({'|'.join(word.replace('_', '[_ -]') for word in words)})s?(?![a-z0-9])")


# --- the code --------------------------------------------------------------------------------------------------------

SCRIPT = re.compile(
    r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|/\*.*?\*/|(?<![:\w])//[^\n]*""", re.S
)


def script_code(text: str) -> list[str]:
    """Lines of TypeScript without their comments."""
    return SCRIPT.sub(lambda found: found[1] or "\n" * found[0].count("\n"), text).split("\n")


def python_code(text: str) -> list[str]:
    """Lines of Python without comments and docstrings."""
    lines: list[str] = [""] * (text.count("\n") + 2)
    begins = True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_doc = token.type == tokenize.STRING and begins
        if token.type not in {tokenize.COMMENT, tokenize.NL} and not is_doc:
            lines[token.start[0] - 1] += f" {token.string}"
        if token.type not in {tokenize.COMMENT, tokenize.NL}:
            begins = token.type in {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING}
    return lines


NONE: frozenset[str] = frozenset()


def rule_words(text: str, suffix: str, allowed: frozenset[str] = NONE) -> list[str]:
    """The words of a game in some code, with their lines."""
    faults = []
    for number, line in enumerate(python_code(text) if suffix == ".py" else script_code(text), 1):
        snaked = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", line).lower()
        words = [re.sub("[ -]", "_", found) for found in telling().findall(snaked)]
        words += [one for found in FIELDS.findall(line) for one in found if one in game_words()]
        faults += [f"line {number}: {word}" for word in words if word not in allowed]
    return faults


def read_files() -> list[Path]:
    """The code of client, server and core, without tests."""
    python = [p for room in ("core", "server") for p in (ROOT / "brickfield" / room).rglob("*.py")]
    code = (ROOT / "client" / "src").rglob("*.ts*")
    client = [p for p in code if ".test." not in p.name and not p.name.startswith("testing")]
    return sorted(python + client)


def test_the_words_of_the_games_are_found() -> None:
    assert {"heat", "hold_fire", "end_movement", "take_aboard", "accurate_ram", "attack"} <= game_words()
    assert not {"react", "concede"} & game_words()


def test_no_rule_word_of_a_game_is_written_outside_its_folder() -> None:
    found = []
    for path in read_files():
        name = path.relative_to(ROOT).as_posix()
        allowed = frozenset(word for place, (_why, words) in EXCEPT.items() if name.startswith(place) for word in words)
        found += [f"{name}: {fault}" for fault in rule_words(path.read_text("utf-8"), path.suffix, allowed)]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        'if (event.mark === "heat") return;',
        'room.answer({ answer: "attack", unit });',
        "const rushHeat = 2;",
        "<Button>Hold fire</Button>",
        "const acted = unit.marks.acted ?? 0;",
    ],
)
def test_a_rule_word_in_the_client_is_seen(line: str) -> None:
    assert rule_words(line, ".ts")


@pytest.mark.parametrize("line", ['if event.mark == "spent": pass', "def armor_left(): pass", 'x = "hold_fire"'])
def test_a_rule_word_in_the_server_is_seen(line: str) -> None:
    assert rule_words(line, ".py")


@pytest.mark.parametrize("line", ["// no heat here", "/* armor\n and heat */", "const attack = aims[0];"])
def test_comments_and_plain_english_are_left_alone(line: str) -> None:
    assert rule_words(line, ".ts") == []


def test_docstrings_are_left_alone() -> None:
    assert rule_words('"""Heat."""\ndef f(unit):\n    """Armor."""\n    return 1  # heat\n', ".py") == []


def test_every_exception_is_still_needed() -> None:
    for place, (why, words) in EXCEPT.items():
        files = [path for path in read_files() if path.relative_to(ROOT).as_posix().startswith(place)]
        found = {fault.split(": ")[1] for path in files for fault in rule_words(path.read_text("utf-8"), path.suffix)}
        assert found & words, f"{place}: {why}"
