"""The server of a page, without a page: requests, sockets and workers as calls; nothing is lost when it is closed."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from brickfield.pocket.house import House, open_house
from brickfield.pocket.thinking import Hear, PageLine, answer
from brickfield.server.bots.worker_line import Line
from brickfield.server.bots.worker_pool import Patience, TooLate, Worker, WorkerFailed
from brickfield.server.web.protocol import PROTOCOL
from tests.server.test_workers import WORDS

WISH = {
    "game": "micro_brick_battle",
    "scenario": "six_v_six",
    "seats": [{"kind": "me"}, {"kind": "here"}],
    "options": {"rules_level": ["quick", "quick"]},
    "ready": True,
}


class Near:
    """A worker of a page, in a thread."""

    def __init__(self, hear: Hear) -> None:
        loop = asyncio.get_running_loop()
        self._hear: Hear = lambda said, data: loop.call_soon_threadsafe(hear, said, data)

    def ask(self, job: str, seconds: float) -> None:
        threading.Thread(target=answer, args=(job, seconds, self._hear)).start()

    def end(self) -> None:
        """A thread ends by itself."""


class Page:
    """What a page hears."""

    def __init__(self, house: House, heard: dict[int, asyncio.Queue[tuple[Any, ...]]]) -> None:
        self.house, self._heard, self._number = house, heard, 0

    def next(self) -> int:
        self._number += 1
        return self._number

    async def hears(self, number: int) -> tuple[Any, ...]:
        return await asyncio.wait_for(self._heard[number].get(), 60)

    async def call(self, path: str, body: Any = None) -> Any:
        number = self.next()
        text = "" if body is None else json.dumps(body)
        self.house.bridge.request(number, "GET" if body is None else "POST", path, text)
        kind, status, headers, answered = await self.hears(number)
        assert (kind, status) == ("response", 200), answered
        assert "content-type" in json.loads(headers)
        return json.loads(answered)

    async def say(self, number: int, **message: Any) -> None:
        self.house.bridge.message(number, json.dumps(message))

    async def until(self, number: int, *types: str) -> dict[str, Any]:
        """The next message of one of these types."""
        while True:
            kind, *rest = await self.hears(number)
            assert kind in ("opened", "message"), (kind, rest)
            if kind == "message" and (found := json.loads(rest[0]))["type"] in types:
                return dict(found)


def in_a_page(folder: Path, what: Callable[[Page], Awaitable[Any]], make: Callable[[Hear], Any] = Near) -> Any:
    async def keep() -> None:
        await asyncio.sleep(0)

    async def run() -> Any:
        heard: dict[int, asyncio.Queue[tuple[Any, ...]]] = defaultdict(asyncio.Queue)
        house = await open_house(
            str(folder / "house.db"), keep, make, lambda kind, number, *rest: heard[number].put_nowait((kind, *rest))
        )
        try:
            return await what(Page(house, heard))
        finally:
            await house.close()

    return asyncio.run(run())


async def joined(page: Page, made: dict[str, Any], last: int = 0) -> tuple[int, dict[str, Any]]:
    """A socket at the table, and what it is shown first."""
    number = page.next()
    page.house.bridge.open(number, "/ws")
    secrets = [seat["secret"] for seat in made["seats"] if seat["secret"]]
    await page.say(number, type="hello", protocol=PROTOCOL, match=made["match"], secrets=secrets, last=last)
    return number, await page.until(number, "update", "welcome")


def test_a_battle_is_set_up_answered_and_there_again_after_the_page_was_closed(tmp_path: Path) -> None:
    async def begin(page: Page) -> tuple[dict[str, Any], int]:
        assert len(await page.call("/api/games")) == 4
        made = await page.call("/api/matches", WISH)
        number, _ = await joined(page, made)
        shown = await page.until(number, "update")
        seat = shown["view"]["waiting_for"][0]
        await page.say(number, type="ask", id="a" * 22, seat=seat, query="hint", about={"n": 1})
        told = await page.until(number, "told")
        suggested = told["result"][0]["answer"]
        await page.say(number, type="command", id="b" * 22, seat=seat, seq=shown["seq"], answer=suggested)
        accepted = await page.until(number, "accepted", "refused")
        assert accepted["type"] == "accepted", accepted
        return made, int((await page.until(number, "update"))["seq"])

    async def go_on(page: Page) -> None:
        number, welcome = await joined(page, made)
        assert welcome["type"] == "welcome"
        assert (await page.until(number, "update"))["seq"] >= seq

    made, seq = in_a_page(tmp_path, begin)
    in_a_page(tmp_path, go_on)


def test_a_refusal_and_a_file_come_as_over_a_network(tmp_path: Path) -> None:
    async def what(page: Page) -> None:
        number = page.next()
        page.house.bridge.request(number, "POST", "/api/links/look", json.dumps({"secret": "x" * 22}))
        _, status, _, text = await page.hears(number)
        assert (status, json.loads(text)["type"]) == (404, "refusal")

    in_a_page(tmp_path, what)


def test_a_socket_is_closed_when_the_page_closes_it(tmp_path: Path) -> None:
    async def what(page: Page) -> None:
        made = await page.call("/api/matches", WISH)
        number, _ = await joined(page, made)
        page.house.bridge.close(number)
        while (heard := await page.hears(number))[0] != "closed":
            assert heard[0] == "message"

    in_a_page(tmp_path, what)


class Silent:
    """A worker that begins and says nothing more; or one that dies."""

    ended = 0

    def __init__(self, hear: Hear, says: str) -> None:
        self._hear, self._says = hear, says

    def ask(self, job: str, seconds: float) -> None:
        self._hear(self._says, "")

    def end(self) -> None:
        Silent.ended += 1


@pytest.mark.parametrize(("says", "fault"), [('{"said":"began"}', TooLate), ("", WorkerFailed)], ids=["late", "dead"])
def test_a_worker_that_is_late_or_dies_is_ended(says: str, fault: type[Exception]) -> None:
    async def start() -> Line:
        return PageLine(lambda hear: Silent(hear, says))

    async def run() -> None:
        with pytest.raises(fault):
            await Worker(start).ask(WORDS, Patience(0.01, 0.01, 1.0))

    before = Silent.ended
    asyncio.run(run())
    assert Silent.ended == before + 1


def test_a_worker_nobody_needs_gives_its_memory_back_and_the_next_job_finds_another() -> None:
    made: list[Resting] = []

    class Resting(Near):
        has_ended = False

        def __init__(self, hear: Hear) -> None:
            super().__init__(hear)
            made.append(self)

        def end(self) -> None:
            assert not self.has_ended
            self.has_ended = True

    async def start() -> Line:
        return PageLine(Resting, rest=0.0)

    async def run() -> None:
        worker = Worker(start)
        for count in (1, 2):
            assert (await worker.ask(WORDS, Patience())).data
            await asyncio.sleep(0.01)
            assert [each.has_ended for each in made] == [True] * count
            assert not worker.running
        await worker.stop()

    asyncio.run(run())


def test_a_worker_whose_time_is_over_gives_what_it_has() -> None:
    """The clock of the worker, not a word it could not hear, ends the job."""

    async def run() -> None:
        heard: list[tuple[str, str]] = []
        job = json.dumps(
            {"number": 1, "job": {"job": "consult", "path": WORDS.path, "body": json.loads(bytes(WORDS.body))}}
        )
        answer(job, 0.0, lambda said, data: heard.append((said, data)))
        assert [json.loads(said)["said"] for said, _ in heard] == ["began", "done"]
        assert json.loads(heard[-1][1])

    asyncio.run(run())
