"""What the places of ships allow, whatever is left of their markers: courses that are free, ranges and lines of sight.
Who looks ahead comes to the same places again and again, and only the dice have fallen otherwise.

All of it belongs to one battle, rests on what lies open on the table, and is kept by no more than it rests on.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import hypot
from typing import TypeVar

from msgspec import Struct, field

from brickfield.core.board import Unit
from brickfield.core.bounded_cache import BoundedCache
from brickfield.core.kept import kept
from brickfield.core.state import State
from brickfield.geometry import Point, Pose, kernel, relative_bearing
from brickfield.geometry.grain import GRAIN
from ..base.firing import bears, range_band
from ..base.hulls import bow_of, half_length
from ..base.measures import measures
from ..base.moving_the_vessels import Course, Sail
from ..base.ship_card import FORT
from ..base.waters import SeaMatch, card_of, hull, land_between
from .suggestions_ways import Way

# How many entries are kept at most of courses, of spots, and of what is small.
_MOST_COURSES, _MOST_SPOTS, _MOST_SMALL = 12_000, 24_000, 30_000
# And of one ship, however long it lies where it is.
_MOST_OF_ONE = 2_000
# For so many speeds of the enemies it is kept what is feared at a spot.
_MOST_FEARS = 16
# A ship further off than any hull can come is not in the way; this much more is beyond doubt.
_BEYOND_DOUBT = 0.1
# What can be feared of an enemy is one number, put together from these: its guns, land in between, its ram.
FAR_GUNS, GUNS_UNDER_WAY, ALL_GUNS = 1, 2, 3
GUNS, BEHIND_LAND, RAMS_SQUARELY, RAMS = 3, 4, 8, 16
# Whether the dice of a unit reach an enemy: all of them, or the long shots only.
NEAR, LONG = 1, 2
_REACHES = {"normal": NEAR, "long": LONG, "out": 0}

# Of an enemy: its speed, whether it has guns, and whether any of them reaches far.
Menace = tuple[float, bool, bool]
# An order that may be given, and what comes of it; None where the rules refuse it.
Free = tuple[Sail, Course] | None
Kind = TypeVar("Kind")


class Boxes(BoundedCache[Kind]):
    """A shelf of things that hold entries of their own: those are counted."""

    def keep(self, key: Hashable, value: Kind) -> Kind:
        """Put something there."""
        if sum(map(len, self.values())) >= self.most:  # type: ignore[arg-type]
            self.let_go()
        self[key] = value
        return value


class Sight(Struct, gc=False):
    """An enemy as it is seen from a pose: the range band, the gap between the hulls, and whether land is between."""

    band: str
    gap: float
    between: bool | None = None

    def land(self, state: State, unit: Unit, foe: Unit) -> bool:
        """Whether land lies in between, found out when it first matters."""
        if self.between is None:
            self.between = bool(land_between(state, unit, foe))
        return self.between

    def reach(self, state: State, unit: Unit, foe: Unit) -> int:
        """Which guns of the unit bear with nothing in between."""
        within = _REACHES[self.band]
        return within if within and bears(state, unit, foe) and not self.land(state, unit, foe) else 0


class Spot(Struct, gc=False):
    """A unit at a pose with its enemies where they are: the way that is left, and how it and they reach each other.

    `lost` is what it will lose of its way by coming round into it.
    """

    bow: Point
    way: float
    lost: float
    # how much it lacks of free water around it
    cramped: float
    sights: tuple[Sight, ...]
    # found out when they are first asked for: the dice that reach, and what is feared, by what the enemies can do
    reaching: tuple[int, ...] | None = None
    feared: dict[tuple[Menace, ...], tuple[int, ...]] = field(default_factory=dict)

    def reach(self, state: State, unit: Unit, pose: Pose, foes: Sequence[Unit]) -> tuple[int, ...]:
        """For each enemy which dice reach it from here."""
        at = _at(unit, pose)
        found = self.reaching = tuple(
            [sight.reach(state, at, foe) for sight, foe in zip(self.sights, foes, strict=True)]
        )
        return found

    def fears(
        self, state: State, unit: Unit, pose: Pose, foes: Sequence[Unit], menaces: tuple[Menace, ...]
    ) -> tuple[int, ...]:
        """For each enemy what of it can be feared here in its next turn."""
        if len(self.feared) >= _MOST_FEARS:
            self.feared.clear()
        at = _at(unit, pose)
        found = self.feared[menaces] = tuple(
            [
                _guns(state, at, foe, sight, menace) + _rams(state, at, foe, sight.gap, menace[0])
                for foe, sight, menace in zip(foes, self.sights, menaces, strict=True)
            ]
        )
        return found


def _guns(state: State, unit: Unit, foe: Unit, sight: Sight, menace: Menace) -> int:
    """The guns an enemy can bring to bear in its next turn."""
    speed, armed, reaches_far = menace
    numbers, gap = measures(), sight.gap
    if not armed or gap > numbers.long_range_inches + speed:
        return 0
    guns = ALL_GUNS
    if gap > numbers.range_inches + speed:
        guns = FAR_GUNS if reaches_far else 0
    elif gap > numbers.range_inches:
        guns = GUNS_UNDER_WAY
    return guns + BEHIND_LAND if guns and sight.land(state, unit, foe) else guns


def _rams(state: State, unit: Unit, foe: Unit, gap: float, speed: float) -> int:
    """Whether a run of its speed could end in the unit; only what lies ahead is met squarely."""
    if gap > speed or not speed or card_of(state, unit.id).kind == FORT:
        return 0
    reach = half_length(card_of(state, unit.id).length)
    bow = bow_of(foe.at, card_of(state, foe.id).length)
    x, y = unit.at.place
    if hypot(x - bow[0], y - bow[1]) - reach > speed:
        return 0
    off = abs(relative_bearing(*bow, foe.at.degrees, x, y))
    return RAMS_SQUARELY if off <= measures().ram_cone_degrees else RAMS


class Courses:
    """What one ship can sail from where it lies, at its speed and with the hulls around it: filled by its helmsman."""

    __slots__ = ("around", "astern", "followed", "legs", "sailed")

    def __init__(self) -> None:
        # by heading and length, by the legs of the order, all round by lengths and enemies, by the goals of a way, and
        # off the shore
        self.legs: BoundedCache[Free] = BoundedCache(_MOST_OF_ONE)
        self.sailed: BoundedCache[Free] = BoundedCache(_MOST_OF_ONE)
        self.around: BoundedCache[list[tuple[Sail, Course]]] = BoundedCache(_MOST_OF_ONE)
        self.followed: BoundedCache[Free] = BoundedCache(_MOST_OF_ONE)
        self.astern: list[tuple[Sail, Course]] | None = None

    def __len__(self) -> int:
        return 1 + len(self.legs) + len(self.sailed) + len(self.around) + len(self.followed)


class Enemies:
    """Enemies in their places, the way to them, and the spots from which they were looked at."""

    __slots__ = ("spots", "way")

    def __init__(self, way: Way) -> None:
        self.way = way
        self.spots: BoundedCache[Spot] = BoundedCache(_MOST_SPOTS)

    def __len__(self) -> int:
        return 1 + len(self.spots)


class Chart:
    """Everything of this sort that is known of one battle."""

    def __init__(self) -> None:
        self.courses: BoundedCache[Courses] = Boxes(_MOST_COURSES)
        self.enemies: BoundedCache[Enemies] = Boxes(_MOST_SPOTS)
        self._sights: BoundedCache[Sight] = BoundedCache(_MOST_SMALL)
        # what a ship of some length lacks of free water at a pose
        self.cramped: BoundedCache[float] = BoundedCache(_MOST_SMALL)

    def sights(self, state: State, unit: Unit, pose: Pose, foes: Sequence[Unit]) -> tuple[Sight, ...]:
        """All enemies as a unit sees them from where it would be."""
        known, found, at = self._sights, [], None
        for foe in foes:
            key = (unit.id, pose, foe.id, foe.pose)
            sight = known.get(key)
            if sight is None:
                at = at or _at(unit, pose)
                sight = known.keep(key, _seen(state, at, foe))
            found.append(sight)
        return tuple(found)

    def courses_of(self, match: SeaMatch, state: State, unit: Unit, speed: float) -> Courses:
        """What a ship can sail; hulls that it cannot come near, however it turns, make no difference."""
        here, reach = unit.pose, match.reach
        assert here is not None
        most, near = speed + 3.0 * reach[unit.id] + _BEYOND_DOUBT, []
        for each in state.units.values():
            pose = each.pose
            if pose is not None and each.id != unit.id:
                dx, dy, far = pose.x - here.x, pose.y - here.y, (most + reach[each.id]) * GRAIN
                if dx * dx + dy * dy <= far * far:
                    near.append((each.id, pose))
        key = (unit.id, here, speed, tuple(near))
        found = self.courses.get(key)
        return self.courses.keep(key, Courses()) if found is None else found


def _at(unit: Unit, pose: Pose) -> Unit:
    """A unit as if it were somewhere; of all else only what never changes is asked."""
    return Unit(unit.id, unit.seat, unit.card, unit.status, pose)


def _seen(state: State, unit: Unit, foe: Unit) -> Sight:
    return Sight(range_band(state, unit, foe), kernel.distance(hull(state, unit), hull(state, foe)))


@kept(by="match")
def chart_of(_state: State) -> Chart:
    """What is known of a battle."""
    return Chart()
