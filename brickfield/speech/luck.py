"""Luck: what dice could be expected to do, against what they did; worked out in one place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from msgspec import Struct

from brickfield.core.events import AttackResolved, Event, ShotResolved, throws_of
from brickfield.core.match import Match
from brickfield.speech.speech import speech_of

_SIDES = 6


class Luck(Struct, frozen=True):
    """The luck of a seat: shots (or dice that count by themselves), the hits to be expected, the hits there were."""

    seat: int
    shots: int
    expected: float
    hits: int


class Fate(Struct, frozen=True):
    """What one attack could be expected to do and did: how many throws, hits expected and had."""

    unit: str
    shots: int
    expected: float
    hits: int

    @property
    def swing(self) -> float:
        """How far the dice went beyond what could be expected."""
        return self.hits - self.expected


@cache
def at_least(needed: int, dice: int) -> float:
    """The chance that some six-sided dice show at least a number together."""
    ways = {0: 1}
    for _ in range(dice):
        more: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, _SIDES + 1):
                more[total + face] = more.get(total + face, 0) + count
        ways = more
    good = sum(count for total, count in ways.items() if total >= needed)
    return float(good) / float(_SIDES**dice)


def fate_of(event: Event, match: Match, seat: int) -> Fate | None:
    """What the dice of an attack by a unit of this seat did; None where no dice decided whether it hits."""
    if isinstance(event, AttackResolved):
        chance = speech_of(match).die_chance(event, match)
        return None if chance is None else Fate(event.unit, event.dice, event.dice * chance, event.hits)
    if not isinstance(event, ShotResolved) or event.needed is None:
        return None
    own = [face for throw in throws_of(event) if throw.seat == seat for face in throw.faces]
    other = [face for throw in throws_of(event) if throw.seat != seat for face in throw.faces]
    if not own or speech_of(match).die_chance(event, match) is not None:
        return None
    return Fate(event.unit, 1, _chance(event.needed, event.rolled, own, other), int(event.hit))


def _chance(needed: int, rolled: int, own: Sequence[int], other: Sequence[int]) -> float:
    """The chance of a shot: against a number, or against the dice of the other side with what both sums add."""
    if not other:
        return at_least(needed, len(own))
    more, against = rolled - sum(own), needed - sum(other)
    count = len(other)
    exactly = {total: at_least(total, count) - at_least(total + 1, count) for total in range(count, _SIDES * count + 1)}
    return sum(share * at_least(total + against - more, len(own)) for total, share in exactly.items())


def luck_of(fates: Iterable[tuple[int, Fate]], seats: int) -> tuple[Luck, ...]:
    """How many hits each seat had and could expect."""
    listed = list(fates)
    own = [[fate for seat, fate in listed if seat == each] for each in range(seats)]
    return tuple(
        Luck(seat, sum(f.shots for f in each), round(sum(f.expected for f in each), 4), sum(f.hits for f in each))
        for seat, each in enumerate(own)
    )
