"""Who comes next: work is shared out by address first, then by table, in seconds of a processor.

Every address has a mark: how much it has had. Who will have had least with what it asks for comes next, so that what is
short never waits behind much that is long. It is charged at once with what its work will probably cost; what it really
took is put right afterwards. Whoever has asked for nothing for a while begins where those are who are served now:
nothing is saved up. Within an address its tables share in the same way, those first at which somebody plays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Any

from msgspec import Struct, field

# Who is at a table: somebody who plays, somebody who watches, nobody.
PLAYED, WATCHED, ALONE = range(3)
# Seconds: work that probably takes longer is a long one, for which never all workers are used.
LONG = 1.0
# Shorter work is all alike.
LEAST = 0.002
# Addresses, and tables of an address, that are remembered.
_MOST = 1_000


def _played() -> int:
    return PLAYED


class Claim(Struct, frozen=True):
    """Work that somebody wants done: the addresses of which one pays, the table it is for, what it will probably cost
    in seconds, and who is at that table. `long`: no matter how short the last such work was, it may take its time.
    """

    payers: Callable[[], Collection[str]]
    table: Hashable
    cost: float = LEAST
    company: Callable[[], int] = _played
    long: bool = False

    @property
    def is_long(self) -> bool:
        """Whether others who are quickly done should not have to wait for it."""
        return self.long or self.cost >= LONG


class _Mark(Struct):
    """How much somebody has had; and what of his waits or is under way."""

    had: float
    open: int = 0

    def enter(self, now: float) -> None:
        """Something comes; whoever had nothing going begins where the others are now."""
        self.had = self.had if self.open else max(self.had, now)
        self.open += 1


class _Account(_Mark):
    """What an address has had, and what its tables; `now` is where those are that are served."""

    now: float = 0.0
    tables: dict[Hashable, _Mark] = field(default_factory=dict)


class Ticket(Struct, frozen=True):
    """Work in the line: the address that pays for it, and what was charged."""

    claim: Claim
    payer: str
    cost: float


class Shares:
    """What every address has had lately."""

    def __init__(self) -> None:
        self._accounts: dict[str, _Account] = {}
        self._now = 0.0

    def enter(self, claim: Claim) -> Ticket:
        """Work comes into the line. Of all at a table whoever had least pays: nobody is slowed down by his company."""
        payer = min(claim.payers() or ("",), key=lambda each: (self._had(each), each))
        account = self._accounts.setdefault(payer, _Account(self._now))
        account.enter(self._now)
        account.tables.setdefault(claim.table, _Mark(account.now)).enter(account.now)
        return Ticket(claim, payer, max(LEAST, claim.cost))

    def _had(self, address: str) -> float:
        account = self._accounts.get(address)
        return max(account.had, self._now) if account is not None else self._now

    def first(self, tickets: Sequence[Ticket]) -> int:
        """Which one comes next: each address has its own first one, and of these the first comes."""
        best: dict[str, int] = {}
        for number, ticket in enumerate(tickets):
            known = best.get(ticket.payer)
            if known is None or self._inside(ticket) < self._inside(tickets[known]):
                best[ticket.payer] = number
        return min(best.values(), key=lambda number: (self._between(tickets[number]), number))

    def _between(self, ticket: Ticket) -> float:
        """Where its address would stand with this."""
        return self._accounts[ticket.payer].had + ticket.cost

    def _inside(self, ticket: Ticket) -> tuple[int, float]:
        """Who is at the table, and where the table would stand among those of its address."""
        mark = self._accounts[ticket.payer].tables[ticket.claim.table]
        return ticket.claim.company(), mark.had + ticket.cost

    def begin(self, ticket: Ticket) -> None:
        """This work begins now, and is charged."""
        account = self._accounts[ticket.payer]
        mark = account.tables[ticket.claim.table]
        self._now, account.now = max(self._now, account.had), max(account.now, mark.had)
        account.had += ticket.cost
        mark.had += ticket.cost

    def end(self, ticket: Ticket, cost: float) -> None:
        """It is done and has taken so long."""
        self._leave(ticket, max(LEAST, cost) - ticket.cost)

    def withdraw(self, ticket: Ticket) -> None:
        """Nobody waits for it any more."""
        self._leave(ticket, 0.0)

    def _leave(self, ticket: Ticket, more: float) -> None:
        account = self._accounts[ticket.payer]
        for mark in (account, account.tables[ticket.claim.table]):
            mark.had += more
            mark.open -= 1
        _forget(account.tables)
        _forget(self._accounts)


def _forget(marks: dict[Any, Any]) -> None:
    """Where there are too many, half of those that want nothing are forgotten: those that had least."""
    if len(marks) > _MOST:
        idle = sorted((each for each, mark in marks.items() if not mark.open), key=lambda each: float(marks[each].had))
        for each in idle[: len(idle) // 2]:
            del marks[each]
