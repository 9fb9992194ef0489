"""Vehicles: the classes and weapons of the armour table, what a vehicle costs and what it may carry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.data_files import DataFault, TableRow, by_key, read, read_numbers
from brickfield.core.numbers import listed
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.setup.own_models import without_model
from brickfield.core.state import State

# the row of the armour table that is no weapon: soldiers who climb onto a vehicle
SWARM = "infantry_swarm"


class VehicleClass(TableRow, frozen=True):
    """A column of the armour table, with its body: studs long and wide, blocks high."""

    id: str
    title: str
    cost: Annotated[int, Meta(gt=0)]
    damage_points: Annotated[int, Meta(gt=0)]
    speed: Annotated[float, Meta(gt=0)]
    footprint: tuple[float, float, float]
    capacity: int
    most_main: int
    most_machine_guns: int
    turret: bool
    crosses_hard: bool
    gives_enemy_rocket: bool
    clause: str
    # the model of bricks it is drawn after, where one has been designed
    design: str = ""


class VehicleWeapon(TableRow, frozen=True):
    """A row of the armour table: dice, points, range in studs and the threshold by class; 0 is a dash."""

    id: str
    title: str
    dice: Annotated[int, Meta(gt=0)]
    cost: int
    range: float
    main: bool
    ap: bool
    threshold: dict[str, int]
    clause: str


class _VehiclesFile(TableRow, frozen=True):
    vehicle_class: tuple[VehicleClass, ...]
    vehicle_weapon: tuple[VehicleWeapon, ...]


class Armour(TableRow, frozen=True):
    """Every single number of the chapters about vehicles and heavy weapons. `clauses` names the clause of each."""

    vehicle_save: int
    save_against_infantry: int
    hit_from: int
    automatic_face: int
    most_wielders: int
    rocket_cap: int
    half_visible: float
    hidden_cap: int
    silhouette_points: int
    partly_hidden_blocks: int
    partly_hidden_counts: float
    disabling_damage: int
    wall_dice_lost: int
    wall_save_bonus: int
    long_shot_step: float
    most_save_bonus: int
    most_moves: int
    reverse_cost: int
    most_pivot: float
    crossed_blocks: int
    free_turn: float
    fixed_arc: float
    front_arc: float
    rear_arc: float
    dismount_studs: float
    crew_minis: int
    mount_studs: float
    passenger_save: int
    survivor_studs: float
    contact: float
    roadkill_save: int
    roadkill_medic: int
    clauses: dict[str, str]


@cache
def armour() -> Armour:
    """The numbers of the chapters about vehicles."""
    return read_numbers("armour.toml", Armour, Path(__file__).parent)


@cache
def _table() -> _VehiclesFile:
    table = read("vehicles.toml", _VehiclesFile, Path(__file__).parent)
    names = {each.id for each in table.vehicle_class}
    for weapon in table.vehicle_weapon:
        if set(weapon.threshold) != names:
            raise DataFault(f"vehicles.toml: {weapon.id} needs one threshold for each class")
    return table


@rule("ba.table.points", "ba.veh.speed", "ba.veh.superscript", "ba.veh.capacity", "ba.geometry.vehicle")
@cache
def vehicle_classes() -> Mapping[str, VehicleClass]:
    """The nine classes by name, the lightest first."""
    return by_key("vehicles.toml", ((each.id, each) for each in _table().vehicle_class))


@rule(
    *("ba.table.mg", "ba.table.hmg", "ba.table.l_cannon", "ba.table.h_cannon", "ba.table.lap", "ba.table.map"),
    *("ba.table.hap", "ba.swarm.row", "ba.veh.range", "ba.veh.subscript", "ba.veh.ap_def"),
)
@cache
def vehicle_weapons() -> Mapping[str, VehicleWeapon]:
    """The rows of the armour table by name; AP guns, the tank guns, are marked."""
    return by_key("vehicles.toml", ((each.id, each) for each in _table().vehicle_weapon))


@rule("ba.veh.cost")
def vehicle_points(class_id: str, weapons: Sequence[str]) -> int:
    """The points of the class and of each weapon mounted."""
    rows = vehicle_weapons()
    return vehicle_classes()[class_id].cost + sum(rows[each].cost for each in weapons)


@rule("ba.veh.weapons_max")
def mounting_fault(class_id: str, weapons: Sequence[str]) -> Refusal | None:
    """Why a class cannot carry these weapons: one main weapon at most, none in a C1, and few machine guns."""
    made = vehicle_classes().get(class_id)
    if made is None:
        return invalid("unknown_class", f"No vehicle is of class {class_id[:20]!r}: {listed(vehicle_classes(), 'or')}.")
    known = [each for each in vehicle_weapons() if each != SWARM]
    strange = [each for each in weapons if each not in known]
    if strange:
        return invalid("unknown_weapon", f"No vehicle carries {strange[0][:20]!r}: {listed(known, 'or')}.")
    main = sum(vehicle_weapons()[each].main for each in weapons)
    guns = len(weapons) - main
    for count, most, what in ((main, made.most_main, "main weapons"), (guns, made.most_machine_guns, "MGs and HMGs")):
        if count > most:
            sentence = f"A {class_id} carries at most {most} {what}, not {count}."
            return illegal("too_many_weapons", "ba.veh.weapons_max", sentence, count=count, most=most)
    return None


@rule("ba.setup.free_rockets")
def free_rockets(classes: Sequence[str]) -> int:
    """The rockets that the enemy of these vehicles gets at no cost: one for each of class M2 and above."""
    return sum(vehicle_classes()[each].gives_enemy_rocket for each in classes)


@rule("ba.veh.pool")
def batteries(weapons: Sequence[str]) -> Mapping[str, int]:
    """What fires together in one action: identical weapons, by name with their number, in the order of mounting."""
    return Counter(weapons)


@rule("ba.veh.turret")
def is_turreted(class_id: str, weapon: str) -> bool:
    """The main weapon of an L1 and above turns with its turret; all others are fixed forward."""
    return vehicle_classes()[class_id].turret and vehicle_weapons()[weapon].main


def class_of(state: State, unit: Unit) -> VehicleClass:
    """The class of a vehicle, with the body of its own model if it has one."""
    card = state.match.cards[unit.id]
    return class_as_built(card.vehicle, card.model)


@lru_cache(maxsize=256)
@rule("ba.geometry.vehicle")
def class_as_built(class_id: str, model: str) -> VehicleClass:
    """A class with the body its vehicles have, or that of the model whose word this is."""
    made, size = vehicle_classes()[class_id], without_model(model)[1]
    return made if size is None else replace(made, footprint=(size.length, size.width, size.height))
