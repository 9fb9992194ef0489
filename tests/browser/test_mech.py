"""BrickMech at the table: a duel with Return Fire, parts that come off and go on, by hand, by keys and by finger."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.house import House, piece
from tests.browser.mech import GAME, MechTable, duel, mech
from tests.browser.player import FingerTable
from tests.browser.test_every_size import all_are_large_enough, no_serious_fault, nothing_is_off_screen
from tests.browser.test_yards import built_by
from tests.browser.window import DESKTOP, PHONE, SIZES, Windows

_FINGER, _MOUSE = 44, 24


def built_in_the_workshop(windows: Windows) -> str:
    """A Mech put together on the page of the workshop: its name and modules as a battle takes them."""
    window = windows.open().go("/workshop")
    window.find("unit-name").fill("Iron Duke")
    built_by(window, {"legs": "L2", "torso": "T2", "left_shoulder": "S2", "right_shoulder": "S4"})
    built_by(window, {"left_arm": "A3", "right_arm": "A6"})
    expect(window.find("design-code")).to_contain_text("A3-A6")
    return window.find("design-code").text_content() or ""


def test_a_mech_is_built_fights_a_duel_with_return_fire_loses_an_arm_and_mounts_it_to_the_end(
    windows: Windows, server: House
) -> None:
    window = windows.table(duel(server, built_in_the_workshop(windows), return_fire=True))
    table = MechTable(window)
    assert table.asked()
    expect(window.find("unit-B1")).to_contain_text("Iron Duke")
    whole = table.model("B1")
    assert whole.split("@")[0] == "mech.L2-T2-S2-S4-A3-A6"

    table.act("attack")
    asked = table.asked()
    assert asked is not None
    assert (asked["kind"], asked["seat"]) == ("return_fire", 1)
    for name in ("A1", "B1"):
        expect(window.find(f"attack-{name}").get_by_test_id("chances")).to_contain_text("does damage")
    expect(window.find("notes")).to_contain_text("1st action")
    # what acts is yellow and says how likely it does something; letting it pass is plain
    expect(window.find("commit")).to_have_class(re.compile(r"\bask\b"))
    expect(window.find("commit")).to_contain_text("Return fire · ")
    expect(window.find("decline")).not_to_have_class(re.compile(r"\bask\b"))
    table.answer("commit")
    asked = table.asked()
    assert asked is not None
    window.press("deeds-open")
    shots = window.page.locator("[data-testid=deed][data-kind=shot]")
    expect(shots).to_have_count(2)
    expect(shots.first).to_contain_text("HIT, 5 armor")
    expect(shots.last).to_contain_text("NO DAMAGE")
    window.press("deeds-open")

    off = [slot for slot, name in table.parts("B1").items() if not name]
    assert off, "with these dice something is blown off"
    assert table.model("B1") != whole
    assert table.lying()
    assert table.track("B1", "armor") == 7
    window.press("unit-B1")
    expect(window.find("track-armor")).to_have_attribute("data-value", "7")
    expect(window.find("sheet-changes")).to_contain_text("armor 12 → 7")
    expect(window.find(f"part-{off[0]}")).to_have_attribute("data-name", "")

    table.finish()
    asked = table.asked()
    assert asked is not None
    assert asked["seat"] == 1
    table.press("act-scavenge")
    lying = table.lying()
    table.answer("commit")
    assert table.asked()
    assert table.lying() != lying
    assert any(table.parts("B1")[slot] for slot in off)

    table.finish()
    for _ in range(8):
        asked = table.asked()
        if asked is None:
            break
        if (
            asked["kind"] != "return_fire"
            and asked["seat"] == 0
            and any(aim["refusal"] is None for aim in table.aims())
        ):
            table.act("attack")
        else:
            table.pass_on(asked)
    expect(window.find("win")).to_have_text("Blue wins")
    assert not [each for each in table.probe()["units"] if each["id"] == "B1"]
    assert table.lying()


def test_a_turn_by_keys_alone_the_price_of_every_leg_and_the_rush_is_foretold(windows: Windows, server: House) -> None:
    units = [mech("A1", 10, 15, 0), mech("B1", 30, 15, 180)]
    window = windows.table(server.lay(units, [piece("Rough", 14.0, 15, 0)], game=GAME))
    table = MechTable(window)
    assert table.asked()
    for key in ("ArrowUp", "Shift+ArrowUp"):
        table.key(key)
    expect(window.find("legs").locator("li")).to_have_count(1)
    expect(window.find("leg-ground")).to_contain_text("Rough T1 +1 MP")
    expect(window.find("wasted")).to_have_count(1)
    table.key("Escape")
    expect(window.find("coach")).to_be_visible()
    for _ in range(7):
        table.key("ArrowUp")
    expect(window.find("refused-leg")).to_contain_text("Movement points of one move")
    table.key("Escape")

    for moved in (1, 2):
        table.key("]")
        expect(window.find("cost")).to_have_text("2 of 6 MP")
        table.answering()
        table.enter()
        assert table.asked()
        assert table.track("A1", "actions") == 3 - moved
    expect(window.find("warning")).to_contain_text("2 Heat Markers")
    table.key("m")
    expect(window.find("closed")).to_contain_text("Never three moves")
    # Scavenge
    table.key("Shift+G")
    table.key("1")
    table.answering()
    table.enter()
    assert table.asked()
    expect(window.find("order").locator("[aria-current]")).to_contain_text("Orange")
    assert table.track("A1", "heat") == 2


def test_cover_is_shown_as_the_shooter_sees_it_and_every_line_of_a_sum_opens_its_clause(
    windows: Windows, server: House
) -> None:
    window = windows.table(duel(server, targeted_shot=True))
    table = MechTable(window)
    aim = table.aims()[0]
    table.key("k")
    hidden = sum(aim["cover"]["hidden"])
    assert 0 < hidden < 100
    expect(window.find("cover").get_by_role("img")).to_have_attribute(
        "aria-label", f"{hidden} of 100 points of the target are hidden from the shooter's eye"
    )
    expect(window.find("hidden")).to_contain_text(f"{aim['cover']['percent']} % hidden")
    rows = window.find("tally-row")
    shown = [(int(row.get_attribute("data-value") or 0)) for row in rows.all()]
    assert shown == [line["value"] for each in aim["sums"] for line in each["lines"]]
    assert all(row.locator("[data-clause]").count() == 1 for row in rows.all())
    window.find("location").select_option("left_arm")
    expect(window.page.get_by_text("Aimed shot at one part").first).to_be_visible()
    assert {"bands", "sightline"} <= set(table.probe()["marks"])


@pytest.mark.both_editions
def test_one_device_for_two_is_handed_over_before_a_seat_with_secrets_looks(windows: Windows, server: House) -> None:
    window = windows.table(duel(server, hold_fire=True))
    cover = window.find("hand-over")
    expect(cover).to_contain_text("Pass the device to")
    expect(window.find("ask-title")).to_have_count(0)
    button = window.find("take-device").bounding_box()
    assert button is not None
    window.page.mouse.move(button["x"] + 8, button["y"] + 8)
    window.page.mouse.down()
    expect(cover).to_have_count(0)
    window.page.mouse.up()
    expect(window.find("ask-title")).to_contain_text("A1")


def test_between_two_people_a_reaction_has_its_time_and_the_other_waits(windows: Windows, server: House) -> None:
    match = duel(server, seats=("me", "link"), return_fire=True)
    server.sit(match, 1, "Nadia")
    mine = MechTable(windows.table(match, seats=(0,)))
    theirs = MechTable(windows.table(match, seats=(1,)))
    mine.act("attack")
    assert theirs.asked()
    left = theirs.window.find("time-left")
    expect(left).to_contain_text("then it passes")
    assert 0 < int(left.get_attribute("data-seconds") or 0) <= 30
    expect(mine.window.find("ask-title")).to_have_text("Waiting for Nadia (Orange)")
    expect(mine.window.page.locator(".k-button.ask:visible")).to_have_count(0)
    theirs.key("n")
    assert mine.asked()
    assert mine.track("B1", "armor") == 7


def test_on_a_phone_a_mech_is_dragged_and_attacks_by_finger(windows: Windows, server: House) -> None:
    units = [mech("A1", 16, 15, 0), mech("B1", 25, 15, 180)]
    window = windows.table(server.lay(units, game=GAME), PHONE, touch=True)
    table, hand = MechTable(window), FingerTable(window)
    assert table.asked()
    bar, own = (window.page.locator(part).bounding_box() for part in (".m-top", ".m-own"))
    assert bar is not None
    assert own is not None
    # the order of the round leaves the bar its two lines: it lies over no unit
    assert bar["y"] + bar["height"] <= own["y"]
    hand.drag(table.spot("A1"), table.pixel(18, 15))
    expect(window.find("cost")).to_have_text("2 of 6 MP")
    assert hand.worked_out()
    table.answer("commit")
    assert table.asked()
    assert table.units(0)["A1"] == pytest.approx((18, 15), abs=0.3)
    window.press("open-sheet")
    expect(window.find("sheet-over").get_by_test_id("record-sheet")).to_be_visible()
    window.page.keyboard.press("Escape")
    # a finger that comes down right after a quick drag is heard
    hand.drag(table.pixel(10, 5), table.pixel(16, 9))
    table.press("act-attack")
    table.press("target-1")
    table.answer("commit")
    assert table.asked()
    assert table.track("A1", "actions") == 1


@pytest.mark.parametrize("name", SIZES)
def test_acting_and_returning_fire_fit_every_screen(windows: Windows, server: House, name: str) -> None:
    size = SIZES[name]
    least = _MOUSE if name == "desktop" else _FINGER
    window = windows.table(duel(server, return_fire=True), size, touch=size["width"] < 1000)
    table = MechTable(window)
    assert table.asked()
    table.press("act-attack")
    for where in ("attacking", "returning fire"):
        nothing_is_off_screen(window, f"{where} on a {name}")
        all_are_large_enough(window, f"{where} on a {name}", least)
        if size in (DESKTOP, PHONE):
            no_serious_fault(window, f"{where} on a {name}")
        expect(window.page.locator(".k-button.ask:visible")).to_have_count(1)
        for unit in ("A1", "B1"):
            assert table.is_free(unit), f"{unit} is covered while {where} on a {name}"
        if where == "attacking":
            table.answer("commit")
            assert table.asked()


def test_four_seats_with_their_own_shapes_in_the_order_that_was_rolled(windows: Windows, server: House) -> None:
    match = server.new_match(*("me", "here", "here", "here"), options={}, game=GAME, scenario="free_for_all")
    window = windows.table(match)
    table = MechTable(window)
    assert table.asked()
    order = table.state()["view"]["situation"]["order"]
    names = ["Blue", "Orange", "Forest", "Mauve"]
    assert window.find("order").locator("li").all_inner_texts() == [
        f"{place}\n{names[seat]}" for place, seat in enumerate(order, start=1)
    ]
    assert len({each["id"][0] for each in table.probe()["units"]}) == 4
