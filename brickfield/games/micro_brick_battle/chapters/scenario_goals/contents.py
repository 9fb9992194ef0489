"""Scenario goals: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.micro_brick_battle.chapters.scenario_goals import leaving_the_table, scenario_goals
from brickfield.games.micro_brick_battle.chapters.scenario_goals.chapter import SCENARIO_GOALS
from brickfield.games.micro_brick_battle.chapters.scenario_goals.leaving_the_table import LeavingTheTable

CONTENTS = ChapterContents(
    SCENARIO_GOALS,
    rules=(
        leaving_the_table,
        scenario_goals,
    ),
    frames=(LeavingTheTable,),
)
