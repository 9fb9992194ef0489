"""House rules that a machine can check: imports go one way, files stay small, nothing of one machine is in the tree.

Every checker is also run on a planted fault, so that a checker that has gone blind fails too.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONGEST_FILE = 500
LONGEST_DECISION = 40

# What never belongs to the project although it may lie in a checkout; the first group counts only at the top.
UNTRACKED = re.compile(
    r"^(\.git|\.venv|build|dist|data)(/|$)|(^|/)(__pycache__|node_modules|\.\w+_cache|\.hypothesis|[^/]*\.egg-info)/"
    r"|\.(so|pyc|pyd)$"
)
TEXT = {".py", ".pyi", ".c", ".h", ".md", ".toml", ".txt", ".json", ".ts", ".css", ".html", ".yml", ".yaml", ".cfg", ""}

# --- reading the tree ------------------------------------------------------------------------------------------------


def is_ours(path: Path, root: Path) -> bool:
    """Whether a file or folder belongs to the project."""
    name = path.relative_to(root).as_posix()
    return not UNTRACKED.search(f"{name}/" if path.is_dir() else name)


@cache
def project_files(root: Path = ROOT) -> tuple[Path, ...]:
    """Every file of the project, without asking git: a clean clone may be tested on a machine that has none."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if is_ours(Path(folder, f), root))
        found += [path for name in sorted(names) if is_ours(path := Path(folder, name), root)]
    return tuple(found)


def sources(*rooms: str) -> list[Path]:
    """Python files below the named folders of the project."""
    return [p for p in project_files() if p.suffix == ".py" and p.relative_to(ROOT).parts[0] in rooms]


def module_name(path: Path) -> str:
    """`brickfield/core/state.py` is `brickfield.core.state`; a package is named without `__init__`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def absolute(node: ast.ImportFrom, module: str, is_package: bool) -> str:
    """The full name behind `from . import x`."""
    if not node.level:
        return node.module or ""
    parts = module.split(".")
    keep = len(parts) - node.level + (1 if is_package else 0)
    return ".".join([*parts[:keep], *([node.module] if node.module else [])])


def imports(tree: ast.AST, module: str, is_package: bool) -> Iterator[tuple[str, int]]:
    """Every name a module imports, with its line; `import_module("...")` counts as well."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = absolute(node, module, is_package)
            yield from ((f"{base}.{alias.name}", node.lineno) for alias in node.names)
        elif isinstance(node, ast.Call) and called(node) in {"import_module", "__import__"} and node.args:
            target = node.args[0]
            if isinstance(target, ast.Constant) and isinstance(target.value, str):
                yield target.value, node.lineno


