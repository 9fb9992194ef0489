"""What is worked out elsewhere: the same as here, from a view alone, in time, and nothing hangs when a worker fails."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from brickfield.core.refusal import Refusal
from brickfield.core.views import imagine, view
from brickfield.games import find_game
from brickfield.players.levels import levels, make_player, search_of
from brickfield.players.searching_seat import SearchSeat
from brickfield.server.app import make_app
from brickfield.server.bots import worker
from brickfield.server.bots.elsewhere import CachedReply, Sent
from brickfield.server.bots.fair_share import Claim
from brickfield.server.bots.job_kinds import Aids, answered, do, outcome_of
from brickfield.server.bots.jobs import AnyJob, Consult, LayOut, OfferJob, PreviewJob, Retell, Think
from brickfield.server.bots.remote_views import seen_of
from brickfield.server.bots.worker_pool import (
    JobRunner,
    Patience,
    Tell,
    TooLate,
    Worked,
    Worker,
    WorkerFailed,
    Workers,
    decoded,
)
from brickfield.server.bots.worker_process import ProcessLine, process
from brickfield.server.rooms.audiences import journal_tale
from brickfield.server.rooms.room import Room
from brickfield.server.rooms.setting_up import good_answer
from brickfield.server.server import Server
from brickfield.server.store.sqlite import SqliteStore
from brickfield.server.web import protocol as wire
from brickfield.server.web.consulting import FOUND, Words
from brickfield.server.web.limits import Rate
from brickfield.server.web.socket import SocketSession
from tests.server.browsing import new_match, post, secrets_of
from tests.server.tables import (
    FAST,
    PATIENCE_SECONDS,
    NearWork,
    asked_seat,
    find_any,
    joined,
    laid,
    made,
    near,
    opened,
    play,
    until,
)
from tests.server.tables import answered as given
from tests.server.test_large_battles import tanks
from tests.server.test_pondering import duel

LONG = Patience(PATIENCE_SECONDS, PATIENCE_SECONDS, PATIENCE_SECONDS)
CLAIM = Claim(lambda: ("192.0.2.1",), "table")
WORDS = Consult(FOUND, msgspec.Raw(msgspec.json.encode(Words("micro_brick_battle", "shoot from behind"))))
BATTLES = [
    ("micro_brick_battle", "six_v_six"),
    ("brick_mech", "duel"),
    ("battle_of_the_sea", "last_drop_of_blood"),
    ("brick_action", "meeting"),
]


class Counting(NearWork):
    """Remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[AnyJob] = []

    async def do(self, claim: Claim, job: AnyJob, patience: Patience | None = None, tell: Tell | None = None) -> Worked:
        self.asked.append(job)
        return await super().do(claim, job, patience, tell)


def look(room: Room, seat: int, query: str, **about: Any) -> PreviewJob:
    return PreviewJob(seen_of(room.journal, room.journal.state, seat), query, msgspec.Raw(msgspec.json.encode(about)))


# --- the same ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "scenario"), BATTLES)
def test_what_is_asked_is_answered_as_it_would_be_here(tmp_path: Path, game: str, scenario: str) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here", game=game, scenario=scenario)
        client = await joined(room, 0, 1)
        for _ in range(5):
            seat = asked_seat(room)
            for query, about in (("hint", {"n": 3}), ("suggest", {"n": 4}), ("why_not", {"answer": {}}), ("what", {})):
                there = outcome_of(look(room, seat, query, **about), Aids(find_any))
                assert there.data == msgspec.json.encode(answered(room.seen_by(seat), seat, query, about))
                assert not there.fault
            await given(room, client, seat)

    play(tmp_path, what)


def test_a_real_worker_does_jobs_one_after_the_other(tmp_path: Path) -> None:
    async def run() -> None:
        workers = Workers(count=1)
        async with opened(tmp_path, work=workers) as server:
            room, _ = await made(server, "me", "here", ready=True)
            for job in (look(room, 0, "hint"), WORDS, look(room, 0, "nonsense")):
                there, here = await workers.do(CLAIM, job, LONG), outcome_of(job, Aids(find_game))
                assert (there.data, there.code) == (here.data, here.code)
                assert there.cost >= 0.0
            assert workers.all[0].running

    asyncio.run(run())


