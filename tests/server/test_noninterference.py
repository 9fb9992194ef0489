"""Rooms that differ only in a secret are told apart by nobody else: equal frames to all other seats and spectators.

Two rooms with the same dice are played alike. They differ in the note of one Mech that holds fire, in the orders of its
player, and in whether that player answers by hand, by order or not at all. Every message to everybody else is compared
byte by byte, except what is left on a clock, and so is every answer to whatever they ask (`probes.py`).
`BRICKFIELD_PAIRS=1000` runs the long version.
"""

from __future__ import annotations

import asyncio
import os
import random
from typing import Any

import msgspec

from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.games.brick_mech.base.measures import RANGES
from brickfield.games.brick_mech.base.ranges_and_arcs import FIRING_ARCS
from brickfield.games.brick_mech.base.record_sheet import attack_dice
from brickfield.games.brick_mech.chapters.hold_fire.hold_fire import own_note
from brickfield.server.rooms import dice, links
from brickfield.server.rooms.audiences import Audience
from brickfield.server.rooms.journal import Journal
from brickfield.server.rooms.room import Room
from brickfield.server.rooms.seating import leave_orders
from brickfield.server.store.records import Held, MatchRow, Record, SeatRow, Snapshot, StandingRow
from brickfield.server.web import protocol as wire
from brickfield.testing import lay_table
from tests.rules.brick_mech.table import mech
from tests.server.probes import answers, secret_of
from tests.server.tables import FAST, command, near
from tests.server.test_windows import NO, YES, thought_over, time_is_up

PAIRS = int(os.environ.get("BRICKFIELD_PAIRS", "6"))
# Which Mechs stand on the table and which players are allies: a duel, two each, two against two, everybody alone.
SIDES = (
    ("A1 B1", ()),
    ("A1 A2 B1 B2", ()),
    ("A1 B1 C1 D1", ("Blue", "Red", "Blue", "Red")),
    ("A1 B1 C1 D1", ()),
)
OPTIONS = {"return_fire": True, "hold_fire": True}
MOST_ANSWERS = 400
DRAWS = 6
# How many notes of a battle are looked at.
NOTES = 4
# How many answers after the note are compared at most, so that long battles do not cost most of the time.
MOST_COMPARED = 60


class Paper:
    """A store that keeps nothing but the last standing: these rooms are never read again."""

    def __init__(self) -> None:
        self.standings: list[StandingRow] = []
        self.room: Room | None = None
        self.lived = 0.0

    async def append(self, match: str, record: Record, standing: StandingRow) -> None:
        """Nothing reaches a disk; what lists would tell is kept."""
        self.standings.append(standing)

    async def keep(self, match: str, snapshot: Snapshot) -> None:
        """Nothing reaches a disk."""

    async def leave_orders(self, match: str, seat: int, orders: dict[str, str]) -> None:
        """Nothing reaches a disk."""

    async def held(self, hashes: list[str]) -> list[Held]:
        """The seats that some secrets open."""
        room = self.room
        assert room is not None
        standing = self.standings[-1] if self.standings else msgspec.structs.replace(room.standing(), at=0.0, since=0.0)
        rows = [row for row in room.seats if row.secret_hash in hashes]
        return [Held(row, room.journal.row, standing, tuple(room.seats)) for row in rows]

    async def ready(self) -> bool:
        """There is nothing to write to."""
        return True

    async def close(self) -> None:
        """Nothing to close."""


class Bytes:
    """A listener that keeps what it was sent as it came, clocks aside."""

    def __init__(self, seats: Audience) -> None:
        self.audience = seats
        self.sent: list[bytes] = []

    def send(self, message: bytes) -> None:
        """Keep a message; only what was left on a clock is taken out."""
        if b'"clock":{' in message:
            plain = msgspec.json.decode(message)
            plain["clock"]["left"] = 0
            message = msgspec.json.encode(plain)
        self.sent.append(message)

    def let_go(self, bye: wire.Bye) -> None:
        """Nobody is sent away here."""
        raise AssertionError(bye.reason)


