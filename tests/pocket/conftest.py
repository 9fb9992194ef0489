"""The built folder, once for all tests of it.

Where a package of it could not be had, the build has said which; then the tests that need it are not there, and the
first line of the run says why.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect, sync_playwright

from tests.browser.window import WAIT_MS
from tests.pocket.plain import FOLDER, MISSING, ROOT, Device, Plain, served
from tools.find_browser import find

_NEED_IT = (
    "test_browser.py", "test_budget.py", "test_engine.py", "test_failures.py", "test_kills.py", "test_whole.py",
)  # fmt: skip
collect_ignore = list(_NEED_IT) if MISSING.exists() else []


def pytest_report_header() -> list[str]:
    """Why tests of the edition without a server are not there."""
    return [f"no edition without a server: {MISSING.read_text('utf-8').strip()}"] if MISSING.exists() else []


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built folder; `make test` has built it, whoever runs one test alone builds it here."""
    if not (FOLDER / "sw.js").is_file():
        done = subprocess.run([sys.executable, "-m", "tools.pocket"], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    return FOLDER


# by module: a driver of browsers holds the event loop of its thread, which other tests of this folder run their own on
@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """The driver of browsers."""
    assert find(), "There is no Chromium: run  make browser  first (make test does it by itself)."
    expect.set_options(timeout=WAIT_MS)
    with sync_playwright() as driver:
        yield driver


@pytest.fixture
def plain(folder: Path, tmp_path: Path) -> Iterator[Plain]:
    """A server of plain files."""
    with served(tmp_path / "top") as plain:
        yield plain


@pytest.fixture
def bare_device(playwright: Playwright, plain: Plain, tmp_path: Path) -> Iterator[Device]:
    """A browser that keeps no pages for later, so that a test can put others in their place."""
    device = Device(playwright, tmp_path / "profile", plain, offline=False)
    yield device
    device.close()


@pytest.fixture
def device(playwright: Playwright, plain: Plain, tmp_path: Path) -> Iterator[Device]:
    """A browser at the built folder."""
    device = Device(playwright, tmp_path / "profile", plain)
    yield device
    device.close()
