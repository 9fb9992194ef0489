"""Battle of the Sea at the table: sailing around an island, divided fire, a ram, hits placed, and the end."""

from __future__ import annotations

import math

from playwright.sync_api import expect

from brickfield.testing import area
from tests.browser.house import House
from tests.browser.player import FingerTable, Table
from tests.browser.sailor import GAME, SETTLED, KeySailor, Sailor, lay, weak
from tests.browser.test_every_size import all_are_large_enough, no_serious_fault, nothing_is_off_screen
from tests.browser.window import PHONE, TABLET, Window, Windows
from tests.rules.battle_of_the_sea.table import ship

ISLAND = area("island", (14, 12), (20, 12), (21, 15), (17, 18), (13, 15))
_YELLOW = """() => [...document.querySelectorAll("button")]
  .filter((b) => b.offsetParent && getComputedStyle(b).backgroundColor === "rgb(245, 197, 24)").length"""


def trace(table: Table, *points: tuple[float, float]) -> None:
    """Draw a line by hand over points of the table, from the first on."""
    pixels = [table.pixel(*point) for point in points]
    table.page.mouse.move(*pixels[0])
    table.page.mouse.down()
    for pixel in pixels[1:]:
        table.page.mouse.move(*pixel, steps=3)
    table.page.mouse.up()


def number(window: Window, testid: str) -> float:
    """The first number a part of the page shows."""
    return float(window.find(testid).inner_text().split()[0])


def test_a_ship_sails_around_an_island_in_one_drawn_line(windows: Windows, server: House) -> None:
    match = lay(server, ship("A1", "Cutter", 12, 12.0, 80), ship("B1", "Cutter", 30, 30, 270), terrain=[ISLAND])
    window = windows.table(match)
    table = Table(window)
    table.asked()
    # straight through the island is refused, with the reason at the hand, and nothing is left of it
    table.drag(table.spot("A1"), table.pixel(16, 12.0))
    window.find("refused-leg").wait_for(state="attached")
    assert "No way through land and ships" in (window.find("refused-leg").text_content() or "")
    assert window.find("legs").count() == 0
    # around its corner is a bent line of the bow; it costs its length
    x, y = 12.0, 12.0
    trace(table, (x, y), (x + 0.1, y + 2.0), (x + 0.2, y + 2.6), (x + 1.4, y + 3.6), (x + 2.0, y + 4.2))
    window.wait(SETTLED)
    assert window.find("legs").locator("li").count() >= 2
    assert 3.5 <= number(window, "cost") <= 5.0
    assert {"path", "swept", "ghost", "rim"} <= set(table.probe()["marks"])
    assert window.find("impact").count() == 0
    before = table.units(0)["A1"]
    table.answering()
    table.press("commit")
    table.asked()
    assert math.dist(table.units(0)["A1"], before) > 2


def test_check_16_short_legs_are_none_and_a_ram_is_offered_only_where_the_bow_meets_an_enemy(
    windows: Windows, server: House
) -> None:
    match = lay(server, ship("A1", "Viking Longship", 10, 10, 90), ship("B1", "Galleon", 10, 16, 0))
    window = windows.table(match)
    table = Table(window)
    table.asked()
    here = table.spot("A1")
    table.drag(here, (here[0], here[1] - 4))
    assert window.find("legs").count() == 0
    table.drag(here, table.pixel(10, 11.5))
    window.wait(SETTLED)
    assert window.find("impact").count() == 0
    table.tap(table.spot("B1"))
    ram = window.find("impact")
    ram.wait_for()
    assert ram.get_attribute("data-manner") == "accurate"
    assert window.find("impact-dice").inner_text() == "5"
    assert "arc" in table.probe()["marks"]
    assert "ram" in table.commit_words()
    table.answering()
    table.press("commit")
    table.asked()
    expect(window.page.locator(".m-log-lines")).to_contain_text("threw 5 dice at Galleon B1 (accurate ram)")


def test_fire_is_divided_before_any_die_is_thrown(windows: Windows, server: House) -> None:
    galleon, near = ship("A1", "Galleon", 10, 10, 90), ship("B1", "Cutter", 10, 16, 0)
    far, beyond = ship("B2", "Galleon", 10, 26, 0), ship("B3", "Cutter", 30, 33, 0)
    window = windows.table(lay(server, galleon, near, far, beyond))
    table = Table(window)
    table.asked()
    table.answering()
    table.press("commit")
    asked = table.asked()
    assert asked is not None
    assert asked["kind"] == "attack"
    window.press("target-3")
    assert "Range is from hull to hull" in window.find("target-refusal").inner_text()
    # all dice are on the first target to begin with
    assert window.find("dice-B1").inner_text() == "10"
    for _ in range(6):
        window.press("fewer-B1")
    for _ in range(2):
        window.press("more-B2")
    assert window.find("more-B2").get_attribute("aria-disabled") == "true"
    # only one die for each full five points of firepower reaches beyond the normal range
    assert window.find("dice-B1").inner_text() == "4"
    assert window.find("dice-B2").inner_text() == "2"
    assert window.find("free-dice").inner_text().startswith("4 of 10")
    expected = float(window.find("plan-expected").inner_text())
    assert abs(expected - 6 * 0.582535) < 0.006
    assert table.probe()["marks"].count("shot") == 2
    table.answering()
    table.press("commit")
    table.asked()
    window.press("log")
    told = window.find("log-sheet").inner_text()
    assert "4 dice at Cutter B1" in told


