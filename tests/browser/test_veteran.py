"""A person against a bot that looks ahead: it is seen thinking, and afterwards it says why."""

from __future__ import annotations

import os
import re

from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.mech import GAME, mech
from tests.browser.window import DESKTOP, PHONE, Windows


def test_a_veteran_is_seen_thinking_and_says_why(windows: Windows, server: House) -> None:
    match = server.lay([mech("A1", 10, 12, 0), mech("B1", 20, 16, 180)], seats=("veteran", "me"), game=GAME)
    window = windows.open(match=match)
    # the panel may be painted after a quick thought; that it was told is sure
    heard = window.listen()
    for size in (DESKTOP, PHONE):
        window.page.set_viewport_size(size)
        window.go(f"/table/{match.id}")
        window.press("bot-why")
        if size is DESKTOP:
            thoughts = [each for each in heard() if each["type"] == "thinking"]
            assert any(each["share"] < 1.0 and each["why"] is None for each in thoughts)
        sheet = window.find("bot-why-sheet")
        expect(sheet).to_contain_text("first thought")
        ideas = sheet.locator("li")
        assert ideas.count() >= 2
        # on a very busy machine the watchdog may bark before the first play-out
        expect(ideas.first).to_contain_text(re.compile("%|not played out"))
        if folder := os.environ.get("BRICKFIELD_PICTURES"):
            window.page.screenshot(path=f"{folder}/why-{size['width']}.png")
        window.page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
