"""Scenes of goals for the pictures: what each battle is about as it begins, its sheet, and what of it is lit."""

from __future__ import annotations

from tests.browser.screens import Looker, scene

# every sort of goal once, in all games
GOALS = {
    "micro_brick_battle": ("six_v_six", "convoy", "rescue", "hill", "bridge", "air_raid"),
    "brick_mech": ("hold_the_marker", "protect_the_resource"),
    "battle_of_the_sea": ("transport_of_gold", "safe_harbours", "defence_of_the_fort", "here_be_monsters"),
    "brick_action": ("village", "capture_the_flag", "the_convoy", "the_crossroads"),
}


def _begun(looker: Looker, game: str, scenario: str) -> None:
    match = looker.house.new_match("me", "recruit", game=game, scenario=scenario, options={})
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
