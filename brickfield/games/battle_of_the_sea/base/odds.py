"""Odds: what dice can be expected to do, and the sum behind the number of dice of an attack."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.adding import added
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.modifiers import Modifier, Tally
from brickfield.core.questions import Question
from brickfield.core.state import State
from . import dices
from .durability import hits_left
from .ship_card import ADDITIONAL, BASE, SPEED


class AttackOdds(Struct, frozen=True):
    """The expected hits of some dice, the chance of at least one, and the chance that nothing is left of the target."""

    dice: int
    expected: float
    at_least_one: float
    sinks: float
    hits: tuple[float, ...]


@rule("sea.fight.dice", "sea.damage.choice", "sea.damage.stout")
def attack_odds(state: State, target: Unit, dice: int) -> AttackOdds:
    """Exact odds of a throw. A target surely sinks when the hits are as many as all its markers take."""
    row = dices.chances_of_hits(state.match.options, dice)
    expected = added(hits * chance for hits, chance in enumerate(row))
    return AttackOdds(dice, expected, 1 - row[0], added(row[hits_left(state, target) :]), row)


@rule("sea.ram.accurate_dice", "sea.ram.inaccurate_dice")
def ram_tally(unit: Unit, accurate: bool) -> Tally:
    """Where the dice of a ram come from."""
    more = Modifier("ram_dice", unit.marks.get(ADDITIONAL, 0), "additional durability", "sea.ram.accurate_dice")
    clause = "sea.ram.accurate_dice" if accurate else "sea.ram.inaccurate_dice"
    return Tally("ram_dice", unit.marks.get(BASE, 0), "base durability", clause, (more,) if accurate else ())


@Question
@rule("sea.speed.meaning")
def speed_tally(state: State, unit: Unit) -> Tally:
    """Where the speed of a ship comes from: its markers."""
    return Tally("speed", unit.marks.get(SPEED, 0), "speed markers", "sea.speed.meaning")


def with_change(tally: Tally, change: Modifier) -> Tally:
    """A sum with one line more, unless that changes nothing."""
    return replace(tally, modifiers=(*tally.modifiers, change)) if change.value else tally
