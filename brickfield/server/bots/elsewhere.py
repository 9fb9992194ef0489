"""What a room has worked out elsewhere, so that nobody at other tables has to wait for it: what the server answers
before a battle, and what large tables are asked.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Hashable
from typing import Any, Protocol, TypeAlias

import msgspec
from msgspec import Struct

from brickfield.core.late import default_words
from brickfield.core.state import State
from brickfield.core.typed import from_json
from brickfield.server.bots.jobs import TALE, AnyJob, LayOut, Offered, OfferJob, Retell
from brickfield.server.bots.remote_views import seen_of
from brickfield.server.bots.worker_pool import Worked, WorkerFailed, decoded
from brickfield.server.logs import log_fault
from brickfield.server.rooms.journal import Journal
from brickfield.server.rooms.setting_up import settled
from brickfield.server.store.records import Written

# With so many units on the table a question may hold an answer for any two of them.
MANY_UNITS = 50
# Questions of large tables that are kept for whoever comes in, in bytes of all together.
_MOST_KEPT = 64 * 1024 * 1024

# The match, the record, the seat or what people are called and the seats.
Key: TypeAlias = tuple[str, int, Hashable]
# Has a job of a match done, and waits with it or not until whoever pays may have more done.
Does: TypeAlias = Callable[[str, AnyJob, bool], Awaitable[Worked]]
# What was written down about a match.
Reads: TypeAlias = Callable[[str], Awaitable[tuple[Written, ...]]]


class Sent(Struct, frozen=True):
    """Something that was worked out, as it is sent, and words that belong to it."""

    data: bytes
    after: str = ""


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

    async def tell(self, journal: Journal, audience: Collection[int]) -> None:
        """The battle told for these seats, which takes the longer the more has happened; afterwards it is known."""
        ...

    def told(self, journal: Journal, audience: Collection[int]) -> msgspec.Raw | None:
        """The battle told, if it was before."""
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

    async def tell(self, journal: Journal, audience: Collection[int]) -> None:
        """Nothing is worked out before it is needed."""

    def told(self, journal: Journal, audience: Collection[int]) -> msgspec.Raw | None:
        """Nothing was."""
        return None


class CachedReply:
    """What was worked out for a table and is wanted again by whoever comes in, as it is sent."""

    def __init__(self, most: int = _MOST_KEPT) -> None:
        self._most = most
        self._found: OrderedDict[Key, Sent] = OrderedDict()
        self._size = 0

    def get(self, key: Key) -> Sent | None:
        """What is kept, and will be for some time."""
        found = self._found.get(key)
        if found is not None:
            self._found.move_to_end(key)
        return found

    def put(self, key: Key, found: Sent) -> None:
        """Keep it, and forget what nobody has wanted for long."""
        if key not in self._found:
            self._found[key] = found
            self._size += len(found.data)
        while self._size > self._most and len(self._found) > 1:
            _, gone = self._found.popitem(last=False)
            self._size -= len(gone.data)


class ByWorkers:
    """Workers do it; where they fail it is done here."""

    def __init__(self, does: Does, reads: Reads, kept: CachedReply) -> None:
        self._does = does
        self._reads = reads
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
            worked = await self._does(journal.row.id, OfferJob(seen_of(journal, state, seat)), False)
            found = from_json(worked.data, Offered)
            self._kept.put(key, Sent(bytes(found.asked), found.after))
        except WorkerFailed as error:
            # then it is worked out where it is needed
            log_fault("not_offered", error, match=journal.row.id, reason=str(error))

    def offered(self, journal: Journal, number: int, seat: int) -> Offered | None:
        """What a seat is asked after a record, if it was worked out before."""
        found = self._kept.get((journal.row.id, number, seat))
        return Offered(msgspec.Raw(found.data), found.after) if found is not None else None

    async def tell(self, journal: Journal, audience: Collection[int]) -> None:
        """The battle told for these seats. What a worker needs for it is all that was written down."""
        if self._kept.get(_of_all(journal, audience)) is not None:
            return
        written = (await self._reads(journal.row.id))[: journal.head + 1]
        names = journal.match.setup.names
        job = Retell(journal.row, journal.seed.hex(), names, written, form=TALE, audience=tuple(sorted(audience)))
        try:
            worked = await self._does(journal.row.id, job, False)
        except WorkerFailed as error:
            # then it is told where it is needed
            log_fault("not_told", error, match=journal.row.id, reason=str(error))
            return
        if not worked.code:
            self._kept.put(_of_all(journal, audience), Sent(worked.data))

    def told(self, journal: Journal, audience: Collection[int]) -> msgspec.Raw | None:
        """The battle told, if it was before."""
        found = self._kept.get(_of_all(journal, audience))
        return msgspec.Raw(found.data) if found is not None else None


def _of_all(journal: Journal, audience: Collection[int]) -> Key:
    return journal.row.id, journal.head, (journal.match.setup.names, tuple(sorted(audience)))


def offer_of(seen: State, seat: int) -> Offered:
    """What a seat is asked, and what is answered for it when its time is over."""
    decision = seen.decision_of(seat)
    if decision is None:
        raise ValueError(f"seat {seat} has nothing to decide")
    asked = decision.ask(seen)
    return Offered(msgspec.Raw(msgspec.json.encode(asked)), default_words(asked))
