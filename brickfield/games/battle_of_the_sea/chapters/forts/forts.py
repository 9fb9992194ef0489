"""Forts: the battle for one. Who attacks must destroy it; while it stands its defenders win by time."""

from __future__ import annotations

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from ...base.ship_card import FORT
from ...base.victory import Ending, counts, ending, ending_by_time, tally
from ...base.waters import card_of, sea_of
from .chapter import FORTS

FORT_GOAL = "defence_of_the_fort"
ATTACKER = 0


@rule("sea.fort.scenario")
def defended_forts(state: State) -> list[Unit]:
    """The forts that the attacker must destroy, those that are gone included."""
    return [unit for unit in state.units.values() if card_of(state, unit.id).kind == FORT and unit.seat != ATTACKER]


@rule("sea.fort.scenario")
def attacks(state: State, seat: int) -> bool:
    """Whether a seat is on the side of the attacker."""
    match = sea_of(state)
    return match.side(seat) == match.side(ATTACKER)


@ending.amended(FORTS)
@rule("sea.fort.scenario")
def fort_destroyed(state: State, found: Ending | None) -> Ending | None:
    """The attacker wins at once when the defender's fort is destroyed."""
    forts = defended_forts(state)
    if not forts or any(counts(fort) for fort in forts):
        return found
    attackers = state.match.seats_of({sea_of(state).side(ATTACKER)})
    return Ending(attackers, "fort_destroyed", "sea.fort.scenario", tally(state))


@ending_by_time.amended(FORTS)
@rule("sea.fort.scenario")
def fort_stands(state: State, found: Ending) -> Ending:
    """The defenders have held out for as long as the scenario asks."""
    match = sea_of(state)
    if not match.scenario.last_round:
        return found
    defenders = match.seats_of({match.side(seat) for seat in range(match.seats)} - {match.side(ATTACKER)})
    return Ending(defenders, "fort_stands", "sea.fort.scenario", tally(state))
