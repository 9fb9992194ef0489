"""Charge: a straight run at the target just before a Melee attack earns an extra Attack Die."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.data_files import read_number
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Shape, direction
from ...base.actions import run_is_over
from ...base.attack_action import is_charge
from ...base.battlefield import base_of
from ...base.measures import MELEE, measures
from ...base.move_action import has_moved
from ...base.move_costs import FORWARD, Leg
from ...base.ranges_and_arcs import range_between
from ...base.record_sheet import RUN, number, write
from .chapter import CHARGE


@cache
def charge_bricks() -> float:
    """How far a charge goes at least."""
    return read_number("charge.toml", float, Path(__file__).parent)


@rule("bm.option.charge.when")
def heads_for(unit: Unit, base: Shape) -> bool:
    """Whether the ray from a unit's centre along its facing meets a base, be it only at a corner."""
    x, y = unit.here.place
    c, s = direction(unit.here.heading)
    slack, low, high = measures().tolerance_bricks, 0.0, float("inf")
    for nx, ny, offset in base.edges:
        out, rate = nx * x + ny * y - offset - slack, nx * c + ny * s
        if rate == 0.0:
            if out > 0.0:
                return False
        elif rate < 0.0:
            low = max(low, -out / rate)
        else:
            high = min(high, -out / rate)
    return low <= high


@rule("bm.option.charge.when")
def ends_in_a_run(legs: tuple[Leg, ...]) -> bool:
    """Whether the last leg is straight ahead and long enough to become a charge."""
    numbers, last = measures(), legs[-1]
    return last.kind == FORWARD and last.amount >= charge_bricks() - numbers.smallest_leg


@has_moved.amended(CHARGE)
@rule("bm.option.charge.when")
def note_the_run(t: Table, unit_id: str, legs: tuple[Leg, ...]) -> None:
    """A straight run at the end of a Move may become a charge."""
    write(t, unit_id, RUN, int(ends_in_a_run(legs)), "bm.option.charge.when")


@run_is_over.amended(CHARGE)
@rule("bm.option.charge.die")
def no_charge_any_more(t: Table, unit_id: str) -> None:
    """Only what comes right behind the run is a charge."""
    write(t, unit_id, RUN, 0, "bm.option.charge.die")


@is_charge.amended(CHARGE)
@rule("bm.option.charge.when", "bm.option.charge.die")
def charges(state: State, attacker: Unit, target: Unit, otherwise: bool) -> bool:
    """The last action was a Move that ended in a run straight at the target, which is in Melee range now."""
    if not number(attacker, RUN):
        return False
    return range_between(state, attacker, target) == MELEE and heads_for(attacker, base_of(state, target))
