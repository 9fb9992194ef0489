"""Movement: the paths of minis, how long they may be, what is in their way, and how they may end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot, inf
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from brickfield.core.asking.movers import Apart, Mover, Slow
from brickfield.core.asking.offers import Started
from brickfield.core.board import Model, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.kept import kept
from brickfield.core.questions import Question
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.shown.showing import outlined
from brickfield.core.state import State
from brickfield.geometry import GRAIN, Pose, Scene, Shape, circle, kernel
from brickfield.geometry import unit as direction
from ..actions import Name
from ..battlefield import (
    MOVED,
    PRONE,
    describe,
    grain,
    hull_of,
    hulls_on_board,
    living,
    match_of,
    mini_name,
    number,
    obstacle,
    told,
)
from ..displacement import crowded
from ..houses import has_room, house_at
from ..measures import measures
from ..sight.landscape import kept_for

Studs = Annotated[float, Meta(ge=0, le=400)]
Place = Annotated[float, Meta(ge=-400, le=400)]
# What stands in the way, and its names.
Ground = tuple[Scene, tuple[str, ...]]
# of so many orders to a unit that stands just so its paths are kept
_ORDERS_KEPT = 64


class Stride(Struct, frozen=True, tag_field="step", tag="stride", forbid_unknown_fields=True, gc=False):
    """Straight on in a direction."""

    heading: Annotated[float, Meta(ge=-1440, le=1440)]
    studs: Studs


class Move(Answer, frozen=True, gc=False):
    """The whole squad goes the same way."""

    unit: Name
    steps: Annotated[tuple[Stride, ...], Meta(max_length=32)]


class Way(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Where one mini goes: the corners of his path and its end, without where he stands."""

    figure: Name
    points: Annotated[tuple[tuple[Place, Place], ...], Meta(max_length=16)]
    # the floor of the house he ends on; the ground, or the floor he is on if he stays in the house
    level: Annotated[int, Meta(ge=-1, le=9)] = -1


class Walk(Answer, frozen=True, gc=False):
    """A path of its own for each mini; who has none stays."""

    unit: Name
    ways: Annotated[tuple[Way, ...], Meta(max_length=8)]


class Track(Struct, frozen=True, gc=False):
    """The path of one mini, corner by corner; the floor he comes to, and the studs of stairs before and after it."""

    figure: str
    poses: tuple[Pose, ...]
    level: int = 0
    down: float = 0.0
    up: float = 0.0


@rule("ba.move.rate", "ba.move.crawl")
def rate(state: State, unit: Unit) -> float:
    """How far a squad goes with one action: 16 studs, crawling 8; less with a burden."""
    return burdened(state, unit, measures().crawl if number(unit, PRONE) else measures().move)


@Question
def burdened(state: State, unit: Unit, studs: float) -> float:
    """A way of so many studs as a unit can make it with all that it takes along."""
    return studs


@rule("ba.move.turn_cap")
def left_of_turn(unit: Unit) -> float:
    """What is left of the 32 studs of a turn."""
    return max(0.0, measures().move_per_turn - number(unit, MOVED) / GRAIN)


def allowance(state: State, unit: Unit) -> float:
    """How far a squad may go on open ground with one action."""
    return min(rate(state, unit), left_of_turn(unit))


@rule("ba.move.hard_half", "ba.move.soft_half")
def pace(state: State, unit: Unit, studs: float) -> float:
    """What an action allows from where a unit stands: who stands in rough ground is slowed from the start."""
    scene, radius = match_of(state).rough, measures().mini_radius
    poses = [each.pose for each in unit.standing if each.pose is not None]
    slowed = scene.shapes and any(kernel.overlapped(scene, circle(*pose.place, radius)) != -1 for pose in poses)
    return studs / 2 if slowed else studs


@rule("ba.move.hard_half", "ba.move.soft_half", "ba.build.enter")
def slowed_by(state: State, unit: Unit, tracks: tuple[Track, ...]) -> str:
    """The clause of what halves a move, the first thing that the disc of a mini overlaps on its way: hard cover, soft
    cover or a window; mere contact is free, twice halves once. Empty: nothing does."""
    scene, radius = match_of(state).rough, measures().mini_radius
    if not scene.shapes:
        return ""
    starts = {each.id: each.pose for each in unit.standing}
    for track in tracks:
        at = starts[track.figure]
        for pose in track.poses:
            assert at is not None
            way = (pose.x - at.x) / GRAIN, (pose.y - at.y) / GRAIN
            disc = circle(*at.place, radius)
            met = kernel.overlapped(scene, disc)
            met = met if met != -1 else kernel.translate(scene, disc, *way)[1]
            if met != -1:
                return match_of(state).rough_clauses[met]
            at = pose
    return ""


