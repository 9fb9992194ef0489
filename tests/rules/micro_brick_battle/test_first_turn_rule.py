"""First turn rule: the first player gives up moving or shooting in the opening turn, and only then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.testing import Position, Result, clause, dice, forward, lay_table, start, unit

GAME = "micro_brick_battle"


def opening(first: int = 0, **position: Any) -> Position:
    """The very first turn of a battle; the two tanks see each other."""
    units = [unit("A1", "M4 Sherman", 24, 4, 90), unit("B1", "Panzer III", 24, 32, 270)]
    return lay_table(GAME, units, round=1, phase="turn", seat=first, first=first, **position)


def refused(t: Position, act: Callable[[], Result], code: str, cited: str) -> None:
    """The answer is refused by this clause, and nothing has changed."""
    before = t.state.digest()
    result = act()
    assert result.refusal is not None, t
    assert (result.refusal.code, result.refusal.clause) == (code, cited)
    assert t.state.digest() == before


@clause("mbb.first_turn.rule", "mbb.first_turn.when")
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_player_chooses_at_the_start_of_the_first_turn(first: int) -> None:
    t = opening(first)
    assert (t.asked, t.state.waiting_for()) == ("first_turn_choice", (first,))
    assert t.decision is not None
    assert t.decision.CLAUSE == "mbb.first_turn.rule"
    assert [type(event).__name__ for event in t.events] == ["TurnStarted"]


@clause("mbb.first_turn.rule")
def test_one_of_the_two_must_be_given_up() -> None:
    t = opening()
    for answer in ({"answer": "skip_phase", "phase": "none"}, {"answer": "skip_phase"}):
        refused(t, lambda answer=answer: t.send(answer), "malformed", "")
    refused(t, lambda: t.send({"answer": "end_movement"}), "other_question", "mbb.first_turn.rule")
    refused(t, lambda: t.move("A1", forward(1)), "other_question", "mbb.first_turn.rule")


@clause("mbb.first_turn.skip_move", "mbb.first_turn.rule")
def test_example_a_without_movement_the_turn_is_declaration_and_shooting() -> None:
    t = opening()
    result = t.answer("skip_phase", phase="movement")
    assert [skipped.phase for skipped in result.of("phase_skipped")] == ["movement"]
    assert t.asked == "declare_targets"
    result = t.fire({"A1": "B1"}, dice=dice(1, 1))
    assert [event.phase for event in result.of("phase_started")] == ["shooting", "movement"]
    assert len(result.of("shot_resolved")) == 1
    assert t.state.waiting_for() == (1,)


@clause("mbb.first_turn.skip_shoot", "mbb.first_turn.rule")
def test_example_b_without_shooting_the_turn_is_movement_only() -> None:
    t = opening()
    t.answer("skip_phase", phase="shooting")
    assert t.asked == "move_units"
    t.move("A1", forward(2))
    result = t.end_movement()
    assert [skipped.phase for skipped in result.of("phase_skipped")] == ["shooting"]
    assert result.of("turn_ended")
    assert (t.asked, t.state.waiting_for()) == ("move_units", (1,))
    phases = [event.phase for event in t.events if type(event).__name__ == "PhaseStarted"]
    assert phases == ["movement", "movement"], "no target was declared"


@clause("mbb.first_turn.once", "mbb.first_turn.rule")
@pytest.mark.parametrize("first", [0, 1])
def test_the_second_player_and_every_later_turn_are_complete(first: int) -> None:
    t = opening(first)
    t.answer("skip_phase", phase="shooting")
    t.end_movement()
    for seat in (1 - first, first, 1 - first, first):
        assert (t.asked, t.state.waiting_for()) == ("move_units", (seat,))
        t.end_movement()
        assert t.asked == "declare_targets"
        t.fire({})
    assert sum(type(event).__name__ == "PhaseSkipped" for event in t.events) == 1


@clause("mbb.first_turn.when")
def test_the_choice_comes_after_all_units_are_deployed() -> None:
    t = start(Setup(GAME, "six_v_six"), dice(5, 2))
    for number in range(12):
        assert t.asked == "deploy_unit"
        seat = number % 2
        name, x = f"{'AB'[seat]}{number // 2 + 1}", 4 + 3 * number
        t.answer("place", unit=name, x=x, y=3 if seat == 0 else 33, heading=90)
        chosen = [event for event in t.events if type(event).__name__ == "Chosen"]
        assert chosen == []
    assert (t.asked, t.state.waiting_for()) == ("first_turn_choice", (0,))
    assert t.answer("skip_phase", phase="movement").of("chosen")[0].choice == "movement"


@clause("mbb.move.turret.when", "mbb.first_turn.skip_move")
def test_giving_up_movement_does_not_bind_the_turrets() -> None:
    units = [unit("A1", "M4 Sherman", 24, 4, 270), unit("B1", "Panzer III", 24, 32, 270)]
    t = lay_table(GAME, units, round=1, phase="turn")
    t.answer("skip_phase", phase="movement")
    assert t.legal_targets("A1") == ["B1"]


@clause("mbb.quick.first")
@pytest.mark.parametrize(("skipped", "asked"), [("movement", "declare_targets"), ("shooting", "move_units")])
def test_quick_play_opens_with_moving_or_shooting_too(skipped: str, asked: str) -> None:
    t = opening(options={"rules_level": "quick"})
    t.answer("skip_phase", phase=skipped)
    assert t.asked == asked
    if skipped == "shooting":
        t.end_movement()
    else:
        t.fire({})
    assert (t.asked, t.state.waiting_for()) == ("move_units", (1,))
    t.end_movement()
    assert t.asked == "declare_targets"


@clause("mbb.first_turn.once")
def test_a_battle_in_its_second_round_asks_nothing() -> None:
    units = [unit("A1", "M4 Sherman", 24, 4, 90), unit("B1", "Panzer III", 24, 32, 270)]
    assert lay_table(GAME, units, round=2, phase="turn").asked == "move_units"
    assert lay_table(GAME, units, round=1, phase="turn", seat=1, first=0).asked == "move_units"
