"""The goal at the table: said as the battle begins, drawn with what it is about, followed while it is played for."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.player import FingerTable, Table
from tests.browser.window import PHONE, Windows
from tests.rules.battle_of_the_sea.table import VIKING, area, ship

SEA = "battle_of_the_sea"


def labels(table: Table) -> set[str]:
    """The words beside what the goal is about."""
    return {each["text"] for each in table.probe()["labels"] if each["id"].startswith("goal ")}


def test_gold_is_fetched_as_the_table_says(windows: Windows, server: House) -> None:
    units = [ship("A1", VIKING, 10, 10, 90), ship("B1", VIKING, 30, 30, 270)]
    island = area("island", 8, 12.5, 12, 16, treasures=[2])
    port = {"kind": "port", "seat": 0, "x": 4, "y": 4}
    parts = {"goal": "transport_of_gold", "last_round": 12, "round": 1, "options": {"gold": True}}
    match = server.lay(units, [island, port], game=SEA, **parts)
    table = Table(windows.table(match))
    table.asked()
    assert labels(table) == {"Gold 2", "Your port: bring gold here"}
    expect(table.window.find("task-notice")).to_contain_text("Fetch gold from the islands")
    table.press("goal-open")
    expect(table.window.find("goal-own")).to_contain_text("0 of 2 gold ashore")
    table.press("goal-mark-chest")
    table.page.keyboard.press("Escape")
    expect(table.window.find("goal-sheet")).to_have_count(0)
    # the first answer is the end of the notice
    table.answering()
    table.press("commit")
    table.asked()
    expect(table.window.find("task-notice")).to_have_count(0)
    table.press("act-load")
    table.press("item-1")
    table.answering()
    table.press("commit")
    table.asked()
    assert "Carries 2 gold" in labels(table)
    assert "Gold 2" not in labels(table)


def test_on_a_phone_the_goal_stands_beside_the_round_and_shows_where_it_is(windows: Windows, server: House) -> None:
    match = server.new_match("me", "recruit", scenario="convoy", options={})
    window = windows.table(match, PHONE, touch=True)
    table = FingerTable(window)
    table.asked()
    expect(window.find("where")).to_contain_text("inches to go")
    table.press("goal-open")
    table.press("goal-mark-edge")
    # the sheet makes room for what it shows
    expect(window.find("goal-sheet")).to_have_count(0)
    assert {"The Staff Car gets out here", "Gets out over the east edge"} <= labels(table)
    window.press("task-away")
    expect(window.find("task-notice")).to_have_count(0)
