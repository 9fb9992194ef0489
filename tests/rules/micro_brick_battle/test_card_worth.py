"""What the question of a card says that it changes, held against what happens with it and without it."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.asking.offers import Choose, Weighed
from brickfield.games.micro_brick_battle.base.odds import chance_of
from brickfield.testing import Position, clause, dice, unit
from tests.rules.micro_brick_battle.cards import IDLE, fired, keep_until, play, turn_of

DUEL = (unit("A1", "M4 Sherman", 24, 10, 90), unit("B1", "Tiger I", 24, 26, 270))
IN_THE_AIR = (
    unit("A1", "Hawker Typhoon", 24, 3, 90),
    unit("A2", "M4 Sherman", 4, 3, 90),
    unit("B1", "Tiger I", 24, 17, 0),
)


def offered(t: Position) -> Choose:
    """The choices of the pending question."""
    offer = t.question.offer
    assert isinstance(offer, Choose)
    return offer


def weighed(t: Position, card: str, on: str) -> Weighed:
    """What a card changes on a unit, as its player is told."""
    choice = next(
        each for each in offered(t).choices if getattr(each.answer, "card", "") == card and each.answer.unit == on
    )
    assert isinstance(choice.weighed, tuple)
    return choice.weighed[0]


def strike(t: Position, **more: Any) -> Any:
    """A missile at the tiger."""
    t.answer("keep_cards")
    return t.answer("air_strike", unit="A1", weapon="missile", target="B1", **more)


def thrown_at_b1(t: Position, *faces: int) -> None:
    """A1 fires without ammunition, and its dice lie."""
    fired(t)
    t.answer("keep_cards", dice=dice(*faces))


@clause("mbb.card.scenario", "mbb.geometry.preview", "mbb.shoot.roll")
@pytest.mark.parametrize("units", [DUEL, IN_THE_AIR])
@pytest.mark.parametrize("played", [False, True])
def test_odds_with_and_without_ammunition_are_those_of_the_shot_itself(units: Any, played: bool) -> None:
    t = turn_of(*units, hand=("ap_round",))
    assert (fired if units is DUEL else strike)(t).accepted
    told, (shot,) = weighed(t, "ap_round", "A1"), offered(t).exhibits
    assert (shot.aim.unit, shot.aim.target, shot.aim.refusal) == ("A1", "B1", None)
    assert shot.aim.odds == told.without < told.with_it
    answer = {"card": "ap_round", "unit": "A1"} if played else {}
    result = t.answer("play_card" if played else "keep_cards", **answer, dice=dice(1, 2))
    if not played:
        # a hand that is not empty is asked again after the roll
        result = t.answer("keep_cards")
    (made,) = result.of("shot_resolved")
    assert chance_of(made.needed) == (told.with_it if played else told.without)
    assert made.tallies[0].total == shot.aim.sums[0].total + 2 * played


@clause("mbb.card.scenario", "mbb.shoot.roll")
@pytest.mark.parametrize("thrown", [(1, 2), (6, 6)])
def test_a_second_throw_is_weighed_against_what_the_first_has_done(thrown: tuple[int, int]) -> None:
    t = turn_of(*DUEL, hand=("luck",))
    thrown_at_b1(t, *thrown)
    told = weighed(t, "luck", "A1")
    assert told.without == float(thrown == (6, 6))
    (made,) = play(t, "luck", "A1", dice=dice(6, 6)).of("shot_resolved")
    assert told.with_it == chance_of(made.needed) == offered_odds(made)


def offered_odds(made: Any) -> float:
    """Of 36 throws those that reach the number."""
    return sum(one + other >= made.needed for one in range(1, 7) for other in range(1, 7)) / 36


@clause("mbb.card.scenario")
def test_full_throttle_tells_the_points_the_unit_then_has() -> None:
    t = turn_of(*DUEL, hand=("full_throttle",))
    keep_until(t, "movement")
    told = weighed(t, "full_throttle", "A1")
    play(t, "full_throttle", "A1")
    (mover,) = t.question.offer.movers  # type: ignore[union-attr]
    assert mover.points == told.with_it == told.without + 4


@clause("mbb.card.scenario", "inf.geometry.cards")
def test_a_breakdown_leaves_a_tank_and_a_squad_no_points() -> None:
    t = turn_of(*DUEL, unit("A2", "Infantry", 4, 3, 90), hand=(), theirs=("breakdown",),
                options={"infantry": True})  # fmt: skip
    while t.asked != "play_in_window":
        assert t.answer(IDLE[t.asked]).accepted
    told = [weighed(t, "breakdown", each) for each in ("A1", "A2")]
    assert [(each.of, each.with_it, each.percent) for each in told] == [("Movement Points", 0, False)] * 2
    assert all(each.without > 0 for each in told)


@clause("mbb.card.scenario", "mbb.shoot.roll")
def test_digging_in_tells_the_likeliest_shot_at_the_unit_and_a_second_shot_its_best() -> None:
    t = turn_of(*DUEL, hand=("second_shot", "dig_in"))
    thrown_at_b1(t, 1, 1)
    keep_until(t, "shooting_end")
    best = weighed(t, "second_shot", "A1")
    assert (best.of, best.without) == ("Hit Tiger I B1", 0.0)
    t.answer("keep_cards")
    told = weighed(t, "dig_in", "A1")
    assert told.of == "Hit by Tiger I B1"
    assert told.without == t.odds("B1", "A1")
    play(t, "dig_in", "A1")
    assert told.with_it == t.odds("B1", "A1") < told.without
    assert best.with_it == t.odds("A1", "B1")
