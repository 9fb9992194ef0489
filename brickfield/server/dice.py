"""Fair dice: fixed before the match by a seed that is promised at once and opened when the match is over.

Roll number n takes its faces from HMAC-SHA-256(seed, match | n | block) by rejection, so anybody who has the opened
seed can throw every roll of the match again. It proves that the dice were fixed in advance; whoever runs the server
could still have read the seed.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import secrets

from brickfield.core.dice import Pool

_SEED_BYTES = 32
_VALUES = 256


def new_seed() -> bytes:
    """A seed nobody can guess."""
    return secrets.token_bytes(_SEED_BYTES)


def promise_of(seed: bytes, match: str) -> str:
    """What is published before the first die falls."""
    return hashlib.sha256(seed + b"|" + match.encode()).hexdigest()


def keeps_promise(promise: str, seed: bytes, match: str) -> bool:
    """Whether an opened seed is the one that was promised."""
    return hmac.compare_digest(promise, promise_of(seed, match))


class FairDice:
    """The dice of one match from one roll number on."""

    def __init__(self, seed: bytes, match: str, rolled: int = 0) -> None:
        self._seed = seed
        self._match = match.encode()
        self.rolled = rolled

    def roll(self, pool: Pool) -> tuple[int, ...]:
        """Throw the pool with the values of the next roll number."""
        if not 1 <= pool.faces <= _VALUES:
            raise ValueError(f"no die has {pool.faces} faces here: one byte makes one die")
        number, self.rolled = self.rolled, self.rolled + 1
        limit = _VALUES - _VALUES % pool.faces
        faces: list[int] = []
        for block in itertools.count():
            text = b"%s|%d|%d" % (self._match, number, block)
            for byte in hmac.digest(self._seed, text, "sha256"):
                if len(faces) == pool.count:
                    return tuple(faces)
                if byte < limit:
                    faces.append(byte % pool.faces + 1)
        raise AssertionError("unreachable: the blocks have no end")


def player_seed(seed: bytes, match: str, seat: int) -> str:
    """The chance of a bot: a stream of its own, from which nothing about the dice can be learned."""
    return hmac.digest(seed, f"player|{match}|{seat}".encode(), "sha256").hex()
