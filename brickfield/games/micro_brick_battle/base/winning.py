"""Winning: elimination, scenario goals, the last round, and battles that would never end."""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.core.board import ALIVE, GONE, IN_BATTLE, WRECK
from brickfield.core.clauses import rule
from brickfield.core.questions import Moment, Question
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry.grain import GRAIN
from .battlefield import battle_of, card_of
from .turns import in_battle
from .unit_stats import cost_when_lost


@rule("mbb.win.elimination", "mbb.team.win", "mbb.ffa.win")
def sides_in_battle(state: State) -> set[int]:
    """A side is in the battle while a unit of it lives on the table or above it, or waits."""
    sides = state.match.sides
    return {sides[unit.seat] for unit in state.units.values() if unit.status in IN_BATTLE}


@rule("mbb.win.elimination", "mbb.turn.sequence", "mbb.quick.win", "mbb.win.scenario")
def end_if_decided(t: Table) -> None:
    """Tested after every single destruction: the last side with units wins at once, none left is a draw.

    So does who has destroyed what the scenario is about.
    """
    standing = sides_in_battle(t)
    if len(standing) <= 1:
        reason, winners = "elimination" if standing else "all_destroyed", t.match.seats_of(standing)
        t.emit(happened.GameEnded(winners=winners, reason=reason, scores=scores_of(t), clause="mbb.win.elimination"))
    elif done := won_at_once(t):
        _won_by_goal(t, done)
    elif nobody_can_attack(t):
        decide_by_losses(t, "harmless", "mbb.win.deadlock")


@Question
@rule("mbb.win.scenario", "mbb.turn.sequence")
def won_at_once(state: State) -> tuple[int, ...]:
    """The sides that have won by what has just been destroyed, though others are still in the battle."""
    return ()


@Question
@rule("mbb.win.scenario", "mbb.turn.sequence")
def goals_reached(state: State) -> tuple[int, ...]:
    """The sides that have won by a goal as a round ends."""
    return ()


@Question
@rule("mbb.win.scenario", "mbb.win.stalemate")
def favoured(state: State) -> tuple[int, ...]:
    """The seats that win when the last round is over, whatever was destroyed; empty: losses decide."""
    return ()


@rule("mbb.win.deadlock")
def nobody_can_attack(state: State) -> bool:
    """When no living unit of any side has a weapon, waiting for more rounds is pointless."""
    return not any(unit.status in IN_BATTLE and card_of(state, unit.id).ap for unit in state.units.values())


@rule("mbb.win.deadlock")
def note_progress(t: Table) -> None:
    """A destruction, an arrival from reserve or a lost marker starts the count of quiet rounds anew."""
    if t.facts.get("quiet_rounds", 0) != -1:
        t.emit(happened.FactChanged(name="quiet_rounds", value=-1, clause="mbb.win.deadlock"))


@Moment
@rule("mbb.win.elimination")
def unit_lost(t: Table, unit_id: str) -> None:
    """A unit has been destroyed, and nobody has asked yet who has won."""


@Moment
@rule("mbb.win.elimination")
def kill_made(t: Table, unit_id: str, by: str, seat: int) -> None:
    """A unit has been destroyed by another, or else by a seat (-1: by nobody)."""


@Moment
@rule("mbb.win.elimination")
def nothing_left(t: Table, seat: int) -> None:
    """A player has lost the last unit, and the battle goes on."""


@rule("mbb.win.elimination")
def note_loss(t: Table, unit_id: str, by: str) -> None:
    """What a destruction brings with it."""
    note_losses(t, (unit_id,), by)


@rule("mbb.win.elimination")
def note_losses(t: Table, lost: tuple[str, ...], by: str, seat: int = -1) -> None:
    """The same of all that one event destroys: the end is asked for once, so the last units of all sides may go."""
    for unit_id in lost:
        kill_made(t, unit_id, by, seat)
        unit_lost(t, unit_id)
    end_if_decided(t)
    if t.outcome is not None:
        return
    for loser in dict.fromkeys(t.units[unit_id].seat for unit_id in lost):
        if not in_battle(t, loser):
            nothing_left(t, loser)


@rule("mbb.win.stalemate")
def destroyed_cost(state: State, seat: int) -> int:
    """A side's score at the last round: the RC of the enemy units that are destroyed, whatever destroyed them."""
    lost = (unit for unit in state.units.values() if unit.status in (WRECK, GONE))
    return sum(cost_when_lost(state, unit) for unit in lost if not state.match.allied(unit.seat, seat))


