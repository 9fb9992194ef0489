"""Ramming: an attack by movement and weight; accurate with all durability, inaccurate with base durability only."""

from __future__ import annotations

from math import acos, degrees
from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.asking.previews import ConeFace
from brickfield.core.board import ALIVE, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.frames import Frame, Push, Roll
from brickfield.core.kept import EVERY_FACT, kept
from brickfield.core.numbers import apart, number_text
from brickfield.core.questions import Question
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Scene, Shape, kernel
from brickfield.geometry.bearings import wrapped
from brickfield.geometry.grain import GRAIN
from brickfield.geometry.grain import unit as cosine_and_sine
from . import dices
from .damage import Damage
from .hulls import bow_of, half_length, hull_form
from .measures import inches, measures, stored
from .moving_the_vessels import (
    Ahead,
    Astern,
    Course,
    Helm,
    Impact,
    Ram,
    Sail,
    Sailed,
    Way,
    blocked,
    check_shape,
    effective_speed,
    merged,
    sail_legs,
    same_direction,
    seaweed_toll,
    swept_free,
)
from .ship_card import BASE, FORT, durability
from .victory import end_if_decided
from .waters import are_enemies, card_of, describe, hull

# The bow edges of a hull by their number: from the starboard shoulder to the tip, and on to the port shoulder.
_BOW_EDGES = (2, 3)
_RAMMING = "ramming"


@kept(facts=EVERY_FACT)
def course_of(state: State, order: Sail) -> Course | Refusal:
    """A move of a unit of this table, worked out once for whoever suggests it and whoever gives it."""
    return work_out_course(state, state.units[order.unit], order)


@rule("sea.move.optional", "sea.ram.nature", "sea.ram.declare", "sea.geometry.collision")
def work_out_course(state: State, unit: Unit, order: Sail, curtly: bool = False) -> Course | Refusal:
    """A move worked out as a whole, with its ram if one is declared; any fault refuses all of it. Curtly: nobody wants
    to know what is in the way."""
    legs, ram = merged(order.legs), order.ram
    if not legs and ram is None:
        return Course(unit.id)
    if ram is not None:
        target = may_ram(state, unit, ram.target)
        if isinstance(target, Refusal):
            return target
        legs = _one_leg_with_the_ram(legs, ram)
    fault = check_shape(state, unit, legs, ram)
    if fault is not None:
        return fault
    helm = Helm(unit, card_of(state, unit.id).length, effective_speed(state, unit))
    fault = sail_legs(state, helm, legs, curtly)
    if fault is not None:
        return fault
    if ram is None:
        return Course(unit.id, tuple(helm.legs), helm.used)
    return _run_in(state, helm, ram)


def _one_leg_with_the_ram(legs: tuple[Ahead | Astern, ...], ram: Ram) -> tuple[Ahead | Astern, ...]:
    """A last leg in the direction of the ram is one leg with it: the legs without it."""
    last = legs[-1] if legs else None
    if isinstance(last, Ahead) and same_direction(last.heading, ram.heading):
        return legs[:-1]
    return legs


@rule("sea.ram.target", "sea.ram.once", "sea.ram.motion", "sea.monster.fleet_limits", "sea.game.teams")
def may_ram(state: State, unit: Unit, target_id: UnitId) -> Unit | Refusal:
    """Only enemy ships and monsters, once a round, and only by a ship that can move."""
    target = state.units.get(target_id)
    name = describe(state, unit.id)
    if target is None or target.status != ALIVE:
        return invalid("unknown_unit", f"There is no unit {target_id!r} on this table.")
    if not are_enemies(state, unit, target) or card_of(state, target_id).kind == FORT:
        sentence = f"{name} cannot ram {describe(state, target_id)}: only enemy ships and monsters are rammed."
        return illegal("no_ram_target", "sea.ram.target", sentence, target=target_id)
    fleet = [other for other in state.units.values() if other.seat == unit.seat]
    rammers = fleet if state.match.options.ram_per_player else [unit]
    before = [other.id for other in rammers if other.marks.get("rammed")]
    if before:
        sentence = f"{describe(state, before[0])} has rammed in this round; only one ram is allowed."
        return illegal("rammed_before", "sea.ram.once", sentence, unit=before[0])
    if effective_speed(state, unit) < 1:
        return illegal("no_motion", "sea.ram.motion", f"{name} makes no way; ramming needs motion.")
    return target


@rule("sea.sextant.use", "sea.ram.accurate")
def ramming_cone(state: State, unit: Unit) -> ConeFace | None:
    """The sextant at the bow: where an accurate ram can go, as far as the ship can sail."""
    speed = effective_speed(state, unit) if unit.pose is not None else 0
    if not speed or unit.pose is None:
        return None
    x, y = bow_of(unit.pose, card_of(state, unit.id).length)
    half = measures().ram_cone_degrees
    place = (round(x * GRAIN), round(y * GRAIN))
    return ConeFace(*place, unit.pose.degrees, half, float(speed), "accurate ram", "sea.ram.accurate")


