"""What each effect card does: one test or more for each of the twelve."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.rules.card_effects import EFFECTS, HIT, subjects
from brickfield.games.micro_brick_battle.rules.effect_cards import effect_cards, wear_off
from brickfield.games.micro_brick_battle.rules.modifiers import numbers_of
from brickfield.games.micro_brick_battle.rules.movement import movement_points
from brickfield.testing import Position, clause, dice, forward, unit
from tests.rules.micro_brick_battle.cards import UNITS, in_hand, let_pass, pass_turn, play, table


def totals(t: Position, shooter: str, target: str) -> tuple[int, int]:
    """Attack and Defense Points of a shot."""
    numbers = numbers_of(t.state, t.unit(shooter), t.unit(target))
    return numbers.attack_points.total, numbers.defense_points.total


@clause("mbb.card.scenario", "mbb.mod.stack")
def test_full_throttle_gives_a_unit_three_movement_points_for_a_turn() -> None:
    t = table(hands={0: ("full_throttle",)})
    pass_turn(t)
    play(t, "full_throttle", "A1")
    assert (movement_points(t.state, "A1"), movement_points(t.state, "A2")) == (11, 8)
    assert t.move("A2", forward(9)).refusal is not None
    assert t.move("A1", forward(11)).accepted
    t.fire({})
    assert movement_points(t.state, "A1") == 8


@clause("mbb.card.scenario", "mbb.mod.stack")
def test_armour_piercing_rounds_give_a_unit_two_attack_points_for_a_turn() -> None:
    t = table(hands={0: ("armor_piercing",)})
    pass_turn(t)
    before = totals(t, "A1", "B1")
    play(t, "armor_piercing", "A1")
    assert totals(t, "A1", "B1") == (before[0] + 2, before[1])
    lines = numbers_of(t.state, t.unit("A1"), t.unit("B1")).attack_points.modifiers
    assert [(each.value, each.reason) for each in lines] == [(2, "card: Armour-Piercing Rounds")]
    t.fire({})
    assert totals(t, "A1", "B1") == before


@clause("mbb.card.scenario")
def test_a_thrown_track_slows_an_enemy_until_its_next_turn_is_over() -> None:
    t = table(hands={0: ("thrown_track",)})
    pass_turn(t)
    play(t, "thrown_track", "B1")
    t.fire({})
    assert (movement_points(t.state, "B1"), movement_points(t.state, "B2")) == (5, 8)
    assert t.move("B1", forward(6)).refusal is not None
    pass_turn(t)
    assert movement_points(t.state, "B1") == 8


@clause("mbb.card.scenario", "mbb.move.zero")
def test_a_slow_unit_with_a_thrown_track_stands_still() -> None:
    t = table(unit("A1", "M4 Sherman", 24, 10, 90), unit("B1", "Churchill", 24, 26, 270), hands={0: ("thrown_track",)})
    pass_turn(t)
    play(t, "thrown_track", "B1")
    t.fire({})
    assert (movement_points(t.state, "B1"), t.asked) == (0, "declare_targets")


@clause("mbb.card.scenario", "mbb.mod.stack")
@pytest.mark.parametrize(("card", "change"), [("dug_in", (0, 2)), ("smoke_screen", (-2, 0))])
def test_dug_in_and_smoke_protect_a_unit_until_its_players_next_turn(card: str, change: tuple[int, int]) -> None:
    t = table(hands={0: (card,)})
    pass_turn(t)
    t.answer("keep_cards")
    t.fire({})
    before = totals(t, "B1", "A1")
    play(t, card, "A1")
    assert totals(t, "B1", "A1") == (before[0] + change[0], before[1] + change[1])
    assert t.state.facts["active"] == 1
    pass_turn(t)
    assert t.state.facts["active"] == 0
    assert totals(t, "B1", "A1") == before


@clause("mbb.card.scenario", "mbb.card.timing")
def test_a_dud_shell_makes_a_declared_shot_void() -> None:
    t = table(hands={1: ("dud_shell",)}, seat=0)
    t.fire({"A1": "B1"})
    assert (t.asked, t.state.waiting_for()) == ("play_in_window", (1,))
    assert [choice.about for choice in t.question.offer.choices] == [(), ("A1",)]  # type: ignore[union-attr]
    told = play(t, "dud_shell", "A1")
    assert [(each.reason, each.clause) for each in told.of("shot_voided")] == [("dud_shell", "mbb.card.scenario")]
    assert not told.of("shot_resolved")
    assert "dud_shell" not in t.unit("A1").marks


@clause("mbb.card.timing")
def test_a_dud_is_only_for_shots_at_the_own_units() -> None:
    wall = unit("B2", "Panzer III", 44, 12, 180)
    t = table(unit("A1", "M4 Sherman", 24, 10, 90), unit("A2", "M4 Sherman", 30, 12, 0), wall,
              unit("B1", "Panzer III", 24, 26, 270), hands={1: ("dud_shell",)}, seat=0)  # fmt: skip
    t.fire({"A2": "B2"})
    refusal = play(t, "dud_shell", "A1").refusal
    assert refusal is not None
    assert refusal.code == "no_effect"
    let_pass(t, dice=dice(1, 1))
    assert in_hand(t, 1) == ("dud_shell",)


@clause("mbb.card.scenario")
def test_a_lucky_shot_is_made_again() -> None:
    t = table(hands={0: ("lucky_shot",)}, seat=0)
    t.fire({"A1": "B1"}, dice(1, 1))
    assert (t.asked, t.state.waiting_for()) == ("play_in_window", (0,))
    told = play(t, "lucky_shot", "A1", dice=dice(6, 6))
    assert [(each.rolled, each.hit) for each in told.of("shot_resolved")] == [(12, True)]
    assert t.unit("B1").status == "wreck"
    assert "lucky_shot" not in t.unit("A1").marks


@clause("mbb.card.scenario", "mbb.card.timing")
def test_a_shot_that_no_roll_could_hit_with_is_not_made_again() -> None:
    weak = unit("A1", "M4 Sherman", 24, 10, 90, ap=1)
    hard = unit("B1", "Panzer III", 24, 26, 270, dp=12)
    t = table(weak, hard, hands={0: ("lucky_shot",)}, seat=0)
    assert numbers_of(t.state, t.unit("A1"), t.unit("B1")).needed is None
    t.fire({"A1": "B1"})
    refusal = play(t, "lucky_shot", "A1").refusal
    assert refusal is not None
    assert refusal.code == "no_effect"


@clause("mbb.card.scenario", "mbb.card.timing")
@pytest.mark.parametrize(("face", "status"), [(4, "alive"), (6, "alive"), (3, "wreck"), (1, "wreck")])
def test_with_four_or_more_a_ricochet_turns_a_hit_away(face: int, status: str) -> None:
    t = table(hands={1: ("ricochet",)}, seat=0)
    t.fire({"A1": "B1"})
    let_pass(t, dice=dice(6, 6))
    assert (t.asked, t.unit("B1").status) == ("play_in_window", "alive")
    told = play(t, "ricochet", "B1", dice=dice(face))
    assert t.unit("B1").status == status
    assert HIT not in t.unit("B1").marks
    thrown = next(each for each in told.of("unit_marked") if each.mark == HIT)
    assert thrown.throws[0].faces == (face,)


@clause("mbb.card.timing")
def test_a_hit_that_nobody_answers_destroys() -> None:
    t = table(hands={1: ("ricochet",)}, seat=0)
    t.fire({"A1": "B1"})
    let_pass(t, dice=dice(6, 6))
    let_pass(t)
    assert t.unit("B1").status == "wreck"
    assert in_hand(t, 1) == ("ricochet",)


@clause("mbb.card.timing")
def test_very_young_players_have_windows_too() -> None:
    t = table(hands={0: ("lucky_shot",), 1: ("ricochet",)}, seat=0, options={"rules_level": "young"})
    t.fire({"A1": "B1"})
    let_pass(t, dice=dice(1))
    play(t, "lucky_shot", "A1", dice=dice(6))
    assert t.unit("B1").status == "alive"
    play(t, "ricochet", "B1", dice=dice(5))
    assert t.unit("B1").status == "alive"
    assert subjects(t.state, 0, "armor_piercing") == []


def carried_out(card: str, on: str = "A1", **more: Any) -> Table:
    """A table on which a card has been carried out, whether or not it is dealt there."""
    laid = Table(table(seat=0, **more).state)
    EFFECTS[card](laid, 0, on, ())
    return laid


@clause("mbb.card.scenario")
@pytest.mark.parametrize("card", ["forward_observer", "mine_sweepers", "scramble"])
def test_cards_of_other_chapters_mark_a_unit_until_the_turn_ends(card: str) -> None:
    t = carried_out(card)
    assert t.units["A1"].marks[card] == effect_cards()[card].value == 1
    wear_off(t, 0, (card,))
    assert card not in t.units["A1"].marks


@clause("mbb.card.scenario")
def test_clear_skies_name_the_round_they_last() -> None:
    t = carried_out("clear_skies", "", round=5)
    assert t.facts["clear_skies"] == 5
    assert subjects(t, 0, "clear_skies") == [""]


@clause("mbb.card.timing")
def test_a_scramble_needs_an_airplane_that_waits() -> None:
    t = table(seat=0)
    assert subjects(t.state, 0, "scramble") == []
    assert subjects(t.state, 0, "forward_observer") == ["A1", "A2"]
    assert subjects(t.state, 0, "mine_sweepers") == ["A1", "A2"]
    assert subjects(t.state, 0, "mine_sweepers", (), "movement") == []


@clause("mbb.card.scenario", "mbb.card.timing")
@pytest.mark.parametrize(("card", "unit_id"), [("full_throttle", "A2"), ("thrown_track", "B2")])
def test_points_to_drive_with_are_neither_given_to_nor_taken_from_who_cannot_drive(card: str, unit_id: str) -> None:
    guns = unit("A2", "Flak 36", 4, 3, 90), unit("B2", "Flak 36", 44, 33, 270)
    t = table(UNITS[0], guns[0], UNITS[2], guns[1], hands={0: (card,)})
    driving = {"full_throttle": "A1", "thrown_track": "B1"}[card]
    assert subjects(t.state, 0, card) == [driving]
    assert unit_id not in subjects(t.state, 0, card)
