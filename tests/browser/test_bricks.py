"""Real bricks in the browser: a model stepped through and turned, its steps on paper, lists, and what can be built."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.house import House
from tests.browser.test_every_size import (
    all_are_large_enough,
    no_serious_fault,
    nothing_is_off_screen,
    readable_at_night,
)
from tests.browser.window import DESKTOP, PHONE, Window, Windows

_FINGER, _MOUSE = 44, 24


def fits(window: Window, where: str) -> None:
    """Everything is in reach, large enough, and axe finds nothing serious."""
    nothing_is_off_screen(window, where)
    all_are_large_enough(window, where, _FINGER if window.touch else _MOUSE)
    no_serious_fault(window, where)


def swiped(window: Window, dx: int) -> None:
    """A finger goes sideways over the words of the step."""
    window.page.evaluate(
        """(dx) => {
          const place = document.querySelector(".br-step");
          const touch = (x) => new Touch({ identifier: 1, target: place, clientX: x, clientY: 300 });
          const send = (type, x, down) => place.dispatchEvent(
            new TouchEvent(type, { touches: down ? [touch(x)] : [], changedTouches: [touch(x)], bubbles: true }));
          send("touchstart", 200, true);
          send("touchend", 200 + dx, false);
        }""",
        dx,
    )


@pytest.mark.both_editions
@pytest.mark.parametrize(("size", "touch"), [(DESKTOP, False), (PHONE, True)], ids=["desk", "phone"])
def test_a_model_is_built_step_by_step(windows: Windows, server: House, size: ViewportSize, touch: bool) -> None:
    window = windows.open(size, touch=touch).go("/")
    window.press("bricks-micro_brick_battle")
    window.press("model-tiger_i")
    title, picture = window.find("step-title"), window.find("step-picture")
    expect(title).to_have_text("Step 1 of 8")
    expect(picture).to_have_attribute("data-drawn", "0 -38")
    expect(window.find("part-lines").first).to_contain_text("2×")
    fits(window, "a step")
    # by button, by key, by swipe
    window.press("step-next")
    expect(title).to_have_text("Step 2 of 8")
    window.page.keyboard.press("ArrowRight")
    expect(title).to_have_text("Step 3 of 8")
    if touch:
        swiped(window, -120)
        expect(title).to_have_text("Step 4 of 8")
        swiped(window, 120)
        expect(title).to_have_text("Step 3 of 8")
    window.page.keyboard.press("End")
    expect(title).to_have_text("All done")
    # turned by hand; afterwards nothing is drawn any more
    box = picture.bounding_box()
    assert box is not None
    window.page.mouse.move(box["x"] + 60, box["y"] + 60)
    window.page.mouse.down()
    window.page.mouse.move(box["x"] + 160, box["y"] + 60)
    window.page.mouse.up()
    expect(picture).to_have_attribute("data-drawn", "8 22")
    window.press("to-paper")
    expect(window.find("step-paper")).to_have_attribute("data-ready", "true")
    expect(window.page.locator(".br-paper img")).to_have_count(9)
    expect(window.page.locator(".br-paper-parts li").first).to_contain_text("9×")


@pytest.mark.both_editions
@pytest.mark.parametrize(("size", "touch"), [(DESKTOP, False), (PHONE, True)], ids=["desk", "phone"])
def test_a_scenario_becomes_a_list_and_a_pasted_list_says_what_can_be_built(
    windows: Windows, server: House, size: ViewportSize, touch: bool
) -> None:
    window = windows.open(size, touch=touch).go("/bricks/shopping?game=micro_brick_battle")
    window.find("choose-scenario").select_option("six_v_six")
    expect(window.find("wishes")).to_contain_text("M4 Sherman")
    expect(window.find("without")).to_contain_text("6 Panzer III")
    fits(window, "a shopping list")
    with window.page.expect_download() as coming:
        window.press("list-bricklink")
    text = coming.value.path().read_text("utf-8")
    assert text.startswith("<INVENTORY>")
    asked = sum(map(int, re.findall(r"<MINQTY>(\d+)", text)))
    expect(window.find("shopping-sum")).to_contain_text(f"{asked} parts")
    # all of it is there, so both in the cupboard and in the list nothing is missing
    window.press("to-owned")
    window.excuse("400")
    window.find("owned-text").fill("what is this")
    window.press("owned-ask")
    expect(window.page.get_by_role("alert")).to_contain_text("Line 1:")
    window.find("owned-text").fill(text)
    window.press("owned-ask")
    expect(window.find("together")).to_contain_text("You have every part.")
    expect(window.find("complete")).to_contain_text("House")
    expect(window.find("lacking")).to_contain_text("Tiger I")
    fits(window, "what can be built")
    if not touch:
        readable_at_night(window, "what can be built")
    window.go("/bricks/owned?game=micro_brick_battle")
    expect(window.find("owned-text")).to_have_value(text)
