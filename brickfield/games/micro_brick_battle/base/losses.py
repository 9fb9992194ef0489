"""Losses: what a destroyed unit leaves behind, and units that one event destroys together."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from brickfield.core import events as happened
from brickfield.core.board import FLYING, WRECK, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.questions import Moment, Question
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.base.battlefield import footprint_at, is_target, obstacles, terrain
from brickfield.games.micro_brick_battle.base.winning import note_loss, note_losses, note_progress
from brickfield.games.micro_brick_battle.chapters.amphibious_vehicles.amphibious_vehicles import sinks
from brickfield.games.micro_brick_battle.chapters.amphibious_vehicles.chapter import AMPHIBIOUS_VEHICLES
from brickfield.games.micro_brick_battle.chapters.artillery.chapter import ARTILLERY_PIECES
from brickfield.games.micro_brick_battle.chapters.special_units.special_units import is_artillery
from brickfield.geometry import Scene, kernel


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
@rule("mbb.arty.removed", "mbb.amph.sink", "mbb.cmd.death", "mbb.air.destroyed")
def taken_away_by(state: State, unit: Unit) -> str:
    """The clause that takes a destroyed unit off the table; empty: it becomes a wreck, a commander's tank too."""
    if unit.status == FLYING:
        return "" if _room_for_wreck(state, unit) else "mbb.air.destroyed"
    played = state.match.chapters_in_play
    if played[ARTILLERY_PIECES] and is_artillery(state, unit.id):
        return "mbb.arty.removed"
    return "mbb.amph.sink" if played[AMPHIBIOUS_VEHICLES] and sinks(state, unit) else ""


@rule("mbb.air.destroyed")
def _room_for_wreck(state: State, plane: Unit) -> bool:
    """A plane comes down where there is room for its wreck: on no unit, wreck, water or closed ground."""
    assert plane.pose is not None
    shape = footprint_at(state, plane.id, plane.pose)
    water = Scene([water.shape for water in terrain(state).grounds.shallow_water])
    return kernel.overlapped(obstacles(state).scene, shape) == -1 and kernel.overlapped(water, shape) == -1
