"""Return Fire: when it is offered, both attacks at once, what it costs, and heat that was cooled too early."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from brickfield.core.decisions import DECLINE
from brickfield.core.saves import load, save
from brickfield.games import find_game
from brickfield.testing import clause, dice, lay_table, piece
from tests.rules.brick_mech.table import GAME, armor, attack, duel, heat, marks, mech, refused, turn

ON = {"return_fire": True}


@clause("bm.option.return.when", "bm.option.alt.intro")
def test_it_is_offered_to_the_target_after_all_checks_and_before_any_die() -> None:
    t = duel(options=ON)
    declared = attack(t)
    assert t.asked == "return_fire"
    assert t.decision is not None
    assert t.decision.seat == 1
    assert t.decision.seconds(t.state) == 30
    assert declared.of("dice_rolled") == []
    assert declared.of("target_declared")
    assert not duel().match.options.return_fire
    plain = duel()
    attack(plain, dice(1, 1, 6))
    assert plain.asked == "take_action"


@clause("bm.option.return.when")
def test_what_the_target_is_told_are_the_numbers_not_the_dice() -> None:
    t = duel(options=ON, a={"heat": 1})
    attack(t)
    assert t.decision is not None
    told = t.decision.ask(t.state)
    theirs, reply = (exhibit.aim for exhibit in told.offer.exhibits)
    assert (theirs.range, theirs.arc, theirs.cover.cover, theirs.dice) == ("short", "primary", "none", 2)
    assert (theirs.unit, reply.unit) == ("A1", "B1")
    assert [note.text for note in told.offer.notes] == ["Costs your 1st action, no heat."]
    assert [choice.odds for choice in told.offer.choices] == [reply.odds, UNSET], "how likely stands on the button"


@clause("bm.option.return.when")
def test_a_mech_that_has_fired_or_has_no_action_left_is_not_asked() -> None:
    for changes in ({"attacks": 1}, {"moves": 2, "scavenges": 1}):
        t = duel(options=ON, b=changes)
        attack(t, dice(1, 1, 6))
        assert t.asked == "take_action"


@clause("bm.option.return.when", "bm.attack.fail_range")
def test_an_attack_that_fails_its_checks_cannot_be_answered() -> None:
    t = duel(gap=21, options=ON)
    attack(t)
    assert t.asked == "take_action"


@clause("bm.option.return.arc")
@pytest.mark.parametrize(
    ("heading", "asked", "lost"), [(180, True, 0), (120, True, -1), (250, True, -1), (0, False, 0)]
)
def test_the_attacker_must_lie_in_an_arc_and_a_secondary_one_costs_one(heading: float, asked: bool, lost: int) -> None:
    t = lay_table(GAME, [mech("A1", 10, 15, 0), mech("B1", 17, 15, heading)], options=ON)
    result = attack(t, None if asked else dice(1, 1, 6))
    assert (t.asked == "return_fire") is asked
    if asked:
        result = t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 6, 6))
        reply = result.of("shot_resolved")[1].tallies[0]
        assert sum(line.value for line in reply.lines() if line.clause == "bm.mod.attack.secondary") == lost


@clause("bm.option.return.dice")
def test_the_answer_needs_a_die_at_the_range_and_a_target_not_too_covered() -> None:
    t = duel(options=ON, b={"short": 0})
    attack(t, dice(1, 1, 6))
    assert t.asked == "take_action"
    # A1 looks over a wall close to itself; seen from B1 the same wall hides nearly all of A1
    wall = piece("Wall", 11.5, 15, 90, length=6.0, width=0.5, height=2.3)
    t = duel(gap=8, options=ON, terrain=[wall])
    assert t.cover("A1", "B1") != "total"
    assert t.cover("B1", "A1") == "total"
    attack(t, dice(1, 1, 6))
    assert t.asked == "take_action"


@clause("bm.option.return.dice")
def test_charge_and_targeted_shot_are_not_for_the_answer() -> None:
    t = duel(gap=5, options={**ON, "targeted_shot": True})
    attack(t, location="legs")
    result = t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 6, 6))
    assert [event.offer for event in result.of("reaction_taken")] == ["return fire B1"]
    first, reply = result.of("shot_resolved")
    assert [line.value for line in first.tallies[0].lines()] == [2, 0, -4]
    assert [line.value for line in reply.tallies[0].lines()] == [2, 0]


@clause("bm.option.return.simultaneous", "bm.geometry.rng")
def test_both_attack_rolls_then_both_defense_rolls_then_both_damages() -> None:
    t = duel(options=ON, a={"targeting": 2}, b={"targeting": 7})
    attack(t)
    # attack A 1+1+2, attack B 1+1+7, defense B 1, defense A 2: differences 3 and 7; one roll for A1
    result = t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 1, 2, 1, 1))
    rolls = [(event.label, event.seat) for event in result.of("dice_rolled")]
    assert rolls[:4] == [("attack", 0), ("attack", 1), ("defense", 1), ("defense", 0)]
    assert rolls[4:] == [("massive damage location", 0), ("massive damage effect", 0)]
    assert (armor(t, "B1"), armor(t, "A1")) == (17, 15)
    # each names the dice that decided it, its own before those against it
    first, reply = result.of("shot_resolved")
    assert [(throw.label, throw.seat, throw.faces) for throw in first.throws] == [
        ("attack", 0, (1, 1)),
        ("defense", 1, (1,)),
    ]
    assert [(throw.label, throw.seat, throw.faces) for throw in reply.throws] == [
        ("attack", 1, (1, 1)),
        ("defense", 0, (2,)),
    ]
    assert [throw.label for read in result.of("table_read") for throw in read.throws] == [
        label for label, _ in rolls[4:]
    ]


@clause("bm.option.return.simultaneous", "bm.geometry.rng")
def test_massive_damage_of_the_answering_mech_comes_first_its_critical_last() -> None:
    t = duel(options=ON, a={"targeting": 0}, b={"targeting": 7})
    attack(t)
    # A1 rolls a Critical Hit: 12 against 1, two rolls and one more for B1, then one for A1
    result = t.answer("react", yes=True, dice=dice(6, 6, 1, 1, 1, 2, *(1, 1) * 3, 2, 1))
    suffering = [event.unit for event in result.of("table_read") if event.table == "massive damage location"]
    assert suffering == ["B1", "B1", "B1", "A1"]


@clause("bm.option.return.simultaneous", "bm.option.crit.defense")
def test_damage_of_the_exchange_does_not_weaken_the_other_attack() -> None:
    t = duel(options=ON, a={"targeting": 9}, b={"targeting": 9, "armor": 1})
    attack(t)
    result = t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 1, 1, *(1, 1) * 4))
    assert t.unit("B1").status == "gone"
    # the answer of the destroyed Mech still counts, and both are removed only now
    assert armor(t, "A1") == 15
    names = [type(event).__name__ for event in result.events]
    assert names.index("UnitDestroyed") > max(place for place, name in enumerate(names) if name == "TableRead")


@clause("bm.option.return.only_target", "bm.option.return.must_target")
def test_only_the_target_answers_and_only_the_attacker_is_hit() -> None:
    units = [mech("A1", 10, 15, 0), mech("A2", 10, 11, 0), mech("B1", 17, 15, 180), mech("B2", 17, 11, 180)]
    t = lay_table(GAME, units, options=ON)
    attack(t)
    assert t.decision is not None
    assert (t.decision.attacker, t.decision.target) == ("A1", "B1")
    result = t.answer("react", yes=True, dice=dice(1, 1, 6, 5, 6, 1, 1, 1, 1, 1))
    assert [(shot.unit, shot.target) for shot in result.of("shot_resolved")] == [("A1", "B1"), ("B1", "A1")]
    assert t.asked == "take_action"


@clause("bm.option.return.action", "bm.action.no_triple_attack")
def test_it_counts_as_an_action_of_the_round() -> None:
    t = duel(options=ON)
    attack(t)
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 6, 6))
    assert marks(t, "B1", "attacks") == (1,)
    t.answer("end_turn", unit="A1")
    # two actions are left, and one attack
    t.answer("attack", unit="B1", target="A1", dice=dice(1, 1, 6))
    assert refused(attack(t, attacker="B1", target="A1"))[0] == "third_attack"
    assert heat(t, "B1") == 0
    t.answer("move", unit="B1", steps=[turn(5)], dice=dice(6, 6, 1, 1))
    assert heat(t, "B1") == 2


@clause("bm.option.return.action", "bm.action.rush_heat")
def test_as_third_action_it_brings_rush_heat_before_its_roll() -> None:
    t = duel(options=ON, b={"moves": 2, "done": 1})
    attack(t)
    result = t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 6, 6))
    assert heat(t, "B1") == 2
    first, reply = result.of("shot_resolved")
    assert -2 in [line.value for line in first.tallies[1].lines()]
    assert -2 in [line.value for line in reply.tallies[0].lines()]


@clause("bm.option.return.late_heat")
@pytest.mark.parametrize(
    ("b", "after"),
    [
        ({"done": 1, "cooled": 2, "heat": 1}, 2),
        ({"done": 1, "cooled": 1, "moves": 1, "heat": 1}, 2),
        ({"done": 1, "cooled": 0, "heat": 0}, 0),
        ({"cooled": 2, "heat": 1}, 1),
        ({"done": 1, "moves": 2, "cooled": 0, "heat": 1}, 3),
    ],
)
def test_a_late_answer_takes_back_a_marker_that_was_cooled_off(b: dict[str, Any], after: int) -> None:
    t = duel(options=ON, b=b)
    attack(t)
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 6, 6))
    assert heat(t, "B1") == after


@clause("bm.option.return.late_heat", "bm.endturn.heat0")
@pytest.mark.parametrize(("yes", "after"), [(True, 2), (False, 1)])
def test_what_was_cooled_off_at_the_end_of_the_turn_is_remembered(yes: bool, after: int) -> None:
    t = duel(options=ON, seat=1, b={"heat": 3})
    t.answer("end_turn", unit="B1")
    assert heat(t, "B1") == 1
    attack(t)
    t.answer("react", yes=yes, dice=dice(1, 1, 1, 1, 6, 6) if yes else dice(1, 1, 6))
    assert heat(t, "B1") == after


@clause("bm.option.return.late_heat", "bm.destroy.remove")
def test_a_late_answer_gives_no_marker_to_the_dead_nor_after_the_battle() -> None:
    late = {"done": 1, "cooled": 2, "heat": 1}
    t = duel(options=ON, a={"targeting": 3}, b={**late, "armor": 1})
    attack(t)
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 2, 6))
    assert (t.unit("B1").alive, heat(t, "B1")) == (False, 0)
    t = duel(options=ON, a={"armor": 1}, b={**late, "targeting": 4})
    attack(t)
    result = t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 6, 2))
    assert result.events[-1] == result.of("game_ended")[0]


@clause("bm.option.return.late_heat")
def test_by_the_switch_a_late_answer_stays_cool() -> None:
    t = duel(options={**ON, "late_return_heat": "ignore"}, b={"done": 1, "cooled": 2, "heat": 1})
    attack(t)
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 6, 6))
    assert heat(t, "B1") == 1


@clause("bm.option.return.late_heat")
def test_late_markers_bring_no_new_check_before_the_next_end_of_turn() -> None:
    t = duel(options=ON, b={"done": 1, "cooled": 2, "heat": 7})
    attack(t)
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 6, 6))
    assert (heat(t, "B1"), armor(t, "B1")) == (8, 17)


@clause("bm.geometry.prompt")
def test_a_seat_may_leave_an_order_for_it() -> None:
    # 20 of 216 throws do damage through a dodge of 7, 35 through one of 6: a tenth is worth it
    for dodge, worth in ((0, True), (6, True), (7, False), (30, False)):
        t = duel(options=ON, a={"dodge": dodge})
        attack(t)
        question: Any = t.decision
        given = [question.ordered(t.state, order) for order in ("always", "worth", DECLINE, "ask")]
        assert [each and each.yes for each in given] == [True, worth, False, None]


@clause("bm.option.return.no_chain")
def test_the_answer_cannot_be_answered() -> None:
    t = duel(options=ON)
    attack(t)
    result = t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 6, 6))
    assert len(result.of("shot_resolved")) == 2
    assert t.asked == "take_action"
    assert t.decision is not None
    assert t.decision.seat == 0


@clause("bm.option.return.when")
def test_letting_it_pass_keeps_the_action() -> None:
    t = duel(options=ON)
    attack(t)
    t.answer("react", yes=False, dice=dice(1, 1, 6))
    assert marks(t, "B1", "attacks") == (0,)


@clause("bm.option.crit.defense")
def test_each_attack_of_the_exchange_has_its_own_criticals() -> None:
    t = duel(options=ON, a={"targeting": 3}, b={"targeting": 3, "defense_dice": 2})
    attack(t)
    # B1 defends with two sixes: nothing; A1 has one die and takes 3
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 6, 6, 2))
    assert (armor(t, "B1"), armor(t, "A1")) == (20, 17)


@clause("bm.geometry.prompt")
def test_the_question_is_plain_data_that_can_be_saved() -> None:
    t = duel(options=ON)
    attack(t)
    loaded = load(save(t.state), find_game)
    assert loaded.digest() == t.state.digest()  # type: ignore[union-attr]
    assert t.decision is not None
    assert t.decision.ask(t.state).seconds == 30
    assert t.view(0).decision is None
    assert t.view(0).waiting_for == (1,)


@clause("bm.option.return.action", "bm.action.count")
def test_a_mech_that_has_returned_fire_begins_its_turn_with_one_action_used() -> None:
    t = duel(options=ON)
    attack(t)
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 6, 6))
    t.answer("end_turn", unit="A1")
    assert t.decision is not None
    assert t.decision.seat == 1
    assert t.match.game.situation is not None
    assert [step.when for step in t.match.game.situation(t.state).steps] == ["done", "now", "ahead"]
