"""Plans for the turn of a Mech: up to three actions, priced together by what they do and how they leave it standing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import exp, hypot
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.judging import Score, Term, Weights
from brickfield.core.state import State
from brickfield.games.brick_mech.mind.judgement_places import Places
from brickfield.games.brick_mech.mind.judgement_prospects import Prospects, prospects
from brickfield.games.brick_mech.mind.judgement_sights import Line, Stand
from brickfield.games.brick_mech.mind.judgement_worth import worth
from brickfield.games.brick_mech.mind.suggestions_moves import Focus, Walker, Way, stops_before
from brickfield.games.brick_mech.rules.actions import most_of
from brickfield.games.brick_mech.rules.attack_action import Attack
from brickfield.games.brick_mech.rules.battlefield import match_of
from brickfield.games.brick_mech.rules.charge import heads_for
from brickfield.games.brick_mech.rules.ending_a_turn import EndTurn, cooling
from brickfield.games.brick_mech.rules.hold_fire import HoldFire
from brickfield.games.brick_mech.rules.measures import MELEE, RANGES, measures
from brickfield.games.brick_mech.rules.move_action import Move
from brickfield.games.brick_mech.rules.move_costs import Forward
from brickfield.games.brick_mech.rules.objective import only_waits
from brickfield.games.brick_mech.rules.odds import outcomes
from brickfield.games.brick_mech.rules.record_sheet import ARMOR, ATTACKS, DONE, HEAT, MOVES, RUN, actions_used, number
from brickfield.geometry import Pose, kernel

# What a Mech can do in a turn, as far as one looks ahead: attacks and one Move.
_SHAPES = ("", "A", "AA", "M", "MA", "AM", "MAA", "AMA", "AAM")
# A Heat Marker that stays costs so many points beside what it does in the next exchange, and the more there are the
# more each: an action must be given up for each to get rid of them.
_HEAT, _HOTTER = 7.0, 1.25
# What overheating itself costs: an Armor Point, and from the second limit on a roll for Massive Damage.
_BURNS = (8.0, 10.0)
# What comes later in a turn may turn out otherwise: an attack is worth a little more now.
_LATER = 0.97
# How much of an attack that could be made next turn from a pose counts now.
_NEXT = 0.4
# A move that brings nothing costs this: Mechs should not shuffle about.
_RESTLESS = 0.6
# Nor should they wait for the enemy: a turn without any effect costs this, more the longer nothing happens. Whoever
# stays within so many Bricks and degrees has done nothing.
_IDLE, _SAME_PLACE, _SAME_FACING = 5.0, 1.0, 30.0
# Attacks that take fewer points together hurt nobody.
_FUTILE = 0.5
# An enemy passes through more ranges than the one it stops in.
_PASSING = 1.3
# After so many quiet rounds fear fades with each further one: somebody must begin, or the battle is drawn.
_PATIENT, _BOLDER, _LEAST_FEAR = 2, 0.15, 0.1
# How many poses are looked at closely, by whom has little time for it, and how many enemies a Mech is concerned with.
_CLOSELY, _HASTILY, _CONCERNS = 12, 4, 3

# The clauses behind each term: a player who asks why is led to them.
CLAUSES: Mapping[str, tuple[str, ...]] = {
    "material": ("bm.objective.default", "bm.data.cost"),
    "kills": ("bm.damage.difference", "bm.damage.massive_count"),
    "exposure": ("bm.defense.roll", "bm.mod.defense.cover.measure", "bm.mod.defense.rear"),
    "heat": ("bm.mod.attack.heat", "bm.mod.defense.heat", "bm.endturn.overheat6"),
    "next": ("bm.attack.arc.main",),
    "range": ("bm.attack.roll", "bm.attack.range.short"),
    "hunt": ("bm.move.forward", "bm.attack.range.long"),
    "held": ("bm.option.hold.declare", "bm.option.hold.trigger"),
    "hold": ("bm.move.allowance",),
    "idle": ("bm.action.count", "bm.objective.stalemate"),
    "parts": ("bm.scavenge.mount", "bm.scavenge.attach_record"),
    "objective": ("bm.objective.alternative",),
    "room": ("bm.geometry.setup",),
}


@rule("bm.mod.attack.heat", "bm.mod.defense.heat", "bm.endturn.overheat6", "bm.endturn.overheat8")
def price_of_heat(markers: int) -> float:
    """What Heat Markers cost that stay on a Mech."""
    numbers = measures()
    burns = (markers >= numbers.overheat_armor) * _BURNS[0] + (markers >= numbers.overheat_massive) * _BURNS[1]
    return _HEAT * markers + _HOTTER * markers * markers + burns


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

    target: Stand
    line: Line
    points: float
    kills: float


class Turn:
    """The turn of one Mech, thought through with the weights of one player; in haste, with fewer Moves."""

    def __init__(self, state: State, unit: Unit, weights: Weights, hasty: bool = False) -> None:
        assert unit.pose is not None
        self.state = state
        self.unit = unit
        self.weights = weights
        self.hasty = hasty
        self.view: Prospects = prospects(state, match_of(state).sides[unit.seat])
        self.places = Places(self.view, unit)
        self.heat = number(unit, HEAT)
        self.used = actions_used(unit)
        self.attacked = number(unit, ATTACKS) > 0
        self.fearless = weights.get("exposure", 1.0) == 0.0
        quiet = int(state.facts.get("quiet_rounds", 0)) - _PATIENT
        self.fear = max(_LEAST_FEAR, 1.0 - _BOLDER * max(0, quiet))
        self.stake = max(1.0, worth(state, unit))
        self.here = unit.pose
        self._danger: dict[tuple[Pose, int, bool], list[float]] = {}
        self._standing: dict[tuple[Any, ...], dict[str, float]] = {}
        self._shots: dict[tuple[Pose, int], Shot | None] = {}
        self._ending: Plan | None = None
        # the best plan that begins with each answer, for whoever has thought about it
        self.plans: dict[Any, Plan | None] = {}

    # --- ways --------------------------------------------------------------------------------------------------------

    def ways(self) -> list[Way]:
        """The Moves worth a closer look, the most promising first; worked out once for whoever thinks about them."""
        key = f"ways{self.unit.id}{'!' if self.hasty else ''}"
        found: list[Way] | None = self.state.from_units.get(key)
        if found is None:
            walker = Walker(self.state, self.unit)
            found = self._promising(walker.ways(self._focuses(walker)))
            self.state.from_units[key] = found
        return found

    def _focuses(self, walker: Walker) -> list[Focus]:
        """The nearest enemies, the goal, and parts that could be mounted."""
        limits = [self.view.limit(band) for band in RANGES]
        here = Stand(self.state, self.unit)
        gaps = [(kernel.distance(here.shape, foe.shape), foe) for foe in self.view.foes]
        gaps.sort(key=lambda each: each[0])
        wanted = {foe.unit.id for foe in self.view.goals()}
        near = [each for each in gaps if each[1].unit.id in wanted]
        near += [each for each in gaps if each[1].unit.id not in wanted]
        found = [Focus((foe.x, foe.y), stops_before(gap, limits, walker.points)) for gap, foe in near[:_CONCERNS]]
        return found + [Focus(place, stops) for place, stops in self.places.errands(walker.points)]

    def _promising(self, ways: list[Way]) -> list[Way]:
        plain = Turn(self.state, self.unit, {})
        most = 1 if self.hasty else 2
        totals = [max(plan.total for plan in plain._moves(way, close=False, most=most)) for way in ways]
        ranked = sorted(range(len(ways)), key=lambda place: (-totals[place], place))
        return [ways[place] for place in ranked[: _HASTILY if self.hasty else _CLOSELY]]

    # --- parts of a plan ---------------------------------------------------------------------------------------------

    @rule("bm.action.rush_heat", "bm.action.two_free")
    def heat_at(self, action: int) -> int:
        """The Heat Markers during the n-th of the actions still to come: a third action is a rush."""
        numbers = measures()
        return self.heat + (numbers.rush_heat if self.used + action > numbers.free_actions else 0)

    def shapes(self) -> list[str]:
        """The plans that the actions left allow."""
        most = measures().most_actions - self.used
        attacks = most_of(ATTACKS) - number(self.unit, ATTACKS)
        moves = most_of(MOVES) - number(self.unit, MOVES)
        return [
            shape
            for shape in _SHAPES
            if len(shape) <= most and shape.count("A") <= attacks and shape.count("M") <= moves
        ]

    def shot(self, pose: Pose, heat: int, before: Shot | None = None, runs: bool = False) -> Shot | None:
        """The best attack from a pose, after another one that may have hurt its target, or after a run at it."""
        plain = before is None and not runs
        if plain and (pose, heat) in self._shots:
            return self._shots[pose, heat]
        best: Shot | None = None
        for foe, seen in self.view.shots(self.unit, pose):
            line = self._charging(pose, foe, seen) if runs else seen
            hurt = 0.0
            if before is not None and before.target.unit.id == foe.unit.id:
                hurt = self.view.sights.mean(before.line, foe.unit, heat)
            points = self.view.sights.points(line, foe.unit, heat, None, hurt)
            if before is not None and before.target.unit.id == foe.unit.id:
                points *= 1.0 - before.kills
            if best is None or points > best.points:
                best = Shot(foe, line, points, self.kills(line, foe.unit, heat, hurt))
        if plain:
            self._shots[pose, heat] = best
        return best

    @rule("bm.option.charge.when", "bm.option.charge.die")
    def _charging(self, pose: Pose, foe: Stand, line: Line) -> Line:
        """A line with the die of a charge, if a run that ended at this pose was one."""
        unit = self.unit
        there = Unit(unit.id, unit.seat, unit.card, unit.status, pose, unit.marks)
        if line.band != MELEE or not heads_for(there, foe.shape):
            return line
        return line._replace(dice=line.dice + measures().charge_dice)

    @rule("bm.option.charge.when")
    def _runs(self, way: Way | None) -> bool:
        """Whether a Move, or the one before, ends in a run that may become a charge."""
        if not self.state.match.options.charge:
            return False
        if way is None:
            return bool(number(self.unit, RUN))
        last = way.steps[-1]
        return isinstance(last, Forward) and last.bricks >= measures().charge_bricks

    def kills(self, line: Line, target: Unit, heat: int, hurt: float) -> float:
        sights = self.view.sights
        armor = max(1, number(target, ARMOR) - round(hurt))
        ahead = sights.ahead(line, heat, number(target, HEAT))
        ways = outcomes(line.dice, number(target, "defense_dice"), ahead, sights.criticals)
        return sum(chance for damage, chance in ways if damage.armor >= armor)

    @rule("bm.endturn.heat0", "bm.endturn.heat1", "bm.endturn.heat23", "bm.endturn.overheat6", "bm.endturn.overheat8")
    def cooled(self, heat: int, actions: int) -> int:
        """The Heat Markers left when the turn is over."""
        return max(0, heat - cooling(actions)[0])

    def left_standing(self, pose: Pose, heat: int, gone: Mapping[str, float], close: bool) -> dict[str, float]:
        """The terms of standing at a pose with so many markers, when enemies are gone with some chance."""
        key = (pose, heat, close, *gone.items())
        known = self._standing.get(key)
        if known is not None:
            return dict(known)
        terms = dict(self.places.terms(pose))
        sights = self.view.sights
        terms["heat"] = -price_of_heat(heat)
        following = [
            sights.points(line, foe.unit, heat) * (1.0 - gone.get(foe.unit.id, 0.0))
            for foe, line in self.view.shots(self.unit, pose)
        ]
        terms["next"] = _NEXT * max(following, default=0.0)
        if not self.fearless:
            danger = sum(
                each * (1.0 - gone.get(foe.unit.id, 0.0))
                for foe, each in zip(self.view.fighters, self._dangers(pose, heat, close), strict=True)
            )
            # nobody can lose more than the whole Mech
            terms["exposure"] = -self.fear * self.stake * (1.0 - exp(-danger / self.stake))
        self._standing[key] = dict(terms)
        return terms

    def _dangers(self, pose: Pose, heat: int, close: bool) -> list[float]:
        key = (pose, heat, close)
        if key not in self._danger:
            self._danger[key] = self.view.danger(self.unit, pose, heat, close)
        return self._danger[key]

    # --- whole plans -------------------------------------------------------------------------------------------------

    def plan(self, shape: str, way: Way | None, close: bool = True, first: Shot | None = None) -> Plan | None:
        """A shape carried out, or None where an attack in it finds no target. `first` names the first attack."""
        pose, shots, gone = self.here, list[Shot](), dict[str, float]()
        earned, before, answers = 0.0, None, list[Any]()
        for action, what in enumerate(shape, start=1):
            if what == "M":
                assert way is not None
                pose = way.pose
                answers.append(Move(self.unit.id, way.steps))
                continue
            if first is not None and not shots:
                before = first
            else:
                runs = self._runs(way if pose != self.here else None) and shape[action - 2 : action] in ("MA", "A")
                before = self.shot(pose, self.heat_at(action), before, runs)
            if before is None:
                return None
            earned += before.points * _LATER ** len(shots)
            shots.append(before)
            answers.append(Attack(self.unit.id, before.target.unit.id))
            there = 1.0 - gone.get(before.target.unit.id, 0.0)
            gone[before.target.unit.id] = 1.0 - there * (1.0 - before.kills)
        actions = self.used + len(shape)
        heat = self.cooled(self.heat_at(len(shape)) if shape else self.heat, actions)
        terms = self.left_standing(pose, heat, gone, close)
        terms["kills"] = earned
        terms["hold"] = -_RESTLESS * shape.count("M")
        if earned < _FUTILE and self.is_idle(pose, actions, "M" in shape):
            terms["idle"] = -_IDLE * self.places.quiet
        answers.append(EndTurn(self.unit.id))
        target = shots[0].target.unit.id if shots else ""
        return Plan(answers[0], shape, pose, target, terms, self.total(terms), tuple(answers[1:]))

    @property
    def harmless(self) -> bool:
        """Whether nobody can be hurt from here."""
        best = self.shot(self.here, self.heat)
        return best is None or best.points < _FUTILE

    @rule("bm.endturn.heat0", "bm.objective.alternative")
    def is_idle(self, pose: Pose, actions: int, moves: bool) -> bool:
        """Whether a turn that hurts nobody has no effect: no heat goes, no goal is kept, and the Mech gets nowhere."""
        if (self.attacked and not self.harmless) or (self.heat and cooling(actions)[0]):
            return False
        if only_waits(self.state, self.view.side) or self.view.at_marker(Stand(self.state, self.unit, pose)):
            return False
        if self.used:
            # nobody knows any more where the first Move began: going back there is worth no more than having stayed
            return moves
        (x, y), (here_x, here_y) = pose.place, self.here.place
        turned = abs((pose.degrees - self.here.degrees + 180.0) % 360.0 - 180.0)
        return hypot(x - here_x, y - here_y) < _SAME_PLACE and turned < _SAME_FACING

    def total(self, terms: Mapping[str, float]) -> float:
        """The terms, each as heavy as the weights say."""
        weights = self.weights
        if not weights:
            return sum(terms.values())
        return sum(value * weights.get(name, 1.0) for name, value in terms.items())

    def _moves(self, way: Way, close: bool = True, most: int = 3) -> list[Plan]:
        """Plans of some actions at most that go a way at some time."""
        found = [self.plan(shape, way, close) for shape in self.shapes() if "M" in shape and len(shape) <= most]
        return [plan for plan in found if plan is not None]

    def standing_plans(self) -> list[Plan]:
        """Plans without a Move."""
        found = [self.plan(shape, None) for shape in self.shapes() if "M" not in shape]
        return [plan for plan in found if plan is not None]

    def ending(self) -> Plan:
        """Ending the turn now."""
        if self._ending is None:
            self._ending = self.plan("", None)
        assert self._ending is not None
        return self._ending

    def moving(self, way: Way) -> Plan | None:
        """The best plan that begins with a Move."""
        return _best(self.plan(shape, way) for shape in self.shapes() if shape.startswith("M"))

    def attacking(self, shot: Shot, location: str = "") -> Plan | None:
        """The best plan that begins with this attack."""
        found: list[Plan | None] = []
        for shape in self.shapes():
            if shape.startswith("A"):
                ways: list[Way | None] = [*self.ways()] if "M" in shape else [None]
                found += [self.plan(shape, way, True, shot) for way in ways]
        best = _best(found)
        if best is None or not location:
            return best
        return replace(best, answer=Attack(self.unit.id, shot.target.unit.id, location))

    def shots(self) -> list[Shot]:
        """Every attack from here, with the die of a charge where it is one."""
        heat, runs = self.heat_at(1), self._runs(None)
        found = []
        for foe, seen in self.view.shots(self.unit, self.here):
            line = self._charging(self.here, foe, seen) if runs else seen
            points = self.view.sights.points(line, foe.unit, heat)
            found.append(Shot(foe, line, points, self.kills(line, foe.unit, heat, 0.0)))
        return found

    @rule("bm.option.targeted.penalty", "bm.option.targeted.massive")
    def named(self, shot: Shot) -> Shot:
        """The same attack at a named location."""
        line = shot.line._replace(ahead=shot.line.ahead + measures().targeted_modifier)
        target, heat = shot.target.unit, self.heat_at(1)
        return Shot(
            shot.target,
            line,
            self.view.sights.points(line, target, heat, named=True),
            self.kills(line, target, heat, 0.0),
        )

    def following(self, extra: Mapping[str, float]) -> Plan:
        """An action that neither moves nor attacks, done now, with the best that can follow it."""
        after = Turn(self.state, self.unit, self.weights)
        after.used = self.used + 1
        after.heat = self.heat_at(1)
        best = max(after.standing_plans(), key=lambda plan: plan.total)
        terms = {**best.terms, **extra}
        return replace(best, terms=terms, total=self.total(terms), then=(best.answer, *best.then))

    @rule("bm.option.hold.heat", "bm.option.hold.trigger", "bm.option.hold.secret")
    def holding(self, note: HoldFire) -> Plan:
        """Hold fire: the shot at an enemy that walks into what is noted, while the Mech cools down."""
        heat = max(0, self.heat - measures().hold_cooling)
        terms = self.left_standing(self.here, heat, {}, close=True)
        terms["held"] = max((self._entering(foe, note) for foe in self.view.fighters), default=0.0)
        return Plan(note, "H", self.here, "", terms, self.total(terms))

    def _entering(self, foe: Stand, note: HoldFire) -> float:
        """What a held shot at one enemy is worth: its points where it would enter, by how likely it is to."""
        if number(foe.unit, DONE):
            return 0.0
        sights, here = self.view.sights, Stand(self.state, self.unit)
        now = sights.line(here, foe)
        there = [sights.line(here, each) for each in self.view.reach(foe)[1:]]
        lines = [line for line in there if line is not None and (line.band, line.arc) == (note.range, note.arc)]
        if not lines or (now is not None and (now.band, now.arc) == (note.range, note.arc)):
            return 0.0
        points = sum(sights.points(line, foe.unit, self.heat) for line in lines) / len(lines)
        return points * min(1.0, _PASSING * len(lines) / len(there))

    def score(self, terms: Mapping[str, float]) -> Score:
        """Terms written out, with the clauses behind them."""
        told = [Term(name, terms[name], name, CLAUSES[name]) for name in CLAUSES if name in terms]
        return Score(tuple(told)).weighed(self.weights)


def _best(plans: Iterable[Plan | None]) -> Plan | None:
    return max((plan for plan in plans if plan is not None), key=lambda plan: plan.total, default=None)


def turn_of(state: State, unit: Unit, weights: Weights, hasty: bool = False) -> Turn:
    """The turn of a Mech for somebody with these weights, thought about once."""
    key = f"turn{unit.id}{sorted(weights.items())}{'!' if hasty else ''}"
    found: Turn | None = state.from_units.get(key)
    if found is None:
        found = state.from_units[key] = Turn(state, unit, weights, hasty)
    return found
