"""How ports are shown."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.shown.goals import GoalMark, spot, told_apart
from brickfield.core.state import State
from ...base.waters import sea_of
from ...shown.goals import fixed_marks
from .chapter import PORTS


def mends_words(state: State) -> str:
    """What is said of a port where ships are mended in it."""
    return ", mends ships" if state.match.options.ports else ""


def apart(state: State, seats: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Some seats, and all others."""
    return seats, tuple(seat for seat in range(state.match.seats) if seat not in seats)


@fixed_marks.amended(PORTS)
@rule("sea.port.repair")
def ports_marked(state: State, marks: tuple[GoalMark, ...]) -> tuple[GoalMark, ...]:
    """The ports: where ships are mended, those of allies too."""
    match, mends, found = sea_of(state), mends_words(state), list(marks)
    for port in match.waters.ports if mends else ():
        text = f"{match.seat_name(port.seat)}'s port{mends}"
        mark = GoalMark(port.id, "port", text, spot(port.x, port.y), seat=port.seat)
        allies = tuple(seat for seat in range(match.seats) if match.allied(seat, port.seat))
        found += told_apart(mark, f"Your port{mends}", *apart(state, allies))
    return tuple(found)
