"""The clock a table has agreed on: how much time a seat has, what it has used of it, and what is left.

Time is that of the server alone (`server_clock.py`), and what was used stands in the records: nothing is measured twice
and nothing is forgotten with the process. It is charged to everybody the open question went to, so that no clock tells
who has answered already where several are asked at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, UnsetType

from brickfield.core.decisions import Reaction
from brickfield.core.out_of_turn import is_talk
from brickfield.core.state import State
from brickfield.server.rooms.steps import EVERYBODY, Step
from brickfield.server.store.records import HELD, STAND_IN, STIR, TAKE_BACK
from brickfield.server.web.cards import ClockCard

_MINUTE, _DAY = 60, 86_400
_THEN = "When it is over, the table answers for you: with what changes least."
_GRACE = "After that each decision has ten seconds; then the table answers for you, with what changes least."
CLOCKS: tuple[ClockCard, ...] = (
    ClockCard("minute", "A minute a decision", _THEN, "decision", _MINUTE),
    ClockCard("three_minutes", "Three minutes a decision", _THEN, "decision", 3 * _MINUTE),
    ClockCard("ten_minutes", "Ten minutes a turn", _GRACE, "turn", 10 * _MINUTE, 10),
    ClockCard("half_hour", "Half an hour for each player", _GRACE, "battle", 30 * _MINUTE, 10),
    ClockCard("hour", "An hour for each player", _GRACE, "battle", 60 * _MINUTE, 10),
    ClockCard("day", "A day a turn", _GRACE, "turn", _DAY, 10, slow=True),
    ClockCard("three_days", "Three days a turn", _GRACE, "turn", 3 * _DAY, 10, slow=True),
)


def clock_of(name: str) -> ClockCard | None:
    """The clock of this name; None: there is none."""
    return next((card for card in CLOCKS if card.id == name), None)


class Spent(Struct, frozen=True):
    """Seconds used so far: on the open question, in the turn it belongs to, and by each seat in the whole battle."""

    question: float
    turn: float
    battle: Mapping[int, float]

    def left(self, card: ClockCard, seat: int, *, reacts: bool) -> float:
        """What a seat still has for the open question. A reaction comes in somebody else's turn: it counts alone."""
        if reacts or card.scope == "decision":
            return card.seconds - self.question
        used = self.turn if card.scope == "turn" else self.battle.get(seat, 0.0)
        return max(card.seconds - used, card.grace - self.question)


class _Place(Struct, frozen=True):
    """Where a record led: the record that asked the open question, and the one with which the turn began."""

    question: int
    turn: int


def spent_in(steps: Sequence[Step]) -> Spent:
    """What was used, by the records. What is taken back stays used: the clock is found as it was left."""
    places = [_Place(0, 0)]
    line, by_question, by_turn, by_seat = [0], dict[int, float](), dict[int, float](), dict[int, float]()
    for number, step in enumerate(steps[1:], start=1):
        before, place = steps[number - 1].state, places[-1]
        seconds = 0.0 if isinstance(step.record.spent, UnsetType) else step.record.spent / 1000
        by_question[place.question] = by_question.get(place.question, 0.0) + seconds
        if not is_reaction(before):
            by_turn[place.turn] = by_turn.get(place.turn, 0.0) + seconds
            for seat in before.asked():
                by_seat[seat] = by_seat.get(seat, 0.0) + seconds
        places.append(_after(steps, number, places, line))
    last = places[-1]
    return Spent(by_question.get(last.question, 0.0), by_turn.get(last.turn, 0.0), by_seat)


def _after(steps: Sequence[Step], number: int, places: Sequence[_Place], line: list[int]) -> _Place:
    """The place after a record; `line` holds the records that stand."""
    step, place = steps[number], places[-1]
    if step.record.kind in (HELD, STIR, STAND_IN):
        return place
    if step.record.kind == TAKE_BACK:
        line.pop()
        return places[line[-1]]
    line.append(number)
    if step.alone != EVERYBODY or is_talk(step.record.answer):
        return place
    goes_on = is_reaction(step.state) or step.state.asked() == steps[place.turn].state.asked()
    return _Place(number, place.turn if goes_on else number)


def is_reaction(state: State) -> bool:
    """Whether a reaction window is open."""
    pending = state.pending
    return pending is not None and len(pending.asks) == 1 and isinstance(pending.asks[0], Reaction)
