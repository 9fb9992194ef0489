"""Every page at every size: nothing off the screen, controls large enough for a finger, no fault of accessibility."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.house import ROOT, House, Match
from tests.browser.player import FingerTable, HandPlayer, Table
from tests.browser.window import SIZES, Window, Windows

_AXE = (ROOT / "client" / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
_FINGER, _MOUSE = 44, 24

# A part that can be pressed, with its box grown by labels that belong to it; links inside a sentence are text.
_CONTROLS = """() => {
  const all = "a[href], button, input, select, textarea, summary, [role=slider], [role=tab], [role=switch]";
  const found = [];
  for (const part of document.querySelectorAll(all)) {
    const style = getComputedStyle(part);
    // a link that comes into sight only when keys reach it is no control for a hand
    if (part.matches(".a-skip")) continue;
    if (style.visibility === "hidden" || part.closest("[inert], [hidden], [aria-hidden=true]")) continue;
    let box = part.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) {
      const label = part.closest("label") ?? (part.id && document.querySelector(`label[for="${part.id}"]`));
      if (!label) continue;
      box = label.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1) continue;
    }
    const label = part.closest("label");
    if (label && /radio|checkbox/.test(part.type)) box = label.getBoundingClientRect();
    const inSentence = part.matches("a, .k-clause") && style.display.startsWith("inline") && !part.matches(".k-button")
      && (part.parentElement?.textContent ?? "").trim().length > (part.textContent ?? "").trim().length;
    // A part scrolled out of a list of its own can be scrolled back; only what can never be seen counts as off screen.
    let scrolled = false;
    for (let up = part.parentElement; up && up !== document.body; up = up.parentElement) {
      const around = getComputedStyle(up);
      if (/auto|scroll/.test(around.overflowX + around.overflowY)) scrolled = true;
    }
    found.push({
      name: (part.getAttribute("aria-label") ?? part.textContent ?? "").trim().slice(0, 40) || part.tagName,
      id: part.getAttribute("data-testid") ?? "",
      left: box.left, right: box.right, top: box.top + scrollY, width: box.width, height: box.height,
      clause: part.matches(".k-clause"), inSentence, scrolled,
    });
  }
  return { wide: innerWidth, scroll: document.scrollingElement.scrollWidth, found };
}"""


def look(window: Window) -> dict[str, Any]:
    """All controls of the page and how wide it is."""
    found: dict[str, Any] = window.page.evaluate(_CONTROLS)
    return found


def nothing_is_off_screen(window: Window, where: str) -> None:
    """No sideways scroll; no control out of reach at a side."""
    seen = look(window)
    assert seen["scroll"] <= seen["wide"], f"{where} scrolls sideways: {seen['scroll']} of {seen['wide']}"
    assert seen["found"], f"{where} has no controls"
    away = [
        each
        for each in seen["found"]
        if not each["scrolled"] and (each["left"] < -1 or each["right"] > seen["wide"] + 1 or each["top"] < -1)
    ]
    assert not away, f"{where}: off the screen: {away}"


def all_are_large_enough(window: Window, where: str, least: int) -> None:
    """Every control is as large as the pointer needs; words inside a sentence are exempt, as the standard has it."""
    small = [
        f"{each['name']} ({each['id']}) {each['width']:.0f}x{each['height']:.0f}"
        for each in look(window)["found"]
        if not each["inSentence"] and (each["width"] < least - 0.5 or each["height"] < least - 0.5)
    ]
    assert not small, f"{where}: too small to press: {small}"


_RUN = """(rules) => axe.run(document, { resultTypes: ["violations"], ...rules }).then((r) => r.violations
  .filter((v) => ["serious", "critical"].includes(v.impact))
  .map((v) => [v.id, ...v.nodes.slice(0, 4).map((n) => n.html.slice(0, 160) + n.failureSummary.slice(0, 200))]))"""


def no_serious_fault(window: Window, where: str) -> None:
    """Axe finds nothing serious or critical."""
    window.page.evaluate(_AXE)
    told = window.page.evaluate(_RUN, {})
    assert not told, f"{where}: {told}"


def readable_at_night(window: Window, where: str) -> None:
    """The same page in the dark: what it is made of stays, so axe looks at its colours alone."""
    window.page.emulate_media(color_scheme="dark")
    window.wait("() => document.documentElement.dataset.theme === 'dark'")
    window.painted()
    window.page.evaluate(_AXE)
    told = window.page.evaluate(_RUN, {"runOnly": ["color-contrast"]})
    window.page.emulate_media(color_scheme="light")
    window.wait("() => document.documentElement.dataset.theme === 'light'")
    assert not told, f"{where} at night: {told}"


# --- pages -----------------------------------------------------------------------------------------------------------

PAGES: dict[str, tuple[str, str]] = {
    "home": ("/", "[data-testid=play-now]"),
    "new battle": ("/new", "[data-testid=start]"),
    "new battle of six": ("/new?game=battle_of_the_sea&scenario=free_for_all_6", "[data-testid=start]"),
    "new battle with lists": (
        "/new?game=micro_brick_battle&points=100&army=M4 Sherman; M4 Sherman with Tank Commander; House&options="
        '{"special_units":true,"terrain_points":20,"own_units":"suggested","airplanes":true}',
        "[data-testid=own-unit]",
    ),
    "armies": (
        "/armies/micro_brick_battle?army=2x M10 Wolverine; M4 Sherman with Tank Commander; Panzer II",
        "[data-limit=points]",
    ),
    "workshop": ("/workshop", "[data-testid=cost]"),
    "shipyard": ("/shipyard", "[data-testid=ship-name]"),
    "barracks": ("/barracks", "[data-testid=figures] li"),
    "brick die": ("/brick-die", "[data-testid=posterior]"),
    "real table": ("/companion", "[data-testid=keep-brick_mech]"),
    "join": ("/join", "text=This link leads to no seat."),
    "rules": ("/rules", "main [data-testid=clause]"),
    "a clause": ("/rules/mbb.shoot.example", "[id='mbb.shoot.example'].marked"),
    "settings": ("/settings", "h1"),
    "credits": ("/credits", "h1"),
}


# The sizes at which axe looks too; what it finds does not hang on a few pixels.
_AXED = ("desktop", "phone")


def checks_at(name: str) -> Callable[[Window, str], None]:
    """Everything a page must hold at a size: it fits, all can be pressed, and axe finds nothing serious."""
    least = _MOUSE if name == "desktop" else _FINGER

    def check(window: Window, where: str) -> None:
        nothing_is_off_screen(window, f"{where} on a {name}")
        all_are_large_enough(window, f"{where} on a {name}", least)
        if name in _AXED:
            no_serious_fault(window, f"{where} on a {name}")
        if name == "desktop":
            readable_at_night(window, where)

    return check


# A page is opened once for the mouse and once for the finger, and looked at in all sizes there are of it, as when
# somebody turns a tablet or pulls at a window; the last one is where hands go on.
HANDS = {"mouse": ("desktop",), "touch": ("tablet", "small phone", "phone on its side", "phone")}


def checks_of(hand: str) -> Callable[[Window, str], None]:
    """Everything a page must hold, at all sizes of a hand."""

    def check(window: Window, where: str) -> None:
        for name in HANDS[hand]:
            if window.page.viewport_size != SIZES[name]:
                window.page.set_viewport_size(SIZES[name])
                window.painted()
            checks_at(name)(window, where)

    return check


@pytest.mark.parametrize("hand", HANDS)
def test_checks_3_4_and_25_every_page_fits_can_be_pressed_and_has_no_serious_fault(windows: Windows, hand: str) -> None:
    name = HANDS[hand][-1]
    window, check = windows.open(SIZES[name], touch=hand == "touch"), checks_of(hand)
    for page, (path, ready) in PAGES.items():
        window.go(path)
        window.page.locator(ready).first.wait_for()
        window.page.wait_for_load_state("networkidle")
        check(window, page)
        if page == "home":
            window.page.keyboard.press("Alt+t")
            window.find("text-page").wait_for()
            no_serious_fault(window, f"home in words on a {name}")
            window.page.keyboard.press("Alt+t")
            window.find("text-page").wait_for(state="detached")


# --- the table -------------------------------------------------------------------------------------------------------


def moments(windows: Windows, server: House, hand: str) -> None:
    """The table in its moments, each looked at once: placing, moving, declaring, the sheets, the end, the replay."""
    touch, size, check = hand == "touch", SIZES[HANDS[hand][-1]], checks_of(hand)
    match = server.new_match("me", "recruit", ready=False)
    window = windows.table(match, size, touch=touch)
    table = FingerTable(window) if touch else Table(window)
    player = HandPlayer(table, moves=1, in_all=1)
    asked_before: set[str] = set()
    for _ in range(24):
        asked = table.asked()
        if asked is None or len(asked_before) == 4:
            break
        if asked["kind"] not in asked_before:
            asked_before.add(asked["kind"])
            check(window, asked["kind"])
        if asked["kind"] == "deploy_unit":
            table.answering()
            window.press("for-me")
        else:
            player.answer(asked)
    assert {"deploy_unit", "move_units", "declare_targets"} <= asked_before
    for name in HANDS[hand]:
        window.page.set_viewport_size(SIZES[name])
        window.painted()
        where = window.find("where" if touch else "table").first
        assert f"round {table.state()['view']['situation']['round']}" in where.inner_text()
        assert where.is_visible(), "the round is told at every size"
    sheets(window, check)
    window.press("menu")
    window.press("concede")
    window.press("concede-yes")
    window.find("win").wait_for()
    check(window, "the win screen")
    the_end_is_told_in_sight(window, hand)
    replayed(windows, match, size, check)


def the_end_is_told_in_sight(window: Window, hand: str) -> None:
    """How it was won, and what sends the battle to others, are in the window without a scroll."""
    for name in HANDS[hand]:
        window.page.set_viewport_size(SIZES[name])
        window.painted()
        for part in ("how-won", "send-replay", "share-picture"):
            box = window.find(part).bounding_box()
            assert box is not None
            assert box["y"] >= 0, f"{part} on a {name}"
            assert box["y"] + box["height"] <= SIZES[name]["height"], f"{part} on a {name}"


def sheets(window: Window, check: Callable[[Window, str], None]) -> None:
    """What lies over the table."""
    for part, sheet in (("menu", "menu-sheet"), ("log", "log-sheet")):
        window.press(part)
        window.find(sheet).wait_for()
        check(window, sheet)
        window.page.keyboard.press("Escape")
        window.find(sheet).wait_for(state="detached")
    window.press(window.page.locator(".m-ask [data-clause]").first)
    window.find("clause-text").wait_for()
    check(window, "clause sheet")
    window.page.keyboard.press("Escape")
    window.find("clause-sheet").wait_for(state="detached")
    window.page.keyboard.press("Alt+t")
    window.find("text-mode").wait_for()
    check(window, "the table in words")
    window.page.keyboard.press("Alt+t")
    window.find("text-mode").wait_for(state="detached")


def replayed(windows: Windows, match: Match, size: ViewportSize, check: Callable[[Window, str], None]) -> None:
    """The replay of the battle."""
    window = windows.open(size, touch=size["width"] < 1000)
    window.go(f"/replay/{match.id}")
    window.find("timeline").wait_for()
    window.page.keyboard.press("End")
    check(window, "the replay")


@pytest.mark.parametrize("hand", HANDS)
def test_checks_3_4_and_25_the_table_in_all_its_moments(windows: Windows, server: House, hand: str) -> None:
    moments(windows, server, hand)


def test_check_25_axe_finds_no_serious_fault_in_scene_for_friends_spectators_and_who_waits(
    windows: Windows, server: House
) -> None:
    match = server.new_match("me", "link")
    friend = windows.open()
    friend.go(f"/join#{match.invitations[1]}")
    friend.find("sit-down").wait_for()
    for look in (no_serious_fault, readable_at_night):
        look(friend, "joining")
    watcher = windows.open()
    watcher.go(f"/watch/{match.id}")
    watcher.wait("() => window.__brickfield?.probe()?.units.length === 12")
    no_serious_fault(watcher, "watching")
    host = windows.table(match)
    table = Table(host)
    table.asked()
    host.page.keyboard.press("v")
    host.wait("() => window.__brickfield.probe().mode === 'scene' && window.__brickfield.probe().idle")
    for look in (no_serious_fault, readable_at_night):
        look(host, "the table in Scene")
    table.finish()
    host.wait("() => window.__brickfield.state().decision === null")
    no_serious_fault(host, "waiting")
