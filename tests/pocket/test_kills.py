"""Tabs that are killed in the middle of writing: whatever was acknowledged is there when the next one opens.

The server of the page is asked directly, as the page asks it, so that it writes without a pause. How many are killed is
`BRICKFIELD_KILLS`.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.window import WAIT_MS
from tests.pocket.plain import FOLDER, Device, processes_of

KILLS = int(os.environ.get("BRICKFIELD_KILLS", "4"))
WISH = {"game": "micro_brick_battle", "scenario": "six_v_six", "seats": [{"kind": "me"}, {"kind": "here"}]}
# Opens the server of a page beside any file of ours, and lets it be asked.
_OPEN = """([script, base]) => new Promise((resolve, reject) => {
  const worker = new Worker(script, { type: "module" });
  const waiting = new Map();
  let number = 0;
  worker.onmessage = ({ data: [kind, ...rest] }) => {
    if (kind === "open") resolve(true);
    if (["failed", "elsewhere", "unkept", "broken"].includes(kind)) reject(new Error([kind, ...rest].join(" ")));
    if (kind === "response") waiting.get(rest[0])(rest);
  };
  worker.onerror = (event) => reject(new Error(event.message));
  window.ask = (path, body) => new Promise((told) => {
    number += 1;
    waiting.set(number, told);
    worker.postMessage(["request", number, body ? "POST" : "GET", path, body ?? ""]);
  });
  worker.postMessage(["begin", base, false]);
})"""
# Sets up one table after the other and says each that was acknowledged.
_WRITE = """(wish) => {
  window.refused = [];
  const next = async () => {
    const [, status, , text] = await window.ask("/api/matches", wish);
    if (status === 200) await window.acknowledged(text);
    else window.refused.push(text);
    setTimeout(next, 0);
  };
  for (let n = 0; n < 3; n += 1) void next();
}"""


def opened(device: Device) -> Page:
    """A tab with a server in it, and no pages."""
    page = device.context.new_page()
    address = device.plain.address
    page.goto(f"{address}LICENSE.txt")
    script = next((FOLDER / "assets").glob("house_worker-*.js")).name
    page.evaluate(_OPEN, [f"{address}assets/{script}", address])
    return page


def kill(page: Page, profile: Path) -> None:
    """The processes in which the tabs of this browser live are killed: nothing of them can say good bye."""
    tabs = [pid for pid, words in processes_of(profile).items() if "--type=renderer" in words]
    assert tabs
    for pid in tabs:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    page.close()


def lost(page: Page, acknowledged: list[dict[str, Any]]) -> list[str]:
    """Tables that were acknowledged and are not there."""
    secrets = [made["seats"][0]["secret"] for made in acknowledged]
    found: set[str] = set()
    for start in range(0, len(secrets), 50):
        _, status, _, text = page.evaluate(
            "(body) => window.ask('/api/tables', body)", json.dumps({"secrets": secrets[start : start + 50]})
        )
        assert status == 200, text
        found |= {line["match"] for line in json.loads(text)}
    return [made["match"] for made in acknowledged if made["match"] not in found]


def test_tabs_that_are_killed_in_the_middle_of_writing_lose_nothing_that_was_acknowledged(device: Device) -> None:
    draw = random.Random(7)
    acknowledged: list[dict[str, Any]] = []
    for _ in range(KILLS):
        page = opened(device)
        assert lost(page, acknowledged) == []
        before = len(acknowledged)
        page.expose_function("acknowledged", lambda text: acknowledged.append(json.loads(text)))
        page.evaluate(_WRITE, json.dumps(WISH))
        wanted = before + draw.randrange(1, 12)
        page.wait_for_timeout(draw.randrange(0, 20))
        waited = 0
        while len(acknowledged) < wanted and waited < WAIT_MS:
            page.wait_for_timeout(5)
            waited += 5
        assert len(acknowledged) >= wanted, page.evaluate("() => window.refused")
        kill(page, device.profile)
    assert len({made["match"] for made in acknowledged}) == len(acknowledged) > KILLS
    page = opened(device)
    assert lost(page, acknowledged) == []
