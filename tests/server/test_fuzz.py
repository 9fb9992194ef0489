"""Hostile frames: mutations of good messages and a collection of known poison. `BRICKFIELD_FUZZ=20000` runs longer.

Nothing crashes, a refused frame changes nothing, and every refusal is typed and short.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from brickfield.server.web import protocol as wire
from brickfield.server.web.socket import SocketSession
from tests.server.tables import a_move, made, opened, until

FRAMES = int(os.environ.get("BRICKFIELD_FUZZ", "4000"))
LONGEST_REFUSAL = 1024
LONGEST_MATCH = 40
# What is asked for is told; nothing of it may change a match.
HARMLESS = ("told", "pong", "orders_left")

POISON: tuple[str | bytes | None, ...] = (
    None,
    b"",
    b"\x00\xff\xfe",
    b'{"type":"ping"}',
    "",
    " ",
    "null",
    "true",
    "[]",
    "{}",
    '"ping"',
    "NaN",
    '{"type":"ping","x":NaN}',
    '{"type":"ping","x":Infinity}',
    '{"type":"ping","x":1e999}',
    '{"type":"ping","x":-1e999}',
    '{"type":"command","id":"a","seat":0,"seq":1e999,"answer":{}}',
    '{"type":"command","id":"a","seat":' + "9" * 4000 + ',"seq":1,"answer":{}}',
    '{"type":"command","id":"a","seat":0,"seq":' + "1" * 4000 + ',"answer":{}}',
    '{"type":"command","id":"a","seat":true,"seq":1,"answer":{}}',
    '{"type":"command","id":"a","seat":0,"seq":true,"answer":{}}',
    '{"type":"command","id":"a","seat":0.5,"seq":1,"answer":{}}',
    '{"type":"command","id":"a","seat":"0","seq":1,"answer":{}}',
    '{"type":"command","id":"a","seat":-1,"seq":1,"answer":{}}',
    '{"type":"command","id":"a\\u0000","seat":0,"seq":1,"answer":{}}',
    '{"type":"command","id":"\\ud800","seat":0,"seq":1,"answer":{}}',
    '{"type":"command","id":"a","seat":0,"seq":1,"answer":{"answer":"\\udfff"}}',
    '{"type":"command","id":"","seat":0,"seq":1,"answer":{}}',
    '{"type":"command","id":"' + "a" * 41 + '","seat":0,"seq":1,"answer":{}}',
    '{"type":"ping","type":"ping"}',
    '{"type":"command","id":"a","id":"b","seat":0,"seq":1,"answer":{}}',
    '{"type":"command","id":"a","seat":0,"seq":1,"answer":{"answer":"concede","answer":"offer_draw"}}',
    '{"type":"command","id":"a","seat":0,"seq":1,"answer":[]}',
    '{"type":"command","id":"a","seat":0,"seq":1,"answer":{"answer":"concede","more":1}}',
    "[" * 100_000,
    '{"a":' * 100_000,
    '{"type":"ask","id":"a","seat":0,"query":"path","about":' + '{"a":' * 20 + "1" + "}" * 21,
    '{"type":"command","id":"a","seat":0,"seq":1,"answer":{"answer":"move","unit":"A1","steps":['
    + ",".join(['{"step":"forward","inches":1}'] * 1_000_000)
    + "]}}",
    '{"type":"ask","id":"a","seat":0,"query":"path","about":{"unit":"A1","steps":['
    + ",".join(['{"step":"pivot","degrees":1}'] * 1_500)
    + "]}}",
    '{"type":"say","id":"a","seat":0,"seq":1,"line":"' + "x" * 2001 + '"}',
    '{"type":"say","id":"a","seat":0,"seq":1,"line":"move A1 forward ' + "9" * 1900 + '"}',
    '{"type":"say","id":"a","seat":0,"seq":1,"line":"\u202e"}',
    '{"type":"hello","protocol":1,"match":"../../etc/passwd"}',
    '{"type":"hello","protocol":1,"match":"m","secrets":["' + "s" * 65 + '"]}',
    '{"type":"no_such_type"}',
    "\ufeff" + '{"type":"ping"}',
    '{"type":"ping"} {"type":"ping"}',
    '{"type":"p\u0131ng"}',
    '{"type":"command","id":"a","seat":\u0661,"seq":1,"answer":{}}',
    "{'type':'ping'}",
    '{"type":"ping",}',
    '{"type":"ping"',
)


class Still:
    """A socket that only remembers what it would have sent; nobody is at the other end."""

    client = None


class Target:
    """A guest with all seats at a table, and everything it was told."""

    def __init__(self, server: Server, room: Room) -> None:
        self.guest = SocketSession(server, Still())  # type: ignore[arg-type]
        self.guest.room = room
        self.guest.connection.audience = frozenset(range(len(room.seats)))
        self.guest._patience = 10**9
        room.listeners.append(self.guest.connection)

    async def send(self, frame: str | bytes | None) -> list[tuple[dict[str, Any], int]]:
        """Send a frame; every message that came back, with its length."""
        queue = self.guest.connection._queue
        queue.clear()
        self.guest.connection._queued = 0
        await self.guest.take(frame)
        return [(msgspec.json.decode(message), len(message)) for message in queue]


def good_messages(room: Room, seat: int) -> list[dict[str, Any]]:
    """Messages that would be taken, as a start for mutations."""
    move = a_move(room, seat)
    seq, new = room.seq(frozenset({0, 1})), f"c{room.journal.head}"
    steps = [{"step": "forward", "inches": 2.0}, {"step": "pivot", "degrees": 45}]
    return [
        {"type": "hello", "protocol": 1, "match": room.id, "secrets": ["s" * 32], "last": 3},
        {"type": "command", "id": new, "seat": seat, "seq": seq, "answer": move},
        {"type": "command", "id": new, "seat": seat, "seq": seq, "answer": {"answer": "declare", "shots": []}},
        {"type": "command", "id": new, "seat": seat, "seq": seq, "answer": {"answer": "roll_off", "question": "?"}},
        {"type": "take_back", "id": new, "seat": seat, "seq": seq},
        {"type": "ask", "id": "a", "seat": seat, "query": "path", "about": {"unit": move["unit"], "steps": steps}},
        {"type": "ask", "id": "a", "seat": seat, "query": "aim", "about": {"unit": move["unit"], "target": "B1"}},
        {"type": "ask", "id": "a", "seat": seat, "query": "plan", "about": {"shots": []}},
        {
            "type": "ask",
            "id": "a",
            "seat": seat,
            "query": "place",
            "about": {"answer": "place", "unit": "A1", "x": 1, "y": 1, "heading": 0},
        },
        {"type": "leave_orders", "id": new, "seat": seat, "orders": {}},
        {"type": "say", "id": new, "seat": seat, "seq": seq, "line": "look A1"},
        {"type": "say", "id": new, "seat": seat, "seq": seq, "line": "try move A1 forward 2 right 45"},
        {"type": "ping"},
    ]


VALUES: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 7, 8, 2**31, 2**31 + 1, 10**30, 0.5, -0.0, 1e300, "", "A1", "B1", "x" * 3000, "\u0000",
    "\u202eabc", [], [[]], {}, {"answer": "concede"}, [1] * 5000, "concede", "move", "nul\u0000", "\ud83d\ude00",
)  # fmt: skip


WORDS = (
    "A1", "A2", "B1", "B6", "Z9", "forward", "reverse", "pivot", "slide", "enter", "place", "move", "concede", "end",
    "look B2", "fire all at B1", "move A2 max", "try move A1 to 20 20", "why 1", "auto", "hint", "lock", "undo", "yes",
    "who sees A1", "clause mbb", "plan", "log all", "rolloff x", "options", "1", "2", "99", "aim", "path", "suggest",
)  # fmt: skip
NUMBERS = (-1e9, -360, -1, -0.001, 0, 1e-9, 0.25, 1, 2.5, 45, 90, 180, 359.999, 1000, 2**31)


def mutated(rng: random.Random, message: dict[str, Any]) -> str:
    """A message with something wrong in it, or only something odd."""
    if rng.random() < 0.5:
        changed = msgspec.json.decode(msgspec.json.encode(message))
        for _ in range(rng.randrange(1, 3)):
            _change_inside(rng, changed)
        return json.dumps(changed)
    text = list(msgspec.json.encode(message).decode())
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(text))
        match rng.randrange(4):
            case 0:
                del text[place:]
            case 1:
                text[place] = chr(rng.randrange(1, 0x2FF))
            case 2:
                text.insert(place, rng.choice('{}[]",:0123456789-+.eE\\nulltrue'))
            case _:
                text[place:place] = text[: rng.randrange(30)]
        if not text:
            break
    return "".join(text)


def _change_inside(rng: random.Random, value: Any) -> None:
    """Change one thing, mostly deep inside, mostly into something of the same type: that gets furthest."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        deep = [key for key in keys if isinstance(value[key], (dict, list)) and value[key]]
        if not deep or rng.random() < 0.1:
            break
        value = value[rng.choice(deep)]
    key = rng.choice(keys)
    kind = rng.random()
    if kind < 0.1 and isinstance(value, dict):
        value[f"extra{rng.randrange(3)}"] = deepcopy(rng.choice(VALUES))
    elif kind < 0.2:
        del value[key]
    elif kind < 0.4:
        value[key] = deepcopy(rng.choice(VALUES))
    elif isinstance(value[key], str):
        value[key] = rng.choice(WORDS)
    elif isinstance(value[key], (int, float)):
        value[key] = rng.choice(NUMBERS)


