"""Previews: what a table may ask while nothing is decided: a path, a place, an aim, a whole fire plan, a hint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Union

from msgspec import Meta, Struct
from msgspec.structs import replace

from brickfield.core.apply import apply
from brickfield.core.board import ALIVE, Unit
from brickfield.core.choosing import SUGGEST
from brickfield.core.events import UnitMoved, UnitPlaced
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.showing import AimFace, Glimpse, LegFace, PathFace, PlaceFace, PlanFace, ShotFace
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.rules.aims import aim, glimpses
from brickfield.games.micro_brick_battle.rules.battlefield import battle_of, enemies_of, footprint, token_shape
from brickfield.games.micro_brick_battle.rules.movement import COIN, Move, clause_of, drive, may_move, points_left
from brickfield.games.micro_brick_battle.rules.obstacles_and_terrain import LayPiece, may_lay
from brickfield.games.micro_brick_battle.rules.odds import plan_odds
from brickfield.games.micro_brick_battle.rules.reinforcements import Enter, may_enter
from brickfield.games.micro_brick_battle.rules.starting_a_game import Place, may_place
from brickfield.games.micro_brick_battle.rules.target_declaration import Declare, sort_declarations
from brickfield.geometry import nearest_points
from brickfield.geometry.grain import GRAIN, Pose

Name = Annotated[str, Meta(max_length=16)]


class AimAbout(Struct, frozen=True, forbid_unknown_fields=True):
    """Who aims at what."""

    unit: Name
    target: Name


def path(state: State, seat: int, about: Move) -> PathFace | Refusal:
    """An order worked out: every leg with its price, and who sees whom from where it ends."""
    unit = may_move(state, seat, about.unit)
    if isinstance(unit, Refusal):
        return unit
    left = points_left(state, unit)
    worked = drive(state, unit, about.steps)
    if isinstance(worked, Refusal):
        return PathFace(unit.id, (), 0.0, left, worked, *_views(state, unit))
    legs = tuple(
        LegFace(
            taken.step,
            taken.pose,
            taken.amount,
            taken.cost / COIN,
            clause_of(state, seat, taken.step),
            taken.stopped_by,
        )
        for taken in worked.taken
    )
    cost = sum(leg.cost for leg in legs)
    pose = legs[-1].pose
    there = state.clone()
    apply(there, UnitMoved(unit=unit.id, pose=pose, step="forward", amount=0.0))
    sees, seen_by = _views(there, there.units[unit.id])
    return PathFace(unit.id, legs, cost, left - cost, worked.refused, sees, seen_by, _to_goal(state, pose))


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


def place(state: State, seat: int, about: Place | Enter | LayPiece) -> PlaceFace:
    """A place tried for a unit that waits or comes on from reserve, or for a piece of terrain."""
    pose = Pose.at(about.x, about.y, about.heading)
    if isinstance(about, LayPiece):
        settled: Any = may_lay(state, seat, about)
        return PlaceFace(str(about.piece), pose, settled if isinstance(settled, Refusal) else None)
    settled = may_enter(state, seat, about) if isinstance(about, Enter) else may_place(state, seat, about)
    if isinstance(settled, Refusal):
        return PlaceFace(about.unit, pose, settled)
    there = state.clone()
    apply(there, UnitPlaced(unit=about.unit, pose=settled.pose))
    return PlaceFace(about.unit, settled.pose, None, *_views(there, there.units[about.unit]))


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
    return replace(shown, between=nearest_points(footprint(state, unit), shape))


_PLACED: Any = Union[Place, Enter, LayPiece]
PREVIEWS: dict[str, tuple[type[Any], Callable[[State, int, Any], Any]]] = {
    "path": (Move, path),
    "place": (_PLACED, place),
    "plan": (Declare, plan),
    "aim": (AimAbout, aimed),
    "suggest": SUGGEST,
}
