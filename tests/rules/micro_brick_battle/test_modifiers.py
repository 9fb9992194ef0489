"""Modifiers: what adds up, what does not, what replaces what, and the edges of the Victory Table.

The barrel is at (24, 5), the facing side of the target runs from x = 23 to 25 at y = 23.
"""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.board import Unit
from brickfield.games.micro_brick_battle.base.line_of_sight import sight_of
from brickfield.games.micro_brick_battle.base.modifiers import numbers_of
from brickfield.geometry import Pose
from brickfield.testing import Position, clause, dice, lay_table, piece, unit

SQUARE = {"length_inches": 2.0, "width_inches": 2.0}
WRECK = unit("B8", "Panzer III", 24, 8, 0, status="wreck", **SQUARE)
SECOND_WRECK = unit("B9", "Panzer III", 24, 15.5, 0, status="wreck", **SQUARE)
HEDGE = piece("Hedgerow", 24, 11, length=6, width=0.3)
SECOND_HEDGE = piece("Hedgerow", 24, 11.7, length=6, width=0.3)
TREES = piece("Light Tree Cover", 24, 18, length=4, width=1)
LOW_WALL = piece("Low Wall", 24, 21, length=6, width=0.3)
SECOND_LOW_WALL = piece("Low Wall", 24, 21.7, length=6, width=0.3)
PARTLY = piece("House", 26.3, 13.5, length=4, width=1)  # hides 0.2 of the side
MOSTLY = piece("House", 25.8, 13.5, length=4, width=1)  # hides more than half


def table(*things: Any, heading: float = 270, shooter: Any = (), target: Any = (), **options: Any) -> Position:
    """A Sherman looks up at a Panzer III with these wrecks and pieces between them."""
    terrain = [thing for thing in things if "feature" in thing]
    wrecks = [thing for thing in things if "card" in thing]
    a1 = unit("A1", "M4 Sherman", 24, 4, 90, **SQUARE | dict(shooter))
    b1 = unit("B1", "Panzer III", 24, 24, heading, **SQUARE | dict(target))
    return lay_table("micro_brick_battle", [a1, b1, *wrecks], terrain, options=options)


def points(t: Position) -> tuple[int, int]:
    numbers = t.tally("A1", "B1")
    return numbers.attack_points.total, numbers.defense_points.total


def counted(t: Position) -> list[str]:
    """The clauses of the modifiers that count."""
    return [
        line.clause for line in t.why("A1", "B1") if line.counts and line.clause not in ("mbb.unit.ap", "mbb.unit.dp")
    ]


# --- general ---------------------------------------------------------------------------------------------------------


@clause("mbb.mod.general", "mbb.shoot.table")
@pytest.mark.parametrize(
    ("things", "heading", "expected", "needed"),
    [
        ((), 270, (4, 4), 8),
        ((), 90, (4, 2), 6),
        ((PARTLY,), 270, (3, 4), 9),
        ((MOSTLY,), 270, (2, 4), 10),
        ((HEDGE,), 270, (3, 4), 9),
        ((TREES,), 270, (3, 4), 9),
        ((WRECK,), 270, (2, 4), 10),
        ((LOW_WALL,), 270, (4, 6), 10),
        ((WRECK,), 90, (2, 2), 8),
        ((LOW_WALL,), 90, (4, 4), 8),
    ],
)
def test_modifiers_change_the_points_before_the_table_is_read(
    things: Any, heading: float, expected: tuple[int, int], needed: int
) -> None:
    t = table(*things, heading=heading)
    assert points(t) == expected
    shot = t.fire({"A1": "B1"}, dice(1, 1)).of("shot_resolved")[0]
    assert shot.needed == needed
    assert [tally.total for tally in shot.tallies] == list(expected), "the shot shows the same sums"


# --- cover does not add up -------------------------------------------------------------------------------------------


