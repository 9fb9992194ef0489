"""Playing on from a replay: a new table as a battle stood after a step, by the same rules; only of what is over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from brickfield.core.refusal import Refusal
from brickfield.core.replay import Replayed, read_replay
from brickfield.server.rooms.playing_on import play_on_from
from brickfield.server.rooms.replays import replay_text
from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from brickfield.server.web import http_types as bodies
from tests.server.tables import answered, find_any, joined, made, play

CONCEDE = {"answer": "concede"}
BOTH = (bodies.SeatWish("me", name="Ann"), bodies.SeatWish("bot", "recruit"))


async def some_moves(server: Server, **wish: Any) -> Room:
    """A battle with dice in it that was given up."""
    room, _ = await made(server, "me", "here", **wish)
    client = await joined(room, 0, 1)
    for number in range(8):
        state = room.journal.state
        (seat, *_) = state.waiting_for()
        decision = state.decision_of(seat)
        assert decision is not None
        reply = decision.suggest(state, 1)[0].answer
        await answered(room, client, seat, reply, id=f"move{number}")
    await answered(room, client, room.journal.state.asked()[0], CONCEDE, id="enough")
    assert room.journal.state.over
    return room


def wish_for(step: int, **more: Any) -> bodies.PlayOn:
    return bodies.PlayOn(step, BOTH, **more)


WISHES = [{"ready": True}, {"game": "brick_mech", "scenario": "duel", "ready": True}]


@pytest.mark.parametrize("wish", WISHES, ids=["tanks", "mechs"])
def test_a_table_begins_as_the_battle_stood_and_goes_on_by_itself(tmp_path: Path, wish: Any) -> None:
    kept: dict[str, Any] = {}

    async def lay(server: Server) -> None:
        old = await some_moves(server, **wish)
        step = len(old.journal.line) - 2
        made_on = await play_on_from(server, old, wish_for(step))
        assert not isinstance(made_on, Refusal), made_on
        room = server.rooms[made_on.match]
        assert room.journal.state.digest() == old.journal.steps[old.journal.line[step]].state.digest()
        assert room.journal.match.seat_name(0) == "Ann"
        assert room.seats[1].is_bot
        assert old.journal.state.over, "the battle it comes from stays as it was"
        assert room.journal.undone_by(frozenset({0, 1})) is None, "nobody takes back what others played"
        # it goes on with dice of its own, and is a replay that can be checked, without the proof of fair dice
        client = await joined(room, 0)
        await answered(room, client, 0, CONCEDE, id="gone")
        assert room.journal.state.over
        assert client.last["dice_seed"] == ""
        checked = read_replay(replay_text(room.journal), find_any)
        assert isinstance(checked, Replayed), checked
        assert checked.proof is None
        kept.update(match=room.id, digest=room.journal.state.digest(), records=len(room.journal.steps))

    play(tmp_path, lay)

    async def again(server: Server) -> None:
        room = await server.room(kept["match"])
        assert isinstance(room, Room), room
        assert (room.journal.state.digest(), len(room.journal.steps)) == (kept["digest"], kept["records"])

    play(tmp_path, again)


def test_what_cannot_be_played_on_from_says_why(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        running, _ = await made(server, "me", "here", ready=True)
        over = await some_moves(server, ready=True)
        last = len(over.journal.line) - 1
        for room, wish, code in (
            (running, wish_for(0), "still_running"),
            (over, wish_for(last), "at_the_end"),
            (over, wish_for(last + 1), "no_step"),
            (over, bodies.PlayOn(0, BOTH[:1]), "wrong_seats"),
        ):
            refused = await play_on_from(server, room, wish)
            assert isinstance(refused, Refusal)
            assert refused.code == code
            assert refused.sentence
        assert len(server.rooms) == 2

    play(tmp_path, what)


def test_it_is_played_on_by_the_rules_of_then(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        old = await some_moves(server, ready=True)
        made_on = await play_on_from(server, old, wish_for(1))
        assert not isinstance(made_on, Refusal)
        room = server.rooms[made_on.match]
        assert room.journal.row.rules == old.journal.row.rules
        assert room.journal.match.game is old.journal.match.game

    play(tmp_path, what)
