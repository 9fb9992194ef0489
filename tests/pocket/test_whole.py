"""What people do in this edition, from a server of plain files: a lesson, two at one device, a file with all battles
that is brought to another device and to a server, a replay that is saved."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Playwright, expect

from brickfield.core.replay import Replayed, read_replay
from brickfield.games import find_game
from tests.browser.house import served as server_of
from tests.browser.player import HandPlayer, Table
from tests.browser.pupil import Pupil
from tests.browser.test_replay import taken_home
from tests.browser.window import SWITCHES, Window, Windows
from tests.pocket.plain import Device, Plain, with_one_answer
from tools.find_browser import find


def saved(window: Window, folder: Path) -> Path:
    """The file with everything, as the settings give it."""
    window.go("/settings")
    with window.page.expect_download() as waiting:
        window.press("luggage-save")
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path


def brought(window: Window, file: Path, words: str) -> None:
    """A file is chosen in the settings, and this is said of it."""
    window.go("/settings")
    window.find("luggage-file").set_input_files(file)
    expect(window.find("luggage-done")).to_contain_text(words)


def at_the_first_of_ones_tables(window: Window) -> HandPlayer:
    """From the front page to the table that is first in the list."""
    window.go("/")
    window.press(window.find("your-tables").get_by_role("link").first)
    window.wait("() => window.__brickfield?.probe()?.frames > 0 && window.__brickfield.state().seq > 0")
    return HandPlayer(Table(window))


def test_all_battles_go_to_another_device_and_to_a_server_as_one_file(
    device: Device, plain: Plain, playwright: Playwright, tmp_path: Path
) -> None:
    window = device.window().go("/")
    player = with_one_answer(window)
    before = player.table.state()["view"]
    file = saved(window, tmp_path)
    half = tmp_path / "half.json"
    half.write_text(file.read_text("utf-8")[:-50], "utf-8")
    foreign = tmp_path / "foreign.json"
    foreign.write_bytes(b"\x00\x01PNG")
    device.close()
    # the server knows nothing of that device
    (tmp_path / "server").mkdir()
    with server_of(tmp_path / "server") as server:
        browser = playwright.chromium.launch(executable_path=find(), args=SWITCHES)
        windows = Windows(browser, server)
        guest = windows.open()
        brought(guest, file, "1 battle came.")
        brought(guest, file, "1 battle came.")
        guest.go("/")
        expect(guest.find("your-tables").get_by_role("link")).to_have_count(1)
        there = at_the_first_of_ones_tables(guest)
        assert there.table.asked() is not None
        assert there.table.state()["view"]["units"] == before["units"]
        windows.close()
        browser.close()
    other = Device(playwright, tmp_path / "other", plain)
    try:
        window = other.window()
        brought(window, foreign, "no file of battles")
        brought(window, half, "This file is not whole")
        brought(window, file, "1 battle came.")
        brought(window, file, "1 battle was here already.")
        player = at_the_first_of_ones_tables(window)
        assert player.table.asked() is not None
        assert player.table.state()["view"]["version"] == before["version"]
        window.press("menu")
        window.press("concede")
        window.press("concede-yes")
        window.find("win").wait_for()
        window.press("watch-replay")
        window.find("timeline").wait_for()
        replay = taken_home(window, "replay.txt", tmp_path).read_text("utf-8")
        assert isinstance(read_replay(replay, find_game), Replayed), "it is played again to the same end"
        # what is deleted is gone from the disk, too
        window.go("/settings")
        window.press(window.page.get_by_role("button", name="Delete my data"))
        window.press(window.page.get_by_role("button", name="Delete", exact=True))
        window.find("pocket-coming").wait_for(state="detached")
        window.press("luggage-save")
        expect(window.find("luggage-done")).to_contain_text("0 battles and your designs are in the file.")
        assert window.faults() == []
    finally:
        other.close()


def test_a_lesson_is_learnt(device: Device) -> None:
    window = device.window().go("/")
    game = find_game("micro_brick_battle")
    assert game is not None
    window.press(f"learn-{game.id}")
    Pupil(Table(window), game).learn()
    expect(window.find("lesson-title")).to_have_text("You can play")
    assert window.faults() == []
