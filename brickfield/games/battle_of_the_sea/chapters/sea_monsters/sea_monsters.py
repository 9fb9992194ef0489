"""Sea monsters: no guns, only their weight; in a fleet they are steered like ships, from the deep they hunt alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.board import ALIVE, WAITING, Unit, UnitId
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, read_numbers
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Frame, Goto, Push, Roll
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Shape, bearing, kernel
from brickfield.geometry.grain import unit as cosine_and_sine
from ...base import dices
from ...base.damage import Damage
from ...base.hulls import bow_of, half_length, hull_form
from ...base.measures import measures, stored
from ...base.moving_the_vessels import Ram
from ...base.ramming import is_accurate
from ...base.ship_card import MONSTER, SHIP, SPEED, durability
from ...base.the_game import RoundEnd
from ...base.victory import end_if_decided
from ...base.waters import NOBODY, card_of, hull, in_the_way, obstacles, what_is_there
from .chapter import SEA_MONSTERS

_HALF_TURN = 180.0
HUNTING, SECTOR = "the monster", "the sector"


class MonsterNumbers(TableRow, frozen=True):
    """The numbers of the monsters."""

    rows: int
    try_degrees: float
    patience_rounds: int
    clauses: dict[str, str]


@cache
def monster_numbers() -> MonsterNumbers:
    """The table `sea_monsters.toml`."""
    return read_numbers("sea_monsters.toml", MonsterNumbers, Path(__file__).parent)


@rule("sea.monster.appear")
def of_the_deep(state: State) -> Unit | None:
    """The independent monster, on the table or below it; None when it is dead or there is none."""
    for unit in state.units.values():
        if unit.seat == NOBODY and unit.status in (ALIVE, WAITING):
            return unit
    return None


def _prey(state: State) -> list[Unit]:
    """The ships a monster may hunt, in order of ship id."""
    return [each for each in state.units.values() if each.status == ALIVE and card_of(state, each.id).kind == SHIP]


def _even(distance: float) -> int:
    """A distance in steps of the tolerance, so that equal ones are equal."""
    return round(distance / measures().length_tolerance)


@rule("sea.monster.sectors", "sea.monster.appear")
def sector_centre(state: State, sector: int) -> tuple[float, float]:
    """The middle of a sector: nine equal ones, numbered from the lower left, row by row."""
    rows = monster_numbers().rows
    row, column = divmod(sector - 1, rows)
    return (column + 0.5) * state.match.width / rows, (row + 0.5) * state.match.height / rows


@rule("sea.monster.appear")
def surface(t: Table, monster: Unit, sector: int) -> bool:
    """It comes up in the middle of the sector facing the nearest ship, if its whole hull finds room."""
    x, y = sector_centre(t, sector)
    prey = _prey(t)
    if not prey:
        return False
    nearest = min(prey, key=lambda ship: _even(kernel.point_distance(hull(t, ship), x, y)))
    pose = stored(x, y, bearing(x, y, *nearest.here.place))
    if in_the_way(t, monster.id, *pose.place, pose.degrees):
        return False
    throws = (happened.Throw(SECTOR, NOBODY, (sector,)),)
    t.emit(happened.UnitPlaced(unit=monster.id, pose=pose, clause="sea.monster.appear", throws=throws))
    t.emit(happened.UnitMarked(unit=monster.id, mark="reserve", value=0, clause="sea.monster.appear"))
    return True


@rule("sea.monster.behave")
def nearest_ship(state: State, monster: Unit) -> Unit | None:
    """The nearest ship by hull distance; of equals the weaker, then the first in order of ship id."""
    prey = _prey(state)
    if not prey:
        return None
    shape = hull(state, monster)
    return min(prey, key=lambda ship: (_even(kernel.distance(shape, hull(state, ship))), durability(ship)))


@rule("sea.monster.behave")
def free_heading(state: State, monster: Unit, toward: float) -> float | None:
    """The heading in which it can lie about its bow: straight at the prey, else the next best to either side."""
    length = card_of(state, monster.id).length
    bow_x, bow_y = bow_of(monster.here, length)
    step, behind = monster_numbers().try_degrees, half_length(length)
    offs = [0.0]
    while offs[-1] > -_HALF_TURN:
        turn = abs(offs[-1]) + step
        offs += [turn, -turn]
    for off in offs:
        c, s = cosine_and_sine(toward + off)
        if not in_the_way(state, monster.id, bow_x - behind * c, bow_y - behind * s, toward + off):
            return toward + off
    return None


@rule("sea.monster.behave", "sea.monster.no_fire")
def hunt(t: Table, monster: Unit, prey: Unit) -> UnitId:
    """One straight leg from the bow at the prey, as far as its speed or the first contact: the ship it rams, if any."""
    length = card_of(t, monster.id).length
    bow_x, bow_y = bow_of(monster.here, length)
    heading = free_heading(t, monster, bearing(bow_x, bow_y, *prey.here.place))
    if heading is None:
        dive(t, monster.id)
        return ""
    c, s = cosine_and_sine(heading)
    behind, reach = half_length(length), float(monster.marks.get(SPEED, 0))
    x, y = bow_x - behind * c, bow_y - behind * s
    found = obstacles(t)
    share, hit = kernel.translate(
        found.scene, hull_form(length).at(x, y, c, s), reach * c, reach * s, found.place[monster.id]
    )
    met = what_is_there(found, hit)
    way = share * reach
    pose = stored(x + way * c, y + way * s, heading)
    t.emit(
        happened.UnitMoved(
            unit=monster.id, pose=pose, step="hunt", amount=way, stopped_by=met, clause="sea.monster.behave"
        )
    )
    rams = met in t.units and card_of(t, met).kind == SHIP
    return met if rams else ""


@rule("sea.monster.behave")
def dive(t: Table, unit_id: UnitId) -> None:
    """It leaves the table and keeps its damage for the next time."""
    t.emit(happened.UnitMarked(unit=unit_id, mark="hungry", value=0, clause="sea.monster.behave"))
    t.emit(happened.UnitHeldBack(unit=unit_id, clause="sea.monster.behave"))


@is_accurate.amended(SEA_MONSTERS)
@rule("sea.monster.always_accurate")
def monsters_never_miss(state: State, unit: Unit, ram: Ram, straight: bool, struck: Shape, accurate: bool) -> bool:
    """A monster throws all its durability however it comes."""
    return accurate or card_of(state, unit.id).kind == MONSTER


@step(RoundEnd, SEA_MONSTERS)
@rule("sea.monster.behave", "sea.geometry.round_end")
def monsters(end: RoundEnd, t: Table) -> Any:
    """The monster of the deep."""
    return Push(MonsterPhase()) if t.match.options.independent_monsters else None


class MonsterPhase(Frame):
    """What the monster of the deep does when a round ends: hunt, or perhaps surface."""

    target: UnitId = ""
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("hunting", "throw", "settle", "after_ram", "draw_sector", "surfaces")
    PUBLIC: ClassVar[tuple[str, ...]] = ("target", "faces")

    @rule("sea.monster.behave")
    def hunting(self, t: Table) -> Any:
        """A monster on the table makes for the nearest ship."""
        monster = of_the_deep(t)
        if monster is None:
            return DONE
        if monster.status == WAITING:
            return Goto("draw_sector")
        prey = nearest_ship(t, monster)
        if prey is None:
            return DONE
        self.target = hunt(t, monster, prey)
        if self.target:
            return None
        hungry = t.units[monster.id].marks.get("hungry", 0) + 1
        if t.units[monster.id].status == ALIVE:
            t.emit(happened.UnitMarked(unit=monster.id, mark="hungry", value=hungry, clause="sea.monster.behave"))
            if hungry >= monster_numbers().patience_rounds:
                dive(t, monster.id)
        return DONE

    @rule("sea.monster.behave", "sea.monster.always_accurate")
    def throw(self, t: Table) -> Any:
        """It rams with all its durability."""
        monster = of_the_deep(t)
        assert monster is not None
        return Roll((dices.pool(t.match.options, durability(monster), HUNTING, NOBODY),), into="faces")

    @rule("sea.monster.behave", "sea.fight.dice")
    def settle(self, t: Table) -> Any:
        """Each success is a hit."""
        monster = of_the_deep(t)
        assert monster is not None
        hits = dices.score(t.match.options, self.faces[0])
        resolved = happened.AttackResolved(
            unit=monster.id,
            target=self.target,
            manner="monster",
            dice=len(self.faces[0]),
            hits=hits,
            clause="sea.monster.always_accurate",
            throws=(happened.Throw(HUNTING, NOBODY, self.faces[0]),),
        )
        t.emit(resolved)
        return Push(Damage(unit=self.target, hits=hits, by=monster.id)) if hits else None

    @rule("sea.monster.behave", "sea.game.all_gone")
    def after_ram(self, t: Table) -> Any:
        """After a ram it dives."""
        monster = of_the_deep(t)
        assert monster is not None
        dive(t, monster.id)
        end_if_decided(t)
        return DONE

    @rule("sea.monster.appear", "sea.monster.sectors")
    def draw_sector(self, t: Table) -> Any:
        """A monster below may come up in one of nine sectors."""
        return Roll((Pool(1, SECTOR, monster_numbers().rows ** 2),), into="faces")

    @rule("sea.monster.appear")
    def surfaces(self, t: Table) -> Any:
        """If the place is free."""
        monster = of_the_deep(t)
        assert monster is not None
        surface(t, monster, self.faces[0][0])
