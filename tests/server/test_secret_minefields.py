"""Rooms of Micro Brick Battle that differ only in a secret minefield are told apart by nobody else until a unit drives
into one of the squares: equal frames to the other seat and to spectators, and equal answers to all they ask.

`BRICKFIELD_PAIRS=1000` runs the long version.
"""

from __future__ import annotations

import asyncio
import os
import random
from typing import Any

import msgspec

from brickfield.core.events import Revealed
from brickfield.core.match import Setup
from brickfield.core.state import State
from tests.server.probes import answers
from tests.server.test_noninterference import World

PAIRS = int(os.environ.get("BRICKFIELD_PAIRS", "4"))
ARMIES = ((("M4 Sherman", 3),), (("Panzer III", 3),))
OPTIONS = {"mines": "secret", "point_limit": 60, "round_limit": 6}
SETUP = Setup("micro_brick_battle", "six_v_six", OPTIONS, ARMIES)
MOST_ANSWERS = 150
DRAWS = 4
# After so many answers everybody asks whatever can be asked; it costs most of the time.
PROBED = 40
# Squares right in front of the zones are driven into soon.
NEAR = [f"{column}{row}" for column in "ABCDEFGH" for row in (2, 5)]


class Pair:
    """Two rooms with the same dice, played alike, in which one seat has written down different squares."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.worlds = World(SETUP, seed), World(SETUP, seed)
        self.holder = seed % 2
        self.squares = self.rng.sample(NEAR, 2)
        for world in self.worlds:
            world.listen({self.holder})

    @property
    def states(self) -> list[State]:
        return [world.room.journal.state for world in self.worlds]

    async def step(self) -> None:
        """The next answer: the same in both rooms, but for the note of the holder."""
        room = self.worlds[0].room
        seat = room.journal.state.waiting_for()[0]
        decision = room.seen_by(seat).decision_of(seat)
        assert decision is not None
        if decision.kind == "write_minefield" and seat == self.holder:
            for world, square in zip(self.worlds, self.squares, strict=True):
                await world.answer(seat, {"answer": "write_square", "square": square})
            return
        seen = room.seen_by(seat)
        drawn: list[dict[str, Any]] = [msgspec.to_builtins(decision.sample(seen, self.rng)) for _ in range(DRAWS)]
        answer = next((each for each in drawn if each["answer"] == "move"), drawn[0])
        for world in self.worlds:
            await world.answer(seat, answer)

    def shown(self) -> list[bool]:
        """In which of the rooms the note of the holder has come to light."""
        return [
            any(isinstance(event, Revealed) and event.seat == self.holder for event in step.events)
            for world in self.worlds
            for step in world.room.journal.steps[-1:]
        ]

    def check(self) -> None:
        """Equal frames to everybody else."""
        one, two = self.worlds
        assert one.told() == two.told()
        assert one.listed() == two.listed()

    async def check_answers(self) -> None:
        """Whoever asks for anything now is answered alike."""
        for seats in [each.audience for each in self.worlds[0].others]:
            one, two = [await answers(world.server, world.room, seats) for world in self.worlds]
            assert one == two


async def play_pair(seed: int) -> tuple[int, bool]:
    """How many answers were compared, and whether a note came to light in one room only."""
    pair = Pair(seed)
    for number in range(MOST_ANSWERS):
        if pair.states[0].over:
            return number, False
        await pair.step()
        if any(pair.shown()):
            return number, pair.shown() != [True, True]
        pair.check()
        if number == PROBED:
            await pair.check_answers()
    return MOST_ANSWERS, False


def test_nobody_else_can_tell_two_rooms_apart_before_a_unit_drives_into_a_square() -> None:
    async def run() -> list[tuple[int, bool]]:
        return [await play_pair(seed) for seed in range(PAIRS)]

    played = asyncio.run(run())
    # the claim is not empty: much was compared, and the difference came to light where a unit drove into a square
    assert sum(compared for compared, _told in played) > 10 * PAIRS
    assert any(told for _compared, told in played)


def test_the_comparison_can_fail() -> None:
    """The frames of the holder itself differ as soon as the square is written down."""

    async def run() -> bool:
        pair = Pair(0)
        for world in pair.worlds:
            world.listen({1 - pair.holder})
        while not any(name.startswith("minefield") for name in pair.states[0].sealed):
            await pair.step()
        if f"minefield {pair.holder}" not in pair.states[0].sealed:
            await pair.step()
        return pair.worlds[0].told() != pair.worlds[1].told()

    assert asyncio.run(run())
