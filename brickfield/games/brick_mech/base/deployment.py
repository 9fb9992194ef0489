"""Deployment: each player in turn places all units along the own edge, in reverse order of a first initiative roll."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Union

from msgspec import Meta, Struct

from brickfield.core import events as happened
from brickfield.core.asking import offers
from brickfield.core.board import WAITING, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import DONE, Ask, Frame, Goto
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose
from ..setup.room import in_the_way, is_in_zone, laid_out, room_of
from .battlefield import area_of, card_of, describe, inward, match_of, rounded, zone_outline
from .initiative import initiative_order
from .measures import measures

Coordinate = Annotated[float, Meta(ge=-1000, le=1000)]


class Place(Answer, frozen=True):
    """Put a waiting unit on the table: the centre of its base and the way it faces."""

    unit: Annotated[str, Meta(max_length=16)]
    x: Coordinate
    y: Coordinate
    heading: Annotated[float, Meta(ge=-1440, le=1440)]


class LayAnew(Answer, frozen=True):
    """Take up all units of the own zone again: what still waits finds no room beside them."""


class Placed(Struct, frozen=True, tag_field="answer", tag="mech_placed"):
    """Where a unit will stand."""

    unit: str
    pose: Pose


class DeployUnit(Decision, frozen=True):
    """Which unit to place next, where, and facing which way."""

    ANSWER: ClassVar[Any] = Union[Place, LayAnew]
    CLAUSE: ClassVar[str] = "bm.geometry.setup"

    def ask(self, state: State) -> offers.Asked:
        """The units that wait, and the zone."""
        heading = inward(match_of(state), self.seat)
        things = tuple(
            offers.Thing(unit.id, card_of(state, unit.id).name, heading, {"answer": "place", "unit": unit.id})
            for unit in waiting_units(state, self.seat)
        )
        zone = zone_outline(match_of(state), self.seat)
        text = f"Wholly within {measures().deployment_depth:g} Bricks of your edge, facing any way."
        if may_lay_anew(state, self.seat) is not None:
            return self.asked("Deploy a unit", text, offers.Place(things, zone, self.CLAUSE))
        anew = offers.Choice(LayAnew(), "Lay out anew", "Take up all your units again.", self.CLAUSE)
        text += " What still waits finds no room in rows beside the others: take them up and lay out anew."
        return self.asked("Deploy a unit", text, offers.Place(things, zone, self.CLAUSE, also=(anew,)))

    @rule("bm.geometry.setup")
    def settle(self, state: State, answer: Any) -> Any:
        """See `may_place` and `may_lay_anew`."""
        if isinstance(answer, LayAnew):
            return may_lay_anew(state, self.seat) or answer
        return may_place(state, self.seat, answer)


def waiting_units(state: State, seat: int) -> list[Unit]:
    """The units a seat has still to place."""
    return [unit for unit in state.units.values() if unit.seat == seat and unit.status == WAITING]


@rule("bm.geometry.setup", "bm.geometry.precision")
def may_place(state: State, seat: int, answer: Place) -> Placed | Refusal:
    """A waiting unit of one's own, wholly inside the zone, any facing, overlapping nothing."""
    unit = state.units.get(answer.unit)
    if unit is None:
        return invalid("unknown_unit", f"There is no unit {answer.unit!r} in this battle.")
    name = describe(state, unit.id)
    if unit.seat != seat:
        return illegal("not_your_unit", "bm.geometry.setup", f"{name} is not yours to place.")
    if unit.status != WAITING:
        return illegal("already_placed", "bm.geometry.setup", f"{name} has been placed already.")
    pose = rounded(answer.x, answer.y, answer.heading)
    if not is_in_zone(state, unit, pose):
        depth = measures().deployment_depth
        sentence = f"{name} must stand wholly within {depth:g} Bricks of its own edge."
        return illegal("outside_zone", "bm.geometry.setup", sentence, zone=area_of(state, seat))
    thing = in_the_way(state, unit, pose)
    if thing:
        sentence = f"{name} would overlap {describe(state, thing)} there."
        return illegal("overlap", "bm.geometry.setup", sentence, obstacle=thing)
    return Placed(unit.id, pose)


@rule("bm.geometry.setup")
def may_lay_anew(state: State, seat: int) -> Refusal | None:
    """Only where what still waits finds no room beside what the player has put down already."""
    if room_of(state, seat).layout(waiting_units(state, seat)) is not None:
        sentence = "There is room for all units that still wait; they need not be laid out anew."
        return illegal("room_left", "bm.geometry.setup", sentence)
    if not laid_out(state, seat):
        return illegal("none_placed", "bm.geometry.setup", "There is nothing in your zone that could be taken up.")
    return None


class Deployment(Frame):
    """Players place their units in reverse order of the first roll, each all units together."""

    turn: int = 0
    placed: Placed | LayAnew | None = None

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "place_unit", "put_down")
    PUBLIC: ClassVar[tuple[str, ...]] = ("turn", "placed")

    @rule("bm.geometry.setup", "bm.option.agree")
    def begin(self, t: Table) -> Any:
        """The agreed rules are locked from here on."""
        t.emit(happened.PhaseStarted(phase="deployment", clause="bm.geometry.setup"))

    @rule("bm.geometry.setup")
    def place_unit(self, t: Table) -> Any:
        """Ask the player whose turn it is for the next unit; who has none left is followed by the next player."""
        order = tuple(reversed(initiative_order(t)))
        while self.turn < len(order):
            if waiting_units(t, order[self.turn]):
                return Ask(DeployUnit(order[self.turn]), into="placed")
            self.turn += 1
        return DONE

    @rule("bm.geometry.setup")
    def put_down(self, t: Table) -> Any:
        """The unit stands where its player put it."""
        placed = self.placed
        assert placed is not None
        if isinstance(placed, LayAnew):
            return self._take_up(t)
        t.emit(happened.UnitPlaced(unit=placed.unit, pose=placed.pose, clause="bm.geometry.setup"))
        self.placed = None
        return Goto("place_unit")

    def _take_up(self, t: Table) -> Any:
        """All units of the player who deploys wait again."""
        seat = tuple(reversed(initiative_order(t)))[self.turn]
        for unit in laid_out(t, seat):
            t.emit(happened.UnitTakenUp(unit=unit.id, clause="bm.geometry.setup"))
        self.placed = None
        return Goto("place_unit")
