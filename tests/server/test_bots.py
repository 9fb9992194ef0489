"""Bots in their own process: same answers as here, a whole battle, and what happens when one is late or dies."""

from __future__ import annotations

import asyncio
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
from brickfield.server import bot_worker
from brickfield.server.bots import Bots, safe_answer
from brickfield.server.house import House
from tests.core.toy.playing import SETUPS, fresh
from tests.server.tables import FAST, PATIENCE_SECONDS, joined, made, opened, until


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
        again = bot_worker.read_view(seen.encode(), game)
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
        assert bot_worker.read_view(seen.encode(), played.match.game).encode() == seen.encode()
        decision = played.state.decision_of(seat)
        assert decision is not None
        played.answer(seat, decision.suggest(played.state, 1)[0].answer)


def test_a_question_holds_the_view_of_one_seat_and_nothing_else() -> None:
    assert set(bot_worker.Question.__struct_fields__) == {"setup", "rules", "level", "seed", "view"}


def test_the_worker_answers_as_the_bot_would_here() -> None:
    game = find_game("micro_brick_battle")
    assert game is not None
    setup = Setup(game.id, "six_v_six")
    match = game.new_match(setup)
    assert not isinstance(match, Refusal)
    played = Session(match, SeededDice(1), log=False)
    for _ in range(16):
        seen = view(played.state, played.state.waiting_for()[0])
        question = bot_worker.Question(setup, game.rules_version, "recruit", "seed", msgspec.Raw(seen.encode()))
        here = make_player("recruit", game, "seed").decide(match, seen)
        assert bot_worker.think(msgspec.json.encode(question)) == msgspec.json.encode(here)
        played.answer(seen.seat, here)


def test_bots_in_their_process_play_a_battle_to_the_end(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path, bots=Bots()) as house:
            room, _ = await made(house, "recruit", "random", ready=True)
            await until(lambda: room.journal.state.over)
            assert room.journal.head > 20
            kinds = {step.record.kind for step in room.journal.steps if not step.record.auto}
            assert kinds >= {"move_units", "declare_targets"}

    asyncio.run(run())


SLEEPY = "import sys, time\nfor line in sys.stdin: time.sleep(3600)"
DEAD = "import sys; sys.stdin.readline(); sys.exit(3)"
BABBLING = "import sys\nfor line in sys.stdin: print('no json', flush=True)"
# an answer that can be read but breaks the rules
CHEATING = """import sys
for line in sys.stdin:
    print('{"answer":"place","unit":"A1","x":-5,"y":-5,"heading":0}', flush=True)
"""


@pytest.mark.parametrize("script", [SLEEPY, DEAD, BABBLING, CHEATING], ids=["sleepy", "dead", "babbling", "cheating"])
def test_a_bot_that_fails_is_cut_and_the_battle_goes_on(tmp_path: Path, script: str) -> None:
    async def run() -> None:
        bots = Bots(budget=0.15 if script is SLEEPY else 5.0, worker=("-c", script))
        async with opened(tmp_path, bots=bots) as house:
            room, _ = await made(house, "recruit", "recruit")
            expected = safe_answer(room, room.journal.state.waiting_for()[0])
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
from brickfield.server import bot_worker
bot_worker.main()
"""

    async def run() -> None:
        bots = Bots(budget=0.3, worker=("-c", script))
        async with opened(tmp_path, bots=bots) as house:
            room, _ = await made(house, "recruit", "recruit")
            await until(flag.exists)
            # whoever comes after the sleeper may need a while to start on a busy machine
            bots._budget = PATIENCE_SECONDS
            head = room.journal.head
            await until(lambda: room.journal.head >= head + 3)
            assert bots._process is not None
            assert bots._process.returncode is None
        assert bots._process is None

    asyncio.run(run())


def test_an_answer_is_not_shown_before_people_could_follow(tmp_path: Path) -> None:
    """The pace is asked of the clock the house waits with, not measured."""
    waits: list[float] = []

    async def run() -> None:
        settings = msgspec.structs.replace(FAST, pace=1000.0)
        async with opened(tmp_path, settings) as house:
            real = asyncio.sleep

            async def sleep(seconds: float, *rest: Any) -> None:
                waits.append(seconds)
                await real(0)

            asyncio.sleep = sleep  # type: ignore[assignment]
            try:
                room, _ = await made(house, "recruit", "recruit")
                await until(lambda: room.journal.head >= 3, lambda: real(0.001))
            finally:
                asyncio.sleep = real

    asyncio.run(run())
    assert len(waits) >= 3
    assert all(0.0 <= wait <= 1000.0 for wait in waits)
    assert max(waits) > 500.0


def test_a_bot_does_not_answer_for_a_table_that_has_changed(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as house:
            room, _ = await made(house, "me", "here")
            await joined(room, 0, 1)
            seat = room.journal.state.waiting_for()[0]
            assert await room.answer_for(seat, safe_answer(room, seat), head=7) is None
            assert room.journal.head == 0

    asyncio.run(run())


def test_a_bot_acts_only_when_it_is_asked(tmp_path: Path) -> None:
    async def what(house: House) -> None:
        room, _ = await made(house, "me", "here")
        assert room.bot_asked() is None
        assert house._drivers == {}

    async def run() -> None:
        async with opened(tmp_path) as house:
            await what(house)

    asyncio.run(run())