def tracks_of(state: State, unit: Unit, order: Move | Walk) -> tuple[Track, ...]:
    """The path of each mini, corner by corner."""
    tracks = kept_for(state, unit).setdefault("tracks", {})
    found: tuple[Track, ...] | None = tracks.get(order)
    if found is None:
        if len(tracks) >= _ORDERS_KEPT:
            tracks.clear()
        found = tracks[order] = _tracks_of(state, unit, order)
    return found


def _tracks_of(state: State, unit: Unit, order: Move | Walk) -> tuple[Track, ...]:
    found = []
    figures = {each.id: each for each in unit.standing if each.pose is not None}
    if isinstance(order, Walk):
        for way in order.ways:
            figure = figures.get(way.figure)
            heading = figure.pose.degrees if figure is not None and figure.pose is not None else 0.0
            poses = tuple([Pose.at(x, y, heading) for x, y in way.points])
            found.append(_on_stairs(state, figure, Track(way.figure, poses), way.level))
        return tuple(found)
    for figure in figures.values():
        pose, poses = figure.pose, ()
        assert pose is not None
        for step in order.steps:
            c, s = direction(step.heading)
            pose = Pose(pose.x + grain(c * step.studs), pose.y + grain(s * step.studs), grain(step.heading))
            poses = (*poses, pose)
        found.append(_on_stairs(state, figure, Track(figure.id, poses), -1))
    return tuple(found)


@rule("ba.build.enter")
def _on_stairs(state: State, figure: Model | None, track: Track, level: int) -> Track:
    """Each storey by stairs takes 8 studs: down before the way, up after it."""
    if figure is None or (not figure.level and level <= 0):
        return track
    storey = measures().storey_studs
    end = track.poses[-1] if track.poses else figure.pose
    house = house_at(match_of(state).houses, *end.place) if end is not None else None
    stays = house is not None and house.id == figure.inside
    wanted = level if level >= 0 else (figure.level if stays else 0)
    if stays:
        return Track(track.figure, track.poses, wanted, up=abs(wanted - figure.level) * storey)
    return Track(track.figure, track.poses, wanted, figure.level * storey, wanted * storey)


@rule("ba.geometry.path", "ba.build.enter")
def length_of(start: Pose, track: Track) -> float:
    """How long the path of a mini is, stairs included."""
    x, y, total = start.x, start.y, 0.0
    for pose in track.poses:
        total += hypot(pose.x - x, pose.y - y)
        x, y = pose.x, pose.y
    return total / GRAIN + track.down + track.up


def longest(unit: Unit, tracks: tuple[Track, ...]) -> float:
    """The longest path of a move, which is the unit's move."""
    starts = {each.id: each.pose for each in unit.standing}
    return max((length_of(start, each) for each in tracks if (start := starts.get(each.figure))), default=0.0)


@rule("ba.geometry.path")
def ground_for(state: State, unit: Unit) -> Ground:
    """What a mini cannot walk through: enemies, vehicles, obstacles, the edge of the board; and the names of it all."""
    return _ground_for(state, state.match.sides[unit.seat])


@kept
def _ground_for(state: State, side: int) -> Ground:
    match = match_of(state)
    hulls = hulls_on_board(state)
    shapes: list[Shape] = [hull_of(state, each) for each in hulls]
    names = [each.id for each in hulls]
    for other in living(state):
        if other.squad and match.sides[other.seat] != side:
            discs = discs_of(state, other)
            shapes += discs
            names += [other.id] * len(discs)
    names += match.wall_names
    return match.wall_scene.behind(shapes), tuple(names)


def discs_of(state: State, unit: Unit) -> list[Shape]:
    """The minis of a squad that stand on the ground, as others find them in their way."""
    kept = kept_for(state, unit)
    found: list[Shape] | None = kept.get("discs")
    if found is None:
        poses = [each.pose for each in unit.standing if each.pose is not None and not each.level]
        found = kept["discs"] = [circle(*pose.place, measures().mini_radius) for pose in poses]
    return found


@rule("ba.geometry.path", "ba.move.rate", "ba.move.turn_cap", "ba.geometry.coherency")
def move_fault(state: State, unit: Unit, tracks: tuple[Track, ...], studs: float, left: float = inf) -> Refusal | None:
    """Why a squad may not walk so: with so many studs for the action, and so many left of the turn."""
    starts = {each.id: each.pose for each in unit.standing}
    named = [each.figure for each in tracks]
    if any(starts.get(name) is None for name in named) or len(set(named)) < len(named):
        return illegal("not_a_mini", "ba.geometry.path", "Each mini of the unit that is on the board has one path.")
    length = longest(unit, tracks)
    if length <= measures().tolerance:
        return illegal("no_movement", "ba.geometry.path", "Nobody would move.")
    return (
        too_far(state, unit, tracks, length, studs, left)
        or _blocked(state, unit, tracks)
        or floor_fault(state, unit, tracks)
        or end_fault(state, unit, tracks)
    )


