"""Ways over a net: the shortest there are, bit for bit the same from both kernels, and nonsense is an error."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, nan
from struct import pack
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickfield.geometry import Net
from brickfield.geometry.nets import Link
from tests.geometry.tables import KERNELS, NAMES

PLACES = 12
# Lengths of which equal sums come about in more than one way, and others that round.
lengths = st.sampled_from((0.0, 0.1, 0.2, 0.3, 1.0, 2.0**0.5, 5.0**0.5, 1e9))
links = st.tuples(st.integers(0, PLACES - 1), lengths)
nets = st.lists(st.lists(links, max_size=5), min_size=PLACES, max_size=PLACES).map(Net)


def settled(net: Net, starts: Iterable[Link]) -> list[float]:
    """The same by plain patience: every way is looked at until nothing becomes shorter."""
    found = [inf] * len(net.links)
    for number, far in starts:
        found[number] = min(found[number], far)
    for _ in net.links:
        for here, ways in enumerate(net.links):
            for there, length in ways:
                found[there] = min(found[there], found[here] + length)
    return found


@given(nets, st.lists(links, max_size=4))
@settings(max_examples=200)
def test_the_shortest_ways_are_found_and_the_same(net: Net, starts: list[Link]) -> None:
    for module in KERNELS:
        found = module.spread(net, starts)
        assert type(found) is list
        assert found == settled(net, starts)


@pytest.mark.parametrize("module", KERNELS, ids=NAMES)
def test_no_way_leads_against_a_link_or_over_a_gap(module: Any) -> None:
    net = Net([[(1, 2.0)], [(2, 1.5)], [], [(0, 1.0)]])
    assert module.spread(net, [(1, 0.25), (1, 0.5)]) == [inf, 0.25, 1.75, inf]
    assert module.spread(net, ()) == [inf] * 4
    assert module.spread(Net([]), ()) == []


@pytest.mark.parametrize("module", KERNELS, ids=NAMES)
@pytest.mark.parametrize("starts", [[(2, 0.0)], [(-1, 0.0)], [(0, nan)], [(0, inf)], [(0,)], [0], [("a", 0.0)]])
def test_starts_that_are_none_are_errors(module: Any, starts: Any) -> None:
    with pytest.raises((TypeError, ValueError, IndexError)):
        module.spread(Net([[(1, 1.0)], []]), starts)


@pytest.mark.parametrize("way", [(2, 1.0), (-1, 1.0), (0, -0.5), (0, nan), (0, inf)])
def test_a_net_has_no_ways_out_of_it_and_none_that_shorten(way: Link) -> None:
    with pytest.raises(ValueError, match=r"no place|long"):
        Net([[way], []])


class Forged:
    """Claims to be a net."""

    def __init__(self, *numbers: float) -> None:
        self.packed = pack(f"{len(numbers)}d", *numbers)


@pytest.mark.parametrize("module", KERNELS[1:], ids=NAMES[1:])
@pytest.mark.parametrize(
    "numbers",
    [
        (), (0.0,), (9.0, 0.0), (nan, 0.0), (-1.0, 0.0), (0.5, 0.0), (1.0, 0.0, 1.0), (1.0, 0.0, 1.0, 0.0),
        (1.0, 0.0, 1.0, 1.0, 1.0), (1.0, 0.0, 1.0, -1.0, 1.0), (1.0, 0.0, 1.0, 0.0, -1.0), (1.0, 0.0, 1.0, 0.0, nan),
        (1.0, 0.5, 1.0, 0.0, 1.0), (1.0, 2.0, 1.0, 0.0, 1.0), (1.0, 0.0, 7.0, 0.0, 1.0), (1.0, nan, 1.0, 0.0, 1.0),
        (2.0, 0.0, 9.0, 1.0, 0.0, 1.0),
    ],
)  # fmt: skip
def test_a_forged_net_is_an_error_and_not_a_crash(module: Any, numbers: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="not the packed form of a net"):
        module.spread(Forged(*numbers), [(0, 0.0)] if numbers else [])
