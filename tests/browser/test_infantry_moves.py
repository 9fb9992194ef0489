"""Infantry at a table: a squad goes along behind a tank, walks to a house and into it, by mouse and by finger."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.house import House, unit
from tests.browser.player import FingerTable, Table
from tests.browser.window import PHONE, Windows


def the(table: Table, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in table.state()["view"]["units"] if each["id"] == name)
    return found


def test_a_squad_follows_a_tank(windows: Windows, server: House) -> None:
    units = [
        unit("A1", "Infantry", 24, 8, 90),
        unit("A2", "M4 Sherman", 24, 10, 90),
        unit("B1", "Panzer III", 4, 34, 0),
    ]
    table = Table(windows.table(server.lay(units, phase="movement"), seats=(0,)))
    table.asked()
    row = table.window.find("instead-A1-A2").first
    expect(row).to_contain_text("follow M4 Sherman A2")
    table.answering()
    row.click()
    table.asked()
    table.drag(table.spot("A2"), table.pixel(24, 13))
    table.answering()
    table.press("commit")
    table.asked()
    assert (the(table, "A1")["pose"]["y"], the(table, "A2")["pose"]["y"]) == (11_000_000, 13_000_000)


def test_a_squad_walks_to_a_house_and_goes_in_by_finger(windows: Windows, server: House) -> None:
    units = [unit("A1", "Infantry", 24, 8, 90), unit("B1", "Panzer III", 4, 34, 0)]
    terrain = [{"feature": "House", "x": 24, "y": 13}]
    table = FingerTable(
        windows.table(server.lay(units, terrain=terrain, phase="movement"), PHONE, seats=(0,), touch=True)
    )
    table.asked()
    for _ in range(4):
        table.page.keyboard.press("ArrowUp")
    table.answering()
    table.press("commit")
    table.asked()
    row = table.window.find("instead-A1-T1").first
    expect(row).to_contain_text("go into the house")
    table.answering()
    row.click()
    table.asked()
    assert the(table, "A1")["inside"] == "T1"
