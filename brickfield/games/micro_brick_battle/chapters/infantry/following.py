"""Following a tank: a squad behind it goes along, in its place behind the tank, as far as its own points last.

A squad follows from the moment it is told to until it is told to stop; that is how following begins and ends at any
point of the tank's movement. When the tank has carried a step of an order out, each of its followers goes the same way.
"""

from __future__ import annotations

from math import ceil, hypot
from typing import Any, Literal

from msgspec import UNSET
from msgspec.structs import replace

from brickfield.core.asking.offers import Choice
from brickfield.core.board import Unit, UnitId
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.frames import Goto, Push
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, direction
from brickfield.geometry.grain import GRAIN
from ...base.battlefield import card_of, describe
from ...base.measures import measures
from ...base.movement import MP_GRAIN, AnyStep, Drive, Forward, Taken, drive
from ...base.movement_phase import (
    Convoy,
    MovementPhase,
    MoveUnits,
    also_ordered,
    order_given,
    other_order,
    set_out_with,
    under_way,
    worked_out,
)
from ...base.moves_under_way import MoveUnderWay, told_of
from ...base.unit_stats import movement_points
from ..special_units.special_units import waits_for_commander
from .chapter import INFANTRY
from .infantry import HALTED, building_of, infantry_of, is_infantry, mark
from .infantry_tables import squads
from .joining import leave_gun
from .marching import UnitName, as_far_as_it_goes, may_march
from .marching_points import FOLLOW, FOLLOWED, march_points

# Whom a squad follows is named in its mark; the value says whether at a walk or at a run.
FOLLOWS = "follows "
_WALK, _RUN = 1, 2
# A turn of the tank is walked in short straight ways, each about so many degrees of it.
_DEGREES = 5


class Follow(Answer, frozen=True):
    """A squad follows the tank it is behind from now on, at a walk or at a run."""

    unit: UnitName
    tank: UnitName
    pace: Literal["walk", "sprint"] = "walk"


class StopFollowing(Answer, frozen=True):
    """A squad follows no longer."""

    unit: UnitName


MoveUnits.also_takes(Follow, StopFollowing)


@rule("inf.geometry.behind_tank", "inf.follow.position")
def is_behind(state: State, place: tuple[float, float], tank: Unit) -> bool:
    """Whether a place is close to the middle of a tank's rear side and strictly beyond the line of that side."""
    pose = tank.here
    c, s = direction(pose.heading)
    half = card_of(state, tank.id).length_inches / 2
    x, y = place[0] - pose.x / GRAIN, place[1] - pose.y / GRAIN
    ahead, left = x * c + y * s, y * c - x * s
    beyond, tolerance = -ahead - half, measures().tolerance_inches
    return beyond > tolerance and hypot(beyond, left) <= squads().behind_tank_inches + tolerance


@rule("inf.follow.friendly")
def can_be_followed(state: State, seat: int, tank: Unit) -> bool:
    """A living land vehicle of the player that has Movement Points."""
    card = card_of(state, tank.id)
    if tank.seat != seat or not tank.alive or card.is_airplane or card.is_infantry:
        return False
    return movement_points(state, tank) > 0


@rule("inf.follow.choice", "inf.follow.position", "inf.follow.friendly", "inf.move.sprint.tank", "mbb.cmd.msm")
def may_follow(state: State, seat: int, answer: Follow) -> Refusal | None:
    """Infantry in the open that stands behind a tank of its player."""
    unit = may_march(state, seat, answer.unit)
    if isinstance(unit, Refusal):
        return unit
    alone = waits_for_commander(state, unit)
    if alone is not None:
        return alone
    tank = state.units.get(answer.tank)
    if tank is None:
        return invalid("unknown_unit", f"There is no unit {answer.tank!r} on this table.")
    name, ahead = describe(state, unit.id), describe(state, tank.id)
    if not can_be_followed(state, seat, tank):
        sentence = f"{ahead} cannot be followed: it takes a living land vehicle of yours with Movement Points."
        return illegal("cannot_be_followed", "inf.follow.friendly", sentence)
    if building_of(state, unit) or not is_behind(state, unit.here.place, tank):
        most = squads().behind_tank_inches
        sentence = (
            f"{name} is not behind {ahead}: within {most:g} inches of the middle of its rear side, beyond its line."
        )
        return illegal("not_behind", "inf.follow.position", sentence, most=most)
    return None


@rule("inf.follow.startstop")
def may_stop(state: State, seat: int, answer: StopFollowing) -> Refusal | None:
    """Who follows may stop at any time."""
    unit = may_march(state, seat, answer.unit)
    if isinstance(unit, Refusal):
        return unit
    if followed_by(unit):
        return None
    return illegal("not_following", "inf.follow.startstop", f"{describe(state, unit.id)} follows nobody.")


