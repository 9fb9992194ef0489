"""Scenario goals: what this chapter brings."""

from brickfield.core.game import ChapterContents
from . import leaving_the_table, scenario_goals
from .chapter import SCENARIO_GOALS
from .leaving_the_table import LeavingTheTable

CONTENTS = ChapterContents(SCENARIO_GOALS, rules=(leaving_the_table, scenario_goals), frames=(LeavingTheTable,))
