"""What vehicles bring."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.brick_action.base.actions import DEEDS
from brickfield.games.brick_action.chapters.vehicles import held_attacks, hull_lines, mind_sampling, turrets
from brickfield.games.brick_action.chapters.vehicles.armour_attack import ArmourAttack
from brickfield.games.brick_action.chapters.vehicles.boarding import MayBoard
from brickfield.games.brick_action.chapters.vehicles.chapter import VEHICLES
from brickfield.games.brick_action.chapters.vehicles.dismounting import DISMOUNT, Dismounting
from brickfield.games.brick_action.chapters.vehicles.roadkill import RunningDown
from brickfield.games.brick_action.chapters.vehicles.shots_at_drivers import ShotAtDriver
from brickfield.games.brick_action.chapters.vehicles.vehicle_fire import FIRE_GUNS, TURN_TURRET, TurningTurret
from brickfield.games.brick_action.chapters.vehicles.vehicle_moves import DRIVE, Driving
from brickfield.games.brick_action.chapters.vehicles.vehicles import SWARM, vehicle_weapons
from brickfield.games.brick_action.chapters.vehicles.wrecks import PlaceSurvivors, Wrecked

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
