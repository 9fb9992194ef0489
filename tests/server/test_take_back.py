"""Taking back: what may be taken back, by whom, and that nothing is ever deleted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from brickfield.core.refusal import Refusal
from brickfield.server.server import Server
from brickfield.server.web import protocol as wire
from tests.server.tables import a_move, answered, asked_seat, joined, made, play


def test_a_move_is_taken_back_by_a_record_of_its_own(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, match = await made(server, "me", "here", ready=True)
        client = await joined(room, 0, 1)
        seat = asked_seat(room)
        before = room.journal.state.digest()
        assert client.last["take_back"] == ""
        moved = a_move(room, seat)
        await answered(room, client, seat, moved)
        assert moved["unit"] in client.last["take_back"]
        done = await room.take_back(client, wire.TakeBack("back", seat, client.seq))
        assert isinstance(done, wire.Accepted)
        assert room.journal.state.digest() == before
        assert client.seq == done.seq
        assert "took back" in client.last["story"][0]["text"]
        kinds = [record.number for record in await server.store.records(match.match)]
        assert kinds == list(range(room.journal.head + 1))

    play(tmp_path, what)


def test_a_shared_device_takes_back_for_the_seat_that_answered_though_the_other_is_asked(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here", game="battle_of_the_sea", scenario="last_drop_of_blood")
        client = await joined(room, 0, 1)
        seat = asked_seat(room)
        while asked_seat(room) == seat:
            await answered(room, client, seat)
        assert (client.last["decision"]["seat"], client.last["take_back_seat"]) == (1 - seat, seat)
        done = await room.take_back(client, wire.TakeBack("back", client.last["take_back_seat"], client.seq))
        assert isinstance(done, wire.Accepted)
        assert asked_seat(room) == seat

    play(tmp_path, what)


def test_two_moves_are_taken_back_one_after_the_other_and_survive_a_restart(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def first(server: Server) -> None:
        room, match = await made(server, "me", "here", ready=True)
        client = await joined(room, 0, 1)
        seat, digests = asked_seat(room), [room.journal.state.digest()]
        for _ in range(2):
            await answered(room, client, seat, a_move(room, seat))
            digests.append(room.journal.state.digest())
        for number in (1, 0):
            assert isinstance(
                await room.take_back(client, wire.TakeBack(f"b{number}", seat, client.seq)), wire.Accepted
            )
            assert room.journal.state.digest() == digests[number]
        refused = await room.take_back(client, wire.TakeBack("b3", seat, client.seq))
        assert isinstance(refused, Refusal)
        assert refused.code == "no_take_back"
        kept.update(match=match.match, digest=digests[0], head=room.journal.head)

    async def second(server: Server) -> None:
        room = await server.room(kept["match"])
        assert not isinstance(room, Refusal)
        assert (room.journal.state.digest(), room.journal.head) == (kept["digest"], kept["head"])

    play(tmp_path, first)
    play(tmp_path, second)


def test_neither_dice_nor_the_answer_of_somebody_else_can_be_taken_back(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here", ready=True)
        client = await joined(room, 0, 1)
        seat = asked_seat(room)
        await answered(room, client, seat, a_move(room, seat))
        refused = await room.take_back(client, wire.TakeBack("other", 1 - seat, client.seq))
        assert isinstance(refused, Refusal)
        assert "Somebody else" in refused.sentence
        await answered(room, client, seat, {"answer": "roll_off", "question": "Is the wall in the way?"}, id="dice")
        assert room.journal.steps[-1].record.dice
        assert client.last["take_back"] == ""
        refused = await room.take_back(client, wire.TakeBack("own", seat, client.seq))
        assert isinstance(refused, Refusal)
        assert "Dice" in refused.sentence

    play(tmp_path, what)


def test_what_was_revealed_is_not_taken_back(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here", game="toy", scenario="duel")
        client = await joined(room, 0, 1)
        while not any(type(event).__name__ == "Revealed" for event in room.journal.steps[-1].events):
            await answered(room, client, asked_seat(room))
        last = room.journal.steps[-1].record
        assert last.dice == ()
        refused = await room.take_back(client, wire.TakeBack("own", last.seat, client.seq))
        assert isinstance(refused, Refusal)
        assert "shown" in refused.sentence

    play(tmp_path, what)


def test_what_the_server_set_up_itself_is_not_taken_back(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here", ready=True)
        client = await joined(room, 0, 1)
        refused = [await room.take_back(client, wire.TakeBack(f"b{seat}", seat, client.seq)) for seat in (0, 1)]
        assert [each.code for each in refused if isinstance(each, Refusal)] == ["no_take_back"] * 2

    play(tmp_path, what)
