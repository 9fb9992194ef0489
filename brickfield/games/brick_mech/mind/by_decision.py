"""The mind of the game, decision by decision. Chapters bring tables of their own."""

from __future__ import annotations

from brickfield.core.decisions import Decision
from brickfield.core.judging.judging import Mind
from ..base.deployment import DeployUnit
from ..base.take_action import TakeAction
from . import judgement, sampling, suggestions
from .judgement import priced_by

MINDS: dict[type[Decision], Mind] = {
    TakeAction: Mind(suggestions.actions, sampling.any_action, priced_by(judgement.action_terms)),
    DeployUnit: Mind(suggestions.places, sampling.any_place, priced_by(judgement.place_terms)),
}
