"""Take Action: up to three actions, never three of a kind, one after the other, and the heat of a rush."""

from __future__ import annotations

import pytest

from brickfield.testing import clause, dice, lay_table
from tests.rules.brick_mech.table import action, attack, duel, heat, marks, mech, refused, turn


@clause("bm.action.count", "bm.action.types")
def test_a_mech_takes_none_to_three_actions() -> None:
    for count in range(4):
        t = duel()
        if count > 0:
            t.move("A1", turn(10))
        if count > 1:
            attack(t, dice(1, 1, 6))
        if count > 2:
            t.answer("detach", unit="A1", slot="left_arm")
        assert marks(t, "A1", "moves", "attacks", "scavenges") == (int(count > 0), int(count > 1), int(count > 2))
        if count < 3:
            assert t.answer("end_turn", unit="A1").accepted
        assert t.decision is not None
        assert t.decision.seat == 1


@clause("bm.action.two_free")
def test_two_actions_cause_no_heat() -> None:
    t = duel()
    t.move("A1", turn(10))
    t.move("A1", turn(10))
    assert heat(t, "A1") == 0


@clause("bm.action.rush_heat")
def test_the_third_action_brings_two_markers_before_anything_else() -> None:
    t = duel()
    t.move("A1", turn(10))
    t.move("A1", turn(-10))
    shot = attack(t, dice(2, 1, 6))
    assert heat(t, "A1") == 2
    kinds = [event for event in shot.events if type(event).__name__ in ("UnitMarked", "TargetDeclared", "DiceRolled")]
    assert [getattr(event, "mark", "") for event in kinds[:2]] == ["attacks", "heat"]
    tally = shot.of("shot_resolved")[0].tallies[0]
    assert [(line.value, line.clause) for line in tally.lines()][-1] == (-2, "bm.mod.attack.heat")


@clause("bm.action.rush_heat", "bm.attack.no_redeclare")
def test_rush_heat_stays_when_the_attack_fails() -> None:
    t = duel(gap=22)
    t.move("A1", turn(10))
    t.move("A1", turn(-10))
    failed = attack(t)
    assert failed.of("shot_voided")[0].reason == "out_of_range"
    assert heat(t, "A1") == 2


@clause("bm.action.no_triple_move")
def test_three_moves_are_refused_with_the_numbers() -> None:
    t = duel()
    t.move("A1", turn(10))
    t.move("A1", turn(10))
    third = t.move("A1", turn(10))
    assert refused(third) == ("third_move", "bm.action.no_triple_move")
    assert third.refusal is not None
    assert third.refusal.data == {"used": 2, "most": 2}
    assert heat(t, "A1") == 0


@clause("bm.action.no_triple_attack")
def test_three_attacks_are_refused() -> None:
    t = duel(b={"armor": 40})
    attack(t, dice(1, 1, 6))
    attack(t, dice(1, 1, 6))
    assert refused(attack(t)) == ("third_attack", "bm.action.no_triple_attack")


@clause("bm.action.no_triple_scavenge")
def test_three_scavenges_are_refused() -> None:
    t = duel()
    for slot in ("left_arm", "right_arm"):
        assert t.answer("detach", unit="A1", slot=slot).accepted
    third = t.answer("detach", unit="A1", slot="left_shoulder")
    assert refused(third) == ("third_scavenge", "bm.action.no_triple_scavenge")


@clause("bm.action.any_mix")
@pytest.mark.parametrize("order", ["AMA", "MAM", "AAM", "MMA", "SMA", "SAS", "MSM", "ASA"])
def test_any_other_mixture_and_order_is_allowed(order: str) -> None:
    t = duel(b={"armor": 40})
    slots = iter(("left_arm", "left_shoulder"))
    for kind in order:
        if kind == "A":
            result = attack(t, dice(*[1] * t.ask("tally", "A1", "B1").attack_dice, 6))
        elif kind == "M":
            result = t.move("A1", turn(5))
        else:
            result = t.answer("detach", unit="A1", slot=next(slots))
        assert result.accepted, result
    assert sum(marks(t, "A1", "moves", "attacks", "scavenges")) == 3


