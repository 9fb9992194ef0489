"""Every registered game keeps the contract of the engine."""

from __future__ import annotations

import pytest

from brickfield.core.match import Setup
from brickfield.games import GAME_IDS, find_game
from brickfield.testing.contract import check_game

# a hulk in its own harbour and an enemy far off: what is rare in random play
HARBOUR = {
    "units": [
        {
            "id": "A1",
            "seat": 0,
            "card": "Viking Longship",
            "x": 10,
            "y": 10,
            "changes": {"marks": {"speed": 0, "firepower": 0}},
        },
        {"id": "B1", "seat": 1, "card": "Cutter", "x": 30, "y": 30},
    ],
    "terrain": [{"kind": "port", "seat": 0, "x": 10, "y": 12.5}],
    "phase": "round_end",
}
# a ship that carries all it can, under fire
LADEN = {
    "units": [
        {
            "id": "A1",
            "seat": 0,
            "card": "Galleon",
            "x": 10,
            "y": 10,
            "changes": {"marks": {"firepower": 3, "speed": 0}},
        },
        {"id": "B1", "seat": 1, "card": "Viking Longship", "x": 10, "y": 16, "changes": {"cargo": [3, 2]}},
    ],
}
SETUPS = {
    "micro_brick_battle": (
        Setup("micro_brick_battle", "six_v_six"),
        Setup("micro_brick_battle", "crossroads", {"rules_level": ["quick", "young"]}),
        Setup("micro_brick_battle", "six_v_six", {"battlefield": "half", "round_limit": 3}),
    ),
    "brick_mech": (
        Setup("brick_mech", "duel"),
        Setup("brick_mech", "three_against_three", {"return_fire": True, "hold_fire": True, "charge": True}),
        Setup("brick_mech", "free_for_all", {"table_vote": True, "targeted_shot": True, "hold_fire": True}),
    ),
    "battle_of_the_sea": (
        Setup("battle_of_the_sea", "last_drop_of_blood"),
        Setup("battle_of_the_sea", "free_for_all_4", {"teams": True, "max_rounds": 15}),
        Setup("battle_of_the_sea", "transport_of_gold", {"waters": "archipelago", "currents": True}),
        Setup("battle_of_the_sea", "here_be_monsters", {"wind": True, "ram_backlash": True}),
        Setup("battle_of_the_sea", "defence_of_the_fort"),
        Setup("battle_of_the_sea", "", {"ports": True, "max_rounds": 5}, position=HARBOUR),
        Setup("battle_of_the_sea", "", {"cargo": True, "max_rounds": 9}, position=LADEN),
    ),
}


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_the_game_keeps_the_contract(game_id: str) -> None:
    """Random play ends, suggestions and samples are accepted, saves, replays and clones hold."""
    game = find_game(game_id)
    assert game is not None
    checked = check_game(game, SETUPS[game_id], seeds=(1,), every=10)
    assert not checked.never_asked
