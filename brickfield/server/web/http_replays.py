"""The routes of replays: step by step for a seat, and, when a match is over, for everybody and as files."""

from __future__ import annotations

import re
import time
from typing import Any, NamedTuple

from starlette.requests import Request

from brickfield.core.refusal import Refusal, invalid
from brickfield.core.typed import from_json
from brickfield.server.bots.jobs import FILE, WEB_PAGE, Retell
from brickfield.server.bots.worker_pool import Worked
from brickfield.server.rooms import links
from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from brickfield.server.web import http_types as bodies
from brickfield.text.agreeing import SIDES

_NO_WORD = re.compile(r"[^a-z0-9]+")


class File(NamedTuple):
    """An answer that is no JSON."""

    text: str
    kind: str
    name: str = ""


def address_of(request: Request) -> str:
    """Whose allowance is used up."""
    return request.client.host if request.client is not None else ""


def seat_of(room: Room, secret: str) -> int | None:
    """The seat that a secret opens."""
    return next((row.seat for row in room.seats if links.opens(secret, row.secret_hash)), None)


async def replay(server: Server, request: Request, body: bodies.ReplayWish) -> Worked | Refusal:
    """A match step by step: of a running one only what the seat of the secret saw."""
    room = await server.room(request.path_params["match"])
    if isinstance(room, Refusal):
        return room
    seat = seat_of(room, body.secret)
    if seat is None and (body.secret or not room.journal.state.over):
        return invalid("not_yours", "This battle is still going on; its replay is for its players.")
    return await _retold(server, request, room, audience=() if seat is None else (seat,), start=body.start)


async def replay_file(server: Server, request: Request, body: None) -> File | Worked | Refusal:
    """A finished match as a replay file that `brickfield replay` checks."""
    return await _as_file(server, request, FILE, "text/plain", "txt")


async def replay_html(server: Server, request: Request, body: None) -> File | Worked | Refusal:
    """A finished match as one HTML file."""
    return await _as_file(server, request, WEB_PAGE, "text/html", "html")


async def _as_file(server: Server, request: Request, form: str, kind: str, ending: str) -> File | Worked | Refusal:
    room = await _finished(server, request)
    if isinstance(room, Refusal):
        return room
    told = await _retold(server, request, room, form=form, models=await server.store.models(room.id))
    return told if told.code else File(from_json(told.data, str), kind, f"{file_name(room)}.{ending}")


def file_name(room: Room) -> str:
    """What a battle that is over is called on somebody's disk: "brickfield-six-vs-six-2026-11-18-blue-wins"."""
    winners = [SIDES[seat % len(SIDES)] for seat in room.standing().winners]
    ending = "draw" if not winners else f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"
    day = time.strftime("%Y-%m-%d", time.gmtime(room.journal.row.made))
    return "-".join(_NO_WORD.split(f"brickfield {room.journal.row.title} {day} {ending}".lower())).strip("-")


async def _retold(server: Server, request: Request, room: Room, **parts: Any) -> Worked:
    """A match played again by a worker from what was written down, as far as the room has come."""
    journal = room.journal
    written = (await server.store.records(room.id))[: journal.head + 1]
    names = tuple(row.name for row in room.seats)
    job = Retell(journal.row, journal.seed.hex(), names, written, room.seat_cards(), **parts)
    return await server.worked(address_of(request), room.id, job)


async def _finished(server: Server, request: Request) -> Room | Refusal:
    room = await server.room(request.path_params["match"])
    if isinstance(room, Refusal) or room.journal.state.over:
        return room
    return invalid("still_running", "This battle is not over yet; its replay can be had when it is.")
