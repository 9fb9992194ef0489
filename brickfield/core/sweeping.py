"""How often Python looks for garbage while battles are played.

A battle makes many values and hardly a circle of them: what is let go is free at once, and looking for the rest as
often as usual costs about a tenth of the time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# So many new things may come between two looks at them; usual are 700.
_NEW = 100_000


@contextmanager
def seldom_swept() -> Iterator[None]:
    """In here garbage is looked for seldom."""
    before = gc.get_threshold()
    gc.set_threshold(_NEW, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
