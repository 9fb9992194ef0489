"""Amphibious vehicles: numbers in water and on land, turning and driving afloat, landing and sinking."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from brickfield.core import events as happened
from brickfield.core.board import Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.data_files import read_number
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose
from brickfield.geometry.grain import GRAIN
from ...base.battlefield import Obstacles, card_of, describe, obstacles_afloat, obstacles_to, swims
from ...base.losses import taken_away_by
from ...base.turns import turn_begins, unit_went
from ...base.unit_cards import Afloat
from ...base.unit_stats import MP_GRAIN, attack_points, defense_points, holds_all_fire, printed_movement
from ..special_units.special_units import AMPHIBIOUS, is_special
from ..terrain.water import in_water
from .chapter import AMPHIBIOUS_VEHICLES

# Marks of an amphibious vehicle in its owner's turn: it began the turn in water; degrees turned in water and MP
# spent on driving since, as whole numbers of their grains.
AFLOAT, TURNED, DRIVEN = "began_afloat", "turned_afloat", "driven_afloat"


@cache
def water_turn_degrees() -> float:
    """How far a swimming vehicle turns in a turn."""
    return read_number("amphibious_vehicles.toml", float, Path(__file__).parent)


def is_amphibious(state: State, unit_id: UnitId) -> bool:
    """Whether a unit is an amphibious vehicle with its own rules."""
    return is_special(state, unit_id, AMPHIBIOUS)


@rule("mbb.amph.stats_start")
def in_water_now(state: State, unit: Unit) -> bool:
    """Whether a vehicle counts as in water: in its owner's turn by where it began it, else by where it stands."""
    if state.facts.get("active") == unit.seat:
        return AFLOAT in unit.marks
    return unit.pose is not None and in_water(state, unit.pose.place)


@rule("mbb.amph.stats_vary", "mbb.amph.stats_start")
def afloat_numbers(state: State, unit: Unit) -> Afloat | None:
    """The numbers a vehicle has in water, if it is there; None: those of its card hold."""
    afloat = card_of(state, unit.id).afloat
    if afloat is None or not is_amphibious(state, unit.id) or not in_water_now(state, unit):
        return None
    return afloat


@attack_points.amended(AMPHIBIOUS_VEHICLES)
@rule("mbb.amph.stats_vary")
def attack_afloat(state: State, unit: Unit, points: int) -> int:
    """Cards print other AP for water,"""
    afloat = afloat_numbers(state, unit)
    return points if afloat is None else afloat.ap


@defense_points.amended(AMPHIBIOUS_VEHICLES)
@rule("mbb.amph.stats_vary")
def defense_afloat(state: State, unit: Unit, points: int) -> int:
    """other DP,"""
    afloat = afloat_numbers(state, unit)
    return points if afloat is None else afloat.dp


@printed_movement.amended(AMPHIBIOUS_VEHICLES)
@rule("mbb.amph.stats_vary")
def movement_afloat(state: State, unit: Unit, points: int) -> int:
    """and other MP."""
    afloat = afloat_numbers(state, unit)
    return points if afloat is None else afloat.mp


@obstacles_to.amended(AMPHIBIOUS_VEHICLES)
@rule("mbb.amph.water", "mbb.terrain.water.fly")
def water_is_open(state: State, unit_id: UnitId, ashore: Obstacles) -> Obstacles:
    """Water stops nobody who swims."""
    return obstacles_afloat(state) if swims(state, unit_id) else ashore


@rule("mbb.amph.stats_start")
def swimmers(state: State, seat: int) -> list[Unit]:
    """The amphibious vehicles of a seat that are in water now: a turn that begins so begins in water."""
    own = [unit for unit in state.units.values() if unit.seat == seat and unit.alive and unit.pose is not None]
    return [unit for unit in own if is_amphibious(state, unit.id) and in_water(state, unit.pose.place)]  # type: ignore[union-attr]


@turn_begins.amended(AMPHIBIOUS_VEHICLES)
@rule("mbb.amph.stats_start")
def begin_turn_afloat(t: Table, seat: int) -> None:
    """At the start of its owner's turn it is noted who is in water; what it did in its last turn is forgotten."""
    for unit in [unit for unit in t.units.values() if unit.seat == seat and is_amphibious(t, unit.id)]:
        for mark in (TURNED, DRIVEN):
            if mark in unit.marks:
                t.emit(happened.UnitMarked(unit=unit.id, mark=mark, value=0, clause="mbb.amph.stats_start"))
        afloat = unit.alive and unit.pose is not None and in_water(t, unit.pose.place)
        if afloat != (AFLOAT in unit.marks):
            t.emit(happened.UnitMarked(unit=unit.id, mark=AFLOAT, value=int(afloat), clause="mbb.amph.stats_start"))


