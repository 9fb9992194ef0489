"""Airplanes at the table: cards, cones, what is said of them, previews, words, and what bots make of them."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.asking.offers import Act
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.core.typed import as_type
from brickfield.core.views import view
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.aims import DeclareTargets
from brickfield.games.micro_brick_battle.chapters.airplanes.airplanes import Flight, Leg
from brickfield.games.micro_brick_battle.chapters.airplanes.mind import flak, flight_prospect, somewhere
from brickfield.games.micro_brick_battle.mind.suggestions_shots import fire_plans
from brickfield.games.micro_brick_battle.shown.faces import situation, table_face
from brickfield.players.levels import make_player
from brickfield.testing import Position, clause, dice, forward, lay_table, pivot, start, unit

GAME = "micro_brick_battle"
TYPHOON, STUKA = "Hawker Typhoon", "Ju 87 Stuka"


def table(*units: dict[str, Any], **position: Any) -> Position:
    """A Typhoon at (24, 4) flying north and a Sherman far away, against what is given."""
    ours = [unit("A1", TYPHOON, 24, 4, 90), unit("A2", "M4 Sherman", 2, 2, 90)]
    return lay_table(GAME, [*ours, *units], **({"phase": "turn"} | position))


# --- faces -----------------------------------------------------------------------------------------------------------


@clause("mbb.geometry.plane_reference", "mbb.air.mg_los", "mbb.army.air_table")
def test_a_plane_is_drawn_as_large_as_its_model_with_the_cones_of_its_guns() -> None:
    t = table(unit("B1", STUKA, 24, 30, 270))
    cards = table_face(t.match).cards
    sizes = {name: (cards[name].length, cards[name].width) for name in (TYPHOON, STUKA)}
    assert sizes == {TYPHOON: (3_150_000, 4_095_000), STUKA: (3_465_000, 4_410_000)}
    assert [(arc.start, arc.end) for arc in cards[TYPHOON].arcs] == [(-22.5, 22.5)]
    assert [(arc.start, arc.end) for arc in cards[STUKA].arcs] == [(-22.5, 22.5), (157.5, 202.5)]
    carried = {number.short: number.value for number in cards[TYPHOON].numbers}
    assert (carried["B"], carried["M"]) == (2, 2)


@clause("mbb.air.table", "mbb.air.exit_second", "mbb.air.reenter")
def test_the_table_says_when_a_plane_comes_and_when_it_must_go() -> None:
    t = table(unit("B1", "Panzer III", 44, 30), unit("B2", STUKA, status="waiting"))
    seen = situation(t.state)
    assert seen.states["A1"] == ("2 bombs", "2 missiles", "turn 2 of 2 above the table")
    assert seen.states["B2"] == ("3 bombs", "arrives on 6+ over the north edge")
    assert [step.id for step in seen.steps] == ["airplanes", "movement", "target_declaration", "shooting"]

    assert [(each.fighting, each.waiting) for each in seen.standings] == [(2, 0), (1, 1)]


@clause("mbb.air.weapons")
def test_one_that_is_left_is_not_told_as_several() -> None:
    ours = [unit("A1", TYPHOON, 24, 4, 90, marks={"bombs": 1, "missiles": 2}), unit("A2", "M4 Sherman", 2, 2, 90)]
    t = lay_table(GAME, [*ours, unit("B1", "Panzer III", 44, 30)], phase="turn")
    assert situation(t.state).states["A1"][:2] == ("1 bomb", "2 missiles")


def test_battles_without_planes_have_the_steps_they_had() -> None:
    t = lay_table(GAME, [unit("A1", "M4 Sherman", 2, 2), unit("B1", "Panzer III", 44, 30)])
    assert [step.id for step in situation(t.state).steps] == ["movement", "target_declaration", "shooting"]
    assert situation(t.state).states == {}


# --- previews --------------------------------------------------------------------------------------------------------


def asked(t: Position, kind: str, about: dict[str, Any]) -> Any:
    sort, work = find_game(GAME).previews[kind]
    return work(t.state, 0, as_type(about, sort))


@clause("mbb.air.min_half", "mbb.air.bomb.over")
def test_a_flight_is_worked_out_before_it_is_given_with_what_lies_below() -> None:
    t = table(unit("B1", "Panzer III", 24, 12, 270))
    told = asked(t, "path", {"answer": "air_move", "unit": "A1", "steps": [forward(14)]})
    assert [(leg.pose.place, leg.cost) for leg in told.legs] == [((24, 18), 14)]
    assert [below.title for below in told.reaches] == ["flown over: Panzer III B1"]
    short = asked(t, "path", {"answer": "move", "unit": "A1", "steps": [forward(4)]})
    assert short.refusal.code == "too_short"
    twice = [pivot(10), forward(10), pivot(10)]
    assert asked(t, "path", {"answer": "move", "unit": "A1", "steps": twice}).refusal.code == "turns_twice"


@clause("mbb.air.enter.place")
def test_a_place_on_the_edge_is_tried_before_it_is_given() -> None:
    units = [unit("A1", TYPHOON, status="waiting"), unit("A2", "M4 Sherman", 2, 2), unit("B1", "Panzer III", 24, 20)]
    t = lay_table(GAME, units, phase="turn", dice=dice(6))
    place = {"answer": "enter_from", "unit": "A1", "x": 24, "y": 1, "heading": 90}
    assert asked(t, "place", place).refusal.code == "not_in_turn"
    # what has come is not said to be awaited any more
    assert situation(t.state).states["A1"] == ("2 bombs", "2 missiles")
    t.answer("approach", unit="A1", edge="south")
    assert asked(t, "place", place).pose.place == (24, 0)
    assert asked(t, "place", place | {"y": 9}).refusal.code == "not_on_edge"


# --- bots ------------------------------------------------------------------------------------------------------------


def advice(t: Position, n: int = 12) -> list[Any]:
    found = t.state.decision.suggest(t.state, n)
    for each in found:
        assert t.state.decision.validate(t.state, each.answer) is None, each
    return found


def test_a_plane_strikes_what_is_worth_it_and_flies_over_what_it_can_bomb() -> None:
    t = table(unit("B1", "Tiger I", 24, 20, 270))
    best = max(advice(t), key=lambda each: each.value)
    assert best.kind == "strike"
    choice = make_player("regular", t.match.game, 1).decide(t.match, view(t.state, 0))
    assert type(choice).__name__ == "AirStrike"
    assert choice.weapon == "missile"
    empty = table(unit("B1", "Tiger I", 24, 14, 270), unit("B2", "Panzer III", 44, 34))
    empty.answer("air_strike", unit="A1", weapon="missile", target="B1", dice=dice(1, 1))
    empty.answer("air_strike", unit="A1", weapon="missile", target="B1", dice=dice(1, 1))
    move = make_player("regular", t.match.game, 1).decide(empty.match, view(empty.state, 0))
    assert type(move).__name__ == "AirMove"


@clause("mbb.air.bomb.over")
def test_a_flight_over_an_enemy_promises_more_than_one_past_it() -> None:
    t = table(unit("B1", "Tiger I", 24, 12, 90))
    plane = t.unit("A1")
    assert plane.pose is not None
    over = Flight("A1", (Leg("flown", plane.pose.ahead(14), 14.0),))
    aside = plane.pose.turned(45)
    past = Flight("A1", (Leg("pivot", aside, 45.0), Leg("flown", aside.ahead(14), 14.0)))
    promised = [flight_prospect(t.state, t.state.decision, each).kills for each in (over, past)]
    assert promised[0] > promised[1]


@clause("mbb.air.smallarms.9")
def test_fire_from_the_ground_is_feared_where_it_reaches() -> None:
    t = table(unit("B1", "Panzer III", 24, 20, 270), unit("B2", "Panzer III", 26, 20, 270))
    plane = t.unit("A1")
    assert plane.pose is not None
    assert flak(t.state, plane) == 0.0
    assert flak(t.state, somewhere(plane, plane.pose.ahead(10))) > 5.0


@clause("mbb.air.smallarms.instead")
def test_who_has_no_other_shot_is_advised_to_fire_at_planes() -> None:
    t = lay_table(
        GAME,
        [unit("A1", "Staff Car", 24, 12, 90), unit("B1", STUKA, 24, 18, 270), unit("B2", "Panzer III", 46, 34)],
        phase="target_declaration",
    )
    plans = fire_plans(t.state, DeclareTargets(0), 6)
    assert [(each.kind, [(shot.unit, shot.target) for shot in each.answer.shots]) for each in plans] == [
        ("hold", []),
        ("flak", [("A1", "B1")]),
    ]
    choice = make_player("regular", t.match.game, 1).decide(t.match, view(t.state, 0))
    assert [(shot.unit, shot.target) for shot in choice.shots] == [("A1", "B1")]


@pytest.mark.parametrize("level", ["random", "recruit"])
def test_bots_play_the_battle_with_planes_to_its_end(level: str) -> None:
    game = find_game(GAME)
    assert game is not None
    match = game.new_match(Setup(GAME, "air_support", {"round_limit": 5}))
    assert not isinstance(match, Refusal)
    session = Session(match, SeededDice(1))
    bots = [make_player(level, game, seat) for seat in (0, 1)]
    while not session.state.over:
        decision = session.state.decision
        assert decision is not None
        taken = session.answer(decision.seat, bots[decision.seat].decide(match, view(session.state, decision.seat)))
        assert not isinstance(taken, Refusal), taken
    assert all(getattr(bot, "illegal_answers", 0) == 0 for bot in bots)
    told = session.text()
    assert "unit_left" in told
    assert "air_move" in told


def test_every_action_of_an_offer_can_be_given() -> None:
    t = start(Setup(GAME, "air_support"), dice(6, 1))
    while t.state.decision.kind != "fly_airplanes":
        script = {"first_turn_choice": dice(6)}.get(t.state.decision.kind)
        answer = t.state.decision.suggest(t.state, 1)[0].answer
        assert t.send(answer, dice=script).accepted
    offer = t.state.decision.ask(t.state).offer
    assert isinstance(offer, Act)
    assert [action.id for action in offer.actors[0].actions] == ["approach"]
