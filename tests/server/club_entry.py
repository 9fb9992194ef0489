"""A house of several workers for tests: wide limits, no pause for bots.

`python -m tests.server.club_entry PORT DATABASE WORKERS [FAULT]`; the workers are started as `club_entry worker FAULT`.
The faults live here and nowhere in the product.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

from brickfield.games import all_games
from brickfield.server.club import worker
from brickfield.server.club.keeper import keep_house
from brickfield.server.server import Games, Server
from brickfield.server.serving import Serving
from tests.server import entry
from tests.server.tables import FAST, find_any

FAULTS: dict[str, Callable[[], None]] = {
    "forgetful": entry.forget_commands,
}


def main(words: list[str]) -> int:
    """Keep the house, or be one of its workers."""
    # people are offered only games with a drawn table; here all are played
    worker.Server = partial(Server, games=Games(find=find_any, every=all_games))  # type: ignore[misc,assignment]
    if words[0] == "worker":
        if len(words) > 1:
            FAULTS[words[1]]()
        return worker.main()
    command = (sys.executable, "-m", "tests.server.club_entry", "worker", *words[3:])
    keep_house(Serving("127.0.0.1", int(words[0]), words[1], settings=FAST, workers=int(words[2])), command)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
