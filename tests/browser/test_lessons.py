"""Lessons in the browser: all steps of all games by mouse and by keys (by finger: `test_first_ten_minutes.py`); read
aloud, left, resumed, undone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from brickfield.games import drawn_games
from tests.browser.house import House
from tests.browser.player import Table, TextPlayer
from tests.browser.pupil import KeyPupil, Pupil
from tests.browser.test_every_size import checks_at
from tests.browser.window import DESKTOP, Window, Windows

MANNERS = {
    "mouse": (DESKTOP, Table, Pupil),
    "keys": (DESKTOP, Table, KeyPupil),
}


@pytest.mark.parametrize("manner", MANNERS)
def test_the_lessons_of_all_games_are_learnt(windows: Windows, manner: str) -> None:
    size, table, pupil = MANNERS[manner]
    window = windows.open(size)
    window.go("/")
    for game in drawn_games():
        window.press(f"learn-{game.id}")
        hand = pupil(table(window), game)
        hand.learn()
        expect(window.find("lesson-title")).to_have_text("You can play")
        expect(window.find("first-battle")).to_be_visible()
        window.press("lesson-leave")
        window.find(f"learn-{game.id}").wait_for()


def steps_at(window: Window) -> int:
    """How many steps are done."""
    return int(window.find("lesson").get_attribute("data-step") or -1)


def test_a_lesson_is_read_in_order_refuses_gently_goes_back_and_is_found_again(windows: Windows, server: House) -> None:
    window = windows.open()
    window.go("/")
    # one click to the table, and the second one gives the first move
    window.press("learn-micro_brick_battle")
    table = Table(window)
    assert table.asked() is not None
    words = window.find("lesson-words")
    expect(words).to_have_attribute("aria-live", "polite")
    expect(words).to_contain_text("Step 1 of 8: Drive ahead")
    # keys come to the coach before the board and the question
    order = window.page.evaluate(
        "() => [...document.querySelectorAll('.m-stage button, .m-stage a, .m-board')].map((one) =>"
        " one.dataset.testid ?? one.className)"
    )
    assert order.index("lesson-show") < order.index("commit")
    # what the step is not about is refused by its own sentence, and nothing has happened
    window.press("decline")
    expect(window.find("refusal")).to_contain_text("First drive A1 ahead")
    assert steps_at(window) == 0
    x, y = table.units(0)["A1"]
    table.drag(table.spot("A1"), table.pixel(x, y + 3))
    table.worked_out()
    table.answering()
    table.press("commit")
    table.asked()
    expect(window.find("lesson-title")).to_contain_text("Turn and drive on")
    table.answering()
    window.press("lesson-back")
    table.asked()
    expect(window.find("lesson-title")).to_contain_text("Drive ahead")
    assert table.units(0)["A1"] == (x, y)
    window.press("lesson-show")
    expect(window.find("lesson-title")).to_contain_text("Turn and drive on")
    # in words, too
    window.page.keyboard.press("Alt+t")
    expect(window.find("text-mode").get_by_test_id("lesson-words")).to_contain_text("Step 2 of 8")
    player = TextPlayer(window)
    assert "Bring A1 into the ring" in player.say("end")
    window.page.keyboard.press("Alt+t")
    # left, and found again where it was
    address = window.page.url
    window.press("lesson-leave")
    expect(window.find("your-tables")).to_contain_text("First battle with tanks")
    window.press("learn-micro_brick_battle")
    expect(window.find("lesson-title")).to_contain_text("Turn and drive on")
    assert window.page.url == address
    checks_at("desktop")(window, "a lesson")
