"""Bots in their own process: same answers as here, a whole battle, and what happens when one is late or dies."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.core.views import imagine, view
from brickfield.games import find_game
from brickfield.players.levels import make_player
from brickfield.server.bots.bots import MOST_FAILURES, Bots, safe_answer
from brickfield.server.bots.job_kinds import Aids, outcome_of
from brickfield.server.bots.jobs import LayOut, PreviewJob, Think
from brickfield.server.bots.remote_views import RemoteView, read_view
from brickfield.server.bots.worker_pool import NoAnswer, Patience, Worker, Workers
from brickfield.server.bots.worker_process import process
from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from tests.core.toy.playing import SETUPS, fresh
from tests.server.tables import FAST, PATIENCE_SECONDS, NearBots, answered, joined, made, opened, play, until


def test_a_view_read_from_bytes_is_the_view() -> None:
    game = find_game("micro_brick_battle")
    assert game is not None
    match = game.new_match(Setup(game.id, "six_v_six"))
    assert not isinstance(match, Refusal)
    played = Session(match, SeededDice(3), log=False)
    bots = {seat: make_player("recruit", game, seat) for seat in range(match.seats)}
    kinds = set()
    while len(kinds) < 4:
        seat = played.state.waiting_for()[0]
        seen = view(played.state, seat)
        again = read_view(seen.encode(), game)
        assert again == seen
        assert imagine(again, match).digest() == imagine(seen, match).digest()
        assert seen.decision is not None
        kinds.add(seen.decision.kind)
        played.answer(seat, bots[seat].decide(match, seen))
    assert kinds == {"deploy_unit", "first_turn_choice", "move_units", "declare_targets"}


def test_a_view_of_a_game_with_secrets_is_read_too() -> None:
    played = fresh(SETUPS[1])
    for _ in range(12):
        seat = played.state.waiting_for()[0]
        seen = view(played.state, seat)
        assert read_view(seen.encode(), played.match.game).encode() == seen.encode()
        decision = played.state.decision_of(seat)
        assert decision is not None
        played.answer(seat, decision.suggest(played.state, 1)[0].answer)


def test_a_question_holds_the_view_of_one_seat_and_nothing_else() -> None:
    assert set(Think.__struct_fields__) == {"seen", "level", "seed"}
    assert set(PreviewJob.__struct_fields__) == {"seen", "query", "about"}
    assert set(LayOut.__struct_fields__) == {"seen", "liked"}
    assert set(RemoteView.__struct_fields__) == {"setup", "rules", "view"}


def test_the_worker_answers_as_the_bot_would_here() -> None:
    game = find_game("micro_brick_battle")
    assert game is not None
    setup = Setup(game.id, "six_v_six")
    match = game.new_match(setup)
    assert not isinstance(match, Refusal)
    played = Session(match, SeededDice(1), log=False)
    for _ in range(16):
        seen = view(played.state, played.state.waiting_for()[0])
        job = Think(RemoteView(setup, game.rules_version, msgspec.Raw(seen.encode())), "recruit", "seed")
        here = make_player("recruit", game, "seed").decide(match, seen)
        assert outcome_of(job, Aids(find_game)).data == msgspec.json.encode(here)
        played.answer(seen.seat, here)


def test_bots_in_their_process_play_a_battle_to_the_end(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path, bots=Bots(Workers())) as server:
            room, _ = await made(server, "recruit", "random", ready=True)
            await joined(room)
            await until(lambda: room.journal.state.over)
            assert room.journal.head > 20
            kinds = {step.record.kind for step in room.journal.steps if not step.record.auto}
            assert kinds >= {"move_units", "declare_targets"}

    asyncio.run(run())


# one that never begins, one that begins and then hears nothing any more
SLEEPY = "import sys, time\nfor line in sys.stdin: time.sleep(3600)"
DEAF = """import sys, time
for line in sys.stdin:
    print('{"said":"began"}', flush=True)
    time.sleep(3600)
