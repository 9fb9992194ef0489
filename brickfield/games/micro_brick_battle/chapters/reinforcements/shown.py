"""Reinforcements at a table: a place tried for a unit that comes on."""

from __future__ import annotations

from brickfield.core.asking.previews import PlaceFace
from brickfield.core.state import State
from brickfield.geometry import Pose
from ...shown.previews import placed
from .reinforcements import Enter, may_enter


def entry_tried(state: State, seat: int, about: Enter) -> PlaceFace:
    """A place tried for a unit that comes on from reserve."""
    return placed(state, about.unit, Pose.at(about.x, about.y, about.heading), may_enter(state, seat, about))
