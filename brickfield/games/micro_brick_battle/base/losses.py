"""Losses: what a destroyed unit leaves behind, and units that one event destroys together."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from brickfield.core import events as happened
from brickfield.core.board import WRECK, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.questions import Moment, Question
from brickfield.core.state import State
from brickfield.core.table import Table
from .battlefield import is_target
from .winning import note_loss, note_losses, note_progress


@Moment
@rule("mbb.wreck.immovable")
def wreck_hit(t: Table, unit_id: UnitId) -> None:
    """A wreck is hit, to which nothing more can happen."""


@rule("mbb.wreck.side", "mbb.wreck.soft", "mbb.wreck.immovable", "mbb.geometry.destroyed_pose", "mbb.shoot.hit",
      "mbb.quick.wreck", "inf.eng.hit")  # fmt: skip
def destroy(t: Table, unit_id: str, by: str, others: tuple[UnitId, ...] = ()) -> None:
    """A destroyed unit lies on its side where it stood, for the rest of the battle, and victory is tested at once.

    A wreck that may be fired at lies there already.
    """
    if t.units[unit_id].status == WRECK and is_target(t, t.units[unit_id]):
        wreck_hit(t, unit_id)
        return
    clause = taken_away_by(t, t.units[unit_id])
    t.emit(
        happened.UnitDestroyed(
            unit=unit_id, by=by, leaves_wreck=not clause, others=others or UNSET, clause=clause or "mbb.wreck.side"
        )
    )
    note_progress(t)
    note_loss(t, unit_id, by)


@rule("mbb.win.elimination", "mbb.turn.sequence", "mbb.card.deck.draw")
def lose_together(t: Table, lost: Sequence[UnitId], seat: int, clause: str) -> None:
    """Units that one event destroys: all of them are gone before anybody asks who has won, so nobody may have."""
    for unit_id in lost:
        stays = not taken_away_by(t, t.units[unit_id])
        t.emit(happened.UnitDestroyed(unit=unit_id, leaves_wreck=stays, clause=clause))
    if lost:
        note_progress(t)
        note_losses(t, tuple(lost), "", seat)


@Question
@rule("mbb.wreck.side", "mbb.cmd.death")
def taken_away_by(state: State, unit: Unit) -> str:
    """The clause that takes a destroyed unit off the table; empty: it becomes a wreck, a commander's tank too."""
    return ""
