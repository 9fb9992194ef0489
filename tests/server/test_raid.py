"""Hands and decks at the wire: everybody hears how many cards move, and nobody which, before they are played."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec

from brickfield.core.match import Setup
from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from brickfield.server.web import protocol as wire
from tests.core.raid.orders import hand
from tests.server.tables import FakeClient, answered, asked_seat, joined, laid, play


def known_piles(message: dict[str, Any]) -> set[str]:
    return {name for name, pile in message["view"]["piles"].items() if "cards" in pile}


def any_answer(room: Room, seat: int, rng: random.Random) -> dict[str, Any]:
    """Any answer to the open question of a seat."""
    seen = room.seen_by(seat)
    decision = seen.decision_of(seat)
    assert decision is not None
    answer: dict[str, Any] = msgspec.to_builtins(decision.sample(seen, rng))
    return answer


def check_ear(client: FakeClient) -> None:
    """What a listener was sent names only cards it may know."""
    own = {hand(seat) for seat in client.audience}
    for update in client.of("update"):
        assert known_piles(update) == {"played"} | own
        moved = [event for event in update["events"] if event["event"] == "cards_moved"]
        assert all(not event["cards"] or event["into"] == "played" for event in moved)
        assert not any(event["event"] == "dice_rolled" and event["label"] == "shuffle" for event in update["events"])


def test_a_whole_raid_at_five_ears(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room = await laid(server, Setup("raid", "raid"), "me", "here", "link", "link")
        ears = [await joined(room, seat) for seat in range(4)] + [await joined(room)]
        rng = random.Random(4)
        while not room.journal.state.over:
            seat = asked_seat(room)
            await answered(room, ears[seat], seat, any_answer(room, seat, rng))
        for client in ears:
            assert len(client.of("update")) > 20
            check_ear(client)

    play(tmp_path, what)


def test_what_was_drawn_cannot_be_taken_back(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room = await laid(server, Setup("raid", "raid"), "me", "here", "link", "link")
        ears = [await joined(room, seat) for seat in range(4)]
        rng = random.Random(9)
        drawn = 0
        while not room.journal.state.over:
            seat = asked_seat(room)
            await answered(room, ears[seat], seat, any_answer(room, seat, rng))
            if any(event["event"] == "cards_moved" for event in ears[seat].last["events"]):
                drawn += 1
                done = await room.take_back(ears[seat], wire.TakeBack(f"back{drawn}", seat, ears[seat].seq))
                assert not isinstance(done, wire.Accepted)
        assert drawn

    play(tmp_path, what)