def test_a_match_is_laid_out_by_workers_as_it_would_be_here(tmp_path: Path) -> None:
    asked: list[AnyJob] = []

    class Seen(NearWork):
        async def do(
            self, claim: Claim, job: AnyJob, patience: Patience | None = None, tell: Tell | None = None
        ) -> Worked:
            asked.append(job)
            if len(asked) % 3 == 0:
                # whatever happens to workers, the table is laid out
                raise WorkerFailed("gone")
            return await super().do(claim, job, patience, tell)

    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here", ready=True)
        assert len(asked) > 6
        assert all(isinstance(job, LayOut) for job in asked)
        manners = room.journal.match.game.setting_up
        for step in room.journal.steps[1:]:
            before = room.journal.before(step.record.number)
            decision = before.decision_of(step.record.seat)
            assert decision is not None
            seen = imagine(view(before, decision.seat), before.match)
            here = good_answer(seen, decision, manners[type(decision)].liked)
            assert msgspec.json.encode(here) == msgspec.json.encode(step.record.answer)

    play(tmp_path, what, work=Seen())


# --- in time ----------------------------------------------------------------------------------------------------------

DONE = '{"said":"done","cost":0.0,"size":4}\\ntrue'
LISTENS = f"""import sys
number = sys.stdin.readline()
print('{{"said":"began"}}', flush=True)
told = sys.stdin.readline()
assert told == 'stop 1\\n', told
print('{DONE}', end='', flush=True)
sys.stdin.readline()
"""


def asked_once(script: str, patience: Patience) -> Any:
    async def run() -> Any:
        one = Worker(process("-c", script))
        try:
            return decoded(await one.ask(WORDS, patience))
        finally:
            await one.stop()

    return asyncio.run(run())


class Stream:
    """What a worker writes, when the test lets it."""

    def __init__(self) -> None:
        self.reader = asyncio.StreamReader()
        self.returncode: int | None = None

    @property
    def stdin(self) -> Any:
        return SimpleNamespace(write=lambda data: None, drain=self.drain)

    @property
    def stdout(self) -> asyncio.StreamReader:
        return self.reader

    async def drain(self) -> None:
        """Nothing is in the way."""


def test_the_time_counts_from_the_worker_s_first_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    untils: list[float] = []
    timeout_at = asyncio.timeout_at

    def noted(until: float | None) -> asyncio.Timeout:
        untils.append(until or 0.0)
        return timeout_at(until)

    async def run() -> tuple[float, float]:
        stream, loop = Stream(), asyncio.get_running_loop()

        async def start() -> Any:
            return ProcessLine(stream)  # type: ignore[arg-type]

        one = Worker(start)

        monkeypatch.setattr("brickfield.server.bots.worker_pool.asyncio.timeout_at", noted)
        began = loop.time()
        asking = asyncio.ensure_future(one.ask(WORDS, Patience(1000.0, 0.1, 9000.0)))
        # the process takes its time to start
        await asyncio.sleep(0.02)
        first_byte = loop.time()
        stream.reader.feed_data(b'{"said":"began"}\n')
        await until(lambda: len(untils) == 2)
        stream.reader.feed_data(b'{"said":"done","cost":0.0,"size":4}\ntrue')
        assert decoded(await asking) is True
        return began, first_byte

    began, first_byte = asyncio.run(run())
    assert untils[0] >= began + 9000.0
    assert first_byte + 1000.0 <= untils[1] < began + 9000.0


def test_a_worker_is_told_to_stop_and_gives_what_it_has() -> None:
    assert asked_once(LISTENS, Patience(0.01, PATIENCE_SECONDS, PATIENCE_SECONDS)) is True


@pytest.mark.parametrize("first", ["", 'print(\'{"said":"began"}\', flush=True)\n'], ids=["never begins", "deaf"])
def test_only_who_does_not_listen_is_ended(first: str) -> None:
    with pytest.raises(TooLate):
        asked_once(f"import sys, time\nsys.stdin.readline()\n{first}time.sleep(3600)", Patience(0.01, 0.05, 0.2))


def test_a_search_that_is_told_to_stop_gives_its_best_so_far(tmp_path: Path) -> None:
    """A bot with all the time in the world is told to stop: its answer comes, and its process lives."""
    endless = """
from msgspec.structs import replace
from brickfield.players import levels
from brickfield.server.bots import worker
found = dict(levels.levels())
search = replace(found["veteran"].search, evaluations=10**9, tables=10**6, survivor_share=1.0, by_game={}, seconds=1e9)
found["veteran"] = replace(found["veteran"], search=search)
levels.levels = lambda: found
worker.main()
"""

    async def run() -> None:
        async with opened(tmp_path) as server:
            room, _ = await made(server, "me", "here", game="brick_mech", scenario="duel", ready=True)
            workers = Workers(process("-c", endless), 1)
            job = Think(seen_of(room.journal, room.journal.state, asked_seat(room)), "veteran", "seed")
            shares: list[float] = []
            patience = Patience(0.2, PATIENCE_SECONDS, PATIENCE_SECONDS)
            found = decoded(await workers.do(CLAIM, job, patience, shares.append))
            assert workers.all[0].running
            assert shares
            reply = found.get("reply", found)
            assert not isinstance(room.journal.try_answer(asked_seat(room), reply), Refusal)
            await workers.stop()

    asyncio.run(run())


