"""Massive Damage: what this chapter brings."""

from brickfield.core.game import ChapterContents
from .chapter import MASSIVE_DAMAGE
from .massive_damage import MassiveDamage

CONTENTS = ChapterContents(MASSIVE_DAMAGE, groups=("massive",), frames=(MassiveDamage,))
