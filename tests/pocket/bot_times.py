"""How long bots think, by game and level: run here and inside the engine that is shipped, to be compared.

A battle of each level against the `recruit` goes on until the level has thought for so many seconds of a processor;
inside, the same battles are played to the same decisions: `words` says what was played here, as JSON.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

OTHER = "recruit"
SCENARIOS = {
    "micro_brick_battle": "six_v_six",
    "brick_mech": "duel",
    "battle_of_the_sea": "last_drop_of_blood",
    "brick_action": "meeting",
}


def thought(game: str, level: str, is_enough: Callable[[list[float]], bool], clock: Callable[[], float]) -> list[float]:
    """Seconds of every decision of a level, in order."""
    from brickfield.core.dice import SeededDice
    from brickfield.core.match import Match, Setup
    from brickfield.core.refusal import Refusal
    from brickfield.core.replay import Session
    from brickfield.core.views import view
    from brickfield.games import find_game
    from brickfield.players.levels import make_player

    found = find_game(game)
    assert found is not None
    match = found.new_match(found.fresh(Setup(game, SCENARIOS[game])))
    assert isinstance(match, Match), match
    session = Session(match, SeededDice(1))
    players = [make_player(level, found, 1), make_player(OTHER, found, 2)]
    times: list[float] = []
    while not session.state.over and not is_enough(times):
        for seat in session.state.waiting_for():
            if session.state.over or is_enough(times):
                break
            began = clock()
            reply = players[seat].decide(match, view(session.state, seat))
            if seat == 0:
                times.append(clock() - began)
            taken = session.answer(seat, reply)
            assert not isinstance(taken, Refusal), taken
    return times


def here(seconds: float) -> dict[str, list[float]]:
    """Every level people can choose, in every game: what its decisions took here."""
    from brickfield.players.levels import offered

    return {
        f"{game} {level.id}": thought(game, level.id, lambda times: sum(times) > seconds, time.thread_time)
        for game in SCENARIOS
        for level in offered(game)
        if level.id != "random"
    }


def there(played: dict[str, list[float]], clock: Callable[[], float]) -> dict[str, list[float]]:
    """The same decisions, wherever this runs."""

    def again(name: str, most: int) -> list[float]:
        game, level = name.split()
        return thought(game, level, lambda now: len(now) >= most, clock)

    return {name: again(name, len(times)) for name, times in played.items()}


def quantile(times: list[float], share: float) -> float:
    """So large a share took no longer."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


if __name__ == "__main__":
    from js import process  # type: ignore[import-not-found]

    def _spent() -> float:
        spent = process.cpuUsage()
        return float(spent.user + spent.system) / 1e6

    given: list[Any] = globals()["words"]
    result = json.dumps(there(json.loads(given[0]), _spent))