@rule("ba.build.enter")
def floor_fault(state: State, unit: Unit, tracks: tuple[Track, ...]) -> Refusal | None:
    """Who ends on a floor ends between the walls of a house that has it; nobody leaves but by the ground."""
    match, figures = match_of(state), {each.id: each for each in unit.standing}
    for track in tracks:
        figure = figures[track.figure]
        if not track.level:
            continue
        end = track.poses[-1] if track.poses else figure.pose
        assert end is not None
        house = house_at(match.houses, *end.place)
        storeys = len(house.structure.storeys) if house is not None and house.structure is not None else 1
        if track.level >= storeys or (track.level and house is not None and not has_room(house, *end.place)):
            sentence = f"There is no floor {track.level} where {mini_name(unit, track.figure)} would end."
            return illegal("no_floor", "ba.build.enter", sentence, level=track.level, floors=storeys)
    return None


@rule("ba.move.rate", "ba.move.turn_cap", "ba.move.crawl", "ba.move.hard_half", "ba.move.soft_half")
def too_far(
    state: State, unit: Unit, tracks: tuple[Track, ...], length: float, studs: float, left: float
) -> Refusal | None:
    """The longest path is longer than the action allows, halved on rough ground, or than what is left of the turn."""
    slack = measures().tolerance
    if length > left + slack:
        sentence = f"{describe(state, unit.id)} may go {told(left)} studs more in this turn, not {told(length)}."
        return illegal("too_far", "ba.move.turn_cap", sentence, studs=length, most=left)
    if length > studs + slack:
        clause = "ba.move.crawl" if number(unit, PRONE) else "ba.move.rate"
        sentence = f"{describe(state, unit.id)} may go {told(studs)} studs with this action, not {told(length)}."
        return illegal("too_far", clause, sentence, studs=length, most=studs)
    if length > studs / 2 + slack and (clause := slowed_by(state, unit, tracks)):
        where = "Through a window" if clause == "ba.build.enter" else "Through cover"
        sentence = f"{where} {describe(state, unit.id)} may go {told(studs / 2)} studs, not {told(length)}."
        return illegal("too_far", clause, sentence, studs=length, most=studs / 2)
    return None


def _blocked(state: State, unit: Unit, tracks: tuple[Track, ...]) -> Refusal | None:
    scene, names = ground_for(state, unit)
    radius = measures().mini_radius
    starts = {each.id: each.pose for each in unit.standing}
    floors = {each.id: each.level for each in unit.standing}
    for track in tracks:
        at = starts[track.figure]
        assert at is not None
        upstairs = track.level and not track.down and floors[track.figure]
        for pose in () if upstairs and _in_rooms(state, at, track) else track.poses:
            way = (pose.x - at.x) / GRAIN, (pose.y - at.y) / GRAIN
            hit = kernel.translate(scene, circle(*at.place, radius), *way)[1]
            if hit != -1:
                thing = "edge" if hit < 0 else names[hit]
                sentence = f"{obstacle(state, thing)} is in the way of {mini_name(unit, track.figure)}."
                return illegal("blocked", "ba.geometry.path", sentence, figure=track.figure, obstacle=thing)
            at = pose
    return None


def _in_rooms(state: State, start: Pose, track: Track) -> bool:
    """Whether a mini on a floor stays between the walls of his house."""
    house = house_at(match_of(state).houses, *start.place)
    return house is not None and all(has_room(house, *pose.place) for pose in (start, *track.poses))


def ends(unit: Unit, tracks: tuple[Track, ...]) -> dict[str, Pose]:
    """Where the minis of a squad stand after a move."""
    found = {each.id: each.pose for each in unit.standing if each.pose is not None}
    return found | {track.figure: track.poses[-1] for track in tracks if track.poses}


@rule("ba.geometry.mini", "ba.geometry.coherency")
def end_fault(state: State, unit: Unit, tracks: tuple[Track, ...]) -> Refusal | None:
    """Minis end on nobody, and the squad stays together."""
    return standing_fault(state, unit, ends(unit, tracks), {track.figure: track.level for track in tracks})


def standing_fault(
    state: State, unit: Unit, places: dict[str, Pose], levels: Mapping[str, int] | None = None
) -> Refusal | None:
    """Why minis of a squad may not stand so: on another, or too far from each other."""
    crowd = crowded(state, unit, places, levels)
    if crowd is not None:
        name, other = crowd
        whose, _, whom = other.rpartition("/")
        sentence = f"{mini_name(unit, name)} would stand on {mini_name(whose or unit, whom)}."
        return illegal("overlap", "ba.geometry.mini", sentence, figure=name, other=other)
    return apart_fault(unit, places)


