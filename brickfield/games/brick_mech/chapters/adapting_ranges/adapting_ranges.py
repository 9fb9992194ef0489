"""Adapting Ranges: other limits for Melee, Short and Long range, within the advice of the sheet."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import Struct

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, read_numbers
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from ...base.battlefield import match_of, range_limits
from ...base.measures import Limits, standard_limits
from ...setup.options import Options
from .chapter import ADAPTING_RANGES

# The switch of Melee range counts tenths of a Brick.
_TENTHS = 10


class RangeNumbers(TableRow, frozen=True):
    """How ranges may be adapted."""

    long_per_short: int
    short_share_of_table: float
    melee_advised_least: float
    melee_advised_most: float
    clauses: dict[str, str]


@cache
def range_numbers() -> RangeNumbers:
    """The table `adapting_ranges.toml`."""
    return read_numbers("adapting_ranges.toml", RangeNumbers, Path(__file__).parent)


class Advice(Struct, frozen=True):
    """A warning that forbids nothing."""

    text: str
    clause: str


@rule("bm.option.ranges.adapt")
def limits_of(options: Options) -> Limits:
    """The ranges of a game: the standard ones, or those agreed."""
    if not options.adapted_ranges:
        return standard_limits()
    return Limits(options.melee_range / _TENTHS, float(options.short_range), float(options.long_range))


@range_limits.amended(ADAPTING_RANGES)
@rule("bm.option.ranges.adapt")
def agreed_limits(state: State, standard: Limits) -> Limits:
    """Those that were agreed."""
    return limits_of(match_of(state).options)


@rule("bm.option.ranges.adapt", "bm.option.ranges.long", "bm.option.ranges.short")
def check_ranges(options: Options, width: float, depth: float) -> Refusal | None:
    """Adapted: Long is double Short, Short at most half the shorter table side. The standard is never checked."""
    limits, standard = limits_of(options), standard_limits()
    if not options.adapted_ranges:
        stated = Limits(options.melee_range / _TENTHS, float(options.short_range), float(options.long_range))
        if stated == standard:
            return None
        sentence = 'Ranges other than the standard ones need the house rule "Adapted ranges".'
        return illegal("ranges_not_adapted", "bm.option.ranges.adapt", sentence)
    if limits == standard:
        return None
    numbers = range_numbers()
    if limits.long != numbers.long_per_short * limits.short:
        sentence = f"Long range is {numbers.long_per_short} times Short range ({limits.short:g}), not {limits.long:g}."
        return illegal("long_range", "bm.option.ranges.long", sentence, short=limits.short, long=limits.long)
    most = numbers.short_share_of_table * min(width, depth)
    if limits.short > most:
        sentence = f"Short range is at most half the shorter side of the table ({most:g} Bricks), not {limits.short:g}."
        return illegal("short_range", "bm.option.ranges.short", sentence, short=limits.short, most=most)
    if limits.melee >= limits.short:
        sentence = f"Melee range ({limits.melee:g}) must be below Short range ({limits.short:g})."
        return illegal("melee_range", "bm.option.ranges.adapt", sentence)
    return None


@rule("bm.option.ranges.melee")
def range_advice(options: Options) -> tuple[Advice, ...]:
    """Melee range should look as if a Mech could strike, without being as small as base contact."""
    numbers, melee = range_numbers(), limits_of(options).melee
    if numbers.melee_advised_least <= melee <= numbers.melee_advised_most:
        return ()
    far = "farther than a Mech seems to reach" if melee > numbers.melee_advised_most else "so short that few get there"
    return (Advice(f"Melee range of {melee:g} Bricks is {far}.", "bm.option.ranges.melee"),)
