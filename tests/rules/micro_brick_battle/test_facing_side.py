"""The facing side: front, sides and rear of a target as its attacker's barrel sees them, and the rear shot."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.games.micro_brick_battle.base.line_of_sight import SIDE_NAMES, facing_side
from brickfield.testing import Position, clause, dice, lay_table, piece, unit

SQUARE = {"length_inches": 2.0, "width_inches": 2.0}


def table(*units: Any, terrain: Any = (), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, **more)


def seen_from(dx: float, dy: float, heading: float = 90, **more: Any) -> Position:
    """A target at (24, 18) and a shooter at this offset from it. Left of a target with heading 90 is -x."""
    target = unit("B1", "Panzer III", 24, 18, heading, **SQUARE | more)
    return table(unit("A1", "M4 Sherman", 24 + dx, 18 + dy, 0, **SQUARE), target)


# --- arcs ------------------------------------------------------------------------------------------------------------


@clause("mbb.geometry.arcs", "mbb.geometry.facing_side")
@pytest.mark.parametrize(
    ("dx", "dy", "side"),
    [
        (0, 10, "front"),
        (-10, 10, "front"),  # exactly 45 degrees belongs to the front
        (10, 10, "front"),
        (-10, 9.999, "left"),
        (10, 9.999, "right"),
        (-10, 0, "left"),
        (10, 0, "right"),
        (-10, -10, "left"),  # exactly 135 degrees belongs to the side
        (10, -10, "right"),
        (-10, -10.001, "rear"),
        (10, -10.001, "rear"),
        (0, -10, "rear"),
    ],
)
def test_front_up_to_45_degrees_sides_up_to_135_rear_beyond(dx: float, dy: float, side: str) -> None:
    assert seen_from(dx, dy).facing_side("A1", "B1") == side


@clause("mbb.geometry.arcs", "mbb.geometry.units")
@pytest.mark.parametrize(("dy", "side"), [(90.0, "left"), (90.000001, "left"), (90.00001, "rear")])
def test_within_a_millionth_of_a_degree_an_angle_counts_as_exactly_on_the_border(dy: float, side: str) -> None:
    """On a huge table one grain sideways is a third of that millionth, ten grains are three of them."""
    target = unit("B1", "Panzer III", 100, 100, 90, **SQUARE)
    t = table(unit("A1", "M4 Sherman", 10, 100 - dy, 0, **SQUARE), target, size=(200, 200))
    assert t.facing_side("A1", "B1") == side


@clause("mbb.geometry.arcs")
@pytest.mark.parametrize("turn", [0, 30, 90, 135, 200, 359])
def test_arcs_turn_with_the_hull_of_the_target(turn: float) -> None:
    """The shooter is always due east of the target."""
    expected = {0: "front", 30: "front", 90: "right", 135: "right", 200: "rear", 359: "front"}
    assert seen_from(10, 0, turn).facing_side("A1", "B1") == expected[turn]


# --- which side ------------------------------------------------------------------------------------------------------


@clause("mbb.geometry.facing_side", "mbb.mod.hidden.side")
@pytest.mark.parametrize(("dy", "side"), [(2.9, "left"), (3.0, "left"), (3.1, "front")])
def test_close_up_the_side_must_be_one_the_barrel_is_beyond(dy: float, side: str) -> None:
    """The barrel is within 45 degrees of the heading, but beside the long hull until it is past its front end."""
    hull = {"length_inches": 6.0, "width_inches": 2.0}
    # the shooter's barrel of half an inch ends at an offset of (-2.4, dy)
    scale = 1 + 0.5 / (2.4**2 + dy**2) ** 0.5
    shooter = unit("A1", "M4 Sherman", 24 - 2.4 * scale, 18 + dy * scale, 0, length_inches=1.0, width_inches=1.0)
    t = table(shooter, unit("B1", "Panzer III", 24, 18, 90, **hull))
    assert t.tally("A1", "B1").sight.muzzle == pytest.approx((21.6, 18 + dy), abs=1e-5)
    assert t.facing_side("A1", "B1") == side


@clause("mbb.geometry.facing_side", "mbb.geometry.arcs")
@pytest.mark.parametrize(
    ("length", "width", "ahead", "left", "side"),
    [
        (6.0, 2.0, 2.9, -2.4, "right"),
        (6.0, 2.0, -2.9, 2.4, "left"),
        (6.0, 2.0, -2.9, -2.4, "right"),
        (2.0, 6.0, 2.4, 2.9, "front"),  # beside a hull wider than long it is the other way round
        (2.0, 6.0, 2.4, -2.9, "front"),
        (2.0, 6.0, -2.4, 2.9, "rear"),
        (2.0, 6.0, -2.4, -2.9, "rear"),
        (1.0, 0.5, 0.0, 0.3, "left"),
        (1.0, 0.5, 0.0, -0.3, "right"),
        (1.0, 0.5, 0.4, 0.2, None),  # inside it
    ],
)
def test_close_up_the_arc_yields_to_the_one_side_the_barrel_is_beyond(
    length: float, width: float, ahead: float, left: float, side: str | None
) -> None:
    t = seen_from(0, 10, length_inches=length, width_inches=width)
    found = facing_side(t.state, t.unit("B1"), 24 - left, 18 + ahead)
    assert (None if found is None else SIDE_NAMES[found]) == side


@clause("mbb.geometry.rear_from_muzzle", "mbb.geometry.muzzle.fixed")
def test_the_side_is_judged_from_the_barrel_and_not_from_the_hull_of_the_shooter() -> None:
    """The hull stands in the rear arc of the target, the fixed gun's barrel an inch ahead of it beside the target."""
    target = unit("B1", "Panzer III", 24, 18, 90, **SQUARE)
    options = {"fixed_arc_deg": 180}
    ahead = table(unit("A1", "StuG III", 21, 14.5, 90, **SQUARE), target, options=options)
    assert ahead.facing_side("A1", "B1") == "left"
    assert ahead.tally("A1", "B1").defense_points.total == 4
    turret = table(unit("A1", "M4 Sherman", 21, 14.5, 90, **SQUARE), target)
    assert turret.facing_side("A1", "B1") == "rear"
    assert turret.tally("A1", "B1").defense_points.total == 2


