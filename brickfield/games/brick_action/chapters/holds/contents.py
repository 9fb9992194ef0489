"""What holds bring."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from brickfield.core.judging.judging import Mind
from ...base.actions import DEEDS
from ...mind.judgement import priced, respond
from .chapter import HOLDS
from .holds import DROP_HOLD, PLACE_HOLD, Holding
from .responding import Respond, Responding, attacks

DEEDS.add(HOLDS, PLACE_HOLD, DROP_HOLD)

CONTENTS = ChapterContents(
    HOLDS,
    folder=Path(__file__).parent,
    groups=("hold",),
    frames=(Holding, Responding),
    decisions=(Respond,),
    windows={"attacks": attacks},
    minds={Respond: Mind(outlook=priced(respond))},
    verbs=("hold", "drop_hold"),
)
