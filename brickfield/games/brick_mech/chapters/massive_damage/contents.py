"""Massive Damage: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from .chapter import MASSIVE_DAMAGE
from .massive_damage import MassiveDamage

CONTENTS = ChapterContents(MASSIVE_DAMAGE, folder=Path(__file__).parent, groups=("massive",), frames=(MassiveDamage,))
