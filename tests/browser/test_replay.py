"""The replay: scrubbed to the end and back it is the same picture, and its sentences are those of the battle."""

from __future__ import annotations

import pytest

from tests.browser.house import House, Match
from tests.browser.player import HandPlayer, Table
from tests.browser.window import Window, Windows


def finished(windows: Windows, house: House) -> Match:
    """A battle in which a unit moved, shots fell and one side gave up."""
    match = house.new_match("me", "recruit")
    window = windows.table(match)
    table = Table(window)
    player = HandPlayer(table, moves=1)
    for _ in range(3):
        asked = table.asked()
        assert asked is not None
        player.answer(asked)
    table.asked()
    window.press("menu")
    window.press("concede")
    window.press("concede-yes")
    window.find("win").wait_for()
    return match


def step(window: Window) -> int:
    """The step the timeline stands at."""
    return int(window.find("timeline").get_attribute("aria-valuenow") or "0")


def picture(window: Window) -> bytes:
    """What the board shows, once it shows the same twice."""
    board = window.page.locator(".r-board")
    board.locator("canvas").first.wait_for()
    before = b""
    for _ in range(20):
        shown = board.screenshot(animations="disabled")
        if shown == before:
            return shown
        before = shown
    raise AssertionError("the picture does not come to rest")


def test_a_replay_scrubbed_to_the_end_and_back_gives_the_first_picture_again(windows: Windows, house: House) -> None:
    match = finished(windows, house)
    window = windows.open()
    window.go(f"/replay/{match.id}")
    line = window.find("timeline")
    line.wait_for()
    first = picture(window)
    steps = int(line.get_attribute("aria-valuemax") or "0")
    assert steps == len(house.replay(match.id)["steps"])
    box = line.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    window.page.mouse.move(box["x"] + 2, middle)
    window.page.mouse.down()
    window.page.mouse.move(box["x"] + box["width"] / 2, middle)
    assert 1 < step(window) < steps
    window.page.mouse.move(box["x"] + box["width"] - 1, middle)
    assert step(window) == steps
    last = picture(window)
    window.page.mouse.move(box["x"] + 1, middle)
    window.page.mouse.up()
    assert step(window) == 1
    again = picture(window)
    assert first != last
    assert first == again


def test_keys_step_through_a_replay_and_every_sentence_is_the_servers(windows: Windows, house: House) -> None:
    match = finished(windows, house)
    told = house.replay(match.id)["steps"]
    window = windows.open()
    window.go(f"/replay/{match.id}")
    window.find("timeline").wait_for()
    window.page.keyboard.press("End")
    assert step(window) == len(told)
    for number in range(len(told) - 1, max(-1, len(told) - 6), -1):
        texts = [text.split(" mbb.")[0].strip() for text in window.find("log-line").all_inner_texts()]
        want = [sentence["text"] for sentence in told[number]["story"]]
        assert [text[: len(line)] for text, line in zip(texts, want, strict=True)] == want
        window.page.keyboard.press("ArrowLeft")
    window.page.keyboard.press("Home")
    assert step(window) == 1


@pytest.mark.parametrize("file", ["replay.txt", "replay.html"])
def test_a_finished_battle_can_be_taken_home_as_a_file(windows: Windows, house: House, file: str) -> None:
    match = finished(windows, house)
    window = windows.open()
    window.go(f"/replay/{match.id}")
    window.find("timeline").wait_for()
    link = window.page.locator(f"a[href$='{file}']")
    with window.page.expect_download() as waiting:
        link.click()
    path = waiting.value.path()
    words = path.read_text("utf-8")
    assert "M4 Sherman" in words
    if file == "replay.html":
        # the file opens by itself, without a network
        alone = windows.browser.new_context(offline=True).new_page()
        home = path.with_suffix(".html")
        home.write_text(words, "utf-8")
        alone.goto(home.as_uri())
        assert "M4 Sherman" in alone.locator("body").inner_text()
        alone.context.close()
