"""Courses worth sailing for one unit: rams, ways into range and around islands, to gold and home, and out of danger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot, inf

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Suggestion
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.games.battle_of_the_sea.mind.judgement_prospects import pose_of, prospects
from brickfield.games.battle_of_the_sea.mind.suggestions_helm import DECIMALS, NEAREST, TOWARDS, Helmsman, Idea
from brickfield.games.battle_of_the_sea.mind.suggestions_ways import roads, way_to
from brickfield.games.battle_of_the_sea.rules.capacity import cargo
from brickfield.games.battle_of_the_sea.rules.forts_and_ports import missing
from brickfield.games.battle_of_the_sea.rules.hulls import half_length
from brickfield.games.battle_of_the_sea.rules.measures import inches, measures
from brickfield.games.battle_of_the_sea.rules.moving_the_vessels import Ram, Sail
from brickfield.games.battle_of_the_sea.rules.ramming import may_ram
from brickfield.games.battle_of_the_sea.rules.ship_card import SHIP
from brickfield.games.battle_of_the_sea.rules.waters import card_of, describe
from brickfield.geometry import Point, bearing

# Where on a hull a ram is aimed: its middle, then towards bow and stern.
_AIMS = (0.0, 0.6, -0.6)
# A ship that has lost so many markers may think of its port.
_HURT = 4


@rule("sea.move.optional")
def courses(state: State, unit: Unit, hasty: bool = False) -> list[Suggestion]:
    """Staying first, then the best course of each kind, then the others."""
    view = prospects(state, unit.seat)
    helm = Helmsman(view, unit, hasty)
    stay = helm.stay
    aims = any(stay.stand.dice)
    here = f"{helm.name} stays" + (" and can fire" if aims else "")
    found = [Suggestion(stay.order, "stay", here, "sea.move.optional", round(stay.value, DECIMALS))]
    return found if helm.speed < inches(measures().shortest_leg_studs) else [*found, *_told(helm)]


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
    return Suggestion(idea.order, kind, f"{helm.name} {words}", clause, round(idea.value, DECIMALS))


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
            heading = round(bearing(*helm.bow, *spot) % 360.0, DECIMALS)
            idea = helm.idea(Sail(unit.id, helm.turn(heading, helm.pose.degrees), Ram(enemy.id, heading)))
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
        for way in helm.lengths():
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
    ports = roads(state, unit.seat)
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
    for token in sorted(fitting, key=lambda each: (view.way_to_treasure(each, helm.unit, helm.stay.stand), each.id)):
        place = token.group or token.id
        far = view.way_to_treasure(token, helm.unit, helm.stay.stand)
        if place in told or far == inf or len(told) == NEAREST:
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
    for x, y in sorted(goals, key=lambda goal: hypot(goal[0] - helm.bow[0], goal[1] - helm.bow[1]))[:NEAREST]:
        straight, far = bearing(*helm.bow, x, y), hypot(x - helm.bow[0], y - helm.bow[1])
        for bend in TOWARDS:
            for share in (1.0, 0.6, 0.3):
                idea = helm.leg(straight + bend, share * far)
                if idea is not None:
                    end = min(hypot(gx - idea.stand.bow[0], gy - idea.stand.bow[1]) for gx, gy in goals)
                    if end < least:
                        best, least = idea, end
    return best


@rule("sea.geometry.astern")
def _back_off(helm: Helmsman) -> Iterator[Suggestion]:
    """Straight back out of contact, or back and round where there is no room to turn."""
    for idea in helm.astern():
        words = "backs off" if len(idea.course.legs) == 1 else "goes astern and comes about"
        yield _suggested(helm, idea, "back_off", words, "sea.geometry.astern")
