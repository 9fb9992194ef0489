"""What stands on the table: units that act, and tokens (terrain, markers, loose parts) that do not."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import TypeAlias

from msgspec import UNSET, Struct, UnsetType

from brickfield.geometry.grain import Pose

UnitId: TypeAlias = str
TokenId: TypeAlias = str
Marks: TypeAlias = dict[str, int]

WAITING = "waiting"
ALIVE = "alive"
WRECK = "wreck"
GONE = "gone"
# above the table: it acts and may be fired at, but stands on nobody's ground and in nobody's way
FLYING = "flying"
# on the table, above it or still to come
IN_BATTLE = frozenset({WAITING, ALIVE, FLYING})

# the mark of a unit that is gone because it went up in another one, not because it was destroyed
JOINED = "joined"

# One shared empty dict of marks: marks are replaced, never written to.
NO_MARKS: Marks = {}


class Model(Struct, frozen=True, gc=False):
    """One figure of a unit that consists of several: its own place, card, marks and status.

    `inside` names the thing it is in (a building, a vehicle), `level` the floor or ground it is on.
    """

    id: str
    card: str = ""
    pose: Pose | None = None
    status: str = ALIVE
    marks: Marks = NO_MARKS
    inside: str = ""
    level: int = 0

    @property
    def alive(self) -> bool:
        """Whether it still stands."""
        return self.status == ALIVE


class Unit(Struct, frozen=True, gc=False):
    """A unit of one seat. `card` names its numbers in the match; `marks` counts what changes during play.

    A unit of several figures stands where the first of them that is alive stands. What most units do not have
    (figures, a thing they are inside of, a level above the ground) is left out where a unit is written down.
    """

    id: UnitId
    seat: int
    card: str
    status: str = WAITING
    pose: Pose | None = None
    marks: Marks = NO_MARKS
    figures: tuple[Model, ...] | UnsetType = UNSET
    inside: str | UnsetType = UNSET
    level: int | UnsetType = UNSET

    @property
    def alive(self) -> bool:
        """Whether it stands on the table and can act."""
        return self.status == ALIVE

    @property
    def at(self) -> Pose:
        """Where it is; to ask this of a unit that is not on the table is a fault."""
        assert self.pose is not None
        return self.pose

    @property
    def squad(self) -> tuple[Model, ...]:
        """All its figures, the fallen too; none for a unit that is one piece."""
        return self.figures or ()

    @property
    def standing(self) -> tuple[Model, ...]:
        """The figures that are alive."""
        return tuple([figure for figure in self.squad if figure.status == ALIVE])

    @property
    def here(self) -> Pose:
        """Where it stands; whoever asks knows that it stands somewhere."""
        assert self.pose is not None, self.id
        return self.pose

    @property
    def container(self) -> str:
        """The thing it is inside of; empty in the open."""
        return self.inside or ""

    @property
    def floor(self) -> int:
        """The level it is on; 0 is the ground."""
        return self.level or 0


_marks_of = attrgetter("marks")


def marks_among(units: Iterable[Unit]) -> set[str]:
    """The names of all marks that any of these units carries."""
    return set().union(*map(_marks_of, units))


class Token(Struct, frozen=True, gc=False):
    """A thing on the table that is no unit. A long feature is several tokens, its sections, of one `group`.

    Sizes are in grain: `length` along the heading and `width` across; an `outline` of corners overrides both. A section
    also knows its `cut`: the x, y, length and width of the whole feature, and how far from its rear and from its right
    side the section begins. Its pose is rounded, good enough to draw it; where it stands exactly follows from the cut.
    A `round` one is a disc with its length as diameter. How it is built upwards is in its `Structure`.
    """

    id: TokenId
    kind: str
    pose: Pose
    length: int
    width: int
    group: str = ""
    seat: int = -1
    marks: Marks = NO_MARKS
    outline: tuple[int, ...] = ()
    cut: tuple[int, int, int, int, int, int] | UnsetType = UNSET
    round: bool | UnsetType = UNSET
