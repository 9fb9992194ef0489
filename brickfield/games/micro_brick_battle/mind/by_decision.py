"""The mind of the base book, decision by decision: answers worth giving, any answer at random, what an answer is worth.

A decision that is not in a table does as well as the engine can without a judgement of the game. Chapters bring tables
of their own in their `contents.py`.
"""

from __future__ import annotations

from brickfield.core.decisions import Decision
from brickfield.core.judging.judging import Outlooks, one_by_one
from brickfield.games.micro_brick_battle.base.aims import DeclareTargets
from brickfield.games.micro_brick_battle.base.movement_phase import MoveUnits
from brickfield.games.micro_brick_battle.base.obstacles_and_terrain import PlaceTerrain
from brickfield.games.micro_brick_battle.base.starting_a_game import DeployUnit, FirstTurnChoice
from brickfield.games.micro_brick_battle.mind import judgement, sampling
from brickfield.games.micro_brick_battle.mind.ideas import NO_OPINION, Ideas, all_of, some
from brickfield.games.micro_brick_battle.mind.suggestions import finer_orders, first_turn, orders
from brickfield.games.micro_brick_battle.mind.suggestions_laying import terrain_places
from brickfield.games.micro_brick_battle.mind.suggestions_setup import places
from brickfield.games.micro_brick_battle.mind.suggestions_shots import fire_plans

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
