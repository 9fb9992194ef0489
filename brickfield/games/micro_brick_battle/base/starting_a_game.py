"""Starting a game: laying out the battlefield, the roll for deployment, and placing units in the zones."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from brickfield.core import events as happened
from brickfield.core.asking.offers import Asked, Choice, Choose, Thing
from brickfield.core.asking.offers import Place as PlaceOffer
from brickfield.core.board import WAITING, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Ask, Frame, Goto
from brickfield.core.kept import kept
from brickfield.core.questions import Permission, Question
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, Shape, direction
from .battlefield import (
    Area,
    battle_of,
    cannot_be_put_down,
    card_of,
    describe,
    edge_strip,
    footprint_at,
    in_a_sentence,
    outline,
    solid_for,
    terrain,
)
from .measures import measures
from .turns import placed_next, placing_order

Coordinate = Annotated[float, Meta(ge=-1000, le=1000)]
Heading = Annotated[float, Meta(ge=-1440, le=1440)]

DEPLOYMENT = "deployment"


class Place(Answer, frozen=True):
    """Put a waiting unit on the table: its centre and the way it faces."""

    unit: Annotated[str, Meta(max_length=16)]
    x: Coordinate
    y: Coordinate
    heading: Heading


class Placed(Struct, frozen=True, omit_defaults=True):
    """Where a unit will stand, on the grain of the table, or the building infantry begins in."""

    unit: str
    pose: Pose
    inside: str = ""


class DeployUnit(Decision, frozen=True):
    """Which unit to place next, where, and facing which way."""

    ANSWER: ClassVar[Any] = Place
    CLAUSE: ClassVar[str] = "mbb.setup.alternate"

    def settle(self, state: State, answer: Any) -> Any:
        """See `may_place`."""
        return may_place(state, self.seat, answer)

    @rule("mbb.setup.alternate", "mbb.setup.zone")
    def ask(self, state: State) -> Asked:
        """Every unit that waits, and the zone it may go to."""
        waiting = waiting_units(state, self.seat)
        things = things_of(state, waiting, "place")
        count = f"{len(things)} units wait" if len(things) > 1 else f"{things[0].title} waits"
        # who may stand further out says how much of the table is shown
        furthest = max(waiting, key=lambda unit: deployment_depth(state, unit)[0])
        zone = zone_for(state, furthest)
        offer = PlaceOffer(things, outline(zone), "mbb.setup.zone")
        text = f"{count}. Sides take turns; the whole unit lies in your zone."
        return self.asked("Deploy a unit", text + advice_on_zone(state, self.seat), offer)


@Question
@rule("mbb.setup.zone")
def advice_on_zone(state: State, seat: int) -> str:
    """What a player should know of who may stand elsewhere, in sentences; mostly nothing."""
    return ""


def things_of(state: State, units: list[Unit], answer: str) -> tuple[Thing, ...]:
    """Units to be set down, each facing the table at first, with the answer that sets them down."""
    return tuple(
        Thing(unit.id, card_of(state, unit.id).name, facing_of(state, unit.seat), {"answer": answer, "unit": unit.id})
        for unit in units
    )


class SkipPhase(Answer, frozen=True):
    """The phase a first player gives up: movement or shooting."""

    phase: Literal["movement", "shooting"]


class FirstTurnChoice(Decision, frozen=True):
    """The first player's opening turn is incomplete: give up moving or shooting."""

    ANSWER: ClassVar[Any] = SkipPhase
    CLAUSE: ClassVar[str] = "mbb.first_turn.rule"

    def settle(self, state: State, answer: Any) -> Any:
        """Either may be given up."""
        return answer

    @rule("mbb.first_turn.skip_shoot", "mbb.first_turn.skip_move")
    def choices(self, state: State) -> tuple[Choice, ...]:
        """Both ways to begin."""
        drive = "Your units drive this turn and hold their fire."
        shoot = "Your units stay where they are and fire at what they see."
        return (
            Choice(SkipPhase("shooting"), "Move, do not shoot", drive, self.CLAUSE),
            Choice(SkipPhase("movement"), "Shoot, do not move", shoot, self.CLAUSE),
        )

    def ask(self, state: State) -> Asked:
        """Which half of the turn it shall be."""
        text = "Whoever goes first moves or shoots, not both."
        return self.asked("Your first turn", text, Choose(self.choices(state)))


