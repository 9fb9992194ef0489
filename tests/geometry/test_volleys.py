"""Volleys: shots shared out by what each adds, the same by both kernels, bit for bit."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickfield.geometry import kernel
from brickfield.geometry.volleys import NOBODY
from tests.geometry.tables import KERNELS, NAMES

# chances of dice, which are often equal, and any others
chances = st.one_of(st.sampled_from((0.0, 1.0, 1 / 36, 0.5, 5 / 12, 1e-13)), st.floats(0.0, 1.0))
worths = st.one_of(st.sampled_from((0, 3, 7, 7.5)), st.floats(0.0, 50.0))


@st.composite
def volleys(draw: st.DrawFn) -> tuple[list[tuple[float, ...]], list[float]]:
    worth = draw(st.lists(worths, max_size=6))
    row = st.tuples(*[chances for _ in worth])
    return draw(st.lists(row, max_size=8)), worth


@given(volleys(), st.integers(-1, 9), st.data())
@settings(max_examples=120)
def test_volleys_are_the_same(
    volley: tuple[list[tuple[float, ...]], list[float]], most: int, data: st.DataObject
) -> None:
    rows, worth = volley
    plans = [module.aimed(rows, worth, most) for module in KERNELS]
    assert all(plan == plans[0] for plan in plans)
    assert sum(target != NOBODY for target in plans[0]) <= max(0, most)
    there = [data.draw(chances) for _ in worth]
    each_worth = [data.draw(worths) for _ in rows]
    outlasted = [module.outlasted(rows, there, each_worth) for module in KERNELS]
    assert all(each == outlasted[0] for each in outlasted)
    assert len(outlasted[0]) == len(rows)


@pytest.mark.parametrize("name", NAMES)
def test_the_next_shot_is_the_one_that_adds_most(name: str) -> None:
    module = kernel.load(name)
    # the second shot at the dear one adds less than the first at the cheap one; of equal shooters the first begins
    rows = [[0.5, 0.5], [0.5, 0.5], [0.0, 0.0]]
    assert module.aimed(rows, [10.0, 6.0], 3) == [0, 1, NOBODY]
    assert module.aimed(rows, [10.0, 4.0], 3) == [0, 0, NOBODY]
    assert module.aimed(rows, [10.0, 6.0], 1) == [0, NOBODY, NOBODY]
    assert module.aimed([], [10.0], 3) == []
    assert module.aimed([[], []], [], 2) == [NOBODY, NOBODY]
    # two targets, a shooter that is surely there and one that is not
    assert module.outlasted([[0.5, 0.5], [0.25, 0.0]], [1.0, 0.5], [8.0, 8.0]) == [0.375, 1.0]
    assert module.outlasted([[0.5, 0.5], [0.5, 0.0]], [1.0, 0.5], [8.0, 8.0]) == [0.375, 1.0]
    assert module.outlasted([], [1.0], []) == []
    assert module.outlasted([[]], [], [3.0]) == [1.0]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("function", "args"),
    [
        ("aimed", ([[0.5]], [1.0, 2.0], 1)),
        ("aimed", ([[0.5, 0.5, 0.5]], [1.0, 2.0], 1)),
        ("aimed", ([["a", "b"]], [1.0, 2.0], 1)),
        ("aimed", (7, [1.0], 1)),
        ("outlasted", ([[0.5]], [1.0, 1.0], [2.0])),
        ("outlasted", ([[0.5]], [1.0], [2.0, 2.0])),
        ("outlasted", ([[0.5]], [1.0], 3)),
    ],
)
def test_a_volley_of_nonsense_is_an_error(name: str, function: str, args: tuple[Any, ...]) -> None:
    with pytest.raises((TypeError, ValueError)):
        getattr(kernel.load(name), function)(*args)
