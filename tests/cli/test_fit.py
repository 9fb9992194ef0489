"""`brickfield fit`: the weights of the odds, as they stand in the data of a game."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

Run = Callable[..., tuple[int, str, str]]


def test_the_command_prints_the_weights_of_a_scenario(run: Run) -> None:
    words = ("fit", "battle_of_the_sea", "--scenario", "last_drop_of_blood", "--level", "random", "--games", "1")
    code, out, err = run(*words, "--json")
    assert (code, err) == (0, "")
    told: dict[str, Any] = json.loads(out)
    assert set(told["last_drop_of_blood"]["weights"]) == {"exchange", "markers", "strength"}
    assert told["last_drop_of_blood"]["tables"] > 4
    assert "[last_drop_of_blood]" in run(*words)[1]
    assert run("fit", "brick_action", "--games", "1")[0] == 2
