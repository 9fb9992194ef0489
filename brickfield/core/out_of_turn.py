"""Asides: what a seat may say at any time, whoever's decision is pending. They never answer the pending question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Union

from msgspec import Meta

from brickfield.core import events as happened
from brickfield.core.board import IN_BATTLE
from brickfield.core.decisions import Answer
from brickfield.core.dice import Pool
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
OFFERS = tuple(f"draw{seat}" for seat in range(8))
# Nobody ties this often; the limit only keeps a broken die from rolling for ever.
_MOST_THROWS = 1000
ASIDES = ("concede", "offer_draw", "roll_off")
AnyAside = Union[Concede, OfferDraw, RollOff]


def is_aside(plain: Any) -> bool:
    """Whether something sent by a seat is an aside."""
    return isinstance(plain, (Concede, OfferDraw, RollOff)) or (
        isinstance(plain, dict) and plain.get("answer") in ASIDES
    )


def is_talk(plain: Any) -> bool:
    """Whether it is an aside that leaves every open question as it was: giving up takes units off the table."""
    return is_aside(plain) and not isinstance(plain, Concede) and plain != {"answer": "concede"}


def in_the_game(state: State) -> tuple[int, ...]:
    """The seats that still have a unit, on the table or waiting; before anybody has one, all seats."""
    seats = {unit.seat for unit in state.units.values() if unit.status in IN_BATTLE}
    return tuple(seat for seat in range(state.match.seats) if seat in seats) or tuple(range(state.match.seats))


def take_aside(state: State, seat: int, aside: AnyAside, dice: Dice | None) -> Table | Refusal:
    """Carry an aside out on a working copy of the state."""
    if not 0 <= seat < state.match.seats:
        return invalid("not_a_seat", f"Seat {seat} has no part in this match.")
    table = Table(state, dice)
    game = state.match.game
    if isinstance(aside, RollOff):
        if dice is None:
            return invalid("no_roll_off", "A roll-off cannot be held here.")
        return (game.roll_off or roll_off)(table, aside) or table
    if seat not in in_the_game(state):
        return invalid("out_of_the_game", f"{state.match.seat_name(seat)} is out of this battle already.")
    if isinstance(aside, Concede):
        table.version += 1
        _concede(table, seat)
    else:
        # an offer leaves the version alone, so that nobody can make the other's answers late by offering again
        table.emit(happened.FactChanged(name=f"draw{seat}", value=1, clause=game.concede_clause))
    if table.outcome is None and all(table.facts.get(f"draw{other}") for other in in_the_game(table)):
        table.emit(happened.GameEnded(winners=(), reason="agreed_draw", clause=game.concede_clause))
    if table.outcome is not None:
        table.frames.clear()
        table.pending = None
    return table


def _concede(table: Table, seat: int) -> None:
    """A seat gives up: the match is over, or, where the game says how, goes on without it."""
    game = table.match.game
    if game.concede is None:
        winners = tuple(other for other in range(table.match.seats) if other != seat)
        table.emit(happened.GameEnded(winners=winners, reason="conceded", clause=game.concede_clause))
        return
    table.emit(happened.Chosen(seat=seat, what="concede", choice="gives up", clause=game.concede_clause))
    withdraw_offer(table, seat)
    game.concede(table, seat)


def roll_off(t: Table, aside: RollOff) -> Refusal | None:
    """The plain roll-off: everybody still in the game throws a die, the best throw again until one is left."""
    if aside.method != "high":
        return invalid("unknown_method", f"There is no roll-off by {aside.method!r}; there is high.")
    assert t.dice is not None
    left = in_the_game(t)
    throws: list[happened.Throw] = []
    for _ in range(_MOST_THROWS):
        pools = [Pool(1, "roll-off", seat=seat) for seat in left]
        faces = [t.dice.roll(pool) for pool in pools]
        t.thrown.extend(faces)
        for pool, shown in zip(pools, faces, strict=True):
            t.events.append(happened.DiceRolled(label=pool.label, seat=pool.seat, faces=shown))
            throws.append(happened.Throw(pool.label, pool.seat, shown))
        left = tuple(seat for seat, shown in zip(left, faces, strict=True) if shown == max(faces))
        if len(left) == 1:
            held = happened.RollOffHeld(
                question=aside.question, method=aside.method, winner=left[0], result="", throws=tuple(throws)
            )
            t.events.append(held)
            return None
    return invalid("no_decision", "The dice did not come to a decision.")


def withdraw_offer(table: Table, seat: int) -> None:
    """A seat that plays on no longer offers a draw."""
    if table.facts.get(OFFERS[seat]):
        table.emit(happened.FactChanged(name=f"draw{seat}", value=0))
