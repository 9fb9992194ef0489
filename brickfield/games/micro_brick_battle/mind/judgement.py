"""Judgement: how a table stands for a seat, and what the next answers of that seat would make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.judging.judging import BattleStanding, Manners, PricedAnswers, Terms, Weights, weighed
from brickfield.core.judging.odds import FittedJudge, Foretold
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.geometry import Pose
from ..base.battlefield import battle_of, card_of, enemy_planes
from ..base.movement import Move, drive
from ..base.odds import PlanOdds, plan_odds
from ..base.target_declaration import settle_declarations
from ..base.winning import scores_of
from ..chapters.infantry.entering_buildings import ComeOut
from ..chapters.infantry.infantry import markers_of
from ..chapters.infantry.mind_orders import end_on_foot
from ..chapters.mines.mind import mine_risk
from ..chapters.reinforcements.reinforcements import Enter
from .goals import razed_worth
from .judgement_evaluation import Evaluation, Viewpoint, army_costs, win_chance
from .judgement_threats import threat_map
from .odds import foretold
from .suggestions_moves import forward_poses, hidden_poses
from .suggestions_setup import camp_of, way_from

# Bringing on a reserve is worth this share of its cost: it fights from now on.
_ARRIVAL = 0.2
# What every turn of driving costs that then lies before it, in points.
_WAY_TO_GO = 0.1
# How much the mines count that an idle unit stands on: sooner or later it has to leave them.
_PUT_OFF = 0.1
# A battle is dead when nothing was destroyed for this share of the rounds after which it is counted out.
_DEAD_SHARE = 0.5
# How many branches of a fire plan are worked out to compare it with others.
_BRANCHES = 1_024
# What a point of the scenario is worth beside the cost of an army.
_GOAL_POINT = 9.0
# Pairs of an own unit and an enemy, up to which plans are priced with everybody where they take him.
_MOST_TOGETHER = 64


class BattleJudge(FittedJudge):
    """The judgement of this game."""

    manners = Manners(useful=("fire", "flank", "objective", "advance", "leave"))

    def value(self, state: State, seat: int) -> Terms:
        """How the table stands for a seat: what it could destroy now, and what it would lose in the enemy's answer."""
        return Evaluation(threat_map(state, seat), {}).points({})

    def standing(self, state: State, seat: int) -> BattleStanding:
        """What both armies still cost, with the points of the scenario; when nothing dies any more, what they score."""
        scores, allied = scores_of(state), state.match.allied
        theirs = [score for each, score in enumerate(scores) if not allied(each, seat)] or [0]
        limit, quiet = state.match.options.deadlock_rounds, int(state.facts.get("quiet_rounds", 0))
        if limit and quiet >= _DEAD_SHARE * limit:
            return BattleStanding(scores[seat], max(theirs), dead=True)
        goal = _GOAL_POINT if battle_of(state).scenario.objective is not None else 0.0
        own, foes = army_costs(state, seat)
        return BattleStanding(own + goal * scores[seat], foes + goal * sum(theirs), odds=self.odds(state, seat))

    def foretold(self, state: State, seat: int) -> Foretold:
        """What speaks for and against a seat."""
        return foretold(state, seat)


