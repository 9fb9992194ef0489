"""Lines that somebody types are understood by a worker as they would be at the table itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from brickfield.core.refusal import Refusal
from brickfield.core.typed import from_json
from brickfield.games import find_game
from brickfield.server.bots.job_kinds import Aids, outcome_of
from brickfield.server.bots.jobs import Typed
from brickfield.server.bots.worker_pool import NoAnswer
from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from brickfield.server.text.interpreter import Understood
from brickfield.server.text.mode import TextSeat
from brickfield.server.web import protocol as wire
from tests.server.tables import FakeClient, asked_seat, joined, made, play

# Questions, nonsense, what is not done here, a plan with what `yes` means after it, what only the room knows.
ASKED = (
    "",
    "hint",
    "look",
    "options",
    "goal",
    "units",
    "map",
    "help",
    "help hint",
    "fly",
    "save x",
    "why a1 b1",
    "who",
)
KNOWN_HERE = ("log", "undo")


class Far:
    """A worker near by, and what it was asked."""

    def __init__(self) -> None:
        self.done: list[str | None] = []
        self.failed: list[str | None] = []

    async def __call__(self, job: Typed) -> Understood:
        found = outcome_of(job, Aids(find_game))
        if found.fault:
            self.failed.append(job.line)
            raise NoAnswer(found.fault)
        self.done.append(job.line)
        return from_json(found.data, Understood)


async def said(interpreter: TextSeat, client: FakeClient, seat: int, line: str, number: int) -> wire.Spoken | Refusal:
    return await interpreter.hear(client, wire.Say(f"s{number}", seat, interpreter.room.seq(client.audience), line))


@pytest.mark.parametrize(
    ("game", "scenario"), [("micro_brick_battle", "six_v_six"), ("brick_action", "meeting"), ("brick_mech", "duel")]
)
def test_a_line_means_the_same_to_a_worker(tmp_path: Path, game: str, scenario: str) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here", game=game, scenario=scenario, ready=True)
        client, far = await joined(room, 0, 1), Far()
        for turn in range(2):
            seat = asked_seat(room)
            there, here = TextSeat(room, seat, far=far), TextSeat(room, seat)
            for number, line in enumerate((*ASKED, *KNOWN_HERE[: 2 - turn])):
                told = [
                    await said(interpreter, client, seat, line, 100 * turn + number) for interpreter in (there, here)
                ]
                assert told[0] == told[1], line
                assert (there.interpreter.plan, there.interpreter.unit, there.interpreter.confirm) == (
                    here.interpreter.plan,
                    here.interpreter.unit,
                    here.interpreter.confirm,
                )
            # an answer goes the way of every command, and the next question is told
            head = room.journal.head
            told_of = await said(there, client, seat, "1", 100 * turn + 90)
            assert isinstance(told_of, wire.Spoken)
            if told_of.answered:
                assert room.journal.head > head
                assert far.done[-1] is None
        assert set(far.failed) == set(KNOWN_HERE)
        assert set(ASKED) <= set(far.done)

    play(tmp_path, what)


def test_a_plan_made_line_by_line_is_kept_between_workers(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here", ready=True)
        client, far = await joined(room, 0, 1), Far()
        seat = asked_seat(room)
        desks: list[tuple[TextSeat, Room]] = [(TextSeat(room, seat, far=far), room), (TextSeat(room, seat), room)]
        # giving up is asked for twice, and here it is called off
        for number, line in enumerate(("concede", "no", "concede")):
            told = [await said(interpreter, client, seat, line, number) for interpreter, _ in desks]
            assert told[0] == told[1]
        assert [interpreter.interpreter.confirm for interpreter, _ in desks] == ["concede", "concede"]
        assert far.failed == []
        await said(desks[0][0], client, seat, "yes", 9)
        assert room.journal.state.over

    play(tmp_path, what)
