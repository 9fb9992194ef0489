"""Where a match stands, for lists and for a server that starts again: kept beside the records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from brickfield.core.views import SPECTATOR
from brickfield.server.rooms.steps import Step
from brickfield.server.rooms.timing import due, window_in
from brickfield.server.store.records import SeatRow, StandingRow

if TYPE_CHECKING:
    from brickfield.server.rooms.room import Room


def standing_of(room: Room, steps: Sequence[Step], at: float, seats: Sequence[SeatRow], since: float) -> StandingRow:
    """Where a match stands after these records. An answer nobody else may notice leaves no trace in it."""
    state = steps[-1].state
    window, learnt = window_in(room, steps, seats), room.journal.is_learnt(steps[-1])
    is_minded = window is not None and (window.ends is not None or window.order_at is not None)
    situation = room.sights.of(state, SPECTATOR).situation
    step = next((each.title for each in situation.steps if each.when == "now"), "")
    outcome = state.outcome
    return StandingRow(
        at=at,
        over=state.over,
        round=situation.round,
        step=step,
        # of a lesson that is learnt nothing more is wanted
        asked=() if learnt else state.asked(),
        bot_asked=not learnt and (is_minded or any(seats[seat].is_bot for seat in state.waiting_for())),
        winners=outcome.winners if outcome is not None else (),
        reason=outcome.reason if outcome is not None else "",
        moved_to=room.moved_to,
        wanted=tuple(sorted(room.wanted)),
        since=since,
        due=due(room, state, window),
    )
