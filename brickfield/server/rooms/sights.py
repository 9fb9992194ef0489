"""Sights: what a table looks like from each seat after one record, worked out once for all who want to know: the update
of an audience, the line in a list of matches, previews and hints.
"""

from __future__ import annotations

from functools import cached_property

from brickfield.core.match import Match
from brickfield.core.shown.showing import Situation
from brickfield.core.state import State
from brickfield.core.views import View, imagine, view
from brickfield.speech.tables import situation_of


class Sight:
    """What one seat sees of a state: its view, the state it can imagine from it, and where the battle stands there."""

    def __init__(self, match: Match, state: State, seat: int) -> None:
        self._match, self._state, self._seat = match, state, seat

    @cached_property
    def view(self) -> View:
        """All that the seat may know."""
        return view(self._state, self._seat)

    @cached_property
    def imagined(self) -> State:
        """The table as the seat can imagine it; rules are asked on this one and on no other."""
        return imagine(self.view, self._match)

    @cached_property
    def situation(self) -> Situation:
        """Where the battle stands, as far as the seat knows."""
        return situation_of(self.imagined)


class Sights:
    """The sights of the newest state that was asked about; those of another one are let go."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._state: State | None = None
        self._by_seat: dict[int, Sight] = {}

    def of(self, state: State, seat: int) -> Sight:
        """What a seat sees of a state."""
        if state is not self._state:
            self.let_go()
            self._state = state
        found = self._by_seat.get(seat)
        if found is None:
            found = self._by_seat[seat] = Sight(self._match, state, seat)
        return found

    def let_go(self) -> None:
        """Forget them. What was worked out for an imagined table often holds the table itself."""
        for sight in self._by_seat.values():
            if "imagined" in sight.__dict__:
                sight.imagined.clear_caches()
        self._by_seat.clear()
        self._state = None
