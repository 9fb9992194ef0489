"""The mind of the base book, decision by decision. Chapters bring tables of their own in their `contents.py`."""

from __future__ import annotations

from brickfield.core.decisions import Decision
from brickfield.core.judging.judging import NO_OPINION, Mind, one_by_one
from ..base.aims import DeclareTargets
from ..base.movement_phase import MoveUnits
from ..base.obstacles_and_terrain import PlaceTerrain
from ..base.starting_a_game import DeployUnit, FirstTurnChoice
from . import judgement, sampling, suggestions
from .suggestions_laying import terrain_places
from .suggestions_setup import places
from .suggestions_shots import fire_plans

MINDS: dict[type[Decision], Mind] = {
    MoveUnits: Mind(suggestions.orders, sampling.any_move, judgement.MovesOutlook, suggestions.refined_orders),
    DeclareTargets: Mind(fire_plans, sampling.any_declaration, judgement.fire_plans),
    FirstTurnChoice: Mind(suggestions.first_turn, sampling.any_skip, one_by_one(judgement.first_turn)),
    DeployUnit: Mind(places, sampling.any_place, one_by_one(judgement.deployment)),
    PlaceTerrain: Mind(terrain_places, sampling.any_piece, NO_OPINION),
}
JUDGE = judgement.BattleJudge()
