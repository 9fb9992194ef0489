"""The proof of the dice: what is opened when a match is over, and the check that every roll came from it.

`tools/verify_dice.py` checks the same without a line of ours; keep the two apart.
"""

from __future__ import annotations

import itertools

import msgspec
from msgspec import Struct

from brickfield.core.dice import Pool
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.replay import Replayed
from brickfield.core.typed import as_type
from brickfield.server.rooms.dice import FairDice, Stir, Stirs, keeps_promise, stir_promise
from brickfield.server.rooms.journal import Journal


class Added(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat has added to the dice; without a seed it was promised and never opened."""

    seat: int
    promise: str
    seed: str
    from_roll: int


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    """All that was promised about the dice of a match, opened; `rolls` are the dice that were thrown, in order."""

    match: str
    way: int
    promise: str
    seed: str
    stirs: tuple[Added, ...]
    # how many dice, how many faces each has, and how likely each face is (empty: all alike)
    rolls: tuple[tuple[int, int, tuple[int, ...]], ...]
    # how many of the rolls belong to each answer of the replay; proofs written before this was known do not say
    entries: tuple[int, ...] = ()


def proof_of(journal: Journal) -> Proof:
    """The proof of a match that is over; before the end the seed is nobody's business."""
    if not journal.state.over:
        raise ValueError("the dice of a running match are not opened")
    stirs = tuple(Added(seat, each.promise, each.seed, each.from_roll) for seat, each in sorted(journal.stirs.items()))
    rolls = tuple(_kind(pool) for step in journal.steps for pool in step.pools)
    entries = tuple(len(journal.steps[number].pools) for number in journal.line)
    return Proof(journal.row.id, journal.row.dice, journal.row.promise, journal.seed.hex(), stirs, rolls, entries)


def _kind(pool: Pool) -> tuple[int, int, tuple[int, ...]]:
    return pool.count, pool.faces, pool.weights


def check_proof(replayed: Replayed) -> int | Refusal:
    """Throw every roll of a replay again from its proof: how many came out as written, or what does not fit."""
    try:
        proof: Proof = as_type(replayed.proof, Proof)
        seed = bytes.fromhex(proof.seed)
        broken = [each.seat for each in proof.stirs if each.seed and stir_promise(each.seed) != each.promise]
    except (msgspec.ValidationError, ValueError) as error:
        return _wrong(f"it cannot be read ({error})")
    if not keeps_promise(proof.promise, seed, proof.match):
        return _wrong("the seed is not the one that was promised")
    if broken:
        return _wrong(f"seat {broken[0]} has opened another seed than it promised")
    shown = [face for entry in replayed.entries for face in entry.dice]
    for number, pool in enumerate(replayed.pools):
        dice = FairDice(seed, proof.match, number, _open_at(proof, number), proof.way)
        faces, rest = tuple(shown[: pool.count]), shown[pool.count :]
        if dice.roll(pool) != faces:
            return _wrong(f"roll {number} comes out otherwise")
        if number >= len(proof.rolls) or _kind(dice.pools[0]) != proof.rolls[number]:
            return _wrong(f"roll {number} was of other dice")
        shown = rest
    if len(replayed.pools) != len(proof.rolls):
        return _wrong("it shows more rolls than fell")
    return _misplaced(proof, replayed) or len(replayed.pools)


def _misplaced(proof: Proof, replayed: Replayed) -> Refusal | None:
    """Whether an answer of the replay has other dice than its rolls."""
    if not proof.entries:
        return None
    rolls = iter(proof.rolls)
    counts = [sum(count for count, *_ in itertools.islice(rolls, number)) for number in proof.entries]
    if counts != [len(entry.dice) for entry in replayed.entries]:
        return _wrong("dice stand beside another answer than the one they fell for")
    return None


def _open_at(proof: Proof, number: int) -> Stirs:
    return {each.seat: Stir(each.promise, each.seed) for each in proof.stirs if each.seed and each.from_roll <= number}


def _wrong(what: str) -> Refusal:
    return invalid("dice_not_proven", f"The proof of the dice does not hold: {what}.", line=4)
