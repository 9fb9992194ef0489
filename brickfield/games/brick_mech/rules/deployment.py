"""Deployment: each player in turn places all units along the own edge, in reverse order of a first initiative roll."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from brickfield.core import events as happened
from brickfield.core import offers
from brickfield.core.board import WAITING, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import DONE, Ask, Frame, Goto
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.brick_mech.old_rules import standing_touch
from brickfield.games.brick_mech.rules.battlefield import (
    area_of,
    card_of,
    describe,
    inward,
    match_of,
    rounded,
    zone_outline,
)
from brickfield.games.brick_mech.rules.initiative import initiative_order
from brickfield.games.brick_mech.rules.measures import measures
from brickfield.games.brick_mech.rules.move_action import ground_for
from brickfield.geometry import Pose, direction, kernel, rectangle_at

Coordinate = Annotated[float, Meta(ge=-1000, le=1000)]


class Place(Answer, frozen=True):
    """Put a waiting unit on the table: the centre of its base and the way it faces."""

    unit: Annotated[str, Meta(max_length=16)]
    x: Coordinate
    y: Coordinate
    heading: Annotated[float, Meta(ge=-1440, le=1440)]


class Placed(Struct, frozen=True):
    """Where a unit will stand."""

    unit: str
    pose: Pose


class DeployUnit(Decision, frozen=True):
    """Which unit to place next, where, and facing which way."""

    ANSWER: ClassVar[Any] = Place
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
        return self.asked("Deploy a unit", text, offers.Place(things, zone, self.CLAUSE))

    def settle(self, state: State, answer: Any) -> Any:
        """See `may_place`."""
        return may_place(state, self.seat, answer)


def waiting_units(state: State, seat: int) -> list[Unit]:
    """The units a seat has still to place."""
    return [unit for unit in state.units.values() if unit.seat == seat and unit.status == WAITING]


@rule("bm.geometry.setup")
def is_in_zone(state: State, unit: Unit, pose: Pose) -> bool:
    """Whether the whole base lies within the zone of its player; touching the border is inside."""
    x0, y0, x1, y1 = area_of(state, unit.seat)
    c, s = direction(pose.heading)
    x, y = pose.place
    half = card_of(state, unit.id).base_side / 2 * (abs(c) + abs(s)) - measures().tolerance_bricks
    return x - half >= x0 and x + half <= x1 and y - half >= y0 and y + half <= y1


@rule("bm.geometry.setup", "bm.move.blocking")
def in_the_way(state: State, unit: Unit, pose: Pose) -> str:
    """What a unit put down here would overlap; empty when nothing."""
    side = card_of(state, unit.id).base_side
    ground = ground_for(state, unit)
    hit = kernel.overlapped(ground.scene, rectangle_at(pose, side, side), -1, standing_touch(state.match))
    return "" if hit == -1 else "edge" if hit < 0 else ground.ids[hit]


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


def free_places(state: State, unit: Unit) -> Iterator[Pose]:
    """Places in the zone where a unit can stand square to the table, facing it, on a grid of half its base."""
    x0, y0, x1, y1 = area_of(state, unit.seat)
    side = card_of(state, unit.id).base_side
    heading = inward(match_of(state), unit.seat)
    across, along = _steps(x0, x1, side), _steps(y0, y1, side)
    for pose in (rounded(x, y, heading) for y in along for x in across):
        if is_in_zone(state, unit, pose) and not in_the_way(state, unit, pose):
            yield pose


def _steps(low: float, high: float, side: float) -> list[float]:
    count = int((high - low - side) / (side / 2) + measures().tolerance_bricks)
    return [low + side / 2 + number * side / 2 for number in range(count + 1)]


class Deployment(Frame):
    """Players place their units in reverse order of the first roll, each all units together."""

    turn: int = 0
    placed: Placed | None = None

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
        t.emit(happened.UnitPlaced(unit=placed.unit, pose=placed.pose, clause="bm.geometry.setup"))
        self.placed = None
        return Goto("place_unit")
