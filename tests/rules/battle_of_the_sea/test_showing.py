"""What a drawn table shows: faces, questions, previews, the catalogue, hints, offers and queries."""

from __future__ import annotations

import random
from math import hypot
from typing import Any

import msgspec
import pytest

from brickfield.core.asking.offers import Asked
from brickfield.core.asking.previews import PathFace
from brickfield.core.decisions import Decision
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.shown.showing import PieceFace
from brickfield.core.state import State
from brickfield.games.battle_of_the_sea.base.aims import firing_circles
from brickfield.games.battle_of_the_sea.base.ramming import ramming_cone
from brickfield.games.battle_of_the_sea.contents import GAME
from brickfield.testing import Position, clause
from tests.rules.battle_of_the_sea.table import CUTTER, GALLEON, VIKING, ahead, area, sea, ship

PAIR = (ship("A1", GALLEON, 10, 10, 0), ship("B1", VIKING, 10, 16))


def preview(table: Position, name: str, **about: Any) -> Any:
    """Ask a preview as a table would."""
    kind, function = GAME.previews[name]
    return function(table.state, 0, msgspec.convert(about, kind))


def every_question(scenario: str, seed: int) -> list[State]:
    """The states of a random battle, one for each kind of question met."""
    match = GAME.new_match(Setup(GAME.id, scenario, {"ports": True, "currents": True, "wind": True}))
    assert not isinstance(match, Refusal)
    rng, dice = random.Random(seed), SeededDice(seed)
    state = begin(match, dice).state
    met: dict[str, State] = {}
    while state.decision is not None:
        met.setdefault(state.decision.kind, state)
        progress = give(state, state.decision, state.decision.sample(state, rng), dice)
        assert not isinstance(progress, Refusal), progress
        state = progress.state
    return list(met.values())


@pytest.mark.parametrize("scenario", ["last_drop_of_blood", "transport_of_gold", "here_be_monsters"])
def test_every_question_can_be_drawn_told_and_hinted(scenario: str) -> None:
    states = every_question(scenario, 3)
    assert len(states) >= 4
    for state in states:
        decision = state.decision
        assert decision is not None
        drawn = decision.ask(state)
        assert (drawn.seat, drawn.kind, drawn.clause) == (decision.seat, decision.kind, decision.CLAUSE)
        assert drawn.title
        assert drawn.text
        assert type(decision).ask is not Decision.ask, "each question is drawn in its own way"
        told = msgspec.json.decode(msgspec.json.encode(drawn), type=Asked)
        assert type(told.offer) is type(drawn.offer)
        assert all(decision.validate(state, each.answer) is None for each in decision.suggest(state, 30))


@clause("sea.card.cone", "sea.ship.public")
def test_the_situation_shows_every_card_in_cones_and_peas() -> None:
    table = sea(*PAIR, options={"wind": True}, wind=90)
    assert GAME.situation is not None
    shown = GAME.situation(table.state)
    guns = next(pile for pile in shown.piles["A1"] if pile.id == "firepower")
    assert (guns.large, guns.small, guns.full, guns.colour) == (2, 0, 10, "red")
    assert (guns.short, guns.worth, guns.pieces) == ("F", 5, ("cone", "pea"))
    assert shown.wind == 90
    assert [step.when for step in shown.steps] == ["now", "ahead", "ahead"]
    # fleets of 20 and 12 points: what is counted is called what it is, so that nobody takes it for points
    assert [(standing.score, standing.counts) for standing in shown.standings] == [
        (22, "markers left"),
        (15, "markers left"),
    ]
    assert GAME.situation(sea(*PAIR).state).wind is None
    last = {"firepower": 0, "speed": 0, "base": 1, "additional": 0}
    [standing, _] = GAME.situation(sea(ship("A1", GALLEON, 10, 10, 0, marks=last), PAIR[1]).state).standings
    assert (standing.score, standing.counts) == (1, "marker left")


