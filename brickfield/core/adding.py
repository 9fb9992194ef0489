"""Adding numbers so that every version of Python comes to the same."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add


def added(numbers: Iterable[float]) -> float:
    """Numbers added one after the other. The built-in sum rounds otherwise since Python 3.12: a bot that weighs by it
    would not decide alike everywhere, nor in a page as at a server."""
    return reduce(add, numbers, 0)
