"""Firing: one die for each point of firepower, ten inches, a few shots to fifteen, divided as declared beforehand."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from brickfield.core import events as happened
from brickfield.core.board import ALIVE, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.frames import Frame, Goto, Push, Roll
from brickfield.core.kept import kept
from brickfield.core.numbers import apart, counted
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import kernel, relative_bearing
from brickfield.geometry.grain import GRAIN
from ..setup.options import Options
from . import dices
from .damage import Damage
from .measures import measures
from .moving_the_vessels import Name
from .ship_card import FIREPOWER, FORT
from .victory import end_if_decided
from .waters import are_enemies, card_of, describe, hull, land_between, sea_of

_FIRING = "firing"


class Shot(Struct, frozen=True, forbid_unknown_fields=True):
    """A target and the dice thrown at it."""

    target: Name
    dice: Annotated[int, Meta(ge=1, le=999)]


class Fire(Answer, frozen=True):
    """All targets of a ship with their dice, declared before any die is thrown, in the order they are settled."""

    shots: Annotated[tuple[Shot, ...], Meta(min_length=1, max_length=60)]


@rule("sea.firepower.long", "sea.firepower.long_count")
def long_range_shots(state: State, unit: Unit) -> int:
    """How many of a ship's dice reach beyond the normal range: one for each cone of firepower it has now."""
    return long_range_dice(unit.marks.get(FIREPOWER, 0), state.match.options)


def long_range_dice(firepower: int, options: Options) -> int:
    """How many dice of so much firepower reach far: one for each cone, or none where only whole cones shoot far."""
    five = measures().long_range_firepower
    return 0 if options.long_range_strict and firepower % five else firepower // five


@rule("sea.geometry.range")
def hull_distance(state: State, one: Unit, other: Unit) -> float:
    """The firing distance: the shortest way between the two hulls."""
    return kernel.distance(hull(state, one), hull(state, other))


@rule("sea.geometry.range", "sea.firepower.range", "sea.firepower.long")
def range_band(state: State, one: Unit, other: Unit) -> str:
    """`normal` up to ten inches, `long` up to fifteen, else `out`; the hairsbreadth goes to the shooter."""
    numbers = measures()
    dx, dy = (one.here.x - other.here.x) / GRAIN, (one.here.y - other.here.y) / GRAIN
    apart = (dx * dx + dy * dy) ** 0.5
    # the centres are inside the hulls: nearer than the range needs no measuring, nor does what no hull can bridge
    if apart <= numbers.range_inches:
        return "normal"
    reach = sea_of(state).reach
    if apart - reach[one.id] - reach[other.id] > numbers.long_range_inches + numbers.length_tolerance:
        return "out"
    distance = hull_distance(state, one, other) - numbers.length_tolerance
    if distance <= numbers.range_inches:
        return "normal"
    return "long" if distance <= numbers.long_range_inches else "out"


@rule("sea.fire.no_arc")
def bears(state: State, unit: Unit, target: Unit) -> bool:
    """Guns fire all round; with broadsides only at what lies abeam. A fort has no bow."""
    if not state.match.options.broadside or card_of(state, unit.id).kind == FORT:
        return True
    numbers = measures()
    off = abs(relative_bearing(*unit.here.place, unit.here.degrees, *target.here.place))
    slack = numbers.angle_tolerance
    return numbers.broadside_from_degrees - slack <= off <= numbers.broadside_to_degrees + slack


@rule("sea.geometry.range", "sea.geometry.sight", "sea.fire.no_arc", "sea.firepower.long")
def can_hit(state: State, unit: Unit, target: Unit) -> str:
    """What keeps a ship from firing at an enemy: `range`, `arc` or `sight`; empty when nothing does."""
    band = range_band(state, unit, target)
    if band == "out" or (band == "long" and not long_range_shots(state, unit)):
        return "range"
    if not bears(state, unit, target):
        return "arc"
    return "sight" if land_between(state, unit, target) else ""


@rule("sea.fire.enemy", "sea.geometry.range", "sea.geometry.sight", "sea.fire.no_arc", "sea.fort.card")
def may_target(state: State, unit: Unit, target_id: UnitId) -> Refusal | None:
    """Why a ship cannot fire at something: no enemy, out of range, not abeam, land in between."""
    target = state.units.get(target_id)
    if target is None or target.status != ALIVE:
        return invalid("unknown_unit", f"There is no unit {target_id!r} on this table.")
    if not are_enemies(state, unit, target):
        sentence = f"{describe(state, target_id)} is not an enemy of {describe(state, unit.id)}."
        return illegal("not_an_enemy", "sea.fire.enemy", sentence)
    fault = can_hit(state, unit, target)
    return _refused(state, unit, target, fault) if fault else None


def _refused(state: State, unit: Unit, target: Unit, fault: str) -> Refusal:
    """The refusal of a target, with its numbers."""
    name, aim = describe(state, unit.id), describe(state, target.id)
    if fault == "range":
        numbers = measures()
        most = numbers.long_range_inches if long_range_shots(state, unit) else numbers.range_inches
        distance = hull_distance(state, unit, target)
        away, reach = apart(distance, most)
        sentence = f"{aim} is {away} inches away; {name} reaches {reach}."
        return illegal("out_of_range", "sea.geometry.range", sentence, distance=distance, range=most)
    if fault == "arc":
        return illegal("not_abeam", "sea.fire.no_arc", f"{aim} is not abeam of {name}; only broadsides were agreed.")
    land = land_between(state, unit, target)
    sentence = f"Land lies between {name} and {aim}: {describe(state, land)}."
    return illegal("out_of_sight", "sea.geometry.sight", sentence, land=land)


