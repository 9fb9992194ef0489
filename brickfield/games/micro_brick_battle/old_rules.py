"""Earlier versions of these rules: battles that were begun with one are played to their end by it.

In version 1
- the sections of a piece were rounded one by one, so that slanted walls and woods had cracks (`sections_one_by_one`);
- a turn could not reach over the edge of the table by a hair, as it can into a house (`edges_are_borders`);
- a scenario whose houses stand for the whole battle had no hit markers at all (`all_or_no_markers`).

In versions 1 and 2
- a turn came to a mine in plain sight, or to the edge a unit may leave by, only where it overlapped it by more than a
  hair (`turns_slip_by`);
- squads went along when the whole order of their tank was carried out, by its net way (`followers_go_last`);
- a gun, and the forest beside it, hid things from the infantry that had joined it (`guns_blind_crews`);
- the event of a flank named the unit that led it and none of the others (`flanks_name_their_lead`);
- effect cards were chosen before the battlefield was laid out (`cards_come_first`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from brickfield.geometry import Pose, cells, sections
from brickfield.geometry.grain import GRAIN

if TYPE_CHECKING:
    from brickfield.core.match import Match
    from brickfield.games.micro_brick_battle.base.features import Feature

FIRST = "1"
# The versions before the third.
EARLY = (FIRST, "2")


def is_first(match: Match) -> bool:
    """Whether a battle was begun with the first version."""
    return match.game.rules_version == FIRST


def is_early(match: Match) -> bool:
    """Whether a battle was begun before the third version."""
    return match.game.rules_version in EARLY


edges_are_borders = all_or_no_markers = is_first
turns_slip_by = followers_go_last = guns_blind_crews = flanks_name_their_lead = cards_come_first = is_early


def sections_one_by_one(feature: Feature, pose: Pose, length: float, width: float) -> list[tuple[Pose, int, int]]:
    """A piece cut into parts that each have a rounded pose of their own."""
    cut = sections if feature.cut == "length" else cells
    parts = cut(pose, length, width, feature.section_inches)
    return [(where, round(long * GRAIN), round(wide * GRAIN)) for where, long, wide in parts]
