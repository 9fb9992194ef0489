"""What bots say aside: which is content with a draw, which strikes its flag, and when. Each says so once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from brickfield.core.match import Match
from brickfield.core.out_of_turn import Concede, OfferDraw, in_the_game
from brickfield.core.state import State
from brickfield.core.views import SPECTATOR, View, view


@runtime_checkable
class Contented(Protocol):
    """Somebody who can be content with a draw."""

    def wants_draw(self, match: Match, seen: View, seat: int, offered: bool) -> bool:
        """Whether this seat would end the battle in a draw, by what everybody sees; `offered`: the people do."""
        ...

    def gives_up(self, match: Match, seen: View, seat: int) -> bool:
        """Whether this seat strikes its flag, by what everybody sees: it can do nothing any more and loses."""
        ...


class DrawTalk:
    """What the bots of one match have said about a draw: a seat speaks at most once a round, and once to an offer."""

    def __init__(self) -> None:
        self._said: dict[int, tuple[int, bool]] = {}

    def speaker(self, state: State, bots: Mapping[int, Contented]) -> int | None:
        """The next bot that gives up, or is content with a draw, and has not said so. Bots alone agree on no draw."""
        seats = in_the_game(state)
        people = [seat for seat in seats if seat not in bots]
        if state.over or len(people) == len(seats):
            return None
        beaten = striking(state, bots)
        if beaten is not None or not people:
            return beaten
        moment = _moment(state, people)
        quiet = [seat for seat in seats if seat in bots and not _offers(state, seat)]
        silent = [seat for seat in quiet if self._said.get(seat) != moment]
        seen = view(state, SPECTATOR)
        return next((seat for seat in silent if bots[seat].wants_draw(state.match, seen, seat, moment[1])), None)

    def note(self, state: State, bots: Mapping[int, Contented], seat: int) -> Concede | OfferDraw:
        """What a bot says now: in this round, or to this offer, it does not say it again."""
        self._said[seat] = _moment(state, [each for each in in_the_game(state) if each not in bots])
        return Concede() if striking(state, bots) == seat else OfferDraw()


def striking(state: State, bots: Mapping[int, Contented]) -> int | None:
    """The next bot that can do nothing any more and strikes its flag; None: nobody."""
    if state.over or state.match.game.judge is None:
        return None
    seen = view(state, SPECTATOR)
    seats = [seat for seat in in_the_game(state) if seat in bots]
    return next((seat for seat in seats if bots[seat].gives_up(state.match, seen, seat)), None)


def _offers(state: State, seat: int) -> bool:
    return bool(state.facts.get(f"draw{seat}"))


def _moment(state: State, people: list[int]) -> tuple[int, bool]:
    """The round, and whether all people offer a draw."""
    return int(state.facts.get("round", 0)), all(_offers(state, seat) for seat in people)
