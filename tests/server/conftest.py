"""What the tests of the server share: a served house in this process, reached over its real routes and sockets."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from brickfield.server.app import make_app
from brickfield.server.server import Games, Server
from brickfield.server.store.sqlite import SqliteStore
from brickfield.server.store.store import Store
from tests.server.databases import Cluster, Missing, cluster
from tests.server.tables import FAST, find_any, near


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A small built site."""
    folder = tmp_path / "site"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Brickfield</title>", "utf-8")
    (folder / "assets" / "table-C0ffee12.js").write_text("export const table = 1;\n" * 200, "utf-8")
    for ending, text in ((".br", b"in brotli"), (".gz", gzip.compress(b"export const table = 1;\n" * 200))):
        (folder / "assets" / f"table-C0ffee12.js{ending}").write_bytes(text)
    (folder / "robots.txt").write_text("User-agent: *\n", "utf-8")
    (tmp_path / "secret.txt").write_text("not for the site", "utf-8")
    return folder


@pytest.fixture
def client(tmp_path: Path, site: Path) -> Iterator[TestClient]:
    """A browser at a server with wide limits."""

    def server() -> Server:
        return near(SqliteStore(tmp_path / "matches.sqlite"), FAST, games=Games(find=find_any))

    with TestClient(make_app(server, site), base_url="http://testserver") as browser:
        yield browser


@pytest.fixture
def postgres() -> Cluster:
    """A real PostgreSQL, where there is one for this system."""
    try:
        return cluster()
    except Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture(params=["sqlite", "postgresql"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    """Opens the same store again and again, of either kind."""
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / "new folder" / "a.sqlite")
    from brickfield.server.store.postgres.store import PostgresStore

    url = request.getfixturevalue("postgres").fresh()
    return lambda: PostgresStore(url)
