"""The connection is cut and comes back: people are told, the table is current, no answer counts twice or is lost."""

from __future__ import annotations

import pytest

from tests.browser.house import House, Match
from tests.browser.player import HandPlayer, Table
from tests.browser.window import Window, Windows
from tests.browser.wire import Wire


def at_the_table(windows: Windows, match: Match) -> tuple[Window, Wire, Table]:
    """A window whose line the test holds."""
    window = windows.open(match=match)
    window.excuse("WebSocket")
    wire = Wire(window)
    window.go(f"/table/{match.id}")
    window.wait("() => window.__brickfield?.probe()?.frames > 0")
    table = Table(window)
    table.asked()
    return window, wire, table


@pytest.mark.parametrize("way", ["closed", "silent"])
def test_check_23_a_cut_line_is_told_within_two_seconds_and_the_table_is_current_afterwards(
    windows: Windows, server: House, way: str
) -> None:
    match = server.new_match("me", "link")
    host = HandPlayer(Table(windows.table(match)), moves=1)
    asked = host.table.asked()
    assert asked is not None
    server.sit(match, 1)
    window = windows.open(match=match, seats=(1,))
    window.excuse("WebSocket")
    wire = Wire(window)
    window.page.clock.install()
    window.go(f"/table/{match.id}")
    window.wait("() => window.__brickfield?.state().reach === 'open' && window.__brickfield.probe()?.idle")
    # two seconds of the page's own clock, however slow the machine is
    clock = window.page.clock
    clock.pause_at(window.page.evaluate("() => Date.now() + 1500"))
    if way == "closed":
        wire.cut()
    else:
        wire.mode = "mute"
    clock.run_for(2000)
    window.find("connection").wait_for()
    line = window.find("connection").inner_text()
    assert "Connection lost" in line
    assert "Your last move was received." in line
    # meanwhile the battle goes on without this window
    host.answer(asked)
    host.table.asked()
    want = host.table.state()["view"]["version"]
    wire.cut()
    wire.mend()
    clock.resume()
    window.find("connection").wait_for(state="detached")
    window.wait("(version) => window.__brickfield.state().view.version === version", want)
    assert Table(window).units(0) == host.table.units(0)


def test_check_23_an_answer_whose_receipt_was_lost_is_sent_again_with_its_id_and_counts_once(
    windows: Windows, server: House
) -> None:
    match = server.new_match("me", "recruit")
    window, wire, table = at_the_table(windows, match)
    before = len(server.records(match.id))
    key = window.page.keyboard.press
    key("ArrowUp")
    window.find("glimpses").wait_for()
    wire.mode = "mute"
    table.answering()
    table.enter()
    window.find("unsaved").wait_for()
    window.find("connection").wait_for()
    assert "Your last move was not received." in window.find("connection").inner_text()
    wire.cut()
    wire.mend()
    table.asked()
    window.find("connection").wait_for(state="detached")
    ids = [message["id"] for message in wire.commands()]
    assert len(ids) >= 2, "the answer was sent again"
    assert len(set(ids)) == 1
    written = [record["id"] for record in server.records(match.id)[before:]]
    assert written == ids[:1]
    assert window.find("unsaved").count() == 0


def test_check_23_an_answer_given_while_the_line_is_cut_goes_out_once_when_it_is_back(
    windows: Windows, server: House
) -> None:
    match = server.new_match("me", "recruit")
    window, wire, table = at_the_table(windows, match)
    before = len(server.records(match.id))
    key = window.page.keyboard.press
    key("ArrowUp")
    window.find("glimpses").wait_for()
    wire.cut()
    window.find("connection").wait_for()
    table.answering()
    table.enter()
    window.find("unsaved").wait_for()
    # a second answer while the first is under way is not queued
    key("0")
    wire.mend()
    table.asked()
    assert len(server.records(match.id)) == before + 1
    assert [message["answer"]["answer"] for message in wire.commands()][-1] == "move"


def test_a_reloaded_page_is_at_the_same_table_with_the_same_seat(windows: Windows, server: House) -> None:
    match = server.new_match("me", "recruit")
    window = windows.table(match)
    table = Table(window)
    player = HandPlayer(table, moves=1)
    asked = table.asked()
    assert asked is not None
    player.answer(asked)
    table.asked()
    before = table.units(0)
    window.page.reload()
    window.wait("() => window.__brickfield?.state().decision != null")
    assert table.units(0) == before


def test_a_battle_larger_than_any_queue_is_entered_reloaded_and_watched(windows: Windows, server: House) -> None:
    army = [["Trooper", 12]]
    wishes = {"game": "brick_mech", "scenario": "three_against_three", "options": {"point_limit": 2000}}
    match = server.new_match("me", "link", **wishes, armies=[army, army])
    server.sit(match, 1)
    windows_at = [windows.open(match=match), windows.open(match=match, seats=(1,)), windows.open()]
    for window, page in zip(windows_at, ("table", "table", "watch"), strict=True):
        window.go(f"/{page}/{match.id}")
        for _ in range(2):
            window.wait("() => window.__brickfield?.state().reach === 'open'")
            window.wait("() => window.__brickfield?.state().view?.units.length === 24")
            window.page.reload()
    windows_at[2].wait("() => window.__brickfield?.state().reach === 'open'")
