"""Roll Initiative: order, ties, several units, and the faster way round the table."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.events import FactChanged, throws_of
from brickfield.games.brick_mech.base.initiative import round_the_table
from brickfield.testing import Position, clause, dice, lay_table, unit
from tests.rules.brick_mech.table import GAME, mech, turn


def rolled(bonuses: list[int], *faces: int, options: dict[str, Any] | None = None, **more: Any) -> Position:
    """A new round with one Mech for each player and these Initiative Bonuses."""
    places = [(5, 5), (35, 5), (5, 25), (35, 25), (20, 5), (20, 25)]
    units = [mech(f"{'ABCDEF'[seat]}1", *places[seat], 0, initiative=bonus) for seat, bonus in enumerate(bonuses)]
    return lay_table(GAME, units, phase="round", options=options, dice=dice(*faces), **more)


@clause("bm.init.roll", "bm.init.order")
def test_two_dice_and_the_bonus_the_highest_first() -> None:
    t = rolled([0, 2, 1], 6, 3, 2, 4, 5, 5)
    assert [t.state.facts[f"initiative{seat}"] for seat in range(3)] == [9, 8, 11]
    assert t.order() == (2, 0, 1)
    asked = []
    for _ in range(3):
        assert t.decision is not None
        asked.append(t.decision.seat)
        last = dice(1, 2, 1, 3, 1, 4) if len(asked) == 3 else None
        t.answer("end_turn", unit=t.decision.units[0], dice=last)
    assert asked == [2, 0, 1]


@clause("bm.init.tie_bonus")
def test_equal_totals_go_by_the_higher_bonus() -> None:
    assert rolled([1, 3], 4, 4, 3, 3).order() == (1, 0)


@clause("bm.init.tie_reroll", "bm.init.tie_keep")
def test_equal_totals_and_bonuses_are_rolled_again_and_the_number_is_kept() -> None:
    t = rolled([1, 1], 4, 4, 3, 5, 1, 1, 6, 6)
    assert t.order() == (1, 0)
    assert (t.state.facts["initiative0"], t.state.facts["initiative1"]) == (9, 9)


@clause("bm.init.tie_reroll", "bm.geometry.rng")
def test_a_group_rolls_together_and_those_still_equal_again() -> None:
    # all three tie at 7; the second roll is 5, 9, 5; seats 0 and 2 roll a third time
    t = rolled([0, 0, 0], 3, 4, 1, 6, 2, 5, 2, 3, 4, 5, 1, 4, 1, 1, 6, 1)
    assert t.order() == (1, 2, 0)


@clause("bm.geometry.rng")
def test_the_higher_group_is_settled_to_its_last_before_the_next_rolls() -> None:
    # seats 1 and 3 tie at 10, seats 0 and 2 at 6: first 1 and 3 (equal once more), then 0 and 2
    t = rolled([0] * 4, 3, 3, 5, 5, 2, 4, 6, 4, *(2, 2, 1, 3), *(1, 1, 2, 1), *(6, 1, 6, 2))
    assert t.order() == (3, 1, 2, 0)
    labels = [(event.label, event.seat) for event in t.events if type(event).__name__ == "DiceRolled"]
    assert [seat for label, seat in labels if label == "initiative tie"] == [1, 3, 1, 3, 0, 2]
    named = {event.name: throws_of(event) for event in t.events if isinstance(event, FactChanged) and throws_of(event)}
    assert {name: [throw.seat for throw in throws] for name, throws in named.items()} == {
        **{f"initiative{seat}": [seat] for seat in range(4)},
        "order": [1, 3, 1, 3, 0, 2],
    }


@clause("bm.init.snapshot")
def test_a_bonus_lost_in_the_round_counts_from_the_next() -> None:
    units = [mech("A1", 10, 15, 0, targeting=4), mech("B1", 17, 15, 180, initiative=9)]
    t = lay_table(GAME, units, phase="round", dice=dice(6, 6, 1, 1))
    assert t.order() == (0, 1)
    # torso 2, antenna lost 1: the bonus falls to 8
    t.answer("attack", unit="A1", target="B1", dice=dice(1, 1, 1, 2, 1))
    assert t.state.facts["initiative1"] == 11
    assert t.order() == (0, 1)
    t.answer("end_turn", unit="A1")
    t.answer("end_turn", unit="B1", dice=dice(1, 1, 1, 1))
    assert t.state.facts["initiative1"] == 10


@clause("bm.setup.rounds")
def test_a_round_opens_with_initiative_and_ends_when_all_have_acted() -> None:
    t = rolled([0, 0], 6, 6, 1, 1)
    assert t.state.facts["round"] == 2
    t.answer("end_turn", unit="A1")
    ended = t.answer("end_turn", unit="B1", dice=dice(1, 1, 2, 2))
    names = [type(event).__name__ for event in ended.events]
    assert names.index("RoundEnded") < names.index("RoundStarted") < names.index("DiceRolled")
    assert t.order() == (1, 0)


# --- several units ---------------------------------------------------------------------------------------------------


def armies(*faces: int, **more: Any) -> Position:
    """Three Mechs against one."""
    units = [
        mech("A1", 5, 5, 0, initiative=0),
        mech("A2", 5, 15, 0, initiative=4),
        mech("A3", 5, 25, 0, initiative=2),
        mech("B1", 35, 15, 180, initiative=0),
    ]
    return lay_table(GAME, units, phase="round", dice=dice(*faces), **more)


@clause("bm.option.multi.one_roll")
def test_a_player_rolls_once_with_the_highest_bonus_of_living_units() -> None:
    t = armies(1, 2, 3, 3)
    assert (t.state.facts["initiative0"], t.state.facts["initiative1"]) == (7, 6)
    units = [
        mech("A1", 5, 5, 0, initiative=0),
        mech("A2", 5, 15, 0, initiative=4, status="gone"),
        mech("B1", 35, 15, 0),
    ]
    t = lay_table(GAME, units, phase="round", dice=dice(1, 2, 3, 3))
    assert t.state.facts["initiative0"] == 3


@clause("bm.option.multi.one_roll")
def test_a_player_without_living_units_does_not_roll() -> None:
    units = [mech("A1", 5, 5, 0), mech("B1", 35, 5, 0, status="gone"), mech("C1", 20, 20, 0)]
    t = lay_table(GAME, units, phase="round", dice=dice(1, 1, 6, 6))
    assert t.order() == (2, 0)


@clause("bm.option.multi.one_roll", "bm.objective.alternative")
def test_a_structure_adds_nothing_to_initiative() -> None:
    units = [mech("A1", 5, 5, 0, initiative=-1), unit("A2", "bunker", 5, 15, 0), mech("B1", 35, 15, 0)]
    t = lay_table(GAME, units, phase="round", dice=dice(1, 2, 3, 3))
    assert t.state.facts["initiative0"] == 2


@clause("bm.option.multi.passes", "bm.option.multi.choice", "bm.option.multi.skip")
def test_the_order_is_run_through_with_one_unit_each_until_all_have_acted() -> None:
    t = armies(6, 6, 1, 1)
    assert t.decision is not None
    assert t.decision.units == ("A1", "A2", "A3")
    asked = []
    for name in ("A2", "B1", "A1", "A3"):
        assert t.decision is not None
        asked.append((t.decision.seat, t.decision.units))
        assert t.state.facts["active"] == t.decision.seat
        t.answer("end_turn", unit=name, dice=dice(1, 1, 6, 6) if name == "A3" else None)
    assert asked == [(0, ("A1", "A2", "A3")), (1, ("B1",)), (0, ("A1", "A3")), (0, ("A3",))]
    assert t.state.facts["round"] == 3


@clause("bm.option.multi.once", "bm.option.multi.choice")
def test_no_unit_acts_twice_and_once_begun_no_other() -> None:
    t = armies(6, 6, 1, 1)
    t.move("A2", turn(5))
    refusal = t.answer("end_turn", unit="A1").refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("another_acts", "bm.option.multi.passes")
    t.answer("end_turn", unit="A2")
    t.answer("end_turn", unit="B1")
    refusal = t.answer("end_turn", unit="A2").refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("turn_over", "bm.option.multi.once")


@clause("bm.option.multi.skip")
def test_zero_actions_is_a_legal_activation_but_nobody_is_left_out() -> None:
    t = armies(6, 6, 1, 1)
    for name in ("A1", "B1", "A2"):
        t.answer("end_turn", unit=name)
    assert t.decision is not None
    assert t.decision.units == ("A3",)


@clause("bm.option.multi.one_roll")
def test_with_the_switch_off_a_player_has_one_mech() -> None:
    with pytest.raises(ValueError, match=r"several Mechs are switched off"):
        armies(options={"several_units": False})


# --- Faster Initiative -----------------------------------------------------------------------------------------------

FAST = {"faster_initiative": True}


@clause("bm.option.fastinit.order", "bm.option.fastinit.parity")
def test_only_the_highest_matters_and_its_parity_gives_the_direction() -> None:
    # seat 1 leads with 10: clockwise, whatever the others rolled
    assert rolled([0] * 4, 1, 1, 5, 5, 4, 4, 3, 3, options=FAST).order() == (1, 2, 3, 0)
    # seat 1 leads with 11: counterclockwise
    assert rolled([0] * 4, 1, 1, 6, 5, 4, 4, 3, 3, options=FAST).order() == (1, 0, 3, 2)


@clause("bm.option.fastinit.parity")
def test_a_tie_for_the_lead_is_settled_and_lower_ties_are_not() -> None:
    # seats 0 and 2 tie at 9; seats 1 and 3 tie at 4 and never roll again; the parity is that of 9
    t = rolled([0] * 4, 4, 5, 2, 2, 5, 4, 1, 3, *(1, 1, 6, 6), options=FAST)
    assert t.order() == (2, 1, 0, 3)
    # a lone leader: nobody rolls again; who has no unit left has no place in the order
    assert rolled([0] * 3, 6, 6, 2, 2, 1, 3, options=FAST).order() == (0, 1, 2)
    assert round_the_table(4, 2, 7, (0, 2, 3)) == (2, 0, 3)


@clause("bm.option.fastinit.multi")
def test_every_pass_of_the_round_uses_the_same_order() -> None:
    units = [mech(f"{letter}{n}", 5 + 12 * "ABC".index(letter), 5 + 10 * n, 0) for letter in "ABC" for n in (1, 2)]
    t = lay_table(GAME, units, phase="round", options=FAST, dice=dice(1, 1, 6, 4, 2, 2))
    asked = []
    for _ in range(5):
        assert t.decision is not None
        asked.append(t.decision.seat)
        t.answer("end_turn", unit=t.decision.units[0])
    assert asked == [1, 0, 2, 1, 0]
