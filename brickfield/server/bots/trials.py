"""One battle of bots on a table of one's own, to see whether it is even: to its end, or until there is no time."""

from __future__ import annotations

from brickfield.core.dice import SeededDice
from brickfield.core.game import Game
from brickfield.core.judging.draws import striking
from brickfield.core.out_of_turn import Concede
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.core.setup.scenario_files import own_setup, wrongs_of
from brickfield.core.views import view
from brickfield.players.levels import make_player
from brickfield.players.playouts import Stop, endless
from brickfield.server.web.http_types import TrialWish, TriedBattle

# Who plays on both sides: quick, and no beginner.
LEVEL = "recruit"
_UNFINISHED = TriedBattle((), 0, whole=False)


def tried_battle(game: Game, asked: TrialWish, stop: Stop = endless) -> TriedBattle | Refusal:
    """The battle of this number: the same one whenever it is asked for."""
    for wrong in wrongs_of(game, asked.document):
        return Refusal("bad_scenario", wrong.clause, f"This table cannot be played: {wrong.sentence}.", {}, "invalid")
    match = game.new_match(game.fresh(own_setup(game, asked.document)))
    if isinstance(match, Refusal):
        return match
    session = Session(match, SeededDice(f"trial {asked.number}"), log=False)
    players = {seat: make_player(LEVEL, game, f"trial {asked.number} {seat}") for seat in range(match.seats)}
    rounds = None
    while not session.state.over:
        if stop():
            return _UNFINISHED
        now = session.state.facts.get("round")
        if now != rounds:
            rounds = now
            beaten = striking(session.state, players)
            if beaten is not None:
                session.answer(beaten, Concede())
                continue
        for seat in session.state.waiting_for():
            taken = session.answer(seat, players[seat].decide(match, view(session.state, seat)))
            if isinstance(taken, Refusal):
                return _UNFINISHED
            if taken.state.over:
                break
    outcome = session.state.outcome
    assert outcome is not None
    return TriedBattle(outcome.winners, int(session.state.facts.get("round", 0)))
