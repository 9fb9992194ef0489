"""Hills: who is on one, what it hides from below, and the view from above.

The hill of most tables lies in the middle, its border from x = 20 to 28 and from y = 14 to 20.
"""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.games.micro_brick_battle.base.battlefield import token_shape
from brickfield.games.micro_brick_battle.base.features import features
from brickfield.games.micro_brick_battle.chapters.terrain.hills import hill_under
from brickfield.testing import Position, clause, dice, forward, lay_table, piece, unit

SQUARE = {"length_inches": 2.0, "width_inches": 2.0}
HILL = piece("Hill", 24, 17, length=8, width=6)
FAR_HILL = piece("Hill", 8, 17, length=6, width=6)


def table(*units: Any, terrain: Any = (HILL,), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, **more)


def tank(name: str, x: float, y: float, heading: float = 90, **more: Any) -> Any:
    return unit(name, "M4 Sherman" if name.startswith("A") else "Panzer III", x, y, heading, **SQUARE | more)


def sees(t: Position, one: str, other: str) -> bool:
    seen: bool = t.line_of_sight(one, other)
    assert (other in t.legal_targets(one)) is seen
    return seen


@clause("mbb.terrain.hill.ex1", "mbb.terrain.hill.at", "mbb.terrain.hill.through")
def test_from_outside_nobody_sees_who_is_on_the_hill_or_behind_it() -> None:
    """Unit 1 stands outside, 2 on the hill; 4 looks at 5 across it."""
    t = table(tank("A1", 24, 8), tank("A4", 22, 8), tank("B2", 24, 17, 270), tank("B5", 22, 26, 270))
    assert not sees(t, "A1", "B2")
    assert not sees(t, "A4", "B5")


@clause("mbb.terrain.hill.ex2", "mbb.terrain.hill.from")
def test_from_the_hill_everybody_is_seen_on_it_and_off_it() -> None:
    t = table(tank("A1", 22, 16), tank("B2", 26, 18, 270), tank("B3", 24, 28, 270), tank("B4", 40, 16, 180))
    assert [sees(t, "A1", foe) for foe in ("B2", "B3", "B4")] == [True, True, True]
    assert t.hidden_share("A1", "B3") == 0.0


@clause("mbb.terrain.hill.at")
def test_a_shot_at_a_unit_on_a_hill_is_refused_by_its_clause_and_changes_nothing() -> None:
    t = table(tank("A1", 24, 8), tank("B2", 24, 17, 270), phase="target_declaration")
    before = t.state.digest()
    refusal = t.fire({"A1": "B2"}).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("no_line_of_sight", "mbb.terrain.hill.at")
    assert t.state.digest() == before
    assert t.odds("A1", "B2") == 0.0


@clause("mbb.terrain.hill.at", "mbb.geometry.hill_los")
def test_who_stands_on_any_hill_may_shoot_at_whoever_stands_on_another() -> None:
    t = table(tank("A1", 8, 17, 0), tank("B2", 24, 17, 180), tank("B3", 40, 17, 180), terrain=[HILL, FAR_HILL])
    assert sees(t, "A1", "B2")
    assert sees(t, "B2", "A1")
    # the target is on none: the hill between is a third thing in the way
    assert not sees(t, "A1", "B3")
    assert not sees(t, "B3", "A1")


@clause("mbb.terrain.hill.from", "mbb.geometry.hill_los")
def test_a_third_hill_and_a_house_hide_from_a_hill_as_from_anywhere() -> None:
    between = piece("Hill", 16, 17, length=2, width=6)
    units = tank("A1", 8, 17, 0), tank("B2", 24, 17, 180)
    assert sees(table(*units, terrain=[HILL, FAR_HILL]), "A1", "B2")
    assert not sees(table(*units, terrain=[HILL, FAR_HILL, between]), "A1", "B2")
    house = piece("House", 16, 17, length=2, width=6)
    assert not sees(table(*units, terrain=[HILL, FAR_HILL, house]), "A1", "B2")


@clause("mbb.terrain.hill.from", "mbb.geometry.soft_test")
def test_soft_cover_takes_its_share_from_a_shot_down_a_hill() -> None:
    hedge = piece("Hedgerow", 24, 23, length=6, width=0.3)
    t = table(tank("A1", 24, 18), tank("B2", 24, 28, 270), terrain=[HILL, hedge])
    assert t.tally("A1", "B2").attack_points.total == 3


@clause("mbb.geometry.hill_los", "mbb.mod.hidden.what")
def test_a_hill_beside_the_line_hides_a_share_of_the_target() -> None:
    """The barrel, the hill's right border and the middle of the target's near side are in one line."""
    t = table(tank("A1", 28, 4, 90), tank("B2", 28, 32, 270))
    assert t.hidden_share("A1", "B2") == pytest.approx(0.5)
    assert t.tally("A1", "B2").attack_points.total == 2