def test_who_is_told_to_stop_at_once_follows_its_judgement(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here", game="brick_mech", scenario="duel", ready=True)
        seat, match = asked_seat(room), room.journal.match
        bot = make_player("veteran", match.game, "seed")
        assert isinstance(bot, SearchSeat)
        bot.stop = lambda: True
        found = bot.decide(match, view(room.journal.state, seat))
        assert bot.verdict is not None
        assert bot.verdict.cut
        assert all(not line.values for line in bot.verdict.lines)
        assert bot.verdict.chosen is bot.verdict.lines[0]
        assert not isinstance(room.journal.try_answer(seat, found), Refusal)
        assert search_of(levels()["veteran"], match.game.id) is not None

    play(tmp_path, what)


def test_to_stop_means_the_job_that_was_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    inbox = worker.Inbox()
    lines = io.BytesIO(b'{"number":1}\nstop 1\n{"number":2}\n')
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=lines))
    monkeypatch.setattr(worker, "ENDED", 1)
    inbox.read()
    assert (inbox.jobs.get(), inbox.jobs.get(), inbox.jobs.get()) == (b'{"number":1}\n', b'{"number":2}\n', None)
    assert [inbox.is_over(number) for number in (1, 2)] == [True, False]


# --- nothing hangs ----------------------------------------------------------------------------------------------------


class NoWork(NearWork):
    """Every worker fails."""

    async def do(self, claim: Claim, job: AnyJob, patience: Patience | None = None, tell: Tell | None = None) -> Worked:
        raise WorkerFailed("gone")


def test_where_workers_fail_there_is_the_plain_refusal_and_play_goes_on(tmp_path: Path) -> None:
    app = make_app(lambda: near(SqliteStore(tmp_path / "a.sqlite"), work=NoWork()), tmp_path)
    with TestClient(app, base_url="http://testserver") as browser:
        army = {"game": "micro_brick_battle", "army": []}
        assert post(browser, "/api/armies/check", army, 500)["code"] == "failed"
        made = new_match(browser, "me", "here", ready=True)
        assert post(browser, f"/api/matches/{made['match']}/replay", {"secret": secrets_of(made)[0]}, 500)


def test_who_asks_and_goes_away_ends_no_process_and_holds_none(tmp_path: Path) -> None:
    async def run() -> None:
        workers = Workers(process("-c", LISTENS), 1)
        patience = Patience(PATIENCE_SECONDS, PATIENCE_SECONDS, PATIENCE_SECONDS)
        first, second = (asyncio.ensure_future(workers.do(CLAIM, WORDS, patience)) for _ in range(2))
        await until(lambda: workers.all[0].running)
        for each in (first, second):
            each.cancel()
        await asyncio.gather(first, second, return_exceptions=True)
        await asyncio.sleep(0)
        # what waited is withdrawn, what was begun goes on
        assert workers._waiting == []
        assert workers.all[0].running
        assert len(workers._tasks) == 1
        await workers.stop()
        assert workers._tasks == set()

    asyncio.run(run())


