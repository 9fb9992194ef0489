"""Tank commanders: who has one, what it costs, and turns with a phase more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.chapters.special_units.tank_commanders import abilities
from brickfield.games.micro_brick_battle.setup.army_lists import ArmyList, check_army, resource_cost
from brickfield.games.micro_brick_battle.setup.card_names import unit_card
from brickfield.games.micro_brick_battle.setup.options import Options
from brickfield.testing import Position, Result, clause, dice, forward, lay_table, pivot, unit
from tests.rules.micro_brick_battle import cards

GAME = "micro_brick_battle"
LED = "M4 Sherman with Tank Commander"
NOSE = 0.945


def table(*units: dict[str, Any], **position: Any) -> Position:
    """A commander's Sherman and another one against two Panzer III; seat 0 begins its turn."""
    ours = [unit("A1", LED, 20, 10, 90), unit("A2", "M4 Sherman", 30, 10, 90)]
    theirs = [unit("B1", "Panzer III", 20, 26, 270), unit("B2", "Panzer III", 30, 26, 270)]
    stand = {"phase": "turn"} | position
    return lay_table(GAME, [*(units or ours), *theirs], options={"special_units": True}, **stand)


def use(t: Position, ability: str) -> Result:
    return t.answer("use_ability", ability=ability)


def refused(t: Position, act: Callable[[], Result], code: str, cited: str) -> None:
    """The answer is refused by this clause, and nothing has changed."""
    before = t.state.digest()
    result = act()
    assert result.refusal is not None, t
    assert (result.refusal.code, result.refusal.clause) == (code, cited)
    assert t.state.digest() == before


def offer(t: Position) -> Any:
    """What the question that waits offers."""
    assert t.decision is not None
    return t.decision.ask(t.state).offer


def phases(t: Position) -> list[str]:
    """The phases that have begun since the table was laid."""
    return [event.phase for event in t.events if type(event).__name__ == "PhaseStarted"]


# --- the choice ------------------------------------------------------------------------------------------------------


@clause("mbb.cmd.ability")
def test_at_the_start_of_each_own_turn_the_commander_chooses() -> None:
    t = table()
    assert t.asked == "commanders_choice"
    assert [choice.answer.ability for choice in offer(t).choices] == ["normal", "move_shoot_move", "shoot_move_shoot"]
    chosen = use(t, "normal").of("chosen")[0]
    assert (chosen.what, chosen.choice) == ("ability", "normal")
    t.fire({})
    # the other side has no commander
    assert (t.asked, t.state.waiting_for()) == ("move_units", (1,))
    t.fire({})
    assert (t.asked, t.state.waiting_for()) == ("commanders_choice", (0,))


@clause("mbb.cmd.ability", "mbb.house.agree")
def test_without_special_units_nobody_is_asked() -> None:
    units = [unit("A1", LED, 20, 10, 90), unit("B1", "Panzer III", 20, 26, 270)]
    assert lay_table(GAME, units, phase="turn").asked == "move_units"


@clause("mbb.cmd.ability", "mbb.first_turn.planes")
def test_the_ability_is_not_used_in_a_turn_under_the_first_turn_rule() -> None:
    t = table(round=1)
    assert t.asked == "first_turn_choice"
    t.answer("skip_phase", phase="shooting")
    assert t.asked == "move_units"


@clause("mbb.cmd.ability")
def test_a_commander_that_may_come_on_can_move_again_but_not_shoot_first() -> None:
    reserve = (unit("A1", LED, status="reserve"), unit("A2", "M4 Sherman", 30, 10, 90))
    assert abilities(table(*reserve, round=3).state, 0) == ()
    t = table(*reserve, round=4)
    refused(t, lambda: use(t, "shoot_move_shoot"), "not_offered", "mbb.cmd.ability")
    use(t, "move_shoot_move")
    t.answer("enter", unit="A1", x=12, y=NOSE, heading=90)
    t.fire({})
    assert (t.asked, t.state.facts["phase"], t.points_left("A1")) == ("move_units", "extra_movement", 8)


