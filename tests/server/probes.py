"""Everything somebody may ask of a room: every message of a socket and every route, and the bytes of what is answered.

Two rooms that look alike must answer alike. A message type or a route without a row here fails a test.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from starlette.requests import Request

from brickfield.server.rooms.audiences import Audience
from brickfield.server.rooms.resync import missed
from brickfield.server.rooms.room import Room, encoded
from brickfield.server.server import Server
from brickfield.server.web.http import ROUTES, Route, serve
from brickfield.server.web.socket import SocketSession

LINES = (
    "", "look", "log", "log all", "log 50", "score", "goal", "options", "hint", "undo", "orders", "who sees A1",
    "why 1", "why A1 B1", "look A1", "look B1", "try move A1 forward 1", "plan", "nonsense", "save", "replay", "help",
)  # fmt: skip
FORWARD = {"step": "forward", "inches": 1.0}
NO_SUCH = "no-such-secret-in-this-house"


def secret_of(seat: int) -> str:
    """The secret of a seat in a room that is asked like this."""
    return f"secret{seat}" * 4


class Still:
    """A socket with nobody at the other end."""

    client = None


def messages(room: Room, seats: Audience) -> Iterator[dict[str, Any]]:
    """Messages of every kind that this audience could send; none of them is an answer the rules would take."""
    # a spectator tries it for a seat that is not its own
    seat, seq = min(seats, default=0), room.seq(seats)
    yield {"type": "ping"}
    yield {"type": "earlier", "id": "p0", "before": seq}
    yield {"type": "hello", "protocol": 1, "match": room.id, "secrets": [secret_of(seat)]}
    yield {"type": "stir", "id": "p1", "seat": seat, "seed": "ab" * 32}
    yield {"type": "stand_in", "id": "p7", "seat": seat, "absent": 1 - min(seat, 1), "level": "recruit"}
    yield {"type": "take_seat", "id": "p8", "seat": seat}
    yield {"type": "utter", "id": "p9", "seat": seat, "phrase": "no such phrase"}
    yield {"type": "leave_orders", "id": "p2", "seat": seat, "orders": {"no_such_window": "ask"}}
    nobody = {"answer": "move", "unit": "Z9", "steps": [FORWARD]}
    for number, answer in enumerate(({"answer": "nonsense"}, {"answer": "react", "yes": False, "late": True}, nobody)):
        for at in (seq, seq - 1, seq + 1):
            yield {"type": "command", "id": f"p3-{seq}-{number}", "seat": seat, "seq": max(0, at), "answer": answer}
    own, other = (next((each for each in room.journal.state.units if each[0] == letter), "A1") for letter in "AB")
    abouts = ({}, {"n": 3}, {"unit": own, "steps": [FORWARD]}, {"unit": own, "target": other}, {"unit": other})
    for query in (*room.journal.match.game.previews, "no_such_query"):
        for about in abouts:
            yield {"type": "ask", "id": "p4", "seat": seat, "query": query, "about": about}
    for number, line in enumerate(LINES):
        yield {"type": "say", "id": f"p5-{seq}-{number}", "seat": seat, "seq": seq, "line": line}
    for at in (seq - 1, seq, seq + 1):
        yield {"type": "take_back", "id": f"p6-{seq}", "seat": seat, "seq": max(0, at)}


# What is sent to each route; None: its body is for no match, so any will do.
BODIES: dict[str, Any] = {
    "POST /api/links/look": lambda seat: {"secret": secret_of(seat)},
    "POST /api/links/sit": lambda seat: {"secret": NO_SUCH},
    "POST /api/tables": lambda seat: {"secrets": [secret_of(seat)]},
    "POST /api/links/change": lambda seat: {"secret": NO_SUCH, "fresh": "f" * 32},
    "POST /api/matches/{match}/free": lambda seat: {"secret": secret_of(seat), "seat": seat, "give": "nobody"},
    "POST /api/matches/{match}/rematch": lambda seat: {"secret": secret_of(seat)},
    "POST /api/matches/{match}/play_on": lambda seat: {
        "secret": secret_of(seat),
        "step": 0,
        "seats": [{"kind": "me"}, {"kind": "here"}],
    },
    "POST /api/matches/{match}/take": lambda seat: {"secrets": [secret_of(seat)]},
    "POST /api/matches/{match}/model": lambda seat: {"name": "0123456789abcdef"},
    "POST /api/matches/{match}/replay": lambda seat: {"secret": secret_of(seat)},
    "GET /api/matches/{match}/replay.txt": None,
    "GET /api/matches/{match}/replay.html": None,
    "GET /healthz": None,
    "GET /readyz": None,
    "GET /metrics": None,
}
# Routes that know no match: the same answer whatever is played.
NO_MATCH = {
    "GET /api/games", "GET /api/clauses", "GET /api/clauses/titles", "GET /api/clauses/found",
    "GET /api/clauses/diagram", "POST /api/rules", "GET /api/drawings/{folder}",
    "GET /api/steps/{folder}", "POST /api/bricks/list", "POST /api/bricks/owned",
    "POST /api/armies/check", "POST /api/cards/build", "POST /api/cards/duels",
    "POST /api/dice/try", "POST /api/scenarios/check", "POST /api/scenarios/desk", "POST /api/scenarios/try",
    "POST /api/judge", "POST /api/tables/lay", "POST /api/matches",
    "POST /api/lessons", "POST /api/battles/bring",
    "POST /api/models", "POST /api/battles/with_models",
    "POST /api/companion/battle", "POST /api/companion/shot",
    "GET /api/pocket", "GET /api/openapi.json", "GET /api/schema.json",
}  # fmt: skip


async def requested(server: Server, route: Route, match: str, body: Any) -> tuple[int, Any]:
    """What a route answers; when something last happened is left out, for two rooms are not played in one moment."""

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": msgspec.json.encode(body), "more_body": False}

    scope = {
        "type": "http", "method": route.method, "path": route.path, "query_string": b"",
        "path_params": {"match": match}, "headers": [(b"content-type", b"application/json"), (b"host", b"here")],
        "client": ("127.0.0.1", 1),
    }  # fmt: skip
    response = await serve(server, route, Request(scope, receive))
    told = bytes(response.body)
    if response.media_type == "application/json" and isinstance(plain := msgspec.json.decode(told), list):
        return response.status_code, [{**line, "at": 0} for line in plain]
    return response.status_code, told


async def answers(server: Server, room: Room, seats: Audience) -> list[Any]:
    """All that this audience is answered now: as a newcomer, to every message and on every route."""
    now = room.seq(seats)
    heard: list[Any] = [encoded(room.welcome(seats))]
    heard += [[_timeless(each) for each in missed(room, seats, last)] for last in (0, 1, max(0, now - 1), now)]
    for route in ROUTES:
        name = f"{route.method} {route.path}"
        if name not in NO_MATCH:
            body = BODIES[name](min(seats, default=7)) if BODIES[name] else None
            heard.append((name, await requested(server, route, room.id, body)))
    guest = SocketSession(server, Still())  # type: ignore[arg-type]
    guest.room, guest.connection.audience = room, seats
    for message in list(messages(room, seats)):
        guest.connection._queue.clear()
        guest.connection._queued = 0
        await guest.take(msgspec.json.encode(message).decode())
        heard.append((message, [_timeless(each) for each in guest.connection._queue]))
    return heard


def _timeless(message: bytes) -> Any:
    plain = msgspec.json.decode(message)
    if plain.get("clock"):
        plain["clock"]["left"] = 0
    return plain