def called(node: ast.Call) -> str:
    """The last word of what is called: `eval` of `eval(x)`, `load` of `yaml.load(x)`."""
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def test_only_what_belongs_to_the_project_is_read(tmp_path: Path) -> None:
    for name in ("a/data/b.toml", "a/__pycache__/c.pyc", "a/k.abi3.so", "data/store", ".venv/x.py", ".pytest_cache/y"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x", "utf-8")
    (tmp_path / ".git").write_text("gitdir: elsewhere", "utf-8")
    assert project_files(tmp_path) == (tmp_path / "a/data/b.toml",)


# --- arrows ----------------------------------------------------------------------------------------------------------

# room -> rooms it may know. "registry" is brickfield.games itself, "game" the room of one game.
ARROWS = {
    "root": set[str](),
    "geometry": {"geometry"},
    "core": {"core", "geometry"},
    "bricks": {"bricks", "core"},
    "speech": {"core", "geometry", "speech"},
    "game": {"core", "geometry", "speech"},
    "registry": {"core", "geometry", "speech", "game", "registry"},
    "players": {"core", "geometry", "players"},
    "players.lab": {"core", "geometry", "players", "registry"},
    "text": {"core", "geometry", "players", "registry", "speech", "text"},
    "testing": {"core", "geometry", "players", "registry", "testing"},
    "research": {"core", "geometry", "registry", "text", "research"},
    "replay_viewer": {"bricks", "core", "geometry", "registry", "speech", "replay_viewer"},
    "server": {
        "root",
        "bricks",
        "core",
        "geometry",
        "players",
        "registry",
        "replay_viewer",
        "speech",
        "text",
        "server",
    },
    "pocket": {"root", "core", "server", "pocket"},
    "cli": {
        "root",
        "bricks",
        "core",
        "geometry",
        "players",
        "players.lab",
        "registry",
        "replay_viewer",
        "server",
        "speech",
        "testing",
        "text",
        "cli",
    },
}


def games() -> set[str]:
    """Folders below brickfield/games: one per rule book."""
    return {p.name for p in (ROOT / "brickfield" / "games").iterdir() if p.is_dir() and (p / "__init__.py").exists()}


def room_of(name: str, known_games: set[str]) -> tuple[str, str]:
    """The room of a module and, for a game, which one."""
    parts = name.split(".")[1:]
    if not parts:
        return "root", ""
    if parts[0] == "games":
        return ("game", parts[1]) if len(parts) > 1 and parts[1] in known_games else ("registry", "")
    if parts[:2] == ["players", "lab"]:
        return "players.lab", ""
    return parts[0], ""


# Inside a game: part -> parts it may know. "" is the game's own front: its contents, its data, earlier rules.
PARTS = {
    "rules": {"rules", ""},
    "shown": {"rules", "shown", ""},
    "mind": {"rules", "mind"},
    "words": {"rules", "shown", "mind", "words"},
    "": {"rules", "shown", "mind", "words", ""},
}
# folders that hold rules and nothing else; in `chapters` the first word of a file says which part it belongs to
RULES = {"rules", "base", "setup"}


def part_of(name: str) -> str:
    """The part of its game that a module belongs to."""
    folder, *rest = *name.split(".")[3:], ""
    if folder == "chapters":
        first = rest[1].split("_")[0] if len(rest) > 1 else ""
        return "" if first == "contents" else first if first in PARTS else "rules"
    return "rules" if folder in RULES else folder if folder in PARTS else ""


def wrong_arrows(source: str, module: str, known_games: set[str], is_package: bool = False) -> list[str]:
    """Imports of our own rooms that the arrows forbid."""
    here = room_of(module, known_games)
    if here[0] not in ARROWS:
        return [f"{module}: no arrow is drawn for the room {here[0]!r}"]
    faults = []
    for target, line in imports(ast.parse(source), module, is_package):
        if target.split(".")[0] != "brickfield":
            continue
        there = room_of(target, known_games)
        harmless = there == here or there[0] in ARROWS[here[0]] or target == "brickfield.__version__"
        if here[0] == "game" and there == here:
            harmless = part_of(target) in PARTS[part_of(module)]
        if not harmless:
            faults.append(f"{module}:{line} imports {target}")
    return faults


def test_imports_go_one_way() -> None:
    known = games()
    faults = [
        fault
        for path in sources("brickfield")
        for fault in wrong_arrows(path.read_text("utf-8"), module_name(path), known, path.name == "__init__.py")
    ]
    assert faults == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("brickfield.geometry.shapes", "from brickfield.core import state"),
        ("brickfield.core.state", "import brickfield.games"),
        ("brickfield.core.state", "from ..games.red import movement"),
        ("brickfield.core.state", "def f():\n    from brickfield.players import seat"),
        ("brickfield.games.red.movement", "from brickfield.games.blue import tables"),
        ("brickfield.games.red.movement", "from brickfield.games import blue"),
        ("brickfield.games.red.rules.movement", "from brickfield.games.red.shown import faces"),
        ("brickfield.games.red.rules.movement", "from ..mind import sampling"),
        ("brickfield.games.red.shown.faces", "from brickfield.games.red.mind.sampling import sample"),
        ("brickfield.games.red.mind.sampling", "from brickfield.games.red.words.speech import SPEECH"),
        ("brickfield.games.red.movement", "from brickfield.games import find_game"),
        ("brickfield.games.red.movement", "from brickfield.testing import dice"),
        ("brickfield.games.red.movement", "from brickfield import text"),
        ("brickfield.bricks.parts", "from brickfield.games import find_game"),
        ("brickfield.bricks.parts", "from brickfield.server import app"),
        ("brickfield.players.plan", "from brickfield.games import find_game"),
        ("brickfield.players.plan", "import importlib\nimportlib.import_module('brickfield.games.red')"),
        ("brickfield.players.lab.ladder", "from brickfield.games.red import tables"),
        ("brickfield.text.table", "from brickfield.cli import main"),
        ("brickfield.server.app", "from brickfield.pocket.bridge import Bridge"),
        ("brickfield.cli.serve", "from brickfield.pocket import house"),
        ("brickfield.speech.interpreter", "from brickfield.text import table"),
        ("brickfield.speech.interpreter", "from brickfield.games import find_game"),
        ("brickfield.text.table", "import brickfield.games.red.tables"),
        ("brickfield", "from brickfield.core import state"),
        ("brickfield.cellar.wine", ""),
    ],
)
def test_a_wrong_arrow_is_seen(module: str, line: str) -> None:
    assert wrong_arrows(line, module, {"red", "blue"}) != []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("brickfield.core.state", "from brickfield.geometry import grain\nfrom . import frames\nimport msgspec"),
        ("brickfield.games.red.movement", "from brickfield.games.red.tables import movement\nfrom . import tables"),
        ("brickfield.games.red.words.speech", "from ..shown import faces\nfrom ..mind.sampling import sample"),
        ("brickfield.games.registry", "from brickfield.games.red import contents"),
        ("brickfield.players.lab.ladder", "from brickfield.games import find_game"),
        ("brickfield.cli.main", "from brickfield.text import table\nfrom brickfield import __version__"),
    ],
)
def test_a_right_arrow_is_left_alone(module: str, line: str) -> None:
    assert wrong_arrows(line, module, {"red", "blue"}) == []


