"""Several workers of one house: when a worker stops believing in its tables, and whom it believes."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.refusal import Refusal
from brickfield.core.typed import from_json
from brickfield.server.club.club import Club
from brickfield.server.club.keeper import keep_house
from brickfield.server.club.passes import GOOD_SECONDS, Passes
from brickfield.server.club.worker import WorkerWords
from brickfield.server.rooms import links, seating
from brickfield.server.rooms.owners import OwnedElsewhere
from brickfield.server.rooms.room import Room
from brickfield.server.server import Games, Server
from brickfield.server.serving import CannotServe, Serving
from brickfield.server.store.postgres import leases
from brickfield.server.store.postgres.connecting import connect
from brickfield.server.store.postgres.leases import LEASE_SECONDS, Leases
from brickfield.server.store.postgres.steward import Steward
from brickfield.server.store.postgres.store import PostgresStore
from brickfield.server.store.store import Away, Lost
from brickfield.server.web.host_check import read_networks
from brickfield.server.web.limits import Limits
from tests.server.databases import Cluster
from tests.server.tables import FAST, answered, asked_seat, command, find_any, joined, made, near, until
from tests.server.test_postgres import Clock


class House:
    """Two workers in one process, whose time goes when it is told to."""

    def __init__(self, url: str) -> None:
        self.clock = Clock()
        self.stores = [PostgresStore(url, f"127.0.0.1:{number}", clock=self.clock) for number in (1, 2)]
        self.clubs = [self._club(store) for store in self.stores]
        self.servers = [
            near(store, owners=club, games=Games(find=find_any))
            for store, club in zip(self.stores, self.clubs, strict=True)
        ]
        for club, server in zip(self.clubs, self.servers, strict=True):
            club._server = server

    def _club(self, store: PostgresStore) -> Club:
        steward = Steward(lambda: connect(store.url), store.leases)
        # nobody renews here but the test
        steward.stop = lambda: None  # type: ignore[method-assign]
        return Club(store, store.leases.address, steward, self.clock)

    async def renew(self, number: int) -> None:
        """A worker says that it is alive."""
        moment = self.clock()
        await self.stores[number].ready()
        self.clubs[number].renewed(moment)

    async def close(self) -> None:
        for server in self.servers:
            await server.close()


def in_a_house(postgres: Cluster, what: Any) -> None:
    async def run() -> None:
        house = House(postgres.fresh())
        try:
            await what(house, *house.servers)
        finally:
            await house.close()

    asyncio.run(run())


async def a_room(server: Server) -> Room:
    return (await made(server, "me", "here", game="toy", scenario="duel"))[0]


def test_a_worker_gives_its_rooms_up_before_another_may_take_them(postgres: Cluster) -> None:
    async def what(house: House, first: Server, second: Server) -> None:
        room = await a_room(first)
        client = await joined(room, 0, 1)
        with pytest.raises(OwnedElsewhere) as found:
            await second.room(room.id)
        assert found.value.address == "127.0.0.1:1"
        for _ in range(3):
            house.clock.time += 4
            await house.renew(0)
            await house.renew(1)
        assert not room.spoilt
        house.clock.time += 5.1
        await house.renew(1)
        for club in house.clubs:
            club.watch()
        assert room.spoilt
        assert client.bye is not None
        assert client.bye.reason == "restarting"
        # not yet for the other, and no more for the first
        with pytest.raises(OwnedElsewhere):
            await second.room(room.id)
        with pytest.raises(Away):
            await first.room(room.id)
        house.clock.time += LEASE_SECONDS - 5
        taken = await second.room(room.id)
        assert isinstance(taken, Room)
        await answered(taken, await joined(taken, 0, 1), asked_seat(taken))
        await house.renew(0)
        with pytest.raises(OwnedElsewhere):
            await first.room(room.id)

    in_a_house(postgres, what)


def test_a_worker_that_never_gives_up_is_found(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: it believes in its rooms for ever. It shows an old table; what it would write is refused."""
    monkeypatch.setattr(Club, "watch", lambda self: None)

    async def what(house: House, first: Server, second: Server) -> None:
        room = await a_room(first)
        client = await joined(room, 0, 1)
        house.clock.time += LEASE_SECONDS + 1
        taken = await second.room(room.id)
        assert isinstance(taken, Room)
        await answered(taken, await joined(taken, 0, 1), asked_seat(taken))
        assert not room.spoilt
        assert await first.room(room.id) is room
        assert room.journal.head < taken.journal.head
        refused = await room.command(client, command(room, client, asked_seat(room)))
        assert isinstance(refused, Refusal)
        assert refused.code == "not_written"
        assert room.spoilt
        assert len(await second.store.records(room.id)) == taken.journal.head + 1

    in_a_house(postgres, what)


