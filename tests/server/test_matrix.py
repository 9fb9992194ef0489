"""The matrix: every message and every route, asked by everybody who has no right to it. All are refused.

A message type or a route without a row here fails the test, so nothing new gets in unlooked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from brickfield.games import all_games
from brickfield.server.app import make_app
from brickfield.server.rooms import links
from brickfield.server.server import Games
from brickfield.server.store.sqlite import SqliteStore
from brickfield.server.web import http_types as bodies
from brickfield.server.web import protocol as wire
from brickfield.server.web.http import ROUTES
from tests.server.browsing import invitations_of, new_match, post, seated, secrets_of, sit, socket
from tests.server.tables import FAST, find_any, near

MALFORMED = "not-a-secret"
# What belongs to a match and must not reach anybody who is refused.
GAME_BYTES = ("welcome", "update", "accepted", "told", "presence", "moved")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One house for all rows."""
    folder: Path = tmp_path_factory.mktemp("matrix")
    games = Games(find=find_any, every=all_games)
    app = make_app(lambda: near(SqliteStore(folder / "a.sqlite"), FAST, games=games), folder)
    with TestClient(app) as browser:
        yield browser


class Stranger(Struct, frozen=True):
    """Somebody who has no right to seat 0 of the match."""

    match: str
    secrets: list[str]
    # whether hello itself is refused, or only what follows
    at_the_door: bool


# Tables of every game, and what a stranger might try there.
TABLES = {
    "micro_brick_battle": ("six_v_six", 2),
    "brick_mech": ("free_for_all", 4),
    "battle_of_the_sea": ("free_for_all_6", 6),
}


def table_of(client: TestClient, game: str) -> dict[str, Any]:
    """A match for me and friends on all other seats."""
    scenario, seats = TABLES[game]
    return new_match(client, "me", *["link"] * (seats - 1), game=game, scenario=scenario)


def stranger(client: TestClient, who: str, game: str = "micro_brick_battle") -> Stranger:
    """A match and somebody who is not its seat 0."""
    made = table_of(client, game)
    mine, link = secrets_of(made)[0], invitations_of(made)[0]
    if who == "none":
        return Stranger(made["match"], [], False)
    if who == "spectator":
        return Stranger(made["match"], [], False)
    if who == "wrong seat":
        return Stranger(made["match"], [sit(client, link)], False)
    if who == "invited":
        return Stranger(made["match"], [link], True)
    if who == "used":
        sit(client, link)
        return Stranger(made["match"], [link], True)
    if who == "changed":
        old, body = sit(client, link), {"fresh": links.new_secret()}
        post(client, "/api/links/change", {"secret": old, **body})
        return Stranger(made["match"], [old], True)
    if who == "other match":
        return Stranger(made["match"], secrets_of(table_of(client, game))[:1], True)
    if who == "revoked":
        post(client, f"/api/matches/{made['match']}/free", {"secret": mine, "seat": 1, "give": "nobody"})
        return Stranger(made["match"], [link], True)
    assert who == "malformed"
    return Stranger(made["match"], [MALFORMED], True)


AT_THE_DOOR = ("invited", "used", "changed", "other match", "revoked", "malformed")
INSIDE = ("none", "spectator", "wrong seat")
STRANGERS = (*INSIDE, *AT_THE_DOOR)

# --- messages --------------------------------------------------------------------------------------------------------

MESSAGES: dict[str, dict[str, Any] | None] = {
    # hello is the door itself, ping and the pages of the log belong to everybody inside: tests of their own
    "hello": None,
    "ping": None,
    "earlier": None,
    "command": {"id": "x1", "seat": 0, "seq": 14, "answer": {"answer": "concede"}},
    "take_back": {"id": "x1", "seat": 0, "seq": 14},
    "ask": {"id": "x1", "seat": 0, "query": "suggest", "about": {"n": 1}},
    "leave_orders": {"id": "x1", "seat": 0, "orders": {}},
    "stand_in": {"id": "x1", "seat": 0, "absent": 1, "level": "regular"},
    "take_seat": {"id": "x1", "seat": 0},
    "utter": {"id": "x1", "seat": 0, "phrase": "luck"},
    "stir": {"id": "x1", "seat": 0, "promise": "ab" * 32},
    "say": {"id": "x1", "seat": 0, "seq": 14, "line": "concede"},
}


