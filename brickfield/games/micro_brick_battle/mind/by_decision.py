"""The mind of the base book, decision by decision: answers worth giving, any answer at random, what an answer is worth.

A decision that is not in a table does as well as the engine can without a judgement of the game. Chapters bring tables
of their own in their `contents.py`.
"""

from __future__ import annotations

from brickfield.core.decisions import Decision
from brickfield.core.judging.judging import Outlooks, one_by_one
from ..base.aims import DeclareTargets
from ..base.movement_phase import MoveUnits
from ..base.obstacles_and_terrain import PlaceTerrain
from ..base.starting_a_game import DeployUnit, FirstTurnChoice
from . import judgement, sampling
from .ideas import NO_OPINION, Ideas, all_of, some
from .suggestions import finer_orders, first_turn, orders
from .suggestions_laying import terrain_places
from .suggestions_setup import places
from .suggestions_shots import fire_plans

SUGGESTS: dict[type[Decision], Ideas] = {
    MoveUnits: some(orders),
    DeclareTargets: some(fire_plans),
    FirstTurnChoice: some(first_turn),
    DeployUnit: some(places),
    PlaceTerrain: some(terrain_places),
}
FINER: dict[type[Decision], Ideas] = {MoveUnits: all_of(finer_orders)}
SAMPLES = {
    MoveUnits: sampling.any_move,
    DeclareTargets: sampling.any_declaration,
    FirstTurnChoice: sampling.any_skip,
    DeployUnit: sampling.any_place,
    PlaceTerrain: sampling.any_piece,
}
OUTLOOKS: dict[type[Decision], Outlooks] = {
    MoveUnits: judgement.MovesOutlook,
    DeclareTargets: judgement.FirePlansOutlook,
    FirstTurnChoice: one_by_one(judgement.first_turn),
    DeployUnit: one_by_one(judgement.deployment),
    PlaceTerrain: NO_OPINION,
}
JUDGE = judgement.BattleJudge()
