"""Rounds and turns: who is active, which phase comes when, and where a battle that is decided stops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from brickfield.core.dice import DiceRanOut, Pool, SeededDice
from brickfield.core.match import Setup
from brickfield.testing import Position, Result, clause, dice, forward, lay_table, piece, pivot, start, unit

GAME = "micro_brick_battle"
# The clause of each event, by its kind and, where it has one, its phase or the name of its fact.
WHY = {
    ("FactChanged", "first"): "mbb.setup.first_player",
    ("FactChanged", "quiet_rounds"): "mbb.win.deadlock",
    ("PhaseStarted", "battlefield"): "mbb.setup.when",
    ("PhaseStarted", "deployment"): "mbb.setup.when",
    ("PhaseStarted", "movement"): "mbb.turn.phases",
    ("PhaseStarted", "target_declaration"): "mbb.turn.phases",
    ("PhaseStarted", "shooting"): "mbb.turn.phases",
    ("UnitPlaced", ""): "mbb.setup.alternate",
    ("RoundStarted", ""): "mbb.turn.round",
    ("TurnStarted", ""): "mbb.turn.active",
    ("Chosen", ""): "mbb.first_turn.rule",
    ("PhaseSkipped", "movement"): "mbb.first_turn.rule",
    ("MarksCleared", ""): "mbb.move.max",
    ("TargetDeclared", ""): "mbb.declare.one",
    ("DeclarationsLocked", ""): "mbb.declare.locked",
    ("ShotResolved", ""): "mbb.shoot.hit",
    ("TurnEnded", ""): "mbb.turn.end",
    ("RoundEnded", ""): "mbb.turn.end",
}


def duel(**position: Any) -> Position:
    """Two tanks that see each other."""
    units = [unit("A1", "M4 Sherman", 24, 10, 90), unit("B1", "Panzer III", 24, 26, 270)]
    return lay_table(GAME, units, **position)


def refused(t: Position, act: Callable[[], Result], code: str, cited: str) -> None:
    """The answer is refused by this clause, and nothing has changed."""
    before = t.state.digest()
    result = act()
    assert result.refusal is not None, t
    assert (result.refusal.code, result.refusal.clause) == (code, cited)
    assert t.state.digest() == before


def pass_turn(t: Position) -> list[Any]:
    """The active player moves nothing and fires at nothing."""
    seen = len(t.events)
    t.fire({})
    return t.events[seen:]


def seats(t: Position) -> list[int]:
    """Whose turns have begun."""
    return [event.seat for event in t.events if type(event).__name__ == "TurnStarted"]


def named(events: Any, *names: str) -> list[str]:
    """The kinds of the events of these kinds, in order."""
    kinds = [type(event).__name__ for event in events]
    return [kind for kind in kinds if kind in names]


# --- rounds ----------------------------------------------------------------------------------------------------------


@clause("mbb.turn.round", "mbb.turn.end")
@pytest.mark.parametrize(("first", "order"), [(0, [0, 1, 0, 1]), (1, [1, 0, 1, 0])])
def test_a_round_is_a_turn_for_each_player_the_first_player_first(first: int, order: list[int]) -> None:
    t = duel(round=1, phase="turn", seat=first, first=first)
    t.answer("skip_phase", phase="shooting")
    t.end_movement()
    for _ in range(3):
        pass_turn(t)
    assert seats(t)[:4] == order
    rounds = [(type(e).__name__, e.round) for e in t.events if type(e).__name__ in ("RoundStarted", "RoundEnded")]
    assert rounds == [("RoundEnded", 1), ("RoundStarted", 2), ("RoundEnded", 2), ("RoundStarted", 3)]
    assert t.state.facts["round"] == 3


@clause("mbb.turn.end")
def test_a_new_round_starts_only_after_the_last_players_turn() -> None:
    t = duel()
    events = pass_turn(t)
    assert named(events, "TurnEnded", "RoundEnded", "RoundStarted", "TurnStarted") == ["TurnEnded", "TurnStarted"]
    assert (t.state.facts["round"], t.state.facts["active"]) == (2, 1)
    events = pass_turn(t)
    order = ["TurnEnded", "RoundEnded", "RoundStarted", "TurnStarted"]
    assert named(events, *order) == order
    assert (t.state.facts["round"], t.state.facts["active"]) == (3, 0)


# --- the active player -----------------------------------------------------------------------------------------------


@clause("mbb.turn.active")
def test_only_the_active_player_is_asked() -> None:
    t = duel()
    refused(t, lambda: t.answer("end_movement", seat=1), "not_asked", "")
    refused(t, lambda: t.answer("end_movement", seat=7), "not_asked", "")
    assert t.state.waiting_for() == (0,)
    pass_turn(t)
    assert t.state.waiting_for() == (1,)
    refused(t, lambda: t.answer("end_movement", seat=0), "not_asked", "")


@clause("mbb.turn.active")
def test_nobody_commands_the_other_players_units() -> None:
    t = duel()
    refused(t, lambda: t.move("B1", forward(1)), "not_your_unit", "mbb.turn.active")
    t.end_movement()
    refused(t, lambda: t.fire({"B1": "A1"}), "not_your_unit", "mbb.turn.active")


# --- phases ----------------------------------------------------------------------------------------------------------


@clause("mbb.turn.phases")
def test_a_turn_is_movement_then_declaration_then_shooting() -> None:
    t = duel(phase="turn")
    t.fire({"A1": "B1"}, dice=dice(1, 1))
    phases = [event.phase for event in t.events if type(event).__name__ == "PhaseStarted"]
    assert phases == ["movement", "target_declaration", "shooting", "movement"]
    assert named(t.events, "ShotResolved", "TurnEnded") == ["ShotResolved", "TurnEnded"]


@clause("mbb.turn.phases")
def test_nothing_is_declared_before_movement_is_over_and_nothing_moves_after() -> None:
    t = duel()
    refused(
        t, lambda: t.answer("declare", shots=[{"unit": "A1", "target": "B1"}]), "other_question", "mbb.move.any_number"
    )
    t.end_movement()
    refused(t, lambda: t.move("A1", forward(1)), "other_question", "mbb.declare.one")
    refused(t, t.end_movement, "other_question", "mbb.declare.one")


@clause("mbb.turn.phases", "mbb.turn.end")
def test_a_side_without_guns_ends_its_turn_after_moving() -> None:
    t = lay_table(GAME, [unit("A1", "Staff Car", 24, 10, 90), unit("B1", "Panzer III", 24, 26, 270)])
    events = t.end_movement().events
    assert named(events, "TurnEnded", "TurnStarted") == ["TurnEnded", "TurnStarted"]
    assert t.state.waiting_for() == (1,)


@clause("mbb.turn.end", "mbb.win.elimination")
def test_a_side_with_nothing_on_the_table_yet_passes_through_its_turns() -> None:
    units = [unit("A1", "M4 Sherman", status="reserve"), unit("B1", "Panzer III", 24, 26, 270)]
    t = lay_table(GAME, units, seat=1, first=1, round=1)
    t.fire({})
    assert seats(t) == [0, 1]
    assert (t.state.facts["round"], t.asked, t.state.waiting_for()) == (2, "move_units", (1,))


# --- a decided battle stops at once ----------------------------------------------------------------------------------


@clause("mbb.turn.sequence", "mbb.win.elimination")
def test_no_step_is_played_after_the_deciding_shot() -> None:
    units = [
        unit("A1", "M4 Sherman", 20, 10, 90),
        unit("A2", "M4 Sherman", 28, 10, 90),
        unit("B1", "Panzer III", 24, 26, 270),
    ]
    t = lay_table(GAME, units, [piece("House", 32, 20)], seat=0, first=1, options={"round_limit": 2})
    result = t.fire({"A1": "B1", "A2": "T1"}, dice=dice(6, 6))
    assert type(result.events[-1]).__name__ == "GameEnded"
    assert named(t.events, "TurnEnded", "RoundEnded", "ShotVoided") == []
    assert t.state.tokens["T1"].marks == {"hm": 3}, "the second shot was not made"
    assert (t.winners, t.asked, t.state.frames) == ((0,), "", [])
    refused(t, lambda: t.answer("end_movement", seat=1), "match_over", "")


@clause("mbb.turn.sequence", "mbb.win.scenario")
def test_goals_of_the_scenario_come_before_the_last_round() -> None:
    """At the end of the last round seat 1 makes its last point; by the points alone seat 0 would have won."""
    square = {
        "x": 24,
        "y": 18,
        "length": 6,
        "width": 6,
        "from_round": 2,
        "points_to_win": 4,
        "clause": "mbb.win.scenario",
    }
    units = [unit("A1", "M4 Sherman", 4, 4, 90), unit("B1", "Panzer III", 24, 18, 270)]
    t = lay_table(GAME, units, seat=1, round=10, round_limit=10, objective=square, scores=(3, 3))
    t.fire({})
    assert t.state.outcome is not None
    assert (t.state.outcome.reason, t.winners, t.state.outcome.scores) == ("objective", (1,), (3, 4))


@clause("mbb.turn.sequence")
def test_deadlock_is_tested_before_the_last_round() -> None:
    t = duel(seat=1, round=12, quiet_rounds=9, options={"round_limit": 12})
    t.fire({})
    assert t.state.outcome is not None
    assert t.state.outcome.reason == "deadlock"


# --- dice ------------------------------------------------------------------------------------------------------------


@clause("mbb.geometry.dice")
def test_each_shot_takes_two_dice_in_the_order_of_the_shots() -> None:
    units = [unit(f"A{n}", "M4 Sherman", 10 + 6 * n, 10, 90) for n in (1, 2, 3)]
    t = lay_table(GAME, [*units, unit("B1", "Panzer III", 24, 26, 270)])
    result = t.fire({"A3": "B1", "A1": "B1", "A2": "B1"}, dice=dice(1, 2, 2, 2, 2, 3))
    assert [(shot.unit, shot.rolled) for shot in result.of("shot_resolved")] == [("A1", 3), ("A2", 4), ("A3", 5)]
    assert [rolled.faces for rolled in result.of("dice_rolled")] == [(1, 2), (2, 2), (2, 3)]


@clause("mbb.geometry.dice")
def test_a_script_of_dice_must_fit_exactly() -> None:
    t = duel()
    t.end_movement()
    with pytest.raises(DiceRanOut):
        t.fire({"A1": "B1"}, dice=dice(6))
    with pytest.raises(AssertionError, match="not used"):
        t.fire({"A1": "B1"}, dice=dice(1, 1, 1))


@clause("mbb.geometry.dice")
def test_seeded_dice_fall_alike_for_everybody() -> None:
    one, other = SeededDice(7), SeededDice(7)
    rolls = [one.roll(Pool(2)) for _ in range(200)]
    assert rolls == [other.roll(Pool(2)) for _ in range(200)]
    assert rolls != [SeededDice(8).roll(Pool(2)) for _ in range(200)]
    assert {face for roll in rolls for face in roll} == {1, 2, 3, 4, 5, 6}
    late = SeededDice(7, rolled=150)
    assert [late.roll(Pool(2)) for _ in range(50)] == rolls[150:]


@clause("mbb.turn.phases", "mbb.move.turret.when")
def test_moving_first_can_open_the_line_for_a_shot_of_the_same_turn() -> None:
    units = [unit("A1", "M4 Sherman", 24, 10, 90), unit("B1", "Panzer III", 24, 26, 270)]
    t = lay_table(GAME, units, [piece("House", 24, 18)])
    assert not t.line_of_sight("A1", "B1")
    t.move("A1", pivot(-90), forward(6))
    assert t.fire({"A1": "B1"}, dice=dice(6, 6)).of("unit_destroyed")


# --- every event says why --------------------------------------------------------------------------------------------


@clause("mbb.turn.phases", "mbb.turn.active", "mbb.first_turn.rule", "mbb.declare.locked", "mbb.setup.first_player")
def test_every_event_of_a_turn_names_the_clause_behind_it() -> None:
    t = start(Setup(GAME, "six_v_six", armies=((("M4 Sherman", 1),), (("Panzer III", 1),))), dice(5, 2))
    t.answer("place", unit="A1", x=24, y=3, heading=90)
    t.answer("place", unit="B1", x=24, y=33, heading=270)
    t.answer("skip_phase", phase="movement")
    t.fire({"A1": "B1"}, dice=dice(1, 1))
    pass_turn(t)
    why = {(type(e).__name__, getattr(e, "phase", "") or getattr(e, "name", "")): e.clause for e in t.events}
    assert {key: why[key] for key in WHY} == WHY
    assert [event.what for event in t.events if type(event).__name__ == "Chosen"] == ["skipped_phase"]


@clause("mbb.first_turn.skip_shoot", "mbb.declare.locked")
@pytest.mark.parametrize(("card", "skipped"), [("M4 Sherman", "shooting"), ("Staff Car", "movement")])
def test_without_declarations_there_is_nothing_to_lock(card: str, skipped: str) -> None:
    """Because shooting was given up, or because nobody has a gun."""
    units = [unit("A1", card, 24, 10, 90), unit("B1", "Panzer III", 24, 26, 270)]
    t = lay_table(GAME, units, round=1, phase="turn")
    t.answer("skip_phase", phase=skipped)
    if skipped == "shooting":
        t.end_movement()
    skips = {event.phase: event.clause for event in t.events if type(event).__name__ == "PhaseSkipped"}
    assert skips == {skipped: "mbb.first_turn.rule"}
    assert not any(type(event).__name__ == "DeclarationsLocked" for event in t.events)
    assert t.state.waiting_for() == (1,)