class World:
    """One of two rooms."""

    def __init__(self, setup: Setup, seed: int) -> None:
        game = find_game(setup.game)
        assert game is not None
        match = game.new_match(setup)
        assert not isinstance(match, Refusal)
        secret = seed.to_bytes(32, "big")
        row = MatchRow("pair", match.setup, "1", "", "", dice.promise_of(secret, "pair"), False, 0.0)
        journal = Journal(row, match, secret)
        journal.apply(journal.begin())
        self.paper = Paper()
        seats = tuple(
            SeatRow("pair", seat, "link", "", match.seat_name(seat), True, links.hash_of(secret_of(seat)))
            for seat in range(match.seats)
        )
        self.room = self.paper.room = Room(journal, seats, self.paper)  # type: ignore[arg-type]
        self.room.mind_window()
        self.server = near(self.paper, FAST)  # type: ignore[arg-type]
        self.server.rooms[self.room.id] = self.room
        # each seat answers through a socket of its own; before the note nobody else listens, which saves time
        self.hands = [Bytes(frozenset({seat})) for seat in range(match.seats)]
        self.others: list[Bytes] = []

    def listen(self, holders: set[int]) -> None:
        """Everybody follows from now on but those who know of a difference, and a spectator does."""
        seats = [seat for seat in range(len(self.hands)) if seat not in holders]
        self.others = [Bytes(frozenset({seat})) for seat in seats] + [Bytes(frozenset())]
        self.room.listeners = list(self.others)

    async def answer(self, seat: int, answer: Any) -> None:
        """An answer by hand."""
        hand = self.hands[seat]
        sent = command(self.room, hand, seat, answer, id=f"c{self.room.journal.head}")  # type: ignore[arg-type]
        done = await self.room.command(hand, sent, acknowledge=False)
        assert isinstance(done, wire.Accepted), done

    async def order(self, seat: int, **orders: str) -> None:
        """Standing orders."""
        assert await leave_orders(self.room, wire.LeaveOrders("o", seat, orders)) is None

    def told(self) -> list[list[bytes]]:
        """What everybody else has been sent."""
        return [each.sent for each in self.others]

    def listed(self) -> list[tuple[Any, ...]]:
        """What lists tell of the match, as often as it changes."""
        rows = [(row.round, row.step, row.asked, row.over) for row in self.paper.standings]
        return [row for place, row in enumerate(rows) if not place or row != rows[place - 1]]


def near_each_other(rng: random.Random, sides: tuple[str, tuple[str, ...]]) -> Setup:
    """Mechs so near each other that whoever moves soon walks into a range or an arc of another."""
    names, allies = sides
    while True:
        units = [mech(name, rng.uniform(8, 30), rng.uniform(6, 24), rng.uniform(0, 360)) for name in names.split()]
        try:
            more: dict[str, Any] = {"sides": allies} if allies else {}
            return lay_table("brick_mech", units, options=OPTIONS, **more).match.setup
        except ValueError:
            # two stand on each other
            continue


