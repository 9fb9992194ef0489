"""The edition without a server in a real browser, from a server of plain files that knows nothing of it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.player import Table
from tests.pocket.plain import Device, with_one_answer


def test_a_battle_to_its_end_then_reloaded_then_offline_in_a_new_browser(device: Device) -> None:
    window = device.window().go("/")
    player = with_one_answer(window)
    before = player.table.state()
    window.page.reload()
    window.open_table()
    again = player.table.state()
    assert again["view"]["version"] >= before["view"]["version"]
    assert again["seq"] >= before["seq"]
    # everything is kept by now: the files are gone, and the browser is another one
    window.wait("() => navigator.serviceWorker.ready.then((found) => found.active?.state === 'activated')")
    address = window.page.url
    device.plain.stop()
    device.restart()
    window = device.window()
    window.page.goto(address)
    window.open_table()
    player.table = Table(window)
    player.window = window
    player.play_out()
    window.find("win").wait_for()
    assert "win" in window.find("win").inner_text()
    assert "declare_targets" in player.given
    assert window.faults() == []


def test_a_second_tab_says_so_and_takes_over(device: Device) -> None:
    first = device.window().go("/")
    first.press("play-now")
    first.open_table()
    second = device.window().go("/")
    second.find("pocket-elsewhere").wait_for()
    second.find("pocket-elsewhere").get_by_role("button").click()
    first.find("pocket-taken").wait_for()
    # the list of tables is asked again where it is played now
    second.find("pocket-coming").wait_for(state="detached")
    second.page.goto(first.page.url)
    second.page.reload()
    second.open_table()
    first.find("pocket-taken").get_by_role("button").click()
    second.find("pocket-taken").wait_for()


def test_the_rules_are_read_while_no_engine_is_there(device: Device) -> None:
    window = device.window()
    window.page.route("**/engine/*.xz", lambda route: route.abort())
    window.go("/rules/mbb.mod.rear")
    expect(window.page.locator("#page")).to_contain_text("Shot from behind")
    assert window.find("pocket-coming").count() == 0


def test_a_friend_by_link_needs_a_server_and_its_address_leads_there(device: Device) -> None:
    window = device.window()
    window.page.route("**/engine/*.xz", lambda route: route.abort())
    window.go("/")
    window.press("invite-friend")
    way = window.find("needs-server").get_by_test_id("to-server")
    way.get_by_role("textbox").fill("not an address")
    window.press(way.get_by_role("button"))
    expect(way).to_contain_text("This is no address of a server.")
    way.get_by_role("textbox").fill(f"http://127.0.0.1:{device.plain.port}")
    window.press(way.get_by_role("button"))
    window.page.wait_for_url(f"http://127.0.0.1:{device.plain.port}/")
