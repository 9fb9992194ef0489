"""A worker among others: it has the tables it took, and believes in them only while it can say that it is alive."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from brickfield.core.typed import from_json
from brickfield.server.club.passes import HEADER, Passes
from brickfield.server.club.passing import CannotPass, Relay, passed_request, relayed
from brickfield.server.logs import log, log_fault
from brickfield.server.rooms.owners import OwnedElsewhere
from brickfield.server.store.postgres.leases import LEASE_SECONDS, MARGIN_SECONDS
from brickfield.server.store.postgres.steward import Steward
from brickfield.server.store.postgres.store import PostgresStore
from brickfield.server.store.store import Away, StoreBroken

if TYPE_CHECKING:
    from brickfield.server.server import Server

# How often it is looked at whether this worker may still believe in its tables, and whether others have left some.
_WATCH_SECONDS = 0.25
_STRANDED_SECONDS = 5.0
_ATTEMPTS = 3


class Changed(Struct, frozen=True, rename={"sender": "from"}):
    """News of another worker: a secret was changed."""

    sender: str
    old: str
    new: str


class Club:
    """What a server knows of the other workers of its house."""

    def __init__(
        self, store: PostgresStore, address: str, steward: Steward, ticks: Callable[[], float] = time.monotonic
    ) -> None:
        self.store = store
        self.passes = Passes(store.word, address)
        self._port = int(address.rpartition(":")[2])
        self._steward = steward
        self._ticks = ticks
        # when this worker last knew that the others know it is alive
        self._renewed = ticks()
        self._lapsed = False
        self._server: Server | None = None
        self._releasing: set[asyncio.Task[None]] = set()

    # --- who has what ---

    @property
    def leads(self) -> bool:
        """Whether this worker does the chores of the house."""
        return self._steward.leads and not self._lapsed

    async def take(self, match: str) -> None:
        """Have a match from now on, or raise `OwnedElsewhere`."""
        for _ in range(_ATTEMPTS):
            if self._lapsed:
                break
            taken = await self.store.take(match)
            if taken.fence or (not taken.address and not await self.store.is_there(match)):
                return
            if taken.address:
                raise OwnedElsewhere(match, taken.address)
        raise Away("nobody can say who has this match")

    def release(self, match: str) -> None:
        """A match is closed here: whoever is asked for it next may have it."""
        task = asyncio.create_task(self._release(match))
        self._releasing.add(task)
        task.add_done_callback(self._releasing.discard)

    async def _release(self, match: str) -> None:
        try:
            await self.store.release(match)
        except StoreBroken as error:
            # it stays ours until somebody asks us for it, or until we are gone
            log_fault("not_released", error, match=match)

    async def leave(self) -> None:
        """Nothing is written here any more."""
        await asyncio.to_thread(self._steward.stop)
        if self._lapsed:
            return
        try:
            await self.store.leave()
        except StoreBroken as error:
            log_fault("not_left", error)

    # --- being alive ---

    def chores(self, server: Server) -> tuple[Awaitable[None], ...]:
        """To watch whether this worker is still believed, to hear what others tell, to see to what they have left."""
        self._server = server
        loop = asyncio.get_running_loop()
        self._steward.renewed = lambda moment: _call(loop, self.renewed, moment)
        self._steward.heard = lambda news: _call(loop, self._hear, news)
        self._steward.missed = lambda: _call(loop, self.give_up_rooms, "news may have been missed")
        self._renewed = self._ticks()
        self._steward.start()
        return (self._watch(), self._see_to_what_is_left())

    async def _watch(self) -> None:
        while True:
            self.watch()
            await asyncio.sleep(_WATCH_SECONDS)

    def watch(self) -> None:
        """Give all rooms up in time when nobody can be told that this worker is alive."""
        if self._ticks() - self._renewed > LEASE_SECONDS - MARGIN_SECONDS:
            self._lapsed = True
            self.give_up_rooms("nobody could be told that this worker is alive")

    def renewed(self, moment: float) -> None:
        """The others know that this worker was alive at a moment."""
        # one that stood still for long has lost what it had, even if nobody was there to notice
        self.watch()
        self._renewed = moment
        if self._ticks() - moment <= LEASE_SECONDS - MARGIN_SECONDS:
            self._lapsed = False

    def give_up_rooms(self, reason: str) -> None:
        """Memory is no longer believed; whoever comes back finds the tables as the database has them."""
        rooms = [room for room in self._server.rooms.values() if not room.spoilt] if self._server is not None else []
        if rooms:
            log("rooms_given_up", reason=reason, count=len(rooms))
        for room in rooms:
            room.spoil()

    def _hear(self, news: str) -> None:
        changed = from_json(news, Changed)
        if changed.sender != self.store.leases.worker and self._server is not None:
            task = asyncio.create_task(self._forget(self._server, changed.old))
            self._releasing.add(task)
            task.add_done_callback(self._releasing.discard)

    async def _forget(self, server: Server, old_hash: str) -> None:
        """A secret opens nothing any more: rooms that know it are read again, and everybody in them comes back."""
        for room in await server.in_memory():
            if any(row.secret_hash == old_hash for row in room.seats):
                room.spoil()

    async def _see_to_what_is_left(self) -> None:
        """Open tables that a worker has left behind in the middle of something, each worker its part of them."""
        while self._server is not None:
            await asyncio.sleep(_STRANDED_SECONDS)
            try:
                await self._server.go_on()
            except (StoreBroken, msgspec.DecodeError) as error:
                log_fault("left_behind", error)

    # --- what is passed on ---

    async def pass_on(self, found: OwnedElsewhere, request: Request, body: bytes) -> Response | None:
        """What the worker that has a match answers to a request; None when it does not."""
        try:
            return await passed_request(self.passes, found.address, request, body)
        except CannotPass as error:
            log("not_passed_on", match=found.match, reason=str(error))
            return None

    async def relay(self, found: OwnedElsewhere, guest: str, hello: str | bytes) -> Relay | None:
        """A socket to the worker that has a match, which has heard hello; None when it does not answer."""
        try:
            return await relayed(self.passes, found.address, guest, hello)
        except CannotPass as error:
            log("not_passed_on", match=found.match, reason=str(error))
            return None

    def guest_of(self, scope: Scope) -> str | None:
        """For whom another worker passes this on; None when nobody of ours does."""
        shown = Headers(scope=scope).get(HEADER)
        if shown is None or not self.is_inside(scope):
            return None
        method = scope.get("method", "GET")
        peer = scope["client"][0] if scope.get("client") else ""
        return self.passes.guest(shown, f"{method} {scope['path']}", peer)

    def is_inside(self, scope: Scope) -> bool:
        """Whether this has come in by the door that only workers use."""
        here = scope.get("server")
        return here is not None and here[1] == self._port


def _call(loop: asyncio.AbstractEventLoop, what: Callable[..., None], *words: object) -> None:
    """Have something done in the loop of the server, unless that has come to its end."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(what, *words)