class Pair:
    """Two worlds that are played alike."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        setup = near_each_other(self.rng, SIDES[seed % len(SIDES)])
        self.worlds = World(setup, seed), World(setup, seed)
        self.holder, self.unit = -1, ""
        # whoever wrote a note that differs: it knows its own notes and its own answers
        self.holders: set[int] = set()
        # how often the holder was asked about the note that differs, and how often it could fire in one world only
        self.asked = self.telling = 0

    async def to_the_note(self) -> bool:
        """Play alike until somebody holds fire: there the worlds part. False when nobody does."""
        one, two = self.worlds
        for _ in range(MOST_ANSWERS):
            if one.room.journal.state.over:
                return False
            seat, answer = self._drawn("hold_fire")
            if answer["answer"] == "hold_fire":
                self.holder, self.unit = seat, answer["unit"]
                self.holders.add(seat)
                for world in self.worlds:
                    world.listen(self.holders)
                await one.answer(seat, answer)
                await two.answer(seat, self._another(answer))
                await self._part_orders()
                return True
            await self._both(seat, answer)
        return False

    def _drawn(self, liked: str = "move") -> tuple[int, dict[str, Any]]:
        """An answer at random; of some the first that is liked: whoever moves may walk into what was noted."""
        room = self.worlds[0].room
        seat = room.journal.state.waiting_for()[0]
        seen = room.seen_by(seat)
        decision = seen.decision_of(seat)
        assert decision is not None
        drawn: list[dict[str, Any]] = [msgspec.to_builtins(decision.sample(seen, self.rng)) for _ in range(DRAWS)]
        return seat, next((each for each in drawn if each["answer"] == liked), drawn[0])

    def _another(self, note: dict[str, Any]) -> dict[str, Any]:
        """Another note of the same Mech."""
        unit = self.worlds[0].room.journal.state.units[self.unit]
        notes = [(band, arc) for band in RANGES if attack_dice(unit, band) for arc in FIRING_ARCS]
        band, arc = self.rng.choice([each for each in notes if each != (note["range"], note["arc"])])
        return {**note, "range": band, "arc": arc, "orders": self.rng.choice(("ask", "fire"))}

    async def _part_orders(self) -> None:
        for world in self.worlds:
            order = self.rng.choice(("ask", "noted", "decline"))
            await world.order(self.holder, held_shot=order)

    async def _both(self, seat: int, answer: dict[str, Any]) -> None:
        """The same answer in both worlds; one that is held is released."""
        for world in self.worlds:
            await world.answer(seat, answer)
            if world.room.journal.held is not None:
                await time_is_up(world.room)

    async def go_on(self) -> bool:
        """Play on while the worlds must look alike. True when the notes were thrown away: the worlds are one again."""
        for _ in range(MOST_COMPARED):
            states = [world.room.journal.state for world in self.worlds]
            if states[0].over or not all(f"hold {self.unit}" in state.sealed for state in states):
                return not states[0].over and states[0].digest() == states[1].digest()
            decision: Any = states[0].decision
            if getattr(decision, "holder", "") == self.unit:
                if not await self._held_window(decision):
                    return False
            elif decision.kind == "return_fire" and decision.seat == self.holder:
                await self._return_fire()
            else:
                await self._both(*self._drawn())
            self.check()
        return False

    async def _held_window(self, decision: Any) -> bool:
        """The window of the note: whatever the player does but firing looks alike. False when one world would fire."""
        self.asked += 1
        noted = [decision.is_noted(world.room.journal.state) for world in self.worlds]
        self.telling += noted[0] != noted[1]
        # before it closes, and whatever lies in the note or in the orders
        self.check()
        for world in self.worlds:
            if self.rng.random() < 0.5:
                await world.answer(self.holder, NO)
        self.check()
        if self.asked == 1:
            # one of two looks into the open window: what is asked there costs most of the time
            await self.check_answers()
            if getattr(self.worlds[0].room.journal.state.decision, "holder", "") != self.unit:
                # whoever had opened the window took that back
                return True
        rooms = [world.room for world in self.worlds]
        for room, is_noted in zip(rooms, noted, strict=True):
            order = room.orders.get(self.holder, {}).get("held_shot", "ask")
            note = own_note(room.journal.state, self.unit)
            assert note is not None
            fires = is_noted and (order == "noted" or (order == "ask" and note.orders == "fire"))
            if fires and room.journal.held is None:
                return False
        for room in rooms:
            await time_is_up(room)
        return True

    async def _return_fire(self) -> None:
        """The same answer, by hand in one world and by order in the other; nobody can tell which."""
        one, two = self.rng.sample(self.worlds, 2)
        yes = self.rng.random() < 0.5
        await one.answer(self.holder, YES if yes else NO)
        held = two.room.orders.get(self.holder, {}).get("held_shot", "ask")
        await two.order(self.holder, held_shot=held, return_fire="always" if yes else "decline")
        await thought_over(two.room)

    def check(self) -> None:
        """Equal frames, and the same for whoever comes in now, asks for the replay or looks at a list."""
        one, two = self.worlds
        assert one.told() == two.told()
        assert one.listed() == two.listed()

    async def check_answers(self) -> None:
        """Whoever opens the page or asks for anything now is answered alike in both worlds."""
        for seats in [each.audience for each in self.worlds[0].others]:
            one, two = [await answers(world.server, world.room, seats) for world in self.worlds]
            assert one == two
        self.check()


async def play_pair(seed: int) -> Pair:
    pair = Pair(seed)
    for _ in range(NOTES):
        if not await pair.to_the_note():
            return pair
        pair.check()
        goes_on = await pair.go_on()
        await pair.check_answers()
        if not goes_on:
            return pair
        for world in pair.worlds:
            await world.order(pair.holder)
    return pair


def test_nobody_else_can_tell_two_rooms_apart() -> None:
    async def run() -> tuple[int, int, int]:
        noted = asked = telling = 0
        for seed in range(PAIRS):
            pair = await play_pair(seed)
            noted, asked, telling = noted + (pair.holder >= 0), asked + pair.asked, telling + pair.telling
        return noted, asked, telling

    noted, asked, telling = asyncio.run(run())
    print(f"{PAIRS} pairs, {noted} with a note, {asked} windows, {telling} of them open to one world only")
    # the claim is not empty: notes were written, their windows opened, and in some only one world could have fired
    assert noted > PAIRS // 2
    assert asked
    assert telling


def test_the_comparison_can_fail() -> None:
    """A world that answers at once instead of holding the answer back is told apart."""

    async def run() -> bool:
        for seed in range(60):
            pair = Pair(seed)
            if not await pair.to_the_note():
                continue
            for _ in range(MOST_COMPARED):
                states = [world.room.journal.state for world in pair.worlds]
                if states[0].over or not all(f"hold {pair.unit}" in state.sealed for state in states):
                    break
                if getattr(states[0].decision, "holder", "") == pair.unit:
                    window = pair.worlds[0].room.window
                    assert window is not None
                    window.holds = False
                    await pair.worlds[0].answer(pair.holder, NO)
                    return pair.worlds[0].told() != pair.worlds[1].told()
                await pair._both(*pair._drawn())
        return False

    assert asyncio.run(run())
