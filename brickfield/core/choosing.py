"""What is chosen before a battle, as far as it is the same in all games: switches as cards, presets, codes, hints.

A game's own `Options` struct says what its switches mean; these functions only need to read and write it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Protocol

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict

from brickfield.core.data_files import Entry, read
from brickfield.core.game import OptionCard
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.showing import ChoiceCard, Preset, SwitchCard
from brickfield.core.state import State
from brickfield.core.switches import Switch


class Agreed(Protocol):
    """The options of a game, agreed on."""

    def code(self) -> str:
        """The whole agreement as a short code."""
        ...


class Agreements(Protocol):
    """The type of a game's options."""

    def of(self, settings: Mapping[str, object]) -> Any:
        """Options from switches as people or files name them, or a refusal."""
        ...

    def from_code(self, text: str) -> Any:
        """The options a code stands for, or a refusal."""
        ...


class PresetRow(Entry, frozen=True):
    """A preset as its table states it."""

    id: str
    title: str
    text: str
    options: dict[str, Any]


class PresetsFile(Entry, frozen=True):
    """The file of presets."""

    preset: tuple[PresetRow, ...]


class SuggestAbout(Struct, frozen=True, forbid_unknown_fields=True):
    """How many hints."""

    n: Annotated[int, Meta(ge=1, le=20)] = 3


def option_cards(switches: Iterable[Switch]) -> tuple[OptionCard, ...]:
    """The switches in use as programs read them."""
    return tuple(
        OptionCard(each.id, each.title, each.default, tuple(one.value for one in each.choices), each.clause, each.text)
        for each in switches
        if each.in_use
    )


def switch_cards(switches: Iterable[Switch]) -> tuple[SwitchCard, ...]:
    """The switches in use as people are shown them."""
    return tuple(_switch_card(each) for each in switches if each.in_use)


def _switch_card(switch: Switch) -> SwitchCard:
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
    )


def presets(options: Agreements, folder: Path) -> tuple[Preset, ...]:
    """Sets of switches with a name people know, each with its code."""
    rows = read("presets.toml", PresetsFile, folder).preset
    return tuple(Preset(row.id, row.title, row.text, row.options, _sure_code(options, row.options)) for row in rows)


def _sure_code(options: Agreements, settings: dict[str, Any]) -> str:
    code = write_code(options, settings)
    assert isinstance(code, str), code
    return code


def write_code(options: Agreements, settings: Mapping[str, object]) -> str | Refusal:
    """The code of a set of switches."""
    agreed: Agreed | Refusal = options.of(settings)
    return agreed if isinstance(agreed, Refusal) else agreed.code()


def read_code(options: Agreements, code: str) -> dict[str, Any] | Refusal:
    """The switches a code stands for."""
    agreed = options.from_code(code)
    return agreed if isinstance(agreed, Refusal) else asdict(agreed)


def suggest(state: State, seat: int, about: SuggestAbout) -> list[Any] | Refusal:
    """Answers worth giving to the seat's open question, with the reason for each."""
    decision = state.decision_of(seat)
    if decision is None:
        return invalid("not_asked", "Nothing is asked of this seat now.")
    return [msgspec.to_builtins(each) for each in decision.suggest(state, about.n)]


# a preview every game has: its name, what is asked, and how it is answered
SUGGEST: tuple[type[Any], Callable[[State, int, Any], Any]] = (SuggestAbout, suggest)
