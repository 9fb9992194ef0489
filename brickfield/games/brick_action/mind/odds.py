"""Odds: the chance to win of a table as it lies, with its objective and its clock, whoever is to act.

The strength of both sides is what they have left after the next exchange: the side to act fires first, what is left of
the other answers. How that, the way to the goal and the rounds that are left weigh was fitted to battles of `regular`
against itself; `brickfield balance` measures how well it foretells them.
"""

from __future__ import annotations

from math import ceil, exp, log
from typing import NamedTuple

from brickfield.core.board import Unit
from brickfield.core.state import State
from brickfield.games.brick_action.mind.exchange import onslaught, sides
from brickfield.games.brick_action.mind.goals import goal_distance
from brickfield.games.brick_action.mind.prospects import points_left, side_worth
from brickfield.games.brick_action.rules.battlefield import match_of
from brickfield.games.brick_action.rules.flags import FLAG, carries_flag
from brickfield.games.brick_action.rules.measures import measures
from brickfield.games.brick_action.rules.objective import most_removed, target_unit
from brickfield.games.brick_action.rules.objective_kinds import rounds_of

# what of an onslaught comes true: of the one that comes at once, and of the answer to it
_AT_ONCE, _ANSWERED = 0.65, 0.5
# nobody counts for less than this many points while he has anything left
_LEAST = 3.0
_MOST = 30.0


class Weighing(NamedTuple):
    """How much counts for the attacker, or for a side like the other: strength, rounds left of all, the way to the goal
    in turns, what is left of the target, and something for nothing."""

    strength: float
    clock: float = 0.0
    way: float = 0.0
    target: float = 0.0
    bias: float = 0.0


WEIGHINGS: dict[str, Weighing] = {
    "eliminate_all": Weighing(3.0),
    "eliminate_most": Weighing(3.0),
    "capture": Weighing(2.2, clock=2.0, way=-0.4, bias=-2.6),
    "target_unit": Weighing(2.5, clock=1.0, target=-0.8, bias=-2.2),
    "flag": Weighing(2.5, way=-0.3),
}
# of a battle that may end undecided: how much of the lead counts in the last round, and how fast with more of them
_LATE, _LATER = 0.5, 0.2
# of a battle to the last mini, in logarithms of odds that there is time for it: for nothing, by each round left,
# by the turns that the stronger side still needs for it
_HARDLY, _ROUND, _TURNS = -0.95, 0.63, -1.25


def win_chance(state: State, seat: int) -> float:
    """How likely the side of a seat wins, a draw counting half; before the first turn nobody knows."""
    if state.outcome is not None:
        won = state.outcome.winners
        return float(any(state.match.allied(each, seat) for each in won)) if won else 0.5
    if not state.facts.get("round"):
        return 0.5
    match = match_of(state)
    objective, side = match.objective, match.sides[seat]
    asymmetric = objective.kind in ("capture", "target_unit")
    viewer = seat if not asymmetric or side == objective.attacker else match.seats_of({objective.attacker})[0]
    chance = _logistic(_lead(state, viewer))
    if not asymmetric:
        chance = 0.5 + (chance - 0.5) * _decided(state, viewer)
    return chance if viewer == seat or match.sides[viewer] == side else 1.0 - chance


def _logistic(lead: float) -> float:
    return 1.0 / (1.0 + exp(-max(-_MOST, min(_MOST, lead))))


def _lead(state: State, seat: int) -> float:
    """What speaks for a side, as a logarithm of odds."""
    weighing = WEIGHINGS[match_of(state).objective.kind]
    own, foes = sides(state, seat)
    lead = weighing.strength * strength(state, seat) + weighing.bias
    if weighing.clock:
        lead += weighing.clock * rounds_left(state) / _limit(state)
    if weighing.way:
        lead += weighing.way * _turns_ahead(state, own, foes)
    if weighing.target:
        lead += weighing.target * _target_left(state)
    return lead


def strength(state: State, seat: int) -> float:
    """The logarithm of the strength of a side against the other's after the next exchange of fire."""
    own, foes = sides(state, seat)
    mine, theirs = (max(_LEAST, points) for points in side_worth(state, seat))
    active = int(state.facts.get("active", seat))
    first = state.match.sides[active] == state.match.sides[seat]
    ours, others = onslaught(state, own, foes), onslaught(state, foes, own)
    if first:
        left = max(_LEAST, theirs - _AT_ONCE * ours)
        kept = max(_LEAST, mine - _ANSWERED * others * left / theirs)
    else:
        kept = max(_LEAST, mine - _AT_ONCE * others)
        left = max(_LEAST, theirs - _ANSWERED * ours * kept / mine)
    return log(kept / left)


def _limit(state: State) -> int:
    match = match_of(state)
    return rounds_of(match.objective, match.options.last_round)


def rounds_left(state: State) -> int:
    """How many rounds are still to be played, this one included."""
    return max(0, _limit(state) - int(state.facts.get("round", 1)) + 1)


def turns_needed(state: State, units: list[Unit]) -> float:
    """In how many turns the first of these units could be where its side wants to get."""
    ways = []
    for unit in units:
        away = goal_distance(state, unit)
        if away is not None:
            home = 0.0 if carries_flag(unit) or match_of(state).objective.kind != FLAG else state.match.height / 2
            ways.append((away + home) / measures().move_per_turn)
    return min(ways, default=6.0)


def _turns_ahead(state: State, own: list[Unit], foes: list[Unit]) -> float:
    """The turns that the attacker needs beyond those he has; of flags, how many more the one side needs."""
    if match_of(state).objective.kind == FLAG:
        return turns_needed(state, own) - turns_needed(state, foes)
    return float(max(0, ceil(turns_needed(state, own)) - rounds_left(state)) * 4 + turns_needed(state, own))


def _target_left(state: State) -> float:
    """How much of the hunted unit is left."""
    match = match_of(state)
    name = target_unit(match)
    unit = state.units[name]
    whole = max(1.0, float(match.cards[name].cost))
    return min(1.0, points_left(state, unit) / whole) if unit.alive else 0.0


def _decided(state: State, seat: int) -> float:
    """How likely a battle that may end in a draw does not: the fewer rounds are left, the less of a lead counts."""
    kind = match_of(state).objective.kind
    if kind == "eliminate_all":
        return _logistic(_HARDLY + _ROUND * rounds_left(state) + _TURNS * log(_turns_to_the_last(state, seat)))
    if kind == "eliminate_most" and most_removed(state):
        return 1.0
    return min(1.0, _LATE + _LATER * rounds_left(state))


def _turns_to_the_last(state: State, seat: int) -> float:
    """In how many turns like the next one the stronger side has wiped the other out."""
    own, foes = sides(state, seat)
    mine, theirs = side_worth(state, seat)
    weaker, taken = (theirs, onslaught(state, own, foes)) if mine > theirs else (mine, onslaught(state, foes, own))
    return max(_LEAST, weaker) / max(_LEAST, taken)
