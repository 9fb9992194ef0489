"""Quick play: the one-page rules for a first game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from brickfield.testing import Position, Result, clause, dice, forward, lay_table, piece, pivot, reverse, slide, unit

GAME = "micro_brick_battle"
QUICK = {"rules_level": "quick"}
TOO_MUCH = 3e-6


def table(*units: dict[str, Any], terrain: Any = (), **position: Any) -> Position:
    """A Sherman and a Panzer III that see each other; both players use the quick-play rules."""
    pair = [unit("A1", "M4 Sherman", 24, 10, 90), unit("B1", "Panzer III", 24, 26, 270)]
    return lay_table(GAME, [*pair, *units], terrain, **({"options": QUICK} | position))


def refused(t: Position, act: Callable[[], Result], code: str, cited: str) -> None:
    """The answer is refused by this clause, and nothing has changed."""
    before = t.state.digest()
    result = act()
    assert result.refusal is not None, t
    assert (result.refusal.code, result.refusal.clause) == (code, cited)
    assert t.state.digest() == before


# --- rounds and phases -----------------------------------------------------------------------------------------------


@clause("mbb.quick.rounds", "mbb.quick.phases")
def test_a_round_is_two_turns_of_movement_declaration_and_shooting() -> None:
    t = table(phase="turn")
    t.fire({"A1": "B1"}, dice=dice(1, 1))
    t.fire({"B1": "A1"}, dice=dice(1, 1))
    phases = [event.phase for event in t.events if type(event).__name__ == "PhaseStarted"]
    assert phases == ["movement", "target_declaration", "shooting"] * 2 + ["movement"]
    assert [event.seat for event in t.events if type(event).__name__ == "TurnEnded"] == [0, 1]
    assert t.state.facts["round"] == 3


# --- movement --------------------------------------------------------------------------------------------------------


@clause("mbb.quick.move")
@pytest.mark.parametrize(
    "step", [slide(0, 8), slide(90, 8), slide(180, 8), slide(213, 8), slide(-30, 8), forward(8), reverse(8)]
)
def test_eight_points_reach_anywhere_within_eight_inches(step: dict[str, Any]) -> None:
    t = table()
    over = {**step, "inches": 8 + TOO_MUCH}
    refused(t, lambda: t.move("A1", over), "not_enough_mp", "mbb.quick.move")
    (moved,) = t.move("A1", step).of("unit_moved")
    x, y, heading = t.pose("A1")
    assert (x - 24) ** 2 + (y - 10) ** 2 == pytest.approx(64, abs=1e-4)
    assert (heading, moved.clause, t.points_left("A1")) == (90, "mbb.quick.move", 0)


@clause("mbb.quick.move")
def test_reversing_costs_no_more_than_driving() -> None:
    t = table()
    assert t.cost("A1", reverse(3)) == t.cost("A1", forward(3)) == t.cost("A1", slide(12, 3)) == 3


@clause("mbb.quick.move", "mbb.move.zero")
def test_a_side_of_guns_and_wrecks_has_nothing_to_turn() -> None:
    units = [
        unit("A1", "Flak 36", 24, 4),
        unit("A2", "M4 Sherman", 12, 4, status="wreck"),
        unit("B1", "Panzer III", 24, 30),
    ]
    assert lay_table(GAME, units, options=QUICK).asked == "declare_targets"


@clause("mbb.quick.move")
def test_turns_and_facing_are_free() -> None:
    t = table()
    assert t.cost("A1", pivot(90), pivot(-360), pivot(1)) == 0
    result = t.move("A1", pivot(90), forward(8), pivot(180))
    assert not result.of("step_refused")
    assert t.pose("A1") == (16, 10, 0)
    assert t.asked == "move_units", "a unit that has gone its way may still turn"
    assert t.move("A1", pivot(-90)).accepted
    assert t.pose("A1") == (16, 10, 270)
    refused(t, lambda: t.move("A1", slide(0, 1)), "not_enough_mp", "mbb.quick.move")
    assert t.end_movement().accepted


@clause("mbb.quick.move")
def test_a_path_may_bend_and_is_measured_along_its_whole_length() -> None:
    """Eight inches of path; the unit ends nearer to where it began."""
    t = table()
    t.move("A1", slide(0, 3), slide(90, 2), slide(180, 3))
    assert t.pose("A1") == (24, 12, 90)
    assert t.points_left("A1") == 0


@clause("mbb.quick.move", "mbb.geometry.collision")
def test_things_stand_in_the_way_as_ever() -> None:
    t = table(terrain=[piece("House", 27, 10, 0)])
    (moved,) = t.move("A1", slide(0, 8)).of("unit_moved")
    assert (moved.stopped_by, moved.amount) == ("T1", pytest.approx(3 - 1.26 - 0.4725, abs=1e-6))
    refused(t, lambda: t.move("A1", pivot(90)), "turn_blocked", "mbb.geometry.collision")
    assert t.move("A1", slide(90, 6)).of("unit_moved")[0].stopped_by == ""


@clause("mbb.quick.move")
def test_by_the_house_rule_quick_play_pays_the_base_prices() -> None:
    t = table(options=QUICK | {"quick_radius": False})
    assert (t.cost("A1", pivot(90)), t.cost("A1", reverse(2))) == (1, 4)
    refused(t, lambda: t.move("A1", slide(0, 1)), "sideways", "mbb.move.sideways")
    refused(t, lambda: t.move("A1", reverse(4 + TOO_MUCH)), "not_enough_mp", "mbb.move.reverse")


@clause("mbb.quick.move", "mbb.young.mix")
def test_the_free_path_is_for_quick_play_only() -> None:
    t = table(options={"rules_level": ["base", "quick"]})
    refused(t, lambda: t.move("A1", slide(0, 1)), "sideways", "mbb.move.sideways")
    t.fire({})
    assert t.move("B1", slide(0, 7), slide(90, 1)).accepted


# --- shooting --------------------------------------------------------------------------------------------------------


@clause("mbb.quick.declare")
def test_one_shot_for_each_tank_and_many_may_shoot_at_one() -> None:
    t = table(unit("A2", "M4 Sherman", 30, 10, 90), unit("B2", "Panzer III", 30, 26, 270))
    t.end_movement()
    twice = [{"unit": "A1", "target": "B1"}, {"unit": "A1", "target": "B2"}]
    refused(t, lambda: t.answer("declare", shots=twice), "one_target", "mbb.declare.one")
    result = t.fire({"A1": "B1", "A2": "B1"}, dice=dice(1, 1, 1, 1))
    assert [shot.target for shot in result.of("shot_resolved")] == ["B1", "B1"]


@clause("mbb.quick.declare")
def test_no_tank_without_a_line_of_sight_declares() -> None:
    t = table(terrain=[piece("House", 24, 18)])
    t.end_movement()
    refused(t, lambda: t.fire({"A1": "B1"}), "no_line_of_sight", "mbb.los.required")


@clause("mbb.quick.declare")
def test_nothing_is_added_after_the_declaration() -> None:
    t = table(unit("A2", "M4 Sherman", 30, 10, 90))
    t.end_movement()
    result = t.fire({"A1": "B1"}, dice=dice(1, 1))
    assert result.of("declarations_locked")
    refused(t, lambda: t.answer("declare", shots=[{"unit": "A2", "target": "B1"}], seat=0), "not_asked", "")


@clause("mbb.quick.shoot_left")
@pytest.mark.parametrize(("seat", "order"), [(0, ["A2", "A3", "A1"]), (1, ["B3", "B2", "B1"])])
def test_the_leftmost_tank_shoots_first(seat: int, order: list[str]) -> None:
    """Left as the player sees it: low x for the first seat, high x for the second."""
    more = [unit("A2", "M4 Sherman", 12, 10, 90), unit("A3", "M4 Sherman", 18, 10, 90)]
    more += [unit("B2", "Panzer III", 30, 26, 270), unit("B3", "Panzer III", 36, 26, 270)]
    t = table(*more, seat=seat)
    target = "B1" if seat == 0 else "A1"
    result = t.fire(dict.fromkeys(sorted(order), target), dice=dice(*[1] * 6))
    assert [shot.unit for shot in result.of("shot_resolved")] == order


@clause("mbb.quick.table", "mbb.quick.equipment")
@pytest.mark.parametrize(("faces", "hit"), [((4, 3), False), ((4, 4), True), ((6, 2), True), ((6, 1), False)])
def test_a_sherman_needs_eight_against_a_panzer_iii(faces: tuple[int, int], hit: bool) -> None:
    (shot,) = table().fire({"A1": "B1"}, dice=dice(*faces)).of("shot_resolved")
    assert (shot.needed, shot.rolled, shot.hit) == (8, sum(faces), hit)


@clause("mbb.quick.no_mods")
@pytest.mark.parametrize(
    ("heading", "terrain", "base"),
    [
        (90, [], (4, 2)),
        (270, [piece("House", 24.14 + 1.26, 18)], (3, 4)),
        (270, [piece("House", 23.9 + 1.26, 18)], (2, 4)),
        (270, [piece("Hedgerow", 24, 18)], (3, 4)),
        (270, [piece("Light Tree Cover", 24, 18)], (3, 4)),
        (270, [piece("Low Wall", 24, 24)], (4, 6)),
    ],
    ids=["rear", "less than half hidden", "more than half hidden", "hedgerow", "light trees", "low wall"],
)
def test_quick_play_knows_no_modifiers(heading: float, terrain: list[Any], base: tuple[int, int]) -> None:
    for options, expected in ((QUICK, (4, 4)), ({}, base)):
        units = [unit("A1", "M4 Sherman", 24, 10, 90), unit("B1", "Panzer III", 24, 26, heading)]
        t = lay_table(GAME, units, terrain, options=options)
        numbers = t.tally("A1", "B1")
        assert (numbers.attack_points.total, numbers.defense_points.total) == expected


@clause("mbb.quick.no_mods")
def test_opaque_things_block_the_view_in_quick_play_too() -> None:
    assert not table(terrain=[piece("House", 24, 18)]).line_of_sight("A1", "B1")
    assert not table(unit("B2", "Tiger I", 24, 18, 0)).line_of_sight("A1", "B1")


@clause("mbb.quick.wreck")
def test_a_wreck_stops_movement_but_neither_sight_nor_shot() -> None:
    t = table(unit("B2", "Panzer III", 24, 14, 0))
    (lost,) = t.fire({"A1": "B2"}, dice=dice(6, 6)).of("unit_destroyed")
    assert (lost.unit, t.unit("B2").status, t.pose("B2")) == ("B2", "wreck", (24, 14, 0))
    refused(t, lambda: t.move("B2", forward(1)), "not_alive", "mbb.wreck.immovable")
    t.fire({})
    assert t.line_of_sight("A1", "B1")
    assert t.tally("A1", "B1").attack_points.total == 4
    (moved,) = t.move("A1", slide(90, 8)).of("unit_moved")
    assert (moved.stopped_by, moved.amount) == ("B2", pytest.approx(4 - 0.945 - 0.4725, abs=1e-6))


@clause("mbb.quick.win")
def test_the_first_to_destroy_all_opposing_tanks_wins() -> None:
    t = table(unit("B2", "Panzer III", 30, 26, 270))
    t.fire({"A1": "B1"}, dice=dice(6, 6))
    assert t.winners is None
    t.fire({"B2": "A1"}, dice=dice(6, 6))
    assert t.winners == (1,)


# --- what is said ----------------------------------------------------------------------------------------------------


@clause("mbb.quick.no_mods")
def test_no_share_is_told_that_counts_for_nothing() -> None:
    house = [piece("House", 25.2, 18)]
    quick, book = (table(terrain=house, options=options).aim("A1", "B1") for options in (QUICK, {}))
    assert "% hidden" in book["remark"]
    assert quick["remark"] == "in sight"


@clause("mbb.quick.no_mods", "mbb.quick.move")
def test_the_table_says_by_which_rules_it_is_played_and_what_they_leave_out() -> None:
    t = table()
    face = t.state.match.game.face(t.state.match)
    assert face.rules == "Quick rules"
    assert {note.clause for note in face.left_out} == {"mbb.quick.move", "mbb.quick.no_mods"}
    book = table(options={})
    assert (
        book.state.match.game.face(book.state.match).rules,
        book.state.match.game.face(book.state.match).left_out,
    ) == ("", ())
    # what was laid over the rules of the book is named, however many mines there are
    assert face.added == book.state.match.game.face(book.state.match).added == ()
    added = table(options={"mines": "visual", "mine_markers": 2, "airplanes": True})
    assert added.state.match.game.face(added.state.match).added == ("Mines", "Airplanes")


@clause("mbb.quick.no_mods")
def test_no_hint_speaks_of_cover_or_of_a_rear_that_count_for_nothing() -> None:
    walls = [piece("House", 20, 14), piece("House", 30, 18)]
    for options, spoken in ((QUICK, False), ({}, True)):
        t = table(unit("B2", "Panzer III", 30, 26, 0), terrain=walls, options=options)
        decision = t.state.decision_of(0)
        reasons = " ".join(f"{each.reason} {each.clause}" for each in decision.suggest(t.state, 60))
        assert (
            any(word in reasons for word in ("takes cover", "the rear of", "mbb.mod.hidden", "mbb.mod.rear")) == spoken
        )
