"""Who gets the next worker: by address, then by table; and what is short never waits for all that is long."""

from __future__ import annotations

import asyncio
import time
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from brickfield.server.bots.bots import _claim
from brickfield.server.bots.fair_share import LONG, PLAYED, WATCHED, Claim, Shares, Ticket
from brickfield.server.bots.work_queue import Turn
from brickfield.server.bots.worker_pool import Worker, Workers
from brickfield.server.server import Server
from tests.server.tables import FakeClient, joined, made, play

STRANGER, CROWD = "192.0.2.1", "192.0.2.2"


class At(NamedTuple):
    """A table that asks again as soon as it was served: whose it is, and what each thought costs."""

    name: str
    address: str = ""
    company: int = PLAYED
    cost: float = 1.0
    long: bool = False

    @property
    def claim(self) -> Claim:
        return Claim(lambda: (self.address,), self.name, self.cost, lambda: self.company, self.long)


async def served(workers: Workers, tables: list[At], most: int) -> list[str]:
    """The order in which tables get a worker; time passes only while somebody thinks."""
    order: list[str] = []
    clock = [0.0]

    async def thinks(table: At) -> None:
        while len(order) < most:
            turn: Turn[Worker] = Turn(table.claim)
            async with workers.one(turn):
                order.append(table.name)
                await asyncio.sleep(0)
                clock[0] += table.cost
                turn.cost = table.cost

    real = time.monotonic
    time.monotonic = lambda: clock[0]
    try:
        await asyncio.gather(*(thinks(table) for table in tables))
    finally:
        time.monotonic = real
    return order


def gaps(order: list[str], name: str) -> list[int]:
    """How many others had their turn between two of a table."""
    return [b - a - 1 for a, b in pairwise(at for at, each in enumerate(order) if each == name)]


# --- between addresses -----------------------------------------------------------------------------------------------


class ByTable(Shares):
    """Planted fault: every table is a stranger to every other, whoever set them up."""

    def enter(self, claim: Claim) -> Ticket:
        return super().enter(_alone(claim))


def _alone(claim: Claim) -> Claim:
    return Claim(lambda: (str(claim.table),), claim.table, claim.cost, claim.company, claim.long)


SIXTEEN = [At(f"hard{number}", CROWD, cost=8.0, long=True) for number in range(16)]


@pytest.mark.parametrize("shares", [Shares, ByTable], ids=["fair", "planted"])
def test_sixteen_long_tables_of_one_address_do_not_silence_a_stranger(shares: type[Shares]) -> None:
    async def run() -> list[str]:
        # with one worker: what is left free for short work does not help here
        workers = Workers(count=1)
        workers.shares = shares()
        return await served(workers, [*SIXTEEN, At("mine", STRANGER, cost=8.0, long=True)], 60)

    found = gaps(asyncio.run(run()), "mine")
    # there is one thought of the others between two of mine
    assert (len(found) > 20 and max(found) <= 1) == (shares is Shares)


def test_what_is_quickly_done_finds_a_worker_beside_any_number_of_long_thoughts() -> None:
    async def run() -> None:
        workers = Workers(count=2)
        held = [asyncio.ensure_future(workers.one(Turn(table.claim)).__aenter__()) for table in SIXTEEN]
        await asyncio.sleep(0)
        assert [each.done() for each in held] == [True] + [False] * 15
        # also for those who play against them
        async with workers.one(Turn(At("quick", CROWD, cost=0.05).claim)):
            assert sum(each.done() for each in held) == 1
        for each in held:
            each.cancel()
        await asyncio.sleep(0)

    asyncio.run(run())


def test_an_address_has_no_more_of_the_workers_for_having_many_tables() -> None:
    crowd = [At(f"theirs{number}", CROWD) for number in range(20)]
    order = asyncio.run(served(Workers(count=1), [*crowd, At("a", STRANGER), At("b", STRANGER)], 81))
    # half of it is the stranger's, whose own tables share that
    assert [order.count(name) for name in "ab"] in ([20, 20], [21, 21])


def next_of(shares: Shares, *claims: Claim) -> str:
    """Who would come next of those who come now."""
    tickets = [shares.enter(claim) for claim in claims]
    found = tickets[shares.first(tickets)]
    for ticket in tickets:
        shares.withdraw(ticket)
    return found.payer


def done(shares: Shares, claim: Claim, cost: float = 1.0) -> None:
    """Somebody is served."""
    ticket = shares.enter(claim)
    shares.begin(ticket)
    shares.end(ticket, cost)


def test_who_comes_new_has_nothing_saved_up_and_owes_nothing() -> None:
    shares, first, second = Shares(), At("a", CROWD).claim, At("b", STRANGER).claim
    # here long ago
    done(shares, second)
    for _ in range(50):
        done(shares, first)
    # the newcomer comes first, once: fifty of the others are no credit of his
    assert next_of(shares, first, second) == STRANGER
    done(shares, second, 2.5)
    assert next_of(shares, second, first) == CROWD


