"""The door to the store: everything the server writes down and reads again goes through these few functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from brickfield.server.rooms.retention import Terms
from brickfield.server.store.mixing import Mixed, Whole
from brickfield.server.store.records import Held, MatchRow, Record, SeatRow, Snapshot, StandingRow, Written

# What a battle has whose players brought no models.
NO_MODELS: Mapping[str, str] = MappingProxyType({})


class StoreBroken(RuntimeError):
    """Writing failed once: nothing is written any more until the server starts again from what is on the disk."""


class Unreadable(RuntimeError):
    """What lies in the store about this match is damaged; the other matches are not touched by it."""


class Conflict(RuntimeError):
    """What must be there once is already written: a record of this number or command id, the secret of a seat."""


class Lost(Conflict):
    """Another worker of the house has this match now: what is remembered of it here is old."""


class Away(StoreBroken):
    """The database cannot be reached at the moment; what was not acknowledged may be written or not."""


class Store(Protocol):
    """What a store must be able to do. Every write has reached the disk when its call returns."""

    # how long the server had been open when this store was opened
    lived: float

    async def make(
        self,
        match: MatchRow,
        seats: Sequence[SeatRow],
        records: Sequence[Record],
        standing: StandingRow,
        seed: bytes,
        models: Mapping[str, str] = NO_MODELS,
    ) -> None:
        """Write a new match down, with its first records, the seed of its dice and the models its players brought."""
        ...

    async def append(self, match: str, record: Record, standing: StandingRow) -> None:
        """Add one record to a match."""
        ...

    async def keep(self, match: str, snapshot: Snapshot) -> None:
        """Keep a match as it stands now, instead of as it stood before."""
        ...

    async def sit(self, row: SeatRow, standing: StandingRow) -> None:
        """Somebody has taken a seat, which this secret opens now. A `Conflict` if it is new to the seat, but known
        at another one."""
        ...

    async def rekey(self, old_hash: str, new_hash: str) -> None:
        """A secret is exchanged for another one at every seat it opens; the old one opens nothing any more."""
        ...

    async def reseat(self, row: SeatRow, standing: StandingRow) -> None:
        """A seat nobody has taken is given to somebody else: a bot, or whoever has its new invitation."""
        ...

    async def moved(self, match: str, to: str) -> None:
        """A rematch was set up."""
        ...

    async def wants(self, match: str, seats: tuple[int, ...]) -> None:
        """These seats want a rematch."""
        ...

    async def leave_orders(self, match: str, seat: int, orders: dict[str, str]) -> None:
        """A seat has left standing orders; they replace those it left before."""
        ...

    async def orders(self, match: str) -> dict[int, dict[str, str]]:
        """The standing orders of a match by seat."""
        ...

    async def match(self, match: str) -> MatchRow | None:
        """The row of a match."""
        ...

    async def standing(self, match: str) -> StandingRow | None:
        """Where a match stands."""
        ...

    async def seats(self, match: str) -> tuple[SeatRow, ...]:
        """The seats of a match in order."""
        ...

    async def records(self, match: str) -> tuple[Written, ...]:
        """The records of a match in order, as they lie there. Whether they are sound is for the journal to say."""
        ...

    async def snapshot(self, match: str) -> Snapshot | None:
        """A match as it stood after one of its records, not believed yet."""
        ...

    async def models(self, match: str) -> dict[str, str]:
        """The models its players brought, by name."""
        ...

    async def dice_seed(self, match: str) -> bytes:
        """The seed of the dice: the only function that reads it."""
        ...

    async def held(self, hashes: Sequence[str]) -> tuple[Held, ...]:
        """Every seat that one of these secrets opens, newest match first."""
        ...

    async def invited(self, invite_hash: str) -> tuple[Held, ...]:
        """Every seat to which this invitation belongs, newest match first."""
        ...

    async def waiting_for_bots(self) -> tuple[str, ...]:
        """The matches in which a person waits for an answer of the server, for a bot or to close a window."""
        ...

    async def due(self, moment: float) -> tuple[str, ...]:
        """The matches in which the time of an open question is over by then."""
        ...

    async def live_on(self, lived: float) -> None:
        """The server has been open for so long."""
        ...

    async def tables(self) -> int:
        """How many matches are kept."""
        ...

    async def count_hour(self, present: Sequence[str]) -> None:
        """An hour has passed for all tables at which nobody is present."""
        ...

    async def clear(self, terms: Terms, present: Sequence[str], *, full: bool = False) -> Sequence[str]:
        """Clear a few tables away that nobody plays: which ones; none when all is tidy."""
        ...

    async def ready(self) -> bool:
        """Whether something can be written now."""
        ...

    async def matches(self) -> tuple[str, ...]:
        """The ids of all matches, the oldest first."""
        ...

    async def take_in(self, battles: Sequence[Whole]) -> Mixed:
        """Put battles of another database to those of this one, all or none. What is here already stays as it is; of
        one that went on elsewhere, the rest is added."""
        ...

    async def close(self) -> None:
        """Finish what is in hand and let go of the files."""
        ...
