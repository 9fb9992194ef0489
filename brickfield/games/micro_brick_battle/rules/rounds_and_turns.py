"""Rounds and turns: the order of a battle, of a round and of a turn, phase by phase."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.frames import Ask, Frame, Goto, Push, Roll
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.rules.aims import DeclareTargets
from brickfield.games.micro_brick_battle.rules.movement_phase import MovementPhase
from brickfield.games.micro_brick_battle.rules.obstacles_and_terrain import LayingOut
from brickfield.games.micro_brick_battle.rules.shooting import ShootingPhase, shooters
from brickfield.games.micro_brick_battle.rules.starting_a_game import (
    DEPLOYMENT,
    Deployment,
    FirstTurnChoice,
    SkipPhase,
    deployment_pools,
    first_turn_rule,
    high_roller,
)
from brickfield.games.micro_brick_battle.rules.target_declaration import Shot
from brickfield.games.micro_brick_battle.rules.winning import end_if_decided, end_round


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
        throws = tuple(happened.Throw(DEPLOYMENT, seat, shown) for seat, shown in enumerate(self.faces))
        t.emit(happened.FactChanged(name="first", value=winner, clause="mbb.setup.first_player", throws=throws))
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
