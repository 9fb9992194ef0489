"""The clock a table has agreed on: whose time runs, what is answered when it is over, restarts, what others learn."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brickfield.core.late import default_of, default_words
from brickfield.core.refusal import Refusal
from brickfield.core.replay import read_replay
from brickfield.core.views import imagine, view
from brickfield.games import all_games, find_game
from brickfield.server.rooms import links, seating
from brickfield.server.rooms.clocks import CLOCKS, clock_of, spent_in
from brickfield.server.rooms.matches import make_match
from brickfield.server.rooms.rematches import rematch
from brickfield.server.rooms.replays import replay_text
from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from brickfield.server.server_clock import ServerClock
from brickfield.server.text.mode import TextSeat
from brickfield.server.web import protocol as wire
from tests.server.tables import (
    FakeClient,
    a_move,
    answered,
    asked_seat,
    command,
    joined,
    made,
    opened,
    play,
    sat,
    suggested,
    wish,
)
from tests.server.test_windows import in_return_fire, last_answer

CONCEDE = {"answer": "concede"}


class Hands:
    """A clock that goes only when it is told to; the time of the server is read off it."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


def set_time(server: Server, lived: float = 0.0) -> Hands:
    hands = Hands()
    server.time = ServerClock(lived, hands)
    for room in server.rooms.values():
        room.time = server.time
    return hands


async def timed(server: Server, clock: str, **parts: Any) -> tuple[Room, FakeClient, FakeClient, Hands]:
    """A table of two people by link with a clock, who both sit, and the hands of its clock."""
    hands = set_time(server)
    room, _ = await made(server, "me", "link", clock=clock, ready=True, **parts)
    await sat(room, 1, "Nadia")
    ears = await joined(room, 0), await joined(room, 1)
    await begun(room, *ears)
    return room, *ears, hands


async def begun(room: Room, *ears: FakeClient) -> None:
    """A guest who begins says first what the first turn is for: moving."""
    decision = room.journal.state.decision
    if decision is not None and decision.kind == "first_turn_choice":
        await answered(room, ears[decision.seat], decision.seat, suggested(room, decision.seat, 1))


async def passed(room: Room, hands: Hands, seconds: float) -> None:
    """Time passes: the hands go, and the moments at which the server looks again come nearer."""
    hands.at += seconds
    window = room.window
    if window is not None:
        window.times = {seat: ends - seconds for seat, ends in window.times.items()}
        await room.close_window(window)


def test_a_table_without_a_clock_has_none(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "link", ready=True)
        await sat(room, 1)
        ears = await joined(room, 0), await joined(room, 1)
        await begun(room, *ears)
        assert ears[0].last["clock"] is None
        assert (room.window, room.next_moment()) == (None, None)
        seat = asked_seat(room)
        await answered(room, ears[seat], seat, a_move(room, seat))
        assert isinstance(room.journal.steps[-1].record.spent, msgspec.UnsetType)

    play(tmp_path, what)


