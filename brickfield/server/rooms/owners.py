"""Who has a match in memory. A server that is alone has every one; of several workers of one house each has some."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import Scope

    from brickfield.server.server import Server


class OwnedElsewhere(Exception):
    """Another worker has this match: whoever asks for it is passed on to there."""

    def __init__(self, match: str, address: str) -> None:
        super().__init__(f"another worker has match {match}")
        self.match, self.address = match, address


class FarEnd(Protocol):
    """The far end of a socket that is passed on."""

    async def send(self, raw: str | bytes) -> None:
        """A frame of the guest."""
        ...

    async def bring_back(self, take: Callable[[bytes], Awaitable[None]]) -> int:
        """Hand every frame of the other worker over; in the end the code of its good bye, 0 if it had none."""
        ...

    async def close(self) -> None:
        """The guest has gone."""
        ...


class Owners(Protocol):
    """What a server has to know of the others that serve the same house."""

    @property
    def leads(self) -> bool:
        """Whether this server does what is done once for the whole house."""
        ...

    async def take(self, match: str) -> None:
        """Have a match from now on, or raise `OwnedElsewhere`."""
        ...

    def release(self, match: str) -> None:
        """A match is closed here."""
        ...

    def chores(self, server: Server) -> tuple[Awaitable[None], ...]:
        """What has to be done all the time while the server runs."""
        ...

    async def leave(self) -> None:
        """Nothing is written here any more: others may take everything."""
        ...

    async def pass_on(self, found: OwnedElsewhere, request: Request, body: bytes) -> Response | None:
        """What the worker that has a match answers to a request; None when it does not."""
        ...

    async def relay(self, found: OwnedElsewhere, guest: str, hello: str | bytes) -> FarEnd | None:
        """A socket to the worker that has a match, which has heard hello; None when it does not answer."""
        ...

    def guest_of(self, scope: Scope) -> str | None:
        """For whom another worker passes this on; None when nobody of ours does."""
        ...

    def is_inside(self, scope: Scope) -> bool:
        """Whether this has come in by the door that only workers use."""
        ...


class SoleOwner:
    """The only server of its house."""

    @property
    def leads(self) -> bool:
        """There is nobody else."""
        return True

    async def take(self, match: str) -> None:
        """Every match is ours."""

    def release(self, match: str) -> None:
        """Nobody else wants it."""

    def chores(self, server: Server) -> tuple[Awaitable[None], ...]:
        """Nothing."""
        return ()

    async def leave(self) -> None:
        """There is nobody to leave it to."""

    async def pass_on(self, found: OwnedElsewhere, request: Request, body: bytes) -> Response | None:
        """There is nobody else."""
        return None

    async def relay(self, found: OwnedElsewhere, guest: str, hello: str | bytes) -> FarEnd | None:
        """There is nobody else."""
        return None

    def guest_of(self, scope: Scope) -> str | None:
        """Nobody passes anything on."""
        return None

    def is_inside(self, scope: Scope) -> bool:
        """There is no such door."""
        return False
