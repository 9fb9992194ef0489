"""ThreatMap of a table for a seat: what each ship could do from a pose, and what could be done to it there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import hypot, inf
from typing import Any

from msgspec import Struct

from brickfield.core.board import ALIVE, Token, Unit
from brickfield.core.kept import EVERY_FACT, kept
from brickfield.core.state import State
from brickfield.geometry import Point, Pose, kernel
from brickfield.geometry.bearings import wrapped
from brickfield.geometry.grain import GRAIN
from brickfield.geometry.grain import unit as cosine_and_sine
from ..base import dices
from ..base.durability import hits_left
from ..base.firing import long_range_shots
from ..base.hulls import bow_of, hull_at
from ..base.measures import inches
from ..base.moving_the_vessels import effective_speed
from ..base.ship_card import BASE, FIREPOWER, FORT, SHIP, SPEED, durability
from ..base.waters import are_enemies, card_of, sea_of
from ..chapters.capacity.capacity import capacity, cargo
from ..chapters.currents.currents import current_at
from ..chapters.forts.forts import ATTACKER, FORT_GOAL
from ..chapters.ports.ports import port_numbers
from ..chapters.transport_of_gold.gold_goal import GOLD
from ..chapters.transport_of_gold.transport_of_gold import treasure_reach
from ..chapters.winds.winds import wind, wind_numbers
from .charted import (
    ALL_GUNS,
    BEHIND_LAND,
    FAR_GUNS,
    GUNS,
    GUNS_UNDER_WAY,
    LONG,
    NEAR,
    RAMS,
    RAMS_SQUARELY,
    Enemies,
    Menace,
    Spot,
    chart_of,
)
from .judgement_turning import hemmed_in, lost_by_turning, turns_freely
from .judgement_worth import hit_worth
from .suggestions_ways import Way, grid_of, roads, way_to

# How much of its fire an enemy brings that must first come around land, or that has yet to sail into range.
_BEHIND_LAND, _UNDER_WAY = 0.5, 0.9
# The least way to a harbour or a treasure that is not reached.
_NOT_YET = 0.3
# What it costs to have no room to come about to either side, beside an inch that is missing before the bow.
_SHUT = 3.0
# A hair more than the inch of free water that is wanted before a bow.
_AROUND = 1.01

Row = tuple[float, ...]
Worths = tuple[tuple[str, float], ...]


class Viewpoint(Struct, gc=False):
    """A unit at a pose: dice that reach each enemy from there, hits to fear from each, and the way that is left.

    `lost` is what it will lose of its way by coming round into it. Stands of one `trade` give and take alike.
    """

    pose: Pose
    bow: Point
    way: float
    lost: float
    cramped: float
    dice: Row
    fear: Row
    threats: list[tuple[int, float]]
    trade: int
    # what the place is worth by itself, once somebody has asked
    worth: Worths | None = None


class ThreatMap:
    """What is worked out once for a table and a seat, and remembered for every pose that is asked about."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        living = [unit for unit in state.units.values() if unit.status == ALIVE and unit.pose is not None]
        self.own = [unit for unit in living if unit.seat == seat]
        match = sea_of(state)
        side = match.side(seat)
        self.foes = [unit for unit in living if match.side(unit.seat) != side]
        self.chance = dices.chance(state.match.options)
        self.worth = [hit_worth(state, foe) for foe in self.foes]
        self.body = [float(hits_left(state, foe)) for foe in self.foes]
        self._speeds = [self._speed(foe) for foe in self.foes]
        self._menaces = tuple([self._menace(foe, speed) for foe, speed in zip(self.foes, self._speeds, strict=True)])
        self.chart = chart_of(state)
        self._stands: dict[tuple[str, Pose], Viewpoint] = {}
        # rows of dice and of fear that came up, and which of them came together
        self._unarmed: Row = (0.0,) * len(self.foes)
        self._dice_rows: dict[tuple[int, tuple[int, ...]], Row] = {}
        self._fear_rows: dict[tuple[int, ...], tuple[Row, list[tuple[int, float]]]] = {}
        self._trades: dict[tuple[int, int], int] = {}
        # moves that were worked out already, with what is judged of them, and the evaluation of all terms
        self.orders: dict[Any, Any] = {}
        self.errands: dict[tuple[str, Pose], tuple[float, list[tuple[float, str, str, int]]]] = {}
        self.plain: Any = None

    def _speed(self, unit: Unit) -> float:
        if card_of(self.state, unit.id).kind == FORT or not unit.marks.get(SPEED):
            return 0.0
        return float(effective_speed(self.state, unit))

    def _menace(self, foe: Unit, speed: float) -> Menace:
        return speed, bool(foe.marks.get(FIREPOWER)), bool(long_range_shots(self.state, foe))

    def stand(self, unit: Unit, pose: Pose) -> Viewpoint:
        """A unit at a pose, worked out once."""
        return self._stands.get((unit.id, pose)) or self.stands(unit, (pose,))[0]

    def stands(self, unit: Unit, poses: Iterable[Pose]) -> list[Viewpoint]:
        """A unit at many poses; each is worked out once."""
        stands, spots, found = self._stands, self.enemies.spots, []
        for pose in poses:
            key = (unit.id, pose)
            stand = stands.get(key)
            if stand is None:
                spot = spots.get(key) or self.spot(unit, pose)
                dice, (fear, threats) = self._dice(unit, pose, spot), self._fear(unit, pose, spot)
                # rows of one sort are one and the same
                trade = self._trades.setdefault((id(dice), id(fear)), len(self._trades))
                stand = Viewpoint(pose, spot.bow, spot.way, spot.lost, spot.cramped, dice, fear, threats, trade)
                stands[key] = stand
            found.append(stand)
        return found

    def spot(self, unit: Unit, pose: Pose) -> Spot:
        """What a pose alone decides, as long as the enemies lie where they are."""
        spots = self.enemies.spots
        found = spots.get((unit.id, pose))
        if found is None:
            bow, way = self._bow(unit, pose), self.way
            far, lost = way.distance(*bow), lost_by_turning(self.state, unit, way, bow, pose.degrees)
            sights = self.chart.sights(self.state, unit, pose, self.foes)
            found = spots.keep((unit.id, pose), Spot(bow, far, lost, self.cramped(unit, pose, bow), sights))
        return found

    def _bow(self, unit: Unit, pose: Pose) -> Point:
        card = card_of(self.state, unit.id)
        return pose.place if card.kind == FORT else bow_of(pose, card.length)

    def _dice(self, unit: Unit, pose: Pose, spot: Spot) -> Row:
        """For each enemy the dice that reach it."""
        guns = unit.marks.get(FIREPOWER, 0)
        if not guns:
            return self._unarmed
        reach = spot.reaching or spot.reach(self.state, unit, pose, self.foes)
        found = self._dice_rows.get((guns, reach))
        if found is None:
            far = min(guns, long_range_shots(self.state, unit))
            reaching = {0: 0.0, NEAR: float(guns), LONG: float(far)}
            found = self._dice_rows[guns, reach] = tuple([reaching[each] for each in reach])
        return found

    def _fear(self, unit: Unit, pose: Pose, spot: Spot) -> tuple[Row, list[tuple[int, float]]]:
        """For each enemy the hits to expect of it in its next turn, and those that are not none with its number."""
        codes = spot.feared.get(self._menaces)
        if codes is None:
            codes = spot.fears(self.state, unit, pose, self.foes, self._menaces)
        found = self._fear_rows.get(codes)
        if found is None:
            row = tuple([self._hits(number, code) for number, code in enumerate(codes)])
            found = self._fear_rows[codes] = (row, [(foe, hits) for foe, hits in enumerate(row) if hits])
        return found

    def _hits(self, number: int, code: int) -> float:
        """The hits to expect of an enemy that can do so much: by its guns and by its ram."""
        foe, dice, rams = self.foes[number], 0.0, 0.0
        guns, far = foe.marks.get(FIREPOWER, 0), float(long_range_shots(self.state, foe))
        if code & GUNS:
            dice = {FAR_GUNS: far, GUNS_UNDER_WAY: max(_UNDER_WAY * guns, far), ALL_GUNS: float(guns)}[code & GUNS]
        if code & BEHIND_LAND:
            dice *= _BEHIND_LAND if self._speeds[number] else 0.0
        if code & (RAMS_SQUARELY | RAMS):
            rams = float(durability(foe) if code & RAMS_SQUARELY else foe.marks.get(BASE, 0))
        return self.chance * (dice + rams)

    @property
    def way(self) -> Way:
        """The ways to the enemy: to the fort, where that is the goal of this seat's side, and to who carries gold."""
        return self.enemies.way

    @cached_property
    def enemies(self) -> Enemies:
        """The enemies where they are, with what is known of them; they mostly stay there while a fleet has its turn."""
        wanted = [foe for foe in self.foes if foe.seat >= 0] or self.foes
        match = sea_of(self.state)
        if match.scenario.goal == FORT_GOAL and match.side(self.seat) == match.side(ATTACKER):
            wanted = [foe for foe in wanted if card_of(self.state, foe.id).kind == FORT] or wanted
        elif match.scenario.goal == GOLD:
            wanted = [foe for foe in wanted if cargo(foe)] or wanted
        goals = tuple(foe.pose.place for foe in wanted if foe.pose is not None)
        key = (tuple([(foe.id, foe.pose) for foe in self.foes]), goals)
        known = self.chart.enemies.get(key)
        return known or self.chart.enemies.keep(key, Enemies(Way(grid_of(self.state), goals)))

    # --- wind, currents, room ---

    def breeze(self, unit: Unit, pose: Pose) -> float:
        """Inches the wind will add to the next move of a unit that lies so, or take from it."""
        if not self.state.match.options.wind or not unit.marks.get(SPEED) or card_of(self.state, unit.id).oars:
            return 0.0
        numbers = wind_numbers()
        off = abs(wrapped(pose.degrees - wind(self.state)))
        return float((off <= numbers.abaft_degrees) - (off >= numbers.ahead_degrees))

    def carried(self, pose: Pose) -> Pose:
        """Where the current takes what lies at a pose when the round ends."""
        if not self.state.match.options.currents:
            return pose
        current = current_at(self.state, *pose.place)
        if current is None:
            return pose
        c, s = cosine_and_sine(current.direction)
        x, y = pose.place
        return Pose.at(x + current.strength * c, y + current.strength * s, pose.degrees)

    def cramped(self, unit: Unit, pose: Pose, bow: Point) -> float:
        """How much a bow lacks of an inch of free water before it, and of the room to come about."""
        key = (card_of(self.state, unit.id).length, pose)
        found = self.chart.cramped.get(key)
        return self.chart.cramped.keep(key, self._cramped(unit, pose, bow)) if found is None else found

    def _cramped(self, unit: Unit, pose: Pose, bow: Point) -> float:
        (x, y), match = bow, sea_of(self.state)
        room = min(x, y, match.width - x, match.height - y)
        solid = match.waters.solid
        # most bows have nothing but water around them
        if not kernel.clear(solid, x - _AROUND, y - _AROUND, x + _AROUND, y + _AROUND):
            room = min([room, *[kernel.point_distance(part, x, y) for part in solid.shapes]])
        missing = max(0.0, 1.0 - room)
        if turns_freely(self.state):
            return missing
        shut = hemmed_in(self.state, bow, pose.degrees, card_of(self.state, unit.id).length)
        return missing + _SHUT * max(0.0, shut - 0.5)

    # --- gold ---

    def treasures(self) -> list[Token]:
        """Treasures on islands and adrift."""
        return [token for token in self.state.tokens.values() if token.kind == "treasure"]

    def way_to_treasure(self, token: Token, unit: Unit, stand: Viewpoint) -> float:
        """Inches a ship has to sail until a treasure is within its reach."""
        reach = treasure_reach()
        far = self._errand(unit, self.around(token), reach, stand)
        if far > inches(card_of(self.state, unit.id).length):
            return far
        shape = hull_at(stand.pose, card_of(self.state, unit.id).length)
        if token.group:
            island = next(piece for piece in sea_of(self.state).waters.pieces if piece.id == token.group)
            near = any(kernel.distance(shape, part) <= reach for part in island.parts)
        else:
            near = kernel.point_distance(shape, *token.pose.place) <= reach
        return 0.0 if near else max(far, _NOT_YET)

    def _errand(self, unit: Unit, goals: tuple[Point, ...], reach: float, stand: Viewpoint) -> float:
        """Inches to within reach of some goal, those lost by turning included."""
        way = way_to(self.state, goals)
        far = way.distance(*stand.bow) - reach
        return max(0.0, far) + lost_by_turning(self.state, unit, way, stand.bow, stand.pose.degrees)

    def around(self, token: Token) -> tuple[Point, ...]:
        """Where a treasure can be taken from: itself when it floats, else the coast of its island."""
        if not token.group:
            return (token.pose.place,)
        island = next(piece for piece in sea_of(self.state).waters.pieces if piece.id == token.group)
        return island.outline

    def way_home(self, unit: Unit, stand: Viewpoint) -> float:
        """Inches a ship has to sail until it lies in the harbour of an own port."""
        ports = [port for port in sea_of(self.state).waters.ports if port.seat == unit.seat]
        if not ports:
            return inf
        far = self._errand(unit, roads(self.state, unit.seat), 0.0, stand)
        length = card_of(self.state, unit.id).length
        if far > inches(length):
            return far
        shape = hull_at(stand.pose, length)
        near = any(kernel.point_distance(shape, port.x, port.y) <= port_numbers().harbour_inches for port in ports)
        return 0.0 if near else max(far, _NOT_YET)

    def room(self, unit: Unit) -> int:
        """The weight a ship could still take aboard."""
        return capacity(unit) - sum(cargo(unit)) if card_of(self.state, unit.id).kind == SHIP else 0


@kept(facts=EVERY_FACT)
def threat_map(state: State, seat: int) -> ThreatMap:
    """The threats of a table for a seat."""
    return ThreatMap(state, seat)


def apart(one: Pose, other: Pose) -> float:
    """Inches between two places."""
    return hypot(one.x - other.x, one.y - other.y) / GRAIN


def enemies_near(state: State, unit: Unit, foes: Sequence[Unit], most: int) -> list[Unit]:
    """The nearest enemies of a unit."""
    here = unit.at
    enemies = [foe for foe in foes if are_enemies(state, unit, foe)]
    return sorted(enemies, key=lambda foe: (apart(here, foe.at), foe.id))[:most]
