"""Flanking: several infantry units that attack together with one roll, what they are worth, and what that gains."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor

from brickfield.core.board import FLYING, Unit
from brickfield.core.clauses import rule
from brickfield.core.modifiers import Modifier
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.geometry import distance
from ...base.battlefield import card_of, describe, footprint, token_shape
from ...base.measures import measures
from ...base.modifiers import attack_gains
from ..terrain.bunkers import bunker_around
from .chapter import INFANTRY
from .infantry import building_of, is_infantry, is_straggler, markers_of, specialty_of
from .infantry_figures import ELITE, GRENADIER, fire_figures, foot_modifiers, on_foot
from .infantry_sight import in_tall_building
from .infantry_tables import squads

# What stands for the tolerance where halves are added up.
_SLACK = 1e-9


# --- raids -----------------------------------------------------------------------------------------------------------


@rule("inf.raid.may", "inf.raid.vehicle")
def raided(state: State, target: Unit) -> str:
    """The building or bunker that is raided by an attack on a unit inside it; empty for a target in the open."""
    return building_of(state, target) or min(bunker_around(state, target), default="")


@rule("inf.raid.may", "inf.raid.markers")
def raids(state: State, unit: Unit, building: str) -> bool:
    """Whether a unit raids a building: its plate is within an inch of the outline. From afar it is ordinary fire."""
    if not building or building_of(state, unit):
        return False
    gap = distance(footprint(state, unit), token_shape(state.tokens[building]))
    return gap <= squads().raid_inches + measures().tolerance_inches


@rule("inf.raid.markers", "inf.raid.vehicle", "inf.raid.flank")
def raid_bonus(state: State, group: Sequence[Unit], target: Unit) -> tuple[Modifier, ...]:
    """A point for each marker that the raiders within an inch have more than the infantry inside."""
    building = building_of(state, target)
    there = sum(markers_of(unit) for unit in group if raids(state, unit, building))
    more = there - markers_of(target)
    if not building or more <= 0:
        return ()
    reason = f"raid: {there} markers against {markers_of(target)}"
    return (Modifier("attack_points", more * fire_figures().raid_points, reason, "inf.raid.markers", "raid", building),)


# --- what units are worth --------------------------------------------------------------------------------------------


@rule("inf.flank.halves", "inf.flank.straggler", "inf.gren.two", "inf.elite.raid")
def worth(state: State, unit: Unit, target: Unit) -> float:
    """How many full units a unit counts for in an attack: by its markers, stragglers one, grenadiers two.

    Elite infantry counts for two while it raids itself.
    """
    figures, plate = fire_figures(), specialty_of(unit)
    if plate == GRENADIER:
        return figures.grenadier_worth
    if plate == ELITE and raids(state, unit, raided(state, target)):
        return figures.elite_raid_worth
    if is_straggler(unit):
        return figures.straggler_worth
    return figures.full_worth if markers_of(unit) >= figures.full_from_markers else figures.half_worth


@rule("inf.flank.bonus", "inf.flank.halves")
def full_units(state: State, group: Iterable[Unit], target: Unit) -> int:
    """The full units that attack together, halves added up and rounded down."""
    return floor(sum(worth(state, unit, target) for unit in group) + _SLACK)


@rule("inf.flank.bonus", "inf.gren.two")
def flank_bonus(state: State, group: Sequence[Unit], target: Unit) -> tuple[Modifier, ...]:
    """A point for each full unit beyond the first; a lone half unit has no penalty."""
    count = full_units(state, group, target)
    if count <= 1:
        return ()
    points = (count - 1) * fire_figures().flank_points
    return (Modifier("attack_points", points, f"flank: worth {count} full units", "inf.flank.bonus", "flank"),)


@attack_gains.amended(INFANTRY)
@rule("inf.geometry.modifier_order", "inf.flank.one_roll", "inf.los.tall", "inf.strag.bonus")
def gains_of_infantry(
    state: State, group: tuple[Unit, ...], target: Unit, before: tuple[Modifier, ...]
) -> tuple[Modifier, ...]:
    """What infantry adds to its Attack Points: straggler and tall building of the lead, then flank and raid of all."""
    lead, found = group[0], foot_modifiers()
    if not is_infantry(state, lead.id):
        return before
    strong = is_straggler(lead) and markers_of(lead) >= squads().straggler_strong
    gains = (*before, on_foot(found.straggler, lead.id)) if strong else before
    if card_of(state, target.id).markers and in_tall_building(state, lead):
        gains += (on_foot(found.tall_building, building_of(state, lead)),)
    return gains + flank_bonus(state, group, target) + raid_bonus(state, group, target)


# --- what it takes ---------------------------------------------------------------------------------------------------


@rule("inf.flank.vehicle_min", "inf.flank.vehicle", "inf.flank.plane", "inf.target.only_inf", "inf.target.noplane",
      "inf.raid.vehicle")  # fmt: skip
def least_worth(state: State, target: Unit) -> int:
    """How many full units it takes to attack a target: none for infantry, two for all else on the ground, three for
    an airplane."""
    if target.status == FLYING:
        return fire_figures().airplane_worth
    return 0 if card_of(state, target.id).markers else fire_figures().vehicle_worth


@rule("inf.flank.vehicle_min", "inf.flank.vehicle", "inf.flank.plane", "inf.target.only_inf", "inf.target.noplane")
def too_few(state: State, group: Sequence[Unit], target: Unit) -> Refusal | None:
    """Why units may not attack a target together; None when they are enough."""
    least, units = least_worth(state, target), 1
    if target.status == FLYING:
        units = fire_figures().airplane_units
    have = full_units(state, group, target)
    if have >= least and len(group) >= units:
        return None
    names, aim = " and ".join(describe(state, unit.id) for unit in group), describe(state, target.id)
    names += " alone" if len(group) == 1 else ""
    clause = "inf.flank.plane" if target.status == FLYING else "inf.flank.vehicle_min"
    if len(group) == 1:
        clause = "inf.target.noplane" if target.status == FLYING else "inf.target.only_inf"
    more = f" by at least {units} units" if units > 1 else ""
    sentence = (
        f"{names} cannot attack {aim}: it takes a flanking maneuver worth {least} full units{more}, and "
        f"{'this is' if len(group) > 1 else 'it is'} worth {have}."
    )
    return illegal("too_few_to_flank", clause, sentence, worth=have, least=least, units=len(group))
