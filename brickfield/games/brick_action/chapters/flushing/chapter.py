"""The chapter about flushing out: where the players agreed on it."""

from brickfield.core.chapters import Chapter

FLUSHING = Chapter("flushing", in_play=lambda match: bool(match.options.flush_out))
