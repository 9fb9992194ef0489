"""What the edition without a server says of itself before any engine is there."""

from __future__ import annotations

import json

from brickfield.players.levels import offered
from tools.pocket.said import LATE, WEAKER, with_late_levels


def test_a_level_that_cannot_think_in_time_says_so_and_no_other() -> None:
    games = {game for game, _ in LATE}
    cards = [
        {"id": game, "levels": [{"id": each.id, "text": each.text} for each in offered(game)]}
        for game in sorted({*games, "brick_mech"})
    ]
    said = {
        (game["id"], level["id"])
        for game in json.loads(with_late_levels(json.dumps(cards)))
        for level in game["levels"]
        if level["text"].endswith(WEAKER)
    }
    # each of them is still offered: a sentence about a level nobody can choose helps nobody
    assert said == LATE
