"""Line of sight: where the barrel is, what breaks the line, fixed guns, and tanks that touch.

Most tables here are the same: the barrel is at (24, 5) and the target's near side runs from x = 23 to 25 at y = 23.
A house with its near edge at y = 14 stands half way, so that its shadow on the side is twice as large as itself.
"""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from brickfield.testing import Position, clause, dice, lay_table, piece, unit

SQUARE = {"length_inches": 2.0, "width_inches": 2.0}


def table(*units: Any, terrain: Any = (), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, **more)


def shooter(x: float = 24, y: float = 4, heading: float = 90, card: str = "M4 Sherman", **more: Any) -> Any:
    return unit("A1", card, x, y, heading, **SQUARE | more)


def target(x: float = 24, y: float = 24, heading: float = 270, name: str = "B1", **more: Any) -> Any:
    return unit(name, "Panzer III", x, y, heading, **SQUARE | more)


def house(x0: float, y0: float, x1: float, y1: float) -> Any:
    return piece("House", (x0 + x1) / 2, (y0 + y1) / 2, length=x1 - x0, width=y1 - y0)


# --- the line --------------------------------------------------------------------------------------------------------


@clause("mbb.los.required")
def test_a_unit_without_line_of_sight_may_not_shoot() -> None:
    t = table(shooter(), target(), terrain=[house(18, 14, 30, 15)], phase="target_declaration")
    before = t.state.digest()
    refusal = t.fire({"A1": "B1"}).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("no_line_of_sight", "mbb.los.required")
    assert t.state.digest() == before
    assert "B1" not in t.legal_targets("A1")
    assert t.odds("A1", "B1") == 0.0


@clause("mbb.los.definition", "mbb.geometry.los", "mbb.geometry.units")
@pytest.mark.parametrize(
    ("right_edge", "seen"), [(24.4, True), (24.499999, True), (24.5, False), (24.500001, False), (26.0, False)]
)
def test_any_stretch_of_the_target_that_can_be_reached_is_enough(right_edge: float, seen: bool) -> None:
    """At 24.5 the shadow ends exactly at the end of the side; one step of the grain less leaves 2e-6 inch to see."""
    t = table(shooter(), target(), terrain=[house(right_edge - 14, 14, right_edge, 15)])
    assert t.line_of_sight("A1", "B1") is seen
    assert ("B1" in t.legal_targets("A1")) is seen


@clause("mbb.geometry.los")
def test_the_far_sides_of_the_target_do_not_count() -> None:
    """The house hides the near side only. The line to any other side would pass through the target itself."""
    t = table(shooter(), target(), terrain=[house(22.9, 22.8, 25.1, 22.9)])
    assert not t.line_of_sight("A1", "B1")


@clause("mbb.geometry.los")
def test_a_line_between_two_houses_that_touch_is_broken() -> None:
    apart = table(shooter(), target(), terrain=[house(18, 14, 23.999, 15), house(24, 14, 30, 15)])
    closed = table(shooter(), target(), terrain=[house(18, 14, 24, 15), house(24, 14, 30, 15)])
    assert apart.line_of_sight("A1", "B1")
    assert not closed.line_of_sight("A1", "B1")


@clause("mbb.los.unlimited")
def test_distance_does_not_matter() -> None:
    near = table(shooter(24, 20), target(24, 24))
    far = table(shooter(1, 1), target(199, 199), size=(200, 200))
    assert near.line_of_sight("A1", "B1")
    assert far.line_of_sight("A1", "B1")
    assert far.tally("A1", "B1").needed == near.tally("A1", "B1").needed == 8
    assert far.fire({"A1": "B1"}, dice(4, 4)).of("unit_destroyed")


# --- the barrel ------------------------------------------------------------------------------------------------------


@clause("mbb.geometry.muzzle")
@pytest.mark.parametrize("heading", [0, 37, 90, 270])
def test_the_barrel_of_a_turret_is_half_a_length_towards_the_target_whatever_the_hull_does(heading: float) -> None:
    t = table(shooter(10, 10, heading, length_inches=3.0, width_inches=1.0), target(14, 13))
    x, y = t.tally("A1", "B1").sight.muzzle
    assert hypot(x - 10, y - 10) == pytest.approx(1.5)
    assert (x, y) == pytest.approx((10 + 1.5 * 4 / 5, 10 + 1.5 * 3 / 5))


