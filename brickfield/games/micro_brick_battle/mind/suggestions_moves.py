"""Orders worth giving to a unit: stay, a better shot, the enemy's rear, cover, out of sight, the goal, ahead, back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import atan2, cos, hypot, radians, sin, sqrt
from typing import NamedTuple

from brickfield.core.adding import added
from brickfield.core.board import Unit
from brickfield.core.bounded_cache import shelf_of
from brickfield.geometry import Pose, Shape
from ..base.battlefield import Terrain, card_of, softs, terrain
from ..chapters.mines.mind import mine_risk
from .goals import worth_of
from .judgement_threats import ThreatMap
from .remembered import near_by
from .stands import bearing
from .suggestions_paths import Driver, Order
from .suggestions_terrain import AWAY, off_the_table, onto_hills, over_bridges, paid_for

# The fan of drives every unit thinks of: turns in degrees, shares of the way the points allow.
_TURNS = (0.0, 25.0, -25.0, 50.0, -50.0, 90.0, -90.0, 135.0, -135.0)
_SHARES = (1.0, 0.55, 0.25)
_REVERSES = (0.0, 35.0, -35.0)
_BACK_SHARES = (1.0, 0.5)
# Turn the hull towards the enemy when it would end further off than this.
_OFF_FRONT = 50.0
# Places behind an enemy lie more than so many degrees off its heading, not nearer than so many inches.
_TAIL_DEGREES = 140.0
_TAIL_INCHES, _TAIL_STEP = 2.3, 1.5
# In the area of a goal: its middle and quarters as shares of its size, and how far inside its border one stops. A drive
# round something in the way passes it so many inches to the side; a short drive needs no detour.
_QUARTERS = ((0.0, 0.0), (0.3, 0.3), (-0.3, 0.3), (0.3, -0.3), (-0.3, -0.3))
_WELL_INSIDE = 0.3
_ASIDE = (2.0, -2.0, 3.5, -3.5)
_SHORTEST_DETOUR = 1.5
# How far behind a piece of cover a unit stands, and how far it leans out to the side.
_BEHIND = 0.25
_SHELTERS = ("low_wall", "wreck", "low_bridge", "emplacement")
# Everywhere at a close look: so many directions and ways straight ahead, half of each in reverse unless that is further
# round than a right angle, and bends; all that together are about so many drives.
_ALL_TURNS, _ALL_WAYS, _EVERYWHERE = 24, 12, 480
_BACKWARDS, _BENDS = 90.0, (-90.0, -45.0, 45.0, 90.0)
_CELL = 0.75
_HEADING_CELL = 40.0
# What it is worth to win the battle at once.
_BATTLE = 1000.0
# For so many tables and units it is kept what was thought of.
_MOST_THOUGHTS = 512


class Idea(NamedTuple):
    """An order with what it would bring: its kind, the enemy it is about, and its quick value in points."""

    order: Order
    kind: str
    foe: int
    value: float


def ideas(view: ThreatMap, unit: Unit) -> list[Idea]:
    """What a unit could do, best of each kind first, then the rest by value."""
    if card_of(view.state, unit.id).is_infantry:
        # soldiers walk by rules of their own
        return []
    driver = Driver(view.state, unit)
    if driver.left <= 0.0 or not view.foes:
        return []
    found = sorted(_appraised(view, unit, _thought_of(view, driver)), key=lambda idea: -idea.value)
    firsts: dict[str, Idea] = {}
    for idea in found:
        firsts.setdefault(idea.kind, idea)
    leaders = list(firsts.values())
    taken = {id(idea) for idea in leaders}
    return leaders + [idea for idea in found if id(idea) not in taken]


def refined_ideas(view: ThreatMap, unit: Unit, n: int) -> list[Idea]:
    """About n drives in all directions: a little to the side of a good place there may be a better one."""
    driver = Driver(view.state, unit)
    if card_of(view.state, unit.id).is_infantry or driver.left <= 0.0 or not view.foes:
        return []
    return _appraised(view, unit, [order for order in _everywhere(driver, sqrt(n / _EVERYWHERE)) if order is not None])


def _everywhere(driver: Driver, scale: float) -> Iterator[Order | None]:
    """Straight ahead, in reverse, and round a bend on the way, with more or fewer directions and ways."""
    turns, ways = max(4, round(_ALL_TURNS * scale)), max(2, round(_ALL_WAYS * scale))
    for turn in _circle(turns):
        for share in _parts(ways):
            yield driver.drive(turn, driver.farthest(turn) * share, 0.0, "")
    if driver.free:
        return
    for turn in _circle(turns // 2):
        for share in _parts(ways // 2) if abs(turn) <= _BACKWARDS else ():
            yield driver.drive(turn, -driver.farthest(turn, 0.0, True) * share, 0.0, "")
        for bend in _BENDS:
            way = driver.farthest(turn, bend)
            for share in _parts(1 + ways // 4)[:-1] if way > _SHORTEST_DETOUR else ():
                yield driver.follow([(turn, way * share), (bend, way * (1.0 - share))], "")


def _circle(turns: int) -> list[float]:
    return [360.0 * turn / turns - 180.0 for turn in range(turns)]


def _parts(ways: int) -> list[float]:
    return [(way + 1) / ways for way in range(ways)]


def _appraised(view: ThreatMap, unit: Unit, orders: list[Order]) -> list[Idea]:
    """What can be done and paid for, with what it would bring."""
    orders = paid_for(view.state, unit, orders)
    orders = [order for order in orders if mine_risk(view.state, unit, order.steps) is not None]
    view.look(unit, [unit.at, *[order.pose for order in orders]])
    here = _Appraiser(view, unit)
    return [here.idea(order) for order in orders]


def _thought_of(view: ThreatMap, driver: Driver) -> list[Order]:
    """All orders to think about. They rest on where the unit is, what it has to spend, what is in its way and where its
    enemies are: if all that is as on a table before, so are they."""
    state, ground = view.state, terrain(view.state)
    foes = tuple([(foe.id, foe.pose) for foe in view.foes])
    key = driver.unit.id, driver.pose, driver.left, foes, near_by(state, driver.unit, driver.field, driver.left)
    shelf = shelf_of(state.match, "orders", _MOST_THOUGHTS)
    known: tuple[Terrain, list[Order]] | None = shelf.get(key)
    if known is None or known[0] is not ground:
        known = shelf.keep(key, (ground, _distinct(_orders(view, driver))))
    return known[1]


def _distinct(orders: Iterator[Order]) -> list[Order]:
    """Near-duplicates are merged: one order for each small cell of places and headings."""
    kept: dict[tuple[int, int, int], Order] = {}
    for order in orders:
        x, y = order.pose.place
        cell = (round(x / _CELL), round(y / _CELL), round(order.pose.degrees / _HEADING_CELL))
        kept.setdefault(cell, order)
    return list(kept.values())


def _orders(view: ThreatMap, driver: Driver) -> Iterator[Order]:
    """All orders to think about. What aims at something comes first, so that it survives the merging."""
    for order in _aimed(view, driver):
        if order is not None:
            yield order
    front = _front(view)
    for turn in _TURNS:
        for share in _SHARES:
            order = _fan(driver, front, turn, share)
            if order is not None:
                yield order
    if not driver.free:
        for turn in _REVERSES:
            for share in _BACK_SHARES:
                way = driver.farthest(turn, 0.0, True) * share
                order = driver.drive(turn, -way, 0.0, "")
                if order is not None:
                    yield order


def _fan(driver: Driver, front: tuple[float, float], turn: float, share: float) -> Order | None:
    """Drive off in one direction; a hull that would end with its side or rear to the enemy is turned at the end."""
    way = driver.farthest(turn) * share
    end = driver.pose.turned(turn).ahead(max(0.0, way))
    off = bearing(end, *front)
    limit = 10.0 if driver.card.mount == "fixed" else _OFF_FRONT
    last = off if abs(off) > limit else 0.0
    if driver.free:
        last = off
    return driver.drive(turn, min(way, driver.farthest(turn, last)), last, "")


def _front(view: ThreatMap) -> tuple[float, float]:
    """The middle of the enemy."""
    count = len(view.places)
    return added(x for x, _y in view.places) / count, added(y for _x, y in view.places) / count


def _aimed(view: ThreatMap, driver: Driver) -> Iterator[Order | None]:
    """Orders with a purpose: face an enemy, get behind one, take cover, go to the goal."""
    x, y = driver.pose.place
    by_distance = sorted(view.places, key=lambda place: hypot(place[0] - x, place[1] - y))
    for foe_x, foe_y in by_distance[: 3 if driver.card.mount == "fixed" else 1]:
        yield driver.face(foe_x, foe_y, "face")
    yield from _behind_foes(view, driver)
    yield from _to_cover(view, driver, by_distance)
    yield from _to_the_goal(view, driver)
    yield from onto_hills(driver, by_distance[:2])
    yield from over_bridges(driver)


def _to_the_goal(view: ThreatMap, driver: Driver) -> Iterator[Order | None]:
    """Into the scenario's area: to its middle, its quarters and its edge, straight or past what is between."""
    area = view.aim
    if area is None or view.in_area(driver.pose) or not area.counts(view.state, driver.unit):
        return
    if area.card:
        yield from off_the_table(driver, area)
    x, y = driver.pose.place
    front = _front(view)
    half_x, half_y = area.length / 2 - _WELL_INSIDE, area.width / 2 - _WELL_INSIDE
    nearest = min(max(x, area.x - half_x), area.x + half_x), min(max(y, area.y - half_y), area.y + half_y)
    edge = [nearest, *[(area.x + side * half_x, nearest[1]) for side in (1, -1)]]
    edge += [(nearest[0], area.y + side * half_y) for side in (1, -1)]
    for goal in [(area.x + right * area.length, area.y + up * area.width) for right, up in _QUARTERS] + edge[:3]:
        yield driver.go(*goal, front, "objective")
    for goal in dict.fromkeys(edge):
        dx, dy = goal[0] - x, goal[1] - y
        way = hypot(dx, dy)
        for aside in _ASIDE if _SHORTEST_DETOUR < way < driver.left else ():
            by = x + dx / 2 - dy / way * aside, y + dy / 2 + dx / way * aside
            yield driver.around(by, goal, "objective")


