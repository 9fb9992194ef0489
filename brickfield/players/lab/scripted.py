"""Scripted players: whoever follows a fixed rule, so that levels can be measured against it again at any time.

They sit at tables of the lab only, by their names; nobody is offered them as an opponent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from brickfield.core.decisions import Decision
from brickfield.core.state import State
from brickfield.players.advice import advice
from brickfield.players.lab.by_sight import BySight
from brickfield.players.lab.newcomer import Newcomer


class Hinted(BySight):
    """Takes the first hint of the table at every question, whatever it is."""

    level = "hinted"

    def answer(self, state: State, decision: Decision) -> Any:
        """The first hint."""
        return advice(state, decision, 1)[0].answer


SCRIPTS: dict[str, Callable[[], BySight]] = {Hinted.level: Hinted, Newcomer.level: Newcomer}