def test_the_clock_is_shown_before_one_sits_down_and_runs_when_all_have(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, match = await made(server, "me", "link", clock="minute", ready=True)
        one = await joined(room, 0)
        assert one.of("welcome")[0]["clock"]["title"] == "A minute a decision"
        assert one.last["clock"] is None
        assert room.next_moment() is None
        wanted = seating.Wanted(match.seats[1].invitation, "Nadia", links.new_secret())
        assert not isinstance(await seating.sit(room, 1, wanted, 1.0), Refusal)
        newcomer = await joined(room)
        for client in (newcomer, await joined(room, 0)):
            assert (client.last["clock"]["seconds"], client.last["clock"]["seats"]) == (60, [asked_seat(room)])
            assert 59 < client.last["clock"]["left"] <= 60
        assert newcomer.last["clock"]["after"] == ""
        assert room.next_moment() is not None

    play(tmp_path, what)


def test_when_time_is_over_the_table_answers_what_changes_least_and_everybody_reads_why(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, one, two, hands = await timed(server, "minute")
        seat = asked_seat(room)
        own = one if seat == 0 else two
        assert own.last["clock"]["after"] or own.last["decision"]
        await passed(room, hands, 59.5)
        head = room.journal.head
        await passed(room, hands, 0.6)
        assert room.journal.head == head + 1
        record = room.journal.steps[-1].record
        assert (record.seat, record.auto, record.answer["answer"], record.spent) == (seat, True, "late", 60_100)
        for client in (one, two, await joined(room)):
            told = [line["text"] for line in (client.last["story"] or client.of("welcome")[0]["story"])]
            assert any("time was over, and the table answered" in line for line in told), told
        assert one.last["events"][0]["event"] == "time_ran_out"
        assert one.last["acts"][0]["words"].endswith(".")
        # what was answered for somebody is not theirs to take back
        refused = await room.take_back(own, wire.TakeBack("t1", seat, own.seq))
        assert isinstance(refused, Refusal)

    play(tmp_path, what)


def test_nobody_may_say_that_time_is_over_but_the_table(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, one, two, _ = await timed(server, "minute")
        seat = asked_seat(room)
        own = one if seat == 0 else two
        for answer in ({"answer": "late", "given": a_move(room, seat)}, {"answer": "late", "given": CONCEDE}):
            refused = await room.command(own, command(room, own, seat, answer))
            assert isinstance(refused, Refusal)
            assert "only the server" in refused.sentence
        # not even the table may wrap something else into it
        for given in (CONCEDE, {"answer": "late", "given": {}}, 3):
            assert isinstance(room.journal.try_answer(seat, {"answer": "late", "given": given}), Refusal)

    play(tmp_path, what)


def test_a_battle_that_nobody_answers_goes_on_to_its_end_and_its_replay_checks_out(tmp_path: Path) -> None:
    """The declared default is allowed at every question of a whole battle, and the replay tells it."""

    async def what(server: Server) -> None:
        room, one, _, hands = await timed(server, "minute", game="brick_action", scenario="tank_duel")
        for _number in range(400):
            if room.journal.state.over:
                break
            await passed(room, hands, 61)
        else:
            await answered(room, one, 0, CONCEDE)
        text = replay_text(room.journal)
        assert text.count("- time_ran_out") > 10
        replayed = read_replay(text, find_game)
        assert not isinstance(replayed, Refusal), replayed

    play(tmp_path, what)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_every_first_question_of_every_game_has_a_default_that_is_allowed(tmp_path: Path, game: Any) -> None:
    async def what(server: Server) -> None:
        scenario = game.scenarios()[0]
        room, _ = await made(server, "me", *["link"] * (scenario.seats - 1), game=game.id, scenario=scenario.id)
        for _number in range(30):
            seat = asked_seat(room)
            seen = imagine(view(room.journal.state, seat), room.journal.match)
            decision = seen.decision_of(seat)
            assert decision is not None
            default = default_of(seen, decision)
            assert default.words
            # what whoever is asked reads beside the clock is what will be answered
            assert default_words(decision.ask(seen)) in ("", default.words)
            step = room.journal.try_answer(seat, {"answer": "late", "given": msgspec.to_builtins(default.answer)})
            assert not isinstance(step, Refusal), (decision.kind, step)
            room.journal.apply(step)
            if room.journal.state.over:
                return

    play(tmp_path, what)


def test_an_answer_in_time_begins_a_new_minute_and_an_aside_does_not(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, one, two, hands = await timed(server, "minute")
        seat = asked_seat(room)
        own, other = (one, two) if seat == 0 else (two, one)
        await passed(room, hands, 40)
        await answered(room, other, 1 - seat, {"answer": "offer_draw"}, id="draw")
        assert 19 < own.last["clock"]["left"] <= 20
        await answered(room, own, seat, a_move(room, seat))
        assert 59 < own.last["clock"]["left"] <= 60
        # whoever takes back finds the clock as it was left
        await room.take_back(own, wire.TakeBack("t1", seat, own.seq))
        assert 19 < own.last["clock"]["left"] <= 20

    play(tmp_path, what)


def test_the_time_of_a_player_is_used_up_and_then_each_decision_has_ten_seconds(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, one, two, hands = await timed(server, "half_hour")
        seat = asked_seat(room)
        own = one if seat == 0 else two
        await passed(room, hands, 1795)
        await answered(room, own, seat, a_move(room, seat))
        assert asked_seat(room) == seat
        assert 9 < own.last["clock"]["left"] <= 10
        head = room.journal.head
        await passed(room, hands, 11)
        assert room.journal.head == head + 1
        assert spent_in(room.journal.steps).battle[seat] == pytest.approx(1806)

    play(tmp_path, what)


def test_a_turn_has_its_time_until_somebody_else_is_asked(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, one, two, hands = await timed(server, "ten_minutes")
        seat = asked_seat(room)
        own, other = (one, two) if seat == 0 else (two, one)
        await passed(room, hands, 100)
        await answered(room, own, seat, a_move(room, seat))
        assert asked_seat(room) == seat
        assert 499 < own.last["clock"]["left"] <= 500
        while asked_seat(room) == seat:
            await answered(room, own, seat)
        assert 599 < other.last["clock"]["left"] <= 600

    play(tmp_path, what)


def test_a_day_a_turn_is_a_slow_battle_and_reactions_have_the_same_day(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _, _, hands = await timed(server, "day")
        assert room.pace == "slow"
        assert room.idle is False
        for client in list(room.listeners):
            room.leave(client)
        # nobody looks, and nothing is due for long: the room need not be kept in memory
        assert room.idle
        hands.at += 86_400

        reacting, one, two = await in_return_fire(server, slow=True, clock="day")
        set_time(server)
        assert one.last["clock"]["seconds"] == two.last["clock"]["seconds"] == 86_400
        assert reacting.window is not None
        reacting.window.times = dict.fromkeys(reacting.window.times, 0.0)
        await reacting.close_window(reacting.window)
        assert last_answer(reacting) == (1, {"answer": "react", "yes": False, "late": True})

    play(tmp_path, what)


def test_a_live_reaction_keeps_its_own_clock_and_costs_nobody_time(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _, two = await in_return_fire(server, clock="half_hour")
        assert two.last["clock"]["seconds"] == 30
        assert two.last["clock"]["agreed"] == ""
        await answered(room, two, 1, {"answer": "react", "yes": False})
        assert isinstance(room.journal.steps[-1].record.spent, msgspec.UnsetType)

    play(tmp_path, what)


async def _restart(folder: Path, first: Any, then: Any) -> None:
    async with opened(folder) as server:
        kept = await first(server)
    async with opened(folder) as server:
        await then(server, kept)


def test_the_clock_stands_still_while_the_server_is_down_and_goes_on_where_it_was(tmp_path: Path) -> None:
    async def first(server: Server) -> str:
        room, _, _, hands = await timed(server, "half_hour")
        seat = asked_seat(room)
        await answered(room, room.listeners[seat], seat, a_move(room, seat))  # type: ignore[arg-type]
        await passed(room, hands, 600)
        return room.id

    async def then(server: Server, match: str) -> None:
        # however long it was down, the server counts on from what it had lived
        assert 600 <= server.time.now() < 660
        room = await server.room(match)
        assert isinstance(room, Room)
        client = await joined(room, asked_seat(room))
        assert 1140 < client.last["clock"]["left"] <= 1200

    asyncio.run(_restart(tmp_path, first, then))


def test_a_room_that_was_closed_is_opened_when_its_time_has_come(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, *_, hands = await timed(server, "day")
        for client in list(room.listeners):
            room.leave(client)
        server.sweep(room.touched + server.settings.idle + 1)
        assert room.id not in server.rooms
        await server.live_on()
        assert room.id not in server.rooms
        hands.at += 86_401
        await server.live_on()
        again = server.rooms[room.id]
        assert again.next_moment() is not None
        assert again.window is not None
        await again.close_window(again.window)
        assert again.journal.steps[-1].record.answer["answer"] == "late"

    play(tmp_path, what)


@pytest.mark.parametrize("sealed", [False, True])
def test_who_is_asked_together_with_others_learns_nothing_from_the_clock(tmp_path: Path, sealed: bool) -> None:
    """Whether seat 0 has sealed an answer or not, seat 1 and whoever watches see the same clock run out."""

    async def what(server: Server) -> None:
        room, one, two, hands = await timed(server, "minute", game="toy", scenario="duel")
        while not (room.journal.state.pending and room.journal.state.pending.together):
            seat = asked_seat(room)
            await answered(room, (one, two)[seat], seat)
        hands.at += 20
        if sealed:
            await answered(room, one, 0)
        else:
            room.look_again()
        for client in (await joined(room, 1), await joined(room)):
            assert client.last["clock"]["left"] == pytest.approx(40, abs=0.2)
            assert client.last["clock"]["seats"] == [0, 1]
        head = room.journal.head
        for _number in range(2):
            await passed(room, hands, 41 if room.journal.head == head else 0)
        records = [step.record for step in room.journal.steps[head + 1 :]]
        assert [record.seat for record in records] == ([1] if sealed else [0, 1])
        assert not room.journal.state.pending or not room.journal.state.pending.together

    play(tmp_path, what)


def test_alone_with_bots_no_clock_runs(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "recruit", clock="minute", ready=True)
        one = await joined(room, 0)
        assert one.last["clock"] is None
        assert room.next_moment() is None

    play(tmp_path, what)


def test_an_unknown_clock_is_refused_and_a_rematch_keeps_the_agreed_one(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        refused = await make_match(server, wish("me", "link", clock="sundial"))
        assert isinstance(refused, Refusal)
        assert refused.code == "unknown_clock"
        room, one, _, _ = await timed(server, "hour", stand_in=5)
        await answered(room, one, 0, CONCEDE)
        again = await rematch(server, room)
        row = server.rooms[str(again)].journal.row
        assert (row.clock, row.stand_in) == ("hour", 5)

    play(tmp_path, what)


def test_text_mode_says_how_long_and_what_then(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, one, two, _ = await timed(server, "ten_minutes")
        seat = asked_seat(room)
        own = one if seat == 0 else two
        spoken = await TextSeat(room, seat).hear(own, wire.Say("s1", seat, own.seq, ""))
        assert isinstance(spoken, wire.Spoken)
        assert "Your time is over in 10 minutes" in spoken.lines[-1] or "9 minutes" in spoken.lines[-1]

    play(tmp_path, what)


def test_every_clock_says_in_words_what_happens_when_it_is_over() -> None:
    for card in CLOCKS:
        assert "the table answers for you" in card.text
        assert clock_of(card.id) is card
        assert card.scope == "decision" or card.grace > 0
    assert clock_of("") is None
