"""Nothing of the inside of a game reaches a sentence, a move is told once, and the tale counts every way to strike."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest

from brickfield.core import events as happened
from brickfield.core.board import Token
from brickfield.core.commands import Command
from brickfield.core.dice import SeededDice
from brickfield.core.events import Event
from brickfield.core.game import Game
from brickfield.core.match import Setup
from brickfield.core.play import answer, begin
from brickfield.core.refusal import Refusal
from brickfield.core.replay import read_replay
from brickfield.core.state import State
from brickfield.games import GAME_IDS, find_game
from brickfield.geometry.grain import Pose
from brickfield.speech.acts import acts_of
from brickfield.speech.interpreter import one_by_one
from brickfield.speech.local_game import ToldStep
from brickfield.speech.sentences import sentence
from brickfield.speech.story import story
from brickfield.speech.summary import SummaryStep, shortened, tale_of
from brickfield.testing import clause
from tests.replays.kept import text_of
from tests.rules.brick_action.fire_table import duel

# marks and facts written down, names of the code, holes in a sentence, more than one of one
SUSPICIOUS = re.compile(
    r"is now \d|\w_\w|  | [.,;:]|\bNone\b|[,;:]\.|\(\)|::"
    r"|(?<![.\d])1 (points|units|minis|markers|inches|studs|hits|dice|bricks|rounds)\b|\b[Aa] [aeiou]\w+ bonus"
)


def sentences(events: tuple[Event, ...], before: State) -> list[str]:
    acts = acts_of(events, before)
    return [line.text for line in story(events, before)] + [text for act in acts for text in (act.words, act.title)]


def told_in(game: Game, scenario: str, number: int) -> set[str]:
    """All that is said in the first turns of a battle, in which good answers and any others are given."""
    rng, dice = random.Random(number), SeededDice(number)
    match = game.new_match(game.fresh(Setup(game.id, scenario)))
    assert not isinstance(match, Refusal)
    state, told = begin(match, dice).state, set[str]()
    for _ in range(120):
        if state.over:
            break
        seat = state.waiting_for()[0]
        decision = state.decision_of(seat)
        assert decision is not None
        ideas = decision.suggest(state, 2)
        chosen = ideas[0].answer if ideas and rng.random() < 0.8 else decision.sample(state, rng)
        step = answer(state, Command(seat, state.version, chosen), dice)
        if not isinstance(step, Refusal):
            told |= set(sentences(tuple(step.events), state))
            state = step.state
    return told


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_battles_of_each_game_are_told_in_plain_words(game_id: str) -> None:
    game = find_game(game_id)
    assert game is not None
    scenarios = list(game.scenario_table())
    told = set().union(*[told_in(game, scenarios[number % len(scenarios)], number) for number in range(4)])
    assert len(told) > 50
    assert [text for text in sorted(told) if SUSPICIOUS.search(text)] == []


def kept(name: str) -> list[SummaryStep]:
    replayed = read_replay(text_of(name), find_game)
    assert not isinstance(replayed, Refusal)
    states = pairwise((replayed.states[0], *replayed.states))
    return [
        SummaryStep(before, after, entry.events)
        for entry, (before, after) in zip(replayed.entries, states, strict=True)
    ]


@pytest.mark.parametrize(
    ("name", "unit", "places", "said"),
    [
        ("action_fire_fight", "Squad A1", (15, 16), "Squad A1 walked 12 studs"),
        ("mech_hold_fire", "Trooper A2", (27, 28), "Trooper A2 walked forward"),
    ],
)
@clause("ba.reactive.timing", "bm.option.hold.interrupt")
def test_a_move_that_was_interrupted_is_one_sentence_of_the_log(
    name: str, unit: str, places: tuple[int, int], said: str
) -> None:
    steps = [ToldStep(0, each.before, each.events) for each in kept(name)[places[0] : places[1] + 1]]
    told = [line.text for events, before in one_by_one(steps) for line in story(events, before, drawn=True)]
    moves = [text for text in told if text.startswith(unit) and (" walked " in text or "went on" in text)]
    assert len(moves) == 1
    assert moves[0].startswith(said)
    # whoever was told the beginning already hears that this is the rest of it
    rest = [line.text for line in story(steps[-1].events, steps[-1].before, drawn=True)]
    assert any(text.startswith(f"{unit} went on: ") for text in rest)


@clause("ba.reactive.timing")
def test_who_fired_in_the_middle_of_a_move_is_named_with_it() -> None:
    state = duel("5 regular smg", "5 regular smg").state
    parts = [
        happened.FiguresMoved(unit="A1", poses=(("f1", Pose.at(9, 9)),), step="walk", amount=gone) for gone in (5, 9)
    ]
    fire = happened.AttackResolved(unit="B1", target="A1", manner="reactive", dice=2, hits=0)
    told = [line.text for line in story([parts[0], fire, parts[1]], state)]
    assert told[0].endswith("A1 walked 9 studs, interrupted by Squad B1.")
    assert len(told) == 2


@clause("ba.cas.drop", "ba.heavy.move")
def test_what_lies_on_the_board_is_named_by_what_it_is() -> None:
    state = duel("5 regular smg", "5 regular smg").state
    heap = Token("dropped_B1_f5", "dropped", Pose.at(24.25, 12), 1, 1, marks={"battle_rifle": 1, "grenade": 2})
    gun = Token("gunA1", "heavy_weapon", Pose.at(30, 12), 1, 1, "A1")
    said = {token.id: sentence(happened.TokenPlaced(token=token), state).text for token in (heap, gun)}
    assert said["dropped_B1_f5"].startswith("Battle Rifle and 2 Grenades lie at 24.")
    assert said["gunA1"] == "The heavy weapon of Squad A1 stands at 30.0, 12.0."
    moved = [happened.TokenRemoved(token="gunA1", clause="ba.heavy.move"), happened.TokenPlaced(token=gun)]
    assert len(story(moved, state)) == 1
    assert all("gun" not in act.words for act in acts_of(moved, state))


@clause("ba.cc.simultaneous", "ba.roadkill")
def test_single_minis_count_in_who_struck_hardest() -> None:
    before = duel("5 regular smg", "5 regular smg").state
    after = before.clone()
    after.outcome = kept("action_hand_to_hand")[-1].after.outcome
    fights = tuple(
        happened.FigureLost(unit="B1", figure=f"f{number}", by="A1", clause="ba.cc.simultaneous") for number in (1, 2)
    )
    own = happened.FigureLost(unit="A1", figure="f1", by="A1", clause="ba.cas.choice")
    steps = [SummaryStep(before, before, ()), SummaryStep(before, after, (*fights, own))]
    lines = [line.text for line in tale_of(before.match, steps).lines]
    assert "Squad A1 struck hardest: 2 of Squad B1 fell." in lines


def test_effects_that_are_left_out_are_called_effects() -> None:
    done = "5 armor, legs struck, servo stuck, feed jammed, destroyed"
    assert shortened(done, is_attack=True) == "5 armor, legs struck, 2 other effects, destroyed"
    assert shortened("a 1, b 2, c 3, d 4, e 5", is_attack=False) == "a 1, b 2, ..., e 5"
