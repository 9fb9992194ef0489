"""Plans for the turn of a Mech: up to three actions, priced together by what they do and how they leave it standing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from heapq import heappushpop
from math import hypot, inf
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.adding import added
from brickfield.core.board import Unit
from brickfield.core.judging.judging import Weights, weighed
from brickfield.core.kept import kept
from brickfield.core.state import State
from brickfield.geometry import Pose, kernel
from ..base.actions import most_of
from ..base.attack_action import Attack
from ..base.battlefield import match_of
from ..base.ending_a_turn import EndTurn, cooling
from ..base.measures import MELEE, RANGES, measures
from ..base.move_action import Move
from ..base.move_costs import Forward
from ..base.objective import only_waits
from ..base.record_sheet import ATTACKS, HEAT, MOVES, RUN, actions_used, number
from ..chapters.charge.charge import charge_bricks, heads_for
from .judgement_exposure import Exposure
from .judgement_places import Places
from .judgement_sights import Line, Viewpoint
from .judgement_threats import ThreatMap, threat_map
from .suggestions_moves import Focus, Walker, Way, stops_before

# What a Mech can do in a turn, as far as one looks ahead: attacks and one Move.
_SHAPES = ("", "A", "AA", "M", "MA", "AM", "MAA", "AMA", "AAM")
# What comes later in a turn may turn out otherwise: an attack is worth a little more now.
_LATER = tuple(0.97**attacks for attacks in range(3))
# A move that brings nothing costs this: Mechs should not shuffle about.
_RESTLESS = 0.6
# Nor should they wait for the enemy: a turn without any effect costs this, more the longer nothing happens. Whoever
# stays within so many Bricks and degrees has done nothing.
IDLE, _SAME_PLACE, _SAME_FACING = 5.0, 1.0, 30.0
# Attacks that take fewer points together hurt nobody.
FUTILE = 0.5
# How far rounding may lead a sum astray: what stays below another by more need not be worked out.
_SLACK = 1e-6
# How many poses are looked at closely, by whom has little time for it, and how many enemies a Mech is concerned with.
_CLOSELY, _HASTILY, _CONCERNS = 12, 4, 3


class Plan(Struct, frozen=True):
    """The best plan that begins with an answer: its shape, where it ends, its terms in points, and what is answered
    after that."""

    answer: Any
    shape: str
    pose: Pose
    target: str
    terms: dict[str, float]
    total: float
    then: tuple[Any, ...] = ()


class Shot(Struct, frozen=True):
    """The best attack from a pose: at whom, along which line, its points and the chance that it destroys."""

    target: Viewpoint
    line: Line
    points: float
    kills: float


class _Outline(NamedTuple):
    """A shape for one Mech: attacks before a Move, whether there is one, how many attacks after it, the Heat Markers
    during each action and when the turn is over, the term for moving, whether such a turn may be idle at all, and
    whether another Move can follow at no cost in heat."""

    shape: str
    before: str
    moves: bool
    after: int
    heats: tuple[int, ...]
    cooled: int
    hold: float
    idles: bool
    walks_on: bool


class _Fight(NamedTuple):
    """The attacks of a plan: their points together, and how likely each target is gone after them."""

    shots: tuple[Shot, ...]
    earned: float
    gone: Mapping[str, float]


class _Draft(NamedTuple):
    """A plan as far as it must be known to compare it."""

    outline: _Outline
    way: Way | None
    fight: _Fight
    terms: dict[str, float]
    total: float


# A plan to be thought about: a shape and, with a Move in it, where to.
_Try: TypeAlias = tuple[_Outline, Way | None]


class Turn:
    """The turn of one Mech, thought through with the weights of one player; in haste, with fewer Moves."""

    def __init__(self, state: State, unit: Unit, weights: Weights, hasty: bool = False) -> None:
        self.state = state
        self.unit = unit
        self.weights = weights
        self.hasty = hasty
        self.view: ThreatMap = threat_map(state, match_of(state).sides[unit.seat])
        self.places = Places(self.view, unit)
        self.heat = number(unit, HEAT)
        self.used = actions_used(unit)
        self.attacked = number(unit, ATTACKS) > 0
        self.exposure = Exposure(self.places, fearless=weights.get("exposure", 1.0) == 0.0)
        self.here = unit.at
        self._bounded = min(weights.values(), default=0.0) >= 0.0
        self._stays: dict[Pose, bool] = {}
        self._openings: dict[tuple[str, bool, Shot | None], _Fight | None] = {}
        self._shots: dict[tuple[Pose, int, Shot | None, bool], Shot | None] = {}
        # the best plan that begins with each answer, for whoever has thought about it
        self.plans: dict[Any, Plan | None] = {}

    # --- ways --------------------------------------------------------------------------------------------------------

    def ways(self) -> list[Way]:
        """The Moves worth a closer look, the most promising first; worked out once for whoever thinks about them."""
        key = f"ways{self.unit.id}{'!' if self.hasty else ''}"
        found: list[Way] | None = self.state.unit_cache.get(key)
        if found is None:
            walker = Walker(self.state, self.unit)
            found = self._promising(walker.ways(self._focuses(walker)))
            self.state.unit_cache[key] = found
        return found

    def _focuses(self, walker: Walker) -> list[Focus]:
        """The nearest enemies, the goal, and parts that could be mounted."""
        limits = [self.view.limit(band) for band in RANGES]
        here = Viewpoint(self.state, self.unit)
        gaps = [(kernel.distance(here.shape, foe.shape), foe) for foe in self.view.foes]
        gaps.sort(key=lambda each: each[0])
        wanted = {foe.unit.id for foe in self.view.goals()}
        near = [each for each in gaps if each[1].unit.id in wanted]
        near += [each for each in gaps if each[1].unit.id not in wanted]
        found = [Focus((foe.x, foe.y), stops_before(gap, limits, walker.points)) for gap, foe in near[:_CONCERNS]]
        return found + [Focus(place, stops) for place, stops in self.places.errands(walker.points)]

    def _promising(self, ways: list[Way]) -> list[Way]:
        # whoever weighs nothing in particular goes on with what is found here
        plain = Turn(self.state, self.unit, {}) if self.weights else self
        most, wanted = (1, _HASTILY) if self.hasty else (2, _CLOSELY)
        outlines = [outline for outline in plain.outlines if outline.moves and len(outline.shape) <= most]
        totals: list[float] = []
        # the best totals so far, the least of them first: who cannot be above that one is out
        foremost = [-inf] * wanted
        for way in ways:
            draft = plain._best([(outline, way) for outline in outlines], False, None, foremost[0])
            totals.append(draft.total if draft is not None else -inf)
            heappushpop(foremost, totals[-1])
        ranked = sorted(range(len(ways)), key=lambda place: (-totals[place], place))
        return [ways[place] for place in ranked[:wanted]]

    # --- parts of a plan ---------------------------------------------------------------------------------------------

    def heat_at(self, action: int) -> int:
        """The Heat Markers during the n-th of the actions still to come: a third action is a rush."""
        numbers = measures()
        return self.heat + (numbers.rush_heat if self.used + action > numbers.free_actions else 0)

    @cached_property
    def outlines(self) -> list[_Outline]:
        """The plans that the actions left allow, the end of the turn first."""
        most = measures().most_actions - self.used
        attacks = most_of(ATTACKS) - number(self.unit, ATTACKS)
        moves = most_of(MOVES) - number(self.unit, MOVES)
        return [
            self._outline(shape)
            for shape in _SHAPES
            if len(shape) <= most and shape.count("A") <= attacks and shape.count("M") <= moves
        ]

    def shot(self, pose: Pose, heat: int, before: Shot | None = None, runs: bool = False) -> Shot | None:
        """The best attack from a pose, after another one that may have hurt its target, or after a run at it."""
        key = (pose, heat, before, runs)
        if key not in self._shots:
            self._shots[key] = self._best_shot(pose, heat, before, runs)
        return self._shots[key]

    def _best_shot(self, pose: Pose, heat: int, before: Shot | None, runs: bool) -> Shot | None:
        sights, best = self.view.sights, None
        for foe, seen in self.view.shots(self.unit, pose):
            line = self._charging(pose, foe, seen) if runs else seen
            again = before is not None and before.target.unit.id == foe.unit.id
            hurt = sights.mean(before.line, foe.unit, heat) if before is not None and again else 0.0
            points = sights.points(line, foe.unit, heat, None, hurt) + self._prize(foe, line, heat, hurt)
            if before is not None and again:
                points *= 1.0 - before.kills
            if best is None or points > best.points:
                best = Shot(foe, line, points, sights.destroys(line, foe.unit, heat, hurt))
        return best

    def _prize(self, foe: Viewpoint, line: Line, heat: int, hurt: float) -> float:
        """What it is worth for the goal of the battle that an attack may destroy an enemy which is in its way."""
        prize = self.places.prize(foe)
        return prize * self.view.sights.destroys(line, foe.unit, heat, hurt) if prize else 0.0

    def _charging(self, pose: Pose, foe: Viewpoint, line: Line) -> Line:
        """A line with the die of a charge, if a run that ended at this pose was one."""
        unit = self.unit
        there = Unit(unit.id, unit.seat, unit.card, unit.status, pose, unit.marks)
        if line.band != MELEE or not heads_for(there, foe.shape):
            return line
        return line._replace(dice=line.dice + measures().charge_dice)

    def _runs(self, way: Way | None) -> bool:
        """Whether a Move, or the one before, ends in a run that may become a charge."""
        if not self.state.match.options.charge:
            return False
        if way is None:
            return bool(number(self.unit, RUN))
        last = way.steps[-1]
        return isinstance(last, Forward) and last.bricks >= charge_bricks()

    # --- whole plans -------------------------------------------------------------------------------------------------

    def _outline(self, shape: str) -> _Outline:
        """What a shape comes to wherever it is carried out."""
        heats = tuple(self.heat_at(action) for action in range(1, len(shape) + 1))
        cools = cooling(self.used + len(shape))[0]
        cooled = max(0, (heats[-1] if heats else self.heat) - cools)
        before, moves, after = shape.partition("M")
        idles, restless = self.may_idle and not (self.heat and cools), -_RESTLESS * len(moves)
        walks_on = shape == "M" and not number(self.unit, MOVES) and self.used + 2 <= measures().free_actions
        return _Outline(shape, before, bool(moves), len(after), heats, cooled, restless, idles, walks_on)

    def _opening(self, outline: _Outline, first: Shot | None) -> _Fight | None:
        """The attacks of a shape before any Move, the same wherever it goes; `first` names the first of them."""
        key = (outline.before, outline.shape == "A", first)
        if key not in self._openings:
            fight: _Fight | None = _Fight((), 0.0, {})
            runs = outline.shape == "A" and self._runs(None)
            for heat in outline.heats[: len(outline.before)]:
                if fight is not None:
                    named = first if not fight.shots else None
                    fight = self._attacked(fight, named or self._next_shot(fight, self.here, heat, runs))
            self._openings[key] = fight
        return self._openings[key]

    def _fight(self, outline: _Outline, way: Way | None, first: Shot | None) -> _Fight | None:
        """The attacks of a shape; None where one of them finds no target."""
        fight = self._opening(outline, first)
        if not outline.after or way is None:
            return fight
        runs = self._runs(way if way.pose != self.here else None)
        for heat in outline.heats[-outline.after :]:
            if fight is not None:
                fight = self._attacked(fight, self._next_shot(fight, way.pose, heat, runs))
            runs = False
        return fight

    def _next_shot(self, fight: _Fight, pose: Pose, heat: int, runs: bool) -> Shot | None:
        return self.shot(pose, heat, fight.shots[-1] if fight.shots else None, runs)

    def _attacked(self, fight: _Fight, shot: Shot | None) -> _Fight | None:
        if shot is None:
            return None
        shots, earned, gone = fight
        target = shot.target.unit.id
        there = 1.0 - gone.get(target, 0.0)
        hurt = {**gone, target: 1.0 - there * (1.0 - shot.kills)}
        return _Fight((*shots, shot), earned + shot.points * _LATER[len(shots)], hurt)

    def _draft(
        self, outline: _Outline, way: Way | None, close: bool, first: Shot | None, above: float
    ) -> _Draft | None:
        """A shape carried out and priced; None where an attack in it finds no target, or if its total cannot be above
        a limit. `first` names the first attack."""
        fight = self._fight(outline, way, first)
        if fight is None:
            return None
        pose = way.pose if way is not None and outline.moves else self.here
        terms = self.exposure.unharmed(pose, outline.cooled, fight.gone)
        terms["kills"] = fight.earned
        terms["hold"] = outline.hold
        if outline.walks_on:
            terms |= self.places.further(terms, pose)
        # what is still to come takes away and never adds
        if above > -inf and self.total(terms) + _SLACK < above:
            return None
        if not self.exposure.fearless:
            terms["exposure"] = self.exposure.exposure(pose, outline.cooled, fight.gone, close)
        if outline.idles and fight.earned < FUTILE and self.gets_nowhere(pose, outline.moves):
            terms["idle"] = -IDLE * self.places.quiet
        return _Draft(outline, way, fight, terms, self.total(terms))

    def _best(
        self, tries: Iterable[_Try], close: bool = True, first: Shot | None = None, above: float = -inf
    ) -> _Draft | None:
        """The best of some shapes and ways, the first of equal ones; None if it cannot be above a limit."""
        best, most = None, -inf
        for outline, way in tries:
            # a weight that turns a term round would make any limit wrong
            limit = max(most, above) if self._bounded else -inf
            draft = self._draft(outline, way, close, first, limit)
            if draft is not None and draft.total > most:
                best, most = draft, draft.total
        return best

    def _written(self, draft: _Draft) -> Plan:
        """A draft with what is answered, action by action."""
        outline, way, fight, terms, total = draft
        unit, shots = self.unit.id, iter(fight.shots)
        answers: list[Any] = []
        for what in outline.shape:
            if what == "M":
                assert way is not None
                answers.append(Move(unit, way.steps))
            else:
                answers.append(Attack(unit, next(shots).target.unit.id))
        answers.append(EndTurn(unit))
        pose = way.pose if way is not None and outline.moves else self.here
        target = fight.shots[0].target.unit.id if fight.shots else ""
        return Plan(answers[0], outline.shape, pose, target, terms, total, tuple(answers[1:]))

    @property
    def harmless(self) -> bool:
        """Whether nobody can be hurt from here."""
        best = self.shot(self.here, self.heat)
        return best is None or best.points < FUTILE

    @cached_property
    def may_idle(self) -> bool:
        """Whether a turn that hurts nobody and cools nothing may have no effect: nothing was done before, and no goal
        is kept by waiting."""
        return not (self.attacked and not self.harmless) and not only_waits(self.state, self.view.side)

    def gets_nowhere(self, pose: Pose, moves: bool) -> bool:
        """Whether a Mech that stands at a pose in the end has got nowhere, to no goal either."""
        if self.used and not moves:
            return False
        found = self._stays.get(pose)
        if found is None:
            # nobody knows any more where the first Move began: going back there is worth no more than having stayed
            near = bool(self.used) or self._is_near(pose)
            found = self._stays[pose] = near and not self.view.at_marker(self.view.stand(self.unit, pose))
        return found

    def _is_near(self, pose: Pose) -> bool:
        (x, y), (here_x, here_y) = pose.place, self.here.place
        turned = abs((pose.degrees - self.here.degrees + 180.0) % 360.0 - 180.0)
        return hypot(x - here_x, y - here_y) < _SAME_PLACE and turned < _SAME_FACING

    def total(self, terms: Mapping[str, float]) -> float:
        """The terms, each as heavy as the weights say."""
        return weighed(terms, self.weights) if self.weights else added(terms.values())

    def standing_plan(self) -> Plan:
        """The best plan without a Move; one can always end the turn."""
        best = self._best([(outline, None) for outline in self.outlines if not outline.moves])
        assert best is not None
        return self._written(best)

    @cached_property
    def ending(self) -> Plan:
        """Ending the turn now."""
        draft = self._draft(self._outline(""), None, True, None, -inf)
        assert draft is not None
        return self._written(draft)

    def moving(self, way: Way) -> Plan | None:
        """The best plan that begins with a Move."""
        best = self._best([(outline, way) for outline in self.outlines if outline.moves and not outline.before])
        return None if best is None else self._written(best)

    def attacking(self, shot: Shot, location: str = "") -> Plan | None:
        """The best plan that begins with this attack."""
        tries: list[_Try] = []
        for outline in self.outlines:
            if outline.before:
                tries += [(outline, way) for way in self.ways()] if outline.moves else [(outline, None)]
        best = self._best(tries, first=shot)
        if best is None:
            return None
        plan = self._written(best)
        return replace(plan, answer=Attack(self.unit.id, shot.target.unit.id, location)) if location else plan

    def shots(self) -> list[Shot]:
        """Every attack from here, with the die of a charge where it is one."""
        heat, runs = self.heat_at(1), self._runs(None)
        found = []
        for foe, seen in self.view.shots(self.unit, self.here):
            line = self._charging(self.here, foe, seen) if runs else seen
            points = self.view.sights.points(line, foe.unit, heat) + self._prize(foe, line, heat, 0.0)
            found.append(Shot(foe, line, points, self.view.sights.destroys(line, foe.unit, heat, 0.0)))
        return found

    def named(self, shot: Shot) -> Shot:
        """The same attack at a named location."""
        line = shot.line._replace(ahead=shot.line.ahead + measures().targeted_modifier)
        target, heat = shot.target.unit, self.heat_at(1)
        return Shot(
            shot.target,
            line,
            self.view.sights.points(line, target, heat, named=True),
            self.view.sights.destroys(line, target, heat, 0.0),
        )

    def following(self, extra: Mapping[str, float]) -> Plan:
        """An action that neither moves nor attacks, done now, with the best that can follow it."""
        after = Turn(self.state, self.unit, self.weights)
        after.used = self.used + 1
        after.heat = self.heat_at(1)
        best = after.standing_plan()
        terms = {**best.terms, **extra}
        return replace(best, terms=terms, total=self.total(terms), then=(best.answer, *best.then))


def turn_of(state: State, unit: Unit, weights: Weights, hasty: bool = False) -> Turn:
    """The turn of a Mech for somebody with these weights, thought about once."""
    return _turn_of(state, unit.id, tuple(sorted(weights.items())), hasty)


@kept
def _turn_of(state: State, unit_id: str, weights: tuple[tuple[str, float], ...], hasty: bool) -> Turn:
    return Turn(state, state.units[unit_id], dict(weights), hasty)
