"""A battle with a model of one's own in each game: from the file that is dropped on the builder to the replay."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import ViewportSize, expect

from brickfield.testing import clause
from tests.browser.house import House
from tests.browser.player import Table
from tests.browser.test_replay import opened_alone, taken_home
from tests.browser.window import DESKTOP, PHONE, Window, Windows

_MOST_DRAW_CALLS = 40
_PLATE = "1 16 {} {} {} 1 0 0 0 1 0 0 0 1 3024.dat"
_DROP = """([text, name]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  const place = document.querySelector(".b-builder");
  for (const type of ["dragover", "drop"])
    place.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


class Battle(NamedTuple):
    """A model as studs long and wide and plates high, what the builder says of it, and where it is built."""

    size: tuple[int, int, int]
    told: str
    window: ViewportSize
    touch: bool = False


BATTLES = {
    "micro_brick_battle": Battle((8, 4, 9), "8 × 4 studs, 3 bricks high", DESKTOP),
    "battle_of_the_sea": Battle((14, 4, 6), "14 × 4 studs, 2 bricks high", PHONE, True),
    "brick_mech": Battle((6, 6, 12), "6 × 6 studs, 4 bricks high", DESKTOP),
    "brick_action": Battle((16, 9, 6), "16 × 9 studs, 2 bricks high", PHONE, True),
}


def block(size: tuple[int, int, int]) -> str:
    """A model of nothing but plates with one stud."""
    long, wide, high = size
    places = [(20 * x, -8 * z, 20 * y) for x in range(long) for y in range(wide) for z in range(high)]
    return "\n".join(["0 Grey Block", *(_PLATE.format(*place) for place in places)])


def brought(window: Window, text: str, name: str) -> None:
    """A file is dropped with the mouse, or chosen with a finger."""
    if not window.touch:
        window.page.evaluate(_DROP, [text, name])
        return
    with window.page.expect_file_chooser() as asked:
        window.press(window.page.locator("[data-testid=own-model]:visible").first)
    asked.value.set_files([{"name": name, "mimeType": "", "buffer": text.encode()}])


@clause("mbb.army.own_bricks", "sea.ship.points", "bm.geometry.base", "ba.geometry.vehicle")
@pytest.mark.parametrize("game", BATTLES)
def test_a_model_of_ones_own_fights_from_the_file_to_the_replay(
    windows: Windows, server: House, tmp_path: Path, game: str
) -> None:
    battle = BATTLES[game]
    text, parts = block(battle.size), battle.size[0] * battle.size[1] * battle.size[2]
    window = windows.open(battle.window, touch=battle.touch).go(f"/armies/{game}")
    window.excuse("400")
    window.find("unit").wait_for(state="attached")
    if battle.touch:
        # on a small window the unit lies over its army
        window.press(window.page.locator("[data-testid=army-row] .b-pick").first)

    # half a file is a sentence with its line, and the army stays as it was
    army = window.kept("brickfield.designs")
    brought(window, f"{text}\n1 16 0 0", "half.ldr")
    expect(window.page.locator("[data-testid=model-fault]:visible").first).to_contain_text(f"Line {parts + 2}: ")
    assert window.kept("brickfield.designs") == army

    brought(window, text, "block.ldr")
    plate = window.page.get_by_test_id("model-plate")
    expect(plate).to_contain_text(battle.told)
    expect(plate).to_contain_text(f"{parts} parts in 1 colour")
    expect(window.page.get_by_test_id("army-row").filter(has_text="Grey Block")).to_have_count(1)
    if battle.touch:
        window.press(window.page.get_by_role("button", name="Close the unit"))
    window.press("use")
    window.page.wait_for_url(re.compile("/new"))
    with window.page.expect_response(re.compile("/api/battles/with_models")) as made:
        window.press("start")
    assert made.value.ok
    match = made.value.json()["match"]
    table = Table(window)
    table.asked()
    window.wait("(most) => (window.__brickfield.probe()?.instances ?? 0) > most", parts)
    table.page.keyboard.press("v")
    window.wait("() => window.__brickfield.probe().idle")
    assert 0 < table.probe()["drawCalls"] <= _MOST_DRAW_CALLS

    # whoever only watches has nothing of it but what the table shows
    other = windows.open()
    with other.page.expect_response(re.compile(f"/api/matches/{match}/model")) as shown:
        other.go(f"/watch/{match}")
    assert shown.value.ok
    other.wait("(most) => (window.__brickfield?.probe()?.instances ?? 0) > most", parts)

    window.press("menu")
    window.press("concede")
    window.press("concede-yes")
    window.find("win").wait_for()
    with other.page.expect_response(re.compile(f"/api/matches/{match}/model")) as shown:
        other.go(f"/replay/{match}").find("timeline").wait_for()
        # in some games nothing stands on the table before the first step
        other.page.keyboard.press("End")
    assert shown.value.ok
    page = taken_home(other, "replay.html", tmp_path)
    alone = opened_alone(windows, page)
    alone.keyboard.press("End")
    alone.context.close()
