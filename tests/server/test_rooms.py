"""A match in memory: the order of things, repeats, late answers, audiences, coming back, restarts, taking back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from brickfield.core.events import ShotResolved, UnitMarked
from brickfield.core.modifiers import Modifier, Tally
from brickfield.core.refusal import Refusal
from brickfield.core.shown.showing import Sum
from brickfield.server.rooms.resync import MOST_MISSED
from brickfield.server.server import Server
from brickfield.server.store.records import Record, StandingRow
from brickfield.server.store.sqlite import SqliteStore
from brickfield.server.store.store import StoreBroken
from brickfield.speech.tables import sums_of
from tests.server.tables import FAST, FakeClient, answered, asked_seat, command, joined, made, play, suggested, until

# --- the order of things ---------------------------------------------------------------------------------------------


class SpyStore(SqliteStore):
    """A store that notes what everybody had been sent at the moment a record reached the disk."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.listeners: list[FakeClient] = []
        self.heads: list[int] = []
        self.heard: list[int] = []
        self.head: Callable[[], int] = lambda: -1

    async def append(self, match: str, record: Record, standing: StandingRow) -> None:
        before = sum(len(client.sent) for client in self.listeners)
        await super().append(match, record, standing)
        # the write has returned, so the record is on the disk; until this moment nobody may have heard of it
        self.heard.append(sum(len(client.sent) for client in self.listeners) - before)
        self.heads.append(self.head() - record.number)


def test_nothing_leaves_and_nothing_is_applied_before_the_record_is_on_the_disk(tmp_path: Path) -> None:
    store = SpyStore(tmp_path / "matches.sqlite")

    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        client, watcher = await joined(room, 0, 1), await joined(room)
        store.listeners, store.head = [client, watcher], lambda: room.journal.head
        for _ in range(3):
            await answered(room, client, asked_seat(room))
        assert store.heard == [0, 0, 0]
        assert store.heads == [-1, -1, -1]
        kinds = [message["type"] for message in client.sent[-6:]]
        assert kinds == ["accepted", "update"] * 3
        assert [message["type"] for message in watcher.sent[-3:]] == ["update"] * 3

    play(tmp_path, what, store=store)


