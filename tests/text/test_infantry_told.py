"""What becomes of squads, and moves that something interrupted, as the log and the tale tell them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from brickfield.speech.acts import acts_of
from brickfield.speech.sentences import sentence
from brickfield.speech.story import story
from brickfield.speech.summary import SummaryStep, tale_of
from brickfield.testing import Position, Result, clause, dice, forward, lay_table, march, piece, pivot, reverse, unit
from tests.rules.micro_brick_battle.mines import AT_C3, SHERMAN, TWO, call, secret
from tests.rules.micro_brick_battle.mines import table as mined
from tests.rules.micro_brick_battle.squads import GAME, squad, table, walk

GUN = unit("A2", "Flak 36", 11.2, 10, 90)
SPECIAL = {"special_units": True}
TIGER = unit("B2", "Tiger I", 11.2, 20, 270)


def told(t: Position, act: Callable[[], Result]) -> list[str]:
    """What the log says of an answer."""
    before = t.state
    result = act()
    assert result.accepted, result
    return [line.text for line in story(result.events, before, drawn=True)]


def fire(t: Position, *shots: tuple[str, str, str], faces: tuple[int, ...] = (6, 6)) -> Result:
    plan = [{"unit": who, "target": whom, "lead": lead} for who, whom, lead in shots]
    return t.answer("declare", shots=plan, dice=dice(*faces))


@clause("inf.arty.join")
def test_who_joins_a_gun_is_with_it_and_not_inside_of_it() -> None:
    t = table(squad(), GUN, options=SPECIAL)
    t.end_movement()
    assert told(t, lambda: t.answer("join_gun", unit="A1", gun="A2")) == ["Infantry A1 has joined Flak 36 A2."]
    t = table(squad(inside="A2"), GUN, options=SPECIAL)
    t.end_movement()
    assert told(t, lambda: walk(t, "A1", march(180, 1)))[0] == "Infantry A1 has left the gun."
    t = table(squad(inside="A2"), GUN, TIGER, seat=1, options=SPECIAL, phase="target_declaration")
    assert "What is left of Infantry A1 stays where the gun stood." in told(t, lambda: fire(t, ("B2", "A2", "")))
    house = table(squad(10, 8.11), terrain=[piece("House", 10, 10)])
    house.end_movement()
    assert told(house, lambda: house.answer("go_inside", unit="A1", building="T1")) == [
        "Infantry A1 is inside the house now."
    ]


@clause("inf.captain.first", "inf.captain.move")
def test_the_captain_who_falls_or_goes_is_told() -> None:
    led = squad(22, 8, "A1", "Infantry", marks={"captain": 1})
    t = table(led, squad(40, 3, "A2"), squad(22, 12, "B2"), seat=1, phase="target_declaration")
    before = t.state
    result = fire(t, ("B2", "A1", ""))
    assert "Infantry A1 has lost the captain." in [line.text for line in story(result.events, before)]
    (shot,) = [act for act in acts_of(result.events, before) if act.kind == "shot"]
    assert shot.words.endswith("HIT, 1 soldier lost, captain lost.")
    t = table(led, squad(40, 3, "A2"), unit("B2", "Tiger I", 22, 14, 270), seat=1, phase="target_declaration")
    assert "Infantry A1 was destroyed by Tiger I B2, and the captain with it." in told(
        t, lambda: fire(t, ("B2", "A1", ""))
    )
    t = table(led, squad(23.5, 8, "A2"))
    t.end_movement()
    assert told(t, lambda: t.answer("pass_captain", unit="A1", to="A2")) == [
        "The captain leaves Infantry A1.",
        "The captain is with Infantry A2 now.",
    ]


@clause("inf.flank.one_roll")
def test_a_flank_names_all_who_flank_in_log_and_tale() -> None:
    squads = squad(22, 8, "A1"), squad(26, 8, "A2"), squad(24, 6, "A3")
    t = lay_table(GAME, [*squads, unit("B1", "Panzer III", 24, 14, 270)], phase="target_declaration")
    before = t.state
    result = fire(t, ("A1", "B1", ""), ("A2", "B1", "A1"), ("A3", "B1", "A1"))
    lines = [line.text for line in story(result.events, before)]
    all_three = "Infantry A1, Infantry A3 and Infantry A2"
    assert f"{all_three} fired at Panzer III B1: needed 8 or more, rolled 6 + 6 = 12: hit!" in lines
    assert f"Panzer III B1 was destroyed by {all_three}; its wreck stays there." in lines
    assert "Infantry A2 attacks Panzer III B1 together with Infantry A1." in [
        sentence(event, before).text for event in result.of("target_declared")
    ]
    tale = tale_of(t.match, [SummaryStep(before, before, ()), SummaryStep(before, t.state, tuple(result.events))])
    assert "Infantry A1, together with Infantry A3 and Infantry A2, struck hardest: Panzer III B1 destroyed." in [
        line.text for line in tale.lines
    ]
    assert any(line.text.startswith(f"The best shot: {all_three} at Panzer III B1") for line in tale.lines)


@clause("mbb.mine.secret.trigger")
def test_a_mine_is_told_in_one_sentence_beside_its_dice() -> None:
    t = secret("", "C3")
    assert t.answer("move", unit="A1", steps=[forward(6)]).accepted
    before = t.state.clone()
    result = call(t, "even", 5, 5)
    thrown = next(act for act in acts_of(result.events, before, 0) if act.dice)
    assert [each.faces for each in thrown.dice] == [(5,), (5,)]
    assert thrown.text.startswith("M4 Sherman A1 came to the minefield"), thrown.text


@clause("mbb.mine.safe_continue", "mbb.terrain.mud")
def test_a_move_that_was_interrupted_is_one_sentence() -> None:
    zone = {"minefield": [{"x": 15, "y": 15, "length": 6, "width": 6}]}
    t = mined("zone", (*TWO, unit("A2", SHERMAN, 30, 3, 90)), **zone)
    order: list[Any] = [forward(4), pivot(20)]
    lines = told(t, lambda: t.answer("move", unit="A1", steps=order, dice=dice(2)))
    assert lines[0] == "M4 Sherman A1 drove forward 4 in and turned left 20 degrees."
    assert lines[1].endswith("came to minefield zone 1: the die shows 2. It is safe.")
    assert len(lines) == 2
    lost = mined("zone", (*TWO, unit("A2", SHERMAN, 30, 3, 90)), **zone)
    lines = told(lost, lambda: lost.answer("move", unit="A1", steps=order, dice=dice(6)))
    assert lines[0].startswith(f"M4 Sherman A1 drove forward {AT_C3 - 10.1:.2f}"[:-1])
    assert lines[-1].startswith("M4 Sherman A1 was destroyed by a mine")
    mud = lay_table(GAME, [unit("A1", SHERMAN, 10, 10, 90), unit("B1", SHERMAN, 40, 30)], [piece("Mud", 10, 13)])
    lines = told(mud, lambda: mud.move("A1", forward(4), pivot(10)))
    assert lines == [
        "M4 Sherman A1 drove forward 4 in and turned left 10 degrees.",
        "M4 Sherman A1 pays 1 Movement Point for Mud T1.",
    ]


@clause("mbb.mine.visual.trigger")
def test_a_move_that_a_question_interrupted_goes_on() -> None:
    t = mined("visual", mines=[{"seat": 1, "x": 15, "y": 14, "heading": 0}])
    assert len(told(t, lambda: t.move("A1", forward(4)))) == 1
    assert told(t, lambda: call(t, "odd", 1, 4))[-1].startswith("M4 Sherman A1 went on: drove forward 1.")
    assert told(t, lambda: t.move("A1", reverse(1))) == ["M4 Sherman A1 drove back 1 in."]


@clause("inf.follow.startstop")
def test_an_order_that_squads_follow_is_a_sentence_each() -> None:
    t = table(squad(10, 18.055), unit("A2", SHERMAN, 10, 20, 90), unit("A3", SHERMAN, 20, 20, 90))
    assert t.answer("follow", unit="A1", tank="A2").accepted
    assert told(t, lambda: t.move("A2", forward(3), reverse(1))) == [
        "M4 Sherman A2 drove forward 3 in and drove back 1 in.",
        "Infantry A1 followed the tank for 4 in.",
    ]


@clause("inf.move.impassable")
def test_what_slows_a_squad_is_without_repeated_dice() -> None:
    t = table(squad(10.9, 10), terrain=[piece("Wall", 10, 11.2, length=5.67)])
    t.end_movement()
    slowed = "Infantry A1 is slowed by impassable ground for this turn."
    assert told(t, lambda: walk(t, "A1", march(90, 2.2))).count(slowed) == 1
    assert t.unit("A1").marks["paid_toll impassable"] == 1


@clause("inf.mines")
def test_a_squad_that_a_mine_destroys_leaves_no_wreck() -> None:
    mine = {"seat": 1, "x": 10, "y": 14}
    t = table(squad(10, 10), squad(30, 3, "A2"), mines=[mine], options={"mines": "visual"})
    t.end_movement()
    assert walk(t, "A1", march(90, 4)).accepted
    assert told(t, lambda: call(t, "odd", 1, 1))[-1] == "Infantry A1 was destroyed by a mine."


@pytest.mark.parametrize("gone", [True, False])
def test_a_unit_without_a_captain_takes_none_with_it(gone: bool) -> None:
    marks = {} if gone else {"captain": 1}
    t = table(squad(22, 8, marks=marks), squad(40, 3, "A2"), unit("B2", "Tiger I", 22, 14, 270), seat=1,
              phase="target_declaration")  # fmt: skip
    assert any("captain" in line for line in told(t, lambda: fire(t, ("B2", "A1", "")))) is not gone
