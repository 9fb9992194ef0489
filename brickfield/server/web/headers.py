"""Headers that keep a page to itself, on every response; what is compressed; and which pages may open a socket."""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
# The edition that needs no server compiles WebAssembly, and nothing else that a text could bring in.
POCKET_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
_SMALLEST_ZIPPED = 1024
# A third of the work of the greatest effort, for a few parts in a hundred more to send.
_EFFORT = 5
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class SafeHeaders:
    """Puts the headers on every response; what is said about a game is never kept by a cache."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and its response back."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, dressed)


def is_operator(headers: Mapping[str, str], token: str) -> bool:
    """Whether whoever runs the server asks; without a token nobody does."""
    given = headers.get("authorization", "").encode("utf-8", "surrogateescape")
    return bool(token) and hmac.compare_digest(given, f"Bearer {token}".encode())


class ZippedAnswers:
    """Compresses what is answered under /api/; files of the site lie there compressed already."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._zipped = GZipMiddleware(app, _SMALLEST_ZIPPED, _EFFORT)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with or without the one who compresses."""
        zips = scope["type"] == "http" and scope["path"].startswith("/api/")
        await (self._zipped if zips else self._app)(scope, receive, send)


def is_our_origin(headers: Mapping[str, str], others: tuple[str, ...] = ()) -> bool:
    """Whether a page of ours asks: its origin is the host it talks to, or one of those listed, letter by letter."""
    origin, host = headers.get("origin", ""), headers.get("host", "")
    return bool(host) and (origin in (f"http://{host}", f"https://{host}") or origin in others)