def _behind_foes(view: ThreatMap, driver: Driver) -> Iterator[Order | None]:
    """The nearest places from which an enemy is seen from behind, straight or past its flank."""
    x, y = driver.pose.place
    for foe in view.foes:
        pose = foe.at
        foe_x, foe_y = pose.place
        if hypot(foe_x - x, foe_y - y) > driver.left + _TAIL_INCHES:
            continue
        for side in (1.0, -1.0):
            angle = radians(pose.degrees + side * _TAIL_DEGREES)
            dx, dy = cos(angle), sin(angle)
            nearest = max(_TAIL_INCHES, (x - foe_x) * dx + (y - foe_y) * dy)
            for inches in (nearest, nearest + _TAIL_STEP):
                goal = foe_x + inches * dx, foe_y + inches * dy
                if hypot(goal[0] - x, goal[1] - y) <= driver.left:
                    yield driver.go(*goal, (foe_x, foe_y), "flank")
            flank = radians(pose.degrees + side * 90.0)
            beside = foe_x + _TAIL_INCHES * cos(flank), foe_y + _TAIL_INCHES * sin(flank)
            yield driver.around(beside, (foe_x + _TAIL_INCHES * dx, foe_y + _TAIL_INCHES * dy), "flank")


def _to_cover(view: ThreatMap, driver: Driver, by_distance: list[tuple[float, float]]) -> Iterator[Order | None]:
    """Places behind opaque terrain, low walls and wrecks, as seen by the nearest enemies."""
    x, y = driver.pose.place
    shapes = [shape for _id, shape in terrain(view.state).opaque]
    soft = softs(view.state)
    shapes += [shape for (kind, _id), shape in zip(soft.kinds, soft.shapes, strict=True) if kind in _SHELTERS]
    near = [shape for shape in shapes if hypot(shape.x - x, shape.y - y) <= driver.left + shape.reach]
    middle = _front(view)
    for shape in near:
        for foe in (middle, *by_distance[:2]):
            for goal in _shelters(shape, foe, driver):
                if hypot(goal[0] - x, goal[1] - y) <= driver.left:
                    yield driver.go(*goal, foe, "cover")


