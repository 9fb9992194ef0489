"""The evaluation of a table for a seat: expected kills and losses, cover, goals; every term in points of army cost."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import tanh
from operator import mul
from typing import NamedTuple

from brickfield.core.adding import added
from brickfield.core.board import IN_BATTLE, Unit
from brickfield.core.judging.judging import Weights, as_chance, weighed
from brickfield.core.state import State
from brickfield.geometry import Pose
from ..base.battlefield import card_of
from ..base.turns import turn_order
from ..base.unit_stats import fires_over, movement_points
from ..chapters.infantry.infantry import is_infantry
from ..chapters.infantry.marching_points import sprint_points
from ..chapters.infantry.mind_plans import squad_plans
from ..chapters.special_units.mind_spotting import spotting_of
from ..chapters.special_units.special_units import is_spg
from .goals import wins_by_waiting, worth_of
from .judgement_threats import Row, ThreatMap, expected_losses
from .suggestions_fire import assign, standing

# The share of both armies that makes a lead of one in the exponent of the win chance.
_LEAD_SHARE = 0.2
# What a move costs in points when it brings nothing: units should not shuffle about.
_RESTLESS = 0.15
# Points for each turn of driving that still lies between a unit and the nearest enemy: without and with a shot.
_HUNT, _PRESS = 0.6, 0.1
_LONGEST_HUNT = 8.0
# The goal of a scenario: what all the points to win are worth together, a point its share of what is missing; and what
# the last one is worth; and a point to somebody who does not look ahead.
_GOAL, _WON, _POINT = 36.0, 120.0, 5.0
# How sure a lead in the area is that the enemy can still contest in this round; and a round before it is counted.
_CONTESTED, _NOT_YET = 0.7, 0.5
# How much an enemy counts that can still drive into the area in this round.
_COMING = 0.35
# Points for each turn of driving of the nearest units to the area; more while the enemy holds it alone.
_APPROACH, _URGENT = 1.0, 0.15
_RUNNERS, _LONGEST_APPROACH = 3, 4.0
# The same where each side has its own ground to get to, and for the one unit that must get away; what a part of the
# units that are needed is worth.
_ESCAPE, _LONGEST_RACE, _SOME = 6.0, 8.0, 0.25
# For each enemy that sees the rear of a unit, to somebody who does not count losses.
_SHOWN_REAR = 1.5
# For a self-propelled gun that drives off though it has a good shot, to the same; less for a worse one.
_SHOT_GIVEN_UP, _GOOD_SHOT = 40.0, 0.15


def win_chance(points: float, both_armies: float) -> float:
    """A lead in points as a chance to win: the fewer units are left, the more a point decides."""
    return as_chance(points / max(1.0, _LEAD_SHARE * both_armies))


def army_costs(state: State, seat: int) -> tuple[float, float]:
    """What the side of a seat still has, on the table and in reserve, and what all its enemies have."""
    own = foes = 0.0
    for unit in state.units.values():
        if unit.status in IN_BATTLE:
            if state.match.allied(unit.seat, seat):
                own += card_of(state, unit.id).rc
            else:
                foes += card_of(state, unit.id).rc
    return own, foes


def chance_with(state: State, seat: int, points: float) -> float:
    """The chance to win of what both sides have, and so many points."""
    own, foes = army_costs(state, seat)
    return win_chance(own - foes + points, own + foes)


class Viewpoint(NamedTuple):
    """An own unit at a pose: its chance against each enemy, theirs against it unless nobody fears them, and what it
    counts in points how far it is from where it can shoot."""

    pose: Pose
    shots: Row
    threats: Row
    closing: float


class Evaluation:
    """A table weighed for a seat, with own units where they are or where they might go."""

    def __init__(self, view: ThreatMap, weights: Weights) -> None:
        self.view = view
        self.weights = weights
        self.worth = [worth_of(view.state, unit) for unit in view.own]
        self.counts = [view.aim is None or view.aim.counts(view.state, unit) for unit in view.own]
        self.speed = [max(1.0, float(_longest_way(view.state, unit))) for unit in view.own]
        self.own_cost, self.foe_cost = army_costs(view.state, view.seat)
        self.stakes, self.decides = (0.0, 0.0), False
        self.in_area: list[float] = []
        self.spotting = spotting_of(view)
        self.squads = squad_plans(view)
        self._viewpoints: dict[tuple[int, Pose], Viewpoint] = {}
        self.fearless = weights.get("exposure", 1.0) == 0.0
        # whoever only wants to get at the enemy wants to get to the goal as much
        self.press = weights.get("closing", 1.0) if self.fearless else 1.0
        self.waits = wins_by_waiting(view.state, view.seat)
        self._ready = self._ready_guns()
        self._weigh_goal()

    def _ready_guns(self) -> dict[str, float]:
        """The self-propelled guns with a shot from where they stand, and how good it is, up to 1."""
        view = self.view
        if not (self.fearless and view.special and view.may_shoot):
            return {}
        guns = [unit for unit in view.own if is_spg(view.state, unit.id)]
        best = {unit.id: max(view.shots(unit, unit.at), default=0.0) for unit in guns}
        return {unit_id: min(1.0, chance / _GOOD_SHOT) for unit_id, chance in best.items()}

    def poses(self, moved: Mapping[str, Pose]) -> list[Pose]:
        """Where every own unit would stand."""
        return [moved.get(unit.id) or unit.at for unit in self.view.own]

    def viewpoint(self, number: int, pose: Pose) -> Viewpoint:
        """What counts of an own unit at a pose, looked up once for all the plans it is part of."""
        found = self._viewpoints.get((number, pose))
        if found is None:
            unit = self.view.own[number]
            threats = () if self.fearless else self.view.threats(unit, pose)
            found = Viewpoint(pose, self.view.shots(unit, pose), threats, self.closing(number, pose))
            self._viewpoints[number, pose] = found
        return found

    def points(self, moved: Mapping[str, Pose], left: list[float] | None = None) -> dict[str, float]:
        """The terms in points, with own units moved. `left` is the chance that each enemy survives the fire to come."""
        return self.points_at(list(map(self.viewpoint, range(len(self.view.own)), self.poses(moved))), moved, left)

    def points_at(
        self, viewpoints: Sequence[Viewpoint], moved: Collection[str], left: list[float] | None = None
    ) -> dict[str, float]:
        """The terms in points, with own units at these viewpoints; `moved` are those that have not stayed."""
        poses = [viewpoint.pose for viewpoint in viewpoints]
        hopes = 0.0
        if left is None:
            left, hopes = self._fire([viewpoint.shots for viewpoint in viewpoints], poses)
        threats = [viewpoint.threats for viewpoint in viewpoints]
        losses = [0.0] * len(viewpoints) if self.fearless else expected_losses(threats, left, self.worth)
        found = {
            "material": self.own_cost - self.foe_cost,
            "kills": added([worth * (1.0 - chance) for worth, chance in zip(self.view.worth, left, strict=True)]),
            "exposure": -added(map(mul, self.worth, losses)),
            "hold": -_RESTLESS * len(moved),
            "closing": added([viewpoint.closing for viewpoint in viewpoints]),
        }
        if self.spotting is not None and self.view.may_shoot:
            found["spotting"] = self.spotting.points(poses)
        if self.squads is not None:
            found["errand"] = hopes + sum(self.squads.errand_worth(each, poses[each]) for each in self.squads.squads)
        if self.fearless:
            # even who fears nothing keeps a gun still that could fire, and does not turn its back on the enemy
            found["hold"] -= _SHOT_GIVEN_UP * added(self._ready.get(unit_id, 0.0) for unit_id in moved)
            found["rear"] = -_SHOWN_REAR * sum(map(self.view.seen_from_behind, self.view.own, poses))
        if self.view.aim is not None or self.view.foe_aim is not None:
            found["objective"] = self._objective(poses, left)
        return found

    def fire(self, poses: Sequence[Pose]) -> list[float]:
        """The chance that each enemy survives the best fire plan from these poses."""
        return self._fire(
            [self.view.shots(unit, pose) for unit, pose in zip(self.view.own, poses, strict=True)], poses
        )[0]

    def _fire(self, shots: list[Row], poses: Sequence[Pose]) -> tuple[list[float], float]:
        """The same by the shots there are, and what squads hope for besides."""
        view = self.view
        if not view.may_shoot:
            return [1.0] * len(view.foes), 0.0
        left = standing(assign(shots, view.worth), shots, len(view.foes))
        return (left, 0.0) if self.squads is None else self.squads.together(poses, shots, left)

    def closing(self, number: int, pose: Pose) -> float:
        """Units should come to where they can shoot: every turn of driving to the nearest enemy counts, unless the
        enemy has to come to them."""
        view, unit, speed = self.view, self.view.own[number], self.speed[number]
        if self.waits or (self.squads is not None and self._called_away(number)):
            return 0.0
        if view.has_a_shot(unit, pose):
            # what fires over everything need not press on
            press = 0.0 if view.special and fires_over(view.state, unit.id) else _PRESS
            return -press * min(_LONGEST_HUNT, view.nearest(pose) / speed)
        return -_HUNT * min(_LONGEST_HUNT, view.way_to_foes(pose) / speed)

    def _called_away(self, number: int) -> bool:
        return self.squads is not None and number in self.squads.squads and self.squads.is_called_away(number)

    def _objective(self, poses: Sequence[Pose], left: Sequence[float]) -> float:
        """The scenario's area: who will score there, what that point is worth, and how far the nearest units are."""
        view = self.view
        theirs: float = sum(map(mul, left, self.in_area))
        own, foe = self.stakes
        if view.aim is None or not view.aim.disputed or view.foe_aim is None:
            return self._race(poses, theirs)
        lead = sum(map(view.in_area, poses)) - theirs
        scored = own * tanh(max(0.0, lead)) - foe * tanh(max(0.0, -lead))
        if self.decides:
            # nobody can answer any more: a lead of one is as good as any
            scored = own * min(1.0, max(0.0, lead)) - foe * min(1.0, max(0.0, -lead))
        ways = sorted(view.way_to_area(pose) / speed for pose, speed in zip(poses, self.speed, strict=True))
        haste = self.press * _APPROACH + _URGENT * foe * (lead < 0.0)
        return scored - haste * sum(min(_LONGEST_APPROACH, way) for way in ways[:_RUNNERS])

    def _race(self, poses: Sequence[Pose], theirs: float) -> float:
        """Ground that each side wants for itself: how near either is to have enough there, and who still has to go."""
        view, (own, foe) = self.view, self.stakes
        scored = -foe * _nearly(theirs, view.foe_aim.units) if view.foe_aim is not None else 0.0
        if view.aim is None:
            return scored
        able = [number for number, counts in enumerate(self.counts) if counts]
        scored += own * _nearly(sum(view.in_area(poses[number]) for number in able), view.aim.units)
        ways = sorted(self._way(number, poses[number]) / self.speed[number] for number in able)
        haste = self.press * (_ESCAPE if view.aim.card else _APPROACH)
        runners = ways[: max(_RUNNERS, view.aim.units)]
        return scored - haste * sum(min(_LONGEST_RACE, way) for way in runners)

    def _way(self, number: int, pose: Pose) -> float:
        """Inches to where its side wants to be: soldiers climb over what vehicles have to drive round."""
        view, aim = self.view, self.view.aim
        if aim is not None and is_infantry(view.state, view.own[number].id):
            return aim.away(pose)
        return view.way_to_area(pose)

    def _weigh_goal(self) -> None:
        """What a point is worth to either side: the fewer are missing, the more; less before points are counted."""
        state, match = self.view.state, self.view.state.match
        goal = self.view.aim or self.view.foe_aim
        if goal is None:
            return
        scores = [int(state.facts.get(f"score{seat}", 0)) for seat in range(match.seats)]
        theirs = max([score for seat, score in enumerate(scores) if not match.allied(seat, self.view.seat)], default=0)
        counted = int(state.facts.get("round", 0)) >= goal.from_round
        first = int(state.facts.get("first", self.view.seat + 1)) % match.seats
        last = turn_order(state, first)[-1]
        self.decides = counted and last == self.view.seat
        sure = (1.0 if self.decides else _CONTESTED) * (1.0 if counted else _NOT_YET)
        missing = [max(1, goal.points - score) for score in (scores[self.view.seat], theirs)]
        own, foe = (sure * (_WON if each == 1 else _GOAL / each) for each in missing)
        # whoever does not think of the enemy's answer does not see the end coming either
        self.stakes = (_POINT, _POINT) if self.fearless else (own, foe)
        self.in_area = list(map(self._presence, self.view.foes))

    def _presence(self, foe: Unit) -> float:
        """Whether an enemy is in the area, or how much it counts that it can still come."""
        pose, aim = foe.at, self.view.foe_aim
        if aim is None or not aim.counts(self.view.state, foe):
            return 0.0
        if self.view.foe_in_area(pose):
            return 1.0
        reach = 0.0 if self.decides else float(_longest_way(self.view.state, foe))
        on_foot = is_infantry(self.view.state, foe.id)
        way = aim.away(pose) if on_foot else self.view.foe_way_to_area(pose)
        return _COMING if 0.0 < way <= reach else 0.0

    def win_chance(self, points: Mapping[str, float]) -> float:
        """The terms, each as heavy as the weights say, as a chance to win."""
        return win_chance(weighed(points, self.weights), self.own_cost + self.foe_cost)


def _longest_way(state: State, unit: Unit) -> int:
    """How far a unit comes in a turn: squads run."""
    return sprint_points(state, unit) if is_infantry(state, unit.id) else movement_points(state, unit)


def _nearly(units: float, needed: int) -> float:
    """How much of a goal is reached by so many units: all of it by enough, little by fewer."""
    return 1.0 if units >= needed else _SOME * units / needed