@clause("mbb.cmd.ability")
def test_one_that_stayed_in_reserve_gets_no_extra_phase() -> None:
    t = table(unit("A1", LED, status="reserve"), unit("A2", "M4 Sherman", 30, 10, 90), round=4)
    use(t, "move_shoot_move")
    t.fire({})
    assert t.state.waiting_for() == (1,)


# --- Move-Shoot-Move -------------------------------------------------------------------------------------------------


@clause("mbb.cmd.msm")
def test_move_shoot_move_is_a_normal_turn_and_another_move_of_the_commander_alone() -> None:
    t = table()
    use(t, "move_shoot_move")
    t.move("A1", forward(8))
    t.fire({"A1": "B1", "A2": "B2"}, dice=dice(1, 1, 1, 1))
    assert phases(t) == ["movement", "target_declaration", "shooting", "extra_movement"]
    assert [mover.unit for mover in offer(t).movers] == ["A1"]
    assert t.points_left("A1") == 8
    refused(t, lambda: t.move("A2", forward(1)), "commander_alone", "mbb.cmd.msm")
    assert t.move("A1", pivot(180), forward(6)).accepted
    # it has no points left, so the turn is over, and so is the ability
    assert t.state.waiting_for() == (1,)
    assert "ability" not in t.unit("A1").marks


@clause("mbb.cmd.msm", "mbb.geometry.preview")
def test_what_the_enemy_could_do_is_told_in_the_extra_phase_too() -> None:
    t = table()
    before = t.odds("B1", "A1")
    use(t, "move_shoot_move")
    t.fire({})
    assert t.odds("B1", "A1") == before > 0


@clause("mbb.cmd.msm", "mbb.reinf.enter")
def test_nobody_comes_on_in_the_extra_phase() -> None:
    t = table(
        unit("A1", LED, 20, 10, 90),
        unit("A2", "M4 Sherman", 30, 10, 90),
        unit("A3", "M4 Sherman", status="reserve"),
        round=4,
    )
    use(t, "move_shoot_move")
    t.fire({})
    assert offer(t).enter is None
    refused(t, lambda: t.answer("enter", unit="A3", x=12, y=NOSE, heading=90), "commander_alone", "mbb.cmd.msm")


@clause("mbb.cmd.msm")
def test_the_extra_move_comes_even_if_nobody_can_shoot() -> None:
    t = table(unit("A1", LED, 20, 10, 90, ap=0))
    use(t, "move_shoot_move")
    t.end_movement()
    assert (t.asked, t.state.facts["phase"]) == ("move_units", "extra_movement")


# --- Shoot-Move-Shoot ------------------------------------------------------------------------------------------------


@clause("mbb.cmd.sms")
def test_shoot_move_shoot_is_a_shot_of_the_commander_and_then_a_normal_turn() -> None:
    t = table()
    use(t, "shoot_move_shoot")
    assert (t.asked, t.state.facts["phase"]) == ("declare_targets", "extra_target_declaration")
    assert [shooter.unit for shooter in offer(t).shooters] == ["A1"]
    refused(t, lambda: t.fire({"A2": "B1"}), "commander_alone", "mbb.cmd.sms")
    told = t.fire({"A1": "B1"}, dice=dice(6, 6))
    assert [(each.unit, each.target) for each in told.of("target_declared")] == [("A1", "B1")]
    assert [each.seat for each in told.of("declarations_locked")] == [0]
    assert told.of("unit_destroyed")[0].unit == "B1"
    assert t.move("A1", forward(8)).accepted
    assert t.fire({"A1": "B2", "A2": "B2"}, dice=dice(1, 1, 1, 1)).of("shot_resolved")
    assert phases(t)[:5] == ["extra_target_declaration", "shooting", "movement", "target_declaration", "shooting"]
    assert t.state.waiting_for() == (1,)


@clause("mbb.cmd.sms")
def test_the_first_shot_may_be_held_back() -> None:
    t = table()
    use(t, "shoot_move_shoot")
    t.fire({})
    assert (t.asked, t.state.waiting_for(), t.points_left("A1")) == ("move_units", (0,), 8)


@clause("mbb.cmd.sms", "mbb.win.elimination")
def test_the_first_shot_can_win_the_battle() -> None:
    units = [unit("A1", LED, 20, 10, 90), unit("B1", "Panzer III", 20, 26, 270)]
    t = lay_table(GAME, units, options={"special_units": True}, phase="turn")
    use(t, "shoot_move_shoot")
    t.fire({"A1": "B1"}, dice=dice(6, 6))
    assert t.state.outcome is not None
    assert t.state.outcome.winners == (0,)


