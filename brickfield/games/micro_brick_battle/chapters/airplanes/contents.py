"""Airplanes: what this chapter brings."""

from brickfield.core.game import ChapterContents
from brickfield.core.judging.judging import one_by_one
from ...mind import judgement
from . import airplanes, targeting_airplanes
from .airplane_phase import AirplanePhase, EnterAirplane, FlyAirplanes
from .airplane_shooting import WEAPONS
from .chapter import AIRPLANES
from .mind import airplane_answers, entry_answers

CONTENTS = ChapterContents(
    AIRPLANES,
    rules=(airplanes, targeting_airplanes),
    groups=("air",),
    frames=(AirplanePhase,),
    decisions=(FlyAirplanes, EnterAirplane),
    verbs=WEAPONS,
    suggests={FlyAirplanes: airplane_answers, EnterAirplane: entry_answers},
    outlooks={FlyAirplanes: one_by_one(judgement.airplanes), EnterAirplane: one_by_one(judgement.airplanes)},
)
