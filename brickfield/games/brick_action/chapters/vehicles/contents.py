"""What vehicles bring."""

from brickfield.core.game import ChapterContents
from ...base.actions import DEEDS
from . import held_attacks, hull_lines, mind_sampling, turrets
from .armour_attack import ArmourAttack
from .boarding import MayBoard
from .chapter import VEHICLES
from .dismounting import DISMOUNT, Dismounting
from .roadkill import RunningDown
from .shots_at_drivers import ShotAtDriver
from .vehicle_fire import FIRE_GUNS, TURN_TURRET, TurningTurret
from .vehicle_moves import DRIVE, Driving
from .vehicles import SWARM, vehicle_weapons
from .wrecks import PlaceSurvivors, Wrecked

DEEDS.add(VEHICLES, DRIVE, *FIRE_GUNS, TURN_TURRET, DISMOUNT)

CONTENTS = ChapterContents(
    VEHICLES,
    groups=("veh", "roadkill"),
    rules=(held_attacks, hull_lines, turrets),
    frames=(Driving, RunningDown, ShotAtDriver, ArmourAttack, TurningTurret, Wrecked, Dismounting),
    decisions=(MayBoard, PlaceSurvivors),
    samples={
        MayBoard: lambda state, decision, rng: mind_sampling.any_boarding(decision, rng),
        PlaceSurvivors: mind_sampling.any_survivors,
    },
    verbs=(
        *("drive", "dismount", "turn_turret"),
        *(f"fire_{weapon}" for weapon in vehicle_weapons() if weapon != SWARM),
    ),
)
