"""Capacity, the optional feature: what a ship can carry, how a load slows it down, and what must go overboard."""

from __future__ import annotations

from itertools import combinations

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.battle_of_the_sea.base.measures import measures
from brickfield.games.battle_of_the_sea.base.ship_card import BASE, SPEED, durability

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


@rule("sea.capacity.base_free", "sea.capacity.slow", "sea.speed.meaning")
def laden_speed(state: State, unit: Unit) -> int:
    """Speed after the load: what goes beyond base durability costs an inch for each unit, never below none."""
    speed = unit.marks.get(SPEED, 0)
    if not state.match.options.loads:
        return speed
    burden = sum(cargo(unit)) - unit.marks.get(BASE, 0)
    return max(0, speed - max(0, burden))


@rule("sea.capacity.overload")
def overload(state: State, unit: Unit) -> int:
    """How much a ship carries beyond its capacity."""
    return max(0, sum(cargo(unit)) - capacity(unit)) if state.match.options.loads else 0


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
