"""A browser for tests: it keeps secrets, says hello, and reads what comes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from starlette.testclient import TestClient, WebSocketTestSession

from brickfield.server.rooms import links
from tests.server.tables import GAME

ORIGIN = {"origin": "http://testserver"}


def post(client: TestClient, path: str, body: Any, status: int = 200) -> Any:
    """Send a body; the answer must have this status."""
    answer = client.post(path, json=msgspec.to_builtins(body))
    assert answer.status_code == status, answer.text
    return answer.json()


def new_match(client: TestClient, *kinds: str, **parts: Any) -> dict[str, Any]:
    """Set a battle up: `me`, `here`, `link` or the level of a bot."""
    seats = [{"kind": kind} if kind in ("me", "here", "link") else {"kind": "bot", "level": kind} for kind in kinds]
    wish = {"game": GAME, "scenario": "six_v_six", "seats": seats, **parts}
    made: dict[str, Any] = post(client, "/api/matches", wish)
    return made


def secrets_of(made: dict[str, Any]) -> list[str]:
    """The secrets of the seats at the device of whoever set the match up."""
    return [seat["secret"] for seat in made["seats"] if seat["secret"]]


def invitations_of(made: dict[str, Any]) -> list[str]:
    """The invitations to the other seats."""
    return [seat["invitation"] for seat in made["seats"] if seat["invitation"]]


def sit(client: TestClient, invitation: str, name: str = "", fresh: str = "") -> str:
    """Sit down by an invitation; the secret that opens the seat from now on."""
    fresh = fresh or links.new_secret()
    sat = post(client, "/api/links/sit", {"secret": invitation, "name": name, "fresh": fresh})
    assert sat["seats"][0]["secret"] == fresh
    return fresh


def seated(client: TestClient, made: dict[str, Any]) -> list[str]:
    """All friends sit down; the secrets of all people's seats."""
    return [seat["secret"] or sit(client, seat["invitation"]) for seat in made["seats"] if seat["kind"] != "bot"]


class Socket:
    """An open socket."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session
        self.seen: list[dict[str, Any]] = []

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.session.send_text(msgspec.json.encode(message).decode())

    def read(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = msgspec.json.decode(self.session.receive_text())
        self.seen.append(message)
        return message

    def wait(self, kind: str) -> dict[str, Any]:
        """Read on until a message of this type comes."""
        for _ in range(1000):
            message = self.read()
            if message["type"] == kind:
                return message
        raise AssertionError(f"no {kind} came")

    def hello(self, match: str, secrets: list[str], last: int = 0) -> dict[str, Any]:
        """Say hello; the update with the present table."""
        self.send(type="hello", protocol=1, match=match, secrets=secrets, last=last)
        return self.wait("update")

    def command(self, seat: int, seq: int, answer: dict[str, Any], command_id: str = "c1") -> None:
        """Answer the open question."""
        self.send(type="command", id=command_id, seat=seat, seq=seq, answer=answer)

    def ask(self, seat: int, query: str, **about: Any) -> Any:
        """Ask something and read the answer."""
        self.send(type="ask", id="a1", seat=seat, query=query, about=about)
        return self.wait("told")["result"]


@contextmanager
def socket(client: TestClient, **headers: str) -> Iterator[Socket]:
    """A socket of our own page."""
    with client.websocket_connect("/ws", headers=headers or ORIGIN) as session:
        yield Socket(session)
