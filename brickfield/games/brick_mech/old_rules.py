"""Earlier versions of these rules: battles that were begun with one are played to their end by it.

In version 1 a moving base was tested shrunk on all sides, so that its corners could be deeper in a base, an obstacle or
beyond the edge than its sides; and a base could be put down a hair deep only, not as deep as it may stand after a Move.

Up to version 2 a table was refused only if not even all units of all players, put down one after the other, found a
place on it; what two zones share was promised to both, and a position was not looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from brickfield.games.brick_mech.base.measures import measures

if TYPE_CHECKING:
    from brickfield.core.match import Match

FIRST, SECOND = "1", "2"


def shrunk_bases(match: Match) -> bool:
    """Whether a battle was begun with the first version."""
    return match.game.rules_version == FIRST


def moving_base(match: Match) -> tuple[float, float]:
    """How much smaller a base is tested on the move on all sides, and how deep it may be in what it touches."""
    touch = measures().touch_depth
    return (touch, 0.0) if shrunk_bases(match) else (0.0, touch)


def standing_touch(match: Match) -> float:
    """How deep a base that is put down may be in what it touches."""
    return 0.0 if shrunk_bases(match) else measures().touch_depth


def only_one_by_one(match: Match) -> bool:
    """Whether a battle was begun when the room for all units was looked for one unit after the other."""
    return match.game.rules_version in (FIRST, SECOND)
