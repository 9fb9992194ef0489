"""Recalling: what a long match gives back of its memory, and how it is worked out again.

The last records are kept whole. Of those before only the inputs stay, and now and then a state: who asks for an old
page of the log, a replay or the tale of the battle has a few records played again from the nearest one.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING
from weakref import ref

from brickfield.core.commands import Command
from brickfield.core.dice import ForcedDice
from brickfield.core.play import answer, begin
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.server.rooms.steps import Made
from brickfield.server.store.records import BEGIN, HELD, STAND_IN, STIR, TAKE_BACK, WAITS

if TYPE_CHECKING:
    from brickfield.server.rooms.journal import Journal

# So many of the last records are kept whole; whoever comes back after a short while has missed fewer.
RECENT = 40
# Every so many records a state is kept.
EVERY = 32
# So many records are remembered when they were worked out again.
_AGAIN = 3 * EVERY


class Recall:
    """What is known of the old records of one match."""

    def __init__(self, journal: Journal) -> None:
        # a journal holds us; held by us in turn it would not be free when its room is closed
        self._journal = ref(journal)
        # how many of the last records are kept whole
        self.recent = RECENT
        self._states: dict[int, State] = {}
        self._again: dict[int, Made] = {}

    @property
    def journal(self) -> Journal:
        """Whose records they are."""
        found = self._journal()
        if found is None:
            raise ValueError("the records of a journal that is gone cannot be worked out again")
        return found

    def age(self) -> None:
        """Another record has come: the one that is old now gives back what can be worked out again."""
        number = self.journal.head - self.recent
        if number < 0:
            return
        step = self.journal.steps[number]
        if number % EVERY == 0 and step.made is not None:
            # behind a snapshot nothing was ever worked out, and nobody has asked for it yet
            self._states[number] = step.made.state
        step.let_go(self)

    def keep_all(self) -> None:
        """Let nothing go: for whoever tells the whole match once and is done with it."""
        self.recent = sys.maxsize

    def begin_at(self, number: int, state: State) -> None:
        """A state that was kept on the disk."""
        self._states[number] = state

    def state(self, number: int) -> State:
        """The state an old record led to."""
        return self._states[number] if number in self._states else self.made(number).state

    def made(self, number: int) -> Made:
        """All that an old record led to."""
        if number not in self._again:
            first = number
            while first > 0 and not self._is_known(first - 1):
                first -= 1
            for each in range(first, number + 1):
                self._again[each] = self._play(each)
                if each % EVERY == 0:
                    self._states[each] = self._again[each].state
            while len(self._again) > max(_AGAIN, number + 1 - first):
                del self._again[next(iter(self._again))]
        return self._again[number]

    def _is_known(self, number: int) -> bool:
        return number in self._states or number in self._again or self.journal.steps[number].made is not None

    def _play(self, number: int) -> Made:
        """A record once more, with the dice that fell."""
        journal = self.journal
        step, match = journal.steps[number], journal.match
        record = step.record
        if record.kind == WAITS:
            return Made(match.game.first_state(match), ())
        if record.kind == TAKE_BACK:
            return Made(journal.steps[step.last].state, ())
        if record.kind in (HELD, STIR, STAND_IN):
            return Made(journal.steps[number - 1].state, ())
        dice = ForcedDice(record.dice)
        if record.kind == BEGIN:
            progress = begin(match, dice)
        else:
            before = journal.steps[number - 1].state
            tried = answer(before, Command(record.seat, before.version, record.answer), dice)
            if isinstance(tried, Refusal):
                raise RuntimeError(f"record {number} was in force and is refused now: {tried.code}")
            before.clear_caches()
            progress = tried
        return Made(progress.state, progress.events, tuple(dice.pools))
