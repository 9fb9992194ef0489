"""Windows of the browser at our server: sized, with kept seats and settings, and with an ear for complaints."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, ViewportSize

from tests.browser.house import House, Match
from tests.browser.weather import weather

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
TABLET: ViewportSize = {"width": 820, "height": 1180}
PHONE: ViewportSize = {"width": 390, "height": 844}
LYING: ViewportSize = {"width": 844, "height": 390}
SHORT: ViewportSize = {"width": 1024, "height": 600}
TABLET_LYING: ViewportSize = {"width": 1180, "height": 820}
SMALL_PHONE: ViewportSize = {"width": 360, "height": 780}
SIZES = {
    "desktop": DESKTOP,
    "tablet": TABLET,
    "phone": PHONE,
    "small phone": SMALL_PHONE,
    "phone on its side": LYING,
}

# Nothing is waited for that a test does not look at; the tests of dice and motion say otherwise.
SWIFT = {"dice": "off", "motion": "reduced", "volume": 0}
# A patient bound: on an idle machine nothing here takes two seconds.
WAIT_MS = int(os.environ.get("BRICKFIELD_WAIT", "30000"))

# How the browser of these tests is started.
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

# The page asks for simple pictures wherever it goes, as software draws them; what it keeps is there before it starts.
_BEFORE = """
(() => {
  const kept = %s;
  try {
    for (const [key, value] of Object.entries(kept))
      if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value));
  } catch { /* a page without an address keeps nothing */ }
  for (const name of ["pushState", "replaceState"]) {
    const before = history[name].bind(history);
    history[name] = (state, title, to) => {
      const at = new URL(to ?? location.href, location.href);
      at.searchParams.set("quality", new URLSearchParams(location.search).get("quality") ?? "rough");
      before(state, title, at.pathname + at.search + at.hash);
    };
  }
  addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective}`));
})();
"""


class Window:
    """One window: its page, and everything it complained about."""

    # whether there is a line to the server that can be cut
    has_line = True

    def __init__(self, context: BrowserContext, server: House, touch: bool) -> None:
        self.context = context
        self.server = server
        self.touch = touch
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.excused: tuple[str, ...] = ()
        self.page.set_default_timeout(WAIT_MS)
        if (slower := weather().cpu) > 1:
            context.new_cdp_session(self.page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)

    def excuse(self, *words: str) -> None:
        """Complaints with these words are what the test provokes."""
        self.excused += words

    def faults(self) -> list[str]:
        """Complaints nobody excused."""
        return [one for one in self.complaints if not any(words in one for words in self.excused)]

    def go(self, path: str, quality: str = "rough") -> Window:
        """Open a page of ours."""
        path, _, fragment = path.partition("#")
        mark = "&" if "?" in path else "?"
        self.page.goto(f"{self.server.address}{path}{mark}quality={quality}" + (f"#{fragment}" if fragment else ""))
        return self

    def at(self) -> str:
        """The page of ours that is shown."""
        path: str = self.page.evaluate("() => location.pathname")
        return path

    def find(self, testid: str) -> Locator:
        """A part of the page by its test id."""
        return self.page.get_by_test_id(testid)

    def press(self, what: str | Locator) -> None:
        """Click, or tap where there is a finger."""
        place = self.find(what) if isinstance(what, str) else what
        if self.touch:
            place.tap()
        else:
            place.click()

    def wait(self, true: str, about: Any = None) -> Any:
        """Wait until an expression of the page is true; its value."""
        return self.page.wait_for_function(true, arg=about).json_value()

    def sent(self, path: str, act: Callable[[], None]) -> Any:
        """What the page sends to this address of the server when something is done."""
        with self.page.expect_request(f"**{path}") as asked:
            act()
        return json.loads(asked.value.post_data or "{}")

    def listen(self) -> Callable[[], list[dict[str, Any]]]:
        """From now on, what the server says at a table; to be asked for at any time."""
        heard: list[dict[str, Any]] = []
        self.page.on("websocket", lambda line: line.on("framereceived", lambda frame: heard.append(json.loads(frame))))
        return lambda: heard

    def painted(self) -> None:
        """Wait until the page has painted: what was shown before the last key or touch is gone from it."""
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
        )

    def kept(self, key: str) -> Any:
        """What the browser keeps under a key."""
        text = self.page.evaluate("(key) => localStorage.getItem(key)", key)
        return None if text is None else json.loads(text)


class Windows:
    """All windows of a test."""

    # whether pages may be kept for later
    offline: Literal["allow", "block"] = "allow"

    def __init__(self, browser: Browser, server: House) -> None:
        self.browser = browser
        self.server = server
        self.all: list[Window] = []

    def open(
        self,
        size: ViewportSize = DESKTOP,
        *,
        match: Match | None = None,
        seats: tuple[int, ...] = (),
        settings: Mapping[str, Any] = SWIFT,
        touch: bool = False,
        reduced: Literal["reduce", "no-preference"] = "no-preference",
        **kept: Any,
    ) -> Window:
        """A fresh window that keeps nothing but these seats of a match and these settings."""
        context = self.browser.new_context(
            viewport=size,
            has_touch=touch,
            is_mobile=touch,
            reduced_motion=reduced,
            device_scale_factor=1,
            service_workers=self.offline,
        )
        stored: dict[str, Any] = {"brickfield.settings": dict(settings), **kept}
        if match is not None:
            stored["brickfield.seats"] = match.kept(*seats)
        context.add_init_script(_BEFORE % json.dumps(stored))
        window = self.made(context, [kept["match"] for kept in stored.get("brickfield.seats", ())], touch)
        self.all.append(window)
        return window

    def made(self, context: BrowserContext, matches: list[str], touch: bool) -> Window:
        """A window; where each browser has a server of its own, that one gets the matches."""
        return Window(context, self.server, touch)

    def table(self, match: Match, size: ViewportSize = DESKTOP, *, quality: str = "rough", **wishes: Any) -> Window:
        """A window at the table of a match, ready to be used; who looks at pixels wants all of them (`low`)."""
        window = self.open(size, match=match, **wishes)
        window.go(f"/table/{match.id}", quality)
        window.wait("() => window.__brickfield?.probe()?.frames > 0 && window.__brickfield.state().seq > 0")
        return window

    def picture(self, folder: Path) -> None:
        """Keep what every window shows now, for whoever looks into a failed test."""
        for number, window in enumerate(self.all):
            file = folder / f"window-{number}.png"
            window.page.screenshot(path=file, timeout=10_000)
            print(f"window {number} at {window.page.url}: {file}")

    def close(self) -> None:
        """Close them all; a complaint of any fails the test."""
        faults = [fault for window in self.all for fault in window.faults()]
        for window in self.all:
            window.context.close()
        assert not faults, f"the page complained: {faults}"