def test_check_19_every_hit_is_placed_before_it_can_be_confirmed_and_sinking_is_foretold(
    windows: Windows, server: House
) -> None:
    target = ship("B1", "Galleon", 10, 16, 0, marks={"additional": 0, "base": 1, "firepower": 10, "speed": 4})
    window = windows.table(lay(server, ship("A1", "Galleon", 10, 10, 90), target))
    table = Table(window)
    sailor = Sailor(table)
    for kind in ("command_fleet", "attack"):
        asked = table.asked()
        assert asked is not None
        assert asked["kind"] == kind
        sailor.answer(asked)
    asked = table.asked()
    assert asked is not None
    hits = asked["offer"]["count"]
    assert hits >= 2
    commit = window.find("commit")
    assert commit.get_attribute("aria-disabled") == "true"
    window.press("fewer-base")
    assert "is lost" in window.find("lost").inner_text()
    assert commit.get_attribute("aria-disabled") == "true"
    window.press("more-base")
    window.press(window.page.get_by_role("button", name="Cone of firepower").first)
    for _ in range(hits - min(5, hits)):
        window.press("fewer-speed")
    assert window.find("in-hand").inner_text() == "Every hit is placed"
    assert window.find("left-firepower").inner_text() == str(10 - min(5, hits))
    assert commit.get_attribute("aria-disabled") == "false"
    assert window.page.evaluate(_YELLOW) == 1
    table.answering()
    table.press("commit")
    table.asked()
    marks = next(unit for unit in table.state()["view"]["units"] if unit["id"] == "B1")["marks"]
    assert marks["firepower"] == 10 - min(5, hits)


def test_a_marker_that_is_turned_over_leaves_the_steps_in_their_card(windows: Windows, server: House) -> None:
    target = ship("B1", "Galleon", 12, 14, 180, marks={"additional": 0, "base": 6, "firepower": 10, "speed": 4})
    window = windows.table(lay(server, ship("A1", "Galleon", 10, 8, 90), target, options={"stout_hulls": True}))
    table = Table(window)
    sailor = Sailor(table)
    for _ in range(2):
        asked = table.asked()
        assert asked is not None
        sailor.commit() if asked["kind"] == "command_fleet" else sailor.answer(asked)
    asked = table.asked()
    assert asked is not None
    assert asked["kind"] == "allocate_hits"
    window.press("fewer-base")
    expect(window.find("heap-base")).to_contain_text("turned over")
    card, step = (
        window.page.locator(part).bounding_box() for part in (".m-pile-card.large", "[data-testid=more-base]")
    )
    assert card is not None
    assert step is not None
    assert step["x"] + step["width"] <= card["x"] + card["width"]


def test_on_a_phone_no_marker_that_may_be_given_is_below_the_fold_whatever_is_taught(
    windows: Windows, server: House
) -> None:
    match = lay(server, ship("A1", "Galleon", 10, 8, 90), ship("B1", "Galleon", 12, 14, 180))
    ours, theirs = (
        Table(windows.table(match, seats=(0,))),
        FingerTable(windows.table(match, PHONE, seats=(1,), touch=True)),
    )
    sailor = Sailor(ours)
    for _ in range(2):
        asked = ours.asked()
        assert asked is not None
        sailor.commit() if asked["kind"] == "command_fleet" else sailor.answer(asked)
    asked = theirs.asked()
    assert asked is not None
    assert asked["kind"] == "allocate_hits"
    # a clause that is met for the first time is told, below what is asked
    expect(theirs.window.find("hint")).to_be_visible()
    for heap in asked["offer"]["heaps"]:
        box = theirs.window.find(f"fewer-{heap['id']}").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE["height"], heap["id"]


