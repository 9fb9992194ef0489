"""Shots of guns that fire over everything, by the sight of a spotter: whose it is, and that they need it only once."""

from __future__ import annotations

from brickfield.core.board import FLYING, Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.base.shooting import seen_through, sight_lost
from brickfield.games.micro_brick_battle.base.target_declaration import Shot
from brickfield.games.micro_brick_battle.chapters.special_units.chapter import SPECIAL_UNITS
from brickfield.games.micro_brick_battle.chapters.special_units.spotters import fires_by_spotter, spotter_for


@seen_through.amended(SPECIAL_UNITS)
@rule("mbb.spg.spotter")
def spotter_named(state: State, shot: Shot, by: str) -> str:
    """A gun that does not see its target itself names who does."""
    target = state.units.get(shot.target)
    if target is not None and target.status == FLYING:
        return by
    return spotter_for(state, state.units[shot.unit], shot.target)


@sight_lost.amended(SPECIAL_UNITS)
@rule("mbb.spg.over", "mbb.arty.over")
def declared_over_all(state: State, shooter: Unit, target_id: str, lost: str) -> str:
    """Guns that fire over everything need their line, or their spotter's, for the declaration only."""
    return "" if lost and fires_by_spotter(state, shooter) else lost
