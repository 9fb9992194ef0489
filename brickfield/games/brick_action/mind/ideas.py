"""Ideas: orders worth a thought for each unit of the side to act: fire, close combat, rallies, cover, ways ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice, zip_longest
from math import atan2, degrees, floor, hypot
from typing import Any

from brickfield.core.asking.answering import listed
from brickfield.core.asking.offers import Act, Actor
from brickfield.core.board import Unit
from brickfield.core.decisions import Decision, React, Suggestion
from brickfield.core.state import State
from brickfield.geometry import Point, Shape
from ..base.actions import EndTurn
from ..base.battlefield import ACTIONS, SUPPRESSED, describe, enemies_of, is_vehicle, match_of, number, units_of
from ..base.close_combat.close_combat import CloseCombat
from ..base.firing.attack import Attack
from ..base.firing.attack_offers import item_orders
from ..base.firing.fire_measures import fire
from ..base.measures import measures
from ..base.moving.arrival import UseCorner, corners, proposed
from ..base.moving.paths import Move, Stride, allowance, pace
from ..base.prone import GoProne, Rise
from ..base.rallying import RallyAgain
from ..base.reactions.reactive_movement import Pursue, fell_at, middle
from ..base.sight.landscape import board_of
from ..base.take_action import deeds_of, offered, order_fault
from ..chapters.capture.activating import CAPTURE, Activate
from ..chapters.flags.flags import FLAG, TakeFlag, flag_fault
from ..chapters.holds.holds import PlaceHold
from ..chapters.vehicles.boarding import is_mounted
from ..chapters.vehicles.mind_prices import infantry_ideas, vehicle_ideas
from .errands import errand_of, flags_to_take, wins
from .exchange import charge
from .goals import aim_of, goes
from .prospects import apart, shot_points
from .ways import reach_of

# Of very many units those nearest to an enemy are thought about; so many ways and other answers for each.
_FOREMOST, _WAYS, _LISTED, _COVERS = 5, 8, 10, 3
_SHORTEST, _BEHIND = 1.0, 1.7
# so many studs in the open draw no fire
_QUIET = 4.0
# how much of its way a squad goes at once
_SHARES = (1.0, 0.5)
_TURNS = (0.0, 90.0, -90.0, 180.0)
# shares of the free move after a unit was wiped out, and how far aside it leads
_UPWARDS = ((1.0, 0.0), (0.5, 0.0), (0.25, 0.0), (1.0, 25.0), (1.0, -25.0), (0.5, 25.0), (0.5, -25.0))

Idea = tuple[Any, str, str, str]


def suggest_actions(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """To end the turn, then something of each unit in turn, the best sorts first."""
    own = foremost(state, units_of(state, decision.seat))
    each = [_ideas(state, unit) for unit in own]
    found = [Suggestion(EndTurn(), "end_turn", "nothing more to do", "ba.turn.pass")]
    mixed = (idea for round_ in zip_longest(*each) for idea in round_ if idea is not None)
    known = set()
    for order, kind, reason, clause in mixed:
        if order not in known and order_fault(state, decision.seat, order) is None:
            known.add(order)
            found.append(Suggestion(order, kind, reason, clause))
            if len(found) >= n:
                break
    return found


def suggest_pursuits(state: State, decision: Pursue, n: int) -> list[Suggestion]:
    """To stay, then straight on as far as it goes, or less far, or a little aside."""
    found = [Suggestion(React(yes=False), "stay", "it stands well where it is", "ba.reactmove.rule")]
    unit = state.units[decision.unit]
    facing = _bearing(middle(unit), fell_at(state))
    most = pace(state, unit, measures().reactive_move)
    for share, turn in _UPWARDS:
        order = Move(unit.id, (Stride(round(facing + turn, 1), round(share * most, 1)),))
        if len(found) >= n:
            break
        if decision.validate(state, order) is None:
            found.append(Suggestion(order, "move", "moves up", "ba.reactmove.rule"))
    return found


def foremost(state: State, units: list[Unit]) -> list[Unit]:
    """Who can win in this turn comes first, then who goes for the goal, then the units nearest to an enemy; of equals
    the one with the lowest id."""
    left = int(state.facts.get(ACTIONS, 0))

    def away(unit: Unit) -> tuple[bool, bool, float, str]:
        near = min((apart(state, unit, foe) for foe in enemies_of(state, unit)), default=0.0)
        errand = errand_of(state, unit) is not None and goes(state, unit)
        return not wins(state, unit, left), not errand, near, unit.id

    return sorted(units, key=away)[:_FOREMOST]


def _ideas(state: State, unit: Unit) -> Iterator[Idea]:
    if is_vehicle(state, unit):
        return chain(vehicle_ideas(state, unit), listed_ideas(state, unit))
    if is_mounted(state, unit):
        return listed_ideas(state, unit)
    first = (_goals, _advance) if wins(state, unit, int(state.facts.get(ACTIONS, 0))) else (_goals,)
    sorts: tuple[Callable[[State, Unit], Iterator[Idea]], ...] = (
        *(*first, _rallies, _combats, infantry_ideas, _shots, _items),
        *(_advance, _covers, _ways, _holds, _postures, _corners),
    )
    return chain.from_iterable(islice(sort(state, unit), _WAYS) for sort in sorts)


def listed_ideas(state: State, unit: Unit) -> Iterator[Idea]:
    """What the offers of a unit's actions list by themselves."""
    actions = tuple(action for deed in deeds_of(state) if (action := offered(state, unit, deed)) is not None)
    offer = Act((Actor(unit.id, "", tuple(each for each in actions if each.closed is None)),))
    decision = state.decision
    for draft in islice(listed(state, offer), _LISTED) if decision is not None else ():
        answer = decision.read(draft.answer)  # type: ignore[union-attr]
        if not isinstance(answer, EndTurn):
            yield answer, draft.kind, draft.reason, draft.clause


