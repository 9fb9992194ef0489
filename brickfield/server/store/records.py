"""What is written down about a match: its row, its seats and the chain of records that is its only truth."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from brickfield.core.match import Setup
from brickfield.server.rooms.dice import FIRST_WAY, SECOND_WAY

_ENCODER = msgspec.json.Encoder(order="sorted")

# Kinds of records that are no answers of a seat.
BEGIN = "begin"
# The table before it is laid out, where the dice wait for everybody's part; then BEGIN is a later record.
WAITS = "waits"
TAKE_BACK = "take_back"
# An answer that is given but released only when its window closes; the release is a record of its own.
HELD = "held"
# Something a seat has added to the dice: its promise, or later what it had promised. No part of the game.
STIR = "stir"
# A bot plays for a seat whose player is away, or (with an empty level) does so no longer. No part of the game.
STAND_IN = "stand_in"


class Record(Struct, frozen=True):
    """One input of a match and the fingerprint of the state it led to. `auto` ones were given by the server."""

    number: int
    seat: int
    kind: str
    answer: Any
    dice: tuple[int, ...]
    # the digest of the state afterwards
    digest: str
    # the hash of the record before this one
    previous: str
    rules: str
    build: str
    at: float
    command_id: str = ""
    auto: bool = False
    # milliseconds that were charged to whoever was asked until this came; only at tables with a clock
    spent: int | UnsetType = UNSET

    def text(self) -> str:
        """The record as it is written: one way to write it, so that any other text is damage."""
        return _ENCODER.encode(self).decode()

    def hash(self, match: str) -> str:
        """What the next record is chained to; it covers every field and the match."""
        return hashlib.sha256(_ENCODER.encode((match, self))).hexdigest()


class Written(Struct, frozen=True):
    """A record as the store holds it: its number, its text and its hash, none of them believed yet."""

    number: int
    body: str
    hash: str


class Snapshot(Struct, frozen=True):
    """A match as it stood after a record, not believed yet: to go on, what came before need not be played again."""

    number: int
    body: bytes
    hash: str


class SeatRow(Struct, frozen=True):
    """A seat: who was wished for (`me`, `here`, `link`, `bot`), who sits there, and the hash of the sitter's secret.

    An invitation opens nothing: it is exchanged for a secret, once. Its hash stays, so that whoever comes later with
    it can be told that it was used; `invited` is when it was made. The `level` of a bot has its style with it
    (`regular:bold`).
    """

    match: str
    seat: int
    kind: str
    level: str
    name: str
    taken: bool
    secret_hash: str = ""
    invite_hash: str = ""
    invited: float = 0.0

    @property
    def is_bot(self) -> bool:
        """Whether the server answers for this seat."""
        return self.kind == "bot"


def places_in(seats: Sequence[SeatRow], rematch: Sequence[SeatRow]) -> tuple[int, ...]:
    """By seat, which seat of a rematch is opened by what opens this one."""
    keys = {key: row.seat for row in rematch for key in (row.secret_hash, row.invite_hash) if key}
    return tuple(keys.get(row.secret_hash, keys.get(row.invite_hash, row.seat)) for row in seats)


class MatchRow(Struct, frozen=True, forbid_unknown_fields=True):
    """What never changes in a match, and the promise about its dice."""

    id: str
    setup: Setup
    rules: str
    code: str
    title: str
    promise: str
    ready: bool
    made: float
    # nobody waits at the table: windows have no clock, and standing orders answer
    slow: bool = False
    # how its dice are thrown; rows written before there was a second way do not say
    dice: int = FIRST_WAY
    # the seats that must have added to the dice before the first one falls
    parts: tuple[int, ...] = ()
    # for how many seconds a window that could betray a secret is open; 0 in rows of tables that agreed on nothing
    secret_seconds: int = 0
    # the lesson that is held here, whose dice are prepared; empty: a battle with fair dice
    lesson: str = ""
    # the clock that was agreed on, and after how many minutes of absence a bot may play for somebody; "" and 0: none
    clock: str = ""
    stand_in: int = 0
    # how many records at the beginning were played in another battle, dice included: from there it was played on
    opening: int = 0

    @property
    def is_fair(self) -> bool:
        """Whether every die comes from the promised seed: not in a lesson, nor where another battle is played on."""
        return not self.lesson and not self.opening

    def root(self) -> str:
        """What the first record is chained to: all of this but the names of people and armies."""
        bare = msgspec.structs.replace(self.setup, names=(), army_names=UNSET)
        if self.dice == FIRST_WAY:
            # matches of that time are chained to this much
            return hashlib.sha256(_ENCODER.encode((self.id, bare, self.rules, self.promise))).hexdigest()
        row = msgspec.to_builtins(msgspec.structs.replace(self, setup=bare))
        if self.dice == SECOND_WAY:
            del row["parts"]
        for name in ("secret_seconds", "lesson", "clock", "stand_in", "opening"):
            # rows of tables that could not agree on it, and of battles that are no such thing, do not have it
            if not row[name]:
                del row[name]
        return hashlib.sha256(_ENCODER.encode(row)).hexdigest()


class StandingRow(Struct, frozen=True):
    """Where a match stands, for lists: kept beside the records so that no list has to play a match again."""

    at: float
    over: bool
    round: int
    step: str
    # the seats the open question went to, and whether the server owes an answer, for a bot or when a window closes
    asked: tuple[int, ...]
    bot_asked: bool
    winners: tuple[int, ...] = ()
    reason: str = ""
    # the rematch, if one was set up, and before that the seats that want one
    moved_to: str = ""
    wanted: tuple[int, ...] = ()
    # by the time of the server: since when the open question is waited for, and when its time is over (0: never)
    since: float = 0.0
    due: float = 0.0


class Held(Struct, frozen=True):
    """A seat that a secret opens, with its match."""

    seat: SeatRow
    match: MatchRow
    standing: StandingRow
    all_seats: tuple[SeatRow, ...]