class MovesOutlook:
    """Orders priced together: the fire, the losses, the cover and the goals of the whole army after them."""

    def __init__(self, state: State, decision: Decision, suggestions: Sequence[Suggestion], weights: Weights) -> None:
        self.state = state
        self.evaluation = Evaluation(threat_map(state, decision.seat), weights)
        self.ends: dict[int, tuple[str, Pose]] = {}
        self.arrivals: dict[int, float] = {}
        self.risks: dict[int, float] = {}
        # orders that win the battle at once
        self.wins: set[int] = set()
        by_unit: dict[str, list[int]] = {}
        for number, suggestion in enumerate(suggestions):
            answer = suggestion.answer
            if isinstance(answer, Enter):
                way = way_from(state, decision.seat, answer) / max(1.0, float(state.match.cards[answer.unit].mp))
                self.arrivals[number] = _ARRIVAL * state.match.cards[answer.unit].rc - _WAY_TO_GO * way
                by_unit.setdefault(answer.unit, []).append(number)
            elif isinstance(answer, Move) and (end := end_of(state, answer)) is not None:
                self.ends[number] = (answer.unit, end)
                self.risks[number] = self._risk(answer)
                self.wins |= {number} if suggestion.kind == "leave" else set()
                by_unit.setdefault(answer.unit, []).append(number)
            elif (named := getattr(answer, "unit", "")) in state.units:
                # infantry: where a squad would be, and what a deed of it is worth
                place = end_on_foot(state, answer)
                if place is not None:
                    self.ends[number] = (named, place)
                worth = suggestion.value if place is None or isinstance(answer, ComeOut) else 0.0
                self.arrivals[number] = worth
                by_unit.setdefault(named, []).append(number)
        self.groups: list[list[int]] = list(by_unit.values())
        if not self.evaluation.fearless:
            # everywhere that somebody may be is looked at together, because that is fast
            view, units = self.evaluation.view, {unit.id: unit for unit in self.evaluation.view.own}
            ends = [(units[named], end) for named, end in self.ends.values() if named in units]
            view.weigh([*[(unit, unit.at) for unit in view.own], *ends])
        # each own unit by its number, and what counts of it where it is and at the ends of orders
        own = self.evaluation.view.own
        self._places = {unit.id: number for number, unit in enumerate(own)}
        self._stays = [self.evaluation.viewpoint(number, unit.at) for number, unit in enumerate(own)]
        self._known: dict[int, Viewpoint] = {}
        self._extras = bool(self.arrivals) or any(self.risks.values())
        self._values: dict[tuple[int, ...], float] = {}
        self._exact: dict[tuple[int, ...], float] = {}

    def _risk(self, order: Move) -> float:
        """What mines under a unit may cost; who has nothing to shoot at cannot put it off for ever."""
        unit = self.state.units[order.unit]
        risk = mine_risk(self.state, unit, order.steps)
        if not risk:
            return 0.0
        idle = not any(self.evaluation.view.shots(unit, unit.at))
        return risk * card_of(self.state, unit.id).rc * (_PUT_OFF if idle else 1.0)

    def _points(self, chosen: Sequence[int]) -> tuple[dict[str, Pose], float, float]:
        moved = dict(self.ends[number] for number in chosen if number in self.ends)
        arrived = sum(self.arrivals.get(number, 0.0) for number in chosen)
        return moved, arrived, sum(self.risks.get(number, 0.0) for number in chosen)

    def value(self, chosen: Sequence[int]) -> float:
        """The win chance after these orders; whoever wins at once need not ask what else may come."""
        if not self.wins.isdisjoint(chosen):
            return 1.0
        key = tuple(sorted(chosen))
        found = self._values.get(key)
        if found is None:
            points = self.evaluation.points_at(*self._viewpoints(chosen))
            if self._extras:
                _moved, arrived, risked = self._points(chosen)
                points["material"] += arrived - risked
            found = self._values[key] = self.evaluation.win_chance(points)
        return found

    def exactly(self, chosen: Sequence[int]) -> float | None:
        """The win chance after these orders with every unit where they take it: friends no longer stand in the way, or
        before one another, where they were. Of many units nobody says it."""
        if not self.wins.isdisjoint(chosen):
            return 1.0
        if len(self.evaluation.view.own) * len(self.evaluation.view.foes) > _MOST_TOGETHER:
            return None
        key = tuple(sorted(chosen))
        found = self._exact.get(key)
        if found is None:
            moved, arrived, risked = self._points(chosen)
            units = self.state.units
            after = self.state.with_units(*[replace(units[each], pose=pose) for each, pose in moved.items()])
            evaluation = Evaluation(threat_map(after, self.evaluation.view.seat), self.evaluation.weights)
            points = evaluation.points(moved)
            points["material"] += arrived - risked
            found = self._exact[key] = evaluation.win_chance(points)
            after.clear_caches()
        return found

    def _viewpoints(self, chosen: Sequence[int]) -> tuple[list[Viewpoint], list[str]]:
        """Where all own units are after these orders, and who of them has moved."""
        viewpoints, moved = self._stays.copy(), {}
        for number in chosen:
            end = self.ends.get(number)
            if end is not None:
                moved[end[0]] = number
        for unit_id, number in moved.items():
            place = self._places.get(unit_id)
            if place is not None:
                viewpoint = self._known.get(number)
                if viewpoint is None:
                    viewpoint = self._known[number] = self.evaluation.viewpoint(place, self.ends[number][1])
                viewpoints[place] = viewpoint
        return viewpoints, list(moved)


