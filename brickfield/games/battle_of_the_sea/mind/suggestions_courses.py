"""Courses worth sailing for one unit: rams, ways into range and around islands, to gold and home, and out of danger."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import hypot, inf

from msgspec import Struct

from brickfield.core.adding import added
from brickfield.core.board import Unit
from brickfield.core.decisions import Suggestion
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.geometry import Point, bearing
from ..base.hulls import half_length
from ..base.measures import inches, measures
from ..base.moving_the_vessels import Astern, Ram, Sail
from ..base.ramming import may_ram
from ..base.ship_card import SHIP
from ..base.waters import card_of, describe
from ..chapters.capacity.capacity import cargo
from ..chapters.ports.ports import missing
from .judgement_evaluation import Order
from .judgement_threats import Viewpoint, threat_map
from .suggestions_helm import DECIMALS, NEAREST, TOWARDS, Helmsman, Idea
from .suggestions_ways import roads, way_to

# Where on a hull a ram is aimed: its middle, then towards bow and stern.
_AIMS = (0.0, 0.6, -0.6)
# A little more than the shortest run, as contact may be a hair off.
_RUN = 0.01
# A ship that has lost so many markers may think of its port.
_HURT = 4


class Draft(Struct, frozen=True, gc=False):
    """A suggestion before it is put into words: most are never told."""

    order: Sail
    value: float
    helm: Helmsman
    idea: Idea
    words: Callable[[Helmsman, Idea], Suggestion]

    def told(self) -> Suggestion:
        """In words."""
        return self.words(self.helm, self.idea)


def courses(state: State, unit: Unit) -> list[Suggestion]:
    """Staying first, then the best course of each kind, then the others."""
    return [draft.told() for draft in drafts(state, unit)]


def drafts(state: State, unit: Unit) -> list[Draft]:
    """The same before they are told."""
    helm = Helmsman(threat_map(state, unit.seat), unit)
    found = [_draft(helm, helm.stay, _stay)]
    return found if helm.speed < inches(measures().shortest_leg_studs) else [*found, *_sailing(helm)]


def _stay(helm: Helmsman, idea: Idea) -> Suggestion:
    aims = " and can fire" if any(idea.stand.dice) else ""
    return _suggested(helm, idea, "stay", f"stays{aims}", "sea.move.optional")


def _sailing(helm: Helmsman) -> list[Draft]:
    """Ideas of every kind: the best of each kind first, then the rest by their worth."""
    first: list[Draft] = []
    rams = sorted(_rams(helm), key=_by_worth)
    moves = sorted(_moves(helm), key=_by_worth)
    if rams:
        first.append(_draft(helm, rams[0], _ram))
    first.extend(_errands(helm))
    if moves:
        first.extend(_kinds(helm, moves))
    rest = [*[_draft(helm, idea, _ram) for idea in rams[1:]], *[_draft(helm, idea, _plain) for idea in moves]]
    listed = [*first, *sorted(rest, key=_by_worth), *_back_off(helm)]
    seen: dict[Sail, Draft] = {}
    for each in listed:
        seen.setdefault(each.order, each)
    return list(seen.values())


def _by_worth(idea: Idea | Draft) -> float:
    return -idea.value


def _draft(helm: Helmsman, idea: Idea, words: Callable[[Helmsman, Idea], Suggestion]) -> Draft:
    return Draft(idea.order, round(idea.value, DECIMALS), helm, idea, words)


def _worded(helm: Helmsman, idea: Idea, kind: str, words: str, clause: str) -> Draft:
    return _draft(helm, idea, partial(_suggested, kind=kind, words=words, clause=clause))


def _suggested(helm: Helmsman, idea: Idea, kind: str, words: str, clause: str) -> Suggestion:
    # whoever weighs it need not work it out again
    helm.view.orders[idea.order] = Order(helm.unit.id, idea.stand.pose, idea.foe, idea.dice)
    return Suggestion(idea.order, kind, f"{helm.name} {words}", clause, round(idea.value, DECIMALS))


# --- rams ------------------------------------------------------------------------------------------------------------


def _rams(helm: Helmsman) -> Iterator[Idea]:
    """Straight runs at hulls within reach, at their middle or their ends."""
    state, unit = helm.state, helm.unit
    for enemy in helm.near:
        length = card_of(state, enemy.id).length
        pose = enemy.at
        if hypot(pose.place[0] - helm.bow[0], pose.place[1] - helm.bow[1]) > helm.speed + half_length(length):
            continue
        if isinstance(may_ram(state, unit, enemy.id), Refusal):
            continue
        for aim in _AIMS:
            spot = pose.ahead(aim * half_length(length)).place
            heading = round(bearing(*helm.bow, *spot) % 360.0, DECIMALS)
            idea = helm.ram(Sail(unit.id, helm.turn(heading, helm.pose.degrees), Ram(enemy.id, heading)))
            if idea is not None:
                yield idea
                break
        else:
            again = _ram_again(helm, enemy)
            if again is not None:
                yield again


def _ram_again(helm: Helmsman, enemy: Unit) -> Idea | None:
    """Who lies with the bow at an enemy backs off as little as may be, and runs in once more."""
    back = max(helm.least, round(helm.shortest + _RUN, DECIMALS))
    if 2 * back > helm.speed:
        return None
    return helm.ram(Sail(helm.unit.id, (Astern(back),), Ram(enemy.id, round(helm.pose.degrees % 360.0, DECIMALS))))


def _ram(helm: Helmsman, idea: Idea) -> Suggestion:
    impact = idea.course.impact
    assert impact is not None
    sort = "accurate" if impact.accurate else "inaccurate"
    hits = helm.view.chance * impact.dice
    dice = f"{impact.dice} {'die' if impact.dice == 1 else 'dice'}"
    words = f"rams {describe(helm.state, impact.target)} ({sort}, {dice}, {hits:.1f} hits expected)"
    return _suggested(helm, idea, "ram", words, f"sea.ram.{sort}")


# --- moves -----------------------------------------------------------------------------------------------------------


def _moves(helm: Helmsman) -> Iterator[Idea]:
    """Single legs in many directions, and the way around the land to the enemy."""
    yield from helm.legs()
    if helm.view.foes:
        around = helm.follow(helm.view.way)
        if around is not None:
            yield around


def _kinds(helm: Helmsman, moves: list[Idea]) -> Iterator[Draft]:
    """The best move by its whole worth, into range, nearer, out of danger, and in range with the least danger."""
    yield _draft(helm, moves[0], _plain)
    armed = [idea for idea in moves if any(idea.stand.dice)]
    if armed:
        yield _draft(helm, min(armed, key=_danger), _keep_range)
        strong = max(armed, key=lambda idea: (max(idea.stand.dice), idea.value))
        yield _draft(helm, strong, _sail_to_fire)
    near = min(moves, key=lambda idea: (round(idea.stand.way, 2), -idea.value))
    if near.stand.way < helm.stay.stand.way and helm.near:
        yield _draft(helm, near, _plain)
    calm = min(moves, key=_danger)
    if added(calm.stand.fear) < added(helm.stay.stand.fear):
        yield _worded(helm, calm, "retreat", "keeps clear of the enemy's fire", "sea.move.optional")


def _danger(idea: Idea) -> tuple[float, float]:
    return added(idea.stand.fear), -idea.value


def _keep_range(helm: Helmsman, idea: Idea) -> Suggestion:
    return _suggested(helm, idea, "keep_range", f"keeps its guns on {_aim(helm, idea)}", "sea.firepower.range")


def _sail_to_fire(helm: Helmsman, idea: Idea) -> Suggestion:
    return _suggested(helm, idea, "fire", f"sails to fire at {_aim(helm, idea)}", "sea.fire.after_move")


def _plain(helm: Helmsman, idea: Idea) -> Suggestion:
    """A move told by what it is good for."""
    if any(idea.stand.dice):
        return _sail_to_fire(helm, idea)
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
    nearest = min([(hypot(at[0] - x, at[1] - y), foe) for at, foe in helm.goals])
    return describe(helm.state, nearest[1])


# --- errands ---------------------------------------------------------------------------------------------------------


def _errands(helm: Helmsman) -> Iterator[Draft]:
    """With gold in play: home with a cargo, or to a treasure; a ship that is badly hurt may sail to its port."""
    state, unit, options = helm.state, helm.unit, helm.state.match.options
    if card_of(state, unit.id).kind != SHIP:
        return
    ports = roads(state, unit.seat)
    if options.gold and cargo(unit) and ports:
        idea = _soonest(helm, ports, partial(helm.view.way_home, unit))
        if idea is not None:
            yield _worded(helm, idea, "home", "brings its cargo home", "sea.gold.scenario")
    if options.gold:
        yield from _to_treasures(helm)
    if options.ports and ports and sum(missing(state, unit).values()) >= _HURT:
        idea = _soonest(helm, ports, partial(helm.view.way_home, unit))
        if idea is not None:
            yield _worded(helm, idea, "harbour", "makes for its port to be mended", "sea.port.repair")


def _to_treasures(helm: Helmsman) -> Iterator[Draft]:
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
        idea = _soonest(helm, goals, partial(helm.view.way_to_treasure, token, helm.unit))
        if idea is not None:
            where = f"on {describe(helm.state, token.group)}" if token.group else "adrift"
            yield _worded(helm, idea, "treasure", f"sails for the treasure {where}", "sea.gold.load")


def _soonest(helm: Helmsman, goals: tuple[Point, ...], left: Callable[[Viewpoint], float]) -> Idea | None:
    """Along the way, or straight to the goal where the last of the way is short: whichever leaves less to sail."""
    tried = (helm.follow(way_to(helm.state, goals)), _nearest_to(helm, goals))
    return min([idea for idea in tried if idea is not None], key=lambda idea: left(idea.stand), default=None)


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


def _back_off(helm: Helmsman) -> Iterator[Draft]:
    """Straight back out of contact, or back and round where there is no room to turn."""
    for idea in helm.astern():
        words = "backs off" if len(idea.course.legs) == 1 else "goes astern and comes about"
        yield _worded(helm, idea, "back_off", words, "sea.geometry.astern")
