"""What is chosen before a battle, as far as it is the same in all games: switches as cards, presets, codes, hints.

A game's own struct of options says what its switches mean; these functions only need to read and write it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Protocol

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict

from brickfield.core.board import Token
from brickfield.core.clauses import Clause
from brickfield.core.data_files import TableRow, read
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.setup.agreements import Agreed
from brickfield.core.setup.catalogue import ChoiceCard, Preset, ScenarioFace, SwitchCard, Theme
from brickfield.core.setup.scenarios import FieldScenario
from brickfield.core.setup.switches import Switch
from brickfield.core.shown.showing import TableFace
from brickfield.core.shown.sketches import sketch_of
from brickfield.core.state import State


class ScenarioRow(Protocol):
    """A scenario of a game's table, as far as a list shows it."""

    @property
    def id(self) -> str:
        """Its name in commands."""
        ...

    @property
    def title(self) -> str:
        """Its name for people."""
        ...

    @property
    def seats(self) -> int:
        """How many play it."""
        ...


@dataclass(frozen=True)
class ScenarioCard:
    """A scenario of which nothing more is to be known."""

    id: str
    title: str
    seats: int


class PresetRow(TableRow, frozen=True):
    """A preset as its table states it."""

    id: str
    title: str
    text: str
    options: dict[str, Any]
    adds: bool = False
    over: str = ""
    scenarios: tuple[str, ...] = ()
    sketch: tuple[str, ...] = ()


class ThemeRow(TableRow, frozen=True):
    """A theme as its table states it."""

    id: str
    title: str
    text: str
    switches: tuple[str, ...]
    sketch: tuple[str, ...] = ()


class PresetsFile(TableRow, frozen=True):
    """The file of presets, and of what switches are about."""

    preset: tuple[PresetRow, ...]
    theme: tuple[ThemeRow, ...]


class SuggestAbout(Struct, frozen=True, forbid_unknown_fields=True):
    """How many hints."""

    n: Annotated[int, Meta(ge=1, le=20)] = 3


def scenario_face(
    scenario: FieldScenario[Any, Any],
    table: tuple[TableFace, tuple[Token, ...]],
    forces: Sequence[Sequence[str]],
    points: tuple[int, ...],
    minutes_per_unit: tuple[int, int],
) -> ScenarioFace:
    """A scenario as the front pages show it: its table with what lies there, and the names of the cards by seat."""
    least, most = minutes_per_unit
    units = sum(len(force.units) for force in scenario.force)
    face, tokens = table
    return ScenarioFace(
        id=scenario.id,
        title=scenario.title,
        seats=scenario.seats,
        goal=scenario.goal,
        clause=scenario.clause,
        minutes=(least * units, most * units),
        face=face,
        tokens=tokens,
        sides=tuple(force.side for force in scenario.force),
        forces=tuple(tuple(Counter(names).items()) for names in forces),
        points=points,
        options=scenario.options,
    )


def switch_cards(switches: Iterable[Switch], clauses: Mapping[str, Clause]) -> tuple[SwitchCard, ...]:
    """The switches in use as people are shown them, each in the chapter of its clause."""
    return tuple(_switch_card(each, clauses[each.clause].group) for each in switches if each.in_use)


def _switch_card(switch: Switch, chapter: str) -> SwitchCard:
    lowest, highest = switch.range or (0, 0)
    return SwitchCard(
        switch.id,
        switch.title,
        switch.text,
        switch.clause,
        switch.default,
        tuple(ChoiceCard(choice.value, choice.text) for choice in switch.choices),
        lowest,
        highest,
        bool(switch.per_seat),
        chapter,
    )


def presets(options: type[Agreed], folder: Path) -> tuple[Preset, ...]:
    """Sets of switches with a name people know, each with its code."""
    return tuple(_preset(options, row) for row in read("presets.toml", PresetsFile, folder).preset)


