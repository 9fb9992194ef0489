"""Tables for the tests of the server: houses on a temporary file, listeners that remember, and wishes for matches."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from brickfield.core.game import Game
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.typed import from_json
from brickfield.core.views import view
from brickfield.games import all_games, find_game
from brickfield.players.levels import make_player
from brickfield.server.bots.bots import Thinker
from brickfield.server.bots.fair_share import Claim
from brickfield.server.bots.job_kinds import Aids, outcome_of
from brickfield.server.bots.jobs import AnyJob, NumberedJob
from brickfield.server.bots.worker_pool import JobRunner, NoAnswer, Patience, Tell, Worked
from brickfield.server.rooms import links, seating
from brickfield.server.rooms.audiences import Audience
from brickfield.server.rooms.dice import player_seed
from brickfield.server.rooms.matches import Manner, found, make_match
from brickfield.server.rooms.quotas import Bounds
from brickfield.server.rooms.room import Room
from brickfield.server.server import Games, Server, Settings
from brickfield.server.store.records import SeatRow
from brickfield.server.store.sqlite import SqliteStore
from brickfield.server.store.store import Store
from brickfield.server.web import http_types as bodies
from brickfield.server.web import protocol as wire
from brickfield.server.web.limits import Limits, Rate
from tests.core.raid.contents import RAID
from tests.core.toy.contents import TOY

GAME = "micro_brick_battle"
# A bound for what hangs: nothing here takes five seconds on an idle machine.
PATIENCE_SECONDS = 120.0
MUCH = Rate(1e6, 1e6)
WIDE = Limits(
    sockets=10_000, joins=MUCH, matches=MUCH, requests=MUCH, commands=MUCH, asks=MUCH, hits=MUCH, work=MUCH, loop=MUCH
)
OPERATOR = "a token that only the tests know"
# what a seat may say again and again: tests of other things say it as often as they like
CHATTY = Bounds(10**6, 10**6, 200, 10**6, 10**6)
FAST = Settings(pace=0.0, limits=WIDE, bounds=CHATTY, operator_token=OPERATOR)
AS_OPERATOR = {"authorization": f"Bearer {OPERATOR}"}


def find_any(game_id: str) -> Game | None:
    """The register of these tests: the games of the project and the two toys."""
    return {TOY.id: TOY, RAID.id: RAID}.get(game_id) or find_game(game_id)


class NearBots:
    """Bots that think in this process: fast, and good enough where bots are not what is tested."""

    async def decide(self, room: Room, seat: int) -> Any:
        """What the bot of this seat answers."""
        seed = player_seed(room.journal.seed, room.id, seat)
        player = make_player(room.who_sits[seat].level, room.journal.match.game, seed)
        return msgspec.to_builtins(player.decide(room.journal.match, view(room.journal.state, seat)))

    async def close(self) -> None:
        """Nothing to close."""


class NearWork:
    """Jobs are done in this process, by the same hands: fast, and good enough where workers are not what is tested."""

    async def do(self, claim: Claim, job: AnyJob, patience: Patience | None = None, tell: Tell | None = None) -> Worked:
        """What comes of a job that has been on the way."""
        arrived = from_json(msgspec.json.encode(NumberedJob(1, job)), NumberedJob).job
        found = outcome_of(arrived, Aids(find_any))
        if found.fault:
            raise NoAnswer(found.fault)
        return Worked(found.data, found.code)

    async def stop(self) -> None:
        """Nothing to stop."""


class FakeClient:
    """A listener that remembers everything it was sent."""

    address = ""

    def __init__(self, *seats: int) -> None:
        self.audience: Audience = frozenset(seats)
        self.sent: list[dict[str, Any]] = []
        self.bye: wire.Bye | None = None

    def send(self, message: bytes, *, entry: bool = False) -> None:
        """Remember a message."""
        self.sent.append(msgspec.json.decode(message))

    def let_go(self, bye: wire.Bye) -> None:
        """Remember the good bye."""
        self.bye = bye

    def of(self, kind: str) -> list[dict[str, Any]]:
        """The messages of one type."""
        return [message for message in self.sent if message["type"] == kind]

    @property
    def last(self) -> dict[str, Any]:
        """The last update."""
        return self.of("update")[-1]

    @property
    def seq(self) -> int:
        """The number of the last update."""
        return int(self.last["seq"])


def near(store: Store, settings: Settings = FAST, **parts: Any) -> Server:
    """A house that starts no other process."""
    return Server(store, settings, **{"bots": NearBots(), "work": NearWork(), **parts})


@asynccontextmanager
async def opened(
    folder: Path,
    settings: Settings = FAST,
    bots: Thinker | None = None,
    store: Store | None = None,
    work: JobRunner | None = None,
) -> AsyncIterator[Server]:
    """A house on a file in this folder, closed properly in the end."""
    server = Server(
        store or SqliteStore(folder / "matches.sqlite"),
        settings,
        bots=bots or NearBots(),
        work=work or NearWork(),
        games=Games(find=find_any, every=all_games),
    )
    try:
        yield server
    finally:
        await server.close()


def wish(*kinds: str, **parts: Any) -> bodies.NewMatch:
    """A wish for a match: `me`, `here`, `link`, or the level of a bot."""
    seats = tuple(
        bodies.SeatWish(kind) if kind in ("me", "here", "link") else bodies.SeatWish("bot", kind) for kind in kinds
    )
    return bodies.NewMatch(parts.pop("game", GAME), parts.pop("scenario", "six_v_six"), seats, **parts)


async def made(server: Server, *kinds: str, **parts: Any) -> tuple[Room, bodies.MadeMatch]:
    """A match that must come about, with its room."""
    match = await make_match(server, wish(*kinds, **parts))
    assert not isinstance(match, Refusal), match
    return server.rooms[match.match], match


async def laid(
    server: Server,
    setup: Setup,
    *kinds: str,
    slow: bool = False,
    taken: bool = True,
    secret_seconds: int = 0,
    clock: str = "",
    stand_in: int = 0,
) -> Room:
    """A room in which the table is laid out already; seats as in `wish`, and friends have sat down."""
    game = find_any(setup.game)
    assert game is not None
    match = game.new_match(setup)
    assert not isinstance(match, Refusal), match
    seats = []
    for seat, kind in enumerate(kinds):
        person = kind in ("me", "here", "link")
        level, secret = ("", links.hash_of(f"secret{seat}" * 4)) if person else (kind, "")
        sits = taken or kind != "link"
        row = SeatRow("", seat, kind if person else "bot", level, match.seat_name(seat), sits)
        kept = {"secret_hash": secret} if sits else {"invite_hash": secret, "invited": time.time()}
        seats.append(msgspec.structs.replace(row, **kept))
    return await found(server, match, "", seats, Manner(False, slow, False, secret_seconds, clock, stand_in))


async def sat(room: Room, seat: int, name: str = "") -> str:
    """Somebody sits down at a seat nobody has taken; the secret that opens it from now on."""
    invitation, fresh = links.new_secret(), links.new_secret()
    assert await seating.free(room, seat, "link", invitation) is None
    assert await seating.sit(room, seat, seating.Wanted(invitation, name, fresh), 1.0) == fresh
    return fresh


async def joined(room: Room, *seats: int, last: int = 0) -> FakeClient:
    """A listener at these seats."""
    client = FakeClient(*seats)
    await room.join(client, last)
    return client


def command(
    room: Room, client: FakeClient, seat: int, answer: dict[str, Any] | None = None, **parts: Any
) -> wire.AnswerMessage:
    """A command of a seat: the first suggestion unless told otherwise."""
    if answer is None:
        answer = suggested(room, seat)
    command_id = parts.get("id", f"c{room.journal.head}-{seat}")
    return wire.AnswerMessage(command_id, seat, parts.get("seq", room.seq(client.audience)), answer)


def suggested(room: Room, seat: int, number: int = 0) -> dict[str, Any]:
    """A suggestion of the game for the open question of a seat."""
    seen = room.seen_by(seat)
    decision = seen.decision_of(seat)
    assert decision is not None
    answer: dict[str, Any] = msgspec.to_builtins(decision.suggest(seen, number + 1)[number].answer)
    return answer


def a_move(room: Room, seat: int) -> dict[str, Any]:
    """A short drive of the first unit that can move."""
    asked = room.seen_by(seat)
    decision = asked.decision_of(seat)
    assert decision is not None
    for idea in decision.suggest(asked, 60):
        answer: dict[str, Any] = msgspec.to_builtins(idea.answer)
        if answer["answer"] == "move":
            return answer
    raise AssertionError("nobody can move")


async def tick() -> None:
    """A moment for others to work."""
    await asyncio.sleep(0.003)


async def until(true: Callable[[], bool], wait: Callable[[], Awaitable[None]] = tick) -> None:
    """Let others work until something is true; how long that takes is the machine's business."""
    patience = time.monotonic() + PATIENCE_SECONDS
    while not true():
        assert time.monotonic() < patience, "it never came true"
        await wait()


def play(folder: Path, what: Callable[[Server], Awaitable[None]], **parts: Any) -> None:
    """Run a test inside a server."""

    async def run() -> None:
        async with opened(folder, **parts) as server:
            await what(server)

    asyncio.run(run())


async def answered(
    room: Room, client: FakeClient, seat: int, answer: dict[str, Any] | None = None, **parts: Any
) -> wire.Accepted:
    """An answer that must be accepted."""
    done = await room.command(client, command(room, client, seat, answer, **parts))
    assert isinstance(done, wire.Accepted), done
    return done


def asked_seat(room: Room) -> int:
    """The first seat that is asked."""
    return room.journal.state.waiting_for()[0]
