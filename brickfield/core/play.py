"""Playing a match: begin it, answer its decisions, throw its dice. Every call returns a new state or a refusal."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from brickfield.core import events as happened
from brickfield.core.commands import LARGEST_NUMBER, Command, read_as, read_plain
from brickfield.core.decisions import Decision, answers_to, tag_of
from brickfield.core.dice import Dice
from brickfield.core.events import Event
from brickfield.core.late import LATE, opened
from brickfield.core.match import Match
from brickfield.core.out_of_turn import OFFERS, AnyAside, is_aside, take_aside, withdraw_offer
from brickfield.core.refusal import INVALID, Refusal, invalid
from brickfield.core.sealed import Sealed
from brickfield.core.state import Pending, State
from brickfield.core.table import Table


class Progress(Struct, frozen=True, gc=False):
    """Where an input led: the next pause, what happened on the way, and the dice that were thrown."""

    state: State
    events: tuple[Event, ...]
    thrown: tuple[tuple[int, ...], ...] = ()


def begin(match: Match, dice: Dice | None = None) -> Progress:
    """Lay out the match and play to its first question."""
    table = Table(match.game.first_state(match), dice)
    table.run()
    return _progress(table)


def answer(state: State, command: Command, dice: Dice | None = None) -> Progress | Refusal:
    """Take a command from outside: read it strictly, then give its answer to the decision it names."""
    if not all(type(number) is int and abs(number) <= LARGEST_NUMBER for number in (command.seat, command.version)):
        return invalid(
            "malformed", "The command cannot be read: its seat or its version is not a number within bounds."
        )
    if state.outcome is not None:
        return invalid("match_over", "The match is over; nothing more can be answered.")
    if command.version != state.version:
        return invalid(
            "old_version",
            f"This answers question {command.version}, but the match now stands at question {state.version}.",
            version=state.version,
        )
    plain = read_plain(command.answer)
    if isinstance(plain, Refusal):
        return plain
    if is_aside(plain):
        return aside(state, command.seat, plain, dice)
    decision = state.decision_of(command.seat)
    if decision is None:
        return invalid("not_asked", f"Seat {command.seat} has nothing to decide now.", waiting=state.asked())
    is_late = isinstance(plain, dict) and plain.get("answer") == LATE
    plain = opened(plain) if is_late else plain
    if isinstance(plain, Refusal):
        return plain
    read = read_as(plain, decision.ANSWER)
    if isinstance(read, Refusal):
        return _other_question(state.match, decision, plain) or read
    return give(state, decision, read, dice, late=is_late)


def _other_question(match: Match, decision: Decision, plain: Any) -> Refusal | None:
    """An answer of this game to a question that is not asked now: say what is asked, and by which clause."""
    tag = plain.get("answer") if isinstance(plain, dict) else None
    wanted = [tag_of(kind) for kind in answers_to(decision)]
    if tag in wanted or tag not in [tag_of(kind) for kind in match.game.answers]:
        return None
    other, asked, able = (each.replace("_", " ") for each in (str(tag), decision.kind, " or ".join(wanted)))
    sentence = f"This answers another question ({other}). Asked now: {asked}, to be answered by {able}."
    return Refusal(
        "other_question", decision.CLAUSE, sentence, {"asked": decision.kind, "answers": wanted}, kind=INVALID
    )


def aside(state: State, seat: int, plain: Any, dice: Dice | None = None) -> Progress | Refusal:
    """Take what a seat may say at any time: concede, offer a draw, ask for a roll-off."""
    read = read_as(plain, AnyAside)
    if isinstance(read, Refusal):
        return read
    table = take_aside(state, seat, read, dice)
    return table if isinstance(table, Refusal) else _progress(table)


def give(
    state: State, decision: Decision, reply: Any, dice: Dice | None = None, *, late: bool = False
) -> Progress | Refusal:
    """Give an answer of the right type to a pending decision, and play on to the next question. `late`: it is what was
    declared for a seat whose time is over.
    """
    pending = state.pending
    if pending is None or decision not in pending.asks:
        return _not_asked(decision)
    if pending.together:
        return _give_together(state, pending, decision, reply, dice, late)
    settled = decision.settle(state, reply)
    if type(settled) is Refusal:
        return settled
    table = Table(state, dice)
    table.version += 1
    if late:
        _tell_late(table, decision, reply)
    if OFFERS[decision.seat] in table.facts:
        withdraw_offer(table, decision.seat)
    table.take(pending.into, settled)
    table.run()
    return _progress(table)


def _give_together(
    state: State, pending: Pending, decision: Decision, reply: Any, dice: Dice | None, late: bool
) -> Progress | Refusal:
    """Give one of several answers that stay sealed until all of them are in."""
    answers = list(pending.answers)
    index = next((i for i, ask in enumerate(pending.asks) if ask == decision and answers[i] is None), None)
    if index is None:
        return _not_asked(decision)
    settled = decision.settle(state, reply)
    if type(settled) is Refusal:
        return settled
    table = Table(state, dice)
    answers[index] = Sealed(decision.seat, settled)
    if None in answers:
        # nobody may notice that one of several is in, so neither the board nor the version changes
        table.pending = Pending(pending.into, pending.asks, tuple(answers), together=True)
        return _progress(table)
    opened = tuple([sealed.open() for sealed in answers if sealed is not None])
    table.version += 1
    if late:
        _tell_late(table, decision, reply)
    for ask in pending.asks:
        withdraw_offer(table, ask.seat)
    _reveal(table, pending, opened)
    table.take(pending.into, opened)
    table.run()
    return _progress(table)


def _tell_late(table: Table, decision: Decision, reply: Any) -> None:
    table.emit(happened.TimeRanOut(seat=decision.seat, question=decision.kind, answered=tag_of(type(reply))))


def _not_asked(decision: Decision) -> Refusal:
    return invalid("not_asked", f"Seat {decision.seat} is not asked this now.")


def throw(state: State, faces: tuple[tuple[int, ...], ...], dice: Dice | None = None) -> Progress | Refusal:
    """Answer for the dice: one tuple of faces per pool the match waits for."""
    pending = state.pending
    if pending is None or not pending.rolls:
        return invalid("no_roll", "No dice are to be thrown now.")
    counts = tuple(pool.count for pool in pending.rolls)
    fits = counts == tuple(len(shown) for shown in faces) and all(
        1 <= face <= pool.faces for pool, shown in zip(pending.rolls, faces, strict=True) for face in shown
    )
    if not fits:
        return invalid("wrong_dice", f"The roll is of {counts} dice.", counts=counts)
    table = Table(state, dice)
    if pending.shuffle:
        table.take_order(pending.shuffle, pending.rolls, faces)
    else:
        table.take_faces(pending.into, pending.rolls, faces)
    table.run()
    return _progress(table)


def _reveal(table: Table, pending: Pending, opened: tuple[Any, ...]) -> None:
    """The last of several simultaneous answers is in: all are shown at once, unless they go into a secret slot."""
    if pending.into in table.frames[-1].SECRET:
        return
    for ask, value in zip(pending.asks, opened, strict=True):
        table.emit(happened.Revealed(seat=ask.seat, name=ask.kind, value=value, clause=ask.CLAUSE))


def _progress(table: Table) -> Progress:
    events, thrown = tuple(table.events), tuple(table.thrown)
    return Progress(table.freeze(), events, thrown)
