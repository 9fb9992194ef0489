"""The chapter Scavenge Action, which every battle plays."""

from __future__ import annotations

from brickfield.core.chapters import Chapter

SCAVENGING = Chapter("scavenging", in_play=lambda match: True)
