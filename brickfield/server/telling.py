"""Telling: what happened as lines of the log, with clauses apart, for one audience."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from brickfield.core import events as happened
from brickfield.core.events import Event
from brickfield.core.match import Match
from brickfield.core.state import State
from brickfield.server.journal import Journal, Step
from brickfield.server.protocol import Sentence
from brickfield.server.records import TAKE_BACK, Record
from brickfield.speech.sentences import Names, deed_words
from brickfield.speech.story import news, story

_CITED = re.compile(r" \[([a-z0-9_., ]+)\]$")
_SORTS: dict[type[Event], str] = {
    happened.UnitMoved: "moved",
    happened.UnitPlaced: "moved",
    happened.TargetDeclared: "declared",
    happened.UnitDestroyed: "destroyed",
    happened.RoundStarted: "round",
    happened.GameEnded: "end",
}


def tell(events: Sequence[Event], before: State, you: int | None) -> tuple[Sentence, ...]:
    """What these events, which began in the state `before`, mean to a reader; `you` is the reader's seat."""
    listed = news(events, before, drawn=True)
    return tuple(_sentence(text, group) for group in _groups(listed) for text in story(group, before, you, drawn=True))


def tell_step(journal: Journal, step: Step, you: int | None) -> tuple[Sentence, ...]:
    """A record in words."""
    record = step.record
    if record.kind == TAKE_BACK:
        who = Names(journal.match, you).seat(record.seat)
        undone = journal.steps[record.answer["record"]].record
        return (Sentence(f"{who} took back: {taken_back_words(undone, journal.match)}.", ()),)
    told = tell(step.events, journal.before(record.number), you)
    if isinstance(record.answer, dict) and record.answer.get("late"):
        # everybody waited, so everybody may read why it goes on
        who = Names(journal.match, you).seat(record.seat)
        return (Sentence(f"{who} gave no answer in time, which counts as declining.", ()), *told)
    return told


def _groups(events: Sequence[Event]) -> Iterator[Sequence[Event]]:
    """Events that are told together: the steps of one order, dice and the shot they were for."""
    start = 0
    while start < len(events):
        end = start + 1
        first = events[start]
        if isinstance(first, happened.UnitMoved):
            while end < len(events) and _same_mover(first, events[end]):
                end += 1
        elif isinstance(first, happened.DiceRolled) and end < len(events):
            end += isinstance(events[end], happened.ShotResolved)
        yield events[start:end]
        start = end


def _same_mover(first: happened.UnitMoved, event: Event) -> bool:
    return isinstance(event, happened.UnitMoved) and event.unit == first.unit


def _sentence(text: str, group: Sequence[Event]) -> Sentence:
    cited = _CITED.search(text)
    clauses = tuple(cited.group(1).split(", ")) if cited else ()
    last = group[-1]
    sort = _SORTS.get(type(last), "other")
    if isinstance(last, happened.ShotResolved):
        sort = "hit" if last.hit else "missed"
    return Sentence(_CITED.sub("", text), clauses, getattr(last, "unit", ""), sort)


def taken_back_words(record: Record, match: Match) -> str:
    """What taking back a record would take back: "M4 Sherman A2's move"."""
    answer = record.answer if isinstance(record.answer, dict) else {}
    unit = answer.get("unit")
    return deed_words(str(answer.get("answer", record.kind)), unit if isinstance(unit, str) else "", Names(match))
