"""The gate before every route: which names are ours, whose address is believed, and that nobody asks too often.

A page of a stranger whose name was pointed at this machine (DNS rebinding) talks to us under that name, so names that
are not ours are refused. Addresses and this machine's own names need no list: no stranger's page can have them.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from brickfield.core.refusal import Refusal, invalid
from brickfield.server.metering import Meter, metered

if TYPE_CHECKING:
    from brickfield.server.server import Server

# Path and query together; our own are far shorter.
MOST_TARGET = 2_048
ANY_NAME = "*"
_V6_PREFIX = 64

WRONG_HOST = invalid(
    "wrong_host",
    "This server does not go by that name. Use its address, or let whoever runs it allow the name (--allow-host).",
)

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Gate:
    """What passes has a name of ours, and the address that its allowance is taken from."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it before anybody has looked at it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        server = scope["app"].state.server
        guest = server.owners.guest_of(scope)
        scope["passed"] = guest is not None
        scope["client"] = (believed(HTTPConnection(scope), server.settings.proxies) if guest is None else guest, 0)
        wait = server.rate_limiter.owe("hits", scope["client"][0])
        if wait > 0:
            await asyncio.sleep(wait)
        refused = _refusal(scope, server)
        if refused is None and scope["type"] == "http":
            await self._priced(server, scope, receive, send)
        elif refused is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            status, refusal = refused
            await Response(msgspec.json.encode(refusal), status, media_type="application/json")(scope, receive, send)

    async def _priced(self, server: Server, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request as soon as its address may use the server's own time again, and count what it takes."""
        address, meter = scope["client"][0], Meter()
        await asyncio.sleep(server.rate_limiter.owe("loop", address, 0.0))
        try:
            await metered(_all_of(self._app(scope, receive, send)), meter)
        finally:
            server.rate_limiter.owe("loop", address, 1000.0 * meter.take())


async def _all_of(answer: Awaitable[None]) -> None:
    await answer


def _refusal(scope: Scope, server: Server) -> tuple[int, Refusal] | None:
    if scope["passed"] != server.owners.is_inside(scope):
        # by the door of workers nobody else comes in
        return 421, WRONG_HOST
    # a path of thousands of folders would be looked up folder by folder
    if len(scope.get("raw_path") or scope["path"]) + len(scope["query_string"]) > MOST_TARGET:
        return 414, invalid("too_large", f"An address has at most {MOST_TARGET} letters.")
    if not scope["passed"] and not is_our_host(HTTPConnection(scope).headers.get("host", ""), server.settings.hosts):
        return 421, WRONG_HOST
    return None


def is_our_host(header: str, hosts: Sequence[str] | None) -> bool:
    """Whether a Host header names us: by an address, as this machine, or by a name that was allowed. None: all do."""
    if hosts is None or ANY_NAME in hosts:
        return True
    name = header.strip().lower()
    # an address of the sixth version has colons of its own and stands in brackets
    inside, bracket, port = name.partition("]")
    name, port = (inside.removeprefix("["), port) if bracket else (name.partition(":")[0], name.partition(":")[2])
    if port.removeprefix(":") and not port.removeprefix(":").isdecimal():
        return False
    return bool(_address(name)) or name.rstrip(".") in hosts


def own_names(listens_at: str) -> tuple[str, ...]:
    """The names of this machine, and the one it was told to listen at."""
    machine = socket.gethostname().lower()
    label = machine.partition(".")[0]
    return tuple(name for name in ("localhost", machine, label, f"{label}.local", listens_at.lower()) if name)


def read_networks(words: Iterable[str]) -> tuple[Network, ...]:
    """Addresses and networks (`10.0.0.0/8`) as they are typed; ValueError when one is neither."""
    return tuple(ipaddress.ip_network(word.strip()) for word in words if word.strip())


def believed(connection: HTTPConnection, proxies: Sequence[Network]) -> str:
    """Who asks. Only a proxy of ours is believed about whom it asks for: the last one that is no proxy of ours."""
    peer = connection.client.host if connection.client is not None else ""
    if not is_within(peer, proxies):
        return allowance_of(peer)
    told = ",".join(connection.headers.getlist("x-forwarded-for")).split(",")
    for each in reversed([word.strip() for word in told]):
        if not _address(each):
            break
        if not is_within(each, proxies):
            return allowance_of(each)
    return allowance_of(peer)


def is_within(address: str, networks: Sequence[Network]) -> bool:
    """Whether an address is one of these."""
    found = _address(address)
    return found is not None and any(found in network for network in networks)


def allowance_of(address: str) -> str:
    """The address an allowance belongs to: whoever has one of the sixth version has all that begin alike."""
    found = _address(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, _V6_PREFIX), strict=False).network_address)
    return str(found) if found is not None else address


def _address(word: str) -> Any:
    """An address, one of the fourth version written as the sixth taken for what it is; None when it is none."""
    try:
        found = ipaddress.ip_address(word)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
