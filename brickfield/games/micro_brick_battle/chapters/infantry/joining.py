"""Joining: half units that become one, and full units that join a gun and share its fate."""

from __future__ import annotations

from collections.abc import Sequence

from brickfield.core import events as happened
from brickfield.core.asking.offers import Choice
from brickfield.core.board import TokenId, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.modifiers import Modifier
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose
from brickfield.geometry import unit as direction_of
from ...base.battlefield import card_of, describe, footprint_at
from ...base.line_of_sight import Sight
from ...base.modifiers import Modifiers, defended
from ...base.unit_stats import cost_when_lost
from ..scenario_goals.scenario_goals import is_sought
from ..special_units.special_units import ARTILLERY
from ..terrain.bunkers import bunker_around
from .chapter import INFANTRY
from .infantry import (
    CAPTAIN_PLATE,
    CARRIED,
    HEALED,
    JOINED_NOW,
    LED,
    MARKERS,
    SPRINTED,
    STRAGGLER,
    STRENGTH,
    building_of,
    gun_of,
    halt,
    infantry_of,
    is_infantry,
    is_medical,
    is_straggler,
    joined_to,
    mark,
    markers_of,
    not_beside,
    occupant_of,
)
from .infantry_tables import SPECIALTIES, squads
from .marching import UnitName, may_march, ran
from .on_foot import cannot_stand


class JoinUnit(Answer, frozen=True):
    """A half unit joins another one, onto whose plate its markers go."""

    unit: UnitName
    other: UnitName


class JoinGun(Answer, frozen=True):
    """A full unit joins a gun."""

    unit: UnitName
    gun: UnitName


# --- half units ------------------------------------------------------------------------------------------------------


@rule("inf.join.half", "inf.move.join")
def can_join(state: State, unit: Unit, other: Unit) -> Refusal | None:
    """Why two units cannot become one: each has exactly two markers and is nothing special any more."""
    half = squads().half
    for each in (unit, other):
        name = describe(state, each.id)
        if markers_of(each) != half:
            sentence = f"{name} has {markers_of(each)} markers: only units of exactly {half} join each other."
            return illegal("not_a_half", "inf.join.half", sentence, markers=markers_of(each), needed=half)
        if gun_of(state, each):
            return illegal("joined_to_gun", "inf.join.half", f"{name} has joined a gun and joins nobody else.")
        if is_straggler(each):
            return illegal("straggler", "inf.join.half", f"{name} are stragglers and join nobody.")
        if is_medical(each):
            sentence = f"{name} has a red plate left: medics join nobody."
            return illegal("medical", "inf.med.sprint", sentence, plates=each.marks["medical"])
    return None


@rule("inf.join.half", "inf.strag.create", "mbb.win.scenario")
def stays_itself(state: State, unit: Unit) -> Refusal | None:
    """Whom a battle is about does not go up in another unit: it would be lost. Others may join it."""
    if not is_sought(state, unit):
        return None
    sentence = f"The battle is about {describe(state, unit.id)}: it goes up in no other unit, but others may join it."
    return illegal("is_sought", "mbb.win.scenario", sentence)


@rule("inf.join.half", "inf.move.join", "inf.geometry.adjacent")
def may_join(state: State, seat: int, answer: JoinUnit) -> Refusal | None:
    """Another half unit of the own army, in contact and in the open."""
    unit = may_march(state, seat, answer.unit)
    if isinstance(unit, Refusal):
        return unit
    other = state.units.get(answer.other)
    if (
        other is None
        or other.id == unit.id
        or other.seat != seat
        or not other.alive
        or not is_infantry(state, other.id)
    ):
        return invalid("no_partner", f"{answer.other!r} is not another infantry unit of yours.")
    closed = can_join(state, unit, other) or stays_itself(state, unit)
    if closed is not None:
        return closed
    if building_of(state, unit) or building_of(state, other):
        sentence = f"{describe(state, unit.id)} is not in contact with {describe(state, other.id)}: a wall is between."
        return illegal("not_adjacent", "inf.geometry.adjacent", sentence)
    return not_beside(state, unit, other)