def _goals(state: State, unit: Unit) -> Iterator[Idea]:
    """What wins, or is a part of it: the marker, their flag."""
    kind = match_of(state).objective.kind
    if kind == CAPTURE:
        yield Activate(unit.id), "objective", "captures the objective", "ba.obj.capture"
    for token in flags_to_take(state, unit.seat) if kind == FLAG else ():
        taker = next((each.id for each in unit.standing if flag_fault(state, unit, each.id, token.id) is None), None)
        if taker is not None:
            words = "brings the flag back" if state.match.allied(token.seat, unit.seat) else "takes their flag"
            yield TakeFlag(unit.id, taker, token.id), "objective", words, "ba.obj.flag"


def _rallies(state: State, unit: Unit) -> Iterator[Idea]:
    if number(unit, SUPPRESSED):
        yield RallyAgain(unit.id), "rally", "can act again", "ba.rally.again"


def _shots(state: State, unit: Unit) -> Iterator[Idea]:
    """The shots that take most come first: who thinks of few ideas thinks of these."""
    foes = [foe for foe in enemies_of(state, unit) if not is_vehicle(state, foe)]
    for foe in sorted(foes, key=lambda foe: -shot_points(state, unit, foe)):
        if shot_points(state, unit, foe) > 0.0:
            yield Attack(unit.id, foe.id), "attack", f"fires at {describe(state, foe.id)}", "ba.attack.declare"


def _items(state: State, unit: Unit) -> Iterator[Idea]:
    for order, title in item_orders(state, unit):
        yield order, "item", title, "ba.single.joint"


def _combats(state: State, unit: Unit) -> Iterator[Idea]:
    for foe in enemies_of(state, unit):
        if not is_vehicle(state, foe) and apart(state, unit, foe) <= fire().combat_reach:
            yield CloseCombat(unit.id, foe.id), "close_combat", f"fights {describe(state, foe.id)}", "ba.cc.range"


def _holds(state: State, unit: Unit) -> Iterator[Idea]:
    near = sorted(enemies_of(state, unit), key=lambda foe: apart(state, unit, foe))
    for foe in near[:1]:
        order = PlaceHold(unit.id, "attack", foe.id, "move")
        yield order, "hold", f"waits for {describe(state, foe.id)}", "ba.hold.cost"


def _postures(state: State, unit: Unit) -> Iterator[Idea]:
    yield GoProne(unit.id), "prone", "harder to hit", "ba.move.prone.save"
    yield Rise(unit.id), "rise", "walks again", "ba.move.prone.action"


