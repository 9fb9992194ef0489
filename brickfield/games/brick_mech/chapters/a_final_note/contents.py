"""A Final Note: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.brick_mech.chapters.a_final_note.a_final_note import MayChallenge, TableVote, Vote
from brickfield.games.brick_mech.chapters.a_final_note.chapter import A_FINAL_NOTE
from brickfield.games.brick_mech.chapters.a_final_note.mind import drawn, drawn_vote, suggested
from brickfield.games.brick_mech.mind.by_decision import first
from brickfield.games.brick_mech.mind.judgement import no_terms, priced_by

CONTENTS = ChapterContents(
    A_FINAL_NOTE,
    groups=("judgement",),
    frames=(TableVote,),
    decisions=(MayChallenge, Vote),
    suggests={MayChallenge: first(suggested)},
    samples={MayChallenge: drawn, Vote: drawn_vote},
    outlooks={MayChallenge: priced_by(no_terms), Vote: priced_by(no_terms)},
)
