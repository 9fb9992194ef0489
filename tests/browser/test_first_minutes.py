"""The first minutes: to a table in one click, by a link without a form, at one device, as a spectator; wrong links."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.player import GRAIN, HandPlayer, Table
from tests.browser.window import Windows

OPEN = "() => window.__brickfield?.state().reach === 'open' && window.__brickfield.state().seq > 0"


def test_check_1_one_click_reaches_a_table_and_the_second_pointer_act_moves_a_unit(
    windows: Windows, server: House
) -> None:
    window = windows.open()
    window.go("/")
    window.press("play-now")
    table = Table(window)
    asked = table.asked()
    assert asked is not None
    assert asked["kind"] == "move_units"
    match = window.at().rsplit("/", 1)[-1]
    before = len(server.records(match))
    x, y = table.units(0)["A3"]
    table.drag(table.spot("A3"), table.pixel(x, y + 3))
    # touch is a preview: the ghost stands there, nothing is written down before the yellow button is pressed
    window.find("glimpses").wait_for()
    assert {"ghost", "path"} <= set(table.probe()["marks"])
    assert len(server.records(match)) == before
    table.answering()
    table.press("commit")
    table.asked()
    assert len(server.records(match)) == before + 1
    assert abs(table.units(0)["A3"][1] - (y + 3)) < 0.3


def test_who_does_not_want_to_be_asked_again_moves_by_the_drag_alone(windows: Windows, server: House) -> None:
    settings = {"dice": "off", "motion": "reduced", "volume": 0, "confirm": "never"}
    table = Table(windows.table(server.new_match("me", "recruit"), settings=settings))
    table.asked()
    table.answering()
    x, y = table.units(0)["A3"]
    table.drag(table.spot("A3"), table.pixel(x, y + 3))
    table.asked()
    assert abs(table.units(0)["A3"][1] - (y + 3)) < 0.3


@pytest.mark.needs_server("a friend needs a second device")
def test_check_2_a_link_seats_a_friend_with_one_click_and_no_form(windows: Windows) -> None:
    host, friend = windows.open(), windows.open()
    host.go("/")
    host.press("invite-friend")
    link = host.page.locator(".a-links input").input_value()
    expect(host.find("qr")).to_be_visible()  # the same link for the camera of a phone
    friend.page.goto(link)
    sit = friend.find("sit-down")
    sit.wait_for()
    # a name may be given here, once; nobody has to
    assert friend.page.locator("input:visible, textarea:visible, select:visible").count() == 1
    expect(friend.find("your-name")).to_have_value("")
    sit.click()
    friend.wait(OPEN)
    assert friend.page.evaluate("() => window.__brickfield.state().seat") == 1
    # the secret of the seat is in the browser's own store and nowhere in the address
    secret = friend.kept("brickfield.seats")[0]["seats"][0]["secret"]
    assert len(secret) == 32
    assert secret not in friend.page.evaluate("() => location.href")
    # and nobody else has ever had it: the invitation was exchanged for it
    invitation = link.partition("#")[2]
    assert invitation in json.dumps(host.kept("brickfield.links"))
    assert secret not in json.dumps([host.kept("brickfield.seats"), host.kept("brickfield.links")])


def test_a_wrong_link_says_so_and_what_to_do(windows: Windows) -> None:
    window = windows.open()
    window.excuse("status of 4")
    window.go("/join#" + "x" * 32)
    window.page.get_by_text("Ask for the link again").wait_for()
    assert window.find("sit-down").count() == 0
    assert window.page.get_by_role("link", name="Go to the front page").is_visible()


def test_a_link_without_its_secret_says_so(windows: Windows) -> None:
    window = windows.open()
    window.go("/join")
    window.page.get_by_text("This link leads to no seat.").wait_for()


def test_an_invitation_works_once_and_the_seats_own_link_opens_it_on_another_device(
    windows: Windows, server: House
) -> None:
    match = server.new_match("me", "link")
    invitation = f"/join#{match.invitations[1]}"
    first, second = windows.open(), windows.open()
    first.go(invitation)
    first.press("sit-down")
    first.wait(OPEN)
    # the same device finds its way back by the same invitation
    first.go(invitation)
    first.press("back-to-seat")
    first.wait(OPEN)
    # another one is told, and how to come in
    second.go(invitation)
    expect(second.find("used")).to_contain_text("each works once")
    assert second.find("sit-down").count() == 0
    own = first.kept("brickfield.seats")[0]["seats"][0]["secret"]
    assert own != match.invitations[1]
    second.go(f"/join#{own}")
    expect(second.find("sit-down")).to_have_text("Open my seat here")
    second.press("sit-down")
    second.wait(OPEN)
    first.find("bye").wait_for()
    # the link was seen by somebody else: it is changed, and the old one opens nothing
    second.press("menu")
    second.press(second.find("own-link").locator("summary"))
    second.press("change-link")
    second.press("change-link-yes")
    second.wait("(old) => JSON.parse(localStorage['brickfield.seats'])[0].seats[0].secret !== old", own)
    second.wait(OPEN)
    first.excuse("status of 4")
    first.go(f"/join#{own}")
    first.page.get_by_text("Ask for the link again").wait_for()


@pytest.mark.needs_server("a friend needs a second device")
def test_whoever_set_the_table_up_withdraws_an_invitation_and_lets_a_bot_play(windows: Windows, server: House) -> None:
    host = windows.open().go("/")
    host.press("invite-friend")
    link = host.page.locator(".a-links input").input_value()
    host.press("open-table")
    host.wait(OPEN)
    box = host.find("friend-link")
    box.locator("summary").click()
    host.press("new-invitation")
    expect(box.locator(".m-link")).not_to_have_text(link)
    host.press("withdraw")
    expect(box).to_contain_text("nobody is invited")
    friend = windows.open()
    friend.excuse("status of 4")
    friend.page.goto(link)
    friend.page.get_by_text("Ask for the link again").wait_for()
    host.press("seat-bot-recruit")
    expect(box).to_have_count(0)


def test_a_link_to_a_finished_battle_offers_its_replay(windows: Windows, server: House) -> None:
    match = server.new_match("me", "link")
    window = windows.table(match)
    Table(window).asked()
    window.press("menu")
    window.press("concede")
    window.press("concede-yes")
    window.find("win").wait_for()
    friend = windows.open()
    friend.go(f"/join#{match.invitations[1]}")
    friend.page.get_by_text("is over").wait_for()
    assert friend.find("sit-down").count() == 0
    friend.press(friend.page.get_by_role("link", name="Watch the replay"))
    friend.find("timeline").wait_for()


def test_a_spectator_sees_the_table_and_no_decision(windows: Windows, server: House) -> None:
    match = server.new_match("me", "link")
    Table(windows.table(match)).asked()
    watcher = windows.open()
    watcher.go(f"/watch/{match.id}")
    watcher.find("watching").wait_for()
    watcher.wait("() => window.__brickfield?.probe()?.units.length === 12")
    for part in ("commit", "decline", "undo", "concede"):
        assert watcher.find(part).count() == 0, part
    assert watcher.page.evaluate("() => window.__brickfield.state().decision") is None
    watcher.press("menu")
    watcher.find("menu-sheet").wait_for()
    assert watcher.find("concede").count() == 0


def test_at_one_device_the_panel_says_whose_turn_it_is(windows: Windows, server: House) -> None:
    match = server.new_match("me", "here")
    window = windows.table(match)
    table = Table(window)
    for _ in range(6):
        asked = table.asked()
        assert asked is not None
        name = ("Blue", "Orange")[asked["seat"]]
        assert f"{name}, it is your turn" in window.find("whose-turn").inner_text()
        if asked["seat"] == 1:
            break
        if asked["kind"] == "move_units":
            table.finish()
        else:
            table.answering()
            while "Lock" not in table.commit_words():
                window.press("decline")
            window.press("commit")
    else:
        raise AssertionError("the other side never had a turn")


def test_the_list_of_tables_leads_back_to_the_battle_and_leaves_the_cards_as_they_are(
    windows: Windows, server: House
) -> None:
    kept = [seat for _ in range(5) for seat in server.new_match("me", "recruit").kept()]
    window = windows.open(**{"brickfield.seats": kept})
    window.go("/")
    rows = window.find("your-tables").get_by_role("link")
    expect(rows).to_have_count(5)
    buttons = window.page.locator(".a-game-buttons")
    expect(buttons).to_have_count(len(server.call("/api/games")))
    gaps = buttons.evaluate_all(
        """all => all.map((one) => {
          const above = one.previousElementSibling.getBoundingClientRect();
          return one.getBoundingClientRect().top - above.bottom;
        })"""
    )
    assert max(gaps) < 40, "a long list makes no long cards"
    window.press(rows.first)
    assert Table(window).asked() is not None


def test_an_unknown_table_says_what_happened(windows: Windows) -> None:
    window = windows.open()
    window.excuse("status of 4", "WebSocket")
    window.go("/table/nosuchtable")
    window.find("bye").get_by_text("There is no such battle here.").wait_for()
    assert window.page.get_by_role("link", name="Brickfield, home").is_visible()
    assert window.find("commit").count() == 0


def test_units_are_placed_from_the_tray_by_tap_and_drag_and_the_first_turn_is_chosen(
    windows: Windows, server: House
) -> None:
    match = server.new_match("me", "here", ready=False)
    window = windows.table(match)
    table = Table(window)
    players = HandPlayer(table, 0), HandPlayer(table, 1)
    asked = table.asked()
    assert asked is not None
    assert asked["kind"] == "deploy_unit"
    unit_id, seat = asked["offer"]["things"][0]["id"], asked["seat"]
    outside = table.pixel(24, 18)
    window.press(f"tray-{unit_id}")
    table.tap(outside)
    window.find("place-refusal").wait_for()
    assert "The deployment zone" in window.find("place-refusal").inner_text()
    # dragged from where it may not stand into the zone, it may
    ys = [value / GRAIN for value in asked["offer"]["zone"][1::2]]
    table.drag(outside, table.pixel(24, (min(ys) + max(ys)) / 2))
    window.find("place-refusal").wait_for(state="detached")
    window.wait("() => !document.querySelector('[data-testid=commit]').matches('[aria-disabled=true]')")
    table.answering()
    window.press("commit")
    kinds = []
    while (asked := table.asked()) is not None and asked["kind"] != "move_units":
        kinds.append(asked["kind"])
        if asked["kind"] == "deploy_unit" and len(kinds) > 2:
            table.answering()
            window.press("for-me")
        else:
            players[asked["seat"]].answer(asked)
    assert kinds.count("deploy_unit") == 11
    assert kinds[-1] == "first_turn_choice"
    assert unit_id in table.units(seat)
    assert len(table.units(0)) == len(table.units(1)) == 6
