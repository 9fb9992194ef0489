"""No screen shows what only a program would write: names with underscores, values of the code, the word ledger."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from brickfield.cli.sentences import sentences
from brickfield.core.commands import Command
from brickfield.core.dice import SeededDice
from brickfield.core.game import Game
from brickfield.core.match import Match, Setup
from brickfield.core.play import answer, begin
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.games import all_games
from brickfield.speech.clause_cards import clause_cards
from brickfield.speech.rule_answers import filled
from brickfield.speech.rule_search import read_everyday

GAMES = {game.id: game for game in all_games()}
MACHINE = re.compile(
    r"[A-Za-z]_[A-Za-z]|\bledger\b|= ?(true|false)\b|\(default|(?<=\w )(None|null|NaN|True|False)\b(?! of)"
    r"|\{\"|::|\[object|\b[Ss]witch (\"|[a-z]+_)"
)
# Keys of what is sent that are words for people; everything else there is for programs.
WORDS = frozenset(
    """
    title text remark sentence reason words name give stay warning careful need roll brief description lead detail hint
    told caption odds_of expects
    """.split()  # noqa: SIM905
)
# The clauses that a sentence names are titles where it is shown.
CLAUSE = re.compile(r"\b(mbb|inf|bm|sea|ba)(\.[a-z0-9_]+)+")


def machine_words(texts: Iterator[str]) -> list[str]:
    return sorted({each for each in texts if MACHINE.search(CLAUSE.sub("", each))})


def shown(value: Any, key: str = "") -> Iterator[str]:
    """Every text for people in something that is sent."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from shown(each, str(name))
    elif isinstance(value, list):
        for each in value:
            yield from shown(each, key)
    elif isinstance(value, str) and key in WORDS:
        yield value


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_rules_answers_and_the_catalogue_are_in_plain_words(game: Game) -> None:
    cards = (text for card in clause_cards(game) for text in (card.title, card.text, card.ruling, card.ambiguity))
    told = (filled(game, asking.answer) for asking in read_everyday(game).asked)
    assert machine_words(cards) == []
    assert machine_words(told) == []
    assert machine_words(shown(msgspec.to_builtins(game.catalogue()))) == []


def test_every_sentence_that_is_written_down_is_in_plain_words() -> None:
    # the notation in which units are typed has joined words, and a program reads what stands at these places
    notation = re.compile(
        r"heavy_support|sniper_rifle|field_commander|_Card \||PRAGMA|SELECT|INSERT|UPDATE|CREATE|DELETE"
    )
    rooms = (
        "/words/",
        "/rules/",
        "/shown/",
        "/speech/",
        "/text/",
        "client/src/app",
        "client/src/match",
        "client/src/kit",
    )
    written = (text for place, text in sentences(GAMES.values()) if any(room in place for room in rooms))
    plain = (text for text in written if not notation.search(text) and "${" not in text)
    assert [each for each in machine_words(plain) if not re.search(r"=>|\(\w+: |\w+\(|\?\?|&&|===", each)] == []


def asked_and_refused(game: Game, seed: int, most: int) -> Iterator[str]:
    """What is asked in a battle of random answers, and what is said to answers with a slip in them."""
    rng, dice = random.Random(seed), SeededDice(seed)
    match = game.new_match(game.fresh(Setup(game.id, rng.choice(sorted(game.scenario_table())))))
    assert isinstance(match, Match)
    state = begin(match, dice).state
    for _ in range(most):
        seat = next(iter(state.waiting_for()), None)
        decision = state.decision_of(seat) if seat is not None else None
        if decision is None:
            return
        yield from shown(msgspec.to_builtins(decision.ask(state)))
        ideas = [idea.answer for idea in decision.suggest(state, 3)]
        given = rng.choice(ideas) if ideas and rng.random() < 0.7 else decision.sample(state, rng)
        for slip in slips(msgspec.to_builtins(given), rng):
            yield from refused(state, decision.seat, slip, dice)
        done = answer(state, Command(decision.seat, state.version, given), dice)
        state = state if isinstance(done, Refusal) else done.state


def refused(state: State, seat: int, slip: Any, dice: SeededDice) -> Iterator[str]:
    done = answer(state, Command(seat, state.version, slip), dice)
    if isinstance(done, Refusal):
        yield done.sentence


def slips(plain: dict[str, Any], rng: random.Random) -> Iterator[dict[str, Any]]:
    """Answers a little beside this one: another unit, a way too long, a field left out."""
    for field, value in plain.items():
        if field == "answer":
            continue
        yield {name: each for name, each in plain.items() if name != field}
        if isinstance(value, str):
            yield {**plain, field: rng.choice(["A1", "B1", "Z9", ""])}
        elif isinstance(value, float):
            yield {**plain, field: value + rng.choice([-30.0, 30.0])}
        elif isinstance(value, list):
            yield {**plain, field: [*value, *value]}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_questions_and_refusals_are_in_plain_words(game: Game) -> None:
    assert machine_words(text for seed in range(2) for text in asked_and_refused(game, seed, 30)) == []
