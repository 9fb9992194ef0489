"""Reaction windows at the wire: clocks, answers that are held, standing orders, restarts in the middle."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games.brick_mech.chapters.return_fire.return_fire import ReturnFire
from brickfield.server.rooms.rematches import rematch
from brickfield.server.rooms.replays import replay_text
from brickfield.server.rooms.room import Room
from brickfield.server.rooms.seating import leave_orders
from brickfield.server.rooms.windows import ALONE, LIVE, SLOW, Window, pace_of
from brickfield.server.server import Server
from brickfield.server.store.records import HELD, SeatRow
from brickfield.server.web import protocol as wire
from tests.rules.brick_mech.table import duel, forward
from tests.server.tables import FakeClient, answered, command, joined, laid, made, opened, play, sat, tick, until

YES, NO = {"answer": "react", "yes": True}, {"answer": "react", "yes": False}
LATE = {"answer": "react", "yes": False, "late": True}
BOTH = {"hold_fire": True, "return_fire": True}
SHORT, LONG = ["short", "primary"], ["long", "primary"]
ATTACK = {"answer": "attack", "unit": "A1", "target": "B1"}


def held_setup(note: list[str] | None = None) -> Setup:
    """B1 holds fire, A1 stands just out of its short range."""
    return duel(12.1, b={"holding": note or SHORT}, options=BOTH).match.setup


def attack_setup() -> Setup:
    """A1 is about to attack B1, which may answer."""
    return duel(options=BOTH).match.setup


WALK = {"answer": "move", "unit": "A1", "steps": [forward(6)]}


async def in_held_window(
    server: Server, note: list[str] | None = None, **parts: Any
) -> tuple[Room, FakeClient, FakeClient, FakeClient]:
    """A room in which the window of B1 is open, with both players and a spectator."""
    room = await laid(server, held_setup(note), *parts.pop("kinds", ("me", "link")), **parts)
    one, two, watcher = await joined(room, 0), await joined(room, 1), await joined(room)
    await answered(room, one, 0, WALK)
    return room, one, two, watcher


async def in_return_fire(server: Server, *kinds: str, **parts: Any) -> tuple[Room, FakeClient, FakeClient]:
    """A room in which B1 may return fire."""
    room = await laid(server, attack_setup(), *(kinds or ("me", "link")), **parts)
    one, two = await joined(room, 0), await joined(room, 1)
    await answered(room, one, 0, ATTACK)
    return room, one, two


async def time_is_up(room: Room) -> None:
    """The clock of the open window has run out."""
    window = room.window
    assert window is not None
    assert window.ends is not None
    window.ends = 0.0
    await room.close_window(window)


async def thought_over(room: Room) -> None:
    """The pause of an order is over."""
    assert room.window is not None
    assert room.window.order_at is not None
    room.window.order_at = 0.0
    await room.close_window(room.window)


def last_answer(room: Room) -> tuple[int, Any]:
    record = room.journal.steps[-1].record
    return record.seat, record.answer


async def orders(room: Room, client: FakeClient, seat: int, **left: str) -> Refusal | None:
    return await leave_orders(room, wire.LeaveOrders("o1", seat, left))


# --- clocks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "slow", "pace"),
    [
        (("me", "link"), False, LIVE),
        (("me", "link"), True, SLOW),
        (("me", "here"), False, ALONE),
        (("me", "here", "here", "bot"), False, ALONE),
        (("me", "bot"), False, ALONE),
        (("me", "bot", "link"), False, LIVE),
        (("link", "link"), False, LIVE),
        (("bot", "bot"), False, ALONE),
    ],
)
def test_people_wait_for_each_other_at_two_devices_or_more(kinds: tuple[str, ...], slow: bool, pace: str) -> None:
    seats = [SeatRow("m", seat, kind, "", "", True) for seat, kind in enumerate(kinds)]
    assert pace_of(slow, seats) == pace


def test_a_live_window_has_a_clock_that_everybody_is_told(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, one, two = await in_return_fire(server)
        assert room.welcome(frozenset()).pace == LIVE
        assert two.last["decision"]["kind"] == "return_fire"
        assert one.last["decision"] is None
        newcomer = await joined(room)
        for client in (one, two, newcomer):
            assert client.last["clock"]["seconds"] == 30
            assert 0 < client.last["clock"]["left"] <= 30
        await answered(room, two, 1, YES)
        assert one.last["clock"] is None
        assert one.last["events"][0]["event"] == "reaction_taken"

    play(tmp_path, what)


def test_who_gives_no_answer_in_time_has_declined_and_the_log_says_so(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, one, two = await in_return_fire(server)
        await time_is_up(room)
        assert last_answer(room) == (1, LATE)
        assert room.journal.steps[-1].record.auto
        for client in (one, two):
            assert "no answer in time" in client.last["story"][0]["text"]
        assert [event["event"] for event in one.last["events"]][-1] != "reaction_taken"
        assert room.window is None

    play(tmp_path, what)


def test_the_clock_really_rings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReturnFire, "seconds", lambda self, state: 0.05)

    async def what(server: Server) -> None:
        room, one, _ = await in_return_fire(server)
        await until(lambda: one.last["clock"] is None)
        assert last_answer(room) == (1, LATE)

    play(tmp_path, what)


def test_a_window_that_cannot_be_closed_is_told_and_not_tried_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table stays as it is and whoever is asked may answer; it is not laid out again for ever."""
    tries: list[Window] = []

    async def fails(self: Room, window: Window) -> None:
        tries.append(window)
        raise IndexError("no closing answer")

    monkeypatch.setattr(Room, "close_window", fails)
    monkeypatch.setattr(ReturnFire, "seconds", lambda self, state: 0.05)

    async def what(server: Server) -> None:
        room, one, two = await in_return_fire(server)
        await until(lambda: bool(room.fault))
        await joined(room)
        await tick()
        assert len(tries) == 1
        assert (one.bye, two.bye) == (None, None)
        assert one.of("presence")[-1]["fault"] == room.fault
        await answered(room, two, 1, NO)
        assert one.of("presence")[-1]["fault"] == ""

    play(tmp_path, what)


