"""Reach: where units could be after their next move."""

from __future__ import annotations

from typing import Any, TypeAlias

from brickfield.core.board import Unit
from brickfield.core.bounded_cache import shelf_of
from brickfield.core.state import State
from brickfield.geometry import Pose, kernel
from ..base.battlefield import Obstacles, Terrain, card_of, obstacles_to, terrain
from ..base.movement import MP_GRAIN, budget
from ..base.unit_stats import moves_freely
from ..chapters.special_units.special_units import is_spg
from .remembered import near_by

# Where a unit is imagined after its next move: it turns so much, then drives these shares of the way it has. Half
# the way matters: whoever leans out from behind a house seldom drives on into the open.
_TURNS = (0.0, 25.0, -25.0, 50.0, -50.0, 80.0, -80.0, 120.0, -120.0)
_SHARES = (1.0, 0.5)
# The same for whoever chooses his own place among many: else he finds those that nobody was imagined to look into.
_CLOSE_TURNS = (
    0.0,
    *[sign * turn for turn in (15.0, 30.0, 45.0, 60.0, 75.0, 90.0, 120.0, 150.0) for sign in (1, -1)],
    180.0,
)
_CLOSE_SHARES = (1.0, 0.75, 0.5, 0.25)
_WORTH_DRIVING = 0.5
_Drives: TypeAlias = tuple[tuple[float, ...], tuple[float, ...]]
# Of so many units at a pose it is kept.
_MOST_REACHES = 1_024


def next_poses(state: State, unit: Unit, closely: bool = False) -> list[Pose]:
    """Where a unit could shoot from after its next Movement Phase: all or half of its way in many directions, or, at a
    close look, more of both.

    A self-propelled gun that moves does not shoot.
    """
    if is_spg(state, unit.id):
        return []
    points, field = budget(state, unit) / MP_GRAIN, obstacles_to(state, unit.id)
    shelf = shelf_of(state.match, "next poses", _MOST_REACHES)
    key = unit.id, unit.pose, points, closely, near_by(state, unit, field, points)
    known: tuple[Terrain, list[Pose]] | None = shelf.get(key)
    if known is None or known[0] is not terrain(state):
        drives = (_CLOSE_TURNS, _CLOSE_SHARES) if closely else (_TURNS, _SHARES)
        known = shelf.keep(key, (terrain(state), _next_poses(state, unit, points, field, drives)))
    return known[1]


def _next_poses(state: State, unit: Unit, points: float, field: Obstacles, drives: _Drives) -> list[Pose]:
    pose, card = unit.at, card_of(state, unit.id)
    free = moves_freely(state, unit.seat)
    skip = field.place.get(unit.id, -1)
    size = card.length_inches, card.width_inches
    found: list[Pose] = []
    turns, shares = drives
    for turn in turns:
        whole = points if free else points - abs(turn) / 90.0
        for way in [whole * share for share in shares if whole * share > _WORTH_DRIVING]:
            end: Any = kernel.sweep(field.scene, *size, *pose.place, pose.degrees, ((turn, way),), skip)
            found.append(Pose.at(*end[:3]))
    return list(dict.fromkeys(found))
