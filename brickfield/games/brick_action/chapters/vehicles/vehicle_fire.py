"""Vehicle attacks and turrets: the batteries of a vehicle as actions, and turning a turret farther than 45 degrees."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from brickfield.core.asking.offers import Action, Aims, Choice, Choose, Dial, Note, Shooter
from brickfield.core.asking.previews import ConeFace
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.frames import Frame
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.shown.showing import AimFace, Sum
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import GRAIN
from ...base.actions import Deed, Name, own_attack_bar
from ...base.battlefield import describe, enemies_of, is_vehicle, told
from ...base.firing.attack import Attacking, attack_fault
from ...base.firing.attack_offers import aim
from ...base.firing.shots import Manner
from .armour_attack import ArmourAttack
from .armour_odds import chance_to_hurt
from .armour_shots import ArmourShot, gun_shot
from .batteries import batteries_of, battery_fault
from .vehicle_damage import TURRET, mark
from .vehicle_moves import cannot_drive
from .vehicle_sight import turret_heading
from .vehicles import SWARM, armour, class_of, is_turreted, vehicle_weapons


class FireGuns(Answer, frozen=True):
    """A battery of a vehicle fires; `dice`: fewer than it has, 0 all of them."""

    unit: Name
    target: Name
    weapon: Name
    dice: Annotated[int, Meta(ge=0, le=20)] = 0


class TurnTurret(Answer, frozen=True):
    """Turn the turret to a heading on the board, however far."""

    unit: Name
    heading: Annotated[float, Meta(ge=-1440, le=1440)]


@rule("ba.veh.method", "ba.veh.sixes", "ba.iva.dice")
def aim_face(state: State, unit: Unit, target: Unit, shot: ArmourShot | Refusal) -> AimFace:
    """A shot at a vehicle as a table shows it."""
    title = describe(state, target.id)
    if isinstance(shot, Refusal):
        return AimFace(unit.id, target.id, title, "", refusal=shot, clause=shot.clause)
    needed = f"sum {shot.needed}+" if shot.needed else f"{armour().hit_from}+ each"
    by_total = "ba.veh.method" if shot.arc else "ba.swarm.rule"
    seen = "through a wall" if shot.through_wall else f"{round(shot.share * 100)} % visible"
    return AimFace(
        unit.id,
        target.id,
        title,
        f"{shot.arc}, {seen}" if shot.arc else "in contact",
        needed=shot.needed or None,
        need=needed,
        roll=f"{shot.pool.total}D6, saved on {shot.save}+; every {armour().automatic_face} is damage by itself",
        odds=chance_to_hurt(shot),
        odds_of="it takes damage",
        sums=(Sum("attack dice", shot.pool.lines(), shot.pool.total, dice=True),),
        distance=shot.distance,
        clause=by_total if shot.needed else "ba.iva.dice",
        dice=shot.pool.total,
    )


@rule("ba.veh.pool", "ba.turn.action_kinds")
def _offer_battery(weapon: str, state: State, unit: Unit) -> Action | None:
    if not is_vehicle(state, unit) or weapon not in batteries_of(state, unit):
        return None
    count, title = batteries_of(state, unit)[weapon], vehicle_weapons()[weapon].title
    name = f"Fire {title}" if count == 1 else f"Fire {count} x {title}"
    aims = tuple(aim_at(state, unit, target, weapon) for target in enemies_of(state, unit))
    closed = battery_fault(state, unit, weapon)
    if closed is None and all(each.refusal is not None for each in aims):
        closed = illegal("no_target", "ba.attack.declare", f"The {title} of {unit.id} has no target.")
    started = {"answer": "fire_guns", "unit": unit.id, "weapon": weapon}
    shooter = Shooter(unit.id, aims, cones=(weapon_arc(state, unit, weapon),))
    return Action(
        f"fire_{weapon}", name, Aims((shooter,), started, clause="ba.veh.pool", lines=True),
        "ba.veh.pool",
        closed=closed,
    )  # fmt: skip


@rule("ba.veh.turret", "ba.veh.range")
def weapon_arc(state: State, unit: Unit, weapon: str) -> ConeFace:
    """Where a weapon can be brought to bear: about the turret it sits in, or about the front of the hull."""
    numbers, row = armour(), vehicle_weapons()[weapon]
    in_turret = is_turreted(class_of(state, unit).id, weapon)
    half = numbers.free_turn if in_turret else numbers.fixed_arc
    heading = turret_heading(unit) if in_turret else unit.here.degrees
    title = f"{row.title}: {half:g} degrees to either side"
    return ConeFace(unit.here.x, unit.here.y, heading, half, float(row.range), title, "ba.veh.turret")


def aim_at(state: State, unit: Unit, target: Unit, weapon: str) -> AimFace:
    """A battery aimed at a unit."""
    if is_vehicle(state, target):
        return aim_face(state, unit, target, gun_shot(state, unit, target, weapon))
    return aim(state, unit, target, Manner(weapon=weapon))


def _fire_fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    target = state.units.get(order.target)
    if target is None:
        return illegal("no_target", "ba.attack.declare", f"{order.target[:40]} is not a target.")
    fault = battery_fault(state, unit, order.weapon)
    if fault is not None:
        return fault
    if not is_vehicle(state, target):
        return attack_fault(state, unit, target, Manner(announced=order.dice, weapon=order.weapon))
    shot = gun_shot(state, unit, target, order.weapon, order.dice)
    return shot if isinstance(shot, Refusal) else None


def _fire(state: State, order: FireGuns, *, held: bool = False) -> Frame:
    if not is_vehicle(state, state.units[order.target]):
        manner = Manner(announced=order.dice, weapon=order.weapon)
        return Attacking(unit=order.unit, target=order.target, manner=manner, held=held)
    return ArmourAttack(unit=order.unit, target=order.target, weapon=order.weapon, dice=order.dice, held=held)


def _battery_deed(weapon: str) -> Deed:
    offer: Callable[[State, Unit], Action | None] = partial(_offer_battery, weapon)
    return Deed(
        (FireGuns,), offer, _fire_fault, _fire, bar=own_attack_bar, respond=partial(_fire, held=True), held_as="attack"
    )


# one row for each weapon that can be mounted, so that every battery is an action of its own
FIRE_GUNS: tuple[Deed, ...] = tuple(_battery_deed(weapon) for weapon in vehicle_weapons() if weapon != SWARM)


class TurningTurret(Frame):
    """A turret is turned as an action."""

    unit: str = ""
    heading: float = 0.0

    STEPS: ClassVar[tuple[str, ...]] = ("turn",)
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "heading")

    @rule("ba.veh.turret")
    def turn(self, t: Table) -> Any:
        """Any angle; afterwards the turret turns with the hull."""
        pose = t.units[self.unit].here
        off = round((self.heading - pose.degrees) % 360.0 * GRAIN) % (360 * GRAIN)
        mark(t, self.unit, TURRET, off, "ba.veh.turret")


def turret_weapon(state: State, unit: Unit) -> str:
    """The weapon in the turret of a vehicle; empty without one."""
    made = class_of(state, unit).id
    return next((each for each in batteries_of(state, unit) if is_turreted(made, each)), "")


@rule("ba.veh.turret")
def _turret_fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    name = describe(state, unit.id)
    if not is_vehicle(state, unit) or not turret_weapon(state, unit):
        return illegal("no_turret", "ba.veh.turret", f"{name} has no turret with a weapon.")
    # a crew that is out turns nothing; having driven twice does not matter here
    stuck = cannot_drive(state, unit)
    if stuck is not None and stuck.code == "no_crew":
        return stuck
    return None


@rule("ba.veh.turret")
def _turret_offer(state: State, unit: Unit) -> Action | None:
    if not is_vehicle(state, unit) or not turret_weapon(state, unit):
        return None
    now = turret_heading(unit)
    turns = (
        *((45.0, "45 degrees to the left"), (90.0, "90 degrees to the left"), (180.0, "to the rear")),
        *((-90.0, "90 degrees to the right"), (-45.0, "45 degrees to the right")),
    )
    choices = [
        Choice(TurnTurret(unit.id, round((now + by) % 360.0, 6)), f"Turn {words}", f"to {told((now + by) % 360.0)} deg")
        for by, words in turns
    ]
    closed = _turret_fault(state, unit, None)
    started = {"answer": "turn_turret", "unit": unit.id}
    by_hand = Note("Drag its handle on the board, tap where it should point, or choose.")
    dial = Dial(unit.id, started, weapon_arc(state, unit, turret_weapon(state, unit)), "Turn the turret here")
    return Action(
        "turn_turret",
        "Turn the turret",
        Choose(tuple(choices), notes=(by_hand,), dial=dial),
        "ba.veh.turret",
        closed=closed,
    )


TURN_TURRET = Deed(
    (TurnTurret,),
    _turret_offer,
    _turret_fault,
    lambda state, order: TurningTurret(unit=order.unit, heading=order.heading),
)

__all__ = ["FIRE_GUNS", "TURN_TURRET", "FireGuns", "TurnTurret", "TurningTurret", "aim_at", "aim_face"]
