"""What is looked at in one pause of a match: the dear half of the contract that every game keeps (see `contract`)."""

from __future__ import annotations

import random
from collections.abc import Callable
from enum import Enum
from functools import cached_property
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from brickfield.core.asking.answering import listed, shut
from brickfield.core.asking.offers import Asked
from brickfield.core.board import Token, Unit
from brickfield.core.commands import Command, read_answer
from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.game import Game
from brickfield.core.out_of_turn import Concede, OfferDraw, in_the_game
from brickfield.core.piles import Pile
from brickfield.core.play import Progress, answer
from brickfield.core.refusal import INVALID, Refusal
from brickfield.core.saves import load, save
from brickfield.core.sealed import Sealed
from brickfield.core.state import Pending, State
from brickfield.core.typed import from_json
from brickfield.core.views import SPECTATOR, imagine, view

_MANY_SUGGESTIONS = 64
_NO_CARD = "no such card"
# Things that are no answer to any question of any game.
_MALFORMED: tuple[Any, ...] = (b"{", b"[]", None, {"answer": "no such answer"}, {"answer": float("nan")}, object())


class ContractBroken(AssertionError):
    """A game does not keep its contract with the engine."""


class StateProbe:
    """A close look at one state. What several checks need is worked out once: questions, suggestions, the save."""

    def __init__(self, state: State, digest: str = "") -> None:
        self.state = state
        self.digest = digest
        self._asked: dict[int, Asked] = {}
        self._suggested: dict[int, list[Suggestion]] = {}
        self._settled: dict[int, list[Any]] = {}

    def question(self, seat: int) -> Asked:
        """What the seat is asked."""
        if seat not in self._asked:
            self._asked[seat] = decision_of(self.state, seat).ask(self.state)
        return self._asked[seat]

    def suggestions(self, seat: int) -> list[Suggestion]:
        """What the seat is told that it might answer."""
        if seat not in self._suggested:
            self._suggested[seat] = decision_of(self.state, seat).suggest(self.state, _MANY_SUGGESTIONS)
        return self._suggested[seat]

    def settled(self, seat: int) -> list[Any]:
        """What would come of each of the suggestions."""
        if seat not in self._settled:
            decision, found = decision_of(self.state, seat), self.suggestions(seat)
            self._settled[seat] = [decision.settle(self.state, each.answer) for each in found]
        return self._settled[seat]

    @cached_property
    def loaded(self) -> State:
        """The match saved and loaded."""
        again = load(save(self.state), register(self.state.match.game))
        if isinstance(again, Refusal):
            raise ContractBroken(f"version {self.state.version}: the save is refused: {again}")
        return again


Check = Callable[[StateProbe], None]


def check_slots_are_plain(look: StateProbe) -> None:
    """Frames hold ids, numbers and other plain values, nothing that could be shared and changed."""
    for frame in look.state.frames:
        for name in frame.__struct_fields__:
            demand(_is_plain(getattr(frame, name)), f"{type(frame).__name__}.{name} holds more than plain values")


def check_saving(look: StateProbe) -> None:
    """Saved and loaded, a state is the same in every part, types included."""
    state, again = look.state, look.loaded
    demand(again.digest() == look.digest, f"version {state.version}: the save has another digest")
    for part in ("units", "tokens", "facts", "sealed", "frames", "outcome", "version"):
        alike = getattr(again, part) == getattr(state, part)
        demand(alike, f"version {state.version}: the save changes the {part}; is a slot typed too loosely?")
    demand(_parts(again.pending) == _parts(state.pending), f"version {state.version}: the save changes the question")
    demand(state.clone().digest() == look.digest, f"version {state.version}: a clone has another digest")


def check_suggestions(look: StateProbe) -> None:
    """Every question has suggestions; all of them are allowed, survive the wire, and come again in the same order."""
    state = look.state
    for seat in state.waiting_for():
        decision, found = decision_of(state, seat), look.suggestions(seat)
        demand(0 < len(found) <= _MANY_SUGGESTIONS, f"{decision.kind}: {len(found)} suggestions")
        demand(len(decision.suggest(state, 1)) == 1, f"{decision.kind}: one suggestion was asked for")
        for suggestion, settled in zip(found, look.settled(seat), strict=True):
            allowed = not isinstance(settled, Refusal)
            demand(allowed, f"{decision.kind}: a suggestion is refused: {settled} {suggestion.answer!r}")
            read = read_answer(decision, msgspec.json.encode(suggestion.answer))
            demand(read == suggestion.answer, f"{decision.kind}: {suggestion.answer!r} arrives as {read!r}")
        # where there are secrets they are asked for again without them, see below
        again = decision.suggest(state, _MANY_SUGGESTIONS) if has_no_secrets(state) else found
        demand(again == found, f"{decision.kind}: suggestions change")


