"""Answers for special units: what to hold back, where bunkers and their guns go, the commander's turn, swimming on."""

from __future__ import annotations

from collections.abc import Iterator

from brickfield.core.board import Unit
from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from ...base.battlefield import battle_of, card_of, describe
from ...base.grounds import ARTILLERY_BUNKER
from ...base.movement import Move, movable_units
from ...base.obstacles_and_terrain import LayPiece
from ...base.starting_a_game import Place, facing_of, free_to_wait, may_place
from ...base.unit_stats import fires_over
from ..amphibious_vehicles.swimming_on import swim_order
from ..artillery.gun_works import may_place_work, works_heading, works_left, works_zone
from ..reinforcements.reinforcements import HoldBack
from .special_units import is_artillery

# Where along the edge bunkers are tried, the middle first, and how deep in the zone, as shares.
_ALONG = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9, 0.05, 0.95)
_DEEP = (0.8, 0.6, 0.4, 0.2)


def reserves_to_name(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """Who cannot fire and has no gun to spot for stays out of it first; else nobody, or the unit that costs least."""
    seat = decision.seat
    units = free_to_wait(state, seat)
    all_in = Suggestion(HoldBack(), "deploy", "all units fight from the start", "mbb.reinf.reserve")
    idle = _useless_so_far(state, seat, units)
    if idle:
        names = ", ".join(describe(state, unit.id) for unit in idle)
        reason = f"{names} can neither fire nor spot for a gun, and nothing beside the table can be destroyed"
        return [Suggestion(HoldBack(tuple(unit.id for unit in idle)), "hold", reason, "mbb.reinf.safe"), all_in]
    cheapest = min(units, key=lambda unit: card_of(state, unit.id).rc)
    reason = f"{describe(state, cheapest.id)} comes on later, where it is wanted"
    return [all_in, Suggestion(HoldBack((cheapest.id,)), "hold", reason, "mbb.reinf.reserve")]


def _useless_so_far(state: State, seat: int, units: list[Unit]) -> list[Unit]:
    """Units without a main weapon, if no gun of their side needs a spotter, there is no area to hold, and somebody else
    is deployed."""
    side = [unit for unit in state.units.values() if state.match.allied(unit.seat, seat)]
    scenario = battle_of(state).scenario
    if scenario.objective is not None or scenario.goals or any(fires_over(state, unit.id) for unit in side):
        return []
    unarmed = [unit for unit in units if not card_of(state, unit.id).has_main_weapon]
    return unarmed if len(unarmed) < len(units) else []


def works_places(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """Bunkers and emplacements face the enemy, far forward, the middle first."""
    seat = decision.seat
    number = works_left(state, seat)[0]
    piece = battle_of(state).pieces[number]
    heading = works_heading(state, seat)
    found = []
    for x, y in _grid(state, seat):
        laid = LayPiece(number, round(x, 3), round(y, 3), heading)
        if not isinstance(may_place_work(state, seat, laid), Refusal):
            reason = f"the {piece.feature} faces the enemy there"
            found.append(Suggestion(laid, "forward", reason, "mbb.arty.with"))
            if len(found) >= max(1, n):
                break
    return found


def _grid(state: State, seat: int) -> Iterator[tuple[float, float]]:
    x0, y0, x1, y1 = works_zone(state, seat)
    ahead = facing_of(state, seat)
    for deep in _DEEP:
        for along in _ALONG:
            if ahead in (90.0, 270.0):
                yield x0 + along * (x1 - x0), y0 + (deep if ahead == 90.0 else 1.0 - deep) * (y1 - y0)
            else:
                yield x0 + (deep if ahead == 0.0 else 1.0 - deep) * (x1 - x0), y0 + along * (y1 - y0)


def bunker_place(state: State, unit: Unit) -> Suggestion | None:
    """A gun goes into a bunker of its side that is still empty, if there is one."""
    if not is_artillery(state, unit.id):
        return None
    for token in state.tokens.values():
        if token.kind == ARTILLERY_BUNKER:
            place = Place(unit.id, *token.pose.place, (token.pose.degrees + 90.0) % 360.0)
            if not isinstance(may_place(state, unit.seat, place), Refusal):
                reason = f"{describe(state, unit.id)} stands in {describe(state, token.id)}"
                return Suggestion(place, "bunker", reason, "mbb.obst.bunker.arty")
    return None


def swims(state: State, seat: int) -> list[Suggestion]:
    """For every vehicle that must swim on an order that does it."""
    found = []
    for unit in movable_units(state, seat):
        steps = swim_order(state, unit)
        if steps:
            reason = f"{describe(state, unit.id)} must not lie still in the water"
            found.append(Suggestion(Move(unit.id, steps), "swim", reason, "mbb.amph.dd"))
    return found
