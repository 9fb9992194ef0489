"""Rounds and turns: the order of a battle, of a round and of a turn, phase by phase."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import UNSET, UnsetType

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.frames import DONE, Ask, Frame, Goto, Push, Roll
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.core.table import Table
from .aims import ask_for_targets
from .movement_phase import MovementPhase
from .obstacles_and_terrain import LayingOut
from .shooting import ShootingPhase, lock_declarations, shooters
from .starting_a_game import (
    DEPLOYMENT,
    Deployment,
    FirstTurnChoice,
    SkipPhase,
    deployment_dice,
    first_turn_rule,
    high_roller,
)
from .target_declaration import Shot
from .turns import battle_begins, in_battle, targets_locked, turn_begins, turn_ends, turn_order, turn_passed_over
from .winning import end_if_decided, end_round

_NOBODY = -1


@Question
@rule("mbb.setup.roll")
def how_to_roll(state: State) -> Any:
    """Who is first is found out by a throw of the dice for deployment."""
    return Roll(deployment_dice(state), into="faces")


@Question
@rule("mbb.declare.after_move")
def first_aims(state: State, seat: int) -> Ask | None:
    """What the Target Declaration Phase begins with: the targets."""
    return ask_for_targets(seat)


@Question
@rule("mbb.turn.sequence")
def after_the_shots(state: State, turn: Turn) -> Any:
    """What comes between the Shooting Phase and the end of a turn: nothing."""


class Battle(Frame):
    """The whole battle: battlefield, roll for deployment, deployment, then rounds to the end."""

    first: int = 0
    round: int = 0
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = (
        "lay_out_battlefield",
        "roll_for_deployment",
        "find_high_roller",
        "lay_mines",
        "place_works",
        "deploy",
        "check_armies",
        "play_round",
        "next_round",
    )
    PUBLIC: ClassVar[tuple[str, ...]] = ("first", "round", "faces")

    @rule("mbb.setup.when")
    def lay_out_battlefield(self, t: Table) -> Any:
        """The battlefield comes before the units."""
        battle_begins(t)
        return Push(LayingOut())

    @rule("mbb.setup.roll")
    def roll_for_deployment(self, t: Table) -> Any:
        """Who deploys first is a matter of dice."""
        return how_to_roll(t)

    @rule("mbb.setup.roll", "mbb.setup.first_player")
    def find_high_roller(self, t: Table) -> Any:
        """The high roller deploys first and takes the first turn; a tie is thrown again."""
        if not self.faces:
            self.first = int(t.facts["first"])
            return None
        best = high_roller(self.faces)
        if best is None:
            return Goto("roll_for_deployment")
        rollers = [pool.seat for pool in deployment_dice(t)]
        self.first = winner = rollers[best]
        throws = tuple(happened.Throw(DEPLOYMENT, seat, shown) for seat, shown in zip(rollers, self.faces, strict=True))
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
    """One turn for each player, the first player first; in a free-for-all the dice say who that is."""

    number: int = 1
    first: int = 0
    taken: int = 0

    STEPS: ClassVar[tuple[str, ...]] = (
        *("begin", "weather", "roll_for_start", "find_starter"),
        *("take_turn", "next_turn", "finish"),
    )
    PUBLIC: ClassVar[tuple[str, ...]] = ("number", "first", "taken")

    @rule("mbb.turn.round")
    def begin(self, t: Table) -> Any:
        """A new round."""
        t.emit(happened.RoundStarted(round=self.number, clause="mbb.turn.round"))

    @rule("mbb.turn.round", "mbb.turn.end", "mbb.team.alternate", "mbb.team.two_turns", "mbb.team.first_turn")
    def take_turn(self, t: Table) -> Any:
        """The next player in order takes a turn; who has lost everything is passed over."""
        order = turn_order(t, self.first)
        while self.taken < len(order) and not in_battle(t, order[self.taken]):
            turn_passed_over(t, order[self.taken])
            self.taken += 1
        if self.taken == len(order):
            return Goto("finish")
        seat = order[self.taken]
        # a player of a smaller team may have a second turn in the round: nobody opens the battle twice
        again = seat in order[: self.taken]
        self.taken += 1
        return Push(Turn(seat=seat, first=_NOBODY if again else self.first))

    @rule("mbb.turn.end", "mbb.team.alternate")
    def next_turn(self, t: Table) -> Any:
        """Then the other player, or the next of the other team."""
        return Goto("take_turn") if self.taken < len(turn_order(t, self.first)) else None

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
    # the cards of the end of the Shooting Phase have been asked for
    carded: bool | UnsetType = UNSET

    STEPS: ClassVar[tuple[str, ...]] = (
        "begin",
        "first_turn_rule",
        "give_up_phase",
        "commanders_plan",
        "cards_at_the_start",
        "airplane_phase",
        "shoot_first",
        "movement_phase",
        "target_declaration_phase",
        "cards_in_declaration",
        "cards_against_spotters",
        "declare_after_cards",
        "lock_declarations",
        "shooting_phase",
        "move_again",
        "planes_leave",
        "cards_at_the_end",
        "finish",
        # where cards are played the turn comes here between shooting and moving again, and goes back: so it is saved
        "cards_after_shooting",
        "rapid_fire",
        "back_to_the_turn",
    )
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "first", "skipped", "shots", "carded")

    @rule("mbb.turn.active", "mbb.turn.phases", "mbb.turn.sequence")
    def begin(self, t: Table) -> Any:
        """This player is the Active Player now."""
        turn_begins(t, self.seat)

    @rule("mbb.first_turn.rule", "mbb.first_turn.when", "mbb.first_turn.once")
    def first_turn_rule(self, t: Table) -> Any:
        """The first player gives up moving or shooting at the start of the first turn."""
        return Ask(FirstTurnChoice(self.seat), into="skipped") if first_turn_rule(t, self.seat, self.first) else None

    @rule("mbb.first_turn.when", "mbb.first_turn.planes")
    def give_up_phase(self, t: Table) -> Any:
        """The choice is public from now on."""
        if self.skipped is not None:
            choice = self.skipped.phase
            t.emit(happened.Chosen(seat=self.seat, what="skipped_phase", choice=choice, clause="mbb.first_turn.rule"))

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
            return Goto("planes_leave")
        t.emit(happened.PhaseStarted(phase="target_declaration", clause="mbb.turn.phases"))
        if not shooters(t, self.seat):
            return Goto("move_again")
        return first_aims(t, self.seat)

    @rule("mbb.declare.locked", "mbb.declare.void_missed")
    def lock_declarations(self, t: Table) -> Any:
        """What has not been declared by now is lost, and nothing may be changed any more."""
        lock_declarations(t, self.seat, self.shots)
        targets_locked(t, self.seat)

    @rule("mbb.turn.phases")
    def shooting_phase(self, t: Table) -> Any:
        """III. Shooting."""
        return Push(ShootingPhase(seat=self.seat, shots=self.shots)) if self.shots else None

    @rule("mbb.turn.sequence")
    def move_again(self, t: Table) -> Any:
        """Nothing more, unless a chapter knows of something."""
        return after_the_shots(t, self)

    @rule("mbb.turn.end", "mbb.turn.sequence")
    def finish(self, t: Table) -> Any:
        """All phases are done."""
        turn_ends(t, self.seat)
        t.emit(happened.TurnEnded(seat=self.seat, clause="mbb.turn.end"))
        return DONE
