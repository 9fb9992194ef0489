"""How a card works: what every file in `cards/` says of its card, and what cards have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from brickfield.core import events as happened
from brickfield.core.apply import apply
from brickfield.core.asking.offers import Weighed
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.dice import Pool
from brickfield.core.events import UnitMarked
from brickfield.core.modifiers import Modifier
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose
from ...base.battlefield import card_of, living_of
from ...base.unit_stats import printed_movement, waits
from .effect_cards import EffectCard, effect_cards

# Dice that a card throws.
CARD_DICE = "effect card"
Point = tuple[float, float]


class Play(Struct, frozen=True):
    """A card as it is played: by whom, on which units, about which point, and the dice that were thrown for it."""

    seat: int
    units: tuple[str, ...] = ()
    point: Pose | None = None
    faces: tuple[tuple[int, ...], ...] = ()


def about_nothing(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """A card that is about no unit."""
    return [""]


def lies_by(t: Table, card: EffectCard, play: Play) -> None:
    """The card lies by its units until it wears off."""
    for unit in play.units:
        t.emit(happened.UnitMarked(unit=unit, mark=card.id, value=card.value or 1, clause=card.clause))


class Working(NamedTuple):
    """How a card works. Its text, its moment and its numbers stand in effect_cards.toml, in a row of its id."""

    id: str
    # the units it could be played on by a seat, an empty name where it is about none; nothing at all means that its
    # effect cannot be carried out and it stays in hand. It asks for nothing that others do not know: by it players are
    # asked, whatever they hold. The names are those of the shooter and the target of the moment
    subjects: Callable[[State, int, tuple[str, ...]], list[str]]
    # what playing it would win or save a seat now, on a unit, in points of army cost
    worth: Callable[[State, int, str, Any], float]
    # how early it is taken before a battle: 1 is first
    liked: int
    effect: Callable[[Table, EffectCard, Play], None] = lies_by
    # what it changes, in numbers, when the question of a moment shows it beside a unit
    changes: Callable[[State, Any, str], tuple[Weighed, ...]] | None = None
    # places of the table worth naming, where it is about one, each with what it is worth; and the dice thrown for it
    places: Callable[[State, int], list[tuple[float, Point]]] | None = None
    dice: Callable[[State, Pose], tuple[Pool, ...]] | None = None
    # when it wears off: at the start of its player's next turn, or when the movement is over
    until: str = ""
    # what is said of a unit that it lies by, and when it does no more
    said: str = ""
    over: str = ""
    # what is said of facts that it leaves, and when they are over
    facts: Mapping[str, tuple[str, str]] = {}


def with_card(state: State, card: str, unit: str) -> State:
    """The table as it would be with a card by a unit."""
    there = state.clone()
    apply(there, UnitMarked(unit=unit, mark=card, value=effect_cards()[card].value or 1))
    return there


def modifier_of(unit: Unit, card: str, to: str) -> tuple[Modifier, ...]:
    """What a card that lies by a unit adds to a sum."""
    value = unit.marks.get(card, 0)
    if not value:
        return ()
    printed = effect_cards()[card]
    return (Modifier(to, value, f"card: {printed.title}", printed.clause, "card", unit.id, ()),)


@rule("mbb.card.scenario", "mbb.card.timing", "mbb.cmd.msm", "inf.eng.first")
def movable(state: State, seat: int) -> list[str]:
    """Units that have Movement Points; in the phase of a commander that is his tank alone."""
    own = [unit for unit in living_of(state, seat) if card_of(state, unit.id).mp > 0]
    able = [unit for unit in own if printed_movement(state, unit) > 0]
    return [unit.id for unit in able if waits(state, unit) is None]
