"""When bunkers and emplacements of guns are placed: before the units."""

from __future__ import annotations

from typing import Any

from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.frames import Push
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.base.battlefield import battle_of
from brickfield.games.micro_brick_battle.base.rounds_and_turns import Battle
from brickfield.games.micro_brick_battle.chapters.artillery.chapter import ARTILLERY_PIECES
from brickfield.games.micro_brick_battle.chapters.artillery.gun_works import PlacingWorks


@step(Battle, ARTILLERY_PIECES)
@rule("mbb.arty.with")
def place_works(battle: Battle, t: Table) -> Any:
    """Bunkers and emplacements of guns are placed before the units."""
    return Push(PlacingWorks(seat=battle.first)) if battle_of(t).works else None