@rule("sea.geometry.contact", "sea.move.free_path", "sea.ram.two_hulls", "sea.ram.motion", "sea.ram.ends_move")
def _run_in(state: State, helm: Helm, ram: Ram) -> Course | Refusal:
    """The last leg: ahead until the hull first touches the target, with nothing else in the way before."""
    unit, target = helm.ship, state.units[ram.target]
    leg, name, numbers = len(helm.legs) + 1, describe(state, ram.target), measures()
    length = card_of(state, unit.id).length
    c, s = cosine_and_sine(ram.heading)
    behind = half_length(length)
    here = (helm.bow[0] - behind * c, helm.bow[1] - behind * s)
    swung = Way(ram.heading, c, s, helm.bow, helm.bow, helm.heading)
    thing = swept_free(state, unit, swung)
    if thing:
        return blocked(state, unit, leg, thing, swung)
    run = hull_form(length).at(*here, c, s)
    if kernel.distance(run, hull(state, target)) <= numbers.contact_inches:
        sentence = f"{describe(state, unit.id)} already touches {name} there; it must back off first."
        return illegal("already_touching", "sea.geometry.contact", sentence)
    way = contact_distance(run, hull(state, target), c, s, helm.left - helm.used)
    if way is None:
        sentence = (
            f"{describe(state, unit.id)} does not meet {name} on this course with "
            f"{number_text(helm.left)} inches of speed."
        )
        return illegal("not_reached", "sea.geometry.contact", sentence, speed=helm.left)
    if way < inches(numbers.shortest_ram_studs) - numbers.length_tolerance:
        short, needed = apart(way, inches(numbers.shortest_ram_studs))
        sentence = f"The run is {short} inches; ramming needs {needed}."
        return illegal("run_too_short", "sea.ram.motion", sentence, inches=way)
    return _hit(state, helm, ram, way, here)


@rule("sea.geometry.contact")
def contact_distance(run: Shape, target: Shape, c: float, s: float, most: float) -> float | None:
    """How far a hull goes ahead until it first touches another, at most this far; None when it does not.

    Going straight ahead only the bow edges can meet something new, so the touch is always one of the bow.
    """
    reach = most + measures().contact_inches
    if reach <= 0.0:
        return None
    share, hit = kernel.translate(Scene([target]), run, reach * c, reach * s)
    way = share * reach
    return way if hit == 0 and way <= most + measures().length_tolerance else None


@rule("sea.ram.two_hulls", "sea.geometry.contact", "sea.geometry.after_ram", "sea.geometry.path_length")
def _hit(state: State, helm: Helm, ram: Ram, way: float, here: tuple[float, float]) -> Course | Refusal:
    """The contact pose, if nothing else is met before it and the way is not too long."""
    unit, number = helm.ship, len(helm.legs) + 1
    c, s = cosine_and_sine(ram.heading)
    bow = (helm.bow[0] + way * c, helm.bow[1] + way * s)
    used = helm.used + way + seaweed_toll(state, helm.bow, bow)
    name = describe(state, unit.id)
    if used > helm.left + measures().length_tolerance:
        way_sailed, speed = apart(used, helm.left)
        sentence = f"{name} would sail {way_sailed} inches to the ram; its speed is {speed}."
        return illegal("too_far", "sea.geometry.path_length", sentence, inches=used, speed=helm.left)
    thing = swept_free(state, unit, Way(ram.heading, c, s, helm.bow, bow, ram.heading))
    if thing:
        sentence = f"On leg {number} {name} would meet {describe(state, thing)} before {describe(state, ram.target)}."
        return illegal("met_before", "sea.ram.two_hulls", sentence, thing=thing)
    x, y = here[0] + way * c, here[1] + way * s
    struck = hull_form(card_of(state, unit.id).length).at(x, y, c, s)
    accurate = is_accurate(state, unit, ram, not helm.legs, struck)
    impact = Impact(ram.target, accurate, ram_dice(unit, accurate))
    legs = (*helm.legs, Sailed("ram", stored(x, y, ram.heading), way))
    return Course(unit.id, legs, used, impact)


# --- accurate or not -------------------------------------------------------------------------------------------------


@Question
@rule("sea.ram.accurate", "sea.ram.inaccurate", "sea.sextant.use")
def is_accurate(state: State, unit: Unit, ram: Ram, straight: bool, struck: Shape) -> bool:
    """The sextant's answer: one straight run at something ahead of the bow, or a square hit."""
    if state.match.options.ram_test == "impact_angle":
        return square_hit(struck, hull(state, state.units[ram.target]), ram.heading)
    off = abs(wrapped(ram.heading - unit.here.degrees))
    return straight and off <= measures().ram_cone_degrees + measures().angle_tolerance


