"""What people type is shown as they typed it: a name that looks like a page never becomes part of one."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.house import House
from tests.browser.mech import GAME, MechTable
from tests.browser.window import SWIFT, Window, Windows

# As long as a name may be. If it ran, the page would also complain: of its policy, or that there is no such function.
TRICK = "<img src onerror=hit()>"


def shows_it_plainly(page: Page) -> None:
    """The words are there as words, and no element was made of them."""
    expect(page.locator("body")).to_contain_text(TRICK)
    assert page.locator("[onerror]").count() == 0


def built(windows: Windows) -> str:
    """A Mech, a ship and a fleet with such names, and codes that are none; the Mech as a battle takes it."""
    window = windows.open().go("/workshop")
    window.excuse("status of 4")
    window.find("unit-name").fill(TRICK)
    expect(window.find("design-code")).to_contain_text(TRICK)
    mech = window.find("design-code").text_content() or ""
    window.press("save")
    expect(window.page.locator(".y-kept")).to_contain_text(TRICK)
    shows_it_plainly(window.page)
    window.go("/shipyard?army=Galleon")
    window.find("army-name").fill(TRICK)
    window.press("begin-New ship 2 10: 4-2-4")
    window.find("ship-name").fill(TRICK)
    window.press("save")
    expect(window.page.locator(".y-kept")).to_contain_text(TRICK)
    shows_it_plainly(window.page)
    for page, field in (
        ("/shipyard", "A code of an army you were given"),
        (f"/new?game={GAME}", "A code you were given"),
    ):
        window.go(page)
        if page == "/shipyard":
            window.press(window.page.get_by_text("Kept armies and codes"))
        window.page.get_by_label(field, exact=True).fill(TRICK)
        window.page.get_by_label(field, exact=True).press("Enter")
        window.page.get_by_role("alert").first.wait_for()
        assert window.page.locator("[onerror]").count() == 0
    return mech


def rolled_for(window: Window) -> None:
    """A question to the dice, from the menu."""
    window.press("menu")
    window.press(window.page.get_by_role("button", name="Roll for it"))
    window.page.get_by_role("dialog").get_by_role("textbox").fill(TRICK)
    window.press(window.page.get_by_role("button", name="Roll", exact=True))


def test_a_name_that_looks_like_a_page_is_shown_everywhere_and_runs_nowhere(
    windows: Windows, server: House, tmp_path: Path
) -> None:
    mech = [[built(windows), 1]]
    seats = [{"kind": "me", "name": TRICK}, {"kind": "link"}]
    match = server.new_match("me", "link", seats=seats, game=GAME, scenario="duel", options={}, armies=[mech, mech])
    friend = windows.open(settings={**SWIFT, "name": TRICK}).go(f"/join#{match.invitations[1]}")
    friend.page.get_by_text(f"{TRICK} invites you").wait_for()
    friend.press("sit-down")
    friend.wait("() => window.__brickfield?.state().seq > 0")
    host = windows.table(match, seats=(0,))
    for window in (host, friend):
        expect(window.find("unit-B1")).to_contain_text(TRICK)
        shows_it_plainly(window.page)

    turn = MechTable(host).state()["view"]["waiting_for"][0]
    asked, other = (host, friend)[turn], (friend, host)[turn]
    rolled_for(asked)
    for window in (host, friend):
        expect(window.page.locator(".m-log")).to_contain_text(TRICK)
        shows_it_plainly(window.page)
    other.go("/")
    expect(other.find("your-tables")).to_contain_text(TRICK)
    shows_it_plainly(other.page)
    asked.page.keyboard.press("Alt+t")
    asked.find("text-input").fill(f"move {TRICK}")
    asked.page.keyboard.press("Enter")
    expect(asked.find("text-lines")).to_contain_text(TRICK)
    shows_it_plainly(asked.page)
    asked.page.keyboard.press("Alt+t")
    asked.press("menu")
    asked.press("concede")
    asked.press("concede-yes")
    asked.find("win").wait_for()
    shows_it_plainly(asked.page)

    asked.go(f"/replay/{match.id}")
    asked.find("timeline").wait_for()
    shows_it_plainly(asked.page)
    # the replay taken home has no policy of a server around it
    saved = tmp_path / "replay.html"
    saved.write_text(asked.page.request.get(f"{server.address}/api/matches/{match.id}/replay.html").text(), "utf-8")
    alone = windows.browser.new_context(offline=True).new_page()
    alone.add_init_script("window.hit = () => { window.ran = true; }")
    alone.goto(saved.as_uri())
    alone.get_by_test_id("timeline").wait_for()
    alone.keyboard.press("End")
    expect(alone.get_by_test_id("replay")).to_contain_text(TRICK)
    shows_it_plainly(alone)
    assert alone.evaluate("() => window.ran") is None
    alone.context.close()
