"""Who sits at a test table: a person with forced dice, and an opponent who only passes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from brickfield.core.dice import ForcedDice, Pool, SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.views import View, imagine
from brickfield.games import find_game
from brickfield.speech.interpreter import Interpreter
from brickfield.speech.local_game import Agreement, LocalGame

GAME = "micro_brick_battle"


class Passer:
    """Ends its movement, fires at nothing, and answers anything else as suggested first."""

    def decide(self, match: Match, view: View) -> Any:
        decision = view.decision
        assert decision is not None
        passing = {"move_units": {"answer": "end_movement"}, "declare_targets": {"answer": "declare", "shots": []}}
        return passing.get(decision.kind) or decision.suggest(imagine(view, match), 1)[0].answer


class ScriptedDice(SeededDice):
    """Dice that fall as told and count their throws as the real ones do."""

    def __init__(self, faces: Iterable[int]) -> None:
        super().__init__(0)
        self._script = ForcedDice(faces)

    def roll(self, pool: Pool) -> tuple[int, ...]:
        self.rolled += 1
        return self._script.roll(pool)


def sit_down(setup: Setup, folder: Path, faces: Iterable[int] = (), seat: int = 0) -> Interpreter:
    """A desk with this match on it, its dice forced from now on."""
    game = find_game(GAME)
    assert game is not None
    match = game.new_match(setup)
    assert isinstance(match, Match), match
    agreed = Agreement(seat, "recruit", 1)

    def players(match: Match, agreed: Agreement) -> dict[int, Passer]:
        return {each: Passer() for each in range(match.seats) if each != agreed.seat}

    local_game = LocalGame(match, agreed, players(match, agreed))
    local_game.dice = ScriptedDice(faces)
    return Interpreter(local_game, players, folder)


Sit = Callable[..., Interpreter]
