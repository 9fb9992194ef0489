"""Beside real bricks the numbers are those of the engine: a laid table, and the taps of somebody who sees it."""

from __future__ import annotations

from tests.properties.companion import micro_brick_battle_eyes as tanks
from tests.properties.companion.situations import HOW_MANY, prove


def test_micro_brick_battle_says_the_same_beside_real_bricks() -> None:
    shots, faults = prove(tanks.GAME, tanks.draw, tanks.counts_of)
    assert not faults, f"{len(faults)} of {HOW_MANY} differ, the first:\n{faults[0]}"
    assert shots > HOW_MANY // 4
