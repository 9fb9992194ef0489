"""Movement: a squad that cannot keep its formation goes by the corners of its first mini's way and closes up about him.

A table draws the way of the first mini; the others keep their places beside him. Where a corner or somebody stands in
their way, this finds ways of their own for them, so that nobody has to draw each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import cos, hypot, pi, sin

from brickfield.core.board import Model, Unit
from brickfield.core.clauses import rule
from brickfield.core.kept import kept
from brickfield.core.state import State
from brickfield.geometry import Point, Scene, circle, kernel
from ..battlefield import GUN, match_of, number
from ..measures import measures
from .paths import Move, Walk, Way, ground_for, move_fault, tracks_of
from .ways_round import Posts, way_round

# How far apart places about the end are tried, in radii of a mini, and how many to every side.
_GAP, _ABOUT = 2.2, 4
# The first mini may end so far beside the end that was drawn, to so many sides; so many ways are tried, and to so many
# places a way round is looked for.
_ASIDE, _SIDES, _TRIES, _TRIED = (1.0, 2.0, 3.0, 4.0), 8, 40, 4
# Two decimals, as ways are written; a stud that is rounded away must not make a way too long.
_DIGITS, _SPARE = 2, 0.05


@rule("ba.geometry.path", "ba.geometry.coherency")
def closed_up(state: State, unit: Unit, order: Move, studs: float, left: float) -> Walk | None:
    """The way of a squad that is drawn for its first mini, with ways of their own for the others; None where not all
    of them can follow with so many studs for the action and so many left of the turn."""
    minis = [each for each in unit.standing if each.pose is not None]
    if not minis or any(each.level for each in minis) or number(unit, GUN):
        return None
    rigid = {track.figure: [pose.place for pose in track.poses] for track in tracks_of(state, unit, order)}
    most = min(studs, left) - _SPARE
    corners, half = rigid[minis[0].id], studs / 2 - _SPARE
    if not corners or way_length(_place(minis[0]), corners) > most + 2 * _SPARE:
        return None
    # first those keep their places who can, then nobody does; who goes through cover has half as far
    modes = ((True, True, most), (False, True, most), (True, False, half), (False, False, half))
    tries = [(corners, *mode) for mode in modes]
    tries += [([*corners[:-1], end], *mode) for end in _beside(corners[-1], minis[0]) for mode in modes[1::2]]
    for way, keeps, dry, far in tries[:_TRIES]:
        following = _Following(state, unit, way, min(far, most), dry=dry)
        walk = following.order({k: v[-1] for k, v in rigid.items() if keeps})
        if walk is not None and move_fault(state, unit, tracks_of(state, unit, walk), studs, left) is None:
            return walk
    return None


def _beside(end: Point, lead: Model) -> list[Point]:
    """Places close by an end that may be taken or too far for the others, those towards the start first; none at which
    the squad would hardly have come on, and only changed its places."""
    start, (x, y) = _place(lead), end
    dx, dy = x - start[0], y - start[1]
    turns = [2 * pi * turn / _SIDES for turn in range(_SIDES)]
    about = [(x + away * cos(turn), y + away * sin(turn)) for away in _ASIDE for turn in turns]
    half = (dx * dx + dy * dy) / 2
    places = [(px, py) for px, py in about if (px - start[0]) * dx + (py - start[1]) * dy >= half]
    return sorted(places, key=lambda place: (round(apart(place, end)), apart(start, place)))


def _start(unit: Unit) -> Point:
    """Where the first of a squad stands."""
    return _place(next(each for each in unit.standing if each.pose is not None))


@kept
def _posts(state: State, unit_id: str, dry: bool) -> Posts:
    """What a squad may have to go round, and with `dry` what it had better go round."""
    unit = state.units[unit_id]
    scenes = [ground_for(state, unit)[0], *([match_of(state).rough] if dry else [])]
    return Posts(scenes, measures().mini_radius, _start(unit), measures().move + _ABOUT)


class _Following:
    """The minis of a squad behind the first of them."""

    def __init__(self, state: State, unit: Unit, corners: Sequence[Point], most: float, *, dry: bool) -> None:
        self.unit, self.corners, self.most = unit, list(corners), most
        self.start = _start(unit)
        self.scene: Scene = ground_for(state, unit)[0]
        # who goes round cover keeps his whole way
        rough = match_of(state).rough
        self.rough: Scene | None = rough if dry and rough.shapes else None
        self.posts = _posts(state, unit.id, self.rough is not None)
        # where those of the squad will stand who have their ways already
        self.together: list[Point] = []
        friends = [each for other in state.units.values() if other.id != unit.id for each in other.standing]
        self.taken = [each.pose.place for each in friends if each.pose is not None and not each.level]

    def order(self, places: dict[str, Point]) -> Walk | None:
        """A way for each, the nearest to the end first; None where one is left behind."""
        lead, *others = [each for each in self.unit.standing if each.pose is not None]
        end = self.corners[-1]
        first = self._led(end) if self._is_free(end) else None
        if first is None:
            return None
        self.corners, ways = first, [Way(lead.id, _written(first))]
        self.taken.append(end)
        self.together.append(end)
        for figure in sorted(others, key=lambda each: (apart(_place(each), end), each.id)):
            way = self._way(figure, places.get(figure.id))
            if way is None:
                return None
            self.taken.append(way[-1])
            self.together.append(way[-1])
            ways.append(Way(figure.id, _written(way)))
        return Walk(self.unit.id, tuple(ways))

    def _led(self, end: Point) -> list[Point] | None:
        """The way of the first mini: as it was drawn where that is free, else round what stands there."""
        drawn = [*self.corners[:-1], end]
        if way_length(self.start, drawn) <= self.most + _SPARE and self._is_clear(self.start, drawn):
            return drawn
        return way_round(self.posts, self.start, end, self.most)

    def _way(self, figure: Model, own: Point | None) -> list[Point] | None:
        """Straight, or behind the first mini by the last of his corners or all of them, to the first free place."""
        here = _place(figure)
        for place in self._places(own):
            for first in range(len(self.corners), -1, -1):
                way = [*[self.start, *self.corners][first:-1], place]
                if way_length(here, way) <= self.most and self._is_clear(here, way):
                    return way
        near = islice((each for each in self._places(own) if apart(here, each) <= self.most), _TRIED)
        ways = (way_round(self.posts, here, place, self.most) for place in near)
        return next((way for way in ways if way is not None), None)

    def _places(self, own: Point | None) -> Iterator[Point]:
        """One's place in the formation, then places about the end, the nearest first."""
        x, y = self.corners[-1]
        gap = _GAP * measures().mini_radius
        steps = range(-_ABOUT, _ABOUT + 1)
        about = sorted((hypot(i, j), i, j) for i in steps for j in steps)
        places = [(round(x + i * gap, _DIGITS), round(y + j * gap, _DIGITS)) for _far, i, j in about]
        far = measures().coherency + 2 * measures().mini_radius
        for place in ([own] if own is not None else []) + places:
            if any(apart(place, other) <= far for other in self.together) and self._is_free(place):
                yield place

    def _is_free(self, place: Point) -> bool:
        """Whether a mini may end there."""
        radius = measures().mini_radius
        is_free = all(apart(place, other) >= 2 * radius for other in self.taken)
        return is_free and kernel.overlapped(self.scene, circle(*place, radius)) == -1

    def _is_clear(self, here: Point, way: Sequence[Point]) -> bool:
        for there in way:
            disc = circle(*here, measures().mini_radius)
            by = there[0] - here[0], there[1] - here[1]
            if kernel.translate(self.scene, disc, *by)[1] != -1:
                return False
            if self.rough is not None and kernel.translate(self.rough, disc, *by)[1] != -1:
                return False
            here = there
        return True


def _place(figure: Model) -> Point:
    assert figure.pose is not None
    return figure.pose.place


def _written(way: Sequence[Point]) -> tuple[Point, ...]:
    return tuple((round(x, _DIGITS), round(y, _DIGITS)) for x, y in way)


def apart(one: Point, other: Point) -> float:
    """How far two points are from each other."""
    return hypot(one[0] - other[0], one[1] - other[1])


def way_length(here: Point, way: Sequence[Point]) -> float:
    """How long a way of straight stretches is."""
    total = 0.0
    for there in way:
        total += apart(here, there)
        here = there
    return total
