"""Mines at a table: a place tried for one."""

from __future__ import annotations

from brickfield.core.asking.previews import PlaceFace
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.geometry import Pose
from .laying_mines import LayMine, may_lay_mine


def mine_place(state: State, seat: int, about: LayMine) -> PlaceFace:
    """A place tried for a mine."""
    laid = may_lay_mine(state, about)
    return PlaceFace("mine", Pose.at(about.x, about.y, about.heading), laid if isinstance(laid, Refusal) else None)
