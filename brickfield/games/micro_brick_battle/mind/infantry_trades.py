"""What the trades of infantry are worth to bots: healing, repairing, joining, and going along behind a tank."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import hypot
from typing import Any

from brickfield.core.board import WRECK, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Suggestion
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.rules.following import Follow, follow_choices, followed_by
from brickfield.games.micro_brick_battle.rules.infantry import (
    ENGINEER,
    REPAIRED,
    RESTORED,
    STRENGTH,
    carried_cost,
    infantry_of,
    is_medical,
    is_straggler,
    missing,
)
from brickfield.games.micro_brick_battle.rules.infantry_tables import squads

Point = tuple[float, float]
# Shares of the cost of a unit: of a wreck that may shoot again or may be whole, of a gun with a crew around it.
_SHOOTS_AGAIN, _WHOLE_AGAIN, _CREWED = 0.5, 0.4, 0.2
# A full unit for two halves, and a walk behind armour, in points of army cost.
_ONE_FULL, _BEHIND_ARMOUR = 0.5, 0.6


@rule("inf.med.heal")
def healed_worth(state: State, target: Unit) -> float:
    """The share of its cost that a hurt unit gets back."""
    return carried_cost(state, target) * missing(target) / max(1, target.marks.get(STRENGTH, 0))


@rule("inf.eng.first", "inf.eng.second")
def repaired_worth(state: State, vehicle: Unit) -> float:
    """What a round of repair at a vehicle is worth."""
    share = _WHOLE_AGAIN if REPAIRED in vehicle.marks else _SHOOTS_AGAIN
    return carried_cost(state, vehicle) * share


# By sort of deed what it is worth in points of army cost.
TRADES: dict[str, Callable[[State, Any], float]] = {
    "heal": lambda state, answer: healed_worth(state, state.units[answer.target]),
    "repair": lambda state, answer: repaired_worth(state, state.units[answer.vehicle]),
    "join_gun": lambda state, answer: _CREWED * carried_cost(state, state.units[answer.gun]),
    "join_unit": lambda state, answer: _ONE_FULL,
    "form_stragglers": lambda state, answer: _ONE_FULL,
}


@rule("inf.med.heal", "inf.eng.first")
def places_of_trade(state: State, unit: Unit) -> Iterator[tuple[str, str, Point]]:
    """Where medics and engineers are wanted: at the dearest hurt unit and the dearest wreck, the nearer the better."""
    assert unit.pose is not None
    if is_medical(unit):
        hurt = [each for each in infantry_of(state, unit.seat) if missing(each) and not is_straggler(each)]
        wanted = [(healed_worth(state, each), each) for each in hurt if each.id != unit.id and not each.container]
        yield from (("heal", each.id, _beside(unit, place)) for each, place in _best(unit, wanted))
    if ENGINEER in unit.marks:
        own = [each for each in state.units.values() if state.match.allied(each.seat, unit.seat)]
        broken = [each for each in own if each.status == WRECK or (each.alive and REPAIRED in each.marks)]
        wanted = [(repaired_worth(state, each), each) for each in broken if RESTORED not in each.marks]
        yield from (("repair", each.id, place) for each, place in _best(unit, wanted))


def _beside(unit: Unit, place: Point) -> Point:
    """Where a plate stands right before another plate, as one comes from where the unit is."""
    assert unit.pose is not None
    x, y = unit.pose.place
    away = hypot(place[0] - x, place[1] - y) or 1.0
    share = max(0.0, 1.0 - (squads().plate_inches + squads().adjacent_inches / 2) / away)
    return x + (place[0] - x) * share, y + (place[1] - y) * share


def _best(unit: Unit, wanted: list[tuple[float, Unit]]) -> list[tuple[Unit, Point]]:
    assert unit.pose is not None
    x, y = unit.pose.place
    found = []
    for worth, each in wanted:
        if each.pose is not None:
            ex, ey = each.pose.place
            found.append((worth / (1.0 + hypot(ex - x, ey - y)), each, (ex, ey)))
    return [(each, place) for _worth, each, place in sorted(found, key=lambda row: -row[0])[:1]]


@rule("inf.follow.choice")
def following_ideas(state: State, seat: int) -> list[Suggestion]:
    """Squads behind a tank that has not moved yet go along with it, at a walk: so they may still attack."""
    found = []
    for choice in follow_choices(state, seat):
        answer = choice.answer
        # who follows one tank does not change to the next and back again
        if not isinstance(answer, Follow) or followed_by(state.units[answer.unit]):
            continue
        if answer.pace == "walk" and not state.units[answer.tank].marks.get("spent", 0):
            found.append(Suggestion(answer, "follow", choice.title, "inf.follow.choice", _BEHIND_ARMOUR))
    return found
