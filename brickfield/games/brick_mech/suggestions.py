"""Answers worth giving to each decision, with their kind and reason: for hints and learners."""

from __future__ import annotations

from typing import Any

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import React, Suggestion
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.games.brick_mech.a_final_note import Ballot, Challenge, MayChallenge, Vote, measured
from brickfield.games.brick_mech.actions import no_action_left
from brickfield.games.brick_mech.attack_action import Attack, may_attack
from brickfield.games.brick_mech.battlefield import are_hostile, describe, living, match_of
from brickfield.games.brick_mech.charge import is_charge
from brickfield.games.brick_mech.deployment import DeployUnit, Place, free_places, waiting_units
from brickfield.games.brick_mech.hold_fire import HeldShot, HoldFire, may_hold_fire
from brickfield.games.brick_mech.loose_parts import loose_parts
from brickfield.games.brick_mech.measures import RANGES, measures
from brickfield.games.brick_mech.modifiers import Manner
from brickfield.games.brick_mech.move_action import Move, plan_move
from brickfield.games.brick_mech.move_costs import AnyStep, Backward, Forward, Left, Right, Turn
from brickfield.games.brick_mech.odds import attack_odds
from brickfield.games.brick_mech.ranges_and_arcs import PRIMARY, bearing, distance
from brickfield.games.brick_mech.record_sheet import HEAT, MOVES, actions_used, attack_dice, number
from brickfield.games.brick_mech.return_fire import ReturnFire
from brickfield.games.brick_mech.scavenge_action import Mount, may_mount
from brickfield.games.brick_mech.take_action import EndTurn, TakeAction
from brickfield.games.brick_mech.targeted_shot import visible_locations
from brickfield.geometry import Pose

# A Massive Damage roll is worth about this many Armor Points; what a marker of heat is worth.
_MASSIVE_WORTH, _HEAT_WORTH = 1.5, 0.8
# How many places are proposed for a unit.
_PLACES = 8


def suggest(state: State, decision: Any, n: int) -> list[Suggestion]:
    """Up to n answers that the rules accept: the safe one first, then the best."""
    if isinstance(decision, TakeAction):
        found = _actions(state, decision)
    elif isinstance(decision, ReturnFire):
        found = _return_fire(state, decision)
    elif isinstance(decision, HeldShot):
        found = _held_shot(state, decision)
    elif isinstance(decision, DeployUnit):
        found = _places(state, decision.seat)
    elif isinstance(decision, MayChallenge):
        found = [Suggestion(Challenge(), "accept", "accept what was measured", decision.CLAUSE)]
    elif isinstance(decision, Vote):
        measure = measured(state, decision.attacker, decision.target, decision.about)
        ballots = sorted(decision.choices(), key=lambda choice: choice != measure)
        found = [Suggestion(Ballot(choice), "vote", f"vote for {choice}", decision.CLAUSE) for choice in ballots]
    else:
        raise TypeError(f"{type(decision).__name__} is no decision of this game")
    return found[: max(1, n)]


def _actions(state: State, decision: TakeAction) -> list[Suggestion]:
    """End a turn; then everything worth doing with each Mech, the most valuable first."""
    first = state.units[decision.units[0]]
    safe = [
        Suggestion(EndTurn(unit), "end", f"{describe(state, unit)} is done", "bm.action.explicit_end")
        for unit in decision.units
    ]
    ideas = [idea for unit in decision.units for idea in _ideas(state, state.units[unit])]
    ideas.sort(key=lambda idea: -idea.value)
    return [*safe[:1], *ideas, *safe[1:]] if first.alive else safe


def _ideas(state: State, unit: Unit) -> list[Suggestion]:
    numbers = measures()
    rush = numbers.rush_heat * _HEAT_WORTH if actions_used(unit) >= numbers.free_actions else 0.0
    enemies = [each for each in living(state) if are_hostile(state, unit, each)]
    ideas = [*_attacks(state, unit, enemies), *_moves(state, unit, enemies), *_mounts(state, unit)]
    ideas = [Suggestion(i.answer, i.kind, i.reason, i.clause, i.value - rush) for i in ideas]
    return ideas + _holds(state, unit)


@rule("bm.attack.no_redeclare")
def worth(state: State, unit: Unit, target: Unit, manner: Manner) -> float:
    """What an attack is worth in Armor Points; where nobody measures beforehand a hint must not tell either."""
    if not state.match.options.premeasure:
        return 1.0
    odds = attack_odds(state, unit, target, manner)
    return odds.armor + _MASSIVE_WORTH * odds.massive_rolls + number(target, "armor") * odds.destroys


def _attacks(state: State, unit: Unit, enemies: list[Unit]) -> list[Suggestion]:
    found = []
    for enemy in enemies:
        if may_attack(state, unit, Attack(unit.id, enemy.id)) is not None:
            continue
        charge = is_charge(state, unit, enemy)
        aim = describe(state, enemy.id)
        places = visible_locations(state, unit, enemy) if state.match.options.targeted_shot else []
        for place in ("", *places):
            value = worth(state, unit, enemy, Manner(charge, place))
            if value <= 0.0:
                continue
            words = f"attack {aim}" + (f" at the {place.replace('_', ' ')}" if place else "")
            clause = "bm.option.targeted.penalty" if place else "bm.attack.declare"
            found.append(Suggestion(Attack(unit.id, enemy.id, place), "attack", words, clause, value))
    return found


