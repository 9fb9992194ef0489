"""Previews: what a table may ask while nothing is decided: a path, a place, an aim, a whole fire plan, a hint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, Union

from msgspec import Meta, Struct
from msgspec.structs import replace

from brickfield.core.apply import apply
from brickfield.core.asking.previews import Glimpse, PathFace, PlaceFace, PlanFace, ReachFace, ShotFace
from brickfield.core.board import ALIVE, FLYING, Unit
from brickfield.core.clauses import rule
from brickfield.core.events import UnitPlaced
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.setup.choosing import SUGGEST
from brickfield.core.shown.showing import AimFace, LegFace, outlined
from brickfield.core.state import State
from brickfield.geometry import nearest_points
from brickfield.geometry.grain import GRAIN, Pose
from ..base.aims import aim, glimpses
from ..base.battlefield import battle_of, describe, enemies_of, footprint, token_shape
from ..base.movement import MP_GRAIN, Drive, Forward, Pivot, Reverse, Slide, clause_of, may_move, points_left
from ..base.movement_phase import worked_out
from ..base.obstacles_and_terrain import LayPiece, may_lay
from ..base.odds import plan_odds
from ..base.starting_a_game import Place, may_place
from ..base.target_declaration import Declare, sort_declarations
from ..chapters.airplanes.airplanes import flight_lengths, flown_over, fly
from ..chapters.artillery.bunker_places import stays_empty
from ..chapters.infantry.infantry import is_infantry
from ..chapters.infantry.marching import March, Pace, march, may_march
from ..chapters.terrain.ground_charges import dearer
from .hazards import known_mine
from .prices import after_way, flight_prices, way_prices

Name = Annotated[str, Meta(max_length=16)]


AnyWay = Annotated[tuple[Union[Forward, Reverse, Pivot, Slide, March], ...], Meta(min_length=1, max_length=64)]


class WayAbout(Struct, frozen=True, forbid_unknown_fields=True):
    """A way that is thought of, as the answer that would take it: on wheels, on foot or in the air."""

    unit: Name
    steps: AnyWay
    answer: Literal["move", "air_move", "walk"] = "move"
    pace: Pace = ""


class AimAbout(Struct, frozen=True, forbid_unknown_fields=True):
    """Who aims at what."""

    unit: Name
    target: Name


def path(state: State, seat: int, about: WayAbout) -> PathFace | Refusal:
    """An order worked out: every leg with its price, and who sees whom from where it ends."""
    if about.unit in state.units and state.units[about.unit].status == FLYING:
        return _flight(state, seat, about)
    on_foot = about.unit in state.units and is_infantry(state, about.unit)
    unit = may_march(state, seat, about.unit) if on_foot else may_move(state, seat, about.unit)
    if isinstance(unit, Refusal):
        return unit
    left = points_left(state, unit)
    worked = _worked(state, unit, about)
    if isinstance(worked, Refusal):
        return PathFace(unit.id, (), 0.0, left, worked, *_views(state, unit))
    legs = tuple(
        LegFace(
            taken.step,
            taken.pose,
            taken.amount,
            taken.cost / MP_GRAIN,
            clause_of(state, seat, taken.step),
            taken.stopped_by,
            ", ".join(filter(None, (dearer(state, taken.charged), known_mine(state, unit, start, taken)))),
        )
        for start, taken in zip((unit.pose, *[each.pose for each in worked.taken]), worked.taken, strict=False)
    )
    cost = sum(leg.cost for leg in legs)
    pose = legs[-1].pose
    there = after_way(state, unit, worked.taken, about.pace if on_foot else "")
    sees, seen_by = _views(there, there.units[unit.id])
    # ground on the way may have taken off more than the way is long
    left = points_left(there, there.units[unit.id]) if on_foot else left - cost
    goal, prices = _to_goal(state, pose), way_prices(state, unit, worked.taken, there)
    return PathFace(unit.id, legs, cost, left, worked.refused, sees, seen_by, goal, prices=prices)


@rule("inf.move.omni", "mbb.move.any_number")
def _worked(state: State, unit: Unit, about: WayAbout) -> Drive | Refusal:
    """A way worked out by the rules of who goes it."""
    ways = [step for step in about.steps if isinstance(step, March)]
    if is_infantry(state, unit.id):
        if len(ways) < len(about.steps):
            return illegal("not_on_foot", "inf.move.omni", "Soldiers go straight ways in any direction.")
        return march(state, unit, tuple(ways), about.pace)
    if ways:
        return illegal("on_foot", "inf.move.omni", f"{describe(state, unit.id)} does not go on foot.")
    return worked_out(state, unit, tuple(step for step in about.steps if not isinstance(step, March)))


@rule("mbb.air.min_half", "mbb.air.bomb.over")
def _flight(state: State, seat: int, about: WayAbout) -> PathFace | Refusal:
    """A Move of an airplane worked out: its legs, and what it would fly over."""
    unit = state.units[about.unit]
    if unit.seat != seat:
        sentence = f"{describe(state, unit.id)} belongs to {state.match.seat_name(unit.seat)}."
        return illegal("not_your_unit", "mbb.turn.active", sentence)
    if not all(isinstance(step, (Forward, Pivot)) for step in about.steps):
        return illegal("not_flying", "mbb.air.turn45", "Airplanes only fly straight on and turn.")
    most = flight_lengths(state, unit.id)[1]
    worked = fly(state, unit, about.steps)  # type: ignore[arg-type]
    if isinstance(worked, Refusal):
        return PathFace(unit.id, (), 0.0, most, worked)
    legs = tuple(
        LegFace(leg.step, leg.pose, leg.amount, leg.amount if leg.step == "flown" else 0.0, _LEGS[leg.step])
        for leg in worked.legs
    )
    cost = sum(leg.cost for leg in legs)
    below = tuple(_below(state, each) for each in flown_over(state, unit.here, worked.legs))
    return PathFace(unit.id, legs, cost, most - cost, reaches=below, prices=flight_prices(state, unit, worked))


_LEGS = {"flown": "mbb.air.min_half", "pivot": "mbb.air.turn45"}


def _below(state: State, thing: str) -> ReachFace:
    """Something that a path leads over, with its outline."""
    shape = token_shape(state.tokens[thing]) if thing in state.tokens else footprint(state, state.units[thing])
    return ReachFace(outlined(shape), 0.0, f"flown over: {describe(state, thing)}", "mbb.air.bomb.over")


def _views(state: State, unit: Unit) -> tuple[tuple[Glimpse, ...], tuple[Glimpse, ...]]:
    enemies = enemies_of(state, unit.seat)
    return glimpses(state, unit, enemies, True), glimpses(state, unit, enemies, False)


def _to_goal(state: State, pose: Pose) -> float | None:
    """How far a unit's centre is from the objective's area; 0 inside it."""
    area = battle_of(state).scenario.objective
    if area is None:
        return None
    off_x = max(0.0, abs(pose.x / GRAIN - area.x) - area.length / 2)
    off_y = max(0.0, abs(pose.y / GRAIN - area.y) - area.width / 2)
    return float((off_x**2 + off_y**2) ** 0.5)


def place(state: State, seat: int, about: Place | LayPiece) -> PlaceFace:
    """A place tried for a unit that waits, or for a piece of terrain."""
    pose = Pose.at(about.x, about.y, about.heading)
    if isinstance(about, Place):
        return placed(state, about.unit, pose, may_place(state, seat, about))
    settled = may_lay(state, seat, about)
    if isinstance(settled, Refusal):
        return PlaceFace(str(about.piece), pose, settled)
    caution = stays_empty(state, seat, settled.piece, settled.pose)
    clause = "mbb.arty.deploy12" if caution else ""
    return PlaceFace(str(about.piece), pose, caution=caution, caution_clause=clause)


def placed(state: State, unit: str, pose: Pose, settled: Any) -> PlaceFace:
    """A place tried for a unit: why it may not stand there, or whom it sees from there."""
    if isinstance(settled, Refusal):
        return PlaceFace(unit, pose, settled)
    there = state.clone()
    apply(there, UnitPlaced(unit=unit, pose=settled.pose))
    return PlaceFace(unit, settled.pose, None, *_views(there, there.units[unit]))


def plan(state: State, seat: int, about: Declare) -> PlanFace:
    """A fire plan, shots from the left, with exact odds; shots that may not be made are left out, and why is said."""
    able, refusal = sort_declarations(state, seat, about)
    odds = plan_odds(state, able)
    shots = tuple(ShotFace(shot.unit, shot.target, shot.made, shot.destroys) for shot in odds.shots)
    return PlanFace(shots, odds.expected_kills, odds.at_least_one, refusal, "mbb.geometry.preview")


def aimed(state: State, seat: int, about: AimAbout) -> AimFace | Refusal:
    """One shot of any unit on the table at any other, own or enemy: for the sight card."""
    unit = state.units.get(about.unit)
    if unit is None or (about.target not in state.units and about.target not in state.tokens):
        return invalid("unknown_unit", "That is not on this table.")
    if unit.pose is None or unit.status != ALIVE:
        return illegal("not_alive", "mbb.declare.recheck", "Only a living unit on the table can aim.")
    shown = aim(state, unit, about.target)
    if about.target in state.tokens:
        shape = token_shape(state.tokens[about.target])
    elif state.units[about.target].pose is not None:
        shape = footprint(state, state.units[about.target])
    else:
        return shown
    if state.units.get(about.target, unit).status == FLYING:
        return shown
    return replace(shown, between=nearest_points(footprint(state, unit), shape))


_PLACED: Any = Union[Place, LayPiece]
PREVIEWS: dict[str, tuple[type[Any], Callable[[State, int, Any], Any]]] = {
    "path": (WayAbout, path),
    "place": (_PLACED, place),
    "plan": (Declare, plan),
    "aim": (AimAbout, aimed),
    "suggest": SUGGEST,
}
