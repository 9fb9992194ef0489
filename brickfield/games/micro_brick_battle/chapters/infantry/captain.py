"""The captain: his plate passes from unit to unit, and his unit sprints and attacks in one turn."""

from __future__ import annotations

from brickfield.core.asking.offers import Choice
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Shape, distance
from ...base.battlefield import describe, footprint, token_shape
from ...base.measures import measures
from .infantry import CAPTAIN_NOW, CAPTAIN_PLATE, JOINED_NOW, building_of, halt, infantry_of, is_infantry, mark
from .infantry_tables import squads
from .marching import UnitName, own_infantry


class PassCaptain(Answer, frozen=True):
    """The captain goes over to another unit."""

    unit: UnitName
    to: UnitName


@rule("inf.captain.move")
def may_pass(state: State, seat: int, answer: PassCaptain) -> Refusal | None:
    """Once a turn, after its movement, to a friendly unit within an inch, of an ally too, specialties too."""
    giver = own_infantry(state, seat, answer.unit)
    if isinstance(giver, Refusal):
        return giver
    name, clause = describe(state, giver.id), "inf.captain.move"
    if CAPTAIN_PLATE not in giver.marks:
        return illegal("no_captain", clause, f"The captain is not with {name}.")
    if CAPTAIN_NOW in giver.marks:
        return illegal(
            "passed_already", clause, f"The captain has come to {name} in this turn: once a turn he moves on."
        )
    if JOINED_NOW in giver.marks:
        return illegal("joined_now", clause, f"{name} was put together in this turn: the captain stays with it.")
    taker = state.units.get(answer.to)
    if taker is None or not taker.alive or not is_infantry(state, taker.id) or taker is giver:
        return invalid("no_taker", f"{answer.to!r} is not another infantry unit on this table.")
    if not state.match.allied(taker.seat, seat):
        return illegal("enemy", clause, f"{describe(state, taker.id)} is an enemy.")
    gap = distance(_reach(state, giver), _reach(state, taker))
    if gap > squads().captain_inches + measures().tolerance_inches:
        sentence = (
            f"{describe(state, taker.id)} is {gap:.2f} inches from {name}; {squads().captain_inches:g} is the most."
        )
        return illegal("too_far", clause, sentence, inches=gap, most=squads().captain_inches)
    return None


def _reach(state: State, unit: Unit) -> Shape:
    building = building_of(state, unit)
    return token_shape(state.tokens[building]) if building else footprint(state, unit)


@rule("inf.captain.move")
def pass_captain(t: Table, order: PassCaptain) -> None:
    """The white plate goes over; both units have finished moving. Who may sprint and attack was settled before."""
    clause = "inf.captain.move"
    mark(t, order.unit, CAPTAIN_PLATE, 0, clause)
    mark(t, order.to, CAPTAIN_PLATE, 1, clause)
    mark(t, order.to, CAPTAIN_NOW, 1, clause)
    halt(t, order.unit, clause)
    halt(t, order.to, clause)


def captain_choices(state: State, unit: Unit) -> list[Choice]:
    """Whom the captain can go over to."""
    if CAPTAIN_PLATE not in unit.marks:
        return []
    seats = state.match.seats_of([state.match.sides[unit.seat]])
    others = [each for seat in seats for each in infantry_of(state, seat) if each.id != unit.id]
    return [
        Choice(
            PassCaptain(unit.id, each.id),
            f"{describe(state, unit.id)}: the captain goes over to {describe(state, each.id)}",
            "Both units have finished moving.",
            "inf.captain.move",
            about=(unit.id, each.id),
        )
        for each in others
        if may_pass(state, unit.seat, PassCaptain(unit.id, each.id)) is None
    ]