"""
DEAD = "import sys; sys.stdin.readline(); sys.exit(3)"
BABBLING = "import sys\nfor line in sys.stdin: print('no json', flush=True)"
# an answer that can be read but breaks the rules
CHEATING = """import sys
answer = '{"answer":"place","unit":"A1","x":-5,"y":-5,"heading":0}'
for line in sys.stdin:
    print('{"said":"done","cost":0.0,"size":%d}' % len(answer), flush=True)
    print(answer, end='', flush=True)
"""
FAULTY = {"sleepy": SLEEPY, "deaf": DEAF, "dead": DEAD, "babbling": BABBLING, "cheating": CHEATING}
HASTY = Patience(0.1, 0.05, 0.15)


@pytest.mark.parametrize("script", FAULTY.values(), ids=FAULTY)
def test_a_bot_that_fails_is_cut_and_the_battle_goes_on(tmp_path: Path, script: str) -> None:
    async def run() -> None:
        patience = HASTY if script in (SLEEPY, DEAF) else Patience()
        bots = Bots(Workers(process("-c", script)), patience)
        async with opened(tmp_path, bots=bots) as server:
            room, _ = await made(server, "recruit", "recruit")
            expected = safe_answer(room.journal.state, room.journal.state.waiting_for()[0])
            await joined(room)
            await until(lambda: room.journal.head >= 3)
            assert room.journal.steps[1].record.answer == expected

    asyncio.run(run())


def test_a_worker_that_was_cut_is_replaced_by_one_that_answers(tmp_path: Path) -> None:
    flag = tmp_path / "slept"
    script = f"""
import pathlib, sys, time
flag = pathlib.Path({str(flag)!r})
if not flag.exists():
    flag.touch()
    time.sleep(3600)
