"""Massive Damage: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.brick_mech.chapters.massive_damage.chapter import MASSIVE_DAMAGE
from brickfield.games.brick_mech.chapters.massive_damage.massive_damage import MassiveDamage

CONTENTS = ChapterContents(
    MASSIVE_DAMAGE,
    groups=("massive",),
    frames=(MassiveDamage,),
)
