"""The evaluation of a table for a seat: expected hits both ways, ways to sail, wind, gold and forts; all in points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

from msgspec import Struct

from brickfield.core.adding import added
from brickfield.core.board import Unit
from brickfield.core.judging.judging import Weights, weighed
from brickfield.core.state import State
from brickfield.geometry import Pose
from ..base.durability import hits_left
from ..base.measures import measures
from ..base.moving_the_vessels import effective_speed
from ..base.ship_card import FIREPOWER, FORT, SPEED
from ..base.victory import side_points, tally
from ..base.waters import card_of, sea_of
from ..chapters.capacity.capacity import cargo
from ..chapters.forts.forts import ATTACKER, FORT_GOAL
from ..chapters.transport_of_gold.gold_goal import GOLD, delivered_weight, side_gold
from .judgement_threats import ThreatMap, Viewpoint, Worths
from .judgement_worth import fleet_worth, hit_worth, win_chance

# What a move costs in points when it brings nothing: ships should not shuffle about.
_RESTLESS = 0.05
# Points for each turn of sailing to where the guns reach, and to contact; quiet rounds make everybody more eager.
_HUNT, _PRESS, _EAGER = 0.5, 0.12, 0.5
_LONGEST = 8.0
# A side that wins the count by waiting is this hungry: once nothing was hit for some rounds, or when the last are near.
_PATIENT, _WAITED, _SOON = 0.05, 2, 3
# Guns should reach with a little to spare.
_SPARE = 0.5
# The first hits on a ship matter less than those that finish it: shared fire is worth this much less.
_FOCUS, _SINKING = 0.4, 1.0
_GONE = 0.5
# Points for gold: brought home, aboard, and lying where a ship may fetch it; each turn of the way takes some off.
_DELIVERED, _ABOARD, _LYING, _TURN = 60.0, 48.0, 32.0, 4.0
# What it is worth beyond the way to lie where it can be taken aboard, or brought ashore.
_AT_HAND = 8.0
# What is left of that when the battle ends before it could be home: the enemy does not have it.
_TOO_LATE = 0.1
_WIND, _ROOM = 0.15, 0.3
# Where gold is the goal, hunting matters less.
_ERRAND_HUNT = 0.25

# Those that every table has, in their order.
_ALWAYS = ("material", "kills", "rams", "exposure", "hold")
_SEVERAL = 2


class Order(Struct, frozen=True, gc=False):
    """A move as it is judged: where it ends, and the enemy it rams (its number, or -1) with how many dice."""

    unit: str
    pose: Pose
    foe: int = -1
    dice: int = 0


class Fight(NamedTuple):
    """What fire and rams are expected to do: points by guns and by rams, and what is left of each enemy."""

    kills: float
    rams: float
    left: list[float]


class Move(Struct, frozen=True, gc=False):
    """An order beside the table as it lies: the place of its ship in the fleet, where that stands then, what it gives
    and takes there, and what the two places are worth by themselves if it moves at all."""

    index: int
    order: Order
    stand: Viewpoint
    does: tuple[int, int, int]
    there: Worths | None = None
    here: Worths = ()


class Evaluation:
    """A table weighed for a seat, with its ships where they are or where they might go."""

    def __init__(self, view: ThreatMap, weights: Weights) -> None:
        self.view = view
        self.weights = weights
        state = view.state
        self.own_worth = [hit_worth(state, unit) for unit in view.own]
        self.own_body = [float(hits_left(view.state, unit)) for unit in view.own]
        self.both = fleet_worth(state, view.own) + fleet_worth(state, view.foes)
        self.lead = fleet_worth(state, view.own) - fleet_worth(state, view.foes)
        self.gold = sea_of(state).scenario.goal == GOLD
        self.turns_left = turns_left(state)
        self.hunger = hunger(state, view.seat)
        # with treasures still to fetch nobody goes hunting
        self.fetching = bool(self.gold and view.treasures())
        self.fearless = weights.get("exposure", 1.0) == 0.0
        self._index = {unit.id: number for number, unit in enumerate(view.own)}
        self._stays = [view.stand(unit, unit.at) for unit in view.own]
        self._trades: list[Any] = [stand.trade for stand in self._stays]
        self._exchanges: dict[tuple[Any, ...], tuple[float, float, float]] = {}
        self._bound = [self._bound_for(unit) for unit in view.own]
        # by trade, what comes of a move of one ship alone
        self._alone: list[dict[int, tuple[float, float, float]]] = [{} for _unit in view.own]
        self._at_rest = self._added_up()

    def _added_up(self) -> dict[str, float]:
        """What the places of all own ships are worth as they lie."""
        found: dict[str, float] = {}
        for index, stand in enumerate(self._stays):
            for name, value in self.position(index, stand):
                found[name] = found.get(name, 0.0) + value
        return found

    def move(self, order: Order) -> Move:
        """An order, made ready to be weighed."""
        index = self._index[order.unit]
        stay = self._stays[index]
        if order.pose == stay.pose:
            return Move(index, order, stay, (stay.trade, order.foe, order.dice))
        stand = self.view.stand(self.view.own[index], order.pose)
        there, here = self.position(index, stand), self.position(index, stay)
        return Move(index, order, stand, (stand.trade, order.foe, order.dice), there, here)

    def stands(self, moves: Sequence[Move]) -> list[Viewpoint]:
        """Every own unit where it would be."""
        found = self._stays.copy()
        for move in moves:
            found[move.index] = move.stand
        return found

    def fight(self, orders: Mapping[str, Order], stands: Sequence[Viewpoint]) -> Fight:
        """Rams first, then every ship that acts fires at what it can hurt most."""
        view = self.view
        chance, worth, body = view.chance, view.worth, view.body
        left, kills, rams = list(body), 0.0, 0.0
        both = view.state.match.options.ram_and_fire
        for order in orders.values():
            if order.foe >= 0:
                rams += self._struck(order.foe, chance * order.dice, left)
        for unit, stand in zip(view.own, stands, strict=True):
            if unit.id not in orders or (orders[unit.id].foe >= 0 and not both):
                continue
            best, most = -1, 0.0
            for number, dice in enumerate(stand.dice):
                if dice and left[number] > 0.0:
                    hits = min(left[number], chance * dice)
                    gain = hits * worth[number] * (1.0 + _FOCUS * (1.0 - left[number] / body[number]))
                    if gain > most:
                        best, most = number, gain
            if best >= 0:
                kills += self._struck(best, chance * stand.dice[best], left)
        return Fight(kills, rams, left)

    def _struck(self, foe: int, hits: float, left: list[float]) -> float:
        """Expected hits on an enemy in points; what is left of it goes down."""
        taken = min(left[foe], hits)
        if taken <= 0.0:
            return 0.0
        focus = 1.0 + _FOCUS * (1.0 - left[foe] / self.view.body[foe])
        left[foe] -= taken
        return taken * self.view.worth[foe] * focus + (_SINKING if left[foe] <= _GONE else 0.0)

    def losses(self, stands: Sequence[Viewpoint], left: Sequence[float]) -> float:
        """What the enemies' next turns would cost: each of them at the ship it can hurt most."""
        if self.fearless:
            return 0.0
        body, own_left, lost = self.view.body, list(self.own_body), 0.0
        feared: list[list[tuple[int, float]]] = [[] for _foe in body]
        for number, stand in enumerate(stands):
            for foe, fear in stand.threats:
                feared[foe].append((number, fear))
        for foe, still in enumerate(left):
            if still <= 0.0:
                continue
            share, best, most = still / body[foe], -1, 0.0
            for number, fear in feared[foe]:
                if own_left[number] > 0.0:
                    cost = min(own_left[number], fear * share) * self.own_worth[number]
                    cost *= 1.0 + _FOCUS * (1.0 - own_left[number] / self.own_body[number])
                    if cost > most:
                        best, most = number, cost
            if best >= 0:
                own_left[best] -= min(own_left[best], stands[best].fear[foe] * share)
                lost += most
        return lost

    def _exchange(self, moves: Sequence[Move]) -> tuple[float, float, float]:
        """What fire and rams bring, and what the answer costs: the same wherever all stands give and take alike."""
        trades, rams = self._trades.copy(), 0
        for move in moves:
            trades[move.index] = move.does
            rams += move.order.foe >= 0
        # of several rams it matters which comes first
        key = tuple(trades) if rams < _SEVERAL else (*trades, *[move.order for move in moves])
        found = self._exchanges.get(key)
        if found is None:
            stands = self.stands(moves)
            fight = self.fight({move.order.unit: move.order for move in moves}, stands)
            found = self._exchanges[key] = (fight.kills, fight.rams, self.losses(stands, fight.left))
        return found

    def _terms(self, moves: Sequence[Move], fight: Fight | None) -> tuple[dict[str, float], list[float]]:
        """The terms that places and gold bring, and all of them in points: those that are always there come first."""
        if fight is None:
            kills, rams, lost = self._exchange(moves)
        else:
            kills, rams, lost = fight.kills, fight.rams, self.losses(self.stands(moves), fight.left)
        found, moved = self._at_rest.copy(), 0
        for move in moves:
            if move.there is not None:
                moved += 1
                for name, value in move.there:
                    found[name] = found.get(name, 0.0) + value
                for name, value in move.here:
                    found[name] -= value
        if self.gold:
            found["objective"] = self.gold_points(self.stands(moves))
        return found, [self.lead, kills, rams, -lost, -_RESTLESS * moved, *found.values()]

    def points(self, moves: Sequence[Move], fight: Fight | None = None) -> dict[str, float]:
        """The terms in points, with these orders carried out."""
        found, values = self._terms(moves, fight)
        return dict(zip((*_ALWAYS, *found), values, strict=True))

    def gain(self, move: Move) -> float:
        """What one order is worth beside all that is afloat."""
        return added(self._terms((move,), None)[1]) - self.lead

    def gains(self, unit: Unit, poses: Sequence[Pose]) -> list[tuple[Viewpoint, float]]:
        """The same of many moves of one unit without a ram, each with where it leads."""
        index = self._index[unit.id]
        stay, known, lead = self._stays[index], self._alone[index], self.lead
        here, rest, found = self.position(index, stay), self._at_rest, []
        for stand in self.view.stands(unit, poses):
            exchange = known.get(stand.trade)
            if exchange is None or stand is stay or self.gold:
                move = self.move(Order(unit.id, stand.pose))
                known[stand.trade] = self._exchange((move,))
                found.append((stand, self.gain(move)))
                continue
            places = rest.copy()
            for name, value in stand.worth or self.position(index, stand):
                places[name] = places.get(name, 0.0) + value
            for name, value in here:
                places[name] -= value
            kills, rams, lost = exchange
            found.append((stand, added([lead, kills, rams, -lost, -_RESTLESS, *places.values()]) - lead))
        return found

    def chance(self, moves: Sequence[Move]) -> float:
        """The chance to win with these orders carried out."""
        if self.weights:
            return self.win_chance(self.points(moves))
        return win_chance(added(self._terms(moves, None)[1]), self.both)

    def position(self, index: int, stand: Viewpoint) -> Worths:
        """What the place of an own ship is worth by itself: the way to the enemy, the wind, room before the bow."""
        worth = stand.worth
        if worth is None:
            worth = stand.worth = self._position(index, stand)
        return worth

    def _position(self, index: int, stand: Viewpoint) -> Worths:
        bound = self._bound[index]
        if bound is None:
            return ()
        view, unit, (speed, wanted, eager) = self.view, self.view.own[index], bound
        there = stand
        if view.state.match.options.currents:
            carried = view.carried(stand.pose)
            there = stand if carried == stand.pose else view.stand(unit, carried)
        way = there.way
        hunt = _HUNT * min(_LONGEST, max(0.0, way + there.lost - wanted) / speed) + _PRESS * min(_LONGEST, way / speed)
        found = [("closing", -self.hunger * hunt * eager)]
        breeze = view.breeze(unit, stand.pose)
        if breeze:
            found.append(("wind", _WIND * breeze))
        if stand.cramped:
            found.append(("room", -_ROOM * stand.cramped))
        return tuple(found)

    def _bound_for(self, unit: Unit) -> tuple[float, float, float] | None:
        """The speed of a ship, how near it wants to be, and how much that matters; None if it goes nowhere."""
        state = self.view.state
        if not unit.marks.get(SPEED) or card_of(state, unit.id).kind == FORT or not self.view.foes:
            return None
        wanted = measures().range_inches - _SPARE if unit.marks.get(FIREPOWER) else 0.0
        errand = self.gold and (bool(cargo(unit)) or self.fetching)
        return max(1.0, float(effective_speed(state, unit))), wanted, _ERRAND_HUNT if errand else 1.0

    def gold_points(self, stands: Sequence[Viewpoint]) -> float:
        """Gold brought home, on its way home, and still to be fetched: each treasure by the ship that is nearest."""
        total = _DELIVERED * delivered_weight(self.view.state, self.view.seat)
        fetchers: list[tuple[float, str, str, int]] = []
        for unit, stand in zip(self.view.own, stands, strict=True):
            known = self.view.errands.get((unit.id, stand.pose))
            if known is None:
                known = self.view.errands[unit.id, stand.pose] = self._errand(unit, stand)
            total += known[0]
            fetchers += known[1]
        return total + _fetched(fetchers)

    def _errand(self, unit: Unit, stand: Viewpoint) -> tuple[float, list[tuple[float, str, str, int]]]:
        """What the cargo of one ship is worth on its way home, and the treasures it could fetch with their turns."""
        view = self.view
        speed, load, room = max(1.0, float(effective_speed(view.state, unit))), sum(cargo(unit)), view.room(unit)
        home = 0.0
        if load:
            turns = view.way_home(unit, stand) / speed if unit.marks.get(SPEED) else inf
            in_time = 1.0 if turns <= self.turns_left else _TOO_LATE
            home = load * in_time * (_ABOARD - _TURN * min(_LONGEST, turns) + (_AT_HAND if turns == 0.0 else 0.0))
        if not unit.marks.get(SPEED):
            return home, []
        fitting = [token for token in view.treasures() if token.marks["weight"] <= room]
        ways = [(view.way_to_treasure(token, unit, stand) / speed, token) for token in fitting]
        return home, [(turn, token.id, unit.id, token.marks["weight"]) for turn, token in ways]

    def win_chance(self, points: Mapping[str, float]) -> float:
        """The terms, each as heavy as the weights say, as a chance to win."""
        return win_chance(weighed(points, self.weights), self.both)


