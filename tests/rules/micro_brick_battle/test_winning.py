"""Winning: elimination, goals of a scenario, the last round, deadlock, giving up and agreeing on a draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.core.state import Outcome
from brickfield.testing import Position, Result, clause, dice, forward, lay_table, piece, start, unit

GAME = "micro_brick_battle"
SQUARE = {"x": 24, "y": 18, "length": 6, "width": 6, "from_round": 2, "points_to_win": 4, "clause": "mbb.win.scenario"}
GRAIN = 1e-6


def table(*units: dict[str, Any], terrain: Any = (), **position: Any) -> Position:
    """A Sherman and a Panzer III that see each other across the table, and whatever is added."""
    pair = [unit("A1", "M4 Sherman", 4, 4, 90), unit("B1", "Panzer III", 4, 32, 270)]
    return lay_table(GAME, [*pair, *units], terrain, **position)


def refused(t: Position, act: Callable[[], Result], code: str, cited: str) -> None:
    """The answer is refused by this clause, and nothing has changed."""
    before = t.state.digest()
    result = act()
    assert result.refusal is not None, t
    assert (result.refusal.code, result.refusal.clause) == (code, cited)
    assert t.state.digest() == before


def outcome(t: Position) -> Outcome:
    """How the battle ended; it must have."""
    assert t.state.outcome is not None, t
    return t.state.outcome


def pass_round(t: Position, rounds: int = 1) -> None:
    """Both players move nothing and fire at nothing, or until the battle is over."""
    for _ in range(2 * rounds):
        if t.state.outcome is None:
            t.fire({})


def wrecks() -> list[dict[str, Any]]:
    """A Sherman (RC 14) of one side and a Panzer III (RC 13) of the other are lost."""
    return [
        unit("A2", "M4 Sherman", 10, 4, 90, status="wreck"),
        unit("B2", "Panzer III", 10, 32, 270, status="wreck"),
    ]


# --- elimination -----------------------------------------------------------------------------------------------------


@clause("mbb.win.elimination", "mbb.quick.win")
@pytest.mark.parametrize("level", ["base", "quick"])
def test_destroying_the_last_enemy_unit_wins_at_once(level: str) -> None:
    t = table(options={"rules_level": level})
    result = t.fire({"A1": "B1"}, dice=dice(6, 6))
    assert outcome(t) == Outcome((0,), "elimination", "mbb.win.elimination", (13, 0))
    assert result.of("game_ended")[0].winners == (0,)
    refused(t, lambda: t.answer("end_movement", seat=1), "match_over", "")


@clause("mbb.win.elimination")
def test_the_last_but_one_unit_decides_nothing() -> None:
    t = table(unit("B2", "Panzer III", 40, 32, 270))
    t.fire({"A1": "B1"}, dice=dice(6, 6))
    assert (t.winners, t.state.waiting_for()) == (None, (1,))


@clause("mbb.win.elimination", "mbb.turn.sequence")
def test_shots_after_the_deciding_one_are_not_made() -> None:
    t = table(
        unit("A2", "M4 Sherman", 12, 4, 90), unit("A3", "M4 Sherman", 20, 4, 90), terrain=[piece("House", 30, 20)]
    )
    result = t.fire({"A1": "B1", "A2": "T1", "A3": "T1"}, dice=dice(6, 6))
    assert [shot.unit for shot in result.of("shot_resolved")] == ["A1"]
    assert result.of("shot_voided") == []
    assert t.state.tokens["T1"].marks == {"hm": 3}


@clause("mbb.win.elimination")
def test_units_in_reserve_keep_a_player_in_the_battle() -> None:
    t = table(unit("B2", "Panzer III", status="reserve"))
    t.fire({"A1": "B1"}, dice=dice(6, 6))
    assert t.winners is None
    assert t.state.waiting_for() == (0,), "the empty side passes through its turn"
    assert t.state.facts["round"] == 3


@clause("mbb.win.elimination")
def test_when_nothing_is_left_on_either_side_the_battle_is_drawn() -> None:
    units = [unit("A1", "M4 Sherman", 4, 4, status="wreck"), unit("B1", "Panzer III", 4, 32, status="wreck")]
    t = lay_table(GAME, units, phase="deployment")
    assert (outcome(t).winners, outcome(t).reason) == ((), "all_destroyed")


@clause("mbb.win.elimination")
def test_a_battle_that_one_side_has_lost_before_it_begins_is_over() -> None:
    units = [unit("A1", "M4 Sherman", 4, 4), unit("B1", "Panzer III", 4, 32, status="wreck")]
    assert outcome(lay_table(GAME, units, phase="deployment")).winners == (0,)


# --- the last round --------------------------------------------------------------------------------------------------


@clause("mbb.win.stalemate")
def test_after_the_last_round_the_cost_of_what_was_destroyed_decides() -> None:
    t = table(*wrecks(), round=3, options={"round_limit": 4})
    pass_round(t)
    assert (t.winners, t.state.facts["round"]) == (None, 4)
    t.fire({})
    assert t.winners is None, "the round is not over yet"
    t.fire({})
    assert outcome(t) == Outcome((1,), "last_round", "mbb.win.stalemate", (13, 14))


@clause("mbb.win.stalemate")
def test_equal_losses_are_a_draw() -> None:
    """Two units for 13 and 14 against two for 14 and 13."""
    more = unit("A3", "Somua S35", 16, 4, 90, status="wreck"), unit("B3", "Panzer IV", 16, 32, 270, status="wreck")
    t = table(*wrecks(), *more, round=4, options={"round_limit": 4})
    pass_round(t)
    assert (outcome(t).winners, outcome(t).scores) == ((), (27, 27))


@clause("mbb.win.stalemate")
def test_a_shot_of_the_last_turn_counts() -> None:
    t = table(unit("A2", "M4 Sherman", 44, 4, 90), round=4, options={"round_limit": 4})
    t.fire({})
    t.fire({"B1": "A1"}, dice=dice(6, 6))
    assert (outcome(t).winners, outcome(t).scores) == ((1,), (0, 14))


@clause("mbb.win.stalemate")
def test_without_a_last_round_a_battle_goes_on() -> None:
    t = table(*wrecks(), round=98, options={"deadlock_rounds": 0})
    pass_round(t, 5)
    assert (t.winners, t.state.facts["round"]) == (None, 103)


@clause("mbb.win.stalemate", "mbb.win.scenario")
@pytest.mark.parametrize(("agreed", "last"), [(0, 6), (5, 5), (8, 8)])
def test_the_scenario_sets_the_last_round_unless_another_is_agreed(agreed: int, last: int) -> None:
    t = table(*wrecks(), round=4, round_limit=6, options={"round_limit": agreed})
    pass_round(t, 10)
    assert (outcome(t).reason, t.state.facts["round"]) == ("last_round", last)


# --- giving up and agreeing ------------------------------------------------------------------------------------------


@clause("mbb.win.stalemate")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_may_concede_at_any_time(seat: int) -> None:
    t = table()
    assert t.answer("concede", seat=seat).accepted
    assert (outcome(t).winners, outcome(t).reason) == ((1 - seat,), "conceded")
    assert (t.asked, t.state.frames) == ("", [])


@clause("mbb.win.stalemate")
def test_a_draw_needs_both_players() -> None:
    t = table()
    assert t.answer("offer_draw", seat=1).accepted
    assert (t.winners, t.asked) == (None, "move_units")
    assert t.answer("offer_draw", seat=0).accepted
    assert (outcome(t).winners, outcome(t).reason) == ((), "agreed_draw")


@clause("mbb.win.stalemate")
def test_an_offer_falls_when_its_player_plays_on() -> None:
    t = table()
    t.answer("offer_draw", seat=0)
    t.move("A1", forward(1))
    t.answer("offer_draw", seat=1)
    assert t.winners is None
    refused(t, lambda: t.answer("offer_draw", seat=2), "not_a_seat", "")


# --- deadlock --------------------------------------------------------------------------------------------------------


@clause("mbb.win.deadlock")
def test_ten_rounds_without_a_loss_end_the_battle_as_a_last_round_would() -> None:
    t = table(*wrecks())
    pass_round(t, 9)
    assert (t.winners, t.state.facts["quiet_rounds"]) == (None, 9)
    t.fire({})
    assert t.winners is None, "only complete rounds count"
    t.fire({})
    assert outcome(t) == Outcome((1,), "deadlock", "mbb.win.deadlock", (13, 14))


@clause("mbb.win.deadlock")
@pytest.mark.parametrize(("agreed", "rounds"), [(1, 1), (3, 3), (12, 12)])
def test_the_number_of_quiet_rounds_is_agreed(agreed: int, rounds: int) -> None:
    t = table(options={"deadlock_rounds": agreed})
    pass_round(t, rounds - 1)
    assert t.winners is None
    pass_round(t)
    assert (outcome(t).reason, outcome(t).winners) == ("deadlock", ())


@clause("mbb.win.deadlock")
def test_driving_about_and_missing_are_no_progress() -> None:
    t = table(quiet_rounds=9)
    t.move("A1", forward(1))
    t.fire({"A1": "B1"}, dice=dice(1, 1))
    t.fire({"B1": "A1"}, dice=dice(1, 1))
    assert outcome(t).reason == "deadlock"


@clause("mbb.win.deadlock")
@pytest.mark.parametrize("target", ["B2", "T1"])
def test_a_loss_or_a_lost_hit_marker_starts_the_count_anew(target: str) -> None:
    t = table(unit("B2", "Panzer III", 20, 32, 270), terrain=[piece("House", 30, 18)], quiet_rounds=9)
    t.fire({"A1": target}, dice=dice(6, 6) if target == "B2" else None)
    t.fire({})
    assert (t.winners, t.state.facts["quiet_rounds"]) == (None, 0)
    pass_round(t, 9)
    assert t.winners is None
    pass_round(t)
    assert outcome(t).reason == "deadlock"


@clause("mbb.win.deadlock")
def test_the_first_round_of_a_battle_is_the_first_quiet_one() -> None:
    t = lay_table(GAME, [unit("A1", "M4 Sherman", 4, 4), unit("B1", "Panzer III", 4, 32)], phase="deployment")
    t.answer("skip_phase", phase="movement")
    pass_round(t)
    assert t.state.facts["quiet_rounds"] == 1


@clause("mbb.win.deadlock")
def test_a_second_loss_in_a_round_is_no_news() -> None:
    enemies = unit("B2", "Panzer III", 20, 32, 270), unit("B3", "Panzer III", 40, 32, 270)
    t = table(unit("A2", "M4 Sherman", 20, 4, 90), *enemies, quiet_rounds=4)
    result = t.fire({"A1": "B1", "A2": "B2"}, dice=dice(6, 6, 6, 6))
    assert [(fact.name, fact.value, fact.clause) for fact in result.of("fact_changed")] == [
        ("quiet_rounds", -1, "mbb.win.deadlock")
    ]


@clause("mbb.win.deadlock", "mbb.reinf.enter")
def test_an_arrival_from_reserve_starts_the_count_anew() -> None:
    t = table(unit("A2", "M4 Sherman", status="reserve"), round=4, quiet_rounds=9)
    assert t.answer("enter", unit="A2", x=20, y=0.945, heading=90).accepted
    pass_round(t)
    assert (t.winners, t.state.facts["quiet_rounds"]) == (None, 0)


@clause("mbb.win.deadlock")
def test_armies_that_cannot_attack_are_not_made_to_wait() -> None:
    units = [unit("A1", "Staff Car", 4, 4), unit("B1", "Staff Car", 4, 32)]
    for lost, winners in (([], ()), ([unit("B2", "Tiger I", 20, 32, status="wreck")], (0,))):
        t = lay_table(GAME, [*units, *lost], phase="deployment")
        assert (outcome(t).reason, outcome(t).winners) == ("harmless", winners)
        assert outcome(t).clause == "mbb.win.deadlock"


@clause("mbb.win.deadlock")
@pytest.mark.parametrize("status", ["alive", "reserve"])
def test_one_gun_is_enough_to_fight_on(status: str) -> None:
    units = [
        unit("A1", "Staff Car", 4, 4),
        unit("B1", "Staff Car", 4, 32),
        unit("B2", "Flak 36", 20, 32, status=status),
    ]
    assert lay_table(GAME, units, phase="deployment").winners is None


# --- goals of a scenario ---------------------------------------------------------------------------------------------


def square(*units: dict[str, Any], **position: Any) -> Position:
    """The last turn of a round in a battle for the square in the middle; the two tanks of the table are far from it."""
    return table(*units, **({"seat": 1, "objective": SQUARE} | position))


def ours(number: int, x: float = 24, y: float = 18, **more: Any) -> dict[str, Any]:
    return unit(f"A{number}", "M4 Sherman", x, y, 90, **more)


def theirs(number: int, x: float = 24, y: float = 20, **more: Any) -> dict[str, Any]:
    return unit(f"B{number}", "Panzer III", x, y, 270, **more)


def points(t: Position) -> list[int]:
    return [int(t.state.facts.get(f"score{seat}", 0)) for seat in (0, 1)]


@clause("mbb.win.scenario")
@pytest.mark.parametrize(
    ("holders", "scored"),
    [
        ([ours(2)], [1, 0]),
        ([theirs(2)], [0, 1]),
        ([], [0, 0]),
        ([ours(2), theirs(2)], [0, 0]),
        ([ours(2), ours(3, 22), theirs(2)], [1, 0]),
        ([ours(2), theirs(2), theirs(3, 22)], [0, 1]),
        ([ours(2, status="wreck"), theirs(2)], [0, 1]),
        ([ours(2, status="wreck")], [0, 0]),
        ([ours(2, status="reserve")], [0, 0]),
    ],
)
def test_the_side_with_more_units_in_the_square_scores_at_the_end_of_a_round(
    holders: list[dict[str, Any]], scored: list[int]
) -> None:
    t = square(*holders)
    t.fire({})
    assert points(t) == scored
    assert t.winners is None


@clause("mbb.win.scenario")
def test_nothing_is_scored_in_mid_round_or_before_the_second_round() -> None:
    t = square(ours(2), seat=0)
    t.fire({})
    assert points(t) == [0, 0]
    t.fire({})
    assert points(t) == [1, 0]
    early = square(ours(2), round=1)
    early.fire({})
    assert points(early) == [0, 0]


@clause("mbb.win.scenario")
@pytest.mark.parametrize(
    ("x", "y", "inside"),
    [
        (21, 18, True),
        (21 - GRAIN, 18, False),
        (27, 18, True),
        (27 + GRAIN, 18, False),
        (24, 15, True),
        (24, 15 - GRAIN, False),
        (27, 21, True),
        (24, 21 + GRAIN, False),
    ],
)
def test_a_unit_holds_the_square_with_its_centre_the_border_included(x: float, y: float, inside: bool) -> None:
    t = square(ours(2, x, y))
    t.fire({})
    assert points(t) == [int(inside), 0]


@clause("mbb.win.scenario")
@pytest.mark.parametrize(("scores", "winners"), [((3, 0), (0,)), ((3, 3), (0,)), ((2, 3), None)])
def test_four_points_win(scores: tuple[int, int], winners: Any) -> None:
    t = square(ours(2), scores=scores)
    t.fire({})
    assert t.winners == winners
    assert points(t)[0] == scores[0] + 1
    if winners:
        assert (outcome(t).reason, outcome(t).clause) == ("objective", "mbb.win.scenario")


@clause("mbb.win.scenario", "mbb.win.elimination")
def test_destroying_everything_wins_a_scenario_too() -> None:
    t = table(objective=SQUARE, scores=(0, 3))
    t.fire({"A1": "B1"}, dice=dice(6, 6))
    assert (outcome(t).reason, outcome(t).winners) == ("elimination", (0,))


@clause("mbb.win.scenario")
@pytest.mark.parametrize(("scores", "winners"), [((2, 1), (0,)), ((1, 2), (1,)), ((2, 2), ())])
def test_at_the_last_round_the_points_of_the_scenario_decide_and_not_the_losses(
    scores: tuple[int, int], winners: tuple[int, ...]
) -> None:
    t = square(*wrecks(), scores=scores, round=10, round_limit=10)
    t.fire({})
    assert (outcome(t).reason, outcome(t).winners, outcome(t).scores) == ("last_round", winners, scores)


@clause("mbb.win.scenario", "mbb.win.deadlock")
def test_a_deadlock_is_decided_by_the_points_of_the_scenario() -> None:
    t = square(*wrecks(), scores=(1, 0), quiet_rounds=9)
    t.fire({})
    assert (outcome(t).reason, outcome(t).winners) == ("deadlock", (0,))


@clause("mbb.turn.sequence", "mbb.win.scenario")
def test_the_goal_is_tested_before_the_deadlock_and_the_last_round() -> None:
    t = square(theirs(2), scores=(3, 3), quiet_rounds=9, round=10, round_limit=10)
    result = t.fire({})
    assert (outcome(t).reason, outcome(t).winners) == ("objective", (1,))
    assert [type(event).__name__ for event in result.events][-2:] == ["ScoreChanged", "GameEnded"]


@clause("mbb.win.scenario")
def test_crossroads_lasts_ten_rounds_and_is_about_a_square_of_six_inches() -> None:
    t = start(Setup(GAME, "crossroads"), dice(5, 2))
    match: Any = t.match
    goal = match.scenario.objective
    assert match.round_limit == 10
    assert {name: getattr(goal, name) for name in SQUARE} == SQUARE
    agreed: Any = start(Setup(GAME, "crossroads", {"round_limit": 7}), dice(5, 2)).match
    assert agreed.round_limit == 7
