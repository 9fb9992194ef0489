"""A scenario of one's own at a table: looked through and drawn, played, carried on into rematch, replay and file."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from brickfield.core.refusal import Refusal
from brickfield.games import GAME_IDS, find_game
from brickfield.server.bots.jobs import Trial
from brickfield.server.bots.trials import tried_battle
from brickfield.server.rooms import carrying, links
from brickfield.server.rooms.rematches import want_rematch
from brickfield.server.server import Server
from brickfield.server.web import http_types as bodies
from tests.server.browsing import new_match, post
from tests.server.tables import answered, joined, made, play, suggested

CHECKED, TRIED = "/api/scenarios/check", "/api/scenarios/try"
FIRST = {
    "micro_brick_battle": "hill",
    "brick_mech": "duel",
    "battle_of_the_sea": "safe_harbours",
    "brick_action": "meeting",
}


def changed(game_id: str) -> dict[str, Any]:
    """A scenario of the game with another name, and one piece of terrain fewer."""
    game = find_game(game_id)
    assert game is not None
    assert game.scenario_kind is not None
    document = game.scenario_kind.document(FIRST[game_id])
    assert isinstance(document, dict)
    pieces = document.get("terrain") or document["chart"]["area"]
    pieces.pop()
    return {**document, "id": "mine", "title": "Mine"}


@pytest.mark.parametrize("game", GAME_IDS)
def test_one_of_the_games_is_opened_changed_and_drawn(client: TestClient, game: str) -> None:
    opened = post(client, CHECKED, {"game": game, "scenario": FIRST[game]})
    assert opened["file"]["faults"] == []
    mine = changed(game)
    found = post(client, CHECKED, {"game": game, "document": mine})
    assert (found["file"]["document"], found["file"]["faults"], found["face"]["title"]) == (mine, [], "Mine")
    assert 0 < len(found["face"]["tokens"]) < len(opened["face"]["tokens"])
    # what cannot be played is drawn no more, and says why
    broken = post(client, CHECKED, {"game": game, "document": {**mine, "colour": "red"}})
    assert broken["face"] is None
    assert broken["file"]["faults"][0]["place"] == "colour"


@pytest.mark.parametrize("game", GAME_IDS)
def test_the_desk_of_a_game_has_all_that_its_scenarios_are_laid_of(client: TestClient, game: str) -> None:
    desk = post(client, "/api/scenarios/desk", {"game": game})
    assert post(client, CHECKED, {"game": game, "document": desk["data"]["blank"]})["file"]["faults"] == []
    places = {place["path"]: place for place in desk["data"]["laid"]}
    kinds = {(kind["path"], kind["kind"]) for kind in desk["data"]["kinds"]}
    assert {path for path, _ in kinds} <= set(places)
    found = find_game(game)
    assert found is not None
    assert found.scenario_kind is not None
    for name in found.scenario_kind.known():
        document = found.scenario_kind.document(name)
        assert isinstance(document, dict)
        pieces = document.get("terrain") or document.get("chart", {}).get("area", [])
        path = "terrain[]" if "terrain" in document else "chart.area[]"
        assert {(path, piece[places[path]["kind"]]) for piece in pieces} <= kinds
    if desk["draws"]:
        drawn = post(client, CHECKED, {"game": game, "drawn": 7})
        assert (drawn["file"]["faults"], len(drawn["face"]["tokens"]) > 5) == ([], True)


def test_the_lines_of_a_file_are_read(client: TestClient) -> None:
    found = post(client, CHECKED, {"game": "brick_mech", "lines": ['game = "brick_mech"', "version = 1", "x = 1"]})
    assert {key: found["file"]["faults"][0][key] for key in ("place", "line")} == {"place": "x", "line": 3}


@pytest.mark.parametrize("game", GAME_IDS)
def test_it_is_played_and_goes_with_the_battle(client: TestClient, game: str) -> None:
    mine = changed(game)
    table = new_match(client, "me", "here", game=game, scenario="mine", own_scenario=mine)
    secret = table["seats"][0]["secret"]
    (line,) = post(client, "/api/tables", {"secrets": [secret]})
    assert line["title"] == "Mine"
    rules = ["Trees fall over.", "Tea at round 4."]
    agreed = new_match(
        client, "me", "link", game=game, scenario="mine", own_scenario={**mine, "house_rules": rules[:1]},
        house_rules=rules[1:],
    )  # fmt: skip
    assert post(client, "/api/links/look", {"secret": agreed["seats"][1]["invitation"]})["house_rules"] == rules
    refused = {**mine, "version": 9}
    wish = {"game": game, "scenario": "mine", "seats": [{"kind": "me"}, {"kind": "here"}], "own_scenario": refused}
    assert post(client, "/api/matches", wish, 400)["code"] == "bad_scenario"


def test_it_is_in_the_rematch_and_in_the_file(tmp_path: Path) -> None:
    async def ask(server: Server) -> None:
        mine = changed("micro_brick_battle")
        room, table = await made(server, "me", "here", scenario="mine", own_scenario=mine)
        client = await joined(room, 0, 1)
        for number in range(3):
            seat = room.journal.state.waiting_for()[0]
            await answered(room, client, seat, suggested(room, seat), id=f"move{number}")
        taken = await carrying.take(server, room, [key.secret for key in table.seats])
        assert isinstance(taken, carrying.bodies.Carried), taken
        brought = await carrying.bring(
            server, carrying.bodies.Bring(taken, (links.new_secret(), links.new_secret())), "here"
        )
        assert not isinstance(brought, Refusal), brought
        assert server.rooms[brought.match].journal.row.setup.own_scenario == mine
        await answered(room, client, room.journal.state.asked()[0], {"answer": "concede"}, id="enough")
        again = await want_rematch(server, room, 0, True, "here") or await want_rematch(server, room, 1, True, "here")
        assert isinstance(again, str)
        setups = [room.journal.row.setup, (await server.room(again)).journal.row.setup]  # type: ignore[union-attr]
        assert [setup.own_scenario for setup in setups] == [mine, mine]

    play(tmp_path, ask)


@pytest.mark.parametrize("game", GAME_IDS)
def test_every_scenario_of_a_game_comes_back_as_it_was_opened(client: TestClient, game: str) -> None:
    found = find_game(game)
    assert found is not None
    assert found.scenario_kind is not None
    for name in found.scenario_kind.known():
        opened = post(client, CHECKED, {"game": game, "scenario": name})["file"]
        assert (opened["document"], opened["faults"]) == (found.scenario_kind.document(name), [])
        again = post(client, CHECKED, {"game": game, "lines": json.dumps(opened["document"], indent=2).split("\n")})
        assert (again["file"]["document"], again["file"]["faults"]) == (opened["document"], [])


@pytest.mark.parametrize("game", GAME_IDS)
def test_bots_try_a_table_out_one_battle_after_the_other(client: TestClient, game: str) -> None:
    blank = post(client, "/api/scenarios/desk", {"game": game})["data"]["blank"]
    played = [post(client, TRIED, {"game": game, "document": blank, "number": number}) for number in (1, 2, 1)]
    assert played[0] == played[2]
    assert all(each["whole"] and each["rounds"] > 0 and set(each["winners"]) <= {0, 1} for each in played)
    broken = post(client, TRIED, {"game": game, "document": {**blank, "colour": "red"}}, 400)
    assert (broken["code"], "colour" in broken["sentence"]) == ("bad_scenario", True)


def test_an_address_has_one_trial_at_a_time_and_it_ends_in_time(tmp_path: Path) -> None:
    game = find_game("brick_mech")
    assert game is not None
    assert game.desk is not None
    document = game.desk().data.blank
    # no time is left: what is not over is given up, and says so
    assert tried_battle(game, bodies.TrialWish(game.id, document), lambda: True) == bodies.TriedBattle(
        (), 0, whole=False
    )

    async def ask(server: Server) -> None:
        job = Trial(msgspec.Raw(msgspec.json.encode(bodies.TrialWish(game.id, document))))
        first = asyncio.ensure_future(server.tried("somebody", job))
        await asyncio.sleep(0)
        assert await server.tried("somebody", job) is None
        assert await first is not None
        assert await server.tried("somebody", job) is not None

    play(tmp_path, ask)