@clause("sea.damage.choice")
def test_lost_markers_show_on_the_model() -> None:
    whole = sea(*PAIR)
    assert GAME.situation is not None
    assert GAME.situation(whole.state).looks == {}
    full = {pile.id: pile.full for pile in GAME.situation(whole.state).piles["A1"]}
    left = {**full, "speed": full["speed"] // 2, "firepower": 0}
    hurt = sea(ship("A1", GALLEON, 10, 10, 0, marks=left), PAIR[1])
    look = GAME.situation(hurt.state).looks["A1"]
    assert look.slack == round(100 * (full["speed"] - left["speed"]) / full["speed"])
    body = sum(full.values()) - full["speed"]
    assert look.wear == round(100 * full["firepower"] / body)


@clause("sea.capacity.max", "sea.game.mark_done", "sea.gold.load", "sea.current.area")
def test_the_situation_tells_cargo_who_has_acted_and_what_lies_about() -> None:
    treasure = area("island", 20, 20, 24, 24, treasures=(2,))
    stream = area("current", 2, 25, 6, 30, strength=2, direction=0)
    laden = ship("A1", GALLEON, 10, 10, 0, marks={"acted": 1, "cargo1": 1, "cargo2": 1})
    fresh = ship("A2", CUTTER, 3, 3)
    table = sea(laden, fresh, PAIR[1], terrain=[treasure, stream], options={"gold": True, "currents": True})
    assert GAME.situation is not None
    shown = GAME.situation(table.state)
    assert shown.done == ("A1",)
    assert shown.states == {"A1": ("cargo 1 + 2",)}
    kinds = {table.state.tokens[token].kind: piece for token, piece in shown.pieces.items()}
    assert kinds == {"treasure": PieceFace(level=2), "current": PieceFace(level=2)}


@clause("sea.geometry.footprint", "sea.game.start_sides")
def test_the_face_of_a_table_has_hulls_zones_and_terrain() -> None:
    match = GAME.new_match(Setup(GAME.id, "defence_of_the_fort"))
    assert not isinstance(match, Refusal)
    assert GAME.face is not None
    face = GAME.face(match)
    assert face.edges == ("south", "north")
    assert len(face.zones) == 2
    assert len(face.cards[face.units["A1"]].outline) == 10
    fort = face.cards[face.units["B5"]]
    assert (fort.title, fort.outline, fort.traits) == ("Sea Fort", (), ("fort",))
    assert face.cards[face.units["A1"]].size.endswith(" studs long")
    assert {"island", "reef", "current", "port", "treasure"} <= set(face.features)
    assert face.last_round == 10
    assert set(face.manners) == {"accurate_ram", "inaccurate_ram", "monster"}, "all attacks but fire"


@clause("sea.firepower.range", "sea.firepower.long", "sea.sextant.use")
def test_firing_circles_and_the_ramming_cone() -> None:
    table = sea(*PAIR)
    galleon, viking = table.unit("A1"), table.unit("B1")
    assert [circle.distance for circle in firing_circles(table.state, galleon)] == [10, 15]
    assert [circle.distance for circle in firing_circles(table.state, viking)] == [10]
    cone = ramming_cone(table.state, galleon)
    assert cone is not None
    assert (cone.heading, cone.half_degrees, cone.distance) == (0, 45, 4)
    assert cone.x == 13_333_333
    hulk = sea(ship("A1", GALLEON, 10, 10, 0, marks={"speed": 0, "firepower": 0}), PAIR[1], ship("A2", CUTTER, 2, 2))
    assert ramming_cone(hulk.state, hulk.unit("A1")) is None
    assert firing_circles(hulk.state, hulk.unit("A1")) == ()


def test_a_path_is_previewed_with_what_could_be_fired_at() -> None:
    table = sea(ship("A1", VIKING, 10, 3, 90), ship("B1", VIKING, 10, 20, 90), terrain=[area("reef", 4, 8, 5, 9)])
    face = preview(table, "path", answer="sail", unit="A1", legs=[ahead(90, 3)])
    assert isinstance(face, PathFace)
    assert (face.cost, face.left, face.refusal) == (3, 3, None)
    assert [glimpse.unit for glimpse in face.sees] == ["B1"]
    assert [glimpse.unit for glimpse in face.seen_by] == ["B1"]
    assert [leg.clause for leg in face.legs] == ["sea.move.distance"]
    wrong = preview(table, "path", answer="sail", unit="A1", legs=[ahead(90, 9)])
    assert wrong.refusal.code == "too_far"
    assert isinstance(preview(table, "path", answer="sail", unit="B1", legs=[]), Refusal)
    assert table.state.units["A1"].pose == table.unit("A1").pose


def test_aims_volleys_places_markers_and_hints_are_previewed() -> None:
    table = sea(*PAIR, ship("B2", CUTTER, 33, 33))
    aim = preview(table, "aim", unit="A1", target="B1")
    assert aim.refusal is None
    assert aim.odds == pytest.approx(1 - (1 - 0.582535) ** 10)
    x0, y0, x1, y1 = aim.between
    assert hypot(x1 - x0, y1 - y0) == pytest.approx(aim.distance)
    assert aim.remark.startswith(f"{round(aim.distance, 2):g} in"), "as exactly as the ruler shows it"
    assert preview(table, "aim", unit="A1", target="B2").refusal.code == "out_of_range"
    volley = {"answer": "fire", "shots": [{"target": "B1", "dice": 10}]}
    plan = preview(table, "plan", unit="A1", fire=volley)
    assert plan.expected == pytest.approx(5.82535)
    too_many = {"answer": "fire", "shots": [{"target": "B1", "dice": 11}]}
    assert preview(table, "plan", unit="A1", fire=too_many).refusal.code == "too_many_dice"
    assert len(preview(table, "suggest", n=2)) == 2
    assert isinstance(preview(table, "markers", answer="remove_markers"), Refusal)
    tried = preview(table, "place", answer="place", unit="A1", x=1.0, y=1.0)
    assert tried.refusal.code == "not_waiting"


def test_the_catalogue_lists_all_that_can_be_chosen() -> None:
    shown = GAME.catalogue()
    assert [scenario.id for scenario in shown.scenarios] == [card.id for card in GAME.scenarios()]
    assert len(shown.switches) == len(GAME.options())
    assert {each.id for each in shown.presets if not each.adds} == {"book", "printed", "cubes", "captains"}
    chapters = {"wind", "currents", "broadside", "ports", "forts", "gold", "monsters"}
    assert {each.id for each in shown.presets if each.adds} == chapters
    assert "Kraken" in shown.cards
    assert "Misterka" in shown.credits
    msgspec.json.encode(shown)


def test_hints_prefer_what_hurts_most() -> None:
    near = sea(ship("A1", VIKING, 17, 10, 90), ship("B1", GALLEON, 17, 16, 0))
    assert near.decision is not None
    kinds = [each.kind for each in near.decision.suggest(near.state, 200)]
    assert kinds[:2] == ["stay", "ram"]
    assert kinds[-1] == "end_turn"
    far = sea(ship("A1", VIKING, 17, 5, 90), ship("B1", GALLEON, 17, 30, 0))
    assert far.decision is not None
    assert far.decision.suggest(far.state, 2)[1].kind == "close_in"
    near.answer("sail", unit="A1", legs=[])
    assert near.decision is not None
    assert near.decision.suggest(near.state, 1)[0].kind == "fire"


def test_queries_tell_what_a_table_knows() -> None:
    table = sea(*PAIR, terrain=[area("rock", 20, 20, 21, 21)])
    assert table.describe("R1") == "the rock R1"
    assert table.describe("edge") == "the edge of the table"
    assert table.describe("A1") == "Galleon A1"
    assert table.goal()["last_round"] == 60
    assert table.tally() == (22, 15)
    assert table.odds("B1", 2).expected == pytest.approx(2 * 0.582535)
    assert table.end("A1", ahead(0, 2))[0] == pytest.approx(12)
    assert table.in_range("A1", "B1") == "normal"
    told, drawn = table.aim("A1", "B1"), preview(table, "aim", unit="A1", target="B1")
    assert (told["target"], told["dice"], told["odds"]) == ("B1", drawn.sums[0].total, drawn.odds)
    assert [told["expected"], told["sinks"]] == [chance.value for chance in drawn.chances]
