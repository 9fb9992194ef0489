"""Whole battles between bots, for the tests of every game."""

from __future__ import annotations

from typing import Any

from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import view
from brickfield.games import find_game
from brickfield.players.levels import make_player


def play(match: Match, levels: tuple[str, ...], seed: int, most: int = 2000, until: int = 0) -> tuple[State, list[Any]]:
    """A battle between bots, whole or to a round, further seats as the last one named; last state and all answers."""
    levels += levels[-1:] * (match.seats - len(levels))
    seats = [make_player(level, match.game, f"{seed}/{seat}") for seat, level in enumerate(levels)]
    throws = SeededDice(seed)
    state = begin(match, throws).state
    answers: list[Any] = []
    while not state.over and len(answers) < most and not (until and state.facts.get("round") == until):
        decision = state.decision
        assert decision is not None
        answer = seats[decision.seat].decide(match, view(state, decision.seat))
        taken = give(state, decision, answer, throws)
        assert not isinstance(taken, Refusal), (decision, answer, taken)
        state = taken.state
        answers.append(answer)
    assert not any(getattr(seat, "illegal_answers", 0) for seat in seats)
    return state, answers


def match_of(game_id: str, scenario: str, **options: Any) -> Match:
    """A fresh match of a scenario."""
    game = find_game(game_id)
    assert game is not None
    match = game.new_match(game.fresh(Setup(game_id, scenario, options)))
    assert not isinstance(match, Refusal)
    return match


def under_way(match: Match, kind: str = "") -> State:
    """A battle at the first question of its first round that is not about setting it up, or the first of a kind."""
    dice = SeededDice(4)
    state = begin(match, dice).state
    bots = [make_player("recruit", match.game, seat) for seat in range(match.seats)]
    while True:
        decision = state.decision
        assert decision is not None
        if state.facts.get("round") and type(decision) not in match.game.setting_up and kind in ("", decision.kind):
            return state
        led = give(state, decision, bots[decision.seat].decide(match, view(state, decision.seat)), dice)
        assert not isinstance(led, Refusal)
        state = led.state
