"""What the tests of the command line share: running a command, and one battle played and written down."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import pytest

from brickfield.cli import main
from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.games import find_game

GAME = "micro_brick_battle"
EVIL = "</script><script>alert(1)</script><img src=x>\u2028&amp;"


class Ran(NamedTuple):
    """What a command gave back and printed."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run a command in this process."""

    def command(*words: str) -> Ran:
        capsys.readouterr()
        code = main(words)
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return command


def fight(setup: Setup, seed: int) -> Session:
    """A battle by random legal answers, from the laying out to its end."""
    game = find_game(setup.game)
    assert game is not None
    match = game.new_match(setup)
    assert isinstance(match, Match), match
    session, rng = Session(match, SeededDice(seed)), random.Random(seed)
    while not session.state.over:
        decision = session.state.decision
        assert decision is not None
        progress = session.answer(decision.seat, decision.sample(session.state, rng))
        assert not isinstance(progress, Refusal)
    return session


@pytest.fixture(scope="session")
def crossroads() -> Session:
    """A whole battle with an objective and with terrain that can be shot at."""
    return fight(Setup(GAME, "crossroads"), 2)


@pytest.fixture(scope="session")
def hostile() -> Session:
    """A battle without an objective, in which the names of a player and of a unit mean harm."""
    units = [
        {"id": "A1", "seat": 0, "card": "M4 Sherman", "x": 10.0, "y": 3.0, "changes": {"name": EVIL}},
        {"id": "B1", "seat": 1, "card": "Panzer III", "x": 10.0, "y": 33.0, "heading": 270.0},
    ]
    return fight(Setup(GAME, "", names=(EVIL, "Ann"), position={"units": units}), 1)
