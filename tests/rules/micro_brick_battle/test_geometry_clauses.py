"""Rulings of our own on measuring: units of length, footprints, heights, headings, and the frame of the table."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.asking.offers import Aims
from brickfield.games.micro_brick_battle.base.features import features
from brickfield.games.micro_brick_battle.base.measures import measures, studs
from brickfield.testing import Position, clause, dice, forward, lay_table, piece, pivot, unit


def table(*units: Any, terrain: Any = (), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, **more)


SIZES = {
    "M3 Stuart": (5, 3),
    "M4 Sherman": (6, 3),
    "Tiger I": (7, 4),
    "Flak 36": (4, 3),
    "Staff Car": (4, 2),
}


@clause("mbb.geometry.units")
def test_a_stud_is_0_315_inches_and_a_brick_0_378() -> None:
    assert (studs(1), studs(6), studs(12)) == (0.315, 1.89, 3.78)
    assert measures().brick_inches == 0.378
    tolerances = (measures().tolerance_inches, measures().tolerance_square_inches, measures().tolerance_degrees)
    assert tolerances == (1e-6, 1e-6, 1e-6)


@clause("mbb.geometry.footprint", "mbb.geometry.units")
@pytest.mark.parametrize("name", SIZES)
def test_a_unit_covers_the_studs_of_its_size_with_its_length_along_the_heading(name: str) -> None:
    """Measured from a far edge of a house: once along the heading, once across."""
    length, width = (0.315 * count for count in SIZES[name])
    wall = piece("House", 24, 30, length=40, width=2)  # from y = 29 on
    for heading, reach in ((90, length), (270, length), (0, width), (180, width)):
        t = table(unit("A1", name, 24, 10, heading), unit("B1", "Panzer III", 4, 34), terrain=[wall])
        assert t.distance("A1", "T1") == pytest.approx(29 - 10 - reach / 2), heading


@clause("mbb.geometry.footprint")
def test_the_barrel_adds_nothing_to_the_footprint() -> None:
    """A turret aims half a length to the side, beyond the hull; a tank can still stand right beside it."""
    a1 = unit("A1", "M4 Sherman", 24, 10, 90)
    t = table(a1, unit("A2", "M4 Sherman", 22, 10, 90), unit("B1", "Panzer III", 40, 10, 180))
    assert t.distance("A1", "A2") == pytest.approx(2 - 0.945)
    assert t.tally("A1", "B1").sight.muzzle[0] == pytest.approx(24 + 0.945)


@clause("mbb.geometry.footprint.override")
def test_a_custom_footprint_is_used_by_all_rules() -> None:
    """Twice as long: the barrel reaches further, more of the side is hidden, and the move ends earlier at the house."""
    wall = piece("House", 24, 20, length=40, width=2)  # from y = 19 on
    big = {"length_inches": 4.0, "width_inches": 3.0}
    t = table(unit("A1", "M4 Sherman", 24, 12, 90, **big), unit("B1", "Panzer III", 24, 6, 270), terrain=[wall])
    assert t.distance("A1", "T1") == pytest.approx(19 - 14)
    assert t.tally("A1", "B1").sight.muzzle == pytest.approx((24, 10))
    t.move("A1", forward(8))
    assert t.pose("A1") == pytest.approx((24, 17, 90))


@clause("mbb.geometry.footprint.override", "mbb.geometry.hidden_fraction")
def test_a_custom_width_changes_the_hidden_share() -> None:
    house = piece("House", 26, 13.5, length=4, width=1)  # hides all right of the middle line
    for width in (1.0, 2.0, 4.0):
        size = {"length_inches": 2.0, "width_inches": width}
        half = table(
            unit("A1", "M4 Sherman", 24, 4, 90), unit("B1", "Panzer III", 24, 24, 270, **size), terrain=[house]
        )
        assert half.hidden_share("A1", "B1") == pytest.approx(0.5)
        shifted = piece("House", 26.25, 13.5, length=4, width=1)
        less = table(
            unit("A1", "M4 Sherman", 24, 4, 90, length_inches=2.0),
            unit("B1", "Panzer III", 24, 24, 270, **size),
            terrain=[shifted],
        )
        assert less.hidden_share("A1", "B1") == pytest.approx(max(0.0, (width / 2 - 0.5) / width))


@clause("mbb.geometry.height", "mbb.cover.three_bricks", "mbb.cover.hard")
def test_sight_is_flat_what_hides_hides_at_any_height() -> None:
    """A bunker of three bricks before a base of six hides it as well as the base would hide the bunker."""
    assert (
        features()["Artillery Bunker"].height_bricks < measures().hard_cover_bricks <= features()["Base"].height_bricks
    )
    units = (unit("A1", "M4 Sherman", 24, 4, 90), unit("B1", "Panzer III", 24, 34, 270))
    for near, far in (("Artillery Bunker", "Base"), ("Base", "Artillery Bunker")):
        pieces = [piece(near, 24, 12, length=8, width=2), piece(far, 24, 20, length=4, width=2)]
        t = table(*units, terrain=pieces, anyhow=True)
        assert t.line_of_sight("A1", "T1")
        assert not t.line_of_sight("A1", "T2"), near


@clause("mbb.geometry.height", "mbb.cover.soft")
def test_what_the_table_calls_soft_stays_soft_whatever_its_height() -> None:
    trees = features()["Light Tree Cover"]
    assert trees.height_bricks >= measures().opaque_bricks
    assert not trees.is_opaque


@clause("mbb.geometry.range")
def test_a_range_on_the_ground_is_measured_between_the_nearest_points_of_two_footprints() -> None:
    t = table(
        unit("A1", "M4 Sherman", 10, 10, 90), unit("B1", "Panzer III", 10, 20, 0), unit("B2", "Panzer III", 20, 10, 0)
    )
    # half a length and half a width lie between the centres
    assert t.distance("A1", "B1") == pytest.approx(10 - 0.945 - 0.4725)
    assert t.aim("A1", "B1")["distance"] == t.distance("A1", "B1")
    # to the side half a width and half a length
    assert t.distance("A1", "B2") == pytest.approx(10 - 0.4725 - 0.945)


@clause("mbb.geometry.table")
def test_headings_turn_counter_clockwise_from_the_right() -> None:
    for heading, ahead in ((0, (25, 10)), (90, (24, 11)), (180, (23, 10)), (270, (24, 9))):
        t = table(unit("A1", "M4 Sherman", 24, 10, heading), unit("B1", "Panzer III", 40, 30))
        assert t.end("A1", forward(1))[:2] == pytest.approx(ahead)
    t = table(unit("A1", "M4 Sherman", 24, 10, 0), unit("B1", "Panzer III", 40, 30))
    assert t.end("A1", pivot(90))[2] == pytest.approx(90)


@clause("mbb.geometry.rear_from_muzzle")
def test_one_barrel_point_serves_every_question_about_a_shot() -> None:
    """The same point is in the numbers, on the screen and in what the odds are worked out from."""
    t = table(unit("A1", "M4 Sherman", 20, 6, 30), unit("B1", "Panzer III", 24, 24, 200), phase="target_declaration")
    muzzle = t.tally("A1", "B1").sight.muzzle
    assert tuple(t.aim("A1", "B1")["sight"]["eye"]) == muzzle
    assert t.decision is not None
    offer = t.decision.ask(t.state).offer
    assert isinstance(offer, Aims)
    sight = offer.shooters[0].aims[0].sight
    assert sight is not None
    assert sight.eye == muzzle


@clause("mbb.geometry.dice")
def test_dice_are_asked_for_in_the_order_the_rules_call_for() -> None:
    """The left tank gets the first two dice whatever the order of the plan."""
    units = (unit("A1", "M4 Sherman", 30, 4, 90), unit("A2", "M4 Sherman", 10, 4, 90), unit("B1", "Panzer III", 24, 24))
    t = table(*units)
    result = t.fire({"A1": "B1", "A2": "B1"}, dice(1, 2, 2, 2))
    assert [(shot.unit, shot.rolled) for shot in result.of("shot_resolved")] == [("A2", 3), ("A1", 4)]