def test_an_answer_that_came_first_leaves_nothing_to_close(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _, two = await in_return_fire(server)
        window = room.window
        assert window is not None
        await answered(room, two, 1, NO)
        head, window.ends = room.journal.head, 0.0
        await room.close_window(window)
        assert room.journal.head == head

    play(tmp_path, what)


@pytest.mark.parametrize("kinds", [("me", "here"), ("me", "link")])
def test_alone_and_while_nobody_sits_there_a_window_waits_for_ever(tmp_path: Path, kinds: tuple[str, ...]) -> None:
    async def what(server: Server) -> None:
        room, one, two = await in_return_fire(server, *kinds, taken=False)
        assert room.next_moment() is None
        assert two.last["clock"] is None
        if kinds[1] == "link":
            await sat(room, 1, "Nadia")
            assert room.next_moment() is not None
        await answered(room, two, 1, NO)
        assert last_answer(room) == (1, NO)
        assert "time" not in one.last["story"][0]["text"]

    play(tmp_path, what)


def test_asides_leave_the_clock_running(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, one, two, _ = await in_held_window(server)
        await answered(room, two, 1, NO)
        window = room.window
        await answered(room, one, 0, {"answer": "offer_draw"}, id="draw")
        assert room.window is window
        assert one.last["clock"]["seconds"] == 5
        assert two.last["decision"] is None
        await time_is_up(room)
        assert last_answer(room) == (1, NO)

    play(tmp_path, what)


@pytest.mark.parametrize(("agreed", "seconds"), [(0, 5), (15, 15), (60, 60)])
def test_a_table_may_agree_on_its_time_for_secrets_and_one_that_did_not_keeps_that_of_the_ruling(
    tmp_path: Path, agreed: int, seconds: int
) -> None:
    async def what(server: Server) -> None:
        room, one, two, watcher = await in_held_window(server, secret_seconds=agreed)
        for client in (one, two, watcher):
            assert client.last["clock"]["seconds"] == seconds, "everybody waits for the same time"
        assert room.welcome(frozenset()).secret_seconds == agreed
        open_, _, _ = await in_return_fire(server, secret_seconds=agreed)
        assert open_.window is not None
        assert open_.window.seconds == 30, "where nothing is secret the ruling stands"

    play(tmp_path, what)


def test_new_tables_begin_with_fifteen_seconds_and_a_rematch_keeps_what_was_agreed(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        usual, _ = await made(server, "me", "link", game="brick_mech", scenario="duel")
        short, _ = await made(server, "me", "link", game="brick_mech", scenario="duel", secret_seconds=5)
        assert (usual.journal.row.secret_seconds, short.journal.row.secret_seconds) == (15, 5)
        client = await joined(short, 0)
        await answered(short, client, 0, {"answer": "concede"})
        again = await rematch(server, short)
        assert isinstance(again, str)
        assert server.rooms[again].journal.row.secret_seconds == 5

    play(tmp_path, what)


def test_nobody_but_the_server_says_that_time_ran_out(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _, two = await in_return_fire(server)
        refusal = await room.command(two, command(room, two, 1, LATE))
        assert isinstance(refusal, Refusal)
        assert refusal.code == "malformed"

    play(tmp_path, what)


# --- answers that are held -------------------------------------------------------------------------------------------


def test_declining_a_held_shot_is_noticed_by_nobody_until_the_window_closes(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, one, two, watcher = await in_held_window(server)
        at = (await server.store.standing(room.id)).at  # type: ignore[union-attr]
        heard = len(one.sent), len(watcher.sent)
        await answered(room, two, 1, NO)
        assert [message["type"] for message in two.sent[-2:]] == ["accepted", "update"]
        assert two.last["decision"] is None
        assert two.last["clock"]["seconds"] == 5
        assert (len(one.sent), len(watcher.sent)) == heard
        assert (await server.store.standing(room.id)).at == at  # type: ignore[union-attr]
        again = await room.command(two, command(room, two, 1, NO, id="again"))
        assert isinstance(again, Refusal)
        assert again.code == "answered"
        await time_is_up(room)
        assert one.seq == watcher.seq == two.seq - 1
        assert "'late'" not in str(one.last)
        assert one.last["decision"]["kind"] == "take_action"

    play(tmp_path, what)


def test_a_revealed_shot_closes_the_window_at_once_also_after_declining(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, one, two, _ = await in_held_window(server)
        await answered(room, two, 1, NO)
        await answered(room, two, 1, YES, id="second thoughts")
        assert "revealed" in [event["event"] for event in one.last["events"]]

    play(tmp_path, what)


def test_a_shot_that_was_not_noted_is_refused_and_the_window_goes_on(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, one, two, _ = await in_held_window(server, LONG)
        heard = len(one.sent)
        refusal = await room.command(two, command(room, two, 1, YES))
        assert isinstance(refusal, Refusal)
        assert refusal.code == "not_noted"
        assert len(one.sent) == heard
        await time_is_up(room)
        assert last_answer(room) == (1, NO)

    play(tmp_path, what)


def test_the_mover_may_take_back_while_an_answer_is_held(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, one, two, _ = await in_held_window(server)
        assert one.last["take_back"]
        await answered(room, two, 1, NO)
        done = await room.take_back(one, wire.TakeBack("t1", 0, one.seq))
        assert isinstance(done, wire.Accepted)
        assert one.last["decision"]["kind"] == "take_action"
        assert room.window is None
        await answered(room, one, 0, WALK, id="once more")
        # the answer belonged to the window that is gone
        assert two.last["decision"]["kind"] == "held_shot"

    play(tmp_path, what)


# --- standing orders -------------------------------------------------------------------------------------------------


def test_orders_are_checked_kept_and_told_to_their_own_seat_only(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room = await laid(server, attack_setup(), "me", "link")
        one, two = await joined(room, 0), await joined(room, 1)
        heard = len(one.sent)
        assert await orders(room, two, 1, return_fire="always", held_shot="ask") is None
        assert two.sent[-1] == {"type": "orders_left", "seat": 1, "orders": {"return_fire": "always"}, "id": "o1"}
        assert len(one.sent) == heard
        for left, code in (({"parry": "always"}, "unknown_window"), ({"return_fire": "dance"}, "unknown_order")):
            refusal = await orders(room, two, 1, **left)
            assert isinstance(refusal, Refusal)
            assert refusal.code == code
        assert (await joined(room, 1)).sent[0]["orders"] == [{"seat": 1, "orders": {"return_fire": "always"}}]
        assert (await joined(room, 0)).sent[0]["orders"] == [{"seat": 0, "orders": {}}]
        assert (await joined(room)).sent[0]["orders"] == []
        assert [window.kind for window in room.welcome(frozenset()).windows] == ["return_fire", "held_shot"]
        server.rooms.clear()
        again = await server.room(room.id)
        assert not isinstance(again, Refusal)
        assert again.orders == {1: {"return_fire": "always"}}

    play(tmp_path, what)


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize(("order", "answer"), [("always", YES), ("decline", NO), ("worth", YES)])
def test_an_order_answers_in_place_of_the_seat(tmp_path: Path, order: str, answer: Any, slow: bool) -> None:
    async def what(server: Server) -> None:
        room = await laid(server, attack_setup(), "me", "link", slow=slow)
        one, two = await joined(room, 0), await joined(room, 1)
        await orders(room, two, 1, return_fire=order)
        await answered(room, one, 0, ATTACK)
        assert room.window is not None
        assert room.window.order_at is not None
        assert room.next_moment() == room.window.order_at
        await thought_over(room)
        assert last_answer(room) == (1, answer)

    play(tmp_path, what)


def test_in_a_slow_game_a_seat_without_orders_is_waited_for(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _, two = await in_return_fire(server, slow=True)
        assert room.next_moment() is None
        assert two.last["clock"] is None
        await orders(room, two, 1, return_fire="decline")
        assert room.next_moment() is not None
        await thought_over(room)
        assert last_answer(room) == (1, NO)

    play(tmp_path, what)


@pytest.mark.parametrize(("order", "answer"), [("noted", YES), ("decline", NO), ("", NO)])
@pytest.mark.parametrize("slow", [False, True])
def test_a_window_with_a_secret_closes_by_order_at_its_end(tmp_path: Path, order: str, answer: Any, slow: bool) -> None:
    async def what(server: Server) -> None:
        room = await laid(server, held_setup(), "me", "link", slow=slow)
        one, two = await joined(room, 0), await joined(room, 1)
        if order:
            await orders(room, two, 1, held_shot=order)
        await answered(room, one, 0, WALK)
        assert room.window is not None
        assert room.next_moment() == room.window.ends
        assert (one.last["clock"] is None) == slow
        await time_is_up(room)
        assert last_answer(room) == (1, answer)

    play(tmp_path, what)


def test_an_answer_of_the_seat_comes_before_its_order(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room = await laid(server, held_setup(), "me", "link")
        one, two = await joined(room, 0), await joined(room, 1)
        await orders(room, two, 1, held_shot="noted")
        await answered(room, one, 0, WALK)
        await answered(room, two, 1, NO)
        await time_is_up(room)
        assert last_answer(room) == (1, NO)

    play(tmp_path, what)


def test_alone_an_order_answers_at_once(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room = await laid(server, attack_setup(), "me", "here")
        client = await joined(room, 0, 1)
        await orders(room, client, 1, return_fire="always")
        await answered(room, client, 0, ATTACK)
        await until(lambda: last_answer(room) == (1, YES))

    play(tmp_path, what)


# --- bots ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("note", [SHORT, LONG])
def test_a_bot_answers_a_window_with_a_secret_when_it_closes(tmp_path: Path, note: list[str]) -> None:
    async def what(server: Server) -> None:
        room = await laid(server, held_setup(note), "me", "recruit")
        one = await joined(room, 0)
        await answered(room, one, 0, WALK)
        window = room.window
        assert window is not None
        assert window.ends is not None
        assert room.next_moment() is None
        head = room.journal.head
        await tick()
        assert room.journal.head == head
        window_end = window.ends
        await until(lambda: room.journal.head > head)
        assert time.monotonic() >= window_end

    play(tmp_path, what)


# --- restarts --------------------------------------------------------------------------------------------------------


async def reopened(folder: Path, match: str) -> tuple[list[Any], str]:
    """The server starts again; the open window closes by its clock; all records, and the replay read back."""
    async with opened(folder) as server:
        server.start()
        await until(lambda: match in server.rooms)
        room = server.rooms[match]
        assert room.window is not None
        assert room.window.seconds in (5, 30)
        await time_is_up(room)
        assert room.window is None
        return [step.record for step in room.journal.steps], replay_text(room.journal)


@pytest.mark.parametrize("answer", [None, NO])
def test_a_window_survives_a_restart_and_is_closed_once(tmp_path: Path, answer: Any) -> None:
    async def run() -> None:
        async with opened(tmp_path) as server:
            room, _, two, _ = await in_held_window(server)
            if answer is not None:
                await answered(room, two, 1, answer, id="held")
            match, head = room.id, room.journal.head
        records, text = await reopened(tmp_path, match)
        assert len(records) == head + 2
        assert (records[-1].kind, records[-1].answer, records[-1].auto) == ("held_shot", NO, True)
        assert [record.kind for record in records].count(HELD) == (answer is not None)
        assert "held_shot" in text
        async with opened(tmp_path) as server:
            again = await server.room(match)
            assert not isinstance(again, Refusal)
            assert [step.record for step in again.journal.steps] == records
            # the command that was held is known still: a repeat gets the old answer and changes nothing
            client = await joined(again, 1)
            if answer is not None:
                repeat = await again.command(client, wire.AnswerMessage("held", 1, 0, NO))
                assert isinstance(repeat, wire.Accepted)
                assert again.journal.head == len(records) - 1

    asyncio.run(run())
