"""Golden replays: battles written down once and played again; a difference is a change of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from brickfield.core.refusal import Refusal
from brickfield.core.replay import Replayed, form_of, read_replay
from brickfield.games import GAME_IDS, find_game
from tests.replays.battles import BATTLES, drill

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("name", BATTLES)
def test_the_fixed_hand_plays_the_battle_as_it_was_written_down(name: str) -> None:
    """Play by the fixed hand gives the very text that is kept, in the form it was written in."""
    kept = (FOLDER / f"{name}.replay").read_text(encoding="utf-8")
    assert drill(name, form_of(kept) or 0) == kept


@pytest.mark.parametrize("name", BATTLES)
def test_the_replay_checks_out(name: str) -> None:
    """Every event, die and digest of the file is what playing it gives."""
    replayed = read_replay((FOLDER / f"{name}.replay").read_text(encoding="utf-8"), find_game)
    assert isinstance(replayed, Replayed), replayed


def test_rules_nobody_knows_are_refused() -> None:
    text = (FOLDER / "mech_duel.replay").read_text("utf-8").replace("rules 3", "rules 0", 1)
    refused = read_replay(text, find_game)
    assert isinstance(refused, Refusal)
    assert refused.code == "other_rules"


def test_every_game_has_a_golden_replay() -> None:
    """A game without one would change unseen."""
    assert {setup.game for setup, _seed in BATTLES.values()} == set(GAME_IDS)


def test_ten_scenarios_of_micro_brick_battle_have_one() -> None:
    """Between them they use every chapter; battles laid out in the middle are besides."""
    played = {setup.scenario for setup, _seed in BATTLES.values() if setup.game == "micro_brick_battle"} - {""}
    assert len(played) >= 10
    assert {"beach", "convoy", "town_siege_2", "air_raid", "river_guns", "air_support", "four_armies"} <= played
