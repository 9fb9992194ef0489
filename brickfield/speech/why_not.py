"""Why something cannot be done now: what the question itself says of it, else what the rules say when it is tried.

A question offers what may be answered. Whoever asks for something else gets the refusal with its sentence, its numbers
and its clause, because the same answer is tried with what was asked for in the place of what is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from brickfield.core.asking.answering import listed
from brickfield.core.asking.offers import Act, Aims, AnyOffer, Asked, Choice, Choose, Path, Place, Split, Started, Take
from brickfield.core.commands import read_as
from brickfield.core.decisions import NOT_OFFERED, Decision
from brickfield.core.refusal import INVALID, Refusal, illegal, invalid
from brickfield.core.shown.showing import AimFace
from brickfield.core.state import State

# How many answers of what is offered are looked through for one that could be given with another unit.
_MOST_TRIED = 60
_MOST_NAMED = 3
Name = Annotated[str, Meta(max_length=40)]


class WhyNotAbout(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit that is not offered, and what it should do it to; or a whole answer."""

    unit: Name = ""
    target: Name = ""
    answer: Started | None = None


def why_not(state: State, seat: int, about: WhyNotAbout) -> Refusal | None:
    """Why the seat cannot do something now, by trying it; None when nothing forbids it."""
    decision = state.decision_of(seat)
    if decision is None:
        return not_asked(state, seat)
    if about.answer is not None:
        return _tried(state, decision, about.answer)
    unknown = [each for each in (about.unit, about.target) if each and each not in (*state.units, *state.tokens)]
    if unknown or not about.unit:
        return invalid("unknown_unit", f"There is no {(unknown or ['unit'])[0]!r} on this table.")
    asked = decision.ask(state)
    if about.target:
        return _said(asked.offer, about) or _by_trial(state, decision, asked, about)
    found = _said(asked.offer, about) or _closed(asked.offer, about.unit)
    return found or (None if about.unit in _open(asked.offer) else _by_trial(state, decision, asked, about))


def not_asked(state: State, seat: int) -> Refusal:
    names = [state.match.seat_name(each) for each in state.waiting_for() if each != seat]
    if state.over or not names:
        return invalid("not_asked", "Nobody is asked anything now.")
    return invalid("not_asked", f"You are not asked now: the table waits for {' and '.join(names)}.")


def _tried(state: State, decision: Decision, answer: Any) -> Refusal | None:
    read = read_as(answer, decision.ANSWER)
    return read if isinstance(read, Refusal) else decision.validate(state, read)


def _parts(offer: AnyOffer, unit: str) -> list[Any]:
    """What the question offers this unit, or lets others do to it."""
    if not isinstance(offer, Act):
        return [offer]
    actors = [each for each in offer.actors if each.unit == unit] or list(offer.actors)
    return [action.offer for actor in actors for action in actor.actions if action.offer is not None]


def _said(offer: AnyOffer, about: WhyNotAbout) -> Refusal | None:
    """What the question itself says of a target, a unit or a choice that cannot be named."""
    found = [_of_offer(part, about) for part in _parts(offer, about.unit)]
    return next((each for each in found if each is not None), None)


def _closed(offer: AnyOffer, unit: str) -> Refusal | None:
    """Why an action of the unit is closed."""
    actors = offer.actors if isinstance(offer, Act) else ()
    closed = [action.closed for actor in actors if actor.unit == unit for action in actor.actions]
    return next((each for each in closed if each is not None), None)


def _aims(offer: Any) -> list[AimFace]:
    if isinstance(offer, Aims):
        return [aim for shooter in offer.shooters for aim in shooter.aims]
    return list(offer.aims) if isinstance(offer, Split) else []


def _of_offer(offer: Any, about: WhyNotAbout) -> Refusal | None:
    target = about.target or about.unit
    at_it = [aim for aim in _aims(offer) if aim.target == target and about.unit in (aim.unit, aim.target)]
    by_it = [aim for aim in _aims(offer) if aim.unit == about.unit and not about.target]
    for aims in (at_it, by_it):
        refusals = [aim.refusal for aim in aims if aim.refusal is not None]
        if refusals and len(refusals) == len(aims):
            return refusals[0]
    choices = [each for each in choices_of(offer) if target in each.about]
    return next((each.refusal for each in choices if each.refusal is not None), None)


