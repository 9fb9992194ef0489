"""python -m tests.pocket.measure: what the built folder weighs, and what a table in it takes of a browser.

Seconds are those of a processor, of all processes of the browser together: load beside it does not count.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.pocket.plain import FOLDER, Device, PocketWindow, processes_of, served
from tests.pocket.test_budget import sent

_TICK = os.sysconf("SC_CLK_TCK")


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


def memory(profile: Path) -> float:
    """Megabytes of the page and its workers, shared ones in parts."""
    total = 0
    for pid, words in processes_of(profile).items():
        if "--type=renderer" in words:
            rolled = Path(f"/proc/{pid}/smaps_rollup").read_text()
            total += next(int(line.split()[1]) for line in rolled.splitlines() if line.startswith("Pss:"))
    return total / 1024


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
    print(f"{'memory of page and workers':36} {memory(device.profile):6.0f} MB")


def main() -> None:
    """Print everything."""
    for part, size in sorted(sizes().items(), key=lambda one: -one[1]):
        print(f"{part:36} {size:6.2f} MB")
    print(f"{'first visit':36} {sum(sizes().values()):6.2f} MB")
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "top") as plain, sync_playwright() as driver:
        device = Device(driver, Path(folder) / "profile", plain)
        measured(device, "cold: fetched, Play now, table", "")
        address = device.context.pages[-1].url
        device.context.pages[-1].wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
        device.restart()
        plain.stop()
        measured(device, "warm: a new browser, offline, table", address)
        device.close()


if __name__ == "__main__":
    main()
