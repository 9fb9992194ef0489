"""Whole battles between bots, for the tests of every game."""

from __future__ import annotations

from typing import Any

from brickfield.core.dice import SeededDice
from brickfield.core.match import Match
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import view
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
