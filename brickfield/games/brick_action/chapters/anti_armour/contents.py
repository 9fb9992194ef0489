"""What infantry against armour brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents, SettingUp
from ...base.actions import DEEDS
from .anti_armour import ATTACK_ARMOUR, SWARM_IT
from .chapter import ANTI_ARMOUR
from .free_rockets import AssignRocket, FreeRockets
from .words import WORDS

DEEDS.add(ANTI_ARMOUR, ATTACK_ARMOUR, SWARM_IT)

CONTENTS = ChapterContents(
    ANTI_ARMOUR,
    folder=Path(__file__).parent,
    groups=("iva", "swarm"),
    frames=(FreeRockets,),
    decisions=(AssignRocket,),
    setting_up={AssignRocket: SettingUp()},
    verbs=("attack_armour", "swarm"),
    words=WORDS,
)
