"""Numbers in sentences: short, and never equal to the limit they break."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickfield.core.numbers import apart, idle_words, number_text, unused_words


@pytest.mark.parametrize(
    ("value", "limit", "shown"),
    [
        (9.26, 8.0, ("9.26", "8")),
        (8.0001, 8.0, ("8.0001", "8")),
        (11.8425, 8.0, ("11.84", "8")),
        (7.999996, 8.0, ("7.999996", "8")),
        (0.3149, 0.315, ("0.3149", "0.315")),
    ],
)
def test_a_number_is_as_exact_as_it_takes(value: float, limit: float, shown: tuple[str, str]) -> None:
    assert apart(value, limit) == shown


@given(limit=st.integers(-(10**9), 10**9), off=st.integers(-(10**7), 10**7).filter(bool))
def test_two_numbers_of_the_table_never_look_alike(limit: int, off: int) -> None:
    value, bound = (limit + off) / 10**6, limit / 10**6
    shown, most = apart(value, bound)
    assert (float(shown) > float(most)) == (off > 0)
    assert shown != most


def test_no_zero_is_written_without_need() -> None:
    assert [number_text(each) for each in (3.0, 3.5, 3.25, -0.001, 100.0)] == ["3", "3.5", "3.25", "0", "100"]


def test_what_is_left_undone_is_asked_back_by_name_or_by_number() -> None:
    asked = [idle_words(names, "ship", "moved", "turn") for names in ([], ["A1"], ["A1", "A2"], ["A1", "A2", "A3"])]
    assert asked == [
        "",
        "A1 has not moved: end the turn?",
        "A1 and A2 have not moved: end the turn?",
        "3 ships have not moved: end the turn?",
    ]
    assert [unused_words(count) for count in (0, 1, 2)] == [
        "",
        "1 action is left: end the turn?",
        "2 actions are left: end the turn?",
    ]
