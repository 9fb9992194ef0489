"""Beside real bricks the numbers are those of the engine: a laid table, and the taps of somebody who sees it."""

from __future__ import annotations

from types import ModuleType

import pytest

from tests.properties.companion import brick_mech_eyes as mechs
from tests.properties.companion import micro_brick_battle_eyes as tanks
from tests.properties.companion.situations import HOW_MANY, prove


@pytest.mark.parametrize("eyes", [tanks, mechs], ids=lambda eyes: eyes.GAME.id)
def test_a_game_says_the_same_beside_real_bricks(eyes: ModuleType) -> None:
    shots, faults = prove(eyes.GAME, eyes.draw, eyes.counts_of)
    assert not faults, f"{len(faults)} of {HOW_MANY} differ, the first:\n{faults[0]}"
    assert shots > HOW_MANY // 4
