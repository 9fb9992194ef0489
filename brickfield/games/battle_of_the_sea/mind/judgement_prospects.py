"""Prospects of a table for a seat: what each ship could do from a pose, and what could be done to it there."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf
from typing import Any

from msgspec.structs import replace

from brickfield.core.board import ALIVE, Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.battle_of_the_sea.mind.charted import Sight, charted
from brickfield.games.battle_of_the_sea.mind.judgement_turning import hemmed_in, lost_by_turning, turns_freely
from brickfield.games.battle_of_the_sea.mind.judgement_worth import hit_worth
from brickfield.games.battle_of_the_sea.mind.suggestions_ways import Way, grid_of, roads, way_to
from brickfield.games.battle_of_the_sea.rules import dices
from brickfield.games.battle_of_the_sea.rules.capacity import capacity, cargo
from brickfield.games.battle_of_the_sea.rules.currents import current_at
from brickfield.games.battle_of_the_sea.rules.firing import long_range_shots
from brickfield.games.battle_of_the_sea.rules.hulls import bow_of, half_length, hull_at
from brickfield.games.battle_of_the_sea.rules.measures import inches, measures
from brickfield.games.battle_of_the_sea.rules.moving_the_vessels import effective_speed
from brickfield.games.battle_of_the_sea.rules.ship_card import (
    BASE,
    FIREPOWER,
    FORT,
    SHIP,
    SPEED,
    durability,
    points_left,
)
from brickfield.games.battle_of_the_sea.rules.victory import ATTACKER, FORT_GOAL, GOLD
from brickfield.games.battle_of_the_sea.rules.waters import are_enemies, card_of, hull, sea_of
from brickfield.games.battle_of_the_sea.rules.winds import wind
from brickfield.geometry import Point, Pose, kernel, relative_bearing
from brickfield.geometry.bearings import wrapped
from brickfield.geometry.grain import GRAIN
from brickfield.geometry.grain import unit as cosine_and_sine

# How much of its fire an enemy brings that must first come around land, or that has yet to sail into range.
_BEHIND_LAND, _UNDER_WAY = 0.5, 0.9
# The least way to a harbour or a treasure that is not reached.
_NOT_YET = 0.3
# What it costs to have no room to come about to either side, beside an inch that is missing before the bow.
_SHUT = 3.0
# A hair more than the inch of free water that is wanted before a bow.
_AROUND = 1.01

Row = tuple[float, ...]


class Stand:
    """A unit at a pose: dice that reach each enemy from there, hits to fear from each, and the way that is left.

    `lost` is what it will lose of its way by coming round into it.
    """

    __slots__ = ("bow", "dice", "fear", "lost", "pose", "threats", "way")

    def __init__(self, pose: Pose, bow: Point, dice: Row, fear: Row, way: float, lost: float) -> None:
        self.pose = pose
        self.bow = bow
        self.dice = dice
        self.fear = fear
        self.way = way
        self.lost = lost
        self.threats = [(foe, hits) for foe, hits in enumerate(fear) if hits]


class Prospects:
    """What is worked out once for a table and a seat, and remembered for every pose that is asked about."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        living = [unit for unit in state.units.values() if unit.status == ALIVE and unit.pose is not None]
        self.own = [unit for unit in living if unit.seat == seat]
        side = sea_of(state).side(seat)
        self.foes = [unit for unit in living if sea_of(state).side(unit.seat) != side]
        self.chance = dices.chance(state.match.options)
        self.worth = [hit_worth(state, foe) for foe in self.foes]
        self.body = [float(points_left(foe)) for foe in self.foes]
        self._speeds = [self._speed(foe) for foe in self.foes]
        self._hulls = [hull(state, foe) for foe in self.foes]
        self.charted = charted(state)
        self._stands: dict[tuple[str, Pose], Stand] = {}
        self._way: Way | None = None
        # moves that were worked out already, with what is judged of them, and the balance of all terms
        self.orders: dict[Any, Any] = {}
        self.places: dict[tuple[str, Pose], dict[str, float]] = {}
        self.errands: dict[tuple[str, Pose], tuple[float, list[tuple[float, str, str, int]]]] = {}
        self.plain: Any = None

    def _speed(self, unit: Unit) -> float:
        if card_of(self.state, unit.id).kind == FORT or not unit.marks.get(SPEED):
            return 0.0
        return float(effective_speed(self.state, unit))

    def stand(self, unit: Unit, pose: Pose) -> Stand:
        """A unit at a pose, worked out once."""
        found = self._stands.get((unit.id, pose))
        if found is None:
            moved = unit if pose is unit.pose else replace(unit, pose=pose)
            bow = self._bow(moved)
            way, lost = self.way.distance(*bow), lost_by_turning(self.state, self.way, bow, pose.degrees)
            sights = self.charted.sights(self.state, moved, hull(self.state, moved), self.foes, self._hulls)
            dice, fear = self._dice(moved, sights), self._fear(moved, sights)
            found = self._stands[unit.id, pose] = Stand(pose, bow, dice, fear, way, lost)
        return found

    def _bow(self, unit: Unit) -> Point:
        assert unit.pose is not None
        card = card_of(self.state, unit.id)
        return unit.pose.place if card.kind == FORT else bow_of(unit.pose, card.length)

    @rule("sea.firepower.range", "sea.firepower.long", "sea.geometry.sight", "sea.fire.no_arc")
    def _dice(self, unit: Unit, sights: Sequence[Sight]) -> Row:
        """For each enemy the dice that reach it."""
        guns = unit.marks.get(FIREPOWER, 0)
        if not guns:
            return (0.0,) * len(self.foes)
        far = min(guns, long_range_shots(self.state, unit))
        reaching = {"normal": float(guns), "long": float(far), "out": 0.0}
        return tuple(
            [
                reaching[sight.band] if reaching[sight.band] and sight.is_open(self.state, unit, foe) else 0.0
                for foe, sight in zip(self.foes, sights, strict=True)
            ]
        )

    @rule("sea.firepower.range", "sea.ram.accurate", "sea.monster.behave")
    def _fear(self, unit: Unit, sights: Sequence[Sight]) -> Row:
        """For each enemy the hits to expect of it in its next turn: guns it can bring to bear, and its ram."""
        return tuple(
            [
                self.chance * (self._guns(unit, foe, sight, speed) + self._rams(unit, foe, sight.gap, speed))
                for foe, sight, speed in zip(self.foes, sights, self._speeds, strict=True)
            ]
        )

    def _guns(self, unit: Unit, foe: Unit, sight: Sight, speed: float) -> float:
        guns, numbers, gap = foe.marks.get(FIREPOWER, 0), measures(), sight.gap
        if not guns or gap > numbers.long_range_inches + speed:
            return 0.0
        dice = float(guns)
        if gap > numbers.range_inches + speed:
            dice = float(long_range_shots(self.state, foe))
        elif gap > numbers.range_inches:
            dice = max(_UNDER_WAY * guns, float(long_range_shots(self.state, foe)))
        if dice and sight.land(self.state, unit, foe):
            dice *= _BEHIND_LAND if speed else 0.0
        return dice

    def _rams(self, unit: Unit, foe: Unit, gap: float, speed: float) -> float:
        """Its ramming dice, if a run of its speed could end in the unit; only what lies ahead is met accurately."""
        if gap > speed or not speed or card_of(self.state, unit.id).kind == FORT:
            return 0.0
        assert foe.pose is not None
        assert unit.pose is not None
        reach = half_length(card_of(self.state, unit.id).length)
        bow = bow_of(foe.pose, card_of(self.state, foe.id).length)
        x, y = unit.pose.place
        if hypot(x - bow[0], y - bow[1]) - reach > speed:
            return 0.0
        off = abs(relative_bearing(*bow, foe.pose.degrees, x, y))
        return float(durability(foe) if off <= measures().ram_cone_degrees else foe.marks.get(BASE, 0))

    @property
    def way(self) -> Way:
        """The ways to the enemy: to the fort, where that is the goal of this seat's side, and to who carries gold."""
        if self._way is None:
            wanted = [foe for foe in self.foes if foe.seat >= 0] or self.foes
            match = sea_of(self.state)
            if match.scenario.goal == FORT_GOAL and match.side(self.seat) == match.side(ATTACKER):
                wanted = [foe for foe in wanted if card_of(self.state, foe.id).kind == FORT] or wanted
            elif match.scenario.goal == GOLD:
                wanted = [foe for foe in wanted if cargo(foe)] or wanted
            goals = tuple(foe.pose.place for foe in wanted if foe.pose is not None)
            known: Way | None = match.ways.get(("enemy", self.seat))
            # while a fleet has its turn the enemies mostly stay where they are
            if known is None or known.goals != goals:
                known = match.ways["enemy", self.seat] = Way(grid_of(match), goals)
            self._way = known
        return self._way

    # --- wind, currents, room ---

    @rule("sea.wind.effect")
    def breeze(self, unit: Unit, pose: Pose) -> float:
        """Inches the wind will add to the next move of a unit that lies so, or take from it."""
        if not self.state.match.options.wind or not unit.marks.get(SPEED) or card_of(self.state, unit.id).oars:
            return 0.0
        numbers = measures()
        off = abs(wrapped(pose.degrees - wind(self.state)))
        return float((off <= numbers.wind_abaft_degrees) - (off >= numbers.wind_ahead_degrees))

    @rule("sea.current.area")
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

    @rule("sea.geometry.edge", "sea.geometry.islands")
    def cramped(self, unit: Unit, stand: Stand) -> float:
        """How much a bow lacks of an inch of free water before it, and of the room to come about."""
        (x, y), match = stand.bow, sea_of(self.state)
        room = min(x, y, match.width - x, match.height - y)
        solid = match.waters.solid
        # most bows have nothing but water around them
        if not kernel.clear(solid, x - _AROUND, y - _AROUND, x + _AROUND, y + _AROUND):
            room = min([room, *[kernel.point_distance(part, x, y) for part in solid.shapes]])
        missing = max(0.0, 1.0 - room)
        if turns_freely(self.state):
            return missing
        shut = hemmed_in(self.state, stand.bow, stand.pose.degrees, card_of(self.state, unit.id).length)
        return missing + _SHUT * max(0.0, shut - 0.5)

    # --- gold ---

    @rule("sea.gold.load", "sea.gold.float")
    def treasures(self) -> list[Token]:
        """Treasures on islands and adrift."""
        return [token for token in self.state.tokens.values() if token.kind == "treasure"]

    def way_to_treasure(self, token: Token, unit: Unit, stand: Stand) -> float:
        """Inches a ship has to sail until a treasure is within its reach."""
        reach = measures().treasure_reach_inches
        far = self._errand(self.around(token), reach, stand)
        if far > inches(card_of(self.state, unit.id).length):
            return far
        shape = hull_at(stand.pose, card_of(self.state, unit.id).length)
        if token.group:
            island = next(piece for piece in sea_of(self.state).waters.pieces if piece.id == token.group)
            near = any(kernel.distance(shape, part) <= reach for part in island.parts)
        else:
            near = kernel.point_distance(shape, *token.pose.place) <= reach
        return 0.0 if near else max(far, _NOT_YET)

    def _errand(self, goals: tuple[Point, ...], reach: float, stand: Stand) -> float:
        """Inches to within reach of some goal, those lost by turning included."""
        way = way_to(self.state, goals)
        far = way.distance(*stand.bow) - reach
        return max(0.0, far) + lost_by_turning(self.state, way, stand.bow, stand.pose.degrees)

    def around(self, token: Token) -> tuple[Point, ...]:
        """Where a treasure can be taken from: itself when it floats, else the coast of its island."""
        if not token.group:
            return (token.pose.place,)
        island = next(piece for piece in sea_of(self.state).waters.pieces if piece.id == token.group)
        return island.outline

    @rule("sea.gold.scenario", "sea.port.repair")
    def way_home(self, unit: Unit, stand: Stand) -> float:
        """Inches a ship has to sail until it lies in the harbour of an own port."""
        ports = [port for port in sea_of(self.state).waters.ports if port.seat == unit.seat]
        if not ports:
            return inf
        far = self._errand(roads(self.state, unit.seat), 0.0, stand)
        length = card_of(self.state, unit.id).length
        if far > inches(length):
            return far
        shape = hull_at(stand.pose, length)
        near = any(kernel.point_distance(shape, port.x, port.y) <= measures().harbour_inches for port in ports)
        return 0.0 if near else max(far, _NOT_YET)

    def room(self, unit: Unit) -> int:
        """The weight a ship could still take aboard."""
        return capacity(unit) - sum(cargo(unit)) if card_of(self.state, unit.id).kind == SHIP else 0


def prospects(state: State, seat: int) -> Prospects:
    """The prospects of a table for a seat, worked out once for each question."""
    key = f"prospects{seat}"
    found: tuple[int, Prospects] | None = state.from_units.get(key)
    if found is None or found[0] != state.version or found[1].state.tokens is not state.tokens:
        found = (state.version, Prospects(state, seat))
        state.from_units[key] = found
    return found[1]


def pose_of(unit: Unit) -> Pose:
    """Where a unit on the table is."""
    assert unit.pose is not None
    return unit.pose


def apart(one: Pose, other: Pose) -> float:
    """Inches between two places."""
    return hypot(one.x - other.x, one.y - other.y) / GRAIN


def enemies_near(state: State, unit: Unit, foes: Sequence[Unit], most: int) -> list[Unit]:
    """The nearest enemies of a unit."""
    here = pose_of(unit)
    enemies = [foe for foe in foes if are_enemies(state, unit, foe)]
    return sorted(enemies, key=lambda foe: (apart(here, pose_of(foe)), foe.id))[:most]
