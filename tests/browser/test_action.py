"""BrickAction at the table: a tank duel, and a squad that storms a house under reactive fire from its windows."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.player import Table
from tests.browser.window import Windows

GAME = "brick_action"


def place(name: str, card: str, x: float, y: float, heading: float = 90.0, **changes: Any) -> dict[str, Any]:
    """A unit of a position; A.. belongs to the first seat, B.. to the second."""
    unit = {"id": name, "seat": "AB".index(name[0]), "card": card, "x": x, "y": y, "heading": heading}
    return {**unit, "changes": changes}


def track(table: Table, name: str, row: str) -> int:
    """A row of the sheet of a unit as the view has it."""
    sheets = table.state()["view"]["situation"]["sheets"]
    sheet = next(each for each in sheets if each["unit"] == name)
    value: int = next(each["value"] for each in sheet["tracks"] if each["id"] == row)
    return value


def model(table: Table, name: str) -> str:
    table.still()
    found: str = next(each["model"] for each in table.probe()["units"] if each["id"] == name)
    return found


def test_a_tank_duel_to_the_end(windows: Windows, house: House) -> None:
    units = [place("A1", "M1 map mg", 30, 40, 0), place("B1", "C1 hmg", 60, 40, 180)]
    window = windows.table(house.lay(units, game=GAME))
    table = Table(window)
    asked = table.asked()
    assert asked is not None
    assert model(table, "A1").startswith("vehicle.medium.turret.tank.")
    assert model(table, "B1").startswith("vehicle.car.")
    expect(window.find("unit-A1crew")).to_have_count(0)

    # the sheet says what it is, the aim what it takes
    window.press("act-fire_map")
    expect(window.find("need")).to_contain_text("7 in total")
    expect(window.find("tally-row").first).to_contain_text("MAP")
    for _ in range(3):
        table.answering()
        window.press("commit")
        if table.asked() is None:
            break
        window.press("act-fire_map")
    expect(window.find("win")).to_have_text("Blue wins")
    assert track_or_gone(table, "B1") == 0


def track_or_gone(table: Table, name: str) -> int:
    """The damage points that are left; a wreck has none."""
    sheets = [each for each in table.state()["view"]["situation"]["sheets"] if each["unit"] == name]
    return track(table, name, "damage") if sheets else 0


def test_a_squad_storms_a_house_under_fire_from_its_windows(windows: Windows, house: House) -> None:
    cottage = {"feature": "cottage", "x": 50, "y": 60}
    units = [
        place("A1", "officer smg, 4 regular smg", 50, 30),
        # at the windows of the right side
        place("B1", "2 regular carbine", 46.8, 56.0, 270.0, spots=[[46.8, 56.0], [53.2, 56.0]]),
    ]
    window = windows.table(house.lay(units, [cottage], game=GAME))
    table = Table(window)
    assert table.asked() is not None
    table.still()
    drawn = {each["id"]: each for each in table.probe()["units"]}
    assert {"A1", "A1/f2", "A1/f5", "B1", "B1/f2"} <= set(drawn)
    assert drawn["B1"]["level"] == 0
    assert next(each for each in table.probe()["pieces"] if each["id"] == "T1")["open"] == 0, "the roof is off"

    # forward by keys: ten studs towards the house
    window.press("act-move")
    for _ in range(40):
        window.page.keyboard.press("ArrowUp")
    expect(window.find("cost")).to_contain_text("10.00 of 16")
    table.answering()
    window.page.keyboard.press("Enter")
    asked = table.asked()
    assert asked is not None
    assert (asked["kind"], asked["seat"]) == ("react_to_move", 1)
    expect(window.find("ask-title")).to_contain_text("Reactive fire?")
    table.answering()
    window.press("decline")  # the last of two buttons: the squad at the windows fires
    for _ in range(4):
        asked = table.asked()
        assert asked is not None
        if asked["kind"] == "take_action":
            break
        table.answering()
        window.press("commit")
    assert len(table.state()["view"]["units"]) >= 2

    # and now the squad fires at the windows: hard cover, line by line
    window.press("act-attack")
    expect(window.find("tally-row").first).to_be_visible()
    table.answering()
    window.press("commit")
    assert table.state()["view"]["situation"]["steps"][0]["when"] == "done"
