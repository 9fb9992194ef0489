"""When memory is looked through for garbage: briefly what is new, and rarely, in quiet moments, all of it.

Left alone, Python looks through everything whenever a quarter more has come; with a thousand open rooms everybody waits
half a second for that. Rooms are made so that they need no such look: what they let go is free at once. So what has
survived a brief look is set aside when there is much of it. Only what was set aside and then died in a circle of its
own, as a closed socket does, waits for the look through everything: for a quiet moment when some have gone, or until
there are too many of them.
"""

from __future__ import annotations

import gc
import time

from brickfield.server.logs import log

# So much may come between two brief looks before Python itself looks at the young; at all of it, never.
_YOUNG, _MIDDLE, _NEVER = 50_000, 10, 1_000_000
# New things that are worth a brief look, and how many may have come and stayed before they are set aside.
_LITTLE, MUCH = 2_000, 20_000
# Sockets and rooms gone since the last look through everything: enough to use a quiet moment, too many to wait for one.
SOME, MANY = 50, 2_000
# Seconds between two looks through everything: at quiet moments, in any case if somebody has gone, and at the least.
SELDOM, AT_LAST, _LEAST = 600.0, 6 * 3600.0, 60.0


class Broom:
    """The collector of one process, taken into our own hands. Moments are those of `time.monotonic`."""

    def __init__(self) -> None:
        self._swept = time.monotonic()
        self._gone = 0
        # how much has come since something was last set aside, less what was found to be garbage
        self._stayed = 0

    def begin(self) -> None:
        """What is here now stays for good."""
        gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)
        gc.collect()
        gc.freeze()

    def brush(self) -> None:
        """A brief look at what has come since the last one.

        It is counted and never listed: who holds a list of everything also holds the tuples that other threads are
        still building, and building them fails (`SystemError`).
        """
        young, middle, old = gc.get_count()
        if young < _LITTLE and not middle and not old:
            return
        self._stayed += young + (middle + old * _MIDDLE) * _YOUNG - gc.collect()
        if self._stayed > MUCH:
            gc.freeze()
            self._stayed = 0

    def sweep(self, now: float, gone: int, *, quiet: bool) -> bool:
        """A look through everything, if it is time for one; `gone` counts all who have left since the start."""
        since, left = now - self._swept, gone - self._gone
        is_wanted = left >= SOME and since >= SELDOM and quiet
        is_due = (left >= MANY and since >= _LEAST) or (left > 0 and since >= AT_LAST)
        if not is_wanted and not is_due:
            return False
        self._swept, self._gone = now, gone
        began = time.perf_counter()
        gc.unfreeze()
        found = gc.collect()
        gc.freeze()
        log("memory_swept", count=found, reason=f"{(time.perf_counter() - began) * 1000:.0f} ms")
        return True
