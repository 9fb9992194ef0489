"""Infantry: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from brickfield.core.judging.judging import Mind, one_by_one
from ...mind.judgement import MovesOutlook
from . import (
    flanking,
    flanking_shots,
    following,
    infantry_cover,
    infantry_damage,
    infantry_deployment,
    infantry_odds,
    infantry_sight,
    joining,
    mind_trades,
    on_foot,
    overrun,
    shared_fates,
)
from .chapter import INFANTRY
from .infantry_phase import InfantryMoves, MoveInfantry, OntoMinedGround
from .mind_flanks import move_in_price, moving_in
from .mind_orders import infantry_orders
from .mind_sampling import any_infantry_order
from .overrun import RunOver
from .raiding import MoveInAfterRaid, MovingIn
from .words import WORDS

CONTENTS = ChapterContents(
    INFANTRY,
    folder=Path(__file__).parent,
    groups=("infantry",),
    rules=(
        *(flanking, flanking_shots, following, infantry_cover, infantry_damage, infantry_deployment),
        *(infantry_odds, infantry_sight, joining, on_foot, overrun, shared_fates, mind_trades),
    ),
    frames=(InfantryMoves, MovingIn, RunOver, OntoMinedGround),
    decisions=(MoveInfantry, MoveInAfterRaid),
    minds={
        MoveInfantry: Mind(infantry_orders, any_infantry_order, MovesOutlook),
        MoveInAfterRaid: Mind(moving_in, outlook=one_by_one(move_in_price)),
    },
    words=WORDS,
)