async def strike(target: Target, room: Room, frame: str | bytes | None) -> tuple[float, bool]:
    """Send one frame and check what came of it; how long it took, and whether it was refused."""
    # an order that was left at the table answers by itself: that is not this frame's doing
    await until(lambda: (moment := room.next_moment()) is None or moment > time.monotonic())
    before = room.journal.head, room.journal.state
    began = time.perf_counter()
    heard = await target.send(frame)
    took = time.perf_counter() - began
    kinds = [message["type"] for message, _ in heard]
    refusals = [(message, length) for message, length in heard if message["type"] == "refused"]
    for message, length in refusals:
        assert length <= LONGEST_REFUSAL, (frame, message)
        assert message["refusal"]["code"] not in ("", "failed"), (frame, message)
        assert "Traceback" not in message["refusal"]["sentence"]
    if room.journal.head == before[0]:
        assert room.journal.state is before[1]
        repeats = [message for message, _ in heard if message["type"] == "accepted"]
        seats = range(len(room.seats))
        assert all(any(room.journal.number_of(seat, each["id"]) for seat in seats) for each in repeats)
        assert set(kinds) <= {"refused", "accepted", *HARMLESS}, (frame, kinds)
        assert heard or frame is None, frame
    else:
        # whatever was odd about it, it was a good answer: then it was acknowledged, or told in text mode
        assert "update" in kinds, (frame, kinds)
        assert not refusals
    return took, bool(refusals)


