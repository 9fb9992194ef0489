"""How the toy game ends: at once when one seat is left, else by counting after the last round."""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.core.state import State
from brickfield.core.table import Table

CLAUSE = "toy.win.last"


def standing(state: State) -> list[int]:
    """How many units each seat has left."""
    return [sum(u.alive and u.seat == seat for u in state.units.values()) for seat in range(state.match.seats)]


def end_if_decided(t: Table) -> None:
    """One seat left wins; none left is a draw."""
    left = [seat for seat, units in enumerate(standing(t)) if units]
    if len(left) <= 1 and t.outcome is None:
        _end(t, tuple(left), "last_standing")


def end_by_count(t: Table) -> None:
    """After the last round the larger rest wins; equal is a draw."""
    counts = standing(t)
    best = [seat for seat, units in enumerate(counts) if units == max(counts)]
    _end(t, tuple(best) if len(best) == 1 else (), "rounds_over")


def _end(t: Table, winners: tuple[int, ...], reason: str) -> None:
    """Notes that were never used are opened, then the match is over."""
    for name in sorted(t.sealed):
        t.reveal(name, "toy.note.charge")
    t.emit(happened.GameEnded(winners=winners, reason=reason, scores=tuple(standing(t)), clause=CLAUSE))
