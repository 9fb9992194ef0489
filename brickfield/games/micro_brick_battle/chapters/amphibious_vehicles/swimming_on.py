"""Amphibious vehicles that must drive on while they swim, and whether they can."""

from __future__ import annotations

from collections.abc import Sequence

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.numbers import number_text
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN
from ...base.battlefield import describe
from ...base.measures import movement
from ...base.movement import (
    MP_GRAIN,
    AnyStep,
    Drive,
    Forward,
    Pivot,
    Reverse,
    Taken,
    drive,
    may_take,
    movable_units,
    mp_tolerance,
)
from ...base.movement_phase import may_end
from .amphibious_vehicles import is_amphibious, points_to_swim, too_sharp_in_water, turns_in_water
from .chapter import AMPHIBIOUS_VEHICLES

# Turns that a vehicle which must swim on might make first, in degrees.
_LOOKS = (0.0, 22.5, -22.5, 45.0, -45.0)


@may_take.amended(AMPHIBIOUS_VEHICLES)
@rule("mbb.amph.turn45")
def turns_gently_in_water(state: State, unit: Unit, taken: Sequence[Taken], step: Taken) -> Refusal | None:
    """In water all turns of a turn together have a limit."""
    if step.step != "pivot" or not is_amphibious(state, unit.id):
        return None
    turns = [each for each in taken if each.step == "pivot" and turns_in_water(state, unit, each.pose)]
    turned = sum(round(abs(each.amount) * GRAIN) for each in turns)
    return too_sharp_in_water(state, unit, turned, step.pose, step.amount)


@may_end.amended(AMPHIBIOUS_VEHICLES)
@rule("mbb.amph.dd")
def must_swim(state: State, seat: int) -> Refusal | None:
    """Who began the turn in water must drive on while it can; a vehicle that is shut in need not."""
    for unit in movable_units(state, seat):
        wanted = points_to_swim(state, unit)
        if wanted and swim_order(state, unit):
            sentence = (
                f"{describe(state, unit.id)} swims and must spend {number_text(wanted / MP_GRAIN)} MP more on driving."
            )
            return illegal("must_swim", "mbb.amph.dd", sentence, unit=unit.id, points=wanted / MP_GRAIN)
    return None


@rule("mbb.amph.dd")
def swim_order(state: State, unit: Unit) -> tuple[AnyStep, ...]:
    """Steps by which a vehicle drives as far as it must, ahead or back, straight or after a turn; empty if none do."""
    wanted = points_to_swim(state, unit)
    if not wanted:
        return ()
    table = movement()
    # a hair more, so that rounding leaves nothing to be done
    inches = (wanted + mp_tolerance()) / MP_GRAIN
    for turn in _LOOKS:
        before: tuple[AnyStep, ...] = (Pivot(turn),) if turn else ()
        for step in (Forward(inches / table.forward_mp_per_inch), Reverse(inches / table.reverse_mp_per_inch)):
            order = drive(state, unit, (*before, step))
            if type(order) is Drive and order.refused is None and not order.taken[-1].stopped_by:
                return (*before, step)
    return ()
