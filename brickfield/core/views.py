"""Views: what one seat may see, built up field by field. Bots, browsers, replays and logs all get the same view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from brickfield.core.board import Token, Unit
from brickfield.core.decisions import Decision
from brickfield.core.frames import Frame, slots
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

    def encode(self) -> bytes:
        """The view as canonical JSON; a sealed value in it would be an error, not a leak."""
        return _ENCODER.encode(self)

    def digest(self) -> str:
        """A short fingerprint of what this seat sees."""
        return fingerprint(self.encode())


_ENCODER = msgspec.json.Encoder(order="sorted")


def view(state: State, seat: int) -> View:
    """What this seat may see (SPECTATOR: what everybody may see)."""
    secrets = {name: sealed.open() for name, sealed in state.sealed.items() if sealed.seat == seat}
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
    )


def _frame_view(frame: Frame) -> FrameView:
    return FrameView(type(frame).__name__, frame.at, slots(frame, frame.PUBLIC))


def imagine(
    seen: View,
    match: Match,
    secret_slots: dict[str, dict[str, Any]] | None = None,
    notes: dict[str, Any] | None = None,
) -> State:
    """A full state as this seat can imagine it from its view alone. A bot that searches it cannot cheat.

    A game with secrets hands in its guesses: of secret slots by name of the frame, of what others have sealed by name
    of the note. Own secrets are in the view.
    """
    state = State(match, {unit.id: unit for unit in seen.units}, {token.id: token for token in seen.tokens})
    state.version, state.facts, state.outcome = seen.version, dict(seen.facts), seen.outcome
    known = {**(notes or {}), **seen.secrets}
    state.sealed = {name: Sealed(seat, known.get(name)) for name, seat in seen.sealed.items()}
    kinds = {kind.__name__: kind for kind in match.game.all_frames}
    guesses = secret_slots or {}
    for shown in seen.frames:
        state.frames.append(kinds[shown.frame](at=shown.at, **shown.slots, **guesses.get(shown.frame, {})))
    if seen.decision is not None:
        state.pending = Pending(seen.into, asks=(seen.decision,))
    return state
