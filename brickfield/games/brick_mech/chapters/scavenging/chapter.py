"""The chapter Scavenge Action, which every battle plays."""

from brickfield.core.chapters import Chapter

SCAVENGING = Chapter("scavenging", in_play=lambda match: True)
