"""Fair dice: fixed before the match by a seed that is promised at once and opened when the match is over.

Roll number n takes its faces from HMAC-SHA-256(seed, match | stirred | n | block) by rejection, so anybody who has the
opened seed can throw every roll of the match again. `stirred` is what the people at the table have added, each a seed
of its own that was promised before it was opened, together with the roll from which it counts. It proves that the dice
were fixed in advance; whoever runs the server could still have read the seed. See docs/dice.md.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import secrets
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.dice import Pool, faces_from

_SEED_BYTES = 32
# How the dice of a match are thrown; a match keeps the way it began with. The first knew no weights and no stirring. In
# the second a part counted from the first roll after it was opened. Now it counts from the roll that was named when it
# was promised, before anybody could know it. The dice of a lesson are prepared and prove nothing.
FIRST_WAY, SECOND_WAY, WAY, PREPARED = 1, 2, 3, 4


class Stir(Struct, frozen=True):
    """What one seat adds to the dice: the promise, then its seed, which counts from one roll number on."""

    promise: str
    seed: str = ""
    from_roll: int = 0


Stirs = Mapping[int, Stir]


def new_seed() -> bytes:
    """A seed nobody can guess."""
    return secrets.token_bytes(_SEED_BYTES)


def promise_of(seed: bytes, match: str) -> str:
    """What is published before the first die falls."""
    return hashlib.sha256(seed + b"|" + match.encode()).hexdigest()


def keeps_promise(promise: str, seed: bytes, match: str) -> bool:
    """Whether an opened seed is the one that was promised."""
    return hmac.compare_digest(promise, promise_of(seed, match))


def stir_promise(seed: str) -> str:
    """What a seat promises before it opens its own seed, which is written in hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def stirred(stirs: Stirs) -> bytes:
    """The opened seeds of the seats in the order of their seats; empty when nobody has opened one."""
    return ",".join(f"{seat}:{stir.seed}" for seat, stir in sorted(stirs.items()) if stir.seed).encode()


class FairDice:
    """The dice of one match from one roll number on; it remembers which pools it was asked for."""

    def __init__(self, seed: bytes, match: str, rolled: int = 0, stirs: Stirs | None = None, way: int = WAY) -> None:
        added = stirred(stirs or {})
        self._seed = seed
        self._name = b"%s|%s" % (match.encode(), added) if added else match.encode()
        self._way = way
        self.rolled = rolled
        self.pools: list[Pool] = []

    def roll(self, pool: Pool) -> tuple[int, ...]:
        """Throw the pool with the values of the next roll number."""
        if self._way == FIRST_WAY and pool.weights:
            pool = replace(pool, weights=())
        number, self.rolled = self.rolled, self.rolled + 1
        self.pools.append(pool)
        blocks = (hmac.digest(self._seed, b"%s|%d|%d" % (self._name, number, n), "sha256") for n in itertools.count())
        return faces_from(blocks, pool)


def player_seed(seed: bytes, match: str, seat: int) -> str:
    """The chance of a bot: a stream of its own, from which nothing about the dice can be learned."""
    return hmac.digest(seed, f"player|{match}|{seat}".encode(), "sha256").hex()
