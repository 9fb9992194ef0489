"""Modifiers and tallies: add, replace and cap, each line explained, and the lines always sum up to the total."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from brickfield.core.modifiers import Modifier, Tally

KINDS = ("", "cover", "hidden", "range")


def plus(value: int, kind: str = "", replaces: tuple[str, ...] = ()) -> Modifier:
    """A modifier in few words."""
    return Modifier("attack", value, f"{kind or 'plain'} {value}", "toy.fire.cover", kind, replaces=replaces)


def test_modifiers_add_up() -> None:
    tally = Tally("attack", 5, "card", "toy.fire.exchange", (plus(2), plus(-1)))
    assert tally.total == 6
    lines = tally.lines()
    assert [(line.value, line.reason) for line in lines] == [(5, "card"), (2, "plain 2"), (-1, "plain -1")]
    assert [line.clause for line in lines] == ["toy.fire.exchange", "toy.fire.cover", "toy.fire.cover"]


def test_a_bare_tally_is_its_base() -> None:
    assert Tally("attack", 4).total == 4
    assert [(line.value, line.reason) for line in Tally("attack", 4).lines()] == [(4, "attack")]


def test_one_kind_replaces_another_wherever_it_stands() -> None:
    wall = plus(1, "cover", replaces=("hidden",))
    for modifiers in ((plus(3, "hidden"), wall, plus(2, "hidden")), (wall, plus(3, "hidden"))):
        tally = Tally("attack", 5, modifiers=modifiers)
        assert tally.total == 6
        assert [line.counts for line in tally.lines()[1:]] == [m.kind != "hidden" for m in modifiers]


def test_a_kind_that_is_replaced_alone_leaves_the_base() -> None:
    tally = Tally("attack", 5, modifiers=(plus(3, "hidden"), plus(0, "cover", replaces=("hidden", "range"))))
    assert tally.total == 5
    assert tally.in_force() == (plus(0, "cover", replaces=("hidden", "range")),)


def test_a_cap_keeps_the_sum_of_its_kind_and_says_what_it_took() -> None:
    tally = Tally(
        "save", 2, modifiers=(plus(2, "cover"), plus(3, "cover"), plus(1)), caps=(("cover", 0, 2, "toy.cap"),)
    )
    assert tally.total == 5
    last = tally.lines()[-1]
    assert (last.value, last.clause, last.counts) == (-3, "toy.cap", True)


def test_a_cap_works_downwards_too_and_is_silent_when_nothing_is_lost() -> None:
    caps = (("cover", -1, 2, "toy.cap"),)
    assert Tally("save", 2, modifiers=(plus(-4, "cover"),), caps=caps).total == 1
    honest = Tally("save", 2, modifiers=(plus(2, "cover"),), caps=caps)
    assert honest.total == 4
    assert len(honest.lines()) == 2


def test_what_was_replaced_does_not_count_against_the_cap() -> None:
    modifiers = (plus(2, "cover"), plus(1, "range", replaces=("cover",)))
    tally = Tally("save", 2, modifiers=modifiers, caps=(("cover", 1, 1, "toy.cap"),))
    # the cap asks for at least 1 of cover, although none is in force
    assert tally.total == 4


MODIFIERS = st.builds(
    plus, st.integers(-5, 5), st.sampled_from(KINDS), st.lists(st.sampled_from(KINDS[1:]), max_size=1).map(tuple)
)
CAPS = st.lists(
    st.tuples(st.sampled_from(KINDS[1:]), st.integers(-3, 0), st.integers(0, 3), st.just("toy.cap")),
    max_size=3,
    unique_by=lambda cap: cap[0],
).map(tuple)


@given(base=st.integers(-9, 9), modifiers=st.lists(MODIFIERS, max_size=6).map(tuple), caps=CAPS)
def test_the_lines_that_count_sum_up_to_the_total(
    base: int, modifiers: tuple[Modifier, ...], caps: tuple[tuple[str, int, int, str], ...]
) -> None:
    tally = Tally("attack", base, modifiers=modifiers, caps=caps)
    assert sum(line.value for line in tally.lines() if line.counts) == tally.total


@given(modifiers=st.lists(MODIFIERS, max_size=6).map(tuple), caps=CAPS)
def test_every_capped_kind_stays_within_its_cap(
    modifiers: tuple[Modifier, ...], caps: tuple[tuple[str, int, int, str], ...]
) -> None:
    free = sum(
        m.value for m in Tally("attack", 0, modifiers=modifiers).in_force() if m.kind not in {c[0] for c in caps}
    )
    rest = Tally("attack", 0, modifiers=modifiers, caps=caps).total - free
    assert sum(cap[1] for cap in caps) <= rest <= sum(cap[2] for cap in caps)
