"""The end of a movement: what is asked back before it, and when nothing needs to be."""

from __future__ import annotations

from collections.abc import Sequence

from brickfield.core.asking.movers import Mover
from brickfield.core.numbers import idle_words
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.base.battlefield import describe
from brickfield.games.micro_brick_battle.base.shooting import shooters
from brickfield.games.micro_brick_battle.chapters.effect_cards.effect_cards import plays_cards


def asked_back(state: State, seat: int, movers: Sequence[Mover], sort: str) -> str:
    """Who could move and has not: to stay is allowed, but rarely meant for a unit that was overlooked."""
    if declares_next(state, seat):
        return ""
    idle = [describe(state, each.unit) for each in movers if each.left == each.points]
    return idle_words(idle, sort, "moved", "movement")


def declares_next(state: State, seat: int) -> bool:
    """Whether the same player is asked for targets next: an end that was not meant can still be taken back there.

    Not where cards may come between, nor where shooting was given up or nobody can shoot: then others have the word.
    """
    if plays_cards(state.match) or not shooters(state, seat):
        return False
    given_up = (getattr(frame, "skipped", None) for frame in state.frames)
    return not any(getattr(each, "phase", "") == "shooting" for each in given_up)
