"""What rests on places alone, remembered for a whole battle: tables that a bot imagines differ in few units and wrecks,
and what those do not touch was worked out before."""

from __future__ import annotations

from math import hypot

from brickfield.core.board import Unit
from brickfield.core.state import State
from brickfield.geometry import Pose
from ..base.battlefield import Obstacles, card_of

# So much further off than it can be touched something is beyond doubt.
_BEYOND_DOUBT = 0.1

# Units by their ids: where they are, and whether they are wrecks.
Near = tuple[tuple[str, Pose | None, str], ...]


def near_by(state: State, unit: Unit, field: Obstacles, inches: float) -> Near:
    """All other units that a unit might come across on a way of so many inches; who is further off is in nobody's way,
    and it does not matter where."""
    card, (x, y) = card_of(state, unit.id), unit.at.place
    within = inches + hypot(card.length_inches, card.width_inches) / 2 + _BEYOND_DOUBT
    units, shapes = state.units, field.scene.shapes
    found = []
    for unit_id, number in field.place.items():
        shape = shapes[number]
        if hypot(shape.x - x, shape.y - y) <= within + shape.reach and unit_id != unit.id:
            other = units[unit_id]
            found.append((unit_id, other.pose, other.status))
    return tuple(found)