def test_every_message_has_a_row() -> None:
    assert {kind.__struct_config__.tag for kind in wire.AnyUp.__args__} == set(MESSAGES)


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("who", INSIDE)
@pytest.mark.parametrize("name", [name for name, body in MESSAGES.items() if body is not None])
def test_no_message_of_a_stranger_does_anything(client: TestClient, name: str, who: str, game: str) -> None:
    them = stranger(client, who, game)
    with socket(client) as door:
        if who == "none":
            # no hello at all
            door.send(type=name, **(MESSAGES[name] or {}))
            assert door.read()["refusal"]["code"] == "no_hello"
        else:
            before = door.hello(them.match, them.secrets)
            door.send(type=name, **(MESSAGES[name] or {}))
            refused = door.wait("refused")
            assert refused["refusal"]["code"] == "not_your_seat"
            assert refused["id"] == "x1"
            door.send(type="ping")
            door.wait("pong")
            assert [each["type"] for each in door.seen if each["type"] in ("accepted", "told")] == []
            assert door.seen[-3]["type"] != "update" or door.seen[-3] == before


def turned_away(door: Any, them: Stranger) -> None:
    """Hello is refused, and not one byte of the game comes, then or later."""
    door.send(type="hello", protocol=1, match=them.match, secrets=them.secrets)
    heard = [door.read(), door.read()]
    with pytest.raises(WebSocketDisconnect):
        door.read()
    assert [each["type"] for each in heard] == ["refused", "bye"]
    assert not [each for each in heard if each["type"] in GAME_BYTES]
    assert them.match not in msgspec.json.encode(heard).decode()


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("who", AT_THE_DOOR)
def test_hello_with_a_secret_that_opens_nothing_is_turned_away(client: TestClient, who: str, game: str) -> None:
    with socket(client) as door:
        turned_away(door, stranger(client, who, game))


@pytest.mark.parametrize("game", TABLES)
def test_each_link_opens_its_own_seat_and_no_other(client: TestClient, game: str) -> None:
    made = table_of(client, game)
    for seat, secret in enumerate(seated(client, made)):
        with socket(client) as door:
            assert door.hello(made["match"], [secret])["view"]["seat"] == seat
            assert door.seen[0]["yours"] == [seat]
            for other in range(len(made["seats"])):
                door.send(type="leave_orders", id="x1", seat=other, orders={})
                wanted = "orders_left" if other == seat else "refused"
                assert door.wait(wanted)["id"] == "x1"


def test_hello_with_one_good_and_one_bad_secret_is_turned_away(client: TestClient) -> None:
    made = new_match(client, "me", "link")
    other = seated(client, new_match(client, "me", "link"))
    with socket(client) as door:
        turned_away(door, Stranger(made["match"], [secrets_of(made)[0], other[0]], True))


def test_hello_to_a_match_that_is_not_there_is_turned_away(client: TestClient) -> None:
    with socket(client) as door:
        turned_away(door, Stranger("AAAAAAAAAAAA", [], True))


def test_no_page_of_the_log_is_told_before_hello(client: TestClient) -> None:
    new_match(client, "me", "link")
    with socket(client) as door:
        door.send(type="earlier", id="x1", before=9)
        assert door.read()["refusal"]["code"] == "no_hello"


def test_a_spectator_gets_no_question_and_no_secret(client: TestClient) -> None:
    made = new_match(client, "me", "link", ready=True)
    with socket(client) as watcher:
        update = watcher.hello(made["match"], [])
        assert update["view"]["seat"] == -1
        assert update["decision"] is None
        assert update["view"]["secrets"] == {}
        text = msgspec.json.encode(watcher.seen).decode()
        assert not [secret for secret in (*secrets_of(made), *invitations_of(made)) if secret in text]


# --- routes ----------------------------------------------------------------------------------------------------------

Check = Callable[[TestClient, Stranger, str], None]


def refused_with(body: Callable[[Stranger, str], dict[str, Any]], path: str, *codes: str) -> Check:
    """The route refuses this body of a stranger."""

    def check(client: TestClient, them: Stranger, who: str) -> None:
        answer = client.post(path.format(match=them.match), json=body(them, who))
        assert answer.status_code in (400, 403, 404, 409), (who, answer.text)
        assert answer.json()["code"] in codes, (who, answer.text)
        assert "steps" not in answer.json()

    return check


