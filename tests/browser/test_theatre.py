"""Everything that happens is seen: dice on the table, a loss with its moment, what they did, the tale of the end."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.house import House, unit
from tests.browser.player import Table
from tests.browser.window import Windows

# How many dice lay on the table at any moment, what drawing them cost, and what the labels beside units said.
_WATCH = """() => {
  window.seen = { dice: 0, calls: 0, words: new Set(), banners: new Set() };
  const look = () => {
    const probe = window.__brickfield?.probe();
    window.seen.dice = Math.max(window.seen.dice, probe?.dice.length ?? 0);
    if (probe?.dice.length) window.seen.calls = Math.max(window.seen.calls, probe.drawCalls);
    for (const label of probe?.labels ?? []) if (label.id.startsWith("verdict")) window.seen.words.add(label.text);
    const banner = document.querySelector("[data-testid=banner]");
    if (banner) window.seen.banners.add(banner.textContent);
    requestAnimationFrame(look);
  };
  look();
}"""
_SEEN = "() => ({ ...window.seen, words: [...window.seen.words], banners: [...window.seen.banners] })"
MOST_DRAW_CALLS = 40


def test_a_shot_a_loss_and_the_end_are_seen_told_and_kept(windows: Windows, server: House) -> None:
    # from behind, at arm's length: some of the five hit
    units = [unit(f"A{number}", "M4 Sherman", 20 + 3 * number, 12, 90) for number in range(1, 6)]
    units += [unit(f"B{number}", "Panzer III", 16 + 7 * number, 17, 90) for number in range(1, 4)]
    units += [unit("B4", "Panzer III", 6, 33, 270)]
    match = server.lay(units, phase="target_declaration")
    window = windows.table(match, settings={"dice": "short", "motion": "full", "pace": "fast", "volume": 0})
    table = Table(window)
    table.asked()
    window.page.keyboard.press("v")
    window.page.evaluate(_WATCH)
    while "Lock" not in table.commit_words():
        table.press("commit")
    table.answering()
    table.press("commit")
    table.asked()
    seen = window.page.evaluate(_SEEN)
    assert seen["dice"] == 2
    assert 0 < seen["calls"] <= MOST_DRAW_CALLS
    assert any(words.startswith("HIT, destroyed needs ") for words in seen["words"]), seen
    assert seen["banners"]
    assert all(" destroyedby M4 Sherman A" in banner for banner in seen["banners"])

    # a question has no dice beside it, the picture is still and cheap
    table.still()
    before = table.probe()
    assert before["dice"] == []
    assert before["drawCalls"] <= MOST_DRAW_CALLS
    window.page.wait_for_timeout(250)
    assert table.probe()["frames"] == before["frames"]

    # what they did: each line goes to its place
    window.press("deeds-open")
    kill = window.page.locator("[data-testid=deed][data-kind=shot]", has_text="HIT, destroyed")
    kill.first.click()
    window.wait("() => window.__brickfield.probe().marks.includes('verdict')")
    expect(kill.first).to_have_attribute("aria-pressed", "true")
    window.press("deeds-open")

    # the end tells the story, and can be taken away as a picture
    window.press("menu")
    window.press("concede")
    window.press("concede-yes")
    # six sentences, the first of them above the others: the end is told once
    expect(window.find("how-won")).to_contain_text(" won after ")
    expect(window.find("tale").locator("li")).to_have_count(5)
    expect(window.find("tale")).not_to_contain_text(" won after ")
    expect(window.find("tale")).to_contain_text("struck hardest: Panzer III B")
    expect(window.find("tale")).to_contain_text("The turning point came in round")
    with window.page.expect_download() as waiting:
        window.press("share-picture")
    assert re.fullmatch(r"brickfield-.*-wins-\d{4}-\d\d-\d\d\.png", waiting.value.suggested_filename)

    # the replay stops at each shot, across the table too
    window.press("watch-replay")
    line = window.find("timeline")
    line.wait_for()
    stops, steps = int(line.get_attribute("aria-valuemax") or "0"), len(server.replay(match.id)["steps"])
    assert stops > steps
    expect(window.page.locator(".r-chances polyline")).to_have_count(1)
    window.press("camera")
    expect(window.find("camera")).to_contain_text("Plan")
