"""The Game: rounds in which every player has a turn, from the first water to the last shot."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.dice import Pool
from brickfield.core.frames import Frame, Goto, Push, Roll
from brickfield.core.table import Table
from .setting_out import Deployment, OrderOfPlay
from .turns import Turn
from .victory import afloat, end_if_decided, end_round
from .waters import sea_of, tokens_laid

# Marks that tell what a unit has done; they are taken off when a round begins.
_DONE_MARKS = ("acted", "spent", "attacked", "rammed")


class Battle(Frame):
    """The whole battle: waters, fleets, order of play, then rounds until somebody has won."""

    round: int = 0
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = (
        "prepare_waters",
        "draw_placing_seat",
        "place_fleets",
        "order_of_play",
        "first_wind",
        "wind_blows",
        "play_round",
        "next_round",
    )
    PUBLIC: ClassVar[tuple[str, ...]] = ("round", "faces")

    @rule("sea.game.setup", "sea.game.sequence", "sea.game.empty_table")
    def prepare_waters(self, t: Table) -> Any:
        """Islands, rocks, reefs and seaweed first, or nothing at all; forts of a scenario stand on them."""
        t.emit(happened.PhaseStarted(phase="deployment", clause="sea.game.sequence"))
        for token in tokens_laid(t):
            t.emit(happened.TokenPlaced(token=token, clause="sea.game.setup"))
        for unit_id, pose in sea_of(t).places.items():
            t.emit(happened.UnitPlaced(unit=unit_id, pose=pose, clause="sea.fort.scenario"))

    @rule("sea.geometry.deploy_order", "sea.geometry.rng")
    def draw_placing_seat(self, t: Table) -> Any:
        """Who places first is drawn by lot and decides nothing else."""
        return Roll((Pool(1, "the first fleet", t.match.seats),), into="faces")

    @rule("sea.geometry.deploy_order", "sea.game.sequence")
    def place_fleets(self, t: Table) -> Any:
        """Start positions come before the order of play."""
        return Push(Deployment(seat=self.faces[0][0] - 1))

    @rule("sea.game.order_roll", "sea.fort.scenario", "sea.game.sequence")
    def order_of_play(self, t: Table) -> Any:
        """Dice say who begins, or the scenario does."""
        end_if_decided(t)
        starter = sea_of(t).scenario.starter
        if starter >= 0:
            t.emit(happened.FactChanged(name="first", value=starter, clause="sea.fort.scenario"))
            return None
        return Push(OrderOfPlay(seats=afloat(t)))

    @rule("sea.game.round")
    def play_round(self, t: Table) -> Any:
        """Play proceeds in rounds."""
        self.round += 1
        return Push(Round(number=self.round))

    @rule("sea.game.round")
    def next_round(self, t: Table) -> Any:
        """And another one."""
        return Goto("play_round")


class Round(Frame):
    """One turn for every player who still has units, the same starter as before, then to the left."""

    number: int = 1
    taken: int = 0

    STEPS: ClassVar[tuple[str, ...]] = ("new_order", "begin", "take_turn", "next_turn", "finish")
    PUBLIC: ClassVar[tuple[str, ...]] = ("number", "taken")

    @rule("sea.game.order_other")
    def new_order(self, t: Table) -> Any:
        """By agreement the first turn is thrown for anew in every round."""
        if t.match.options.order == "reroll_each_round" and self.number > 1:
            return Push(OrderOfPlay(seats=afloat(t)))
        return None

    @rule("sea.game.round", "sea.game.same_starter", "sea.game.mark_done")
    def begin(self, t: Table) -> Any:
        """A new round: cards are turned back, and a starter who is out is replaced by the next to the left."""
        t.emit(happened.RoundStarted(round=self.number, clause="sea.game.round"))
        shown = set[str]().union(*[unit.marks for unit in t.units.values()])
        for mark in _DONE_MARKS:
            if mark in shown:
                t.emit(happened.MarksCleared(mark=mark, clause="sea.game.mark_done"))
        seats, still, first = t.match.seats, afloat(t), int(t.facts["first"])
        starter = next(seat for seat in ((first + step) % seats for step in range(seats)) if seat in still)
        if starter != first:
            t.emit(happened.FactChanged(name="first", value=starter, clause="sea.game.same_starter"))

    @rule("sea.game.order_left", "sea.game.round", "sea.game.more_players")
    def take_turn(self, t: Table) -> Any:
        """The next player to the left; one without units is skipped."""
        seat = (int(t.facts["first"]) + self.taken) % t.match.seats
        self.taken += 1
        return Push(Turn(seat=seat)) if seat in afloat(t) else None

    @rule("sea.game.round")
    def next_turn(self, t: Table) -> Any:
        """Until everybody has had one."""
        return Goto("take_turn") if self.taken < t.match.seats else None

    @rule("sea.game.round", "sea.geometry.round_end")
    def finish(self, t: Table) -> Any:
        """The round is over: what the sea does now."""
        t.emit(happened.RoundEnded(round=self.number, clause="sea.game.round"))
        return Push(RoundEnd(number=self.number))


class RoundEnd(Frame):
    """The end of a round: currents, drift, monsters, repairs, victory, new wind, in this order."""

    number: int = 1
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("currents", "drift", "monsters", "repairs", "victory", "new_wind", "wind_turns")
    PUBLIC: ClassVar[tuple[str, ...]] = ("number", "faces")

    @rule("sea.game.stalemate", "sea.game.max_rounds", "sea.geometry.round_end")
    def victory(self, t: Table) -> Any:
        """Is it over?"""
        end_round(t, self.number)
