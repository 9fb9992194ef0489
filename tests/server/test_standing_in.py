"""A bot plays for somebody who is away, by consent; and the six things that can be said at a table."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brickfield.core.refusal import Refusal
from brickfield.server.rooms.phrases import utter
from brickfield.server.rooms.room import Room
from brickfield.server.rooms.substitutes import stand_in, take_seat
from brickfield.server.server import Server
from brickfield.server.store.records import STAND_IN
from brickfield.server.text.mode import TextSeat
from brickfield.server.web import protocol as wire
from brickfield.server.web.cards import PHRASES
from brickfield.server.web.parser import read_up
from tests.server.tables import FakeClient, answered, asked_seat, command, joined, made, opened, play, sat, until
from tests.server.test_clocks import Hands, set_time

THREE = {"game": "brick_mech", "scenario": "free_for_all"}


def propose(absent: int, level: str = "recruit", seat: int = 0) -> wire.StandIn:
    return wire.StandIn(f"p{seat}", seat, absent, level)


async def left_alone(server: Server, minutes: int = 5, **parts: Any) -> tuple[Room, FakeClient, Hands]:
    """A table at which seat 1 sat and has gone."""
    hands = set_time(server)
    room, _ = await made(server, "me", "link", stand_in=minutes, ready=True, **parts)
    await sat(room, 1, "Nadia")
    one, gone = await joined(room, 0), await joined(room, 1)
    room.leave(gone)
    return room, one, hands


def test_a_bot_plays_for_whoever_was_away_for_as_long_as_was_agreed(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, one, hands = await left_alone(server)
        hands.at += 299
        refused = await stand_in(room, one, propose(1))
        assert isinstance(refused, Refusal)
        assert (refused.code, refused.data["seconds"]) == ("not_away", 1)
        hands.at += 2
        assert await stand_in(room, one, propose(1)) is None
        record = next(step.record for step in room.journal.steps if step.record.kind == STAND_IN)
        assert (record.seat, record.answer) == (1, {"level": "recruit", "by": [0]})
        card = one.of("presence")[-1]["seats"][1]
        assert (card["stand_in"], card["kind"], card["here"]) == ("recruit", "person", False)
        told = [line["text"] for update in one.of("update") for line in update["story"]]
        assert "A recruit bot plays for Nadia from now on, as you agreed." in told
        for _number in range(3):
            if asked_seat(room) == 0:
                await answered(room, one, 0)
            await until(lambda: room.journal.state.over or asked_seat(room) == 0)
        assert any(step.record.seat == 1 and step.record.auto for step in room.journal.steps[2:])

    play(tmp_path, what)


def test_the_player_takes_the_seat_back_and_what_the_bot_answered_stands(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, one, hands = await left_alone(server)
        hands.at += 400
        # nobody sees what the bot is asked, so that it cannot answer meanwhile
        assert await stand_in(room, one, propose(1)) is None
        await until(lambda: asked_seat(room) == 0)
        back = await joined(room, 1)
        assert back.last["decision"] is None
        refused = await room.command(back, command(room, back, 1, {"answer": "concede"}))
        assert isinstance(refused, Refusal)
        assert refused.code == "bot_plays"
        assert await take_seat(room, back, wire.TakeSeat("b1", 1)) is None
        assert back.of("told")[-1] == {"type": "told", "id": "b1", "result": "done"}
        assert room.journal.stand_ins == {}
        assert isinstance(await take_seat(room, back, wire.TakeSeat("b2", 1)), Refusal)
        assert back.last["take_back"] == ""
        # what was seen before somebody took a seat back still answers the same question
        await answered(room, one, 0, seq=one.seq - 1)
        while asked_seat(room) == 0:
            await answered(room, one, 0)
        assert back.last["decision"] is not None
        await answered(room, back, 1)

    play(tmp_path, what)


def test_all_who_are_there_must_want_the_same_bot(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        hands = set_time(server)
        room, _ = await made(server, "me", "link", "link", "link", stand_in=2, **THREE)
        for seat in (1, 2, 3):
            await sat(room, seat)
        one, two = await joined(room, 0), await joined(room, 1)
        room.leave(await joined(room, 2))
        room.leave(await joined(room, 3))
        watcher = await joined(room)
        hands.at += 121
        head = room.journal.head
        assert await stand_in(room, one, propose(2)) is None
        assert one.of("told")[-1]["result"] == "proposed"
        assert watcher.of("presence")[-1]["proposals"] == [{"seat": 2, "level": "recruit", "by": [0]}]
        assert await stand_in(room, two, propose(2, "regular", 1)) is None
        assert room.journal.head == head
        assert await stand_in(room, two, propose(2, "recruit", 1)) is None
        assert room.journal.stand_ins == {2: "recruit"}
        # seat 3 is away too: whoever is not there is not asked, and nobody proposes a bot for a bot
        refused = await stand_in(room, one, propose(2))
        assert isinstance(refused, Refusal)
        assert refused.code == "not_a_person"
        # whoever comes back ends what was proposed
        assert await stand_in(room, one, propose(3)) is None
        await joined(room, 3)
        assert watcher.of("presence")[-1]["proposals"] == []

    play(tmp_path, what)


@pytest.mark.parametrize(
    ("wish", "code"),
    [(propose(1, "genius"), "unknown_level"), (propose(7), "not_a_person"), (propose(0), "not_away")],
)
def test_what_cannot_be_proposed_changes_nothing(tmp_path: Path, wish: wire.StandIn, code: str) -> None:
    async def what(server: Server) -> None:
        room, one, hands = await left_alone(server)
        hands.at += 10_000
        head = room.journal.head
        refused = await stand_in(room, one, wish)
        assert isinstance(refused, Refusal)
        assert refused.code == code
        assert (room.journal.head, room.proposals) == (head, {})

    play(tmp_path, what)


def test_a_table_that_did_not_agree_has_no_stand_ins(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, one, hands = await left_alone(server, 0)
        hands.at += 10**6
        refused = await stand_in(room, one, propose(1))
        assert isinstance(refused, Refusal)
        assert refused.code == "no_stand_in"

    play(tmp_path, what)


def test_a_stand_in_outlives_the_server_and_neither_offers_draws_nor_gives_up(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as server:
            room, one, hands = await left_alone(server)
            hands.at += 400
            assert await stand_in(room, one, propose(1)) is None
            match = room.id
        async with opened(tmp_path) as server:
            again = await server.room(match)
            assert isinstance(again, Room)
            assert again.journal.stand_ins == {1: "recruit"}
            assert again.who_sits[1].is_bot
            assert not again.seats[1].is_bot
            from brickfield.server.bots.bots import _bots_of

            assert _bots_of(again) == {}

    asyncio.run(run())


# --- phrases ---------------------------------------------------------------------------------------------------------


def test_a_phrase_goes_to_everybody_and_into_no_journal(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "link", ready=True)
        await sat(room, 1)
        ears = await joined(room, 0), await joined(room, 1), await joined(room)
        head = room.journal.head
        assert utter(room, 0, "luck") is None
        for client in ears:
            assert client.of("uttered") == [{"type": "uttered", "seat": 0, "phrase": "luck", "text": "Good luck"}]
        assert room.journal.head == head
        assert isinstance(utter(room, 0, "<script>"), Refusal)
        # so many at once, then one every few seconds; the other seat has its own measure
        assert [utter(room, 0, "ouch") for _number in range(2)] == [None, None]
        refused = utter(room, 0, "ouch")
        assert isinstance(refused, Refusal)
        assert refused.code == "too_many"
        assert utter(room, 1, "thanks") is None

    play(tmp_path, what)


def test_no_free_words_go_over_the_wire() -> None:
    good = {"type": "utter", "id": "a", "seat": 0, "phrase": "ouch"}
    assert isinstance(read_up(msgspec.json.encode(good).decode()), wire.Utter)
    for bad in ({**good, "phrase": "you fool"}, {**good, "text": "hello"}, {**good, "phrase": ["ouch"]}):
        assert isinstance(read_up(msgspec.json.encode(bad).decode()), Refusal)
    assert [each.id for each in PHRASES] == list(wire.Phrase.__args__)  # type: ignore[attr-defined]


def test_text_mode_says_them_by_number_and_by_words(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "link", ready=True)
        await sat(room, 1)
        one, two = await joined(room, 0), await joined(room, 1)
        interpreter = TextSeat(room, 0)

        async def said(line: str) -> Any:
            return await interpreter.hear(one, wire.Say("s", 0, one.seq, line))

        assert (await said("say")).lines[1] == "say 2: Well shot"
        assert (await said("say 2")).lines == ("You said: Well shot",)
        assert (await said("Say thank you for the game!")).lines == ("You said: Thank you for the game",)
        assert [each["phrase"] for each in two.of("uttered")] == ["well_shot", "thanks"]
        assert isinstance(await said("say whatever you like"), Refusal)

    play(tmp_path, what)


# --- in words ---------------------------------------------------------------------------------------------------------


def test_text_mode_wants_a_bot_agrees_to_it_and_takes_the_seat_back(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        hands = set_time(server)
        room, _ = await made(server, "me", "link", "link", "link", stand_in=2, **THREE)
        for seat, name in ((1, "Ben"), (2, "Nadia"), (3, "Kim")):
            await sat(room, seat, name)
        ears = [await joined(room, seat) for seat in range(4)]
        desks = [TextSeat(room, seat) for seat in range(3)]

        async def said(seat: int, line: str) -> Any:
            return await desks[seat].hear(ears[seat], wire.Say(f"s{seat}", seat, ears[seat].seq, line))

        assert (await said(0, "away")).lines[-1] == "Nobody is away."
        for seat in (2, 3):
            room.leave(ears[seat])
        hands.at += 121
        assert any(
            line.startswith("Nadia has been away for 2 minutes: say away nadia ") for line in (await said(0, "")).lines
        )
        unknown = await said(0, "away tom recruit")
        assert isinstance(unknown, Refusal)
        assert "Kim" in unknown.sentence
        assert (await said(0, "away nadia godlike")).code == "unknown_level"
        proposed = await said(0, "Away Nadia recruit")
        assert proposed.lines == ("You want a recruit bot for Nadia. It plays when all who are here want the same.",)
        asked = (await said(1, "away")).lines
        assert any(line.endswith("would like a recruit bot: say away nadia recruit to agree.") for line in asked)
        assert (await said(1, "away nadia recruit")).lines == ("A recruit bot plays for Nadia from now on.",)
        assert room.journal.stand_ins == {2: "recruit"}
        ears[2] = await joined(room, 2)
        assert any(line.startswith("A recruit bot plays for you. Say seat back") for line in (await said(2, "")).lines)
        assert (await said(2, "seat back")).lines[0].startswith("The seat is yours again")
        assert room.journal.stand_ins == {}
        assert (await said(2, "seat back")).code == "no_stand_in"

    play(tmp_path, what)


def test_text_mode_tells_the_clock_that_was_agreed_on(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        set_time(server)
        room, _ = await made(server, "me", "link", clock="minute", ready=True)
        await sat(room, 1, "Nadia")
        ears = [await joined(room, seat) for seat in range(2)]
        lines = [
            (await TextSeat(room, seat).hear(ears[seat], wire.Say("s", seat, ears[seat].seq, "clock")))
            for seat in (0, 1)
        ]
        assert all(told.lines[0].startswith("A minute a decision.") for told in lines)
        asked = asked_seat(room)
        assert lines[asked].lines[1] == "You have 1 minute left."
        plain, _ = await made(server, "me", "link", ready=True)
        await sat(plain, 1)
        client = await joined(plain, 0)
        told = await TextSeat(plain, 0).hear(client, wire.Say("s", 0, client.seq, "clock"))
        assert told.lines == ("This table has no clock: a question waits as long as it takes.",)

    play(tmp_path, what)