def _open(offer: Any) -> set[str]:
    """Everything on the table that can be acted with, or touched to be chosen."""
    found = {name for choice in choices_of(offer) if choice.refusal is None for name in choice.about}
    if isinstance(offer, Act):
        found |= {actor.unit for actor in offer.actors}
        found |= {name for actor in offer.actors for action in actor.actions for name in _open(action.offer)}
    elif isinstance(offer, Path):
        found |= {mover.unit for mover in offer.movers} | {name for mover in offer.movers for name in mover.strikes}
        found |= _open(offer.enter)
    elif isinstance(offer, Place):
        found |= {thing.id for thing in offer.things}
    elif isinstance(offer, Take):
        found |= {item.about for item in offer.items}
    elif isinstance(offer, (Aims, Split)):
        found |= {name for aim in _aims(offer) if aim.refusal is None for name in (aim.unit, aim.target)}
    return found | {getattr(offer, "unit", "")}


def _by_trial(state: State, decision: Decision, asked: Asked, about: WhyNotAbout) -> Refusal | None:
    """What is offered to others, tried with this unit instead: the rules say why that cannot be."""
    found: list[Refusal] = []
    for draft in islice(listed(state, asked.offer), _MOST_TRIED):
        plain = msgspec.to_builtins(draft.answer)
        for answer in _with(state, decision.seat, plain, about):
            refusal = _tried(state, decision, answer)
            if refusal is None:
                return None
            if refusal.kind != INVALID and refusal.clause and refusal.code != NOT_OFFERED:
                return refusal
            if refusal.code != NOT_OFFERED:
                found.append(refusal)
    if not found and about.target:
        # nothing is done to anything now, so it is asked about alone
        return why_not(state, decision.seat, WhyNotAbout(unit=about.target))
    # what has no clause of its own is refused by the question
    if found:
        return replace(found[0], clause=asked.clause)
    return illegal("no_part", asked.clause, _no_part(state, asked, about))


def _no_part(state: State, asked: Asked, about: WhyNotAbout) -> str:
    now = sorted(_open(asked.offer) & set(state.units))
    meant = f" It is about {', '.join(now[:_MOST_NAMED])}." if 0 < len(now) <= _MOST_NAMED else ""
    return f"{about.unit} has no part in what is asked now: {asked.title.rstrip('.?!')}.{meant}"


def _with(state: State, seat: int, answer: Any, about: WhyNotAbout) -> Iterator[Any]:
    """An answer with the unit in question where one like it stands, and with the target where one of the others is."""
    named = list(dict.fromkeys(named_in(state, answer)))
    own = _is_own(state, seat)
    if about.unit in named and not about.target:
        return
    # somebody else's unit is tried as if it were one's own
    others = [each for each in named if own(each) == own(about.unit)] or named
    for other in others:
        swapped = _swapped(answer, other, about.unit)
        if not about.target:
            yield swapped
            continue
        for foe in [each for each in named if own(each) == own(about.target) and each != other]:
            yield _swapped(swapped, foe, about.target)


def _is_own(state: State, seat: int) -> Callable[[str], bool]:
    def own(name: str) -> bool:
        unit = state.units.get(name)
        return unit is not None and state.match.allied(unit.seat, seat)

    return own


def _swapped(answer: Any, old: str, new: str) -> Any:
    if isinstance(answer, dict):
        return {key: _swapped(part, old, new) for key, part in answer.items()}
    if isinstance(answer, (list, tuple)):
        return [_swapped(part, old, new) for part in answer]
    return new if answer == old else answer


def choices_of(offer: AnyOffer) -> Iterator[Choice]:
    """Everything an offer has as a whole answer."""
    if isinstance(offer, Choose):
        yield from offer.choices
    elif isinstance(offer, Act):
        for actor in offer.actors:
            yield from [actor.finish] if actor.finish is not None else []
            for action in actor.actions:
                yield from choices_of(action.offer) if action.offer is not None else ()
    elif isinstance(offer, Path):
        yield from offer.also
        yield from [offer.finish] if offer.finish is not None else []
    elif isinstance(offer, (Aims, Split, Take)):
        yield from [offer.none] if offer.none is not None else []


def named_in(state: State, answer: Any) -> Iterator[str]:
    """Units and tokens an answer names."""
    if isinstance(answer, str):
        yield from [answer] if answer in state.units or answer in state.tokens else []
    elif isinstance(answer, (dict, list, tuple)):
        for part in answer.values() if isinstance(answer, dict) else answer:
            yield from named_in(state, part)
