"""Flanks in the Target Declaration and Shooting Phases: who attacks together, and who still does when they roll."""

from __future__ import annotations

from brickfield.core.board import Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.frames import Push
from brickfield.core.kept import kept
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.battlefield import describe
from ...base.modifiers import StrikeNumbers
from ...base.shooting import Harm, flankers, harm_done, why_lost, why_void
from ...base.target_declaration import (
    Shot,
    able_to_join,
    fewest_partners,
    go_together,
    goes_with_others,
    is_enough,
    leftmost,
    may_fire_at_pieces,
    may_see_and_fire,
)
from ..airplanes.targeting_airplanes import has_small_arms, weapon_at_plane
from .chapter import INFANTRY
from .flanking import least_worth, too_few
from .infantry import building_of, infantry_of, is_infantry
from .infantry_damage import lose_marker, loses_a_marker
from .infantry_figures import fire_figures
from .raiding import after_raid

# Fewer declarations than these are no flank.
_A_FLANK = 2
# The weapon of infantry at airplanes.
FLANK = "flank"


# --- declaring -------------------------------------------------------------------------------------------------------


@leftmost.amended(INFANTRY)
@rule("inf.shoot.last", "inf.geometry.left")
def infantry_comes_last(state: State, seat: int, units: list[Unit]) -> list[Unit]:
    """Infantry comes after all others."""
    return sorted(units, key=lambda unit: is_infantry(state, unit.id))


