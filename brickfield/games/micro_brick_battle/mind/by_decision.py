"""The mind of the game, decision by decision: answers worth giving, any answer at random, what an answer is worth.

A decision that is not in a table does as well as the engine can without a judgement of the game.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.judging.judging import Outlooks, indifferent, one_by_one
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.base.aims import DeclareTargets
from brickfield.games.micro_brick_battle.base.movement_phase import MoveUnits
from brickfield.games.micro_brick_battle.base.obstacles_and_terrain import PlaceTerrain
from brickfield.games.micro_brick_battle.base.starting_a_game import DeployUnit, FirstTurnChoice
from brickfield.games.micro_brick_battle.chapters.airplanes.airplane_phase import EnterAirplane, FlyAirplanes
from brickfield.games.micro_brick_battle.chapters.airplanes.mind import airplane_answers, entry_answers
from brickfield.games.micro_brick_battle.chapters.artillery.gun_works import PlaceWork
from brickfield.games.micro_brick_battle.chapters.effect_cards.choosing_cards import ChooseCards
from brickfield.games.micro_brick_battle.chapters.effect_cards.mind import (
    card_picks,
    card_plays,
    card_points,
    card_price,
    second_units,
)
from brickfield.games.micro_brick_battle.chapters.effect_cards.playing_cards import (
    ChooseSecond,
    NameCardPoint,
    PlayCards,
    PlayInWindow,
)
from brickfield.games.micro_brick_battle.chapters.infantry.infantry_phase import MoveInfantry
from brickfield.games.micro_brick_battle.chapters.infantry.mind_flanks import moving_in
from brickfield.games.micro_brick_battle.chapters.infantry.mind_orders import infantry_orders
from brickfield.games.micro_brick_battle.chapters.infantry.mind_sampling import any_infantry_order
from brickfield.games.micro_brick_battle.chapters.infantry.raiding import MoveInAfterRaid
from brickfield.games.micro_brick_battle.chapters.mines.laying_mines import PlaceMine, WriteMinefield
from brickfield.games.micro_brick_battle.chapters.mines.mind import calls, mine_places, mine_price, squares_to_mine
from brickfield.games.micro_brick_battle.chapters.mines.mine_tests import CallEvenOrOdd
from brickfield.games.micro_brick_battle.chapters.reinforcements.reinforcements import NameReserves
from brickfield.games.micro_brick_battle.chapters.special_units.mind import reserves_to_name, works_places
from brickfield.games.micro_brick_battle.chapters.special_units.tank_commanders import CommandersChoice
from brickfield.games.micro_brick_battle.mind import judgement, sampling
from brickfield.games.micro_brick_battle.mind.suggestions import finer_orders, first_turn, orders
from brickfield.games.micro_brick_battle.mind.suggestions_laying import terrain_places
from brickfield.games.micro_brick_battle.mind.suggestions_setup import places
from brickfield.games.micro_brick_battle.mind.suggestions_shots import fire_plans

Ideas = Callable[[State, Any, int], list[Suggestion]]


class Thoughts(NamedTuple):
    """Of one decision: what answers are worth, ideas (else its choices are the ideas), any answer, and finer ideas."""

    outlook: Outlooks
    ideas: Ideas | None = None
    random: Callable[[State, Any, random.Random], Any] | None = None
    finer: Ideas | None = None


def _some(found: Callable[[State, int, int], list[Suggestion]]) -> Ideas:
    """At most so many of what is found for a seat, but one at least: the safe one first, then the best of each kind."""
    return lambda state, decision, n: found(state, decision.seat, n)[: max(1, n)]


def _finer(found: Callable[[State, int, int], list[Suggestion]]) -> Ideas:
    return lambda state, decision, n: found(state, decision.seat, n)


_NO_OPINION = one_by_one(indifferent)

_THOUGHTS: dict[type[Decision], Thoughts] = {
    MoveUnits: Thoughts(judgement.MovesOutlook, _some(orders), sampling.any_move, _finer(finer_orders)),
    DeclareTargets: Thoughts(judgement.FirePlansOutlook, _some(fire_plans), sampling.any_declaration),
    FirstTurnChoice: Thoughts(one_by_one(judgement.first_turn), _some(first_turn), sampling.any_skip),
    DeployUnit: Thoughts(one_by_one(judgement.deployment), _some(places), sampling.any_place),
    PlaceTerrain: Thoughts(_NO_OPINION, _some(terrain_places), sampling.any_piece),
    FlyAirplanes: Thoughts(one_by_one(judgement.airplanes), airplane_answers),
    EnterAirplane: Thoughts(one_by_one(judgement.airplanes), entry_answers),
    NameReserves: Thoughts(_NO_OPINION, _some(reserves_to_name)),
    PlaceWork: Thoughts(_NO_OPINION, _some(works_places)),
    CommandersChoice: Thoughts(one_by_one(judgement.commander)),
    WriteMinefield: Thoughts(one_by_one(mine_price), _some(squares_to_mine)),
    PlaceMine: Thoughts(one_by_one(mine_price), _some(mine_places)),
    CallEvenOrOdd: Thoughts(_NO_OPINION, _some(calls)),
    ChooseCards: Thoughts(_NO_OPINION, card_picks),
    PlayCards: Thoughts(one_by_one(card_price), card_plays, sampling.any_card),
    PlayInWindow: Thoughts(one_by_one(card_price), card_plays),
    NameCardPoint: Thoughts(one_by_one(card_price), card_points),
    ChooseSecond: Thoughts(one_by_one(card_price), second_units),
    MoveInfantry: Thoughts(judgement.MovesOutlook, _some(infantry_orders), any_infantry_order),
    MoveInAfterRaid: Thoughts(one_by_one(judgement.move_in), moving_in),
}

SUGGESTS = {kind: each.ideas for kind, each in _THOUGHTS.items() if each.ideas is not None}
FINER = {kind: each.finer for kind, each in _THOUGHTS.items() if each.finer is not None}
SAMPLES = {kind: each.random for kind, each in _THOUGHTS.items() if each.random is not None}
JUDGE = judgement.BattleJudge({kind: each.outlook for kind, each in _THOUGHTS.items()})
