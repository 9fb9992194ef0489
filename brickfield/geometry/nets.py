"""Nets: places by number and the ways from each to those next to it, packed once for the kernels."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate, chain
from math import inf
from struct import pack

# The place where a way leads, and how long it is.
Link = tuple[int, float]


class Net:
    """For each place, by its number, the ways out of it. Never changed after it is made."""

    __slots__ = ("links", "packed")

    packed: bytes

    def __init__(self, links: Iterable[Iterable[Link]]) -> None:
        self.links = tuple(tuple(each) for each in links)
        for there, length in chain.from_iterable(self.links):
            if not 0 <= there < len(self.links):
                raise ValueError(f"a net of {len(self.links)} places has no place {there}")
            if not 0.0 <= length < inf:
                raise ValueError(f"a way cannot be {length} long")

    def pack(self) -> bytes:
        """The packed form, made on first asking: how many places, where the ways of each begin, then all ways."""
        if hasattr(self, "packed"):
            return self.packed
        begins = accumulate(map(len, self.links), initial=0)
        numbers = [len(self.links), *begins, *chain.from_iterable(chain.from_iterable(self.links))]
        self.packed = packed = pack(f"{len(numbers)}d", *numbers)
        return packed


__all__ = ["Link", "Net"]
