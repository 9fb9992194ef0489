"""The steps of a journal: each record with what it led to, or with the means to work that out again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from brickfield.core.dice import Pool
from brickfield.core.events import Event, RoundStarted
from brickfield.core.state import State
from brickfield.server.store.records import Record
from brickfield.speech.graves import Grave

if TYPE_CHECKING:
    from brickfield.server.rooms.recalling import Recall

# Who notices a record, where it is not one seat alone.
EVERYBODY, NOBODY = -1, -2


class Made(NamedTuple):
    """What a record led to: the state, what happened, and the dice that were thrown."""

    state: State
    events: tuple[Event, ...]
    pools: tuple[Pool, ...] = ()


class Step:
    """A record that is in force or was: with the state it led to, what happened and how many rolls were made by then.

    `alone` is the only seat that may notice the record (-1: everybody may): an answer that stays sealed until the
    others have answered too, or held until its window closes. -2: nobody, as what is added to the dice shows nowhere
    on the table. `pools` are the dice that were thrown. `last` is the record on which the table stands after it, which
    a take-back changes. Of an old step only this little is kept; the rest is worked out again when it is asked for.
    """

    __slots__ = ("_recall", "alone", "graves", "last", "made", "record", "rolled", "starts_round")

    def __init__(self, record: Record, made: Made | None, rolled: int, alone: int = EVERYBODY) -> None:
        self.record = record
        self.made = made
        self.rolled = rolled
        self.alone = alone
        self.last = record.number
        self.graves: tuple[Grave, ...] = ()
        self.starts_round = made is not None and any(isinstance(event, RoundStarted) for event in made.events)
        self._recall: Recall | None = None

    def with_record(self, record: Record) -> Step:
        """The same with other facts of the day in its record."""
        return Step(record, self.made, self.rolled, self.alone)

    def let_go(self, recall: Recall) -> None:
        """Keep only what is needed at any time; `recall` works the rest out again."""
        self.made, self._recall = None, recall

    def _again(self) -> Recall:
        if self._recall is None:
            raise ValueError(f"record {self.record.number} is not in force, and nothing is known of it")
        return self._recall

    @property
    def state(self) -> State:
        """The state it led to."""
        return self.made.state if self.made is not None else self._again().state(self.record.number)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened."""
        return (self.made or self._again().made(self.record.number)).events

    @property
    def pools(self) -> tuple[Pool, ...]:
        """The dice that were thrown."""
        return (self.made or self._again().made(self.record.number)).pools
