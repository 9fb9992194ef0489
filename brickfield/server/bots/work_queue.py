"""The line in which work waits for a place where it can be done, a worker or a thread; who comes next, `sharing` says.

Of several places one is always left for what is quickly done, and one for people's tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterable
from typing import Any, Generic, TypeVar

from brickfield.server.bots.fair_share import PLAYED, Claim, Shares, Ticket

P = TypeVar("P")


class Turn(Generic[P]):
    """Work that waits for its place or has one; `cost` is what it has taken, once that is known."""

    __slots__ = ("claim", "cost", "ready", "ticket")

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.ticket: Ticket | None = None
        self.cost: float | None = None
        self.ready: asyncio.Future[P] = asyncio.get_running_loop().create_future()


def _ticket(turn: Turn[Any]) -> Ticket:
    assert turn.ticket is not None, "it is in the line"
    return turn.ticket


class Queue(Generic[P]):
    """Places, and the work that waits for one."""

    def __init__(self, places: Iterable[P], shares: Shares | None = None) -> None:
        self.all = list(places)
        self.shares = shares or Shares()
        # the one used last is used next, so that no more processes are started than are needed
        self._free = list(self.all)
        self._waiting: list[Turn[P]] = []
        # what is under way for tables at which nobody plays, and what may take long
        self._lent: set[Turn[P]] = set()
        self._long: set[Turn[P]] = set()

    @contextlib.asynccontextmanager
    async def one(self, turn: Turn[P]) -> AsyncIterator[P]:
        """A place, when this turn has come."""
        turn.ticket = self.shares.enter(turn.claim)
        self._waiting.append(turn)
        self._hand_out()
        try:
            place = await turn.ready
        except asyncio.CancelledError:
            self._withdraw(turn)
            raise
        began = time.monotonic()
        try:
            yield place
        finally:
            self._give_back(turn, turn.cost if turn.cost is not None else time.monotonic() - began)

    def _withdraw(self, turn: Turn[P]) -> None:
        if turn in self._waiting:
            self._waiting.remove(turn)
            self.shares.withdraw(_ticket(turn))
        elif turn.ready.done() and not turn.ready.cancelled():
            self._give_back(turn, 0.0)

    def _give_back(self, turn: Turn[P], cost: float) -> None:
        self.shares.end(_ticket(turn), cost)
        self._lent.discard(turn)
        self._long.discard(turn)
        self._free.append(turn.ready.result())
        self._hand_out()

    def _hand_out(self) -> None:
        while self._free:
            # who no longer waits has perhaps not got round to saying so
            may = [turn for turn in self._waiting if not turn.ready.cancelled() and self._may(turn)]
            if not may:
                return
            turn = may[self.shares.first([_ticket(each) for each in may])]
            self._waiting.remove(turn)
            if turn.claim.company() != PLAYED:
                self._lent.add(turn)
            if turn.claim.is_long:
                self._long.add(turn)
            self.shares.begin(_ticket(turn))
            turn.ready.set_result(self._free.pop())

    def _may(self, turn: Turn[P]) -> bool:
        """Whether one more such work leaves a worker for people's tables, and one for what is quickly done."""
        most = max(1, len(self.all) - 1)
        is_played = turn.claim.company() == PLAYED
        return (is_played or len(self._lent) < most) and (not turn.claim.is_long or len(self._long) < most)
