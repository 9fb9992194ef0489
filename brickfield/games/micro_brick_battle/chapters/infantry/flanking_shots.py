"""Flanks in the Target Declaration and Shooting Phases: who may attack together, and who still does when they roll."""

from __future__ import annotations

@rule("inf.flank.vehicle", "inf.target.only_inf", "inf.target.noplane")
def needs_partners(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Why infantry may not name a target that it could attack only together with others: they are not there."""
    if not is_infantry(state, unit.id) or too_few(state, (unit,), target) is None:
        return None
    group = (unit, *[each for each in able_to_flank(state, unit.seat, target) if each.id != unit.id])
    return too_few(state, group, target)


@rule("inf.flank.vehicle")
def able_to_flank(state: State, seat: int, target: Unit) -> list[Unit]:
    """The infantry of a seat that could take part in an attack on a target, each by its own line of sight."""
    known: dict[tuple[str, Any], list[Unit]] = state.unit_cache.setdefault(under_the_sky(state, f"flanks{seat}"), {})
    key = target.id, state.facts.get("phase")
    found = known.get(key)
    if found is None:
        found = [each for each in infantry_of(state, seat) if may_see_and_fire(state, each, target) is None]
        known[key] = found
    return found


@rule("inf.flank.vehicle_min", "inf.flank.plane")
def fewest_partners(state: State, unit: Unit, target: Unit) -> tuple[Unit, ...]:
    """The fewest units, in order of purchase, that would make an attack of this one possible; none where none need."""
    group = [unit]
    if not is_infantry(state, unit.id) or too_few(state, group, target) is None:
        return ()
    for each in able_to_flank(state, unit.seat, target):
        if each.id != unit.id and too_few(state, group, target) is not None:
            group.append(each)
    return tuple(group[1:])


@rule("inf.target.only_inf", "inf.hidden.attack_building")
def _not_for_infantry(state: State, unit: Unit, token_id: str) -> Refusal:
    sentence = (
        f"{describe(state, unit.id)} is infantry: it cannot shoot at {describe(state, token_id)}, alone or flanking."
    )
    return illegal("not_for_infantry", "inf.target.only_inf", sentence)




    if not state.match.chapters_in_play[INFANTRY]:
        return shots, first
    together, alone = join_flanks(state, shots)
    return together, first or alone


@rule("inf.flank.vehicle", "inf.flank.one_roll")
def join_flanks(state: State, shots: tuple[Shot, ...]) -> tuple[tuple[Shot, ...], Refusal | None]:
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


