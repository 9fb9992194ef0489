"""A newcomer's first battle of each game to its end, by touch on a phone: every question is answered by its hint."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.player import FingerTable
from tests.browser.window import PHONE, Window, Windows

# More answers than a first battle takes from one seat.
_MOST_ANSWERS = 150


class Follower:
    """Asks for the hint at each question, takes it into the hand and gives it, all by finger."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.table = FingerTable(window)
        self.given: list[str] = []

    def play_out(self) -> None:
        """Answer until the battle is over."""
        for _ in range(_MOST_ANSWERS):
            asked = self.table.asked()
            if asked is None:
                return
            self.given.append(asked["kind"])
            self.follow()
        raise AssertionError(f"the battle does not end: {self.given}")

    def follow(self) -> None:
        """One question, by its hint."""
        self.table.tidy()
        self.table.answering()
        self.window.press("ask-hint")
        take = self.window.find("take-hint")
        at_once = take.inner_text().strip() == "Do it now"
        self.window.press(take)
        if not at_once:
            expect(self.window.find("commit")).to_have_attribute("aria-disabled", "false")
            self.window.press("commit")


@pytest.mark.both_editions
@pytest.mark.parametrize("game", ["micro_brick_battle", "brick_mech", "battle_of_the_sea", "brick_action"])
def test_a_first_battle_is_played_out_on_a_phone_by_touch(windows: Windows, server: House, game: str) -> None:
    window = windows.open(PHONE, touch=True)
    window.go("/")
    window.press(f"play-{game}")
    follower = Follower(window)
    follower.play_out()
    window.find("win").wait_for()
    assert follower.table.state()["outcome"] is not None
    assert follower.given, "nothing was asked"
