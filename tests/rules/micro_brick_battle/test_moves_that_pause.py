"""Moves that pause: whatever lies in wait along a way stops a move there, in the middle of a step too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from brickfield.core import events as happened
from brickfield.core.frames import Ask, Frame
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.base import moves_under_way
from brickfield.games.micro_brick_battle.base.movement import MP_GRAIN, Taken
from brickfield.games.micro_brick_battle.base.starting_a_game import FirstTurnChoice, SkipPhase
from brickfield.geometry import Pose
from brickfield.geometry.grain import GRAIN
from brickfield.testing import Position, clause, forward, lay_table, pivot, slide, unit

WIRE = 10.0


class Snag(Frame):
    """Something at a wire across the table. What it does is said by its name; a question is put to the other seat."""

    mover: str = ""
    does: str = ""
    answer: SkipPhase | None = None

    STEPS: ClassVar[tuple[str, ...]] = ("ask", "work")
    PUBLIC: ClassVar[tuple[str, ...]] = ("mover", "does", "answer")

    def ask(self, t: Table) -> Any:
        return Ask(FirstTurnChoice(1), into="answer") if self.does == "ask" else None

    def work(self, t: Table) -> Any:
        t.emit(happened.UnitMarked(unit=self.mover, mark="snagged", value=1))
        if self.does == "destroy":
            t.emit(happened.UnitDestroyed(unit=self.mover))
        if self.does == "slow":
            spent = t.units[self.mover].marks.get("spent", 0)
            t.emit(happened.UnitMarked(unit=self.mover, mark="spent", value=spent + 2 * MP_GRAIN))


@pytest.fixture
def lay_wire(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Lay the wire, and say what it does to whoever drives over it."""

    def lay(does: str) -> None:
        def snag(t: Table, mover: str, start: Pose, taken: Taken) -> tuple[int, Frame] | None:
            low, high = start.place[1], taken.pose.place[1]
            if "snagged" in t.units[mover].marks or not low < WIRE <= high:
                return None
            at = round(taken.amount * GRAIN * (WIRE - low) / (high - low))
            return at, Snag(mover=mover, does=does)

        watcher = moves_under_way.Watcher(0, snag)
        monkeypatch.setattr(moves_under_way.lie_in_wait.question, "base", lambda state: (watcher,))

    return lay


def table(**options: Any) -> Position:
    units = [unit("A1", "M4 Sherman", 24, 6.1, 90), unit("B1", "Panzer III", 40, 30, 270)]
    return lay_table("micro_brick_battle", units, options=options)


ORDER = (forward(5), pivot(90), forward(2), forward(1))


@clause("mbb.move.any_number", "mbb.move.fraction")
def test_a_move_that_nothing_comes_of_ends_as_if_nobody_had_looked(lay_wire: Callable[[str], None]) -> None:
    plain, watched = table(), table()
    before = plain.move("A1", *ORDER)
    lay_wire("nothing")
    after = watched.move("A1", *ORDER)
    assert plain.pose("A1") == watched.pose("A1")
    assert plain.points_left("A1") == watched.points_left("A1")
    first, second, *rest = after.of("unit_moved")
    assert (first.step, second.step) == ("forward", "forward")
    assert first.pose.place[1] == WIRE
    assert first.amount + second.amount == pytest.approx(5.0)
    assert rest == before.of("unit_moved")[1:]
    assert after.of("step_refused") == before.of("step_refused") != []


@clause("mbb.move.any_number")
def test_who_is_destroyed_on_the_way_lies_where_it_was_met(lay_wire: Callable[[str], None]) -> None:
    lay_wire("destroy")
    t = table()
    told = t.move("A1", *ORDER)
    mover = t.state.units["A1"]
    assert (mover.status, len(told.of("unit_moved"))) == ("wreck", 1)
    assert mover.pose is not None
    assert mover.pose.place[1] == WIRE
    assert told.of("step_refused") == []


@clause("mbb.move.max")
def test_who_loses_points_on_the_way_stops_where_they_end(lay_wire: Callable[[str], None]) -> None:
    lay_wire("slow")
    t = table()
    told = t.move("A1", forward(8))
    mover = t.state.units["A1"]
    assert mover.pose is not None
    assert mover.pose.place[1] == pytest.approx(6.1 + 6.0)
    assert sum(event.amount for event in told.of("unit_moved")) == pytest.approx(6.0)
    assert t.points_left("A1") == pytest.approx(0.0)


@clause("mbb.quick.move")
def test_a_free_path_is_stopped_alike(lay_wire: Callable[[str], None]) -> None:
    lay_wire("slow")
    t = table(rules_level="quick")
    t.move("A1", slide(45, 8))
    mover = t.state.units["A1"]
    assert mover.pose is not None
    x, y = mover.pose.place
    assert (x - 24, y - 6.1) == pytest.approx((6 * 0.5**0.5, 6 * 0.5**0.5), abs=1e-5)


@clause("mbb.move.any_number")
def test_the_table_shows_what_is_left_of_a_move_that_waits_for_an_answer(lay_wire: Callable[[str], None]) -> None:
    lay_wire("ask")
    t = table()
    end = t.end("A1", *ORDER)
    assert t.move("A1", *ORDER).accepted
    assert t.state.waiting_for() == (1,)
    situation = t.match.game.situation
    assert situation is not None
    (left,) = situation(t.state).unfinished
    assert (left.unit, [leg.step for leg in left.legs]) == ("A1", ["forward", "pivot", "forward"])
    assert (left.legs[0].amount, left.legs[0].cost) == pytest.approx((1.1, 1.1))
    assert t.answer("skip_phase", phase="movement").accepted
    assert situation(t.state).unfinished == ()
    assert t.state.waiting_for() == (0,)
    pose = t.state.units["A1"].pose
    assert pose is not None
    assert (*pose.place, pose.degrees) == end
