"""A server offers the edition that needs none, where its folder is; and nothing beside that folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from brickfield.server.app import make_app
from brickfield.server.store.sqlite import SqliteStore
from brickfield.server.web import site_files
from brickfield.server.web.headers import POLICY
from tests.server.tables import near


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(lambda: near(SqliteStore(tmp_path / "m.sqlite"))), base_url="http://localhost") as client:
        yield client


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "pocket"
    (folder / "engine").mkdir(parents=True)
    (folder / "index.html").write_text("<p>pocket</p>", "utf-8")
    (folder / "sw.js").write_text("// kept", "utf-8")
    (folder / "engine" / "engine-12345678.xz").write_bytes(b"packed")
    (tmp_path / "secret.txt").write_text("not yours", "utf-8")
    monkeypatch.setattr(site_files, "POCKETS", (tmp_path / "nowhere", folder))
    return folder


def test_the_folder_is_offered_and_served_as_it_is(client: TestClient, built: Path) -> None:
    assert client.get("/api/pocket").json() == {"address": "/pocket/"}
    page = client.get("/pocket/")
    assert (page.status_code, page.text) == (200, "<p>pocket</p>")
    assert "'wasm-unsafe-eval'" in page.headers["content-security-policy"]
    assert client.get("/pocket/engine/engine-12345678.xz").content == b"packed"
    assert client.get("/pocket/sw.js").headers["content-type"].startswith("text/javascript")
    for lost in ("/pocket/nothing.js", "/pocket/%2e%2e/secret.txt", "/pocket/..%2fsecret.txt", "/pocket/engine"):
        assert client.get(lost).status_code == 404, lost
    assert client.get("/healthz").headers["content-security-policy"] == POLICY


def test_where_it_was_not_built_nothing_is_offered(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_files, "POCKETS", (tmp_path / "nowhere",))
    assert client.get("/api/pocket").json() == {"address": ""}
    assert client.get("/pocket/").status_code == 404
