"""A Final Note: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from .a_final_note import MayChallenge, TableVote, Vote
from .chapter import A_FINAL_NOTE
from .mind import MINDS
from .words import WORDS

CONTENTS = ChapterContents(
    A_FINAL_NOTE,
    folder=Path(__file__).parent,
    groups=("judgement",),
    frames=(TableVote,),
    decisions=(MayChallenge, Vote),
    minds=MINDS,
    words=WORDS,
)
