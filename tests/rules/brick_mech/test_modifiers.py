"""Modifiers: heat, firing arc, cover by the visible silhouette, attacks from behind, and that they all add up."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.testing import Position, clause, dice, lay_table, piece
from tests.rules.brick_mech.table import GAME, attack, duel, mech, refused


def lines(t: Position, attacker: str = "A1", target: str = "B1") -> dict[str, int]:
    """The modifiers of an attack by clause, without dice and bonuses."""
    return {line.clause: line.value for line in t.why(attacker, target) if line.clause.startswith("bm.mod")}


@clause("bm.mod.attack.heat")
@pytest.mark.parametrize("heat", [0, 1, 5])
def test_each_heat_marker_of_the_attacker_takes_one_from_the_attack(heat: int) -> None:
    assert lines(duel(a={"heat": heat})).get("bm.mod.attack.heat", 0) == -heat


@clause("bm.mod.defense.heat")
@pytest.mark.parametrize("heat", [0, 1, 5])
def test_each_heat_marker_of_the_defender_takes_one_from_the_defense(heat: int) -> None:
    assert lines(duel(b={"heat": heat})).get("bm.mod.defense.heat", 0) == -heat


@clause("bm.mod.attack.secondary")
@pytest.mark.parametrize(("heading", "value"), [(0, 0), (45, 0), (60, -1), (-100, -1)])
def test_an_attack_in_a_secondary_arc_has_one_less(heading: float, value: int) -> None:
    t = lay_table(GAME, [mech("A1", 10, 15, heading), mech("B1", 20, 15, 180)])
    assert lines(t).get("bm.mod.attack.secondary", 0) == value


@clause("bm.mod.defense.rear", "bm.geometry.rear")
@pytest.mark.parametrize(("heading", "value"), [(180, 0), (90, 0), (45, 0), (44.9, -2), (0, -2), (-44.9, -2), (-45, 0)])
def test_an_attack_from_behind_takes_two_from_the_defense(heading: float, value: int) -> None:
    t = lay_table(GAME, [mech("A1", 10, 15, 0), mech("B1", 20, 15, heading)])
    assert lines(t).get("bm.mod.defense.rear", 0) == value


@clause("bm.mod.stack")
def test_all_modifiers_that_apply_are_added_together() -> None:
    units = [mech("A1", 10, 15, 60, heat=2), mech("B1", 20, 15, 0, heat=1)]
    t = lay_table(GAME, units, [piece("Wall", 17, 15, 90, height=1.0)])
    assert lines(t) == {
        "bm.mod.attack.heat": -2,
        "bm.mod.attack.secondary": -1,
        "bm.mod.defense.heat": -1,
        "bm.mod.defense.cover.light": 1,
        "bm.mod.defense.rear": -2,
    }
    shot = attack(t, dice(6, 5, 6))
    attack_score, defense_score = shot.of("shot_resolved")[0].tallies
    assert (attack_score.total, defense_score.total) == (8, 4)


@clause("bm.geometry.heat_timing", "bm.data.heat_effect")
def test_heat_of_a_torso_effect_counts_from_the_next_roll() -> None:
    # difference 5: one roll, torso (2), coolant leak (4)
    t = duel()
    first = attack(t, dice(4, 3, 2, 2, 4))
    assert first.of("shot_resolved")[0].tallies[1].total == 2
    assert t.record_sheet("B1")["heat"] == 1
    second = attack(t, dice(1, 1, 6))
    assert second.of("shot_resolved")[0].tallies[1].total == 5


# --- cover -----------------------------------------------------------------------------------------------------------


def behind(*terrain: dict[str, Any], gap: float = 8.0, **more: Any) -> Position:
    """B1 ten Bricks in front of A1 (centre to centre), with terrain between them."""
    return duel(gap, terrain=list(terrain), **more)


@clause("bm.geometry.cover", "bm.mod.defense.cover.measure")
def test_nothing_between_is_no_cover() -> None:
    t = behind(piece("Building", 15, 25))
    assert (t.hidden_share("A1", "B1"), t.cover("A1", "B1")) == (0.0, "none")
    assert t.cover_samples("A1", "B1") == (0,) * 10


@clause("bm.geometry.cover", "bm.geometry.body")
def test_a_wall_hides_what_the_line_from_the_eye_must_pass_through() -> None:
    # a thin wall half way (t = 0.5): the line from 2.4 to a sample at h is at 2.4 + (h - 2.4) / 2 there, so a wall of
    # height 1.5 hides the samples up to h = 0.6: the heights 0.15 and 0.45 of all ten columns
    t = behind(piece("Wall", 15, 15, 90, width=0.01, height=1.5))
    assert t.cover_samples("A1", "B1") == (2,) * 10
    assert t.hidden_share("A1", "B1") == 0.2


@clause("bm.geometry.cover", "bm.mod.defense.cover.light", "bm.mod.defense.cover.medium", "bm.mod.defense.cover.heavy")
@pytest.mark.parametrize(
    ("height", "share", "cover", "bonus"),
    [
        (1.25, 0.0, "none", 0),
        (1.4, 0.1, "light", 1),
        (1.5, 0.2, "light", 1),
        (1.7, 0.3, "medium", 2),
        (1.85, 0.4, "medium", 2),
        (2.0, 0.5, "heavy", 3),
        (2.3, 0.7, "heavy", 3),
    ],
)
def test_the_more_is_hidden_the_better_the_defense(height: float, share: float, cover: str, bonus: int) -> None:
    t = behind(piece("Wall", 15, 15, 90, width=0.01, height=height))
    assert (t.hidden_share("A1", "B1"), t.cover("A1", "B1")) == (share, cover)
    assert lines(t).get(f"bm.mod.defense.cover.{cover}", 0) == bonus


@clause("bm.mod.defense.cover.heavy", "bm.mod.defense.cover.total")
def test_exactly_three_quarters_is_heavy_and_more_is_total() -> None:
    # half the columns fully hidden by a tall block, the others to half by a low one
    tall = piece("Tower", 15, 15.5, width=1.0, length=0.01)
    half = piece("Wall", 15, 14.5, width=1.0, length=0.01, height=2.0)
    t = behind(tall, half)
    assert (t.hidden_share("A1", "B1"), t.cover("A1", "B1")) == (0.75, "heavy")
    assert attack(t, dice(1, 1, 6)).accepted
    more = behind(tall, piece("Wall", 15, 14.5, width=1.0, length=0.01, height=2.1))
    assert (more.hidden_share("A1", "B1"), more.cover("A1", "B1")) == (0.8, "total")
    result = attack(more)
    assert refused(result) == ("too_covered", "bm.mod.defense.cover.total")
    assert result.refusal is not None
    assert result.refusal.data == {"cover": 80, "limit": 75}


@clause("bm.geometry.cover")
def test_the_columns_are_counted_from_the_left_of_the_attacker() -> None:
    t = behind(piece("Tower", 15, 15.5, width=1.0, length=0.01))
    assert t.cover_samples("A1", "B1") == (10,) * 5 + (0,) * 5


@clause("bm.geometry.cover")
def test_grazing_does_not_hide() -> None:
    # the line to the outermost sample meets the far corner of the block, at 0.5005 of the way, 0.45045 to the left
    assert behind(piece("Tower", 15, 15.95045, width=1.0, length=0.01)).hidden_share("A1", "B1") == 0.0
    assert behind(piece("Tower", 15, 15.9504, width=1.0, length=0.01)).hidden_share("A1", "B1") == 0.1


@clause("bm.mod.defense.cover.what", "bm.team.sides")
def test_other_mechs_give_cover_friends_and_enemies_alike() -> None:
    for other in (mech("A2", 15, 15, 0), mech("B2", 15, 15, 0)):
        t = lay_table(GAME, [mech("A1", 10, 15, 0), mech("B1", 20, 15, 180), other])
        assert t.cover("A1", "B1") == "total"
    beside = lay_table(GAME, [mech("A1", 10, 15, 0), mech("B1", 20, 15, 180), mech("A2", 15, 16.5, 0)])
    assert 0 < beside.hidden_share("A1", "B1") < 1


@clause("bm.geometry.melee_cover")
def test_cover_exists_in_melee_too() -> None:
    t = duel(3, terrain=[piece("Wall", 12.5, 15, 90, width=0.01, height=1.9)])
    assert t.range_of("A1", "B1") == "melee"
    assert t.cover("A1", "B1") != "none"


@clause("bm.geometry.body", "bm.geometry.base")
def test_a_wide_base_makes_a_wide_target_and_height_does_not_change() -> None:
    tower = piece("Tower", 15, 15, width=1.0, length=0.01)
    small = behind(tower, b={"base_side": 1.0}, gap=8.5)
    wide = behind(tower, b={"base_side": 4.0}, gap=7.0)
    assert small.hidden_share("A1", "B1") == 1.0
    assert 0.4 <= wide.hidden_share("A1", "B1") <= 0.6


@clause("bm.geometry.body", "bm.move.terrain")
def test_ground_that_can_be_entered_never_hides() -> None:
    t = behind(piece("Rough", 15, 15), piece("Rock", 15, 25))
    assert t.hidden_share("A1", "B1") == 0.0
    rough, rock = t.about_piece("T1"), t.about_piece("T2")
    assert (rough["hides"], rough["blocks"], rough["extra_cost"]) == (False, False, 1)
    assert (rock["hides"], rock["blocks"], rock["height"]) == (True, True, 2.0)


@clause("bm.geometry.body")
def test_an_obstacle_may_have_any_convex_outline() -> None:
    corners = [[14, 13], [16, 13], [15, 17]]
    t = behind({"feature": "Building", "x": 15, "y": 15, "corners": corners})
    assert 0 < t.hidden_share("A1", "B1") <= 1
    far = [[14, 23], [16, 23], [15, 27]]
    assert behind({"feature": "Building", "x": 15, "y": 25, "corners": far}).hidden_share("A1", "B1") == 0.0
