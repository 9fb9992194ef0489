"""Airplanes: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.core.judging.judging import one_by_one
from brickfield.games.micro_brick_battle.chapters.airplanes import airplanes, targeting_airplanes
from brickfield.games.micro_brick_battle.chapters.airplanes.airplane_phase import (
    AirplanePhase,
    EnterAirplane,
    FlyAirplanes,
)
from brickfield.games.micro_brick_battle.chapters.airplanes.airplane_shooting import WEAPONS
from brickfield.games.micro_brick_battle.chapters.airplanes.chapter import AIRPLANES
from brickfield.games.micro_brick_battle.chapters.airplanes.mind import airplane_answers, entry_answers
from brickfield.games.micro_brick_battle.mind import judgement

CONTENTS = ChapterContents(
    AIRPLANES,
    rules=(
        airplanes,
        targeting_airplanes,
    ),
    groups=("air",),
    frames=(AirplanePhase,),
    decisions=(FlyAirplanes, EnterAirplane),
    verbs=WEAPONS,
    suggests={FlyAirplanes: airplane_answers, EnterAirplane: entry_answers},
    outlooks={FlyAirplanes: one_by_one(judgement.airplanes), EnterAirplane: one_by_one(judgement.airplanes)},
)
