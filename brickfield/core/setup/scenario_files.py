"""Scenario files: a battle as a document (TOML or JSON), read with every fault and the line it is on.

The scenarios of the games are such files. What a file says is checked in three steps, each when the one before found
nothing: what it is made of, what its game says of such a battle, and the table as it would be laid.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec import UNSET, Struct

from brickfield.core.commands import MOST_BYTES, read_plain
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.play import begin
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.setup.file_places import Lines, json_lines, toml_lines
from brickfield.core.setup.scenarios import ScenarioEntry, Wrong, find_scenario
from brickfield.core.setup.typed_faults import faults_of_type
from brickfield.core.typed import as_type

if TYPE_CHECKING:
    from brickfield.core.game import Game
    from brickfield.core.match import Match

# The number of this form of files; a file of a later one is not guessed at.
VERSION = 1

_Scenario = TypeVar("_Scenario", bound=ScenarioEntry)
_NO_LINES = Lines({})
_PIECE = re.compile(r"\bT(\d{1,4})\b")


class ScenarioFault(Struct, frozen=True):
    """Something that is wrong with a scenario file: the place and its line, a sentence, and the clause behind it."""

    place: str
    line: int
    sentence: str
    clause: str = ""

    def __str__(self) -> str:
        where = f"line {self.line}" + (f", {self.place}" if self.place else "")
        return f"{where}: {self.sentence}" + (f" [{self.clause}]" if self.clause else "")


@dataclass(frozen=True)
class ScenarioKind(Generic[_Scenario]):
    """What a game knows of scenarios: their type, its own by their ids, everything it finds wrong with one, and the
    folder of its files, which are called as their scenarios are."""

    kind: type[_Scenario]
    known: Callable[[], Mapping[str, _Scenario]]
    wrongs: Callable[[_Scenario], Iterable[Wrong]]
    folder: Path

    def document(self, name: str) -> dict[str, Any] | Refusal:
        """One of the game's own scenarios as a document, to be changed."""
        if name not in self.known():
            return invalid("unknown_scenario", f"There is no scenario {name[:60]!r}.")
        return tomllib.loads((self.folder / f"{name}.toml").read_text(encoding="utf-8"))

    def form(self) -> dict[str, Any]:
        """The form of its documents, as JSON Schema."""
        return msgspec.json.schema(self.kind)

    def of(self, setup: Setup) -> _Scenario | Refusal:
        """The scenario of a set-up: one of the game's own, or the one that the set-up brings."""
        if setup.own_scenario is UNSET:
            return find_scenario(self.known(), setup.scenario)
        try:
            scenario = as_type(setup.own_scenario, self.kind)
        except (msgspec.ValidationError, TypeError, ValueError) as error:
            return invalid("bad_scenario", f"The scenario cannot be read: {error}.")
        wrong = next(iter(self.wrongs(scenario)), None)
        return (
            scenario if wrong is None else invalid("bad_scenario", f"This scenario cannot be played: {wrong.sentence}.")
        )


class ScenarioFile(Struct, frozen=True):
    """A scenario file as it was read: its game, its document as plain data, and what is wrong with it."""

    game: str = ""
    document: dict[str, Any] = {}
    faults: tuple[ScenarioFault, ...] = ()


def read_scenario(data: bytes, games: Mapping[str, Game]) -> ScenarioFile:
    """Read a file: every fault that can be seen at once, each with its line."""
    if len(data) > MOST_BYTES:
        return _only(f"a scenario has at most {MOST_BYTES} bytes, this file has more")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _only("this is no text file (UTF-8)")
    raw, lines = _plain(text)
    if isinstance(raw, ScenarioFault):
        return ScenarioFile(faults=(raw,))
    return checked_scenario(raw, games, lines)


def checked_scenario(raw: Any, games: Mapping[str, Game], lines: Lines = _NO_LINES) -> ScenarioFile:
    """Look a document through."""
    if not isinstance(raw, dict):
        return _only("a scenario is a table of its game, its name and what lies there")
    version, game = raw.get("version", 0), games.get(str(raw.get("game", "")))
    if isinstance(version, int) and version > VERSION:
        return _only(f"this file is of version {version}; version {VERSION} is known here", "version", lines)
    if game is None or game.scenario_kind is None:
        return _only(f"'game' must say which game it is for: {', '.join(games)}", "game", lines)
    faults = tuple(
        ScenarioFault(place, lines.of(place), sentence, clause) for place, sentence, clause in wrongs_of(game, raw)
    )
    return ScenarioFile(game.id, raw, faults)