def end_of(state: State, order: Move) -> Pose | None:
    """Where an order ends by the rules; None if it is refused."""
    view = threat_map(state, state.units[order.unit].seat)
    known = view.ends.get((order.unit, order.steps))
    if known is not None:
        return known
    worked = drive(state, state.units[order.unit], order.steps)
    return None if isinstance(worked, Refusal) else worked.taken[-1].pose


def fire_plans(state: State, decision: Decision, suggestions: Sequence[Suggestion], weights: Weights) -> PricedAnswers:
    """Fire plans: the exact odds of each, and what the enemies that survive it could do."""
    evaluation = Evaluation(threat_map(state, decision.seat), weights)
    return PricedAnswers([_fire_plan(evaluation, each.answer) for each in suggestions])


def _fire_plan(evaluation: Evaluation, answer: Any) -> float:
    state, seat = evaluation.view.state, evaluation.view.seat
    settled = settle_declarations(state, seat, answer)
    targets: Mapping[str, float] = {}
    harmed = 0.0
    if not isinstance(settled, Refusal):
        odds = plan_odds(state, settled, _BRANCHES)
        targets, harmed = odds.targets, _harm(state, odds)
    points = evaluation.points({}, [1.0 - targets.get(foe.id, 0.0) for foe in evaluation.view.foes])
    points["kills"] += sum(card_of(state, each.id).rc * targets.get(each.id, 0.0) for each in enemy_planes(state, seat))
    points["kills"] += harmed
    razed = razed_worth(state, seat, [shot.target for shot in answer.shots])
    if razed:
        points["objective"] = points.get("objective", 0.0) + razed
    return evaluation.win_chance(points)


def _harm(state: State, odds: PlanOdds) -> float:
    """What infantry that lives on loses of its cost: a share for each marker."""
    units = [(state.units[name], markers) for name, markers in odds.harmed.items()]
    return sum(card_of(state, unit.id).rc * lost / max(1, markers_of(unit)) for unit, lost in units)


def first_turn(state: State, decision: Decision, answer: Any, weights: Weights) -> float:
    """Shoot from where everybody stands, or drive without a shot: out of sight or at the enemy."""
    view = threat_map(state, decision.seat)
    evaluation = Evaluation(view, weights)
    if answer.phase == "movement":
        return evaluation.win_chance(evaluation.points({}))
    left = [1.0] * len(view.foes)
    drives = [hidden_poses(view), forward_poses(view)]
    return max(evaluation.win_chance(evaluation.points(each, left)) for each in drives)


def deployment(state: State, decision: Decision, answer: Any, weights: Weights) -> float:
    """A place in the zone: shots from it, shots at it, room around it, the way from it."""
    spot = camp_of(state, decision.seat).spot(answer)
    points = {"kills": spot.shots, "exposure": -spot.danger, "room": spot.room, "closing": -spot.way}
    return win_chance(weighed(points, weights), 2.0 * sum(card.rc for card in state.match.cards.values()))