@rule("ba.geometry.coherency")
def apart_fault(unit: Unit, places: dict[str, Pose]) -> Refusal | None:
    """Every mini within 4 studs of another, in one connected chain."""
    numbers = measures()
    reach = (numbers.coherency + 2 * numbers.mini_radius + numbers.tolerance) * GRAIN
    left = dict(places)
    if not left:
        return None
    chain = [left.pop(next(iter(left)))]
    while chain and left:
        at = chain.pop()
        near = [name for name, pose in left.items() if hypot(pose.x - at.x, pose.y - at.y) <= reach]
        chain += [left.pop(name) for name in near]
    if not left:
        return None
    name = next(iter(left))
    sentence = f"{mini_name(unit, name)} would be more than {numbers.coherency:g} studs from the rest of his squad."
    return illegal("out_of_coherency", "ba.geometry.coherency", sentence, figure=name, most=numbers.coherency)


@rule("ba.reactive.trigger_cover")
def along(start: Pose, track: Track, shares: Sequence[float]) -> list[tuple[int, int, int]]:
    """Where a mini is, and his heading, when these shares of the move are done: at the same share of his own path."""
    total, at, legs = length_of(start, track), start, []
    for pose in track.poses:
        legs.append((at, pose, hypot(pose.x - at.x, pose.y - at.y)))
        at = pose
    end = (at.x, at.y, at.heading)
    return [end if share >= 1.0 else _part_of(legs, (total * share - track.down) * GRAIN) or end for share in shares]


def _part_of(legs: Sequence[tuple[Pose, Pose, float]], left: float) -> tuple[int, int, int] | None:
    """Where one is after so much of a path, in grain; None at its end."""
    for at, pose, leg in legs:
        if left <= leg and leg:
            part = max(0.0, left) / leg
            return at.x + round((pose.x - at.x) * part), at.y + round((pose.y - at.y) * part), pose.heading
        left -= leg
    return None


def at_step(start: Pose, track: Track, share: float) -> Pose:
    """Where a mini is when a share of the move is done."""
    return Pose(*along(start, track, (share,))[0])


@rule("ba.reactive.timing")
def part_of(start: Pose, track: Track, share: float) -> Track:
    """The way of a mini up to a share of the move."""
    if share >= 1.0:
        return track
    at, left, poses = start, (length_of(start, track) * share - track.down) * GRAIN, []
    for pose in track.poses:
        left -= hypot(pose.x - at.x, pose.y - at.y)
        if left < 0.0:
            break
        poses.append(pose)
        at = pose
    return Track(track.figure, (*poses, at_step(start, track, share)))


@rule("ba.build.enter")
def level_at(start: Pose, track: Track, share: float, before: int) -> int:
    """The floor a mini is on when a share of the move is done: stairs down come first, stairs up last."""
    if share >= 1.0:
        return track.level
    gone = length_of(start, track) * share
    return before if not track.down or gone < track.down else 0


@rule("ba.geometry.path", "ba.geometry.coherency")
def mover(state: State, unit: Unit, studs: float, left: float = inf) -> Mover:
    """A squad that may go so many studs with an action and so many in the turn: in formation, or each his own way."""
    apart = Apart({"answer": "walk", "unit": unit.id}, "ba.geometry.coherency")
    found = walker(state, unit, studs, left, {"answer": "move", "unit": unit.id})
    return replace(found, apart=apart if unit.squad else None)


@rule("ba.geometry.path", "ba.move.hard_half", "ba.move.soft_half", "ba.move.turn_cap")
def walker(state: State, unit: Unit, studs: float, left: float, answer: Started) -> Mover:
    """A squad that goes in formation: how far, what stands in its way, and the ground that halves an action; who
    stands on such ground has half as far from the start."""
    most, paced = min(studs, left), min(pace(state, unit, studs), left)
    less = most - min(studs / 2, left)
    return Mover(
        unit.id,
        paced,
        paced,
        answer,
        meets=tuple(dict.fromkeys(ground_for(state, unit)[1])),
        slows=_slows(state, unit, less) if paced == most and less > 0 else (),
    )


def _slows(state: State, unit: Unit, less: float) -> tuple[Slow, ...]:
    """All ground that takes so much off a way, worked out once for a unit that stands just so."""
    kept = kept_for(state, unit)
    if "slows" not in kept or kept["slows"][0] != less:
        kept["slows"] = less, tuple([Slow(outlined(each), "cover", less) for each in match_of(state).rough.shapes])
    found: tuple[Slow, ...] = kept["slows"][1]
    return found
