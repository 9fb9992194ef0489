"""Orders that make use of the ground: onto a hill, over a bridge, and drives that can pay for mud and wire."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from ..base.battlefield import battle_of, terrain
from ..base.features import features
from ..base.grounds import Ground
from ..base.movement import AnyStep, Forward, Pivot, Reverse, drive
from .goals import Aim, gets_away
from .stands import bearing
from .suggestions_paths import Driver, Order

Point = tuple[float, float]
# How far from the middle of a hill towards its border one stands, as a share; how far before a bridge one lines up.
_UP = (0.0, 0.6)
_BEFORE = 0.3
# Past what is in the way to an edge: so many inches to the side, after such a share of the way.
_ASIDE, _BENDS = (1.5, -1.5, 3.0, -3.0, 4.5, -4.5), (0.0, 0.35, 0.7)
# What an order is for that wins the battle by leaving the table.
AWAY = "away"
# What is left unspent so that rounding never makes a step too dear, and the shortest drive worth giving.
_SPARE, _SHORTEST = 0.01, 0.25


def onto_hills(driver: Driver, foes: list[Point]) -> Iterator[Order | None]:
    """To the top of a hill in reach, and to its slopes towards the nearest enemies."""
    x, y = driver.pose.place
    for hill in terrain(driver.state).grounds.hills:
        middle = hill.shape.centre
        for foe in foes:
            for share in _UP:
                away = max(1e-6, hypot(foe[0] - middle[0], foe[1] - middle[1]))
                out = share * hill.shape.reach / away / 2
                goal = middle[0] + (foe[0] - middle[0]) * out, middle[1] + (foe[1] - middle[1]) * out
                if hypot(goal[0] - x, goal[1] - y) <= driver.left:
                    yield driver.go(*goal, foe, "hill")


def over_bridges(driver: Driver) -> Iterator[Order | None]:
    """To the nearer end of a bridge, facing along it, and over it to the other end."""
    for deck in terrain(driver.state).grounds.decks:
        near, far = sorted(_ends(deck, driver.card.length_inches / 2 + _BEFORE), key=lambda end: _away(driver, end))
        if _away(driver, near) <= driver.left:
            yield driver.go(*near, far, "bridge")
            yield driver.around(near, far, "bridge")
        yield driver.go(*far, None, "bridge")


def off_the_table(driver: Driver, strip: Aim) -> Iterator[Order | None]:
    """At the edge that lies beyond a narrow strip, as far as the points reach: straight, aslant, past what is in the
    way. The edge itself is the stop; who gets there is away."""
    x, y = driver.pose.place
    across = strip.length < strip.width
    goal = (strip.x, y) if across else (x, strip.y)
    straight = _over_the_edge(driver, goal)
    if straight is None or straight.aim != AWAY:
        yield straight
    else:
        yield straight
        return
    for aside in _ASIDE:
        beside = (goal[0], goal[1] + aside) if across else (goal[0] + aside, goal[1])
        orders = [_over_the_edge(driver, beside)]
        for share in _BENDS:
            by = x + (goal[0] - x) * share, y + (goal[1] - y) * share
            by = (by[0], by[1] + aside) if across else (by[0] + aside, by[1])
            orders.append(_past(driver, by, beside))
        yield from (each for each in orders if each is not None and each.aim == AWAY)


def _over_the_edge(driver: Driver, goal: Point) -> Order | None:
    """Turn and go on beyond a point, up to the edge."""
    turn = bearing(driver.pose, *goal)
    way = driver.farthest(turn)
    order = driver.drive(turn, way, 0.0, "objective") if way > _SHORTEST else None
    if order is None or driver.free:
        return _away_at_last(driver, order, order.steps if order is not None else ())
    turned = [step for step in order.steps[:1] if isinstance(step, Pivot)]
    return _away_at_last(driver, order, (*turned, Forward(round(way, 3))))


def _past(driver: Driver, by: Point, goal: Point) -> Order | None:
    """The same round a corner."""
    turn, way = bearing(driver.pose, *by), _away(driver, by)
    then = bearing(driver.pose.turned(turn).ahead(way), *goal)
    rest = driver.left - driver.turn_points(turn) - driver.turn_points(then) - way - _SPARE
    if driver.free or min(way, rest) <= _SHORTEST:
        return None
    order = driver.follow([(turn, way), (then, rest)], "objective")
    if order is None or not isinstance(order.steps[-1], Forward):
        return None
    return _away_at_last(driver, order, (*order.steps[:-1], Forward(round(rest, 3))))


def _away_at_last(driver: Driver, order: Order | None, steps: tuple[AnyStep, ...]) -> Order | None:
    """An order that drives on, with what it is for: to get away where nothing but the edge has stopped it."""
    if order is None:
        return None
    away = gets_away(driver.state, driver.unit.id, order.pose)
    return order._replace(steps=steps, aim=AWAY if away else order.aim)


def _away(driver: Driver, point: Point) -> float:
    x, y = driver.pose.place
    return hypot(point[0] - x, point[1] - y)


def _ends(deck: Ground, before: float) -> tuple[Point, Point]:
    """Points before both ends of a deck, on the line along its middle."""
    front, left = deck.shape.points[0], deck.shape.points[1]
    dx, dy = front[0] - left[0], front[1] - left[1]
    length = max(1e-6, hypot(dx, dy))
    x, y = deck.shape.centre
    out_x, out_y = dx / length * (length / 2 + before), dy / length * (length / 2 + before)
    return (x + out_x, y + out_y), (x - out_x, y - out_y)


def large_first(state: State, left: list[int]) -> list[int]:
    """Of pieces to be laid water and hills, which need the most room, or else all of them."""
    pieces = battle_of(state).pieces
    return [number for number in left if features()[pieces[number].feature].lies] or left


def paid_for(state: State, unit: Unit, orders: list[Order]) -> list[Order]:
    """The orders as the rules would carry them out where the ground charges; those too dear are cut short."""
    if not terrain(state).grounds.charged:
        return orders
    found = [_paid(state, unit, order) for order in orders]
    return [order for order in found if order is not None]


def _paid(state: State, unit: Unit, order: Order, again: bool = True) -> Order | None:
    worked = drive(state, unit, order.steps)
    refused = worked if isinstance(worked, Refusal) else worked.refused
    taken = () if isinstance(worked, Refusal) else worked.taken
    if refused is None:
        return Order(order.steps, taken[-1].pose, order.aim)
    steps = order.steps[: len(taken)]
    cut = _shorter(order.steps[len(taken)], refused) if again else None
    if cut is not None:
        return _paid(state, unit, Order((*steps, cut), order.pose, order.aim), again=False)
    return Order(steps, taken[-1].pose, order.aim) if taken else None


def _shorter(step: AnyStep, refused: Refusal) -> AnyStep | None:
    """A straight step shorter by what it was too dear, or None if nothing worth driving is left."""
    if isinstance(step, Pivot) or refused.code != "not_enough_mp":
        return None
    price = 2.0 if isinstance(step, Reverse) else 1.0
    inches = round(step.inches - (refused.data["cost"] - refused.data["left"] + _SPARE) / price, 3)
    return replace(step, inches=inches) if inches >= _SHORTEST else None
