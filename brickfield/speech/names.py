"""Names: how units, pieces and seats are called, by everybody or by the seat that reads."""

from __future__ import annotations

from typing import Any

from brickfield.core.board import Token
from brickfield.core.frames import Frame
from brickfield.core.match import Match
from brickfield.core.state import State
from brickfield.speech import words
from brickfield.speech.speech import speech_of


class Names:
    """How units, pieces and seats are called. `you` is the seat that reads: it is called You."""

    def __init__(self, table: State | Match, you: int | None = None) -> None:
        self._state = table if isinstance(table, State) else None
        self.match = table.match if isinstance(table, State) else table
        self.speech = speech_of(self.match)
        self._you = you

    def thing(self, thing: str) -> str:
        """A unit by its card and id, a piece of terrain by its kind and id, the edge of the table."""
        if thing == "edge":
            return "the edge of the table"
        card = self.match.cards.get(thing)
        if card is not None:
            return self.speech.unit_name(thing, self) or f"{getattr(card, 'name', '')} {thing}".strip()
        token = self._state.tokens.get(thing) if self._state is not None else None
        return self.piece(token) if token is not None else thing

    def piece(self, token: Token) -> str:
        """What lies on the table, in the words of the game or by its kind and id."""
        return self.speech.piece_name(token, self) or f"{token.kind.replace('_', ' ')} {token.id}"

    def met(self, thing: str) -> str:
        """The same for what a unit has come to, which everybody sees: a piece by its kind alone, "the house"."""
        token = self._state.tokens.get(thing) if self._state is not None and thing not in self.match.cards else None
        plain = token is not None and not self.speech.piece_name(token, self)
        return f"the {token.kind.replace('_', ' ').lower()}" if plain and token is not None else self.thing(thing)

    def card(self, unit: str) -> Any:
        """The card of a unit, or None for one that has none."""
        return self.match.cards.get(unit)

    def mark(self, unit: str, mark: str) -> int:
        """A count on a unit as it was before what is told; 0 where only the match is known."""
        found = self._state.units.get(unit) if self._state is not None else None
        return found.marks.get(mark, 0) if found is not None else 0

    def fact(self, name: str) -> str:
        """A fact as it was before what is told; empty where there was none, or only the match is known."""
        return str(self._state.facts.get(name, "")) if self._state is not None else ""

    def frames(self) -> tuple[Frame, ...]:
        """What was under way before what is told."""
        return tuple(self._state.frames) if self._state is not None else ()

    def drawn(self, seat: int, pile: str) -> str:
        """The card that a seat draws from a pile, where it is the seat that reads; nobody else may know it: empty."""
        known = self._state.piles.get(pile) if self._state is not None and seat == self._you else None
        return known.cards[0] if known is not None and known.cards else ""

    def seat(self, seat: int) -> str:
        """A seat as the one who did something: You, or its name."""
        return "You" if seat == self._you else self.match.seat_name(seat)

    def active(self) -> str:
        """The seat whose turn it is, as the one who did something."""
        seat = self._state.facts.get("active") if self._state is not None else None
        return self.seat(seat) if isinstance(seat, int) else "Somebody"

    def who(self, seat: int) -> str:
        """A seat inside a sentence: you, or its name."""
        return "you" if seat == self._you else self.match.seat_name(seat)

    def scored(self, seat: int, shown: str) -> str:
        """A seat with what it threw: Orange 12; where its name ends with a number, Player 2: 12."""
        who = self.who(seat)
        return f"{who}{':' if who[-1:].isdigit() else ''} {shown}"

    def whose(self, seat: int) -> str:
        """A seat as the owner of something: Your, or its name."""
        return "Your" if seat == self._you else f"{self.match.seat_name(seat)}'s"

    def length(self, value: float) -> str:
        """A length with the game's own ruler, as exact as it was given."""
        return words.exact_length(value, self.match.game.ruler)
