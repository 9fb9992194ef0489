"""Two servers of one house, as on two machines: a guest who calls the wrong one is passed on and notices nothing."""

from __future__ import annotations

import asyncio
import contextlib
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from brickfield.server.club.passes import HEADER, Passes
from brickfield.server.rooms import links
from tests.server.databases import Cluster, Missing, cluster
from tests.server.ledgers import Served
from tests.server.tables import PATIENCE_SECONDS
from tests.server.test_club_storm import Club


class Machine(Club):
    """A server with one worker, which is the process itself."""

    count = 1


@pytest.fixture(scope="module")
def machines() -> Iterator[tuple[Machine, Machine, Cluster]]:
    """Two servers of one house."""
    try:
        postgres = cluster()
    except Missing as missing:
        pytest.skip(str(missing))
    first = Machine(postgres)
    second = Machine(postgres, url=first.url)
    both = (first, second)
    try:
        for each in both:
            asyncio.run(each.start())
        yield first, second, postgres
    finally:
        for each in both:
            if each.process is not None and each.process.poll() is None:
                each.kill()


def ask(where: Served, path: str, body: Any, headers: dict[str, str] | None = None) -> tuple[int, Any]:
    """The status and the answer of a request."""
    words = {"content-type": "application/json", "origin": where.address, **(headers or {})}
    request = urllib.request.Request(f"{where.address}{path}", msgspec.json.encode(body), words)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            return answer.status, msgspec.json.decode(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, msgspec.json.decode(error.read())


@contextlib.contextmanager
def entered(where: Served, match: str, *secrets: str) -> Iterator[ClientConnection]:
    """A socket that has said hello."""
    uri = f"ws://127.0.0.1:{where.port}/ws"
    with connect(uri, origin=where.address, compression=None) as line:  # type: ignore[arg-type]
        say(line, type="hello", protocol=1, match=match, secrets=list(secrets), last=0)
        yield line


def say(line: ClientConnection, **message: Any) -> None:
    line.send(msgspec.json.encode(message).decode())


def heard(line: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of one kind."""
    while True:
        message: dict[str, Any] = msgspec.json.decode(line.recv(timeout=PATIENCE_SECONDS))
        if message["type"] == kind:
            return message


def table(where: Served) -> tuple[str, list[str]]:
    """A new table with an invitation; its id, the secret and the invitation."""
    wish = {"game": "toy", "scenario": "duel", "seats": [{"kind": "me"}, {"kind": "link"}]}
    _, made = ask(where, "/api/matches", wish)
    return made["match"], [made["seats"][0]["secret"], made["seats"][1]["invitation"]]


def test_a_guest_at_the_wrong_server_plays_as_at_the_right_one(machines: tuple[Machine, Machine, Cluster]) -> None:
    first, second, _ = machines
    match, (secret, invitation) = table(first)
    fresh = links.new_secret()
    assert ask(second, "/api/links/look", {"secret": invitation})[1]["status"] == "open"
    status, sat = ask(second, "/api/links/sit", {"secret": invitation, "name": "Bo", "fresh": fresh})
    assert status == 200, sat
    assert sat["seats"][0]["secret"] == fresh
    with entered(first, match, secret) as near, entered(second, match, fresh) as far:
        assert heard(near, "welcome")["seats"][1]["name"] == heard(far, "welcome")["seats"][1]["name"] == "Bo"
        for number, answer in enumerate(2 * [{"answer": "roll_off", "question": "who?", "method": "high"}]):
            seq = heard(far, "update")["seq"]
            say(far, type="command", id=f"far{number}", seat=1, seq=seq, answer=answer)
            assert heard(far, "accepted")["seq"] == seq + 1
            while heard(near, "update")["seq"] <= seq:
                pass
        # refused in the same words, and the door is shut for the same reason
        say(far, type="command", id="x", seat=0, seq=1, answer={})
        assert heard(far, "refused")["refusal"]["code"] == "not_your_seat"
        # another secret is told to everybody, wherever they came in
        newer = links.new_secret()
        assert ask(second, "/api/links/change", {"secret": fresh, "fresh": newer})[0] == 200
        assert heard(far, "bye")["reason"] == "not_yours"
        assert closed_with(far) == 1008
    with entered(second, match, links.new_secret()) as stranger:
        assert heard(stranger, "refused")["refusal"]["code"] == "not_yours"
        assert closed_with(stranger) == 1008
    assert ask(second, f"/api/matches/{match}/rematch", {"secret": secret})[1]["code"] == "still_running"
    assert ask(second, "/api/matches/none/rematch", {"secret": secret})[1]["code"] == "no_match"


def closed_with(line: ClientConnection) -> int | None:
    """The code a socket is closed with in the end."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            line.recv(timeout=PATIENCE_SECONDS)
    return line.close_code


def test_by_the_door_of_workers_nobody_else_comes_in(machines: tuple[Machine, Machine, Cluster]) -> None:
    first, _, postgres = machines
    ((inside, word),) = postgres.ask(
        f"SELECT address, word FROM worker, house WHERE process = {first.process.pid}",  # type: ignore[union-attr]
        first.database.name,
    )
    door = Served(first.database)
    door.port = int(inside.rpartition(":")[2])
    wish = {"secret": links.new_secret()}
    assert ask(door, "/api/links/look", wish)[0] == 421
    shown = Passes(word, "127.0.0.1:1").make(inside, "POST /api/links/look", "203.0.113.5")
    assert ask(door, "/api/links/look", wish, {HEADER: shown})[0] == 404
    # shown again, and at the door for everybody
    assert ask(door, "/api/links/look", wish, {HEADER: shown})[0] == 421
    other = Passes(word, "127.0.0.1:1").make(f"127.0.0.1:{first.port}", "POST /api/links/look", "203.0.113.5")
    assert ask(first, "/api/links/look", wish, {HEADER: other})[0] == 404
    assert ask(door, "/api/links/look", wish, {HEADER: "nonsense"})[0] == 421


def test_tables_of_a_server_that_stops_go_on_at_the_other(machines: tuple[Machine, Machine, Cluster]) -> None:
    first, second, _ = machines
    match, (secret, _) = table(first)
    with entered(second, match, secret) as far:
        heard(far, "update")
        assert first.stop() == 0
        assert heard(far, "bye")["reason"] == "restarting"
        assert closed_with(far) == 1012
    with entered(second, match, secret) as again:
        assert heard(again, "update")["seq"] == 1
