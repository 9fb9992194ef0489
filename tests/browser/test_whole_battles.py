"""Whole battles of 6 vs 6 through the page to the win screen: by mouse, keys, words, finger, between two windows."""

from __future__ import annotations

import pytest

from tests.browser.house import House
from tests.browser.player import FingerTable, HandPlayer, KeyPlayer, Table, TextPlayer, next_seat
from tests.browser.window import PHONE, Window, Windows
from tests.browser.wire import Wire


def won(window: Window) -> str:
    """What the win screen says."""
    window.find("win").wait_for()
    return window.find("win").inner_text()


def test_a_whole_battle_against_the_recruit_by_clicks_and_drags(windows: Windows) -> None:
    window = windows.open()
    window.go("/")
    window.press("play-now")
    player = HandPlayer(Table(window))
    player.play_out()
    assert "win" in won(window)
    assert "move_units" in player.given
    assert "declare_targets" in player.given


def test_a_whole_battle_by_keyboard_only(windows: Windows, server: House) -> None:
    window = windows.table(server.new_match("me", "recruit"))
    player = KeyPlayer(Table(window))
    player.play_out()
    assert "win" in won(window)


def test_a_whole_battle_at_phone_size_by_touch(windows: Windows, server: House) -> None:
    window = windows.table(server.new_match("me", "recruit"), PHONE, touch=True)
    player = HandPlayer(FingerTable(window), in_all=3)
    player.play_out()
    assert "win" in won(window)


def test_a_whole_battle_in_text_mode_only(windows: Windows) -> None:
    window = windows.open()
    window.go("/")
    window.find("play-now").wait_for()
    window.page.keyboard.press("Alt+t")
    window.find("text-line").fill("1")
    window.find("text-line").press("Enter")
    window.find("text-mode").wait_for()
    player = TextPlayer(window)
    player.heading()
    assert "A1" in player.say("look A1")
    assert "MP" in player.say("move A1 forward 2")
    assert "win" in player.play_out()


@pytest.mark.needs_server("a friend needs a second device")
def test_a_whole_battle_between_two_windows_by_link_with_the_connection_cut_in_the_middle(
    windows: Windows, server: House
) -> None:
    host, friend = windows.open(), windows.open()
    host.go("/")
    host.press("invite-friend")
    link = host.page.locator(".a-links input").input_value()
    host.press("open-table")
    wire = Wire(friend)
    friend.excuse("WebSocket")
    friend.page.goto(link)
    friend.press("sit-down")
    players = HandPlayer(Table(host), 0, in_all=2), HandPlayer(Table(friend), 1, in_all=2)
    answers = 0
    while (seat := next_seat(*players)) is not None:
        asked = players[seat].table.asked()
        assert asked is not None
        answers += 1
        if answers == 4:
            wire.cut()
            friend.find("connection").wait_for()
            wire.mend()
            friend.find("connection").wait_for(state="detached")
        players[seat].answer(asked)
    assert "win" in won(host)
    assert "win" in won(friend)
    sent = [message["id"] for message in wire.commands()]
    written = [record["id"] for record in server.records(link_match(host)) if record["seat"] == 1 and record["id"]]
    assert sorted(set(sent)) == sorted(written)
    assert len(written) == len(set(written))


def link_match(window: Window) -> str:
    """The match a window is at."""
    return window.at().rsplit("/", 1)[-1]
