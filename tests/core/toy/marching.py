"""A march that is interrupted on the way: it looks for the next trigger, plays it, and looks again."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.board import Token
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Frame, Goto, Push, Roll
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.windows import ReactionWindow
from brickfield.geometry.grain import GRAIN, Pose
from tests.core.toy.numbers import numbers
from tests.core.toy.orders import spot_of
from tests.core.toy.winning import end_if_decided


def triggers(state: State, mover: str) -> dict[int, str]:
    """What waits at each place of the line: an open mine, an enemy charge, or only enemy eyes (no name)."""
    seat = state.units[mover].seat
    found = {spot_of(unit): "" for unit in state.units.values() if unit.alive and unit.seat != seat}
    for name, note in state.sealed.items():
        if note.seat != seat:
            found[note.open()[0] * GRAIN] = name
    found.update({token.pose.x: token.id for token in state.tokens.values() if token.kind == "mine"})
    return found


def next_stop(state: State, mover: str, leg: int) -> tuple[int, str]:
    """How far the mover gets on this leg, and what it meets there."""
    start = spot_of(state.units[mover])
    way = 1 if leg > 0 else -1
    on_the_way = {
        (place - start) * way: name
        for place, name in triggers(state, mover).items()
        if 0 < (place - start) * way <= abs(leg)
    }
    if not on_the_way:
        return leg, ""
    nearest = min(on_the_way)
    return nearest * way, on_the_way[nearest]


class Marching(Frame):
    """Go to the next trigger, meet what lies there, let others react, and look anew."""

    unit: str = ""
    legs: tuple[int, ...] = ()
    met: str = ""

    STEPS: ClassVar[tuple[str, ...]] = ("advance", "meet", "be_seen", "again")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "legs", "met")

    def still_stands(self, t: Table) -> bool:
        """The dead march no further."""
        return t.units[self.unit].alive

    def advance(self, t: Table) -> Any:
        """Walk to the next trigger or to the end of the leg."""
        leg = self.legs[0]
        covered, self.met = next_stop(t, self.unit, leg)
        rest = leg - covered
        self.legs = (rest, *self.legs[1:]) if rest else self.legs[1:]
        pose = Pose(spot_of(t.units[self.unit]) + covered, 0)
        t.emit(
            happened.UnitMoved(
                unit=self.unit,
                pose=pose,
                step="march",
                amount=covered / GRAIN,
                stopped_by=self.met,
                clause="toy.march.path",
            )
        )

    def meet(self, t: Table) -> Any:
        """What lies there goes off before anybody may react."""
        return Push(Blast(unit=self.unit, source=self.met)) if self.met else None

    def be_seen(self, t: Table) -> Any:
        """Whoever is near may react."""
        return Push(ReactionWindow(trigger="crossing", about=(self.unit,)))

    def again(self, t: Table) -> Any:
        """The rest of the way, if there is any."""
        return Goto("advance") if self.legs else DONE


class Blast(Frame):
    """A mine or a charge goes off under a unit."""

    unit: str = ""
    source: str = ""
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("uncover", "roll", "suffer")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "source", "faces")

    def uncover(self, t: Table) -> Any:
        """A charge is shown now; either leaves a crater."""
        place = spot_of(t.units[self.unit])
        if self.source in t.sealed:
            t.reveal(self.source, "toy.note.charge")
        else:
            t.emit(happened.TokenRemoved(token=self.source, clause="toy.march.mine"))
        crater = Token(f"crater of {self.source}", "crater", Pose(place, 0), GRAIN, GRAIN)
        t.emit(happened.TokenPlaced(token=crater, clause="toy.march.mine"))

    def roll(self, t: Table) -> Any:
        """One die."""
        return Roll((Pool(1, "blast", numbers().die_faces, t.units[self.unit].seat),), into="faces")

    def suffer(self, t: Table) -> Any:
        """Dead and gone, or only shaken."""
        throws, clause = (happened.Throw("blast", t.units[self.unit].seat, self.faces[0]),), "toy.march.mine"
        if self.faces[0][0] >= numbers().mine_kills_from:
            t.emit(happened.UnitDestroyed(unit=self.unit, leaves_wreck=False, clause=clause, throws=throws))
            end_if_decided(t)
        else:
            t.emit(happened.UnitMarked(unit=self.unit, mark="shaken", value=1, clause=clause, throws=throws))
