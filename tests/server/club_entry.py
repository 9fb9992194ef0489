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
from brickfield.server.store.postgres import leases, writer
from tests.server import entry
from tests.server.tables import FAST, find_any


def _believe_everybody() -> None:
    """Fault: whoever thinks that a match is his takes it, and nobody looks at a fence when something is written."""
    take = leases.Leases.take

    def grab(self: leases.Leases, line: leases.Line, match: str) -> leases.Taken:
        found = take(self, line, match)
        return leases.Taken(1) if found.address else found

    leases.Leases.take = grab  # type: ignore[method-assign]
    writer._APPEND = writer._APPEND.replace(writer._STILL_HELD, b"SELECT match, fence FROM wanted WHERE %s <> ''")


FAULTS: dict[str, Callable[[], None]] = {
    "early": entry.acknowledge_early,
    "forgetful": entry.forget_commands,
    "believing": _believe_everybody,
}


def main(words: list[str]) -> int:
    """Keep the house, or be one of its workers."""
    if words[0] == "worker":
        if len(words) > 1:
            FAULTS[words[1]]()
        # people are offered only games with a drawn table; here all are played
        worker.Server = partial(Server, games=Games(find=find_any, every=all_games))  # type: ignore[misc,assignment]
        return worker.main()
    command = (sys.executable, "-m", "tests.server.club_entry", "worker", *words[3:])
    keep_house(Serving("127.0.0.1", int(words[0]), words[1], settings=FAST, workers=int(words[2])), command)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
