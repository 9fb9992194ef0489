"""Treasures on the table: on islands, or adrift where a ship has lost them."""

from __future__ import annotations

from brickfield.core.board import Token
from brickfield.geometry import Pose
from brickfield.geometry.grain import GRAIN

# How many grains a floating treasure measures; it is drawn as a small disc.
_TREASURE = GRAIN // 3


def treasure(token_id: str, weight: int, pose: Pose, island: str) -> Token:
    """A treasure on an island, or adrift when there is none."""
    return Token(token_id, "treasure", pose, _TREASURE, _TREASURE, island, marks={"weight": weight})
