"""Every size at every kind of question: how much of the window the board has, and that what answers is inside it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.house import GAME, House
from tests.browser.player import FingerTable, Table
from tests.browser.questions import WAYS, Way, lesson
from tests.browser.window import DESKTOP, LYING, PHONE, SHORT, TABLET, TABLET_LYING, Window, Windows

# The least share of the window that is board and nothing else. A desk gives a column to the units and one to the
# question; where the question lies beside the board, the board has half of the window, whatever is asked; an upright
# window gives what is left to the longest of questions, and most of it to the others.
SHARES: dict[str, tuple[ViewportSize, float]] = {
    "desk": (DESKTOP, 0.36),
    "short window": (SHORT, 0.5),
    "tablet on its side": (TABLET_LYING, 0.5),
    "phone on its side": (LYING, 0.5),
    "upright tablet": (TABLET, 0.34),
    "upright phone": (PHONE, 0.32),
}
# Where a question has few words the panel is no higher than they are.
FEW_WORDS = {"a unit to move", "an action of a Mech", "an action of a squad", "a plan of fire to lock"}
SHARES_OF_FEW_WORDS = {"upright tablet": 0.55, "upright phone": 0.37}

# What the panels at the edges leave free, as a share of the window; each says at which edge it lies.
_FREE = """() => {
  const [wide, high] = [innerWidth, innerHeight];
  const taken = { top: 0, right: 0, bottom: 0, left: 0 };
  for (const panel of document.querySelectorAll("[data-panel]")) {
    const box = panel.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const edge = getComputedStyle(panel).getPropertyValue("--edge").trim();
    const far = { top: box.bottom, right: wide - box.left, bottom: high - box.top, left: box.right };
    taken[edge] = Math.max(taken[edge], far[edge]);
  }
  return ((wide - taken.left - taken.right) * (high - taken.top - taken.bottom)) / (wide * high);
}"""

# Parts that are not wholly in the window, or that something else lies on.
_UNSEEN = """(parts) => parts.flatMap((part) => {
  const box = part.getBoundingClientRect();
  const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  const at = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  const seen = inside && at !== null && (part.contains(at) || at.contains(part));
  return seen ? [] : [`${part.textContent}: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`];
})"""

# The page measures its panels after they are drawn, and what lies below them follows: until then nothing is looked at.
_MEASURED = """() => {
  const table = document.querySelector(".m-table");
  const parts = [[".m-ask", "--ask-bottom"], [".m-top", "--bar-bottom"]];
  const isKnown = ([part, name]) => {
    const { bottom } = document.querySelector(part).getBoundingClientRect();
    return Math.abs(bottom - parseFloat(table.style.getPropertyValue(name))) < 1;
  };
  return document.querySelector(".m-ask").getAnimations().length === 0 && parts.every(isKnown);
}"""

# Panels that lie on one another.
_COVERED = """() => {
  const boxes = [...document.querySelectorAll("[data-panel]")]
    .map((panel) => [panel.className, panel.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && box.height > 0);
  return boxes.flatMap(([name, a], i) => boxes.slice(i + 1)
    .filter(([, b]) => a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2)
    .map(([other]) => `${name} and ${other}`));
}"""

# What must not be looked for: the buttons that answer, why the last answer was not taken, a hint and what takes it.
_MUST_BE_SEEN = "[data-testid=commit], .m-equal > .k-button, [data-testid=refusal], [data-testid=take-hint]"


def all_are_seen(parts: Locator, where: str) -> None:
    """Every one of the parts is in the window, with nothing on it."""
    assert parts.count(), f"{where}: nothing answers"
    unseen = parts.evaluate_all(_UNSEEN)
    assert not unseen, f"{where}: out of sight: {unseen}"


def look(window: Window, asked: str) -> None:
    """One question through all sizes, as when somebody turns a tablet or pulls at a window."""
    for name, (size, least) in SHARES.items():
        window.page.set_viewport_size(size)
        window.painted()
        window.wait(_MEASURED)
        where = f"{asked} on a {name}"
        if asked in FEW_WORDS:
            least = SHARES_OF_FEW_WORDS.get(name, least)
        share: float = window.page.evaluate(_FREE)
        assert share >= least, f"{where}: the board has {share:.0%} of the window"
        all_are_seen(window.page.locator(_MUST_BE_SEEN), where)
        covered = window.page.evaluate(_COVERED)
        assert not covered, f"{where}: on one another: {covered}"
        wide: int = window.page.evaluate("() => document.scrollingElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{where}: {wide} px too wide"
    window.page.set_viewport_size(DESKTOP)
    window.painted()


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_at_every_question_the_board_has_its_share_and_the_answer_is_in_the_window(
    windows: Windows, server: House, way: Way
) -> None:
    window = windows.table(way.table(server))
    table = Table(window)
    table.asked()
    for asked in way.stops(table):
        look(window, asked)


def test_in_a_lesson_the_units_lie_below_the_coach_however_wide_the_table_is(windows: Windows, server: House) -> None:
    window = windows.table(lesson(server, GAME), {"width": 1280, "height": 800})
    Table(window).asked()
    window.painted()
    window.wait(_MEASURED)
    assert window.page.evaluate(_COVERED) == []
    coach, units = window.find("lesson").bounding_box(), window.page.locator(".m-own").bounding_box()
    assert coach is not None
    assert units is not None
    assert units["x"] == coach["x"]
    assert units["y"] > coach["y"] + coach["height"]


# Where in the box of a part something else would be pressed, other controls aside; where it is read, those as well.
_MISSED = """(word) => {
  const missed = (box, edge, allowed) => {
    const shares = [edge, 0.3, 0.5, 0.7, 1 - edge];
    return shares.flatMap((x) => shares.flatMap((y) => {
      const at = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
      return word.contains(at) || at?.closest(allowed) ? [] : [`${x} ${y}: ${at?.outerHTML.slice(0, 80)}`];
    }));
  };
  const read = word.firstElementChild.getBoundingClientRect();
  return [...missed(word.getBoundingClientRect(), 0.04, "a, button"), ...missed(read, 0.1, "nothing")];
}"""


@pytest.mark.parametrize(("size", "touch", "least"), [(DESKTOP, False, 24), (TABLET, True, 44)], ids=["mouse", "touch"])
def test_a_short_word_is_pressed_all_over_its_box_and_its_line_is_no_higher_for_it(
    windows: Windows, server: House, size: ViewportSize, touch: bool, least: int
) -> None:
    window = windows.table(WAYS[0].table(server), size, touch=touch)
    Table(window).asked()
    window.painted()
    window.wait(_MEASURED)
    text = window.page.locator(".m-ask-text")
    word = text.get_by_test_id("term-MP")
    box = word.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= least
    assert word.evaluate(_MISSED) == []
    window.press(word)
    expect(window.find("term-said")).to_contain_text("MP: Movement Points")
    window.press(word.locator("span"))
    expect(window.find("term-said")).to_have_count(0)
    high = "(text) => text.getBoundingClientRect().height"
    before = text.evaluate(high)
    word.evaluate("(word) => word.replaceWith(word.textContent)")
    assert text.evaluate(high) == before


def _stop(window: Window) -> str | None:
    return window.page.locator(".m-ask").get_attribute("data-stop")


def _pull(table: FingerTable, by: int) -> None:
    """Pull the sheet by its grey pill."""
    box: dict[str, Any] | None = table.page.locator(".m-ask").bounding_box()  # type: ignore[assignment]
    assert box is not None
    pill = (box["x"] + box["width"] / 2, box["y"] + 9)
    table.drag(pill, (pill[0], pill[1] + by))
    table.window.painted()


def test_the_sheet_of_a_phone_is_pulled_by_its_pill_and_says_no_wherever_it_stands(
    windows: Windows, server: House
) -> None:
    window = windows.table(lesson(server, "battle_of_the_sea"), PHONE, touch=True)
    table = FingerTable(window)
    table.asked()
    refusal = window.find("refusal")
    for by, stop in ((0, "peek"), (-240, "half"), (-400, "full")):
        if by:
            _pull(table, by)
        assert _stop(window) == stop
        window.press("commit")
        expect(refusal).to_be_visible()
        window.wait(_MEASURED)
        all_are_seen(window.page.locator(_MUST_BE_SEEN), f"refused while the sheet stands at {stop}")
    _pull(table, 700)
    assert _stop(window) == "peek"