def a_secret(them: Stranger, who: str) -> str:
    return them.secrets[0] if them.secrets else ""


def open_to_all(client: TestClient, them: Stranger, who: str) -> None:
    """This route tells nothing of any match."""


def still_running(kind: str) -> Check:
    def check(client: TestClient, them: Stranger, who: str) -> None:
        answer = client.get(f"/api/matches/{them.match}/replay.{kind}")
        assert (answer.status_code, answer.json()["code"]) == (409, "still_running")

    return check


def operator_only(path: str) -> Check:
    """No secret of any seat makes its owner the operator."""

    def check(client: TestClient, them: Stranger, who: str) -> None:
        answer = client.get(path, headers={"authorization": f"Bearer {a_secret(them, who)}"})
        assert (answer.status_code, answer.json()["code"]) == (403, "operator_only")

    return check


def no_tables(client: TestClient, them: Stranger, who: str) -> None:
    lines = post(client, "/api/tables", {"secrets": [secret for secret in them.secrets if secret]})
    assert [line for line in lines if line["match"] == them.match and line["seat"] == 0] == []


def no_seat(path: str, *, fresh: bool = False) -> Check:
    """A secret that opens nothing, or another seat, does not open seat 0."""

    def check(client: TestClient, them: Stranger, who: str) -> None:
        more = {"fresh": links.new_secret()} if fresh else {}
        answer = client.post(path, json={"secret": a_secret(them, who), **more})
        if answer.status_code == 200:
            told = answer.json()
            seat = told["seat"] if "seat" in told else told["seats"][0]["seat"]
            assert (told["match"], seat) != (them.match, 0)
        else:
            assert answer.json()["code"] in ("no_link", "invitation_used")

    return check


ROWS: dict[str, Check] = {
    "GET /api/games": open_to_all,
    "GET /api/pocket": open_to_all,
    "GET /api/clauses": open_to_all,
    "GET /api/clauses/titles": open_to_all,
    "GET /api/clauses/found": open_to_all,
    "GET /api/clauses/diagram": open_to_all,
    "GET /api/drawings/{folder}": open_to_all,
    "GET /api/steps/{folder}": open_to_all,
    "POST /api/bricks/list": open_to_all,
    "POST /api/bricks/owned": open_to_all,
    "POST /api/rules": open_to_all,
    "POST /api/armies/check": open_to_all,
    "POST /api/cards/build": open_to_all,
    "POST /api/cards/duels": open_to_all,
    "POST /api/dice/try": open_to_all,
    "POST /api/tables/lay": open_to_all,
    "POST /api/scenarios/check": open_to_all,
    "POST /api/judge": open_to_all,
    "POST /api/companion/battle": open_to_all,
    "POST /api/companion/shot": open_to_all,
    "POST /api/scenarios/desk": open_to_all,
    "POST /api/scenarios/try": open_to_all,
    "POST /api/matches": open_to_all,
    "POST /api/lessons": open_to_all,
    "GET /api/openapi.json": open_to_all,
    "GET /api/schema.json": open_to_all,
    "GET /healthz": open_to_all,
    "GET /readyz": operator_only("/readyz"),
    "GET /metrics": operator_only("/metrics"),
    "POST /api/links/look": no_seat("/api/links/look"),
    "POST /api/links/sit": no_seat("/api/links/sit", fresh=True),
    "POST /api/links/change": no_seat("/api/links/change", fresh=True),
    "POST /api/tables": no_tables,
    # seat 0 is somebody's: not even the invitation to another seat frees it
    "POST /api/matches/{match}/free": refused_with(
        lambda them, who: {"secret": a_secret(them, who), "seat": 0, "give": "link"},
        "/api/matches/{match}/free",
        "not_yours",
    ),
    "POST /api/matches/{match}/rematch": refused_with(
        lambda them, who: {"secret": a_secret(them, who)},
        "/api/matches/{match}/rematch",
        "not_yours",
        # a player of the other seat may ask, but only when the battle is over
        "still_running",
    ),
    # what a running battle hides is not to be had by playing on from it
    "POST /api/matches/{match}/play_on": refused_with(
        lambda them, who: {"secret": a_secret(them, who), "step": 0, "seats": [{"kind": "me"}, {"kind": "here"}]},
        "/api/matches/{match}/play_on",
        "still_running",
        "still_running",
    ),
    # a battle is carried elsewhere by whoever holds all seats of people, not by one of two
    "POST /api/matches/{match}/take": refused_with(
        lambda them, who: {"secrets": [a_secret(them, who)]}, "/api/matches/{match}/take", "not_yours", "not_yours"
    ),
    # what is brought opens nothing that is here
    "POST /api/battles/bring": open_to_all,
    "POST /api/models": open_to_all,
    "POST /api/battles/with_models": open_to_all,
    # as with cards: whoever may watch a table sees how its units look, and nothing that it does not tell of
    "POST /api/matches/{match}/model": open_to_all,
    "GET /api/matches/{match}/replay.txt": still_running("txt"),
    "GET /api/matches/{match}/replay.html": still_running("html"),
}


