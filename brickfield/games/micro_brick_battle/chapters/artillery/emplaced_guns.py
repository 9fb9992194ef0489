"""Guns in bunkers: who may be deployed inside one, and who is."""

from __future__ import annotations

from msgspec.structs import replace

from brickfield.core.board import ALIVE, Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.base.battlefield import describe
from brickfield.games.micro_brick_battle.base.measures import measures
from brickfield.games.micro_brick_battle.chapters.special_units.special_units import is_artillery
from brickfield.games.micro_brick_battle.chapters.terrain.bunkers import bunker_around
from brickfield.geometry import Pose


@rule("mbb.arty.with", "mbb.obst.bunker.arty")
def into_bunker(state: State, unit: Unit, pose: Pose) -> Refusal | None:
    """Why a gun may not stand in the bunker it would be in there: it must face its way, be alone and be at home."""
    inside = bunker_around(state, replace(unit, pose=pose)) if is_artillery(state, unit.id) else ()
    if not inside:
        return None
    bunker = state.tokens[min(inside)]
    name, where = describe(state, unit.id), describe(state, bunker.id)
    if bunker.seat >= 0 and not state.match.allied(bunker.seat, unit.seat):
        return illegal("not_your_bunker", "mbb.arty.with", f"{where} belongs to {state.match.seat_name(bunker.seat)}.")
    if abs(_turned(pose, bunker)) > measures().tolerance_degrees:
        return illegal("faces_bunker", "mbb.arty.with", f"{name} must face the way {where} faces.")
    if occupant(state, bunker) is not None:
        return illegal("bunker_taken", "mbb.arty.with", f"There is a gun in {where} already.")
    return None


def _turned(pose: Pose, bunker: Token) -> float:
    """How far off the facing of a bunker a pose is, in degrees."""
    return (pose.degrees - bunker.pose.degrees - 90.0 + 180.0) % 360.0 - 180.0


@rule("mbb.arty.with")
def occupant(state: State, bunker: Token) -> Unit | None:
    """The gun in a bunker, if there is one."""
    guns = (unit for unit in state.units.values() if unit.status == ALIVE)
    return next((unit for unit in guns if bunker.id in bunker_around(state, unit)), None)