@clause("mbb.mod.stack")
@pytest.mark.parametrize(
    ("things", "shown", "attack_points"),
    [
        ((WRECK, MOSTLY, HEDGE, TREES), "mbb.wreck.modifier", 2),
        ((MOSTLY, HEDGE, TREES), "mbb.mod.hidden.major", 2),
        ((WRECK, PARTLY), "mbb.wreck.modifier", 2),
        ((PARTLY, HEDGE, TREES), "mbb.mod.hidden.minor", 3),
        ((HEDGE, TREES), "mbb.terrain.hedge", 3),
        ((TREES,), "mbb.terrain.trees", 3),
    ],
)
def test_only_the_worst_cover_counts_and_of_equal_ones_the_first_is_shown(
    things: Any, shown: str, attack_points: int
) -> None:
    """In the order wreck, hidden, hedgerow, light trees."""
    t = table(*things)
    assert points(t) == (attack_points, 4)
    assert counted(t) == [shown]
    assert len(t.why("A1", "B1")) == 2 + len(things), "what does not count is listed too"


@clause("mbb.mod.stack")
@pytest.mark.parametrize(
    ("things", "attack_points"),
    [
        ((WRECK, PARTLY, HEDGE, TREES), 9 - 5),
        ((WRECK, MOSTLY, HEDGE, TREES), 9 - 6),
        ((HEDGE, SECOND_HEDGE), 9 - 1),
        ((WRECK, SECOND_WRECK), 9 - 2),
        ((PARTLY,), 9 - 1),
    ],
)
def test_by_the_house_rule_each_kind_of_cover_counts_once(things: Any, attack_points: int) -> None:
    t = table(*things, shooter={"ap": 9}, cover_stacking="sum")
    assert points(t) == (attack_points, 4)


@clause("mbb.mod.stack")
def test_two_things_of_a_kind_are_no_worse_than_one() -> None:
    assert points(table(WRECK, SECOND_WRECK)) == (2, 4)
    assert points(table(HEDGE, SECOND_HEDGE)) == (3, 4)


@clause("mbb.mod.stack", "mbb.obst.lowwall.dp")
def test_structures_together_give_two_points_at_most() -> None:
    t = table(LOW_WALL, SECOND_LOW_WALL)
    assert points(t) == (4, 6)


@clause("mbb.mod.stack", "mbb.mod.rear")
def test_attack_and_defense_modifiers_are_summed_apart() -> None:
    """From behind through a hedge over a low wall: AP 4 - 1, DP 4 - 2 + 2."""
    t = table(HEDGE, LOW_WALL, heading=90)
    assert points(t) == (3, 4)
    assert counted(t) == ["mbb.terrain.hedge", "mbb.mod.rear", "mbb.obst.lowwall.dp"]


# --- a low wall instead of hiding ------------------------------------------------------------------------------------


@clause("mbb.obst.lowwall.replace")
@pytest.mark.parametrize("stacking", ["worst", "sum"])
@pytest.mark.parametrize(
    ("things", "attack_points"),
    [
        ((PARTLY,), 4),
        ((MOSTLY,), 4),
        ((MOSTLY, HEDGE), 3),
        ((MOSTLY, TREES), 3),
        ((MOSTLY, WRECK), 2),
        ((WRECK,), 2),
        ((HEDGE,), 3),
    ],
)
def test_a_low_wall_drops_hiding_but_neither_wreck_nor_hedge_nor_trees(
    things: Any, attack_points: int, stacking: str
) -> None:
    t = table(*things, LOW_WALL, cover_stacking=stacking)
    assert points(t) == (attack_points, 6)
    hiding = [line for line in t.why("A1", "B1") if line.clause.startswith("mbb.mod.hidden")]
    assert not any(line.counts for line in hiding)
    assert len(hiding) == sum("House" in thing.values() for thing in things), "dropped, but still listed"


