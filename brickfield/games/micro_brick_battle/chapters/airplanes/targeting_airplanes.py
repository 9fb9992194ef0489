"""Targeting airplanes: the small arms of every ground unit, and the main guns that can be raised so high."""

from __future__ import annotations

from itertools import chain
from math import hypot

from brickfield.core.board import FLYING, Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.modifiers import Tally
from brickfield.core.numbers import decimals_apart, number_text
from brickfield.core.questions import Question
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.geometry import point_distance, relative_bearing
from ...base.battlefield import battle_of, card_of, describe, footprint, token_shape
from ...base.line_of_sight import eye_point, muzzle, spotter_for
from ...base.measures import flying, measures, victory_table
from ...base.modifiers import StrikeNumbers, added_to_attack, added_to_defense, defense_tally
from ...base.target_declaration import Firing, firing_at
from ...base.unit_stats import fires_over, holds_all_fire
from ...base.views import is_within, own_cover, own_sight
from ..special_units.special_units import against_airplanes
from ..special_units.spotters import spotters, spotters_are_jammed
from ..terrain.bunkers import eye_of, fires_out_of_bunker, in_front, spotting_bunkers
from .airplane_shooting import line_to_plane
from .chapter import AIRPLANES

SMALL_ARMS, MAIN_GUN = "small_arms", "main_gun"


def is_flying(state: State, target_id: str) -> bool:
    """Whether a target is an airplane above the table."""
    unit = state.units.get(target_id)
    return unit is not None and unit.status == FLYING


@rule("mbb.air.smallarms.range", "mbb.geometry.range")
def small_arms_range(state: State, plane_id: str) -> float:
    """Half of the MP of the plane that is fired at, in inches."""
    return card_of(state, plane_id).mp * flying().small_arms_range_share


def distance_to_plane(state: State, unit: Unit, plane: Unit) -> float:
    """From the nearest point of a footprint to a plane's reference point."""
    return point_distance(footprint(state, unit), *plane.here.place)


@rule("mbb.air.vs_air.los", "mbb.weather.part_visible")
def sees_plane(state: State, unit: Unit, plane: Unit) -> bool:
    """Whether a ground unit has a line to a plane: from its barrel to the reference point, past everything tall."""
    if not _near_in_weather(state, unit, plane):
        return False
    eye = muzzle(state, unit, plane.here.place)
    return line_to_plane(state, eye, unit.here.place, plane, own_cover(state, unit))


@rule("mbb.weather.part_visible", "inf.weather.order")
def _near_in_weather(state: State, unit: Unit, plane: Unit) -> bool:
    """Whether the weather lets a unit see so far; it is in the sight of those that have one of their own."""
    return own_sight(state, unit) is not None or is_within(state, distance_to_plane(state, unit, plane))


@rule("mbb.air.main_gun", "mbb.spot.los", "mbb.geometry.muzzle.spotter", "mbb.obst.bunker.spot")
def spotter_of_plane(state: State, gun: Unit, plane: Unit) -> str:
    """Who lends its sight of a plane to a gun that may fire at it but does not see it: a unit, or a Spotting Bunker;
    empty: nobody does."""
    if against_airplanes(state, gun.id) is None or sees_plane(state, gun, plane):
        return ""
    if spotters_are_jammed(state, gun.seat):
        return ""
    units = (unit.id for unit in spotters(state, gun) if _spots_plane(state, unit, plane))
    bunkers = (token.id for token in spotting_bunkers(state, gun.seat) if bunker_spots_plane(state, token, plane))
    return next(chain(units, bunkers), "")


@rule("mbb.spot.who", "mbb.air.vs_air.los")
def _spots_plane(state: State, spotter: Unit, plane: Unit) -> bool:
    """A unit sees a plane with its own eye, all round; between two planes there is nothing but weather."""
    if spotter.status == FLYING:
        return is_within(state, hypot(*_apart(spotter.here.place, plane.here.place)))
    if not _within_sight(state, spotter, plane):
        return False
    if not _near_in_weather(state, spotter, plane):
        return False
    eye = eye_point(state, spotter, plane.here.place)
    return line_to_plane(state, eye, spotter.here.place, plane, own_cover(state, spotter))