async def fresh(server: Server) -> Room:
    return (await made(server, "me", "here", ready=True))[0]


def moves(room: Room) -> bool:
    """Whether somebody is asked to move and can."""
    decision = room.journal.state.decision
    if decision is None or decision.kind != "move_units":
        return False
    return any(type(each.answer).__name__ == "Move" for each in decision.suggest(room.journal.state, 60))


@pytest.mark.parametrize("seed", [1])
def test_no_frame_does_harm(tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(seed)
    times: list[float] = []
    refused: list[float] = []

    async def run() -> None:
        async with opened(tmp_path) as server:
            frames: list[str | bytes | None] = list(POISON)
            room, head = await fresh(server), -1
            target = Target(server, room)
            while len(times) < FRAMES:
                if head != room.journal.head:
                    # messages that fit the present table, so that some of the mutations are still good answers
                    if room.journal.head > LONGEST_MATCH or not moves(room):
                        room = await fresh(server)
                        target = Target(server, room)
                    head = room.journal.head
                    messages = good_messages(room, room.journal.state.waiting_for()[0])
                frame = frames.pop() if frames else mutated(rng, rng.choice(messages))
                took, was_refused = await strike(target, room, frame)
                times.append(took)
                if was_refused:
                    refused.append(took)

    asyncio.run(run())
    assert len(refused) > FRAMES // 4
    with capsys.disabled():
        times.sort()
        worst, late, no = times[-1] * 1000, times[int(len(times) * 0.999)] * 1000, max(refused) * 1000
        print(f"\n{len(times)} frames, p99.9 {late:.1f} ms, slowest {worst:.1f} ms", end="; ")
        print(f"{len(refused)} refused, slowest refusal {no:.1f} ms")


def test_every_poison_is_refused(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as server:
            room, _ = await made(server, "me", "here", ready=True)
            target = Target(server, room)
            taken = []
            for frame in POISON:
                heard = await target.send(frame)
                if [message["type"] for message, _ in heard] != ["refused"]:
                    taken.append((frame or b"")[:60])
            # a line of nonsense is understood as nonsense, and a long path is worked out and told
            assert [each for each in taken if b"say" not in _bytes(each) and b'"ask"' not in _bytes(each)] == []
            assert room.journal.head == room.journal.line[-1]

    asyncio.run(run())


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")


def test_every_good_message_is_taken(tmp_path: Path) -> None:
    """Otherwise the mutations would only show that everything is refused."""

    async def run() -> None:
        async with opened(tmp_path) as server:
            room, _ = await made(server, "me", "here", ready=True)
            target = Target(server, room)
            seat = room.journal.state.waiting_for()[0]
            for message in good_messages(room, seat):
                assert not isinstance(msgspec.convert(message, wire.AnyUp), str)
            heard = await target.send(msgspec.json.encode(good_messages(room, seat)[1]).decode())
            assert [message["type"] for message, _ in heard] == ["accepted", "update"]

    asyncio.run(run())
