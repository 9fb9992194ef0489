"""Whether a model can be built: parts that are known, none in another's way, all of them held by others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from msgspec import Struct

from brickfield.bricks.bodies import Turned, dot, inner_boxes, overlap, turned
from brickfield.bricks.fits import PARTNERS, FitStud, Join, PartFit, fit_of
from brickfield.bricks.models import BrickModel, Placed
from brickfield.bricks.placing import Box, Placing, Point

FaultKind = Literal["unknown", "unjudged", "in_the_way", "loose", "too_large"]

# After so many faults nobody reads on, and a heap of parts in one place costs no more.
MOST_FAULTS = 50
# More studs than a judged model may have, and more pairs of boxes than are compared: what costs more is not judged.
MOST_STUDS = 200_000
MOST_PAIRS = 200_000
# How far a stud may be from the middle of what takes it, and a bar from its clip: programs round to whole numbers.
_NEAR = 1.05
# Cosine of the angle up to which two directions are one.
_STRAIGHT = 0.999
# A square of the index in which parts are looked for, and of the one for hollows.
_SQUARE = 48.0
_FINE = 4.0
# The middle of a stud: half its width, and half its height; and how deep a bar sits in a hollow stud at least.
_STUD_HALF = 4.0
_STUD_TALL = 4.0
_BAR_DEPTH = 3.0

Cell = tuple[int, int, int]


class Fault(Struct, frozen=True):
    """What is wrong with a part: of which building step (counted from 1), where, and with which other part."""

    kind: FaultKind
    step: int
    part: str
    place: Point
    other: str = ""
    pieces: int = 1

    @property
    def sentence(self) -> str:
        """What is wrong, in words."""
        at = " ".join(f"{number:g}" for number in self.place)
        told = f"step {self.step}: {self.part} at {at}"
        if self.kind == "too_large":
            return f"{told}: from here on there is more than can be judged."
        if self.kind == "unknown":
            return f"{told} is not in the table of parts."
        if self.kind == "unjudged":
            return f"{told} is known by its size only, not by how it holds."
        if self.kind == "in_the_way":
            return f"{told} is in the way of {self.other}."
        return f"{told} is held by nothing" + (f", with {self.pieces - 1} more." if self.pieces > 1 else ".")


class LooseStep(Struct, frozen=True):
    """After this building step what is built lies in so many pieces."""

    step: int
    pieces: int


class Building(Struct, frozen=True):
    """What the check of a building found. Without faults the model can be built."""

    faults: tuple[Fault, ...]
    loose_steps: tuple[LooseStep, ...]

    @property
    def buildable(self) -> bool:
        """Whether it is proved that the model can be built."""
        return not self.faults


class LaidBody(NamedTuple):
    """A part where it lies, with all that the check compares."""

    serial: int
    placed: Placed
    fit: PartFit
    room: Box
    boxes: tuple[Turned, ...]


class LaidHollow(NamedTuple):
    """A hollow where it lies: of which part, where it opens, and whether only hollow studs go in."""

    owner: int
    place: Point
    way: Point
    rib: bool


class Pieces:
    """Parts that hold together."""

    def __init__(self, count: int) -> None:
        self.parents = list(range(count))

    def find(self, index: int) -> int:
        """The part that stands for the piece of another."""
        while self.parents[index] != index:
            self.parents[index] = self.parents[self.parents[index]]
            index = self.parents[index]
        return index

    def join(self, one: int, other: int) -> None:
        """Let two parts hold each other."""
        self.parents[self.find(one)] = self.find(other)


def checked(model: BrickModel) -> Building:
    """Whether a model can be built, and what stands against it."""
    placed = model.placed()
    faults = list(_not_known(placed))
    bodies = [body for index, one in enumerate(placed) if (body := _body(index, one)) is not None]
    too_large = _too_many_studs(bodies)
    if too_large is not None:
        return Building((too_large,), ())
    rooms = _by_room(bodies)
    faults += _overlaps(bodies, rooms, MOST_FAULTS)
    if len(faults) >= MOST_FAULTS or any(fault.kind == "too_large" for fault in faults):
        return Building(tuple(faults[:MOST_FAULTS]), ())
    links, blocked = _studs(bodies, rooms)
    links += _joints(bodies)
    faults += blocked
    known = {body.serial for body in bodies}
    faults += _loose(placed, known, links)
    return Building(tuple(faults[:MOST_FAULTS]), _loose_steps(placed, links))


def _too_many_studs(bodies: list[LaidBody]) -> Fault | None:
    studs = 0
    for body in bodies:
        studs += len(body.fit.studs)
        if studs > MOST_STUDS:
            return _fault("too_large", body.placed)
    return None


def _not_known(placed: list[Placed]) -> Iterator[Fault]:
    for one in placed:
        if one.part is None:
            yield _fault("unknown", one)
        elif fit_of(one.part.number) is None:
            yield _fault("unjudged", one)


def _fault(kind: FaultKind, one: Placed, other: str = "", pieces: int = 1) -> Fault:
    place = (round(one.placing.x, 3), round(one.placing.y, 3), round(one.placing.z, 3))
    return Fault(kind, one.step + 1, one.number, place, other, pieces)


def _body(index: int, one: Placed) -> LaidBody | None:
    fit = fit_of(one.part.number) if one.part else None
    if fit is None or one.box is None:
        return None
    boxes = tuple(turned(box, one.placing) for solid in fit.body for box in inner_boxes(solid))
    return LaidBody(index, one, fit, one.box, boxes)


# --- in the way ------------------------------------------------------------------------------------------------------


def _by_room(bodies: list[LaidBody]) -> dict[Cell, list[LaidBody]]:
    """Bodies under every square of the index that they reach."""
    rooms: dict[Cell, list[LaidBody]] = defaultdict(list)
    for body in bodies:
        for cell in _cells(body.room):
            rooms[cell].append(body)
    return rooms


def _cells(room: Box) -> Iterator[Cell]:
    low = [int((side - 4) // _SQUARE) for side in room[:3]]
    high = [int((side + 4) // _SQUARE) for side in room[3:]]
    for x in range(low[0], high[0] + 1):
        for y in range(low[1], high[1] + 1):
            yield from ((x, y, z) for z in range(low[2], high[2] + 1))


def _overlaps(bodies: list[LaidBody], rooms: dict[Cell, list[LaidBody]], most: int) -> list[Fault]:
    """Bodies that share room; a part that goes through another, as a bar through a clip, does not."""
    found: list[Fault] = []
    pairs = 0
    for cell, near in rooms.items():
        for count, later in enumerate(near):
            for earlier in near[:count]:
                if not _meet(earlier.room, later.room) or cell != _first_shared(earlier.room, later.room):
                    continue
                pairs += len(earlier.boxes) * len(later.boxes)
                if pairs > MOST_PAIRS:
                    return [*found, _fault("too_large", later.placed)]
                if _share_room(earlier, later) and not _joined(earlier, later):
                    found.append(_fault("in_the_way", later.placed, earlier.placed.number))
                    if len(found) == most:
                        return found
    return found


def _meet(one: Box, other: Box) -> bool:
    return (
        one[0] < other[3] - 1
        and other[0] < one[3] - 1
        and one[1] < other[4] - 1
        and other[1] < one[4] - 1
        and one[2] < other[5] - 1
        and other[2] < one[5] - 1
    )


def _first_shared(one: Box, other: Box) -> Cell:
    """The first square that both reach, so that a pair is compared once."""
    low = [int((max(one[axis], other[axis]) - 4) // _SQUARE) for axis in range(3)]
    return (low[0], low[1], low[2])


def _share_room(one: LaidBody, other: LaidBody) -> bool:
    return any(overlap(mine, theirs) for mine in one.boxes for theirs in other.boxes)


# --- studs -----------------------------------------------------------------------------------------------------------


def covered_studs(placed: list[Placed]) -> set[tuple[int, int]] | None:
    """Studs that sit in a hollow and are not seen: the number of the part, and of its stud. None: too many to say."""
    bodies = [body for index, one in enumerate(placed) if (body := _body(index, one)) is not None]
    if _too_many_studs(bodies) is not None:
        return None
    hollows = _hollows(bodies)
    return {
        (body.serial, count)
        for body in bodies
        for count, stud in enumerate(body.fit.studs)
        if _takers(body, stud, hollows)
    }


def _studs(bodies: list[LaidBody], rooms: dict[Cell, list[LaidBody]]) -> tuple[list[tuple[int, int]], list[Fault]]:
    """Which parts hold each other by studs, and studs that stand in the way of another part."""
    hollows = _hollows(bodies)
    links: list[tuple[int, int]] = []
    faults: list[Fault] = []
    for body in bodies:
        placing = body.placed.placing
        for stud in body.fit.studs:
            place, way = placing.moved(stud.place), placing.turned(stud.way)
            takers = _takers(body, stud, hollows)
            links += [(body.serial, taker) for taker in takers]
            hit = _hit(body, place, way, takers, rooms)
            if hit is not None and len(faults) < MOST_FAULTS:
                faults.append(_fault("in_the_way", body.placed, hit.placed.number))
    return links, faults


def _takers(body: LaidBody, stud: FitStud, hollows: dict[Cell, list[LaidHollow]]) -> set[int]:
    """The parts that a stud sits in."""
    place, way = body.placed.placing.moved(stud.place), body.placed.placing.turned(stud.way)
    takers = {held.owner for held in _near(hollows, place) if _takes(held, place, way, stud.hollow)}
    return takers - {body.serial}


def _hollows(bodies: list[LaidBody]) -> dict[Cell, list[LaidHollow]]:
    found: dict[Cell, list[LaidHollow]] = defaultdict(list)
    for body in bodies:
        placing = body.placed.placing
        way = placing.turned((0.0, 1.0, 0.0))
        for hollow in body.fit.below:
            place = placing.moved(hollow.place)
            found[_fine(place)].append(LaidHollow(body.serial, place, way, hollow.rib))
    return found


def _fine(place: Point) -> Cell:
    return (round(place[0] / _FINE), round(place[1] / _FINE), round(place[2] / _FINE))


def _near(hollows: dict[Cell, list[LaidHollow]], place: Point) -> Iterator[LaidHollow]:
    x, y, z = _fine(place)
    for cell in ((x + i, y + j, z + k) for i in (-1, 0, 1) for j in (-1, 0, 1) for k in (-1, 0, 1)):
        yield from hollows.get(cell, ())


def _takes(held: LaidHollow, place: Point, way: Point, hollow: bool) -> bool:
    if held.rib and not hollow:
        return False
    return dot(held.way, way) < -_STRAIGHT and _distance(held.place, place) < _NEAR


def _distance(one: Point, other: Point) -> float:
    return float(sum((p - q) ** 2 for p, q in zip(one, other, strict=True)) ** 0.5)


def _hit(
    body: LaidBody, place: Point, way: Point, takers: set[int], rooms: dict[Cell, list[LaidBody]]
) -> LaidBody | None:
    """The part whose body a stud would have to go into without anything there that takes it."""
    middle = tuple(p + w * _STUD_TALL / 2 for p, w in zip(place, way, strict=True))
    point = (middle[0], middle[1], middle[2])
    square = turned((-_STUD_HALF, -_STUD_TALL / 2, -_STUD_HALF, _STUD_HALF, _STUD_TALL / 2, _STUD_HALF), Placing())
    upright = square._replace(middle=point, sides=_frame(way))
    reach = (*(p - _STUD_HALF for p in point), *(p + _STUD_HALF for p in point))
    cell = (int(point[0] // _SQUARE), int(point[1] // _SQUARE), int(point[2] // _SQUARE))
    for other in rooms.get(cell, ()):
        if other.serial == body.serial or other.serial in takers:
            continue
        if not all(other.room[axis] < reach[axis + 3] and reach[axis] < other.room[axis + 3] for axis in range(3)):
            continue
        if any(overlap(upright, box) for box in other.boxes) and not _joined(body, other):
            return other
    return None


def _frame(way: Point) -> tuple[Point, Point, Point]:
    """Three directions at right angles, the second along a stud."""
    first = (1.0, 0.0, 0.0) if abs(way[0]) < 0.9 else (0.0, 0.0, 1.0)
    share = dot(first, way)
    side = tuple(f - share * w for f, w in zip(first, way, strict=True))
    length = sum(part * part for part in side) ** 0.5
    one = (side[0] / length, side[1] / length, side[2] / length)
    third = (
        one[1] * way[2] - one[2] * way[1],
        one[2] * way[0] - one[0] * way[2],
        one[0] * way[1] - one[1] * way[0],
    )
    return (one, way, third)


# --- clips, bars, pins and turntables --------------------------------------------------------------------------------


def _joints(bodies: list[LaidBody]) -> list[tuple[int, int]]:
    """Parts that hold each other by something else than studs. Only parts with a bar, a pin or a ring can do so."""
    joining = [body for body in bodies if body.fit.joins]
    found = []
    rooms = _by_room([body for body in bodies if body.fit.joins or any(stud.hollow for stud in body.fit.studs)])
    for one in joining:
        near = {body.serial: body for cell in _cells(one.room) for body in rooms.get(cell, ())}
        found += [(one.serial, index) for index, other in near.items() if index != one.serial and _joined(one, other)]
    return found


def _joined(one: LaidBody, other: LaidBody) -> bool:
    """Whether one part goes into the other, or the other into it."""
    return _goes_into(one, other) or _goes_into(other, one)


def _goes_into(one: LaidBody, other: LaidBody) -> bool:
    for join in one.fit.joins:
        if join.kind not in PARTNERS:
            continue
        here = _moved(join, one.placed.placing)
        if any(_fits(here, _moved(theirs, other.placed.placing)) for theirs in other.fit.joins):
            return True
        if join.kind == "bar" and _in_a_stud(here, other):
            return True
    return False


def _moved(join: Join, placing: Placing) -> Join:
    return join._replace(place=placing.moved(join.place), way=placing.turned(join.way))


def _fits(one: Join, other: Join) -> bool:
    if PARTNERS.get(one.kind) != other.kind or abs(dot(one.way, other.way)) < _STRAIGHT:
        return False
    along, aside = _seen_from(one, other.place)
    return aside < _NEAR and -_NEAR < along < one.length + _NEAR


def _seen_from(join: Join, place: Point) -> tuple[float, float]:
    """How far a place is along the axis of a connection, and how far beside it."""
    gap = (place[0] - join.place[0], place[1] - join.place[1], place[2] - join.place[2])
    along = dot(gap, join.way)
    return along, max(0.0, dot(gap, gap) - along * along) ** 0.5


def _in_a_stud(bar: Join, other: LaidBody) -> bool:
    """Whether a bar sits in a hollow stud."""
    placing = other.placed.placing
    for stud in other.fit.studs:
        if not stud.hollow:
            continue
        base, way = placing.moved(stud.place), placing.turned(stud.way)
        along, aside = _seen_from(bar, base)
        turn = dot(bar.way, way)
        if abs(turn) < _STRAIGHT or aside >= _NEAR:
            continue
        top = along + _STUD_TALL * turn
        if min(bar.length, max(along, top)) - max(0.0, min(along, top)) >= _BAR_DEPTH:
            return True
    return False


# --- pieces ----------------------------------------------------------------------------------------------------------


def _loose(placed: list[Placed], known: set[int], links: Iterable[tuple[int, int]]) -> Iterator[Fault]:
    """Pieces that are held by nothing. Where parts are not known nothing is said: they may be what holds."""
    if len(known) < len(placed):
        return
    pieces = Pieces(len(placed))
    for one, other in links:
        pieces.join(one, other)
    members: dict[int, list[int]] = defaultdict(list)
    for index in range(len(placed)):
        members[pieces.find(index)].append(index)
    largest = max(members.values(), key=len)
    for loose in members.values():
        if loose is not largest:
            yield _fault("loose", placed[loose[0]], pieces=len(loose))


def _loose_steps(placed: list[Placed], links: list[tuple[int, int]]) -> tuple[LooseStep, ...]:
    """Building steps after which what is built so far lies in more pieces than one."""
    later: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for one, other in links:
        later[max(placed[one].step, placed[other].step)].append((one, other))
    counts: dict[int, int] = defaultdict(int)
    for part in placed:
        counts[part.step] += 1
    pieces, lying, found = Pieces(len(placed)), 0, []
    for step in sorted(counts):
        lying += counts[step]
        for one, other in later[step]:
            lying -= pieces.find(one) != pieces.find(other)
            pieces.join(one, other)
        if lying > 1:
            found.append(LooseStep(step + 1, lying))
    return tuple(found)
