"""The store on PostgreSQL: commits whose answer was lost, fences, workers that come and go, its shape."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
import pytest

from brickfield.server.rooms.retention import Terms
from brickfield.server.store.migrations import FromTheFuture
from brickfield.server.store.postgres import schema
from brickfield.server.store.postgres import writer as store_writer
from brickfield.server.store.postgres.connecting import Line, connect, safe_name
from brickfield.server.store.postgres.leases import LEASE_SECONDS, Taken
from brickfield.server.store.postgres.store import PostgresStore
from brickfield.server.store.store import Away, Conflict, Lost, StoreBroken
from tests.server.databases import Cluster
from tests.server.test_store import STANDING, make, record, seat


def in_houses(
    url: str, what: Callable[..., Awaitable[None]], count: int = 1, *, clock: Callable[[], float] | None = None
) -> None:
    """Run a test with so many workers of one house."""

    async def run() -> None:
        stores = [PostgresStore(url, f"worker{number}", clock=clock) for number in range(count)]
        try:
            await what(*stores)
        finally:
            for store in stores:
                await store.close()

    asyncio.run(run())


# --- answers that are lost -------------------------------------------------------------------------------------------


class Cut:
    """A line that breaks once at a statement that writes a record: before it is carried out, or after."""

    def __init__(self, line: Line, cuts: list[str]) -> None:
        self._line, self._cuts = line, cuts

    def __getattr__(self, name: str) -> Any:
        return getattr(self._line, name)

    def execute(self, words: Any, values: Any = None) -> Any:
        """Carry a statement out, or break."""
        if b"INTO record" not in bytes(words if isinstance(words, bytes) else words.encode()) or not self._cuts:
            return self._line.execute(words, values)
        how = self._cuts.pop(0)
        if how == "after":
            self._line.execute(words, values)
        elif how == "another":
            row = record(values[2][0], "of somebody else")
            self._line.execute(words, [*values[:4], [row.command_id], [row.text()], [row.hash("m")], *values[7:]])
        self._line.close()
        raise psycopg.OperationalError("the line is cut")


async def after_a_cut(url: str, *cuts: str) -> tuple[list[Any], list[int]]:
    """What two appends hear when the line breaks, and the records that are there."""
    left = list(cuts)
    made = PostgresStore(url, make_line=lambda: Cut(connect(url), left))  # type: ignore[arg-type, return-value]
    try:
        await make(made)
        heard = []
        for number in (1, 2):
            heard += await asyncio.gather(
                made.append("m", record(number, f"c{number}"), STANDING), return_exceptions=True
            )
        return heard, [each.number for each in await made.records("m")]
    finally:
        await made.close()


def lost_answers(postgres: Cluster) -> dict[str, tuple[list[Any], list[int]]]:
    found = {}
    for cuts in (("before",), ("after",), ("after", "after"), ("another",)):
        heard, numbers = asyncio.run(after_a_cut(postgres.fresh(), *cuts))
        found[" ".join(cuts)] = [type(each) for each in heard], numbers
    return found


def test_a_commit_whose_answer_was_lost_is_looked_up(postgres: Cluster) -> None:
    """The same: done. None: again. Another: a conflict."""
    nothing = type(None)
    assert lost_answers(postgres) == {
        "before": ([nothing, nothing], [0, 1, 2]),
        "after": ([nothing, nothing], [0, 1, 2]),
        "after after": ([nothing, nothing], [0, 1, 2]),
        "another": ([Conflict, nothing], [0, 1, 2]),
    }


def test_a_blind_retry_is_found(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: what was not answered is just sent again, and what is there is called a conflict."""
    monkeypatch.setattr(store_writer, "_not_done", lambda _line, jobs: jobs)
    assert lost_answers(postgres)["after"][0] == [Conflict, type(None)]


def test_a_match_that_was_made_is_not_made_again(postgres: Cluster) -> None:
    heard, numbers = [], []

    async def run() -> None:
        url, cuts = postgres.fresh(), ["after"]

        class AfterCommit(Cut):
            def transaction(self) -> Any:
                return _BreaksAfterwards(self._line, self._cuts)

        def make_line() -> Any:
            return AfterCommit(connect(url), cuts)

        store = PostgresStore(url, make_line=make_line)
        cuts.append("once")
        heard.append(await make(store))
        await store.append("m", record(1), STANDING)
        numbers.extend(each.number for each in await store.records("m"))
        await store.close()

    asyncio.run(run())
    assert (heard, numbers) == ([None], [0, 1])


class _BreaksAfterwards:
    """A transaction that is committed, and then the line breaks: once."""

    def __init__(self, line: Line, cuts: list[str]) -> None:
        self._line, self._cuts, self._real = line, cuts, line.transaction()

    def __enter__(self) -> Any:
        return self._real.__enter__()

    def __exit__(self, *error: Any) -> None:
        self._real.__exit__(*error)
        if error[0] is None and "once" in self._cuts:
            self._cuts.clear()
            self._line.close()
            raise psycopg.OperationalError("the line is cut")


