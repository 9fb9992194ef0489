"""The mind of the game, decision by decision. Chapters bring tables of their own."""

from __future__ import annotations

from brickfield.core.decisions import Decision, React
from brickfield.core.judging.judging import Mind
from ..base.casualties import ChooseLosses
from ..base.close_combat.close_combat import MayFightOn
from ..base.deployment import DeployUnit
from ..base.firing.attack import MaySaveSix
from ..base.moving.arrival import DeclareCorner
from ..base.prone import MayDrop
from ..base.reactions.reactive_movement import Pursue
from ..base.reactions.responses import ReactToMove
from ..base.take_action import TakeAction
from . import camps, ideas, judgement, prices, sampling
from .judgement import priced

MINDS: dict[type[Decision], Mind] = {
    TakeAction: Mind(
        ideas.suggest_actions,
        sampling.any_action,
        priced(lambda state, decision, answer: prices.order_terms(state, answer)),
    ),
    DeployUnit: Mind(
        camps.suggest_deployments,
        sampling.any_place,
        priced(lambda state, decision, answer: camps.deploy_terms(state, answer)),
    ),
    Pursue: Mind(ideas.suggest_pursuits, sampling.any_pursuit, priced(judgement.respond)),
    ReactToMove: Mind(samples=sampling.any_shot, outlook=priced(judgement.react)),
    MayDrop: Mind(samples=lambda state, decision, rng: React(yes=rng.random() < 0.5), outlook=priced(judgement.drop)),
    DeclareCorner: Mind(outlook=priced(judgement.declare)),
    ChooseLosses: Mind(outlook=priced(judgement.losses)),
    MayFightOn: Mind(outlook=priced(judgement.fight_on)),
    MaySaveSix: Mind(outlook=priced(judgement.save_six)),
}
