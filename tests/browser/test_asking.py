"""What is asked: one yellow button or none, the units in question in sight, the dice that follow."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.house import House, Match, unit
from tests.browser.player import FingerTable, HandPlayer, Table
from tests.browser.window import DESKTOP, PHONE, SWIFT, TABLET, Window, Windows

# Yellow as people see it: the background of every visible part, the brand aside.
_YELLOW = """() => [...document.querySelectorAll("body *")].filter((part) => {
  if (part.closest(".k-brand, [role=application]")) return false;
  const box = part.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return false;
  const [r, g, b] = (getComputedStyle(part).backgroundColor.match(/[0-9.]+/g) ?? []).map(Number);
  return r > 225 && g > 175 && g < 215 && b < 80;
}).map((part) => part.tagName + "." + part.className)"""


# What is said is shown for a few seconds only; a busy machine may look too late.
HEARING = """() => {
  const said = document.querySelector('[data-testid=said]');
  window.heard = [];
  new MutationObserver(() => window.heard.push(said.textContent)).observe(said, { childList: true, subtree: true });
}"""


def primary(window: Window) -> int:
    """How many yellow buttons there are."""
    return window.page.locator(".k-button.ask:visible").count()


def yellow(window: Window) -> list[str]:
    """Every part of the page that is yellow."""
    found: list[str] = window.page.evaluate(_YELLOW)
    return found


def two_sides(server: House, **wishes: Any) -> Match:
    """A Sherman and two enemies, the movement just before the shooting."""
    units = [
        unit("A1", "M4 Sherman", 24, 8, 90),
        unit("A2", "M4 Sherman", 30, 8, 90),
        unit("B1", "Panzer III", 24, 24, 270),
        unit("B2", "Panzer III", 6, 33, 270),
    ]
    return server.lay(units, **{"phase": "movement", **wishes})


def test_check_5_exactly_one_yellow_button_when_asked_and_none_when_not(windows: Windows, server: House) -> None:
    match = server.new_match("me", "link", clock="hour", stand_in=2)
    host = windows.table(match)
    assert host.find("time-left").count() == 0
    guest = windows.open()
    guest.go(f"/join#{match.invitations[1]}")
    expect(guest.find("agreed")).to_contain_text("Clock: An hour for each player.")
    expect(guest.find("agreed")).to_contain_text("away for 2 minutes")
    guest.press("sit-down")
    guest.wait("() => window.__brickfield?.state().reach === 'open'")
    player = HandPlayer(Table(host), moves=1)
    kinds = set()
    for _ in range(4):
        host.wait("() => { const s = window.__brickfield.state(); return !s.playing && !s.pending }")
        asked = player.table.state()["decision"]
        if asked is None:
            break
        kinds.add(asked["kind"])
        assert primary(host) == 1, asked["kind"]
        assert primary(guest) == 0
        player.answer(asked)
        host.wait("(seq) => window.__brickfield.state().shown > seq", player.table.answered)
    guest.wait("() => window.__brickfield.state().decision !== null")
    assert "move_units" in kinds
    assert primary(guest) == 1
    assert primary(host) == 0
    assert yellow(host) == []
    # the clock that was agreed on runs in both windows, and says to whoever is asked what is answered then
    for window in (host, guest):
        assert 3000 < int(window.find("time-left").get_attribute("data-seconds") or 0) <= 3600
    assert "the table answers" in host.find("time-left").inner_text()
    # a phrase goes by two keys to the other window, and nothing else does
    host.page.keyboard.press("Shift+P")
    expect(host.find("phrases").get_by_role("button")).to_have_count(7)
    host.wait("() => document.querySelector('[data-testid=phrases]')?.contains(document.activeElement)")
    guest.page.evaluate(HEARING)
    host.page.keyboard.press("2")
    guest.wait("() => window.heard.some((words) => words.includes('Well shot'))")
    expect(host.find("phrases")).to_have_count(0)


def test_check_5_a_spectator_sees_no_yellow(windows: Windows, server: House) -> None:
    match = server.new_match("me", "link")
    watcher = windows.open()
    watcher.go(f"/watch/{match.id}")
    watcher.wait("() => window.__brickfield?.probe()?.units.length === 12")
    assert yellow(watcher) == []


@pytest.mark.parametrize("size", [DESKTOP, TABLET, PHONE], ids=["desktop", "tablet", "phone"])
def test_check_6_both_units_of_a_decision_are_in_the_free_part_of_the_board(
    windows: Windows, server: House, size: ViewportSize
) -> None:
    match = two_sides(server, phase="target_declaration")
    touch = size is not DESKTOP
    window = windows.table(match, size, touch=touch)
    table = FingerTable(window) if touch else Table(window)
    table.asked()
    for number in (1, 2):
        target = window.find(f"target-{number}")
        window.press(target)
        table.still()
        for name in ("A1", target.get_attribute("data-target") or ""):
            assert table.is_free(name), f"{name} is under a panel"
    window.press("commit")
    table.still()
    assert table.is_free("A2")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_check_6_the_unit_to_move_is_not_covered_in_the_turn_after_dice_fell(
    windows: Windows, server: House, size: ViewportSize
) -> None:
    window = windows.table(server.new_match("me", "recruit"), size, touch=size is PHONE)
    table = FingerTable(window) if size is PHONE else Table(window)
    table.asked()
    table.finish()
    asked = table.asked()
    assert asked is not None
    assert asked["kind"] == "move_units"
    # what the dice said is in the list of what happened, never over the units
    assert window.find("dice").count() == 0
    assert window.find("deed").count() + window.find("deeds-open").count() > 0
    for each in asked["offer"]["movers"]:
        assert table.is_free(each["unit"]), each["unit"]


# --- dice ------------------------------------------------------------------------------------------------------------

_WATCH_DICE = """() => {
  window.rolled = 0;
  const look = () => { if (document.querySelector(".m-die.rolling")) window.rolled += 1 };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def fire(table: Table) -> None:
    """Declare every shot and lock the plan."""
    table.asked()
    while "Lock" not in table.commit_words():
        table.press("commit")
    table.page.evaluate(_WATCH_DICE)
    table.answering()
    table.press("commit")


def results(window: Window, match: Match) -> list[tuple[str, int, bool]]:
    """The shots as the replay has them: who, what was rolled, whether it hit."""
    steps = window.server.replay(match.id, match.secrets[0])["steps"]
    events = [event for step in steps for event in step["events"] if event["event"] == "shot_resolved"]
    return [(event["unit"], event["rolled"], event["hit"]) for event in events]


def shown(window: Window) -> list[str]:
    """The shots in the list of what happened."""
    if window.find("deeds").count() == 0:
        window.press("deeds-open")
    return window.page.locator("[data-testid=deed][data-kind=shot] .m-act-words").all_inner_texts()


@pytest.mark.parametrize("way", ["space", "tap"])
def test_check_21_dice_can_be_skipped_and_the_result_is_the_same(windows: Windows, server: House, way: str) -> None:
    match = two_sides(server, phase="target_declaration")
    # a page whose clock the test holds: without the skip the dice would roll for ever
    window = windows.open(match=match, settings=SWIFT | {"dice": "full", "motion": "full"})
    window.page.clock.install()
    window.go(f"/table/{match.id}")
    table = Table(window)
    table.asked()
    fire_with_clock(table)
    assert window.page.evaluate("() => window.__brickfield.state().playing")
    if way == "space":
        window.page.keyboard.press("Space")
    else:
        window.find("dice").click(position={"x": 40, "y": 20})
    window.wait("() => !window.__brickfield.state().playing")
    want = results(window, match)
    assert want
    texts = shown(window)
    assert len(texts) == len(want)
    for text, (name, rolled, hit) in zip(texts, want, strict=True):
        assert f"{name} at" in text
        assert f"+, {rolled}. " in text
        assert ("HIT" in text) == hit


def fire_with_clock(table: Table) -> None:
    """Lock the plan on a page whose clock stands still: the first dice roll and do not come to rest."""
    while "Lock" not in table.commit_words():
        table.press("commit")
    table.page.clock.pause_at(table.page.evaluate("() => Date.now() + 1000"))
    table.press("commit")
    table.page.locator(".m-die.rolling").first.wait_for()


def test_check_21_with_reduced_motion_nothing_tumbles_and_the_result_is_the_same(
    windows: Windows, server: House
) -> None:
    match = two_sides(server, phase="target_declaration")
    window = windows.table(match, settings={"dice": "full", "motion": "system", "volume": 0}, reduced="reduce")
    table = Table(window)
    fire(table)
    table.asked()
    assert window.page.evaluate("() => window.rolled") == 0
    assert [rolled for _, rolled, _ in results(window, match)] == [
        int(text.split(", ")[1].split(".")[0]) for text in shown(window)
    ]


def test_dice_tumble_when_nobody_asked_for_quiet(windows: Windows, server: House) -> None:
    match = two_sides(server, phase="target_declaration")
    window = windows.table(match, settings={"dice": "short", "motion": "full", "volume": 0})
    table = Table(window)
    fire(table)
    table.asked()
    assert window.page.evaluate("() => window.rolled") > 0


def test_on_a_phone_nothing_lies_on_the_button_that_is_asked_back(windows: Windows, server: House) -> None:
    units = [unit("A1", "M4 Sherman", 24, 8, 90), unit("B1", "Panzer III", 4, 34, 0)]
    match = server.lay(units, phase="movement", options={"effect_cards": "deck"})
    table = FingerTable(windows.table(match, PHONE, seats=(0,), touch=True))
    table.asked()
    table.press("decline")
    table.page.get_by_text("has not moved").wait_for()
    covered = """() => {
      const box = document.querySelector("[data-testid=decline]").getBoundingClientRect();
      const on = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return !on.closest("[data-testid=decline]");
    }"""
    assert table.page.evaluate(covered) is False
