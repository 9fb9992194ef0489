"""Snapshots: a match as it stands now and then, so that opening a long one does not begin with its first answer.

A snapshot is a convenience and no truth. The chain of records is followed all the same; a snapshot whose hash, or whose
state's digest, is not that of its record is passed over, and everything is played again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Struct

from brickfield.core.match import Match
from brickfield.core.refusal import Refusal
from brickfield.core.saves import fingerprint, read_state, written_state
from brickfield.core.state import State
from brickfield.core.typed import from_json
from brickfield.server.logs import log_fault
from brickfield.server.rooms.steps import EVERYBODY
from brickfield.server.store.records import Record, Snapshot, Written
from brickfield.server.store.store import Conflict, StoreBroken
from brickfield.speech.graves import Grave

if TYPE_CHECKING:
    from brickfield.server.rooms.journal import Journal
    from brickfield.server.rooms.room import Room

# A snapshot is made every so many records that everybody may notice.
EVERY = 64
_ENCODER = msgspec.json.Encoder()


class KeptStep(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What has to be known of a record without playing it."""

    rolled: int
    alone: int
    starts_round: bool = False
    graves: tuple[Grave, ...] = ()


class _Body(Struct, frozen=True, forbid_unknown_fields=True):
    steps: tuple[KeptStep, ...]
    state: msgspec.Raw


class TrustedSnapshot(NamedTuple):
    """A snapshot that is believed: what its records left behind, and the state after them."""

    steps: tuple[KeptStep, ...]
    state: State


async def keep_if_due(room: Room) -> None:
    """Keep the match as it stands now and then, so that whoever opens it again need not play everything."""
    if not _is_due(room.journal):
        return
    try:
        await room.store.keep(room.id, snapshot_of(room.journal))
    except (Conflict, StoreBroken) as error:
        # nothing is lost with it
        log_fault("no_snapshot", error, match=room.id)


def _is_due(journal: Journal) -> bool:
    # a lesson is short, an answer that is held is no part of any state; and when a snapshot is made tells nobody of
    # records that not everybody may notice
    if journal.row.lesson or journal.held is not None or journal.steps[-1].alone != EVERYBODY:
        return False
    return sum(step.alone == EVERYBODY for step in journal.steps) % EVERY == 0


def snapshot_of(journal: Journal) -> Snapshot:
    """The match as it stands now."""
    steps = tuple(KeptStep(each.rolled, each.alone, each.starts_round, each.graves) for each in journal.steps)
    body = _ENCODER.encode(_Body(steps, msgspec.Raw(written_state(journal.state))))
    return Snapshot(journal.head, body, _hash(journal.row.id, body))


def read_snapshot(
    snapshot: Snapshot, match: Match, match_id: str, written: Sequence[Written]
) -> TrustedSnapshot | None:
    """What a snapshot says, if it may be believed."""
    if snapshot.number >= len(written) or _hash(match_id, snapshot.body) != snapshot.hash:
        return None
    try:
        body = from_json(snapshot.body, _Body)
        digest = from_json(written[snapshot.number].body, Record).digest
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    if len(body.steps) != snapshot.number + 1 or fingerprint(bytes(body.state)) != digest:
        return None
    state = read_state(bytes(body.state), match)
    return None if isinstance(state, Refusal) else TrustedSnapshot(body.steps, state)


def _hash(match_id: str, body: bytes) -> str:
    return hashlib.sha256(match_id.encode() + b"\n" + body).hexdigest()
