"""The rest of the book at a table: an airplane flown by hand, a card of the hand, mines that nobody else sees."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.house import House, Match, unit
from tests.browser.player import FingerTable, Table
from tests.browser.window import PHONE, Windows

SHERMAN, PANZER = "M4 Sherman", "Panzer III"


def labels(table: Table) -> set[str]:
    return {each["text"] for each in table.probe()["labels"]}


def label_is_there(table: Table, text: str) -> None:
    table.window.wait("(text) => window.__brickfield.probe().labels.some((one) => one.text === text)", text)


def the(table: Table, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in table.state()["view"]["units"] if each["id"] == name)
    return found


def sky(house: House) -> Match:
    """A Typhoon above the table with a Panzer on its way."""
    ours = [unit("A1", "Hawker Typhoon", 24, 4, 90), unit("A2", SHERMAN, 2, 2, 90)]
    return house.lay([*ours, unit("B1", PANZER, 24, 12, 270)], phase="turn")


def test_a_plane_is_flown_leg_by_leg_and_bombs_what_it_flew_over(windows: Windows, house: House) -> None:
    table = Table(windows.table(sky(house), seats=(0,)))
    asked = table.asked()
    assert asked is not None
    assert asked["kind"] == "fly_airplanes"
    table.drag(table.spot("A1"), table.pixel(24, 9))
    # half of its speed at least: what is drawn stays, and more is asked for
    expect(table.window.find("commit")).to_have_attribute("aria-disabled", "true")
    label_is_there(table, "at least 10 in")
    for _ in range(28):
        table.page.keyboard.press("ArrowUp")
    expect(table.window.find("over")).to_contain_text("Flown over: Panzer III B1")
    table.page.keyboard.press("ArrowLeft")
    label_is_there(table, "15°")
    table.answering()
    table.press("commit")
    table.asked()
    assert the(table, "A1")["pose"]["y"] == 16_000_000
    table.press("act-bomb")
    expect(table.window.find("commit")).to_be_enabled()


def test_a_second_turn_is_refused_with_its_clause_and_the_first_way_stays(windows: Windows, house: House) -> None:
    table = FingerTable(windows.table(sky(house), PHONE, seats=(0,), touch=True))
    table.asked()
    for key in ["ArrowLeft", *["ArrowUp"] * 44]:
        table.page.keyboard.press(key)
    expect(table.window.find("over")).to_contain_text("Nothing is flown over")
    table.page.keyboard.press("ArrowRight")
    expect(table.window.find("refused-leg")).to_contain_text("may turn once in a Move")
    label_is_there(table, "11 in")


def test_over_the_edge_the_button_says_that_it_leaves(windows: Windows, house: House) -> None:
    ours = [unit("A1", "Hawker Typhoon", 24, 4, 270), unit("A2", SHERMAN, 2, 2, 90)]
    table = Table(windows.table(house.lay([*ours, unit("B1", PANZER, 24, 30, 270)], phase="turn"), seats=(0,)))
    table.asked()
    for _ in range(20):
        table.page.keyboard.press("ArrowUp")
    expect(table.window.find("commit")).to_contain_text("Leave the table")
    table.answering()
    table.press("commit")
    table.asked()
    assert the(table, "A1")["status"] == "waiting"


def test_cards_are_chosen_by_what_they_say_and_one_is_played_among_four_armies(windows: Windows, house: House) -> None:
    options = {"effect_cards": "hail_mary"}
    bots = ("recruit",) * 3
    match = house.new_match("me", *bots, scenario="four_armies", options=options, ready=False)
    table = Table(windows.table(match, seats=(0,)))
    asked = table.asked()
    assert asked is not None
    titles = [each["title"] for each in asked["offer"]["items"]]
    throttle = titles.index("Full Throttle") + 1
    expect(table.window.find(f"item-{throttle}")).to_contain_text(asked["offer"]["items"][throttle - 1]["text"])
    for number in (throttle, titles.index("Dug In") + 1):
        table.press(f"item-{number}")
    while asked is not None and asked["kind"] != "play_cards":
        table.answering()
        table.press("for-me" if asked["kind"] == "deploy_unit" else "commit")
        asked = table.asked()
    assert asked is not None
    played = next(i for i, each in enumerate(asked["offer"]["choices"], 1) if each["title"].startswith("Full Throttle"))
    table.press(f"choice-{played}")
    table.answering()
    table.press("commit")
    table.asked()
    piles = table.state()["view"]["piles"]
    assert piles["played_cards"]["cards"] == ["full_throttle"], piles
    assert [piles[f"hand{seat}"]["count"] for seat in range(4)] == [1, 2, 2, 2]


def test_a_secret_minefield_is_shown_to_its_owner_alone(windows: Windows, house: House) -> None:
    match = house.new_match("me", "link", options={"mines": "secret"}, ready=False)
    house.sit(match, 1, "Nadia")
    mine = Table(windows.table(match, seats=(0,)))
    theirs = FingerTable(windows.table(match, PHONE, seats=(1,), touch=True))
    for table, square in ((mine, "C3"), (theirs, "D4")):
        asked = table.asked()
        assert asked is not None
        squares = [each["title"] for each in asked["offer"]["choices"]]
        table.press(f"choice-{squares.index(square) + 1}")
        table.answering()
        table.press("commit")
    label_is_there(mine, "your secret minefield C3")
    label_is_there(theirs, "your secret minefield D4")
    for table, hidden in ((mine, "minefield D4"), (theirs, "minefield C3")):
        assert not any(hidden in text for text in labels(table))
        assert hidden not in str(table.state()["view"])
