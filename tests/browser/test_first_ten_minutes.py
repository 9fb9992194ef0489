"""The first ten minutes of somebody new, on a phone, by touch: a lesson to its end, the one yellow button, and the
first turns of a real battle that is coached."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from brickfield.core.game import Game
from brickfield.games import drawn_games
from tests.browser.player import FingerTable, Table
from tests.browser.pupil import Pupil
from tests.browser.test_every_size import checks_at
from tests.browser.window import PHONE, SIZES, Window, Windows

# So many questions of the battle are answered; the other side has had a turn by then.
_ANSWERS = 12


def fits(window: Window, table: Table, game: str) -> None:
    """Coach, board and question side by side at every size of touch."""
    table.asked()
    for name in ("tablet", "phone"):
        window.page.set_viewport_size(SIZES[name])
        table.still()
        checks_at(name)(window, f"the lesson of {game}")


def lesson_learnt(window: Window, game: Game) -> None:
    """All steps by touch, to the button that leads on."""
    window.press(f"learn-{game.id}")
    hand = Pupil(FingerTable(window), game)
    fits(window, hand.table, game.id)
    hand.learn()
    expect(window.find("lesson-title")).to_have_text("You can play")
    button = window.find("first-battle")
    expect(button).to_have_text("Now a real battle")
    box = button.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE["height"]
    assert box["width"] > PHONE["width"] / 2
    assert "ask" in (button.get_attribute("class") or "")


def advised(table: FingerTable) -> None:
    """Do what the coach shows, as a beginner does who trusts him."""
    window = table.window
    window.press("advice-show")
    window.find("take-hint").wait_for()
    table.answering()
    window.press("take-hint")
    window.painted()
    # what no hand can hold is given at once
    if table.state()["seq"] == table.answered and not table.state()["pending"] and window.find("commit").count():
        window.press("commit")


def first_battle(window: Window, game: Game) -> None:
    """Some turns with a coach at hand, until he is sent away."""
    window.press("first-battle")
    window.find("advice").wait_for()
    table = FingerTable(window)
    turns = set[int]()
    told = False
    for _ in range(_ANSWERS):
        asked = table.asked()
        if asked is None or (turns and told):
            break
        situation = table.state()["view"]["situation"]
        if situation["active"] == asked["seat"] and situation["round"] not in turns:
            # one idea a turn, which comes when it is worked out
            window.find("advice-said").wait_for()
            turns.add(situation["round"])
        window.painted()
        told = told or window.find("advice-theirs").count() > 0
        advised(table)
    assert turns, f"{game.id}: nothing was advised"
    assert told, f"{game.id}: nobody said what the others did"
    table.asked()
    if window.find("advice-off").count():
        window.press("advice-off")
        expect(window.find("advice")).to_have_count(0)


@pytest.mark.parametrize("game", drawn_games(), ids=lambda game: game.id)
def test_a_lesson_leads_into_a_battle_that_is_coached(windows: Windows, game: Game) -> None:
    window = windows.open(PHONE, touch=True)
    window.go("/")
    lesson_learnt(window, game)
    first_battle(window, game)
    # the lesson is done with, and waits for nobody
    window.go("/")
    tables = window.find("your-tables")
    expect(tables).to_contain_text("Lesson learnt")
