"""The tests of the browser, run against the edition without a server: the same windows, each with a server of its own.

Positions and matches are still laid out by the server of those tests, their workshop, and every window takes the match
it was opened for along as luggage. Dice fall as they do there, and bots do not dawdle. What needs a second device is
skipped, in words.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from brickfield.core.typed import from_json
from brickfield.server.store.records import STIR, Record
from tests.browser import dice
from tests.browser.house import House, Match
from tests.browser.window import Windows
from tests.pocket.plain import PocketWindow

# Run inside the interpreter before anything of ours: the dice of these tests, and bots that wait for nobody.
_INSIDE = f"""
{inspect.getsource(dice)}
same_dice()
from brickfield.pocket import house as _house
from msgspec.structs import replace as _with
_house.SETTINGS = _with(_house.SETTINGS, pace=0.0)
"""
# Served in place of the script of the interpreter, which it loads in turn.
DOOR = {
    "/pyodide.mjs": f"""
import * as plain from "./pyodide.mjs?plain";
const inside = {json.dumps(_INSIDE)};
export async function loadPyodide(options) {{
  const python = await plain.loadPyodide(options);
  const run = python.runPython.bind(python);
  let isOurs = false;
  python.runPython = (code, ...rest) => {{
    // the engine lies there and is imported by then, and what is kept of its memory knows nothing of us
    const begins = code.includes("brickfield.pocket") && !/sys\\.path|packs/.test(code);
    if (begins && !isOurs) run(inside);
    isOurs ||= begins;
    return run(code, ...rest);
  }};
  return python;
}}
"""
}
# Battles this window takes along; whatever the page says to its server waits until they are there.
_LUGGAGE = "(globalThis.__luggage ??= []).push(%s);"
# The test hears what the page asks for, and asks the server of the page itself.
_EAR = """(() => {
  const Real = globalThis.Worker;
  globalThis.__sent = [];
  globalThis.__heard = [];
  globalThis.Worker = class extends Real {
    constructor(...words) {
      super(...words);
      if (!String(words[0]).includes("house_worker")) return;
      const post = super.postMessage.bind(this);
      const waiting = new Map();
      let number = 0;
      let held;
      this.addEventListener("message", ({ data: [kind, about, status, , text] }) => {
        if (kind === "message") globalThis.__heard.push(status);
        if (kind === "response") waiting.get(about)?.([status, text]);
      });
      globalThis.__ask = (method, path, body) => new Promise((told) => {
        number -= 1;
        waiting.set(number, told);
        post(["request", number, method, path, body]);
      });
      const unpack = async () => {
        const body = JSON.stringify({ battles: globalThis.__luggage });
        const [status, text] = await globalThis.__ask("POST", "/api/pocket/unpack", body);
        if (status !== 200) console.error(text);
        const late = held;
        held = undefined;
        for (const each of late) post(each);
      };
      this.postMessage = (message) => {
        globalThis.__sent.push(message);
        if (held) return held.push(message);
        post(message);
        if (message[0] !== "begin" || !globalThis.__luggage) return;
        held = [];
        void unpack();
      };
    }
  };
})();
"""
_OF_A_MATCH = re.compile(r"/(?:matches|records|table|replay|watch)/([A-Za-z0-9_-]+)")
_HEARD = "([at, before]) => globalThis.__sent.slice(before).find(([, , , path]) => path === at)?.[4]"


class Apart(PocketWindow):
    """A window with a server of its own."""

    has_line = False

    def __init__(self, context: BrowserContext, server: PocketHouse, touch: bool) -> None:
        super().__init__(context, server, touch)
        self.house = server
        context.add_init_script(_EAR)

    @property
    def place(self) -> str:
        """Where the folder is."""
        return self.house.place

    def go(self, path: str, quality: str = "rough") -> Apart:
        """Open a page of ours; the match it is about comes along."""
        if re.match("/join#.{32}$", path) and not path.endswith("#" + "x" * 32):
            pytest.skip("a friend needs a second device")
        if found := _OF_A_MATCH.match(path):
            self.take(found[1], path.startswith("/replay/"))
        super().go(path, quality)
        return self

    def take(self, match: str, is_over: bool = False) -> None:
        """Have a match of the workshop. No other window can be at it, too; one that is over is copied from there."""
        owner = self.house.owners.setdefault(match, self)
        if owner is not self and not is_over:
            pytest.skip("a match at two windows needs a second device")
        if match in self.house.made:
            self.house.made.remove(match)
            self._bring(self.house.call(f"/test/luggage/{match}"))
        elif owner is not self:
            self._bring(owner.carried(match))

    def _bring(self, battle: Any) -> None:
        self.context.add_init_script(_LUGGAGE % json.dumps(battle))
        # a page that is there already would not begin anew
        self.page.goto("about:blank")

    def sent(self, path: str, act: Callable[[], None]) -> Any:
        """What the page sends to this address of its server when something is done."""
        before = self.page.evaluate("() => globalThis.__sent.length")
        act()
        return json.loads(self.wait(_HEARD, [path, before]))

    def listen(self) -> Callable[[], list[dict[str, Any]]]:
        """What the server of this window has said at a table since the page was loaded."""
        return lambda: [json.loads(text) for text in self.page.evaluate("() => globalThis.__heard")]

    def ask(self, path: str, body: Any = None) -> Any:
        """An answer of the server of this window; None when it knows nothing of what is asked."""
        if self.page.evaluate("() => typeof globalThis.__ask") == "undefined":
            return None
        words = ["GET" if body is None else "POST", path, "" if body is None else json.dumps(body)]
        status, text = self.page.evaluate("(words) => globalThis.__ask(...words)", words)
        return json.loads(text) if status == 200 else None

    def carried(self, match: str) -> Any:
        """A match as a file has it; None when it is not here."""
        packed = self.ask("/api/pocket/pack", {})
        battles = packed["battles"] if packed else ()
        return next((each for each in battles if json.loads(each["row"])["id"] == match), None)

    def records(self, match: str) -> list[dict[str, Any]] | None:
        """What was written down about a match, as the door of the workshop tells it; None when it is not here."""
        battle = self.carried(match)
        if battle is None:
            return None
        told = [one for one in (from_json(text, Record) for text in battle["records"]) if one.kind != STIR]
        return [{"seat": one.seat, "kind": one.kind, "id": one.command_id} for one in told]


class PocketHouse(House):
    """What tests ask a server directly, asked of the window that has the match."""

    def __init__(self, workshop: House, place: str) -> None:
        super().__init__(workshop.address)
        self.place = place
        # matches the workshop has laid out for nobody yet, and who has them
        self.made: set[str] = set()
        self.owners: dict[str, Apart] = {}
        self.windows: list[Apart] = []

    def call(self, path: str, body: Any = None) -> Any:
        """An answer as plain data: of the window that has the match, else of the workshop."""
        if isinstance(body, dict) and body.get("game") == "raid":
            pytest.skip("the raid is a game of the tests, which is not shipped")
        found = _OF_A_MATCH.search(path)
        for window in self.windows if found and found[1] not in self.made else ():
            told = window.records(found[1]) if found and "/records/" in path else window.ask(path, body)
            if told is not None:
                return told
        answered = super().call(path, body)
        if isinstance(answered, dict) and "match" in answered and "seats" in answered:
            self.made.add(answered["match"])
        return answered

    def sit(self, match: Match, seat: int, name: str = "") -> None:
        """A friend sits down somewhere else."""
        pytest.skip("a friend needs a second device")


class PocketWindows(Windows):
    """Windows at the built folder, each on a device of its own."""

    offline = "block"

    def made(self, context: BrowserContext, matches: list[str], touch: bool) -> Apart:
        """A window whose server has the matches."""
        assert isinstance(self.server, PocketHouse)
        window = Apart(context, self.server, touch)
        self.server.windows.append(window)
        for match in matches:
            window.take(match)
        return window
