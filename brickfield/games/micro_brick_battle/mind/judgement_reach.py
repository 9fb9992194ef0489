"""Reach: where units could be after their next move."""

from __future__ import annotations

from typing import Any

from brickfield.core.board import Unit
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.mind.judgement_chances import pose_of
from brickfield.games.micro_brick_battle.mind.remembered import near_by, shelf_of
from brickfield.games.micro_brick_battle.rules.battlefield import Obstacles, Terrain, card_of, obstacles_to, terrain
from brickfield.games.micro_brick_battle.rules.movement import COIN, budget
from brickfield.games.micro_brick_battle.rules.quick_play import moves_freely
from brickfield.games.micro_brick_battle.rules.special_units import is_spg
from brickfield.geometry import Pose, kernel

# Where a unit is imagined after its next move: it turns so much, then drives these shares of the way it has. Half
# the way matters: whoever leans out from behind a house seldom drives on into the open.
_TURNS = (0.0, 25.0, -25.0, 50.0, -50.0, 80.0, -80.0, 120.0, -120.0)
_SHARES = (1.0, 0.5)
_WORTH_DRIVING = 0.5
# Of so many units at a pose it is kept.
_MOST_REACHES = 1_024


def next_poses(state: State, unit: Unit) -> list[Pose]:
    """Where a unit could shoot from after its next Movement Phase: all or half of its way in many directions.

    A self-propelled gun that moves does not shoot.
    """
    if is_spg(state, unit.id):
        return []
    points, field = budget(state, unit) / COIN, obstacles_to(state, unit.id)
    shelf = shelf_of(state, "next poses", _MOST_REACHES)
    key = unit.id, unit.pose, points, near_by(state, unit, field, points)
    known: tuple[Terrain, list[Pose]] | None = shelf.get(key)
    if known is None or known[0] is not terrain(state):
        known = shelf.keep(key, (terrain(state), _next_poses(state, unit, points, field)))
    return known[1]


def _next_poses(state: State, unit: Unit, points: float, field: Obstacles) -> list[Pose]:
    pose, card = pose_of(unit), card_of(state, unit.id)
    free = moves_freely(state, unit.seat)
    skip = field.place.get(unit.id, -1)
    size = card.length_inches, card.width_inches
    found: list[Pose] = []
    for turn in _TURNS:
        whole = points if free else points - abs(turn) / 90.0
        for way in [whole * share for share in _SHARES if whole * share > _WORTH_DRIVING]:
            end: Any = kernel.sweep(field.scene, *size, *pose.place, pose.degrees, ((turn, way),), skip)
            found.append(Pose.at(*end[:3]))
    return list(dict.fromkeys(found))
