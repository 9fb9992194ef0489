"""Hints as a table draws them: an answer worth giving, why, and where it happens.

No game is known here. What is worth doing comes from an adviser (`players/advice.py` at every table); where a way leads
and where something is set down, from the questions a table may ask meanwhile (`path`, `place`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from brickfield.core.asking.offers import Act, Aims, AnyOffer, Started
from brickfield.core.asking.previews import PathFace, PlaceFace
from brickfield.core.commands import read_as
from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.refusal import Refusal
from brickfield.core.shown.showing import Outline
from brickfield.core.state import State
from brickfield.geometry import Pose
from brickfield.speech.saying import say
from brickfield.speech.why_not import choices_of, named_in, not_asked

_MOST_HINTS = 6
# So many ideas are looked through for different ones.
_WEIGHED = 24

# Who thinks about a question of a table, as its seat imagines it: up to so many ideas, the best first.
Advise = Callable[[State, Decision, int], Sequence[Suggestion]]


class HintWay(Struct, frozen=True):
    """Where a unit would go, corner by corner from where it stands; a thing that is set down has one place."""

    unit: str
    poses: tuple[Pose, ...]


class HintLine(Struct, frozen=True):
    """Who would attack what, with how many dice where that is chosen."""

    unit: str
    target: str
    dice: int = 0


class HintFace(Struct, frozen=True):
    """An answer worth giving: the answer itself, why, what one would type for it, and where it happens."""

    answer: Started
    reason: str
    typed: str
    clause: str
    ways: tuple[HintWay, ...] = ()
    lines: tuple[HintLine, ...] = ()
    # units, tokens and a part of the table that it is about
    about: tuple[str, ...] = ()
    area: Outline = ()


class HintAbout(Struct, frozen=True, forbid_unknown_fields=True):
    """How many hints."""

    n: Annotated[int, Meta(ge=1, le=_MOST_HINTS)] = 3


def hints(state: State, seat: int, about: HintAbout, advise: Advise) -> tuple[HintFace, ...] | Refusal:
    """What the seat that is asked could answer, the best first, as whoever advises it thinks."""
    decision = state.decision_of(seat)
    if decision is None:
        return not_asked(state, seat)
    offer = decision.ask(state).offer
    found = advise(state, decision, _WEIGHED)
    return tuple(_hint(state, decision, offer, idea) for idea in _varied(found)[: about.n])


def _varied(found: Sequence[Suggestion]) -> list[Suggestion]:
    """Every reason once before any comes a second time: who asks for another idea wants another one."""
    seen: dict[str, Suggestion] = {}
    for idea in found:
        seen.setdefault(idea.reason, idea)
    return [*seen.values(), *(idea for idea in found if seen[idea.reason] is not idea)]


def _hint(state: State, decision: Decision, offer: AnyOffer, idea: Suggestion) -> HintFace:
    answer: Started = msgspec.to_builtins(idea.answer)
    choice = next((each for each in choices_of(offer) if msgspec.to_builtins(each.answer) == answer), None)
    typed = say(state.match, idea.answer)
    words = choice.title if choice is not None else idea.reason or idea.kind.replace("_", " ")
    reason = f"{words}: {idea.reason}" if choice is not None and idea.reason not in ("", words) else words
    ways = tuple(_ways(state, decision.seat, answer))
    lines = tuple(_lines(state, answer, _actor(offer, answer)))
    drawn = {each.unit for each in ways} | {name for line in lines for name in (line.unit, line.target)}
    named = [each for each in named_in(state, answer) if each not in drawn]
    about = dict.fromkeys([*(choice.about if choice is not None else ()), *named])
    area = choice.area if choice is not None else ()
    return HintFace(
        answer,
        reason[:1].upper() + reason[1:],
        # an answer its game has no words for would be typed as data, which tells nobody anything
        "" if typed.startswith("{") else typed,
        idea.clause or decision.CLAUSE,
        ways,
        lines,
        tuple(about),
        area,
    )


def _actor(offer: AnyOffer, answer: Started) -> str:
    """Whose answer it is where it does not say so itself."""
    own = answer.get("unit")
    if isinstance(own, str):
        return own
    if isinstance(offer, Act):
        return offer.actors[0].unit if offer.actors else ""
    if isinstance(offer, Aims):
        return offer.shooters[0].unit if offer.shooters else ""
    return str(getattr(offer, "unit", ""))


def _ways(state: State, seat: int, answer: Started) -> Iterator[HintWay]:
    """Where the answer leads, as the game's own previews work it out; an answer that is no way leads nowhere."""
    path = _previewed(state, seat, "path", answer)
    if isinstance(path, PathFace) and path.legs:
        start = state.units[path.unit].pose
        yield HintWay(path.unit, (*((start,) if start is not None else ()), *(leg.pose for leg in path.legs)))
        return
    place = _previewed(state, seat, "place", answer)
    if isinstance(place, PlaceFace):
        yield HintWay(place.thing, (place.pose,))


def _previewed(state: State, seat: int, query: str, answer: Started) -> Any:
    known = state.match.game.previews.get(query)
    if known is None:
        return None
    kind, function = known
    about = read_as(answer, kind)
    return None if isinstance(about, Refusal) else function(state, seat, about)


def _lines(state: State, answer: Any, unit: str) -> Iterator[HintLine]:
    """Everybody who is aimed at, wherever in the answer that stands."""
    if isinstance(answer, dict):
        own = answer.get("unit")
        unit = own if isinstance(own, str) and own in state.units else unit
        target = answer.get("target")
        if isinstance(target, str) and (target in state.units or target in state.tokens):
            dice = answer.get("dice")
            yield HintLine(unit, target, dice if isinstance(dice, int) else 0)
        for part in answer.values():
            yield from _lines(state, part, unit)
    elif isinstance(answer, (list, tuple)):
        for part in answer:
            yield from _lines(state, part, unit)
