"""Charge: a straight run at the target just before a Melee attack earns an extra Attack Die."""

from __future__ import annotations

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.brick_mech.base.battlefield import base_of
from brickfield.games.brick_mech.base.measures import MELEE, measures
from brickfield.games.brick_mech.base.ranges_and_arcs import range_between
from brickfield.games.brick_mech.base.record_sheet import RUN, number
from brickfield.geometry import Shape, direction


@rule("bm.option.charge.when")
def heads_for(unit: Unit, base: Shape) -> bool:
    """Whether the ray from a unit's centre along its facing meets a base, be it only at a corner."""
    assert unit.pose is not None
    x, y = unit.pose.place
    c, s = direction(unit.pose.heading)
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


@rule("bm.option.charge.when", "bm.option.charge.die")
def is_charge(state: State, attacker: Unit, target: Unit) -> bool:
    """The last action was a Move that ended in a run straight at the target, which is in Melee range now."""
    if not (state.match.options.charge and number(attacker, RUN)):
        return False
    return range_between(state, attacker, target) == MELEE and heads_for(attacker, base_of(state, target))