@holds_all_fire.amended(AMPHIBIOUS_VEHICLES)
@rule("mbb.amph.no_shoot_landing")
def landing_holds_fire(state: State, unit: Unit) -> Refusal | None:
    """Who began the turn in water and is on land now does not shoot in this turn."""
    if AFLOAT not in unit.marks or unit.pose is None or state.facts.get("active") != unit.seat:
        return None
    if in_water(state, unit.pose.place):
        return None
    sentence = f"{describe(state, unit.id)} has come ashore in this turn and may not shoot before its next one."
    return illegal("has_landed", "mbb.amph.no_shoot_landing", sentence)


@holds_all_fire.amended(AMPHIBIOUS_VEHICLES)
@rule("mbb.amph.dd", "mbb.amph.stats_vary")
def swimmer_cannot_attack(state: State, unit: Unit) -> Refusal | None:
    """A vehicle without Attack Points in water fires at nothing there; it may spot."""
    afloat = afloat_numbers(state, unit)
    if afloat is None or afloat.ap:
        return None
    return illegal("afloat", afloat.clause, f"{describe(state, unit.id)} cannot attack while it swims.")


@rule("mbb.amph.turn45", "mbb.amph.dd")
def turns_in_water(state: State, unit: Unit, pose: Pose) -> bool:
    """Whether a turn at a place counts as one in water; a DD Sherman is bound for the whole turn it began afloat."""
    if not is_amphibious(state, unit.id):
        return False
    return in_water(state, pose.place) or (AFLOAT in unit.marks and card_of(state, unit.id).afloat is not None)


@rule("mbb.amph.turn45")
def too_sharp_in_water(state: State, unit: Unit, before: int, pose: Pose, degrees: float) -> Refusal | None:
    """In water all turns of a turn together are 45 degrees at most, to either side; `before` is in grain."""
    turned = unit.marks.get(TURNED, 0) + before
    most = round(water_turn_degrees() * GRAIN)
    if turned + round(abs(degrees) * GRAIN) <= most or not turns_in_water(state, unit, pose):
        return None
    left = max(0.0, (most - turned) / GRAIN)
    sentence = (
        f"{describe(state, unit.id)} cannot turn {abs(degrees):g} degrees in water: "
        f"{water_turn_degrees():g} in a turn are the most, {left:g} are left."
    )
    return illegal("turns_in_water", "mbb.amph.turn45", sentence, left=left, degrees=degrees)


@unit_went.amended(AMPHIBIOUS_VEHICLES)
@rule("mbb.amph.turn45", "mbb.amph.dd")
def note_swimming(t: Table, unit_id: UnitId, step: str, amount: float, cost: int) -> None:
    """What a vehicle turns in water and drives after it began its turn there is counted until its next turn."""
    if not is_amphibious(t, unit_id):
        return
    unit = t.units[unit_id]
    if step == "pivot":
        if turns_in_water(t, unit, unit.here):
            turned = unit.marks.get(TURNED, 0) + round(abs(amount) * GRAIN)
            t.emit(happened.UnitMarked(unit=unit_id, mark=TURNED, value=turned, clause="mbb.amph.turn45"))
    elif AFLOAT in unit.marks and cost:
        driven = unit.marks.get(DRIVEN, 0) + cost
        t.emit(happened.UnitMarked(unit=unit_id, mark=DRIVEN, value=driven, clause="mbb.amph.dd"))


@rule("mbb.amph.dd")
def points_to_swim(state: State, unit: Unit) -> int:
    """The grains of MP a vehicle has still to spend on driving in this turn because it began it in water."""
    afloat = afloat_numbers(state, unit)
    if afloat is None or afloat.mp < afloat.least_mp:
        return 0
    return max(0, afloat.least_mp * MP_GRAIN - unit.marks.get(DRIVEN, 0))


@taken_away_by.amended(AMPHIBIOUS_VEHICLES)
@rule("mbb.amph.sink")
def sinks(state: State, unit: Unit, clause: str) -> str:
    """A vehicle that is destroyed in water goes down and leaves no wreck: where it lies decides."""
    afloat = is_amphibious(state, unit.id) and unit.pose is not None and in_water(state, unit.pose.place)
    return "mbb.amph.sink" if afloat else clause
