"""The optional rule Charge."""

from __future__ import annotations

from brickfield.core.chapters import Chapter

CHARGE = Chapter("charge", in_play=lambda match: match.options.charge)