@clause("mbb.geometry.muzzle")
def test_an_all_round_gun_aims_like_a_turret() -> None:
    t = table(shooter(24, 10, 90, "Flak 36"), target(24, 4, 90))
    assert t.tally("A1", "B1").sight.muzzle == pytest.approx((24, 9))
    assert t.legal_targets("A1") == ["B1"]


@clause("mbb.geometry.muzzle.fixed")
@pytest.mark.parametrize(("heading", "barrel"), [(90, (24, 5)), (0, (25, 4)), (180, (23, 4)), (270, (24, 3))])
def test_the_barrel_of_a_fixed_gun_is_the_middle_of_its_front(heading: float, barrel: tuple[float, float]) -> None:
    t = table(shooter(heading=heading, card="StuG III"), target(30, 24))
    assert t.tally("A1", "B1").sight.muzzle == pytest.approx(barrel)


@clause("mbb.geometry.muzzle")
def test_the_line_begins_at_the_barrel_and_not_at_the_hull() -> None:
    """A long tank side on: its turret reaches over a wall that stands between its hull and the tip of the barrel."""
    long_hull = {"length_inches": 4.0, "width_inches": 1.0}
    t = table(shooter(24, 4, 0, **long_hull), target(), terrain=[house(14, 4.6, 34, 5.9)])
    assert t.line_of_sight("A1", "B1")
    assert t.hidden_share("A1", "B1") == 0.0


@clause("mbb.geometry.muzzle", "mbb.geometry.hidden_fraction")
@pytest.mark.parametrize(
    ("walls", "seen", "hidden"),
    [
        ((14.0, 5.5, 34.0, 6.5), False, 1.0),  # the barrel is strictly inside
        ((14.0, 5.0, 34.0, 6.000002), False, 1.0),  # inside by more than the tolerance
        ((14.0, 5.0, 34.0, 6.0), True, 0.0),  # it touches the far edge and looks away
        ((14.0, 6.0, 34.0, 7.0), False, 1.0),  # it touches the near edge and looks through
        ((24.0, 5.0, 34.0, 7.0), True, 0.5),  # it touches a side and looks along it
    ],
)
def test_a_barrel_inside_a_house_sees_nothing_but_one_that_touches_it_may(
    walls: tuple[float, float, float, float], seen: bool, hidden: float
) -> None:
    long_hull = {"length_inches": 4.0, "width_inches": 1.0}  # the barrel is at (24, 6)
    t = table(shooter(24, 4, 0, **long_hull), target(), terrain=[house(*walls)])
    assert t.line_of_sight("A1", "B1") is seen
    assert t.hidden_share("A1", "B1") == pytest.approx(hidden, abs=1e-9)


@clause("mbb.geometry.muzzle", "mbb.geometry.blockers")
def test_a_barrel_inside_another_tank_sees_nothing_and_inside_a_wreck_it_does() -> None:
    long_hull = {"length_inches": 4.0, "width_inches": 1.0}
    for status, seen in (("alive", False), ("wreck", True)):
        friend = unit("A2", "M4 Sherman", 24, 5.6, 0, status=status, **long_hull)
        t = table(shooter(24, 4, 0, **long_hull), friend, target())
        assert t.line_of_sight("A1", "B1") is seen, status


# --- who blocks ------------------------------------------------------------------------------------------------------


@clause("mbb.geometry.blockers", "mbb.mod.hidden.what")
@pytest.mark.parametrize(
    ("name", "transparent", "seen"),
    [("A2", False, False), ("A2", True, True), ("B2", False, False), ("B2", True, False)],
)
def test_live_tanks_of_both_sides_block_and_a_house_rule_frees_the_view_past_friends(
    name: str, transparent: bool, seen: bool
) -> None:
    between = unit(name, "M4 Sherman", 24, 14, 0, **SQUARE)
    t = table(shooter(), between, target(), options={"friends_transparent": transparent})
    assert t.line_of_sight("A1", "B1") is seen
    assert t.hidden_share("A1", "B1") == (0.0 if seen else 1.0)