def played_chapters(agreed: Agreed, folder: Path) -> tuple[str, ...]:
    """The titles of the chapters laid over the rules whose switches all stand as their set has them, and some otherwise
    than usual. How many of something there are is no matter where another switch says that there are any."""
    usual = type(agreed)()

    def is_played(options: Mapping[str, Any]) -> bool:
        kinds = {name: value for name, value in options.items() if isinstance(value, str | bool)} or options
        stand = all(getattr(agreed, name) == value for name, value in kinds.items())
        return stand and any(getattr(usual, name) != value for name, value in kinds.items())

    rows = read("presets.toml", PresetsFile, folder).preset
    return tuple(row.title for row in rows if row.adds and is_played(row.options))


def _preset(options: type[Agreed], row: PresetRow) -> Preset:
    code = _sure_code(options, row.options)
    shown = sketch_of(row.sketch)
    return Preset(row.id, row.title, row.text, row.options, code, row.adds, row.over, row.scenarios, shown)


def themes(folder: Path) -> tuple[Theme, ...]:
    """What switches are about."""
    rows = read("presets.toml", PresetsFile, folder).theme
    return tuple(Theme(row.id, row.title, row.text, row.switches, sketch_of(row.sketch)) for row in rows)


def _sure_code(options: type[Agreed], settings: dict[str, Any]) -> str:
    code = write_code(options, settings)
    assert isinstance(code, str), code
    return code


def write_code(options: type[Agreed], settings: Mapping[str, object]) -> str | Refusal:
    """The code of a set of switches."""
    agreed = options.of(settings)
    return agreed if isinstance(agreed, Refusal) else agreed.code()


def read_code(options: type[Agreed], code: str) -> dict[str, Any] | Refusal:
    """The switches a code stands for."""
    agreed = options.from_code(code)
    return agreed if isinstance(agreed, Refusal) else asdict(agreed)


def read_words(options: type[Agreed], words: str) -> dict[str, Any] | Refusal:
    """Switches as people type them: `quick`, `return_fire charge`, `rules_level=young,base charge=off`, or a code."""
    settings: dict[str, Any] = {}
    for word in words.split():
        name, equals, value = word.partition("=")
        for each in [name] if equals else name.split(","):
            meant = {each: value} if equals else _meant(options, each)
            if isinstance(meant, Refusal):
                return meant
            settings |= meant
    return settings


def _meant(options: type[Agreed], word: str) -> dict[str, Any] | Refusal:
    """What one word without a value stands for: a code, a value of one switch only, or a switch to be put on."""
    if word.upper().startswith(f"{options.BOARD.prefix}-"):
        return read_code(options, word)
    switches = [each for each in options.BOARD.switches().values() if each.in_use]
    by_value = [each.id for each in switches if any(word == choice.value for choice in each.choices)]
    if len(by_value) == 1:
        return {by_value[0]: word}
    named = next((each for each in switches if each.id == word), None)
    if named is not None and named.place(True) is not None:
        return {word: True}
    if named is not None:
        return invalid("switch_needs_value", f"{named.title} needs a value: {word}=... with {named.all_words()}.")
    if by_value:
        either = " or ".join(f"{each}={word}" for each in by_value)
        return invalid("unknown_rules", f"{word!r} is a value of several switches: say {either}.")
    known = [each.id for each in switches]
    near = get_close_matches(word, known, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return invalid("unknown_rules", f"No rules are called {word[:60]!r}.{hint} Switches are {', '.join(known)}.")


def suggest(state: State, seat: int, about: SuggestAbout) -> list[Any] | Refusal:
    """Answers worth giving to the seat's open question, with the reason for each."""
    decision = state.decision_of(seat)
    if decision is None:
        return invalid("not_asked", "Nothing is asked of this seat now.")
    return [msgspec.to_builtins(each) for each in decision.suggest(state, about.n)]


# a preview every game has: its name, what is asked, and how it is answered
SUGGEST: tuple[type[Any], Callable[[State, int, Any], Any]] = (SuggestAbout, suggest)
