"""What commanders do in the course of a turn, beside what everybody does."""

from __future__ import annotations

from typing import Any

from brickfield.core import events as happened
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.frames import Push
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.base.moments import movement_begins
from brickfield.games.micro_brick_battle.base.movement_phase import MovementPhase
from brickfield.games.micro_brick_battle.base.rounds_and_turns import Turn, movement_after_shooting
from brickfield.games.micro_brick_battle.chapters.special_units.chapter import SPECIAL_UNITS
from brickfield.games.micro_brick_battle.chapters.special_units.special_units import (
    EXTRA_MOVEMENT,
    MOVE_SHOOT_MOVE,
    SHOOT_MOVE_SHOOT,
)
from brickfield.games.micro_brick_battle.chapters.special_units.tank_commanders import (
    CommandersPlan,
    CommandersShot,
    abilities,
    uses,
)


@step(Turn, SPECIAL_UNITS)
@rule("mbb.cmd.ability")
def commanders_plan(turn: Turn, t: Table) -> Any:
    """Who has a commander chooses how its tank spends the turn."""
    return Push(CommandersPlan(seat=turn.seat)) if abilities(t, turn.seat) else None


@step(Turn, SPECIAL_UNITS)
@rule("mbb.cmd.sms")
def shoot_first(turn: Turn, t: Table) -> Any:
    """Shoot-Move-Shoot begins with a shot of the commander alone."""
    return Push(CommandersShot(seat=turn.seat)) if uses(t, turn.seat, SHOOT_MOVE_SHOOT) else None


@movement_after_shooting.amended(SPECIAL_UNITS)
@rule("mbb.cmd.msm")
def move_again(state: State, seat: int, before: Push | None) -> Push | None:
    """Move-Shoot-Move ends with another Movement Phase of the commander alone."""
    return Push(CommandersMove(seat=seat)) if uses(state, seat, MOVE_SHOOT_MOVE) else before


class CommandersMove(MovementPhase):
    """The Movement Phase that Move-Shoot-Move adds to a turn: the commander's tank alone has its full points again."""

    @rule("mbb.cmd.msm", "mbb.move.max")
    def begin(self, t: Table) -> Any:
        """The ground charges anew; what is limited for the whole turn runs on."""
        t.emit(happened.PhaseStarted(phase=EXTRA_MOVEMENT, clause="mbb.cmd.msm"))
        t.emit(happened.MarksCleared(mark="spent", clause="mbb.cmd.msm"))
        movement_begins(t, self.seat, True)

    @rule("mbb.cmd.msm")
    def infantry(self, t: Table) -> Any:
        """Nobody else moves, no infantry either."""
