"""Every match of the browser tests throws the same dice, in the server and in its workers."""

from __future__ import annotations

from typing import Any

from brickfield.server.bots import bots
from brickfield.server.rooms import dice, journal

_SEED = bytes(range(32))
_NAME = "browser"


def same_dice() -> None:
    """Every match throws the same dice and its bots think alike, so that a battle goes the same way in every run."""

    def thrown(seed: bytes, match: str, rolled: int = 0, *stirred: Any) -> dice.FairDice:
        # what the browsers add is drawn anew in every run, so it is left out
        return dice.FairDice(_SEED, _NAME, rolled)

    def thinks(seed: bytes, match: str, seat: int) -> str:
        return dice.player_seed(_SEED, _NAME, seat)

    # no mock: this runs in the edition without a server, too, which brings none
    setattr(journal, "FairDice", thrown)  # noqa: B010
    setattr(bots, "player_seed", thinks)  # noqa: B010
