"""Figures, floors and hands of cards at a table: the raid of the tests, which no page offers, drawn and played."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.house import House, Match
from tests.browser.player import FingerTable, Table
from tests.browser.window import PHONE, Windows

# Squad 0 is at the windows upstairs, squad 3 on the ground floor; 1 stands where it is seen through a window.
POSITION = {"s0": [1], "s1": [61, 34], "s2": [46, 50], "s3": [0]}


def raid(server: House) -> Match:
    """A raid in the middle of it; two of the four seats are taken."""
    wish = {"position": POSITION, "seats": ["me", "link", "link", "link"], "game": "raid"}
    match = Match(server.call("/test/position", wish))
    server.sit(match, 1, "Nadia")
    return match


def figures(table: Table) -> dict[str, dict[str, Any]]:
    """What is drawn of the squads, figure by figure."""
    return {each["id"]: each for each in table.probe()["units"]}


def house_of(table: Table) -> dict[str, Any]:
    return next(each for each in table.probe()["pieces"] if each["id"] == "house")


def test_every_figure_stands_at_its_own_place_and_floor(windows: Windows, server: House) -> None:
    table = Table(windows.table(raid(server), seats=(0,)))
    table.asked()
    table.still()
    drawn = figures(table)
    assert sorted(drawn) == sorted(f"s{n}{end}" for n in range(4) for end in ("", "/f1", "/f2"))
    assert {name: each.get("level") for name, each in drawn.items() if "level" in each} == {
        **{f"s0{end}": 1 for end in ("", "/f1", "/f2")},
        **{f"s3{end}": 0 for end in ("", "/f1", "/f2")},
    }
    assert len({tuple(each["plan"]) for each in drawn.values()}) == 12
    assert house_of(table) | {"now": 0} == {"id": "house", "model": "house", "now": 0, "levels": 3, "open": 1}
    assert {"upper floor × 3", "ground floor × 3"} <= {label["text"] for label in table.probe()["labels"]}


def test_the_upper_figure_is_picked_first_and_the_lower_by_its_badge(windows: Windows, server: House) -> None:
    table = Table(windows.table(raid(server), seats=(0,)))
    table.asked()
    for mode in ("plan", "scene"):
        if mode == "scene":
            table.page.keyboard.press("v")
            table.window.wait("() => window.__brickfield.probe().mode === 'scene' && window.__brickfield.probe().idle")
        # the roof goes with the floor one looks into
        badge = next(each for each in table.probe()["labels"] if each["text"] == "ground floor × 3")["rect"]
        left, top = table.corner()
        table.tap((left + badge["x"] + badge["w"] / 2, top + badge["y"] + badge["h"] / 2))
        table.window.wait("() => window.__brickfield.probe().pieces.find((one) => one.id === 'house').open === 0")
        table.tap(table.spot("s0/f1"))
        table.window.wait("() => window.__brickfield.probe().pieces.find((one) => one.id === 'house').open === 1")


def test_a_card_of_the_hand_is_played_for_the_figure_that_is_touched(windows: Windows, server: House) -> None:
    match = raid(server)
    mine = Table(windows.table(match, seats=(0,)))
    theirs = FingerTable(windows.table(match, PHONE, seats=(1,), touch=True))
    mine.asked()
    mine.press("act-fire")
    mine.tap(mine.spot("s1"))
    mine.press("commit")
    asked = theirs.asked()
    assert asked is not None
    assert (asked["kind"], asked["offer"]["style"]) == ("may_play_card", "cards")
    assert [each["title"] for each in asked["offer"]["choices"]] == [
        "No card", "Cover for f0", "Cover for f1", "Cover for f2",
    ]  # fmt: skip
    theirs.tap(theirs.spot("s1/f1"))
    expect(theirs.window.find("choice-3")).to_have_attribute("aria-pressed", "true")
    theirs.press("commit")
    mine.window.wait("() => window.__brickfield.state().view.piles.played.count === 1")
    assert mine.state()["view"]["piles"]["played"]["cards"] == ["take_cover"]


def test_a_squad_is_dragged_in_formation_and_one_figure_set_beside_it(windows: Windows, server: House) -> None:
    wish = {"position": {"s0": [18, 20]}, "seats": ["me", "link", "link", "link"], "game": "raid"}
    table = Table(windows.table(Match(server.call("/test/position", wish)), seats=(0,)))
    table.asked()
    table.press("act-march")
    table.drag(table.spot("s0"), table.pixel(24, 26))
    expect(table.window.find("apart")).to_contain_text("All keep their places")
    # too far from the first of them: the chain is drawn with its length, and the figure goes back
    table.drag(table.pixel(29, 26), table.pixel(32, 24))
    expect(table.window.find("refused-leg")).to_contain_text("Figures keep within 6")
    table.drag(table.pixel(29, 26), table.pixel(29, 28))
    expect(table.window.find("apart")).to_contain_text("1 set elsewhere")
    table.answering()
    table.press("commit")
    table.window.wait("(seq) => window.__brickfield.state().shown > seq", table.answered)
    squad = next(each for each in table.state()["view"]["units"] if each["id"] == "s0")
    places = [(each["pose"]["x"] / 1e6, each["pose"]["y"] / 1e6) for each in squad["figures"]]
    assert max(abs(places[0][0] - 24), abs(places[0][1] - 26)) < 1
    assert [round(x - places[0][0], 1) for x, _ in places] == [0, 2.5, 5]
    assert [round(y - places[0][1], 1) for _, y in places] == [0, 0, 2]
