"""Text mode over a room: a whole battle by lines, and what a line can and cannot do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from brickfield.server.text.mode import TextSeat
from brickfield.server.web import protocol as wire
from tests.server.tables import FakeClient, joined, laid, made, opened, until


class Talker:
    """Somebody who plays by lines."""

    def __init__(self, room: Room, client: FakeClient, seat: int) -> None:
        self.room, self.client, self.seat = room, client, seat
        self.text = TextSeat(room, seat)
        self.count = 0

    async def say(self, line: str, line_id: str = "", seq: int | None = None) -> wire.Spoken | Refusal:
        """Say a line."""
        self.count += 1
        number = self.room.seq(self.client.audience) if seq is None else seq
        return await self.text.hear(self.client, wire.Say(line_id or f"s{self.count}", self.seat, number, line))

    async def hear(self, line: str) -> list[str]:
        """Say a line that must be understood."""
        spoken = await self.say(line)
        assert isinstance(spoken, wire.Spoken), spoken
        return list(spoken.lines)


def talk(folder: Path, what: Callable[[Server, Talker], Awaitable[None]], *kinds: str, **parts: Any) -> None:
    async def run() -> None:
        async with opened(folder) as server:
            room, _ = await made(server, *(kinds or ("me", "recruit")), **parts)
            client = await joined(room, 0)
            await what(server, Talker(room, client, 0))

    asyncio.run(run())


async def my_turn(talker: Talker) -> None:
    await until(
        lambda: talker.room.journal.state.over or talker.seat in talker.room.journal.state.waiting_for(),
        lambda: asyncio.sleep(0.001),
    )


def test_a_whole_battle_is_played_by_lines(tmp_path: Path) -> None:
    async def what(server: Server, talker: Talker) -> None:
        kinds = set()
        for _ in range(400):
            await my_turn(talker)
            state = talker.room.journal.state
            if state.over:
                break
            decision = state.decision_of(0)
            assert decision is not None
            kinds.add(decision.kind)
            spoken = await talker.say("auto")
            assert isinstance(spoken, wire.Spoken), spoken
            assert spoken.answered, spoken
        assert talker.room.journal.state.over
        assert kinds >= {"deploy_unit", "move_units", "declare_targets"}
        end = await talker.hear("")
        assert any("won" in line or "draw" in line for line in end)

    talk(tmp_path, what)


def test_a_battle_at_sea_is_played_by_lines(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as server:
            setup = Setup("battle_of_the_sea", "last_drop_of_blood", {"max_rounds": 4})
            room = await laid(server, setup, "me", "random")
            talker = Talker(room, await joined(room, 0), 0)
            kinds = set()
            for _ in range(200):
                await my_turn(talker)
                if room.journal.state.over:
                    break
                decision = room.journal.state.decision_of(0)
                assert decision is not None
                kinds.add(decision.kind)
                spoken = await talker.say("2" if decision.kind == "command_fleet" else "auto")
                assert isinstance(spoken, wire.Spoken), spoken
                assert spoken.answered, spoken
            assert room.journal.state.over
            assert kinds >= {"deploy_ship", "command_fleet"}
            assert any("won" in line or "draw" in line for line in await talker.hear(""))

    asyncio.run(run())


def test_a_duel_of_mechs_is_played_by_lines(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as server:
            room = await laid(server, Setup("brick_mech", "duel", {"return_fire": True}), "me", "random")
            talker = Talker(room, await joined(room, 0), 0)
            kinds = set()
            for _ in range(300):
                await my_turn(talker)
                if room.journal.state.over:
                    break
                decision = room.journal.state.decision_of(0)
                assert decision is not None
                kinds.add(decision.kind)
                assert await talker.hear("")
                spoken = await talker.say("auto")
                assert isinstance(spoken, wire.Spoken), spoken
                assert spoken.answered, spoken
            assert room.journal.state.over
            assert kinds >= {"deploy_unit", "take_action"}
            assert any("won" in line or "draw" in line for line in await talker.hear(""))

    asyncio.run(run())


def test_an_empty_line_tells_the_situation_and_the_question(tmp_path: Path) -> None:
    async def what(server: Server, talker: Talker) -> None:
        await my_turn(talker)
        lines = await talker.hear("")
        assert lines[0] == "Micro Brick Battle"
        assert any("1. " in line for line in lines)
        assert not (await talker.hear("units"))[0].startswith("Not")
        assert await talker.hear("options")

    talk(tmp_path, what, ready=True)


def test_a_move_in_words_is_a_command_of_the_room_and_says_what_the_unit_sees_then(tmp_path: Path) -> None:
    async def what(server: Server, talker: Talker) -> None:
        await my_turn(talker)
        head = talker.room.journal.head
        spoken = await talker.say("move A1 forward 1", "line-1")
        assert isinstance(spoken, wire.Spoken)
        assert spoken.answered
        assert any("MP left" in line for line in spoken.lines)
        record = talker.room.journal.steps[-1].record
        assert (talker.room.journal.head, record.command_id, record.kind) == (head + 1, "line-1", "move_units")
        assert talker.client.last["events"][0]["event"] == "unit_moved"
        assert talker.client.of("accepted") == []
        # the same line again, as after a lost connection
        again = await talker.say("move A1 forward 1", "line-1")
        assert again == wire.Spoken((), answered=True)
        assert talker.room.journal.head == head + 1
        back = await talker.say("undo")
        assert isinstance(back, wire.Spoken)
        assert back.answered
        assert talker.room.journal.steps[-1].record.kind == "take_back"

    talk(tmp_path, what, ready=True)


def test_what_only_asks_or_is_refused_changes_nothing(tmp_path: Path) -> None:
    async def what(server: Server, talker: Talker) -> None:
        await my_turn(talker)
        head = talker.room.journal.head
        for line in (
            "look A1",
            "why A1 B1",
            "hint",
            "help",
            "map",
            "log",
            "clause mbb.mod.rear",
            "try move A1 forward 1",
        ):
            assert await talker.hear(line), line
        for line in ("move A1 forward 99", "move Z9 forward 1", "gibberish", "fire A1 at B1"):
            assert (await talker.hear(line))[0].startswith("Not "), line
        assert talker.room.journal.head == head

    talk(tmp_path, what, ready=True)


def test_help_tells_the_words_of_this_table_and_none_that_it_refuses(tmp_path: Path) -> None:
    async def what(server: Server, talker: Talker) -> None:
        await my_turn(talker)
        told = "\n".join(await talker.hear("help"))
        for word in ("say", "clock", "away", "seat back"):
            assert f"  {word}" in told, word
        assert "save FILE" not in told
        assert "all who are here want the same" in (await talker.hear("help away"))[1]

    talk(tmp_path, what, ready=True)


@pytest.mark.parametrize("line", ["save", "save x", "load x", "replay", "again", "quit", "q"])
def test_no_line_touches_a_file_or_another_battle(tmp_path: Path, line: str) -> None:
    async def what(server: Server, talker: Talker) -> None:
        await my_turn(talker)
        before = sorted(Path().iterdir())
        assert "buttons" in (await talker.hear(line))[0]
        await talker.hear("concede")
        assert await talker.say("yes")
        assert talker.room.journal.state.over
        for each in ("1", "2", "3", line):
            assert "buttons" in (await talker.hear(each))[0]
        assert sorted(Path().iterdir()) == before

    talk(tmp_path, what, ready=True)


def test_a_line_that_answers_an_old_table_is_refused(tmp_path: Path) -> None:
    async def what(server: Server, talker: Talker) -> None:
        await my_turn(talker)
        refused = await talker.say("move A1 forward 1", seq=talker.client.seq - 1)
        assert isinstance(refused, Refusal)
        assert refused.code == "old_version"
        assert await talker.hear("look A1")

    talk(tmp_path, what, ready=True)


def test_a_fire_plan_is_made_line_by_line_and_forgotten_when_the_table_changes(tmp_path: Path) -> None:
    async def what(server: Server, talker: Talker) -> None:
        for _ in range(300):
            await my_turn(talker)
            decision = talker.room.journal.state.decision_of(0)
            if decision is None:
                break
            shots = [choice for choice in talker.text.interpreter.choices if choice.shot is not None]
            if decision.kind == "declare_targets" and talker.text.local_game.refresh() is False and shots:
                await talker.hear(shots[0].say)
                assert talker.text.interpreter.plan
                done = await talker.say("lock")
                assert isinstance(done, wire.Spoken)
                assert done.answered
                assert talker.text.interpreter.plan == {}
                records = [step.record for step in talker.room.journal.steps]
                # the bot may have gone on meanwhile
                assert [each for each in records if each.seat == 0 and each.answer.get("shots")]
                return
            await talker.say("auto" if decision.kind != "declare_targets" else "options")
            if decision.kind == "declare_targets" and not shots:
                await talker.say("lock")
        raise AssertionError("nobody ever had a target")

    talk(tmp_path, what, ready=True)
