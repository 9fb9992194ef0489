"""Views: what one seat may see, built up field by field. Bots, browsers, replays and logs all get the same view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from brickfield.core.board import Token, Unit
from brickfield.core.decisions import Decision
from brickfield.core.frames import Frame, slots
from brickfield.core.piles import Pile, PileView, pile_view
from brickfield.core.saves import fingerprint
from brickfield.core.sealed import Sealed
from brickfield.core.state import Outcome, Pending, State

if TYPE_CHECKING:
    from brickfield.core.match import Match

SPECTATOR = -1


class FrameView(Struct, frozen=True):
    """A frame as everybody may see it: what is under way, at which step, and its public slots."""

    frame: str
    at: str
    slots: dict[str, Any]


class View(Struct, frozen=True):
    """The table from one seat. `decision` is only this seat's own question; of the others it says who is waited for."""

    seat: int
    version: int
    units: tuple[Unit, ...]
    tokens: tuple[Token, ...]
    facts: dict[str, int | str]
    frames: tuple[FrameView, ...]
    waiting_for: tuple[int, ...]
    decision: Decision | None
    # the slot of the top frame that waits for the answer
    into: str
    # secrets of this seat, opened; of all others only that something is written down, and by whom
    secrets: dict[str, Any]
    sealed: dict[str, int]
    outcome: Outcome | None
    # decks and hands, in games that have them: how many cards, and which ones where this seat knows them
    piles: dict[str, PileView] | UnsetType = UNSET

    def encode(self) -> bytes:
        """The view as canonical JSON; a sealed value in it would be an error, not a leak."""
        return _ENCODER.encode(self)

    def digest(self) -> str:
        """A short fingerprint of what this seat sees."""
        return fingerprint(self.encode())


_ENCODER = msgspec.json.Encoder(order="sorted")


def stays_sealed(before: State, after: State, events: Sequence[object]) -> bool:
    """Whether an answer waits for the others asked with it: it changed nothing that another seat can see."""
    pending = after.pending
    return not events and before.version == after.version and pending is not None and pending.together


def view(state: State, seat: int) -> View:
    """What this seat may see (SPECTATOR: what everybody may see)."""
    secrets = {name: sealed.open() for name, sealed in state.sealed.items() if sealed.is_known_to(seat)}
    return View(
        seat=seat,
        version=state.version,
        units=tuple(state.units.values()),
        tokens=tuple(state.tokens.values()),
        facts=dict(state.facts),
        frames=tuple([_frame_view(frame) for frame in state.frames]),
        waiting_for=state.asked(),
        decision=state.decision_of(seat),
        into=state.pending.into if state.pending is not None else "",
        secrets=secrets,
        sealed={name: sealed.seat for name, sealed in state.sealed.items()},
        outcome=state.outcome,
        piles={name: pile_view(pile, seat) for name, pile in state.piles.items()} or UNSET,
    )


def _frame_view(frame: Frame) -> FrameView:
    return FrameView(type(frame).__name__, frame.at, slots(frame, frame.PUBLIC))


def _imagined_piles(seen: View, match: Match) -> dict[str, Pile]:
    """Known piles as they are, the others with as many cards as they have: as the game guesses, else nameless ones."""
    shown = seen.piles or {}
    hidden = any(each.cards is UNSET for each in shown.values())
    guess = match.game.guess_piles
    guessed = guess(seen, match) if hidden and guess is not None else {}
    return {
        name: Pile(each.seat, guessed.get(name, ("",) * each.count) if each.cards is UNSET else each.cards)
        for name, each in shown.items()
    }


class Guessed(Struct, frozen=True):
    """What a game guesses of a hidden part of the table: notes by their names, and the cards of piles in any order."""

    notes: dict[str, Any] = {}
    piles: dict[str, tuple[str, ...]] = {}


def imagine(
    seen: View,
    match: Match,
    secret_slots: dict[str, dict[str, Any]] | None = None,
    notes: dict[str, Any] | None = None,
) -> State:
    """A full state as this seat can imagine it from its view alone. A bot that searches it cannot cheat.

    A game with secrets hands in its guesses: of secret slots by name of the frame, of what others have sealed by name
    of the note. Own secrets are in the view. What is in a pile that the seat does not know, its game guesses.
    """
    state = State(match, {unit.id: unit for unit in seen.units}, {token.id: token for token in seen.tokens})
    state.version, state.facts, state.outcome = seen.version, dict(seen.facts), seen.outcome
    known = {**(notes or {}), **seen.secrets}
    let_in = {name: (seen.seat,) for name, seat in seen.sealed.items() if name in seen.secrets and seat != seen.seat}
    state.sealed = {name: Sealed(seat, known.get(name), let_in.get(name, ())) for name, seat in seen.sealed.items()}
    state.piles = _imagined_piles(seen, match)
    kinds = {kind.__name__: kind for kind in match.game.all_frames}
    guesses = secret_slots or {}
    for shown in seen.frames:
        state.frames.append(kinds[shown.frame](at=shown.at, **shown.slots, **guesses.get(shown.frame, {})))
    if seen.decision is not None:
        state.pending = Pending(seen.into, asks=(seen.decision,))
    return state
