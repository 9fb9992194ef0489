"""A long match gives memory back and is opened quickly; nothing anybody asks for comes out otherwise."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from brickfield.core.refusal import Refusal
from brickfield.server.rooms import recalling, snapshots
from brickfield.server.rooms.audiences import journal_tale, story_page, update_of, welcome_to
from brickfield.server.rooms.journal import Journal
from brickfield.server.rooms.replays import replay_of, replay_text
from brickfield.server.rooms.room import Room
from brickfield.server.rooms.steps import Made, Step
from brickfield.server.server import Server
from brickfield.server.web import protocol as wire
from tests.server.tables import answered, asked_seat, joined, made, opened, suggested
from tests.server.test_fair_dice import PROMISES, ROLL, SEEDS, stir

BOTH = frozenset({0, 1})
GAMES = [("micro_brick_battle", "six_v_six"), ("battle_of_the_sea", "last_drop_of_blood")]


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Memory that lasts only a few records, and snapshots that come often."""
    for module, name, value in ((recalling, "RECENT", 6), (recalling, "EVERY", 5), (snapshots, "EVERY", 8)):
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(recalling, "_AGAIN", 10)
    return monkeypatch


async def a_long_match(server: Server, game: str, scenario: str, answers: int = 60) -> Room:
    """Answers of both sides, some taken back at once, with dice, asides and parts added to the dice."""
    room, _ = await made(server, "me", "here", game=game, scenario=scenario, ready=True)
    client = await joined(room, 0, 1)
    for number in range(answers):
        if number in (20, 30):
            await stir(room, client, number // 30, promise=PROMISES[number // 30])
            await stir(room, client, number // 30, seed=SEEDS[number // 30])
        seat = asked_seat(room)
        await answered(room, client, seat, suggested(room, seat), id=f"a{number}")
        if number % 7 == 3 and not room.journal.why_no_take_back(seat):
            done = await room.take_back(client, wire.TakeBack(f"b{number}", seat, client.seq))
            assert isinstance(done, wire.Accepted), done
        if number % 9 == 5:
            await answered(room, client, number % 2, ROLL, id=f"r{number}")
        if room.journal.state.over:
            break
    assert any(step.record.kind == "take_back" for step in room.journal.steps)
    return room


def all_of(step: Step) -> tuple[Any, ...]:
    return (
        step.record.text(),
        step.state.digest(),
        step.events,
        step.pools,
        step.rolled,
        step.alone,
        step.last,
        step.graves,
    )


def all_told(room: Room) -> tuple[Any, ...]:
    """What anybody may be told of the whole match."""
    journal = room.journal
    return (
        [all_of(step) for step in journal.steps],
        [update_of(journal, BOTH, step.record.number) for step in journal.steps if step.alone == -1],
        story_page(journal, frozenset({0}), 30),
        journal_tale(journal, BOTH),
        [each.view for each in replay_of(journal, (), frozenset({1})).steps],
        replay_text(journal),
        welcome_to(journal, BOTH, (), "", ()),
    )


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_what_was_let_go_is_worked_out_again_as_it_was(
    tmp_path: Path, brief: pytest.MonkeyPatch, game: str, scenario: str
) -> None:
    async def run() -> None:
        async with opened(tmp_path) as server:
            room = await a_long_match(server, game, scenario)
            steps = room.journal.steps
            assert sum(step.made is not None for step in steps) <= recalling.RECENT + 1
            thin = all_told(room)
            assert len(room.journal.recall._again) <= 2 * recalling._AGAIN
            assert sum(step.made is not None for step in steps) <= recalling.RECENT + 1
            # and again, from the first records and with everything kept
            server.rooms.clear()
            brief.setattr(recalling, "RECENT", 10_000)
            brief.setattr(snapshots, "read_snapshot", lambda *_: None)
            brief.setattr("brickfield.server.rooms.journal.read_snapshot", lambda *_: None)
            whole = await server.room(room.id)
            assert not isinstance(whole, Refusal), whole
            assert all(step.made is not None for step in whole.journal.steps)
            assert all_told(whole) == thin

    asyncio.run(run())


def opened_again(folder: Path, match: str, change: Callable[[sqlite3.Connection], Any]) -> tuple[Room, int]:
    """A match opened by a server that starts, after a change of its file; how many records it has played for that."""
    base = sqlite3.connect(folder / "matches.sqlite", isolation_level=None)
    change(base)
    base.close()
    played = 0
    real = Journal._play_again

    def counted(self: Journal, record: Any) -> Any:
        nonlocal played
        played += 1
        return real(self, record)

    async def run() -> Room:
        async with opened(folder) as server:
            room = await server.room(match)
            assert not isinstance(room, Refusal), room
            return room

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, "_play_again", counted)
        return asyncio.run(run()), played


HARM = {
    "body": "UPDATE snapshot SET body = CAST(replace(CAST(body AS TEXT), '\"version\":', '\"version\":1') AS BLOB)",
    "hash": "UPDATE snapshot SET hash = 'x' || hash",
    "number": "UPDATE snapshot SET number = number - 1",
    "ahead": "UPDATE snapshot SET number = 100000",
    "gone": "DELETE FROM snapshot",
}


def test_a_long_match_is_opened_from_its_last_snapshot_and_a_damaged_one_is_passed_over(
    tmp_path: Path, brief: pytest.MonkeyPatch
) -> None:
    async def run() -> tuple[str, list[Any]]:
        async with opened(tmp_path) as server:
            room = await a_long_match(server, *GAMES[0])
            return room.id, [all_of(step) for step in room.journal.steps]

    match, steps = asyncio.run(run())
    room, played = opened_again(tmp_path, match, lambda _base: None)
    assert 0 < played < 2 * snapshots.EVERY
    assert [all_of(step) for step in room.journal.steps] == steps
    for harm in HARM.values():
        room, played = opened_again(tmp_path, match, lambda base, harm=harm: base.execute(harm))  # type: ignore[misc]
        assert played == len(steps)
        assert room.journal.state.digest() == steps[-1][1]


def test_a_snapshot_of_another_state_is_not_believed(tmp_path: Path, brief: pytest.MonkeyPatch) -> None:
    """A snapshot that is sound in itself, but not of this record: the digest in the chain of records decides."""

    async def run() -> tuple[str, str]:
        async with opened(tmp_path) as server:
            room = await a_long_match(server, *GAMES[0], answers=20)
            made_up = room.journal.steps[3].state
            room.journal.steps[-1].made = Made(made_up, ())
            await server.store.keep(room.id, snapshots.snapshot_of(room.journal))
            return room.id, room.journal.steps[-1].record.digest

    match, digest = asyncio.run(run())
    room, played = opened_again(tmp_path, match, lambda _base: None)
    assert played == len(room.journal.steps)
    assert room.journal.state.digest() == digest
