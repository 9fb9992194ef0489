"""What vehicles bring."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from ...base.actions import DEEDS
from . import held_attacks, hull_lines, turrets, walking_up
from .armour_attack import ArmourAttack
from .boarding import MayBoard
from .chapter import VEHICLES
from .dismounting import DISMOUNT, Dismounting
from .mind_sampling import MINDS
from .roadkill import RunningDown
from .shots_at_drivers import ShotAtDriver
from .vehicle_fire import FIRE_GUNS, TURN_TURRET, TurningTurret
from .vehicle_moves import DRIVE, Driving
from .vehicles import SWARM, vehicle_weapons
from .words import WORDS
from .wrecks import PlaceSurvivors, Wrecked

DEEDS.add(VEHICLES, DRIVE, *FIRE_GUNS, TURN_TURRET, DISMOUNT)

CONTENTS = ChapterContents(
    VEHICLES,
    folder=Path(__file__).parent,
    groups=("veh", "roadkill"),
    rules=(held_attacks, hull_lines, turrets, walking_up),
    frames=(Driving, RunningDown, ShotAtDriver, ArmourAttack, TurningTurret, Wrecked, Dismounting),
    decisions=(MayBoard, PlaceSurvivors),
    minds=MINDS,
    verbs=(
        *("drive", "dismount", "turn_turret"),
        *(f"fire_{weapon}" for weapon in vehicle_weapons() if weapon != SWARM),
    ),
    words=WORDS,
)