def _shelters(shape: Shape, foe: tuple[float, float], driver: Driver) -> list[tuple[float, float]]:
    """Right behind a shape as a foe sees it, and half out to each side of it."""
    angle = atan2(shape.y - foe[1], shape.x - foe[0])
    dx, dy = cos(angle), sin(angle)
    thick, wide = _extent(shape, dx, dy), _extent(shape, -dy, dx)
    back = thick + driver.card.length_inches / 2 + _BEHIND
    return [
        (shape.x + dx * back - dy * aside, shape.y + dy * back + dx * aside) for aside in (0.0, wide * 0.9, -wide * 0.9)
    ]


def _extent(shape: Shape, dx: float, dy: float) -> float:
    """How far a shape reaches from its centre in a direction."""
    return max((px - shape.x) * dx + (py - shape.y) * dy for px, py in shape.points)


class _Appraiser:
    """Gives an order its kind and quick value, compared with staying."""

    def __init__(self, view: ThreatMap, unit: Unit) -> None:
        self.view = view
        self.unit = unit
        self.worth = worth_of(view.state, unit)
        self.counts = view.aim is not None and view.aim.counts(view.state, unit)
        self.stay = unit.at
        self.best_now = self._best(self.stay)[0]
        self.danger_now = self._danger(self.stay)
        self.far_now = view.nearest(self.stay)

    def _best(self, pose: Pose) -> tuple[float, int]:
        """The best single shot from a pose, in points, and at whom."""
        shots = self.view.shots(self.unit, pose)
        number = max(range(len(shots)), key=lambda each: shots[each] * self.view.worth[each])
        return shots[number] * self.view.worth[number], number

    def _danger(self, pose: Pose) -> float:
        alive = 1.0
        for each in self.view.seen_by(self.unit, pose):
            alive *= 1.0 - 0.4 * each
        return self.worth * (1.0 - alive)

    def idea(self, order: Order) -> Idea:
        """An order judged on its own."""
        view, pose = self.view, order.pose
        best, foe = self._best(pose)
        danger = self._danger(pose)
        value = best - 0.8 * danger
        if best <= 0.0:
            value -= 0.1 * view.nearest(pose)
        value += 3.0 * (self.counts and view.in_area(pose))
        value += _BATTLE * (order.aim == AWAY)
        return Idea(order, self._kind(order, best, foe, danger), foe, value)

    def _kind(self, order: Order, best: float, foe: int, danger: float) -> str:
        view, pose = self.view, order.pose
        if order.aim == AWAY:
            return "leave"
        if view.rear_shots(self.unit, pose)[foe] and not view.rear_shots(self.unit, self.stay)[foe]:
            return "flank"
        if self.counts and view.in_area(pose) and not view.in_area(self.stay):
            return "objective"
        if danger <= 0.0 < self.danger_now:
            return "hide"
        if order.aim == "cover" and danger < self.danger_now:
            return "cover"
        if best > self.best_now:
            return "fire"
        if danger < self.danger_now:
            return "retreat" if view.nearest(pose) > self.far_now else "cover"
        return "advance" if view.nearest(pose) < self.far_now else "shift"


def hidden_poses(view: ThreatMap, only: Unit | None = None) -> dict[str, Pose]:
    """For each own unit, or for one, the pose in reach with the least danger, if moving there helps."""
    units = view.own if only is None else [only]
    return _best_poses(view, units, lambda unit, pose: added(view.seen_by(unit, pose)))


def forward_poses(view: ThreatMap) -> dict[str, Pose]:
    """For each own unit the pose in reach that is nearest to the enemy."""
    return _best_poses(view, view.own, lambda unit, pose: view.nearest(pose))


def _best_poses(view: ThreatMap, units: list[Unit], cost: Callable[[Unit, Pose], float]) -> dict[str, Pose]:
    found: dict[str, Pose] = {}
    for unit in units:
        stay = unit.at
        poses = [idea.order.pose for idea in ideas(view, unit)]
        best = min((stay, *poses), key=lambda pose: cost(unit, pose))
        if best != stay:
            found[unit.id] = best
    return found
