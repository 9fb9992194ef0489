"""How long a drag takes the page, with reach drawn: `python -m tests.browser.drags [--only tank squad ship mech]`.

A unit is dragged about by the mouse on tables as people have them. Two times are taken: what the page does at each move
of the pointer (reading the drag, its cost, its words), and what it does in each frame (drawing). They are printed and
nothing is judged: they depend on the machine and on what else it does. Drawing is done by software here, so the
frames of a real screen are shorter.
"""

from __future__ import annotations

import argparse
import math
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.house import House, Match, piece, served, unit
from tests.browser.mech import duel
from tests.browser.player import Table
from tests.browser.sailor import lay
from tests.browser.window import DESKTOP, SWITCHES, Windows
from tests.rules.battle_of_the_sea.table import ship
from tools.find_browser import find

# Notes how long the listeners of each move of the pointer take together, and each frame that draws.
_WATCHES = """(() => {
  const times = (window.__times = { events: [], frames: [] });
  const timed = new WeakMap();
  const [add, remove] = [EventTarget.prototype.addEventListener, EventTarget.prototype.removeEventListener];
  let last = null;
  const watch = (hear) => function (event) {
    const before = performance.now();
    try { return hear.call(this, event); } finally {
      if (last !== event) times.events.push(0);
      last = event;
      times.events[times.events.length - 1] += performance.now() - before;
    }
  };
  EventTarget.prototype.addEventListener = function (type, hear, how) {
    if (type !== "pointermove" || typeof hear !== "function") return add.call(this, type, hear, how);
    if (!timed.has(hear)) timed.set(hear, watch(hear));
    return add.call(this, type, timed.get(hear), how);
  };
  EventTarget.prototype.removeEventListener = function (type, hear, how) {
    return remove.call(this, type, timed.get(hear) ?? hear, how);
  };
  const wanted = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => wanted((now) => {
    const before = performance.now();
    draw(now);
    times.frames.push(performance.now() - before);
  });
})();"""


def tank(server: House) -> Match:
    """Six tanks a side among houses and hedges."""
    units = [unit(f"A{i + 1}", "M4 Sherman", 9 + 6 * i, 6 + 2 * (i % 2), 90) for i in range(6)]
    units += [unit(f"B{i + 1}", "Panzer III", 9 + 6 * i, 29 - 2 * (i % 2), 270) for i in range(6)]
    terrain = [piece("House", 12 + 8 * i, 14 + 3 * (i % 3)) for i in range(4)]
    terrain += [piece("Hedgerow", 8 + 12 * i, 12, 15 * i) for i in range(3)]
    return server.lay(units, terrain, phase="movement")


def squad(server: House) -> Match:
    """A squad of five that keeps its formation, others about it."""

    def place(name: str, x: float, y: float, heading: float) -> dict[str, Any]:
        side = "AB".index(name[0])
        return {"id": name, "seat": side, "card": "5 regular smg", "x": x, "y": y, "heading": heading, "changes": {}}

    units = [place(f"A{i + 1}", 24 + 24 * i, 24, 90) for i in range(3)]
    units += [place(f"B{i + 1}", 24 + 24 * i, 80, 270) for i in range(3)]
    return server.lay(units, game="brick_action")


def vessel(server: House) -> Match:
    """A longship between two islands."""
    islands = [
        {"feature": "Island", "x": x, "y": y, "length": 5.0, "width": 4.0} for x, y in ((8.0, 22.0), (26.0, 18.0))
    ]
    ships = [
        ship("A1", "Viking Longship", 16, 12, 90),
        ship("A2", "Galleon", 24, 8, 90),
        ship("B1", "Galleon", 16, 30, 270),
    ]
    return lay(server, *ships, terrain=islands)


def walker(server: House) -> Match:
    """A Mech before a wall."""
    return duel(server)


TABLES: dict[str, Callable[[House], Match]] = {"tank": tank, "squad": squad, "ship": vessel, "mech": walker}


def drag_about(table: Table, name: str, moves: int) -> None:
    """Take a unit by the mouse and go round it in growing circles."""
    x, y = table.spot(name)
    mouse = table.page.mouse
    mouse.move(x, y)
    mouse.down()
    for step in range(moves):
        angle, far = step * math.tau / 48, 12 + 130 * step / moves
        mouse.move(x + far * math.cos(angle), y + far * math.sin(angle))
    mouse.up()


def share(values: Sequence[float], part: float) -> float:
    """The value that such a part of them does not exceed."""
    return sorted(values)[min(len(values) - 1, math.ceil(part * len(values)) - 1)]


def measured(windows: Windows, match: Match, moves: int) -> dict[str, list[float]]:
    """The times of a drag of the first unit, after one to warm up."""
    window = windows.open(DESKTOP, match=match, seats=(0,))
    window.context.add_init_script(_WATCHES)
    window.go(f"/table/{match.id}")
    window.wait("() => window.__brickfield?.probe()?.frames > 0 && window.__brickfield.state().seq > 0")
    table = Table(window)
    table.asked()
    for warm in (True, False):
        table.page.evaluate("() => { window.__times.events.length = window.__times.frames.length = 0; }")
        drag_about(table, "A1", 40 if warm else moves)
        table.still()
        table.page.keyboard.press("Escape")
    times: dict[str, list[float]] = table.page.evaluate("() => window.__times")
    return times


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", choices=tuple(TABLES), default=list(TABLES), help="what is dragged")
    parser.add_argument("--moves", type=int, default=120, help="moves of the pointer in a drag")
    wish = parser.parse_args()
    path = find()
    if not path:
        raise SystemExit("There is no Chromium: run  make browser  first.")
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=SWITCHES)
        windows = Windows(browser, server)
        for name in wish.only:
            times = measured(windows, TABLES[name](server), wish.moves)
            for sort, values in times.items():
                middle, most = share(values, 0.5), share(values, 0.95)
                print(f"{name:6} {sort:7} {len(values):4}  median {middle:6.2f} ms  p95 {most:6.2f} ms", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