@clause("mbb.geometry.blockers")
def test_friends_transparent_works_for_each_side_by_itself() -> None:
    """The tank in the way belongs to seat 1: its own side sees past it, the other does not."""
    units = (shooter(), unit("B2", "Panzer III", 24, 14, 0, **SQUARE), target())
    t = table(*units, options={"friends_transparent": True})
    assert t.line_of_sight("B1", "A1")
    assert not t.line_of_sight("A1", "B1")


@clause("mbb.geometry.blockers")
def test_shooter_and_target_never_block_their_own_line() -> None:
    """Aiming over its own corner the barrel of a square tank is inside its own hull."""
    t = table(shooter(10, 10), target(20, 20))
    assert t.line_of_sight("A1", "B1")
    assert t.hidden_share("A1", "B1") == 0.0


@clause("mbb.geometry.blockers")
def test_units_that_wait_off_the_table_block_nothing() -> None:
    t = table(shooter(), target(), unit("B2", "Panzer III", status="reserve"))
    assert t.line_of_sight("A1", "B1")
    assert t.legal_targets("A1") == ["B1"]


@clause("mbb.los.required")
def test_the_enemies_a_unit_sees_are_those_it_may_fire_at() -> None:
    far_away = target(40, 30, name="B2")
    t = table(shooter(card="StuG III"), target(), far_away, target(10, 6, name="B3"))
    assert t.legal_targets("A1") == ["B1"]
    assert t.line_of_sight("A1", "B2"), "seen, but not in the arc"


# --- fixed guns ------------------------------------------------------------------------------------------------------

# The nearest corner of the target, as an offset from the barrel. tan 22.5 degrees is sqrt(2) - 1, and 5741 / 13860
# comes within a tenth of a millionth of a degree of it: that counts as exactly on the border of the arc.
ON_THE_BORDER = (5.741, 13.86)


def off_to_the_right(dx: float, dy: float, **options: Any) -> Position:
    """A fixed gun at (24, 4) looking up, and a target whose upper left corner is at an offset from its barrel."""
    return table(shooter(card="StuG III"), target(24 + dx + 1, 5 + dy - 1, 270), options=options)


@clause("mbb.geometry.arc.fixed", "mbb.move.fixed_gun")
@pytest.mark.parametrize(
    ("offset", "bears"),
    [
        (ON_THE_BORDER, True),
        ((5.7409, 13.86), True),
        ((5.7411, 13.86), False),
        ((0.0, 13.0), True),
        ((13.0, 5.0), False),
    ],
)
def test_a_fixed_gun_bears_22_and_a_half_degrees_to_each_side_inclusive(
    offset: tuple[float, float], bears: bool
) -> None:
    t = off_to_the_right(*offset)
    assert t.in_arc("A1", "B1") is bears
    refusal = t.why_not("A1", "B1")
    assert (refusal is None) is bears
    if refusal is not None:
        assert (refusal.code, refusal.clause) == ("out_of_arc", "mbb.geometry.arc.fixed")


@clause("mbb.geometry.arc.fixed")
@pytest.mark.parametrize(("dx", "bears"), [(-5.7411, False), (-5.741, True), (-5.7409, True)])
def test_the_arc_is_the_same_on_the_left(dx: float, bears: bool) -> None:
    t = table(shooter(card="StuG III"), target(24 + dx - 1, 5 + 13.86 - 1, 270))
    assert t.in_arc("A1", "B1") is bears


@clause("mbb.move.fixed_gun", "mbb.geometry.arc.fixed")
@pytest.mark.parametrize(
    ("degrees", "inside", "outside"),
    [
        (0, (0.0, 10.0), (0.000001, 10.0)),
        (45, ON_THE_BORDER, (5.7411, 13.86)),
        (90, (10.0, 10.0), (10.000002, 10.0)),
        (180, (10.0, 0.0), (10.0, -0.000001)),
    ],
)
def test_the_switch_sets_the_whole_arc(degrees: int, inside: tuple[float, float], outside: tuple[float, float]) -> None:
    assert off_to_the_right(*inside, fixed_arc_deg=degrees).in_arc("A1", "B1")
    assert not off_to_the_right(*outside, fixed_arc_deg=degrees).in_arc("A1", "B1")