# --- games are named only at home ------------------------------------------------------------------------------------

# The register, what was measured of bots in each game, and the pictures of the browser.
MAY_NAME_GAMES = {"brickfield/games/__init__.py", "brickfield/players/levels.toml", "client/src/app/pictures.ts"}
CODE = {".py", ".toml", ".js", ".ts", ".tsx", ".css", ".html"}


@cache
def game_words() -> re.Pattern[str]:
    """The ids of all games, also of one still to come, and clause ids by their first words."""
    ids = "|".join(sorted({*games(), "brick_action"}))
    return re.compile(rf"\b({ids})\b|[\"'`\[](mbb|inf|bm|sea|ba)\.[a-z_]+")


def named_games(text: str) -> list[str]:
    """Lines of a file that name a game or a clause of one; what only a comment says does no harm."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith(("//", "/*", "*", "#"))]
    return [line for line in lines if game_words().search(line)]


def test_games_are_named_only_at_home() -> None:
    faults = []
    for path in project_files():
        name = path.relative_to(ROOT).as_posix()
        is_code = name.startswith(("brickfield/", "client/src/")) and path.suffix in CODE
        at_home = name.startswith("brickfield/games/") or name in MAY_NAME_GAMES
        if is_code and not at_home and not re.search(r"\.test\.|/testing\.ts|/site/", name):
            faults += [f"{name}: {line.strip()}" for line in named_games(path.read_text("utf-8"))]
    assert faults == []


@pytest.mark.parametrize("line", ['_GAME = "brick_mech"', "clause: `sea.move.turn`", 'illegal("x", "mbb.move.max")'])
def test_a_game_named_elsewhere_is_seen(line: str) -> None:
    assert named_games(line) == [line]
    assert named_games(f"// {line}\n{line.replace('_mech', '').replace('sea', 'c').replace('mbb', 'c')}") == []


# --- sizes -----------------------------------------------------------------------------------------------------------


def too_long(text: str, wall: int) -> bool:
    """More lines than the wall allows."""
    return len(text.splitlines()) > wall


def test_no_source_file_is_over_the_wall() -> None:
    rooms = {"brickfield", "tests"}
    files = [p for p in project_files() if p.suffix in {".py", ".pyi", ".c", ".h"}]
    ours = [p for p in files if p.relative_to(ROOT).parts[0] in rooms or p.parent == ROOT]
    assert len(ours) > 10
    assert [p.relative_to(ROOT).as_posix() for p in ours if too_long(p.read_text("utf-8"), LONGEST_FILE)] == []


def test_a_long_file_is_seen() -> None:
    assert too_long("x\n" * 501, LONGEST_FILE)
    assert not too_long("x\n" * 500, LONGEST_FILE)


# --- nothing of one machine in the tree ------------------------------------------------------------------------------

# Letters in brackets keep these patterns from finding themselves.
REGISTRIES = re.compile(
    r"py[p]i\.(org|python)|pythonhoste[d]\.org|registry\.(np[m]js|yarnp[k]g)|index-ur[l]|find-link[s]"
    r"|\"resolve[d]\":\s*\"https?:|registry\s*=\s*\"https?:"
)
MACHINE_PATHS = re.compile(r"(?<![\w.])/(hom[e]|User[s])/\w|(?<![\w.])/(roo[t]|wor[k])/|[A-Z]:\\User[s]\\")


def matches(pattern: re.Pattern[str], text: str) -> list[str]:
    """Lines in which the pattern occurs."""
    return [line for line in text.splitlines() if pattern.search(line)]


def found_in_tree(pattern: re.Pattern[str]) -> list[str]:
    """Places in the project's text files where the pattern occurs."""
    texts = [p for p in project_files() if p.suffix in TEXT]
    return [f"{p.relative_to(ROOT)}: {line}" for p in texts for line in matches(pattern, p.read_text("utf-8"))]


