"""Battles begun with earlier rules: read as they were played, and played on by the rules they were begun with.

The files in `rules_1` were written by the version before; each holds an answer that the rules refuse today.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from brickfield.core.commands import Command
from brickfield.core.dice import ForcedDice
from brickfield.core.play import answer, begin
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Replayed, form_of, read_replay, write_replay
from brickfield.core.saves import load
from brickfield.core.state import State
from brickfield.games import GAME_IDS, find_game

FOLDER = Path(__file__).parent / "rules_1"
SHOT = {"answer": "declare", "shots": [{"unit": "A1", "target": "B1"}]}
HOLD = [({"answer": "end_movement"}, ()), ({"answer": "declare", "shots": []}, ())]
# for each game how the battle goes on from the end of its file, by an answer that only the old rules allow
GOES_ON: dict[str, list[tuple[dict[str, Any], tuple[int, ...]]]] = {
    "micro_brick_battle": [*HOLD, HOLD[0], (SHOT, (1, 1))],
    "brick_mech": [({"answer": "move", "unit": "A1", "steps": [{"step": "turn", "degrees": -0.5}]}, ())],
    "battle_of_the_sea": [({"answer": "remove_markers", "base": 6}, ())],
}
# games whose rules have changed since their first version
CHANGED = [each for each in GAME_IDS if (game := find_game(each)) is not None and game.older_rules]
# and how many answers of its file are still allowed before one is refused
ALLOWED = {"micro_brick_battle": 2, "brick_mech": 0, "battle_of_the_sea": 2}


def played(game: str) -> Replayed:
    found = read_replay((FOLDER / f"{game}.replay").read_text("utf-8"), find_game)
    assert isinstance(found, Replayed), found
    return found


def give(state: State, raw: dict[str, Any], dice: tuple[int, ...] = ()) -> State | Refusal:
    found = answer(state, Command(state.waiting_for()[0], state.version, raw), ForcedDice(dice))
    return found if isinstance(found, Refusal) else found.state


def test_every_game_keeps_a_battle_of_its_first_rules() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(CHANGED)


@pytest.mark.parametrize("game", CHANGED)
def test_a_battle_goes_on_by_the_rules_it_was_begun_with(game: str) -> None:
    replayed = played(game)
    text = (FOLDER / f"{game}.replay").read_text("utf-8")
    assert replayed.match.game.rules_version == "1"
    assert write_replay(replayed.match, replayed.entries, form=form_of(text) or 0) == text
    saved = load((FOLDER / f"{game}.save").read_bytes(), find_game)
    assert isinstance(saved, State), saved
    assert saved.digest() == replayed.states[-1].digest()
    for start in (replayed.states[-1], saved):
        state: State | Refusal = start
        for raw, dice in GOES_ON[game]:
            assert isinstance(state, State)
            state = give(state, raw, dice)
        assert isinstance(state, State), state


@pytest.mark.parametrize("game", CHANGED)
def test_the_same_answers_are_refused_in_a_new_battle(game: str) -> None:
    """Otherwise the kept battles would prove nothing."""
    replayed = played(game)
    newest = find_game(game)
    assert newest is not None
    match = newest.new_match(replayed.match.setup)
    assert not isinstance(match, Refusal)
    state: State | Refusal = begin(match, ForcedDice(())).state
    allowed = -1
    for entry in replayed.entries[1:]:
        allowed += 1
        assert isinstance(state, State)
        state = give(state, entry.answer, entry.dice)
        if isinstance(state, Refusal):
            break
    assert isinstance(state, Refusal)
    assert allowed == ALLOWED[game]


def test_rules_nobody_knows_are_refused() -> None:
    text = (FOLDER / "brick_mech.replay").read_text("utf-8").replace("rules 1", "rules 0", 1)
    refused = read_replay(text, find_game)
    assert isinstance(refused, Refusal)
    assert refused.code == "other_rules"