def _moves(state: State, unit: Unit, enemies: list[Unit]) -> list[Suggestion]:
    """Turn to an enemy and close in, half the way or all of it; step aside or back off."""
    points = number(unit, "movement")
    if points <= 0 or no_action_left(state, unit, MOVES) is not None:
        return []
    found = []
    for enemy in enemies:
        aim, off = describe(state, enemy.id), round(bearing(unit, enemy), 2)
        turn: tuple[AnyStep, ...] = (Turn(off),) if abs(off) >= 1.0 else ()
        left = points - (0 if not turn else 1 if abs(off) <= measures().turn_degrees else 2)
        gap = distance(state, unit, enemy)
        paths = [((*turn, Forward(round(way, 2))), way) for way in _ways(left, gap)]
        for steps, way in paths:
            if not isinstance(plan_move(state, unit, steps), Refusal):
                value = 0.5 + 0.1 * way if gap > match_of(state).limits.melee else 0.1
                found.append(
                    Suggestion(Move(unit.id, steps), "advance", f"close in on {aim}", "bm.move.forward", value)
                )
                break
        if turn and not isinstance(plan_move(state, unit, turn), Refusal):
            value = 0.6 if abs(off) > measures().primary_degrees else 0.05
            found.append(Suggestion(Move(unit.id, turn), "turn", f"face {aim}", "bm.move.turn", value))
    return [*found, *_steps_aside(state, unit, points)]


def _ways(points: int, gap: float) -> list[float]:
    """How far ahead to try, the farthest first; never into the enemy."""
    most = min(float(points), gap - 0.05)
    return [way for way in (most, most / 2) if way >= 0.25]


def _steps_aside(state: State, unit: Unit, points: int) -> list[Suggestion]:
    reach = points // 2
    if reach < 1:
        return []
    tries: list[tuple[AnyStep, str]] = [
        (Left(float(reach)), "step to the left"),
        (Right(float(reach)), "step to the right"),
        (Backward(float(reach)), "back off"),
    ]
    return [
        Suggestion(Move(unit.id, (step,)), "aside", words, "bm.move.sideways", 0.02)
        for step, words in tries
        if not isinstance(plan_move(state, unit, (step,)), Refusal)
    ]


def _mounts(state: State, unit: Unit) -> list[Suggestion]:
    """Loose parts that can be fitted now."""
    orders = [Mount(unit.id, token.id) for token in loose_parts(state)]
    return [
        Suggestion(order, "scavenge", f"mount {order.part}", "bm.scavenge.mount", 2.0)
        for order in orders
        if may_mount(state, unit, order) is None
    ]


def _holds(state: State, unit: Unit) -> list[Suggestion]:
    """Hold fire ahead at each range there are dice for, the more so the hotter the Mech is."""
    notes = [HoldFire(unit.id, band, PRIMARY) for band in RANGES]  # type: ignore[arg-type]
    return [
        Suggestion(note, "hold", f"hold fire at {note.range} range", "bm.option.hold.declare",
                   0.2 * attack_dice(unit, note.range) + 0.1 * number(unit, HEAT))
        for note in notes
        if may_hold_fire(state, unit, note) is None
    ]  # fmt: skip


def _return_fire(state: State, decision: ReturnFire) -> list[Suggestion]:
    """Let it pass first: it is the answer of a seat that is away."""
    target, attacker = state.units[decision.target], state.units[decision.attacker]
    value = worth(state, target, attacker, Manner())
    aim = describe(state, attacker.id)
    answer = Suggestion(React(yes=True), "react", f"return fire at {aim}", decision.CLAUSE, value)
    return [Suggestion(React(yes=False), "decline", "let it pass", decision.CLAUSE), answer]


def _held_shot(state: State, decision: HeldShot) -> list[Suggestion]:
    """The standing order first, which is to let it pass unless the note says otherwise."""
    decline = Suggestion(React(yes=False), "decline", "let it pass", "bm.option.hold.optional")
    if not decision.is_noted(state):
        return [decline]
    holder, mover = state.units[decision.holder], state.units[decision.mover]
    aim = describe(state, mover.id)
    value = worth(state, holder, mover, Manner())
    fire = Suggestion(React(yes=True), "react", f"fire at {aim}", decision.CLAUSE, value)
    return [fire, decline] if decision.standing_order(state).yes else [decline, fire]


def _away(pose: Pose, middle: tuple[float, float]) -> float:
    x, y = pose.place
    return abs(x - middle[0]) + abs(y - middle[1])


def _places(state: State, seat: int) -> list[Suggestion]:
    """Places along the edge, the middle ones first, facing the table."""
    unit = waiting_units(state, seat)[0]
    middle = state.match.width / 2, state.match.height / 2
    poses = sorted(free_places(state, unit), key=lambda pose: (round(_away(pose, middle), 6), pose))
    return [
        Suggestion(
            Place(unit.id, *pose.place, pose.degrees), "place", "near the middle, facing the table", "bm.geometry.setup"
        )
        for pose in poses[:_PLACES]
    ]
