"""Players under load who keep their own books: what they sent, what was acknowledged, what they sent again."""

from __future__ import annotations

import asyncio
import itertools
import random
import socket
import subprocess
import sys
import time
import urllib.request
from http.client import HTTPException
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidMessage, InvalidStatus, WebSocketException

from tests.server.tables import AS_OPERATOR, GAME, PATIENCE_SECONDS

ROOT = Path(__file__).resolve().parents[2]
# How often a player asks for a roll-off, which may be repeated at any time, instead of playing on.
_ROLL_OFFS = 0.75
# The game, the scenario and how many sit there.
TABLE = (GAME, "six_v_six", 2)
# A killed server may break off anywhere, also in the middle of an answer over HTTP.
_GONE = (OSError, HTTPException, WebSocketException, InvalidMessage, InvalidStatus, EOFError, TimeoutError)


class Served:
    """A server process on a port of its own."""

    def __init__(self, database: Path, fault: str = "") -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.database, self.fault = database, fault
        # by all players together, so that a storm can wait until something is going on
        self.acknowledged = 0
        self.process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start the process and wait until it is ready."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", *self.words()],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        patience = time.monotonic() + PATIENCE_SECONDS
        while not await asyncio.to_thread(self._answers):
            assert time.monotonic() < patience, "the server does not start"
            await asyncio.sleep(0.025)

    def words(self) -> list[str]:
        """What is started."""
        return ["tests.server.entry", str(self.port), str(self.database), *([self.fault] if self.fault else [])]

    def _answers(self) -> bool:
        try:
            return bool(self.operator("/readyz"))
        except (OSError, HTTPException):
            return False

    def operator(self, path: str) -> str:
        """What only whoever runs the server may read."""
        request = urllib.request.Request(f"{self.address}{path}", headers=AS_OPERATOR)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return str(answer.read().decode())

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """The hard way: no warning, no last words."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """The polite way; the exit code."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(timeout=PATIENCE_SECONDS)

    def post(self, path: str, body: Any) -> Any:
        """Send a body."""
        request = urllib.request.Request(
            f"{self.address}{path}", msgspec.json.encode(body), {"content-type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            return msgspec.json.decode(answer.read())


class Sent(Struct):
    """A command on its way."""

    id: str
    seat: int
    seq: int
    answer: dict[str, Any]


class Book(Struct):
    """What one player has written down about one match."""

    match: str
    secrets: list[str]
    issued: list[Sent] = field(default_factory=list)
    # id -> the number of the update that shows it
    acknowledged: dict[str, int] = field(default_factory=dict)
    refused: list[dict[str, Any]] = field(default_factory=list)
    resent: int = 0


class LedgerPlayer:
    """Plays all seats of its matches as fast as it can, and resends what was not acknowledged."""

    def __init__(self, served: Served, seed: int, table: tuple[str, str, int] = TABLE) -> None:
        self.served = served
        self.table = table
        self.books: list[Book] = []
        self.connects = 0
        # how long it hears nothing before it comes back
        self.patience = 20.0
        self._rng = random.Random(seed)
        self._numbers = itertools.count()
        self._name = f"p{seed}"
        self._pending: Sent | None = None
        self._last = 0
        self._table: dict[str, Any] = {}

    async def play(self, stop: asyncio.Event) -> None:
        """Play until told to stop, whatever happens to the server; then make sure nothing is pending."""
        while not stop.is_set() or self._pending is not None:
            try:
                if not self.books:
                    await self._new_match()
                await self._session(stop)
            except _GONE:
                await asyncio.sleep(0.02 + 0.05 * self._rng.random())

    async def _new_match(self) -> None:
        game, scenario, seats = self.table
        wish = {"game": game, "scenario": scenario, "seats": [{"kind": "me"}, *[{"kind": "here"}] * (seats - 1)]}
        made = await asyncio.to_thread(self.served.post, "/api/matches", wish)
        self.books.append(Book(made["match"], [seat["secret"] for seat in made["seats"]]))
        self._last = 0

    async def _session(self, stop: asyncio.Event) -> None:
        uri = f"ws://127.0.0.1:{self.served.port}/ws"
        async with connect(uri, origin=self.served.address, compression=None, open_timeout=5) as line:  # type: ignore[arg-type]
            self.connects += 1
            book = self.books[-1]
            await _send(line, type="hello", protocol=1, match=book.match, secrets=book.secrets, last=self._last)
            await self._read_until(line, "update")
            while self._table["decision"] is None and self._table["view"]["outcome"] is None:
                # only the last of several missed updates brings the question
                await self._read(line)
            if self._pending is not None:
                book.resent += 1
                await self._settle(line, book, self._pending)
            while not stop.is_set() and self._table["view"]["outcome"] is None:
                await self._one_more(line, book)
            if not stop.is_set():
                await self._new_match()

    async def _one_more(self, line: ClientConnection, book: Book) -> None:
        command_id = f"{self._name}-{next(self._numbers)}"
        seat = self._table["decision"]["seat"]
        if self._rng.random() < _ROLL_OFFS:
            answer = {"answer": "roll_off", "question": command_id, "method": "high"}
        else:
            await _send(line, type="ask", id="q", seat=seat, query="suggest", about={"n": 2})
            ideas = (await self._read_until(line, "told"))["result"]
            answer = self._rng.choice(ideas)["answer"]
        sent = Sent(command_id, seat, self._table["seq"], answer)
        book.issued.append(sent)
        self._pending = sent
        await self._settle(line, book, sent)

    async def _settle(self, line: ClientConnection, book: Book, sent: Sent) -> None:
        """Send a command, wait for its fate and then for the update that shows it."""
        await _send(line, type="command", id=sent.id, seat=sent.seat, seq=sent.seq, answer=sent.answer)
        while self._pending is not None:
            message = await self._read(line)
            if message["type"] == "accepted" and message["id"] == sent.id:
                book.acknowledged[sent.id] = message["seq"]
                self.served.acknowledged += 1
                self._pending = None
            elif message["type"] == "refused" and message.get("id") == sent.id:
                if message["refusal"]["code"] not in ("restarting", "not_written"):
                    book.refused.append(message["refusal"])
                    self._pending = None
                # the table anew, by coming back
                raise EOFError
        while self._table["seq"] < book.acknowledged[sent.id]:
            await self._read(line)

    async def _read_until(self, line: ClientConnection, kind: str) -> dict[str, Any]:
        while True:
            message = await self._read(line)
            if message["type"] == kind:
                return message

    async def _read(self, line: ClientConnection) -> dict[str, Any]:
        message: dict[str, Any] = msgspec.json.decode(await asyncio.wait_for(line.recv(), self.patience))
        if message["type"] == "update":
            self._table, self._last = message, message["seq"]
        if message["type"] == "bye" and message["reason"] == "not_yours":
            raise AssertionError(message["sentence"])
        return message


async def _send(line: ClientConnection, **message: Any) -> None:
    await line.send(msgspec.json.encode(message).decode())
