"""Between people: names asked once, a rematch that is a question, what is half made kept, a replay to play on from."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.player import HandPlayer, Table
from tests.browser.window import Window, Windows

ASKED = "() => window.__brickfield?.state().decision && !window.__brickfield.state().playing"


def given_up(window: Window) -> None:
    window.press("menu")
    window.press("concede")
    window.press("concede-yes")
    window.find("win").wait_for()


@pytest.mark.needs_server("a friend needs a second device")
def test_names_are_asked_once_and_a_rematch_is_a_question_that_changes_sides(windows: Windows) -> None:
    host, friend = windows.open(), windows.open()
    host.go("/")
    host.press("invite-friend")
    host.find("your-name").fill("Anna")
    link = host.page.locator(".a-links input").input_value()
    host.press("open-table")
    host.wait("() => window.__brickfield?.state().view")
    friend.page.goto(link)
    friend.page.get_by_text("Anna invites you").wait_for()
    friend.find("your-name").fill("Nadia")
    friend.press("sit-down")
    friend.wait("() => window.__brickfield?.state().view")
    given_up(host)

    friend.find("win").wait_for()
    friend.press("rematch")
    expect(friend.find("rematch-waits")).to_contain_text("Anna is asked")
    expect(host.find("rematch-asked")).to_contain_text("Nadia asks for a rematch, sides changed")
    host.press("rematch-no")
    expect(friend.find("rematch-refused")).to_contain_text("Anna says: no, thanks")
    friend.press("rematch")
    old = host.page.url
    host.press("rematch-yes")
    for window, seat in ((host, 1), (friend, 0)):
        window.page.wait_for_url(lambda url: "/table/" in url and url != old)
        window.wait("(seat) => window.__brickfield?.state().view?.seat === seat", seat)
    # whoever has a name is not asked again
    host.go("/")
    host.press("invite-friend")
    host.find("invite").wait_for()
    expect(host.find("your-name")).to_have_count(0)


def test_a_way_and_a_fire_plan_that_were_not_sent_come_back_with_the_page(windows: Windows, server: House) -> None:
    window = windows.table(server.new_match("me", "here"))
    table = Table(window)
    player = HandPlayer(table, moves=0)
    while (asked := table.asked()) is not None and asked["kind"] != "move_units":
        player.answer(asked)

    window.page.keyboard.press("ArrowUp")
    window.page.keyboard.press("ArrowUp")
    drawn = window.find("legs").inner_text()
    window.page.reload()
    window.wait(ASKED)
    expect(window.find("legs")).to_have_text(drawn, use_inner_text=True)
    table.press("commit")

    while (asked := table.asked()) is not None and asked["kind"] != "declare_targets":
        player.answer(asked)
    unit = window.page.evaluate("() => window.__brickfield.state().decision.offer.shooters[0].unit")
    window.press("commit")
    declared = window.find(f"unit-{unit}").inner_text()
    window.page.reload()
    window.wait(ASKED)
    expect(window.find(f"unit-{unit}")).to_have_text(declared, use_inner_text=True)


def test_a_replay_opens_where_it_was_decided_and_is_played_on_from_there(windows: Windows, server: House) -> None:
    match = server.new_match("me", "recruit")
    window = windows.table(match)
    player = HandPlayer(Table(window))
    player.play_out()
    swings = server.replay(match.id)["tale"]["swings"]
    best = max(swings, key=lambda one: abs(one["after"] - one["before"]))
    window.press("watch-replay")
    line = window.find("timeline")
    expect(line).to_have_attribute("data-step", str(best["step"]))
    window.press("play-on")
    window.press("play-on-begin")
    window.page.wait_for_url("**/table/*")
    window.wait("(old) => window.__brickfield?.state().view && !location.href.includes(old)", match.id)
    shown = server.replay(match.id)["steps"][best["step"]]["view"]["situation"]["round"]
    expect(window.page.get_by_test_id("table")).to_be_visible()
    assert window.page.evaluate("() => window.__brickfield.state().view.situation.round") >= shown
    # from the start of the battle one press is enough
    window.go(f"/replay/{match.id}")
    window.press("from-the-start")
    expect(line).to_have_attribute("aria-valuenow", "1")
