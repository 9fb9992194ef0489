"""The largest battles every game takes, and the longest stories: everybody comes in, comes back and may watch.

`BRICKFIELD_LARGE=1` plays the roll-offs of a whole evening.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from brickfield.core.events import RoundStarted
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.server.rooms import replays
from brickfield.server.rooms.audiences import story_page
from brickfield.server.rooms.quotas import Bounds
from brickfield.server.rooms.replays import replay_of
from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from brickfield.server.text.mode import TextSeat
from brickfield.server.web import protocol as wire
from brickfield.server.web.limits import FEW_QUEUED, MOST_QUEUED
from brickfield.server.web.socket import Connection
from tests.server.browsing import new_match, post, seated, secrets_of, socket
from tests.server.tables import FAST, answered, asked_seat, command, joined, laid, made, play, suggested

MANY = bool(os.environ.get("BRICKFIELD_LARGE"))
TANK, MECH, SHIP = "Type 94 Te-Ke", "Raider", "Cutter"
BOUNDS = Bounds()
BOUND = msgspec.structs.replace(FAST, bounds=BOUNDS)
ROLL_OFF = {"answer": "roll_off", "question": "Who is right?"}


def tanks(phase: str) -> Setup:
    """As many tanks a side as an army may have, face to face in rows."""
    game = find_game("micro_brick_battle")
    assert game is not None
    assert game.most_units is not None
    units = []
    for seat, number in ((seat, number) for seat in (0, 1) for number in range(game.most_units()[0])):
        x, y = 1 + 1.9 * (number % 24), 1.2 + 2.6 * (number // 24)
        place = {"x": x, "y": y if seat == 0 else 36 - y, "heading": 90 if seat == 0 else 270}
        units.append({"id": f"{'AB'[seat]}{number + 1}", "seat": seat, "card": TANK, **place})
    return Setup(game.id, "", {}, position={"units": units, "phase": phase})


def mechs(seats: int = 2) -> Setup:
    """As many Mechs a side as an army may have, face to face in rows."""
    units = []
    for seat, number in ((seat, number) for seat in range(seats) for number in range(24)):
        x, y = 3 + 4 * (number % 12), 3 + 4 * (number // 12)
        place = {"x": x, "y": y if seat == 0 else 45 - y, "heading": 90 if seat == 0 else 270}
        units.append({"id": f"{'AB'[seat]}{number + 1}", "seat": seat, "card": MECH, **place})
    options = {"several_units": True, "return_fire": True, "hold_fire": True}
    return Setup("brick_mech", "", options, position={"units": units, "size": (54, 54)})


def ships() -> Setup:
    """As many ships a side as a fleet may have, side by side in rows."""
    game = find_game("battle_of_the_sea")
    assert game is not None
    assert game.most_units is not None
    units = []
    for seat, number in ((seat, number) for seat in (0, 1) for number in range(game.most_units()[0])):
        x, y = 2 + 3.8 * (number % 25), 3 + 5 * (number // 25)
        place = {"x": x, "y": y if seat == 0 else 100 - y, "heading": 90 if seat == 0 else 270}
        units.append({"id": f"{'AB'[seat]}{number + 1}", "seat": seat, "card": SHIP, **place})
    return Setup("battle_of_the_sea", "", {}, position={"units": units, "size": (100, 100)})


LARGEST = {
    "tanks that move": lambda: tanks("movement"),
    "tanks that shoot": lambda: tanks("target_declaration"),
    "mechs": mechs,
    "ships": ships,
}


class Wire:
    """The other end of a socket: it takes what is sent when it is told to read."""

    def __init__(self) -> None:
        self.read: list[dict[str, Any]] = []
        self.reads = asyncio.Event()

    async def send_text(self, text: str) -> None:
        """Take a message once somebody reads."""
        await self.reads.wait()
        self.read.append(msgspec.json.decode(text))


async def comes_in(room: Room, *seats: int, last: int = 0) -> list[dict[str, Any]]:
    """Somebody joins over a socket and begins to read only when everything was sent; what was read."""
    other = Wire()
    connection = Connection(other)  # type: ignore[arg-type]
    connection.audience = frozenset(seats)
    await room.join(connection, last)
    assert not connection.ending.done(), connection.ending.result()
    other.reads.set()
    writing = asyncio.create_task(connection.write_on())
    connection.let_go(wire.Bye("taken_over", ""))
    await writing
    room.leave(connection)
    return other.read


# --- size ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("battle", LARGEST)
def test_the_largest_battles_are_entered_reloaded_and_watched(tmp_path: Path, battle: str) -> None:
    kept: dict[str, Any] = {}

    async def first(server: Server) -> None:
        room = await laid(server, LARGEST[battle](), "me", "link")
        kept.update(match=room.id, seq=room.seq(frozenset({0})))
        client = await joined(room, 0, 1)
        for number in range(3):
            await answered(room, client, asked_seat(room), ROLL_OFF, id=f"step{number}")
        await enter(room)

    async def enter(room: Room) -> None:
        for seats in ((0,), (1,), (0, 1), ()):
            for last in (0, kept["seq"]):
                read = await comes_in(room, *seats, last=last)
                kinds = [message["type"] for message in read]
                assert (kinds[0], kinds[-1]) == ("welcome", "presence")
                assert set(kinds[1:-1]) == {"update"}
                assert read[-2]["seq"] == room.seq(frozenset(seats))
                asked = sorted(set(seats) & set(room.journal.state.waiting_for()))
                assert bool(read[-2]["decision"]) == bool(asked)

    async def after_a_restart(server: Server) -> None:
        room = await server.room(kept["match"])
        assert isinstance(room, Room)
        await enter(room)
        said = wire.Say("s1", 0, room.seq(frozenset({0})), "log all")
        spoken = await TextSeat(room, 0).hear(await joined(room, 0), said)
        assert isinstance(spoken, wire.Spoken)
        assert sum("Who is right?" in line for line in spoken.lines) == 3

    play(tmp_path, first)
    play(tmp_path, after_a_restart)


def test_a_queue_that_counts_the_way_in_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    send = Connection.send
    monkeypatch.setattr(Connection, "send", lambda line, message, *, entry=False: send(line, message))
    monkeypatch.setattr("brickfield.server.web.socket.FEW_QUEUED", 0)

    async def what(server: Server) -> None:
        room = await laid(server, mechs(), "me", "link")
        with pytest.raises(AssertionError, match="too_slow"):
            await comes_in(room, asked_seat(room))

    play(tmp_path, what)


@pytest.mark.parametrize(
    ("game", "scenario", "options", "card", "most"),
    [
        ("micro_brick_battle", "six_v_six", {"point_limit": 999}, TANK, 60),
        ("battle_of_the_sea", "last_drop_of_blood", {"points": 1000}, SHIP, 125),
        ("battle_of_the_sea", "last_drop_of_blood", {"points": 1000}, "Sloop 3: 1-1-1", 125),
        ("brick_mech", "three_against_three", {"point_limit": 2000}, MECH, 13),
    ],
)
def test_an_army_has_a_bound(client: TestClient, game: str, scenario: str, options: Any, card: str, most: int) -> None:
    wishes = {"game": game, "scenario": scenario, "options": options}
    army = [[card, most]]
    match = new_match(client, "me", "link", **wishes, armies=[army, army])
    for secret in seated(client, match):
        with socket(client) as table:
            assert len(table.hello(match["match"], [secret])["view"]["units"]) == 2 * most
    with socket(client) as watcher:
        assert len(watcher.hello(match["match"], [])["view"]["units"]) == 2 * most
    # in as many lines as may be written
    for more in ([[card, most + 1]], [[card, 1]] * (most + 1)):
        body = {"seats": [{"kind": "me"}, {"kind": "link"}], **wishes, "armies": [more, more]}
        assert post(client, "/api/matches", body, 400)["code"] in ("too_many_units", "over_budget")
        laid_out = {**wishes, "armies": [more, more]}
        assert post(client, "/api/tables/lay", laid_out)["fault"]["code"] in ("too_many_units", "over_budget")
        checked = {"game": game, "army": more, "limit": max(options.values()), "options": options}
        faults = post(client, "/api/armies/check", checked)["faults"]
        assert {fault["code"] for fault in faults} & {"too_many_units", "over_budget"}


def test_an_army_that_was_brought_before_the_bound_fights_on(tmp_path: Path) -> None:
    kept: dict[str, str] = {}
    armies = ((("Sloop 3: 1-1-1", 130),),) * 2

    async def first(server: Server) -> None:
        setup = Setup("battle_of_the_sea", "last_drop_of_blood", {"points": 1000}, armies)
        kept["match"] = (await laid(server, setup, "me", "here")).id

    play(tmp_path, first)

    async def then(server: Server) -> None:
        assert isinstance(await server.room(kept["match"]), Room)

    play(tmp_path, then)


# --- a queue that is not read ----------------------------------------------------------------------------------------


def a_connection() -> Connection:
    return Connection(Wire())  # type: ignore[arg-type]


def test_one_message_never_closes_the_door_and_many_do() -> None:
    async def what() -> None:
        large = b"x" * (2 * MOST_QUEUED)
        line = a_connection()
        for _ in range(40):
            # whatever it takes to come in
            line.send(large, entry=True)
        for _ in range(FEW_QUEUED):
            line.send(large)
        assert not line.ending.done()
        line.send(b"x")
        assert line.ending.result().reason == "too_slow"

    asyncio.run(what())


def test_small_messages_pile_up_to_the_limit_and_no_further() -> None:
    async def what() -> None:
        small = b"x" * 1024
        line = a_connection()
        for _ in range(MOST_QUEUED // len(small)):
            line.send(small)
        assert not line.ending.done()
        line.send(small)
        assert line.ending.result().reason == "too_slow"

    asyncio.run(what())


# --- a long story ----------------------------------------------------------------------------------------------------


def test_a_table_with_a_long_story_is_entered_and_read_page_by_page(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}
    often = 300 if MANY else 120

    async def talk(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        client, kept["match"] = await joined(room, 0, 1), room.id
        for number in range(often):
            question = f"{number:03d}" + "\N{PERSONAL COMPUTER}" * 197
            await answered(room, client, 0, {"answer": "roll_off", "question": question}, id=f"talk{number}")
        kept["whole"] = [line["text"] for update in client.of("update") for line in update["story"]]

    async def read(server: Server) -> None:
        room = await server.room(kept["match"])
        assert isinstance(room, Room)
        for seats in ((0, 1), ()):
            (welcome, *_) = await comes_in(room, *seats)
            assert len(msgspec.json.encode(welcome)) < MOST_QUEUED // 4
            assert 0 < welcome["earlier"] < room.seq(frozenset(seats))
            assert pages(room, welcome, frozenset(seats))[-len(kept["whole"]) :] == kept["whole"]

    play(tmp_path, talk)
    play(tmp_path, read)


def pages(room: Room, welcome: dict[str, Any], audience: frozenset[int]) -> list[str]:
    """All lines, the pages before the last one asked for one by one."""
    lines, earlier = [line["text"] for line in welcome["story"]], welcome["earlier"]
    while earlier:
        page = story_page(room.journal, audience, earlier)
        assert page.lines
        assert page.earlier < earlier
        assert len(msgspec.json.encode(page)) < MOST_QUEUED // 4
        lines, earlier = [*(line.text for line in page.lines), *lines], page.earlier
    return lines


@pytest.mark.parametrize("who", ["player", "spectator"])
def test_an_earlier_page_is_told_over_the_socket(client: TestClient, who: str) -> None:
    match = new_match(client, "me", "here")
    secrets = secrets_of(match) if who == "player" else []
    with socket(client) as table:
        table.hello(match["match"], secrets)
        assert table.seen[0]["earlier"] == 0
        table.send(type="earlier", id="e1", before=table.seen[1]["seq"])
        told = table.wait("told")
        assert (told["id"], told["result"]) == ("e1", {"lines": table.seen[0]["story"], "earlier": 0})
        table.send(type="earlier", id="e2", before=0)
        assert table.wait("told")["result"] == {"lines": [], "earlier": 0}


# --- what a match collects -------------------------------------------------------------------------------------------


def test_roll_offs_have_a_bound_and_their_questions_too(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        client = await joined(room, 0, 1)
        too_long = {**ROLL_OFF, "question": "x" * (BOUNDS.question + 1)}
        assert await code(room, client, 0, too_long) == "long_question"
        for seat in (0, 1):
            for number in range(BOUNDS.roll_offs):
                await answered(room, client, seat, ROLL_OFF, id=f"r{seat}{number}")
            head = room.journal.head
            assert await code(room, client, seat, ROLL_OFF) == "enough_roll_offs"
            assert room.journal.head == head
        # sent again, what was done is still done
        await answered(room, client, 0, ROLL_OFF, id="r00")
        # and in text mode it is the same
        said = wire.Say("s1", asked_seat(room), room.seq(client.audience), "roll off who is right")
        spoken = await TextSeat(room, asked_seat(room)).hear(client, said)
        assert isinstance(spoken, Refusal)
        assert spoken.code == "enough_roll_offs"

    play(tmp_path, what, settings=BOUND)


def test_the_bounds_begin_anew_with_the_round(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here", game="toy", scenario="duel")
        client = await joined(room, 0, 1)
        for number in range(BOUNDS.roll_offs):
            await answered(room, client, 0, ROLL_OFF, id=f"r{number}")
        assert await code(room, client, 0, ROLL_OFF) == "enough_roll_offs"
        while not any(isinstance(event, RoundStarted) for event in room.journal.steps[-1].events):
            await answered(room, client, asked_seat(room))
        await answered(room, client, 0, ROLL_OFF, id="anew")
        room.bounds = msgspec.structs.replace(BOUNDS, all_roll_offs=BOUNDS.roll_offs + 1)
        assert await code(room, client, 0, ROLL_OFF) == "enough_roll_offs"

    play(tmp_path, what, settings=BOUND)


def test_a_draw_is_offered_once_until_it_falls_and_not_for_ever(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        client, offer = await joined(room, 0, 1), {"answer": "offer_draw"}
        for number in range(BOUNDS.draw_offers):
            await answered(room, client, 0, offer, id=f"offer{number}")
            assert await code(room, client, 0, offer) == "offered_already"
            while room.journal.state.facts.get("draw0"):
                await answered(room, client, asked_seat(room))
        assert await code(room, client, 0, offer) == "enough_offers"
        # the other side has its own
        await answered(room, client, 1, offer, id="theirs")

    play(tmp_path, what, settings=BOUND)


def test_taking_back_has_a_bound(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        room.bounds = msgspec.structs.replace(BOUNDS, take_backs=3)
        client = await joined(room, 0, 1)
        seat = asked_seat(room)
        for number in range(4):
            await answered(room, client, seat, suggested(room, seat), id=f"go{number}")
            wished = wire.TakeBack(f"back{number}", seat, room.seq(client.audience))
            done = await room.take_back(client, wished)
            assert isinstance(done, Refusal) == (number == 3)
        assert isinstance(done, Refusal)
        assert done.code == "no_take_back"

    play(tmp_path, what)


async def code(room: Room, client: Any, seat: int, answer: dict[str, Any]) -> str:
    """The code by which an answer is refused."""
    done = await room.command(client, command(room, client, seat, answer, id=f"no{room.journal.head}"))
    assert isinstance(done, Refusal), done
    return done.code


# --- replays ---------------------------------------------------------------------------------------------------------


def test_a_replay_comes_in_pages_and_misses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def what(server: Server) -> None:
        room = await laid(server, ships(), "me", "here")
        client = await joined(room, 0, 1)
        for number in range(4):
            await answered(room, client, number % 2, ROLL_OFF, id=f"r{number}")
        whole = replay_of(room.journal, room.seat_cards(), frozenset({0}))
        assert len(whole.steps) == whole.total == 5
        monkeypatch.setattr(replays, "_MOST_PAGE_BYTES", 200_000)
        steps: list[Any] = []
        while len(steps) < whole.total:
            page = replay_of(room.journal, room.seat_cards(), frozenset({0}), len(steps))
            assert 0 < len(page.steps) < 3
            assert page.total == whole.total
            steps.extend(page.steps)
        assert tuple(steps) == whole.steps
        assert replay_of(room.journal, room.seat_cards(), frozenset({0}), 5).steps == ()

    play(tmp_path, what)


def test_a_replay_page_is_asked_for_over_http(client: TestClient) -> None:
    match = new_match(client, "me", "here", ready=True)
    body = {"secret": secrets_of(match)[0]}
    whole = post(client, f"/api/matches/{match['match']}/replay", body)
    rest = post(client, f"/api/matches/{match['match']}/replay", {**body, "start": 2})
    assert rest["steps"] == whole["steps"][2:]
    assert rest["total"] == whole["total"] == len(whole["steps"])