@rule("sea.firepower.meaning", "sea.firepower.zero", "sea.fire.after_move")
def targets(state: State, unit: Unit) -> list[Unit]:
    """Everything a ship may fire at from where it is."""
    if not unit.marks.get(FIREPOWER):
        return []
    return _in_reach(state, unit.id)


@kept
@rule("sea.fire.after_move", "sea.fire.enemy")
def _in_reach(state: State, unit_id: UnitId) -> list[Unit]:
    unit = state.units[unit_id]
    near = enemies_within(state, unit, measures().long_range_inches + measures().length_tolerance)
    return [each for each in near if not can_hit(state, unit, each)]


@rule("sea.fire.enemy", "sea.geometry.range")
def enemies_within(state: State, unit: Unit, inches: float) -> list[Unit]:
    """The enemies whose hulls can be that near; those that are surely further away need no measuring."""
    match = sea_of(state)
    side, reach, found = match.side(unit.seat), match.reach, []
    x, y, own = unit.here.x, unit.here.y, inches + reach[unit.id]
    for each in state.units.values():
        pose = each.pose
        if pose is None or each.status != ALIVE or each.seat == unit.seat or match.side(each.seat) == side:
            continue
        dx, dy, most = pose.x - x, pose.y - y, (own + reach[each.id]) * GRAIN
        if dx * dx + dy * dy <= most * most:
            found.append(each)
    return found


@rule("sea.fire.split", "sea.fire.declare", "sea.fire.dice", "sea.firepower.zero", "sea.firepower.long_count")
def settle_fire(state: State, unit: Unit, order: Fire) -> Fire | Refusal:
    """A declaration as a whole: each target once, no more dice than firepower, long shots no more than cones."""
    name, firepower = describe(state, unit.id), unit.marks.get(FIREPOWER, 0)
    if not firepower:
        return illegal("no_firepower", "sea.firepower.zero", f"{name} has no firepower left.")
    names = [shot.target for shot in order.shots]
    if len(set(names)) < len(names):
        return illegal("target_twice", "sea.fire.declare", "Each target is named once, with all its dice.")
    thrown = sum(shot.dice for shot in order.shots)
    if thrown > firepower:
        sentence = f"{name} would throw {counted(thrown, 'die', 'dice')}; its firepower is {firepower}."
        return illegal("too_many_dice", "sea.fire.dice", sentence, dice=thrown, firepower=firepower)
    for shot in order.shots:
        refusal = may_target(state, unit, shot.target)
        if refusal is not None:
            return refusal
    far = sum(shot.dice for shot in order.shots if range_band(state, unit, state.units[shot.target]) == "long")
    most = long_range_shots(state, unit)
    if far > most:
        dice, shots = counted(far, "die", "dice"), counted(most, "such shot")
        sentence = f"{name} would throw {dice} beyond {measures().range_inches:g} inches; it has {shots}."
        return illegal("too_many_long_shots", "sea.firepower.long_count", sentence, dice=far, most=most)
    return order


class Firing(Frame):
    """A declared volley, settled target by target in the declared order."""

    unit: UnitId = ""
    shots: tuple[Shot, ...] = ()
    fired: int = 0
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("declare", "next_target", "settle", "check", "again")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "shots", "fired", "faces")

    def still_stands(self, t: Table) -> bool:
        """As long as the shooter is on the table."""
        return t.units[self.unit].status == ALIVE

    def thrown_for(self) -> tuple[str, str]:
        """The ship, and the target it throws at now."""
        return self.unit, self.shots[self.fired].target

    @rule("sea.fire.declare", "sea.fight.methods")
    def declare(self, t: Table) -> Any:
        """All targets are known before the first throw."""
        for shot in self.shots:
            t.emit(happened.TargetDeclared(unit=self.unit, target=shot.target, clause="sea.fire.declare"))
        t.emit(happened.UnitMarked(unit=self.unit, mark="attacked", value=1, clause="sea.fire.declare"))

    @rule("sea.fire.dice", "sea.firepower.meaning", "sea.geometry.rng")
    def next_target(self, t: Table) -> Any:
        """As many dice as points of firepower were given to this target."""
        shot = self.shots[self.fired]
        if t.units[shot.target].status != ALIVE:
            t.emit(
                happened.ShotVoided(unit=self.unit, target=shot.target, reason="target_gone", clause="sea.fire.order")
            )
            return Goto("again")
        return Roll((dices.pool(t.match.options, shot.dice, _FIRING, t.units[self.unit].seat),), into="faces")

    @rule("sea.fight.dice", "sea.fire.order", "sea.dice.score")
    def settle(self, t: Table) -> Any:
        """Each success is a hit; its damage is settled before the next target is thrown for."""
        shot = self.shots[self.fired]
        hits = dices.score(t.match.options, self.faces[0])
        t.emit(
            happened.AttackResolved(
                unit=self.unit,
                target=shot.target,
                manner="fire",
                dice=shot.dice,
                hits=hits,
                clause="sea.fight.dice",
                throws=(happened.Throw(_FIRING, t.units[self.unit].seat, self.faces[0]),),
            )
        )
        return Push(Damage(unit=shot.target, hits=hits, by=self.unit)) if hits else None

    @rule("sea.game.all_gone", "sea.fire.order")
    def check(self, t: Table) -> Any:
        """The fire on one target is settled: is the battle decided?"""
        end_if_decided(t)

    @rule("sea.fire.order")
    def again(self, t: Table) -> Any:
        """On to the next target."""
        self.fired += 1
        return Goto("next_target") if self.fired < len(self.shots) else None
