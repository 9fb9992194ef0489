"""Battles played by bots, and what they ended in: run here and inside the engine that is shipped, to be compared.

Inside, `words` says how many of each, and the folder /repo holds the lab, which is not shipped.
"""

from __future__ import annotations

import json
import time
from typing import Any

BATTLES = (
    ("micro_brick_battle", "six_v_six"),
    ("brick_mech", "duel"),
    ("battle_of_the_sea", "last_drop_of_blood"),
    ("brick_action", "meeting"),
)
LEVELS = ("recruit", "regular")


def played(each: int, kernels: tuple[str, ...]) -> dict[str, Any]:
    """The digest of every battle by its name, and seconds of a processor by kernel."""
    from brickfield.core.match import Setup
    from brickfield.geometry import kernel
    from brickfield.players.lab.matches import MatchJob, play_job

    found: dict[str, Any] = {}
    for name in kernels:
        kernel.use(name)
        began = time.process_time()
        for game, scenario in BATTLES:
            # the plain kernel is slow there: one level shows that it says the same
            for level in LEVELS if name == "c" else LEVELS[:1]:
                for seed in range(each):
                    result = play_job(MatchJob(Setup(game, scenario), (level, level), str(seed)))
                    found[f"{name} {game} {level} {seed}"] = f"{result.digest} {result.decisions}"
        found[f"seconds {name}"] = round(time.process_time() - began, 2)
    return found


if __name__ == "__main__":
    import brickfield.players

    # given by whoever runs this inside, where there are no threads and the shipped engine knows no lab
    given: list[str] = globals()["words"]
    setattr(time, "thread_time", time.process_time)  # noqa: B010
    brickfield.players.__path__.append("/repo/brickfield/players")
    result = json.dumps(played(int(given[0]), tuple(given[1:])))
