"""How bots of a table think, for those who sit there: how far they are, and afterwards why they did what they did.

Neither may tell anybody what a bot keeps secret. Of a bot that holds cards or has written something down nothing is
told, and nothing of a question that is answered in secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Union
from weakref import ref

from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.players.thoughts import Thought
from brickfield.server.rooms.notices import Listener, encoded
from brickfield.server.web.protocol import Thinking, Why, WhyLine
from brickfield.speech.saying import say

if TYPE_CHECKING:
    from brickfield.server.rooms.room import Room


def keeps_secrets(state: State, seat: int) -> bool:
    """Whether a seat knows something that others do not, or is asked in secret."""
    decision, pending = state.decision_of(seat), state.pending
    asked_in_secret = getattr(decision, "SECRET", False) or (pending is not None and pending.together)
    notes = any(note.is_known_to(seat) for note in state.sealed.values())
    cards = any(pile.seat == seat and len(pile) for pile in state.piles.values())
    return bool(asked_in_secret or notes or cards)


class Thoughts:
    """What the bots of a room have thought last."""

    def __init__(self, room: Room) -> None:
        # a closed room is free at once, so what belongs to it does not hold it
        self._of = ref(room)
        self._kept: dict[int, Thought] = {}
        # why a bot did what it did last, for whoever comes later
        self.last: Why | None = None

    @property
    def _room(self) -> Room:
        room = self._of()
        assert room is not None
        return room

    def ponder(self, seat: int, share: float) -> None:
        """A bot has spent this share of its budget."""
        if not keeps_secrets(self._room.journal.state, seat):
            self._send(Thinking(seat, share))

    def note(self, seat: int, thought: Thought) -> None:
        """Why a bot will answer as it does; if that may be told, it is told once it has answered."""
        if not keeps_secrets(self._room.journal.state, seat):
            self._kept[seat] = thought

    def tell(self, seat: int) -> None:
        """A bot has answered: say why, unless the answer itself is a secret."""
        thought = self._kept.pop(seat, None)
        if thought is not None and not keeps_secrets(self._room.journal.state, seat):
            self.last = self._in_words(seat, thought)
            self._send(Thinking(seat, 1.0, self.last))

    def greet(self, listener: Listener) -> None:
        """Who comes later reads why as well."""
        if self.last is not None:
            listener.send(encoded(Thinking(self.last.seat, 1.0, self.last)))

    def _in_words(self, seat: int, thought: Thought) -> Why:
        match = self._room.journal.match
        answers: Any = Union[match.game.answers]
        lines = []
        for each in (thought.chosen, *thought.rejected):
            typed = say(match, as_type(each.answer, answers))
            # an answer its game has no words for would be typed as data, which tells nobody anything
            shown = "" if typed.startswith("{") else typed
            lines.append(
                WhyLine(each.words, shown, each.clause, each.chance, each.behind, each.give_or_take, each.tables)
            )
        return Why(seat, self._room.seq(frozenset()), thought.sentence, tuple(lines), thought.changed)

    def _send(self, message: Thinking) -> None:
        written = encoded(message)
        for listener in list(self._room.listeners):
            listener.send(written)
