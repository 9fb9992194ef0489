"""Courses worth sailing for one unit: rams, ways into range and around islands, to gold and home, and out of danger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot, inf
from typing import NamedTuple

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Suggestion
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.games.battle_of_the_sea.capacity import cargo
from brickfield.games.battle_of_the_sea.forts_and_ports import missing
from brickfield.games.battle_of_the_sea.hulls import bow_of, half_length
from brickfield.games.battle_of_the_sea.judgement_balance import Balance, Order
from brickfield.games.battle_of_the_sea.judgement_prospects import Prospects, Stand, enemies_near, pose_of, prospects
from brickfield.games.battle_of_the_sea.measures import inches, measures
from brickfield.games.battle_of_the_sea.moving_the_vessels import Ahead, Astern, Course, Ram, Sail, effective_speed
from brickfield.games.battle_of_the_sea.ramming import may_ram, work_out_course
from brickfield.games.battle_of_the_sea.ship_card import FIREPOWER, FORT, SHIP, SPEED
from brickfield.games.battle_of_the_sea.suggestions_ways import Way, way_to
from brickfield.games.battle_of_the_sea.waters import card_of, describe, hull, sea_of
from brickfield.geometry import Point, bearing, kernel
from brickfield.geometry.bearings import wrapped

# Bends tried around the way to an enemy and all round, shares of the speed, and how many enemies are looked at.
_TOWARDS = (0.0, 25.0, -25.0, 55.0, -55.0)
_ROUND = tuple(30.0 * step for step in range(12))
_SHARES = (1.0, 0.5)
_NEAREST = 3
# Where on a hull a ram is aimed: its middle, then towards bow and stern.
_AIMS = (0.0, 0.6, -0.6)
# Guns stop this far inside their range.
_EDGE = 0.05
_DECIMALS = 3
_MOST_LEGS = 3
# A ship that has lost so many markers may think of its port.
_HURT = 4


class Idea(NamedTuple):
    """A course with where it ends and what is thought of it by itself."""

    order: Sail
    move: Order
    stand: Stand
    course: Course
    value: float


@rule("sea.move.optional")
def courses(state: State, unit: Unit) -> list[Suggestion]:
    """Staying first, then the best course of each kind, then the others."""
    view = prospects(state, unit.seat)
    helm = Helmsman(view, unit)
    stay = helm.stay
    aims = any(stay.stand.dice)
    here = f"{helm.name} stays" + (" and can fire" if aims else "")
    found = [Suggestion(stay.order, "stay", here, "sea.move.optional", round(stay.value, _DECIMALS))]
    return found if helm.speed < inches(measures().shortest_leg_studs) else [*found, *_told(helm)]


class Helmsman:
    """Works out courses of one unit and what they are worth by themselves."""

    def __init__(self, view: Prospects, unit: Unit) -> None:
        self.view, self.state, self.unit = view, view.state, unit
        self.name = describe(self.state, unit.id)
        card = card_of(self.state, unit.id)
        sails = bool(unit.marks.get(SPEED)) and card.kind != FORT
        self.speed = float(effective_speed(self.state, unit)) if sails else 0.0
        self.pose = pose_of(unit)
        self.bow: Point = bow_of(self.pose, card.length)
        self.limited = self.state.match.options.turning == "limited"
        self.balance = Balance(view, {})
        self.near = enemies_near(self.state, unit, view.foes, _NEAREST)
        self.shortest = inches(measures().shortest_leg_studs)
        stay = self.idea(Sail(unit.id))
        assert stay is not None
        self.stay: Idea = stay

    def idea(self, order: Sail) -> Idea | None:
        """A course, if the rules allow it."""
        worked = work_out_course(self.state, self.unit, order)
        if isinstance(worked, Refusal):
            return None
        pose = worked.legs[-1].pose if worked.legs else self.pose
        foe, dice = -1, 0
        if worked.impact is not None:
            target = worked.impact.target
            foe = next(number for number, each in enumerate(self.view.foes) if each.id == target)
            dice = worked.impact.dice
        move = self.view.orders[order] = Order(self.unit.id, pose, foe, dice)
        points = self.balance.points({self.unit.id: move})
        return Idea(order, move, self.view.stand(self.unit, pose), worked, sum(points.values()) - points["material"])

    def leg(self, heading: float, way: float) -> Idea | None:
        """One straight leg, if it is allowed."""
        if self.limited and abs(wrapped(heading - self.pose.degrees)) > measures().limited_turn_degrees:
            return None
        way = max(self.shortest, min(way, self.speed))
        return self.idea(Sail(self.unit.id, (Ahead(round(heading % 360.0, _DECIMALS), round(way, _DECIMALS)),)))

    def headings(self) -> Iterator[float]:
        """Directions worth a try."""
        for enemy in self.near:
            straight = bearing(*self.bow, *pose_of(enemy).place)
            yield from [straight + bend for bend in _TOWARDS]
        yield from [self.pose.degrees + bend for bend in _ROUND]

    def lengths(self, heading: float) -> list[float]:
        """How far to sail: all or half of the speed, or just until the guns reach."""
        found = [self.speed * share for share in _SHARES]
        if self.unit.marks.get(FIREPOWER) and self.near:
            shape = hull(self.state, self.unit)
            gap = min(kernel.distance(shape, hull(self.state, enemy)) for enemy in self.near)
            edge = gap - measures().range_inches + _EDGE
            if self.shortest < edge < self.speed:
                found.append(edge)
        return found

    def follow(self, way: Way) -> Idea | None:
        """Along a way around the land: the farthest points of it that can be sailed to, leg by leg."""
        legs: list[Ahead] = []
        left, bow, best = self.speed, self.bow, None
        while left >= self.shortest and len(legs) < _MOST_LEGS:
            found = self._next_leg(way, legs, bow, left)
            if found is None:
                break
            best, leg, bow = found
            legs.append(leg)
            left -= leg.inches
        return best

    def _next_leg(self, way: Way, before: Sequence[Ahead], bow: Point, left: float) -> tuple[Idea, Ahead, Point] | None:
        points = way.points(*bow, left)
        for x, y in reversed(points):
            far = hypot(x - bow[0], y - bow[1])
            if far < self.shortest:
                continue
            heading, length = round(bearing(*bow, x, y) % 360.0, _DECIMALS), round(min(far, left), _DECIMALS)
            if before and abs(wrapped(heading - before[-1].heading)) < 1.0:
                continue
            leg = Ahead(heading, length)
            idea = self.idea(Sail(self.unit.id, (*before, leg)))
            if idea is not None:
                return idea, leg, idea.stand.bow
        return None


def _told(helm: Helmsman) -> list[Suggestion]:
    """Ideas of every kind as suggestions: the best of each kind first, then the rest by their worth."""
    first: list[Suggestion] = []
    rams = sorted(_rams(helm), key=lambda idea: -idea.value)
    moves = sorted(_moves(helm), key=lambda idea: -idea.value)
    if rams:
        first.append(_ram(helm, rams[0]))
    first.extend(_errands(helm))
    if moves:
        first.extend(_kinds(helm, moves))
    rest = [*[_ram(helm, idea) for idea in rams[1:]], *[_plain(helm, idea) for idea in moves]]
    listed = [*first, *sorted(rest, key=lambda each: -each.value), *_back_off(helm)]
    seen: dict[Sail, Suggestion] = {}
    for each in listed:
        seen.setdefault(each.answer, each)
    return list(seen.values())


def _suggested(helm: Helmsman, idea: Idea, kind: str, words: str, clause: str) -> Suggestion:
    return Suggestion(idea.order, kind, f"{helm.name} {words}", clause, round(idea.value, _DECIMALS))


# --- rams ------------------------------------------------------------------------------------------------------------


@rule("sea.ram.target", "sea.ram.accurate")
def _rams(helm: Helmsman) -> Iterator[Idea]:
    """Straight runs at hulls within reach, at their middle or their ends."""
    state, unit = helm.state, helm.unit
    for enemy in helm.near:
        length = card_of(state, enemy.id).length
        pose = pose_of(enemy)
        if hypot(pose.place[0] - helm.bow[0], pose.place[1] - helm.bow[1]) > helm.speed + half_length(length):
            continue
        if isinstance(may_ram(state, unit, enemy.id), Refusal):
            continue
        for aim in _AIMS:
            spot = pose.ahead(aim * half_length(length)).place
            heading = round(bearing(*helm.bow, *spot) % 360.0, _DECIMALS)
            idea = helm.idea(Sail(unit.id, (), Ram(enemy.id, heading)))
            if idea is not None:
                yield idea
                break


def _ram(helm: Helmsman, idea: Idea) -> Suggestion:
    impact = idea.course.impact
    assert impact is not None
    sort = "accurate" if impact.accurate else "inaccurate"
    hits = helm.view.chance * impact.dice
    dice = f"{impact.dice} {'die' if impact.dice == 1 else 'dice'}"
    words = f"rams {describe(helm.state, impact.target)} ({sort}, {dice}, {hits:.1f} hits expected)"
    return _suggested(helm, idea, "ram", words, f"sea.ram.{sort}")


# --- moves -----------------------------------------------------------------------------------------------------------


@rule("sea.move.distance", "sea.move.free_path")
def _moves(helm: Helmsman) -> Iterator[Idea]:
    """Single legs in many directions, and the way around the land to the enemy."""
    tried = set[tuple[int, int]]()
    for heading in helm.headings():
        for way in helm.lengths(heading):
            key = (round(heading) % 360, round(way * 2))
            if key in tried:
                continue
            tried.add(key)
            idea = helm.leg(heading, way)
            if idea is not None:
                yield idea
    if helm.view.foes:
        around = helm.follow(helm.view.way)
        if around is not None:
            yield around


def _kinds(helm: Helmsman, moves: list[Idea]) -> Iterator[Suggestion]:
    """The best move by its whole worth, into range, nearer, out of danger, and in range with the least danger."""
    yield _plain(helm, moves[0])
    armed = [idea for idea in moves if any(idea.stand.dice)]
    if armed:
        safe = min(armed, key=lambda idea: (sum(idea.stand.fear), -idea.value))
        yield _suggested(helm, safe, "keep_range", f"keeps its guns on {_aim(helm, safe)}", "sea.firepower.range")
        strong = max(armed, key=lambda idea: (max(idea.stand.dice), idea.value))
        yield _suggested(helm, strong, "fire", f"sails to fire at {_aim(helm, strong)}", "sea.fire.after_move")
    near = min(moves, key=lambda idea: (round(idea.stand.way, 2), -idea.value))
    if near.stand.way < helm.stay.stand.way and helm.near:
        yield _plain(helm, near)
    calm = min(moves, key=lambda idea: (sum(idea.stand.fear), -idea.value))
    if sum(calm.stand.fear) < sum(helm.stay.stand.fear):
        yield _suggested(helm, calm, "retreat", "keeps clear of the enemy's fire", "sea.move.optional")


def _plain(helm: Helmsman, idea: Idea) -> Suggestion:
    """A move told by what it is good for."""
    if any(idea.stand.dice):
        return _suggested(helm, idea, "fire", f"sails to fire at {_aim(helm, idea)}", "sea.fire.after_move")
    land = " around the land" if len(idea.course.legs) > 1 else ""
    if helm.near and idea.stand.way < helm.stay.stand.way:
        words = f"closes in on {_goal(helm, idea)}{land}, {idea.stand.way:.0f} inches to go"
        return _suggested(helm, idea, "close_in", words, "sea.move.distance")
    return _suggested(helm, idea, "sail", f"sails {idea.course.length:.1f} inches{land}", "sea.move.distance")


def _aim(helm: Helmsman, idea: Idea) -> str:
    """The target a ship would rather fire at from there, with its dice."""
    view = helm.view
    number = max(range(len(view.foes)), key=lambda each: (idea.stand.dice[each] * view.worth[each], -each))
    dice = int(idea.stand.dice[number])
    return f"{describe(helm.state, view.foes[number].id)} with {dice} {'die' if dice == 1 else 'dice'}"


def _goal(helm: Helmsman, idea: Idea) -> str:
    x, y = idea.stand.bow
    goals = helm.view.way.goals
    foes = [foe for foe in helm.view.foes if pose_of(foe).place in goals] or helm.near
    nearest = min(foes, key=lambda foe: (hypot(pose_of(foe).place[0] - x, pose_of(foe).place[1] - y), foe.id))
    return describe(helm.state, nearest.id)


# --- errands ---------------------------------------------------------------------------------------------------------


@rule("sea.gold.load", "sea.gold.scenario", "sea.port.repair")
def _errands(helm: Helmsman) -> Iterator[Suggestion]:
    """With gold in play: home with a cargo, or to a treasure; a ship that is badly hurt may sail to its port."""
    state, unit, options = helm.state, helm.unit, helm.state.match.options
    if card_of(state, unit.id).kind != SHIP:
        return
    ports = tuple((port.x, port.y) for port in sea_of(state).waters.ports if port.seat == unit.seat)
    if options.gold and cargo(unit) and ports:
        idea = helm.follow(way_to(state, ports)) or _nearest_to(helm, ports)
        if idea is not None:
            yield _suggested(helm, idea, "home", "brings its cargo home", "sea.gold.scenario")
    if options.gold:
        yield from _to_treasures(helm)
    if options.ports and ports and sum(missing(state, unit).values()) >= _HURT:
        idea = helm.follow(way_to(state, ports)) or _nearest_to(helm, ports)
        if idea is not None:
            yield _suggested(helm, idea, "harbour", "makes for its port to be mended", "sea.port.repair")


def _to_treasures(helm: Helmsman) -> Iterator[Suggestion]:
    """Towards the nearest treasures it has room for, one for each island."""
    view, told = helm.view, set[str]()
    room = view.room(helm.unit)
    fitting = [token for token in view.treasures() if token.marks["weight"] <= room]
    for token in sorted(fitting, key=lambda each: (view.way_to_treasure(each, helm.bow), each.id)):
        place = token.group or token.id
        far = view.way_to_treasure(token, helm.bow)
        if place in told or far == inf or len(told) == _NEAREST:
            continue
        told.add(place)
        goals = view.around(token)
        idea = helm.follow(way_to(helm.state, goals)) or _nearest_to(helm, goals)
        if idea is not None:
            where = f"on {describe(helm.state, token.group)}" if token.group else "adrift"
            yield _suggested(helm, idea, "treasure", f"sails for the treasure {where}", "sea.gold.load")


def _nearest_to(helm: Helmsman, goals: Sequence[Point]) -> Idea | None:
    """The single leg that brings the bow nearest to a goal."""
    best, least = None, min(hypot(x - helm.bow[0], y - helm.bow[1]) for x, y in goals)
    for x, y in sorted(goals, key=lambda goal: hypot(goal[0] - helm.bow[0], goal[1] - helm.bow[1]))[:_NEAREST]:
        straight, far = bearing(*helm.bow, x, y), hypot(x - helm.bow[0], y - helm.bow[1])
        for bend in _TOWARDS:
            for share in (1.0, 0.6, 0.3):
                idea = helm.leg(straight + bend, share * far)
                if idea is not None:
                    end = min(hypot(gx - idea.stand.bow[0], gy - idea.stand.bow[1]) for gx, gy in goals)
                    if end < least:
                        best, least = idea, end
    return best


@rule("sea.geometry.astern")
def _back_off(helm: Helmsman) -> Iterator[Suggestion]:
    """Straight back out of contact."""
    idea = helm.idea(Sail(helm.unit.id, (Astern(helm.speed),))) or helm.idea(
        Sail(helm.unit.id, (Astern(max(helm.shortest, helm.speed / 2)),))
    )
    if idea is not None:
        yield _suggested(helm, idea, "back_off", "backs off", "sea.geometry.astern")
