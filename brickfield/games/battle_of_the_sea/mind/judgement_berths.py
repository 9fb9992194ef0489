"""Berths: places to start from and what they are worth: bows inward, room to come about, near the others."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor, hypot
from typing import NamedTuple

from brickfield.core.adding import added
from brickfield.core.board import Unit
from brickfield.core.state import State
from brickfield.geometry import bearing, kernel
from brickfield.geometry.bearings import wrapped
from brickfield.geometry.grain import unit as cosine_and_sine
from ..base.hulls import bow_of, hull_at, hull_form
from ..base.measures import measures, stored
from ..base.setting_out import Place, Zone, candidates, facing, zone
from ..base.ship_card import FORT
from ..base.waters import card_of, hull, sea_of
from .judgement_turning import hemmed_in

# Points an inch: for lying away from one's own ships and from the middle, and for every inch of room that is missing.
_MATES, _FORWARD, _CROWDED = 0.05, 0.1, 0.6
# Points for each bend it takes to come round to the middle of the table, and for having no room to come about.
_TURNED, _SHUT = 0.4, 2.0
# Room a ship wants around its hull, and around its bow.
_HULL_ROOM, _BOW_ROOM = 1.5, 4.0
# How far a hull may lie off straight ahead so that it fits into its zone; the least two that do are tried.
_LEANS = (0.0, 15.0, 30.0, 45.0, 60.0, 75.0)
_TRIED_LEANS = 2
# Berths are looked for this far apart along the edge, at the front of the zone and a little behind it.
_APART, _BEHIND = 2.0, (0.0, 0.4)
# Where a fleet lies close they are looked for closer together, at every depth of the zone.
_CLOSE, _DEPTHS = 0.5, (0.0, 0.25, 0.5, 0.75, 1.0)


class Berth(NamedTuple):
    """The worth of a place in points: by the fleet, by the way to go, and by its room."""

    together: float
    closing: float
    room: float

    @property
    def worth(self) -> float:
        """All of it."""
        return self.together + self.closing + self.room


def berths(state: State, unit: Unit) -> Iterator[Place]:
    """Places worth a thought for a unit: its bow points into the table as far as its zone is deep enough for that."""
    card = card_of(state, unit.id)
    if card.kind == FORT:
        yield from candidates(state, unit)
        return
    area, ahead = zone(state, unit.seat), facing(state, unit.seat)
    tried = 0
    for lean in _LEANS:
        found = [
            place
            for heading in ((ahead + lean, ahead - lean) if lean else (ahead,))
            for place in _abreast(unit.id, area, card.length, heading, ahead)
        ]
        yield from found
        tried += bool(found)
        if tried == _TRIED_LEANS:
            return


def close_berths(state: State, unit: Unit) -> Iterator[list[Place]]:
    """Places in a zone that is nearly full, those whose bows point most into the table first, none along the edge."""
    card = card_of(state, unit.id)
    if card.kind == FORT:
        return
    area, ahead = zone(state, unit.seat), facing(state, unit.seat)
    for lean in _LEANS:
        headings = (ahead + lean, ahead - lean) if lean else (ahead,)
        yield [
            place
            for heading in headings
            for place in _abreast(unit.id, area, card.length, heading, ahead, _CLOSE, _DEPTHS)
        ]


def _abreast(
    unit_id: str,
    area: Zone,
    length: int,
    heading: float,
    ahead: float,
    apart: float = _APART,
    behind: tuple[float, ...] = _BEHIND,
) -> list[Place]:
    """The berths of a zone for a hull at a heading, from one end of the edge to the other."""
    shape = hull_form(length).at(0.0, 0.0, *cosine_and_sine(heading))
    # in hundredths, so that the place can be said and typed as it is
    x0, y0 = ceil((area[0] - shape.x0) * 100) / 100, ceil((area[1] - shape.y0) * 100) / 100
    x1, y1 = floor((area[2] - shape.x1) * 100) / 100, floor((area[3] - shape.y1) * 100) / 100
    if x0 > x1 or y0 > y1:
        return []
    c, s = cosine_and_sine(ahead)
    found = []
    for back in behind:
        if abs(c) > abs(s):
            x = (1.0 - back) * (x1 if c > 0 else x0) + back * (x0 if c > 0 else x1)
            found += [Place(unit_id, round(x, 2), round(y, 2), heading % 360.0) for y in _along(y0, y1, apart)]
        else:
            y = (1.0 - back) * (y1 if s > 0 else y0) + back * (y0 if s > 0 else y1)
            found += [Place(unit_id, round(x, 2), round(y, 2), heading % 360.0) for x in _along(x0, x1, apart)]
    return found


def _along(low: float, high: float, apart: float) -> list[float]:
    steps = max(1, round((high - low) / apart))
    return [low + (high - low) * step / steps for step in range(steps + 1)]


def berth(state: State, place: Place) -> Berth:
    """A place weighed for a unit that has still to be put down."""
    unit, match = state.units[place.unit], sea_of(state)
    placed = [each for each in state.units.values() if each.pose is not None]
    mates = [each for each in placed if each.seat == unit.seat]
    far = [hypot(place.x - each.pose.place[0], place.y - each.pose.place[1]) for each in mates if each.pose]
    together = -_MATES * added(far) / len(far) if far else 0.0
    middle = (match.width / 2, match.height / 2)
    closing = -_FORWARD * hypot(place.x - middle[0], place.y - middle[1])
    card = card_of(state, unit.id)
    if card.kind == FORT:
        return Berth(together, closing, 0.0)
    pose = stored(place.x, place.y, place.heading)
    shape, bow = hull_at(pose, card.length), bow_of(pose, card.length)
    missing = 0.0
    for each in placed:
        other = hull(state, each)
        missing += max(0.0, _HULL_ROOM - kernel.distance(shape, other))
        missing += max(0.0, _BOW_ROOM - kernel.point_distance(other, *bow))
    for part in match.waters.solid.shapes:
        missing += max(0.0, _HULL_ROOM - kernel.point_distance(part, *bow))
    off = abs(wrapped(bearing(*bow, *middle) - place.heading))
    closing -= _TURNED * off / measures().limited_turn_degrees
    # a zone that is short of room has few berths: where the ship has come about in the end is what tells them apart
    shut = hemmed_in(state, bow, place.heading, card.length, on_the_way=False)
    return Berth(together, closing, -_CROWDED * missing - _SHUT * shut)
