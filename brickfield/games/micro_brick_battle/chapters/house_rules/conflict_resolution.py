"""Conflict resolution: when people disagree, dice decide, and the battle goes on unchanged."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.data_files import read_number
from brickfield.core.dice import Pool
from brickfield.core.out_of_turn import RollOff
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.table import Table
from ...base.measures import measures
from .house_rules import METHODS

# Nobody ties this often; the limit only keeps a broken die from rolling for ever.
_MOST_THROWS = 1000


@cache
def conflict_dice() -> int:
    """By how many dice a disagreement ends."""
    return read_number("house_rules.toml", int, Path(__file__).parent)


@rule("mbb.conflict.die", "mbb.conflict.last_resort")
def roll_off(t: Table, aside: RollOff) -> Refusal | None:
    """Each player rolls 1D6, the higher roll wins the point, ties are rolled again; the table stays as it is."""
    method = METHODS.get(aside.method)
    if method is None:
        known = ", ".join(METHODS)
        return invalid("unknown_method", f"There is no roll-off by {aside.method!r}; there are {known}.")
    numbers = measures()
    throws: list[happened.Throw] = []
    for _ in range(_MOST_THROWS):
        faces: list[int] = []
        for seat in range(t.match.seats):
            pool = Pool(conflict_dice(), "roll-off", numbers.die_faces, seat)
            assert t.dice is not None
            shown = t.dice.roll(pool)
            t.thrown.append(shown)
            t.events.append(happened.DiceRolled(label=pool.label, seat=seat, faces=shown, clause=method.clause))
            throws.append(happened.Throw(pool.label, seat, shown))
            faces.append(sum(shown))
        decided = method.decide(tuple(faces))
        if decided is not None:
            winner, result = decided
            held = happened.RollOffHeld(
                question=aside.question,
                method=aside.method,
                winner=winner,
                result=result,
                clause=method.clause,
                throws=tuple(throws),
            )
            t.events.append(held)
            return None
    return invalid("no_decision", "The dice did not come to a decision.")
