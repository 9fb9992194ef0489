"""Moving: the cost at once, the limit with its clause, forward, reverse and turns by drag and by keys, undo."""

from __future__ import annotations

import math
import re
from typing import Any

from tests.browser.house import House, Match, unit
from tests.browser.player import Point, Table
from tests.browser.window import DESKTOP, PHONE, Windows
from tests.browser.wire import Wire

# Length and width of a Sherman, in inches, and how far from its middle the board draws the ring.
_LENGTH, _WIDTH = 1.89, 0.945
_RING = math.hypot(_LENGTH, _WIDTH) / 2 + _WIDTH * 0.45


def drill(server: House, **wishes: Any) -> Match:
    """A Sherman with 8 points in the open by the rules of the book, its enemy far away."""
    units = [unit("A1", "M4 Sherman", 24, 8, 90), unit("B1", "Panzer III", 4, 34, 0)]
    return server.lay(units, phase="movement", **wishes)


def cost(table: Table) -> str:
    """The sum of the drawn legs as the panel shows it."""
    return table.window.find("cost").inner_text()


def refused(table: Table) -> str:
    """What the bubble at the hand says."""
    table.window.find("refused-leg").wait_for(state="attached")
    return table.window.find("refused-leg").inner_text()


def agreed(table: Table) -> None:
    """Wait for the server's word on the drawn path."""
    table.window.find("glimpses").wait_for()


def turn(table: Table, at: Point, heading: float, degrees: float) -> None:
    """Drag the ring of a unit that stands at a place."""
    start, end = (
        table.pixel(at[0] + _RING * math.cos(math.radians(angle)), at[1] + _RING * math.sin(math.radians(angle)))
        for angle in (heading, heading + degrees)
    )
    table.drag(start, end)


def test_check_12_a_drag_shows_cost_and_distance_before_the_next_frame_and_without_the_network(
    windows: Windows, server: House
) -> None:
    match = drill(server)
    window = windows.open(match=match)
    wire = Wire(window)
    window.go(f"/table/{match.id}")
    table = Table(window)
    table.asked()
    table.still()
    wire.mode = "mute"
    window.page.evaluate(
        """() => {
          window.seen = [];
          const read = () => document.querySelector('[data-testid=cost]')?.textContent;
          addEventListener("pointermove", () => requestAnimationFrame(() => window.seen.push(read())));
        }"""
    )
    start = table.spot("A1")
    page = window.page
    page.mouse.move(*start)
    page.mouse.down()
    for inches in (1, 2, 3):
        page.mouse.move(*table_ahead(table, start, inches))
        window.wait(
            "(words) => document.querySelector('[data-testid=cost]').textContent.startsWith(words)", f"{inches}.00 of 8"
        )
        assert f"{inches} in" in window.find("legs").inner_text()
    page.mouse.up()
    told = [message for message in wire.heard if message["type"] == "told"]
    assert not told, "the numbers came without an answer of the server"
    seen = page.evaluate("() => window.seen")
    assert [words[:4] for words in seen[-3:]] == ["1.00", "2.00", "3.00"]


def table_ahead(table: Table, start: Point, inches: float) -> Point:
    """The pixel so far ahead of a unit that looks up the table."""
    return start[0], start[1] - inches * float(table.probe()["scale"])