def followed_by(unit: Unit) -> UnitId:
    """The tank a squad follows; empty: none."""
    return next((name.removeprefix(FOLLOWS) for name in unit.marks if name.startswith(FOLLOWS)), "")


def followers_of(state: State, tank: UnitId) -> list[Unit]:
    """The squads that follow a tank."""
    if not state.match.chapters_in_play[INFANTRY]:
        return []
    mark = FOLLOWS + tank
    return [unit for unit in state.units.values() if mark in unit.marks and unit.alive]


@other_order.amended(INFANTRY)
@rule("inf.follow.choice", "inf.follow.startstop")
def following_ordered(state: State, seat: int, answer: Any, settled: Any) -> Any:
    """A squad is told to follow, or to stop."""
    if isinstance(answer, Follow):
        return may_follow(state, seat, answer) or answer
    return may_stop(state, seat, answer) or answer if isinstance(answer, StopFollowing) else settled


@order_given.amended(INFANTRY)
@rule("inf.follow.choice", "inf.follow.startstop")
def following_begins_or_ends(t: Table, order: Any) -> None:
    """The squad does as it is told."""
    if isinstance(order, Follow):
        follow(t, order)
    elif isinstance(order, StopFollowing):
        stop(t, order.unit)


@rule("inf.follow.startstop")
def follow(t: Table, order: Follow) -> None:
    """From now on it goes where the tank goes."""
    stop(t, order.unit)
    leave_gun(t, order.unit)
    pace = _RUN if order.pace == "sprint" else _WALK
    mark(t, order.unit, FOLLOWS + order.tank, pace, "inf.follow.choice")


@rule("inf.follow.startstop")
def stop(t: Table, unit_id: UnitId) -> None:
    """It stays where it is."""
    tank = followed_by(t.units[unit_id])
    if tank:
        mark(t, unit_id, FOLLOWS + tank, 0, "inf.follow.startstop")


def stop_all(t: Table, seat: int) -> None:
    """When all vehicles have moved nobody follows any more."""
    for unit in infantry_of(t, seat):
        stop(t, unit.id)


# --- the way of a follower -------------------------------------------------------------------------------------------