@clause("mbb.cmd.sms", "mbb.card.timing")
def test_ammunition_of_the_first_shot_is_not_that_of_the_second() -> None:
    units = [unit("A1", LED, 20, 10, 90), unit("B1", "Panzer III", 20, 26, 270), unit("B2", "Panzer III", 30, 26, 270)]
    t = cards.table(*units, hands={0: ("ap_round",)}, seat=0, phase="turn", options={"special_units": True})
    use(t, "shoot_move_shoot")
    t.answer("keep_cards")
    t.fire({"A1": "B1"})
    assert cards.play(t, "ap_round", "A1", dice=dice(1, 1)).of("shot_resolved")[0].needed == 6
    assert t.fire({"A1": "B1"}, dice=dice(1, 1)).of("shot_resolved")[0].needed == 8


# --- death -----------------------------------------------------------------------------------------------------------


@clause("mbb.cmd.death")
def test_a_dead_commander_is_a_wreck_like_any_and_the_ability_is_gone() -> None:
    t = table(seat=1, phase="target_declaration")
    t.fire({"B1": "A1"}, dice=dice(6, 6))
    assert t.unit("A1").status == "wreck"
    assert (t.asked, t.state.waiting_for()) == ("move_units", (0,))


# --- buying one ------------------------------------------------------------------------------------------------------


@clause("mbb.cmd.cost", "mbb.army.commander_row")
def test_a_commander_costs_ten_points_more_and_changes_no_other_number() -> None:
    plain, led = unit_card("M4 Sherman"), unit_card("m4  sherman WITH tank commander")
    assert led.rc == plain.rc + 10
    assert (led.ap, led.dp, led.mp, led.mount, led.country) == (
        plain.ap,
        plain.dp,
        plain.mp,
        plain.mount,
        plain.country,
    )
    assert (led.commander, plain.commander) == (True, False)
    assert resource_cost(ArmyList("", ((LED, 1), ("M4 Sherman", 1)))) == 14 + 24


def bought(*units: tuple[str, int], special: bool = True) -> Refusal | None:
    return check_army(ArmyList("", units), 300, Options(special_units=special))


@clause("mbb.cmd.one")
@pytest.mark.parametrize("units", [((LED, 2),), ((LED, 1), ("M3 Lee with Tank Commander", 1))])
def test_an_army_has_one_commander_at_most(units: tuple[tuple[str, int], ...]) -> None:
    refusal = bought(*units)
    assert refusal is not None
    assert (refusal.code, refusal.clause, refusal.data["commanders"]) == ("too_many_commanders", "mbb.cmd.one", 2)
    assert bought((LED, 1), ("M4 Sherman", 3)) is None


@clause("mbb.cmd.who")
@pytest.mark.parametrize("name", ["M7 Priest", "M1910/30 122mm Howitzer", "Staff Car", "Flak 36"])
def test_a_commander_rides_in_a_tank_that_attacks_and_moves(name: str) -> None:
    refusal = bought((f"{name} with Tank Commander", 1))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("commander_not_there", "mbb.cmd.who")
    assert bought((LED, 1)) is None


@clause("mbb.cmd.who")
def test_a_swimming_tank_may_carry_one() -> None:
    assert bought(("DD Sherman with Tank Commander", 1)) is None


@clause("mbb.army.commander_row", "mbb.house.agree")
def test_where_special_units_are_plain_no_commander_is_sold() -> None:
    refusal = bought((LED, 1), special=False)
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("upgrade_not_in_play", "mbb.army.commander_row")


@clause("mbb.cmd.one", "mbb.army.points")
def test_a_battle_with_two_commanders_is_refused_whole() -> None:
    game = find_game(GAME)
    assert game is not None
    armies = (((LED, 2),), (("Panzer III", 3),))
    made = game.new_match(Setup(GAME, "six_v_six", {"special_units": True, "point_limit": 60}, armies))
    assert isinstance(made, Refusal)
    assert made.code == "too_many_commanders"
