"""Sockets over the real routes: hello, commands, previews, seats of friends, origins, limits."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from brickfield.server.app import make_app
from brickfield.server.server import Settings
from brickfield.server.store.sqlite import SqliteStore
from brickfield.server.web.limits import MOST_QUEUED, Bucket, Limits, Rate, RateLimiter
from brickfield.server.web.socket import Connection
from tests.server.browsing import ORIGIN, invitations_of, new_match, post, secrets_of, socket
from tests.server.tables import WIDE, near


def test_hello_brings_the_table_and_a_command_moves_it(client: TestClient) -> None:
    made = new_match(client, "me", "recruit", ready=True)
    with socket(client) as table:
        update = table.hello(made["match"], secrets_of(made))
        welcome = table.seen[0]
        assert welcome["type"] == "welcome"
        assert welcome["yours"] == [0]
        assert welcome["face"]["units"]
        assert welcome["code"]
        assert len(welcome["dice_promise"]) == 64
        assert welcome["story"]
        while update["decision"] is None:
            update = table.wait("update")
        assert update["decision"]["kind"] == "move_units"
        ideas = table.ask(0, "suggest", n=12)
        move = next(idea["answer"] for idea in ideas if idea["answer"]["answer"] == "move")
        table.command(0, update["seq"], move)
        assert table.wait("accepted") == {"type": "accepted", "id": "c1", "seq": update["seq"] + 1, "first_roll": -1}
        after = table.wait("update")
        assert after["seq"] == update["seq"] + 1
        assert after["events"][0]["event"] == "unit_moved"
        assert after["story"][0]["sort"] == "moved"
        assert after["story"][0]["clauses"]
        assert after["take_back"]
        table.send(type="take_back", id="t1", seat=0, seq=after["seq"])
        assert table.wait("accepted")["id"] == "t1"
        assert table.wait("update")["view"]["units"] == update["view"]["units"]
        table.send(type="ping")
        assert table.wait("pong") == {"type": "pong"}


def test_a_refused_answer_comes_back_with_its_clause(client: TestClient) -> None:
    made = new_match(client, "me", "here", ready=True)
    with socket(client) as table:
        update = table.hello(made["match"], secrets_of(made))
        seat, unit = update["decision"]["seat"], update["decision"]["offer"]["movers"][0]["unit"]
        far = {"answer": "move", "unit": unit, "steps": [{"step": "forward", "inches": 90.0}]}
        table.command(seat, update["seq"], far)
        refused = table.wait("refused")
        assert refused["id"] == "c1"
        assert refused["refusal"]["kind"] == "illegal"
        assert refused["refusal"]["clause"].startswith("mbb.")
        told = table.ask(seat, "path", unit=unit, steps=far["steps"])
        assert told["refusal"]["clause"] == refused["refusal"]["clause"]


@pytest.mark.parametrize(
    ("query", "about", "code"),
    [("nonsense", {}, "unknown_query"), ("path", {"unit": 3}, "malformed"), ("suggest", {"n": 1e9}, "malformed")],
)
def test_a_question_that_cannot_be_answered_is_told_so(client: TestClient, query: str, about: Any, code: str) -> None:
    made = new_match(client, "me", "here", ready=True)
    with socket(client) as table:
        seat = table.hello(made["match"], secrets_of(made))["decision"]["seat"]
        assert table.ask(seat, query, **about)["code"] == code


def test_a_friend_opens_the_link_sits_down_and_both_play(client: TestClient) -> None:
    made = new_match(client, "me", "link", ready=True)
    (mine,), (link,), fresh = secrets_of(made), invitations_of(made), "f" * 32
    found = post(client, "/api/links/look", {"secret": link})
    assert (found["status"], found["seat"], found["match"]) == ("open", 1, made["match"])
    with socket(client) as host:
        host.hello(made["match"], [mine])
        sat = post(client, "/api/links/sit", {"secret": link, "name": "  Nadia \u0301 ", "fresh": fresh})
        key = {"seat": 1, "kind": "link", "secret": fresh, "invitation": "", "until": 0.0}
        assert sat == {"match": made["match"], "seats": [key]}
        seats = host.wait("presence")["seats"]
        while not seats[1]["taken"]:
            seats = host.wait("presence")["seats"]
        assert seats[1]["name"].startswith("Nadia")
        with socket(client) as friend:
            update = friend.hello(made["match"], [fresh])
            assert update["view"]["seat"] == 1
            assert friend.seen[0]["yours"] == [1]
            player, other = (friend, host) if update["decision"] else (host, friend)
            seat = 1 if update["decision"] else 0
            ideas = player.ask(seat, "suggest", n=1)
            player.command(seat, update["seq"], ideas[0]["answer"])
            assert player.wait("update")["seq"] == update["seq"] + 1
            assert other.wait("update")["seq"] == update["seq"] + 1


def test_a_second_window_takes_the_seat_over(client: TestClient) -> None:
    made = new_match(client, "me", "link")
    with socket(client) as old:
        old.hello(made["match"], secrets_of(made)[:1])
        with socket(client) as new:
            new.hello(made["match"], secrets_of(made)[:1])
            assert old.wait("bye")["reason"] == "taken_over"
            with pytest.raises(WebSocketDisconnect) as closed:
                old.read()
            assert closed.value.code == 1008
            new.send(type="ping")
            new.wait("pong")


def test_the_seed_is_opened_when_the_match_is_over_and_not_before(client: TestClient) -> None:
    made = new_match(client, "me", "here", ready=True)
    with socket(client) as table:
        update = table.hello(made["match"], secrets_of(made))
        assert update["dice_seed"] == ""
        table.command(0, update["seq"], {"answer": "concede"})
        end = table.wait("update")
        assert end["view"]["outcome"]["winners"] == [1]
        assert end["decision"] is None
        assert len(end["dice_seed"]) == 64
        table.command(1, end["seq"], {"answer": "concede"}, "c2")
        assert table.wait("refused")["refusal"]["code"] == "match_over"


# --- who is let in ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin",
    ["", "null", "http://evil.test", "http://testserver.evil.test", "http://testserver:81", "ftp://testserver",
     "http://testserver/", "HTTP://TESTSERVER", "http://atestserver"],
)  # fmt: skip
def test_a_page_of_somebody_else_opens_no_socket(client: TestClient, origin: str) -> None:
    headers = {"origin": origin} if origin else {"x-none": "1"}
    with pytest.raises(WebSocketDisconnect), socket(client, **headers):
        pass


def test_a_listed_page_opens_a_socket(tmp_path: Path) -> None:
    settings = Settings(pace=0.0, limits=WIDE, origins=("https://friend.test",))
    app = make_app(lambda: near(SqliteStore(tmp_path / "a.sqlite"), settings), tmp_path)
    with TestClient(app, base_url="http://testserver") as browser, socket(browser, origin="https://friend.test") as one:
        one.send(type="ping")
        assert one.read() == {"type": "pong"}


@pytest.mark.parametrize("first", ['{"type":"command"}', "[", '{"type":"hello","protocol":1,"match":"no such"}'])
def test_a_first_message_that_cannot_be_read_ends_the_socket(client: TestClient, first: str) -> None:
    with socket(client) as one:
        one.session.send_text(first)
        assert one.read()["type"] == "refused"
        assert one.read()["type"] == "bye"
        with pytest.raises(WebSocketDisconnect):
            one.read()


def test_another_protocol_is_told_which_one_is_spoken(client: TestClient) -> None:
    with socket(client) as one:
        one.send(type="hello", protocol=2, match="m")
        refusal = one.read()["refusal"]
        assert (refusal["code"], refusal["data"]) == ("other_protocol", {"protocol": 1})


def test_nothing_but_ping_is_heard_before_hello(client: TestClient) -> None:
    with socket(client) as one:
        one.send(type="command", id="c", seat=0, seq=0, answer={})
        assert one.read()["refusal"]["code"] == "no_hello"
        assert one.read()["type"] == "bye"


# --- limits ----------------------------------------------------------------------------------------------------------


def limited(folder: Path, limits: Limits) -> TestClient:
    app = make_app(
        lambda: near(SqliteStore(folder / "a.sqlite"), Settings(pace=0.0, limits=limits)),
        folder,
    )
    return TestClient(app, base_url="http://testserver")


def test_one_address_opens_only_so_many_sockets(tmp_path: Path) -> None:
    with limited(tmp_path, replace(WIDE, sockets=2)) as browser:
        with socket(browser), socket(browser), pytest.raises(WebSocketDisconnect), socket(browser):
            pass
        with socket(browser) as again:
            again.send(type="ping")
            assert again.read() == {"type": "pong"}


def test_one_address_makes_only_so_many_matches(tmp_path: Path) -> None:
    with limited(tmp_path, replace(WIDE, matches=Rate(3, 0.0))) as browser:
        for _ in range(3):
            new_match(browser, "me", "here")
        wish = {"game": "micro_brick_battle", "scenario": "six_v_six", "seats": [{"kind": "me"}, {"kind": "here"}]}
        for _ in range(5):
            assert post(browser, "/api/matches", wish, 429)["code"] == "too_many"
        assert browser.get("/api/games").status_code == 200


def test_one_socket_sends_only_so_many_commands_and_asks(tmp_path: Path) -> None:
    few = replace(WIDE, commands=Rate(2, 0.0), asks=Rate(1, 0.0))
    with limited(tmp_path, few) as browser:
        made = new_match(browser, "me", "here", ready=True)
        with socket(browser) as table:
            update = table.hello(made["match"], secrets_of(made))
            seat = update["decision"]["seat"]
            assert isinstance(table.ask(seat, "suggest", n=1), list)
            table.send(type="ask", id="a2", seat=seat, query="suggest", about={"n": 1})
            assert table.wait("refused")["refusal"]["code"] == "too_many"
            for number in range(4):
                table.command(seat, 0, {}, f"c{number}")
            codes = [table.wait("refused")["refusal"]["code"] for _ in range(4)]
            assert codes == ["old_version", "old_version", "too_many", "too_many"]


def test_a_flood_ends_the_socket(client: TestClient) -> None:
    made = new_match(client, "me", "here", ready=True)
    with socket(client) as table:
        table.hello(made["match"], secrets_of(made))
        for _ in range(300):
            table.session.send_text("[")
        assert table.wait("bye")["reason"] == "too_many"


def test_buckets_fill_again_with_time_and_full_ones_are_forgotten() -> None:
    now = [0.0]
    bucket = Bucket(Rate(2, 0.5), lambda: now[0])
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    assert not bucket.full
    now[0] = 2.0
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] = 100.0
    assert bucket.full
    keeper = RateLimiter(Limits(joins=Rate(1, 0.0)))
    assert [keeper.may("joins", "a"), keeper.may("joins", "a"), keeper.may("joins", "b")] == [True, False, True]


def test_a_socket_that_does_not_read_is_let_go_and_its_queue_stays_small() -> None:
    class Stuck:
        """A socket whose other side never reads."""

        async def send_text(self, text: str) -> None:
            await asyncio.sleep(3600)

    async def run() -> None:
        connection = Connection(Stuck())  # type: ignore[arg-type]
        writing = asyncio.create_task(connection.write_on())
        message = b"x" * 10_000
        sent = 0
        while not connection.ending.done():
            connection.send(message)
            sent += len(message)
            await asyncio.sleep(0)
        assert MOST_QUEUED < sent <= MOST_QUEUED + 2 * len(message)
        assert connection.ending.result().reason == "too_slow"
        assert not connection._queue
        connection.send(message)
        assert not connection._queue
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing

    asyncio.run(run())


def test_the_origin_of_our_own_page_is_enough(client: TestClient) -> None:
    for origin in ("http://testserver", "https://testserver"):
        with socket(client, origin=origin) as one:
            one.send(type="ping")
            assert one.read() == {"type": "pong"}
    assert ORIGIN["origin"] == "http://testserver"
