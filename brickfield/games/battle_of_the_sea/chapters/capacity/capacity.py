"""Capacity, the optional feature: what a ship can carry, how a load slows it down, and what must go overboard."""

from __future__ import annotations

from itertools import combinations

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.modifiers import Modifier, Tally
from brickfield.core.state import State
from ...base.measures import measures
from ...base.moving_the_vessels import effective_speed
from ...base.odds import speed_tally, with_change
from ...base.ship_card import BASE, durability
from .chapter import CAPACITY

Weights = tuple[int, ...]


def cargo_mark(weight: int) -> str:
    """The mark that counts the items of one weight aboard."""
    return f"cargo{weight}"


@rule("sea.capacity.max")
def cargo(unit: Unit) -> Weights:
    """The weights of everything aboard, the lightest first."""
    marks = unit.marks
    kinds = range(1, measures().heaviest_treasure + 1)
    return tuple(weight for weight in kinds for _ in range(marks.get(cargo_mark(weight), 0)))


@rule("sea.capacity.max")
def capacity(unit: Unit) -> int:
    """How much a ship can carry: its durability as it is now."""
    return durability(unit)


@effective_speed.amended(CAPACITY)
@rule("sea.capacity.base_free", "sea.capacity.slow", "sea.speed.meaning")
def laden_speed(state: State, unit: Unit, speed: int) -> int:
    """Speed after the load: what goes beyond base durability costs an inch for each unit, never below none."""
    burden = sum(cargo(unit)) - unit.marks.get(BASE, 0)
    return max(0, speed - max(0, burden))


@speed_tally.amended(CAPACITY)
@rule("sea.capacity.slow")
def load_in_the_sum(state: State, unit: Unit, tally: Tally) -> Tally:
    """A line for what the load costs."""
    lost = laden_speed(state, unit, tally.total) - tally.total
    return with_change(tally, Modifier("speed", lost, "load beyond base durability", "sea.capacity.slow"))


@rule("sea.capacity.overload")
def overload(unit: Unit) -> int:
    """How much a ship carries beyond its capacity."""
    return max(0, sum(cargo(unit)) - capacity(unit))


@rule("sea.damage.default_choice")
def least_jettison(unit: Unit) -> Weights:
    """The items of least total weight that bring the load within capacity; of equals the fewest."""
    aboard = cargo(unit)
    over = sum(aboard) - capacity(unit)
    best = aboard
    for count in range(len(aboard) + 1):
        for items in combinations(aboard, count):
            if over <= sum(items) < sum(best):
                best = items
    return best
