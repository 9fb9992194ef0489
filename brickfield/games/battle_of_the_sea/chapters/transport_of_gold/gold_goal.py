"""Gold as the goal of a battle: what is delivered, what is still under way, and who wins by it."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.state import State
from ...base.victory import (
    Ending,
    afloat,
    ending,
    ending_by_resigning,
    ending_by_stalemate,
    ending_by_time,
    nothing_can_happen,
    tally,
)
from ...base.waters import sea_of
from ..capacity.capacity import cargo
from .chapter import TRANSPORT_OF_GOLD

GOLD = "transport_of_gold"


def is_goal(state: State) -> bool:
    """Whether the battle is fought for gold."""
    return sea_of(state).scenario.goal == GOLD


def delivered_weight(state: State, seat: int) -> int:
    """What a seat has brought home so far."""
    return int(state.facts.get(f"score{seat}", 0))


@rule("sea.gold.scenario")
def side_gold(state: State) -> dict[int, float]:
    """The gold of each side: what it has brought home, and what its ships carry."""
    match = sea_of(state)
    sums: dict[int, float] = {match.side(seat): 0.0 for seat in range(match.seats)}
    for seat in range(match.seats):
        sums[match.side(seat)] += delivered_weight(state, seat)
    for unit in state.units.values():
        if unit.alive and unit.seat >= 0:
            sums[match.side(unit.seat)] += sum(cargo(unit))
    return sums


def all_gold(state: State) -> int:
    """The weight of all treasures of the battle."""
    match = sea_of(state)
    islands = sum(weight for piece in match.waters.pieces for weight in piece.treasures)
    holds = sum(weight for card in match.cards.values() for weight in card.cargo)
    return islands + holds + sum(adrift.weight for adrift in match.chart.floating)


@rule("sea.gold.scenario")
def ending_by_gold(state: State, gave_up: int = -1) -> Ending:
    """The most delivered weight wins; then the most points afloat; then it is a draw. Who gave up cannot win."""
    delivered = tuple(delivered_weight(state, seat) for seat in range(state.match.seats))
    points = tally(state)
    ranks = {seat: (delivered[seat], points[seat]) for seat in range(state.match.seats) if seat != gave_up}
    leaders = tuple(seat for seat, rank in ranks.items() if rank == max(ranks.values()))
    return Ending(leaders if len(leaders) == 1 else (), "gold_delivered", "sea.gold.scenario", delivered)


@ending.amended(TRANSPORT_OF_GOLD)
@rule("sea.gold.scenario")
def all_is_delivered(state: State, found: Ending | None) -> Ending | None:
    """All is delivered, or one fleet is gone."""
    if not is_goal(state):
        return found
    delivered = sum(delivered_weight(state, seat) for seat in range(state.match.seats))
    over = delivered == all_gold(state) or len(afloat(state)) < state.match.seats
    return ending_by_gold(state) if over else None


@ending_by_time.amended(TRANSPORT_OF_GOLD)
@rule("sea.gold.scenario")
def gold_by_time(state: State, found: Ending) -> Ending:
    """The last round is over."""
    return ending_by_gold(state) if is_goal(state) else found


@ending_by_stalemate.amended(TRANSPORT_OF_GOLD)
@rule("sea.gold.scenario", "sea.game.stalemate")
def gold_by_stalemate(state: State, quiet: int, found: Ending | None) -> Ending | None:
    """A race for gold without a shot is no stalemate: it has its own last round."""
    if not is_goal(state):
        return found
    return ending_by_gold(state) if nothing_can_happen(state) else None


@ending_by_resigning.amended(TRANSPORT_OF_GOLD)
@rule("sea.gold.scenario", "sea.game.units_count")
def gold_by_resigning(state: State, seat: int, found: Ending | None) -> Ending | None:
    """Who resigns cannot win."""
    return ending_by_gold(state, seat) if is_goal(state) else found