@rule("mbb.first_turn.rule", "mbb.first_turn.once", "mbb.first_turn.when", "mbb.quick.first", "mbb.team.first_turn",
      "mbb.ffa.first_turn")  # fmt: skip
def first_turn_rule(state: State, seat: int, first: int) -> bool:
    """Only the first player, and only in the first turn of the battle, must give up moving or shooting."""
    return seat == first and state.facts.get("round") == 1


@Question
@rule("mbb.setup.need", "mbb.quick.equipment")
def deployment_dice(state: State) -> tuple[Pool, ...]:
    """Every player throws one die for deployment."""
    numbers, seats = measures(), range(state.match.seats)
    return tuple(Pool(numbers.deployment_dice, DEPLOYMENT, numbers.die_faces, seat) for seat in seats)


@rule("mbb.setup.roll")
def high_roller(faces: tuple[tuple[int, ...], ...]) -> int | None:
    """Whoever rolled highest, or None when the best roll is tied and has to be thrown again."""
    totals = [sum(shown) for shown in faces]
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


@rule("mbb.setup.zone", "mbb.win.scenario")
def own_zone(state: State, seat: int) -> Area | None:
    """The zone that a scenario gives a seat, for its artillery too."""
    force = battle_of(state).scenario.force
    stated = force[seat].zone if force else None
    return stated.box if stated is not None else None


@Question
@rule("mbb.setup.zone")
def placing_strip(state: State, seat: int, depth: float) -> Area:
    """The strip of this depth along the edge of a seat in which it places units."""
    return edge_strip(state, seat, depth)


@Permission
@rule("mbb.setup.zone")
def may_begin_so_near(state: State, seat: int, unit_id: str, shape: Shape) -> Refusal | None:
    """Why a unit may not begin on a place in its zone that is free, because of who starts nearby; None: it may."""
    return None


@rule("mbb.setup.zone", "mbb.geometry.table", "mbb.ffa.own", "mbb.team.win", "mbb.win.scenario")
@kept(by="match")
def deployment_zone(state: State, seat: int) -> Area:
    """The strip within 6 inches of a seat's starting edge, or in a crowd the middle of it: x0, y0, x1, y1.

    A scenario may have a zone of its own instead. Zones are agreed on before the battle.
    """
    return own_zone(state, seat) or placing_strip(state, seat, measures().deployment_zone_inches)


@Question
@rule("mbb.setup.zone")
def deployment_depth(state: State, unit: Unit) -> tuple[float, str]:
    """How far from its edge a unit may be deployed, in inches, and by which clause."""
    return measures().deployment_zone_inches, "mbb.setup.zone"


def zone_for(state: State, unit: Unit) -> Area:
    """Where a unit may be deployed."""
    return _zone_for(state, unit.id)


@rule("mbb.setup.zone")
@kept(by="match")
def _zone_for(state: State, unit_id: UnitId) -> Area:
    """In the zone of its seat, unless it has a strip of another depth."""
    unit = state.units[unit_id]
    depth = deployment_depth(state, unit)[0]
    if depth != measures().deployment_zone_inches and own_zone(state, unit.seat) is None:
        return placing_strip(state, unit.seat, depth)
    return deployment_zone(state, unit.seat)


@Permission
@rule("mbb.setup.when")
def may_begin_on_the_table(state: State, unit: Unit) -> Refusal | None:
    """Why a unit is not among those that are deployed; None: it is."""
    return None


@Permission
@rule("mbb.setup.facing")
def may_begin_at(state: State, unit: Unit, pose: Pose) -> Refusal | None:
    """Why a unit may not begin at a pose in its zone, whether or not there is room; None: it may."""
    return None


