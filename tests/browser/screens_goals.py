"""Scenes of goals for the pictures: what each battle is about as it begins, its sheet, and what of it is lit."""

from __future__ import annotations

from tests.browser.mech import GAME as MECH
from tests.browser.mech import mech
from tests.browser.screens import Looker, scene
from tests.browser.test_orders import ambush

# every sort of goal once, in all games
GOALS = {
    "micro_brick_battle": ("six_v_six", "convoy", "rescue", "hill", "bridge", "air_raid"),
    "brick_mech": ("hold_the_marker", "protect_the_resource"),
    "battle_of_the_sea": ("transport_of_gold", "safe_harbours", "defence_of_the_fort", "here_be_monsters"),
    "brick_action": ("village", "capture_the_flag", "the_convoy", "the_crossroads"),
}


def _begun(looker: Looker, game: str, scenario: str) -> None:
    match = looker.server.new_match("me", "recruit", game=game, scenario=scenario, options={})
    table = looker.table(match, 0)
    table.asked()
    name = f"goal-{scenario}"
    looker.still(table, name)
    table.press("goal-open")
    looker.still(table, f"{name}-sheet")
    if table.page.get_by_test_id("goal-show").count():
        table.press("goal-show")
        looker.still(table, f"{name}-lit")
    if looker.size["width"] > 1100 or table.page.get_by_test_id("goal-sheet").count():
        table.page.keyboard.press("Escape")
    table.page.keyboard.press("v")
    looker.still(table, f"{name}-scene")


for _game, _scenarios in GOALS.items():
    for _scenario in _scenarios:

        @scene(f"goal-{_scenario}")
        def _goal(looker: Looker, game: str = _game, scenario: str = _scenario) -> None:
            """What a battle is about."""
            _begun(looker, game, scenario)


@scene("orders-hold")
def orders_hold(looker: Looker) -> None:
    """A hold put together part by part, drawn while it waits, and the question when somebody walks into it."""
    table = looker.table(ambush(looker.server), 0)
    table.asked()
    table.press("act-hold")
    looker.still(table, "hold-0-whom")
    table.tap(table.spot("B2"))
    looker.still(table, "hold-1-when")
    table.press("word-move")
    looker.still(table, "hold-2-then")
    table.press("word-attack")
    looker.still(table, "hold-3-whole")
    table.answering()
    table.press("commit")
    table.asked()
    looker.still(table, "hold-4-waits")
    table.page.keyboard.press("?")
    table.page.get_by_test_id("key-verb.hold").scroll_into_view_if_needed()
    looker.still(table, "hold-5-keys")


@scene("orders-sprung", moves=True)
def orders_sprung(looker: Looker) -> None:
    """Somebody walks into a hold: the question, the shot, what is told of it."""
    match = ambush(looker.server, "me", "link")
    looker.server.sit(match, 1)
    table, other = looker.table(match, 0), looker.table(match, 1)
    table.asked()
    for part in ("act-hold", "word-B2", "word-move", "word-attack"):
        table.press(part)
    table.answering()
    table.press("commit")
    table.asked()
    table.finish()
    other.asked()
    other.tap(other.spot("B2"))
    other.press("act-move")
    other.drag(other.spot("B2"), other.pixel(52, 42))
    other.worked_out()
    other.answering()
    other.press("commit")
    table.asked()
    looker.still(table, "sprung-0-asked")
    table.answering()
    table.press("commit")
    looker.moment(table, "sprung-1-told", "() => document.body.innerText.includes('springs its hold')")
    other.asked()
    looker.still(other, "sprung-2-theirs")


@scene("orders-mech")
def orders_mech(looker: Looker) -> None:
    """Hold Fire of a Mech: range and arc chosen on the ground."""
    units = [mech("A1", 14, 12, 30), mech("A2", 14, 24, 0), mech("B1", 30, 15, 180)]
    match = looker.server.lay(units, game=MECH, options={"hold_fire": True}, seats=("me", "link"))
    looker.server.sit(match, 1)
    table = looker.table(match, 0)
    table.asked()
    table.press("act-hold")
    looker.still(table, "holdfire-0")
    table.tap(table.pixel(14, 20))
    looker.still(table, "holdfire-1")
    table.answering()
    table.press("commit")
    table.window.wait(
        "() => window.__brickfield.state().view.situation.waits.length > 0 && !window.__brickfield.state().playing"
    )
    looker.still(table, "holdfire-2")
