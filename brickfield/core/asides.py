"""Asides: what a seat may say at any time, whoever's decision is pending. They never answer the pending question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Union

from msgspec import Meta

from brickfield.core import events as happened
from brickfield.core.decisions import Answer
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.table import Table

if TYPE_CHECKING:
    from brickfield.core.dice import Dice
    from brickfield.core.state import State


class Concede(Answer, frozen=True):
    """Give the match up."""


class OfferDraw(Answer, frozen=True):
    """Be content with a draw; when every seat is, the match is drawn. An offer falls with the seat's next answer."""


class RollOff(Answer, frozen=True):
    """Settle a disagreement between people by dice. It is written down and changes nothing on the table."""

    question: Annotated[str, Meta(min_length=1, max_length=200)]
    method: Annotated[str, Meta(max_length=20)] = "high"


# The facts that say which seats offer a draw; no game has more seats.
_OFFERS = tuple(f"draw{seat}" for seat in range(8))
ASIDES = ("concede", "offer_draw", "roll_off")
AnyAside = Union[Concede, OfferDraw, RollOff]


def is_aside(plain: Any) -> bool:
    """Whether something sent by a seat is an aside."""
    return isinstance(plain, (Concede, OfferDraw, RollOff)) or (
        isinstance(plain, dict) and plain.get("answer") in ASIDES
    )


def take_aside(state: State, seat: int, aside: AnyAside, dice: Dice | None) -> Table | Refusal:
    """Carry an aside out on a working copy of the state."""
    if not 0 <= seat < state.match.seats:
        return invalid("not_a_seat", f"Seat {seat} has no part in this match.")
    table = Table(state, dice)
    game = state.match.game
    if isinstance(aside, RollOff):
        if dice is None or game.roll_off is None:
            return invalid("no_roll_off", "A roll-off cannot be held here.")
        return game.roll_off(table, aside) or table
    if isinstance(aside, Concede):
        table.version += 1
        if game.concede is not None:
            game.concede(table, seat)
            return table
        table.emit(happened.GameEnded(winners=_winners(state, seat), reason="conceded", clause=game.concede_clause))
    else:
        # an offer leaves the version alone, so that nobody can make the other's answers late by offering again
        table.emit(happened.FactChanged(name=f"draw{seat}", value=1, clause=game.concede_clause))
        if all(table.facts.get(f"draw{other}") for other in range(state.match.seats)):
            table.emit(happened.GameEnded(winners=(), reason="agreed_draw", clause=game.concede_clause))
    if table.outcome is not None:
        table.frames.clear()
        table.pending = None
    return table


def _winners(state: State, seat: int) -> tuple[int, ...]:
    """Who has won when a seat gives up: all others, unless the game knows sides."""
    game = state.match.game
    if game.winners_after is not None:
        return game.winners_after(state, seat)
    return tuple(other for other in range(state.match.seats) if other != seat)


def withdraw_offer(table: Table, seat: int) -> None:
    """A seat that plays on no longer offers a draw."""
    if table.facts.get(_OFFERS[seat]):
        table.emit(happened.FactChanged(name=f"draw{seat}", value=0))
