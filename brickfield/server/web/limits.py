"""Limits: how much one address and one socket may ask for, as buckets that fill again with time."""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

# What may wait to be sent to one socket behind the message that is on its way, besides what it takes to come in:
# so many bytes, or so many messages when they are larger. One message that a battle needs never closes its own door.
MOST_QUEUED = 256 * 1024
FEW_QUEUED = 4
# Addresses remembered at once; beyond it, those that have asked for nothing lately are forgotten.
_MOST_ADDRESSES = 10_000
# A message costs one, and one more for so many bytes.
_BYTES_OF_ONE = 4_096
# What is never filled again is waited for as if it were.
_SLOWEST = 0.01


class Rate(Struct, frozen=True):
    """So many at once, and so many more with every second."""

    burst: float
    per_second: float


class Limits(Struct, frozen=True):
    """What is allowed. By address: open sockets, joins, new matches, other requests. By socket: commands and asks.

    `all_sockets` is for all addresses together. Whoever asks for more is refused; `hits` (requests of any kind) and
    messages just wait for their turn, before anybody has looked at them. `work` and `loop` are milliseconds of a
    processor that an address may use up, in workers for what it asks and in the server itself; then it waits, too.
    """

    sockets: int = 64
    all_sockets: int = 4096
    joins: Rate = Rate(60, 2.0)
    matches: Rate = Rate(30, 0.2)
    requests: Rate = Rate(120, 10.0)
    commands: Rate = Rate(30, 5.0)
    asks: Rate = Rate(80, 25.0)
    hits: Rate = Rate(1000, 100.0)
    work: Rate = Rate(10_000, 500.0)
    loop: Rate = Rate(3_000, 300.0)
    # an address may send as much as so many of its sockets
    crowd: int = 4
    # a socket that sends no more than this does not wait for others of its address
    quiet: Rate = Rate(20, 3.0)
    # lines that an address, and all together, may have open besides sockets
    spare: int = 64
    all_spare: int = 1024

    @property
    def messages(self) -> Rate:
        """Messages of a socket, of whatever kind: all commands and asks it may send, and some pings."""
        burst, pace = self.commands.burst + self.asks.burst, self.commands.per_second + self.asks.per_second
        return Rate(burst + 10, pace + 1)

    def shared(self, workers: int) -> Limits:
        """The part of one of several workers, over which the sockets of an address fall by chance; no less than what
        one socket may do."""
        part = min(max(1, workers), self.crowd)
        of_address = ("joins", "matches", "requests", "hits", "work", "loop")
        rates = {name: Rate(rate.burst / part, rate.per_second / part) for name in of_address
                 for rate in [getattr(self, name)]}  # fmt: skip
        counts = {"all_sockets": self.all_sockets // part, "crowd": self.crowd // part}
        return replace(self, **rates, **counts)

    def of_address(self, what: str) -> Rate:
        """A rate of an address; what is counted by socket too, an address may do as often as some of its sockets."""
        rate: Rate = getattr(self, what)
        if what not in ("messages", "commands", "asks"):
            return rate
        return Rate(rate.burst * self.crowd, rate.per_second * self.crowd)


class Bucket:
    """One counter that fills again."""

    __slots__ = ("_at", "_clock", "_level", "_rate")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._level = rate.burst
        self._at = clock()

    def _fill(self) -> None:
        now = self._clock()
        self._level = min(self._rate.burst, self._level + (now - self._at) * self._rate.per_second)
        self._at = now

    def owe(self, amount: float = 1.0) -> float:
        """Take some whether they are there or not; how many seconds to wait until they would have been."""
        self._fill()
        self._level -= amount
        return max(0.0, -self._level) / max(self._rate.per_second, _SLOWEST)

    def take(self, amount: float = 1.0) -> bool:
        """Take one or some, if they are there."""
        self._fill()
        if self._level < amount:
            return False
        self._level -= amount
        return True

    @property
    def full(self) -> bool:
        """Whether nothing was taken for so long that forgetting it changes nothing."""
        return self._level + (self._clock() - self._at) * self._rate.per_second >= self._rate.burst


class RateLimiter:
    """What each address has asked for lately."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._sockets: dict[str, int] = {}
        self._lines: dict[str, int] = {}

    def may(self, what: str, address: str) -> bool:
        """Whether this address may join, make a match or send a request now; `what` names one of the rates."""
        return self._bucket(what, address).take()

    def owe(self, what: str, address: str, amount: float = 1.0) -> float:
        """Count something of this address in any case; how many seconds it has to wait for it."""
        return self._bucket(what, address).owe(amount)

    def _bucket(self, what: str, address: str) -> Bucket:
        key = what, address
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= _MOST_ADDRESSES:
                self._buckets = {each: kept for each, kept in self._buckets.items() if not kept.full}
            bucket = self._buckets[key] = Bucket(self.limits.of_address(what))
        return bucket

    def connect(self, address: str) -> bool:
        """A line wants to open, for whatever; one without an address counts only among all."""
        open_here = self._lines.get(address, 0) if address else 0
        most, most_of_all = self.limits.sockets + self.limits.spare, self.limits.all_sockets + self.limits.all_spare
        if open_here >= most or sum(self._lines.values()) >= most_of_all:
            return False
        self._lines[address] = self._lines.get(address, 0) + 1
        return True

    def disconnect(self, address: str) -> None:
        """A line that had been let in is gone."""
        _one_less(self._lines, address)

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
        _one_less(self._sockets, address)


def weight(message: str | bytes | None) -> float:
    """What a message counts for, whatever it says: reading a long one is more work."""
    return 1.0 + len(message or "") / _BYTES_OF_ONE


def _one_less(counts: dict[str, int], address: str) -> None:
    counts[address] -= 1
    if not counts[address]:
        del counts[address]
