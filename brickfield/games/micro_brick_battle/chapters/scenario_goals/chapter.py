"""Scenario goals: part of every battle, which may have none but to destroy the enemy."""

from brickfield.core.chapters import Chapter

SCENARIO_GOALS = Chapter("scenario_goals", in_play=lambda match: True)
