"""What holds bring."""

from brickfield.core.game import ChapterContents
from ...base.actions import DEEDS
from .chapter import HOLDS
from .holds import DROP_HOLD, PLACE_HOLD, Holding
from .responding import Respond, Responding, attacks

DEEDS.add(HOLDS, PLACE_HOLD, DROP_HOLD)

CONTENTS = ChapterContents(
    HOLDS,
    groups=("hold",),
    frames=(Holding, Responding),
    decisions=(Respond,),
    windows={"attacks": attacks},
    verbs=("hold", "drop_hold"),
)