def join_unit(t: Table, order: JoinUnit) -> None:
    """The markers go onto the other plate."""
    merge(t, order.unit, order.other)


@rule("inf.join.half", "inf.join.attack", "inf.dmg.rc")
def merge(t: Table, unit_id: UnitId, into: UnitId) -> None:
    """Two half units are a full basic unit without losses; a captain stays with it. It is worth what both cost."""
    unit, other = t.units[unit_id], t.units[into]
    clause = "inf.join.half"
    cost = cost_when_lost(t, unit) + cost_when_lost(t, other)
    tired = any(tires(t, each) for each in (unit, other))
    t.emit(happened.UnitJoined(unit=unit_id, into=into, clause=clause))
    mark(t, into, MARKERS, squads().full, clause)
    mark(t, into, STRENGTH, squads().full, clause)
    mark(t, into, CARRIED, cost, "inf.dmg.rc")
    for specialty in SPECIALTIES:
        mark(t, into, specialty, 0, clause)
    mark(t, into, CAPTAIN_PLATE, max(unit.marks.get(CAPTAIN_PLATE, 0), other.marks.get(CAPTAIN_PLATE, 0)), clause)
    mark(t, into, LED, led_together((unit, other), tired), clause)
    mark(t, into, SPRINTED, int(tired), "inf.join.attack")
    mark(t, into, JOINED_NOW, 1, clause)
    halt(t, into, clause)


@rule("inf.join.attack", "inf.captain.sprint_attack", "inf.med.end")
def tires(state: State, unit: Unit) -> bool:
    """Whether a part keeps the whole from attacking: it has sprinted without the captain, or healed somebody."""
    return HEALED in unit.marks or ((SPRINTED in unit.marks or ran(state, unit)) and LED not in unit.marks)


@rule("inf.join.attack", "inf.captain.sprint_attack")
def led_together(parts: Sequence[Unit], tired: bool) -> int:
    """Whether the captain lets the whole attack after a sprint; he does not where a part without him is tired."""
    return 0 if tired else max(unit.marks.get(LED, 0) for unit in parts)


def unit_choices(state: State, unit: Unit) -> list[Choice]:
    """The half units in contact that a squad can join."""
    if markers_of(unit) != squads().half:
        return []
    found = [other for other in infantry_of(state, unit.seat) if other.id != unit.id]
    return [
        Choice(
            JoinUnit(unit.id, other.id),
            f"{describe(state, unit.id)}: join {describe(state, other.id)}",
            "Two half units become a full one; its move is over.",
            "inf.join.half",
            about=(unit.id, other.id),
        )
        for other in found
        if may_join(state, unit.seat, JoinUnit(unit.id, other.id)) is None
    ]


# --- guns ------------------------------------------------------------------------------------------------------------


@rule("inf.arty.join")
def is_gun(state: State, unit_id: UnitId) -> bool:
    """Whether a unit is artillery, which infantry can join."""
    return card_of(state, unit_id).rules == ARTILLERY


@rule("inf.arty.join", "inf.geometry.adjacent")
def may_join_gun(state: State, seat: int, answer: JoinGun) -> Refusal | None:
    """A full unit in contact with a friendly gun that no other unit has joined."""
    unit = may_march(state, seat, answer.unit)
    if isinstance(unit, Refusal):
        return unit
    gun = state.units.get(answer.gun)
    if gun is None or not gun.alive or not is_gun(state, gun.id) or not state.match.allied(gun.seat, seat):
        return invalid("no_gun", f"{answer.gun!r} is not a gun of your side on this table.")
    name, where = describe(state, unit.id), describe(state, gun.id)
    if markers_of(unit) != squads().full:
        sentence = f"{name} has {markers_of(unit)} markers: a gun is joined by exactly {squads().full}."
        return illegal("not_full", "inf.arty.join", sentence, markers=markers_of(unit), needed=squads().full)
    crew = joined_to(state, gun.id)
    if crew is not None:
        sentence = f"{name} cannot join {where}: {describe(state, crew.id)} has joined it already."
        return illegal("gun_taken", "inf.arty.join", sentence, joined=crew.id)
    building = building_of(state, unit)
    if not building:
        return not_beside(state, unit, gun)
    if building in bunker_around(state, gun):
        return None
    sentence = f"{name} is not in contact with {where}: a wall is between."
    return illegal("not_adjacent", "inf.geometry.adjacent", sentence)


