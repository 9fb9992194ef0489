"""Odds: the chance to win of a table as it lies, with its objective and its clock, whoever is to act.

The strength of both sides is what they have left after the next exchange: the side to act fires first, what is left of
the other answers. How that, the way to the goal and the rounds that are left weigh stands in `data/odds.toml`.
"""

from __future__ import annotations

from functools import cache
from math import ceil, exp, log
from pathlib import Path

from brickfield.core.board import Unit
from brickfield.core.data_files import TableRow, read
from brickfield.core.state import State
from ..base.battlefield import match_of
from ..base.measures import measures
from ..base.objective import ESCAPE, points_decide, removed_share, target_unit
from ..base.objective_kinds import rounds_of
from ..chapters.flags.flags import FLAG, carries_flag
from .errands import hopes
from .exchange import onslaught, sides
from .goals import goal_distance
from .prospects import points_left, side_worth

_DATA = Path(__file__).parents[1] / "data"
# No table is surer than this many in the exponent.
_MOST = 30.0


class Exchange(TableRow, frozen=True):
    """What of an onslaught comes true: of the one that comes at once, and of the answer to it; and the points below
    which nobody counts while he has anything left."""

    at_once: float
    answered: float
    least: float


class Weighing(TableRow, frozen=True):
    """How much counts for the attacker, or for a side like the other: strength, rounds left of all, the way to the goal
    in turns, how likely the objective comes off by itself, what is left of the target, and something for nothing."""

    strength: float
    clock: float = 0.0
    way: float = 0.0
    hope: float = 0.0
    target: float = 0.0
    bias: float = 0.0


class Undecided(TableRow, frozen=True):
    """How much of a lead counts in the last round of a battle that may be left undecided, and how much more by each
    round before it; and the lead in points then, by all of them."""

    last: float
    round: float
    points: float


class ToTheLast(TableRow, frozen=True):
    """Whether there is time to wipe a side out: for nothing, by each round left, by the turns that takes."""

    bias: float
    round: float
    turns: float


class OddsFile(TableRow, frozen=True):
    """The numbers behind the odds."""

    exchange: Exchange
    weighing: dict[str, Weighing]
    undecided: Undecided
    to_the_last: ToTheLast


@cache
def figures() -> OddsFile:
    """What the odds are worked out with."""
    return read("odds.toml", OddsFile, _DATA)


def win_chance(state: State, seat: int) -> float:
    """How likely the side of a seat wins, a draw counting half; before the first turn nobody knows."""
    if state.outcome is not None:
        won = state.outcome.winners
        return float(any(state.match.allied(each, seat) for each in won)) if won else 0.5
    if not state.facts.get("round"):
        return 0.5
    match = match_of(state)
    objective, side = match.objective, match.sides[seat]
    asymmetric = objective.kind in ("capture", "target_unit", ESCAPE)
    viewer = seat if not asymmetric or side == objective.attacker else match.seats_of({objective.attacker})[0]
    chance = _logistic(_lead(state, viewer))
    if not asymmetric:
        decided = _decided(state, viewer)
        chance = 0.5 + (chance - 0.5) * decided + (_on_points(state, viewer) - 0.5) * (1.0 - decided)
    return chance if viewer == seat or match.sides[viewer] == side else 1.0 - chance


def _logistic(lead: float) -> float:
    return 1.0 / (1.0 + exp(-max(-_MOST, min(_MOST, lead))))


def _lead(state: State, seat: int) -> float:
    """What speaks for a side, as a logarithm of odds."""
    weighing = figures().weighing[match_of(state).objective.kind]
    own, foes = sides(state, seat)
    lead = weighing.strength * strength(state, seat) + weighing.bias
    if weighing.clock:
        lead += weighing.clock * rounds_left(state) / _limit(state)
    if weighing.way:
        lead += weighing.way * _turns_ahead(state, own, foes)
    if weighing.hope:
        lead += weighing.hope * hopes(state, seat)
    if weighing.target:
        lead += weighing.target * _target_left(state)
    return lead


def strength(state: State, seat: int) -> float:
    """The logarithm of the strength of a side against the other's after the next exchange of fire."""
    own, foes = sides(state, seat)
    exchange = figures().exchange
    least = exchange.least
    mine, theirs = (max(least, points) for points in side_worth(state, seat))
    active = int(state.facts.get("active", seat))
    first = state.match.sides[active] == state.match.sides[seat]
    ours, others = onslaught(state, own, foes), onslaught(state, foes, own)
    if first:
        left = max(least, theirs - exchange.at_once * ours)
        kept = max(least, mine - exchange.answered * others * left / theirs)
    else:
        kept = max(least, mine - exchange.at_once * others)
        left = max(least, theirs - exchange.answered * ours * kept / mine)
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
        time = figures().to_the_last
        needed = log(_turns_to_the_last(state, seat))
        return _logistic(time.bias + time.round * rounds_left(state) + time.turns * needed)
    undecided = figures().undecided
    return min(1.0, undecided.last + undecided.round * rounds_left(state))


def _on_points(state: State, seat: int) -> float:
    """How likely a side is ahead on points when nothing else decides."""
    match = match_of(state)
    if not points_decide(match):
        return 0.5
    side = match.sides[seat]
    return _logistic(figures().undecided.points * (removed_share(state, side) - removed_share(state, 1 - side)))


def _turns_to_the_last(state: State, seat: int) -> float:
    """In how many turns like the next one the stronger side has wiped the other out."""
    own, foes = sides(state, seat)
    mine, theirs = side_worth(state, seat)
    weaker, taken = (theirs, onslaught(state, own, foes)) if mine > theirs else (mine, onslaught(state, foes, own))
    least = figures().exchange.least
    return max(least, weaker) / max(least, taken)
