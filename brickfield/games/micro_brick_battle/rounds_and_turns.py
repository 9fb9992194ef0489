"""Rounds and turns: the order of a battle, of a round and of a turn, phase by phase."""

from __future__ import annotations

from typing import Any, ClassVar, Union

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import Ask, Frame, Goto, Push, Roll
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle import reinforcements
from brickfield.games.micro_brick_battle.movement import (
    Drive,
    Move,
    drive,
    events_of,
    may_move,
    movable_units,
    turnable_units,
)
from brickfield.games.micro_brick_battle.obstacles_and_terrain import LayingOut
from brickfield.games.micro_brick_battle.reinforcements import Enter, Entry
from brickfield.games.micro_brick_battle.shooting import ShootingPhase, shooters
from brickfield.games.micro_brick_battle.starting_a_game import (
    Deployment,
    FirstTurnChoice,
    SkipPhase,
    deployment_pools,
    first_turn_rule,
    high_roller,
)
from brickfield.games.micro_brick_battle.target_declaration import Declare, Shot, settle_declarations
from brickfield.games.micro_brick_battle.winning import end_if_decided, end_round


class Battle(Frame):
    """The whole battle: battlefield, roll for deployment, deployment, then rounds until somebody has won."""

    first: int = 0
    round: int = 0
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = (
        "lay_out_battlefield",
        "roll_for_deployment",
        "find_high_roller",
        "deploy",
        "check_armies",
        "play_round",
        "next_round",
    )
    PUBLIC: ClassVar[tuple[str, ...]] = ("first", "round", "faces")

    @rule("mbb.setup.when")
    def lay_out_battlefield(self, t: Table) -> Any:
        """The battlefield comes before the units."""
        return Push(LayingOut())

    @rule("mbb.setup.roll")
    def roll_for_deployment(self, t: Table) -> Any:
        """Every player throws a die."""
        return Roll(deployment_pools(t.match.seats), into="faces")

    @rule("mbb.setup.roll", "mbb.setup.first_player")
    def find_high_roller(self, t: Table) -> Any:
        """The high roller deploys first and takes the first turn; a tie is thrown again."""
        winner = high_roller(self.faces)
        if winner is None:
            return Goto("roll_for_deployment")
        self.first = winner
        t.emit(happened.FactChanged(name="first", value=winner, clause="mbb.setup.first_player"))
        return None

    def deploy(self, t: Table) -> Any:
        """Units are placed in turn."""
        return Push(Deployment(seat=self.first))

    @rule("mbb.win.elimination")
    def check_armies(self, t: Table) -> Any:
        """A battle nobody can win ends before its first round."""
        end_if_decided(t)

    @rule("mbb.turn.round", "mbb.quick.rounds")
    def play_round(self, t: Table) -> Any:
        """Play proceeds in rounds."""
        self.round += 1
        return Push(Round(number=self.round, first=self.first))

    @rule("mbb.turn.end")
    def next_round(self, t: Table) -> Any:
        """When every player has had a turn a new round starts."""
        return Goto("play_round")


class Round(Frame):
    """One turn for each player, the first player first."""

    number: int = 1
    first: int = 0
    taken: int = 0

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "take_turn", "next_turn", "finish")
    PUBLIC: ClassVar[tuple[str, ...]] = ("number", "first", "taken")

    @rule("mbb.turn.round")
    def begin(self, t: Table) -> Any:
        """A new round."""
        t.emit(happened.RoundStarted(round=self.number, clause="mbb.turn.round"))

    @rule("mbb.turn.round", "mbb.turn.end")
    def take_turn(self, t: Table) -> Any:
        """The next player in order takes a turn."""
        seat = (self.first + self.taken) % t.match.seats
        self.taken += 1
        return Push(Turn(seat=seat, first=self.first))

    @rule("mbb.turn.end")
    def next_turn(self, t: Table) -> Any:
        """Then the other player."""
        return Goto("take_turn") if self.taken < t.match.seats else None

    @rule("mbb.turn.sequence")
    def finish(self, t: Table) -> Any:
        """The round is over: goals, deadlock, last round."""
        t.emit(happened.RoundEnded(round=self.number, clause="mbb.turn.end"))
        end_round(t)


