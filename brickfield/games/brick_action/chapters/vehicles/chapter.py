"""The chapter about vehicles: where a side brings one."""

from __future__ import annotations

from typing import Any

from brickfield.core.chapters import Chapter
from ...setup.forces import VehicleCard


def _is_brought(match: Any) -> bool:
    return any(isinstance(card, VehicleCard) for card in match.cards.values())


VEHICLES = Chapter("vehicles", in_play=_is_brought)