def check_offers(look: StateProbe) -> None:
    """A question tells the truth: what it says is open is allowed, what it says is closed is refused, and whoever knows
    nothing but the question finds an answer in it."""
    state = look.state
    for seat in state.waiting_for():
        decision, offer = decision_of(state, seat), look.question(seat).offer
        for draft in islice(listed(state, offer), _MANY_SUGGESTIONS):
            refusal = decision.validate(state, _as_sent(decision, draft.answer))
            kept = refusal is None or not draft.sure
            demand(kept, f"{decision.kind}: it offers what is refused: {refusal} {draft.answer!r}")
        for closed in islice(shut(offer), _MANY_SUGGESTIONS):
            kept = decision.validate(state, _as_sent(decision, closed)) is not None
            demand(kept, f"{decision.kind}: it says that {closed!r} is closed, which is allowed")
        reply = decision.draw(state, random.Random(state.version))
        taken = answer(state, Command(seat, state.version, msgspec.json.encode(reply)))
        demand(isinstance(taken, Progress), f"{decision.kind}: what was drawn from it is refused: {taken} {reply!r}")


def _as_sent(decision: Decision, reply: Any) -> Any:
    """An answer as it arrives when somebody sends what an offer has started."""
    read = read_answer(decision, msgspec.json.encode(reply))
    demand(not isinstance(read, Refusal), f"{decision.kind}: what it offers cannot be read: {read} {reply!r}")
    return read


def check_refusals(look: StateProbe) -> None:
    """Old versions, seats that are not asked and answers that cannot be read are invalid and change nothing."""
    state = look.state
    seats, version, asked = state.match.seats, state.version, state.waiting_for()
    reply = look.suggestions(asked[0])[0].answer
    commands = [Command(asked[0], version + off, reply) for off in (-1, 1)]
    commands += [Command(seat, version, reply) for seat in range(-1, seats + 1) if seat not in asked]
    commands += [Command(asked[0], version, malformed) for malformed in _MALFORMED]
    for command in commands:
        refusal = answer(state, command)
        invalid = isinstance(refusal, Refusal) and refusal.kind == INVALID and bool(refusal.sentence)
        demand(invalid, f"version {version}: {command!r} is not refused as invalid")
    same = state.digest() == look.digest
    demand(same, f"version {version}: a refused command, or a look at it, has changed the state")


def check_asides(look: StateProbe) -> None:
    """At any time a seat may concede, which ends the match for it, or offer a draw, which leaves the question open.

    A seat that has lost all its units may do neither.
    """
    state = look.state
    for seat in range(state.match.seats):
        if seat not in in_the_game(state):
            refused = [answer(state, Command(seat, state.version, aside)) for aside in (Concede(), OfferDraw())]
            out = all(isinstance(each, Refusal) for each in refused)
            demand(out, f"version {state.version}: seat {seat} is out of the game and takes part")
            continue
        ended = answer(state, Command(seat, state.version, Concede()))
        demand(_has_left(ended, seat), f"version {state.version}: seat {seat} cannot concede")
        offered = answer(state, Command(seat, state.version, OfferDraw()))
        open_still = isinstance(offered, Progress) and (offered.state.over or offered.state.pending is state.pending)
        demand(open_still, f"version {state.version}: an offered draw disturbs the question")


def _has_left(ended: Any, seat: int) -> bool:
    """Whether the match is over, or goes on in a game that allows it without asking the seat again."""
    if not isinstance(ended, Progress):
        return False
    after = ended.state
    if after.outcome is not None:
        return after.pending is None
    return after.match.game.concede is not None and seat not in after.asked()


def check_secrets(look: StateProbe) -> None:
    """What others have sealed is opened for nobody: not for a view, a hint, an offer or the words of a refusal."""
    state = look.state
    if has_no_secrets(state):
        return
    for seat in (SPECTATOR, *range(state.match.seats)):
        masked = _masked_for(state, seat)
        decision = state.decision_of(seat)
        if decision is not None:
            alike = _hints(decision, StateProbe(masked)) == _hints(decision, look)
            demand(alike, f"{decision.kind}: a hint tells of a secret, or suggestions change")
        command = Command(seat, state.version, _MALFORMED[0])
        demand(answer(masked, command) == answer(state, command), f"seat {seat}: a refusal tells of a secret")
        for frame in masked.frames:
            for name in frame.SECRET:
                setattr(frame, name, _Tripwire(SPECTATOR, "slot"))
        alike = view(masked, seat).encode() == view(state, seat).encode()
        demand(alike, f"version {state.version}: a secret shows in the view of seat {seat}")


