"""Airplanes: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from brickfield.core.judging.judging import Mind, one_by_one
from . import airplanes, targeting_airplanes
from .airplane_phase import AirplanePhase, EnterAirplane, FlyAirplanes
from .airplane_shooting import WEAPONS
from .airplanes import EnterFrom
from .chapter import AIRPLANES
from .mind import airplane_answers, airplane_price, entry_answers
from .shown import entry
from .words import WORDS

CONTENTS = ChapterContents(
    AIRPLANES,
    folder=Path(__file__).parent,
    rules=(airplanes, targeting_airplanes),
    groups=("air",),
    frames=(AirplanePhase,),
    decisions=(FlyAirplanes, EnterAirplane),
    verbs=WEAPONS,
    minds={
        FlyAirplanes: Mind(airplane_answers, outlook=one_by_one(airplane_price)),
        EnterAirplane: Mind(entry_answers, outlook=one_by_one(airplane_price)),
    },
    words=WORDS,
    previews={"place": (EnterFrom, entry)},
)
