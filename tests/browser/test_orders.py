"""Orders that wait: a hold of a squad put together by finger and by keys, the note of a Mech chosen on the ground."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.house import House, Match
from tests.browser.mech import GAME as MECH
from tests.browser.mech import MechTable, mech
from tests.browser.player import FingerTable, Table
from tests.browser.test_action import GAME, place
from tests.browser.window import PHONE, Windows


def ambush(server: House, *seats: str) -> Match:
    """A squad waits for two others; there is no smoke in it, and nothing to activate."""
    row = [[x, 20.0] for x in (40.0, 43.0, 46.0)]
    units = [
        place("A1", "3 regular repeater", 40, 20, spots=row),
        place("B1", "2 regular smg", 30, 44, 270.0, spots=[[30.0, 44.0], [33.0, 44.0]]),
        place("B2", "2 regular smg", 52, 48, 270.0, spots=[[52.0, 48.0], [55.0, 48.0]]),
    ]
    return server.lay(units, game=GAME, seats=seats or ("me", "here"))


def waits(table: Table) -> list[dict[str, Any]]:
    """The orders that wait, as the table is shown them."""
    found: list[dict[str, Any]] = table.state()["view"]["situation"]["waits"]
    return found


def test_a_hold_is_put_together_by_finger_on_a_phone(windows: Windows, server: House) -> None:
    window = windows.table(ambush(server), PHONE, touch=True)
    table = FingerTable(window)
    assert table.asked() is not None
    window.press("act-hold")
    expect(window.find("notes")).to_contain_text("An action saved for the enemy's turn")
    expect(window.find("word-B1")).to_be_visible()
    expect(window.find("commit")).to_have_attribute("aria-disabled", "true")

    # whom, on the board; what it does and what is done then, from what can be done
    table.tap(table.spot("B2"))
    expect(window.find("order-named")).to_contain_text("B2")
    window.press("word-move")
    expect(window.find("word-smoke")).to_have_count(0)
    expect(window.find("word-activate")).to_have_count(0)
    window.press("word-attack")
    expect(window.find("commit")).to_contain_text("moves, fire")
    assert "wait" in table.probe()["marks"]

    # an earlier part is said anew by touching it
    window.press("order-trigger")
    window.press("word-either")
    box = window.find("commit").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE["height"]
    table.answering()
    window.press("commit")
    assert table.asked() is not None
    assert [(each["unit"], each["on"]) for each in waits(table)] == [("A1", "B2")]
    assert waits(table)[0]["text"] == "When B2 moves or attacks, fire"
    table.still()
    assert "wait" in table.probe()["marks"]


def test_a_hold_by_keys_fires_in_the_turn_of_the_others_and_all_see_it(windows: Windows, server: House) -> None:
    match = ambush(server, "me", "link")
    server.sit(match, 1)
    ours, theirs = windows.table(match, seats=(0,)), windows.table(match, seats=(1,))
    table, other = Table(ours), Table(theirs)
    assert table.asked() is not None
    # O is to hold in every game; the enemy by its number, then what it does, then what is done
    for key in ("o", "2", "1", "1"):
        ours.page.keyboard.press(key)
    expect(ours.find("commit")).to_contain_text("moves, fire")
    ours.page.keyboard.press("z")
    expect(ours.find("commit")).to_contain_text("moves, …")
    ours.page.keyboard.press("1")
    table.answering()
    table.enter()
    assert table.asked() is not None
    table.finish(lambda: ours.page.keyboard.press("0"))

    # they see it drawn and walk into it
    assert other.asked() is not None
    assert [each["on"] for each in waits(other)] == ["B2"]
    other.still()
    assert "wait" in other.probe()["marks"]
    theirs.page.keyboard.press("2")
    theirs.page.keyboard.press("m")
    for _ in range(4):
        theirs.page.keyboard.press("ArrowUp")
    other.worked_out()
    other.answering()
    other.enter()
    assert table.asked() is not None
    expect(ours.find("ask-title")).to_contain_text("Use your hold?")
    ours.page.keyboard.press("k")
    table.answering()
    table.enter()
    assert other.asked() is not None
    assert waits(other) == []
    other.still()
    assert "fired" in other.probe()["marks"]
    theirs.press("log")
    expect(theirs.find("log-sheet")).to_contain_text("springs its hold: when B2 moves, fire.")


def test_a_mech_is_told_on_the_ground_where_to_hold_fire(windows: Windows, server: House) -> None:
    units = [mech("A1", 10, 15, 0), mech("B1", 17, 15, 180)]
    match = server.lay(units, game=MECH, options={"hold_fire": True}, seats=("me", "link"))
    server.sit(match, 1)
    mine = MechTable(windows.table(match, seats=(0,)))
    theirs = MechTable(windows.table(match, seats=(1,)))
    assert mine.asked()
    mine.key("o")
    expect(mine.window.page.get_by_text("Only you see this.")).to_be_visible()
    expect(mine.window.find("commit")).to_contain_text("Hold fire: when an enemy enters …")
    # straight ahead, where the enemy stands: the ground is meant, not who stands there
    mine.tap(mine.spot("B1"))
    expect(mine.window.find("commit")).to_contain_text("short range, primary arc")
    # to its left, nearer than that
    mine.tap(mine.pixel(10, 17))
    expect(mine.window.find("commit")).to_contain_text("left arc")
    assert {"bands", "zone"} <= set(mine.probe()["marks"])
    mine.answer("commit")
    assert theirs.asked()
    # a closed note for everybody else
    assert theirs.sheet("A1")["note"]
    expect(theirs.window.find("unit-A1")).to_contain_text("holds fire")
    assert "left arc" not in theirs.window.page.content()
    # the ground stays drawn for who wrote the note, and for nobody else
    assert [each["unit"] for each in waits(mine)] == ["A1"]
    assert waits(theirs) == []
    mine.still()
    assert "zone" in mine.probe()["marks"]
