"""A server process for the browser tests: bots without a pause, wide limits, the same dice in every match, three
doors.

`python -m tests.browser.entry PORT DATABASE`. The doors exist only here: `POST /test/position` lays a table out as a
test wants it, `GET /test/records/MATCH` tells what was written down, `GET /test/luggage/MATCH` is everything of it.
"""

from __future__ import annotations

import sys
import time
from typing import Any
from unittest import mock

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games import all_games, find_game
from brickfield.pocket.luggage import carried
from brickfield.server import serving
from brickfield.server.app import make_app
from brickfield.server.bots import bots, worker_pool, worker_process
from brickfield.server.rooms import dice, links
from brickfield.server.rooms.journal import Journal
from brickfield.server.rooms.matches import key_of
from brickfield.server.rooms.room import Room
from brickfield.server.server import Games, Server
from brickfield.server.store.records import STIR, MatchRow, SeatRow
from brickfield.server.web import http_types as bodies
from brickfield.text.agreeing import SIDES
from tests.browser.dice import same_dice
from tests.browser.house import SITE
from tests.browser.weather import Lagging, weather
from tests.core.raid.contents import find_raid
from tests.server.tables import FAST

_PATIENCE_SECONDS = 120.0


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """A position to lay out: everybody is a person (`me`, `here`, `link`) or the level of a bot."""

    position: dict[str, Any]
    seats: tuple[str, ...] = ("me", "here")
    options: dict[str, Any] = {}
    game: str = "micro_brick_battle"
    # whether what comes before the battle is answered for everybody
    ready: bool = True


async def lay(server: Server, wish: Wish) -> bodies.MadeMatch:
    """A match that stands in a position, written down and opened as every other."""
    game = server.games.find(wish.game)
    assert game is not None
    names = SIDES[: len(wish.seats)]
    match = game.new_match(Setup(game.id, "", wish.options, names=names, position=wish.position))
    assert not isinstance(match, Refusal), match
    seed, match_id = dice.new_seed(), links.new_match_id()
    promise = dice.promise_of(seed, match_id)
    row = MatchRow(
        match_id, match.setup, game.rules_version, "", "A position", promise, wish.ready, round(time.time(), 3)
    )
    row = msgspec.structs.replace(row, dice=dice.WAY)
    kept = Journal(row, match, seed)
    kept.apply(kept.begin())
    secrets = [links.new_secret() for _ in wish.seats]
    seats = tuple(_seat(match_id, seat, kind, secrets[seat]) for seat, kind in enumerate(wish.seats))
    room = Room(kept, seats, server.store)
    await server.store.make(row, seats, [step.record for step in kept.steps], room.standing(), seed)
    server.open(room)
    return bodies.MadeMatch(match_id, tuple(key_of(server, each, secrets[each.seat]) for each in seats))


def _seat(match_id: str, seat: int, kind: str, secret: str) -> SeatRow:
    if kind == "link":
        hashed = links.hash_of(secret)
        return SeatRow(match_id, seat, kind, "", SIDES[seat], False, invite_hash=hashed, invited=time.time())
    if kind in ("me", "here"):
        return SeatRow(match_id, seat, kind, "", SIDES[seat], True, links.hash_of(secret))
    return SeatRow(match_id, seat, "bot", kind, SIDES[seat], True)


async def position(request: Request) -> Response:
    """Lay a position out."""
    wish = msgspec.json.decode(await request.body(), type=Wish)
    made = await lay(request.app.state.server, wish)
    return JSONResponse(msgspec.to_builtins(made))


async def records(request: Request) -> Response:
    """The answers of a match in order: who answered what, and under which command id."""
    room = await request.app.state.server.room(request.path_params["match"])
    assert isinstance(room, Room)
    written = [step.record for step in room.journal.steps if step.record.kind != STIR]
    return JSONResponse([{"seat": one.seat, "kind": one.kind, "id": one.command_id} for one in written])


async def luggage(request: Request) -> Response:
    """A match as the edition without a server takes it over."""
    found = await carried(request.app.state.server, request.path_params["match"])
    return Response(msgspec.json.encode(found), media_type="application/json")


def _with_every_game(server: Server) -> Server:
    """All games are offered, also those whose table is not drawn yet: their pages before a battle are. The raid of the
    tests can be sat down to, but no page offers it. No bot is cut, however long a worker takes to start."""
    if isinstance(server.bots, bots.Bots):
        server.bots.patience = worker_pool.Patience(_PATIENCE_SECONDS)
    server.games = Games(lambda name: find_game(name) or find_raid(name), all_games)
    return server


def _with_doors() -> None:
    today = weather()

    def app(server: Any, **more: Any) -> ASGIApp:
        made = make_app(lambda: _with_every_game(server()), SITE, **more)
        doors = [
            Route("/test/position", position, methods=["POST"]),
            Route("/test/records/{match}", records, methods=["GET"]),
            Route("/test/luggage/{match}", luggage, methods=["GET"]),
        ]
        made.router.routes[:0] = doors
        return Lagging(made, today) if today.net else made

    mock.patch.object(serving, "make_app", app).start()


def main(words: list[str]) -> None:
    """Serve."""
    same_dice()
    # they throw the same dice when they play a match again
    ours = worker_process.process("-m", "tests.browser.worker")
    mock.patch.object(worker_pool.Workers.__init__, "__defaults__", (ours, 0)).start()
    _with_doors()
    serving.serve(serving.Serving("127.0.0.1", int(words[0]), f"sqlite:///{words[1]}", settings=FAST))


if __name__ == "__main__":
    main(sys.argv[1:])