@rule("inf.arty.join", "inf.arty.bunker", "inf.move.join")
def join_gun(t: Table, order: JoinGun) -> None:
    """The squad stands by the gun, takes up no room, and its move is over."""
    t.emit(happened.WentInside(unit=order.unit, thing=order.gun, clause="inf.arty.join"))
    halt(t, order.unit, "inf.arty.join")


def gun_choices(state: State, unit: Unit) -> list[Choice]:
    """The guns in contact that a squad can join."""
    if markers_of(unit) != squads().full:
        return []
    guns = [each for each in state.units.values() if is_gun(state, each.id) and each.alive]
    return [
        Choice(
            JoinGun(unit.id, gun.id),
            f"{describe(state, unit.id)}: join {describe(state, gun.id)}",
            f"The gun has {squads().joined_dp} DP more; its move is over.",
            "inf.arty.join",
            about=(unit.id, gun.id),
        )
        for gun in guns
        if may_join_gun(state, unit.seat, JoinGun(unit.id, gun.id)) is None
    ]


@rule("inf.arty.attack")
def leave_gun(t: Table, unit_id: UnitId) -> None:
    """Who walks away from a gun is no longer joined to it, at once."""
    if gun_of(t, t.units[unit_id]):
        t.emit(happened.WentInside(unit=unit_id, thing="", clause="inf.arty.attack"))


@defended.amended(INFANTRY)
@rule("inf.arty.join", "inf.arty.stack")
def defended_by_its_crew(
    state: State, shooter: Unit, target: Unit, sight: Sight, structures: Modifiers, found: Modifiers
) -> tuple[Modifier, ...]:
    """Joined infantry defends a gun, whatever else does."""
    return found + crew_bonus(state, target)


@rule("inf.arty.join", "inf.arty.stack")
def crew_bonus(state: State, gun: Unit) -> tuple[Modifier, ...]:
    """What joined infantry adds to the DP of a gun; it adds up with emplacement and bunker."""
    crew = joined_to(state, gun.id) if is_gun(state, gun.id) else None
    if crew is None:
        return ()
    return (Modifier("defense_points", squads().joined_dp, "joined by infantry", "inf.arty.join", "crew", crew.id),)


@rule("inf.arty.destroyed")
def gun_lost(t: Table, gun: UnitId) -> None:
    """Half of the infantry that had joined a destroyed gun is left, on the spot, as a basic half unit."""
    crew = joined_to(t, gun)
    if crew is None:
        return
    clause = "inf.arty.destroyed"
    building = _bunker_at(t, crew)
    pose = crew.pose if building else free_spot(t, crew)
    assert pose is not None
    t.emit(happened.WentInside(unit=crew.id, thing=building, pose=pose, clause=clause))
    for name in (*SPECIALTIES, CAPTAIN_PLATE, STRAGGLER):
        mark(t, crew.id, name, 0, clause)
    mark(t, crew.id, MARKERS, squads().half, clause)
    mark(t, crew.id, STRENGTH, squads().half, clause)


def _bunker_at(state: State, crew: Unit) -> TokenId:
    """The bunker a crew that joined its gun from inside is left in, if nobody else is there."""
    for token in state.tokens.values():
        if token.kind.endswith("Bunker") and token.pose.place == crew.here.place:
            return token.id if occupant_of(state, token.id) is None else ""
    return ""


def free_spot(state: State, unit: Unit) -> Pose:
    """Where a squad that took up no room can stand: where it is, or the nearest free place around."""
    x, y = unit.here.place
    step = squads().plate_inches / 2
    for ring in range(24):
        for number in range(max(1, ring * 6)):
            c, s = direction_of(360.0 * number / max(1, ring * 6))
            pose = Pose.at(x + c * ring * step, y + s * ring * step, unit.here.degrees)
            if not cannot_stand(state, unit.id, footprint_at(state, unit.id, pose)):
                return pose
    return unit.here
