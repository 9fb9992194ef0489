"""Earlier versions of these rules: battles that were begun with one are played to their end by it.

In version 1
- naming all base durability gave a ship up, whatever the number of hits (`gives_up_at_will`);
- a last leg in the direction of a ram was refused when it was longer than the run (`run_up_counts`);
- contact was measured with a hull shrunk on all sides, whose corners went deeper than its sides (`shrunk_hulls`), and a
  fort that touched another stood on it (`forts_keep_apart`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from brickfield.games.battle_of_the_sea.base.hulls import core_form, hull_form
from brickfield.games.battle_of_the_sea.base.measures import measures

if TYPE_CHECKING:
    from brickfield.core.match import Match
    from brickfield.geometry.forms import Form

FIRST = "1"


def is_first(match: Match) -> bool:
    """Whether a battle was begun with the first version."""
    return match.game.rules_version == FIRST


gives_up_at_will = run_up_counts = shrunk_hulls = forts_keep_apart = is_first


def tested_hull(match: Match, length: int) -> tuple[Form, float]:
    """The form of a hull that is tested against what is in its way, and how deep that may be in it."""
    return (core_form(length), 0.0) if shrunk_hulls(match) else (hull_form(length), measures().contact_inches)
