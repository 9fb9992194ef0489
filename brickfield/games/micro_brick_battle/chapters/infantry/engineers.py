"""Engineers: a round beside a wreck lets it shoot again, a second one makes it whole, once in a battle."""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.core.asking.offers import Choice
from brickfield.core.board import WRECK, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.battlefield import battle_of, card_of, describe
from ...base.winning import note_progress
from ..special_units.tank_commanders import has_lost_commander
from ..teams.team_play import is_team_battle
from .chapter import INFANTRY
from .infantry import ENGINEER, REPAIRED, REPAIRED_IN, REPAIRS, RESTORED, halt, infantry_of, mark, not_beside, repairing
from .marching import UnitName, may_march


class Repair(Answer, frozen=True):
    """Engineers begin a round of repair at a destroyed vehicle."""

    unit: UnitName
    vehicle: UnitName


@rule("inf.eng.first", "inf.eng.second", "inf.eng.once")
def may_repair(state: State, seat: int, answer: Repair) -> Refusal | None:
    """Engineers beside a destroyed land vehicle of their side, or one at its first repair marker."""
    unit = may_march(state, seat, answer.unit)
    if isinstance(unit, Refusal):
        return unit
    if ENGINEER not in unit.marks:
        return illegal("no_engineers", "inf.eng.first", f"{describe(state, unit.id)} has no blue plate.")
    vehicle = state.units.get(answer.vehicle)
    if vehicle is None or not state.match.allied(vehicle.seat, seat):
        return invalid("no_vehicle", f"{answer.vehicle!r} is not a vehicle of your side.")
    return _cannot_be_repaired(state, vehicle) or _too_far(state, unit, vehicle)


@rule("inf.eng.first", "inf.eng.once")
def _cannot_be_repaired(state: State, vehicle: Unit) -> Refusal | None:
    """Only a wreck that lies on the table, no airplane, and nothing that was made whole once."""
    name, card = describe(state, vehicle.id), card_of(state, vehicle.id)
    if card.is_airplane or card.is_infantry:
        return illegal("no_land_vehicle", "inf.eng.first", f"{name} is not a land vehicle and cannot be repaired.")
    if RESTORED in vehicle.marks:
        return illegal("restored_once", "inf.eng.once", f"{name} has been made whole once: that was all.", times=1)
    if vehicle.status != WRECK and not (vehicle.alive and REPAIRED in vehicle.marks):
        return illegal("not_a_wreck", "inf.eng.first", f"{name} is not a wreck on the table.")
    return None


def _too_far(state: State, unit: Unit, vehicle: Unit) -> Refusal | None:
    if not unit.container:
        return not_beside(state, unit, vehicle)
    sentence = f"{describe(state, unit.id)} is not in the open: it cannot work on {describe(state, vehicle.id)}."
    return illegal("not_adjacent", "inf.geometry.adjacent", sentence)


@rule("inf.eng.first", "inf.eng.turn_done")
def begin_repair(t: Table, order: Repair) -> None:
    """The engineers' turn is done: they neither move nor attack until the repair is finished or broken off."""
    mark(t, order.unit, REPAIRS + order.vehicle, 1, "inf.eng.first")
    halt(t, order.unit, "inf.eng.turn_done")


@rule("inf.eng.first", "inf.eng.second", "inf.eng.markers", "inf.eng.hit")
def finish_repairs(t: Table, seat: int) -> None:
    """At the start of the owner's turn: one marker for each vehicle that engineers were at all the time."""
    done = {vehicle for vehicle in t.units if _had_its_marker(t, vehicle)}
    for unit in infantry_of(t, seat):
        vehicle = repairing(unit)
        if not vehicle:
            continue
        mark(t, unit.id, REPAIRS + vehicle, 0, "inf.eng.first")
        still = ENGINEER in unit.marks and _cannot_be_repaired(t, t.units[vehicle]) is None
        if vehicle not in done and still and _too_far(t, unit, t.units[vehicle]) is None:
            done.add(vehicle)
            _repaired(t, vehicle)


@rule("inf.eng.first")
def _had_its_marker(state: State, vehicle: UnitId) -> bool:
    """Whether engineers of an ally have finished a round of repair in this round: a marker a round, however many."""
    return state.units[vehicle].marks.get(REPAIRED_IN, -1) == state.facts.get("round", 0)


@rule("inf.eng.first", "inf.eng.second", "inf.eng.once", "mbb.win.elimination")
def _repaired(t: Table, vehicle: UnitId) -> None:
    """The first marker sets a wreck upright: it shoots and does not move. The second makes it whole, for good."""
    if t.units[vehicle].status == WRECK:
        t.emit(happened.UnitRestored(unit=vehicle, clause="inf.eng.first"))
        mark(t, vehicle, REPAIRED, 1, "inf.eng.first")
        if is_team_battle(battle_of(t)):
            mark(t, vehicle, REPAIRED_IN, int(t.facts.get("round", 0)), "inf.eng.first")
    else:
        mark(t, vehicle, REPAIRED, 0, "inf.eng.second")
        mark(t, vehicle, RESTORED, 1, "inf.eng.second")
    note_progress(t)


@has_lost_commander.amended(INFANTRY)
@rule("inf.eng.first", "mbb.cmd.death")
def lost_in_the_wreck(state: State, unit: Unit, lost: bool) -> bool:
    """Repaired or not, a commander dies with his tank."""
    return lost or REPAIRED in unit.marks or RESTORED in unit.marks


def repair_choices(state: State, unit: Unit) -> list[Choice]:
    """The vehicles beside engineers that they can work on."""
    if ENGINEER not in unit.marks:
        return []
    own = [each for each in state.units.values() if each.status == WRECK or REPAIRED in each.marks]
    return [
        Choice(
            Repair(unit.id, each.id),
            f"{describe(state, unit.id)}: repair {describe(state, each.id)}",
            _promise(each),
            "inf.eng.second" if REPAIRED in each.marks else "inf.eng.first",
            about=(unit.id, each.id),
        )
        for each in own
        if may_repair(state, unit.seat, Repair(unit.id, each.id)) is None
    ]


def _promise(vehicle: Unit) -> str:
    what = "it is whole again" if REPAIRED in vehicle.marks else "it shoots again and does not move"
    return f"If nobody hits either until your next turn, {what}. Their turn is done."
