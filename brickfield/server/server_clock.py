"""The time of a server: seconds it has been open since its store was made. It never goes back, stands still while the
server is down, and does not care what clocks on walls say.
"""

from __future__ import annotations

import time
from collections.abc import Callable


class ServerClock:
    """Counts on from what the server had lived before."""

    def __init__(self, lived: float = 0.0, ticks: Callable[[], float] = time.monotonic) -> None:
        self._ticks = ticks
        self._lived = lived
        self._began = ticks()

    def now(self) -> float:
        """How long the server has been open, all times together."""
        return self._lived + self._ticks() - self._began
