"""The routes: games, clauses, rule codes, armies, lists of tables, rematches, replays, pages and headers."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from brickfield.core.replay import Replayed, read_replay
from brickfield.games import all_games, drawn_games, find_game
from brickfield.players.levels import levels, styles
from brickfield.replay_viewer.steps import replay_of
from brickfield.server.app import make_app
from brickfield.server.rooms.audiences import seat_card
from brickfield.server.store.records import SeatRow
from brickfield.server.store.sqlite import SqliteStore
from brickfield.server.web.catalogue import game_card
from brickfield.server.web.headers import HEADERS
from tests.server.browsing import invitations_of, new_match, post, seated, secrets_of, socket
from tests.server.tables import AS_OPERATOR, FAST, GAME, OPERATOR, PATIENCE_SECONDS, near


def concede(client: TestClient, made: dict[str, Any], seat: int = 0) -> None:
    with socket(client) as table:
        update = table.hello(made["match"], secrets_of(made)[:1])
        table.command(seat, update["seq"], {"answer": "concede"}, "give-up")
        table.wait("accepted")


def finished(client: TestClient) -> dict[str, Any]:
    """A match of two bots, played to the end while somebody watches."""
    made = new_match(client, "recruit", "recruit", ready=True)
    patience = time.monotonic() + PATIENCE_SECONDS
    with socket(client) as watching:
        watching.hello(made["match"], [])
        while client.get(f"/api/matches/{made['match']}/replay.txt").status_code != 200:
            assert time.monotonic() < patience, "the bots do not come to an end"
            time.sleep(0.01)
    return made


# --- before a battle -------------------------------------------------------------------------------------------------


def test_games_come_with_all_that_can_be_chosen(client: TestClient) -> None:
    cards = {card["id"]: card for card in client.get("/api/games").json()}
    assert set(cards) == {game.id for game in drawn_games()}, "only what people can sit down to"
    card = cards[GAME]
    assert {scenario["id"] for scenario in card["catalogue"]["scenarios"]} >= {"six_v_six", "crossroads", "ford"}
    assert [level["id"] for level in card["levels"]][:3] == ["random", "cadet", "recruit"]


def test_the_first_guest_finds_everything_worked_out(tmp_path: Path) -> None:
    game_card.cache_clear()
    with TestClient(make_app(lambda: near(SqliteStore(tmp_path / "a.sqlite")), tmp_path)):
        worked_out = game_card.cache_info().misses
        for game in drawn_games():
            game_card(game)
    assert game_card.cache_info().misses == worked_out == len(drawn_games())


def test_clauses_come_with_their_chapter_and_switch(client: TestClient) -> None:
    cards = client.get("/api/clauses", params={"game": GAME}).json()
    by_id = {card["id"]: card for card in cards}
    assert by_id["mbb.move.reverse"]["in_play"]
    assert by_id["inf.move.sprint"]["in_play"]
    assert all(card["chapter"] and card["title"] and card["text"] for card in cards)
    assert {card["switch"] for card in cards} >= {"turn_cost", "hedgerow_passable"}
    every = [card for game in drawn_games() for card in client.get("/api/clauses", params={"game": game.id}).json()]
    assert client.get("/api/clauses").json() == every
    assert client.get("/api/clauses", params={"game": "chess"}).status_code == 404
    for game in client.get("/api/games").json():
        titles = {chapter["group"]: chapter["title"] for chapter in game["catalogue"]["chapters"]}
        read = [card["chapter"] for card in every if card["game"] == game["id"]]
        assert list(dict.fromkeys(read)) == list(titles.values()), "every chapter, read in the order of the list"
        assert len(set(titles.values())) == len(titles)
    by_word = client.get("/api/clauses", params={"game": "mbb"}).json()
    assert by_word == cards == client.get("/api/clauses", params={"game": ""}).json()
    assert client.get("/api/clauses/titles").json() == {card["id"]: card["title"] for card in every}


def test_clauses_are_found_in_everyday_words(client: TestClient) -> None:
    def found(game: str, words: str) -> Any:
        return client.get("/api/clauses/found", params={"game": game, "words": words}).json()

    behind = found(GAME, "shoot from behind")
    assert behind == found("mbb", "shoot from behind")
    assert (behind["clauses"][0], behind["direct"]) == ("mbb.mod.rear", True)
    assert "2 fewer Defense Points" in behind["sentence"]
    assert found("sea", "when do I sink")["cited"][0] == "sea.damage.sink"
    assert found(GAME, "zyzzyva")["clauses"] == found(GAME, "")["clauses"] == []
    assert found("chess", "pawn")["code"] == "unknown_game"


def test_a_code_and_its_switches_lead_to_each_other(client: TestClient) -> None:
    plain = post(client, "/api/rules", {"game": GAME})
    changed = post(client, "/api/rules", {"game": GAME, "options": {"hedgerow_passable": True}})
    assert changed["code"] != plain["code"]
    assert changed["options"]["hedgerow_passable"] is True
    assert post(client, "/api/rules", {"game": GAME, "code": changed["code"]}) == changed
    assert post(client, "/api/rules", {"game": GAME, "code": "nonsense"}, 400)["code"]
    assert post(client, "/api/rules", {"game": GAME, "options": {"nonsense": 1}}, 400)["code"]


def test_an_army_is_checked(client: TestClient) -> None:
    good = post(client, "/api/armies/check", {"game": GAME, "army": [["M4 Sherman", 2]], "limit": 1000})
    assert good["points"] > 0
    bad = post(client, "/api/armies/check", {"game": GAME, "army": [["M4 Sherman", 40]], "limit": 10})
    assert bad["faults"]


@pytest.mark.parametrize("game", ["micro_brick_battle", "brick_mech", "battle_of_the_sea"])
def test_an_army_of_millions_is_judged_without_raising_it(client: TestClient, game: str) -> None:
    found = next(each for each in client.get("/api/games").json() if each["id"] == game)
    card = next(iter(found["catalogue"]["cards"]))
    # a list of so many cards would fill the memory, and the time of everybody else
    answer = client.post("/api/armies/check", json={"game": game, "army": [[card, 2**31]] * 3, "limit": 100})
    assert answer.json().get("code") == "wrong_count" or answer.json()["faults"] != []


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"scenario": "nowhere"}, ""),
        ({"seats": [{"kind": "me"}]}, "wrong_seats"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "level": "godlike"}]}, "unknown_level"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "level": "regular", "style": "shy"}]}, "unknown_style"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "level": "recruit", "style": "bold"}]}, "no_style"),
        ({"seats": [{"kind": "me"}, {"kind": "cat"}]}, "malformed"),
        ({"options": {"nonsense": 1}}, ""),
        ({"code": "BF-XXXX"}, ""),
        ({"armies": [[["No Such Tank", 1]], [["M4 Sherman", 1]]]}, ""),
        ({"seats": [{"kind": "me", "name": "x" * 25}, {"kind": "here"}]}, "malformed"),
        ({"seats": [{"kind": "me", "name": "a\u202eb"}, {"kind": "here"}]}, "malformed"),
    ],
)
def test_a_wish_that_cannot_be_met_is_refused(client: TestClient, wish: dict[str, Any], code: str) -> None:
    body = {"game": GAME, "scenario": "six_v_six", "seats": [{"kind": "me"}, {"kind": "here"}], **wish}
    answer = client.post("/api/matches", json=body)
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.json()["type"] == "refusal"
    assert answer.json()["sentence"]
    assert not code or answer.json()["code"] == code


def test_ready_means_that_somebody_is_asked_to_move(client: TestClient) -> None:
    for scenario in ("six_v_six", "crossroads"):
        made = new_match(client, "me", "here", ready=True, scenario=scenario)
        with socket(client) as table:
            update = table.hello(made["match"], secrets_of(made))
            assert update["decision"]["kind"] == "move_units"
            assert all(unit["status"] == "alive" for unit in update["view"]["units"])
            assert update["take_back"] == ""


def test_what_a_guest_does_in_his_first_turn_is_left_to_him(client: TestClient) -> None:
    made = new_match(client, "link", "link", ready=True)
    with socket(client) as table:
        update = table.hello(made["match"], seated(client, made))
        assert update["decision"]["kind"] == "first_turn_choice"
        assert all(unit["status"] == "alive" for unit in update["view"]["units"]), "the units are placed all the same"


def test_rules_of_a_code_are_those_of_the_match(client: TestClient) -> None:
    code = post(client, "/api/rules", {"game": GAME, "options": {"hedgerow_passable": True}})["code"]
    made = new_match(client, "me", "link", code=code)
    link = post(client, "/api/links/look", {"secret": invitations_of(made)[0]})
    assert link["code"] == code
    changed = {"title": "Driving through hedgerows", "value": True, "clause": "mbb.terrain.hedge"}
    assert link["changed"] == [{"switch": "hedgerow_passable", **changed}]
    assert link["host"] == "Blue"
    assert link["secret_seconds"] == 0, "without a secret nobody waits for one"


def test_a_guest_is_told_how_long_secrets_are_kept_where_there_are_any(client: TestClient) -> None:
    quick, cards = {"rules_level": ["quick", "quick"]}, {"effect_cards": "hail_mary"}
    told = []
    for options in (cards, quick | cards, quick):
        made = new_match(client, "me", "link", options=options)
        told.append(post(client, "/api/links/look", {"secret": invitations_of(made)[0]})["secret_seconds"])
    assert told == [15, 15, 0]


def test_names_are_told_apart(client: TestClient) -> None:
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": " Ann "}]
    made = new_match(client, "me", "here", seats=seats)
    with socket(client) as table:
        table.hello(made["match"], secrets_of(made))
        assert [seat["name"] for seat in table.seen[0]["seats"]] == ["Ann", "Ann (Orange)"]


# --- lists and rematches ---------------------------------------------------------------------------------------------


def test_your_tables_say_whose_turn_it_is(client: TestClient) -> None:
    waiting = new_match(client, "me", "link")
    playing = new_match(client, "me", "here", ready=True)
    over = new_match(client, "me", "here", ready=True)
    concede(client, over)
    secrets = [secrets_of(made)[0] for made in (waiting, playing, over)]
    lines = {line["match"]: line for line in post(client, "/api/tables", {"secrets": secrets})}
    assert lines[waiting["match"]]["turn"] == "open"
    assert lines[playing["match"]]["turn"] in ("yours", "theirs")
    assert lines[over["match"]]["turn"] == "over"
    assert lines[over["match"]]["result"].startswith("Lost")
    assert lines[playing["match"]]["others"] == ["Orange"]
    turns = [post(client, "/api/tables", {"secrets": [secret]})[0]["turn"] for secret in secrets_of(playing)]
    assert sorted(turns) == ["theirs", "yours"]
    assert post(client, "/api/tables", {"secrets": []}) == []


def test_a_rematch_is_set_up_once_and_the_same_secrets_open_it(client: TestClient) -> None:
    made = new_match(client, "me", "here", ready=True)
    secrets = secrets_of(made)
    path = f"/api/matches/{made['match']}/rematch"
    assert post(client, path, {"secret": secrets[0]}, 409)["code"] == "still_running"
    with socket(client) as table:
        update = table.hello(made["match"], secrets)
        table.command(0, update["seq"], {"answer": "concede"})
        table.wait("accepted")
        first = post(client, path, {"secret": secrets[0]})
        assert table.wait("moved")["match"] == first["match"]
    assert post(client, path, {"secret": secrets[1]}) == first
    assert first["match"] != made["match"]
    with socket(client) as table:
        assert table.hello(first["match"], secrets)["decision"]["kind"] == "move_units"
        assert table.seen[0]["yours"] == [0, 1]
    # the list shows both, and the link leads to the newer one
    assert len(post(client, "/api/tables", {"secrets": secrets[:1]})) == 2


# --- replays ---------------------------------------------------------------------------------------------------------


def test_a_finished_match_is_a_replay_for_everybody(client: TestClient) -> None:
    made = finished(client)
    replay = post(client, f"/api/matches/{made['match']}/replay", {})
    assert replay["finished"]
    assert len(replay["dice_seed"]) == 64
    assert replay["steps"][-1]["view"]["outcome"]
    assert [step["number"] for step in replay["steps"]] == list(range(len(replay["steps"])))
    text = client.get(f"/api/matches/{made['match']}/replay.txt").text
    checked = read_replay(text, find_game)
    assert isinstance(checked, Replayed)
    assert len(checked.entries) == len(replay["steps"])
    # the file tells what the route tells
    assert msgspec.json.decode(msgspec.json.encode(replay_of(checked).steps)) == replay["steps"]
    page = client.get(f"/api/matches/{made['match']}/replay.html")
    name = re.fullmatch(r'attachment; filename="(.+)\.html"', page.headers["content-disposition"])
    assert name is not None
    assert re.fullmatch(r"brickfield-[a-z0-9-]+-\d{4}-\d\d-\d\d-(blue|orange)-wins", name[1]), name[1]
    assert page.text.startswith("<!")


def test_a_player_may_look_back_while_the_match_goes_on(client: TestClient) -> None:
    made = new_match(client, "me", "link", ready=True)
    replay = post(client, f"/api/matches/{made['match']}/replay", {"secret": secrets_of(made)[0]})
    assert not replay["finished"]
    assert replay["dice_seed"] == ""
    assert {step["view"]["seat"] for step in replay["steps"]} == {0}


# --- the server itself ------------------------------------------------------------------------------------------------


def test_health_readiness_and_counters(client: TestClient) -> None:
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz", headers=AS_OPERATOR).status_code == 200
    made = new_match(client, "me", "here")
    concede(client, made)
    text = client.get("/metrics", headers=AS_OPERATOR).text
    assert "brickfield_commit_seconds_count" in text
    assert "brickfield_matches_made_total" in text
    assert not [secret for secret in (*secrets_of(made), made["match"]) if secret in text]


@pytest.mark.parametrize("path", ["/readyz", "/metrics"])
def test_counters_and_readiness_are_for_the_operator_alone(client: TestClient, tmp_path: Path, path: str) -> None:
    for shown in ("", "Bearer", "Bearer ", "Bearer wrong", OPERATOR, f"Basic {OPERATOR}", f"bearer {OPERATOR}x"):
        answer = client.get(path, headers={"authorization": shown})
        assert (answer.status_code, answer.json()["code"]) == (403, "operator_only")
    # a server without a token has no operator at the wire, whatever is shown
    bare = msgspec.structs.replace(FAST, operator_token="")
    app = make_app(lambda: near(SqliteStore(tmp_path / "bare.sqlite"), bare), tmp_path)
    with TestClient(app) as browser:
        for shown in ("", "Bearer", "Bearer ", f"Bearer {OPERATOR}"):
            assert browser.get(path, headers={"authorization": shown}).status_code == 403


def test_a_store_that_cannot_write_is_not_ready_but_alive(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "a.sqlite")
    app = make_app(lambda: near(store, FAST), tmp_path)
    with TestClient(app) as browser:
        store._writer.broken = "the disk is full"
        assert browser.get("/readyz", headers=AS_OPERATOR).status_code == 503
        assert browser.get("/healthz").status_code == 200
        wish = {"game": GAME, "scenario": "six_v_six", "seats": [{"kind": "me"}, {"kind": "here"}]}
        assert post(browser, "/api/matches", wish, 503)["code"] == "store_broken"
        assert browser.get("/api/games").status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/nothing", "/healthz", "/robots.txt", "/table/abc"])
def test_every_response_has_the_safe_headers(client: TestClient, path: str) -> None:
    answer = client.get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert "cache-control" in answer.headers


def test_what_is_said_about_a_game_is_never_kept(client: TestClient) -> None:
    made = new_match(client, "me", "here")
    answer = client.post("/api/tables", json={"secrets": secrets_of(made)})
    assert answer.headers["cache-control"] == "no-store"


# --- pages -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    ["/", "/new", "/join", "/table/aB_-1", "/watch/a", "/replay/a", "/rules", "/rules/mbb.move.reverse", "/settings",
     "/credits"],
)  # fmt: skip
def test_every_page_is_the_same_file(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "<title>Brickfield</title>" in answer.text
    assert answer.headers["cache-control"] == "no-cache"


ASSET = "/assets/table-C0ffee12.js"


def test_files_with_a_hash_are_kept_for_good(client: TestClient) -> None:
    answer = client.get(ASSET)
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")
    assert client.get("/robots.txt").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip;q=0.5", "gzip"), ("identity", ""), ("", ""),
     ("gzip;q=0, br;q=0.000", ""), ("BR", "br"), ("brotli, x-gzip", "")],
)  # fmt: skip
def test_a_file_comes_in_the_form_that_was_built_and_none_is_compressed_on_the_way(
    client: TestClient, site: Path, accepted: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # whoever compresses now would be found
    monkeypatch.setattr("zlib.compressobj", None)
    with client.stream("GET", ASSET, headers={"accept-encoding": accepted}) as answer:
        assert answer.headers.get("content-encoding", "") == encoding
        assert answer.headers["vary"] == "Accept-Encoding"
        sent = b"".join(answer.iter_raw())
    ending = {"br": ".br", "gzip": ".gz", "": ""}[encoding]
    assert sent == (site / f"assets/table-C0ffee12.js{ending}").read_bytes()
    # what the browser has already is not sent again, and no form is taken for another
    tag = answer.headers["etag"]
    again = client.get(ASSET, headers={"accept-encoding": accepted, "if-none-match": f'"other", W/{tag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    other = "gzip" if encoding != "gzip" else "br"
    assert client.get(ASSET, headers={"accept-encoding": other, "if-none-match": tag}).status_code == 200


def test_a_copy_that_is_older_than_its_file_is_not_believed(client: TestClient, site: Path) -> None:
    copy = site / "robots.txt.br"
    copy.write_bytes(b"in brotli")
    for later, encoding in ((0, "br"), (1, None)):
        os.utime(site / "robots.txt", ns=(0, copy.stat().st_mtime_ns + later))
        with client.stream("GET", "/robots.txt", headers={"accept-encoding": "br"}) as answer:
            assert answer.headers.get("content-encoding") == encoding
    # and copies are no addresses of their own
    assert client.get("/robots.txt.br").status_code == 404


def test_answers_are_compressed(client: TestClient) -> None:
    assert client.get("/api/games", headers={"accept-encoding": "gzip"}).headers["content-encoding"] == "gzip"


@pytest.mark.parametrize(
    "path",
    ["/../secret.txt", "/..%2fsecret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/no-such", "/table/",
     "/table/a/b", "/assets", "/%00", "/" + "x" * 300, "/.."],
)  # fmt: skip
def test_nothing_else_is_served(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert "not for the site" not in answer.text
    assert answer.status_code == 404 or "<title>Brickfield</title>" in answer.text


def test_a_lost_person_gets_the_page_and_a_program_a_plain_word(client: TestClient) -> None:
    page = client.get("/no-such/place", headers={"accept": "text/html,*/*"})
    assert (page.status_code, "<title>Brickfield</title>" in page.text) == (404, True)
    for path, accept in (("/no-such.js", "*/*"), ("/api/no-such", "text/html")):
        plain = client.get(path, headers={"accept": accept})
        assert (plain.status_code, plain.text) == (404, "There is nothing here.\n")


def test_without_a_built_site_the_page_says_how_to_build_it(tmp_path: Path) -> None:
    app = make_app(lambda: near(SqliteStore(tmp_path / "a.sqlite"), FAST), tmp_path / "none")
    with TestClient(app) as browser:
        answer = browser.get("/")
        assert answer.status_code == 503
        assert "make play" in answer.text


def test_a_level_shows_what_was_measured_of_it_in_this_game_and_nothing_of_another() -> None:
    for game in all_games():
        for card in game_card(game).levels:
            measured = levels()[card.id].measured.get(game.id)
            assert (card.rate, card.games) == ((measured.rate, measured.games) if measured else (None, 0))
    assert levels()["regular"].measured["micro_brick_battle"].games > 100, "something was measured"


def test_a_bot_is_wished_with_a_style_which_everybody_sees(client: TestClient) -> None:
    assert [style["id"] for style in client.get("/api/games").json()[0]["styles"]] == list(styles())
    bot = {"kind": "bot", "level": "regular", "style": "careful"}
    wish = {"game": GAME, "scenario": "six_v_six", "seats": [{"kind": "me"}, bot], "ready": True}
    made = client.post("/api/matches", json=wish).json()
    row = client.post("/api/tables", json={"secrets": [made["seats"][0]["secret"]]}).json()[0]
    assert "Orange (bot, careful regular)" in msgspec.json.encode(row).decode()
    card = seat_card(SeatRow("m", 1, "bot", "regular:careful", "Orange", True), False, None)
    assert (card.level, card.style) == ("regular", "careful")


def test_clauses_are_told_without_names_from_the_code(client: TestClient) -> None:
    shown = [card["text"] + card["ruling"] + card["switch_words"] for card in client.get("/api/clauses").json()]
    bare = [re.sub(r"\b[a-z]+(\.[a-z0-9_]+)+\b", "", text) for text in shown]
    assert [text for text in bare if "_" in text] == []
    quick = next(card for card in client.get("/api/clauses").json() if card["id"] == "mbb.quick.move")
    assert "quick_radius" not in quick["ruling"]


def test_the_position_of_a_diagram_is_played_as_a_battle(client: TestClient) -> None:
    shown = client.get("/api/clauses/diagram", params={"clause": "mbb.mod.rear"}).json()
    assert shown["aims"][0]["need"] == "6+"
    wish = {"game": GAME, "scenario": "diagram", "seats": [{"kind": "me"}, {"kind": "here"}], "ready": True}
    made = post(client, "/api/matches", {**wish, "diagram": "mbb.mod.rear"})
    assert len(made["seats"]) == 2
    for clause, told in (("mbb.about.pages", "no_diagram"), ("chess.pawn", "no_diagram")):
        assert client.get("/api/clauses/diagram", params={"clause": clause}).json()["code"] == told
    refused = client.post("/api/matches", json={**wish, "diagram": "mbb.about.pages"}).json()
    assert refused["code"] == "no_diagram"