def test_a_fault_is_told_by_type_and_place_alone(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        job = msgspec.structs.replace(look(room, 0, "hint"), about=msgspec.Raw(b'{"a secret": nonsense'))
        found = outcome_of(job, Aids(find_any))
        assert found.fault.startswith("DecodeError at ")
        assert "secret" not in found.fault
        with pytest.raises(msgspec.DecodeError):
            do(job, Aids(find_any))

    play(tmp_path, what)


# --- what an address may use up ---------------------------------------------------------------------------------------


class Dear(NearWork):
    """Everything takes three seconds."""

    async def do(self, claim: Claim, job: AnyJob, patience: Patience | None = None, tell: Tell | None = None) -> Worked:
        worked = await super().do(claim, job, patience, tell)
        return msgspec.structs.replace(worked, cost=3.0)


def test_an_address_that_has_used_up_its_allowance_waits_and_others_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = msgspec.structs.replace(FAST.limits, work=Rate(4_000, 500))
    waits: list[float] = []

    async def what(server: Server) -> None:
        async def sleep(seconds: float) -> None:
            waits.append(seconds)

        monkeypatch.setattr("brickfield.server.server.asyncio.sleep", sleep)
        for address in ("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"):
            await server.worked(address, "x", WORDS)

    play(tmp_path, what, settings=msgspec.structs.replace(FAST, limits=limits), work=Dear())
    # six seconds were had and four allowed: two seconds at half a second a second
    assert waits[0] == waits[1] == waits[3] == 0.0
    assert waits[2] == pytest.approx(4.0, abs=0.5)


def test_dragging_is_answered_at_once_until_it_takes_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = Counting()

    def queries() -> list[str]:
        return [job.query for job in work.asked if isinstance(job, PreviewJob)]

    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        guest = SocketSession(server, SimpleNamespace(client=None))  # type: ignore[arg-type]
        about = {"unit": "A1", "target": "B1"}
        results = [await guest._asked(room, wire.AskPreview("q", 0, "aim", about))]
        await guest._asked(room, wire.AskPreview("q", 0, "hint"))
        assert queries() == ["hint"]
        monkeypatch.setattr("brickfield.server.web.socket.LONG_ASKED", -1.0)
        results += [await guest._asked(room, wire.AskPreview("q", 0, "aim", about)) for _ in range(2)]
        assert queries() == ["hint", "aim"]
        assert len({msgspec.json.encode(each) for each in results}) == 1

    play(tmp_path, what, work=work)


# --- large tables -----------------------------------------------------------------------------------------------------


def update_of_large(folder: Path, work: JobRunner, **parts: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """What somebody hears who comes to a large table, and of an answer there."""
    heard: list[dict[str, Any]] = []

    async def what(server: Server) -> None:
        room = await laid(server, tanks("target_declaration"), "me", "link", **parts)
        client = await joined(room, 0, 1)
        heard.append(client.last)
        await given(room, client, asked_seat(room), {"answer": "roll_off", "question": "?"})
        heard.append(client.last)

    play(folder, what, work=work)
    return heard[0], heard[1]


def test_what_a_large_table_is_asked_is_worked_out_by_a_worker_and_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Counting()

    there = update_of_large(tmp_path / "a", work, clock="minute")
    assert [type(job) for job in work.asked] == [OfferJob, OfferJob]
    # where workers fail, and where a table is not large, it is worked out on the spot
    for number, other_work in enumerate((NoWork(), work)):
        here = update_of_large(tmp_path / f"b{number}", other_work, clock="minute")
        monkeypatch.setattr("brickfield.server.bots.elsewhere.MANY_UNITS", 1000)
        for one, other in zip(there, here, strict=True):
            assert one["decision"] == other["decision"]
            assert one["clock"]["after"] == other["clock"]["after"]
    assert len(work.asked) == 2


def test_what_is_kept_of_large_tables_has_a_bound() -> None:
    kept, found = CachedReply(most=250), Sent(b"x" * 100)
    for number in range(3):
        kept.put(("match", number, 0), found)
        assert kept.get(("match", 0, 0)) is not None
    assert [kept.get(("match", number, 0)) is not None for number in range(3)] == [True, False, True]


# --- the end ----------------------------------------------------------------------------------------------------------


def the_end(folder: Path, work: JobRunner) -> list[tuple[Any, Any]]:
    """What players and watchers hear who come when all is over, and what there is to tell."""
    found: list[tuple[Any, Any]] = []

    async def what(server: Server) -> None:
        room = await laid(server, duel().match.setup, "me", "here")
        client = await joined(room, 0, 1)
        for _ in range(3):
            await given(room, client, asked_seat(room))
        await given(room, client, 0, {"answer": "concede"})
        for listener in (client, await joined(room), await joined(room)):
            told = msgspec.json.encode(journal_tale(room.journal, listener.audience))
            found.append((listener.last["tale"], msgspec.json.decode(told)))

    play(folder, what, work=work)
    return found


def test_a_battle_that_is_over_is_told_by_a_worker_once_for_each_audience(tmp_path: Path) -> None:
    work = Counting()

    # and where workers fail it is told on the spot
    for heard, meant in (*the_end(tmp_path / "a", work), *the_end(tmp_path / "b", NoWork())):
        assert heard == meant
    told = [job for job in work.asked if isinstance(job, Retell)]
    assert [job.audience for job in told] == [(0, 1), ()]
