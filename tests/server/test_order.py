"""One order of things: repeats, races and take-backs under random play, also across restarts and with a mad wall clock.

`BRICKFIELD_REPEATS=20000`, `BRICKFIELD_RACES=10000` and `BRICKFIELD_UNDOS=10000` run the long versions. Planted faults
show that the checks can fail.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brickfield.core import events as happened
from brickfield.core.refusal import Refusal
from brickfield.server.rooms import room as rooms
from brickfield.server.rooms.journal import Journal
from brickfield.server.rooms.room import Room
from brickfield.server.rooms.steps import Step
from brickfield.server.server import Server
from brickfield.server.web import protocol as wire
from tests.server.tables import FakeClient, asked_seat, command, joined, made, opened, play
from tests.server.test_fair_dice import ROLL
from tests.server.test_windows import in_return_fire

REPEATS = int(os.environ.get("BRICKFIELD_REPEATS", "60"))
RACES = int(os.environ.get("BRICKFIELD_RACES", "60"))
UNDOS = int(os.environ.get("BRICKFIELD_UNDOS", "150"))


async def room_of(server: Server, match: str) -> Room:
    room = await server.room(match)
    assert not isinstance(room, Refusal), room
    return room


# --- repeats ---------------------------------------------------------------------------------------------------------


async def repeat(folder: Path, commands: int) -> list[str]:
    """Every command is delivered one to five times, by several listeners, some of them only after a restart."""
    rng, answers, faults = random.Random(3), dict[str, set[tuple[int, str]]](), list[str]()
    sent: list[wire.AnswerMessage] = []
    match, restarts = "", 4
    for _ in range(restarts):
        async with opened(folder) as server:
            match = match or (await made(server, "me", "here", game="toy", scenario="duel"))[1].match
            room = await room_of(server, match)
            for _ in range(commands // restarts):
                client = FakeClient(0, 1)
                fresh = wire.AnswerMessage(f"c{len(sent)}", rng.randrange(2), room.seq(client.audience), ROLL)
                sent.append(fresh)
                again = [fresh] * rng.randrange(1, 5) + rng.sample(sent, min(2, len(sent)))
                rng.shuffle(again)
                done = await asyncio.gather(*(room.command(FakeClient(0, 1), each) for each in again))
                for each, answer in zip(again, done, strict=True):
                    dice = str(_dice_of(room, each))
                    found = (answer.seq, dice) if isinstance(answer, wire.Accepted) else (-1, answer.code)
                    answers.setdefault(each.id, set()).add(found)
    faults += [f"{each}: {found}" for each, found in answers.items() if len(found) != 1 or next(iter(found))[0] < 0]
    async with opened(folder) as server:
        written = [step.record.command_id for step in (await room_of(server, match)).journal.steps[1:]]
    return faults + [f"{each} {written.count(each)} times" for each in answers if written.count(each) != 1]


def _dice_of(room: Room, sent: wire.AnswerMessage) -> tuple[int, ...] | None:
    number = room.journal.number_of(sent.seat, sent.id)
    return None if number is None else room.journal.steps[number].record.dice


def test_a_repeat_has_one_effect_and_one_answer_also_after_a_restart(tmp_path: Path) -> None:
    assert asyncio.run(repeat(tmp_path, REPEATS)) == []


def test_ids_that_are_forgotten_at_a_restart_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load = Journal.load

    def forgetful(self: Journal, written: Any, snapshot: Any = None) -> Refusal | None:
        fault = load(self, written, snapshot)
        self._by_command.clear()
        return fault

    monkeypatch.setattr(Journal, "load", forgetful)
    assert asyncio.run(repeat(tmp_path, 24)) != []


# --- races -----------------------------------------------------------------------------------------------------------


async def race(folder: Path, races: int) -> list[str]:
    """Two windows of a seat, both seats, and asides at the same moment: one order that everybody agrees on."""
    rng, faults = random.Random(4), list[str]()
    async with opened(folder) as server:
        room, _ = await made(server, "me", "here", game="toy", scenario="duel")
        for number in range(races):
            if room.journal.state.over:
                room, _ = await made(server, "me", "here", game="toy", scenario="duel")
            first, second = FakeClient(0, 1), FakeClient(0, 1)
            seat, now = asked_seat(room), room.seq(frozenset({0, 1}))
            answers = [
                command(room, client, seat, id=f"{number}{name}") for name, client in (("a", first), ("b", second))
            ]
            racing = [room.command(client, each) for client, each in zip((first, second), answers, strict=True)]
            if rng.random() < 0.3:
                racing.append(room.command(FakeClient(0, 1), wire.AnswerMessage(f"{number}c", 1 - seat, now, ROLL)))
            done = await asyncio.gather(*racing)
            won = [each for each in done[:2] if isinstance(each, wire.Accepted)]
            lost = [each for each in done[:2] if isinstance(each, Refusal)]
            if len(won) > 1 or any(each.code != "old_version" or "seq" not in each.data for each in lost):
                faults.append(f"race {number}: {done}")
            numbers = [each.seq for each in done if isinstance(each, wire.Accepted)]
            if sorted(numbers) != list(range(now + 1, now + 1 + len(numbers))):
                faults.append(f"race {number}: numbers {numbers} after {now}")
    return faults


def test_of_those_who_race_one_wins_and_the_numbers_have_one_order(tmp_path: Path) -> None:
    assert asyncio.run(race(tmp_path, RACES)) == []


def test_a_check_before_the_lock_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hasty(self: Room, listener: Any, sent: wire.AnswerMessage, **_: Any) -> wire.Accepted | Refusal:
        if sent.seq != self.seq(listener.audience) and sent.answer is not ROLL:
            return self._late(sent.seq, listener.audience)
        # somebody else gets in between
        await asyncio.sleep(0)
        return await self._once(None, listener.audience, sent, lambda: self._try(sent))

    monkeypatch.setattr(Room, "command", hasty)
    assert asyncio.run(race(tmp_path, 20)) != []


# --- taking back -----------------------------------------------------------------------------------------------------


async def undo(folder: Path, attempts: int, game: str = "toy", scenario: str = "duel") -> tuple[int, list[str]]:
    """Take-backs by anybody after random answers: how many were granted, and those that crossed what they must not."""
    rng, faults, granted, tried = random.Random(21), list[str](), 0, 0
    async with opened(folder) as server:
        while tried < attempts:
            room, _ = await made(server, "me", "here", game=game, scenario=scenario)
            client = await joined(room, 0, 1)
            while not room.journal.state.over and tried < attempts:
                await room.command(client, _some_answer(room, client, rng))
                for seat in rng.sample((0, 1), rng.randrange(3)):
                    tried += 1
                    last = room.journal.steps[room.journal.line[-1]]
                    done = await room.take_back(client, wire.TakeBack(f"b{tried}", seat, room.seq(client.audience)))
                    if isinstance(done, wire.Accepted):
                        granted += 1
                        faults += _crossed(last, seat)
    return granted, faults


def _some_answer(room: Room, client: FakeClient, rng: random.Random) -> wire.AnswerMessage:
    seat = asked_seat(room)
    if rng.random() < 0.1:
        return command(room, client, seat, ROLL, id=f"r{room.journal.head}")
    seen = room.seen_by(seat)
    decision = seen.decision_of(seat)
    assert decision is not None
    return command(room, client, seat, msgspec.to_builtins(rng.choice(decision.suggest(seen, 4)).answer))


def _crossed(last: Step, seat: int) -> list[str]:
    shown = any(isinstance(event, happened.Revealed | happened.GameEnded) for event in last.events)
    crossed = (last.record.dice != (), shown, last.record.seat != seat, last.record.auto)
    return [f"record {last.record.number}: {crossed}"] if any(crossed) else []


def test_nothing_is_taken_back_across_a_die_a_reveal_or_somebody_else(tmp_path: Path) -> None:
    granted, faults = asyncio.run(undo(tmp_path, UNDOS))
    print(f"{UNDOS} attempts, {granted} granted, {len(faults)} crossed something")
    assert faults == []
    assert granted > UNDOS // 20


def test_a_take_back_without_questions_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lax(self: Journal, seat: int) -> str:
        return "" if len(self.line) > 1 else "There is nothing to take back."

    monkeypatch.setattr(Journal, "why_no_take_back", lax)
    assert asyncio.run(undo(tmp_path, 40))[1] != []


# --- a mad wall clock ------------------------------------------------------------------------------------------------


class MadClock:
    """A wall clock that jumps a day ahead, an hour back, or stands still."""

    def __init__(self) -> None:
        self.now, self._rng = 1.8e9, random.Random(12)

    def __call__(self) -> float:
        self.now += self._rng.choice((86_400.0, -3_600.0, 0.0))
        return self.now


async def by_the_clock(server: Server) -> None:
    """A window between two people: it closes in its time and not before, and the order stands."""
    room, *_ = await in_return_fire(server)
    window = room.window
    assert window is not None
    assert window.ends is not None
    assert 0.0 < window.left(rooms.time.monotonic()) <= window.seconds
    head = room.journal.head
    for _ in range(20):
        await room.close_window(window)
        assert 0.0 < window.left(rooms.time.monotonic()) <= window.seconds
    assert room.journal.head == head
    window.ends = time.monotonic()
    await room.close_window(window)
    assert room.journal.head == head + 1
    assert [step.record.number for step in room.journal.steps] == list(range(head + 2))


def test_a_mad_wall_clock_closes_no_window_and_changes_no_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", MadClock())
    play(tmp_path, by_the_clock)


def test_a_deadline_by_the_wall_clock_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong:
        """Fault: the room looks at the wall."""

        monotonic = MadClock()

    async def what(server: Server) -> None:
        monkeypatch.setattr(rooms, "time", Wrong)
        with pytest.raises(AssertionError):
            await by_the_clock(server)

    play(tmp_path, what)
