"""BrickAction at the table: a tank duel, and a squad that storms a house under reactive fire from its windows."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.player import FingerTable, Table
from tests.browser.window import PHONE, Windows

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


def test_a_tank_duel_to_the_end(windows: Windows, server: House) -> None:
    units = [place("A1", "M1 map mg", 30, 40, 0), place("B1", "C1 hmg", 60, 40, 180)]
    window = windows.table(server.lay(units, game=GAME))
    table = Table(window)
    asked = table.asked()
    assert asked is not None
    assert model(table, "A1").startswith("vehicle.medium.turret.tank.")
    assert model(table, "B1").startswith("vehicle.car.")
    expect(window.find("unit-A1crew")).to_have_count(0)

    # the sheet says what it is, the aim what it takes
    window.press("act-fire_map")
    expect(window.find("need")).to_contain_text("sum 7+")
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


def test_a_squad_storms_a_house_under_fire_from_its_windows_between_two_people(windows: Windows, server: House) -> None:
    cottage = {"feature": "cottage", "x": 50, "y": 60}
    units = [
        place("A1", "5 regular smg", 50, 30),
        # at the windows of the right side
        place("B1", "2 regular carbine", 46.8, 56.0, 270.0, spots=[[46.8, 56.0], [53.2, 56.0]]),
    ]
    match = server.lay(units, [cottage], game=GAME, seats=("me", "link"))
    server.sit(match, 1)
    ours, theirs = windows.table(match, seats=(0,)), windows.table(match, seats=(1,))
    table, other = Table(ours), Table(theirs)
    assert table.asked() is not None
    table.still()
    drawn = {each["id"]: each for each in table.probe()["units"]}
    assert {"A1", "A1/f2", "A1/f5", "B1", "B1/f2"} <= set(drawn)
    assert drawn["B1"]["level"] == 0
    assert next(each for each in table.probe()["pieces"] if each["id"] == "T1")["open"] == 0, "the roof is off"

    # forward by keys: ten studs towards the house
    ours.press("act-move")
    for _ in range(10):
        ours.page.keyboard.press("ArrowUp")
    expect(ours.find("cost")).to_contain_text("10.00 of 16")
    table.answering()
    table.enter()

    # in the other window: who may fire, at whom and why; the first button fires, and only there something is yellow
    expect(theirs.find("ask-title")).to_contain_text("Reactive fire?")
    ribbon = theirs.find("attack-B1")
    expect(ribbon).to_contain_text("4.5 studs in the open")
    expect(ribbon.locator("[data-clause='ba.reactive.trigger_open']")).to_be_visible()
    expect(theirs.find("need-B1")).to_contain_text("4+")
    expect(theirs.find("commit")).to_contain_text("B1 fires")
    expect(theirs.find("decline")).to_contain_text("Let it pass")
    expect(ours.find("commit")).to_have_count(0)
    other.answering()
    # what fires is yellow, and Enter gives neither
    expect(theirs.find("commit")).to_have_class(re.compile(r"\bask\b"))
    expect(theirs.find("decline")).not_to_have_class(re.compile(r"\bask\b"))
    for part, key in (("commit", "Y"), ("decline", "N")):
        expect(theirs.find(part).locator("kbd")).to_have_text(key)
    theirs.page.keyboard.press("y")
    for _ in range(4):
        asked = table.asked()
        assert asked is not None
        if asked["kind"] == "take_action":
            break
        table.answering()
        ours.press("commit")
    assert "reacted A1" in next(u for u in table.state()["view"]["units"] if u["id"] == "B1")["marks"]

    # and now the squad fires at the windows: threads from who may shoot, hard cover for each mini, dice line by line
    ours.press("act-attack")
    expect(ours.find("tally-row").first).to_be_visible()
    expect(ours.find("cover-B1/f1")).to_contain_text("hard cover")
    expect(ours.find("covers").locator("[data-clause='ba.build.all_hit']").first).to_be_visible()
    expect(ours.find("eligible")).to_contain_text("may shoot")
    assert {"threads", "lit", "cover"} <= set(table.probe()["marks"])
    ours.press("cover-B1/f2")
    ours.wait("() => window.__brickfield.probe().labels.some(({text}) => text.includes('mini 2: hard cover'))")
    table.answering()
    ours.press("commit")
    ours.wait("() => window.__brickfield.state().view.situation.steps[0].when === 'done'")


def test_a_squad_is_moved_by_touch_on_a_phone(windows: Windows, server: House) -> None:
    """The group is dragged and keeps its formation; one mini is set beside it by a finger on its ghost."""
    spots = [[40.0, 60.0], [43.0, 60.0], [46.0, 60.0]]
    units = [place("A1", "3 regular smg", 40, 60, spots=spots), place("B1", "regular smg", 80, 20, 90.0)]
    match = server.lay(units, game=GAME)
    window = windows.table(match, PHONE, touch=True)
    table = FingerTable(window)
    assert table.asked() is not None
    window.press("act-move")
    table.drag(table.pixel(40, 60), table.pixel(40, 68))
    assert table.worked_out()
    expect(window.find("cost")).to_contain_text("of 16")
    assert any(mark == "ghost" for mark in table.probe()["marks"])

    # the last of the three two studs to the side: chosen by its name, it comes near enough for a finger
    window.press("figure-f3")
    table.still()
    table.drag(table.pixel(46, 68), table.pixel(48, 69))
    window.painted()
    expect(window.find("apart")).to_contain_text("1 set elsewhere")
    table.answering()
    window.press("commit")
    assert table.asked() is not None
    unit = next(each for each in table.state()["view"]["units"] if each["id"] == "A1")
    stand = {each["id"]: (each["pose"]["x"] / 1e6, each["pose"]["y"] / 1e6) for each in unit["figures"]}
    (x1, y1), (x2, y2), (x3, y3) = stand["f1"], stand["f2"], stand["f3"]
    assert y1 == pytest.approx(68, abs=0.6)
    assert (x2 - x1, y2 - y1) == pytest.approx((3.0, 0.0), abs=0.01), "the formation is kept"
    assert x3 - x1 > 7.0, "the one in hand stands where the finger let go"
    assert y3 > y1 + 0.5
