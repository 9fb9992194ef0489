"""Every number names its rule and is the server's: tallies, needs, odds, the hidden stretch, the view of the barrel."""

from __future__ import annotations

import math
import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.house import House, Match, piece, unit
from tests.browser.picture import Colour, take
from tests.browser.player import Table
from tests.browser.window import Window, Windows

# A Sherman looks up at a Panzer III whose near side runs from x = 23 to 25; the house hides its right end.
_SQUARE: dict[str, Any] = {"length_inches": 2.0, "width_inches": 2.0}


def aimed(server: House, *terrain: dict[str, Any], heading: float = 270, far: float = 16) -> Match:
    """The table of a shot, ready to be declared."""
    units = [unit("A1", "M4 Sherman", 24, 4, 90, **_SQUARE), unit("B1", "Panzer III", 24, far, heading, **_SQUARE)]
    return server.lay(units, list(terrain), phase="target_declaration")


def half_hidden(server: House) -> Match:
    """The same behind the corner of a house."""
    return aimed(server, piece("House", 26.2, 11, length=4, width=1))


def aim_of(table: Table) -> dict[str, Any]:
    """The server's word on the first shot."""
    asked = table.asked()
    assert asked is not None
    aim: dict[str, Any] = asked["offer"]["shooters"][0]["aims"][0]
    return aim


def percent(text: str) -> float:
    """The number of a percentage."""
    found = re.search(r"([0-9.]+)\s*%", text)
    assert found, text
    return float(found[1])


def lines_name_their_clauses(window: Window, server: House) -> None:
    """Every line of a tally names a clause, and it opens over the table."""
    titles = {card["title"] for card in server.call("/api/clauses?game=micro_brick_battle")}
    rows = window.find("tally-row")
    rows.first.wait_for()
    assert rows.count() >= 3
    for row in rows.all():
        value, words, clause = row.locator("td").all_inner_texts()
        assert re.fullmatch(r"[+−]?\d+", value.strip()), value
        assert len(words.strip()) > 3
        assert clause.strip() in titles, clause
    link = rows.nth(rows.count() - 1).locator("[data-clause]")
    wanted, words = str(link.get_attribute("data-clause")), link.inner_text()
    link.click()
    sheet = window.find("clause-sheet")
    window.find("clause-text").wait_for()
    # by its name and its chapter, as the book has them; the id is for whoever writes about it
    expect(sheet.get_by_role("heading")).to_have_text(words)
    assert wanted not in sheet.inner_text()
    assert window.find("table").is_visible()
    assert "/table/" in window.page.url
    window.page.keyboard.press("Escape")
    sheet.wait_for(state="detached")


def test_checks_7_and_8_rows_name_clauses_and_add_up_and_need_and_percent_are_the_servers_in_panel_log_and_replay(
    windows: Windows, server: House
) -> None:
    match = half_hidden(server)
    window = windows.table(match)
    table = Table(window)
    aim = aim_of(table)
    window.find("need").wait_for()
    lines_name_their_clauses(window, server)
    for body in window.page.locator(".m-tally tbody").all():
        counted = body.locator("[data-testid=tally-row][data-counts=true]").all()
        total = body.locator("[data-testid=tally-total]")
        if total.count():
            assert sum(int(row.get_attribute("data-value") or "") for row in counted) == int(total.inner_text())
    assert window.find("need").inner_text() == f"{aim['needed']}+"
    assert percent(window.find("odds").inner_text()) == round(aim["odds"] * 100, 1)
    assert f"{aim['ways'][0]} of {aim['ways'][1]} rolls" in window.page.locator(".m-need").inner_text()
    totals = [each["total"] for each in aim["sums"] if len(each["lines"]) > 1]
    table.press("commit")
    table.answering()
    table.press("commit")
    table.asked()
    window.press("log")
    line = window.find("log-sheet").get_by_text(re.compile(rf"needed {aim['needed']}\b"))
    line.first.wait_for()
    steps = server.replay(match.id, match.secrets[0])["steps"]
    shot = next(event for step in steps for event in step["events"] if event["event"] == "shot_resolved")
    assert shot["needed"] == aim["needed"]
    window.go(f"/replay/{match.id}")
    window.find("timeline").wait_for()
    window.page.keyboard.press("End")
    for _ in steps:
        window.painted()
        if window.page.locator(".m-throw-why summary").count():
            break
        window.page.keyboard.press("ArrowLeft")
    window.page.locator(".m-throw-why summary").first.click()
    shown = [int(text) for text in window.find("tally-total").all_inner_texts()]
    assert shown == totals
    assert any(f"needed {aim['needed']}" in words for words in window.find("log-line").all_inner_texts())


