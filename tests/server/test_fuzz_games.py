"""Hostile frames at the tables of every other game, with all its seats. `BRICKFIELD_FUZZ=20000` runs longer."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from tests.server.tables import made, opened, suggested
from tests.server.test_fuzz import FRAMES, LONGEST_REFUSAL, POISON, Target, mutated, strike

# Of the frames of the main test a part for each of these.
SHARE = 8
LONGEST_MATCH = 60
IDEAS = 8
TABLES = {
    "brick_mech": ("free_for_all", 4, {"return_fire": True, "hold_fire": True, "targeted_shot": True}),
    "battle_of_the_sea": ("free_for_all_6", 6, {}),
}
LINES = (
    "",
    "hint",
    "look A1",
    "who sees A1",
    "options",
    "log all",
    "undo",
    "yes",
    "why 1",
    "orders",
    "plan",
    "1",
    "auto",
)


async def fresh(server: Server, game: str) -> Room:
    scenario, seats, options = TABLES[game]
    return (await made(server, "me", *["here"] * (seats - 1), game=game, scenario=scenario, options=options))[0]


def good_messages(room: Room, rng: random.Random) -> list[dict[str, Any]]:
    """Messages that fit the present table: answers of every sort, previews of every name, words, orders, asides."""
    seat = room.journal.state.waiting_for()[0]
    seen = room.seen_by(seat)
    decision = seen.decision_of(seat)
    assert decision is not None
    answers = [msgspec.to_builtins(each.answer) for each in decision.suggest(seen, IDEAS)]
    answers.append(msgspec.to_builtins(decision.sample(seen, rng)))
    head = {"seat": seat, "seq": room.seq(frozenset(range(len(room.seats)))), "id": f"c{room.journal.head}"}
    abouts = [{name: value for name, value in each.items() if name != "answer"} for each in answers]
    abouts += [{"unit": "A1", "target": "B1"}, {"n": 3}]
    asks = [{"query": query, "about": rng.choice(abouts)} for query in room.journal.match.game.previews]
    asides: list[dict[str, Any]] = [{"answer": "offer_draw"}, {"answer": "roll_off", "question": "?"}]
    return [
        *({"type": "command", **head, "answer": answer} for answer in (*answers, *asides)),
        *({"type": "ask", "id": "a", "seat": seat, **ask} for ask in asks),
        *({"type": "say", **head, "line": line} for line in rng.sample(LINES, 4)),
        {"type": "take_back", **head},
        {"type": "leave_orders", "id": "o", "seat": seat, "orders": {"return_fire": "ask", "held_shot": "ask"}},
        {"type": "hello", "protocol": 1, "match": room.id, "secrets": ["s" * 32], "last": 3},
    ]


@pytest.mark.parametrize("game", TABLES)
def test_no_frame_does_harm_at_this_table(tmp_path: Path, game: str) -> None:
    rng = random.Random(7)
    refused = struck = 0

    async def run() -> None:
        nonlocal refused, struck
        async with opened(tmp_path) as server:
            frames: list[str | bytes | None] = list(POISON)
            room, head = await fresh(server, game), -1
            target = Target(server, room)
            while struck < FRAMES // SHARE:
                if head != room.journal.head or room.journal.state.over:
                    if room.journal.head > LONGEST_MATCH or room.journal.state.over:
                        room = await fresh(server, game)
                        target = Target(server, room)
                    head, messages = room.journal.head, good_messages(room, rng)
                frame = frames.pop() if frames else mutated(rng, rng.choice(messages))
                refused += (await strike(target, room, frame))[1]
                struck += 1

    asyncio.run(run())
    assert refused > struck // 4


@pytest.mark.parametrize("game", TABLES)
def test_good_messages_are_taken_at_this_table(tmp_path: Path, game: str) -> None:
    """Otherwise the mutations would only show that everything is refused."""

    async def run() -> None:
        async with opened(tmp_path) as server:
            room = await fresh(server, game)
            target, rng = Target(server, room), random.Random(1)
            seen: dict[str, set[str]] = {}
            while room.journal.head < LONGEST_MATCH // 2:
                for message in good_messages(room, rng):
                    if message["type"] in ("ask", "say", "leave_orders") and message.get("line") not in ("auto", "1"):
                        heard = await target.send(msgspec.json.encode(message).decode())
                        assert max(length for _, length in heard) < 64 * LONGEST_REFUSAL
                        seen.setdefault(message["type"], set()).update(each["type"] for each, _ in heard)
                        assert "failed" not in str(heard), (message, heard)
                if room.journal.state.over:
                    room = await fresh(server, game)
                    target = Target(server, room)
                seat = room.journal.state.waiting_for()[0]
                answer = {
                    "type": "command",
                    "id": f"x{room.journal.head}",
                    "seat": seat,
                    "answer": suggested(room, seat),
                }
                seq = room.seq(target.guest.connection.audience)
                heard = await target.send(msgspec.json.encode({**answer, "seq": seq}).decode())
                assert [each["type"] for each, _ in heard][:2] == ["accepted", "update"], heard
            assert "told" in seen["ask"]
            assert "orders_left" in seen["leave_orders"] or game != "brick_mech"

    asyncio.run(run())
