"""Side doors of secrets: sealed votes and held answers show in no answer, whoever asks what, and in no counter.

Two worlds are compared as in `test_noninterference.py`, with everything that can be asked (`probes.py`).
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from brickfield.core.refusal import Refusal
from brickfield.server.metrics import METRICS
from brickfield.server.rooms import audiences as seeing
from brickfield.server.rooms.journal import Journal
from brickfield.server.store.records import Written
from brickfield.server.text import mode as text_mode
from brickfield.server.text.mode import TextSeat
from brickfield.server.web import protocol as wire
from brickfield.server.web.http import ROUTES
from brickfield.server.web.socket import SocketSession
from brickfield.testing import lay_table
from tests.rules.brick_mech.table import mech
from tests.server.probes import BODIES, NO_MATCH, Still, answers, messages
from tests.server.test_noninterference import World
from tests.server.test_windows import LATE, NO, WALK, YES, held_setup

# --- sealed votes ----------------------------------------------------------------------------------------------------

VOTERS = 4
NO_CHALLENGE = {"answer": "challenge", "about": ""}
SEATS = range(VOTERS)


class Voting:
    """Two worlds in which everybody is asked at once; in one of them some have answered already."""

    def __init__(self) -> None:
        units = [mech(f"{letter}1", 10 + 6 * place, 14, 0) for place, letter in enumerate("ABCD")]
        setup = lay_table("brick_mech", units, options={"table_vote": True}).match.setup
        self.worlds = World(setup, 7), World(setup, 7)

    async def open_vote(self) -> int:
        """The first player attacks, which asks the whole table; the seat that did it."""
        seat = self.worlds[0].room.journal.state.waiting_for()[0]
        unit, target = "ABCD"[seat] + "1", "ABCD"[(seat + 1) % VOTERS] + "1"
        for world in self.worlds:
            await world.answer(seat, {"answer": "attack", "unit": unit, "target": target})
            assert world.room.journal.state.asked() == tuple(SEATS)
            world.listen(set())
        return seat

    async def differences(self, *voters: int) -> list[str]:
        """These seats vote in one world only: what the others and spectators are told that differs."""
        one = self.worlds[0]
        for seat in voters:
            await one.answer(seat, NO_CHALLENGE)
        found = []
        for seats in [each.audience for each in one.others if not each.audience & set(voters)]:
            pairs = zip(*[await answers(world.server, world.room, seats) for world in self.worlds], strict=True)
            found += [str(left)[:200] for left, right in pairs if left != right]
        told = [[each.sent for each in world.others if not each.audience & set(voters)] for world in self.worlds]
        return found + ["an update"] * (told[0] != told[1])


def voted(*voters: int | None) -> list[str]:
    """What betrays the votes of these seats; None is whoever attacked."""

    async def run() -> list[str]:
        voting = Voting()
        first = await voting.open_vote()
        others = [seat for seat in SEATS if seat != first]
        return await voting.differences(*(first if each is None else others[each] for each in voters))

    return asyncio.run(run())


def test_a_vote_can_be_given_in_words() -> None:
    async def run() -> None:
        voting = Voting()
        world, seat = voting.worlds[0], (await voting.open_vote() + 1) % VOTERS
        interpreter, hand = TextSeat(world.room, seat), world.hands[seat]
        for number, (line, answered) in enumerate((("nonsense", False), ("no", True))):
            said = wire.Say(f"v{number}", seat, world.room.seq(hand.audience), line)
            spoken = await interpreter.hear(hand, said)
            assert isinstance(spoken, wire.Spoken)
            assert spoken.answered == answered
        assert seat not in world.room.journal.state.waiting_for()

    asyncio.run(run())


@pytest.mark.parametrize("voters", [(0,), (1,), (None,), (0, 1), (2, None)])
def test_nobody_can_tell_whether_somebody_has_voted(voters: tuple[int | None, ...]) -> None:
    assert voted(*voters) == []


def test_a_take_back_that_looks_at_sealed_votes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Journal, "why_no_take_back", Journal._why_it_stands)
    assert [each for each in voted(0) if "take_back" in each] != []


def test_an_update_that_looks_at_sealed_votes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A newcomer who is asked only while nobody has answered."""
    monkeypatch.setattr(seeing, "last_of", lambda journal, audience: journal.last_shown)
    assert voted(0) != []