def test_check_13_five_inches_a_quarter_turn_and_two_inches_are_eight_points_and_no_more_by_keys_and_by_dragging(
    windows: Windows, server: House
) -> None:
    table = Table(windows.table(drill(server)))
    table.asked()
    key = table.page.keyboard.press
    for name in ["ArrowUp"] * 5 + ["q"] * 6 + ["ArrowUp"] * 2:
        key(name)
    agreed(table)
    assert cost(table) == "8.00 of 8 MP"
    key("ArrowUp")
    words = refused(table)
    assert "How far a unit moves" in words
    assert "(3 MP) and it has 2 MP left" in words
    assert cost(table) == "8.00 of 8 MP"
    table.answering()
    table.enter()
    table.asked()
    x, y = table.units(0)["A1"]
    assert (round(x, 2), round(y, 2)) == (22.0, 13.0)
    # the move is taken back and drawn by hand; what is too far goes as far as the points
    table.answering()
    key("z")
    table.asked()
    table.drag(table.spot("A1"), table.pixel(24, 13))
    agreed(table)
    assert cost(table) == "5.00 of 8 MP"
    turn(table, (24, 13), 90, 90)
    table.window.wait("() => document.querySelector('[data-testid=cost]').textContent.startsWith('6.00')")
    table.drag(table.pixel(24, 13), table.pixel(19, 13))
    table.window.wait("() => document.querySelector('[data-testid=cost]').textContent.startsWith('8.00')")
    agreed(table)
    table.drag(table.pixel(22, 13), table.pixel(20, 13))
    table.window.wait("() => window.__brickfield.probe().labels.some((label) => label.text.includes('as far as 8 MP'))")
    assert cost(table) == "8.00 of 8 MP"
    table.answering()
    table.press("commit")
    table.asked()
    x, y = table.units(0)["A1"]
    assert (round(x, 1), round(y, 1)) == (22.0, 13.0)


def test_check_14_two_inches_back_after_half_a_turn_are_six_points_by_keys_and_by_dragging(
    windows: Windows, server: House
) -> None:
    table = Table(windows.table(drill(server)))
    table.asked()
    for name in ["q"] * 12 + ["ArrowDown"] * 2:
        table.page.keyboard.press(name)
    agreed(table)
    assert cost(table) == "6.00 of 8 MP"
    legs = table.window.find("legs").inner_text()
    assert re.search(r"Reverse 2 in\s*4\.00 MP", legs), legs
    assert re.search(r"180°\s*2\.00 MP", legs), legs
    table.page.keyboard.press("Escape")
    table.window.find("legs").wait_for(state="detached")
    turn(table, (24, 8), 90, 90)
    table.window.wait("() => document.querySelector('[data-testid=cost]').textContent.startsWith('1.00')")
    turn(table, (24, 8), 180, 90)
    table.window.wait("() => document.querySelector('[data-testid=cost]').textContent.startsWith('2.00')")
    table.drag(table.pixel(24, 8), table.pixel(24, 10))
    table.window.wait("() => document.querySelector('[data-testid=cost]').textContent.startsWith('6.00')")
    agreed(table)
    assert cost(table) == "6.00 of 8 MP"


def test_check_22_undo_names_what_it_undoes_until_dice_have_fallen_by_button_and_by_key(
    windows: Windows, server: House
) -> None:
    units = [unit("A1", "M4 Sherman", 24, 8, 90), unit("B1", "Panzer III", 24, 24, 270)]
    table = Table(windows.table(server.lay(units, phase="movement")))
    table.asked()
    assert table.window.find("undo").count() == 0
    move_ahead(table)
    undo = table.window.find("undo")
    for size in (PHONE, DESKTOP):
        table.page.set_viewport_size(size)
        assert "M4 Sherman A1's move" in undo.inner_text()
    table.answering()
    undo.click()
    table.asked()
    assert table.units(0)["A1"] == (24, 8)
    assert table.window.find("undo").count() == 0
    move_ahead(table)
    # the key drops the last drawn leg first, and then takes the move back
    table.page.keyboard.press("q")
    table.window.find("legs").wait_for()
    table.page.keyboard.press("z")
    table.window.find("coach").wait_for()
    assert table.units(0)["A1"] == (24, 9)
    table.answering()
    table.page.keyboard.press("z")
    table.asked()
    assert table.units(0)["A1"] == (24, 8)
    move_ahead(table)
    table.finish()
    asked = table.asked()
    assert asked is not None
    assert asked["kind"] == "declare_targets"
    assert table.window.find("undo").count() == 1
    table.press("commit")
    table.answering()
    table.press("commit")
    table.asked()
    assert table.window.find("undo").count() == 0


def move_ahead(table: Table) -> None:
    """Drive one inch by keys and commit."""
    table.page.keyboard.press("ArrowUp")
    agreed(table)
    table.answering()
    table.enter()
    table.asked()
    assert table.units(0)["A1"] == (24, 9)
