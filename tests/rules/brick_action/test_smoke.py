"""Smoke: who throws it how far, what it hides, and when it is gone."""

from __future__ import annotations

import pytest

from brickfield.testing import Position, Result, clause, dice
from tests.rules.brick_action.fire_table import action, attack, duel, figure, refused

SMOKER = {"figures": {"f1": {"smoke_grenade": 1}}}


def smoke(t: Position, x: float, y: float) -> Result:
    return t.answer("throw_smoke", unit="A1", figure="f1", x=x, y=y)


def clouds(t: Position) -> list[tuple[float, float]]:
    return [each.pose.place for each in t.state.tokens.values() if each.kind == "smoke"]


@clause("ba.weapon.smoke", "ba.weapon.smoke.single", "ba.weapon.smoke.effect")
def test_a_screen_of_sixteen_by_sixteen_within_forty_studs() -> None:
    t = duel(a=SMOKER)
    assert refused(smoke(t, 61.1, 40.0)) == ("too_far", "ba.weapon.smoke")
    assert smoke(t, 61.0, 40.0).accepted
    (token,) = (each for each in t.state.tokens.values() if each.kind == "smoke")
    assert (token.length, token.width) == (16_000_000, 16_000_000)
    assert figure(t, "A1", "f1").marks.get("smoke_grenade", 0) == 0
    assert refused(smoke(t, 40.0, 40.0)) == ("no_smoke", "ba.weapon.smoke.single")
    assert t.state.facts["actions"] == 2


@clause("ba.weapon.smoke.duration", "ba.weapon.smoke.effect")
def test_it_stands_during_the_next_action_and_goes_with_it() -> None:
    t = duel(a=SMOKER)
    assert smoke(t, 31.0, 42.0).accepted
    assert clouds(t) == [(31.0, 42.0)]
    assert refused(attack(t)) == ("not_seen", "ba.attack.declare")
    # an action of any kind
    t.answer("go_prone", unit="A1")
    assert clouds(t) == []
    assert attack(t, dice(1, 1, 1, 1)).accepted


@clause("ba.weapon.smoke.duration")
def test_it_outlasts_the_turn_until_an_action_is_taken() -> None:
    t = duel(a=SMOKER, actions=1)
    smoke(t, 31.0, 42.0)
    # the other side is to act: it cannot see through, and its first action ends the screen
    assert t.decision is not None
    assert t.decision.seat == 1
    assert refused(t.answer("attack", unit="B1", target="A1")) == ("not_seen", "ba.attack.declare")
    t.answer("go_prone", unit="B1")
    assert clouds(t) == []


@clause("ba.weapon.smoke.duration")
def test_what_is_free_is_no_action() -> None:
    t = duel("officer smg, regular smg", a={"figures": {"f1": {"smoke_grenade": 1}}})
    smoke(t, 31.0, 42.0)
    t.answer("go_prone", unit="A1")
    assert clouds(t) == [(31.0, 42.0)]


@clause("ba.weapon.smoke.effect")
def test_from_inside_nothing_is_seen_either_and_close_combat_goes_on() -> None:
    t = duel(gap=4.0, a=SMOKER)
    smoke(t, 20.0, 42.0)
    assert refused(attack(t)) == ("not_seen", "ba.attack.declare")
    assert t.answer("close_combat", unit="A1", target="B1", dice=dice(2, 2, 2, 2, 2, 2, 3)).accepted


@clause("ba.weapon.smoke")
def test_it_is_offered_to_who_has_one() -> None:
    assert action(duel(), "smoke") is None
    offered = action(duel(a=SMOKER), "smoke")
    assert offered is not None
    assert len(offered.offer.choices) == 2  # type: ignore[union-attr]
    for each in offered.offer.choices:
        xs, ys = each.area[0::2], each.area[1::2]
        middle = (min(xs) + max(xs)) / 2e6, (min(ys) + max(ys)) / 2e6
        assert middle == pytest.approx((each.answer.x, each.answer.y)), "the screen is drawn where it would stand"
        assert (max(xs) - min(xs)) / 1e6 == 16


@clause("ba.weapon.smoke", "ba.weapon.smoke.effect")
@pytest.mark.parametrize(
    ("theirs", "point"),
    [((60, 70), (40.0, 55.0)), ((94, 40), (57.0, 40.0)), ((20, 94), (20, 67)), ((33.5, 41.5), (26.8, 40.8))],
)
def test_it_is_offered_half_way_to_an_enemy(theirs: tuple[float, float], point: tuple[float, float]) -> None:
    t = duel("regular smg", "regular smg", a=SMOKER, b={"spots": [theirs]})
    offered = action(t, "smoke")
    assert offered is not None
    own, between = (each.answer for each in offered.offer.choices)  # type: ignore[union-attr]
    assert (own.x, own.y) == (20.0, 40.0)
    assert (between.x, between.y) == point


@clause("ba.weapon.smoke")
def test_it_is_offered_no_farther_than_it_flies() -> None:
    t = duel("regular smg", "regular smg", a={**SMOKER, "spots": [(2, 2)]}, b={"spots": [(82, 62)]})
    offered = action(t, "smoke")
    assert offered is not None
    far = offered.offer.choices[1].answer  # type: ignore[union-attr]
    # 100 studs away: 40 of them are 32 along x and 24 along y
    assert (far.x, far.y) == (34.0, 26.0)
