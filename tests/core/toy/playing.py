"""Ways to play the toy game in tests: at random, by suggestions, or by a script with forced dice."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from brickfield.core.dice import Dice, ForcedDice, SeededDice
from brickfield.core.events import Event
from brickfield.core.frames import Frame
from brickfield.core.game import Game
from brickfield.core.match import Match, Setup
from brickfield.core.play import Progress
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.core.state import State
from tests.core.toy.contents import TOY

SETUPS = (
    Setup("toy", "duel"),
    Setup("toy", "melee"),
    Setup("toy", "duel", {"stances": False, "charges": False}),
    Setup("toy", "melee", {"charges": False}, names=("Ann", "Bo", "Cy")),
)
NO_SECRETS = {"charges": False, "stances": False}


def match_of(setup: Setup) -> Match:
    """A match of a set-up that must be good."""
    match = TOY.new_match(setup)
    assert not isinstance(match, Refusal), match
    return match


def fresh(setup: Setup = SETUPS[0], dice: Dice | None = None) -> Session:
    """A toy match at its first question."""
    return Session(match_of(setup), dice or SeededDice(0))


def step_at_random(played: Session, rng: random.Random) -> Progress:
    """Answer one open question, whoever has it, with a sampled answer."""
    seat = rng.choice(played.state.waiting_for())
    decision = played.state.decision_of(seat)
    assert decision is not None
    progress = played.answer(seat, decision.sample(played.state, rng))
    assert not isinstance(progress, Refusal), progress
    return progress


def play_at_random(setup: Setup, seed: int, most: int = 1000) -> Session:
    """A whole match, or its first answers."""
    played = fresh(setup, SeededDice(seed))
    rng = random.Random(seed)
    for _ in range(most):
        if played.state.over:
            break
        step_at_random(played, rng)
    return played


def play_by_choices(setup: Setup, choices: Sequence[int], seed: int = 0) -> Session:
    """Answer question after question by the n-th suggestion; made for shrinking."""
    played = fresh(setup, SeededDice(seed))
    for choice in choices:
        if played.state.over:
            break
        waiting = played.state.waiting_for()
        seat = waiting[choice % len(waiting)]
        decision = played.state.decision_of(seat)
        assert decision is not None
        found = decision.suggest(played.state, 64)
        progress = played.answer(seat, found[choice % len(found)].answer)
        assert not isinstance(progress, Refusal), progress
    return played


class Script:
    """A laid-out position played by hand with forced dice."""

    def __init__(
        self, units: Iterable[tuple[Any, ...]], *, mines: Sequence[int] = (), dice: Sequence[int] = ()
    ) -> None:
        position = {"units": [list(unit) for unit in units], "mines": list(mines)}
        self.dice = ForcedDice(dice)
        self.played = Session(match_of(Setup("toy", "duel", NO_SECRETS, position=position)), self.dice)
        self.events: list[Event] = []

    @property
    def state(self) -> State:
        """Where the match stands."""
        return self.played.state

    def answer(self, seat: int, reply: Any) -> list[str]:
        """Give an answer that must be accepted; the names of the events that followed."""
        progress = self.played.answer(seat, reply)
        assert not isinstance(progress, Refusal), progress
        self.events.extend(progress.events)
        return [type(event).__name__ for event in progress.events]

    def offered(self) -> tuple[int, str]:
        """The reaction that is on offer: the seat and the key."""
        decision: Any = self.state.decision
        return decision.seat, decision.key

    def stack(self) -> list[str]:
        """The names of the frames, the lowest first."""
        return [type(frame).__name__ for frame in self.state.frames]

    def of(self, kind: type[Event]) -> list[Any]:
        """The events of one kind so far."""
        return [event for event in self.events if type(event) is kind]


def tiny_game(*frames: type[Frame], **parts: Any) -> Game:
    """A game of a few frames that begins with the first of them, for claims about the runner alone."""

    def first_state(match: Match) -> State:
        state = State(match, {}, {})
        state.frames.append(frames[0]())
        return state

    return Game(
        id="tiny",
        title="Tiny",
        rules_version="1",
        folder=TOY.folder,
        ruler="spot",
        set_up=lambda setup, game: Match(game, setup, None, 2, (1.0, 1.0)),
        first_state=first_state,
        agreement=TOY.agreement,
        scenario_table=TOY.scenario_table,
        frames=frames,
        decisions=parts.get("decisions", TOY.decisions),
        windows=parts.get("windows", {}),
    )


def tiny_match(*frames: type[Frame], **parts: Any) -> Match:
    """A match of such a game."""
    match = tiny_game(*frames, **parts).new_match(Setup("tiny", "any"))
    assert not isinstance(match, Refusal)
    return match
