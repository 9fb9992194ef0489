"""What a room has worked out elsewhere, so that nobody at other tables has to wait for it: what the server answers
before a battle, and what large tables are asked.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeAlias

import msgspec

from brickfield.core.late import default_words
from brickfield.core.state import State
from brickfield.core.typed import from_json
from brickfield.server.jobs import AnyJob, LayOut, Offer, Offered
from brickfield.server.journal import Journal
from brickfield.server.logs import log_fault
from brickfield.server.setting_up import settled
from brickfield.server.thinking import Worked, WorkerFailed, decoded
from brickfield.server.viewing import seen_of

# With so many units on the table a question may hold an answer for any two of them.
MANY_UNITS = 50
# Questions of large tables that are kept for whoever comes in, in bytes of all together.
_MOST_KEPT = 64 * 1024 * 1024

# The match, the record, the seat.
Key: TypeAlias = tuple[str, int, int]
# Has a job of a match done, and waits with it or not until whoever pays may have more done.
Does: TypeAlias = Callable[[str, AnyJob, bool], Awaitable[Worked]]


class Elsewhere(Protocol):
    """What a room has worked out."""

    async def settle(self, journal: Journal, seat: int, liked: str) -> Any:
        """What the server answers for a seat before the battle."""
        ...

    async def offer(self, journal: Journal, number: int, seat: int) -> None:
        """What a seat is asked after a record, if that takes its time; afterwards it is known."""
        ...

    def offered(self, journal: Journal, number: int, seat: int) -> Offered | None:
        """What a seat is asked after a record, if it was worked out before."""
        ...


class Here:
    """A room by itself: all is worked out on the spot."""

    async def settle(self, journal: Journal, seat: int, liked: str) -> Any:
        """By what the seat can see."""
        return settled(journal, seat, liked)

    async def offer(self, journal: Journal, number: int, seat: int) -> None:
        """Nothing is worked out before it is needed."""

    def offered(self, journal: Journal, number: int, seat: int) -> Offered | None:
        """Nothing was."""
        return None


class Kept:
    """What large tables are asked now, as it is sent."""

    def __init__(self, most: int = _MOST_KEPT) -> None:
        self._most = most
        self._found: OrderedDict[Key, Offered] = OrderedDict()
        self._size = 0

    def get(self, key: Key) -> Offered | None:
        """What is kept, and will be for some time."""
        found = self._found.get(key)
        if found is not None:
            self._found.move_to_end(key)
        return found

    def put(self, key: Key, found: Offered) -> None:
        """Keep it, and forget what nobody has wanted for long."""
        if key not in self._found:
            self._found[key] = found
            self._size += len(bytes(found.asked))
        while self._size > self._most and len(self._found) > 1:
            _, gone = self._found.popitem(last=False)
            self._size -= len(bytes(gone.asked))


class ByWorkers:
    """Workers do it; where they fail it is done here."""

    def __init__(self, does: Does, kept: Kept) -> None:
        self._does = does
        self._kept = kept

    async def settle(self, journal: Journal, seat: int, liked: str) -> Any:
        """What the server answers for a seat before the battle."""
        job = LayOut(seen_of(journal, journal.state, seat), liked)
        try:
            return decoded(await self._does(journal.row.id, job, True))
        except WorkerFailed as error:
            log_fault("not_settled", error, match=journal.row.id, reason=str(error))
            return await asyncio.to_thread(settled, journal, seat, liked)

    async def offer(self, journal: Journal, number: int, seat: int) -> None:
        """What a seat is asked at a large table. Everybody there waits for it, so it does not wait for an allowance."""
        state, key = journal.steps[number].state, (journal.row.id, number, seat)
        if len(state.units) < MANY_UNITS or self._kept.get(key) is not None:
            return
        try:
            worked = await self._does(journal.row.id, Offer(seen_of(journal, state, seat)), False)
            self._kept.put(key, from_json(worked.data, Offered))
        except WorkerFailed as error:
            # then it is worked out where it is needed
            log_fault("not_offered", error, match=journal.row.id, reason=str(error))

    def offered(self, journal: Journal, number: int, seat: int) -> Offered | None:
        """What a seat is asked after a record, if it was worked out before."""
        return self._kept.get((journal.row.id, number, seat))


def offer_of(seen: State, seat: int) -> Offered:
    """What a seat is asked, and what is answered for it when its time is over."""
    decision = seen.decision_of(seat)
    if decision is None:
        raise ValueError(f"seat {seat} has nothing to decide")
    asked = decision.ask(seen)
    return Offered(msgspec.Raw(msgspec.json.encode(asked)), default_words(asked))
