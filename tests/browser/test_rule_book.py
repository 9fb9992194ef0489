"""The rule book: found in everyday words, called by titles, drawn by the board, and opened from a table."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.house import House, unit
from tests.browser.player import Table
from tests.browser.window import Windows


def test_a_question_in_everyday_words_finds_a_rule_with_its_diagram(windows: Windows, server: House) -> None:
    window = windows.open()
    window.go("/rules?game=micro_brick_battle")
    search = window.find("rules-search")
    search.fill("shoot from behind")
    first = window.find("clause").first
    expect(first.locator("h3")).to_have_text("Shot from behind")
    # one plain sentence comes first, with the number out of the data, and where it is from
    expect(window.find("rule-answer")).to_contain_text("a unit shot from behind has 2 fewer Defense Points")
    expect(window.page.get_by_text("from 3 rules")).to_be_visible()

    # the diagram is the real board, and its numbers are those of the rules
    diagram = first.get_by_test_id("diagram")
    expect(diagram.locator("canvas, svg").first).to_be_visible()
    expect(diagram.get_by_test_id("diagram-aim")).to_contain_text("6+")
    row = diagram.get_by_test_id("tally-row").filter(has_text="shot from behind")
    expect(row).to_have_attribute("data-value", "-2")
    expect(row.locator("[data-clause]")).to_have_text("Shot from behind")

    # a word that asks nothing is looked up; nothing answers nonsense; another book answers its own words
    search.fill("bridge")
    expect(window.page.get_by_text("best first")).to_be_visible()
    expect(window.find("rule-answer")).to_have_count(0)
    search.fill("zyzzyva")
    expect(window.page.get_by_text("No rule answers that")).to_be_visible()
    window.page.get_by_role("radio", name="BrickMech").click()
    window.find("rules-search").fill("my mech is too hot")
    expect(window.find("clause").first.locator("h3")).to_have_text("Overheated at six")

    # see it: the position is a table of one's own
    window.find("rules-search").fill("attacked from behind")
    window.press(window.find("clause").first.get_by_test_id("see-it"))
    window.wait("() => window.__brickfield?.state()?.view?.units.length === 2")
    assert Table(window).state()["decision"]["kind"] == "take_action"


def test_opened_from_a_table_the_book_begins_with_what_is_played_there(windows: Windows, server: House) -> None:
    units = [unit("A1", "M4 Sherman", 24, 8, 90), unit("B1", "Panzer III", 24, 24, 270)]
    window = windows.table(server.lay(units, phase="movement", options={"hedgerow_passable": True}))
    with window.context.expect_page() as opened:
        window.page.get_by_role("link", name="Rules", exact=True).click()
    book = opened.value
    expect(book.get_by_role("heading", name="In this battle", exact=False)).to_be_visible()
    expect(book.get_by_test_id("clause").first.locator("h3")).to_have_text("Move none, some or all")
    hedge = book.get_by_test_id("clause").filter(has=book.get_by_role("heading", name="Shooting through hedgerows"))
    expect(hedge).to_contain_text("played here")
    book.close()
