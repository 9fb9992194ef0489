"""Giving up: the last two sides end the game by it; where more fight, the side leaves the table and they play on."""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.core.board import ALIVE, WAITING
from brickfield.core.clauses import rule
from brickfield.core.frames import Frame
from brickfield.core.state import State
from brickfield.core.table import Table
from .activation import Activation
from .attack_action import attack_ends
from .battlefield import match_of
from .destroyed_units import note_name

_CLAUSE = "bm.team.sides"


def sides_left(state: State) -> set[int]:
    """The sides with a unit on the table or still to be deployed; structures alone do not fight."""
    match = match_of(state)
    fighting = (
        unit for unit in state.units.values() if unit.status in (ALIVE, WAITING) and not match.cards[unit.id].structure
    )
    return {match.sides[unit.seat] for unit in fighting}


@rule("bm.team.sides", "bm.objective.default")
def give_up(t: Table, seat: int) -> None:
    """The whole side gives up: it has lost at once, or leaves the others to it."""
    side = match_of(t).sides[seat]
    others = sides_left(t) - {side}
    if len(others) < 2:
        # in a position that began with one side only, everybody else has won
        winners = others or set(match_of(t).sides) - {side}
        t.emit(happened.GameEnded(winners=t.match.seats_of(winners), reason="conceded", clause=_CLAUSE))
        return
    leaving = t.match.seats_of({side})
    for unit in list(t.units.values()):
        if unit.seat in leaving and unit.status in (ALIVE, WAITING):
            t.shred(note_name(unit.id))
            t.emit(happened.UnitDestroyed(unit=unit.id, leaves_wreck=False, clause=_CLAUSE))
    if _cut(t, leaving) or set(leaving).intersection(t.asked()):
        # the step that asked is taken once more: it finds whom to ask now, if anybody
        t.pending = None
        t.run()


def _cut(t: Table, leaving: tuple[int, ...]) -> bool:
    """Drop what is under way by or against units that have left, with all that rests on it."""
    for place, frame in enumerate(t.frames):
        if _concerns(t, frame, leaving):
            del t.frames[place:]
            attack_ends(t)
            return True
    return False


def _concerns(t: Table, frame: Frame, leaving: tuple[int, ...]) -> bool:
    """Whether a frame is the turn, the move, the attack or the damage of somebody who leaves."""
    if isinstance(frame, Activation):
        return frame.seat in leaving
    named = [getattr(frame, slot, "") for slot in ("unit", "attacker", "target")]
    return any(t.units[unit].seat in leaving for unit in named if unit)
