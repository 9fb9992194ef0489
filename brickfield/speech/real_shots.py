"""A shot at a real table as a page shows it: what to ask, the numbers, and what came of dice that were thrown.

The table that was laid for it is played on by the rules until the shot is over; what happened is told as everywhere,
and what is left of the two is told as counts of their cards.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from brickfield.core.asking.offers import Asked
from brickfield.core.board import ALIVE, FLYING, WAITING
from brickfield.core.commands import Command
from brickfield.core.events import Event, Throw, without_repeated_dice
from brickfield.core.game import Game
from brickfield.core.play import Progress, answer, give, throw
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.setup.companion import NOT_KEPT, Companion, EyeQuestion, LaidShot, ShotWish, laid_shot
from brickfield.core.setup.duels import Attack
from brickfield.core.state import State
from brickfield.speech.acts import acts_of
from brickfield.speech.happenings import Happening
from brickfield.speech.sentences import Names, throw_words

NOT_ASKED = invalid("not_asked", "This shot has no such attack, or takes no such dice.")
# Acts which say that the turn goes on; what a shot did stands before them.
_BEYOND = ("chapter", "end")
_TOLD = ("shot", "blow", "dice", "loss", "thing", "note", "card")
# A shot that goes on for so many pauses is a fault of ours.
_MOST_PAUSES = 40
_FIGHTING = (ALIVE, FLYING, WAITING)

Faces = Annotated[tuple[Annotated[int, Meta(ge=1, le=100)], ...], Meta(max_length=64)]


class Resolve(Struct, frozen=True, forbid_unknown_fields=True):
    """Play it: by which of the attacks, the dice in the order they are asked for, and answers to what is asked."""

    attack: Annotated[int, Meta(ge=0, le=63)] = 0
    dice: Annotated[tuple[Faces, ...], Meta(max_length=32)] = ()
    answers: Annotated[tuple[dict[str, Any], ...], Meta(max_length=16)] = ()


class DicePile(Struct, frozen=True):
    """Dice to be thrown now: how many, with how many faces, whose, and what for."""

    count: int
    faces: int
    seat: int
    title: str
    # how likely each face is, in parts of their sum; none: all alike
    weights: tuple[int, ...] = ()


class UnitAfter(Struct, frozen=True):
    """What is left of a unit: whether it still fights, and its counts."""

    unit: str
    lost: bool
    counts: dict[str, int]


class RealShot(Struct, frozen=True):
    """Everything about one shot at a real table. `dice` are to be thrown next; `asked` is to be answered next; when
    neither is there and it was to be resolved, it is over."""

    questions: tuple[EyeQuestion, ...]
    attacks: tuple[Attack, ...]
    dice: tuple[DicePile, ...] = ()
    asked: Asked | None = None
    over: bool = False
    told: tuple[Happening, ...] = ()
    units: tuple[UnitAfter, ...] = ()


def real_shot(game: Game, wish: ShotWish, options: dict[str, Any], resolve: Resolve | None) -> RealShot | Refusal:
    """Lay it, ask the game, and play it as far as it is known."""
    laid = laid_shot(game, wish, options)
    if isinstance(laid, Refusal) or resolve is None:
        return laid if isinstance(laid, Refusal) else RealShot(laid.questions, laid.attacks)
    companion = game.companion
    if companion is None:
        return NOT_KEPT
    if resolve.attack >= len(laid.attacks):
        return NOT_ASKED
    refusal = laid.attacks[resolve.attack].face.refusal
    return refusal or _played(companion, wish, laid, resolve)


def _played(companion: Companion, wish: ShotWish, laid: LaidShot, resolve: Resolve) -> RealShot | Refusal:
    before = laid.state
    unit, target = before.units[wish.unit], before.units[wish.target]
    decision = before.decision_of(unit.seat)
    if decision is None:
        return NOT_ASKED
    progress = give(before, decision, companion.fire(before, unit, target, wish.seen, resolve.attack))
    dice, answers = list(resolve.dice), list(resolve.answers)
    events: list[Event] = []
    for _pause in range(_MOST_PAUSES):
        if isinstance(progress, Refusal):
            return progress
        events += progress.events
        state = progress.state
        if not _goes_on(companion, state):
            return _over(companion, wish, laid, events, state)
        pending = state.pending
        if pending is not None and pending.rolls:
            if not dice:
                return RealShot(laid.questions, laid.attacks, dice=_piles(state))
            progress = throw(state, _taken(dice, len(pending.rolls)))
            continue
        asked = _asked(state)
        if asked is None:
            return NOT_ASKED
        if not answers:
            return RealShot(laid.questions, laid.attacks, asked=asked)
        progress = _answered(state, answers.pop(0))
    raise AssertionError("a shot does not end")


def _goes_on(companion: Companion, state: State) -> bool:
    return state.outcome is None and any(isinstance(frame, companion.frames) for frame in state.frames)


def _taken(dice: list[tuple[int, ...]], count: int) -> tuple[tuple[int, ...], ...]:
    taken, dice[:count] = tuple(dice[:count]), []
    return taken


def _piles(state: State) -> tuple[DicePile, ...]:
    assert state.pending is not None
    names = Names(state, None)
    titles = [throw_words(Throw(pool.label, pool.seat, (1,) * pool.count), names)[0] for pool in state.pending.rolls]
    return tuple(
        DicePile(pool.count, pool.faces, pool.seat, title, pool.weights)
        for pool, title in zip(state.pending.rolls, titles, strict=True)
    )


def _asked(state: State) -> Asked | None:
    seat = next(iter(state.asked()), None)
    decision = state.decision_of(seat) if seat is not None else None
    return decision.ask(state) if decision is not None else None


def _answered(state: State, plain: dict[str, Any]) -> Progress | Refusal:
    seat = next(iter(state.asked()))
    return answer(state, Command(seat, state.version, plain))


def _over(companion: Companion, wish: ShotWish, laid: LaidShot, events: list[Event], state: State) -> RealShot:
    """What it did: the acts up to the end of the phase, and what is left of everybody who was there."""
    told: list[Happening] = []
    for act in acts_of(without_repeated_dice(events), laid.state):
        if act.kind in _BEYOND and told:
            break
        if act.kind in _TOLD:
            told.append(act)
    left = [state.units[each.id] for each in wish.units]
    units = tuple(UnitAfter(each.id, each.status not in _FIGHTING, companion.counts(state, each)) for each in left)
    return RealShot(laid.questions, laid.attacks, over=True, told=tuple(told), units=units)
