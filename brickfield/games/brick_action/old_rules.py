"""Earlier versions of these rules: battles that were begun with one are played to their end by it.

In version 1
- points decided the last round of "eliminate most" alone, by more than half of them (`most_is_half`);
- a heavy weapon fired from where its crew was in total cover, lying behind a wall or round a corner
  (`guns_know_no_cover`), and who lay behind a wall did not see a vehicle far above him (`hulls_above_are_hidden`);
- an AP gun fired through a wall even where smoke, or what its target lay behind, was in the way (`walls_alone`), and
  the hold of one was not set off by who moved behind a wall (`holds_see_no_walls`);
- a commando's split attack was never at a vehicle (`splits_spare_vehicles`);
- a unit held for what it could never do: smoke without a grenade, close combat with a vehicle (`holds_of_anything`);
- villages from a number had no hills (`villages_are_flat`);
- a mini took one thing from a heap in a move (`one_thing_a_heap`);
- free rockets were offered to crews (`crews_take_rockets`);
- a position laid out in the middle of a turn did not know with how many models its units had begun it, so that nobody
  earned a reactive movement in it (`turns_begin_uncounted`);
- the convoy, the tank duel, the crossroads, the village and the battle for the flags had other tables, forces, goals
  and rounds (`first_scenarios`);
- hard cover that counts for nothing against higher ground took the bonus of lying with it (`height_beats_prone`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brickfield.core.game import Game
    from brickfield.core.match import Match

FIRST = "1"
# What a side had to remove more than of the enemy's points.
HALF = 0.5


def is_first(match: Match) -> bool:
    """Whether a battle was begun with the first version."""
    return match.game.rules_version == FIRST


def first_scenarios(game: Game) -> bool:
    """Whether a battle of this game is set up as the first version knew it."""
    return game.rules_version == FIRST


most_is_half = guns_know_no_cover = hulls_above_are_hidden = is_first
walls_alone = splits_spare_vehicles = one_thing_a_heap = crews_take_rockets = is_first
turns_begin_uncounted = height_beats_prone = holds_see_no_walls = holds_of_anything = villages_are_flat = is_first
