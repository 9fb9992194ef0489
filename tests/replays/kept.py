"""The golden replays as they are kept: some in full, the others short, as inputs with fingerprints.

In full a battle has every event on a line, so that a diff shows what a change of the rules does; those in full show
every sort of event and of throw there is. A short one (`short/*.replay`) has a line for each entry:

    #2 seat 1 deploy_unit > {"answer":...} dice 2 6 1 6 = <digest of the state> <fingerprint of the entry in full>

The fingerprint is of the whole entry as a full replay has it, events, clauses and views, so a short one proves as much.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from brickfield.core.dice import ForcedDice
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.replay import NEWEST_FORM, Session, form_of
from brickfield.core.saves import fingerprint
from brickfield.core.typed import from_json
from brickfield.games import find_game

FOLDER = Path(__file__).parent
SHORT = FOLDER / "short"

_ENTRY = re.compile(r"#\d+(?: seat (\d+) \w+ > (\{.*\}))?(?: dice ([\d ]+))? = \w+ \w+")


def path_of(name: str) -> Path:
    """Where a battle is kept; a new one in full."""
    short = SHORT / f"{name}.replay"
    return short if short.exists() else FOLDER / f"{name}.replay"


def form_kept(name: str) -> int:
    """The form a battle was written in, the newest for one that is new."""
    path = path_of(name)
    return (form_of(path.read_text("utf-8")) if path.exists() else None) or NEWEST_FORM


def as_kept(name: str, text: str) -> str:
    """A replay in full, written as this battle is kept."""
    return shortened(text) if path_of(name).parent == SHORT else text


@cache
def text_of(name: str) -> str:
    """The replay of a battle in full; a short one is played again from its inputs."""
    kept = path_of(name).read_text("utf-8")
    return played(kept) if path_of(name).parent == SHORT else kept


def shortened(text: str) -> str:
    """A replay in full as one line for each entry, under the same head."""
    head, *entries, _end = text.split("\n\n")
    return "\n".join([head, *map(_line, entries), ""])


def _line(entry: str) -> str:
    inputs = [line.rpartition(" ~")[0] for line in entry.split("\n") if line[:1] in "#>d"]
    digest = entry.rpartition("\n= ")[2].partition(" ")[0]
    return f"{' '.join(inputs)} = {digest} {fingerprint(entry.encode())}"


def played(short: str) -> str:
    """A short replay in full: its answers are given again, with its dice."""
    head, *lines = short.rstrip("\n").split("\n")
    _game, setup, *entries = lines
    inputs = [_ENTRY.fullmatch(entry) for entry in entries]
    assert all(inputs), entries[inputs.index(None)]
    dice = ForcedDice(int(face) for each in inputs if each for face in (each[3] or "").split())
    agreed = from_json(setup.removeprefix("setup ").rpartition(" ~")[0], Setup)
    game = find_game(agreed.game)
    assert game is not None
    match = game.new_match(agreed)
    assert not isinstance(match, Refusal), match
    session = Session(match, dice)
    for each in inputs[1:]:
        assert each is not None
        taken = session.answer(int(each[1]), each[2].encode())
        assert not isinstance(taken, Refusal), taken
    assert not dice.left()
    return session.text(form_of(head) or NEWEST_FORM)
