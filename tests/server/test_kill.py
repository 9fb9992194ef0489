"""`kill -9` during play: nothing acknowledged is lost, nothing is done twice, no gap, and every match replays.

`BRICKFIELD_KILLS=100` runs the long version. Planted faults show that the checks can fail.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from brickfield.core.refusal import Refusal
from brickfield.core.replay import Replayed, read_replay
from brickfield.server.rooms.replays import replay_text
from brickfield.server.store.records import Record
from brickfield.server.store.store import Store
from tests.server.ledgers import TABLE, Book, LedgerPlayer, Served
from tests.server.tables import PATIENCE_SECONDS, find_any, opened, until

KILLS = int(os.environ.get("BRICKFIELD_KILLS", "5"))
PLAYERS = 6


async def storm(
    served: Served,
    kills: int,
    seed: int,
    table: tuple[str, str, int] = TABLE,
    end: Callable[[Served], None] = Served.kill,
) -> list[Book]:
    """Players at full speed, and a server that ends again and again; in the end it is stopped politely."""
    rng = random.Random(seed)
    await served.start()
    stop = asyncio.Event()
    players = [LedgerPlayer(served, seed * 100 + number, table) for number in range(PLAYERS)]
    playing = [asyncio.create_task(player.play(stop)) for player in players]
    for _ in range(kills):
        await enough(served, rng.randrange(5, 60))
        await asyncio.sleep(rng.random() * 0.02)
        await asyncio.to_thread(end, served)
        await served.start()
    await enough(served, 20)
    stop.set()
    await asyncio.gather(*playing)
    assert served.stop() == 0
    return [book for player in players for book in player.books]


async def enough(served: Served, more: int) -> None:
    """Wait until so many more commands were acknowledged; how long that takes is the machine's business."""
    goal = served.acknowledged + more
    await until(lambda: served.acknowledged >= goal)


async def faults_of(folder: Path, books: list[Book], store: Store | None = None) -> list[str]:
    """What the disk and the books of the players do not agree about."""
    faults: list[str] = []
    async with opened(folder, store=store) as server:
        for book in books:
            room = await server.room(book.match)
            if isinstance(room, Refusal):
                faults.append(f"{book.match}: {room.sentence}")
                continue
            records = [step.record for step in room.journal.steps]
            faults += _book_faults(book, records)
            replayed = read_replay(replay_text(room.journal), find_any)
            if not isinstance(replayed, Replayed):
                faults.append(f"{book.match}: {replayed.sentence}")
            elif replayed.states[-1].digest() != records[-1].digest:
                faults.append(f"{book.match}: the replay ends elsewhere")
    return faults


def _book_faults(book: Book, records: list[Record]) -> list[str]:
    faults = []
    # a planted fault writes its own mark behind the id
    ids = Counter(record.command_id.partition("~")[0] for record in records if record.command_id)
    numbers = {record.command_id.partition("~")[0]: record.number for record in records}
    for command_id, seq in book.acknowledged.items():
        if ids[command_id] == 0:
            faults.append(f"lost: {command_id}")
        elif numbers[command_id] + 1 != seq:
            faults.append(f"moved: {command_id} was update {seq} and is record {numbers[command_id]}")
    faults += [f"doubled: {command_id}" for command_id, count in ids.items() if count > 1]
    faults += [f"nobody sent {each}" for each in ids.keys() - {sent.id for sent in book.issued}]
    if [record.number for record in records] != list(range(len(records))):
        faults.append("a gap")
    faults += [f"refused: {refusal['code']}" for refusal in book.refused if refusal["kind"] == "invalid"]
    return faults


def run(
    folder: Path,
    kills: int,
    seed: int,
    fault: str = "",
    table: tuple[str, str, int] = TABLE,
    end: Callable[[Served], None] = Served.kill,
) -> tuple[list[Book], list[str]]:
    async def both() -> tuple[list[Book], list[str]]:
        served = Served(folder / "matches.sqlite", fault)
        try:
            books = await storm(served, kills, seed, table, end)
        finally:
            if served.process is not None and served.process.poll() is None:
                served.kill()
        return books, await faults_of(folder, books)

    return asyncio.run(both())


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    resent = 0
    # a few kills may all miss what was under way; then there are more of them
    for seed in range(1, 6):
        folder = tmp_path / str(seed)
        folder.mkdir()
        books, faults = run(folder, KILLS, seed=seed)
        acknowledged = sum(len(book.acknowledged) for book in books)
        resent += sum(book.resent for book in books)
        print(
            f"{KILLS} kills, {len(books)} matches, {acknowledged} acknowledged, {resent} sent again, faults: {faults}"
        )
        assert faults == []
        assert acknowledged > 5 * KILLS
        if resent:
            break
    assert resent > 0


@pytest.mark.parametrize("table", [("brick_mech", "free_for_all", 4), ("battle_of_the_sea", "free_for_all_6", 6)])
def test_tables_for_many_lose_nothing_either(tmp_path: Path, table: tuple[str, str, int]) -> None:
    books, faults = run(tmp_path, max(1, KILLS // 8), seed=2, table=table)
    assert faults == []
    assert sum(len(book.acknowledged) for book in books) > 20


def test_a_polite_stop_under_load_loses_nothing_and_ends_well(tmp_path: Path) -> None:
    took: list[float] = []

    def politely(served: Served) -> None:
        began = time.monotonic()
        assert served.stop() == 0
        took.append(time.monotonic() - began)

    stops = max(1, KILLS // 8)
    _, faults = run(tmp_path, stops, seed=5, end=politely)
    print(f"{stops} polite stops, the slowest took {max(took):.2f} s, faults: {faults}")
    assert faults == []
    assert len(took) == stops


@pytest.mark.parametrize(("fault", "word"), [("early", "lost"), ("forgetful", "doubled")])
def test_a_planted_fault_is_found(tmp_path: Path, fault: str, word: str) -> None:
    for seed in range(4):
        folder = tmp_path / str(seed)
        folder.mkdir()
        _, faults = run(folder, 3, seed, fault)
        if any(each.startswith(word) for each in faults):
            return
    raise AssertionError(f"the fault {fault!r} was never noticed")


def test_a_server_that_cannot_write_any_more_ends_and_says_so(tmp_path: Path) -> None:
    """Shut for good it would only refuse everybody; a fresh start goes on from what the disk says."""

    async def run() -> int:
        served = Served(tmp_path / "a.sqlite", "clumsy")
        await served.start()
        assert served.process is not None
        player = LedgerPlayer(served, 1)
        playing = asyncio.create_task(player.play(asyncio.Event()))
        code = await asyncio.to_thread(served.process.wait, PATIENCE_SECONDS)
        playing.cancel()
        assert not any(book.acknowledged for book in player.books)
        return code

    assert asyncio.run(run()) == 1