def test_no_registry_address_in_the_tree() -> None:
    assert found_in_tree(REGISTRIES) == []


def test_no_path_of_one_machine_in_the_tree() -> None:
    assert found_in_tree(MACHINE_PATHS) == []


@pytest.mark.parametrize(
    "text",
    [
        "--index-" + "url https://mirror.example/simple",
        "https://py" + "pi.org/simple",
        "https://files.python" + "hosted.org/packages/x.whl",
        '"resolved' + '": "https://mirror.example/x.tgz"',
        "source = {" + ' registry = "https' + '://mirror.example" }',
    ],
)
def test_a_registry_address_is_seen(text: str) -> None:
    assert matches(REGISTRIES, text) == [text]


@pytest.mark.parametrize(
    "parts", [("", "home", "ann", "x"), ("", "root", "x"), ("", "Users", "ann"), ("", "work", "x")]
)
def test_a_path_of_one_machine_is_seen(parts: tuple[str, ...]) -> None:
    text = f"see {'/'.join(parts)} for more"
    assert matches(MACHINE_PATHS, text) == [text]


@pytest.mark.parametrize(
    "parts", [("docs", "root", "x"), ("tests", "work", "x"), ("http:/", "example.org", "home", "x")]
)
def test_a_path_inside_the_project_is_left_alone(parts: tuple[str, ...]) -> None:
    assert matches(MACHINE_PATHS, f"see {'/'.join(parts)} for more") == []


# --- locks and documents ---------------------------------------------------------------------------------------------


def loose_lines(lock: str) -> list[str]:
    """Lines of a lock that are not `name==version`, a hash or a comment."""
    pinned = re.compile(r"[a-z0-9][a-z0-9._-]*==[^\s;]+( ; [^\\]+)? \\$|    --hash=sha256:[0-9a-f]{64}( \\)?$|\s*#|$")
    return [line for line in lock.splitlines() if not pinned.match(line)]


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_locks_pin_every_package_and_name_no_host(name: str) -> None:
    lock = (ROOT / name).read_text("utf-8")
    assert loose_lines(lock) == []
    assert "://" not in lock


def test_what_runs_is_what_was_tested() -> None:
    run, every = (
        set(re.findall(r"^[a-z]\S+==\S+", (ROOT / name).read_text("utf-8"), re.M))
        for name in ("requirements.txt", "requirements-dev.txt")
    )
    assert run
    assert run <= every


@pytest.mark.parametrize("line", ["rich>=13", "rich", "rich==15.0.0", "-e .", "https://mirror.example/x.whl"])
def test_a_loose_line_is_seen(line: str) -> None:
    assert loose_lines(f"# lock\n{line}\n") == [line]


def decision_faults(text: str) -> list[str]:
    """A decision record is short and has four parts."""
    parts = ["## Situation", "## Decision", "## Consequences", "## Rejected"]
    found = [line for line in text.splitlines() if line.startswith("## ")]
    return (["too long"] if too_long(text, LONGEST_DECISION) else []) + (["parts"] if found != parts else [])


def test_decisions_are_short_and_numbered_without_gaps() -> None:
    records = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    # notes on the tuning of bots have numbers of the same row and stand together
    notes = re.findall(r"^## (\d+)\. ", (ROOT / "docs" / "lab-notes.md").read_text("utf-8"), re.M)
    numbers = sorted([*map(int, notes), *(int(p.name[:4]) for p in records)])
    assert numbers == list(range(1, len(numbers) + 1))
    assert {p.name: decision_faults(p.read_text("utf-8")) for p in records} == {p.name: [] for p in records}


def test_a_rambling_decision_is_seen() -> None:
    assert decision_faults("## Decision\n" + "and so on\n" * 40) == ["too long", "parts"]


def broken_links(text: str, folder: Path) -> list[str]:
    """Links to files that do not exist."""
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", text)
    return [t for t in targets if "://" not in t and not (folder / t).exists()]


def test_documents_link_only_to_what_exists() -> None:
    pages = [p for p in project_files() if p.suffix == ".md"]
    broken = {p.relative_to(ROOT).as_posix(): broken_links(p.read_text("utf-8"), p.parent) for p in pages}
    assert {name: links for name, links in broken.items() if links} == {}


def test_a_broken_link_is_seen() -> None:
    assert broken_links("[a](no/such.md) [b](README.md) [c](http://example.org)", ROOT) == ["no/such.md"]


def test_the_readme_fits_one_screen_and_names_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert not too_long(readme, 50)
    assert "make play" in readme
    assert "make test" in readme
