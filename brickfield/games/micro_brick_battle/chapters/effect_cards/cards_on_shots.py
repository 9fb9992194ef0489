"""Effect cards on a shot: before it, on its dice, and when it is over."""

from __future__ import annotations

from typing import Any

from brickfield.core import events as happened
from brickfield.core.board import UnitId
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.dice import Pool
from brickfield.core.frames import Roll
from brickfield.core.table import Table
from ...base.battlefield import describe
from ...base.measures import measures
from ...base.shooting import SHOT, ShootingPhase, shot_begins, why_void
from .chapter import EFFECT_CARDS
from .effect_cards import AMMUNITION, HAS_SHOT, LUCK, note_for_cards, wear_off
from .playing_cards import card_moment


@step(ShootingPhase, EFFECT_CARDS)
@rule("mbb.card.timing", "mbb.card.scenario", "inf.geometry.cards")
def special_ammunition(phase: ShootingPhase, t: Table) -> Any:
    """When a shot comes up its player may play a card on it; units that flank fire one shot together."""
    if phase.number >= len(phase.shots):
        return None
    shot = phase.shots[phase.number]
    if shot.lead or why_void(t, shot, phase.shots) is not None:
        return None
    told = f"{describe(t, shot.unit)} is about to fire at {describe(t, shot.target)}."
    return card_moment(t, phase.seat, "shot", (shot.unit, shot.target), told)


@shot_begins.amended(EFFECT_CARDS)
@rule("mbb.card.scenario")
def note_who_shoots(t: Table, unit_id: UnitId) -> None:
    """Some cards ask who has shot."""
    note_for_cards(t, unit_id, HAS_SHOT)


@step(ShootingPhase, EFFECT_CARDS)
@rule("mbb.card.timing")
def lucky_star(phase: ShootingPhase, t: Table) -> Any:
    """Right after the roll, before anything comes of it."""
    if not phase.faces or len(phase.faces[0]) < measures().shot_dice:
        return None
    shot = phase.shots[phase.number]
    needed = phase.decision_of(t).numbers(t, shot, phase.others(t)).needed
    return lucky_moment(t, shot.unit, shot.target, sum(phase.faces[0]), needed)


@step(ShootingPhase, EFFECT_CARDS)
@rule("mbb.card.scenario")
def throw_again(phase: ShootingPhase, t: Table) -> Any:
    """Both dice, if a card says so."""
    return thrown_again(t, phase.shots[phase.number].unit, phase.faces)


@step(ShootingPhase, EFFECT_CARDS)
@rule("mbb.card.scenario")
def play_cards(phase: ShootingPhase, t: Table) -> Any:
    """The ammunition of a card was for this shot."""
    wear_off(t, phase.seat, (AMMUNITION,))


@rule("mbb.card.timing")
def lucky_moment(t: Table, unit: UnitId, target: UnitId, rolled: int, needed: int | None) -> Any:
    """Who has thrown two dice for an attack may have a Lucky Star, hit or miss."""
    told = f"{describe(t, unit)} has thrown {rolled} against {describe(t, target)} and needs {needed}."
    hit = needed is not None and rolled >= needed
    return card_moment(t, t.units[unit].seat, "rolled", (unit, target), told, hit)


@rule("mbb.card.scenario")
def thrown_again(t: Table, unit: UnitId, faces: tuple[tuple[int, ...], ...]) -> Roll | None:
    """Both dice are thrown again where a card says so; the first throw is told, and counts no more."""
    if LUCK not in t.units[unit].marks:
        return None
    seat = t.units[unit].seat
    first = happened.Throw(SHOT, seat, faces[0])
    t.emit(happened.UnitMarked(unit=unit, mark=LUCK, value=0, clause="mbb.card.scenario", throws=(first,)))
    return Roll((Pool(measures().shot_dice, SHOT, measures().die_faces, seat),), into="faces")
