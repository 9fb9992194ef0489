"""What stands on the table: units that act, and tokens (terrain, markers, loose parts) that do not."""

from __future__ import annotations

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

# One shared empty dict of marks: marks are replaced, never written to.
NO_MARKS: Marks = {}


class Unit(Struct, frozen=True, gc=False):
    """A unit of one seat. `card` names its numbers in the match; `marks` counts what changes during play."""

    id: UnitId
    seat: int
    card: str
    status: str = WAITING
    pose: Pose | None = None
    marks: Marks = NO_MARKS

    @property
    def alive(self) -> bool:
        """Whether it stands on the table and can act."""
        return self.status == ALIVE


class Token(Struct, frozen=True, gc=False):
    """A thing on the table that is no unit. A long feature is several tokens, its sections, of one `group`.

    Sizes are in grain: `length` along the heading and `width` across; an `outline` of corners overrides both. A section
    also knows its `cut`: the x, y, length and width of the whole feature, and how far from its rear and from its right
    side the section begins. Its pose is rounded, good enough to draw it; where it stands exactly follows from the cut.
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