def evaluation_of(view: ThreatMap, weights: Weights) -> Evaluation:
    """A table weighed for the seat of its threats."""
    return Evaluation(view, weights) if weights else unweighted(view)


def unweighted(view: ThreatMap) -> Evaluation:
    """The evaluation with every term counted once, made once for a table."""
    if view.plain is None:
        view.plain = Evaluation(view, {})
    plain: Evaluation = view.plain
    return plain


def _fetched(fetchers: list[tuple[float, str, str, int]]) -> float:
    """Each ship fetches one treasure and each treasure is fetched once, the shortest ways first."""
    total, busy = 0.0, set[str]()
    for turns, token, unit, weight in sorted(fetchers):
        if token not in busy and unit not in busy:
            busy |= {token, unit}
            total += weight * (max(0.0, _LYING - _TURN * min(_LONGEST, turns)) + (_AT_HAND if turns == 0.0 else 0.0))
    return total


def hunger(state: State, seat: int) -> float:
    """How much a side wants to close in: more with every quiet round, but who wins by waiting lets the others come."""
    match = sea_of(state)
    side, quiet = match.side(seat), quiet_rounds(state)
    if match.scenario.goal == FORT_GOAL:
        return 1.0 + _EAGER * quiet if side == match.side(ATTACKER) else _PATIENT
    gold = match.scenario.goal == GOLD
    counted = side_gold(state) if gold else side_points(state, tally(state))
    others = max((points for each, points in counted.items() if each != side), default=0)
    counts_soon = (match.options.stalemate_rounds and quiet >= _WAITED) or turns_left(state) <= _SOON
    waits = counted[side] > others and (gold or counts_soon)
    return _PATIENT if waits else 1.0 + _EAGER * quiet


def turns_left(state: State) -> float:
    """The turns a fleet still has, this one included; without end where no round is the last."""
    last = sea_of(state).last_round
    return last - int(state.facts.get("round", 0)) + 1 if last else inf


def quiet_rounds(state: State) -> int:
    """Rounds since the last hit."""
    return max(0, int(state.facts.get("round", 0)) - int(state.facts.get("last_hit", 0)) - 1)


def gold_of(weight: int, stage: str) -> float:
    """What gold is worth that is brought home, or taken aboard."""
    return weight * (_DELIVERED - _ABOARD if stage == "home" else _ABOARD - _LYING)
