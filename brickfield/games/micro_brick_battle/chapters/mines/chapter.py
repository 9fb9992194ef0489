"""Mines: whether any are laid in a battle."""

from brickfield.core.chapters import Chapter

MINES = Chapter("mines", in_play=lambda match: match.options.mines != "none")
