"""Infantry: what this chapter brings."""

from brickfield.core.game import ChapterContents
from brickfield.core.judging.judging import one_by_one
from ...mind import judgement
from ...mind.ideas import some
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
from .mind_flanks import moving_in
from .mind_orders import infantry_orders
from .mind_sampling import any_infantry_order
from .overrun import RunOver
from .raiding import MoveInAfterRaid, MovingIn

CONTENTS = ChapterContents(
    INFANTRY,
    groups=("infantry",),
    rules=(
        *(flanking, flanking_shots, following, infantry_cover, infantry_damage, infantry_deployment),
        *(infantry_odds, infantry_sight, joining, on_foot, overrun, shared_fates, mind_trades),
    ),
    frames=(InfantryMoves, MovingIn, RunOver, OntoMinedGround),
    decisions=(MoveInfantry, MoveInAfterRaid),
    suggests={MoveInfantry: some(infantry_orders), MoveInAfterRaid: moving_in},
    samples={MoveInfantry: any_infantry_order},
    outlooks={MoveInfantry: judgement.MovesOutlook, MoveInAfterRaid: one_by_one(judgement.move_in)},
)
