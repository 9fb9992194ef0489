"""Shots from the ground at airplanes: by the weapon that reaches them, and seen by whom."""

from __future__ import annotations

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.base.modifiers import StrikeNumbers
from brickfield.games.micro_brick_battle.base.shooting import ByVictoryTable, decided_by, seen_through, sight_lost
from brickfield.games.micro_brick_battle.base.target_declaration import Shot
from brickfield.games.micro_brick_battle.chapters.airplanes.chapter import AIRPLANES
from brickfield.games.micro_brick_battle.chapters.airplanes.targeting_airplanes import (
    is_flying,
    may_fire_at_plane,
    spotter_of_plane,
    weapon_at_plane,
)
from brickfield.games.micro_brick_battle.chapters.special_units.special_units import fires_over


class AtPlane(ByVictoryTable):
    """Two dice at an airplane, with the weapon that reaches it."""

    @rule("mbb.air.smallarms.9", "mbb.air.main_gun")
    def numbers(self, state: State, shot: Shot, others: tuple[Unit, ...]) -> StrikeNumbers:
        """What that weapon needs."""
        return weapon_at_plane(state, state.units[shot.unit], state.units[shot.target])[1]


_AT_PLANE = AtPlane()


@decided_by.amended(AIRPLANES)
@rule("mbb.air.smallarms.9", "mbb.air.main_gun")
def decided_in_the_air(state: State, shooter: Unit, target: Unit, before: ByVictoryTable) -> ByVictoryTable:
    """An airplane is fired at in its own way."""
    return _AT_PLANE if is_flying(state, target.id) else before


@seen_through.amended(AIRPLANES)
@rule("mbb.spot.los")
def spotter_of_planes(state: State, shot: Shot, by: str) -> str:
    """Who sees a plane for a gun."""
    if not is_flying(state, shot.target):
        return by
    return spotter_of_plane(state, state.units[shot.unit], state.units[shot.target])


@sight_lost.amended(AIRPLANES)
@rule("mbb.declare.recheck")
def plane_lost(state: State, shooter: Unit, target_id: str, lost: str) -> str:
    """Why a shooter does not reach a plane any more."""
    if not is_flying(state, target_id) or fires_over(state, shooter.id):
        return lost
    closed = may_fire_at_plane(state, shooter, state.units[target_id])
    return "" if closed is None else closed.code
