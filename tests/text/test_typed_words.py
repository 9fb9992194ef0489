"""Every answer of every game has words: nobody at a terminal is shown what programs send, and what is shown can be
typed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brickfield.core.commands import Command
from brickfield.core.decisions import Decision
from brickfield.core.dice import SeededDice
from brickfield.core.game import Game
from brickfield.core.match import Match, Setup
from brickfield.core.play import answer, begin
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import View, imagine
from brickfield.games import all_games
from brickfield.speech.choices import choices_for
from brickfield.speech.interpreter import Interpreter
from brickfield.speech.local_game import Agreement, LocalGame
from brickfield.speech.manual import manual_of
from brickfield.speech.offered_answers import typed_answers
from brickfield.speech.reading import Misread, read_line
from brickfield.speech.saying import GENERAL, say
from brickfield.speech.speech import speech_of
from brickfield.text.verbs import hear

GAMES = {game.id: game for game in all_games()}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_answer_of_a_game_has_words(game: Game) -> None:
    told = {**GENERAL, **speech_of(game).sayings}
    tags = [str(kind.__struct_config__.tag) for kind in game.answers]
    assert tags
    assert [each for each in tags if each not in told] == []


def questions(game: Game, seed: int, most: int) -> Iterator[tuple[State, Decision, Any]]:
    """What is asked in a battle of random answers."""
    rng, dice = random.Random(seed), SeededDice(seed)
    setup = game.any_setup(rng) if game.any_setup and seed % 2 else None
    match = game.new_match(setup or game.fresh(Setup(game.id, rng.choice(sorted(game.scenario_table())))))
    assert isinstance(match, Match)
    state = begin(match, dice).state
    for _ in range(most):
        seat = next(iter(state.waiting_for()), None)
        decision = state.decision_of(seat) if seat is not None else None
        if decision is None:
            return
        ideas = [idea.answer for idea in decision.suggest(state, 4)]
        given = rng.choice(ideas) if ideas and rng.random() < 0.6 else decision.sample(state, rng)
        yield state, decision, given
        done = answer(state, Command(decision.seat, state.version, given), dice)
        state = state if isinstance(done, Refusal) else done.state


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_question_of_a_random_battle_shows_what_programs_send(game: Game) -> None:
    for seed in range(2):
        manual = manual_of(game)
        for state, decision, given in questions(game, seed, 50):
            shown = [each.line for each in choices_for(state, decision)]
            typed = [say(state.match, given), *(told for told, _ in typed_answers(state, decision))]
            assert not [line for line in (*shown, *typed) if "{" in line or "_" in line], decision.kind
            misread = [line for line in typed if isinstance(read_line(line, manual), Misread)]
            assert misread == [], decision.kind


class Suggested:
    """Answers whatever it is asked as its game suggests first."""

    def decide(self, match: Match, view: View) -> Any:
        assert view.decision is not None
        return view.decision.suggest(imagine(view, match), 1)[0].answer


@pytest.mark.parametrize("scenario", ["meeting", "armoured_assault"])
def test_a_battle_of_squads_and_vehicles_is_played_by_typing_what_is_listed(scenario: str, tmp_path: Path) -> None:
    game, rng, typed = GAMES["brick_action"], random.Random(7), set()
    match = game.new_match(game.fresh(Setup(game.id, scenario)))
    assert isinstance(match, Match)
    local_game = LocalGame(match, Agreement(0, "recruit", 1), {1: Suggested()})
    local_game.dice = SeededDice(7)
    interpreter = Interpreter(local_game, lambda match, agreed: {1: Suggested()}, tmp_path)
    interpreter.sit_down(local_game)
    for _ in range(40):
        if interpreter.state.over or not interpreter.choices:
            break
        number = rng.randrange(len(interpreter.choices))
        told = interpreter.choices[number].say
        refusal = hear(interpreter, told).refusal
        typed.add(told.split()[0])
        assert refusal is None or refusal.code not in ("not_understood", "wrong_time"), (told, refusal)
        if refusal is not None:
            # a way given mini by mini cannot be typed to the stud: its number does it
            assert told.startswith("move "), (told, refusal)
            assert hear(interpreter, str(number + 1)).refusal is None
    assert {"place", "move", "end"} <= typed
