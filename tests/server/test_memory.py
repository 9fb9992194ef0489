"""Memory: rooms are free when they are closed, no full collection comes by itself, and garbage does not pile up."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brickfield.server import memory
from brickfield.server.bots import bots
from brickfield.server.memory import Broom
from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from tests.server.tables import FAST, answered, asked_seat, joined, made, opened, play, until

TABLES = [("micro_brick_battle", "six_v_six"), ("brick_mech", "duel"), ("battle_of_the_sea", "last_drop_of_blood")]


class Ring:
    """Something that holds itself, as sockets and their tasks do."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def broom() -> Iterator[Broom]:
    """The collector in our hands, and back in Python's afterwards."""
    before = gc.get_threshold()
    found = Broom()
    # a whole number, so that adding seconds to it is exact
    found._swept = float(round(found._swept))
    found.begin()
    yield found
    gc.unfreeze()
    gc.set_threshold(*before)


async def played(server: Server, game: str, scenario: str) -> Room:
    """A room in which people have asked for hints, answered and left."""
    room, _ = await made(server, "me", "here", game=game, scenario=scenario)
    client = await joined(room, 0, 1)
    for _ in range(4):
        await answered(room, client, asked_seat(room))
    bots.safe_answer(room.journal.state, asked_seat(room))
    room.seen_by(asked_seat(room)).unit_cache["hint"] = room.seen_by(asked_seat(room))
    room.leave(client)
    await until(lambda: room.idle)
    return room


async def left_over(folder: Path, game: str, scenario: str) -> list[Any]:
    """What is still there of a closed room when nobody looks for garbage."""
    async with opened(folder) as server:
        # what is worked out once for all rooms
        await played(server, game, scenario)
        gc.collect()
        gc.disable()
        try:
            room = await played(server, game, scenario)
            parts = [weakref.ref(each) for each in (room, room.journal, room.journal.match)]
            now, room = room.touched, None  # type: ignore[assignment]
            server.sweep(now + FAST.idle + 1)
            assert server.rooms == {}
            return [part() for part in parts if part() is not None]
        finally:
            gc.enable()


@pytest.mark.parametrize(("game", "scenario"), TABLES)
def test_a_closed_room_is_free_without_a_collection(tmp_path: Path, game: str, scenario: str) -> None:
    assert asyncio.run(left_over(tmp_path, game, scenario)) == []


def test_a_room_that_holds_itself_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: a room that is closed without cutting what it holds itself by."""
    monkeypatch.setattr(Room, "close", lambda self: None)
    assert asyncio.run(left_over(tmp_path, *TABLES[0])) != []


def test_old_states_keep_nothing_that_was_worked_out_from_them(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room = await played(server, *TABLES[0])
        *old, last = room.journal.steps
        assert not any(step.state.unit_cache for step in old if step.state is not last.state)

    play(tmp_path, what)


def test_no_full_collection_comes_by_itself(tmp_path: Path, broom: Broom) -> None:
    async def what(server: Server) -> None:
        for _ in range(10):
            await played(server, *TABLES[0])
        kept.append([Ring() for _ in range(memory.MUCH)])

    kept: list[Any] = []
    before = gc.get_stats()[2]["collections"]
    play(tmp_path, what)
    assert gc.get_stats()[2]["collections"] == before
    broom.brush()
    assert gc.get_stats()[2]["collections"] == before + 1
    # what lives is set aside: the next look has next to nothing to do
    assert len(gc.get_objects()) < memory.MUCH // 10


def test_new_garbage_goes_with_the_next_brief_look(broom: Broom) -> None:
    ring = weakref.ref(Ring())
    rest = [Ring() for _ in range(3000)]
    broom.brush()
    assert ring() is None
    assert rest


def test_looking_never_spoils_what_other_threads_are_building(broom: Broom, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who lists all objects holds half-built tuples, and growing them fails in the thread that builds them."""
    faults: list[BaseException] = []
    done = threading.Event()

    def build() -> None:
        while not done.is_set():
            try:
                tuple(each for each in range(2_000))
            except SystemError as error:
                faults.append(error)
                return

    builders = [threading.Thread(target=build) for _ in range(2)]
    # nothing is set aside, so that there is much to look through each time
    monkeypatch.setattr(memory, "MUCH", 1_000_000)
    rest: list[Ring] = []
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.000_5)
    try:
        for each in builders:
            each.start()
        for _ in range(40):
            rest.extend(Ring() for _ in range(3_000))
            broom.brush()
    finally:
        done.set()
        for each in builders:
            each.join()
        sys.setswitchinterval(before)
    assert faults == []


def test_garbage_that_was_set_aside_goes_when_some_have_gone_and_it_is_quiet(broom: Broom) -> None:
    ring = Ring()
    seen = weakref.ref(ring)
    gc.freeze()
    del ring
    now = broom._swept
    assert not broom.sweep(now + memory.SELDOM, memory.SOME - 1, quiet=True)
    assert not broom.sweep(now + memory.SELDOM, memory.SOME, quiet=False)
    assert seen() is not None
    assert broom.sweep(now + memory.SELDOM, memory.SOME, quiet=True)
    assert seen() is None


@pytest.mark.parametrize(("after", "gone"), [(memory.AT_LAST, 1), (60.0, memory.MANY)])
def test_a_server_that_is_never_quiet_is_swept_all_the_same(broom: Broom, after: float, gone: int) -> None:
    ring = Ring()
    seen = weakref.ref(ring)
    gc.freeze()
    del ring
    now = broom._swept
    assert not broom.sweep(now + after - 1, gone, quiet=False)
    assert broom.sweep(now + after, gone, quiet=False)
    assert seen() is None
    # and not at once again
    assert not broom.sweep(now + after + 1, gone, quiet=True)