def wrongs_of(game: Game, raw: dict[str, Any]) -> Iterator[Wrong]:
    """Everything that is wrong with a document of a game."""
    kind = game.scenario_kind
    assert kind is not None, game.id
    found = [Wrong(place, sentence) for place, sentence in faults_of_type(raw, kind.kind)]
    found = found or list(kind.wrongs(as_type(raw, kind.kind)))
    yield from found or _on_the_table(game, raw)


def _on_the_table(game: Game, raw: dict[str, Any]) -> Iterator[Wrong]:
    """What is wrong with the table as it would be laid: no room, pieces in each other, armies that may not fight."""
    match = game.new_match(game.fresh(own_setup(game, raw)))
    if isinstance(match, Refusal):
        yield Wrong("", match.sentence.rstrip("."), match.clause)
        return
    sentence = _laid_fault(game, match)
    if sentence:
        yield Wrong(_piece_named(sentence, raw), sentence)


def _piece_named(sentence: str, raw: dict[str, Any]) -> str:
    """The place of the piece that a sentence names: pieces are called T1, T2 ... in the order of the document."""
    named, laid = _PIECE.search(sentence), raw.get("terrain")
    number = int(named[1]) if named else 0
    return f"terrain[{number - 1}]" if isinstance(laid, list) and 0 < number <= len(laid) else ""


def _laid_fault(game: Game, match: Match) -> str:
    look = game.queries.get("table_fault")
    return str(look(begin(match, SeededDice("laid")).state)) if look is not None else ""


def own_setup(game: Game, raw: dict[str, Any]) -> Setup:
    """A battle of a document, with nothing else agreed on."""
    return Setup(game.id, str(raw.get("id", "")), own_scenario=raw)


def _plain(text: str) -> tuple[Any, Lines]:
    """The document as plain data, and where its parts stand; or the fault for which it cannot be read."""
    if text.lstrip()[:1] == "{":
        raw = read_plain(text)
        return (_unread(raw), _NO_LINES) if isinstance(raw, Refusal) else (raw, json_lines(text))
    try:
        raw = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return _syntax(str(error), len(text.splitlines())), _NO_LINES
    lines = toml_lines(text)
    plain = read_plain(raw)
    return (_unread(plain), lines) if isinstance(plain, Refusal) else (plain, lines)


def _unread(refusal: Refusal) -> ScenarioFault:
    """What the strict parser says of a file."""
    said = refusal.sentence.removeprefix("The answer cannot be read: ").rstrip(".")
    return ScenarioFault("", 1, f"this cannot be read: {said}")


def _syntax(error: str, last: int) -> ScenarioFault:
    """A fault of the form, on the line that the reader names, or on the last one."""
    sentence, _, where = error.partition(" (at ")
    line = where.removeprefix("line ").partition(",")[0]
    said = f"this cannot be read: {sentence[:1].lower()}{sentence[1:]}"
    return ScenarioFault("", int(line) if line.isdecimal() else max(1, last), said)


def _only(sentence: str, place: str = "", lines: Lines = _NO_LINES) -> ScenarioFile:
    return ScenarioFile(faults=(ScenarioFault(place, lines.of(place), sentence),))


def schema_of(games: Iterable[Game]) -> dict[str, Any]:
    """The form of scenario files as JSON Schema, by game."""
    kinds = {game.id: game.scenario_kind.kind for game in games if game.scenario_kind is not None}
    parts = {
        game: msgspec.json.schema(kind, ref_template=f"#/$defs/{game}/$defs/{{name}}") for game, kind in kinds.items()
    }
    for game, part in parts.items():
        part["$defs"]["Scenario"]["properties"]["game"] = {"const": game}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Brickfield scenario files, version {VERSION}",
        "anyOf": [{"$ref": f"#/$defs/{game}"} for game in parts],
        "$defs": parts,
    }