def check_imagining(look: StateProbe) -> None:
    """A seat that is asked alone can imagine a state that looks to it as the true one does."""
    state = look.state
    if state.pending is None or state.pending.together or any(frame.SECRET for frame in state.frames):
        return
    for seat in state.waiting_for():
        seen = view(state, seat)
        alike = view(imagine(seen, state.match), seat).encode() == seen.encode()
        demand(alike, f"version {state.version}: seat {seat} imagines another table than it sees")


def check_shown(look: StateProbe) -> None:
    """What a table shows can be shown, and goes through the wire as it is."""
    state, game = look.state, look.state.match.game
    if game.face is not None and game.situation is not None:
        for shown in (game.face(state.match), game.situation(state)):
            again = from_json(msgspec.json.encode(shown), type(shown))
            demand(again == shown, f"version {state.version}: {type(shown).__name__} does not survive the wire")


def check_table(look: StateProbe) -> None:
    """What could never come about does not come about; a game says in a sentence what that is."""
    find = look.state.match.game.queries.get("table_fault")
    fault = find(look.state) if find is not None else ""
    demand(not fault, f"version {look.state.version}: the table is impossible: {fault}")


PAUSE_CHECKS: tuple[Check, ...] = (
    check_slots_are_plain,
    check_saving,
    check_offers,
    check_suggestions,
    check_refusals,
    check_asides,
    check_secrets,
    check_imagining,
    check_shown,
)


# --- small parts -----------------------------------------------------------------------------------------------------


class _Tripwire(Sealed):
    """A sealed value that reports whoever opens it."""

    __slots__ = ()

    def open(self) -> Any:
        raise ContractBroken(f"what seat {self.seat} has sealed was opened for somebody else")


def _masked_for(state: State, seat: int) -> State:
    """A copy in which everything that other seats have sealed is a tripwire."""
    masked = state.clone()
    for name, sealed in state.sealed.items():
        if not sealed.is_known_to(seat):
            masked.sealed = {**masked.sealed, name: _Tripwire(sealed.seat, None)}
    # cards that this seat does not know may be any cards: everything it is told must be as true of these
    masked.piles = {
        name: pile if pile.is_known_to(seat) else Pile(pile.seat, (_NO_CARD,) * len(pile))
        for name, pile in state.piles.items()
    }
    pending = state.pending
    if pending is not None and pending.answers:
        answers = tuple([given and _Tripwire(given.seat, None) for given in pending.answers])
        masked.pending = Pending(pending.into, pending.asks, answers, pending.rolls, pending.together, pending.shuffle)
    return masked


def _hints(decision: Decision, look: StateProbe) -> tuple[Any, ...]:
    """All that a game tells a seat about its question."""
    seat, drawn = decision.seat, decision.sample(look.state, random.Random(0))
    return msgspec.to_builtins(look.question(seat)), look.suggestions(seat), look.settled(seat), drawn


def has_no_secrets(state: State) -> bool:
    """Whether everybody knows all of the table."""
    together = state.pending is not None and state.pending.together
    return not (state.sealed or state.piles or together or any(frame.SECRET for frame in state.frames))


def _is_plain(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(_is_plain(each) for each in value)
    if isinstance(value, Refusal):
        # a value that nobody writes to, though its numbers stand in a dict
        return True
    if isinstance(value, Struct):
        frozen = value.__struct_config__.frozen and not isinstance(value, (Unit, Token))
        return frozen and all(_is_plain(getattr(value, name)) for name in value.__struct_fields__)
    return value is None or value is msgspec.UNSET or isinstance(value, (bool, int, float, str, Enum, Sealed))


def decision_of(state: State, seat: int) -> Decision:
    """What a seat that is waited for is asked."""
    decision = state.decision_of(seat)
    if decision is None:
        raise ContractBroken(f"version {state.version}: seat {seat} is waited for but not asked")
    return decision


def _parts(pending: Pending | None) -> tuple[Any, ...]:
    if pending is None:
        return ()
    return pending.into, pending.asks, pending.answers, pending.rolls, pending.together, pending.shuffle


def register(game: Game) -> Callable[[str], Game | None]:
    """A register of this game alone."""
    return lambda game_id: game if game_id == game.id else None


def demand(kept: bool, promise: str) -> None:
    """Stop at a promise that is not kept."""
    if not kept:
        raise ContractBroken(promise)
