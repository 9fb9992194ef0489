"""The chapter about vehicles: where a side brings one."""

from __future__ import annotations

from brickfield.core.chapters import Chapter
from brickfield.games.brick_action.setup.forces import VehicleCard

VEHICLES = Chapter("vehicles", in_play=lambda match: any(isinstance(card, VehicleCard) for card in match.cards.values()))