def test_a_battle_to_the_win_screen_and_its_replay(windows: Windows, server: House) -> None:
    match = lay(server, ship("A1", "Galleon", 10, 6, 90), weak("B1", 10, 19), seats=("me", "recruit"))
    window = windows.table(match)
    sailor = Sailor(Table(window))
    sailor.play_out()
    assert "win" in window.find("win").inner_text()
    assert "attack" in sailor.given
    window.press("watch-replay")
    window.find("timeline").wait_for()
    window.page.keyboard.press("End")
    assert "Cutter B1" in window.page.locator("body").inner_text()


def test_a_battle_by_keyboard_only(windows: Windows, server: House) -> None:
    match = lay(server, ship("A1", "Galleon", 10, 10, 90), weak("B1", 10, 17, firepower=2), weak("B2", 14, 17))
    window = windows.table(match)
    sailor = KeySailor(Table(window))
    sailor.play_out()
    assert "win" in window.find("win").inner_text()
    assert "ahead" in sailor.given


def test_a_battle_on_a_phone_by_touch(windows: Windows, server: House) -> None:
    units = (ship("A1", "Galleon", 10, 6, 90), ship("B1", "Galleon", 10, 16, 0))
    window = windows.table(lay(server, *units, terrain=[ISLAND]), PHONE, touch=True)
    table = FingerTable(window)
    sailor = Sailor(table)
    looked: set[str] = set()
    for _ in range(8):
        asked = table.asked()
        if asked is None or len(looked) == 3:
            break
        if asked["kind"] not in looked:
            looked.add(asked["kind"])
            nothing_is_off_screen(window, asked["kind"])
            all_are_large_enough(window, asked["kind"], 44)
            no_serious_fault(window, asked["kind"])
        sailor.seat = asked["seat"]
        sailor.answer(asked)
    assert looked == {"command_fleet", "attack", "allocate_hits"}


def test_the_table_of_ships_on_desk_and_tablet(windows: Windows, server: House) -> None:
    units = (ship("A1", "Galleon", 10, 6, 90), ship("B1", "Ship of the Line", 10, 14, 0), ship("B2", "Cutter", 16, 16))
    for size in (TABLET, None):
        match = lay(server, *units, terrain=[ISLAND], options={"wind": True}, wind=45)
        window = windows.table(match, size, touch=True) if size else windows.table(match)
        table = FingerTable(window) if size else Table(window)
        sailor = Sailor(table)
        for kind in ("command_fleet", "attack", "allocate_hits"):
            asked = table.asked()
            assert asked is not None
            assert asked["kind"] == kind
            nothing_is_off_screen(window, kind)
            all_are_large_enough(window, kind, 44 if size else 24)
            if not size:
                no_serious_fault(window, kind)
            sailor.answer(asked)
        assert table.probe()["drawCalls"] <= 40


def test_four_fleets_in_four_windows(windows: Windows, server: House) -> None:
    units = (ship("A1", "Galleon", 17, 17, 90), weak("B1", 17, 24), weak("C1", 24, 17), weak("D1", 10, 17))
    match = lay(server, *units, seats=("me", "link", "link", "link"))
    for seat in (1, 2, 3):
        server.sit(match, seat)
    opened = [windows.table(match, seats=(seat,)) for seat in range(4)]
    sailors = [Sailor(Table(window), seat) for seat, window in enumerate(opened)]
    for _ in range(24):
        state = sailors[0].table.state()
        seat = None if state["outcome"] else state["view"]["waiting_for"][0]
        if seat is None:
            break
        asked = sailors[seat].table.asked()
        assert asked is not None
        yellow = [window.page.evaluate(_YELLOW) for window in opened]
        assert [count for at, count in enumerate(yellow) if at != seat] == [0, 0, 0], "only who is asked sees yellow"
        sailors[seat].answer(asked)
        version = _newest(opened[seat])
        for window in opened:
            window.wait(
                "(v) => { const s = window.__brickfield.state(); return s.view.version >= v && !s.playing }", version
            )
    assert all("win" in window.find("win").inner_text().lower() for window in opened)
    assert {kind for sailor in sailors for kind in sailor.given} >= {"command_fleet", "attack"}


def _newest(window: Window) -> int:
    """The version this window shows once its answer is in."""
    version: int = window.wait(
        "() => { const s = window.__brickfield.state(); return !s.pending && !s.playing && s.seq === s.shown"
        " && s.view.version }"
    )
    return version


def test_a_new_battle_of_a_scenario_is_set_out_and_begun(windows: Windows, server: House) -> None:
    match = server.new_match("me", "here", options={}, game=GAME, scenario="last_drop_of_blood")
    window = windows.table(match)
    sailor = Sailor(Table(window))
    for _ in range(20):
        asked = sailor.table.asked()
        assert asked is not None
        if asked["kind"] != "deploy_ship":
            break
        sailor.answer(asked)
    assert asked["kind"] == "command_fleet"
    assert len(sailor.table.probe()["units"]) == 8
