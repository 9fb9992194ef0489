"""Saving and loading a match at any pause, and the digest of a state.

A save is the server's own file: it holds sealed values and is never sent to a seat.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Union

import msgspec
from msgspec import UNSET, Struct, UnsetType, defstruct

from brickfield.core.board import Token, Unit
from brickfield.core.decisions import AnyAnswer
from brickfield.core.dice import Pool
from brickfield.core.frames import course_of
from brickfield.core.match import Match, Setup
from brickfield.core.piles import Pile
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.sealed import Sealed
from brickfield.core.state import Outcome, Pending, State
from brickfield.core.typed import as_type, from_json, known

if TYPE_CHECKING:
    from brickfield.core.game import Game

FORMAT = 1
_DIGEST_BYTES = 12
_ENCODER = msgspec.json.Encoder(order="sorted")


class _Save(Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    game: str
    rules: str
    setup: Setup
    state: msgspec.Raw
    digest: str


class _Opened(Struct, frozen=True, forbid_unknown_fields=True):
    seat: int
    value: Any
    also: tuple[int, ...] = ()


class _OpenPile(Struct, frozen=True, forbid_unknown_fields=True):
    seat: int
    cards: tuple[str, ...]


class _Codec:
    """How the states of one game are written: the unions of its frames, decisions and answers."""

    def __init__(self, game: Game) -> None:
        frames: Any = Union[game.all_frames]
        decisions: Any = Union[game.decisions]
        worked_out = dict.fromkeys(kind for decision in game.decisions for kind in decision.BECOMES)
        self._answers: Any = Union[(*game.answers, *worked_out)]
        pending = defstruct(
            "SavedPending",
            [
                ("into", str),
                ("asks", tuple[decisions, ...]),
                ("answers", tuple[Sealed | None, ...]),
                ("rolls", tuple[Pool, ...]),
                ("together", bool),
                ("shuffle", str | UnsetType, UNSET),
            ],
            forbid_unknown_fields=True,
        )
        self._pending: Any = pending
        self._saved: Any = defstruct(
            "SavedState",
            [
                ("version", int),
                ("units", list[Unit]),
                ("tokens", list[Token]),
                ("facts", dict[str, int | str]),
                ("sealed", dict[str, Sealed]),
                ("frames", list[frames]),
                ("pending", pending | None),
                ("outcome", Outcome | None),
                # left out where a game has none, so that the digests of such games stay what they were
                ("piles", dict[str, Pile] | UnsetType, UNSET),
            ],
            forbid_unknown_fields=True,
        )
        self._encoder = msgspec.json.Encoder(enc_hook=self._open, order="sorted")
        self._decoder = msgspec.json.Decoder(known(self._saved), dec_hook=self._seal)

    @staticmethod
    def _open(value: Any) -> Any:
        if isinstance(value, Sealed):
            opened = {"seat": value.seat, "value": value.open()}
            return opened | {"also": value.also} if value.also else opened
        if isinstance(value, Pile):
            return {"seat": value.seat, "cards": value.cards}
        raise TypeError(f"{type(value).__name__} is no plain data and cannot be saved")

    def _seal(self, kind: Any, raw: Any) -> Any:
        if kind is Pile:
            pile = as_type(raw, _OpenPile)
            return Pile(pile.seat, pile.cards)
        if kind is AnyAnswer:
            return as_type(raw, self._answers)
        opened = as_type(raw, _Opened)
        return Sealed(opened.seat, self._as_it_was(opened.value), opened.also)

    def slot(self, raw: Any, kind: Any) -> Any:
        """A slot of a frame from plain data; one that takes any answer takes those of this game."""
        return as_type(raw, kind, hook=self._seal)

    def _as_it_was(self, value: Any) -> Any:
        """A sealed value has no declared type: answers and tuples are what JSON cannot tell from dicts and lists."""
        if isinstance(value, list):
            return tuple([self._as_it_was(each) for each in value])
        if isinstance(value, dict) and "answer" in value:
            return as_type(value, self._answers)
        return value

    def encode(self, state: State) -> bytes:
        pending = state.pending
        saved = self._saved(
            version=state.version,
            units=list(state.units.values()),
            tokens=list(state.tokens.values()),
            facts=state.facts,
            sealed=state.sealed,
            frames=state.frames,
            pending=None
            if pending is None
            else self._pending(
                pending.into,
                pending.asks,
                pending.answers,
                pending.rolls,
                pending.together,
                pending.shuffle or UNSET,
            ),
            outcome=state.outcome,
            piles=state.piles or UNSET,
        )
        return self._encoder.encode(saved)

    def decode(self, data: bytes, match: Any) -> State:
        saved: Any = self._decoder.decode(data)
        units = {unit.id: unit for unit in saved.units}
        state = State(match, units, {token.id: token for token in saved.tokens})
        state.version, state.facts, state.sealed = saved.version, saved.facts, saved.sealed
        state.frames, state.outcome = saved.frames, saved.outcome
        raw = saved.pending
        if raw is not None:
            state.pending = Pending(raw.into, raw.asks, raw.answers, raw.rolls, raw.together, raw.shuffle or "")
        state.piles = saved.piles or {}
        return state


@cache
def _codec(game: Game) -> _Codec:
    return _Codec(game)


def read_slot(game: Game, raw: Any, kind: Any) -> Any:
    """A slot of a frame of this game, which has come as plain data."""
    return _codec(game).slot(raw, kind)


def fingerprint(data: bytes) -> str:
    """A short digest of bytes, for states and views."""
    return hashlib.blake2b(data, digest_size=_DIGEST_BYTES).hexdigest()


def written_state(state: State) -> bytes:
    """A state alone, for whoever keeps the match beside it. Its fingerprint is the state's digest."""
    return _codec(state.match.game).encode(state)