def _inside(state: State, unit: Unit, pose: Pose, zone: Area) -> bool:
    """Whether the whole footprint of a unit at a pose lies in an area; touching its border is inside."""
    card = card_of(state, unit.id)
    c, s = direction(0 if card.markers else pose.heading)
    x, y = pose.place
    half_length, half_width, slack = card.length_inches / 2, card.width_inches / 2, measures().tolerance_inches
    wide = half_length * abs(c) + half_width * abs(s) - slack
    deep = half_length * abs(s) + half_width * abs(c) - slack
    return x - wide >= zone[0] and y - deep >= zone[1] and x + wide <= zone[2] and y + deep <= zone[3]


@Question
@rule("mbb.setup.zone")
def goes_inside(state: State, unit: Unit, pose: Pose, zone: Area) -> Placed | Refusal | None:
    """A unit put down within something that it may begin in, or why it may not; None: it stands where it is put."""
    return None


@rule("mbb.setup.zone", "mbb.setup.facing", "mbb.geometry.edge", "inf.deploy.zone", "inf.deploy.cover",
      "inf.deploy.tank")  # fmt: skip
def may_place(state: State, seat: int, answer: Place) -> Placed | Refusal:
    """A waiting unit of the own side, wholly inside the zone, facing anywhere, on top of nothing."""
    unit = state.units.get(answer.unit)
    if unit is None:
        return invalid("unknown_unit", f"There is no unit {answer.unit!r} in this battle.")
    if unit.seat != seat:
        sentence = f"{describe(state, unit.id)} is not yours to place."
        return illegal("not_your_unit", "mbb.setup.alternate", sentence)
    if unit.status != WAITING:
        sentence = f"{describe(state, unit.id)} has been placed already."
        return illegal("already_placed", "mbb.setup.alternate", sentence)
    if "reserve" in unit.marks:
        sentence = f"{describe(state, unit.id)} waits in reserve and comes on later."
        return illegal("in_reserve", "mbb.reinf.wait3", sentence)
    away = may_begin_on_the_table(state, unit)
    if away is not None:
        return away
    pose = Pose.at(answer.x, answer.y, answer.heading)
    zone = zone_for(state, unit)
    inside = goes_inside(state, unit, pose, zone)
    if inside is not None:
        return inside
    if not _inside(state, unit, pose, zone):
        return _outside_zone(state, unit)
    closed = may_begin_at(state, unit, pose)
    if closed is not None:
        return closed
    shape = footprint_at(state, unit.id, pose)
    obstacle = cannot_be_put_down(state, shape, unit.id)
    if obstacle:
        sentence = f"{describe(state, unit.id)} would overlap {in_a_sentence(state, obstacle)} there."
        return illegal("overlap", "mbb.setup.facing", sentence, obstacle=obstacle)
    return may_begin_so_near(state, seat, unit.id, shape) or Placed(unit.id, pose)


@rule("mbb.setup.zone")
def _outside_zone(state: State, unit: Unit) -> Refusal:
    """A unit must be wholly in its zone."""
    depth, clause = deployment_depth(state, unit)
    sentence = f"{describe(state, unit.id)} must stand wholly within {depth:g} inches of its starting edge."
    zone = zone_for(state, unit)
    if zone != edge_strip(state, unit.seat, depth):
        where = f"x {zone[0]:g} to {zone[2]:g}, y {zone[1]:g} to {zone[3]:g}"
        which = "in its zone" if own_zone(state, unit.seat) else "in the middle of its edge"
        sentence = f"{describe(state, unit.id)} must stand wholly {which}: {where}."
    return illegal("outside_zone", clause, sentence, zone=zone)


def facing_of(state: State, seat: int) -> float:
    """The heading from a seat's edge across the table."""
    edge = battle_of(state).edges[seat]
    return {"y=0": 90.0, "x=0": 0.0}.get(edge, 270.0 if edge.startswith("y=") else 180.0)


@kept
def waiting_units(state: State, seat: int) -> list[Unit]:
    """The units a seat has still to deploy, in order of purchase."""
    own = [unit for unit in state.units.values() if unit.seat == seat and unit.status == WAITING]
    return [unit for unit in own if "reserve" not in unit.marks and may_begin_on_the_table(state, unit) is None]