@clause("mbb.geometry.rear_from_muzzle", "mbb.geometry.hidden_fraction", "mbb.geometry.soft_test")
def test_hiding_and_soft_cover_are_judged_from_the_same_barrel() -> None:
    """House and hedge stand level with the hull of a fixed gun, behind its barrel: neither matters."""
    terrain = [piece("House", 24, 14.2, length=8, width=0.4), piece("Hedgerow", 24, 14.6, length=8, width=0.2)]
    shooter = unit("A1", "StuG III", 24, 14, 90, **SQUARE)
    t = table(shooter, unit("B1", "Panzer III", 24, 24, 90, **SQUARE), terrain=terrain, anyhow=True)
    numbers = t.tally("A1", "B1")
    assert numbers.sight.muzzle == (24, 15)
    assert numbers.sight.rear_shot
    assert numbers.sight.hidden == 0.0
    assert numbers.attack_points.total == 5


# --- rear shot -------------------------------------------------------------------------------------------------------


@clause("mbb.mod.rear")
def test_a_shot_from_behind_takes_two_defense_points() -> None:
    t = seen_from(0, -10)
    numbers = t.tally("A1", "B1")
    assert (numbers.attack_points.total, numbers.defense_points.total, numbers.needed) == (4, 2, 6)
    line = numbers.defense_points.lines()[-1]
    assert (line.value, line.clause, line.counts) == (-2, "mbb.mod.rear", True)
    assert t.fire({"A1": "B1"}, dice(3, 3)).of("unit_destroyed")


@clause("mbb.mod.rear")
@pytest.mark.parametrize(("dx", "dy"), [(0, 10), (10, 0), (-10, 0), (10, -10), (-10, -10)])
def test_front_and_sides_keep_their_defense_points(dx: float, dy: float) -> None:
    t = seen_from(dx, dy)
    assert t.tally("A1", "B1").defense_points.total == 4
    missed = t.fire({"A1": "B1"}, dice(3, 4))
    assert missed.of("shot_resolved")[0].needed == 8
    assert not missed.of("unit_destroyed")


@clause("mbb.mod.rear")
def test_the_rear_shot_counts_for_that_shot_only() -> None:
    """The second shooter stands in front and needs the full number although the first one fires from behind."""
    units = (
        unit("A1", "M4 Sherman", 24, 4, 90, **SQUARE),
        unit("A2", "M4 Sherman", 30, 30, 270, **SQUARE),
        unit("B1", "Panzer III", 24, 18, 90, **SQUARE),
    )
    shots = table(*units).fire({"A1": "B1", "A2": "B1"}, dice(1, 1, 1, 1)).of("shot_resolved")
    assert [shot.needed for shot in shots] == [6, 8]


# --- only that side is measured --------------------------------------------------------------------------------------


@clause("mbb.mod.hidden.side", "mbb.geometry.facing_side")
def test_only_the_facing_side_is_measured() -> None:
    """The shooter looks at a corner: a house right beside the target hides its left side, its front is in full view."""
    wall = piece("House", 22.5, 17, 90, length=3.8, width=0.2)
    hidden_left = table(
        unit("A1", "M4 Sherman", 18, 28, 0, **SQUARE), unit("B1", "Panzer III", 24, 18, 90, **SQUARE), terrain=[wall]
    )
    assert hidden_left.facing_side("A1", "B1") == "front"
    assert hidden_left.hidden_share("A1", "B1") == 0.0
    turned = table(
        unit("A1", "M4 Sherman", 14, 24, 0, **SQUARE), unit("B1", "Panzer III", 24, 18, 90, **SQUARE), terrain=[wall]
    )
    assert turned.facing_side("A1", "B1") == "left"
    assert turned.hidden_share("A1", "B1") > 0.5
