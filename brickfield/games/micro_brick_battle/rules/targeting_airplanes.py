"""Targeting airplanes: the small arms of every ground unit, and the main guns that can be raised so high."""

from __future__ import annotations

from brickfield.core.board import FLYING, Unit
from brickfield.core.clauses import rule
from brickfield.core.figures import decimals_apart, figure
from brickfield.core.modifiers import Tally
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.rules.airplane_shooting import StrikeNumbers, line_to_plane
from brickfield.games.micro_brick_battle.rules.battlefield import battle_of, card_of, describe, footprint
from brickfield.games.micro_brick_battle.rules.line_of_sight import eye_point, muzzle
from brickfield.games.micro_brick_battle.rules.measures import flying, measures, victory_table
from brickfield.games.micro_brick_battle.rules.modifiers import defense_tally
from brickfield.games.micro_brick_battle.rules.special_units import against_airplanes
from brickfield.games.micro_brick_battle.rules.spotters import spotters
from brickfield.geometry import point_distance, relative_bearing

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
    assert plane.pose is not None
    return point_distance(footprint(state, unit), *plane.pose.place)


@rule("mbb.air.vs_air.los")
def sees_plane(state: State, unit: Unit, plane: Unit) -> bool:
    """Whether a ground unit has a line to a plane: from its barrel to the reference point, past everything tall."""
    assert unit.pose is not None
    assert plane.pose is not None
    return line_to_plane(state, muzzle(state, unit, plane.pose.place), unit.pose.place, plane)


@rule("mbb.air.main_gun", "mbb.spot.los", "mbb.geometry.muzzle.spotter")
def spotter_of_plane(state: State, gun: Unit, plane: Unit) -> str:
    """Which unit lends its sight of a plane to a gun that may fire at it but does not see it; empty: none."""
    if against_airplanes(state, gun.id) is None or sees_plane(state, gun, plane):
        return ""
    assert plane.pose is not None
    for spotter in spotters(state, gun):
        assert spotter.pose is not None
        eye = eye_point(state, spotter, plane.pose.place)
        if line_to_plane(state, eye, spotter.pose.place, plane):
            return spotter.id
    return ""


@rule("mbb.air.smallarms.all", "mbb.air.smallarms.instead", "mbb.air.smallarms.only_air", "mbb.air.main_gun")
def may_fire_at_plane(state: State, unit: Unit, plane: Unit) -> Refusal | None:
    """Every ground unit may fire its small arms all round in place of its shot; some guns may fire as well."""
    if state.match.allied(plane.seat, unit.seat):
        sentence = f"{describe(state, unit.id)} may not target {describe(state, plane.id)}: it is on its own side."
        return illegal("own_unit", "mbb.declare.legal_targets", sentence)
    name, aim = describe(state, unit.id), describe(state, plane.id)
    seen = sees_plane(state, unit, plane)
    if not seen and not spotter_of_plane(state, unit, plane):
        sentence = f"{name} has no line of sight to {aim}: something tall is between them."
        return illegal("no_line_of_sight", "mbb.air.vs_air.los", sentence)
    if (seen and _in_small_arms_range(state, unit, plane)) or _gun_bears(state, unit, plane):
        return None
    away, most = distance_to_plane(state, unit, plane), small_arms_range(state, plane.id)
    sentence = (
        f"{aim} is {figure(away, decimals_apart(away, most))} inches away; the small arms of {name} reach {most:g}."
    )
    return illegal("out_of_range", "mbb.air.smallarms.range", sentence, inches=away, range=most)


@rule("mbb.air.smallarms.range")
def _in_small_arms_range(state: State, unit: Unit, plane: Unit) -> bool:
    return distance_to_plane(state, unit, plane) <= small_arms_range(state, plane.id) + measures().tolerance_inches


@rule("mbb.air.main_gun", "mbb.geometry.arc.fixed")
def _gun_bears(state: State, unit: Unit, plane: Unit) -> bool:
    """Self-propelled guns and artillery may use their main gun, at any range; a fixed one within its arc."""
    card = card_of(state, unit.id)
    if against_airplanes(state, unit.id) is None or not card.has_main_weapon:
        return False
    if card.mount != "fixed":
        return True
    assert unit.pose is not None
    assert plane.pose is not None
    off = relative_bearing(*muzzle(state, unit, plane.pose.place), unit.pose.degrees, *plane.pose.place)
    return abs(off) <= battle_of(state).options.fixed_arc_deg / 2 + measures().tolerance_degrees


@rule("mbb.air.smallarms.9", "mbb.air.smallarms.instead")
def weapon_at_plane(state: State, unit: Unit, plane: Unit) -> tuple[str, StrikeNumbers]:
    """The weapon that needs the lower roll of those that reach the plane, small arms if they are alike."""
    small = StrikeNumbers(flying().small_arms_needed, (), "mbb.air.smallarms.9")
    if not _gun_bears(state, unit, plane):
        return SMALL_ARMS, small
    gun = gun_numbers(state, unit, plane)
    in_range = _in_small_arms_range(state, unit, plane) and sees_plane(state, unit, plane)
    if in_range and (gun.needed is None or (small.needed is not None and small.needed <= gun.needed)):
        return SMALL_ARMS, small
    return MAIN_GUN, gun


@rule("mbb.air.main_gun", "mbb.air.vs_air.dp4", "mbb.mod.stack")
def gun_numbers(state: State, unit: Unit, plane: Unit) -> StrikeNumbers:
    """A main gun against a plane: two AP less, against the DP of its card; nothing else counts."""
    card = card_of(state, unit.id)
    less = against_airplanes(state, unit.id) or ()
    attack = Tally("Attack Points", card.ap, f"{card.name} attacks", "mbb.unit.ap", less)
    defense = defense_tally(state, plane, ())
    return StrikeNumbers(victory_table().needed(attack.total, defense.total), (attack, defense), "mbb.air.main_gun")
