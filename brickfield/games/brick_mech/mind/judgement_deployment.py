"""Where to begin: a place in the zone judged by range, the way to the goal, room, and who could fire at it."""

from __future__ import annotations

from math import hypot

from brickfield.core.board import Unit
from brickfield.core.state import State
from brickfield.geometry import Pose
from brickfield.geometry import unit as facing
from ..base.battlefield import card_of, inward, living, match_of, side_of
from ..base.measures import LONG, MELEE, RANGES, SHORT
from ..base.objective import HOLD_MARKER
from ..base.record_sheet import attack_dice
from .judgement_sights import Viewpoint
from .judgement_threats import threat_map

# Points for each Brick to the middle of the table or to the marker, and for each forward, by the range of most dice.
_MIDDLE, _MARKER = 0.12, 0.5
_FORWARD = {MELEE: 0.4, SHORT: 0.3, LONG: -0.1}
# What a structure gains by each Brick back.
_BACK = 0.5
# Friends nearer than this stand in each other's way, and what each Brick of it costs.
_ROOM, _CROWDED = 4.0, 0.8


def deployment_terms(state: State, unit: Unit, pose: Pose) -> dict[str, float]:
    """The terms of a place to begin from."""
    match = match_of(state)
    x, y = pose.place
    marker = match.objective.marker if match.options.victory == HOLD_MARKER else None
    goal_x, goal_y = marker or (match.width / 2, match.height / 2)
    best = max(RANGES, key=lambda band: attack_dice(unit, band))
    c, s = facing(inward(match, unit.seat))
    ahead, aside = (x - match.width / 2) * c + (y - match.height / 2) * s, abs((goal_x - x) * s) + abs((goal_y - y) * c)
    if card_of(state, unit.id).structure:
        # nothing that cannot move goes where the enemy wants it
        return {"exposure": -_BACK * ahead + _MIDDLE * aside}
    terms = {"hunt": _FORWARD[best] * ahead - _MIDDLE * aside}
    if marker is not None:
        terms["objective"] = -_MARKER * hypot(goal_x - x, goal_y - y)
    friends = [
        each.pose.place
        for each in living(state)
        if each.pose is not None and side_of(state, each) == side_of(state, unit)
    ]
    near = [max(0.0, _ROOM - hypot(x - fx, y - fy)) for fx, fy in friends]
    terms["room"] = -_CROWDED * sum(near)
    view = threat_map(state, side_of(state, unit))
    here = Viewpoint(state, unit, pose)
    lines = [(foe, view.sights.line(foe, here, turned=True)) for foe in view.fighters]
    terms["exposure"] = -sum(view.sights.points(line, unit, 0) for _foe, line in lines if line is not None)
    return terms
