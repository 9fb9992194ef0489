"""A Final Note: what this chapter brings."""

from brickfield.core.game import ChapterContents
from ...mind.by_decision import first
from ...mind.judgement import no_terms, priced_by
from .a_final_note import MayChallenge, TableVote, Vote
from .chapter import A_FINAL_NOTE
from .mind import drawn, drawn_vote, suggested

CONTENTS = ChapterContents(
    A_FINAL_NOTE,
    groups=("judgement",),
    frames=(TableVote,),
    decisions=(MayChallenge, Vote),
    suggests={MayChallenge: first(suggested)},
    samples={MayChallenge: drawn, Vote: drawn_vote},
    outlooks={MayChallenge: priced_by(no_terms), Vote: priced_by(no_terms)},
)
