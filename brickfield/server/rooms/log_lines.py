"""Telling: what happened as lines of the log for one audience."""

from __future__ import annotations

from brickfield.core.match import Match
from brickfield.server.rooms.journal import Journal
from brickfield.server.rooms.steps import Step
from brickfield.server.store.records import STAND_IN, TAKE_BACK, Record
from brickfield.speech.sentences import Names, Sentence, deed_words
from brickfield.speech.story import story


def tell_step(journal: Journal, step: Step, you: int | None) -> tuple[Sentence, ...]:
    """A record in words."""
    record = step.record
    if record.kind == TAKE_BACK:
        who = Names(journal.match, you).seat(record.seat)
        undone = journal.steps[record.answer["record"]].record
        return (Sentence(f"{who} took back: {taken_back_words(undone, journal.match)}.", ()),)
    if record.kind == STAND_IN:
        return (Sentence(_stand_in_words(record, Names(journal.match, you)), ()),)
    told = tuple(story(step.events, journal.before(record.number), you, drawn=True))
    if isinstance(record.answer, dict) and record.answer.get("late"):
        # everybody waited, so everybody may read why it goes on
        who = Names(journal.match, you).seat(record.seat)
        return (Sentence(f"{who} gave no answer in time, which counts as declining.", ()), *told)
    return told


def _stand_in_words(record: Record, names: Names) -> str:
    """Who plays for whom from now on."""
    if not record.answer["level"]:
        return f"{names.seat(record.seat)} took the seat back from the bot."
    others = " and ".join(names.who(seat) for seat in record.answer["by"])
    return f"A {record.answer['level']} bot plays for {names.who(record.seat)} from now on, as {others} agreed."


def taken_back_words(record: Record, match: Match) -> str:
    """What taking back a record would take back: "M4 Sherman A2's move"."""
    answer = record.answer if isinstance(record.answer, dict) else {}
    unit = answer.get("unit")
    return deed_words(str(answer.get("answer", record.kind)), unit if isinstance(unit, str) else "", Names(match))