def test_what_was_charged_is_put_right_by_what_it_took() -> None:
    shares, dear, cheap = Shares(), At("a", CROWD, cost=8.0).claim, At("b", STRANGER).claim
    under_way = shares.enter(dear)
    shares.begin(under_way)
    done(shares, cheap)
    assert next_of(shares, At("a", CROWD).claim, cheap) == STRANGER
    # it only went on with its plan
    shares.end(under_way, 0.01)
    assert next_of(shares, cheap, At("a", CROWD).claim) == CROWD


def test_whoever_had_least_at_a_table_pays_for_it() -> None:
    shares = Shares()
    for _ in range(3):
        done(shares, At("theirs", CROWD).claim)
    together = Claim(lambda: (CROWD, STRANGER), "ours")
    assert shares.enter(together).payer == STRANGER


def test_nobody_is_remembered_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brickfield.server.bots.fair_share._MOST", 10)
    shares = Shares()
    for number in range(200):
        for table in range(20):
            done(shares, At(f"t{table}", f"192.0.2.{number}").claim, 0.01)
    assert len(shares._accounts) <= 12
    assert all(len(account.tables) <= 12 for account in shares._accounts.values())


# --- within an address -----------------------------------------------------------------------------------------------


class FirstCome(Workers):
    """Planted fault: whoever asked first comes first, as it was once."""

    def _hand_out(self) -> None:
        while self._free and self._waiting:
            turn = self._waiting.pop(0)
            assert turn.ticket is not None
            self.shares.begin(turn.ticket)
            turn.ready.set_result(self._free.pop())


@pytest.mark.parametrize(("kind", "is_fair"), [(Workers, True), (FirstCome, False)], ids=["fair", "planted"])
def test_thirty_tables_nobody_plays_at_do_not_slow_a_player_s_bot(kind: type[Workers], is_fair: bool) -> None:
    watched = [At(f"other{number}", company=WATCHED) for number in range(30)]
    order = asyncio.run(served(kind(count=2), [*watched, At("mine")], 90))
    found = gaps(order, "mine")
    # two workers: one is always left for whoever plays
    assert (len(found) > 20 and max(found) <= 2) == is_fair


def test_long_thoughts_at_one_table_do_not_pile_up_before_short_ones() -> None:
    slow = [At(f"slow{number}") for number in range(10)]
    order = asyncio.run(served(Workers(count=1), [*slow, At("mine", cost=0.1)], 60))
    # in turns I would have had every eleventh; the others still have their turns
    assert order.count("mine") > 20
    turns = [order.count(table.name) for table in slow]
    assert max(turns) - min(turns) <= 1


@pytest.mark.parametrize("noticed", [True, False], ids=["said so", "not yet"])
def test_a_table_that_gives_up_waiting_leaves_the_others_their_workers(noticed: bool) -> None:
    async def run() -> None:
        workers = Workers(count=1)
        first, second, third = (Turn(At(name).claim) for name in "abc")
        async with workers.one(first):
            waiting = [asyncio.ensure_future(workers.one(turn).__aenter__()) for turn in (second, third)]
            await asyncio.sleep(0)
            waiting[0].cancel()
            if noticed:
                await asyncio.sleep(0)
        assert await waiting[1] is workers.all[0]

    asyncio.run(run())


# --- tables ----------------------------------------------------------------------------------------------------------


def test_the_first_thought_at_a_table_costs_what_its_level_does(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "recruit")
        costs = [_claim(room, level, None).cost for level in ("recruit", "regular", "veteran", "commander")]
        assert costs == sorted(costs)
        assert [_claim(room, level, None).is_long for level in ("recruit", "regular:bold")] == [False, False]
        # one that looks ahead may go on with a plan, and think long the next time
        assert _claim(room, "commander", 0.01).is_long
        assert _claim(room, "commander", 0.01).cost == 0.01
        # of one that does not only a large table takes so long
        assert [_claim(room, "regular", last).is_long for last in (0.5 * LONG, LONG)] == [False, True]

    play(tmp_path, what)


def test_a_table_is_paid_for_by_those_who_play_there_else_by_those_who_watch(tmp_path: Path) -> None:
    def client(address: str, *seats: int) -> FakeClient:
        found = FakeClient(*seats)
        found.address = address
        return found

    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "link", "here", scenario="three_armies")
        watcher, one, other = client("w"), client("b", 0), client("a", 2)
        await room.join(watcher, 0)
        assert room.payers == ("w",)
        await room.join(one, 0)
        await room.join(other, 0)
        assert room.payers == ("a", "b")
        room.leave(one)
        assert room.payers == ("a",)
        for each in (other, watcher):
            room.leave(each)
        # whoever was here last
        assert room.payers == ("w",)
        await joined(room)
        assert room.payers == ("",)

    play(tmp_path, what)
