"""The largest armies that people lay on a table are played by bots and hinted at like any other.

A game joins by an entry in `BATTLES`: forty units a side, or as many as its rules accept.
"""

from __future__ import annotations

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import imagine, view
from brickfield.games import find_game
from brickfield.players.levels import make_player

SIDE = 40
BATTLES = {
    "micro_brick_battle": Setup(
        "micro_brick_battle",
        "six_v_six",
        {"point_limit": 999},
        armies=((("M4 Sherman", SIDE),), (("Panzer III", SIDE),)),
    ),
}
# Bots lay an army out one unit after the other; a hint is asked for now and then.
_HINT_EVERY = 20


def begun(setup: Setup) -> State:
    game = find_game(setup.game)
    assert game is not None
    match = game.new_match(setup)
    assert not isinstance(match, Refusal), match
    return begin(match, SeededDice(1)).state


def hinted(state: State, seat: int) -> None:
    """A hint for this question is there, and the rules accept it."""
    decision = state.decision_of(seat)
    assert decision is not None
    seen = imagine(view(state, seat), state.match)
    for suggestion in decision.suggest(seen, 3):
        assert decision.validate(state, suggestion.answer) is None, suggestion


@pytest.mark.parametrize("game", sorted(BATTLES))
def test_bots_deploy_and_play_a_round_with_the_largest_armies(game: str) -> None:
    state, throws = begun(BATTLES[game]), SeededDice(1)
    seats = [make_player(level, state.match.game, 1) for level in ("regular", "recruit")]
    answers = 0
    while not state.over and int(state.facts.get("round", 0)) < 2:
        decision = state.decision
        assert decision is not None
        if answers % _HINT_EVERY == 0:
            hinted(state, decision.seat)
        taken = give(state, decision, seats[decision.seat].decide(state.match, view(state, decision.seat)), throws)
        assert not isinstance(taken, Refusal), taken
        state, answers = taken.state, answers + 1
    assert not any(getattr(seat, "illegal_answers", 0) for seat in seats)
