"""How often garbage is looked for while battles are played."""

from __future__ import annotations

import gc
from typing import NoReturn

import pytest

from brickfield.core.match import Setup
from brickfield.players.lab import matches
from brickfield.players.lab.matches import BattleFault, MatchJob, play_job


def test_garbage_is_looked_for_seldom_during_a_game_and_as_usual_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    before, seen = gc.get_threshold(), []

    def nobody(*_: object) -> NoReturn:
        seen.append(gc.get_threshold()[0])
        raise BattleFault("enough")

    monkeypatch.setattr(matches, "_ask_seats", nobody)
    with pytest.raises(BattleFault):
        play_job(MatchJob(Setup("brick_mech", "duel"), ("random", "random"), "1"))
    assert seen[0] > 100 * before[0]
    assert gc.get_threshold() == before