@is_enough.amended(INFANTRY)
@rule("inf.flank.vehicle", "inf.target.only_inf", "inf.target.noplane")
def needs_partners(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Why infantry may not name a target that it could attack only together with others: they are not there."""
    if not is_infantry(state, unit.id) or too_few(state, (unit,), target) is None:
        return None
    return too_few(state, (unit, *able_to_join(state, unit, target)), target)


@rule("inf.flank.vehicle")
def able_to_flank(state: State, seat: int, target: Unit) -> tuple[Unit, ...]:
    """The infantry of a seat that could take part in an attack on a target, each by its own line of sight."""
    return _able_to_flank(state, seat, target.id)


@kept(facts=("phase",))
def _able_to_flank(state: State, seat: int, target: UnitId) -> tuple[Unit, ...]:
    there = infantry_of(state, seat)
    return tuple([each for each in there if may_see_and_fire(state, each, state.units[target]) is None])


@goes_with_others.amended(INFANTRY)
@rule("inf.flank.one_roll")
def infantry_flanks(state: State, unit: Unit, before: bool) -> bool:
    """Infantry may flank."""
    return before or is_infantry(state, unit.id)


@able_to_join.amended(INFANTRY)
@rule("inf.flank.one_roll", "inf.flank.vehicle")
def able_to_flank_with(state: State, unit: Unit, target: Unit, others: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """With whom infantry may attack a target together: whoever sees it too and is free to fire."""
    if not is_infantry(state, unit.id):
        return others
    return tuple([each for each in able_to_flank(state, unit.seat, target) if each.id != unit.id])


@fewest_partners.amended(INFANTRY)
@rule("inf.flank.vehicle_min", "inf.flank.plane")
def fewest_in_a_flank(state: State, unit: Unit, target: Unit, others: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """As many as the flank takes."""
    group = [unit]
    if not is_infantry(state, unit.id) or too_few(state, group, target) is None:
        return others
    for each in able_to_join(state, unit, target):
        if too_few(state, group, target) is not None:
            group.append(each)
    return tuple(group[1:])


@may_fire_at_pieces.amended(INFANTRY)
@rule("inf.target.only_inf", "inf.hidden.attack_building")
def not_for_infantry(state: State, unit: Unit, token_id: str) -> Refusal | None:
    """Infantry does no harm to terrain."""
    if not is_infantry(state, unit.id):
        return None
    sentence = (
        f"{describe(state, unit.id)} is infantry: it cannot shoot at {describe(state, token_id)}, alone or flanking."
    )
    return illegal("not_for_infantry", "inf.target.only_inf", sentence)


Declared = tuple[tuple[Shot, ...], Refusal | None]


@go_together.amended(INFANTRY)
@rule("inf.flank.vehicle", "inf.flank.one_roll")
def join_flanks(state: State, shots: tuple[Shot, ...], before: Declared) -> Declared:
    """Declarations with every flank complete: who goes with whom, and why the first of the others may not.

    A unit names the lead it goes with. At what one unit cannot attack those that name nobody go with the lead that is
    named there, or with the leftmost of them.
    """
    leads = {shot.unit: lead for shot in shots if (lead := _lead_of(state, shot, shots))}
    found: list[Shot] = []
    refused: list[Refusal] = []
    for shot in shots:
        lead = leads.get(shot.unit, shot.unit)
        refusal = _may_flank(state, shot, lead, shots, leads)
        if refusal is None:
            found.append(Shot(shot.unit, shot.target, lead if lead != shot.unit else ""))
        else:
            refused.append(refusal)
    # who is too few may be so because another has named a wrong lead: that is said then
    return tuple(found), min(refused, key=lambda each: each.code == "too_few_to_flank", default=None)


def _lead_of(state: State, shot: Shot, shots: tuple[Shot, ...]) -> str:
    """Whose attack a declaration belongs to; empty: its own."""
    if shot.lead:
        return shot.lead
    target = state.units.get(shot.target)
    if not is_infantry(state, shot.unit) or target is None or not least_worth(state, target):
        return ""
    there = [each for each in shots if each.target == shot.target and is_infantry(state, each.unit)]
    able = [each.unit for each in there]
    named = [each.lead for each in there if each.lead in able]
    return "" if shot.unit in named else (named or [there[0].unit])[0]


@rule("inf.flank.vehicle", "inf.flank.one_roll", "inf.flank.vehicle_min", "inf.flank.plane")
def _may_flank(state: State, shot: Shot, lead: str, shots: tuple[Shot, ...], leads: dict[str, str]) -> Refusal | None:
    """Whether a declaration stands with the others of its attack."""
    if not is_infantry(state, shot.unit):
        if not shot.lead:
            return None
        sentence = f"{describe(state, shot.unit)} is not infantry: it cannot flank."
        return illegal("not_infantry", "inf.flank.vehicle", sentence)
    leading = next((each for each in shots if each.unit == lead), None)
    if (
        leading is None
        or leading.target != shot.target
        or leads.get(lead, lead) != lead
        or not is_infantry(state, lead)
    ):
        sentence = f"{describe(state, shot.unit)} cannot go with {lead}: that unit leads no attack on {shot.target}."
        return illegal("no_such_lead", "inf.flank.one_roll", sentence, lead=lead)
    group = [each.unit for each in shots if leads.get(each.unit, each.unit) == lead and each.target == shot.target]
    return too_few(state, [state.units[each] for each in group], state.units[shot.target])


# --- shooting --------------------------------------------------------------------------------------------------------


@flankers.amended(INFANTRY)
@rule("mbb.declare.recheck", "inf.flank.vehicle", "inf.geometry.simultaneous")
def flank_with(state: State, shot: Shot, shots: tuple[Shot, ...], others: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Who still goes with a lead when its roll comes: those that live and see the target."""
    if len(shots) < _A_FLANK or not is_infantry(state, shot.unit):
        return others
    joined = [each for each in shots if each.lead == shot.unit]
    return tuple(state.units[each.unit] for each in joined if why_lost(state, each) is None)


@why_void.amended(INFANTRY)
@rule("inf.geometry.simultaneous", "mbb.declare.recheck")
def too_few_are_left(
    state: State, shot: Shot, shots: tuple[Shot, ...], void: tuple[str, str] | None
) -> tuple[str, str] | None:
    """A flank needs its minimum again when it rolls."""
    if void is not None or not is_infantry(state, shot.unit):
        return void
    few = too_few(state, (state.units[shot.unit], *flankers(state, shot, shots)), state.units[shot.target])
    return (few.code, "inf.geometry.simultaneous") if few is not None else None


@harm_done.amended(INFANTRY)
@rule("inf.dmg.infantry", "inf.dmg.vehicle")
def infantry_loses_a_marker(state: State, target: UnitId, by: UnitId, harm: Harm) -> Harm:
    """Infantry that infantry hits loses a soldier marker; whatever else is hit is destroyed."""
    return takes_a_marker if loses_a_marker(state, target, by) else harm


@rule("inf.dmg.infantry", "inf.raid.movein")
def takes_a_marker(t: Table, target: UnitId, by: UnitId, others: tuple[Unit, ...]) -> Push | None:
    """A soldier marker falls; whoever has raided and destroyed the defenders may move in."""
    building = building_of(t, t.units[target])
    lose_marker(t, target, by, others=tuple([unit.id for unit in others]))
    if not building or t.units[target].alive or t.outcome is not None:
        return None
    return after_raid(t, t.units[by].seat, building, (by, *[unit.id for unit in others]))


# --- airplanes -------------------------------------------------------------------------------------------------------


@has_small_arms.amended(INFANTRY)
@rule("inf.target.noplane")
def nothing_small_enough(state: State, unit: Unit, has: bool) -> bool:
    """Infantry flanks an airplane that it sees, or does nothing."""
    return has and not is_infantry(state, unit.id)


@weapon_at_plane.amended(INFANTRY)
@rule("inf.flank.plane")
def flank_at_plane(
    state: State, unit: Unit, plane: Unit, weapon: tuple[str, StrikeNumbers]
) -> tuple[str, StrikeNumbers]:
    """A straight throw: nothing adds to it or takes from it."""
    if not is_infantry(state, unit.id):
        return weapon
    return FLANK, StrikeNumbers(fire_figures().airplane_needed, (), "inf.flank.plane")
