"""Hints at the table: drawn, taken by one press into the hand, given by the yellow button; and why not."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.house import House, unit
from tests.browser.player import Table
from tests.browser.window import PHONE, Window, Windows


def at(name: str, card: str, x: float, y: float, heading: float) -> dict[str, Any]:
    """A unit of a position; A.. belongs to the first seat, B.. to the second."""
    return {"id": name, "seat": "AB".index(name[0]), "card": card, "x": x, "y": y, "heading": heading, "changes": {}}


SQUAD = at("A1", "3 regular repeater", 30, 20, 0) | {"changes": {"spots": [[30, 20], [30, 23], [30, 26]]}}
TABLES: dict[str, tuple[list[dict[str, Any]], dict[str, Any]]] = {
    "battle_of_the_sea": ([at("A1", "Galleon", 10, 10, 45), at("B1", "Cutter", 17, 20, 225)], {}),
    "brick_mech": ([at("A1", "Raider", 12, 15, 0), at("B1", "Raider", 20, 15, 180)], {}),
    # a squad too far from everything to do more than walk: its hint leads every mini a way of its own
    "brick_action": ([SQUAD, at("B1", "C1 hmg", 60, 60, 180)], {}),
}


def marks(window: Window, table: Table) -> list[str]:
    """What is drawn over the models."""
    window.painted()
    found: list[str] = table.probe()["marks"]
    return found


def take_a_hint(window: Window, table: Table) -> dict[str, Any]:
    """By the key the hint is shown, by its button taken, by the yellow one given."""
    table.answering()
    bare = marks(window, table)
    window.page.keyboard.press("i")
    expect(window.find("idea")).to_be_visible()
    assert marks(window, table) != bare, "a hint is drawn, not only told"
    expect(window.find("idea").locator("[data-clause]")).not_to_have_text("")
    before = table.state()["shown"]
    at_once = window.find("take-hint").inner_text().strip() == "Do it now"
    window.press("take-hint")
    expect(window.find("idea")).to_have_count(0)
    # what no hand can hold, such as the end of a turn, is given at once, and its button has said so
    if not at_once:
        expect(window.find("commit")).to_have_attribute("aria-disabled", "false")
        window.press("commit")
    window.wait("(seen) => window.__brickfield.state().shown > seen", before)
    return table.state()


def test_a_hint_is_drawn_taken_and_given_and_why_not_is_answered(windows: Windows, server: House) -> None:
    units = [
        unit("A1", "M4 Sherman", 24, 8, 90),
        unit("A2", "M4 Sherman", 30, 8, 90),
        unit("B1", "Panzer III", 24, 24, 270),
        unit("B2", "Panzer III", 6, 33, 270),
    ]
    window = windows.table(server.lay(units, phase="movement"))
    table = Table(window)
    before = {each["id"]: each["pose"] for each in table.state()["view"]["units"]}
    after = take_a_hint(window, table)
    moved = [each["id"] for each in after["view"]["units"] if each["pose"] != before[each["id"]]]
    assert len(moved) == 1
    assert moved[0].startswith("A")

    # why not: the enemy does not move in my turn, told at its place with the rule by its title
    table.answering()
    window.page.keyboard.press("u")
    table.tap(table.spot("B2"))
    bubble = window.page.locator(".m-board button", has_text="Whose turn it is")
    expect(bubble).to_be_visible()
    bubble.click()
    expect(window.find("clause-sheet")).to_contain_text("Active Player")
    window.page.keyboard.press("Escape")

    # a whole fire plan is taken at once and locked by the yellow button
    table.finish()
    window.wait("() => window.__brickfield.state().decision?.kind === 'declare_targets'")
    table.answering()
    window.press("ask-hint")
    window.press("take-hint")
    expect(window.find("commit")).to_contain_text("Lock")


@pytest.mark.parametrize("game", TABLES)
def test_a_hint_of_every_game_is_taken(windows: Windows, server: House, game: str) -> None:
    units, position = TABLES[game]
    window = windows.table(
        server.lay(units, game=game, **position), size=PHONE if game == "brick_mech" else {"width": 1440, "height": 900}
    )
    table = Table(window)
    for _ in range(2):
        if table.state()["decision"] is None:
            break
        take_a_hint(window, table)
