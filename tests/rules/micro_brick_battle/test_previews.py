"""Previews: what a drawn table is told before anything is decided. They change nothing."""

from __future__ import annotations

from math import hypot
from typing import Any

import msgspec
import pytest

from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.contents import GAME
from brickfield.testing import Position, clause, lay_table, piece, start, unit


def table(*more: Any, phase: str = "movement", terrain: Any = (), **options: Any) -> Position:
    units = [unit("A1", "M4 Sherman", 24, 6, 90), unit("B1", "Panzer III", 24, 30, 270), *more]
    return lay_table("micro_brick_battle", units, list(terrain), options=options, phase=phase)


def ask(t: Position, query: str, seat: int = 0, **about: Any) -> Any:
    """What the server does with a question: read it as its type, ask, and hand the value on."""
    kind, answer = GAME.previews[query]
    before = t.state.digest()
    told = answer(t.state, seat, msgspec.convert(about, kind))
    assert t.state.digest() == before, "a preview changes nothing"
    return told


FORWARD_5 = {"step": "forward", "inches": 5}
TURN_90 = {"step": "pivot", "degrees": 90}
REVERSE_2 = {"step": "reverse", "inches": 2}


# --- paths -----------------------------------------------------------------------------------------------------------


@clause("mbb.move.fraction", "mbb.move.turn", "mbb.geometry.preview")
def test_eight_points_pay_for_five_inches_a_quarter_turn_and_two_inches_but_not_a_quarter_more() -> None:
    t = table()
    whole = ask(t, "path", unit="A1", steps=[FORWARD_5, TURN_90, {"step": "forward", "inches": 2}])
    assert (whole.cost, whole.left, whole.refusal) == (8.0, 0.0, None)
    assert [(leg.step, leg.cost, leg.clause) for leg in whole.legs] == [
        ("forward", 5.0, "mbb.move.forward"),
        ("pivot", 1.0, "mbb.move.turn"),
        ("forward", 2.0, "mbb.move.forward"),
    ]
    over = ask(t, "path", unit="A1", steps=[FORWARD_5, TURN_90, {"step": "forward", "inches": 2.25}])
    assert isinstance(over.refusal, Refusal)
    assert (over.refusal.clause, len(over.legs)) == ("mbb.move.max", 2)


@clause("mbb.move.ex2")
def test_a_half_turn_and_two_inches_in_reverse_cost_six() -> None:
    path = ask(table(), "path", unit="A1", steps=[{"step": "pivot", "degrees": 180}, REVERSE_2])
    assert (path.cost, path.left) == (6.0, 2.0)


@clause("mbb.geometry.collision")
def test_a_path_says_what_stopped_it_and_pays_only_for_what_was_driven() -> None:
    t = table(terrain=[piece("House", 24, 12, length=4, width=2)])
    path = ask(t, "path", unit="A1", steps=[{"step": "forward", "inches": 8}])
    assert path.legs[0].stopped_by == "T1"
    assert path.cost == pytest.approx(path.legs[0].amount)
    assert path.cost < 8


def test_a_path_tells_who_sees_whom_from_its_end() -> None:
    t = table(terrain=[piece("House", 24, 18, length=5, width=2)])
    here = ask(t, "path", unit="A1", steps=[{"step": "forward", "inches": 1}])
    assert (here.sees, here.seen_by) == ((), ())
    turn = {"step": "pivot", "degrees": -90}
    aside = ask(t, "path", unit="A1", steps=[turn, {"step": "forward", "inches": 7}])
    assert [each.unit for each in aside.sees] == ["B1"]
    assert [each.unit for each in aside.seen_by] == ["B1"]
    assert 0 < aside.sees[0].odds < 1


def test_a_path_of_an_enemy_unit_is_refused() -> None:
    refusal = ask(table(), "path", unit="B1", steps=[FORWARD_5])
    assert isinstance(refusal, Refusal)
    assert refusal.code == "not_your_unit"


def test_a_path_measures_the_way_to_the_objective() -> None:
    match = GAME.new_match(Setup(GAME.id, "crossroads"))
    assert not isinstance(match, Refusal)
    objective = {
        "x": 24,
        "y": 18,
        "length": 6,
        "width": 6,
        "from_round": 1,
        "points_to_win": 3,
        "clause": "mbb.win.scenario",
    }
    units = [unit("A1", "M4 Sherman", 24, 6, 90), unit("B1", "Panzer III", 24, 30, 270)]
    t = lay_table("micro_brick_battle", units, [], objective=objective)
    assert ask(t, "path", unit="A1", steps=[{"step": "forward", "inches": 4}]).goal_distance == pytest.approx(5.0)
    assert ask(table(), "path", unit="A1", steps=[FORWARD_5]).goal_distance is None