from brickfield.server.bots import worker
worker.main()
"""

    async def run() -> None:
        workers = Workers(process("-c", script), 1)
        bots = Bots(workers, HASTY)
        async with opened(tmp_path, bots=bots) as server:
            room, _ = await made(server, "recruit", "recruit")
            await joined(room)
            await until(flag.exists)
            # whoever comes after the sleeper may need a while to start on a busy machine
            bots.patience = Patience(PATIENCE_SECONDS, first=PATIENCE_SECONDS)
            head = room.journal.head
            await until(lambda: room.journal.head >= head + 3)
            assert [worker.running for worker in workers.all] == [True]
        assert [worker.running for worker in workers.all] == [False]

    asyncio.run(run())


def test_an_answer_is_not_shown_before_people_could_follow(tmp_path: Path) -> None:
    """The pace is asked of the clock the server waits with, not measured."""
    waits: list[float] = []

    async def run() -> None:
        settings = msgspec.structs.replace(FAST, pace=1000.0)
        async with opened(tmp_path, settings) as server:
            real = asyncio.sleep

            async def sleep(seconds: float, *rest: Any) -> None:
                waits.append(seconds)
                await real(0)

            asyncio.sleep = sleep  # type: ignore[assignment]
            try:
                room, _ = await made(server, "recruit", "recruit")
                await joined(room)
                await until(lambda: room.journal.head >= 3, lambda: real(0.001))
            finally:
                asyncio.sleep = real

    asyncio.run(run())
    assert len(waits) >= 3
    assert all(0.0 <= wait <= 1000.0 for wait in waits)
    assert max(waits) > 500.0


def test_a_bot_does_not_answer_for_a_table_that_has_changed(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as server:
            room, _ = await made(server, "me", "here")
            await joined(room, 0, 1)
            seat = room.journal.state.waiting_for()[0]
            assert await room.answer_for(seat, safe_answer(room.journal.state, seat), head=7) is None
            assert room.journal.head == 0

    asyncio.run(run())


def test_a_bot_acts_only_when_it_is_asked(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        assert room.bot_asked() is None
        assert server.drivers.tasks == {}

    async def run() -> None:
        async with opened(tmp_path) as server:
            await what(server)

    asyncio.run(run())


# --- tables without people ---


def test_bots_alone_wait_until_somebody_looks_and_stop_when_nobody_does(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        rooms = [(await made(server, "recruit", "recruit"))[0] for _ in range(3)]
        assert server.drivers.tasks == {}
        watcher = await joined(rooms[0])
        await until(lambda: rooms[0].journal.head >= 3)
        rooms[0].leave(watcher)
        await until(lambda: server.drivers.tasks == {})
        assert not rooms[0].journal.state.over
        assert [room.journal.head for room in rooms[1:]] == [0, 0]
        # such a table need not stay in memory either
        await until(lambda: all(room.idle for room in rooms))
        server.sweep(time.monotonic() + 2 * FAST.idle)
        assert server.rooms == {}

    play(tmp_path, what)


def test_a_bot_answers_for_a_person_who_is_away_until_that_person_is_asked(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "recruit")
        client = await joined(room, 0)
        while room.journal.state.waiting_for()[0] == 0:
            await answered(room, client, 0)
        room.leave(client)
        await until(lambda: room.journal.state.waiting_for()[0] == 0)
        # once the person is out of the battle, nobody waits for the bots
        room.seats[0] = msgspec.structs.replace(room.seats[0], taken=False)
        assert not room.bots_may_play

    play(tmp_path, what)


# --- bots that cannot go on ---


def test_a_bot_that_fails_in_itself_does_not_end_its_process(tmp_path: Path) -> None:
    async def run() -> None:
        worker = Worker(process())
        for _ in range(2):
            with pytest.raises(NoAnswer, match="Error at"):
                await worker.ask(
                    Think(RemoteView(Setup("no game", ""), "1", msgspec.Raw(b"{}")), "recruit", ""), Patience()
                )
            assert worker.running
        await worker.stop()

    asyncio.run(run())


def test_a_worker_that_fails_again_and_again_is_left_alone(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    script = f"open({str(starts)!r}, 'a').write('x'); import sys; sys.stdin.readline(); sys.exit(3)"

    async def run() -> None:
        async with opened(tmp_path, bots=Bots(Workers(process("-c", script), 1))) as server:
            room, _ = await made(server, "recruit", "recruit")
            await joined(room)
            await until(lambda: room.journal.head >= MOST_FAILURES + 9)

    asyncio.run(run())
    assert len(starts.read_text("utf-8")) == 2 * MOST_FAILURES


class Broken(NearBots):
    """Bots whose answer fails, and so does the safe one, at one table."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def decide(self, room: Room, seat: int) -> Any:
        self.asked.append(room.id)
        if room.id == self.asked[0]:
            raise IndexError("no suggestion")
        return await super().decide(room, seat)


def test_a_table_whose_bot_cannot_go_on_says_so_and_is_not_started_again_and_again(tmp_path: Path) -> None:
    broken = Broken()

    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "recruit", scenario="six_v_six")
        client = await joined(room, 0)
        while room.journal.state.waiting_for()[0] == 0:
            await answered(room, client, 0)
        await until(lambda: bool(room.fault))
        assert client.bye is None
        assert "cannot go on" in client.of("presence")[-1]["fault"]
        # whoever comes is told, and the bot is not asked for each guest anew
        for _ in range(3):
            guest = await joined(room)
            assert guest.of("presence")[-1]["fault"] == room.fault
        assert broken.asked.count(room.id) == 1
        # the others play on, and so may people here
        other, _ = await made(server, "recruit", "recruit")
        await joined(other)
        await until(lambda: other.journal.head >= 3)
        await answered(room, client, 0, {"answer": "concede"}, id="enough")
        assert room.journal.state.over
        assert client.of("presence")[-1]["fault"] == ""

    play(tmp_path, what, bots=broken)
