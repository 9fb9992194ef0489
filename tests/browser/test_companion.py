"""A battle beside real bricks, kept on a phone: cards, rounds, shots in four taps, the tale, a second phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.test_every_size import (
    all_are_large_enough,
    no_serious_fault,
    nothing_is_off_screen,
    readable_at_night,
)
from tests.browser.window import PHONE, Window, Windows

# By game: what is seen at the first shot that is not what holds until somebody says otherwise.
GAMES = {"micro_brick_battle": ("hidden", "less"), "brick_mech": ("range", "short")}
_MOST_SHOTS = 8


def checked(window: Window, where: str) -> None:
    """It fits a phone and a thumb, and axe finds nothing serious."""
    nothing_is_off_screen(window, where)
    all_are_large_enough(window, where, 44)
    no_serious_fault(window, where)


def begun(window: Window, game: str) -> None:
    """From the front page to the first shooter."""
    window.go("/")
    window.press("real-table")
    window.press(f"keep-{game}")
    window.find("begin").wait_for()
    checked(window, "agreeing")
    window.press("begin")
    window.find("tab-shoot").wait_for()
    checked(window, "who fires")


def aimed(window: Window) -> None:
    """The first who has not fired, at the first enemy."""
    page = window.page
    window.press(page.locator(".q-pick").filter(has_not_text="has fired").first)
    window.find("change-target").or_(page.get_by_role("group", name="At whom")).first.wait_for()
    window.press(page.get_by_role("group", name="At whom").locator(".q-pick").first)
    window.find("need").wait_for()


def rolled(window: Window) -> None:
    """Real dice typed in, the highest face of each; what the rules ask meanwhile is declined."""
    window.press("i-rolled")
    fresh = window.page.locator("[data-testid=dice-done][aria-disabled=true]")
    for _pause in range(8):
        waiting = fresh.or_(window.find("choice-0")).or_(window.find("result"))
        waiting.first.wait_for()
        if window.find("result").is_visible():
            return
        if window.find("choice-0").is_visible():
            window.press(window.page.locator("[data-testid^=choice-]").last)
        else:
            for row in window.page.locator(".q-die").all():
                window.press(row.locator("button").last)
            window.press("dice-done")


def living(window: Window, seat: int) -> int:
    """How many of a side still stand, as the phone keeps it."""
    kept = window.kept("brickfield.companion")
    ids = [unit["id"] for unit in kept["battle"]["units"] if unit["seat"] == seat]
    return sum(not kept["now"]["units"][name]["lost"] for name in ids)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_battle_beside_real_bricks_is_kept_on_a_phone(windows: Windows, server: House, game: str) -> None:
    window = windows.open(PHONE, touch=True)
    page = window.page
    begun(window, game)
    # a shot: the number is the engine's, and changes with what is seen
    aimed(window)
    plain = window.find("need").inner_text()
    question, option = GAMES[game]
    window.press(f"see-{question}-{option}")
    expect(window.find("need")).not_to_have_text(plain) if game == "micro_brick_battle" else window.painted()
    window.press(page.locator(".q-why > summary"))
    expect(page.locator(".q-why .k-clause").first).to_be_visible()
    checked(window, "the number")
    readable_at_night(window, "the number")
    window.press(page.locator(".q-why > summary"))
    before = living(window, 1)
    rolled(window)
    expect(window.find("result")).to_contain_text(re.compile("HIT|MISS|NO DAMAGE|STRUCK"))
    checked(window, "the result")
    # it is written on the card, can be taken back, and survives the page
    window.press("undo-shot")
    assert living(window, 1) == before
    window.press("roll-for-me")
    window.find("result").wait_for()
    page.reload()
    window.press("tab-log")
    expect(window.find("log").locator("li").first).to_be_visible()
    checked(window, "the log")
    # the cards by hand, and the round as it goes on
    window.press("tab-units")
    checked(window, "the cards")
    mine = page.locator("[data-testid^=lost-]").first
    window.press(mine)
    expect(mine).to_have_attribute("aria-checked", "true")
    window.press("undo")
    expect(mine).to_have_attribute("aria-checked", "false")
    window.press("tab-round")
    checked(window, "the round")
    steps = page.locator(".q-turn").count()
    for _step in range(steps):
        window.press("step-done")
    expect(window.find("view-round")).to_contain_text("Round 2")
    # a second phone goes on with it by a code
    window.press("tab-log")
    window.press("share")
    code = window.find("code").input_value()
    checked(window, "handing over")
    window.press(page.get_by_role("button", name="Close"))
    other = windows.open(PHONE, touch=True).go("/companion")
    other.find("take-code").fill(code[:-9])
    other.press("take")
    expect(other.page.get_by_role("alert")).to_be_visible()
    other.find("take-code").fill(code)
    other.press("take")
    expect(other.find("view-shoot")).to_be_visible()
    assert other.kept("brickfield.companion")["now"]["units"] == window.kept("brickfield.companion")["now"]["units"]
    # until nobody of the other side is left
    window.press("tab-shoot")
    for _shot in range(_MOST_SHOTS):
        if not living(window, 1):
            break
        if not page.locator(".q-pick").filter(has_not_text="has fired").count():
            window.press("tab-round")
            for _step in range(steps):
                window.press("step-done")
            window.press("tab-shoot")
        aimed(window)
        rolled(window)
        window.press("next-shot")
    # who still stands is given up, and taken off the table by hand
    window.press("tab-units")
    for switch in page.get_by_role("region", name="Orange").locator("[data-testid^=lost-][aria-checked=false]").all():
        window.press(switch)
    assert not living(window, 1)
    window.press("tab-log")
    window.press("end-battle")
    expect(window.find("tale")).to_contain_text("Only Blue is left on the table.")
    checked(window, "the tale")
    window.press("put-away")
    window.press("forget-battle")
    window.find(f"keep-{game}").wait_for()
    assert window.kept("brickfield.companion") is None
