"""What the mind brings to each decision: answers worth giving, any legal answer, and what answers are worth."""

from __future__ import annotations

from brickfield.core.decisions import Decision
from brickfield.core.judging.judging import Mind, one_by_one
from ..base.damage import AllocateHits
from ..base.setting_out import DeployShip
from ..base.turns import Attack, CommandFleet
from . import judgement, sampling, sampling_courses, suggestions

MINDS: dict[type[Decision], Mind] = {
    CommandFleet: Mind(suggestions.command, sampling_courses.command, judgement.PricedCourses),
    Attack: Mind(suggestions.attack, sampling.attack, one_by_one(judgement.attack)),
    DeployShip: Mind(suggestions.deploy, sampling.deploy, one_by_one(judgement.deployment)),
    AllocateHits: Mind(suggestions.allocate, sampling.allocate, one_by_one(judgement.allocation)),
}
