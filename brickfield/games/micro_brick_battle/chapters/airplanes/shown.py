"""Airplanes at a table: a place tried on the edge they come on over."""

from __future__ import annotations

from brickfield.core.asking.previews import PlaceFace
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.geometry import Pose
from .airplane_phase import EnterAirplane
from .airplanes import EnterFrom


@rule("mbb.air.enter.place")
def entry(state: State, seat: int, about: EnterFrom) -> PlaceFace:
    """A place tried on the edge an airplane comes on over."""
    pose = Pose.at(about.x, about.y, about.heading)
    decision = state.decision
    if not isinstance(decision, EnterAirplane) or decision.seat != seat or decision.unit != about.unit:
        sentence = "No airplane of yours comes on now."
        return PlaceFace(about.unit, pose, illegal("not_in_turn", "mbb.air.enter.place", sentence))
    settled = decision.settle(state, about)
    return PlaceFace(about.unit, pose if isinstance(settled, Refusal) else settled,
                     settled if isinstance(settled, Refusal) else None)  # fmt: skip
