"""What is to be done in a battle: by whom, where and by when, how it stands now, and what of it is drawn on the table.

A game says it by its own rules, one goal for each side; browsers, words and replays read it here and nowhere else. What
never changes in a match belongs to the face of its table, what does to the situation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.board import Unit, UnitId
from brickfield.geometry.grain import GRAIN

if TYPE_CHECKING:
    from brickfield.core.match import Match

# chest: to be fetched; port: to be brought to; flag: to be taken; home: where a flag is carried to; marker: a point
# to be held or activated; area: ground to be held or got to; edge: to be left by; runner: who must get away; destroy
# and protect: a unit or a piece; carrier: who has something aboard or in hand
MarkKind: TypeAlias = Literal[
    "chest", "port", "flag", "home", "marker", "area", "edge", "runner", "destroy", "protect", "carrier"
]


class GoalMark(Struct, frozen=True):
    """Something a goal is about, where it is drawn: at a point, round an area, along an edge, or at a unit.

    `seats` are those whose goal it belongs to; empty: everybody's. What is secret is nobody's mark.
    """

    id: str
    kind: MarkKind
    # in a few words what is to be done with it or there: "bring gold here"
    label: str
    # where it is, in grain; the area round it, or instead of it, as corner x, y, x, y ... counter-clockwise
    at: tuple[int, int] | None = None
    outline: tuple[int, ...] = ()
    # a whole edge of the table: "south", "north", "west", "east"
    edge: str = ""
    # the unit it moves with, and the figure of it
    unit: UnitId = ""
    figure: str = ""
    # the piece of terrain it is
    piece: str = ""
    # whose it is (-1: nobody's), and how much of it there is: a weight, a load
    seat: int = -1
    value: int = 0
    seats: tuple[int, ...] = ()


class Goal(Struct, frozen=True):
    """What some seats, who fight together, must do: one sentence that names what, where and by when."""

    id: str
    seats: tuple[int, ...]
    sentence: str
    clause: str
    # the round at whose end it is decided; 0: there is none
    by_round: int = 0
    # how it is done, what else ends the battle, and what decides when the last round is over
    more: str = ""


class GoalNow(Struct, frozen=True):
    """How far a goal is reached: in a few words, and so much of so much."""

    goal: str
    words: str
    value: int
    full: int


class Camp(NamedTuple):
    """Who fights together: their side, the id of their goal, their seats, and the seats of all others."""

    side: int
    goal: str
    seats: tuple[int, ...]
    others: tuple[int, ...]


def camps(match: Match) -> list[Camp]:
    """The camps of a battle, each of which has one goal."""
    found = [(side, match.seats_of([side])) for side in sorted(set(match.sides))]
    return [
        Camp(side, f"goal{side}", own, tuple(seat for seat in range(match.seats) if seat not in own))
        for side, own in found
    ]


def goal_of(goals: Iterable[Goal], seat: int) -> Goal | None:
    """The goal of a seat; who only watches has none."""
    return next((each for each in goals if seat in each.seats), None)


def marks_for(marks: Iterable[GoalMark], seat: int) -> list[GoalMark]:
    """The marks that a seat's goal is about. Who only watches sees each thing once, whoever is after it."""
    if seat >= 0:
        return [each for each in marks if not each.seats or seat in each.seats]
    once = {(each.unit, each.figure, each.at, each.outline, each.edge): each for each in reversed(list(marks))}
    return list(reversed(once.values()))


# --- words and places that all games share ---------------------------------------------------------------------------


def until(by_round: int) -> str:
    """By when something is to be done, as the end of a sentence without its full stop."""
    return f" by the end of round {by_round}" if by_round else ", however many rounds it takes"


def spot(x: float, y: float) -> tuple[int, int]:
    """A point of the table in grain."""
    return round(x * GRAIN), round(y * GRAIN)


def unit_mark(kind: MarkKind, unit: Unit, label: str, seats: tuple[int, ...] = (), value: int = 0) -> GoalMark:
    """The mark of a unit: where it stands, if it stands on the table."""
    at = (unit.pose.x, unit.pose.y) if unit.pose is not None else None
    name = f"{kind} {unit.id}"
    return GoalMark(name, kind, label, at, unit=unit.id, seat=unit.seat, value=value, seats=seats)


def tied(numbers: Iterable[int]) -> str:
    """Numbers of several sides in one line: 2 - 1."""
    return " \N{EN DASH} ".join(map(str, numbers))


def told_apart(mark: GoalMark, own: str, seats: tuple[int, ...], others: tuple[int, ...]) -> tuple[GoalMark, GoalMark]:
    """A mark that some seats read otherwise than everybody else: the words of the others come first."""
    return replace(mark, seats=others), replace(mark, id=f"own {mark.id}", label=own, seats=seats)


def whereabouts(x: float, y: float, width: float, height: float) -> str:
    """Roughly where on the table a point is, seen from above: "in the middle", "in the north-west"."""
    up = _third(y / height, ("south", "", "north"))
    across = _third(x / width, ("west", "", "east"))
    return f"in the {'-'.join(filter(None, (up, across)))}" if up or across else "in the middle"


def _third(share: float, words: Sequence[str]) -> str:
    return words[0] if share < 1 / 3 else words[2] if share > 2 / 3 else words[1]