def test_a_repeat_gets_the_same_answer_and_changes_nothing(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        client = await joined(room, 0, 1)
        seat = asked_seat(room)
        first = command(room, client, seat, id="one")
        done = await room.command(client, first)
        head = room.journal.head
        again = await room.command(client, first)
        assert again == done
        assert room.journal.head == head
        assert len(client.of("accepted")) == 2
        assert client.of("accepted")[0] == client.of("accepted")[1]

    play(tmp_path, what)


def test_a_repeat_after_a_restart_gets_the_same_answer(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def first(server: Server) -> None:
        room, match = await made(server, "me", "here")
        client = await joined(room, 0, 1)
        kept.update(match=match.match, command=command(room, client, asked_seat(room), id="one"))
        kept["done"] = await room.command(client, kept["command"])

    async def second(server: Server) -> None:
        room = await server.room(kept["match"])
        assert not isinstance(room, Refusal)
        client = await joined(room, 0, 1)
        head = room.journal.head
        assert await room.command(client, kept["command"]) == kept["done"]
        assert room.journal.head == head

    play(tmp_path, first)
    play(tmp_path, second)


def test_a_late_answer_is_refused_with_the_present_number(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        client = await joined(room, 0, 1)
        late = command(room, client, asked_seat(room), id="late")
        await answered(room, client, asked_seat(room), id="early")
        refused = await room.command(client, late)
        assert isinstance(refused, Refusal)
        assert refused.code == "old_version"
        assert refused.data == {"seq": room.seq(client.audience)}

    play(tmp_path, what)


def test_a_draw_offered_meanwhile_makes_no_answer_late_but_a_concession_does(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        wish = {"game": "battle_of_the_sea", "scenario": "free_for_all_4"}
        room, _ = await made(server, "me", "link", "link", "link", **wish)
        ears = {seat: await joined(room, seat) for seat in range(4)}
        seat = asked_seat(room)
        first = command(room, ears[seat], seat, id="first")
        other = (seat + 1) % 4
        await answered(room, ears[other], other, {"answer": "offer_draw"}, id="offer")
        assert not isinstance(await room.command(ears[seat], first), Refusal)
        seat = asked_seat(room)
        second = command(room, ears[seat], seat, id="second")
        leaving = (seat + 1) % 4
        await answered(room, ears[leaving], leaving, {"answer": "concede"}, id="out")
        refused = await room.command(ears[seat], second)
        assert isinstance(refused, Refusal)
        assert refused.code == "old_version"

    play(tmp_path, what)


def test_of_two_answers_at_the_same_moment_one_wins(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        client = await joined(room, 0, 1)
        seat = asked_seat(room)
        both = [room.command(client, command(room, client, seat, id=name)) for name in ("one", "two")]
        done = await asyncio.gather(*both)
        assert sorted(type(each).__name__ for each in done) == ["Accepted", "Refusal"]
        assert room.journal.head == 1

    play(tmp_path, what)


def test_a_sender_that_goes_away_in_the_middle_leaves_memory_and_disk_alike(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, match = await made(server, "me", "here")
        client = await joined(room, 0, 1)
        sending = asyncio.create_task(room.command(client, command(room, client, asked_seat(room))))
        await asyncio.sleep(0)
        sending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sending
        await until(lambda: room.journal.head == 1)
        assert len(await server.store.records(match.match)) == 2

    play(tmp_path, what)


def test_a_store_that_cannot_write_costs_the_answer_but_nothing_else(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite")

    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        client = await joined(room, 0, 1)

        async def broken(*_: Any) -> None:
            raise StoreBroken("no space left")

        store.append = broken  # type: ignore[method-assign]
        refused = await room.command(client, command(room, client, asked_seat(room)))
        assert isinstance(refused, Refusal)
        assert refused.code == "not_written"
        assert room.journal.head == 0
        assert client.of("accepted") == []
        assert client.bye is not None

    play(tmp_path, what, store=store)


# --- audiences -------------------------------------------------------------------------------------------------------


def test_on_a_shared_device_the_seat_that_is_asked_is_shown(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        client = await joined(room, 0, 1)
        shown = set()
        for _ in range(4):
            seat = asked_seat(room)
            assert client.last["view"]["seat"] == seat
            assert client.last["decision"]["seat"] == seat
            shown.add(seat)
            await answered(room, client, seat)
        assert shown == {0, 1}

    play(tmp_path, what)


def test_a_spectator_sees_the_table_but_no_question_and_may_not_answer(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        client, watcher = await joined(room, 0, 1), await joined(room)
        await answered(room, client, asked_seat(room))
        assert watcher.last["view"]["seat"] == -1
        assert watcher.last["decision"] is None
        assert watcher.last["take_back"] == ""
        assert client.last["decision"] is not None
        assert watcher.of("presence")[-1]["watching"] == 1

    play(tmp_path, what)


def test_a_sealed_answer_is_noticed_only_by_its_own_seat_until_all_are_in(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "link", game="toy", scenario="duel")
        own, other, watcher = await joined(room, 0), await joined(room, 1), await joined(room)
        while not (room.journal.state.pending and room.journal.state.pending.together):
            seat = asked_seat(room)
            await answered(room, own if seat == 0 else other, seat)
        before = [list(client.sent) for client in (other, watcher)]
        numbers = own.seq, other.seq, watcher.seq
        await answered(room, own, 0)
        assert [other.sent, watcher.sent] == before
        assert own.seq == numbers[0] + 1
        late = await joined(room)
        assert late.last["seq"] == numbers[2]
        await answered(room, other, 1)
        assert (other.seq, watcher.seq) == (numbers[1] + 1, numbers[2] + 1)
        assert any(event["event"] == "revealed" for event in watcher.last["events"])

    play(tmp_path, what)


def test_numbers_of_updates_have_no_gap(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "link", game="toy", scenario="duel")
        ears = await joined(room, 0), await joined(room, 1), await joined(room)
        for _ in range(40):
            if room.journal.state.over:
                break
            seat = asked_seat(room)
            await answered(room, ears[seat], seat)
        assert room.journal.head > 10
        for client in ears:
            numbers = [update["seq"] for update in client.of("update")]
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))

    play(tmp_path, what)


# --- coming back -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("missed", [1, 3])
def test_whoever_missed_little_gets_what_was_missed(tmp_path: Path, missed: int) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        client, watcher = await joined(room, 0, 1), await joined(room)
        room.leave(watcher)
        for _ in range(missed):
            await answered(room, client, asked_seat(room))
        back = await joined(room, last=watcher.seq)
        assert [update["seq"] for update in back.of("update")] == list(range(2, 2 + missed))
        live = client.of("update")[-missed:]
        assert [update["events"] for update in back.of("update")] == [update["events"] for update in live]
        assert all(update["events"] for update in back.of("update"))

    play(tmp_path, what)


@pytest.mark.parametrize("last", [0, 10**6])
def test_whoever_has_nothing_or_nonsense_gets_the_present_table(tmp_path: Path, last: int) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        client = await joined(room, 0, 1)
        await answered(room, client, asked_seat(room))
        back = await joined(room, last=last)
        assert len(back.of("update")) == 1
        assert back.last["events"] == []
        assert back.last["seq"] == 2
        assert back.of("welcome")[0]["story"]

    play(tmp_path, what)


def test_whoever_missed_too_much_gets_the_present_table(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "recruit", "recruit")
        watcher = await joined(room, last=0)
        first = watcher.seq
        await until(
            lambda: room.journal.head > MOST_MISSED + 1 or room.journal.state.over, lambda: asyncio.sleep(0.001)
        )
        back = await joined(room, last=first)
        if room.seq(frozenset()) - first > MOST_MISSED:
            assert len(back.of("update")) == 1
        assert back.seq == room.seq(frozenset())

    play(tmp_path, what)


def test_a_second_socket_takes_the_seat_over_and_the_late_close_of_the_first_changes_nothing(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "link")
        old = await joined(room, 0)
        new = await joined(room, 0)
        assert old.bye is not None
        assert old.bye.reason == "taken_over"
        heard = len(old.sent)
        room.leave(old)
        assert room.seat_cards()[0].here
        room.tell_presence()
        assert len(old.sent) == heard
        assert new.of("presence")[-1]["seats"][0]["here"]

    play(tmp_path, what)


def test_a_spectator_takes_nobody_over(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "link")
        first, second = await joined(room), await joined(room)
        assert first.bye is None
        assert second.of("presence")[-1]["watching"] == 2

    play(tmp_path, what)


# --- rooms that are closed and opened again --------------------------------------------------------------------------


def test_an_unfinished_match_is_there_after_a_restart_in_the_same_state(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def first(server: Server) -> None:
        room, match = await made(server, "me", "here", ready=True)
        client = await joined(room, 0, 1)
        for _ in range(5):
            await answered(room, client, asked_seat(room))
        kept.update(match=match.match, digest=room.journal.state.digest(), seq=client.seq)

    async def second(server: Server) -> None:
        assert server.rooms == {}
        room = await server.room(kept["match"])
        assert not isinstance(room, Refusal)
        assert room.journal.state.digest() == kept["digest"]
        client = await joined(room, 0, 1)
        assert client.seq == kept["seq"]

    play(tmp_path, first)
    play(tmp_path, second)


def test_after_a_restart_bots_go_on_by_themselves_only_where_a_person_waits(tmp_path: Path) -> None:
    class Still:
        async def decide(self, room: Any, seat: int) -> Any:
            await asyncio.sleep(3600)

        async def close(self) -> None:
            pass

    kept: dict[str, str] = {}

    async def first(server: Server) -> None:
        for name, kinds in (
            ("alone", ("recruit", "recruit")),
            ("open", ("link", "recruit")),
            ("people", ("me", "here")),
        ):
            kept[name] = (await made(server, *kinds, ready=True))[1].match
        # a table at which the bot comes first; who does is for the dice to say
        while "waits" not in kept:
            room, _ = await made(server, "me", "recruit")
            if room.bot_asked() is not None:
                kept["waits"] = room.id

    async def second(server: Server) -> None:
        assert await server.store.waiting_for_bots() == (kept["waits"],)
        server.start()
        await until(lambda: kept["waits"] in server.rooms)
        room = server.rooms[kept["waits"]]
        await until(lambda: room.journal.head > 0 and room.bot_asked() is None)
        assert set(server.rooms) == {kept["waits"]}

    play(tmp_path, first, bots=Still())
    play(tmp_path, second)


def test_an_idle_room_is_closed_and_read_again(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, match = await made(server, "me", "here")
        client = await joined(room, 0, 1)
        later = time.monotonic() + FAST.idle + 1
        server.sweep(later)
        assert match.match in server.rooms
        room.leave(client)
        server.sweep(time.monotonic())
        assert match.match in server.rooms
        server.sweep(later + FAST.idle)
        assert match.match not in server.rooms
        again = await server.room(match.match)
        assert not isinstance(again, Refusal)
        assert again is not room
        assert again.journal.state.digest() == room.journal.state.digest()

    play(tmp_path, what)


def test_two_who_open_a_room_at_once_get_the_same_one(tmp_path: Path) -> None:
    kept: list[str] = []

    async def first(server: Server) -> None:
        kept.append((await made(server, "me", "here"))[1].match)

    async def second(server: Server) -> None:
        one, two = await asyncio.gather(server.room(kept[0]), server.room(kept[0]))
        assert one is two

    play(tmp_path, first)
    play(tmp_path, second)


def test_stopping_refuses_answers_and_lets_everybody_go(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        client = await joined(room, 0, 1)
        wanted = command(room, client, asked_seat(room))
        await server.stop()
        assert client.bye is not None
        assert client.bye.reason == "restarting"
        refused = await room.command(client, wanted)
        assert isinstance(refused, Refusal)
        assert refused.code == "restarting"
        assert room.journal.head == 0

    play(tmp_path, what)


def test_a_suggestion_is_worked_out_from_the_view(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "link", game="toy", scenario="duel")
        seat = asked_seat(room)
        seen = room.seen_by(seat)
        assert seen is not room.journal.state
        assert seen.decision_of(1 - seat) is None
        assert suggested(room, seat)

    play(tmp_path, what)


def test_when_it_is_over_no_step_of_the_turn_is_the_one_of_the_moment(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        client = await joined(room, 0, 1)
        steps = client.of("update")[-1]["view"]["situation"]["steps"]
        assert [step["when"] for step in steps].count("now") == 1
        await room.command(client, command(room, client, 0, {"answer": "concede"}))
        steps = client.of("update")[-1]["view"]["situation"]["steps"]
        assert "now" not in {step["when"] for step in steps}

    play(tmp_path, what)


def test_a_new_battle_opens_as_new_battles_do_and_a_code_means_what_it_says(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        sea: dict[str, Any] = {"game": "battle_of_the_sea", "scenario": "last_drop_of_blood"}
        for more, turning in (
            ({}, "by_length"),
            ({"code": "SEA-12"}, "free"),
            ({"options": {"turning": "free"}}, "free"),
        ):
            room, _ = await made(server, "me", "here", **sea, **more)
            assert room.journal.match.options.turning == turning
            # the row says it, so that the battle is the same after every restart
            assert room.journal.row.setup.options["turning"] == turning
            opened = room.journal.match.game.read_code(room.journal.row.code)
            assert isinstance(opened, dict)
            assert opened["turning"] == turning

    play(tmp_path, what)


def test_the_sums_behind_a_shot_travel_written_out() -> None:
    tally = Tally("attack", 4, "card", "x.card", (Modifier("attack", -1, "far away", "x.far"),))
    shot = ShotResolved(unit="A1", target="B1", needed=8, rolled=9, hit=True, tallies=(tally,))
    assert sums_of([UnitMarked(unit="A1", mark="x", value=1), shot]) == ((), (Sum("attack", tally.lines(), 3),))