@clause("mbb.geometry.arc.fixed")
def test_one_point_of_the_target_in_the_arc_is_enough_and_none_need_be_a_corner() -> None:
    """A wide target across the arc of 0 degrees: the line passes between its corners."""
    t = table(shooter(card="StuG III"), target(24.5, 24), options={"fixed_arc_deg": 0})
    assert t.in_arc("A1", "B1")


@clause("mbb.geometry.arc.fixed", "mbb.geometry.muzzle.fixed")
def test_the_arc_opens_at_the_barrel_not_at_the_centre() -> None:
    """From the centre of the hull the corner is 21.7 degrees off, from the barrel an inch ahead 23.1."""
    assert not off_to_the_right(5.9, 13.86).in_arc("A1", "B1")


@clause("mbb.move.turret.when", "mbb.move.turret.free", "mbb.geometry.arc.fixed")
def test_a_turret_fires_in_every_direction() -> None:
    for x, y in ((24, 30), (40, 18), (24, 6), (8, 18)):
        t = table(shooter(24, 18, 90), target(x, y))
        assert t.in_arc("A1", "B1")
        assert t.fire({"A1": "B1"}, dice(6, 6)).of("unit_destroyed"), (x, y)


# --- point blank -----------------------------------------------------------------------------------------------------


@clause("mbb.geometry.point_blank")
@pytest.mark.parametrize(("x", "blank"), [(25.9, True), (26.0, True), (26.00001, False)])
def test_a_barrel_inside_or_on_the_target_is_point_blank(x: float, blank: bool) -> None:
    """The barrel is at x = 25; the near side of the target at x - 1."""
    t = table(shooter(24, 20), target(x, 20), anyhow=True)
    sight = t.tally("A1", "B1").sight
    assert sight.point_blank is blank
    assert sight.seen
    assert sight.hidden == 0.0


@clause("mbb.geometry.point_blank")
def test_point_blank_goes_before_a_barrel_inside_something_opaque() -> None:
    t = table(shooter(24, 20), target(26, 20), terrain=[house(24.5, 19, 25.5, 21)], anyhow=True)
    assert t.line_of_sight("A1", "B1")
    assert t.hidden_share("A1", "B1") == 0.0
    apart = table(shooter(24, 20), target(26.2, 20), terrain=[house(24.5, 19, 25.1, 21)], anyhow=True)
    assert not apart.line_of_sight("A1", "B1")


@clause("mbb.geometry.point_blank")
def test_no_cover_of_any_kind_helps_at_point_blank() -> None:
    terrain = [
        piece("Light Tree Cover", 26, 20, length=8, width=8),
        piece("Hedgerow", 25.1, 20, 90, length=4, width=0.4),
        piece("Low Wall", 25.5, 20, 90, length=4, width=0.4),
        house(24.9, 20.5, 25.2, 21),
    ]
    wreck = unit("B2", "Panzer III", 25.2, 20, 0, status="wreck", **SQUARE)
    t = table(shooter(24, 20), target(26, 20), wreck, terrain=terrain, anyhow=True)
    numbers = t.tally("A1", "B1")
    assert numbers.sight.point_blank
    assert (numbers.attack_points.total, numbers.defense_points.total) == (4, 4)
    assert len(t.why("A1", "B1")) == 2, "only what the cards print"


@clause("mbb.geometry.point_blank", "mbb.mod.rear")
@pytest.mark.parametrize(
    ("x", "y", "side", "needed"), [(24, 18, "rear", 6), (24, 22, "front", 8), (22, 20, "left", 8), (26, 20, "right", 8)]
)
def test_at_point_blank_the_side_is_judged_from_the_centre_of_the_shooter(
    x: float, y: float, side: str, needed: int
) -> None:
    t = table(shooter(x, y), target(24, 20, 90))
    assert t.tally("A1", "B1").sight.point_blank
    assert t.facing_side("A1", "B1") == side
    assert t.tally("A1", "B1").needed == needed


