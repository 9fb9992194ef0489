"""Hidden units: how much of the facing side is hidden, and what that costs the attacker.

The barrel is at (24, 5), the facing side of the target runs from x = 23 to 25 at y = 23. A house whose far edge is at
y = 14 and whose left edge is at x = 24 + d hides all right of 24 + 2d: a share of 0.5 - d.
"""

from __future__ import annotations

from math import cos, hypot, radians, sin
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickfield.games.micro_brick_battle.base.modifiers import hidden_units
from brickfield.games.micro_brick_battle.chapters.young_players.young_players import hidden_tank
from brickfield.testing import Position, clause, dice, lay_table, piece, unit

SQUARE = {"length_inches": 2.0, "width_inches": 2.0}
RAYS = 240


def table(*units: Any, terrain: Any = (), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, **more)


def house(x0: float, y0: float, x1: float, y1: float) -> Any:
    return piece("House", (x0 + x1) / 2, (y0 + y1) / 2, length=x1 - x0, width=y1 - y0)


def behind(*terrain: Any, others: Any = (), **target: Any) -> Position:
    """A Sherman that looks straight up at a Panzer III behind these things."""
    shooter = unit("A1", "M4 Sherman", 24, 4, 90, **SQUARE)
    foe = unit("B1", "Panzer III", 24, 24, 270, **SQUARE | target)
    return table(shooter, foe, *others, terrain=terrain, anyhow=True)


def half_hidden(d: float) -> Position:
    return behind(house(24 + d, 13, 30 + d, 14))


# --- the steps -------------------------------------------------------------------------------------------------------


@clause("mbb.mod.hidden.trigger", "mbb.mod.hidden.minor", "mbb.mod.hidden.major")
@pytest.mark.parametrize(
    ("d", "attack_points", "clause_id"),
    [
        (0.5, 4, None),  # the corner of the house touches the line to the end of the side: nothing is hidden
        (0.499998, 3, "mbb.mod.hidden.minor"),
        (0.3, 3, "mbb.mod.hidden.minor"),
        (0.00001, 3, "mbb.mod.hidden.minor"),
        (0.000002, 3, "mbb.mod.hidden.minor"),
        (0.0, 2, "mbb.mod.hidden.major"),  # exactly half
        (-0.00001, 2, "mbb.mod.hidden.major"),
        (-0.4, 2, "mbb.mod.hidden.major"),
    ],
)
def test_less_than_half_hidden_costs_one_point_half_or_more_two(
    d: float, attack_points: int, clause_id: str | None
) -> None:
    t = half_hidden(d)
    numbers = t.tally("A1", "B1")
    assert numbers.sight.hidden == pytest.approx(max(0.0, 0.5 - d if d >= 0 else 0.5 - 2.25 * d / 2), abs=1e-9)
    assert numbers.attack_points.total == attack_points
    assert [line.clause for line in numbers.attack_points.lines()[1:]] == ([clause_id] if clause_id else [])


@clause("mbb.mod.hidden.major", "mbb.geometry.units")
def test_a_share_within_a_millionth_of_nothing_is_nothing() -> None:
    """On a side of 4 inches a shadow of 2e-6 inch is a share of 5e-7; one of 8e-6 is a share of 2e-6."""
    wide = {"width_inches": 4.0}
    shade = behind(house(24.999999, 13, 30.999999, 14), **wide)
    assert 0.0 < shade.hidden_share("A1", "B1") < 1e-6
    assert shade.tally("A1", "B1").attack_points.total == 4
    more = behind(house(24.999996, 13, 30.999996, 14), **wide)
    assert more.tally("A1", "B1").attack_points.total == 3


@clause("mbb.mod.hidden.major")
def test_a_share_within_a_millionth_of_half_is_half() -> None:
    """On a side of 4 inches one grain is a share of 5e-7."""
    almost = behind(house(24.000001, 13, 30.000001, 14), width_inches=4.0)
    assert 0.5 - 1e-6 < almost.hidden_share("A1", "B1") < 0.5
    assert almost.tally("A1", "B1").attack_points.total == 2


@clause("mbb.mod.hidden.major", "mbb.mod.hidden.minor", "mbb.young.hidden")
def test_the_borders_of_the_two_steps_belong_to_the_lesser_and_the_greater_one() -> None:
    shares = (0.0, 1e-6, 1.1e-6, 0.5 - 1.1e-6, 0.5 - 1e-6, 1.0)
    steps = [hidden_units(share) for share in shares]
    assert [step and step.value for step in steps] == [None, None, -1, -1, -2, -2]
    assert [hidden_tank(share) is None for share in shares] == [True, True, False, False, False, False]


