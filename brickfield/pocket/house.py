"""A server in a page: the same server with a store, workers and limits that fit one person and one device."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from brickfield.core.game import Game
from brickfield.pocket.bridge import Bridge, Tell
from brickfield.pocket.luggage import ROUTES
from brickfield.pocket.salvage import opened
from brickfield.pocket.thinking import MakeHelper, helpers
from brickfield.server.app import make_app
from brickfield.server.bots.worker_pool import Workers
from brickfield.server.rooms.retention import Terms
from brickfield.server.server import Games, Server, Settings
from brickfield.server.store.sqlite import SqliteStore
from brickfield.server.web.limits import Limits, Rate

# Interpreters beside the one that serves: each takes its memory of a device that may be a phone.
_HELPERS = 1
# Whoever sits here shares the device with nobody: nothing has to wait for its turn.
_FREELY = Rate(1e9, 1e9)
SETTINGS = Settings(
    workers=_HELPERS,
    # what somebody keeps in his own pocket is thrown away by nobody else
    terms=Terms(most=0, hardly_days=0, unfinished_days=0),
    limits=Limits(
        joins=_FREELY, matches=_FREELY, requests=_FREELY, commands=_FREELY, asks=_FREELY, hits=_FREELY, work=_FREELY,
        loop=_FREELY, quiet=_FREELY,
    ),
)  # fmt: skip


def _none() -> tuple[Game, ...]:
    return ()


# A game comes when it is chosen.
GAMES = Games(early=_none)


class House:
    """A server in a page, open."""

    def __init__(self, bridge: Bridge, store: SqliteStore) -> None:
        self.bridge = bridge
        self.store = store

    async def close(self) -> None:
        """Finish what is in hand and let go of the files."""
        await self.bridge.stop()


async def open_house(path: str, keep: Callable[[], Awaitable[None]], make: MakeHelper, tell: Tell) -> House:
    """Open the server of a page.

    Its database is the file `path`; `keep` returns when all that was written to it outlives this page. `make` starts
    workers, and `tell` hears what goes to the page.
    """
    store = await opened(Path(path), keep, tell)
    store.call_when_broken(lambda reason: tell("broken", 0, reason))
    workers = Workers(helpers(make), _HELPERS)
    bridge = Bridge(make_app(lambda: Server(store, SETTINGS, games=GAMES, work=workers), more=ROUTES), tell)
    await bridge.start()
    return House(bridge, store)
