"""The Round: initiative, passes through the order until every unit has acted, and what ends with it."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.frames import Frame, Goto, Push
from brickfield.core.questions import Moment
from brickfield.core.table import Table
from .activation import Activation, unacted
from .battlefield import match_of
from .deployment import Deployment
from .initiative import Initiative, initiative_order
from .objective import end_if_decided, end_round
from .record_sheet import ROUND_MARKS, number


class Battle(Frame):
    """The whole game: a first roll for deployment, deployment, then rounds until somebody has won."""

    round: int = 0

    STEPS: ClassVar[tuple[str, ...]] = ("roll_for_deployment", "deploy", "check_sides", "play_round", "next_round")
    PUBLIC: ClassVar[tuple[str, ...]] = ("round",)

    @rule("bm.geometry.setup")
    def roll_for_deployment(self, t: Table) -> Any:
        """The first initiative roll decides the order of deployment and nothing else."""
        return Push(Initiative())

    @rule("bm.geometry.setup")
    def deploy(self, t: Table) -> Any:
        """Units are placed."""
        return Push(Deployment())

    @rule("bm.objective.default")
    def check_sides(self, t: Table) -> Any:
        """A game with one side only is over before it begins."""
        end_if_decided(t, ())

    @rule("bm.setup.rounds")
    def play_round(self, t: Table) -> Any:
        """The game is a series of rounds."""
        self.round += 1
        return Push(Round(number=self.round))

    @rule("bm.setup.rounds")
    def next_round(self, t: Table) -> Any:
        """When all units have acted a new round begins."""
        return Goto("play_round")


class Round(Frame):
    """One round: initiative, then everybody in order with one unit, pass after pass."""

    number: int = 1
    # how many players have been called so far, and the holders that have cooled down
    called: int = 0
    cooled: tuple[str, ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = (
        "begin",
        "roll_initiative",
        "call_player",
        "next_player",
        "cool_holder",
        "next_holder",
        "finish",
    )
    PUBLIC: ClassVar[tuple[str, ...]] = ("number", "called", "cooled")

    @rule("bm.setup.rounds")
    def begin(self, t: Table) -> Any:
        """A new round."""
        t.emit(happened.RoundStarted(round=self.number, clause="bm.setup.rounds"))

    @rule("bm.init.roll", "bm.option.fastinit.order")
    def roll_initiative(self, t: Table) -> Any:
        """Each round opens with initiative."""
        return Push(Initiative(settle_all=not match_of(t).options.faster_initiative))

    @rule("bm.init.order", "bm.option.multi.passes", "bm.option.multi.skip", "bm.geometry.activation_loss",
          "bm.option.fastinit.multi")  # fmt: skip
    def call_player(self, t: Table) -> Any:
        """The next player in order acts with a unit that has not acted; who has none is skipped."""
        order = initiative_order(t)
        for _ in order:
            seat = order[self.called % len(order)]
            self.called += 1
            if unacted(t, seat):
                return Push(Activation(seat=seat))
        return Goto("cool_holder")

    @rule("bm.option.multi.passes")
    def next_player(self, t: Table) -> Any:
        """The order is run through until every unit has acted."""
        return Goto("call_player")

    @rule("bm.objective.stalemate", "bm.objective.alternative")
    def finish(self, t: Table) -> Any:
        """Counters of the round are cleared, goals are looked at."""
        round_is_over(t)
        t.emit(happened.RoundEnded(round=self.number, clause="bm.option.multi.skip"))
        end_round(t)
        for mark in ROUND_MARKS:
            if any(number(unit, mark) for unit in t.units.values()):
                t.emit(happened.MarksCleared(mark=mark, clause="bm.action.count"))


@Moment
def round_is_over(t: Table) -> None:
    """All units have acted."""
