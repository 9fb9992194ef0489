"""Movement: a way round what stands between two places, as short as the corners on it allow.

A disc that goes round a corner keeps its radius from it, so the places worth turning at lie on octagons about the
corners of everything in the way. The shortest way over those that is free is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from math import cos, hypot, pi, sin

from brickfield.core.clauses import rule
from brickfield.geometry import Point, Scene, Shape, circle, kernel

# Round a corner there are so many places to turn at, all a hair farther away than the disc is wide.
_TURNS, _HAIR = 8, 0.01
# Of so many places the way goes on: a maze is not for this.
_MOST_LOOKED_AT = 160


class Posts:
    """Where a disc may turn on its way through some scenes, so far about a place; worked out once for it."""

    def __init__(self, scenes: Sequence[Scene], radius: float, about: Point, reach: float) -> None:
        self.scenes, self.radius = [each for each in scenes if each.shapes or each.bounds is not None], radius
        corners = (corner for scene in self.scenes for shape in scene.shapes for corner in self._about(shape))
        self.free = [each for each in corners if _apart(each, about) <= reach and self.is_free(each)]

    def _about(self, shape: Shape) -> Iterator[Point]:
        points, far = [(shape.x, shape.y)], shape.radius
        if not shape.radius:
            flat = shape.corners
            points, far = list(zip(flat[::2], flat[1::2], strict=True)), 0.0
        away = (self.radius + far + _HAIR) / cos(pi / _TURNS)
        for x, y in points:
            for turn in range(_TURNS):
                angle = 2 * pi * turn / _TURNS
                yield x + away * cos(angle), y + away * sin(angle)

    def is_free(self, place: Point) -> bool:
        """Whether a disc may stand there."""
        disc = circle(*place, self.radius)
        return all(kernel.overlapped(scene, disc) == -1 for scene in self.scenes)

    def is_clear(self, here: Point, there: Point) -> bool:
        """Whether a disc may go straight from here to there."""
        disc, by = circle(*here, self.radius), (there[0] - here[0], there[1] - here[1])
        return all(kernel.translate(scene, disc, *by)[1] == -1 for scene in self.scenes)


@rule("ba.geometry.path")
def way_round(posts: Posts, start: Point, end: Point, most: float) -> list[Point] | None:
    """The corners of the shortest free way, its end the last of them; None where none is short enough."""
    near = [each for each in posts.free if _apart(start, each) + _apart(each, end) <= most]
    places = [start, *near, end]
    last, best, before = len(places) - 1, {0: 0.0}, dict[int, int]()
    queue, done = [(_apart(start, end), 0)], set[int]()
    while queue and len(done) < _MOST_LOOKED_AT:
        _, at = heappop(queue)
        if at == last:
            return _corners(places, before, last)
        if at in done:
            continue
        done.add(at)
        for other in range(1, len(places)):
            gone = best[at] + _apart(places[at], places[other])
            whole = gone + _apart(places[other], end)
            if other in done or whole > most or gone >= best.get(other, most + 1.0):
                continue
            if posts.is_clear(places[at], places[other]):
                best[other], before[other] = gone, at
                heappush(queue, (whole, other))
    return None


def _corners(places: Sequence[Point], before: dict[int, int], last: int) -> list[Point]:
    found = [places[last]]
    while before[last]:
        last = before[last]
        found.append(places[last])
    return found[::-1]


def _apart(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
