"""What the browser tests share: a server and a browser for each worker, a fresh window for each test, no quiet errors.

Fixtures of the whole package, not of the session: a running browser holds the event loop of its thread, which other
tests of the same worker need for themselves.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.house import House, served
from tests.browser.window import WAIT_MS, Windows
from tools.find_browser import find

SWITCHES = [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    # put together by the processor at once: on a machine without a card the other way draws every page twice
    "--disable-gpu-compositing",
    # two windows of one test are both awake, whichever is in front
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
]


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server of our own."""
    with served(tmp_path_factory.mktemp("house")) as server:
        yield server


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
    windows = Windows(browser, server)
    yield windows
    if request.node.stash.get(_FAILED, False):
        windows.picture(tmp_path)
    windows.close()
