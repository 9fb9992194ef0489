"""Scenes of pages for the pictures: the front page, lessons, the rules, settings, links, who watches, replays."""

from __future__ import annotations

from brickfield.games import drawn_games
from tests.browser.screens import Looker, scene
from tests.browser.screens_battles import volley
from tests.browser.test_every_size import PAGES


@scene("pages")
def pages(looker: Looker) -> None:
    """Every page before a battle, whole."""
    for name, (path, ready) in PAGES.items():
        window = looker.open(path, ready)
        looker.still(window, f"page-{name.replace(' ', '-')}")
        window.context.close()
        looker.windows.all.remove(window)


@scene("armies")
def armies(looker: Looker) -> None:
    """The army builder of every game: the page, its parts list, and the paper."""
    for game in drawn_games():
        cards = list(game.catalogue().cards)
        army = "; ".join([f"2x {cards[0]}", *dict.fromkeys((cards[1], cards[len(cards) // 2], cards[-1]))])
        window = looker.open(f"/armies/{game.id}?army={army}", "[data-testid=army-row]")
        window.page.locator("[data-testid=parts-fold]").wait_for(state="attached")
        window.page.wait_for_timeout(1500)
        looker.still(window, f"armies-{game.id}")
        window.page.locator("[data-testid=parts-fold] summary").click()
        window.page.locator("[data-testid=parts-fold]").scroll_into_view_if_needed()
        looker.still(window, f"armies-parts-{game.id}")
        if looker.name == "desk":
            window.page.pdf(path=looker.folder / f"paper-{game.id}.pdf", prefer_css_page_size=True)
        window.context.close()
        looker.windows.all.remove(window)


@scene("rules")
def rules(looker: Looker) -> None:
    """The book: searched in everyday words, and a clause with its diagram."""
    window = looker.open("/rules?game=micro_brick_battle", "[data-testid=clause]")
    field = window.page.get_by_role("searchbox")
    field.first.fill("shoot from behind")
    window.page.wait_for_timeout(700)
    looker.still(window, "rules-search")
    window.go("/rules/mbb.mod.hidden.minor", looker.quality)
    window.page.locator("[data-testid=diagram-board] canvas").first.wait_for()
    window.page.locator("[data-testid=diagram-board]").first.scroll_into_view_if_needed()
    looker.still(window, "rules-diagram")


@scene("lessons")
def lessons(looker: Looker) -> None:
    """The first step of every game's lesson."""
    for game in drawn_games():
        window = looker.open("/", "[data-testid=play-now]")
        window.press(f"learn-{game.id}")
        table = looker.at(window)
        table.asked()
        looker.still(table, f"lesson-{game.id}")


@scene("links")
def links(looker: Looker) -> None:
    """Joining by a link, watching, waiting, and the menu of a table."""
    match = looker.server.new_match("me", "link")
    friend = looker.open(f"/join#{match.invitations[1]}", "[data-testid=sit-down]")
    looker.still(friend, "join")
    # on a phone the panel says it, on a desk the bar above
    watcher = looker.open(f"/watch/{match.id}", ".m-ask h2")
    watcher.wait("() => window.__brickfield?.probe()?.units.length === 12")
    looker.still(watcher, "watch")
    host = looker.table(match, 0)
    host.asked()
    host.press("menu")
    looker.still(host, "menu")
    host.page.keyboard.press("Escape")
    host.press("log")
    looker.still(host, "log")
    host.page.keyboard.press("Escape")
    host.finish()
    host.window.wait("() => window.__brickfield.state().decision === null")
    looker.still(host, "waiting")


@scene("replay")
def replay(looker: Looker) -> None:
    """A finished battle, at its start, at a shot, and in Scene."""
    match = looker.server.lay(volley(), phase="target_declaration")
    table = looker.table(match)
    table.asked()
    while "Lock" not in table.commit_words():
        table.press("commit")
    table.answering()
    table.press("commit")
    table.page.keyboard.press("Space")
    table.asked()
    table.press("menu")
    table.press("concede")
    table.press("concede-yes")
    table.window.find("win").wait_for()
    window = looker.open(f"/replay/{match.id}", "[data-testid=timeline]")
    looker.still(window, "replay", settle=False)
    for _ in range(2):
        window.page.keyboard.press("ArrowRight")
        window.page.wait_for_timeout(1200)
    looker.still(window, "replay-shot", settle=False)
    window.press("camera")
    window.page.wait_for_timeout(800)
    looker.still(window, "replay-scene", settle=False)
