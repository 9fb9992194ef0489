"""Answers worth giving to each decision, with their kind and reason: for hints, learners and bots."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import hypot
from typing import Any

from brickfield.core.adding import added
from brickfield.core.board import Unit
from brickfield.core.decisions import Answer, Decision, Suggestion
from brickfield.core.kept import kept
from brickfield.core.state import State
from brickfield.geometry import Pose
from ..base.actions import is_rush
from ..base.attack_action import Attack, locations_to_name, may_attack
from ..base.battlefield import card_of, describe, match_of
from ..base.deployment import LayAnew, Place, may_lay_anew, waiting_units
from ..base.ending_a_turn import EndTurn
from ..base.measures import RANGES, measures
from ..base.modules import PARTS
from ..base.move_action import Move
from ..base.ranges_and_arcs import FIRING_ARCS
from ..base.record_sheet import part_of
from ..base.take_action import TakeAction
from ..chapters.hold_fire.hold_fire import HoldFire, may_hold_fire
from ..chapters.scavenging.loose_parts import loose_parts, read_note, slot_name
from ..chapters.scavenging.scavenge_action import (
    Detach,
    Mount,
    may_detach,
    may_mount,
    parts_to_mount,
    reach_to,
    scavenge_reach,
)
from ..setup.room import leaves_room, room_of
from .judgement import plan_for, scavenged
from .judgement_deployment import deployment_terms
from .judgement_notes import is_promising
from .judgement_plans import Plan, Turn, turn_of
from .judgement_threats import threat_map
from .judgement_worth import would_fit
from .suggestions_words import move_words, put_into_words

# How many places are proposed for a unit, and how many ideas of one kind come before the other kinds.
_PLACES, _OF_A_KIND = 12, 3
# Of so many Mechs that could act at most this many are thought about.
_FOREMOST = 6
# Of places along the edge one in so many Bricks comes before the others.
_STRETCH = 3.0


# --- a Mech's turn ----------------------------------------------------------------------------------------------------


def actions(state: State, decision: TakeAction, n: int) -> list[Suggestion]:
    """End a turn; then everything worth doing with each Mech, the best first and something of each kind early."""
    return _actions(state, decision.units)


@kept
def _actions(state: State, units: tuple[str, ...]) -> list[Suggestion]:
    safe = [
        Suggestion(EndTurn(unit), "end", put_into_words(state, state.units[unit]), "bm.action.explicit_end")
        for unit in units
    ]
    ideas = [idea for unit in foremost(state, units) for idea in _ideas(state, unit)]
    return [*safe[:1], *_diverse(ideas), *safe[1:]]


def foremost(state: State, units: tuple[str, ...]) -> list[Unit]:
    """The Mechs worth a thought before the others: of many those nearest to an enemy, in the order of the list."""
    found = [state.units[unit] for unit in units]
    if len(found) <= _FOREMOST:
        return found
    foes = threat_map(state, match_of(state).sides[found[0].seat]).foes

    def away(unit: Unit) -> float:
        x, y = unit.pose.place if unit.pose is not None else (0.0, 0.0)
        return min((hypot(foe.x - x, foe.y - y) for foe in foes), default=0.0)

    chosen = {unit.id for unit in sorted(found, key=away)[:_FOREMOST]}
    return [unit for unit in found if unit.id in chosen]


def _diverse(ideas: list[Suggestion]) -> list[Suggestion]:
    """The best first, but of each kind for each Mech only a few before all other kinds have had theirs."""
    ranked = sorted(ideas, key=lambda idea: -idea.value)
    early: list[Suggestion] = []
    late: list[Suggestion] = []
    counts: dict[tuple[str, str], int] = {}
    for idea in ranked:
        sort = idea.answer.unit, idea.kind
        counts[sort] = counts.get(sort, 0) + 1
        (early if counts[sort] <= _OF_A_KIND else late).append(idea)
    return early + late


def _ideas(state: State, unit: Unit) -> Iterable[Suggestion]:
    """What one Mech could do, each with the worth of the best plan that begins with it."""
    turn = turn_of(state, unit, {})
    nothing = turn.ending.total
    for answer, plan in _planned(turn):
        words = move_words(turn, plan) if isinstance(answer, Move) else _WORDS[type(answer)](state, unit, answer, plan)
        kind, reason, clause = words
        yield Suggestion(answer, kind, reason, clause, round(plan.total - nothing, 3))


def _planned(turn: Turn) -> Iterable[tuple[Any, Plan]]:
    moves = [Move(turn.unit.id, way.steps) for way in turn.ways()]
    for answer in (*moves, *_attacks(turn), *_scavenges(turn), *_notes(turn)):
        plan = plan_for(turn, answer)
        if plan is not None:
            yield answer, plan


def _attacks(turn: Turn) -> Iterable[Attack]:
    """Every enemy that can be attacked now, and with the switch its most telling location."""
    state, unit = turn.state, turn.unit
    for shot in turn.shots():
        target = shot.target.unit
        if may_attack(state, unit, Attack(unit.id, target.id)) is not None:
            continue
        yield Attack(unit.id, target.id)
        if state.match.options.targeted_shot:
            seen = [place for place in locations_to_name(state, unit, target) if place in PARTS]
            best = max(seen, key=lambda place: _dice_of(target, place), default=None)
            if best is not None:
                yield Attack(unit.id, target.id, best)


def _dice_of(unit: Unit, slot: str) -> int:
    part = part_of(unit, slot)
    return sum(part.dice(band) for band in RANGES) if part is not None else 0


def _scavenges(turn: Turn) -> Iterable[Mount | Detach]:
    """Parts that can be mounted and have dice; and an own part to take off for a much better one beside it."""
    state, unit = turn.state, turn.unit
    for token in loose_parts(state):
        if reach_to(state, unit, token) > scavenge_reach() + measures().tolerance_bricks:
            continue
        loose = read_note(token)
        for take in ("all", "arm", "shoulder"):
            order = Mount(unit.id, token.id, take)
            if would_fit(unit, loose, take) and may_mount(state, unit, order) is None:
                yield order
                break
        for sort, part in parts_to_mount(loose, "all"):
            slot = slot_name(loose.side, sort)
            own = part_of(unit, slot)
            better = own is not None and _better(part.melee + part.short + part.long, _dice_of(unit, slot))
            if better and may_detach(state, unit, Detach(unit.id, slot)) is None:
                yield Detach(unit.id, slot)


def _better(dice: int, own: int) -> bool:
    return own == 0 and dice > 0


def _notes(turn: Turn) -> Iterable[HoldFire]:
    """Notes for every range there are dice for and every arc that an enemy may walk into."""
    for band in RANGES:
        for arc in FIRING_ARCS:
            note = HoldFire(turn.unit.id, band, arc, "fire")  # type: ignore[arg-type]
            if may_hold_fire(turn.state, turn.unit, note) is None and is_promising(turn, note):
                yield note


Words = tuple[str, str, str]


def _attack_words(state: State, unit: Unit, answer: Attack, plan: Plan) -> Words:
    aim = describe(state, answer.target)
    part = card_of(state, answer.target).location(answer.location)
    place = f" at the {part}" if part else ""
    rush = is_rush(unit)
    words = f"attack {aim}{place}" + (", although it is a rush" if rush else "")
    if "M" in plan.shape:
        words += ", then get out of its sight" if plan.terms.get("exposure", 0.0) > -1.0 else ", then move on"
    clause = "bm.option.targeted.penalty" if place else "bm.action.rush_heat" if rush else "bm.attack.declare"
    return "targeted" if place else "attack", words, clause


def _mount_words(state: State, unit: Unit, answer: Mount, plan: Plan) -> Words:
    gain = scavenged(state, unit, answer)
    words = f"mount the {read_note(state.tokens[answer.part]).words()}"
    return "scavenge", f"{words}, worth {gain:.0f} points in dice", "bm.scavenge.mount"


def _detach_words(state: State, unit: Unit, answer: Detach, plan: Plan) -> Words:
    words = f"take off the empty {answer.slot.replace('_', ' ')} to make room for a better one"
    return "detach", words, "bm.scavenge.one_thing"


def _note_words(state: State, unit: Unit, answer: HoldFire, plan: Plan) -> Words:
    words = f"hold fire at {answer.range} range in the {answer.arc} arc"
    return "hold", f"{words} and cool down", "bm.option.hold.declare"


# kind, reason and clause of an action that is no Move
_WORDS: dict[type[Answer], Callable[[State, Unit, Any, Plan], Words]] = {
    Attack: _attack_words,
    Mount: _mount_words,
    Detach: _detach_words,
    HoldFire: _note_words,
}


# --- deployment -------------------------------------------------------------------------------------------------------


def places(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """Places in the zone that leave room for all who still wait, the best first, facing the table; the best of each
    stretch of the edge before the others. Where there is no room for all, first to lay out anew."""
    seat = decision.seat
    unit, *rest = waiting_units(state, seat)
    priced = [(added(deployment_terms(state, unit, pose).values()), pose) for pose in room_of(state, seat).grid(unit)]
    priced.sort(key=lambda each: (-round(each[0], 6), each[1]))
    anew = may_lay_anew(state, seat) is None
    if not anew:
        priced = _roomy(state, unit, rest, priced)
    early: dict[int, tuple[float, Pose]] = {}
    upright = match_of(state).zones[seat].edge in ("left", "right")
    for value, pose in priced:
        early.setdefault(int(pose.place[1 if upright else 0] / _STRETCH), (value, pose))
    spread = [*early.values()]
    found = [_place(unit, *each) for each in [*spread, *[each for each in priced if each not in spread]][:_PLACES]]
    return [_LAY_ANEW, *found] if anew else found


def _roomy(state: State, unit: Unit, rest: list[Unit], priced: list[tuple[float, Pose]]) -> list[tuple[float, Pose]]:
    """Of places those beside which the rest still fits; there is always that of a layout of all of them."""
    found = [each for each in priced if leaves_room(state, unit, each[1], rest)]
    if found:
        return found
    layout = room_of(state, unit.seat).layout([unit, *rest])
    return [each for each in priced if layout and each[1] == layout[0]]


def _place(unit: Unit, value: float, pose: Pose) -> Suggestion:
    place = Place(unit.id, *pose.place, pose.degrees)
    reason = "near what the battle is about, with room to move"
    return Suggestion(place, "place", reason, "bm.geometry.setup", round(value, 3))


_LAY_ANEW = Suggestion(
    LayAnew(), "anew", "take all up again: what still waits finds no room beside them", "bm.geometry.setup", 1.0
)