def test_a_worker_that_stood_still_has_lost_its_rooms_though_nobody_noticed(postgres: Cluster) -> None:
    async def what(house: House, first: Server, second: Server) -> None:
        room = await a_room(first)
        house.clock.time += LEASE_SECONDS + 20
        # the first thing it does when it wakes up is to say that it is alive
        await house.renew(0)
        assert room.spoilt
        again = await first.room(room.id)
        assert isinstance(again, Room)
        assert again is not room

    in_a_house(postgres, what)


def test_a_seat_is_taken_by_the_worker_that_has_the_table_or_not_at_all(postgres: Cluster) -> None:
    async def what(house: House, first: Server, second: Server) -> None:
        room = (await made(first, "me", "link", game="toy", scenario="duel"))[0]
        house.clock.time += LEASE_SECONDS + 1
        assert isinstance(await second.room(room.id), Room)
        with pytest.raises(Lost):
            await seating.free(room, 1, "nobody", "")
        # what it remembers of the table is not believed any more
        assert room.spoilt

    in_a_house(postgres, what)


def test_a_secret_that_is_changed_is_dead_in_the_rooms_of_all_workers(postgres: Cluster) -> None:
    async def what(house: House, first: Server, second: Server) -> None:
        old, fresh = "old" * 8, "fresh" * 5
        rooms = [await a_room(first), await a_room(second), await a_room(second)]
        for room in rooms[:2]:
            row = room.seats[0]
            changed = replace(row, secret_hash=links.hash_of(old))
            await room.store.reseat(changed, room.standing())
            room.seats[0] = changed
        guest = await joined(rooms[1], 0)
        steward = Steward(lambda: connect(house.stores[1].url), Leases("s", "", 0))
        loop = asyncio.get_running_loop()
        steward.heard = lambda news: loop.call_soon_threadsafe(house.clubs[1]._hear, news) and None
        renewed = asyncio.Event()
        steward.renewed = lambda _moment: loop.call_soon_threadsafe(renewed.set) and None
        steward.start()
        await renewed.wait()
        held = (await first.store.held([links.hash_of(old)]))[-1]
        assert await seating.rekey(first, held, old, fresh) is None
        await until(lambda: rooms[1].spoilt)
        await asyncio.to_thread(steward.stop)
        assert guest.bye is not None
        assert not rooms[0].spoilt
        assert not rooms[2].spoilt
        again = await second.room(rooms[1].id)
        assert isinstance(again, Room)
        assert again.seats[0].secret_hash == links.hash_of(fresh)

    in_a_house(postgres, what)


def test_one_worker_leads_and_another_does_when_it_is_gone(postgres: Cluster) -> None:
    url = postgres.fresh()
    store = PostgresStore(url)
    stewards = [Steward(lambda: connect(url), Leases(f"w{number}", "", 0)) for number in range(2)]
    lines = [connect(url) for _ in stewards]
    for steward, line in zip(stewards, lines, strict=True):
        steward.renew(line)
    assert [steward.leads for steward in stewards] == [True, False]
    lines[0].close()

    def leads() -> bool:
        stewards[1].renew(lines[1])
        return stewards[1].leads

    asyncio.run(until(leads))
    lines[1].close()
    store.hang_up()


