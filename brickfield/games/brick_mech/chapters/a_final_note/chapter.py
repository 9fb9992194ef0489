"""The chapter A Final Note, where players may vote."""

from brickfield.core.chapters import Chapter

A_FINAL_NOTE = Chapter("a_final_note", in_play=lambda match: match.options.table_vote)
