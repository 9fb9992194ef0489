"""How far it is over a net from some places to all others, in plain Python: Dijkstra's way outwards."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from math import inf, isfinite

from brickfield.geometry.nets import Link, Net


def spread(net: Net, starts: Iterable[Link]) -> list[float]:
    """For every place of a net the shortest way from any of the starts, `inf` where none leads.

    A start is a place and how far it was to there. Lengths are added from the start outwards, and adding a length
    never makes a way shorter: so the answer does not hang on the order in which equal ways are found.
    """
    links = net.links
    lengths = [inf] * len(links)
    queue: list[tuple[float, int]] = []
    for number, far in starts:
        if not 0 <= number < len(links):
            raise IndexError(f"a net of {len(links)} places has no place {number}")
        if not isfinite(far):
            raise ValueError("not a finite number")
        if far < lengths[number]:
            lengths[number] = far
            heappush(queue, (far, number))
    while queue:
        far, number = heappop(queue)
        if far > lengths[number]:
            continue
        for there, step in links[number]:
            if far + step < lengths[there]:
                lengths[there] = far + step
                heappush(queue, (far + step, there))
    return lengths
