"""Pictures of everything that is seen, to be looked at: `python -m tests.browser.screens FOLDER [--only WORDS ...]`.

Each scene is played at a server of its own by the hands of the browser tests, and its pictures are taken on a desk, in
a short window, and on a tablet and a phone, upright and on their sides, by day and at night. Nothing is compared: a
person opens the folder and looks.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.house import House, Match, served
from tests.browser.player import FingerTable, Table
from tests.browser.window import DESKTOP, LYING, PHONE, SHORT, SWITCHES, TABLET, TABLET_LYING, WAIT_MS, Window, Windows
from tools.find_browser import find

SIZES = {
    "desk": DESKTOP,
    "short": SHORT,
    "tablet": TABLET,
    "tablet-lying": TABLET_LYING,
    "phone": PHONE,
    "lying": LYING,
}
THEMES = ("light", "dark")
# quick, but it leaves patches of old paint in pictures of a whole window
PATCHY = "--disable-gpu-compositing"
_SETTLED = "() => !window.__brickfield?.probe || window.__brickfield.probe()?.idle !== false"


class Looker:
    """Who looks at one size: opens windows at a server and takes pictures of them."""

    def __init__(self, browser: Browser, server: House, folder: Path, size: str, quality: str) -> None:
        self.windows = Windows(browser, server)
        self.server = server
        self.folder = folder
        self.name = size
        self.size = SIZES[size]
        self.touch = size not in ("desk", "short")
        self.quality = quality
        self.themes: tuple[str, ...] = THEMES

    def open(self, path: str, ready: str = "h1", **kept: Any) -> Window:
        """A page."""
        window = self._window(SLOW, **kept)
        window.go(path, self.quality)
        window.page.locator(ready).first.wait_for()
        window.page.wait_for_load_state("networkidle")
        return window

    def table(self, match: Match, *seats: int, scene: bool = False) -> Table:
        """The table of a match."""
        window = self._window(SLOW, match=match, seats=seats)
        window.go(f"/table/{match.id}", self.quality)
        return self.at(window, scene=scene)

    def at(self, window: Window, *, scene: bool = False) -> Table:
        """The table a window has come to."""
        window.wait("() => window.__brickfield?.probe()?.frames > 0 && window.__brickfield.state().seq > 0")
        table = FingerTable(window) if self.touch else Table(window)
        if scene:
            window.page.keyboard.press("v")
            table.still()
        return table

    def _window(self, settings: dict[str, Any], **wishes: Any) -> Window:
        window = self.windows.open(self.size, touch=self.touch, settings=settings, **wishes)
        self._dress(window, self.themes[0])
        return window

    def _dress(self, window: Window, theme: str) -> None:
        window.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")

    def still(self, window: Window | Table, name: str, *, settle: bool = True) -> None:
        """A picture of what stands still, by day and at night."""
        window = window.window if isinstance(window, Table) else window
        for theme in self.themes:
            self._dress(window, theme)
            window.painted()
            if settle:
                window.wait(_SETTLED)
            self._take(window, name, theme)
        self._dress(window, self.themes[0])

    def moment(self, table: Table, name: str, when: str) -> bool:
        """A picture of the moment at which something is true; False when the battle goes on without it."""
        # the receipt comes before the table that shows the answer: until then the battle only seems to rest
        table.window.wait(f"(answered) => ({when})() || ({_OVER})(answered)", table.answered)
        found = bool(table.page.evaluate(when))
        if found:
            table.window.painted()
            self._take(table.window, name, self.themes[0])
        return found

    def _take(self, window: Window, name: str, theme: str) -> None:
        file = self.folder / f"{name}-{self.name}-{theme}.png"
        window.page.screenshot(path=file, timeout=60_000)
        print(f"{time.strftime('%X')} {file.name}", flush=True)

    def close(self) -> None:
        """Close all windows; what a page complained about is told."""
        faults = [fault for window in self.windows.all for fault in window.faults()]
        for window in self.windows.all:
            window.context.close()
        self.windows.all.clear()
        for fault in faults:
            print("  the page complained:", fault)


# Slow enough for a camera; nothing is heard.
SLOW = {"dice": "full", "motion": "full", "pace": "slow", "volume": 0, "theme": "system"}
_OVER = """(answered) => {
  const now = window.__brickfield.state();
  if (now.seq <= answered || now.playing || now.pending) return false;
  return now.seq === now.shown && (now.outcome || now.decision);
}"""

Scene = Callable[[Looker], None]
SCENES: dict[str, tuple[Scene, bool]] = {}


def scene(name: str, *, moves: bool = False) -> Callable[[Scene], Scene]:
    """A scene by its name; what moves is played once by day and once at night."""

    def keep(function: Scene) -> Scene:
        SCENES[name] = (function, moves)
        return function

    return keep


def take(folder: Path, only: list[str], sizes: list[str], quality: str) -> None:
    """All pictures, or those of the scenes whose name has one of the words."""
    import tests.browser.screens_battles
    import tests.browser.screens_drawn
    import tests.browser.screens_goals
    import tests.browser.screens_pages  # noqa: F401

    folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=WAIT_MS)
    chosen = {name: each for name, each in SCENES.items() if not only or any(word in name for word in only)}
    with tempfile.TemporaryDirectory() as kept, served(Path(kept)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=[one for one in SWITCHES if one != PATCHY])
        for size in sizes:
            for name, (play, moves) in chosen.items():
                for themes in (("light",), ("dark",)) if moves else (THEMES,):
                    _play(Looker(browser, server, folder, size, quality), name, play, themes)
        browser.close()


def _play(looker: Looker, name: str, play: Scene, themes: tuple[str, ...]) -> None:
    looker.themes = themes
    try:
        play(looker)
    except Exception as error:
        # one scene that fails leaves the others to be looked at
        print(f"  {name} on a {looker.name}: {type(error).__name__}: {str(error)[:400]}", flush=True)
        for window in looker.windows.all:
            window.page.screenshot(path=looker.folder / f"failed-{name}-{looker.name}.png")
    looker.close()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Pictures of everything that is seen.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--sizes", nargs="*", default=list(SIZES), choices=list(SIZES))
    parser.add_argument("--quality", default="low", choices=["rough", "low", "high"])
    wish = parser.parse_args()
    take(wish.folder, wish.only, wish.sizes, wish.quality)


if __name__ == "__main__":
    # the scenes are kept by the module of this name, not by the script
    from tests.browser import screens

    screens.main()
