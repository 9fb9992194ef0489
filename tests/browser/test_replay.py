"""The replay: scrubbed to the end and back it is the same picture, and its sentences are those of the battle."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from brickfield.core.replay import Replayed, read_replay
from brickfield.games import find_game
from brickfield.replay_viewer import as_html
from brickfield.replay_viewer.steps import replay_of
from tests.browser.house import House, Match
from tests.browser.player import HandPlayer, Table
from tests.browser.window import Window, Windows
from tests.replays.kept import text_of


def finished(windows: Windows, server: House) -> Match:
    """A battle in which a unit moved, shots fell and one side gave up."""
    match = server.new_match("me", "recruit")
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
    window.page.evaluate("() => document.fonts.ready.then(() => true)")
    before = b""
    for _ in range(20):
        window.painted()
        shown = board.screenshot(animations="disabled")
        if shown == before:
            return shown
        before = shown
    raise AssertionError("the picture does not come to rest")


def test_a_replay_scrubbed_to_the_end_and_back_gives_the_first_picture_again(windows: Windows, server: House) -> None:
    match = finished(windows, server)
    window = windows.open()
    window.go(f"/replay/{match.id}")
    line = window.find("timeline")
    line.wait_for()
    window.page.keyboard.press("Home")
    first = picture(window)
    steps = int(line.get_attribute("aria-valuemax") or "0")
    # one stop for each decision, and one more for every further shot in it
    assert steps >= len(server.replay(match.id)["steps"])
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


def test_keys_step_through_a_replay_and_every_sentence_is_the_servers(windows: Windows, server: House) -> None:
    match = finished(windows, server)
    told = server.replay(match.id)["steps"]
    window = windows.open()
    window.go(f"/replay/{match.id}")
    window.find("timeline").wait_for()
    window.page.keyboard.press("End")
    for _ in range(8):
        # what is told is that of the picture, as soon as this stands
        expect(window.find("told")).to_have_attribute("data-at", str(step(window)))
        number = int(window.find("timeline").get_attribute("data-step") or "0")
        texts = [text.split(" mbb.")[0].strip() for text in window.find("log-line").all_inner_texts()]
        acts = [act["words"] for act in told[number]["acts"] if act["words"]][: len(texts)]
        ends = window.find("told").get_attribute("data-ends") == "true"
        want = [sentence["text"] for sentence in told[number]["story"]] if ends else acts
        assert [text[: len(line)] for text, line in zip(texts, want, strict=True)] == want
        window.page.keyboard.press("ArrowLeft")
    window.page.keyboard.press("Home")
    assert step(window) == 1


def taken_home(window: Window, file: str, folder: Path) -> Path:
    """A file of the replay page, saved under its own name."""
    with window.page.expect_download() as waiting:
        window.page.locator(f"a[href$='{file}']").click()
    path = folder / file
    waiting.value.save_as(path)
    return path


@pytest.mark.both_editions
def test_a_finished_battle_can_be_taken_home_as_a_file(windows: Windows, server: House, tmp_path: Path) -> None:
    match = finished(windows, server)
    window = windows.open()
    window.go(f"/replay/{match.id}")
    window.find("timeline").wait_for()
    assert "M4 Sherman" in taken_home(window, "replay.txt", tmp_path).read_text("utf-8")
    alone = opened_alone(windows, taken_home(window, "replay.html", tmp_path))
    told = server.replay(match.id)["steps"]
    alone.keyboard.press("End")
    expect(alone.get_by_test_id("timeline")).to_have_attribute("data-step", str(len(told) - 1))
    # what is told comes after the picture
    last = alone.get_by_test_id("timeline").get_attribute("aria-valuenow") or ""
    expect(alone.get_by_test_id("told")).to_have_attribute("data-at", last)
    for text, sentence in zip(alone.get_by_test_id("log-line").all_inner_texts(), told[-1]["story"], strict=True):
        assert text.startswith(sentence["text"])
    alone.context.close()


def opened_alone(windows: Windows, file: Path) -> Page:
    """A file opened without a network; whatever it asks for or complains about is a fault."""
    page = windows.browser.new_context(offline=True, viewport={"width": 1280, "height": 800}).new_page()
    faults: list[str] = []
    page.on("request", lambda asked: None if asked.url == file.as_uri() else faults.append(asked.url))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.goto(file.as_uri())
    page.get_by_test_id("timeline").wait_for()
    page.locator(".r-board canvas").first.wait_for()
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    assert faults == []
    return page


GOLDEN = ("crossroads_with_hit_markers", "mech_duel", "sea_three_captains")


@pytest.mark.parametrize("name", GOLDEN)
def test_the_file_shows_the_board_of_every_game_without_a_network(windows: Windows, name: str, tmp_path: Path) -> None:
    battle = read_replay(text_of(name), find_game)
    assert isinstance(battle, Replayed)
    replay = replay_of(battle)
    html = as_html(replay, battle.match.game)
    assert isinstance(html, str), html
    file = tmp_path / "battle.html"
    file.write_text(html, "utf-8")
    page = opened_alone(windows, file)
    page.keyboard.press("End")
    line = page.get_by_test_id("timeline")
    expect(line).to_have_attribute("data-step", str(replay.total - 1))
    # whatever still stands or lies on the table has its number beside it
    last = replay.steps[-1].view
    there = {unit.id for unit in last.units if unit.pose is not None and unit.status in ("alive", "wreck")}
    for unit in there:
        expect(page.locator(f'[data-note="badge {unit}"]')).to_have_count(1)
    # the rules that are named can be read
    clause = page.locator("a.k-clause").first
    named = clause.inner_text()
    clause.click()
    expect(page.get_by_test_id("clause-sheet").get_by_role("heading")).to_have_text(named)
    expect(page.get_by_test_id("clause-text")).to_be_visible()
    page.context.close()
