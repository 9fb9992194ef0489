"""Judgement: how a table stands for a seat, and what the next answers of that seat would make of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.judging.judging import BattleStanding, Terms, Weights, weighed
from brickfield.core.judging.odds import FittedJudge, Foretold
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from ..base.damage import AllocateHits
from ..base.firing import Fire
from ..base.measures import measures
from ..base.moving_the_vessels import Sail
from ..base.ramming import work_out_course
from ..base.turns import Attack
from ..base.victory import can_do_nothing, nothing_can_happen, side_points, tally
from ..base.waters import sea_of
from ..chapters.capacity.capacity import cargo
from ..chapters.forts.forts import ATTACKER, FORT_GOAL
from ..chapters.transport_of_gold.gold_goal import GOLD, side_gold
from ..chapters.transport_of_gold.transport_of_gold import TakeAboard, Unload
from .judgement_berths import berth
from .judgement_evaluation import Fight, Move, Order, evaluation_of, gold_of, unweighted
from .judgement_threats import ThreatMap, threat_map
from .judgement_worth import card_worth, expected_hits, sinking_chance, win_chance
from .odds import foretold

# What the last hits on a ship are worth beyond their markers.
_SINKING = 1.5
# A battle is dead when nothing was hit for this share of the rounds after which it is counted out.
_DEAD_SHARE = 0.5


class SeaJudge(FittedJudge):
    """The judgement of this game; what an answer is worth is told by the outlook of each decision."""

    def value(self, state: State, seat: int) -> Terms:
        """How the table stands for a seat: what it could do now, and what it would lose in the enemies' turns."""
        evaluation = unweighted(threat_map(state, seat))
        ready = [unit for unit in evaluation.view.own if not unit.marks.get("acted")]
        return evaluation.points([evaluation.move(Order(unit.id, unit.at)) for unit in ready])

    def standing(self, state: State, seat: int) -> BattleStanding:
        """The points of the sides as the tally counts them; of gold what is home or aboard. A fort need only stand."""
        match = sea_of(state)
        side, goal, limit = match.side(seat), match.scenario.goal, match.options.stalemate_rounds
        sums = {each: float(points) for each, points in side_points(state, tally(state)).items()}
        if goal == GOLD:
            sums = side_gold(state)
        own, others = sums[side], max((points for each, points in sums.items() if each != side), default=0.0)
        quiet = int(state.facts.get("round", 0)) - 1 - int(state.facts.get("last_hit", 0))
        if goal != GOLD and ((limit and quiet >= _DEAD_SHARE * limit) or nothing_can_happen(state)):
            return BattleStanding(own, others, dead=True)
        waits = goal == FORT_GOAL and match.last_round and side != match.side(ATTACKER)
        odds = self.odds(state, seat)
        if waits:
            return BattleStanding(max(own, others), others, odds=max(0.5, odds))
        return BattleStanding(own, others, helpless=own < others and can_do_nothing(state, side), odds=odds)

    def foretold(self, state: State, seat: int) -> Foretold:
        """What speaks for and against a seat."""
        return foretold(state, seat)


class PricedCourses:
    """Orders to several ships priced together: their fire, what they fear, where they lie. Who has none rests."""

    def __init__(self, state: State, decision: Decision, suggestions: Sequence[Suggestion], weights: Weights) -> None:
        self.evaluation = evaluation_of(threat_map(state, decision.seat), weights)
        self._moves: dict[int, Move] = {}
        by_unit: dict[str, list[int]] = {}
        for number, suggestion in enumerate(suggestions):
            if isinstance(suggestion.answer, Sail):
                order = order_of(self.evaluation.view, suggestion.answer)
                if order is not None:
                    self._moves[number] = self.evaluation.move(order)
                    by_unit.setdefault(order.unit, []).append(number)
        self.groups: list[list[int]] = list(by_unit.values())
        self._values: dict[tuple[int, ...], float] = {}

    def _orders(self, chosen: Iterable[int]) -> list[Move]:
        """The orders that were chosen, one for each unit."""
        moves = self._moves
        return list({moves[number].index: moves[number] for number in chosen if number in moves}.values())

    def value(self, chosen: Sequence[int]) -> float:
        """The win chance after these orders."""
        key = tuple(sorted(chosen))
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self.evaluation.chance(self._orders(key))
        return found


def order_of(view: ThreatMap, sail: Sail) -> Order | None:
    """A move as it is judged; None if the rules refuse it."""
    unit = view.state.units[sail.unit]
    known: Order | None = view.orders.get(sail)
    if known is not None:
        return known
    worked = work_out_course(view.state, unit, sail)
    if isinstance(worked, Refusal):
        return None
    pose = worked.legs[-1].pose if worked.legs else unit.at
    foe, dice = -1, 0
    if worked.impact is not None:
        foe = next(number for number, each in enumerate(view.foes) if each.id == worked.impact.target)
        dice = worked.impact.dice
    order = view.orders[sail] = Order(sail.unit, pose, foe, dice)
    return order


def attack(state: State, decision: Attack, answer: Any, weights: Weights) -> float:
    """A volley by its exact odds, or cargo by what it is worth; and what the enemies that are left could do."""
    evaluation = evaluation_of(threat_map(state, decision.seat), weights)
    view, left, kills = evaluation.view, list(evaluation.view.body), 0.0
    if isinstance(answer, Fire):
        places = {foe.id: number for number, foe in enumerate(view.foes)}
        for shot in answer.shots:
            number = places[shot.target]
            body = int(view.body[number])
            hits = expected_hits(view.chance, shot.dice, body)
            kills += hits * view.worth[number] + _SINKING * sinking_chance(view.chance, shot.dice, body)
            left[number] -= hits
    points = evaluation.points((), Fight(kills, 0.0, left))
    unit = state.units[decision.unit]
    if isinstance(answer, Unload):
        points["objective"] = points.get("objective", 0.0) + gold_of(sum(cargo(unit)), "home")
    elif isinstance(answer, TakeAboard):
        weight = sum(state.tokens[token].marks["weight"] for token in answer.treasures)
        points["objective"] = points.get("objective", 0.0) + gold_of(weight, "aboard")
    return evaluation.win_chance(points)


def allocation(state: State, decision: AllocateHits, answer: Any, weights: Weights) -> float:
    """What the card is still worth."""
    return of_the_card(card_worth(state, state.units[decision.unit], answer), weights)


def of_the_card(worth: float, weights: Weights) -> float:
    """What is left of a card as a chance to win."""
    return win_chance(weighed({"markers": worth}, weights), 2 * measures().example_points)


def deployment(state: State, decision: Decision, answer: Any, weights: Weights) -> float:
    """A place to start from: near the others, near the middle, clear of land and of each other."""
    return win_chance(weighed(berth(state, answer)._asdict(), weights), 2 * measures().example_points)
