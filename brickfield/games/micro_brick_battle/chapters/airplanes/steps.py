"""What airplanes do in the course of a turn: they come first, and leave at its end."""

from __future__ import annotations

from typing import Any

from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.frames import Push
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.base.rounds_and_turns import Turn
from brickfield.games.micro_brick_battle.chapters.airplanes.airplane_phase import AirplanePhase
from brickfield.games.micro_brick_battle.chapters.airplanes.airplanes import end_second_turns, planes_of
from brickfield.games.micro_brick_battle.chapters.airplanes.chapter import AIRPLANES


@step(Turn, AIRPLANES)
@rule("mbb.air.before_others", "mbb.turn.sequence", "mbb.first_turn.planes")
def airplane_phase(turn: Turn, t: Table) -> Any:
    """Airplanes come first; who gave up shooting only moves them."""
    if not planes_of(t, turn.seat):
        return None
    hold_fire = turn.skipped is not None and turn.skipped.phase == "shooting"
    return Push(AirplanePhase(seat=turn.seat, hold_fire=hold_fire))


@step(Turn, AIRPLANES)
@rule("mbb.turn.sequence", "mbb.air.exit_second")
def planes_leave(turn: Turn, t: Table) -> Any:
    """Airplanes on their second turn leave."""
    end_second_turns(t, turn.seat)
