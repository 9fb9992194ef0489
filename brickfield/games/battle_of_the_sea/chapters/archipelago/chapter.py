"""The chapter of waters at random."""

from __future__ import annotations

from brickfield.core.chapters import Chapter

ARCHIPELAGO = Chapter("archipelago", in_play=lambda match: match.options.waters == "archipelago")