@clause("mbb.mod.hidden.major", "mbb.geometry.los")
def test_a_facing_side_wholly_hidden_costs_two_points_while_another_side_is_seen() -> None:
    """The house lies close before the front of the target; past it the upper end of the left side can be seen."""
    shooter = unit("A1", "M4 Sherman", 12, 7.4, 90, **SQUARE)
    target = unit("B1", "Panzer III", 24, 24, 270, **SQUARE)
    t = table(shooter, target, terrain=[house(22, 21, 25.5, 22.9)])
    assert t.facing_side("A1", "B1") == "front"
    assert t.hidden_share("A1", "B1") == 1.0
    assert t.line_of_sight("A1", "B1")
    assert t.tally("A1", "B1").attack_points.total == 2
    assert t.fire({"A1": "B1"}, dice(5, 5)).of("unit_destroyed"), "AP 2 against DP 4 needs 10"
    wider = table(shooter, target, terrain=[house(20, 21, 25.5, 22.9)])
    assert not wider.line_of_sight("A1", "B1")


# --- the printed examples --------------------------------------------------------------------------------------------


@clause("mbb.mod.hidden.ex_ferdinand")
def test_a_ferdinand_attacks_a_slightly_hidden_t34_with_eight() -> None:
    ferdinand = unit("A1", "Ferdinand", 24, 4, 90)
    t = table(ferdinand, unit("B1", "T-34/76", 24, 24, 270), terrain=[house(24.2, 13, 30, 14)])
    assert 0.0 < t.hidden_share("A1", "B1") < 0.5
    numbers = t.tally("A1", "B1")
    assert (numbers.attack_points.base, numbers.attack_points.total) == (9, 8)
    assert numbers.needed == 5


@clause("mbb.mod.hidden.ex1")
def test_an_attacker_of_four_that_sees_less_than_half_attacks_with_two() -> None:
    t = half_hidden(-0.2)
    assert t.hidden_share("A1", "B1") > 0.5
    assert (t.tally("A1", "B1").attack_points.base, t.tally("A1", "B1").attack_points.total) == (4, 2)
    assert t.fire({"A1": "B1"}, dice(4, 5)).of("shot_resolved")[0].needed == 10


@clause("mbb.mod.hidden.ex2")
def test_an_attacker_of_four_that_sees_more_than_half_attacks_with_three() -> None:
    t = half_hidden(0.2)
    assert t.hidden_share("A1", "B1") < 0.5
    assert (t.tally("A1", "B1").attack_points.base, t.tally("A1", "B1").attack_points.total) == (4, 3)
    assert t.fire({"A1": "B1"}, dice(4, 5)).of("shot_resolved")[0].needed == 9


# --- measuring -------------------------------------------------------------------------------------------------------


@clause("mbb.geometry.hidden_fraction")
def test_shadows_are_united_not_added() -> None:
    one = behind(house(24.2, 13, 30.2, 14))
    same_twice = behind(house(24.2, 13, 30.2, 14), house(24.2 * 13 / 9 - 24 * 4 / 9, 17.5, 31, 18))
    apart = behind(house(24.2, 13, 30.2, 14), house(20, 13, 23.7, 14))
    assert one.hidden_share("A1", "B1") == pytest.approx(0.3)
    assert same_twice.hidden_share("A1", "B1") == pytest.approx(0.3)
    assert apart.hidden_share("A1", "B1") == pytest.approx(0.3 + 0.2)


@clause("mbb.geometry.hidden_fraction")
@pytest.mark.parametrize(
    "harmless",
    [
        house(20, 1, 28, 2.9),  # behind the shooter
        house(20, 25.1, 28, 27),  # behind the target
        house(25, 5, 27, 20),  # beside the line
        house(20, 13, 23.5, 14),  # its corner touches the line to the left end
        house(25, 20, 26, 24),  # touches the end of the side
        house(20, 4, 28, 5),  # the barrel touches it and looks away
    ],
)
def test_what_only_touches_a_line_or_is_not_between_hides_nothing(harmless: Any) -> None:
    t = behind(harmless)
    assert t.hidden_share("A1", "B1") == 0.0
    assert t.tally("A1", "B1").attack_points.total == 4


@clause("mbb.geometry.hidden_fraction")
def test_a_line_that_runs_along_an_edge_is_not_broken() -> None:
    """The house begins exactly on the middle line: the left half is seen up to and along its edge."""
    for near, far in ((6, 7), (10, 22), (5, 23)):
        t = behind(house(24, near, 34, far))
        assert t.hidden_share("A1", "B1") == pytest.approx(0.5, abs=1e-9), (near, far)


@clause("mbb.mod.hidden.what", "mbb.mod.hidden.trigger")
@pytest.mark.parametrize("name", ["A2", "B2"])
def test_a_live_tank_of_either_side_hides_like_a_house(name: str) -> None:
    tank = unit(name, "M4 Sherman", 27, 13.5, 0, length_inches=6.0, width_inches=1.0)
    t = behind(others=[tank])
    assert t.hidden_share("A1", "B1") == pytest.approx(0.5)
    assert t.tally("A1", "B1").attack_points.total == 2


# --- against a second opinion: rays --------------------------------------------------------------------------------

