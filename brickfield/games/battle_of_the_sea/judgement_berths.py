"""Berths: what a place to start from is worth, near the others and the middle, with room to get under way."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.battle_of_the_sea.hulls import bow_of, hull_at
from brickfield.games.battle_of_the_sea.measures import stored
from brickfield.games.battle_of_the_sea.setting_out import Place
from brickfield.games.battle_of_the_sea.ship_card import FORT
from brickfield.games.battle_of_the_sea.waters import card_of, hull, sea_of
from brickfield.geometry import kernel

# Points an inch: for lying away from one's own ships and from the middle, and for every inch of room that is missing.
_MATES, _FORWARD, _CROWDED = 0.05, 0.1, 0.6
# Room a ship wants around its hull, and around its bow.
_HULL_ROOM, _BOW_ROOM = 1.5, 4.0


class Berth(NamedTuple):
    """The worth of a place in points: by the fleet, by the way to go, and by its room."""

    together: float
    closing: float
    room: float

    @property
    def worth(self) -> float:
        """All of it."""
        return self.together + self.closing + self.room


@rule("sea.game.start_sides")
def berth(state: State, place: Place) -> Berth:
    """A place weighed for a unit that has still to be put down."""
    unit, match = state.units[place.unit], sea_of(state)
    mates = [each for each in state.units.values() if each.seat == unit.seat and each.pose is not None]
    far = [hypot(place.x - each.pose.place[0], place.y - each.pose.place[1]) for each in mates if each.pose]
    together = -_MATES * sum(far) / len(far) if far else 0.0
    closing = -_FORWARD * hypot(place.x - match.width / 2, place.y - match.height / 2)
    card = card_of(state, unit.id)
    if card.kind == FORT:
        return Berth(together, closing, 0.0)
    pose = stored(place.x, place.y, place.heading)
    shape, bow = hull_at(pose, card.length), bow_of(pose, card.length)
    missing = 0.0
    for each in mates:
        other = hull(state, each)
        missing += max(0.0, _HULL_ROOM - kernel.distance(shape, other))
        missing += max(0.0, _BOW_ROOM - kernel.point_distance(other, *bow))
    for part in match.waters.solid.shapes:
        missing += max(0.0, _HULL_ROOM - kernel.point_distance(part, *bow))
    return Berth(together, closing, -_CROWDED * missing)