# --- plans, places, hints --------------------------------------------------------------------------------------------


@clause("mbb.geometry.preview")
def test_a_plan_of_two_equal_shots_has_the_odds_of_at_least_one() -> None:
    t = table(unit("A2", "M4 Sherman", 30, 6, 90), phase="target_declaration")
    plan = ask(t, "plan", shots=[{"unit": "A1", "target": "B1"}, {"unit": "A2", "target": "B1"}])
    one = t.odds("A1", "B1")
    assert plan.at_least_one == pytest.approx(1 - (1 - one) ** 2)
    assert plan.shots[1].made == pytest.approx(1 - one), "the second shot is void when the first one hits"


@clause("mbb.geometry.preview", "mbb.los.required")
def test_a_shot_that_may_not_be_made_takes_nothing_from_the_others_of_a_plan() -> None:
    t = table(unit("A2", "M4 Sherman", 30, 6, 90), phase="target_declaration")
    plan = ask(t, "plan", shots=[{"unit": "A1", "target": "B1"}, {"unit": "A2", "target": "A1"}])
    assert plan.refusal.code == "own_unit"
    assert [(shot.unit, shot.target) for shot in plan.shots] == [("A1", "B1")]
    assert plan.expected == plan.at_least_one == t.odds("A1", "B1") > 0
    nothing = ask(t, "plan", shots=[{"unit": "A1", "target": "A2"}])
    assert (nothing.refusal.code, nothing.expected, nothing.at_least_one) == ("own_unit", 0.0, 0.0)


@clause("mbb.setup.zone")
def test_a_place_outside_the_zone_is_refused_and_one_inside_is_not() -> None:
    units = [unit("A1", "M4 Sherman", status="waiting"), unit("B1", "Panzer III", 24, 33, 270)]
    t = lay_table("micro_brick_battle", units, [], phase="deployment")
    here = {"answer": "place", "unit": "A1", "x": 24, "heading": 90}
    assert ask(t, "place", y=3, **here).refusal is None
    assert ask(t, "place", y=9, **here).refusal.clause == "mbb.setup.zone"


@clause("mbb.reinf.enter", "mbb.cover.place.divide")
def test_reserves_and_pieces_are_tried_like_units() -> None:
    units = [unit("A1", "M4 Sherman", status="reserve"), unit("B1", "Panzer III", 24, 33, 270)]
    t = lay_table("micro_brick_battle", units, [], round=4)
    here = {"answer": "enter", "unit": "A1", "x": 24, "heading": 90}
    assert ask(t, "place", y=t.match.cards["A1"].length_inches / 2, **here).refusal is None
    assert ask(t, "place", y=9, **here).refusal.clause == "mbb.reinf.enter"
    laying = start(Setup("micro_brick_battle", "six_v_six", {"battlefield": "half"}))
    piece_there = {"answer": "lay_piece", "piece": 0, "x": 24, "heading": 0}
    assert ask(laying, "place", y=9, **piece_there).refusal is None
    assert ask(laying, "place", y=27, **piece_there).refusal.clause == "mbb.cover.place.half"


def test_hints_are_legal_answers_and_only_for_the_seat_that_is_asked() -> None:
    t = table()
    hints = ask(t, "suggest", n=3)
    assert hints
    assert all(
        t.state.decision.validate(t.state, msgspec.convert(hint["answer"], t.state.decision.ANSWER)) is None
        for hint in hints
    )
    assert isinstance(ask(t, "suggest", seat=1, n=1), Refusal)


def test_a_sight_card_may_be_asked_for_any_two_units_but_not_for_what_is_not_there() -> None:
    t = table()
    shown = ask(t, "aim", unit="B1", target="A1")
    assert shown.needed == 8
    assert shown.between is not None
    assert hypot(shown.between[2] - shown.between[0], shown.between[3] - shown.between[1]) == shown.distance
    assert isinstance(ask(t, "aim", unit="B1", target="Z9"), Refusal)


# --- faces and catalogue ---------------------------------------------------------------------------------------------


