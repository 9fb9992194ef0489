"""Limits: how much one address and one socket may ask for, as buckets that fill again with time."""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import Struct

# What may wait to be sent to one socket behind the message that is on its way, besides what it takes to come in:
# so many bytes, or so many messages when they are larger. One message that a battle needs never closes its own door.
MOST_QUEUED = 256 * 1024
FEW_QUEUED = 4
# Addresses remembered at once; beyond it, those that have asked for nothing lately are forgotten.
_MOST_ADDRESSES = 10_000


class Rate(Struct, frozen=True):
    """So many at once, and so many more with every second."""

    burst: float
    per_second: float


class Limits(Struct, frozen=True):
    """What is allowed. By address: open sockets, joins, new matches, other requests. By socket: commands and asks.

    `all_sockets` is for all addresses together.
    """

    sockets: int = 64
    all_sockets: int = 4096
    joins: Rate = Rate(60, 2.0)
    matches: Rate = Rate(30, 0.2)
    requests: Rate = Rate(120, 10.0)
    commands: Rate = Rate(30, 5.0)
    asks: Rate = Rate(80, 25.0)


class Bucket:
    """One counter that fills again."""

    __slots__ = ("_at", "_clock", "_level", "_rate")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._level = rate.burst
        self._at = clock()

    def take(self) -> bool:
        """Take one, if one is there."""
        now = self._clock()
        self._level = min(self._rate.burst, self._level + (now - self._at) * self._rate.per_second)
        self._at = now
        if self._level < 1.0:
            return False
        self._level -= 1.0
        return True

    @property
    def full(self) -> bool:
        """Whether nothing was taken for so long that forgetting it changes nothing."""
        return self._level + (self._clock() - self._at) * self._rate.per_second >= self._rate.burst


class Doorkeeper:
    """What each address has asked for lately."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._sockets: dict[str, int] = {}

    def may(self, what: str, address: str) -> bool:
        """Whether this address may join, make a match or send a request now; `what` names one of the rates."""
        key = what, address
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= _MOST_ADDRESSES:
                self._buckets = {each: kept for each, kept in self._buckets.items() if not kept.full}
            bucket = self._buckets[key] = Bucket(getattr(self.limits, what))
        return bucket.take()

    def enter(self, address: str) -> bool:
        """A socket wants to open."""
        if (
            self._sockets.get(address, 0) >= self.limits.sockets
            or sum(self._sockets.values()) >= self.limits.all_sockets
        ):
            return False
        self._sockets[address] = self._sockets.get(address, 0) + 1
        return True

    def leave(self, address: str) -> None:
        """A socket that had been let in is gone."""
        left = self._sockets[address] - 1
        if left:
            self._sockets[address] = left
        else:
            del self._sockets[address]