@rule("mbb.geometry.deploy_full")
def room_for(state: State, seat: int, unit: Unit) -> Pose | None:
    """A legal place for a unit in its zone, or None when the zone is full."""
    zone = zone_for(state, unit)
    for pose in standing_room(state, unit, zone):
        shape = footprint_at(state, unit.id, pose)
        if not _inside(state, unit, pose, zone) or cannot_be_put_down(state, shape, unit.id):
            continue
        if may_begin_so_near(state, seat, unit.id, shape) is None:
            return pose
    return None


def standing_room(state: State, unit: Unit, area: Area) -> Iterator[Pose]:
    """Where a tight packing could put a unit, square to the table and facing it first; the places are not tested yet.

    Rows lie along the border of the area and beside the boxes of the things in it; in each row the unit stands at an
    end or right beside something that reaches into the row. A gap that only a slanted unit fits into is not found.
    """
    card = card_of(state, unit.id)
    ahead = facing_of(state, unit.seat)
    solid = (*solid_for(state, unit), *[wire for _id, wire in terrain(state).wire])
    shapes = [shape for shape in solid if _meets(shape, area)]
    for heading in (ahead, ahead + 90.0):
        deep, wide = card.length_inches, card.width_inches
        if heading % 180.0 == 0.0:
            deep, wide = wide, deep
        ends = [end for shape in shapes for end in (shape.box[1], shape.box[3])]
        for y in _centres(area[1], area[3], deep, ends):
            ends = [end for shape in shapes for end in _ends_in_row(shape, y - deep / 2, y + deep / 2)]
            for x in _centres(area[0], area[2], wide, ends):
                yield Pose.at(x, y, heading)


def _meets(shape: Shape, area: Area) -> bool:
    x0, y0, x1, y1 = shape.box
    return x0 < area[2] and x1 > area[0] and y0 < area[3] and y1 > area[1]


def _centres(low: float, high: float, size: float, ends: list[float]) -> list[float]:
    """Where between two borders the centre of something of this size can be when it touches a border or an end."""
    half, slack = size / 2, measures().tolerance_inches
    centres = {low + half, high - half, *(end - half for end in ends), *(end + half for end in ends)}
    return sorted(each for each in centres if low - slack <= each - half and each + half <= high + slack)


def _ends_in_row(shape: Shape, low: float, high: float) -> list[float]:
    """The leftmost and the rightmost x of what of a shape lies between two y."""
    points = shape.points
    found = [x for x, y in points if low <= y <= high]
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        found.extend(ax + (bx - ax) * (y - ay) / (by - ay) for y in (low, high) if (ay - y) * (by - y) < 0.0)
    return [min(found), max(found)] if found else []


def plainly_has_room(state: State, seat: int, size: float) -> bool:
    """Whether the zone is so empty that no search is needed.

    Everything in the zone keeps a unit of this size off a stretch of its own length and the unit's. If all those
    stretches together are shorter than the zone, some place is left. It may say no although there is room.
    """
    x0, y0, x1, y1 = deployment_zone(state, seat)
    if size > min(x1 - x0, y1 - y0) or battle_of(state).free_for_all:
        return False
    room, cards = max(x1 - x0, y1 - y0) - size - _taken_by_terrain(state, seat, size), battle_of(state).cards
    for unit in state.units.values():
        if unit.pose is not None:
            card = cards[unit.id]
            room -= size + hypot(card.length_inches, card.width_inches)
    return room > 0.0


@kept(by="tokens")
def _taken_by_terrain(state: State, seat: int, size: float) -> float:
    """How much of the length of a zone its terrain keeps from a unit of this size."""
    zone, ground = deployment_zone(state, seat), terrain(state)
    solid = [shape for _id, shape in (*ground.closed, *ground.wire) if _meets(shape, zone)]
    return sum(size + 2 * shape.reach for shape in solid)


