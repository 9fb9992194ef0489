"""Dice are a seat of their own: seeded in play, forced in tests and replays."""

from __future__ import annotations

import hashlib
import itertools
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from typing import Protocol

from msgspec import Struct

# A weighted die is drawn from four bytes; the chance of rejecting one is below weight / 2**32.
_WEIGHTED_BYTES = 4
_WEIGHTED_VALUES = 256**_WEIGHTED_BYTES


class Pool(Struct, frozen=True, gc=False, omit_defaults=True):
    """Dice thrown together for one purpose: `count` dice with `faces` faces.

    `weights` says how likely each face is, in whole parts of their sum, for dice that are no cubes; none: all alike.
    """

    count: int
    label: str = ""
    faces: int = 6
    seat: int = -1
    weights: tuple[int, ...] = ()


@cache
def _heaps(weights: tuple[int, ...]) -> tuple[int, ...]:
    """The weights added up: a number below the last of these belongs to the first face whose heap is above it."""
    heaps = tuple(itertools.accumulate(weights))
    if min(weights) < 0 or not 0 < heaps[-1] < _WEIGHTED_VALUES:
        raise ValueError(f"no die can be weighted {weights!r}")
    return heaps


class Dice(Protocol):
    """Anything that answers a pool with faces."""

    def roll(self, pool: Pool) -> tuple[int, ...]:
        """One face per die, each from 1 to the number of faces."""
        ...


def faces_from(blocks: Iterable[bytes], pool: Pool) -> tuple[int, ...]:
    """The faces of a pool from blocks of chance, by rejection, so that no face is favoured: a byte makes one die.

    Dice whose faces are not equally likely take four bytes each.
    """
    if not 1 <= pool.faces <= 256:
        raise ValueError(f"no die has {pool.faces} faces here: one byte makes one die")
    if pool.weights:
        return _weighted_faces(blocks, pool)
    parts, count = pool.faces, pool.count
    limit = 256 - 256 % parts
    faces: list[int] = []
    for block in blocks:
        start = 0
        while start < len(block):
            # as many as are wanted still; for each that is rejected there is another further on
            values = block[start : start + count - len(faces)]
            faces += [value % parts + 1 for value in values if value < limit]
            if len(faces) == count:
                return tuple(faces)
            start += len(values)
    raise AssertionError("the blocks came to an end")


def _weighted_faces(blocks: Iterable[bytes], pool: Pool) -> tuple[int, ...]:
    heaps = _heaps(pool.weights)
    parts = heaps[-1]
    limit = _WEIGHTED_VALUES - _WEIGHTED_VALUES % parts
    faces: list[int] = []
    for block in blocks:
        for start in range(0, len(block), _WEIGHTED_BYTES):
            if len(faces) == pool.count:
                return tuple(faces)
            value = int.from_bytes(block[start : start + _WEIGHTED_BYTES])
            if value < limit:
                faces.append(bisect_right(heaps, value % parts) + 1)
    raise AssertionError("the blocks came to an end")


class SeededDice:
    """Dice fixed in advance by a seed: roll number n shows the same faces on every machine, whenever it is asked for.

    Faces come from SHA-256 blocks of (seed, roll, block), so a match that is loaded again goes on with the number of
    rolls already made.
    """

    def __init__(self, seed: int | str, rolled: int = 0) -> None:
        self._seed = str(seed).encode()
        self.rolled = rolled

    def roll(self, pool: Pool) -> tuple[int, ...]:
        """Throw the pool with the values of the next roll number."""
        number, self.rolled = self.rolled, self.rolled + 1
        blocks = (hashlib.sha256(b"%s/%d/%d" % (self._seed, number, block)).digest() for block in itertools.count())
        return faces_from(blocks, pool)


class DiceRanOut(AssertionError):
    """A script of forced dice was too short."""


class ForcedDice:
    """Dice that fall as told, for tests, puzzles and replays. Too few is an error, and so is one left over."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)
        self.used = 0
        # what was asked for
        self.pools: list[Pool] = []

    def roll(self, pool: Pool) -> tuple[int, ...]:
        """Take the next faces of the script."""
        faces = tuple(self._faces[self.used : self.used + pool.count])
        if len(faces) < pool.count:
            raise DiceRanOut(f"{pool.label or 'a roll'} needs {pool.count} dice, the script has {len(faces)} left")
        for face in faces:
            if not 1 <= face <= pool.faces:
                raise ValueError(f"no die with {pool.faces} faces shows {face}")
        self.used += pool.count
        self.pools.append(pool)
        return faces

    def left(self) -> tuple[int, ...]:
        """The faces nobody has asked for yet."""
        return tuple(self._faces[self.used :])
