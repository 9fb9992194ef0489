"""Which tables are possible: what nobody could lay out or walk to is named in a sentence."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.geometry import Scene, fence, kernel
from ..base.battlefield import PART, base_of, describe, living, match_of
from ..base.measures import measures
from ..base.move_action import ground_for
from ..base.record_sheet import HOLDING, RUN

# Marks that only come about by a rule that may be switched off, with its switch.
_SWITCHED = {HOLDING: "hold_fire", RUN: "charge"}


@rule("bm.move.blocking", "bm.geometry.setup", "bm.option.agree")
def table_fault(state: State) -> str:
    """What cannot be on this table; empty when all of it can."""
    return _switched_off(state) or _unit_in_something(state) or _piece_off_the_table(state)


def _switched_off(state: State) -> str:
    for unit in state.units.values():
        for mark, switch in _SWITCHED.items():
            if unit.marks.get(mark) and not getattr(state.match.options, switch):
                return f"{describe(state, unit.id)} is marked {mark!r}, but {switch} is switched off"
    return ""


def _unit_in_something(state: State) -> str:
    for unit in living(state):
        ground = ground_for(state, unit)
        hit = kernel.overlapped(ground.scene, base_of(state, unit), -1, measures().touch_depth)
        if hit != -1:
            return f"{describe(state, unit.id)} overlaps {describe(state, 'edge' if hit < 0 else ground.ids[hit])}"
    return ""


def _piece_off_the_table(state: State) -> str:
    match = match_of(state)
    edges = Scene(fence((0.0, 0.0, match.width, match.height)))
    for obstacle in match.obstacles:
        if kernel.overlapped(edges, obstacle.shape) != -1:
            return f"{describe(state, obstacle.id)} lies over the edge of the table"
    for token in state.tokens.values():
        x, y = token.pose.place
        if token.kind == PART and not (0.0 <= x <= match.width and 0.0 <= y <= match.height):
            return f"{describe(state, token.id)} lies beside the table"
    return ""
