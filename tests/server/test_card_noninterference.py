"""Hands and decks in a room: two battles that differ only in somebody's effect cards look alike to everybody else.

The rooms of `test_noninterference.py` with the same dice, played alike; as long as no card that differs is played,
every message to the others, every list and every answer to whatever they ask are the same bytes.
"""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest

from brickfield.core.match import Setup
from tests.server.probes import answers
from tests.server.test_noninterference import NO, World
from tests.server.test_windows import time_is_up

MOST_ANSWERS = 90
# Who knows of the difference: who holds the cards; from a deck everybody may draw one, and only onlookers are left.
BATTLES = (
    (Setup("micro_brick_battle", "six_v_six", {"effect_cards": "hail_mary"}), {0}, ("luck", "dig_in")),
    (Setup("micro_brick_battle", "two_against_two", {"effect_cards": "hail_mary"}), {0}, ("luck", "dig_in")),
    (Setup("micro_brick_battle", "three_armies", {"effect_cards": "deck"}), {0, 1, 2}, ("breakdown", "luck")),
)
OTHERWISE = ("full_throttle", "smoke")


class TwoHands:
    """Two worlds in which seat 0 has chosen other cards."""

    def __init__(self, setup: Setup, holders: set[int], cards: tuple[str, ...], seed: int) -> None:
        self.rng = random.Random(seed)
        self.worlds = World(setup, seed), World(setup, seed)
        self.cards = cards
        for world in self.worlds:
            world.listen(holders)
        # how often somebody with cards was asked about them
        self.asked = 0

    async def choose(self) -> None:
        """Everybody chooses: seat 0 otherwise in the other world, the others the same."""
        for world, cards in zip(self.worlds, (self.cards, OTHERWISE), strict=True):
            await world.answer(0, {"answer": "pick_cards", "cards": list(cards)})
        self.check()
        for seat in range(1, len(self.worlds[0].hands)):
            for world in self.worlds:
                await world.answer(seat, {"answer": "pick_cards", "cards": list(self.cards)})
            self.check()

    async def play(self) -> None:
        """The same answers in both worlds; nobody plays a card."""
        for _ in range(MOST_ANSWERS):
            state = self.worlds[0].room.journal.state
            if state.over:
                return
            seat = state.waiting_for()[0]
            answer = self._answer(seat)
            for world in self.worlds:
                await world.answer(seat, answer)
                if world.room.journal.held is not None:
                    await time_is_up(world.room)
            self.check()

    def _answer(self, seat: int) -> Any:
        seen = self.worlds[0].room.seen_by(seat)
        decision: Any = seen.decision_of(seat)
        if decision.kind in ("play_cards", "play_in_window"):
            self.asked += 1
            return {"answer": "keep_cards"} if decision.kind == "play_cards" else NO
        return msgspec.to_builtins(decision.sample(seen, self.rng))

    def check(self) -> None:
        """Nobody else was told anything else."""
        one, two = self.worlds
        assert one.told() == two.told()
        assert one.listed() == two.listed()

    async def check_answers(self) -> None:
        """Whoever opens the page or asks for anything now is answered alike; after the end all is told."""
        if self.worlds[0].room.journal.state.over:
            return
        for seats in [each.audience for each in self.worlds[0].others]:
            one, two = [await answers(world.server, world.room, seats) for world in self.worlds]
            assert one == two
        self.check()


@pytest.mark.parametrize("number", range(len(BATTLES)))
def test_nobody_else_can_tell_which_cards_are_held_or_in_the_deck(number: int) -> None:
    async def run() -> TwoHands:
        pair = TwoHands(*BATTLES[number], seed=number + 1)
        await pair.choose()
        await pair.check_answers()
        await pair.play()
        await pair.check_answers()
        return pair

    pair = asyncio.run(run())
    # the claim is not empty: the secrets differ, and somebody who holds cards was asked about them
    one, two = (world.room.journal.state.piles for world in pair.worlds)
    assert one != two
    assert pair.asked


def test_the_comparison_can_fail() -> None:
    """Who holds the cards does see a difference."""

    async def run() -> None:
        setup, _holders, cards = BATTLES[0]
        pair = TwoHands(setup, set(), cards, seed=1)
        await pair.choose()

    with pytest.raises(AssertionError):
        asyncio.run(run())