def test_the_face_of_a_table_holds_every_unit_card_feature_and_zone() -> None:
    match = GAME.new_match(Setup(GAME.id, "crossroads"))
    assert not isinstance(match, Refusal)
    assert GAME.face is not None
    face = GAME.face(match)
    assert set(face.units) == set(match.cards)
    assert set(face.units.values()) == set(face.cards)
    assert [zone.seat for zone in face.zones] == [0, 1]
    assert [mark.kind for mark in face.marks] == ["area"]
    assert face.edges == ("south", "north")
    assert {number.clause for number in next(iter(face.cards.values())).numbers} == {
        "mbb.unit.ap",
        "mbb.unit.dp",
        "mbb.unit.mp",
        "mbb.unit.rc",
    }


def test_the_face_of_a_table_says_what_covers_it_and_which_rings_and_sides_there_are() -> None:
    assert GAME.face is not None
    faces = {}
    for name in ("crossroads", "six_v_six"):
        match = GAME.new_match(Setup(GAME.id, name))
        assert not isinstance(match, Refusal)
        faces[name] = GAME.face(match)
    assert {name: face.ground for name, face in faces.items()} == {"crossroads": "roads", "six_v_six": ""}
    assert all((face.rings, face.sides) == ((4.0, 8.0, 12.0, 16.0), (0, 1)) for face in faces.values())


@clause("mbb.hm.place", "mbb.hm.shot")
def test_pieces_show_how_many_of_their_hit_markers_are_left() -> None:
    pieces = [piece("House", 24, 14), piece("House", 34, 14, hit_markers=1), piece("House", 10, 14, hit_markers=0)]
    t = table(phase="target_declaration", terrain=pieces)
    assert GAME.situation is not None
    before = GAME.situation(t.state).pieces
    assert {name: (face.markers, face.full) for name, face in before.items()} == {"T1": (3, 3), "T2": (1, 1)}
    assert t.fire({"A1": "T1"}).accepted
    shot_at = GAME.situation(t.state).pieces["T1"]
    assert (shot_at.markers, shot_at.full) == (2, 3)


@clause("mbb.geometry.arc.fixed")
def test_the_face_of_a_table_tells_where_every_gun_bears() -> None:
    t = table(unit("A2", "StuG III", 30, 6, 90), fixed_arc_deg=60)
    assert GAME.face is not None
    cards = GAME.face(t.state.match).cards
    assert [(arc.start, arc.end) for arc in cards["StuG III"].arcs] == [(-30.0, 30.0)]
    assert [(arc.start, arc.end) for arc in cards["M4 Sherman"].arcs] == [(-180.0, 180.0)]


@clause("mbb.turn.phases")
def test_the_step_bar_follows_the_phases() -> None:
    assert GAME.situation is not None
    now = [step.title for step in GAME.situation(table().state).steps if step.when == "now"]
    later = GAME.situation(table(phase="target_declaration").state).steps
    assert now == ["Move"]
    assert [step.when for step in later] == ["done", "now", "ahead"]


def test_the_standing_counts_living_waiting_and_lost_units() -> None:
    t = table(unit("B2", "Panzer III", 30, 30, 270, status="wreck"), unit("B3", "Panzer III", status="reserve"))
    assert GAME.situation is not None
    side = GAME.situation(t.state).standings[1]
    assert (side.fighting, side.waiting, side.lost) == (1, 1, 1)


def test_the_catalogue_offers_what_can_be_played_and_every_preset_makes_a_match() -> None:
    game = find_game("micro_brick_battle")
    assert game is not None
    shown = game.catalogue()
    assert [each.id for each in shown.scenarios] == [card.id for card in game.scenarios()]
    assert {switch.id for switch in shown.switches} == {card.id for card in game.options()}
    for preset in shown.presets:
        assert not isinstance(game.new_match(Setup(game.id, "six_v_six", preset.options)), Refusal)
        assert game.write_code(preset.options) == preset.code
        read = game.read_code(preset.code)
        assert not isinstance(read, Refusal)
        assert game.write_code(read) == preset.code


def test_an_army_is_priced_and_its_fault_named() -> None:
    assert GAME.check_army is not None
    good = GAME.check_army((("M4 Sherman", 3),), 60, {})
    assert not isinstance(good, Refusal)
    assert (good.points, good.limit, good.faults) == (42, 60, ())
    dear = GAME.check_army((("M4 Sherman", 6),), 60, {})
    assert not isinstance(dear, Refusal)
    assert [fault.clause for fault in dear.faults] == ["mbb.army.points"]
    assert isinstance(GAME.check_army((("Nothing", 1),), 60, {}), Refusal)
