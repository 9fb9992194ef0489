"""Reaction windows in words: the clock, an answer that is kept, and standing orders."""

from __future__ import annotations

from pathlib import Path

from brickfield.core.refusal import Refusal
from brickfield.server.server import Server
from brickfield.server.web import protocol as wire
from tests.server.tables import joined, laid, made, play
from tests.server.test_text_mode import Talker
from tests.server.test_windows import NO, attack_setup, in_held_window, last_answer, time_is_up


def test_orders_are_told_and_left_in_words(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room = await laid(server, attack_setup(), "me", "link")
        talker = Talker(room, await joined(room, 1), 1)
        told = await talker.hear("orders")
        assert told[0].startswith("Return Fire: Ask me.")
        assert (await talker.hear("orders return fire always"))[0].startswith("Return Fire: Return fire.")
        assert (await talker.hear("Orders held_shot noted"))[1].startswith("Hold Fire: Fire what I noted.")
        assert room.orders[1] == {"return_fire": "always", "held_shot": "noted"}
        for line, code in (("orders parry always", "unknown_window"), ("orders hold fire dance", "unknown_order")):
            refusal = await talker.say(line)
            assert isinstance(refusal, Refusal)
            assert refusal.code == code
        await talker.hear("orders return fire ask")
        assert room.orders[1] == {"held_shot": "noted"}

    play(tmp_path, what)


def test_a_game_without_windows_says_so(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here", ready=True)
        talker = Talker(room, await joined(room, 0), 0)
        assert "nothing to order" in (await talker.hear("orders"))[0]

    play(tmp_path, what)


def test_the_asked_seat_hears_the_clock_and_that_its_answer_is_kept(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, one, two, _ = await in_held_window(server)
        holder, mover = Talker(room, two, 1), Talker(room, one, 0)
        before = await mover.hear("")
        for told in (before, await holder.hear("")):
            assert any("has stopped on its way; still to come: forward" in line for line in told)
        assert any("The window closes in" in line for line in await holder.hear(""))
        done = await room.command(two, wire.AnswerMessage("no", 1, room.seq(two.audience), NO))
        assert isinstance(done, wire.Accepted)
        assert any("Your answer is kept" in line for line in await holder.hear(""))
        # nothing of it reaches the mover
        assert await mover.hear("") == before
        assert not [line for line in before if "window" in line.lower()]
        await time_is_up(room)
        assert last_answer(room) == (1, NO)
        assert not [line for line in await mover.hear("") if "still to come" in line]

    play(tmp_path, what)