class Turn(Frame):
    """The active player's turn: Movement, Target Declaration, Shooting."""

    seat: int = 0
    first: int = 0
    skipped: SkipPhase | None = None
    shots: tuple[Shot, ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = (
        "begin",
        "first_turn_rule",
        "give_up_phase",
        "movement_phase",
        "target_declaration_phase",
        "lock_declarations",
        "shooting_phase",
        "finish",
    )
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "first", "skipped", "shots")

    @rule("mbb.turn.active", "mbb.turn.phases", "mbb.turn.sequence")
    def begin(self, t: Table) -> Any:
        """This player is the Active Player now."""
        t.emit(happened.TurnStarted(seat=self.seat, clause="mbb.turn.active"))

    @rule("mbb.first_turn.rule", "mbb.first_turn.when", "mbb.first_turn.once")
    def first_turn_rule(self, t: Table) -> Any:
        """The first player gives up moving or shooting at the start of the first turn."""
        if not first_turn_rule(t, self.seat, self.first):
            return Goto("movement_phase")
        return Ask(FirstTurnChoice(self.seat), into="skipped")

    @rule("mbb.first_turn.when")
    def give_up_phase(self, t: Table) -> Any:
        """The choice is public from now on."""
        assert self.skipped is not None
        t.emit(
            happened.Chosen(
                seat=self.seat, what="skipped_phase", choice=self.skipped.phase, clause="mbb.first_turn.rule"
            )
        )

    @rule("mbb.turn.phases", "mbb.first_turn.skip_move", "mbb.quick.phases")
    def movement_phase(self, t: Table) -> Any:
        """I. Movement, unless it was given up."""
        if self.skipped is not None and self.skipped.phase == "movement":
            t.emit(happened.PhaseSkipped(phase="movement", clause="mbb.first_turn.rule"))
            return None
        return Push(MovementPhase(seat=self.seat))

    @rule("mbb.turn.phases", "mbb.declare.after_move", "mbb.first_turn.skip_shoot")
    def target_declaration_phase(self, t: Table) -> Any:
        """II. Target Declaration, once all movement is done; it falls away together with shooting."""
        if self.skipped is not None and self.skipped.phase == "shooting":
            t.emit(happened.PhaseSkipped(phase="shooting", clause="mbb.first_turn.rule"))
            return Goto("finish")
        t.emit(happened.PhaseStarted(phase="target_declaration", clause="mbb.turn.phases"))
        if not shooters(t, self.seat):
            return Goto("finish")
        return Ask(DeclareTargets(self.seat), into="shots")

    @rule("mbb.declare.locked", "mbb.declare.void_missed")
    def lock_declarations(self, t: Table) -> Any:
        """What has not been declared by now is lost, and nothing may be changed any more."""
        for shot in self.shots:
            t.emit(happened.TargetDeclared(unit=shot.unit, target=shot.target, clause="mbb.declare.one"))
        t.emit(happened.DeclarationsLocked(seat=self.seat, clause="mbb.declare.locked"))

    @rule("mbb.turn.phases")
    def shooting_phase(self, t: Table) -> Any:
        """III. Shooting."""
        return Push(ShootingPhase(seat=self.seat, shots=self.shots)) if self.shots else None

    @rule("mbb.turn.end")
    def finish(self, t: Table) -> Any:
        """All phases are done."""
        t.emit(happened.TurnEnded(seat=self.seat, clause="mbb.turn.end"))


class EndMovement(Answer, frozen=True):
    """No more movement this phase."""


class MoveUnits(Decision, frozen=True):
    """Which unit to move, and how; or that the movement is done."""

    ANSWER: ClassVar[Any] = Union[Move, Enter, EndMovement]
    CLAUSE: ClassVar[str] = "mbb.move.any_number"

    @rule("mbb.move.any_number", "mbb.move.optional", "mbb.reinf.forced")
    def settle(self, state: State, answer: Any) -> Any:
        """An order worked out step by step, a reserve brought on, or the end of the phase."""
        if isinstance(answer, Move):
            unit = may_move(state, self.seat, answer.unit)
            return unit if type(unit) is Refusal else drive(state, unit, answer.steps)
        if isinstance(answer, Enter):
            return reinforcements.may_enter(state, self.seat, answer)
        return reinforcements.must_enter(state, self.seat) or answer


class DeclareTargets(Decision, frozen=True):
    """The targets of all units, from the leftmost on; the answer locks them."""

    ANSWER: ClassVar[Any] = Declare
    CLAUSE: ClassVar[str] = "mbb.declare.one"

    def settle(self, state: State, answer: Any) -> Any:
        """See `settle_declarations`."""
        return settle_declarations(state, self.seat, answer)


class MovementPhase(Frame):
    """I. Movement Phase: units move one at a time, in any order, from none to all."""

    seat: int = 0
    order: Union[Drive, Entry, EndMovement, None] = None

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "move_units", "carry_out", "finish")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "order")

    @rule("mbb.move.max")
    def begin(self, t: Table) -> Any:
        """Every unit has its full Movement Points; what was left of earlier phases is lost."""
        t.emit(happened.PhaseStarted(phase="movement", clause="mbb.turn.phases"))
        t.emit(happened.MarksCleared(mark="spent", clause="mbb.move.max"))

    @rule("mbb.move.any_number", "mbb.move.optional")
    def move_units(self, t: Table) -> Any:
        """Ask for orders while something can still move, turn or come on."""
        seat = self.seat
        if movable_units(t, seat) or turnable_units(t, seat) or reinforcements.may_come(t, seat):
            return Ask(MoveUnits(seat), into="order")
        return Goto("finish")

    @rule("mbb.move.any_number", "mbb.reinf.enter")
    def carry_out(self, t: Table) -> Any:
        """Do what was ordered, then ask again."""
        order = self.order
        self.order = None
        if type(order) is Drive:
            for event in events_of(t, t.units[order.unit], order):
                t.emit(event)
        elif type(order) is Entry:
            reinforcements.bring_on(t, order)
        else:
            return None
        return Goto("move_units")

    @rule("mbb.declare.after_move")
    def finish(self, t: Table) -> Any:
        """Nothing moves after this."""