@Question
@rule("mbb.win.stalemate")
def score_by_losses(state: State, seat: int) -> int:
    """What a player has at the end where the scenario keeps no points: the cost of what the side has destroyed."""
    return destroyed_cost(state, seat)


@rule("mbb.win.scenario", "mbb.win.stalemate")
def scores_of(state: State) -> tuple[int, ...]:
    """The points the scenario keeps, or what the losses come to."""
    if battle_of(state).scenario.objective is not None:
        return tuple(int(state.facts.get(f"score{seat}", 0)) for seat in range(state.match.seats))
    return tuple(score_by_losses(state, seat) for seat in range(state.match.seats))


@rule("mbb.win.scenario")
def _won_by_goal(t: Table, sides: tuple[int, ...]) -> None:
    winners = t.match.seats_of(sides)
    t.emit(happened.GameEnded(winners=winners, reason="objective", scores=scores_of(t), clause="mbb.win.scenario"))


@rule("mbb.win.stalemate", "mbb.win.scenario")
def decide_by_losses(t: Table, reason: str, clause: str) -> None:
    """The scenario's own words decide, or the higher score, of the scenario if it keeps one, else of losses inflicted;
    equal scores are a draw."""
    scores, holders = scores_of(t), favoured(t)
    if holders:
        t.emit(happened.GameEnded(winners=holders, reason=reason, scores=scores, clause="mbb.win.scenario"))
        return
    best = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == best)
    if len(winners) == len(scores):
        winners = ()
    t.emit(happened.GameEnded(winners=winners, reason=reason, scores=scores, clause=clause))


@rule("mbb.win.scenario")
def units_in_area(state: State, seat: int) -> int:
    """Living units of a seat whose centre is inside or on the border of the scenario's area."""
    area = battle_of(state).scenario.objective
    assert area is not None
    half_x, half_y = round(area.length * GRAIN / 2), round(area.width * GRAIN / 2)
    x, y = round(area.x * GRAIN), round(area.y * GRAIN)
    return sum(
        abs(unit.pose.x - x) <= half_x and abs(unit.pose.y - y) <= half_y
        for unit in state.units.values()
        if unit.seat == seat and unit.status == ALIVE and unit.pose is not None
    )


@rule("mbb.win.scenario")
def score_objective(t: Table) -> None:
    """At the end of a round the side with more units in the area scores; enough points win, a tie scores nothing."""
    area = battle_of(t).scenario.objective
    if area is None or int(t.facts["round"]) < area.from_round:
        return
    held = dict.fromkeys(t.match.sides, 0)
    for seat, side in enumerate(t.match.sides):
        held[side] += units_in_area(t, seat)
    most = [side for side, units in held.items() if units == max(held.values())]
    if len(most) > 1:
        return
    winners = t.match.seats_of(most)
    for seat in winners:
        score = int(t.facts.get(f"score{seat}", 0)) + 1
        t.emit(happened.ScoreChanged(seat=seat, score=score, clause=area.clause))
    if int(t.facts[f"score{winners[0]}"]) >= area.points_to_win:
        t.emit(happened.GameEnded(winners=winners, reason="objective", scores=scores_of(t), clause=area.clause))


@rule("mbb.turn.sequence", "mbb.win.deadlock", "mbb.win.stalemate")
def end_round(t: Table) -> None:
    """After the last turn of a round: the scenario's goals, then deadlock and the last round, in this order."""
    score_objective(t)
    if t.outcome is None and (sides := goals_reached(t)):
        _won_by_goal(t, sides)
    if t.outcome is None:
        _count_quiet_rounds(t)
    limit = battle_of(t).round_limit
    if t.outcome is None and limit and int(t.facts["round"]) >= limit:
        decide_by_losses(t, "last_round", "mbb.win.stalemate")


@rule("mbb.win.deadlock")
def _count_quiet_rounds(t: Table) -> None:
    quiet = int(t.facts.get("quiet_rounds", 0)) + 1
    t.emit(happened.FactChanged(name="quiet_rounds", value=quiet, clause="mbb.win.deadlock"))
    limit = t.match.options.deadlock_rounds
    if limit and quiet >= limit:
        decide_by_losses(t, "deadlock", "mbb.win.deadlock")