def read_state(data: bytes, match: Match) -> State | Refusal:
    """A state that was written alone, in its match again."""
    try:
        return _on_known_steps(_codec(match.game).decode(data, match))
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        return invalid("damaged_save", f"The save is damaged: {error}.")


def state_digest(state: State) -> str:
    """The digest of everything in a state.

    It covers the secrets, and a secret of few possible values can be guessed from it: it belongs into the server's
    log and into replays, never into a view.
    """
    return fingerprint(written_state(state))


def save(state: State) -> bytes:
    """The whole match as one JSON document."""
    game = state.match.game
    body = _codec(game).encode(state)
    setup = state.match.setup
    digest = _save_digest(setup, body)
    return msgspec.json.encode(_Save(FORMAT, game.id, game.rules_version, setup, msgspec.Raw(body), digest))


def _save_digest(setup: Setup, body: bytes) -> str:
    return fingerprint(_ENCODER.encode(setup) + body)


def load(data: bytes, find_game: Callable[[str], Game | None]) -> State | Refusal:
    """A saved match, ready to go on; or a refusal that says where the save is damaged or why it does not fit."""
    try:
        document = from_json(data, _Save)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        return invalid("damaged_save", f"The save is damaged: {error}.")
    game = find_game(document.game)
    if game is None:
        return invalid("unknown_game", f"The save is of a game named {document.game!r}, which is not known here.")
    played = game.by_rules(document.rules)
    if document.format != FORMAT or played is None:
        return invalid(
            "other_rules",
            f"The save was made with rules version {document.rules} of {game.title}; "
            f"this is version {game.rules_version}, so it cannot be continued here.",
        )
    body = bytes(document.state)
    if _save_digest(document.setup, body) != document.digest:
        return invalid("damaged_save", "The save is damaged: its set-up and state do not match its digest.")
    match = played.new_match(document.setup)
    if isinstance(match, Refusal):
        return match
    return read_state(body, match)


def _on_known_steps(state: State) -> State | Refusal:
    """A frame may stand only on a step that still exists."""
    for frame in state.frames:
        if frame.at and frame.at not in course_of(type(frame), state.match):
            name = type(frame).__name__
            return invalid("unknown_step", f"The save stands at step {frame.at!r} of {name}, which no longer exists.")
    pending = state.pending
    if pending is None or pending.shuffle:
        return state
    if not (state.frames and pending.into in state.frames[-1].__struct_fields__):
        return invalid("unknown_step", f"The save waits for {pending.into!r}, for which there is no place any more.")
    return state