def _corners(state: State, unit: Unit) -> Iterator[Idea]:
    """The other use of the corner at which it stands."""
    for order in (UseCorner(unit.id, proposed(state, unit)), UseCorner(unit.id)) if corners(state, unit) else ():
        yield order, "corner", "uses its corner differently", "ba.cover.corner.change"


def _advance(state: State, unit: Unit) -> Iterator[Idea]:
    """Towards the goal or the nearest enemy, as far as the squad gets, or half of it."""
    spot = aim_of(state, unit)
    if unit.pose is None or spot is None or allowance(state, unit) < _SHORTEST:
        return
    errand = errand_of(state, unit) if goes(state, unit) else None
    words = "comes nearer to the enemy" if errand is None else "goes on to the goal"
    # what is near is not missed by a step; and over what slows everybody one gets half as far
    for share in (1.0, 0.5) if errand is not None else (0.5,):
        straight = _straight(state, unit, spot, share)
        if straight is not None:
            yield straight, "move", words, "ba.move.rate"
    reach = reach_of(state, unit)
    for share in _SHARES:
        cell = reach.nearest(spot, share)
        walk = reach.walk(cell, _bearing(unit.pose.place, spot)) if cell is not None else None
        if walk is not None:
            yield walk, "move", words, "ba.move.rate"


def _straight(state: State, unit: Unit, spot: Point, share: float) -> Move | None:
    """All minis straight on with a share of the action, the nearest to a spot no farther than to it."""
    places = [each.pose.place for each in unit.standing if each.pose is not None]
    here = min(places, key=lambda place: (_gap(place, spot), place), default=None)
    if here is None:
        return None
    studs = min(share * pace(state, unit, allowance(state, unit)), _gap(here, spot) - measures().mini_radius)
    return Move(unit.id, (Stride(round(_bearing(here, spot), 3), floor(100 * studs) / 100),)) if studs >= 0.5 else None


def _ways(state: State, unit: Unit) -> Iterator[Idea]:
    """As far as one gets to every side, and a few studs that draw no fire."""
    spot = aim_of(state, unit)
    if unit.pose is None or spot is None or allowance(state, unit) < _SHORTEST:
        return
    reach, facing = reach_of(state, unit), _bearing(unit.pose.place, spot)
    for cell in reach.outermost(spot):
        walk = reach.walk(cell, facing)
        if walk is not None:
            yield walk, "move", "moves aside", "ba.move.rate"
    for turn in _TURNS:
        order = Move(unit.id, (Stride(round(facing + turn, 1), min(_QUIET, allowance(state, unit))),))
        yield order, "move", "moves a little", "ba.move.rate"


def _bearing(here: Point, there: Point) -> float:
    return degrees(atan2(there[1] - here[1], there[0] - here[0]))


def _covers(state: State, unit: Unit) -> Iterator[Idea]:
    """Behind what covers from the enemy who is most to be feared, side by side."""
    foes = [each for each in enemies_of(state, unit) if each.pose is not None]
    if unit.pose is None or not foes or allowance(state, unit) < _SHORTEST:
        return
    feared = max(foes, key=lambda foe: (charge(state, foe, unit), -apart(state, unit, foe)))
    spot, reach, found = feared.at.place, reach_of(state, unit), 0
    land, here = board_of(state).land, unit.pose.place
    things = [(each.id, each.shape.centre, each.shape) for each in land.obstacles]
    for name, heart, shape in sorted(things, key=lambda each: _gap(each[1], here)):
        if _gap(heart, here) > reach.most + shape.reach or found >= _COVERS:
            break
        away = _gap(heart, spot) or 1.0
        dx, dy = (heart[0] - spot[0]) / away, (heart[1] - spot[1]) / away
        deep = _depth(shape, dx, dy) + _BEHIND
        cell = reach.closest((heart[0] + dx * deep, heart[1] + dy * deep))
        walk = reach.walk(cell, _bearing((0.0, 0.0), (-dx, -dy)), line=True) if cell is not None else None
        if walk is not None:
            found += 1
            yield walk, "cover", f"takes cover behind {describe(state, name)}", "ba.cover.hard.save"


def _gap(one: tuple[float, float], other: tuple[float, float]) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _depth(shape: Shape, dx: float, dy: float) -> float:
    """How far a shape reaches from its heart in a direction."""
    if shape.radius:
        return shape.radius
    x, y = shape.centre
    return max((px - x) * dx + (py - y) * dy for px, py in shape.points)