def test_what_a_dead_worker_had_is_free_at_once_when_its_keeper_says_so(postgres: Cluster) -> None:
    async def what(house: House, first: Server, second: Server) -> None:
        room = await a_room(first)
        with connect(house.stores[0].url) as line:
            leases.bury(line, "127.0.0.1", -1)
            with pytest.raises(OwnedElsewhere):
                await second.room(room.id)
            leases.bury(line, "127.0.0.1", house.stores[0].leases._process)
        assert isinstance(await second.room(room.id), Room)

    in_a_house(postgres, what)


# --- passes ----------------------------------------------------------------------------------------------------------


def test_a_pass_is_good_once_for_one_thing_at_one_worker_from_near_by() -> None:
    clock = Clock()
    ours, other = Passes("word", "10.0.0.1:5", clock), Passes("another word", "10.0.0.1:5", clock)
    sends = Passes("word", "10.0.0.2:6", clock)

    def made_pass() -> str:
        return sends.make("10.0.0.1:5", "GET /ws", "203.0.113.9")

    once = made_pass()
    assert ours.guest(once, "GET /ws", "10.0.0.2") == "203.0.113.9"
    # shown again
    assert ours.guest(once, "GET /ws", "10.0.0.2") is None
    # for something else, at another worker, in another house, from far away
    assert ours.guest(made_pass(), "POST /ws", "10.0.0.2") is None
    assert sends.guest(made_pass(), "GET /ws", "10.0.0.2") is None
    assert other.guest(made_pass(), "GET /ws", "10.0.0.2") is None
    assert ours.guest(made_pass(), "GET /ws", "198.51.100.7") is None
    assert ours.guest(made_pass(), "GET /ws", "") is None
    # changed
    for place, words in enumerate(["1000.000", "x", "203.0.113.8", "0" * 64]):
        parts = made_pass().split(" ")
        assert parts[place] != words or place == 0
        parts[place] = words if place else "1001.000"
        assert ours.guest(" ".join(parts), "GET /ws", "10.0.0.2") is None
    for nonsense in ("", "a b c d", "a b c", "nan x y é", "a b c d e"):
        assert ours.guest(nonsense, "GET /ws", "10.0.0.2") is None
    old = made_pass()
    clock.time += GOOD_SECONDS + 1
    assert ours.guest(old, "GET /ws", "10.0.0.2") is None
    # nobody behind it is somebody, too
    assert ours.guest(sends.make("10.0.0.1:5", "GET /ws", ""), "GET /ws", "127.0.0.1") == ""


def test_words_a_keeper_tells_its_workers_arrive_as_they_were() -> None:
    settings = replace(FAST, proxies=read_networks(["10.0.0.0/8", "fd00::/8"]))
    words = Serving("127.0.0.1", 8000, "postgresql://me:secret@here/x", False, settings, 3, "10.0.0.1")
    assert from_json(WorkerWords.of(words).text(), WorkerWords).serving() == words


def test_an_address_has_no_more_of_several_workers_than_of_one_but_at_least_what_a_socket_may_do() -> None:
    alone = Limits()
    for workers, part in ((1, 1), (2, 2), (3, 3), (64, alone.crowd)):
        each = alone.shared(workers)
        for what in ("joins", "matches", "requests", "hits", "work", "loop"):
            assert getattr(each, what).per_second == getattr(alone, what).per_second / part
        assert each.of_address("commands").burst * part <= alone.of_address("commands").burst
        assert each.of_address("commands").burst >= each.commands.burst == alone.commands.burst


@pytest.mark.parametrize("address", ["8.8.8.8", "0.0.0.0", "a name"])
def test_workers_do_not_call_each_other_over_the_open_network(address: str) -> None:
    with pytest.raises(CannotServe):
        keep_house(Serving("127.0.0.1", 0, "postgresql://nowhere/x", inside=address))
