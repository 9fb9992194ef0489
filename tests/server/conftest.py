"""What the tests of the server share: a served house in this process, reached over its real routes and sockets."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from brickfield.server.app import make_app
from brickfield.server.server import Games, Server
from brickfield.server.store.sqlite import SqliteStore
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