def test_every_route_has_a_row() -> None:
    rows = {*ROWS, "POST /api/matches/{match}/replay"}
    assert {f"{route.method} {route.path}" for route in ROUTES} == rows


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("who", STRANGERS)
@pytest.mark.parametrize("row", [row for row, check in ROWS.items() if check is not open_to_all])
def test_no_route_gives_a_stranger_what_is_not_theirs(client: TestClient, row: str, who: str, game: str) -> None:
    ROWS[row](client, stranger(client, who, game), who)


@pytest.mark.parametrize("who", STRANGERS)
def test_the_replay_of_a_running_match_is_for_its_own_seat(client: TestClient, who: str) -> None:
    them = stranger(client, who)
    answer = client.post(f"/api/matches/{them.match}/replay", json={"secret": a_secret(them, who)})
    if who == "wrong seat":
        assert {step["view"]["seat"] for step in answer.json()["steps"]} == {1}
        assert answer.json()["dice_seed"] == ""
    else:
        assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")


@pytest.mark.parametrize("route", [route for route in ROUTES if route.body is not None], ids=lambda r: r.path)
@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b"", 400, "malformed"),
        (b"[", 400, "malformed"),
        (b"[]", 400, "malformed"),
        (b'{"surprise": 1}', 400, "malformed"),
        (b'{"secret": NaN}', 400, "malformed"),
        (b'{"a":' * 40 + b"1" + b"}" * 40, 400, "too_deep"),
        (None, 413, "too_large"),
    ],
)
def test_no_route_takes_what_it_does_not_know(
    client: TestClient, route: Any, content: bytes | None, status: int, code: str
) -> None:
    path = route.path.format(match="AAAA")
    sent = b'"' + b"x" * route.most + b'"' if content is None else content
    answer = client.post(path, content=sent, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert len(answer.content) < 1024


@pytest.mark.parametrize("route", [route for route in ROUTES if route.body is not None], ids=lambda r: r.path)
def test_no_route_hears_a_page_of_somebody_else(client: TestClient, route: Any) -> None:
    path = route.path.format(match="AAAA")
    foreign = client.post(path, json={}, headers={"origin": "http://evil.test"})
    assert (foreign.status_code, foreign.json()["code"]) == (403, "wrong_origin")
    form = client.post(path, content=b"{}", headers={"content-type": "text/plain"})
    assert (form.status_code, form.json()["code"]) == (415, "not_json")


@pytest.mark.parametrize("route", [route for route in ROUTES if "{match}" in route.path], ids=lambda r: r.path)
@pytest.mark.parametrize("match", ["AAAA", "..%2f..%2fetc", "%00", "x" * 500])
def test_a_match_that_is_not_there_is_not_found(client: TestClient, route: Any, match: str) -> None:
    path = route.path.format(match=match)
    more = {bodies.FreeSeat: {"seat": 1, "give": "link"}, bodies.PlayOn: {"step": 0, "seats": [{"kind": "me"}]}}
    named = {bodies.TakeAlong: {"secrets": ["s" * 30]}, bodies.ModelName: {"name": "0" * 16}}
    own = named.get(route.body, {"secret": "s" * 30})
    body = own | more.get(route.body, {})
    answer = client.post(path, json=body) if route.method == "POST" else client.get(path)
    # an address that is cut into other pieces on the way leads to no route at all
    assert answer.status_code in (404, 405)