def _apart(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return one[0] - other[0], one[1] - other[1]


@rule("mbb.obst.bunker.spot", "mbb.obst.bunker.spot_arc", "mbb.air.vs_air.los", "mbb.weather.spotters")
def bunker_spots_plane(state: State, bunker: Token, plane: Unit) -> bool:
    """A Spotting Bunker sees a plane whose reference point is in front of the line of its front side."""
    if in_front(bunker, plane.here.place) <= measures().tolerance_inches:
        return False
    near = is_within(state, point_distance(token_shape(bunker), *plane.here.place))
    return near and line_to_plane(state, eye_of(bunker), bunker.pose.place, plane)


@Question
@rule("mbb.air.smallarms.all")
def has_small_arms(state: State, unit: Unit) -> bool:
    """Whether a ground unit has small arms to fire at airplanes: each has."""
    return True


@rule("mbb.air.smallarms.all", "mbb.air.smallarms.instead", "mbb.air.smallarms.only_air", "mbb.air.main_gun")
def may_fire_at_plane(state: State, unit: Unit, plane: Unit) -> Refusal | None:
    """Every ground unit may fire its small arms all round in place of its shot; some guns may fire as well."""
    if state.match.allied(plane.seat, unit.seat):
        sentence = f"{describe(state, unit.id)} may not target {describe(state, plane.id)}: it is on its own side."
        return illegal("own_unit", "mbb.declare.legal_targets", sentence)
    name, aim = describe(state, unit.id), describe(state, plane.id)
    if not has_small_arms(state, unit):
        return _may_be_seen(state, unit, plane)
    seen = sees_plane(state, unit, plane)
    if not seen and not spotter_of_plane(state, unit, plane):
        sentence = f"{name} has no line of sight to {aim}: something tall is between them."
        return illegal("no_line_of_sight", "mbb.air.vs_air.los", sentence)
    if (seen and _in_small_arms_range(state, unit, plane)) or main_gun_reaches(state, unit, plane):
        return None
    away, most = distance_to_plane(state, unit, plane), small_arms_range(state, plane.id)
    sentence = (
        f"{aim} is {number_text(away, decimals_apart(away, most))} inches "
        f"away; the small arms of {name} reach {most:g}."
    )
    return illegal("out_of_range", "mbb.air.smallarms.range", sentence, inches=away, range=most)


@rule("inf.flank.plane", "inf.target.noplane", "inf.los.range")
def _within_sight(state: State, unit: Unit, plane: Unit) -> bool:
    """Whether a plane is as near as a unit sees, which has a limit of its own or sees any plane there is a line to."""
    limit = own_sight(state, unit)
    return limit is None or distance_to_plane(state, unit, plane) <= limit[0] + measures().tolerance_inches


@rule("inf.flank.plane", "inf.target.noplane")
def _may_be_seen(state: State, unit: Unit, plane: Unit) -> Refusal | None:
    """Who has no small arms of its own against airplanes fires at one that it sees."""
    name, aim = describe(state, unit.id), describe(state, plane.id)
    if not sees_plane(state, unit, plane):
        sentence = f"{name} has no line of sight to {aim}: something tall is between them."
        return illegal("no_line_of_sight", "mbb.air.vs_air.los", sentence)
    seen = own_sight(state, unit)
    if seen is None or _within_sight(state, unit, plane):
        return None
    (limit, clause), away = seen, distance_to_plane(state, unit, plane)
    apart = number_text(away, decimals_apart(away, limit))
    sentence = f"{name} cannot see {aim}: it is {apart} inches away, and it sees {limit:g}."
    return illegal("out_of_sight", clause, sentence, inches=away, limit=limit)


@rule("mbb.air.smallarms.range")
def _in_small_arms_range(state: State, unit: Unit, plane: Unit) -> bool:
    return distance_to_plane(state, unit, plane) <= small_arms_range(state, plane.id) + measures().tolerance_inches


@rule("mbb.air.main_gun", "mbb.geometry.arc.fixed", "mbb.obst.bunker.arty_arc")
def main_gun_reaches(state: State, unit: Unit, plane: Unit) -> bool:
    """Self-propelled guns and artillery may use their main gun, at any range; a fixed one within its arc, one in a
    bunker only at what is in front of it."""
    card = card_of(state, unit.id)
    if against_airplanes(state, unit.id) is None or not card.has_main_weapon:
        return False
    if not fires_out_of_bunker(state, unit, plane.here.place):
        return False
    if card.mount != "fixed":
        return True
    off = relative_bearing(*muzzle(state, unit, plane.here.place), unit.here.degrees, *plane.here.place)
    return abs(off) <= battle_of(state).options.fixed_arc_deg / 2 + measures().tolerance_degrees


@Question
@rule("mbb.air.smallarms.9", "mbb.air.smallarms.instead")
def weapon_at_plane(state: State, unit: Unit, plane: Unit) -> tuple[str, StrikeNumbers]:
    """The weapon that needs the lower roll of those that reach the plane, small arms if they are alike."""
    small = StrikeNumbers(flying().small_arms_needed, (), "mbb.air.smallarms.9")
    if not main_gun_reaches(state, unit, plane):
        return SMALL_ARMS, small
    gun = gun_numbers(state, unit, plane)
    in_range = _in_small_arms_range(state, unit, plane) and sees_plane(state, unit, plane)
    if in_range and (gun.needed is None or (small.needed is not None and small.needed <= gun.needed)):
        return SMALL_ARMS, small
    return MAIN_GUN, gun


@rule("mbb.air.main_gun", "mbb.air.vs_air.dp4", "mbb.mod.stack", "mbb.card.scenario", "mbb.weather.blizzard.special")
def gun_numbers(state: State, unit: Unit, plane: Unit) -> StrikeNumbers:
    """A main gun against a plane: two AP less, against the DP of its card. Cover counts for nothing; cards and weather
    do."""
    card = card_of(state, unit.id)
    found = (against_airplanes(state, unit.id) or ()) + added_to_attack(state, unit)
    attack = Tally("Attack Points", card.ap, f"{card.name} attacks", "mbb.unit.ap", found)
    defense = defense_tally(state, plane, added_to_defense(state, plane))
    return StrikeNumbers(victory_table().needed(attack.total, defense.total), (attack, defense), "mbb.air.main_gun")


def _may_fire_into_the_air(state: State, unit: Unit, plane: Unit) -> Refusal | None:
    return holds_all_fire(state, unit) or may_fire_at_plane(state, unit, plane)


def _strike_in_the_air(state: State, unit: Unit, plane: Unit, _others: tuple[Unit, ...]) -> StrikeNumbers:
    return weapon_at_plane(state, unit, plane)[1]


@rule("mbb.declare.recheck")
def _why_lost_in_the_air(state: State, unit: Unit, plane: Unit) -> tuple[str, str] | None:
    lost = None if fires_over(state, unit.id) else may_fire_at_plane(state, unit, plane)
    return (lost.code, "mbb.declare.recheck") if lost is not None else None


IN_THE_AIR = Firing(_may_fire_into_the_air, _strike_in_the_air, _why_lost_in_the_air)


@firing_at.amended(AIRPLANES)
@rule("mbb.air.smallarms.all", "mbb.air.main_gun")
def firing_into_the_air(state: State, target: Unit, before: Firing) -> Firing:
    """Airplanes are fired at by rules of their own."""
    return IN_THE_AIR if target.status == FLYING else before


@spotter_for.amended(AIRPLANES)
@rule("mbb.air.main_gun", "mbb.spot.los")
def spotter_for_shot_at_plane(state: State, gun: Unit, target_id: str, before: str) -> str:
    """A gun that fires at a plane it does not see rests on the sight of who sees it."""
    return spotter_of_plane(state, gun, state.units[target_id]) if is_flying(state, target_id) else before