@clause("mbb.geometry.point_blank", "mbb.mod.rear")
def test_a_barrel_reaching_through_to_the_front_is_still_a_shot_from_behind() -> None:
    """The hull lies across behind the target; its barrel of 3 inches ends in the front half of the target."""
    t = table(shooter(24, 17.5, 0, length_inches=6.0, width_inches=1.0), target(24, 20, 90))
    assert t.tally("A1", "B1").sight.muzzle == pytest.approx((24, 20.5))
    assert t.facing_side("A1", "B1") == "rear"
    assert t.tally("A1", "B1").defense_points.total == 2


@clause("mbb.geometry.point_blank", "mbb.mod.rear")
def test_a_shooter_whose_centre_is_inside_the_target_gets_no_rear_shot() -> None:
    for x, y in ((24, 20), (24, 19.2)):
        t = table(shooter(x, y, 90), target(24, 20, 90), anyhow=True)
        sight = t.tally("A1", "B1").sight
        assert sight.point_blank
        assert not sight.rear_shot
        assert t.tally("A1", "B1").needed == 8


@clause("mbb.geometry.point_blank", "mbb.geometry.arc.fixed")
def test_a_fixed_gun_bears_at_point_blank_even_if_the_target_lies_behind_its_barrel() -> None:
    t = table(shooter(24, 20, 90, "StuG III"), target(24, 20, 90), options={"fixed_arc_deg": 0}, anyhow=True)
    assert t.tally("A1", "B1").sight.point_blank
    assert t.in_arc("A1", "B1")
    assert t.why_not("A1", "B1") is None


# --- pieces that are cut into sections -------------------------------------------------------------------------------

WALL = {"length": 3.78, "width": 0.315}


def sight_past(feature: str, size: dict[str, float], x: float, y: float, far: tuple[float, float]) -> Position:
    """A Sherman, a slanted piece at (20, 16) and a Panzer III."""
    units = [unit("A1", "M4 Sherman", x, y, 135), unit("B1", "Panzer III", *far, 315)]
    return lay_table("micro_brick_battle", units, [piece(feature, 20, 16, 45, **size)])


@clause("mbb.geometry.sections", "mbb.obst.wall")
def test_nothing_is_seen_through_the_joint_of_a_slanted_wall() -> None:
    t = sight_past("Wall", WALL, 21, 15, (8, 28))
    assert not t.line_of_sight("A1", "B1")
    assert t.hidden_share("A1", "B1") == 1.0


@clause("mbb.geometry.sections", "mbb.obst.wall", "mbb.terrain.impassable")
@pytest.mark.parametrize(
    ("feature", "size"),
    [("Wall", WALL), ("Wall", {"length": 7.56, "width": 0.315}), ("Forest", {"length": 2.52, "width": 2.52})],
)
def test_slanted_walls_and_woods_hide_as_much_as_one_solid_thing(feature: str, size: dict[str, float]) -> None:
    """On quarter-inch places, against a building of the same size in the same place."""
    for step in range(24):
        aside = 0.25 * (step % 6)
        near, far = (22.0 + aside, 14.0 + 0.25 * (step // 6)), (12.0 - aside, 24.0 + aside)
        parts = sight_past(feature, size, *near, far)
        solid = sight_past("Building", size, *near, far)
        assert parts.line_of_sight("A1", "B1") == solid.line_of_sight("A1", "B1")
        assert parts.hidden_share("A1", "B1") == pytest.approx(solid.hidden_share("A1", "B1"), abs=1e-9)


@clause("mbb.geometry.sections", "mbb.hm.open")
def test_a_wall_is_seen_through_where_a_section_is_gone_and_only_there() -> None:
    t = sight_past("Wall", {"length": 5.67, "width": 0.315}, 23, 13, (13, 23))
    assert not t.line_of_sight("A1", "B1")
    t.end_movement()
    assert t.fire({"A1": "T1.2"}).accepted
    assert t.line_of_sight("A1", "B1")
