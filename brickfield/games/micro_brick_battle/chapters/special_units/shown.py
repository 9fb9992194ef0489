"""The line of a spotted shot as it is drawn."""

from __future__ import annotations

from brickfield.core.board import FLYING, Unit
from brickfield.core.clauses import rule
from brickfield.core.shown.showing import SightPicture
from brickfield.core.state import State
from ...base.aims import picture, picture_of
from ...base.battlefield import footprint, place_of
from ...base.line_of_sight import FRONT, SIDE_NAMES, facing_side, side_ends
from ..terrain.bunkers import eye_of
from .chapter import SPECIAL_UNITS
from .spotters import spotted


@picture_of.amended(SPECIAL_UNITS)
@rule("mbb.spot.los", "mbb.geometry.muzzle.spotter")
def spotter_picture(state: State, by: str, target: Unit, before: SightPicture | None) -> SightPicture | None:
    """The line of a spotted shot is the spotter's: from its eye to the side of the target it faces."""
    if not by:
        return before
    if by in state.units and state.units[by].status != FLYING:
        return picture(state, state.units[by], target, spotted(state, state.units[by], target))
    eye = eye_of(state.tokens[by]) if by in state.tokens else place_of(state.units[by])
    side = facing_side(state, target, *eye)
    ends = side_ends(footprint(state, target), FRONT if side is None else side, eye)
    name = SIDE_NAMES[FRONT if side is None else side]
    return SightPicture(eye=eye, side=ends, side_name=name, hidden=(), share=0.0, blockers=(), thresholds=(),
                        clause="mbb.obst.bunker.spot" if by in state.tokens else "mbb.spot.who")  # fmt: skip
