"""Tables with effect cards in somebody's hand."""

from __future__ import annotations

from typing import Any

from brickfield.core.piles import EVERYBODY, Pile
from brickfield.core.sealed import NOBODY
from brickfield.games.micro_brick_battle.chapters.effect_cards.effect_cards import BOX, DECK, PLAYED, hand_name
from brickfield.testing import Position, lay_table, unit

GAME = "micro_brick_battle"
# Two that see each other from the front, and one more each far away behind its edge.
UNITS = (
    unit("A1", "M4 Sherman", 24, 10, 90),
    unit("A2", "M4 Sherman", 4, 3, 90),
    unit("B1", "Panzer III", 24, 26, 270),
    unit("B2", "Panzer III", 44, 33, 270),
)
# An enemy that is always there.
FAR = unit("B9", "Panzer III", 44, 33, 270)
SPECIAL = {"special_units": True}
# How somebody does nothing.
IDLE = {
    "move_units": "end_movement",
    "move_infantry": "end_infantry",
    "declare_targets": "declare",
    "play_cards": "keep_cards",
}


def table(*units: dict[str, Any], cards: str = "hail_mary", hands: dict[int, tuple[str, ...]] | None = None,
          deck: tuple[str, ...] = (), **more: Any) -> Position:  # fmt: skip
    """A table in the turn of the seat 1 (unless said otherwise), with these hands."""
    options = {"effect_cards": cards} | more.pop("options", {})
    t = lay_table(GAME, units or UNITS, options=options, **({"seat": 1, "first": 0} | more))
    hold(t, hands or {}, deck)
    return t


def turn_of(*units: dict[str, Any], hand: tuple[str, ...], theirs: tuple[str, ...] = (), **more: Any) -> Position:
    """The turn of seat 0 is about to begin, and it holds these cards."""
    t = table(*units, hands={0: hand, 1: theirs}, **more)
    pass_turn(t)
    return t


def hold(t: Position, hands: dict[int, tuple[str, ...]], deck: tuple[str, ...] = ()) -> None:
    """Give the seats these cards."""
    piles = {hand_name(seat): Pile(seat, hands.get(seat, ())) for seat in range(t.match.seats)}
    t.state.piles = {DECK: Pile(NOBODY, deck), **piles, PLAYED: Pile(EVERYBODY), BOX: Pile(NOBODY)}


def in_hand(t: Position, seat: int) -> tuple[str, ...]:
    """What a seat holds."""
    return t.state.piles[hand_name(seat)].cards


def pass_turn(t: Position) -> None:
    """The seat whose turn it is does nothing, keeps its cards, and the next one begins."""
    seat, number = t.state.facts["active"], t.state.facts["round"]
    while (t.state.facts["active"], t.state.facts["round"]) == (seat, number):
        if t.asked == "play_in_window":
            assert let_pass(t).accepted, t
            continue
        assert t.answer(IDLE[t.asked]).accepted, t


def keep_until(t: Position, moment: str) -> None:
    """Keep the cards and do nothing until somebody may play one at a moment."""
    while getattr(t.decision, "moment", "") != moment:
        if t.asked == "play_in_window":
            assert let_pass(t).accepted, t
            continue
        assert t.answer(IDLE[t.asked]).accepted, t


def play(t: Position, card: str, on: str = "", **more: Any) -> Any:
    """Play a card."""
    return t.answer("play_card", card=card, unit=on, **more)


def let_pass(t: Position, **more: Any) -> Any:
    """Play no card in a window."""
    return t.answer("react", yes=False, **more)


def fired(t: Position, **more: Any) -> Any:
    """Keep the cards until the shooting, and let A1 fire at B1."""
    keep_until(t, "movement")
    t.answer("keep_cards")
    t.answer("end_movement")
    return t.answer("declare", shots=[{"unit": "A1", "target": "B1"}], **more)


def smoke_at(t: Position, x: float, y: float) -> None:
    """Lay a Smoke Screen."""
    assert play(t, "smoke").accepted
    assert t.answer("name_point", x=x, y=y).accepted


def refused(result: Any) -> tuple[str, str]:
    """Code and clause of a refusal."""
    assert result.refusal is not None
    return result.refusal.code, result.refusal.clause