def test_check_9_the_worked_example_of_the_book_shows_eight_and_41_7_percent(windows: Windows, server: House) -> None:
    units = [unit("A1", "M4 Sherman", 24, 4, 90), unit("B1", "Panzer III", 24, 20, 270)]
    window = windows.table(server.lay(units, phase="target_declaration"))
    Table(window).asked()
    assert window.find("need").inner_text() == "8+"
    assert window.find("odds").inner_text().replace("\u202f", " ").replace("\u00a0", " ") == "41.7 %"


def is_red(colour: Colour) -> bool:
    """The red of what is hidden."""
    red, green, blue = colour
    return 130 < red < 200 and green < 55 and blue < 60


def is_white(colour: Colour) -> bool:
    """The white of what is free."""
    return min(colour) > 215


def test_check_10_the_hidden_stretch_is_drawn_where_the_server_says_within_a_pixel(
    windows: Windows, server: House
) -> None:
    window = windows.table(half_hidden(server), quality="low")
    table = Table(window)
    sight = aim_of(table)["sight"]
    window.find("hidden").wait_for()
    for _ in range(3):
        table.page.keyboard.press("+")
    table.still()
    ax, ay, bx, by = sight["side"]
    left, top = table.pixel(min(ax, bx), ay)
    right, _ = table.pixel(max(ax, bx), by)
    picture = take(table.page, math.floor(left) - 6, math.floor(top) - 4, math.ceil(right - left) + 12, 8)
    # the side is drawn six pixels thick; beyond its middle nothing of the wedge before it is seen
    row = picture.height // 2 - 2
    reds = [x for x in range(picture.width) if is_red(picture.at(x, row))]
    whites = [x for x in range(picture.width) if is_white(picture.at(x, row))]
    assert reds, "no hidden stretch is drawn"
    (low, high) = sight["hidden"][0]
    ends = sorted(ax + (bx - ax) * share for share in (low, high))
    want = [table.pixel(end, ay)[0] - (math.floor(left) - 6) for end in ends]
    assert abs(reds[0] - want[0]) <= 1.0, (reds[0], want)
    assert abs(reds[-1] + 1 - want[1]) <= 1.0, (reds[-1], want)
    assert whites[0] < reds[0] or whites[-1] > reds[-1]
    share = percent(window.find("hidden").inner_text())
    assert abs(share - sight["share"] * 100) <= 0.5
    bar = window.page.locator(".m-hidden-bar i").first
    box, whole = bar.bounding_box(), window.page.locator(".m-hidden-bar").bounding_box()
    assert box is not None
    assert whole is not None
    assert abs(box["width"] / whole["width"] - sight["share"]) < 0.02


_BARREL = """() => {
  const canvas = document.querySelector(".m-barrel-view canvas");
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [80, 48];
  const pen = copy.getContext("2d");
  pen.drawImage(canvas, 0, 0, copy.width, copy.height);
  return { width: copy.width, height: copy.height, data: [...pen.getImageData(0, 0, copy.width, copy.height).data] };
}"""


def barrel(table: Table) -> dict[str, Any]:
    """The picture from the barrel as pixels, made small."""
    table.window.page.locator(".m-barrel-view canvas").wait_for()
    found: dict[str, Any] = table.page.evaluate(_BARREL)
    return found


def changed(one: dict[str, Any], other: dict[str, Any], x: int, y: int) -> bool:
    """Whether two pictures differ at a pixel."""
    at = (y * one["width"] + x) * 4
    return any(abs(one["data"][at + i] - other["data"][at + i]) > 24 for i in range(3))


def test_check_11_the_picture_from_the_barrel_shows_what_stands_in_front_of_the_hatched_part(
    windows: Windows, server: House
) -> None:
    open_table = Table(windows.table(aimed(server)))
    aim_of(open_table)
    empty = barrel(open_table)
    table = Table(windows.table(half_hidden(server)))
    sight = aim_of(table)["sight"]
    covered = barrel(table)
    width, height = covered["width"], covered["height"]
    share = [
        sum(changed(empty, covered, x, y) for y in range(height // 4, height * 3 // 4)) / (height / 2)
        for x in range(width)
    ]
    # seen from the gun the right end of the side is hidden: the house stands there, over more than the side itself
    assert sum(share[int(width * 0.8) :]) / (width * 0.2) > 0.6
    # and the free end is as it was
    assert sum(share[: int(width * 0.3)]) / (width * 0.3) < 0.1
    assert 0 < sight["share"] < 1