Rectangle = tuple[float, float, float, float, float]
_place = st.tuples(st.integers(4, 44), st.integers(4, 32), st.sampled_from([0, 15, 45, 90, 120, 180, 250, 333]))
_blocker = st.tuples(_place, st.integers(1, 6), st.integers(1, 4))


def _corners(rectangle: Rectangle) -> list[tuple[float, float]]:
    x, y, heading, length, width = rectangle
    c, s = cos(radians(heading)), sin(radians(heading))
    signs = ((1, 1), (-1, 1), (-1, -1), (1, -1))  # front left, rear left, rear right, front right
    return [(x + f * length / 2 * c - w * width / 2 * s, y + f * length / 2 * s + w * width / 2 * c) for f, w in signs]


def _crosses(ray: tuple[float, float, float, float], rectangle: Rectangle) -> bool:
    """Whether a segment runs through the inside of a rectangle, by clipping it in the rectangle's own frame."""
    x, y, heading, length, width = rectangle
    c, s = cos(radians(heading)), sin(radians(heading))
    low, high = 0.0, 1.0
    ends = [((px - x) * c + (py - y) * s, (py - y) * c - (px - x) * s) for px, py in (ray[:2], ray[2:])]
    for axis, half in ((0, length / 2 - 1e-7), (1, width / 2 - 1e-7)):
        a, b = ends[0][axis], ends[1][axis]
        if abs(b - a) < 1e-12:
            if abs(a) >= half:
                return False
            continue
        enter, leave = sorted(((-half - a) / (b - a), (half - a) / (b - a)))
        low, high = max(low, enter), min(high, leave)
    return high > low


def _open_rays(barrel: tuple[float, float], target: Rectangle, side: int, blockers: list[Rectangle]) -> float:
    """The share of evenly spread rays from the barrel to one side of the target that no blocker stops."""
    corners = _corners(target)
    (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 4]
    shares = [(number + 0.5) / RAYS for number in range(RAYS)]
    rays = [(*barrel, ax + share * (bx - ax), ay + share * (by - ay)) for share in shares]
    return sum(not any(_crosses(ray, each) for each in blockers) for ray in rays) / RAYS


@clause("mbb.geometry.hidden_fraction", "mbb.geometry.los")
@settings(max_examples=60)
@given(_place, _place, st.lists(_blocker, max_size=7))
def test_the_hidden_share_agrees_with_counting_rays(shooter: Any, target: Any, blockers: list[Any]) -> None:
    if hypot(shooter[0] - target[0], shooter[1] - target[1]) < 4:
        return
    units = (unit("A1", "M4 Sherman", *shooter, **SQUARE), unit("B1", "Panzer III", *target, **SQUARE))
    houses = [piece("House", *pose, length=length, width=width) for pose, length, width in blockers]
    t = table(*units, terrain=houses, anyhow=True)
    sight = t.tally("A1", "B1").sight
    rectangles = [(*pose, float(length), float(width)) for pose, length, width in blockers]
    body = (*target, 2.0, 2.0)
    open_share = _open_rays(sight.muzzle, body, sight.side, rectangles)
    assert abs((1.0 - sight.hidden) - open_share) <= (len(blockers) + 1) / RAYS
    facing = [side for side in range(4) if _open_rays(sight.muzzle, body, side, [(*target, 1.999, 1.999)]) == 1.0]
    seen = [_open_rays(sight.muzzle, body, side, rectangles) for side in facing]
    assert sight.seen or not any(seen), "a ray finds the target but there is no line of sight"
    assert not sight.seen or any(seen) or sight.hidden > 1.0 - 2 / RAYS


def _turned(pose: Any) -> Any:
    return (48 - pose[0], 36 - pose[1], pose[2] + 180)


def _mirrored(pose: Any) -> Any:
    return (48 - pose[0], pose[1], 180 - pose[2])


@clause("mbb.geometry.hidden_fraction", "mbb.geometry.facing_side")
@settings(max_examples=40)
@given(_place, _place, st.lists(_blocker, max_size=5), st.sampled_from(["M4 Sherman", "StuG III"]))
def test_turning_or_mirroring_the_table_changes_no_shot(
    shooter: Any, target: Any, blockers: list[Any], card: str
) -> None:
    def seen_on(change: Any) -> Any:
        units = (unit("A1", card, *change(shooter)), unit("B1", "Panzer III", *change(target)))
        terrain = [piece("House", *change(pose), length=length, width=width) for pose, length, width in blockers]
        t = table(*units, terrain=terrain, anyhow=True)
        return t.tally("A1", "B1"), t.facing_side("A1", "B1"), t.in_arc("A1", "B1")

    plain, side, bears = seen_on(lambda pose: pose)
    other_hand = {"left": "right", "right": "left"}
    for change, expected in ((_turned, side), (_mirrored, other_hand.get(side, side))):
        numbers, found, arc = seen_on(change)
        assert (found, arc, numbers.sight.seen) == (expected, bears, plain.sight.seen)
        assert numbers.sight.hidden == pytest.approx(plain.sight.hidden, abs=1e-6)
        assert numbers.needed == plain.needed
