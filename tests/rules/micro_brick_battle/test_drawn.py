"""What is drawn is what the rules measure, and a move says before it is given what it brings with it."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any

import pytest

from brickfield.core.asking.movers import Mover
from brickfield.core.asking.offers import Act, Aims, Path, Place
from brickfield.core.asking.previews import ConeFace, PathFace, ReachFace
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.core.typed import as_type
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.battlefield import footprint, obstacles_to
from brickfield.games.micro_brick_battle.base.line_of_sight import gun_bears, muzzle
from brickfield.games.micro_brick_battle.base.movement import Pivot, drive
from brickfield.games.micro_brick_battle.chapters.airplanes.airplane_shooting import may_strike
from brickfield.games.micro_brick_battle.chapters.effect_cards.cards.off_table_barrage import under_fire
from brickfield.games.micro_brick_battle.chapters.effect_cards.effect_cards import effect_cards
from brickfield.games.micro_brick_battle.chapters.infantry.infantry_sight import near_enough
from brickfield.geometry import Pose, point_distance
from brickfield.testing import Position, clause, forward, lay_table, march, piece, unit
from tests.rules.micro_brick_battle.mines import secret
from tests.rules.micro_brick_battle.squads import squad, table
from tests.rules.micro_brick_battle.test_card_effects import play, turn_of

GRAIN = 1_000_000
GAME = "micro_brick_battle"
# all round a place, near and far
AROUND = [(angle, far) for angle in range(0, 360, 15) for far in (5.0, 8.9, 9.1, 13.0)]


def tried(t: Position, **about: Any) -> PathFace:
    """A way that is thought of."""
    sort, work = find_game(GAME).previews["path"]
    told = work(t.state, t.state.decision.seat if t.state.decision else 0, as_type(about, sort))
    assert isinstance(told, PathFace), told
    return told


def prices(told: PathFace) -> list[tuple[str, str, str]]:
    return [(each.title, each.clause, each.tone) for each in told.prices or ()]


def in_reach(reach: ReachFace, x: float, y: float) -> bool:
    """Whether a point lies within the line that is drawn round a point."""
    (middle_x, middle_y), far = reach.outline, reach.distance * GRAIN
    return hypot(x * GRAIN - middle_x, y * GRAIN - middle_y) <= far


def in_cone(cone: ConeFace, x: float, y: float) -> bool:
    off = degrees(atan2(y * GRAIN - cone.y, x * GRAIN - cone.x)) - cone.heading
    return abs((off + 180.0) % 360.0 - 180.0) <= cone.half_degrees


# --- airplanes -------------------------------------------------------------------------------------------------------


@clause("mbb.air.mg.range", "mbb.air.mg_los", "mbb.geometry.plane_reference")
@pytest.mark.parametrize("card", ["Hawker Typhoon", "Ju 87 Stuka"])
def test_ring_and_cones_of_a_plane_hold_the_planes_it_may_fire_at_and_no_others(card: str) -> None:
    for angle, far in AROUND:
        x, y = 24 + far * cos(radians(angle)), 18 + far * sin(radians(angle))
        foe = unit("B1", "Hawker Typhoon", x, y, 270)
        t = lay_table(GAME, [unit("A1", card, 24, 18, 50), unit("A2", "M4 Sherman", 2, 2), foe], phase="turn")
        assert isinstance(t.question.offer, Act)
        actions = {each.id: each for each in t.question.offer.actors[0].actions}
        move = actions["move"].offer
        assert isinstance(move, Path)
        guns = actions["machine_guns"].offer
        drawn = in_reach(move.movers[0].circles[0], x, y)
        may = may_strike(t.state, t.unit("A1"), "machine_guns", "B1", ()) is None
        if isinstance(guns, Aims):
            cones = guns.shooters[0].cones or ()
            assert all(cone.distance == move.movers[0].circles[0].distance for cone in cones)
            drawn = drawn and any(in_cone(cone, x, y) for cone in cones)
        # where no weapon can be used at all nothing is offered, and no cone is drawn
        assert may == (drawn and isinstance(guns, Aims)), (angle, far)


@clause("mbb.air.exit_early", "mbb.air.exit_second")
def test_a_flight_says_that_it_leads_out() -> None:
    t = lay_table(GAME, [unit("A1", "Hawker Typhoon", 24, 30, 90), unit("A2", "M4 Sherman", 2, 2),
                         unit("B1", "Panzer III", 40, 30)], phase="turn")  # fmt: skip
    out = tried(t, answer="air_move", unit="A1", steps=[forward(14)])
    assert prices(out) == [("leaves the table", "mbb.air.exit_early", "loss")]
    last = lay_table(GAME, [unit("A1", "Hawker Typhoon", 24, 4, 90), unit("A2", "M4 Sherman", 2, 2),
                            unit("B1", "Panzer III", 40, 30)], phase="turn")  # fmt: skip
    told = tried(last, answer="air_move", unit="A1", steps=[forward(12)])
    assert prices(told) == [("then out: north", "mbb.air.exit_second", "note")]


# --- guns and eyes ---------------------------------------------------------------------------------------------------


@clause("mbb.geometry.arc.fixed", "mbb.geometry.muzzle.fixed")
def test_the_arc_of_a_fixed_gun_is_drawn_from_its_barrel_and_a_turret_has_none() -> None:
    for angle in range(-90, 95, 5):
        x, y = 24 + 12 * cos(radians(30 + angle)), 18 + 12 * sin(radians(30 + angle))
        # a soldier is small enough to be a point
        units = [unit("A1", "StuG III", 24, 18, 30), unit("A2", "M4 Sherman", 6, 6), squad(x, y, "B1")]
        t = lay_table(GAME, units, phase="target_declaration")
        assert isinstance(t.question.offer, Aims)
        by = {each.unit: each for each in t.question.offer.shooters}
        (cone,) = by["A1"].cones or ()
        shape = footprint(t.state, t.unit("B1"))
        near = [(x + dx * shape.radius, y + dy * shape.radius) for dx, dy in
                [(cos(radians(turn)), sin(radians(turn))) for turn in range(0, 360, 2)]]  # fmt: skip
        drawn = any(in_cone(cone, *point) for point in [(x, y), *near])
        bears = gun_bears(t.state, t.unit("A1"), shape, muzzle(t.state, t.unit("A1"), (x, y)))
        assert drawn == bears, angle
        assert by["A2"].cones == ()


@clause("inf.los.range", "inf.geometry.range")
def test_the_circle_of_a_squad_is_how_far_it_sees() -> None:
    for x in (22.5, 23.19, 23.3, 25.0):
        units = [squad(10, 10), unit("A2", "M4 Sherman", 2, 2), unit("B1", "Panzer III", x, 10, 90)]
        t = lay_table(GAME, units, phase="target_declaration")
        assert isinstance(t.question.offer, Aims)
        (circle,) = next(each.circles or () for each in t.question.offer.shooters if each.unit == "A1")
        rim = [(circle.outline[at] / GRAIN, circle.outline[at + 1] / GRAIN) for at in range(0, len(circle.outline), 2)]
        shape = footprint(t.state, t.unit("B1"))
        drawn = min(point_distance(shape, *point) for point in rim) <= circle.distance
        assert drawn == near_enough(t.state, t.unit("A1"), shape), x


# --- a barrage -------------------------------------------------------------------------------------------------------


@clause("mbb.card.scenario")
def test_a_barrage_is_a_circle_that_names_who_is_in_it_and_the_chance() -> None:
    units = [unit("A1", "M4 Sherman", 24, 4, 90), unit("A2", "M4 Sherman", 26.4, 20, 90),
             unit("B1", "Panzer III", 21.4, 20, 90), unit("B2", "Panzer III", 24, 21, 90)]  # fmt: skip
    t = turn_of(*units, hand=("barrage",))
    assert play(t, "barrage").accepted
    assert isinstance(t.question.offer, Place)
    (thing,) = t.question.offer.things
    assert (thing.spread, thing.kind, thing.length) == (effect_cards()["barrage"].inches, "Smoke Screen", 0)
    sort, work = find_game(GAME).previews["place"]
    told = work(t.state, 0, as_type({"answer": "name_point", "x": 24, "y": 20}, sort))
    assert [each.unit for each in told.caught] == [each.id for each in under_fire(t.state, Pose.at(24, 20, 0))]
    assert [(each.title, each.need, round(each.odds, 3)) for each in told.caught] == [
        ("M4 Sherman A2", "10+", 0.167),
        ("Panzer III B2", "10+", 0.167),
    ]


# --- what a move costs -----------------------------------------------------------------------------------------------


@clause("inf.move.enter", "inf.raid.may")
def test_a_walk_that_a_house_stops_says_when_it_may_go_in() -> None:
    houses = [piece("House", 15, 10), piece("House", 10, 16)]
    t = table(squad(), squad(10, 16, "B2", inside="T2"), terrain=houses)
    assert prices(tried(t, answer="walk", unit="A1", steps=[march(0, 2)])) == []
    stopped = tried(t, answer="walk", unit="A1", steps=[march(0, 4)])
    assert prices(stopped) == [("may go into the house", "inf.move.enter", "gain")]
    assert [each.text for each in stopped.prices or ()] == ["Once it is there it may go into the house."]
    held = tried(t, answer="walk", unit="A1", steps=[march(90, 4.5)])
    assert prices(held)[-1] == ("no way in", "inf.move.enter", "note")
    # it goes in as it was told, and is not told again where it stands already
    assert t.answer("walk", unit="A1", steps=[march(0, 4)]).accepted
    assert [each.title for each in t.question.offer.also] == ["Infantry A1: go into the house"]  # type: ignore[union-attr]
    assert t.answer("go_inside", unit="A1", building="T1").accepted


@clause("inf.move.sprint.noattack", "inf.move.impassable", "inf.captain.sprint_attack")
def test_a_walk_says_before_it_is_given_that_it_is_a_run_and_what_slows_it() -> None:
    t = table(squad(), terrain=[piece("Wall", 12, 10, 90)])
    assert prices(tried(t, answer="walk", unit="A1", steps=[march(180, 3.5)])) == []
    # 4 in at a walk, but a wall takes two of them: 3.5 in are a run, and half an inch is left of it
    over = tried(t, answer="walk", unit="A1", steps=[march(0, 3.5)])
    assert prices(over) == [
        ("run, no attack", "inf.move.sprint.noattack", "loss"),
        ("slowed", "inf.move.impassable", "loss"),
    ]
    assert over.left == 0.5
    assert t.answer("walk", unit="A1", steps=[march(0, 3.5)]).accepted
    assert t.answer("end_infantry").accepted
    if t.decision is not None and t.decision.kind == "declare_targets":
        assert isinstance(t.question.offer, Aims)
        assert all(each.refusal is not None for each in t.question.offer.shooters[0].aims)
    led = table(squad(marks={"led": 1}))
    assert prices(tried(led, answer="walk", unit="A1", steps=[march(180, 6)])) == [
        ("run", "inf.captain.sprint_attack", "note")
    ]
    assert isinstance(led.question.offer, Path)
    (mover,) = led.question.offer.movers
    assert mover.beyond is not None
    assert (mover.beyond.title, mover.beyond.clause) == ("run", "inf.captain.sprint_attack")


@clause("inf.move.impassable", "inf.geometry.path")
def test_a_refused_walk_says_how_long_it_may_be_and_that_much_is_accepted() -> None:
    t = table(squad(), terrain=[piece("Hedgerow", 13, 10, 90)])
    for inches in (2.8, 3.4, 6.0, 7.5):
        told = tried(t, answer="walk", unit="A1", steps=[march(0, inches)])
        assert told.refusal is not None, inches
        shorter = tried(t, answer="walk", unit="A1", steps=[march(0, told.refusal.data["most"])])
        # the first cut may end on the hedge: then it is cut once more
        if shorter.refusal is not None:
            shorter = tried(t, answer="walk", unit="A1", steps=[march(0, shorter.refusal.data["most"])])
        assert shorter.refusal is None, inches
        assert shorter.cost > 1.5


@clause("inf.move.sprint", "inf.move.impassable")
def test_all_that_a_squad_may_go_is_the_sum_of_its_lines() -> None:
    for marks in ({}, {"paid_toll impassable": 1}):
        t = table(squad(marks=marks))
        assert isinstance(t.question.offer, Path)
        (mover,) = t.question.offer.movers
        assert sum(line.value for line in mover.why) == mover.points


@clause("inf.move.impassable", "inf.geometry.path", "mbb.geometry.collision")
def test_a_mover_names_what_is_in_its_way_and_the_ground_that_slows_it() -> None:
    terrain = [piece("Hedgerow", 13, 10, 90), piece("House", 20, 10), piece("Forest", 10, 20)]
    t = table(squad(), unit("A2", "M4 Sherman", 30, 10), terrain=terrain)
    while t.decision is not None and t.decision.kind == "move_units":
        assert isinstance(t.question.offer, Path)
        tank = next(each for each in t.question.offer.movers if each.unit == "A2")
        assert set(tank.meets or ()) | {"A2"} == {each for each in obstacles_to(t.state, "A2").ids if each != "edge"}
        assert t.answer("end_movement").accepted
    assert isinstance(t.question.offer, Path)
    foot: Mover = next(each for each in t.question.offer.movers if each.unit == "A1")
    ids = {token.kind: token.id for token in t.state.tokens.values()}
    # past friends, through hedges and woods; not through houses and enemies
    assert ids["House"] in (foot.meets or ())
    assert "B1" in (foot.meets or ())
    assert not {ids["Hedgerow"], ids["Forest"], "A2"} & set(foot.meets or ())
    assert {(slow.points, slow.walk) for slow in foot.slows or ()} == {(4.0, 2.0)}


@clause("mbb.spg.move_or_shoot", "mbb.mine.secret.trigger")
def test_vehicles_say_which_shot_they_give_up_and_which_mine_they_touch() -> None:
    gun = lay_table(GAME, [unit("A1", "Sexton", 20, 10, 90), unit("B1", "Panzer III", 20, 24)], phase="movement",
                    options={"special_units": True})  # fmt: skip
    assert prices(tried(gun, answer="move", unit="A1", steps=[forward(2)])) == [
        ("moves, no shot", "mbb.spg.move_or_shoot", "loss")
    ]
    mined = secret("C3", "", phase="movement")
    assert prices(tried(mined, answer="move", unit="A1", steps=[forward(3)]))[0][2] == "risk"


# --- where the server puts units --------------------------------------------------------------------------------------


@clause("mbb.setup.facing", "mbb.geometry.collision")
@pytest.mark.parametrize("scenario", ["crossroads", "bridge"])
def test_a_tank_that_is_placed_for_somebody_can_turn_where_it_stands(scenario: str) -> None:
    game = find_game(GAME)
    match = game.new_match(Setup(GAME, scenario))
    assert not isinstance(match, Refusal)
    session = Session(match, SeededDice(5))
    while session.state.decision is not None and session.state.decision.kind == "deploy_unit":
        decision = session.state.decision
        assert not isinstance(session.answer(decision.seat, decision.suggest(session.state, 1)[0].answer), Refusal)
    standing = [each for each in session.state.units.values() if each.alive]
    assert len(standing) == len(session.state.units)
    for each in standing:
        turns = [drive(session.state, each, (Pivot(by),)) for by in (20.0, -20.0)]
        assert any(not isinstance(turn, Refusal) for turn in turns), each.id
