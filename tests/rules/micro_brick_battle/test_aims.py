"""Aims: a shot before it is declared, as a table draws it: sums, sight, odds and reasons."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.shown.showing import AimFace
from brickfield.games.micro_brick_battle.base.aims import aim, aims_of, glimpses
from brickfield.testing import Position, clause, lay_table, piece, unit

SQUARE = {"length_inches": 2.0, "width_inches": 2.0}


def table(*terrain: Any, heading: float = 270, options: Any = None, more: Any = (), **shooter: Any) -> Position:
    """A Sherman at (24, 4) looks up at a Panzer III whose near side runs from x = 23 to 25 at y = 23."""
    a1 = unit("A1", shooter.pop("card", "M4 Sherman"), 24, 4, 90, **SQUARE | shooter)
    b1 = unit("B1", "Panzer III", 24, 24, heading, **SQUARE)
    return lay_table("micro_brick_battle", [a1, b1, *more], list(terrain), options=options or {})


def aim_at(t: Position, target: str = "B1") -> AimFace:
    return aim(t.state, t.state.units["A1"], target)


@clause("mbb.shoot.example", "mbb.geometry.preview")
def test_the_worked_example_of_the_book_needs_eight_and_hits_fifteen_times_in_thirty_six() -> None:
    shot = aim_at(table())
    assert (shot.needed, shot.ways, round(shot.odds, 4)) == (8, (15, 36), 0.4167)
    assert (shot.title, shot.remark, shot.refusal) == ("Panzer III", "in the open", None)
    assert shot.distance == pytest.approx(18.0)


@clause("mbb.geometry.preview")
def test_the_lines_of_each_sum_add_up_to_its_total_and_name_their_clauses() -> None:
    shot = aim_at(table(piece("House", 26.3, 13.5, length=4, width=1), heading=90))
    assert [each.of for each in shot.sums] == ["Attack Points", "Defense Points"]
    for each in shot.sums:
        assert sum(line.value for line in each.lines if line.counts) == each.total
        assert all(line.clause for line in each.lines)
    assert shot.remark == "20 % hidden, from behind"


@clause("mbb.geometry.hidden_fraction", "mbb.geometry.preview")
def test_the_hidden_stretches_are_where_the_blocker_stands_and_as_long_as_the_share() -> None:
    sight = aim_at(table(piece("House", 26.3, 13.5, length=4, width=1))).sight
    assert sight is not None
    assert sum(high - low for low, high in sight.hidden) == pytest.approx(sight.share) == pytest.approx(0.2, abs=0.01)
    ax, ay, bx, by = sight.side
    assert {ay, by} == {23.0}
    (low, high) = sight.hidden[0]
    # the house stands to the right, so the right end of the side is the one it hides
    hidden_x = [ax + (bx - ax) * low, ax + (bx - ax) * high]
    assert max(hidden_x) == pytest.approx(25.0)
    assert min(hidden_x) > 24.0
    assert (sight.side_name, sight.blockers) == ("front", ("T1",))
    assert sight.eye == pytest.approx((24.0, 5.0))


@clause("mbb.mod.hidden.minor", "mbb.mod.hidden.major")
def test_the_thresholds_of_hiding_stand_beside_the_share_and_vanish_without_modifiers() -> None:
    sight = aim_at(table()).sight
    assert sight is not None
    assert [(clause_id, text) for _share, text, clause_id in sight.thresholds] == [
        ("mbb.mod.hidden.minor", "−1 when partly hidden"),
        ("mbb.mod.hidden.major", "−2 from 50%"),
    ]
    quick = aim_at(table(options={"rules_level": "quick"})).sight
    assert quick is not None
    assert quick.thresholds == ()


@clause("mbb.los.required")
def test_a_target_out_of_sight_stays_in_the_list_with_its_reason_and_its_picture() -> None:
    wall = piece("House", 24, 13.5, length=20, width=1)
    t = table(wall, more=[unit("B2", "Panzer III", 40, 4, 180)], options={"destructible": False})
    aims = aims_of(t.state, t.state.units["A1"])
    assert [(each.target, each.refusal is None) for each in aims] == [("B2", True), ("B1", False)]
    hidden = aims[1]
    assert hidden.refusal is not None
    assert (hidden.refusal.clause, hidden.remark, hidden.odds) == ("mbb.los.required", "no line", 0.0)
    assert hidden.sight is not None
    assert hidden.sight.share == pytest.approx(1.0)


@clause("mbb.geometry.preview")
def test_the_best_shot_stands_first() -> None:
    more = [unit("B2", "Panzer III", 14, 24, 90, **SQUARE), unit("B3", "Tiger I", 34, 24, 270, **SQUARE)]
    t = table(more=more)
    aims = aims_of(t.state, t.state.units["A1"])
    assert [each.target for each in aims] == ["B2", "B1", "B3"], "from behind, from the front, and the heavy one"
    assert {each.clause for each in aims} == {"mbb.shoot.table"}


@clause("mbb.geometry.preview", "mbb.mod.rear")
def test_a_glance_tells_whom_a_unit_could_hit_and_who_could_hit_it() -> None:
    """B1 shows its back, B2 its front."""
    t = table(heading=90, more=[unit("B2", "Panzer III", 36, 24, 270, **SQUARE)])
    a1, others = t.unit("A1"), [each for each in t.state.units.values() if each.seat == 1]
    out, back = (glimpses(t.state, a1, others, outwards) for outwards in (True, False))
    assert [(each.unit, each.needed) for each in out] == [("B1", 6), ("B2", 8)]
    assert [(each.unit, each.needed) for each in back] == [("B1", 8), ("B2", 8)]
    reverse = glimpses(t.state, a1, others[::-1], True)
    assert [each.unit for each in reverse] == ["B1", "B2"], "the best odds first"


@clause("mbb.geometry.preview", "mbb.reinf.safe")
def test_a_target_that_waits_in_reserve_is_not_on_the_table() -> None:
    shot = aim_at(table(more=[unit("B2", "Panzer III", status="reserve")]), "B2")
    assert shot.refusal is not None
    assert (shot.remark, shot.refusal.code, shot.odds, shot.sight) == ("not on the table", "not_on_table", 0.0, None)


@clause("mbb.geometry.blockers", "mbb.geometry.hidden_fraction")
@pytest.mark.parametrize("transparent", [False, True])
def test_neither_shooter_nor_target_hide_the_target_but_another_tank_does(transparent: bool) -> None:
    """Aimed across its own corner the barrel of the Sherman ends inside the hull."""
    options = {"friends_transparent": transparent}
    units = [unit("A1", "M4 Sherman", 24, 4, 116.565), unit("B1", "Panzer III", 24, 24, 270, **SQUARE)]
    alone = aim_at(lay_table("micro_brick_battle", units, options=options)).sight
    assert alone is not None
    assert (alone.hidden, alone.blockers, alone.clause) == ((), (), "mbb.geometry.hidden_fraction")
    other = unit("B2", "Panzer III", 25, 14, 270, **SQUARE)
    partly = aim_at(lay_table("micro_brick_battle", [*units, other], options=options)).sight
    assert partly is not None
    assert partly.blockers == ("B2",)


@clause("mbb.geometry.arc.fixed")
def test_a_fixed_gun_says_that_a_target_is_out_of_its_arc() -> None:
    t = table(card="StuG III", more=[unit("B2", "Panzer III", 40, 4, 180)])
    shot = aim_at(t, "B2")
    assert shot.refusal is not None
    assert (shot.refusal.clause, shot.remark) == ("mbb.geometry.arc.fixed", "out of arc")


@clause("mbb.obst.lowwall.dp", "mbb.geometry.soft_test", "mbb.wreck.modifier")
@pytest.mark.parametrize(
    ("terrain", "more", "words"),
    [
        ([piece("Low Wall", 24, 21, length=6, width=0.3)], [], "behind a low wall"),
        ([piece("Hedgerow", 24, 11, length=6, width=0.3)], [], "hedgerow in the line"),
        ([piece("Light Tree Cover", 24, 18, length=4, width=1)], [], "trees in the line"),
        ([], [unit("B8", "Panzer III", 24, 8, 0, status="wreck", **SQUARE)], "wreck in the line"),
    ],
)
def test_a_few_words_say_what_decides_the_shot(terrain: Any, more: Any, words: str) -> None:
    assert aim_at(table(*terrain, more=more)).remark == words


@clause("mbb.geometry.preview")
def test_cover_that_does_not_count_is_not_called_open_ground() -> None:
    shot = aim_at(table(piece("House", 26.3, 13.5, length=4, width=1), options={"rules_level": "quick"}))
    assert (shot.remark, shot.odds == pytest.approx(15 / 36)) == ("in sight", True)
    assert shot.sight is not None
    assert shot.sight.thresholds == ()


@clause("mbb.hm.shot")
def test_terrain_with_markers_is_listed_with_their_number() -> None:
    t = table(piece("House", 30, 13.5), options={"destructible": True})
    shot = aim_at(t, "T1")
    assert (shot.title, shot.remark, shot.needed, shot.odds, shot.clause) == (
        "House",
        "3 hit markers",
        None,
        0.0,
        "mbb.hm.shot",
    )
    assert [each.target for each in aims_of(t.state, t.state.units["A1"])] == ["B1", "T1"], "enemies first"


@clause("mbb.young.color_die")
def test_very_young_players_see_the_colour_die_and_no_sums() -> None:
    shot = aim_at(table(options={"rules_level": "young"}))
    assert (shot.odds, shot.sums, shot.clause) == (0.5, (), "mbb.young.color_die")
    assert (shot.need, shot.roll) == ("colour", "one of its two colours is a hit")


@clause("mbb.young.color_die", "mbb.young.mix")
def test_a_glance_of_very_young_players_asks_for_no_number() -> None:
    t = table(options={"rules_level": ["young", "base"]})
    own, enemy = t.state.units["A1"], t.state.units["B1"]
    (there,), (back,) = glimpses(t.state, own, [enemy], True), glimpses(t.state, own, [enemy], False)
    assert (there.needed, there.odds) == (None, 0.5)
    assert (back.needed, back.odds) == (8, pytest.approx(15 / 36)), "the other plays by the book"


@clause("mbb.shoot.roll", "mbb.vt.dash", "mbb.hm.shot")
def test_what_a_shot_needs_is_told_in_words() -> None:
    assert (aim_at(table()).need, aim_at(table()).roll) == ("8+", "on two dice")
    weak = lay_table(
        "micro_brick_battle", [unit("A1", "Type 94 Te-Ke", 24, 4, 90), unit("B1", "Panzer III", 24, 24, 270, dp=9)]
    )
    assert (aim_at(weak).needed, aim_at(weak).need, aim_at(weak).roll) == (None, "–", "no roll can destroy it")
    house = aim_at(table(piece("House", 30, 13.5), options={"destructible": True}), "T1")
    assert (house.need, house.roll) == ("sure", "no roll: the shot takes a hit marker")
