"""Draws with bots: which bot says that it is content with one, and when. Each says so once, so nobody is pestered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from brickfield.core.asides import in_the_game
from brickfield.core.match import Match
from brickfield.core.state import State
from brickfield.core.views import SPECTATOR, View, view


@runtime_checkable
class Contented(Protocol):
    """Somebody who can be content with a draw."""

    def wants_draw(self, match: Match, seen: View, seat: int, offered: bool) -> bool:
        """Whether this seat would end the battle in a draw, by what everybody sees; `offered`: the people do."""
        ...


class DrawTalk:
    """What the bots of one match have said about a draw: a seat speaks at most once a round, and once to an offer."""

    def __init__(self) -> None:
        self._said: dict[int, tuple[int, bool]] = {}

    def speaker(self, state: State, bots: Mapping[int, Contented]) -> int | None:
        """The next bot that is content with a draw and has not said so; None: nobody. Bots alone fight on."""
        seats = in_the_game(state)
        people = [seat for seat in seats if seat not in bots]
        if state.over or not people:
            return None
        moment = _moment(state, people)
        quiet = [seat for seat in seats if seat in bots and not _offers(state, seat)]
        silent = [seat for seat in quiet if self._said.get(seat) != moment]
        seen = view(state, SPECTATOR)
        return next((seat for seat in silent if bots[seat].wants_draw(state.match, seen, seat, moment[1])), None)

    def note(self, state: State, bots: Mapping[int, Contented], seat: int) -> None:
        """A bot has said it: in this round, or to this offer, it does not say it again."""
        self._said[seat] = _moment(state, [each for each in in_the_game(state) if each not in bots])


def _offers(state: State, seat: int) -> bool:
    return bool(state.facts.get(f"draw{seat}"))


def _moment(state: State, people: list[int]) -> tuple[int, bool]:
    """The round, and whether all people offer a draw."""
    return int(state.facts.get("round", 0)), all(_offers(state, seat) for seat in people)
