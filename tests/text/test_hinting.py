"""Hints as tables draw them and the reasons why not, in every game, while battles are played."""

from __future__ import annotations

import random

import pytest

from brickfield.core.commands import Command
from brickfield.core.dice import SeededDice
from brickfield.core.game import Game
from brickfield.core.match import Match, Setup
from brickfield.core.play import answer, begin
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.games import all_games
from brickfield.players.advice import advice
from brickfield.speech.hinting import HintAbout, HintFace, hints
from brickfield.speech.why_not import WhyNotAbout, why_not
from brickfield.testing import lay_table, unit

GAMES = {game.id: game for game in all_games()}
DECISIONS = 70


def begun(game: Game, scenario: str) -> State:
    match = game.new_match(Setup(game.id, scenario))
    assert isinstance(match, Match)
    return begin(match, SeededDice(3)).state


def hinted(state: State, seat: int) -> tuple[HintFace, ...]:
    found = hints(state, seat, HintAbout(3), advice)
    assert not isinstance(found, Refusal)
    return found


def look_at_hint(state: State, seat: int, hint: HintFace) -> None:
    """It can be given, says why with a clause, and what it draws stands on the table."""
    decision = state.decision_of(seat)
    assert decision is not None
    assert decision.validate(state, decision.read(hint.answer)) is None, hint
    assert hint.reason[0].isupper() or hint.reason[0].isdigit()
    assert not hint.reason.startswith("{")
    assert not hint.typed.startswith("{")
    assert hint.clause
    for way in hint.ways:
        start = state.units[way.unit].pose if way.unit in state.units else None
        assert len(way.poses) == 1 or way.poses[0] == start, "a way begins where the unit stands"
    for line in hint.lines:
        assert line.unit in state.units
        assert line.target in state.units or line.target in state.tokens


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_question_of_a_battle_has_hints_and_reasons(game: Game) -> None:
    rng, dice = random.Random(5), SeededDice(5)
    drawn: set[str] = set()
    state = begun(game, next(iter(game.scenario_table())))
    for _ in range(DECISIONS):
        if state.over:
            break
        seat = state.waiting_for()[0]
        found = hinted(state, seat)
        for hint in found:
            look_at_hint(state, seat, hint)
            drawn |= {"way"} if hint.ways else {"line"} if hint.lines else set()
        for each in list(state.units.values())[:: len(state.units) // 4 or 1]:
            refusal = why_not(state, seat, WhyNotAbout(unit=each.id))
            assert refusal is None or (refusal.clause and refusal.sentence.endswith(".")), each.id
        reply = rng.choice(found).answer if rng.random() < 0.7 else state.decision_of(seat).sample(state, rng)
        progress = answer(state, Command(seat, state.version, reply), dice)
        assert not isinstance(progress, Refusal), progress
        state = progress.state
    assert drawn == {"way", "line"}, "moves are drawn as ways and attacks as lines"


def test_who_has_no_opinion_is_told_of_something_to_do_before_the_end() -> None:
    state = begun(GAMES["battle_of_the_sea"], "last_drop_of_blood")
    while "command" not in state.decision_of(state.waiting_for()[0]).kind:
        seat = state.waiting_for()[0]
        progress = answer(state, Command(seat, state.version, hinted(state, seat)[0].answer), SeededDice(1))
        assert not isinstance(progress, Refusal)
        state = progress.state
    assert hinted(state, state.waiting_for()[0])[0].ways


def test_another_idea_is_another_one_and_an_attack_that_can_do_nothing_comes_behind_what_can() -> None:
    # one die at long range against two and a dodge of six
    far = {"targeting": 1, "dodge": 6, "long": 1, "defense_dice": 2}
    units = [unit("A1", "trooper", 10, 15, 0, **far), unit("B1", "trooper", 24, 15, 180, **far)]
    state = lay_table("brick_mech", units).state
    found = hints(state, 0, HintAbout(6), advice)
    assert not isinstance(found, Refusal)
    reasons = [hint.reason for hint in found]
    attacks = [bool(hint.lines) for hint in found]
    assert len(set(reasons[:3])) == 3, reasons
    assert True in attacks
    assert not any(attacks[:3]), reasons


def test_who_is_not_asked_gets_no_hint_and_hears_whom_the_table_waits_for() -> None:
    state = begun(GAMES["micro_brick_battle"], "six_v_six")
    idle = next(seat for seat in (0, 1) if seat not in state.waiting_for())
    for refusal in (hints(state, idle, HintAbout(), advice), why_not(state, idle, WhyNotAbout(unit="A1"))):
        assert isinstance(refusal, Refusal)
        assert state.match.seat_name(state.waiting_for()[0]) in refusal.sentence


def test_a_unit_that_is_not_offered_is_answered_by_the_rule() -> None:
    state = begun(GAMES["micro_brick_battle"], "six_v_six")
    seat = state.waiting_for()[0]
    theirs = next(unit.id for unit in state.units.values() if unit.seat != seat)
    own = next(unit.id for unit in state.units.values() if unit.seat == seat)
    refusal = why_not(state, seat, WhyNotAbout(unit=theirs))
    assert refusal is not None
    assert refusal.clause == "mbb.setup.alternate"
    assert theirs in refusal.sentence
    assert why_not(state, seat, WhyNotAbout(unit=own, target=theirs)) == refusal
    assert why_not(state, seat, WhyNotAbout(unit=own)) is None
    outside = {"answer": "place", "unit": own, "x": 24.0, "y": 18.0, "heading": 0.0}
    refused = why_not(state, seat, WhyNotAbout(answer=outside))
    assert refused is not None
    assert refused.clause == "mbb.setup.zone"
    assert why_not(state, seat, WhyNotAbout(unit="Z9")).code == "unknown_unit"
