"""Firing: dice, range, long range, division, order, sight and broadsides."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.refusal import Refusal
from brickfield.testing import Position, clause, dice
from tests.rules.battle_of_the_sea.table import (
    CUTTER,
    GALLEON,
    GALLEY,
    HIT,
    LINER,
    MISS,
    VIKING,
    ahead,
    area,
    fire,
    sail,
    sea,
    ship,
    stay_and_fire,
    throws,
)


def duel(gap: float, shooter: str = GALLEON, options: dict[str, Any] | None = None, **more: Any) -> Position:
    """Two ships side by side with so many inches of water between their hulls, and a third far off."""
    half = {VIKING: 2 / 3, GALLEON: 2 / 3, LINER: 1.0, CUTTER: 1 / 3}.get(shooter, 2 / 3)
    return sea(
        ship("A1", shooter, 5, 10, 90, **more),
        ship("B1", VIKING, 5 + half + gap + 2 / 3, 10, 90),
        ship("B2", CUTTER, 33, 33),
        options=options,
    )


@clause("sea.fire.dice", "sea.fire.example", "sea.firepower.meaning")
def test_firepower_four_with_two_on_their_side_is_two_hits() -> None:
    table = duel(5, VIKING)
    result = stay_and_fire(table, "A1", ("B1", 4), dice=dice(HIT, MISS, 5, 2))
    assert (result.of("attack_resolved")[0].dice, result.of("attack_resolved")[0].hits) == (4, 2)
    assert table.unit("B1").marks["additional"] == 1


@clause("sea.fire.dice")
def test_no_more_dice_than_firepower() -> None:
    table = duel(5, VIKING)
    sail(table, "A1")
    refusal = fire(table, ("B1", 5)).refusal
    assert refusal is not None
    assert (refusal.code, refusal.data["dice"], refusal.data["firepower"]) == ("too_many_dice", 5, 4)


@clause("sea.firepower.range", "sea.geometry.range", "sea.firepower.long")
@pytest.mark.parametrize(
    ("gap", "band"), [(9.99, "normal"), (10.0, "normal"), (10.001, "long"), (15.0, "long"), (15.001, "out")]
)
def test_ranges_are_measured_between_hulls(gap: float, band: str) -> None:
    table = duel(gap)
    assert table.distance("A1", "B1") == pytest.approx(gap, abs=1e-4)
    assert table.in_range("A1", "B1") == band


@clause("sea.firepower.long", "sea.firepower.long_count")
@pytest.mark.parametrize(("firepower", "shots", "strict"), [(4, 0, 0), (5, 1, 1), (7, 1, 0), (10, 2, 2), (14, 2, 0)])
def test_long_shots_are_the_cones_of_firepower(firepower: int, shots: int, strict: int) -> None:
    for agreed, most in ((False, shots), (True, strict)):
        table = duel(12, GALLEON, {"long_range_strict": agreed}, marks={"firepower": firepower})
        assert ("B1" in table.legal_targets("A1")) == bool(most)
        if most:
            sail(table, "A1")
            refusal = fire(table, ("B1", most + 1)).refusal
            assert refusal is not None
            assert (refusal.code, refusal.clause) == ("too_many_long_shots", "sea.firepower.long_count")
            assert fire(table, ("B1", most), dice=dice(*[MISS] * most)).accepted
        else:
            refusal = table.why_not("A1", "B1")
            assert (refusal.code, refusal.data["range"]) == ("out_of_range", 10)


@clause("sea.firepower.long_count")
def test_the_other_dice_may_go_to_nearer_targets() -> None:
    table = sea(
        ship("A1", GALLEON, 5, 10, 90),
        ship("B1", VIKING, 5 + 12 + 4 / 3, 10, 90),
        ship("B2", VIKING, 5 + 5 + 4 / 3, 10, 90),
    )
    result = stay_and_fire(table, "A1", ("B1", 2), ("B2", 8), dice=dice(*[MISS] * 10))
    assert [(each.target, each.dice) for each in result.of("attack_resolved")] == [("B1", 2), ("B2", 8)]
    assert [len(throw.faces) for each in result.of("attack_resolved") for throw in each.throws] == [2, 8]
    assert result.accepted


@clause("sea.firepower.zero")
def test_a_ship_without_firepower_cannot_fire_but_may_ram() -> None:
    table = sea(ship("A1", GALLEY, 10, 10, 0), ship("B1", VIKING, 18, 10, 90))
    assert table.legal_targets("A1") == []
    assert not isinstance(table.impact("A1", "B1", 0.0), Refusal)
    disarmed = duel(5, VIKING, marks={"firepower": 0, "speed": 6})
    sail(disarmed, "A1")
    assert disarmed.asked == "command_fleet"
    assert disarmed.decision is not None
    assert disarmed.decision.seat == 1


@clause("sea.fire.split", "sea.fire.declare", "sea.fire.order")
def test_fire_is_divided_and_settled_in_the_declared_order() -> None:
    table = sea(
        ship("A1", GALLEON, 10, 10, 0),
        ship("B1", VIKING, 10, 16),
        ship("B2", VIKING, 16, 16),
        ship("B3", VIKING, 6, 16),
    )
    sail(table, "A1")
    before = fire(table, ("B2", 5), ("B1", 3), ("B3", 1), dice=dice(*[HIT] * 5))
    assert [event.target for event in before.of("target_declared")] == ["B2", "B1", "B3"]
    # the five hits on the first are allocated before the next is thrown for
    assert (table.asked, len(before.of("attack_resolved"))) == ("allocate_hits", 1)
    after = table.answer("remove_markers", firepower=2, dice=dice(*[MISS] * 4))
    assert [event.target for event in after.of("attack_resolved")] == ["B1", "B3"]


@clause("sea.fire.declare")
def test_a_faulty_declaration_is_refused_as_a_whole() -> None:
    below = ship("B3", VIKING, 12, 12, status="waiting")
    table = sea(ship("A1", GALLEON, 10, 10, 0), ship("B1", VIKING, 10, 16), ship("B2", VIKING, 33, 33), below)
    sail(table, "A1")
    state = table.state.digest()
    twice = fire(table, ("B1", 2), ("B1", 3)).refusal
    assert twice is not None
    assert (twice.code, twice.clause) == ("target_twice", "sea.fire.declare")
    far = fire(table, ("B1", 2), ("B2", 1)).refusal
    assert far is not None
    assert far.code == "out_of_range"
    for nobody in ("Z9", "B3"):
        unknown = fire(table, ("B1", 2), (nobody, 1)).refusal
        assert unknown is not None
        assert unknown.code == "unknown_unit"
    assert not fire(table).accepted
    assert not fire(table, ("B1", 0)).accepted
    assert table.state.digest() == state
    assert fire(table, ("B1", 1), dice=throws(0, 1)).accepted


@clause("sea.fire.after_move")
def test_a_ship_fires_from_where_its_move_ends() -> None:
    table = sea(ship("A1", VIKING, 10, 5, 90), ship("B1", VIKING, 10, 22, 90))
    assert table.legal_targets("A1") == []
    sail(table, "A1", ahead(90, 6))
    assert table.asked == "attack"
    assert fire(table, ("B1", 4), dice=throws(0, 4)).accepted


@clause("sea.fire.enemy")
def test_own_ships_are_no_targets() -> None:
    table = sea(ship("A1", GALLEON, 10, 10, 0), ship("A2", VIKING, 10, 14), ship("B1", VIKING, 14, 14))
    sail(table, "A1")
    refusal = fire(table, ("A2", 1)).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("not_an_enemy", "sea.fire.enemy")


@clause("sea.fire.no_arc")
@pytest.mark.parametrize(
    ("heading", "abeam"), [(90, True), (45, True), (44.9, False), (135, True), (136, False), (0, False)]
)
def test_guns_fire_all_round_unless_broadsides_were_agreed(heading: float, abeam: bool) -> None:
    ships = (ship("A1", GALLEON, 10, 10, heading), ship("B1", VIKING, 16, 10))
    assert sea(*ships).legal_targets("A1") == ["B1"]
    table = sea(*ships, options={"broadside": True})
    assert (table.legal_targets("A1") == ["B1"]) == abeam
    if not abeam:
        assert table.why_not("A1", "B1").clause == "sea.fire.no_arc"


@clause("sea.geometry.sight")
@pytest.mark.parametrize(("kind", "blocks"), [("island", True), ("rock", True), ("reef", False), ("seaweed", False)])
def test_land_blocks_fire(kind: str, blocks: bool) -> None:
    ships = (ship("A1", GALLEON, 10, 10), ship("B1", VIKING, 18, 10))
    terrain = [area(kind, 13, 8, 15, 12)]
    table = sea(*ships, terrain=terrain)
    assert table.line_of_sight("A1", "B1") != blocks
    if blocks:
        assert table.why_not("A1", "B1").clause == "sea.geometry.sight"
    over = sea(*ships, terrain=terrain, options={"land_blocks_fire": False})
    assert over.legal_targets("A1") == ["B1"]


@clause("sea.geometry.sight")
def test_a_line_along_a_shore_is_free_and_ships_do_not_block() -> None:
    ships = (ship("A1", GALLEON, 10, 10), ship("B1", VIKING, 18, 10), ship("B2", VIKING, 14, 10))
    assert sea(*ships, terrain=[area("island", 12, 10, 16, 14)], anyhow=True).line_of_sight("A1", "B1")
    assert not sea(*ships, terrain=[area("island", 12, 9.99, 16, 14)], anyhow=True).line_of_sight("A1", "B1")


@clause("sea.geometry.sight")
def test_a_line_along_the_seam_of_a_bent_island_is_blocked() -> None:
    angle = {"kind": "island", "points": [[12, 8], [16, 8], [16, 10], [14, 10], [14, 12], [12, 12]]}
    ships = (ship("A1", GALLEON, 10, 10), ship("B1", VIKING, 18, 10))
    assert not sea(*ships, terrain=[angle]).line_of_sight("A1", "B1")
    high = (ship("A1", GALLEON, 16, 14), ship("B1", VIKING, 18, 10))
    assert sea(*high, terrain=[angle]).line_of_sight("A1", "B1")


@clause("sea.fire.declare")
def test_dice_may_be_left_unfired() -> None:
    table = duel(5)
    assert stay_and_fire(table, "A1", ("B1", 1), dice=throws(0, 1)).accepted
    other = duel(5)
    sail(other, "A1")
    assert other.answer("hold_fire").accepted
    assert not other.unit("A1").marks.get("attacked")
