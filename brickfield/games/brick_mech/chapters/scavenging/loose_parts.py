"""Loose parts: shoulders and arms that lie on the field, alone or as an assembly, with a note of side and dice."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from brickfield.core import events as happened
from brickfield.core.board import Marks, Token
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, direction
from ...base.battlefield import PART, card_of, rounded
from ...base.destroyed_units import falls
from ...base.measures import RANGES
from ...base.modules import PARTS
from ...base.ranges_and_arcs import LEFT, RIGHT
from ...base.record_sheet import ARM_OF, Part, part_of, take_off
from .chapter import SCAVENGING

ARM: Final = "arm"
SHOULDER: Final = "shoulder"
_SIDES = {LEFT: 1, RIGHT: 2}


class Loose(Struct, frozen=True):
    """What lies at one point: a shoulder, an arm, or a shoulder with its arm."""

    side: str
    shoulder: Part | None = None
    arm: Part | None = None

    def words(self) -> str:
        """What it is, for people."""
        names = [part.name for part in (self.shoulder, self.arm) if part is not None]
        return f"{self.side} {' with '.join(names)}"


def side_of_slot(slot: str) -> str:
    """Left or right, for a shoulder or an arm."""
    return LEFT if slot.startswith(LEFT) else RIGHT


def slot_name(side: str, sort: str) -> str:
    """The slot of a shoulder or arm on one side."""
    return f"{side}_{sort}"


@rule("bm.destroy.leave_parts", "bm.scavenge.detach_record")
def note_of(loose: Loose) -> Marks:
    """The note beside a loose part: its side, what it is and the dice it still has."""
    marks = {"side": _SIDES[loose.side]}
    for sort, part in ((SHOULDER, loose.shoulder), (ARM, loose.arm)):
        if part is not None:
            marks[sort] = part.module
            marks |= {f"{sort}.{band}": part.dice(band) for band in RANGES if part.dice(band)}
    return marks


def read_note(token: Token) -> Loose:
    """What a note says."""
    marks = token.marks
    found = {
        sort: Part(marks[sort], *[marks.get(f"{sort}.{band}", 0) for band in RANGES])
        for sort in (SHOULDER, ARM)
        if sort in marks
    }
    return Loose(LEFT if marks["side"] == _SIDES[LEFT] else RIGHT, found.get(SHOULDER), found.get(ARM))


def loose_parts(state: State) -> list[Token]:
    """Everything that can be scavenged."""
    return [token for token in state.tokens.values() if token.kind == PART]


@rule("bm.geometry.loose_parts", "bm.geometry.precision")
def where_it_falls(state: State, unit_id: str, side: str) -> Pose:
    """The middle of the base's left or right edge, kept on the table."""
    unit, match = state.units[unit_id], state.match
    x, y = unit.here.place
    c, s = direction(unit.here.heading)
    out = card_of(state, unit_id).base_side / 2 * (1 if side == LEFT else -1)
    return rounded(min(max(x - s * out, 0.0), match.width), min(max(y + c * out, 0.0), match.height), 0.0)


def part_token(token_id: str, loose: Loose, pose: Pose, seat: int) -> Token:
    """A loose part as it lies on the table: a point without size (bm.move.loose_parts)."""
    return Token(token_id, PART, pose, 0, 0, seat=seat, marks=note_of(loose))


@rule("bm.massive.blown_off", "bm.scavenge.detach_shoulder", "bm.scavenge.detach_arm", "bm.move.loose_parts")
def come_off(t: Table, unit_id: str, slot: str, clause: str) -> None:
    """A part leaves the Mech and lies beside it; a shoulder takes its arm along as one assembly."""
    part = take_off(t, unit_id, slot, clause)
    side = side_of_slot(slot)
    if slot in ARM_OF:
        arm = ARM_OF[slot]
        hanging = take_off(t, unit_id, arm, clause) if part_of(t.units[unit_id], arm) is not None else None
        loose = Loose(side, shoulder=part, arm=hanging)
    else:
        loose = Loose(side, arm=part)
    count = int(t.facts.get("parts", 0)) + 1
    t.emit(happened.FactChanged(name="parts", value=count, clause=clause))
    token = part_token(f"P{count}", loose, where_it_falls(t, unit_id, side), t.units[unit_id].seat)
    t.emit(happened.TokenPlaced(token=token, clause=clause))


@falls.amended(SCAVENGING)
@rule("bm.destroy.leave_parts")
def leave_parts(t: Table, unit_id: str) -> None:
    """A wreck leaves one assembly on each side: the shoulder, with its arm if that is still there."""
    for slot in PARTS:
        if slot in ARM_OF and part_of(t.units[unit_id], slot) is not None:
            come_off(t, unit_id, slot, "bm.destroy.leave_parts")