@rule("mbb.geometry.deploy_full")
def without_room(state: State, seat: int) -> list[Unit]:
    """The waiting units of a seat that find no place in its zone; units of one size are looked at once."""
    waiting = waiting_units(state, seat)
    sizes = {_size_of(state, unit): unit for unit in waiting}
    full = {
        size
        for size, unit in sizes.items()
        if not plainly_has_room(state, seat, max(size[:2])) and room_for(state, seat, unit) is None
    }
    return [unit for unit in waiting if _size_of(state, unit) in full] if full else []


def _size_of(state: State, unit: Unit) -> tuple[float, float, float]:
    """What decides where a unit finds room: its length and width, and how deep its zone is."""
    card = card_of(state, unit.id)
    return card.length_inches, card.width_inches, deployment_depth(state, unit)[0]


@rule("mbb.win.scenario", "mbb.reinf.reserve")
def free_to_wait(state: State, seat: int) -> list[Unit]:
    """The units a seat may hold back: all it has still to deploy but those for which the scenario has a place."""
    waiting, force = waiting_units(state, seat), battle_of(state).scenario.force
    for each in force[seat].begins if seat < len(force) else ():
        taken = next((unit for unit in waiting if card_of(state, unit.id).name == each.card), None)
        waiting = [unit for unit in waiting if unit is not taken]
    return waiting


@Question
@rule("mbb.win.scenario")
def begins_at(state: State, unit: Unit, pose: Pose) -> Placed:
    """A unit where the scenario has a place for it."""
    return Placed(unit.id, pose)


@rule("mbb.win.scenario")
def stand_where_they_begin(t: Table) -> None:
    """The units for which the scenario has a place of its own stand there before anybody deploys."""
    for seat, force in enumerate(battle_of(t).scenario.force):
        for each in force.begins:
            unit = next(unit for unit in waiting_units(t, seat) if card_of(t, unit.id).name == each.card)
            pose = Pose.at(each.x, each.y, facing_of(t, seat))
            placed = begins_at(t, unit, pose)
            t.emit(happened.UnitPlaced(unit=unit.id, pose=placed.pose, clause="mbb.win.scenario"))
            if placed.inside:
                t.emit(happened.WentInside(unit=unit.id, thing=placed.inside, clause="inf.deploy.cover"))


class Deployment(Frame):
    """Players take turns to place one unit each until none is left."""

    seat: int = 0
    placed: Placed | None = None

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "place_unit", "put_down", "other_player")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "placed")

    @rule("mbb.setup.when", "mbb.house.agree")
    def begin(self, t: Table) -> Any:
        """After the battlefield is laid out and before play; from here on the agreed rules are locked."""
        t.emit(happened.PhaseStarted(phase="deployment", clause="mbb.setup.when"))
        stand_where_they_begin(t)

    @rule("mbb.setup.alternate", "mbb.geometry.deploy_full", "mbb.setup.when")
    def place_unit(self, t: Table) -> Any:
        """Ask for the next unit; who has none left is passed over; what finds no room waits in reserve."""
        for seat in placing_order(t, self.seat):
            for unit in without_room(t, seat):
                t.emit(happened.UnitHeldBack(unit=unit.id, clause="mbb.geometry.deploy_full"))
            if waiting_units(t, seat):
                self.seat = seat
                return Ask(DeployUnit(seat), into="placed")
        return DONE

    @rule("mbb.setup.alternate", "mbb.setup.facing")
    def put_down(self, t: Table) -> Any:
        """The unit stands where its player put it."""
        placed = self.placed
        assert placed is not None
        t.emit(happened.UnitPlaced(unit=placed.unit, pose=placed.pose, clause="mbb.setup.alternate"))
        if placed.inside:
            t.emit(happened.WentInside(unit=placed.unit, thing=placed.inside, clause="inf.deploy.cover"))
        self.placed = None

    @rule("mbb.setup.alternate")
    def other_player(self, t: Table) -> Any:
        """Then the other player places one, or somebody of the other team, or the next one clockwise."""
        self.seat = placed_next(t, self.seat)
        return Goto("place_unit")