@clause("mbb.obst.lowwall.replace", "mbb.mod.stack")
def test_behind_a_low_wall_the_worst_of_the_other_covers_counts_alone() -> None:
    assert points(table(MOSTLY, WRECK, HEDGE, TREES, LOW_WALL)) == (2, 6)
    assert points(table(MOSTLY, WRECK, HEDGE, TREES, LOW_WALL, cover_stacking="sum")) == (0, 6)


@clause("mbb.obst.lowwall.replace")
def test_a_line_of_the_sum_says_that_the_wall_stands_for_the_hiding() -> None:
    *_, note = table(MOSTLY, LOW_WALL).tally("A1", "B1").attack_points.modifiers
    assert (note.to, note.value, note.clause, note.kind) == (
        "attack_points",
        0,
        "mbb.obst.lowwall.replace",
        "structure",
    )
    assert note.source.split(".")[0] == "T2"


# --- units that are only imagined elsewhere --------------------------------------------------------------------------


@clause("mbb.geometry.preview")
def test_units_that_are_only_imagined_to_stand_elsewhere_have_numbers_of_their_own() -> None:
    t = table(HEDGE)
    a1, b1 = t.unit("A1"), t.unit("B1")
    turned = Unit(b1.id, b1.seat, b1.card, b1.status, Pose.at(24, 24, 90), b1.marks)
    behind = Unit(a1.id, a1.seat, a1.card, a1.status, Pose.at(24, 34, 270), a1.marks)
    for shooter, target, dp in ((a1, b1, 4), (a1, turned, 2), (a1, b1, 4), (behind, b1, 2), (a1, b1, 4)):
        assert numbers_of(t.state, shooter, target).defense_points.total == dp
    seen_from_behind = sight_of(t.state, a1, turned)
    assert numbers_of(t.state, a1, turned, seen_from_behind).defense_points.total == 2
    assert numbers_of(t.state, a1, b1, seen_from_behind).defense_points.total == 2, "the sight that is handed in counts"


# --- the edges of the table ------------------------------------------------------------------------------------------


@clause("mbb.vt.clamp.ap")
@pytest.mark.parametrize(
    ("ap", "things", "needed"),
    [
        (1, (), 11),
        (1, (WRECK,), 11),  # AP -1 reads the row of 1
        (2, (WRECK,), 11),
        (10, (), 3),
        (14, (), 3),
        (14, (LOW_WALL,), 4),  # AP 14 reads the row of 10
    ],
)
def test_attack_points_off_the_table_read_its_nearest_row(ap: int, things: Any, needed: int) -> None:
    assert table(*things, shooter={"ap": ap}).tally("A1", "B1").needed == needed


@clause("mbb.vt.clamp.ap")
def test_a_unit_with_a_printed_zero_cannot_fire_at_all() -> None:
    t = table(shooter={"ap": 0}, target={"dp": 0})
    assert t.tally("A1", "B1").needed is None
    assert t.odds("A1", "B1") == 0.0
    assert t.legal_targets("A1") == []


@clause("mbb.vt.clamp.dp")
@pytest.mark.parametrize(
    ("dp", "things", "heading", "needed"),
    [
        (0, (), 270, 4),
        (0, (), 90, 4),  # DP -2 reads the first column
        (1, (), 90, 4),
        (1, (), 270, 5),
        (8, (), 270, 12),
        (8, (LOW_WALL,), 270, None),
        (14, (), 90, None),
    ],
)
def test_defense_points_off_the_table_read_its_nearest_column(
    dp: int, things: Any, heading: float, needed: int | None
) -> None:
    assert table(*things, heading=heading, target={"dp": dp}).tally("A1", "B1").needed == needed


@clause("mbb.vt.clamp.dp")
@pytest.mark.parametrize(("dp", "needed"), [(10, 8), (11, 8), (14, 8), (9, 7)])
def test_more_than_ten_defense_points_are_worth_no_more_than_ten(dp: int, needed: int) -> None:
    assert table(shooter={"ap": 10}, target={"dp": dp}).tally("A1", "B1").needed == needed
