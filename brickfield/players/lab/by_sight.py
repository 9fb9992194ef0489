"""A seat of the lab that follows one rule and sees what its view shows, no more."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from brickfield.core.decisions import Decision
from brickfield.core.match import Match
from brickfield.core.state import State
from brickfield.core.views import View, imagine


class BySight(ABC):
    """A player that goes by what its view shows. It agrees to no draw and never gives up."""

    level = ""

    def decide(self, match: Match, view: View) -> Any:
        """The answer on the table as the view lets one imagine it."""
        if view.decision is None:
            raise ValueError(f"seat {view.seat} has nothing to decide")
        return self.answer(imagine(view, match), view.decision)

    @abstractmethod
    def answer(self, state: State, decision: Decision) -> Any:
        """What it says to a question."""

    def wants_draw(self, match: Match, seen: View, seat: int, offered: bool) -> bool:
        """It plays on."""
        return False

    def gives_up(self, match: Match, seen: View, seat: int) -> bool:
        """It plays on."""
        return False
