"""Tables for more than two: a link for each seat, one device for all, bots beside people, giving up, rematches."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from websockets.asyncio.client import ClientConnection, connect

from brickfield.core.out_of_turn import in_the_game
from brickfield.core.refusal import Refusal
from brickfield.server.rooms.rematches import places_after, rematch
from brickfield.server.rooms.replays import replay_of, replay_text
from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from brickfield.server.store.records import HELD
from brickfield.server.web import protocol as wire
from brickfield.text.agreeing import SIDES
from tests.rules.brick_mech.test_giving_up import four
from tests.server.browsing import invitations_of, new_match, post, secrets_of, sit, socket
from tests.server.ledgers import Served
from tests.server.tables import (
    PATIENCE_SECONDS,
    FakeClient,
    answered,
    command,
    joined,
    laid,
    made,
    opened,
    play,
    sat,
    until,
)
from tests.server.test_windows import NO, WALK, time_is_up

MECHS = {"game": "brick_mech", "scenario": "free_for_all", "options": {"return_fire": True, "hold_fire": True}}
SHIPS = {"game": "battle_of_the_sea", "scenario": "free_for_all_6"}
BOTH = pytest.mark.parametrize(("wish", "seats"), [(MECHS, 4), (SHIPS, 6)], ids=["mechs", "ships"])
CONCEDE, OFFER = {"answer": "concede"}, {"answer": "offer_draw"}
ANSWERS = 60


async def played(room: Room, ears: dict[int, FakeClient], answers: int, seed: int = 5) -> None:
    """Everybody answers from an own socket, at random among what is legal; windows run out of time now and then."""
    rng = random.Random(seed)
    for _ in range(answers):
        state = room.journal.state
        if state.over:
            return
        seat = state.waiting_for()[0]
        if room.window is not None and room.window.ends is not None and rng.random() < 0.5:
            await time_is_up(room)
            continue
        seen = room.seen_by(seat)
        decision = seen.decision_of(seat)
        assert decision is not None
        answer = msgspec.to_builtins(decision.sample(seen, rng))
        done = await room.command(ears[seat], command(room, ears[seat], seat, answer, id=f"a{room.journal.head}"))
        assert isinstance(done, wire.Accepted), done
        if room.journal.held is not None:
            await time_is_up(room)


def numbers(client: FakeClient) -> list[int]:
    return [update["seq"] for update in client.of("update")]


@BOTH
def test_everybody_at_an_own_device_sees_every_step_once(tmp_path: Path, wish: Any, seats: int) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", *["link"] * (seats - 1), **wish)
        for seat in range(1, seats):
            await sat(room, seat, "Ann")
        ears = {seat: await joined(room, seat) for seat in range(seats)}
        watcher = await joined(room)
        assert [card["name"] for card in watcher.of("presence")[-1]["seats"]][1:3] == ["Ann", "Ann (Forest)"]
        assert len({card.name for card in room.seat_cards()}) == seats
        await played(room, ears, ANSWERS)
        for seat, client in [*ears.items(), (-1, watcher)]:
            assert numbers(client) == list(range(numbers(client)[0], client.seq + 1))
            assert client.last["view"]["seat"] == seat
            assert set(client.last["view"]["secrets"]) <= set(client.last["view"]["sealed"])
        asked = room.journal.state.waiting_for()
        assert {seat for seat, client in ears.items() if client.last["decision"] is not None} == set(asked)
        # all see the same table, secrets and what they have noted aside: a note is shown to whoever wrote it
        tables = []
        for client in (*ears.values(), watcher):
            seen = client.last["view"]
            owners = {each["id"]: each["seat"] for each in seen["units"]}
            situation = {**seen["situation"]}
            assert {owners[wait["unit"]] for wait in situation.pop("waits")} <= {seen["seat"]}
            tables.append({**seen, "seat": 0, "secrets": {}, "situation": situation})
        assert all(table == tables[0] for table in tables)

    play(tmp_path, what)


@BOTH
def test_one_device_for_several_shows_a_seat_only_while_it_is_asked(tmp_path: Path, wish: Any, seats: int) -> None:
    async def what(server: Server) -> None:
        here = range(seats - 1)
        room, _ = await made(server, "me", *["here"] * (seats - 2), "recruit", **wish)
        client = await joined(room, *here)
        for _ in range(ANSWERS):
            await until(lambda: room.journal.state.over or room.bot_asked() is None)
            await played(room, dict.fromkeys(here, client), 1)
        updates = client.of("update")
        for update in updates:
            asked = update["decision"]
            assert update["view"]["seat"] == (asked["seat"] if asked is not None else -1)
            assert set(update["view"]["secrets"]) <= {
                name for name, seat in update["view"]["sealed"].items() if seat == update["view"]["seat"]
            }
        assert {update["view"]["seat"] for update in updates} == {-1, *here}
        # what was missed is past: nobody is asked in it
        late = (await joined(room, *here, last=client.seq - 3)).of("update")
        assert len(late) >= 3
        assert {update["view"]["seat"] for update in late[:-1]} == {-1}

    play(tmp_path, what)


@BOTH
def test_bots_play_beside_several_people(tmp_path: Path, wish: Any, seats: int) -> None:
    async def what(server: Server) -> None:
        # no windows of bots here, which take their time
        room, _ = await made(server, "me", "link", *["recruit"] * (seats - 2), **{**wish, "options": {}})
        await sat(room, 1, "Nadia")
        ears = {0: await joined(room, 0), 1: await joined(room, 1)}
        for _ in range(ANSWERS // 2):
            await until(lambda: room.journal.state.over or room.bot_asked() is None)
            await played(room, ears, 1)
        who = {step.record.seat for step in room.journal.steps}
        assert len(who & set(range(2, seats))) >= 2
        assert numbers(ears[0]) == list(range(numbers(ears[0])[0], ears[0].seq + 1))

    play(tmp_path, what)


@BOTH
def test_one_gives_up_after_the_other_and_the_last_has_won(tmp_path: Path, wish: Any, seats: int) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", *["link"] * (seats - 1), **wish)
        ears = {seat: await joined(room, seat) for seat in range(seats)}
        await played(room, ears, ANSWERS // 2)
        leaving = [seat for seat in in_the_game(room.journal.state) if seat != 1]
        for number, seat in enumerate(leaving, 1):
            await answered(room, ears[seat], seat, CONCEDE, id=f"out{seat}")
            assert room.journal.state.over == (number == len(leaving))
            assert any("gave the battle up" in line["text"] for line in ears[1].last["story"])
            if not room.journal.state.over:
                refusal = await room.command(ears[seat], command(room, ears[seat], seat, CONCEDE, id="again"))
                assert isinstance(refusal, Refusal)
                assert refusal.code == "out_of_the_game"
        outcome = room.journal.state.outcome
        assert outcome is not None
        assert outcome.winners == (1,)
        server.rooms.clear()
        again = await server.room(room.id)
        assert not isinstance(again, Refusal)
        assert again.journal.state.digest() == room.journal.state.digest()
        assert "concede" in replay_text(again.journal)
        assert replay_of(again.journal, again.seat_cards(), frozenset({2})).finished

    play(tmp_path, what)


@BOTH
def test_a_draw_needs_everybody_who_is_still_in_the_game(tmp_path: Path, wish: Any, seats: int) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", *["here"] * (seats - 1), **wish)
        client = await joined(room, *range(seats))
        await answered(room, client, 1, CONCEDE, id="out")
        left = [seat for seat in range(seats) if seat != 1]
        for seat in left:
            assert not room.journal.state.over
            await answered(room, client, seat, OFFER, id=f"draw{seat}")
        outcome = room.journal.state.outcome
        assert outcome is not None
        assert (outcome.winners, outcome.reason) == ((), "agreed_draw")

    play(tmp_path, what)


@BOTH
def test_a_rematch_has_the_same_people_and_secrets_with_sides_changed(tmp_path: Path, wish: Any, seats: int) -> None:
    async def what(server: Server) -> None:
        room, keys = await made(server, "me", *["link"] * (seats - 2), "recruit", **wish)
        for seat in range(1, seats - 1):
            await sat(room, seat, f"Guest {seat}")
        ears = {seat: await joined(room, seat) for seat in range(seats - 1)}
        assert isinstance(await rematch(server, room), Refusal)
        for seat in range(seats - 1):
            await answered(room, ears[seat], seat, CONCEDE, id=f"out{seat}")
        assert room.journal.state.over
        made_anew = await rematch(server, room)
        assert isinstance(made_anew, str)
        (told,) = {(one["match"], tuple(one["places"])) for client in ears.values() for one in client.of("moved")}
        again = server.rooms[made_anew]
        assert told == (made_anew, tuple(places_after(room.journal.match)))
        for row in room.seats:
            there = again.seats[told[1][row.seat]]
            side, other = room.journal.match.sides[row.seat], again.journal.match.sides[there.seat]
            assert side != other
            assert (there.kind, there.secret_hash) == (row.kind, row.secret_hash)
            called = row.name.replace(SIDES[row.seat], SIDES[there.seat])
            assert (there.name, again.journal.match.seat_name(there.seat)) == (called, called)
        assert len(keys.seats) == seats
        assert again.journal.seed != room.journal.seed

    play(tmp_path, what)


@pytest.mark.parametrize(("wish", "seats"), [(MECHS, 4), (SHIPS, 6)], ids=["mechs", "ships"])
def test_links_and_lists_over_http(client: TestClient, wish: Any, seats: int) -> None:
    match = new_match(client, "me", *["link"] * (seats - 1), **wish)
    secrets, invitations = secrets_of(match), invitations_of(match)
    assert len(set(invitations)) == seats - 1
    for seat, invitation in enumerate(invitations, 1):
        look = post(client, "/api/links/look", {"secret": invitation})
        assert (look["seat"], look["status"]) == (seat, "open")
        assert post(client, "/api/tables", {"secrets": [invitation]}) == []
        (line,) = post(client, "/api/tables", {"secrets": secrets[:1]})
        assert (line["turn"], len(line["others"])) == ("open", seats - 1)
        secrets.append(sit(client, invitation, f"Guest {seat}"))
    lines = [post(client, "/api/tables", {"secrets": [secret]})[0] for secret in secrets]
    assert [line["seat"] for line in lines] == list(range(seats))
    assert [line["turn"] for line in lines].count("yours") == 1
    with socket(client) as table:
        table.hello(match["match"], secrets)
        assert table.seen[0]["yours"] == list(range(seats))
        for seat in range(1, seats):
            table.command(seat, 0, CONCEDE)
            table.wait("accepted")
    results = [post(client, "/api/tables", {"secrets": [secret]})[0]["result"].split(":")[0] for secret in secrets]
    assert results == ["Won", *["Lost"] * (seats - 1)]
    replay = post(client, f"/api/matches/{match['match']}/replay", {})
    assert len(replay["seats"]) == seats


# --- killed in the middle of a window --------------------------------------------------------------------------------


# The player of the Mech that holds fire beside the way.
HOLDER = 2


@asynccontextmanager
async def at_seat(served: Served, match: str, seat: int) -> AsyncIterator[tuple[ClientConnection, dict[str, Any]]]:
    """A socket at a seat of a laid table, and the present table."""
    uri = f"ws://127.0.0.1:{served.port}/ws"
    async with connect(uri, origin=served.address, compression=None) as line:  # type: ignore[arg-type]
        hello = {"type": "hello", "protocol": 1, "match": match, "secrets": [f"secret{seat}" * 4]}
        await line.send(msgspec.json.encode(hello).decode())
        yield line, await read_until(line, "update")


async def read_until(line: ClientConnection, *kinds: str) -> dict[str, Any]:
    message: dict[str, Any] = {}
    while message.get("type") not in kinds:
        message = msgspec.json.decode(await asyncio.wait_for(line.recv(), PATIENCE_SECONDS))
    return message


async def declined(served: Served, match: str) -> dict[str, Any]:
    """The holder lets the mover pass; what became of the answer."""
    async with at_seat(served, match, HOLDER) as (line, update):
        sent = {"type": "command", "id": "kept", "seat": HOLDER, "seq": update["seq"], "answer": NO}
        await line.send(msgspec.json.encode(sent).decode())
        return await read_until(line, "accepted", "refused")


async def closed(served: Served, match: str) -> None:
    """Wait until the mover sees that the window is closed."""
    async with at_seat(served, match, 0) as (line, update):
        while update["clock"] is not None:
            update = await read_until(line, "update")
        assert update["decision"]["kind"] == "take_action"


def test_a_held_answer_survives_a_killed_server_and_is_released_once(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"

    async def run() -> None:
        async with opened(tmp_path) as server:
            room = await laid(server, four().match.setup, "me", "link", "link", "link")
            await answered(room, await joined(room, 0), 0, WALK)
            assert room.journal.state.waiting_for() == (HOLDER,)
            match, head = room.id, room.journal.head
        served = Served(file, "patient")
        try:
            await served.start()
            first = await declined(served, match)
            assert first["type"] == "accepted"
            served.kill()
            served.fault = "hasty"
            await served.start()
            # the clock is short now: the window closes by itself, whoever is here
            assert await declined(served, match) == first
            await closed(served, match)
            assert served.stop() == 0
        finally:
            if served.process is not None and served.process.poll() is None:
                served.kill()
        async with opened(tmp_path) as server:
            again = await server.room(match)
            assert not isinstance(again, Refusal)
            after = [(step.record.kind, step.record.answer) for step in again.journal.steps][head + 1 :]
            # walking on, the mover may come into a range of the holder once more, which waits again
            assert after[:2] == [(HELD, NO), ("held_shot", NO)]
            assert HELD not in [kind for kind, _ in after[2:]]

    asyncio.run(run())
