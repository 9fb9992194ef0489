"""The actions of the chapters about vehicles and objectives, for the lists of take_action.py and contents.py."""

from __future__ import annotations

from brickfield.games.brick_action.base.actions import Deed
from brickfield.games.brick_action.chapters.anti_armour.anti_armour import ATTACK_ARMOUR, SWARM_IT, AttackArmour, Swarm
from brickfield.games.brick_action.chapters.capture.activating import ACTIVATE, Activate, Activating
from brickfield.games.brick_action.chapters.flags.flags import TAKE_FLAG, TakeFlag, TakingFlag
from brickfield.games.brick_action.chapters.heavy_support.heavy_fire import (
    CREW_GUN,
    FIRE_HEAVY,
    LEAVE_GUN,
    ChangingCrew,
    CrewGun,
    FireHeavy,
    LeaveGun,
)
from brickfield.games.brick_action.chapters.vehicles.armour_attack import ArmourAttack
from brickfield.games.brick_action.chapters.vehicles.boarding import MayBoard
from brickfield.games.brick_action.chapters.vehicles.dismounting import DISMOUNT, Dismount, Dismounting
from brickfield.games.brick_action.chapters.vehicles.roadkill import RunningDown
from brickfield.games.brick_action.chapters.vehicles.shots_at_drivers import ShotAtDriver
from brickfield.games.brick_action.chapters.vehicles.vehicle_fire import (
    FIRE_GUNS,
    TURN_TURRET,
    FireGuns,
    TurningTurret,
    TurnTurret,
)
from brickfield.games.brick_action.chapters.vehicles.vehicle_moves import DRIVE, Drive, Driving
from brickfield.games.brick_action.chapters.vehicles.wrecks import PlaceSurvivors, Wrecked

VEHICLE_DEEDS: tuple[Deed, ...] = (
    *(DRIVE, *FIRE_GUNS, TURN_TURRET, ATTACK_ARMOUR, SWARM_IT, DISMOUNT),
    *(FIRE_HEAVY, LEAVE_GUN, CREW_GUN),
    *(ACTIVATE, TAKE_FLAG),
)
VehicleOrder = (
    Drive | FireGuns | TurnTurret | AttackArmour | Swarm | Dismount | Activate | TakeFlag
    | FireHeavy | LeaveGun | CrewGun
)  # fmt: skip
VEHICLE_FRAMES = (
    Driving,
    RunningDown,
    ShotAtDriver,
    ArmourAttack,
    TurningTurret,
    Wrecked,
    Dismounting,
    Activating,
    TakingFlag,
    ChangingCrew,
)
VEHICLE_DECISIONS = (MayBoard, PlaceSurvivors)
