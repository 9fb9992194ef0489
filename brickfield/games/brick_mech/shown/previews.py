"""Previews: what a table may ask while nothing is decided: a path, a place, an attack, a Mech to build, a hint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from brickfield.core.apply import apply
from brickfield.core.asking.previews import Glimpse, PathFace, PlaceFace
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.events import UnitMarked, UnitMoved, UnitPlaced
from brickfield.core.questions import Question
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.setup.choosing import SUGGEST
from brickfield.core.shown.showing import AimFace, CardFace, LegFace
from brickfield.core.state import State
from brickfield.geometry import Pose, nearest_points
from ..base.actions import is_rush
from ..base.aims import aim, glimpses
from ..base.attack_action import is_charge
from ..base.battlefield import are_hostile, base_of, describe, living, match_of
from ..base.deployment import Place, may_place
from ..base.measures import measures
from ..base.modifiers import Manner
from ..base.move_action import Move, Route, plan_move
from ..base.move_costs import CLAUSES, after, dear_ground, leg_cost, spot_of
from ..base.record_sheet import HEAT, MOVES, number
from ..setup.workshop import check_dice, find_card
from .faces import card_face
from .prices import move_prices

Name = Annotated[str, Meta(max_length=16)]


class AimAbout(Struct, frozen=True, forbid_unknown_fields=True):
    """Who attacks whom, and where."""

    unit: Name
    target: Name
    location: Name = ""


class BuildAbout(Struct, frozen=True, forbid_unknown_fields=True):
    """A Mech by name, or by the ids of its six modules."""

    card: Annotated[str, Meta(max_length=80)]


def path(state: State, seat: int, about: Move) -> PathFace | Refusal:
    """A Move worked out: every leg with its price, and who could attack whom from where it ends."""
    unit = state.units.get(about.unit)
    if unit is None:
        return invalid("unknown_unit", f"There is no unit {about.unit!r} on this table.")
    if unit.seat != seat or not unit.alive:
        return illegal("not_your_unit", "bm.option.multi.choice", "Only an own living Mech can be moved.")
    points = number(unit, "movement")
    route = plan_move(state, unit, about.steps)
    if isinstance(route, Refusal):
        return PathFace(unit.id, (), 0.0, float(points), route, *_views(state, unit))
    there = _moved(state, unit, route)
    sees, seen_by = _views(there, there.units[unit.id])
    legs, cost = _legs(state, route), float(route.cost)
    marker, prices = _to_marker(there, unit.id), move_prices(state, unit, route)
    return PathFace(unit.id, legs, cost, points - cost, None, sees, seen_by, marker, prices=prices)


@Question
@rule("bm.action.rush_heat", "bm.geometry.heat_timing")
def marks_after(state: State, unit: Unit, route: Route) -> dict[str, int]:
    """What a Move changes on the sheet: an action is spent, a rush has brought heat."""
    rush = measures().rush_heat if is_rush(unit) else 0
    return {MOVES: number(unit, MOVES) + 1, HEAT: number(unit, HEAT) + rush}


def _moved(state: State, unit: Unit, route: Route) -> State:
    """The table after a Move that nobody interrupts."""
    there = state.clone()
    apply(there, UnitMoved(unit=unit.id, pose=route.end, step="forward", amount=0.0))
    for mark, value in marks_after(state, unit, route).items():
        apply(there, UnitMarked(unit=unit.id, mark=mark, value=value))
    return there


@rule("bm.move.rounding", "bm.move.terrain")
def _legs(state: State, route: Route) -> tuple[LegFace, ...]:
    """The merged legs: where each ends and what it costs by itself, with what the ground on it takes."""
    at, legs = spot_of(route.start), []
    ground = dear_ground(match_of(state).areas, at, route.legs)
    for leg, met in zip(route.legs, ground, strict=True):
        at, extra = after(at, leg, leg.amount), sum(points for _area, points in met)
        # a single leg may cost less than its parts: nobody is stuck in rough ground for good
        cost = route.cost if len(route.legs) == 1 else leg_cost(leg) + extra
        words = ", ".join(f"{describe(state, area)} +{points}" for area, points in met)
        legs.append(LegFace(leg.kind, Pose.at(*at), leg.amount, float(cost), CLAUSES[leg.kind], ground=words))
    return tuple(legs)


def _views(state: State, unit: Unit) -> tuple[tuple[Glimpse, ...], tuple[Glimpse, ...]]:
    if not state.match.options.premeasure:
        return (), ()
    enemies = [each for each in living(state) if are_hostile(state, unit, each)]
    return glimpses(state, unit, enemies, True), glimpses(state, unit, enemies, False)


def _to_marker(state: State, unit_id: str) -> float | None:
    """How far a unit's centre is from the marker; None without one."""
    marker, pose = match_of(state).objective.marker, state.units[unit_id].pose
    if marker is None or pose is None:
        return None
    x, y = pose.place
    return float(((x - marker[0]) ** 2 + (y - marker[1]) ** 2) ** 0.5)


def place(state: State, seat: int, about: Place) -> PlaceFace:
    """A place tried for a unit that waits."""
    settled = may_place(state, seat, about)
    if isinstance(settled, Refusal):
        return PlaceFace(about.unit, Pose.at(about.x, about.y, about.heading), settled)
    there = state.clone()
    apply(there, UnitPlaced(unit=about.unit, pose=settled.pose))
    return PlaceFace(about.unit, settled.pose, None, *_views(there, there.units[about.unit]))


def aimed(state: State, seat: int, about: AimAbout) -> AimFace | Refusal:
    """One attack of any unit on the table at any other, own or enemy."""
    unit, target = state.units.get(about.unit), state.units.get(about.target)
    if unit is None or target is None:
        return invalid("unknown_unit", "That is not on this table.")
    if not (unit.alive and target.alive) or unit.id == target.id:
        return illegal("target_gone", "bm.attack.declare", "Only a living unit on the table can attack another.")
    shown = aim(state, unit, target, Manner(is_charge(state, unit, target), about.location))
    if not state.match.options.premeasure:
        return shown
    return replace(shown, between=nearest_points(base_of(state, unit), base_of(state, target)))


def build(state: State, seat: int, about: BuildAbout) -> CardFace | Refusal:
    """A Mech of the workshop: its numbers and points, or what is wrong with it."""
    card = find_card(about.card)
    return card if isinstance(card, Refusal) else check_dice(card) or card_face(card)


PREVIEWS: dict[str, tuple[type[Any], Callable[[State, int, Any], Any]]] = {
    "path": (Move, path),
    "place": (Place, place),
    "aim": (AimAbout, aimed),
    "build": (BuildAbout, build),
    "suggest": SUGGEST,
}