@clause("bm.action.sequential", "bm.attack.target_gone")
def test_the_outcome_of_an_action_is_seen_before_the_next_is_announced() -> None:
    t = duel(b={"armor": 1}, sides=("Blue", "Red", "Red"), order=(0, 1, 2))
    assert t.asked == "take_action"
    t.move("A1", turn(5))
    assert t.asked == "take_action"
    assert t.decision is not None
    assert t.decision.seat == 0
    assert t.pose("A1") == (10.0, 15.0, 5.0)


@clause("bm.action.explicit_end")
def test_a_turn_ends_by_itself_after_three_actions_and_by_word_before() -> None:
    t = duel()
    t.move("A1", turn(10))
    assert t.asked == "take_action"
    t.answer("end_turn", unit="A1")
    assert marks(t, "A1", "done") == (1,)
    t.move("B1", turn(10))
    t.move("B1", turn(10))
    ended = t.answer("detach", unit="B1", slot="left_arm", dice=dice(6, 6, 1, 1))
    assert ended.of("turn_ended")
    assert ended.of("round_started")[0].round == 3


@clause("bm.action.explicit_end", "bm.destroy.in_exchange")
def test_a_mech_destroyed_in_its_own_turn_has_no_end_of_turn_step() -> None:
    units = [
        mech("A1", 10, 15, 0, armor=1, heat=9),
        mech("A2", 10, 25, 0),
        mech("B1", 17, 15, 180),
    ]
    t = lay_table("brick_mech", units, options={"return_fire": True})
    attack(t)
    shot = t.answer("react", yes=True, dice=dice(1, 1, 3, 3, 6, 1, 1, 1, 1, 1))
    assert t.unit("A1").status == "gone"
    assert not [event for event in shot.events if getattr(event, "clause", "").startswith("bm.endturn")]
    assert t.decision is not None
    assert t.decision.seat == 1


@clause("bm.action.types", "bm.action.rush_heat", "bm.action.explicit_end", "bm.option.multi.choice")
def test_the_question_offers_each_mech_with_all_that_it_may_do() -> None:
    units = [mech("A1", 10, 15, 0), mech("A2", 10, 20, 0), mech("B1", 17, 15, 180)]
    t = lay_table("brick_mech", units, options={"hold_fire": True})
    several = t.decision.ask(t.state)
    assert [actor.unit for actor in several.offer.actors] == ["A1", "A2"]
    assert [each.id for each in several.offer.actors[0].actions] == ["move", "attack", "scavenge", "hold"]
    assert several.offer.actors[0].finish.careful == "2 actions are left: end the turn?"
    t.move("A1", turn(10))
    (alone,) = t.decision.ask(t.state).offer.actors
    assert alone.finish.careful == "1 action is left: end the turn?"
    t.move("A1", turn(-10))
    (alone,) = t.decision.ask(t.state).offer.actors
    assert (alone.unit, alone.remark, alone.finish.careful) == ("A1", "2 of 3 actions used", "")
    assert [(each.id, each.closed.code if each.closed else "") for each in alone.actions] == [
        ("move", "third_move"),
        ("attack", ""),
        ("scavenge", ""),
    ]
    fire = action(t, "attack")
    assert fire.warning == "This is a rush: 2 Heat Markers are placed first."
    assert fire.clause == "bm.action.rush_heat"
    assert action(t, "move").warning == ""


@clause("bm.action.types", "bm.scavenge.one_thing")
def test_every_answer_that_the_question_lists_is_taken() -> None:
    parts = [{"side": "left", "shoulder": "S1", "arm": "A1", "x": 10.0, "y": 16.0}]
    bare = {"left_shoulder": "", "left_arm": ""}
    t = duel(a=bare, parts=parts, options={"hold_fire": True})
    mounts = [choice for choice in action(t, "scavenge").offer.choices if choice.about]
    assert [(choice.about, choice.answer.take) for choice in mounts] == [(("P1",), "all"), (("P1",), "shoulder")]
    for choice in (*action(t, "scavenge").offer.choices, t.decision.ask(t.state).offer.actors[0].finish):
        assert t.decision.validate(t.state, choice.answer) is None, choice
