"""What the browser tests share: a server and a browser for each worker, a fresh window for each test, no quiet errors.

Fixtures of the whole package, not of the session: a running browser holds the event loop of its thread, which other
tests of the same worker need for themselves.

Tests with the mark `both_editions` run against the edition without a server, too. `BRICKFIELD_EDITION=pocket` runs all
of them against that one alone.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.house import House, served
from tests.browser.window import SWITCHES, WAIT_MS, Windows
from tests.pocket.editions import DOOR, PocketHouse, PocketWindows
from tests.pocket.plain import FOLDER, MISSING
from tests.pocket.plain import served as plain
from tools.find_browser import find

# The one edition that is tested, where somebody asks for it.
ONLY = os.environ.get("BRICKFIELD_EDITION", "")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A chosen few run against both editions."""
    if not ONLY and not MISSING.exists() and metafunc.definition.get_closest_marker("both_editions"):
        metafunc.parametrize("edition", ["server", "pocket"])


@pytest.fixture
def edition(request: pytest.FixtureRequest) -> str:
    """Against which edition a test runs: `server`, or `pocket`, the one without."""
    mark = request.node.get_closest_marker("needs_server")
    if ONLY == "pocket" and mark:
        pytest.skip(mark.args[0])
    return ONLY or "server"


@pytest.fixture(scope="package")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server of our own."""
    with served(tmp_path_factory.mktemp("house")) as server:
        yield server


@pytest.fixture(scope="package")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the edition without a server is, behind a server of plain files."""
    assert (FOLDER / "sw.js").is_file(), "It is not built: run  make pocket  first (make test does it by itself)."
    with plain(tmp_path_factory.mktemp("plain"), DOOR) as found:
        yield found.address


@pytest.fixture
def server(edition: str, workshop: House, request: pytest.FixtureRequest) -> House:
    """What tests ask directly."""
    return workshop if edition == "server" else PocketHouse(workshop, request.getfixturevalue("place"))


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser that draws in software."""
    path = find()
    assert path, "There is no Chromium: run  make browser  first (make test does it by itself)."
    # as patient as every other wait: a busy machine is no fault of the page
    expect.set_options(timeout=WAIT_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=SWITCHES)
        yield browser
        browser.close()


_FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember a failed test, so that pictures of its windows can be kept."""
    report = yield
    item.stash[_FAILED] = item.stash.get(_FAILED, False) or report.failed
    return report


@pytest.fixture
def windows(browser: Browser, server: House, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Windows]:
    """Windows at the server; when the test is over none of them may have complained."""
    windows = PocketWindows(browser, server) if isinstance(server, PocketHouse) else Windows(browser, server)
    yield windows
    if request.node.stash.get(_FAILED, False):
        windows.picture(tmp_path)
    windows.close()
