"""Judgement: how a table stands for a seat, and what the next answers of that seat would make of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from brickfield.core.adding import added
from brickfield.core.board import WAITING, Unit
from brickfield.core.decisions import Answer, Decision, Suggestion
from brickfield.core.judging.judging import BattleStanding, Outlooks, PricedAnswers, Pricing, Terms, Weights, weighed
from brickfield.core.judging.odds import FittedJudge, Foretold
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from ..base.attack_action import Attack
from ..base.battlefield import anybody_armed, match_of
from ..base.deployment import LayAnew, Place, may_place
from ..base.ending_a_turn import EndTurn
from ..base.move_action import Move, plan_move
from ..base.objective import only_waits
from ..base.record_sheet import HEAT, number, part_of
from ..base.take_action import TakeAction
from ..chapters.hold_fire.hold_fire import HoldFire
from ..chapters.scavenging.loose_parts import read_note
from ..chapters.scavenging.scavenge_action import Detach, Mount, may_mount, parts_to_mount
from .judgement_deployment import deployment_terms
from .judgement_notes import holding
from .judgement_plans import Plan, Turn, turn_of
from .judgement_threats import threat_map
from .judgement_worth import parts_worth, side_worth, win_chance
from .odds import foretold
from .suggestions_moves import Way

# Not to get stuck in the deployment is worth more than any place.
_STUCK = 1000.0
# A battle is dead when nobody was hurt for this share of the rounds after which it is a draw.
_DEAD_SHARE = 0.5

# what an answer to a decision is worth, term by term
Price = Callable[[State, Any, Any, Weights], Terms]


class MechJudge(FittedJudge):
    """The judgement of this game. Answers to a decision without an outlook are tried out."""

    def value(self, state: State, seat: int) -> Terms:
        """How the table stands for a seat: what both sides have, and what they could do to each other now."""
        view = threat_map(state, match_of(state).sides[seat])
        terms = {"material": view.worth - view.foe_worth}
        for own in view.own:
            shots = [view.sights.points(line, foe.unit, number(own.unit, HEAT)) for foe, line in
                     view.shots(own.unit, own.pose)]  # fmt: skip
            terms["kills"] = terms.get("kills", 0.0) + max(shots, default=0.0)
            danger = view.danger(own.unit, own.pose, number(own.unit, HEAT), moved=False)
            terms["exposure"] = terms.get("exposure", 0.0) - sum(danger)
        return terms

    def standing(self, state: State, seat: int) -> BattleStanding:
        """What the sides are worth as their Mechs stand; who need only wait is never behind."""
        side, limit = match_of(state).sides[seat], match_of(state).options.stalemate_rounds
        quiet = int(state.facts.get("quiet_rounds", 0))
        to_come = any(unit.status == WAITING for unit in state.units.values())
        if not to_come and (not anybody_armed(state) or (limit and quiet >= _DEAD_SHARE * limit)):
            # the count of this game is a draw between all that still stand
            return BattleStanding(1.0, 1.0, dead=True)
        own = side_worth(state, side)
        others = added(side_worth(state, each) for each in set(match_of(state).sides) if each != side)
        waits, odds = only_waits(state, side), self.odds(state, seat)
        return BattleStanding(max(own, others) if waits else own, others, odds=max(0.5, odds) if waits else odds)

    def foretold(self, state: State, seat: int) -> Foretold:
        """What speaks for and against a seat."""
        return foretold(state, seat)


def priced_by(price: Price) -> Outlooks:
    """The outlook of a decision whose answers exclude each other, each priced by itself."""

    def outlook(state: State, decision: Decision, suggestions: Sequence[Suggestion], weights: Weights) -> Pricing:
        view = threat_map(state, match_of(state).sides[decision.seat])
        lead, both = view.worth - view.foe_worth, view.worth + view.foe_worth
        priced = [price(state, decision, each.answer, weights) for each in suggestions]
        then = [_then(state, each.answer, weights) for each in suggestions]
        return PricedAnswers([win_chance(lead + weighed(terms, weights), both) for terms in priced], then)

    return outlook


# --- a Mech's turn ----------------------------------------------------------------------------------------------------


def plan_for(turn: Turn, answer: Any) -> Plan | None:
    """The best plan that begins with an answer, thought about once; None for one that leads nowhere."""
    if answer not in turn.plans:
        turn.plans[answer] = _PLANS[type(answer)](turn, answer)
    return turn.plans[answer]


def _plan_for_move(turn: Turn, answer: Move) -> Plan | None:
    known = next((way for way in turn.ways() if way.steps == answer.steps), None)
    if known is not None:
        return turn.moving(known)
    route = plan_move(turn.state, turn.unit, answer.steps)
    return None if isinstance(route, Refusal) else turn.moving(Way(answer.steps, route.end))


def _plan_for_attack(turn: Turn, answer: Attack) -> Plan | None:
    shot = next((each for each in turn.shots() if each.target.unit.id == answer.target), None)
    if shot is None:
        return None
    return turn.attacking(turn.named(shot) if answer.location else shot, answer.location)


def _plan_for_parts(turn: Turn, answer: Mount | Detach) -> Plan:
    return turn.following({"parts": scavenged(turn.state, turn.unit, answer)})


_PLANS: dict[type[Answer], Callable[[Turn, Any], Plan | None]] = {
    Move: _plan_for_move,
    Attack: _plan_for_attack,
    HoldFire: holding,
    Mount: _plan_for_parts,
    Detach: _plan_for_parts,
    EndTurn: lambda turn, answer: turn.ending,
}


def scavenged(state: State, unit: Unit, answer: Mount | Detach) -> float:
    """What a Scavenge action gains: the dice of a part mounted, less those of one taken off for a better."""
    if isinstance(answer, Mount):
        token = state.tokens[answer.part]
        return parts_worth([part for _sort, part in parts_to_mount(read_note(token), answer.take)])
    own = part_of(unit, answer.slot)
    return -parts_worth([own]) if own is not None else 0.0


def action_terms(state: State, decision: TakeAction, answer: Any, weights: Weights) -> Terms:
    """What the best plan that begins with an action is worth more than ending that Mech's turn."""
    unit = state.units.get(answer.unit)
    if unit is None or unit.id not in decision.units or isinstance(answer, EndTurn):
        return {}
    if isinstance(answer, Mount) and may_mount(state, unit, answer) is not None:
        return {}
    turn = turn_of(state, unit, weights)
    plan = plan_for(turn, answer)
    if plan is None:
        return {}
    nothing = turn.ending.terms
    return {name: plan.terms.get(name, 0.0) - nothing.get(name, 0.0) for name in {**plan.terms, **nothing}}


def _then(state: State, answer: Any, weights: Weights) -> tuple[Any, ...]:
    """The rest of the plan by which an answer was priced."""
    unit = state.units.get(answer.unit) if type(answer) in _PLANS else None
    if unit is None or unit.pose is None or isinstance(answer, EndTurn):
        return ()
    plan = turn_of(state, unit, weights).plans.get(answer)
    return plan.then if plan is not None else ()


# --- deployment -------------------------------------------------------------------------------------------------------


def place_terms(state: State, decision: Decision, answer: Place | LayAnew, weights: Weights) -> Terms:
    """A place to begin from; where something finds no place any more nothing is better than to begin anew."""
    if isinstance(answer, LayAnew):
        return {"room": _STUCK}
    placed = may_place(state, decision.seat, answer)
    return {} if isinstance(placed, Refusal) else deployment_terms(state, state.units[answer.unit], placed.pose)