@rule("sea.ram.accurate")
def square_hit(struck: Shape, target: Shape, heading: float) -> bool:
    """Whether the heading and the inward normal of some touched edge of the target differ by no more than the cone."""
    c, s = cosine_and_sine(heading)
    limit = measures().ram_cone_degrees + measures().angle_tolerance
    for number, (nx, ny, _offset) in enumerate(target.edges):
        angle = degrees(acos(max(-1.0, min(1.0, -(nx * c + ny * s)))))
        if angle <= limit and _touches_bow(struck, target.side(number)):
            return True
    return False


def _touches_bow(struck: Shape, side: tuple[float, float, float, float]) -> bool:
    """Whether a side lies within contact of the bow edges: one of the four ends is nearest to the other segment."""
    ax, ay, bx, by = side
    for edge in _BOW_EDGES:
        cx, cy, dx, dy = struck.side(edge)
        gaps = (
            _from_segment(ax, ay, (cx, cy, dx, dy)),
            _from_segment(bx, by, (cx, cy, dx, dy)),
            _from_segment(cx, cy, side),
            _from_segment(dx, dy, side),
        )
        if min(gaps) <= measures().contact_inches:
            return True
    return False


def _from_segment(x: float, y: float, segment: tuple[float, float, float, float]) -> float:
    ax, ay, bx, by = segment
    dx, dy = bx - ax, by - ay
    along = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
    return float(((ax + along * dx - x) ** 2 + (ay + along * dy - y) ** 2) ** 0.5)


@rule("sea.ram.accurate_dice", "sea.ram.inaccurate_dice", "sea.fight.example_dice")
def ram_dice(unit: Unit, accurate: bool) -> int:
    """An accurate ram throws all durability there is, an inaccurate one base durability only."""
    return durability(unit) if accurate else unit.marks.get(BASE, 0)


class Ramming(Frame):
    """A ram after the run: throw, settle the target, then what comes back."""

    unit: UnitId = ""
    target: UnitId = ""
    accurate: bool = False
    dice: int = 0
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("declare", "throw", "settle", "backlash", "check")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "target", "accurate", "dice", "faces")

    def still_stands(self, t: Table) -> bool:
        """As long as the rammer is afloat; a rammer sunk by its own ram still has it counted."""
        return self.at == "check" or t.units[self.unit].status == ALIVE

    @rule("sea.ram.declare", "sea.ram.once")
    def declare(self, t: Table) -> Any:
        """The ram was declared with the move; the card shows that this ship has rammed."""
        seat = t.units[self.unit].seat
        t.emit(happened.TargetDeclared(unit=self.unit, target=self.target, clause="sea.ram.declare"))
        choice = "accurate" if self.accurate else "inaccurate"
        clause = "sea.ram.accurate" if self.accurate else "sea.ram.inaccurate"
        t.emit(happened.Chosen(seat=seat, what="ram", choice=choice, clause=clause))
        t.emit(happened.UnitMarked(unit=self.unit, mark="rammed", value=1, clause="sea.ram.once"))

    @rule("sea.fight.dice", "sea.ram.accurate_dice", "sea.ram.inaccurate_dice", "sea.geometry.rng")
    def throw(self, t: Table) -> Any:
        """The rammer throws its dice."""
        return Roll((dices.pool(t.match.options, self.dice, _RAMMING, t.units[self.unit].seat),), into="faces")

    @rule("sea.fight.dice")
    def settle(self, t: Table) -> Any:
        """Each success is a hit on the target."""
        hits = dices.score(t.match.options, self.faces[0])
        manner = "accurate_ram" if self.accurate else "inaccurate_ram"
        clause = "sea.ram.accurate_dice" if self.accurate else "sea.ram.inaccurate_dice"
        resolved = happened.AttackResolved(
            unit=self.unit,
            target=self.target,
            manner=manner,
            dice=self.dice,
            hits=hits,
            clause=clause,
            throws=(happened.Throw(_RAMMING, t.units[self.unit].seat, self.faces[0]),),
        )
        t.emit(resolved)
        return Push(Damage(unit=self.target, hits=hits, by=self.unit)) if hits else None

    @rule("sea.ram.self_damage")
    def backlash(self, t: Table) -> Any:
        """Only the target is damaged; by agreement half of the hits, rounded down, come back."""
        hits = dices.score(t.match.options, self.faces[0]) // measures().backlash_share
        if not t.match.options.ram_backlash or not hits:
            return None
        return Push(Damage(unit=self.unit, hits=hits, by=self.target))

    @rule("sea.ram.self_damage", "sea.game.all_gone", "sea.ram.sunk_target")
    def check(self, t: Table) -> Any:
        """The ram is settled, backlash included: is the battle decided?"""
        end_if_decided(t)
