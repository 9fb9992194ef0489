"""Beside real bricks: what has to be seen for an attack at a real table, and a table of ours that looks the same."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.setup.companion import Companion, EyeOption, EyeQuestion, RoundStep, Seen, choose
from brickfield.core.setup.duels import Attack as Way
from brickfield.core.shown.showing import TrackFace
from brickfield.core.state import State
from ..base.aims import aim
from ..base.attack_action import Attack, AttackAction, is_charge, locations_to_name
from ..base.battlefield import card_of, match_of
from ..base.cover import HEAVY, LIGHT, MEDIUM, NONE, TOTAL
from ..base.measures import LONG, MELEE, SHORT, measures
from ..base.modifiers import Manner
from ..base.modules import NUMBERS, PARTS, SLOTS, modules
from ..base.ranges_and_arcs import LEFT, OUT, PRIMARY, REAR, RIGHT
from ..base.record_sheet import ARMOR, DICE, HEAT, RUN
from ..data_files import read
from ..setup.workshop import MechCard
from .faces import lasting_tracks

RANGE, ARC, BEHIND, COVER, LOCATION, CHARGE = "range", "arc", "behind", "cover", "location", "charge"
YES, NO = "yes", "no"
# Of the silhouette of the target so much is hidden: well inside of what was said.
_SHARES = {NONE: 0.0, LIGHT: 0.1, MEDIUM: 0.3, HEAVY: 0.6, TOTAL: 1.0}
_BEARINGS = {PRIMARY: 0.0, LEFT: -90.0, RIGHT: 90.0, REAR: 180.0}
_THIN, _HIGH, _ROOM = 0.05, 20.0, 12.0
# Where in the gap between the two what hides stands.
_PLACE = 0.5
# What people keep on a sheet; the rest of it is only changed by what dice do.
_SHEET = (*NUMBERS, HEAT, *DICE.values())
# The last leg of the Move before was straight ahead and long enough.
_RAN = 1


def questions(state: State, unit: Unit, target: Unit, seen: Seen) -> tuple[EyeQuestion, ...]:
    """Everything this attack depends on, and nothing else."""
    return tuple(_questions(state, unit, target, seen))


@rule("bm.attack.range.melee", "bm.attack.range.short", "bm.attack.range.long", "bm.attack.range.out")
def _ranges(state: State) -> EyeQuestion:
    limits = match_of(state).limits
    return choose(
        RANGE, "How far away is it, base to base?", "bm.attack.range.measure",
        (MELEE, f"Up to {limits.melee:g} bricks (melee)", "bm.attack.range.melee"),
        (SHORT, f"Up to {limits.short:g} bricks (short)", "bm.attack.range.short"),
        (LONG, f"Up to {limits.long:g} bricks (long)", "bm.attack.range.long"),
        (OUT, "Farther", "bm.attack.range.out"),
    )  # fmt: skip


def _questions(state: State, unit: Unit, target: Unit, seen: Seen) -> Iterator[EyeQuestion]:
    yield _ranges(state)
    if not card_of(state, unit.id).turret:
        yield choose(
            ARC, "Where does the attacker see it?", "bm.attack.arc.main",
            (PRIMARY, "In front", "bm.attack.arc.main"), (LEFT, "At its left side", "bm.mod.attack.secondary"),
            (RIGHT, "At its right side", "bm.mod.attack.secondary"), (REAR, "Behind it", "bm.attack.arc.forbidden"),
        )  # fmt: skip
    yield choose(
        BEHIND, "From where is the target hit?", "bm.mod.defense.rear",
        (NO, "Front or side", "bm.geometry.rear"), (YES, "From behind", "bm.mod.defense.rear"),
    )  # fmt: skip
    yield _cover()
    if any(chapter.id == "charge" and state.match.chapters_in_play[chapter] for chapter in state.match.game.chapters):
        yield from _charges(seen)
    locations = locations_to_name(state, unit, target)
    if locations:
        words = card_of(state, target.id).location
        named = [EyeOption(each, words(each), "bm.option.targeted.penalty") for each in locations]
        plain = EyeOption("", "At all of it", "bm.attack.declare")
        yield EyeQuestion(LOCATION, "At which part?", "bm.option.targeted.penalty", (plain, *named))


@rule("bm.option.charge.when")
def _charges(seen: Seen) -> Iterator[EyeQuestion]:
    """Only who is close and has run straight at its target charges it."""
    if seen.one(RANGE, MELEE) == MELEE and seen.one(ARC, PRIMARY) == PRIMARY:
        yield choose(
            CHARGE, "Has it just run straight at it?", "bm.option.charge.when",
            (NO, "No", "bm.option.charge.when"), (YES, "Yes", "bm.option.charge.die"),
        )  # fmt: skip


def _cover() -> EyeQuestion:
    numbers = measures()
    medium, heavy, total = numbers.cover_medium_percent, numbers.cover_heavy_percent, numbers.cover_total_percent
    return EyeQuestion(
        COVER, "How much of it is hidden?", "bm.mod.defense.cover.measure",
        (
            EyeOption(NONE, "Nothing", "bm.mod.defense.cover.measure", 0.0),
            EyeOption(LIGHT, f"Less than {medium} %", "bm.mod.defense.cover.light", 0.12),
            EyeOption(MEDIUM, f"{medium} to {heavy - 1} %", "bm.mod.defense.cover.medium", 0.35),
            EyeOption(HEAVY, f"{heavy} to {total} %", "bm.mod.defense.cover.heavy", 0.65),
            EyeOption(TOTAL, f"More than {total} %", "bm.mod.defense.cover.total", 1.0),
        ),
    )  # fmt: skip


# --- the table -------------------------------------------------------------------------------------------------------


@rule("bm.geometry.distance", "bm.geometry.arcs", "bm.geometry.cover")
def lay(state: State, unit: Unit, target: Unit, seen: Seen) -> dict[str, Any]:
    """The attacker to the left, the target to the right, and so much in between as hides what is hidden."""
    limits = match_of(state).limits
    gaps = {
        MELEE: limits.melee / 2,
        SHORT: (limits.melee + limits.short) / 2,
        LONG: (limits.short + limits.long) / 2,
        OUT: limits.long + 1.0,
    }
    near, far = card_of(state, unit.id).base_side, card_of(state, target.id).base_side
    gap = gaps[seen.one(RANGE, MELEE)]
    x, y = _ROOM, _ROOM
    there = x + near / 2 + gap + far / 2
    ran = {RUN: _RAN} if seen.one(CHARGE, NO) == YES else {}
    units = []
    for placed in state.match.start.units:
        stands = {"id": placed.id, "seat": placed.seat, "card": placed.card, "changes": dict(placed.changes)}
        if placed.id == unit.id:
            stands |= {"x": x, "y": y, "heading": _BEARINGS[seen.one(ARC, PRIMARY)]}
            stands["changes"] |= ran
        elif placed.id == target.id:
            stands |= {"x": there, "y": y, "heading": 0.0 if seen.one(BEHIND, NO) == YES else 180.0}
        else:
            stands |= {"status": "waiting"}
        units.append(stands)
    cover = seen.one(COVER, NONE)
    hiding = [] if cover == NONE else [_hiding(x, y, x + near / 2 + gap * _PLACE, there, far, _SHARES[cover])]
    wide = max(measures().table_smallest, there + _ROOM)
    return {"units": units, "terrain": hiding, "size": [wide, max(measures().table_smallest, 2 * _ROOM)],
            "seat": unit.seat}  # fmt: skip


@rule("bm.geometry.cover")
def _hiding(x: float, y: float, at: float, there: float, width: float, share: float) -> dict[str, Any]:
    """A high block across the line that hides a share of the columns of a silhouette, from its left on."""
    ratio = (at - x) / (there - x)
    top = y + (width / 2 + 1.0) * ratio
    bottom = y + (width / 2 - width * share) * ratio - (1.0 if share >= 1.0 else 0.0)
    sizes = {"length": _THIN, "width": top - bottom, "height": _HIGH}
    return {"feature": "Building", "x": at, "y": (top + bottom) / 2, **sizes}


@rule("bm.attack.declare", "bm.option.targeted.penalty")
def attacks(state: State, unit: Unit, target: Unit, seen: Seen) -> tuple[Way, ...]:
    """One attack, at all of the target or at a part of it."""
    manner = Manner(is_charge(state, unit, target), seen.one(LOCATION, ""))
    shown = aim(state, unit, target, manner)
    fails = shown.remark if shown.wasted else ""
    return (Way("", replace(shown, remark=fails, locations=(), need=f"{shown.dice} dice")),)


def fire(state: State, unit: Unit, target: Unit, seen: Seen, _attack: int) -> Attack:
    """The attack as it is declared."""
    return Attack(unit.id, target.id, seen.one(LOCATION, ""))


# --- cards and rounds ------------------------------------------------------------------------------------------------


@rule("bm.setup.record_sheet", "bm.massive.blown_off", "bm.scavenge.arm_needs_shoulder")
def marks(card: MechCard) -> tuple[TrackFace, ...]:
    """The rows of a record sheet: armor, heat, and the parts that are still on."""
    full = card.number(ARMOR)
    parts = [(slot, modules()[each]) for slot, each in zip(SLOTS, card.slots, strict=True) if each and slot in PARTS]
    words = [(slot, f"{slot.replace('_', ' ').capitalize()}: {module.name}") for slot, module in parts]
    rows = [TrackFace(slot, title, "", "pips", 1, 1, "bm.massive.blown_off") for slot, title in words]
    return (*lasting_tracks(full, full, 0), *rows)


def changes(counts: dict[str, int]) -> dict[str, Any]:
    """Counts as a position has them: a part that is off takes its dice along."""
    gone = {slot for slot in PARTS if counts.get(slot) == 0}
    dice = {mark for (slot, _band), mark in DICE.items() if slot in gone}
    stated: dict[str, Any] = {name: counts[name] for name in _SHEET if name in counts and name not in dice}
    return stated | dict.fromkeys(gone, "")


def counts(state: State, unit: Unit) -> dict[str, int]:
    """What is written on a sheet now."""
    sheet = {name: unit.marks.get(name, 0) for name in _SHEET}
    return sheet | {slot: int(unit.marks.get(slot, 0) > 0) for slot in PARTS}


@cache
def steps() -> tuple[RoundStep, ...]:
    """The round, step by step."""
    return read("companion.toml", dict[str, tuple[RoundStep, ...]])["step"]


COMPANION = Companion(
    marks=marks,
    changes=changes,
    counts=counts,
    steps=steps,
    questions=questions,
    lay=lay,
    attacks=attacks,
    fire=fire,
    frames=(AttackAction,),
    lost=("Destroyed", "bm.destroy.remove"),
)
