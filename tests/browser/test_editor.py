"""Your own table in the browser: laid from nothing in every game, kept, saved, given away by a link, and played."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.test_every_size import HANDS, SIZES, checks_of
from tests.browser.window import DESKTOP, PHONE, Window, Windows

MBB, MECH, ACTION, SEA = "micro_brick_battle", "brick_mech", "brick_action", "battle_of_the_sea"
# A game, the hand it is laid by, what is laid down, the list it lies in, a unit that joins, the list of the forces.
LAID = {
    MBB: ("mouse", ("House", "Hill"), ("terrain",), "Panzer III", "force"),
    MECH: ("touch", ("Building", "Rock"), ("terrain",), "Raider", "force"),
    ACTION: ("touch", ("Barn", "Sandbags"), ("terrain",), "fire_team", "force"),
    SEA: ("mouse", ("Island", "Reef"), ("chart", "area"), "Cutter", "fleet"),
}


def draft(window: Window, game: str) -> dict[str, Any]:
    """The table that the browser keeps."""
    kept: dict[str, Any] = (window.kept("brickfield.own_tables") or {}).get(game, {})
    return kept


def begun(windows: Windows, game: str, hand: str) -> Window:
    window = windows.open(DESKTOP if hand == "mouse" else PHONE, touch=hand == "touch").go(f"/editor?game={game}")
    window.press("from-nothing")
    expect(window.find("fine")).to_have_text("Nothing is wrong with this table.")
    return window


def pulled(window: Window, by: tuple[int, int]) -> None:
    """Pull at the middle of the table, where the first thing lies."""
    stage = window.find("stage")
    stage.scroll_into_view_if_needed()
    window.painted()
    box = stage.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if not window.touch:
        window.page.mouse.move(x, y)
        window.page.mouse.down()
        window.page.mouse.move(x + by[0], y + by[1], steps=4)
        window.page.mouse.up()
        return
    finger = window.context.new_cdp_session(window.page)
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x + by[0] / 2, "y": y + by[1] / 2}]),
        ("touchMove", [{"x": x + by[0], "y": y + by[1]}]),
        ("touchEnd", []),
    ):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    finger.detach()


def laid(document: dict[str, Any], path: tuple[str, ...]) -> list[dict[str, Any]]:
    found: Any = document
    for key in path:
        found = found.get(key, {})
    return list(found)


def middle(piece: dict[str, Any]) -> float:
    """How far from the left a piece lies."""
    if "x" in piece:
        return float(piece["x"])
    xs = [x for x, _ in piece["points"]]
    return (min(xs) + max(xs)) / 2


@pytest.mark.parametrize("game", LAID)
def test_a_table_is_laid_from_nothing_saved_given_away_opened_and_played(
    windows: Windows, game: str, tmp_path: Path
) -> None:
    hand, kinds, path, unit, forces = LAID[game]
    window = begun(windows, game, hand)
    page = window.page
    window.press(page.locator(f"[data-kind='{kinds[0]}']"))
    expect(window.find("in-hand").get_by_role("heading").first).to_have_text(kinds[0])
    before = float(page.get_by_label(re.compile("From the left")).input_value())
    pulled(window, (60, -40))
    expect(page.get_by_label(re.compile("From the left"))).not_to_have_value(f"{before:g}")
    assert float(page.get_by_label(re.compile("From the left")).input_value()) > before
    window.press(page.locator(f"[data-kind='{kinds[1]}']"))
    page.get_by_label(re.compile("From the left")).fill("9.5")
    # taken back and done again, then a unit joins and the table gets its name
    window.press("undo-edit")
    expect(page.get_by_label(re.compile("From the left"))).not_to_have_value("9.5")
    window.press("redo-edit")
    window.press(page.get_by_role("tab", name="Armies"))
    page.get_by_label("Add to units").first.select_option(unit) if game != SEA else page.get_by_label(
        "Add to ships"
    ).first.select_option(unit)
    window.press(page.get_by_role("tab", name="Table"))
    page.get_by_label("Title").fill("My field")
    expect(window.find("fine")).to_have_text("Nothing is wrong with this table.")
    with page.expect_download() as saved:
        window.press("save-scenario")
    file = tmp_path / "mine.json"
    saved.value.save_as(file)
    document = json.loads(file.read_text("utf-8"))
    pieces = laid(document, path)
    assert [round(middle(each), 1) for each in pieces][1:] == [9.5]
    assert document["title"] == "My field"
    # the page is left and comes back as it was
    page.reload()
    expect(window.page.get_by_role("heading", level=1)).to_have_text("My field")
    window.wait("(game) => JSON.parse(localStorage['brickfield.own_tables'])[game]?.title === 'My field'", game)
    assert draft(window, game) == document
    # a battle on it is agreed on like any other, and with a rule of the house
    window.press("set-up-own")
    expect(window.find("chosen-scenario")).to_contain_text("My field")
    window.press(page.locator("summary", has_text="House rules"))
    window.press("add-house-rule")
    page.get_by_label("House rule 1").fill("Trees fall over.")
    with page.expect_request("**/api/matches") as agreed:
        window.press("start")
    wish = json.loads(agreed.value.post_data or "{}")
    assert (wish["own_scenario"], wish["house_rules"]) == (document, ["Trees fall over."])
    page.wait_for_url(re.compile("/table/"))
    window.go(f"/editor?game={game}")
    expect(window.find("fine")).to_have_text("Nothing is wrong with this table.")
    window.press("share-scenario")
    link = window.find("scenario-link").get_by_label("Link to this table").input_value()
    friend = windows.open(PHONE, touch=True).go(link.removeprefix(windows.server.address))
    expect(friend.find("fine")).to_have_text("Nothing is wrong with this table.")
    friend.wait("(game) => JSON.parse(localStorage['brickfield.own_tables'])[game]?.title === 'My field'", game)
    assert draft(friend, game) == document
    with friend.page.expect_request("**/api/matches") as asked:
        friend.press("try-it")
    order = json.loads(asked.value.post_data or "{}")
    assert (order["own_scenario"], order["game"]) == (document, game)
    friend.page.wait_for_url(re.compile("/table/"))
    friend.wait("() => window.__brickfield?.state().seq > 0")
    face = friend.server.replay(
        friend.page.url.split("/table/")[1].split("?")[0], friend.kept("brickfield.seats")[0]["seats"][0]["secret"]
    )["face"]
    assert face["title"] == "My field"
    assert len([card for unit_id, card in face["units"].items() if unit_id[0] == "A"]) == units_of(document[forces][0])


def units_of(force: dict[str, Any]) -> int:
    rows = force.get("units") or force["ships"]
    return sum(row["count"] if isinstance(row, dict) else 1 for row in rows)


BROKEN = 'game = "brick_mech"\nversion = 1\nid = "mine"\ntitle = "Mine"\ntable_width = [\n'


def test_what_is_wrong_with_a_file_is_said_and_put_right(windows: Windows) -> None:
    window = begun(windows, MECH, "mouse")
    page = window.page
    drop = """([name, text]) => {
      const held = new DataTransfer();
      held.items.add(new File([text], name));
      const where = document.querySelector("[data-testid=editor]");
      where.dispatchEvent(new DragEvent("drop", { dataTransfer: held, bubbles: true, cancelable: true }));
    }"""
    before = window.page.get_by_role("heading", level=1).text_content()
    page.evaluate(drop, ["broken.toml", BROKEN])
    expect(window.find("file-faults")).to_contain_text("broken.toml could not be opened. Nothing was changed.")
    expect(window.find("file-faults")).to_contain_text("Line 5")
    expect(page.get_by_role("heading", level=1)).to_have_text(before or "")
    # a whole file with a piece that nobody knows is opened: what is wrong is said at its piece, and is put right there
    wrong = {
        **window.server.call("/api/scenarios/desk", {"game": MECH})["data"]["blank"],
        "title": "<b>Mine</b>",
        "terrain": [{"feature": "Bilding", "x": 15, "y": 15}, {"feature": "Rock", "x": 15, "y": 24}],
    }
    page.evaluate(drop, ["mine.json", json.dumps(wrong)])
    expect(page.get_by_role("heading", level=1)).to_have_text("<b>Mine</b>")
    fault = window.find("faults").get_by_role("button").first
    expect(fault).to_contain_text("terrain[0].feature no feature is called 'Bilding'")
    window.press(fault)
    window.find("in-hand").get_by_label("What it is").select_option("Building")
    expect(window.find("fine")).to_have_text("Nothing is wrong with this table.")
    # keys: a nudge, a turn, a twin, gone, and what was before the file is taken back to
    page.locator("h1").click()
    for key in ("ArrowRight", "e", "d", "Delete", "z"):
        page.keyboard.press(key)
    window.wait("(game) => JSON.parse(localStorage['brickfield.own_tables'])[game]?.terrain.length === 3", MECH)
    moved = draft(window, MECH)["terrain"][0]
    assert (moved["x"], moved["heading"]) == (15.25, 345.0)
    # what is wrong with how the table lies is said at its piece, too
    window.press(window.find("things").get_by_role("button").first)
    page.get_by_label("From below").fill("29.5")
    expect(window.find("faults")).to_contain_text("T1 lies over the edge of the table")
    expect(window.find("in-hand")).to_contain_text("lies over the edge of the table")
    page.get_by_label("From below").fill("15")
    # the sizes of a table that the rules forbid are said with their clause
    window.press(page.get_by_role("tab", name="Table"))
    page.get_by_label("Width").fill("4")
    expect(window.find("faults")).to_contain_text("Bricks long and wide")
    expect(window.find("faults").locator("[data-clause]")).to_have_attribute("data-clause", "bm.geometry.table")


def test_bots_say_whether_a_table_is_even_until_they_are_stopped(windows: Windows) -> None:
    window = begun(windows, MECH, "mouse")
    window.press("is-it-even")
    verdict = window.find("verdict")
    expect(verdict).to_contain_text(re.compile(r"after ([3-9]|\d\d) battles"))
    expect(window.find("even").locator(".e-share")).to_have_count(2)
    asked: list[str] = []
    window.page.on("request", lambda request: asked.append(request.url))
    window.press("stop-trial")
    window.find("is-it-even").wait_for()
    counted = verdict.text_content()
    # another table is another question
    window.press(window.page.locator("[data-kind=Rock]"))
    expect(verdict).to_have_text("Two bots play 64 battles on this table.")
    expect(window.find("fine")).to_have_text("Nothing is wrong with this table.")
    assert "battles" in (counted or "")
    assert not [url for url in asked if url.endswith("/try")]


def code_of(document: dict[str, Any]) -> str:
    """A document as links carry it."""
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(json.dumps(document).encode()) + packer.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


@pytest.mark.parametrize("hand", HANDS)
def test_the_desk_fits_every_size_and_can_be_used_by_everybody(windows: Windows, hand: str) -> None:
    window = windows.open(SIZES[HANDS[hand][-1]], touch=hand == "touch")
    check = checks_of(hand)
    window.go(f"/editor?game={SEA}")
    window.find("begin").wait_for()
    check(window, "the beginning of a table")
    opened = window.server.call("/api/scenarios/check", {"game": MBB, "scenario": "bridge"})["file"]["document"]
    window.go(f"/editor#{code_of(opened)}")
    expect(window.find("fine")).to_have_text("Nothing is wrong with this table.")
    check(window, "what lies on a table")
    window.press(window.find("things").get_by_role("button").first)
    check(window, "a piece in hand")
    for tab in ("Table", "Armies", "Goal", "Rules"):
        window.press(window.page.get_by_role("tab", name=tab))
        check(window, f"the form of {tab}")
