"""In a free-for-all everybody rolls for who is first: for the battle, and for every round."""

from __future__ import annotations

from typing import Any

from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.frames import Push
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.rounds_and_turns import Round, how_to_roll
from ...base.starting_a_game import DEPLOYMENT
from ...base.turns import in_battle
from .chapter import FREE_FOR_ALL
from .free_for_all import RollForFirst


@how_to_roll.amended(FREE_FOR_ALL)
@rule("mbb.setup.roll")
def all_roll(state: State, before: Any) -> Any:
    """Ties are settled by those in them."""
    return Push(RollForFirst(rollers=tuple(range(state.match.seats)), label=DEPLOYMENT))


@step(Round, FREE_FOR_ALL)
@rule("mbb.ffa.roll")
def roll_for_start(this: Round, t: Table) -> Any:
    """Whoever is still in the battle rolls for the start of every round."""
    return Push(RollForFirst(rollers=tuple(seat for seat in range(t.match.seats) if in_battle(t, seat))))


@step(Round, FREE_FOR_ALL)
@rule("mbb.ffa.roll", "mbb.setup.first_player")
def find_starter(this: Round, t: Table) -> Any:
    """The winner of the roll starts the round."""
    this.first = int(t.facts["first"])