def test_a_database_that_comes_back_is_written_to_as_if_nothing_had_been(postgres: Cluster) -> None:
    async def what(store: PostgresStore) -> None:
        await make(store)
        for number in range(1, 4):
            await asyncio.to_thread(postgres.stop)
            waiting = asyncio.create_task(store.append("m", record(number, f"c{number}"), STANDING))
            await asyncio.to_thread(postgres.start)
            await waiting
            assert len(await store.records("m")) == number + 1

    in_houses(postgres.fresh(), what)


def test_a_database_that_stays_away_is_said_and_not_waited_for_for_ever(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_writer, "PATIENCE_SECONDS", 0.0)

    async def what(store: PostgresStore) -> None:
        await make(store)
        await asyncio.to_thread(postgres.stop)
        try:
            with pytest.raises(StoreBroken):
                await store.append("m", record(1), STANDING)
            with pytest.raises(Away):
                await store.records("m")
            assert not await store.ready()
        finally:
            await asyncio.to_thread(postgres.start)
        assert await store.ready()
        await store.append("m", record(1), STANDING)

    in_houses(postgres.fresh(), what)


def test_lines_that_are_ended_in_the_middle_lose_and_double_nothing(postgres: Cluster) -> None:
    """Backends are ended at any moment while many matches are written; every append is done once."""

    async def what(store: PostgresStore) -> None:
        names = [f"m{number}" for number in range(6)]
        for name in names:
            await make(store, name)
        stop, ours = threading.Event(), "WHERE application_name = 'brickfield'"

        def end_lines() -> None:
            while not stop.wait(0.02):
                postgres.ask(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity {ours}")

        async def play(name: str) -> None:
            for number in range(1, 40):
                await store.append(name, record(number, f"c{number}"), STANDING)

        ending = asyncio.create_task(asyncio.to_thread(end_lines))
        await asyncio.gather(*(play(name) for name in names))
        stop.set()
        await ending
        for name in names:
            assert [each.number for each in await store.records(name)] == list(range(40))

    in_houses(postgres.fresh(), what)


# --- who has a match -------------------------------------------------------------------------------------------------


class Clock:
    """A time that goes when it is told to."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def two_who_believe(postgres: Cluster) -> list[Any]:
    """Two workers, both of which believe that a match is theirs, and what each hears of its writes."""
    clock, heard = Clock(), list[Any]()

    async def what(first: PostgresStore, second: PostgresStore) -> None:
        await make(first)
        assert await second.take("m") == Taken(0, "worker0")
        clock.time += LEASE_SECONDS + 1
        # the first one was stopped for too long and does not know it
        assert (await second.take("m")).fence == 2
        writes: list[Callable[[PostgresStore, int], Awaitable[None]]] = [
            lambda store, number: store.append("m", record(number), STANDING),
            lambda store, number: store.leave_orders("m", 0, {"by": store.leases.address}),
            lambda store, number: store.sit(seat("m", 0, store.leases.worker), STANDING),
            lambda store, number: store.moved("m", store.leases.worker),
        ]
        for number, write in enumerate(writes, start=1):
            for store in (first, second):
                # the numbers do not give it away: each writes what would follow
                heard.extend(await asyncio.gather(write(store, number + (store is second)), return_exceptions=True))

    in_houses(postgres.fresh(), what, 2, clock=clock)
    return [type(each) for each in heard]


def test_a_wrong_second_owner_cannot_write(postgres: Cluster) -> None:
    assert two_who_believe(postgres) == [Lost, type(None)] * 4


def test_a_store_without_fences_is_found(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: nobody looks whether a match is still ours."""
    believed = store_writer._APPEND.replace(store_writer._STILL_HELD, b"SELECT match, fence FROM wanted WHERE %s <> ''")
    monkeypatch.setattr(store_writer, "_APPEND", believed)
    assert two_who_believe(postgres)[0] is type(None)


def test_a_match_is_taken_by_one_of_many_and_given_back(postgres: Cluster) -> None:
    async def what(*stores: PostgresStore) -> None:
        await make(stores[0])
        await stores[0].release("m")
        taken = await asyncio.gather(*(store.take("m") for store in stores))
        winner = next(number for number, each in enumerate(taken) if each.fence)
        assert [each for number, each in enumerate(taken) if number != winner] == [Taken(0, f"worker{winner}")] * 3
        await stores[winner].close()
        # whoever leaves waits for nobody's patience
        others = [store for number, store in enumerate(stores) if number != winner]
        assert (await others[0].take("m")).fence > taken[winner].fence
        assert await others[1].take("nobody") == Taken(0)

    async def run(*stores: PostgresStore) -> None:
        for store in stores:
            store.close = _once(store.close)  # type: ignore[method-assign]
        await what(*stores)

    in_houses(postgres.fresh(), run, 4)


def _once(close: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
    closed: list[bool] = []

    async def once() -> None:
        if not closed:
            closed.append(True)
            await close()

    return once


def test_what_nobody_has_is_seen_to_by_one_worker(postgres: Cluster) -> None:
    async def what(first: PostgresStore, second: PostgresStore) -> None:
        from msgspec.structs import replace

        asked = replace(STANDING, bot_asked=True, due=5.0)
        names = {f"m{number}" for number in range(12)}
        for name in names:
            await make(first, name, standing=asked)
        assert set(await first.waiting_for_bots()) == set(await first.due(9.0)) == names
        assert set(await second.waiting_for_bots()) == set(await second.due(9.0)) == set()
        for name in names:
            await first.release(name)
        halves = [set(await store.waiting_for_bots()) for store in (first, second)]
        assert halves[0] | halves[1] == names
        assert not halves[0] & halves[1]

    in_houses(postgres.fresh(), what, 2)


def test_a_table_that_a_worker_has_open_is_not_cleared_away(postgres: Cluster) -> None:
    async def what(first: PostgresStore, second: PostgresStore) -> None:
        await make(first, "open")
        await make(first, "closed")
        await first.release("closed")
        for _ in range(26):
            await second.count_hour([])
        assert await second.clear(Terms(hardly_days=1), []) == ["closed"]
        assert await second.match("closed") is None
        assert await second.match("open") is not None

    in_houses(postgres.fresh(), what, 2)


def test_a_changed_secret_shuts_out_whoever_still_believes_in_the_old_one(postgres: Cluster) -> None:
    async def what(first: PostgresStore, second: PostgresStore) -> None:
        await make(first, "a", seats=[seat("a", 0, "old")])
        await make(second, "b", seats=[seat("b", 0, "old")])
        with connect(first.url) as line:
            line.execute("LISTEN brickfield")
            await first.rekey("old", "new")
            heard = [note.payload for note in line.notifies(timeout=10, stop_after=1)]
        assert '"new":"new"' in heard[0]
        # the second worker would write its old memory of the seat
        with pytest.raises(Conflict):
            await second.sit(seat("b", 0, "old"), STANDING)
        assert [each.secret_hash for each in await second.seats("b")] == ["new"]
        assert (await second.take("b")).fence
        await second.sit(seat("b", 0, "new"), STANDING)

    in_houses(postgres.fresh(), what, 2)


def test_nobody_hears_of_what_is_not_written(postgres: Cluster) -> None:
    """News are told from inside the transaction: of one that fails nobody hears. Told beside it, they are heard."""

    async def what(store: PostgresStore) -> None:
        await make(store, "a", seats=[seat("a", 0, "old")])
        with connect(store.url) as listening, connect(store.url) as line:
            listening.execute("LISTEN brickfield")
            line.execute("ALTER TABLE seat ADD CHECK (secret_hash <> 'new')")
            with pytest.raises(Conflict):
                await store.rekey("old", "new")
            # the planted fault: told before it is written
            line.execute("SELECT pg_notify('brickfield', 'too early')")
            assert [note.payload for note in listening.notifies(timeout=10, stop_after=1)] == ["too early"]

    in_houses(postgres.fresh(), what)


# --- the shape of the database ---------------------------------------------------------------------------------------


def test_workers_that_start_together_shape_the_database_once(postgres: Cluster) -> None:
    url, heard = postgres.fresh(), list[BaseException | None]()

    def start() -> None:
        try:
            with connect(url) as line:
                schema.migrate(line)
            heard.append(None)
        except BaseException as error:
            heard.append(error)

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard == [None] * 6
    with connect(url) as line:
        assert schema.version_of(line) == len(schema.STEPS)
        assert line.execute("SELECT count(*) FROM house").fetchone() == (1,)


def test_a_step_that_fails_leaves_nothing_behind_and_a_newer_house_is_left_alone(postgres: Cluster) -> None:
    with connect(postgres.fresh()) as line:
        with pytest.raises(psycopg.Error):
            schema.migrate(line, ("CREATE TABLE one (a INTEGER); CREATE NONSENSE",))
        assert schema.version_of(line) == 0
        assert line.execute("SELECT to_regclass('one')").fetchone() == (None,)
        schema.migrate(line)
        with pytest.raises(FromTheFuture):
            schema.migrate(line, ())


def test_what_is_said_of_a_database_has_no_password_in_it() -> None:
    assert safe_name("postgresql://me:secret@db.example:5433/house") == "postgresql://db.example:5433/house"
    assert "secret" not in safe_name("postgresql://me:secret@:::")
