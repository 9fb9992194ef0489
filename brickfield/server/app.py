"""The server wired together: routes, middleware, beginning and end. Nothing is decided here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from brickfield.server.server import Server
from brickfield.server.web.catalogue import warm
from brickfield.server.web.headers import SafeHeaders, ZippedAnswers
from brickfield.server.web.host_check import Gate
from brickfield.server.web.http import ROUTES, Route, serve
from brickfield.server.web.site_files import SITE, pocket_folder, serve_pocket, serve_site
from brickfield.server.web.socket import serve_socket


def make_app(
    server: Callable[[], Server],
    site: Path = SITE,
    more: tuple[Route, ...] = (),
    ready: Callable[[], None] = lambda: None,
) -> Starlette:
    """The application; its server is built when it starts, inside the event loop. `more` are routes it has besides;
    `ready` is called when guests may come."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.server = server()
        await asyncio.to_thread(warm, app.state.server.games.early())
        app.state.server.start()
        ready()
        try:
            yield
        finally:
            await app.state.server.close()

    def page(request: Request) -> Response:
        return serve_site(request, site)

    def in_the_pocket(request: Request) -> Response:
        return serve_pocket(request, pocket_folder())

    async def socket(connection: WebSocket) -> None:
        await serve_socket(connection.app.state.server, connection)

    routes = [StarletteRoute(route.path, _endpoint(route), methods=[route.method]) for route in (*ROUTES, *more)]
    return Starlette(
        routes=[
            *routes,
            WebSocketRoute("/ws", socket),
            StarletteRoute("/pocket/{path:path}", in_the_pocket, methods=["GET"]),
            StarletteRoute("/{path:path}", page, methods=["GET"]),
        ],
        middleware=[Middleware(SafeHeaders), Middleware(Gate), Middleware(ZippedAnswers)],
        lifespan=lifespan,
    )


def _endpoint(route: Route) -> Callable[[Request], object]:
    async def endpoint(request: Request) -> Response:
        return await serve(request.app.state.server, route, request)

    return endpoint
