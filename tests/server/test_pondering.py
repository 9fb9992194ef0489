"""A bot that looks ahead: the table sees how far it is and reads why, and hears nothing of one that keeps secrets."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from brickfield.core.match import Setup
from brickfield.core.piles import Pile
from brickfield.core.state import State
from brickfield.server.bots.bot_progress import keeps_secrets
from brickfield.server.bots.bots import Bots
from brickfield.server.bots.worker_pool import Patience, Workers
from brickfield.server.bots.worker_process import process
from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from brickfield.testing import Position, lay_table, unit
from tests.server.tables import PATIENCE_SECONDS, joined, laid, opened, until

# the bot of the worker itself, with next to no budget and saying all the time how far it is
TINY = """
from msgspec.structs import replace
from brickfield.players import levels
from brickfield.server.bots import worker
found = dict(levels.levels())
search = replace(found["veteran"].search, evaluations=40, rivals=2, tables=8, by_game={}, seconds=1000.0)
found["veteran"] = replace(found["veteran"], search=search)
levels.levels = lambda: found
worker._SAID_EVERY = 0.0
worker.main()
"""


def duel() -> Position:
    return lay_table("brick_mech", [unit("A1", "trooper", 20, 10, 90), unit("B1", "trooper", 22, 26, 270)])


async def first_answer(server: Server, setup: Setup) -> tuple[Room, list[dict[str, Any]]]:
    """What somebody at the other side hears until the bot of the first seat has answered once."""
    room = await laid(server, setup, "veteran", "me")
    client = await joined(room, 1)
    await until(lambda: room.journal.head >= 1)
    # the reasons come right behind the answer
    await asyncio.sleep(0)
    await until(lambda: not room.thoughts._kept)
    return room, [message for message in client.sent if message["type"] in ("thinking", "update")]


def test_the_table_sees_it_think_and_reads_why(tmp_path: Path) -> None:
    async def run() -> None:
        bots = Bots(Workers(process("-c", TINY), 1), Patience(PATIENCE_SECONDS))
        async with opened(tmp_path, bots=bots) as server:
            room, heard = await first_answer(server, duel().match.setup)
            # the table, how far the bot is, what it did, and why
            shares = [message["share"] for message in heard if message["type"] == "thinking" and not message["why"]]
            assert len(shares) >= 2
            assert shares == sorted(shares)
            assert 0.0 == shares[0] < shares[-1] <= 1.0
            told = next(message["why"] for message in heard if message.get("why"))
            assert heard.index(next(each for each in heard if each.get("why"))) > 1 + len(shares)
            assert told["seat"] == 0
            assert len(told["lines"]) == 3
            assert told["lines"][0]["behind"] == 0.0
            assert all(0.0 <= line["chance"] <= 1.0 and line["words"] for line in told["lines"])
            # who comes later reads it as well
            later = await joined(room)
            whys = [message["why"] for message in later.of("thinking") if message["why"]]
            assert whys[0] == told

    asyncio.run(run())


def test_of_a_bot_with_cards_in_its_hand_nobody_hears_anything(tmp_path: Path) -> None:
    """Neither how long it thinks nor what it thinks of may tell what it holds."""
    table = lay_table(
        "micro_brick_battle",
        [unit("A1", "M4 Sherman", 24, 10, 90), unit("B1", "Panzer III", 24, 24, 270)],
        phase="target_declaration",
        options={"effect_cards": "hail_mary"},
    )

    async def run() -> None:
        bots = Bots(Workers(process("-c", TINY), 1), Patience(PATIENCE_SECONDS))
        async with opened(tmp_path, bots=bots) as server:
            room = await laid(server, table.match.setup, "veteran", "me")
            state = room.journal.state
            state.piles = {**state.piles, "hand0": Pile(0, ("luck",))}
            client = await joined(room, 1)
            await until(lambda: room.journal.head >= 1)
            await asyncio.sleep(0.05)
            assert client.of("thinking") == []
            assert room.thoughts.last is None

    asyncio.run(run())


def changed(state: State, **parts: Any) -> State:
    other = state.clone()
    for name, value in parts.items():
        setattr(other, name, value)
    return other


def test_who_keeps_a_secret() -> None:
    plain = duel().state
    assert not keeps_secrets(plain, 0)
    mined = lay_table(
        "micro_brick_battle",
        [unit("A1", "M4 Sherman", 24, 10, 90), unit("B1", "Panzer III", 24, 30, 270)],
        options={"mines": "secret"},
        notes=["", "D3"],
    ).state
    assert [keeps_secrets(mined, seat) for seat in (0, 1)] == [False, True]
    dealt = changed(plain, piles={"hand": Pile(1, ("a",)), "empty": Pile(0)})
    assert [keeps_secrets(dealt, seat) for seat in (0, 1)] == [False, True]