def test_a_desk_that_forgets_its_plan_when_somebody_votes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Giving up is asked for twice in words; what somebody else seals in between must not change the second answer."""

    async def second_time() -> list[Any]:
        voting, heard = Voting(), []
        first = await voting.open_vote()
        me, other = (seat for seat in (*SEATS, *SEATS)[first + 1 : first + 3])
        for world, votes in zip(voting.worlds, (True, False), strict=True):
            interpreter, hand = TextSeat(world.room, me), world.hands[me]
            await interpreter.hear(hand, wire.Say("t1", me, world.room.seq(hand.audience), "concede"))
            if votes:
                await world.answer(other, NO_CHALLENGE)
            await interpreter.hear(hand, wire.Say("t2", me, world.room.seq(hand.audience), "yes"))
            heard.append(world.room.journal.steps[-1].record.answer)
        return heard

    one, two = asyncio.run(second_time())
    assert one == two == {"answer": "concede"}
    monkeypatch.setattr(text_mode, "last_of", lambda journal, audience: journal.last_shown)
    one, two = asyncio.run(second_time())
    assert one != two


# --- counters --------------------------------------------------------------------------------------------------------


async def _send(world: World, seat: int, answer: dict[str, Any], number: int) -> str:
    """An answer through a socket; the type of what came back."""
    guest = SocketSession(world.server, Still())  # type: ignore[arg-type]
    guest.room, guest.connection.audience = world.room, frozenset({seat})
    seq = world.room.seq(guest.connection.audience)
    message = {"type": "command", "id": f"m{number}", "seat": seat, "seq": seq, "answer": answer}
    await guest.take(msgspec.json.encode(message).decode())
    return str(msgspec.json.decode(guest.connection._queue[0])["type"])


async def counted_in_secret() -> tuple[list[str], list[str]]:
    """Declines that are held and refused, a vote and orders: what came back, and which counters moved."""
    world = World(held_setup(), 3)
    await world.answer(0, WALK)
    voting = Voting()
    first = await voting.open_vote()
    other = (first + 1) % VOTERS
    before = METRICS.text()
    done = [await _send(world, 1, NO, 1), await _send(world, 1, NO, 2), await _send(world, 1, LATE, 3)]
    done += [await _send(voting.worlds[0], other, NO_CHALLENGE, 4), await _send(voting.worlds[0], other, YES, 5)]
    await world.order(1, held_shot="decline")
    return done, sorted(set(METRICS.text().splitlines()) - set(before.splitlines()))


def test_no_counter_moves_at_the_moment_of_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    done, moved = asyncio.run(counted_in_secret())
    assert done == ["accepted", "refused", "refused", "accepted", "refused"]
    assert moved == []
    # the planted fault: every message is counted
    take = SocketSession.take

    async def counting(self: SocketSession, raw: str | bytes | None) -> None:
        METRICS.count("messages")
        await take(self, raw)

    monkeypatch.setattr(SocketSession, "take", counting)
    assert asyncio.run(counted_in_secret())[1] != []


# --- nothing is left out ---------------------------------------------------------------------------------------------


def test_every_message_and_every_route_is_asked() -> None:
    async def kinds() -> set[str]:
        world = World(held_setup(), 3)
        return {str(message["type"]) for message in messages(world.room, frozenset({0}))}

    assert asyncio.run(kinds()) == {kind.__struct_config__.tag for kind in wire.AnyUp.__args__}
    assert {f"{route.method} {route.path}" for route in ROUTES} == {*BODIES, *NO_MATCH}


# --- battles under way -----------------------------------------------------------------------------------------------


def test_what_was_taken_back_before_the_rule_is_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        voting = Voting()
        first, room = await voting.open_vote(), voting.worlds[0].room
        wish = wire.TakeBack("old", first, room.seq(frozenset({first})))
        hand = voting.worlds[0].hands[first]
        assert isinstance(await room.take_back(hand, wish), Refusal)
        with monkeypatch.context() as earlier:
            earlier.setattr(Journal, "why_no_take_back", Journal._why_it_stands)
            assert isinstance(await room.take_back(hand, wish, acknowledge=False), wire.Accepted)
        journal = room.journal
        again = Journal(journal.row, journal.match, journal.seed)
        rows = [step.record for step in journal.steps]
        assert again.load([Written(row.number, row.text(), row.hash(room.id)) for row in rows]) is None
        assert again.state.digest() == journal.state.digest()

    asyncio.run(run())
