"""The built folder behind a server of plain files, and windows at it: nothing else answers."""

from __future__ import annotations

import contextlib
import http.server
import json
import os
import threading
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import BrowserContext, Playwright

from tests.browser.house import House
from tests.browser.player import HandPlayer, Table
from tests.browser.window import _BEFORE, DESKTOP, SWIFT, SWITCHES, WAIT_MS, Window
from tools.find_browser import find

ROOT = Path(__file__).resolve().parents[2]
# The built folder; another build can be named as the bundler names it.
FOLDER = Path(os.environ.get("BRICKFIELD_POCKET") or ROOT / "dist" / "pocket")
MISSING = ROOT / "dist" / "pocket.missing"
# A folder below the top, as a free host gives one.
PLACE = "games/brickfield"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    # what is served in place of scripts, by the end of their path
    instead: Mapping[str, str] = {}
    plain: Plain

    def log_message(self, format: str, *words: Any) -> None:
        """Nobody reads it."""

    def do_GET(self) -> None:
        """A file, or what a test puts in its place."""
        self.plain.asked.append(self.path)
        words = next((words for end, words in self.instead.items() if self.path.endswith(end)), "")
        is_cut = self.plain.cut and self.plain.cut in self.path
        if not words and not is_cut:
            return super().do_GET()
        data = words.encode() or Path(self.translate_path(self.path)).read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(self.path))
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if is_cut else data)

    def end_headers(self) -> None:
        """How long a browser believes a file without asking must not depend on how old the build is."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()


class Plain:
    """A server of plain files that can be stopped."""

    def __init__(self, folder: Path, instead: Mapping[str, str] | None = None) -> None:
        # what was asked for; files with `cut` in their path end in the middle
        self.asked: list[str] = []
        self.cut = ""
        handler = type("_Handler", (_Quiet,), {"instead": instead or {}, "plain": self})
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self.port = self._server.server_port
        self._thread.start()

    @property
    def address(self) -> str:
        """Where the built folder is."""
        return f"http://127.0.0.1:{self.port}/{PLACE}/"

    def stop(self) -> None:
        """Answer nobody any more."""
        if not self._thread.is_alive():
            return
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextlib.contextmanager
def served(folder: Path, instead: Mapping[str, str] | None = None) -> Iterator[Plain]:
    """The built folder, somewhere below the top of a server; `instead` has scripts in place of others."""
    place = folder / PLACE
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(FOLDER, target_is_directory=True)
    plain = Plain(folder, instead)
    try:
        yield plain
    finally:
        plain.stop()


class PocketWindow(Window):
    """A window at the built folder."""

    @property
    def place(self) -> str:
        """Where the folder is."""
        return self.server.address

    def go(self, path: str, quality: str = "rough") -> PocketWindow:
        """Open a page of ours; it stands behind the #."""
        self.page.goto(f"{self.place}?quality={quality}#{path}")
        return self

    def at(self) -> str:
        """The page of ours that is shown."""
        path: str = self.page.evaluate("() => location.hash.slice(1).replace(/[?#].*/, '')")
        return path

    def kept(self, key: str) -> Any:
        """What the browser keeps under a key, which this edition has under a name of its own."""
        return super().kept(key.replace("brickfield.", "brickfield-pocket.", 1))

    def open_table(self) -> None:
        """Wait until a table is drawn and somebody is asked, or the battle is over."""
        self.wait("() => window.__brickfield?.probe()?.frames > 0 && window.__brickfield.state().seq > 0")


class Device:
    """A browser with a disk of its own, that can be closed and opened again, and whose tabs can be killed."""

    def __init__(self, playwright: Playwright, folder: Path, plain: Plain, *, offline: bool = True) -> None:
        self._playwright, self.profile, self.plain = playwright, folder, plain
        # without what keeps the pages for later, every request can be answered by a test
        self._workers: Literal["allow", "block"] = "allow" if offline else "block"
        self.context = self._opened()

    def _opened(self) -> BrowserContext:
        context = self._playwright.chromium.launch_persistent_context(
            self.profile, executable_path=find(), args=SWITCHES, viewport=DESKTOP, reduced_motion="no-preference",
            service_workers=self._workers,
        )  # fmt: skip
        context.set_default_timeout(WAIT_MS)
        context.add_init_script(_BEFORE % json.dumps({"brickfield.settings": dict(SWIFT)}))
        return context

    def window(self) -> PocketWindow:
        """A new tab."""
        return PocketWindow(self.context, House(self.plain.address), False)

    def restart(self) -> None:
        """Close the browser and open it again."""
        self.context.close()
        self.context = self._opened()

    def close(self) -> None:
        """Put it away."""
        self.context.close()


def _processes() -> dict[int, tuple[int, str]]:
    """Every process of this machine: its parent, and how it was called."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            found[int(folder.name)] = (parent, (folder / "cmdline").read_text().replace("\0", " "))
    return found


def processes_of(profile: Path) -> dict[int, str]:
    """The processes of the browser with this profile, and how they were called."""
    known = _processes()
    own = {pid for pid, (_, words) in known.items() if f"--user-data-dir={profile}" in words}
    for _ in range(4):
        own |= {pid for pid, (parent, _) in known.items() if parent in own}
    return {pid: known[pid][1] for pid in own}


def with_one_answer(window: PocketWindow) -> HandPlayer:
    """A battle begun by Play now, in which the first question has been answered."""
    window.press("play-now")
    window.open_table()
    player = HandPlayer(Table(window))
    asked = player.table.asked()
    assert asked is not None
    player.answer(asked)
    player.table.asked()
    return player
