"""Stragglers: what is left of several units, on one plate."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from brickfield.core import events as happened
from brickfield.core.asking.offers import Choice
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.battlefield import describe
from ...base.unit_stats import cost_when_lost
from .infantry import (
    CAPTAIN_PLATE,
    CARRIED,
    JOINED_NOW,
    LED,
    MARKERS,
    SPRINTED,
    STRAGGLER,
    STRENGTH,
    adjacent,
    gun_of,
    halt,
    infantry_of,
    is_medical,
    is_straggler,
    mark,
    markers_of,
    missing,
)
from .infantry_tables import SPECIALTIES, squads
from .joining import led_together, stays_itself, tires
from .marching import UnitName, own_infantry

_NO_SPECIALTY = tuple((specialty, 0) for specialty in SPECIALTIES)


class FormStragglers(Answer, frozen=True):
    """Reduced units merge onto the plate of the first. What is too much stays with the last."""

    units: Annotated[tuple[UnitName, ...], Meta(min_length=1, max_length=60)]


@rule("inf.strag.create", "inf.strag.source")
def may_give(state: State, seat: int, unit_id: str) -> Unit | Refusal:
    """A donor has lost markers, is in the open, and is neither straggler nor medic."""
    unit = own_infantry(state, seat, unit_id)
    if isinstance(unit, Refusal):
        return unit
    name = describe(state, unit.id)
    if is_straggler(unit):
        return illegal("straggler", "inf.strag.create", f"{name} are stragglers already and give nothing away.")
    if not missing(unit):
        sentence = f"{name} has all its {markers_of(unit)} markers: stragglers come from units that have lost some."
        return illegal("not_reduced", "inf.strag.source", sentence, markers=markers_of(unit))
    if is_medical(unit):
        return illegal("medical", "inf.strag.create", f"{name} has a red plate left and gives nothing away.")
    if gun_of(state, unit):
        return illegal("joined_to_gun", "inf.strag.create", f"{name} has joined a gun and gives nothing away.")
    if unit.container:
        return illegal("is_inside", "inf.strag.create", f"{name} is not in the open.")
    return unit


@rule("inf.strag.create", "inf.strag.one", "inf.strag.size", "inf.geometry.adjacent")
def may_form(state: State, seat: int, answer: FormStragglers) -> Refusal | None:
    """Two reduced units or more in contact, if there is no straggler unit, of which one keeps what is too much."""
    if len(set(answer.units)) != len(answer.units):
        return invalid("named_twice", "A unit is named twice.")
    if len(answer.units) < 2:
        sentence = "Stragglers come from two units or more; one was named."
        return illegal("one_donor", "inf.strag.create", sentence, donors=len(answer.units))
    there = next((each for each in infantry_of(state, seat) if is_straggler(each)), None)
    if there is not None:
        sentence = f"There is a straggler unit already: {describe(state, there.id)}."
        return illegal("one_straggler", "inf.strag.one", sentence, unit=there.id)
    donors: list[Unit] = []
    for name in answer.units:
        unit = may_give(state, seat, name)
        if isinstance(unit, Refusal):
            return unit
        donors.append(unit)
    lost = next(filter(None, [stays_itself(state, unit) for unit in donors[1:]]), None)
    if lost is not None:
        return lost
    if not _in_contact(state, donors):
        return illegal("not_adjacent", "inf.geometry.adjacent", "The plates of these units do not touch.")
    return _too_many(state, donors)


def _in_contact(state: State, donors: list[Unit]) -> bool:
    reached, rest = [donors[0]], list(donors[1:])
    while more := [unit for unit in rest if any(adjacent(state, unit, each) for each in reached)]:
        reached += more
        rest = [unit for unit in rest if unit not in more]
    return not rest


@rule("inf.strag.size", "inf.strag.create")
def _too_many(state: State, donors: list[Unit]) -> Refusal | None:
    """What is above six stays with one donor, which cannot get more than it had."""
    over = sum(map(markers_of, donors)) - squads().straggler_most
    last = donors[-1]
    if over <= markers_of(last):
        return None
    most = squads().straggler_most
    sentence = (
        f"{over} markers are above {most}, and {describe(state, last.id)} has {markers_of(last)}: name fewer units."
    )
    return illegal("too_many_markers", "inf.strag.size", sentence, over=over, most=most)


@rule("inf.strag.create", "inf.strag.size", "inf.strag.stats", "inf.dmg.rc", "inf.join.attack")
def form(t: Table, order: FormStragglers) -> None:
    """The markers go onto one plate; specialties are lost, a captain is carried; nobody of them moves any more."""
    donors = [t.units[name] for name in order.units]
    total = sum(map(markers_of, donors))
    kept = max(0, total - squads().straggler_most)
    first, last, clause = donors[0], donors[-1], "inf.strag.create"
    merged = donors[:-1] if kept else donors
    captain = max(unit.marks.get(CAPTAIN_PLATE, 0) for unit in donors)
    cost, tired = sum(cost_when_lost(t, unit) for unit in merged), any(tires(t, unit) for unit in donors)
    for unit in merged[1:]:
        t.emit(happened.UnitJoined(unit=unit.id, into=first.id, clause=clause))
    marks = {STRAGGLER: 1, STRENGTH: 0, MARKERS: total - kept, CARRIED: cost, SPRINTED: int(tired), JOINED_NOW: 1}
    marks |= {CAPTAIN_PLATE: captain, LED: led_together(donors, tired)}
    for name, value in (*marks.items(), *_NO_SPECIALTY):
        mark(t, first.id, name, value, clause)
    halt(t, first.id, clause)
    if kept:
        for name, value in ((MARKERS, kept), (CAPTAIN_PLATE, 0), *_NO_SPECIALTY):
            mark(t, last.id, name, value, clause)
        halt(t, last.id, clause)


def straggler_choices(state: State, unit: Unit) -> list[Choice]:
    """What a reduced squad can become with those in contact with it: all of them, as far as six go."""
    if isinstance(may_give(state, unit.seat, unit.id), Refusal):
        return []
    others = [each for each in infantry_of(state, unit.seat) if each.id != unit.id]
    able = [each for each in others if not isinstance(may_give(state, unit.seat, each.id), Refusal)]
    touching = [each for each in able if adjacent(state, unit, each)]
    groups: list[tuple[str, ...]] = [(unit.id, each.id) for each in touching]
    if len(touching) > 1:
        groups.append((unit.id, *[each.id for each in touching]))
    return [
        Choice(
            FormStragglers(group),
            f"{describe(state, unit.id)}: form stragglers with {', '.join(group[1:])}",
            f"Up to {squads().straggler_most} markers on one plate; nobody of them moves any more.",
            "inf.strag.create",
            about=group,
        )
        for group in groups
        if may_form(state, unit.seat, FormStragglers(group)) is None
    ]
