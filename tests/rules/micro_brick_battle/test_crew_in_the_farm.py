"""The Crew in the Farm: what its sentence promises is what wins it, for people, bots and hints."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.data_files import DataFault
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.core.setup.scenarios import checked
from brickfield.core.views import view
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.chapters.infantry.infantry import building_of
from brickfield.games.micro_brick_battle.setup import scenarios
from brickfield.games.micro_brick_battle.shown.faces import situation, table_face
from brickfield.players.levels import make_player
from brickfield.testing import Position, clause, dice, march, piece, start, unit
from tests.rules.micro_brick_battle.squads import GAME, refused, squad, table, walk

EVENED = {"scenario_edition": "evened"}
CREW = {"card": "Half Infantry", "called": "crew"}
OUT = {"goal": "leave_by_edge", "seat": 0, "edge": "y=0", **CREW}
HUNT = {"goal": "slay_unit", "seat": 1, **CREW}
FARM = [piece("House", 24, 10)]


def farm(*units: dict[str, Any], terrain: tuple[Any, ...] = (), **more: Any) -> Position:
    """The crew in a house near its edge, and others."""
    crew = squad(24, 10, "A1", "Half Infantry", inside="T1")
    return table(crew, *units, terrain=[*FARM, *terrain], goals=[OUT, HUNT], holder=1, **more)


@clause("mbb.win.scenario", "inf.deploy.cover")
def test_the_crew_begins_in_the_farmhouse_and_its_sentence_goals_and_words_say_the_same() -> None:
    t = start(Setup(GAME, "rescue", EVENED), SeededDice(1))
    crew = t.unit("A8")
    assert (crew.status, t.state.tokens[building_of(t.state, crew)].kind) == ("alive", "House")
    assert t.pose("A8")[:2] == (24, 18)
    assert all(thing.id != "A8" for thing in t.question.offer.things)  # type: ignore[union-attr]
    told = t.goal()
    assert "crew leaves over the south edge" in told["text"]
    assert "Half Infantry" in t.match.scenario.special
    assert [each["text"] for each in told["goals"]] == [
        "the crew (Half Infantry) leaves over this edge",
        "the crew (Half Infantry) destroyed",
    ]
    assert {(mark.kind, mark.edge) for mark in table_face(t.match).marks if "goal0" in mark.id} == {("edge", "south")}
    t.state.facts = {**t.state.facts, "round": 1}
    assert situation(t.state).goal == "Crew 17 inches to go"


@clause("mbb.win.scenario", "mbb.geometry.edge")
def test_the_crew_brought_out_wins_at_once() -> None:
    t = table(squad(24, 5, "A1", "Half Infantry"), squad(10, 10, "A2"), goals=[OUT, HUNT], holder=1)
    t.end_movement()
    told = walk(t, "A1", march(270, 5))
    assert [(each.unit, each.edge) for each in told.of("unit_left")] == [("A1", "south")]
    assert t.winners == (0,)


@clause("mbb.win.scenario", "mbb.turn.sequence")
def test_the_crew_destroyed_loses_at_once_and_the_last_round_is_the_enemys() -> None:
    hunter = unit("B2", "Tiger I", 24, 16, 270)
    t = farm(squad(10, 10, "A2"), hunter, seat=1)
    assert t.fire({"B2": "A1"}, dice=dice(6, 6)).accepted
    assert t.winners == (1,)
    late = farm(squad(10, 10, "A2"), hunter, seat=1, first=0, round=10, round_limit=10)
    assert late.fire({}).accepted
    assert late.winners == (1,)


@clause("mbb.win.scenario", "inf.join.half", "inf.strag.create")
def test_the_crew_goes_up_in_no_other_unit_but_others_join_it() -> None:
    pair = squad(24, 5, "A1", "Half Infantry", marks={"markers": 2}), squad(25.3, 5, "A2", marks={"markers": 2})
    t = table(*pair, goals=[OUT, HUNT])
    refused(t, lambda: t.answer("join_unit", unit="A1", other="A2"), "is_sought", "mbb.win.scenario")
    assert t.answer("join_unit", unit="A2", other="A1").accepted
    assert t.unit("A1").marks["markers"] == 4
    hurt = squad(24, 5, "A1", "Half Infantry", marks={"markers": 1}), squad(25.3, 5, "A2", marks={"markers": 2})
    t = table(*hurt, goals=[OUT, HUNT])
    refused(t, lambda: t.answer("form_stragglers", units=["A2", "A1"]), "is_sought", "mbb.win.scenario")
    assert t.answer("form_stragglers", units=["A1", "A2"]).accepted
    within = squad(24, 10, "A2", marks={"markers": 2}, inside="T1")
    t = table(squad(24, 8.11, "A1", "Half Infantry"), within, terrain=FARM, goals=[OUT, HUNT])
    refused(t, lambda: t.answer("go_inside", unit="A1", building="T1"), "building_taken", "inf.move.enter")


@clause("mbb.win.scenario", "inf.move.leave")
@pytest.mark.parametrize("wall", [(), (piece("Wall", 24, 6.5, length=20.0),)])
def test_a_bot_brings_the_crew_out_towards_its_edge_past_walls(wall: tuple[Any, ...]) -> None:
    t = farm(terrain=wall)
    for _turn in range(4):
        while t.winners is None and t.state.facts["active"] == 0:
            decision = t.decision
            assert decision is not None
            player = make_player("regular", t.match.game, 1)
            assert t.send(player.decide(t.match, view(t.state, 0)), seat=0).accepted
        while t.winners is None and t.state.facts["active"] == 1:
            t.fire({})
    assert t.winners == (0,)


@clause("mbb.win.scenario")
def test_bots_bring_the_crew_out() -> None:
    game = find_game(GAME)
    assert game is not None
    match = game.new_match(Setup(GAME, "rescue", EVENED))
    assert not isinstance(match, Refusal)
    session = Session(match, SeededDice(3))
    bots = [make_player("recruit", game, seat) for seat in (0, 1)]
    while session.state.outcome is None:
        decision = session.state.decision
        assert decision is not None
        session.answer(decision.seat, bots[decision.seat].decide(match, view(session.state, decision.seat)))
    assert (session.state.outcome.winners, session.state.outcome.reason) == ((0,), "objective")


@clause("mbb.win.scenario")
def test_as_it_was_first_laid_out_the_farm_is_held_and_its_sentence_says_so() -> None:
    first = scenarios.scenario("rescue").as_agreed("first")
    assert first.goal.startswith("Hold the farm")
    assert "crew" not in (first.goal + first.special).lower()
    assert (first.goals, first.holder) == ((), None)
    assert first.objective is not None
    assert not any(force.begins for force in first.force)


def test_who_begins_on_the_table_is_among_the_units() -> None:
    rescue = scenarios.scenario("rescue")
    own = replace(rescue.force[0], begins=(scenarios.Begins("Snipers", 24.0, 18.0),))
    with pytest.raises(DataFault, match="Snipers begins on the table"):
        checked("x.toml", replace(rescue, force=(own, rescue.force[1])), scenarios.wrongs)


@clause("mbb.reinf.reserve", "mbb.win.scenario")
def test_the_crew_that_begins_in_the_farm_is_not_held_back() -> None:
    t = start(Setup(GAME, "rescue", {**EVENED, "reinforcements": True}), SeededDice(1))
    assert t.asked == "name_reserves"
    assert t.decision is not None
    assert all(item.about != "A8" for item in t.decision.ask(t.state).offer.items)
    refusal = t.answer("hold_back", units=("A8",)).refusal
    assert refusal is not None
    assert refusal.code == "not_to_deploy"
