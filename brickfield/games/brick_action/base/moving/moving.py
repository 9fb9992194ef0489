"""Movement: squads walk along a path for each mini, step by step, and are interrupted by holds and reactive fire."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import ceil
from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.asking.movers import StepOffer
from brickfield.core.asking.offers import Action, Choice, Path
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import AnyAnswer, React
from brickfield.core.frames import Frame, Push
from brickfield.core.questions import Moment, Question
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import GRAIN, Pose, circle, kernel
from ..actions import Deed
from ..battlefield import MOVED, PRONE, describe, grain, hulls_on_board, is_vehicle, match_of, number, told
from ..displacement import crowded, make_room, minis_on_board
from ..houses import house_at
from ..measures import measures
from ..reactions.interrupts import WatchedMove
from ..sight.landscape import kept_for
from ..sight.lookout import Course
from ..sight.sight import FIRED_OUT
from .arrival import arrival
from .paths import (
    Move,
    Track,
    Walk,
    allowance,
    along,
    at_step,
    ground_for,
    left_of_turn,
    length_of,
    level_at,
    longest,
    move_fault,
    mover,
    part_of,
    rate,
    tracks_of,
)

# nobody is met farther from a path than two minis are wide, and a little more; of so many orders faults are kept
_ABOUT, _FAULTS_KEPT = 3.0, 64


class Moving(WatchedMove):
    """A squad on its way. It stops where somebody may respond, and goes on afterwards.

    `counted`: it counts to the turn's 32 studs.
    """

    tracks: tuple[Track, ...] = ()
    starts: tuple[tuple[str, Pose], ...] = ()
    # who was upstairs when the move began
    floors: tuple[tuple[str, int], ...] = ()
    length: float = 0.0
    counted: bool = True
    # the vehicle that the unit gets into at the end of it
    boards: AnyAnswer = React(yes=False)

    STEPS: ClassVar[tuple[str, ...]] = (*WatchedMove.STEPS, "may_board", "board")
    PUBLIC: ClassVar[tuple[str, ...]] = (
        *(*WatchedMove.WATCHED, "tracks", "starts", "floors", "length", "counted", "boards"),
    )

    @rule("ba.reactive.trigger_cover")
    def places(self, t: Table) -> int:
        """Every half stud of the longest path; the start is no step, a shorter last step is one."""
        return max(1, ceil(self.length / measures().step - measures().tolerance))

    def share(self, place: int) -> float:
        """How much of the move is done at a step."""
        return min(1.0, (place + 1) * measures().step / self.length) if self.length else 1.0

    @rule("ba.reactive.timing")
    def models_at(self, t: Table, place: int) -> dict[str, Pose]:
        """All minis stand at the same share of their own paths."""
        standing = {each.id for each in t.units[self.unit].standing}
        share, starts = self.share(place), dict(self.starts)
        return {
            track.figure: at_step(starts[track.figure], track, share)
            for track in self.tracks
            if track.figure in standing
        }

    def courses(self, t: Table, first: int, last: int) -> dict[str, Course]:
        """Where each mini that goes is at each of these steps."""
        standing = {each.id for each in t.units[self.unit].standing}
        starts, shares = dict(self.starts), [self.share(place) for place in range(first, last + 1)]
        return {
            track.figure: [(x, y) for x, y, _ in along(starts[track.figure], track, shares)]
            for track in self.tracks
            if track.figure in standing
        }

    def way(self, first: int) -> Any:
        """The tracks, where they began and which part of them is left."""
        return self.tracks, self.starts, self.length, first, self.last

    def stretches(self, t: Table, first: int, last: int) -> list[dict[str, int]]:
        """The share of his own path that each mini goes in a step."""
        starts = dict(self.starts)
        lengths = {track.figure: length_of(starts[track.figure], track) for track in self.tracks}
        shares = [self.share(place) if place >= 0 else 0.0 for place in range(first - 1, last + 1)]
        return [
            {name: grain(length * (after - before)) for name, length in lengths.items()}
            for before, after in pairwise(shares)
        ]

    @rule("ba.hold.blocked_path")
    def free_until(self, t: Table) -> int:
        """The last step before the minis would overlap something that a response has put there."""
        unit, scene = t.units[self.unit], ground_for(t, t.units[self.unit])[0]
        radius = measures().mini_radius
        for place in range(self.counted_to + 1, self.last + 1):
            poses = self.models_at(t, place).values()
            if any(kernel.overlapped(scene, circle(*pose.place, radius)) != -1 for pose in poses):
                return self._clear(t, unit, place - 1)
        return self.last

    def _clear(self, t: Table, unit: Unit, place: int) -> int:
        """Back from a step to one at which nobody would stand on somebody else."""
        while place > self.counted_to and crowded(t, unit, self.models_at(t, place)) is not None:
            place -= 1
        return place

    @rule("ba.geometry.path")
    def show(self, t: Table, place: int, *, at_end: bool) -> None:
        """All minis have gone so far."""
        unit, poses = t.units[self.unit], self.models_at(t, place)
        poses = {name: pose for name, pose in poses.items() if pose != _pose_of(unit, name)}
        if poses:
            gone = self.length * self.share(place)
            moved = happened.FiguresMoved(
                unit=unit.id, poses=tuple(poses.items()), step="walk", amount=gone, clause="ba.geometry.path"
            )
            t.emit(moved)
        go_inside(t, self.unit, self.levels_at(t, place))

    def levels_at(self, t: Table, place: int) -> dict[str, int]:
        """The floors of the minis at a step."""
        starts, share = dict(self.starts), self.share(place)
        floors = dict(self.floors)
        return {
            track.figure: level_at(starts[track.figure], track, share, floors.get(track.figure, 0))
            for track in self.tracks
        }

    @rule("ba.move.turn_cap", "ba.reactive.timing", "ba.geometry.displace")
    def arrive(self, t: Table) -> None:
        """What was gone counts to the turn; who was stopped on somebody else is displaced."""
        place = self.last if self.last >= 0 else self.places(t) - 1
        if self.counted:
            value = number(t.units[self.unit], MOVED) + grain(self.length * self.share(place))
            t.emit(happened.UnitMarked(unit=self.unit, mark=MOVED, value=value, clause="ba.move.turn_cap"))
        if place < self.places(t) - 1:
            make_room(t, self.unit)
        first = next((each.id for each in t.units[self.unit].standing), "")
        unit_moved(t, self.unit, dict(self.starts).get(first))

    @rule("ba.geometry.interrupt_order")
    def finish(self, t: Table) -> Any:
        """At the end of the move weapons are picked up and the use of a corner is declared."""
        super().finish(t)
        unit = t.units[self.unit]
        asks = arrival(t, unit, self.starts, self.walked(t)) if unit.alive else None
        return Push(asks) if asks is not None else None

    @rule("ba.cas.drop", "ba.reactive.timing")
    def walked(self, t: Table) -> tuple[Track, ...]:
        """The part of each way that is behind its mini: a move may have been stopped."""
        starts, share = dict(self.starts), self.share(self.last if self.last >= 0 else self.places(t) - 1)
        return tuple(part_of(starts[track.figure], track, share) for track in self.tracks)


@Moment
def unit_moved(t: Table, unit_id: str, before: Pose | None) -> None:
    """A squad has ended its move, whose first mini stood there before."""


@Question
def drawn_for_it(state: State, unit: Unit) -> tuple[Choice, ...]:
    """What a table offers beside a way that somebody draws."""
    return ()


@rule("ba.build.enter")
def go_inside(t: Table, unit_id: str, levels: Mapping[str, int]) -> None:
    """Minis that have come into a house, out of it or onto another floor are there from now on."""
    houses, unit = match_of(t).houses, t.units[unit_id]
    if not houses:
        return
    changed: dict[tuple[str, int], list[str]] = {}
    for each in unit.standing:
        if each.pose is not None:
            house = house_at(houses, *each.pose.place)
            here = (house.id, levels.get(each.id, each.level)) if house is not None else ("", 0)
            if here != (each.inside, each.level):
                changed.setdefault(here, []).append(each.id)
    for (thing, level), names in changed.items():
        went = happened.WentInside(
            unit=unit_id, thing=thing, level=level, figures=tuple(names), clause="ba.build.enter"
        )
        t.emit(went)
    leaves_behind(t, unit_id, {each.inside for each in unit.standing})


@rule("ba.build.all_hit")
def leaves_behind(t: Table, unit_id: str, before: set[str]) -> None:
    """What a unit showed when it fired out of a house counts there only, not in the next one."""
    unit = t.units[unit_id]
    if number(unit, FIRED_OUT) and not any(each.inside in before - {""} for each in unit.standing):
        t.emit(happened.UnitMarked(unit=unit_id, mark=FIRED_OUT, value=0, clause="ba.build.all_hit"))


def _pose_of(unit: Unit, figure: str) -> Pose | None:
    return next((each.pose for each in unit.squad if each.id == figure), None)


def moving(state: State, order: Any, *, interrupt: bool = False, counted: bool = True) -> Moving:
    """The frame that plays a move; a response or a reward counts to no turn."""
    unit = state.units[order.unit]
    tracks = tracks_of(state, unit, order)
    starts = tuple((each.id, each.pose) for each in unit.standing if each.pose is not None)
    return Moving(
        unit=unit.id,
        tracks=tracks,
        starts=starts,
        floors=tuple((each.id, each.level) for each in unit.standing if each.level),
        length=longest(unit, tracks),
        interrupt=interrupt,
        counted=counted,
        was_prone=bool(number(unit, PRONE)),
    )


def cannot_move(state: State, unit: Unit) -> Refusal | None:
    """Who has walked 32 studs in this turn walks no more."""
    if allowance(state, unit) > measures().tolerance:
        return None
    most = measures().move_per_turn
    sentence = f"{describe(state, unit.id)} has gone {told(most)} studs in this turn and may go no farther."
    return illegal("moved_enough", "ba.move.turn_cap", sentence, most=most)


def _offer(state: State, unit: Unit) -> Action | None:
    if is_vehicle(state, unit):
        return None
    go = StepOffer("stride", "Go", "free", "studs", 1.0, "ba.move.rate")
    also = drawn_for_it(state, unit)
    goes = mover(state, unit, rate(state, unit), left_of_turn(unit))
    path = Path((goes,), (go,), "studs", shortest=0.5, also=also, points_clause="ba.move.rate")
    title = "Crawl" if number(unit, PRONE) else "Move"
    return Action("move", title, path, "ba.move.rate", closed=cannot_move(state, unit))


def _fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    if is_vehicle(state, unit):
        return illegal("not_infantry", "ba.move.rate", f"{describe(state, unit.id)} does not walk.")
    return cannot_move(state, unit) or _walk_fault(state, unit, order)


def _walk_fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    """Why a squad may not walk so; it rests on the squad and on who could be met, and is not asked again for those."""
    known = kept_for(state, unit).setdefault("faults", {})
    tracks = tracks_of(state, unit, order)
    x0, y0, x1, y1 = _area_of(state, unit, order, tracks)
    minis = [each for each in minis_on_board(state) if x0 <= each[2] <= x1 and y0 <= each[3] <= y1]
    hulls = [(each.id, each.pose) for each in hulls_on_board(state)]
    key = order, *minis, *hulls
    if key not in known:
        if len(known) >= _FAULTS_KEPT:
            known.clear()
        known[key] = move_fault(state, unit, tracks, rate(state, unit), left_of_turn(unit))
    fault: Refusal | None = known[key]
    return fault


def _area_of(state: State, unit: Unit, order: Any, tracks: tuple[Track, ...]) -> tuple[float, float, float, float]:
    """Where anybody could be met by a squad on these paths, in grain: x0, y0, x1, y1."""
    areas = kept_for(state, unit).setdefault("areas", {})
    found: tuple[float, float, float, float] | None = areas.get(order)
    if found is None:
        if len(areas) >= _FAULTS_KEPT:
            areas.clear()
        poses = [each.pose for each in unit.standing if each.pose is not None]
        poses += [pose for track in tracks for pose in track.poses]
        xs, ys, about = [each.x for each in poses] or [0], [each.y for each in poses] or [0], _ABOUT * GRAIN
        found = areas[order] = min(xs) - about, min(ys) - about, max(xs) + about, max(ys) + about
    return found


def _respond(state: State, order: Any) -> Frame:
    return moving(state, order, interrupt=True, counted=False)


MOVE = Deed((Move, Walk), _offer, _fault, moving, respond=_respond, held_as="move")
