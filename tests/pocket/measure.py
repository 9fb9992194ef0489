"""python -m tests.pocket.measure [sizes] [starts] [bots]: what the built folder weighs, what a table in it takes of a
browser, and how long its bots think beside those of a server. Without a word: everything.

Seconds are those of a processor, of all processes of the browser together: load beside it does not count. Bots think in
Node, in the engine that is shipped: the same machine for WebAssembly as the browser's.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from brickfield.players.levels import levels, search_of
from tests.browser.player import HandPlayer, Table
from tests.pocket import bot_times
from tests.pocket.plain import FOLDER, Device, PocketWindow, processes_of, served
from tests.pocket.test_budget import sent
from tests.pocket.test_engine import inside

_TICK = os.sysconf("SC_CLK_TCK")
# Seconds of a processor for each level in each game.
_THOUGHT = float(os.environ.get("BRICKFIELD_BOT_SECONDS", "6"))


def sizes() -> dict[str, float]:
    """Megabytes on the wire, by part of the folder."""
    found: dict[str, float] = {}
    for path in FOLDER.rglob("*"):
        if path.is_file():
            name = path.relative_to(FOLDER)
            part = name.name.split("-")[0] if name.parts[0] == "engine" and path.suffix == ".xz" else name.parts[0]
            found[part] = found.get(part, 0.0) + sent(path) / 1e6
    return found


def used(profile: Path) -> float:
    """Seconds of a processor that the browser has taken so far."""
    total = 0
    for pid in processes_of(profile):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / _TICK


def memory(profile: Path) -> str:
    """Megabytes of the page and its workers, which are one process; and of all that show pages, with an empty tab and
    one the browser has ready. Shared ones count in parts."""
    found = []
    for pid, words in processes_of(profile).items():
        if "--type=renderer" in words:
            rolled = Path(f"/proc/{pid}/smaps_rollup").read_text()
            found.append(next(int(line.split()[1]) for line in rolled.splitlines() if line.startswith("Pss:")) / 1024)
    return f"{max(found):6.0f} MB of {sum(found):.0f}"


def table(window: PocketWindow) -> None:
    """Wait until somebody is asked at a drawn table."""
    window.open_table()
    window.wait("() => window.__brickfield.state().decision !== null")


def measured(device: Device, label: str, begin: str) -> None:
    """One start until the table is there."""
    window = device.window()
    before = used(device.profile)
    if begin:
        window.page.goto(begin)
    else:
        window.go("/")
        window.press("play-now")
    table(window)
    print(f"{label:36} {used(device.profile) - before:6.1f} s")
    window.page.wait_for_timeout(3_000)
    print(f"{'memory of page and workers':36} {memory(device.profile)}")


def starts() -> None:
    """A first start, one without a network, and a duel."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "top") as plain, sync_playwright() as driver:
        device = Device(driver, Path(folder) / "profile", plain)
        measured(device, "cold: fetched, Play now, table", "")
        address = device.context.pages[-1].url
        device.context.pages[-1].wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
        device.restart()
        plain.stop()
        measured(device, "warm: a new browser, offline, table", address)
        device.restart()
        duel(device)
        device.close()


def duel(device: Device) -> None:
    """A BrickMech duel in which the bot has answered."""
    window = device.window()
    window.go("/new?game=brick_mech")
    window.press("start")
    table(window)
    player = HandPlayer(Table(window))
    # until both have set up and the bot has played
    while (asked := player.table.asked()) is not None and asked["kind"] != "take_action":
        player.answer(asked)
    print(f"{'BrickMech duel: page and workers':36} {memory(device.profile)}")


def bots() -> None:
    """How long a decision takes, half of the time and in 95 of 100 cases: here with the C kernel, and shipped."""
    played = bot_times.here(_THOUGHT)
    shipped = json.loads(inside(FOLDER, Path(bot_times.__file__), json.dumps(played)))
    print(f"{'':36} {'':>4} {'here p50':>9} {'p95':>7} {'shipped p50':>12} {'p95':>7} {'given':>6}")
    for name, times in played.items():
        game, level = name.split()
        search = search_of(levels()[level], game)
        pairs = [bot_times.quantile(each, share) for each in (times, shipped[name]) for share in (0.5, 0.95)]
        given = f"{search.seconds:4.0f} s" if search is not None else ""
        print(f"{name:36} {len(times):4} {pairs[0]:9.3f} {pairs[1]:7.3f} {pairs[2]:12.3f} {pairs[3]:7.3f} {given:>6}")


def main(words: list[str]) -> None:
    """Print what is asked for."""
    if not words or "sizes" in words:
        for part, size in sorted(sizes().items(), key=lambda one: -one[1]):
            print(f"{part:36} {size:6.2f} MB")
        print(f"{'first visit':36} {sum(sizes().values()):6.2f} MB")
    if not words or "starts" in words:
        starts()
    if not words or "bots" in words:
        bots()


if __name__ == "__main__":
    main(sys.argv[1:])