@clause("mbb.terrain.hill.border")
@pytest.mark.parametrize(("x", "on_it"), [(20.0, True), (19.999998, False), (19.0, False), (24.0, True)])
def test_a_unit_is_on_a_hill_when_its_centre_is_inside_or_on_the_border(x: float, on_it: bool) -> None:
    """A unit that only overlaps the border is not on the hill."""
    t = table(tank("A1", x, 17), tank("B2", 4, 17, 0))
    pose = t.unit("A1").pose
    assert pose is not None
    assert bool(hill_under(t.state, pose.place)) is on_it
    assert sees(t, "B2", "A1") is (not on_it)


@clause("mbb.terrain.hill.border")
def test_for_who_only_overlaps_the_border_the_hill_is_in_the_way() -> None:
    t = table(tank("A1", 19.5, 17, 0), tank("B2", 40, 17, 180), tank("B3", 4, 17, 0))
    assert not sees(t, "A1", "B2")
    assert sees(t, "A1", "B3")
    assert not sees(t, "B2", "A1")


@clause("mbb.geometry.point_blank")
def test_a_barrel_inside_the_target_goes_before_the_hill() -> None:
    t = table(tank("A1", 19.0, 17, 0), tank("B2", 21.0, 17, 180))
    assert sees(t, "A1", "B2")


@clause("mbb.terrain.hill.border", "mbb.geometry.obstacle_los")
def test_a_house_on_a_hill_is_seen_from_the_hill_only() -> None:
    house = piece("House", 26, 18, length=2, width=2)
    t = table(tank("A1", 24, 4), tank("A2", 22, 16), tank("B1", 40, 30), terrain=[HILL, house])
    assert "T2" not in t.legal_targets("A1")
    assert "T2" in t.legal_targets("A2")
    refusal = t.why_not("A1", "T2")
    assert refusal is not None
    assert refusal.clause == "mbb.terrain.hill.at"


@clause("mbb.terrain.hill.shape")
def test_a_hill_has_any_outline_and_is_more_than_eight_bricks_high() -> None:
    assert features()["Hill"].height_bricks > 8
    diamond = piece("Hill", 24, 17, length=8, width=8, corners=[[4, 0], [0, 4], [-4, 0], [0, -4]])
    t = table(tank("A1", 21, 14, 90), tank("B2", 24, 17, 270), tank("B3", 21, 2, 90), terrain=[diamond])
    # (21, 14) is in the box of the hill and outside its border
    assert not sees(t, "A1", "B2")
    assert sees(t, "B2", "A1")
    assert sees(t, "B3", "A1")


@clause("mbb.terrain.hill.shape")
@pytest.mark.parametrize(
    "wrong",
    [
        piece("Hill", 24, 17, corners=[[4, 0], [0, 4]]),
        piece("Hill", 24, 17, corners=[[0, -4], [-4, 0], [0, 4], [4, 0]]),
        piece("Hedgerow", 24, 17, corners=[[4, 0], [0, 4], [-4, 0]]),
    ],
)
def test_an_outline_that_is_none_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"corners|convex|sections"):
        table(tank("A1", 24, 4), terrain=[wrong])


@clause("mbb.terrain.hill.move")
@pytest.mark.parametrize(("hill_mp", "spent"), [(0, 6.0), (-1, 7.0)])
def test_hills_are_free_or_by_the_house_rule_a_point_each(hill_mp: int, spent: float) -> None:
    t = table(tank("A1", 24, 10), tank("B1", 40, 30), options={"hill_mp": hill_mp})
    assert t.move("A1", forward(4), forward(2)).accepted
    assert 8 - t.points_left("A1") == pytest.approx(spent)
    assert t.pose("A1")[1] == 16.0


@clause("mbb.terrain.hill.from", "mbb.declare.recheck")
def test_the_shot_from_a_hill_is_made_and_its_picture_shows_nothing_hidden() -> None:
    t = table(tank("A1", 24, 17), tank("B2", 24, 28, 270), tank("B3", 24, 4, 90), phase="target_declaration")
    shown = t.aim("A1", "B2")
    assert shown["sight"]["blockers"] == ()
    assert t.fire({"A1": "B2"}, dice(6, 6)).accepted
    assert t.unit("B2").status == "wreck"


def test_the_picture_of_a_target_on_a_hill_names_the_hill() -> None:
    t = table(tank("A1", 24, 4), tank("B2", 24, 17, 270))
    assert t.aim("A1", "B2")["sight"]["blockers"] == ("T1",)


@clause("mbb.terrain.hill.shape")
def test_an_outline_turns_with_its_piece() -> None:
    """A triangle that points along its heading, laid down pointing up the table."""
    triangle = piece("Hill", 24, 17, 90, length=8, width=8, corners=[[4, 0], [-2, 3], [-2, -3]])
    t = table(tank("A1", 4, 4), tank("B1", 44, 34, 270), terrain=[triangle])
    shape = token_shape(t.state.tokens["T1"])
    assert sorted(shape.points) == [(21, 15), (24, 21), (27, 15)]
