"""The chapter of ports: where ships are mended in them, or bring their gold there."""

from brickfield.core.chapters import Chapter

PORTS = Chapter("ports", in_play=lambda match: match.options.ports or match.options.gold)
