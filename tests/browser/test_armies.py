"""Buying armies in the browser: points, a commander, terrain from its pool, a unit of one's own, a drawn table."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.window import Window, Windows


def more(window: Window, name: str, times: int = 1) -> None:
    for _ in range(times):
        window.press(window.page.locator("details.a-army[open]").get_by_role("button", name=f"One {name} more"))


def switched(window: Window, title: str, words: str) -> None:
    window.page.get_by_test_id("list-switches").get_by_role("combobox", name=title).select_option(label=words)


def started(window: Window) -> dict[str, Any]:
    order: dict[str, Any] = window.sent("/api/matches", lambda: window.press("start"))
    window.page.wait_for_url(re.compile("/table/"))
    return order


def test_an_army_with_a_commander_terrain_and_a_unit_of_ones_own_is_bought_and_fights(
    windows: Windows, server: House
) -> None:
    window = windows.open().go("/new?game=micro_brick_battle&points=100&army=2x M4 Sherman")
    army, page = window.page.locator("details.a-army").first, window.page
    switched(window, "Units of your own", "your own too, for AP + DP + 5 or more")
    pool = page.get_by_test_id("list-switches").get_by_role("spinbutton", name="Points for terrain")
    pool.fill("6")
    pool.press("Enter")
    # a commander needs special units with rules of their own
    window.press(army.get_by_role("button", name="M4 Sherman: with Tank Commander, 10 points more"))
    expect(army).to_contain_text("special units are plain units in this battle")
    window.press(page.get_by_test_id("presets").get_by_text("My own"))
    page.get_by_test_id("switch-special_units").get_by_role("combobox").select_option(label="by their own rules")
    expect(army).not_to_contain_text("special units are plain units")
    expect(army).to_contain_text(re.compile(r"38\s*of 100 points"))
    # terrain comes from its own pool, and what is too much is said with its numbers
    window.press(army.get_by_test_id("pieces-0").locator("summary"))
    more(window, "House", 2)
    expect(army).to_contain_text("This terrain costs 10 Resource Points, 4 more than the 6 of the pool.")
    window.press(army.get_by_role("button", name="One House less"))
    # a unit of one's own with the price that is suggested for it
    own = army.get_by_test_id("own-unit")
    window.press(own.locator("> summary"))
    own.get_by_label("Name of your unit").fill("Lynx")
    expect(own).to_contain_text("13.1 ± 0.5 RC")
    window.press(own.get_by_role("button", name="Add this unit"))
    expect(army).to_contain_text(re.compile(r"51\s*of 100 points"))
    expect(army.locator(".a-unit.chosen").filter(has_text="Lynx")).to_contain_text("yours")
    order = started(window)
    assert order["options"]["point_limit"] == 100
    assert order["armies"][0] == [
        ["M4 Sherman", 1],
        ["M4 Sherman with Tank Commander", 1],
        ["House", 1],
        ["Lynx: AP4 DP4 MP8", 1],
    ]


def test_the_same_number_gives_the_same_table(windows: Windows, server: House) -> None:
    window = windows.open().go("/new?game=micro_brick_battle&scenario=random_table")
    number = window.find("table-number").get_by_role("spinbutton", name="Number of the table")
    number.fill("7")
    number.press("Enter")
    order = started(window)
    assert (order["scenario"], order["options"]["table_number"]) == ("random_table", 7)

    def laid(table: int) -> Any:
        options = {"table_number": table}
        wish = {"game": "micro_brick_battle", "scenario": "random_table", "options": options}
        return server.call("/api/tables/lay", wish)["tokens"]

    assert laid(7) == laid(7) != laid(8)
    expect(window.page.locator("body")).to_contain_text("Random table")
