"""Close combat, suppression and rallying in numbers."""

from __future__ import annotations

from itertools import product

import pytest

from brickfield.games.brick_action.base.close_combat.close_combat_numbers import (
    Fighter,
    combat_dice,
    combat_total,
    melee,
    own_losses,
    own_saves,
    round_losses,
    winner,
)
from brickfield.games.brick_action.base.close_combat.close_combat_odds import chance_to_win, round_words
from brickfield.games.brick_action.base.suppression import rallies, rally_bonus, suppresses
from brickfield.testing import clause


def fighters(*primaries: str, veterans: int = 0, blades: int = 0) -> list[Fighter]:
    return [Fighter(name, n < veterans, n < blades) for n, name in enumerate(primaries)]


@clause("ba.cc.dice", "ba.cc.smg", "ba.cc.shotgun", "ba.cc.vets_dice")
@pytest.mark.parametrize(
    ("primaries", "veterans", "dice"),
    [
        (["repeater"], 0, 1),
        (["repeater"] * 5, 0, 4),
        (["none"], 0, 1),
        (["smg"], 0, 1),
        (["smg", "carbine"], 0, 3),
        (["smg"] * 4, 0, 5),
        (["battle_rifle", "carbine"], 0, 3),
        (["shotgun"], 0, 2),
        (["shotgun"] * 3, 0, 5),
        (["repeater"] * 3, 2, 3),
        (["repeater"] * 3, 3, 4),
        (["repeater"] * 5, 5, 5),
        (["smg", "smg", "shotgun"], 3, 6),
    ],
)
def test_dice_in_close_combat(primaries: list[str], veterans: int, dice: int) -> None:
    assert combat_dice(fighters(*primaries, veterans=veterans)).total == dice


@clause("ba.cc.total", "ba.cc.vets_total", "ba.cc.bayonet")
def test_the_total_is_all_dice_and_one_for_each_veteran_and_blade() -> None:
    assert combat_total(fighters("repeater", "repeater"), (3, 4)).total == 7
    assert combat_total(fighters("repeater", "repeater", veterans=2, blades=1), (3, 4)).total == 10


@clause("ba.cc.nat6", "ba.cc.nat1", "ba.cc.tie")
def test_sixes_ones_and_the_winner() -> None:
    one, other = melee(fighters("smg"), (6, 1, 1)), melee(fighters("smg"), (4, 4))
    assert (one.kills, one.ones) == (1, 2)
    assert winner(one, other) == -1
    assert winner(melee(fighters("smg"), (5, 4)), other) == 0
    assert winner(melee(fighters("smg"), (3, 4)), other) == 1


@clause("ba.cc.nat1")
def test_saves_for_ones_are_capped_and_have_no_bonus() -> None:
    assert own_saves(3, 1, 3) == 2
    assert own_saves(1, 2, 1) == 0
    assert own_losses((3, 4, 1)) == 2


@clause("ba.cc.simultaneous", "ba.cc.total")
def test_the_losses_of_a_round_are_never_more_than_there_are() -> None:
    assert round_losses(5, 1, 1, beaten=True) == 3
    assert round_losses(5, 1, 1, beaten=False) == 2
    assert round_losses(2, 1, 1, beaten=True) == 2


@clause("ba.sup.trigger", "ba.sup.wiped")
def test_two_lost_in_an_action_suppress() -> None:
    assert [suppresses(lost) for lost in (0, 1, 2, 3)] == [False, False, True, True]


@clause("ba.rally.roll", "ba.rally.max", "ba.unit.veteran.rally", "ba.unit.officer.rally", "ba.rally.command")
def test_rally_bonuses_add_up_to_two_at_most() -> None:
    assert rally_bonus(0, False).total == 0
    assert rally_bonus(1, False).total == 1
    assert rally_bonus(2, False).total == 2
    assert rally_bonus(4, True).total == 2
    assert rally_bonus(0, False, (("general", 1, "ba.unit.general.rally"),)).total == 1
    assert [rallies(face, 0) for face in (3, 4)] == [False, True]
    assert [rallies(face, 2) for face in (1, 2)] == [False, True]


@clause("ba.cc.total", "ba.cc.tie", "ba.cc.vets_total", "ba.cc.bayonet")
@pytest.mark.parametrize(("veterans", "blades"), [(0, 0), (2, 0), (0, 1)])
def test_the_odds_of_a_round_are_those_of_all_its_dice(veterans: int, blades: int) -> None:
    ours = fighters("repeater", "repeater", veterans=veterans, blades=blades)
    theirs = fighters("repeater", "repeater", "repeater")
    rounds = list(product(product(range(1, 7), repeat=2), product(range(1, 7), repeat=3)))
    won = sum(winner(melee(ours, one), melee(theirs, other)) == 0 for one, other in rounds)
    assert chance_to_win(ours, theirs) == pytest.approx(won / len(rounds))
    assert round_words(ours, theirs) == f"2 dice against 3, {round(100 * won / len(rounds))} % to win the round"
