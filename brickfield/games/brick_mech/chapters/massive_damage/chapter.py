"""The chapter Massive Damage, which every battle plays."""

from brickfield.core.chapters import Chapter

MASSIVE_DAMAGE = Chapter("massive_damage", in_play=lambda match: True)