@rule("inf.follow.startstop", "inf.geometry.path")
def way_behind(follower: Pose, begin: Pose, taken: tuple[Taken, ...]) -> list[Pose]:
    """Where a plate comes when it keeps its place relative to a tank: turns of the tank swing it round its middle."""
    c, s = direction(begin.heading)
    dx, dy = follower.x - begin.x, follower.y - begin.y
    ahead, left = dx * c + dy * s, dy * c - dx * s
    found, before = [], begin
    for each in taken:
        turned = round(each.amount * GRAIN) if each.step == "pivot" else 0
        parts = max(1, ceil(abs(turned) / GRAIN / _DEGREES))
        for number in range(1, parts + 1):
            c, s = direction(before.heading + turned * number // parts)
            at = each.pose
            x, y = at.x + round(ahead * c - left * s), at.y + round(ahead * s + left * c)
            found.append(Pose(x, y, follower.heading))
        before = each.pose
    return found


@rule("inf.follow.startstop", "inf.follow.bonus", "inf.move.sprint.tank")
def track_of(state: State, unit: Unit, start: Pose, begin: Pose, taken: tuple[Taken, ...], run: bool) -> list[Taken]:
    """The way of a follower as far as its points and the ground let it come, at an inch a point."""
    ways = [(pose, _length(pose, before)) for before, pose in _pairs(start, way_behind(start, begin, taken))]
    together = unit.marks.get(FOLLOWED, 0) + sum(length for _pose, length in ways)
    if together >= round(squads().followed_inches * GRAIN) and march_points(state, unit):
        unit = replace(unit, marks=unit.marks | {FOLLOWED: together})
    legs = [Taken(FOLLOW, pose, length / GRAIN, length * MP_GRAIN // GRAIN) for pose, length in ways if length]
    return as_far_as_it_goes(state, replace(unit, pose=start), legs, "sprint" if run else "walk")


def _pairs(start: Pose, poses: list[Pose]) -> list[tuple[Pose, Pose]]:
    return list(zip([start, *poses], poses, strict=False))


def _length(one: Pose, other: Pose) -> int:
    return round(hypot(one.x - other.x, one.y - other.y))


@worked_out.amended(INFANTRY)
@rule("inf.follow.startstop", "mbb.geometry.collision")
def drive_with_followers(
    state: State, tank: Unit, steps: tuple[AnyStep, ...], alone: Drive | Refusal
) -> Drive | Refusal:
    """An order of a tank that is followed: after each of its steps the squads behind it have gone along, as they would
    have if each had been an order of its own."""
    if not followers_of(state, tank.id):
        return alone
    ahead = Table(state)
    taken: list[Taken] = []
    refused: Refusal | None = None
    for each in steps:
        now = ahead.units[tank.id]
        worked = together(ahead, now, (each,))
        if isinstance(worked, Refusal):
            refused = worked
            break
        taken += worked.taken
        MoveUnderWay(unit=tank.id, taken=worked.taken, start=now.here).at_once(ahead)
        _go_along(ahead, Convoy(tank.id, now.here, worked.taken))
    return refused if refused is not None and not taken else Drive(tank.id, tuple(taken), refused, steps)


def _go_along(t: Table, convoy: Convoy) -> None:
    """All followers of a tank go their ways, past mines and all."""
    while (found := next_to_go(t, convoy)) is not None:
        unit, track = found
        MoveUnderWay(unit=unit.id, taken=tuple(track), start=unit.here).at_once(t)
    forget_gone_along(t)


@rule("inf.follow.startstop", "mbb.geometry.collision")
def together(state: State, tank: Unit, steps: tuple[AnyStep, ...]) -> Drive | Refusal:
    """A tank backs up and turns together with squads that keep up with it.

    Squads that cannot go the whole way with it stand in its way like anybody else.
    """
    followers = followers_of(state, tank.id)
    if not followers or all(isinstance(step, Forward) for step in steps):
        return drive(state, tank, steps)
    apart = state.with_units(*[replace(unit, inside=tank.id) for unit in followers])
    worked = drive(apart, tank, steps)
    if isinstance(worked, Drive) and all(_keeps_up(state, unit, tank, worked) for unit in followers):
        return worked
    return drive(state, tank, steps)


def _keeps_up(state: State, unit: Unit, tank: Unit, worked: Drive) -> bool:
    run = unit.marks[FOLLOWS + tank.id] == _RUN
    track = track_of(state, unit, unit.here, tank.here, worked.taken, run)
    return _has_come(state, unit, track, way_behind(unit.here, tank.here, worked.taken))


def _has_come(state: State, unit: Unit, track: list[Taken], whole: list[Pose]) -> bool:
    """Whether a squad is in its place behind a tank at the end of its way; who need not move is there already."""
    if track:
        return track[-1].pose == whole[-1]
    return not whole or unit.pose == whole[-1]


@set_out_with.amended(INFANTRY)
@rule("inf.follow.startstop")
def convoy_of(state: State, order: Drive, start: Pose, before: Convoy | None) -> Convoy | None:
    """A tank that is followed sets out on the first step of its order."""
    if not followers_of(state, order.unit):
        return before
    if not order.steps:
        return Convoy(order.unit, start, order.taken)
    return Convoy(order.unit, start, order.taken[:1], order.steps, 0)


@rule("inf.follow.startstop", "mbb.move.fraction")
def next_step(t: Table, convoy: Convoy) -> Convoy | None:
    """The next step of an order, worked out where tank and squads stand now; None: it has come to its end, or is
    refused, which is told."""
    tank, at = t.units[convoy.tank], (convoy.at or 0) + 1
    if not convoy.goes_on or not tank.alive or tank.pose is None:
        return None
    worked = together(t, tank, ((convoy.steps or ())[at],))
    if isinstance(worked, Refusal):
        told_of(t, tank.id, at + 1, worked)
        return None
    return Convoy(tank.id, tank.pose, worked.taken, convoy.steps, at)


# --- going along -----------------------------------------------------------------------------------------------------


@rule("inf.follow.startstop", "mbb.geometry.destroyed_pose")
def driven(start: Pose, taken: tuple[Taken, ...], end: Pose) -> tuple[Taken, ...]:
    """So much of an order as a tank has carried out that stands at a pose now: it may have been stopped on its way."""
    found: list[Taken] = []
    before = start
    for each in taken:
        if _reaches(before, each, end):
            amount = _turned(before, each, end) if each.step == "pivot" else _length(end, before)
            part = replace(each, pose=end, amount=amount / GRAIN)
            return (*found, part) if end != before else tuple(found)
        found.append(each)
        before = each.pose
    return tuple(found)


def _turned(before: Pose, step: Taken, end: Pose) -> int:
    """How far a tank has turned the way a step turns it, in grain."""
    whole = 360 * GRAIN
    turned = (end.heading - before.heading) % whole
    return turned if step.amount > 0 else turned - whole if turned else 0


def _reaches(before: Pose, step: Taken, end: Pose) -> bool:
    """Whether a tank was stopped in the middle of a step, or before it."""
    if end == step.pose:
        return False
    if step.step == "pivot":
        return end.place == before.place and abs(_turned(before, step, end)) <= round(abs(step.amount) * GRAIN)
    return (
        end.heading == before.heading
        and _length(before, end) + _length(end, step.pose) <= _length(before, step.pose) + 4
    )


@rule("inf.follow.startstop")
def next_to_go(t: Table, convoy: Convoy) -> tuple[Unit, list[Taken]] | None:
    """The next follower of a tank with its way; who cannot go along to the end stops following."""
    tank, start = convoy.tank, convoy.start
    end, alive = t.units[tank].pose, t.units[tank].alive
    # who is lost where it set out has gone nowhere, also where it would have turned all the way round
    lost = end == start and not alive
    done = () if end is None or lost else driven(start, convoy.taken, end)
    for unit in followers_of(t, tank):
        if GONE_ALONG in unit.marks:
            continue
        run = unit.marks[FOLLOWS + tank] == _RUN
        track = track_of(t, unit, unit.here, start, done, run)
        whole = way_behind(unit.here, start, done)
        mark(t, unit.id, GONE_ALONG, 1, "inf.follow.startstop")
        if not _has_come(t, unit, track, whole) or not alive:
            stop(t, unit.id)
        if track:
            return t.units[unit.id], track
    return None


# A squad that has gone its way after the last order of its tank.
GONE_ALONG = "gone_along"


def forget_gone_along(t: Table) -> None:
    """Before the next order of a tank nobody has gone along yet."""
    for unit in [unit for unit in t.units.values() if GONE_ALONG in unit.marks]:
        mark(t, unit.id, GONE_ALONG, 0, "inf.follow.startstop")


@step(MovementPhase, INFANTRY)
@rule("inf.follow.startstop")
def followers_go(phase: MovementPhase, t: Table) -> Any:
    """Each squad that follows the tank goes its way behind it, as far as the tank has come."""
    convoy = phase.convoy
    found = next_to_go(t, convoy) if convoy else None
    if found is None:
        forget_gone_along(t)
        phase.convoy = (next_step(t, convoy) if convoy else None) or UNSET
        if not phase.convoy:
            return Goto("move_units")
        return under_way(t, Drive(phase.convoy.tank, phase.convoy.taken), phase.convoy.start)
    unit, track = found
    return Push(MoveUnderWay(unit=unit.id, taken=tuple(track), start=unit.here))


@step(MovementPhase, INFANTRY)
@rule("inf.follow.startstop")
def next_follower(phase: MovementPhase, t: Table) -> Any:
    """Then the next one, or the next step of the tank."""
    return Goto("followers_go")


# --- what is offered -------------------------------------------------------------------------------------------------


@also_ordered.amended(INFANTRY)
def follow_choices(state: State, seat: int, before: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Who can follow which tank, and who can stop."""
    free = [unit for unit in infantry_of(state, seat) if HALTED not in unit.marks and not unit.container]
    squads_there = [unit for unit in free if waits_for_commander(state, unit) is None]
    tanks = [each for each in state.units.values() if each.seat == seat and not is_infantry(state, each.id)]
    tanks = [each for each in tanks if can_be_followed(state, seat, each)] if squads_there else []
    found = []
    for unit in squads_there:
        tank = followed_by(unit)
        if tank:
            title = f"{describe(state, unit.id)}: stop following {describe(state, tank)}"
            found.append(Choice(StopFollowing(unit.id), title, "", "inf.follow.startstop", about=(unit.id, tank)))
        behind = [each for each in tanks if each.id != tank and is_behind(state, unit.here.place, each)]
        found += [_choice(state, unit, each, pace) for each in behind for pace in _PACES]
    return (*before, *found)


_PACES: tuple[Literal["walk", "sprint"], ...] = ("walk", "sprint")


def _choice(state: State, unit: Unit, tank: Unit, pace: Literal["walk", "sprint"]) -> Choice:
    how = " at a run" if pace == "sprint" else ""
    text = "It goes where the tank goes until its points are used up or you stop it."
    if pace == "sprint":
        text += " Beyond its MP it does not attack."
    title = f"{describe(state, unit.id)}: follow {describe(state, tank.id)}{how}"
    return Choice(Follow(unit.id, tank.id, pace), title, text, "inf.follow.choice", about=(unit.id, tank.id))
