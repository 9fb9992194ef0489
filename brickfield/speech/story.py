"""A run of events as people tell it: steps of one move in one sentence, dice with what they decided, no bookkeeping."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from brickfield.core import events as happened
from brickfield.core.events import Event, told_once
from brickfield.core.state import State
from brickfield.speech import words
from brickfield.speech.sentences import (
    NO_WORDS,
    Names,
    Sentence,
    as_sentence,
    bare_words,
    in_one,
    step_words,
    told_of,
)
from brickfield.speech.speech import Item, speech_of

# What a table shows by itself; the full log has it.
_QUIET = (
    happened.MarksCleared,
    happened.TurnEnded,
    happened.RoundEnded,
    happened.TargetDeclared,
    happened.DeclarationsLocked,
)
_QUIET_FACTS = ("quiet_rounds",)


def story(events: Iterable[Event], before: State, you: int | None = None, drawn: bool = False) -> list[Sentence]:
    """What a player wants to hear of these events, which began in the state `before`.

    `drawn`: the reader has the table before the eyes, where things are needs no numbers.
    """
    names = Names(before, you)
    told = [_Told(place, event, names) for place, event in enumerate(news(events, before, drawn))]
    return [_in_one(list(group), names, drawn) for _key, group in groupby(told, key=lambda each: each.key)]


class _Told:
    """An event with its words. Those that follow each other with the same `key` are told in one sentence."""

    def __init__(self, place: int, event: Event, names: Names) -> None:
        self.event = event
        self.words: str | Item = ""
        self.key: tuple[str, str] | int = place
        if isinstance(event, happened.UnitMoved):
            self.key = "moves of", event.unit
            return
        self.words = told_of(event, names)
        if isinstance(self.words, Item):
            self.key = "under", self.words.title


def _in_one(told: Sequence[_Told], names: Names, drawn: bool) -> Sentence:
    events, first = [each.event for each in told], told[0].words
    moves = [event for event in events if isinstance(event, happened.UnitMoved)]
    if moves:
        text = f"{names.thing(moves[0].unit)} {words.listed(steps_told(moves, names))}."
        text += "" if drawn else f" Now at {words.stands(moves[-1].pose, names.speech.facing)}."
        return as_sentence(text, moves)
    items = [each.words for each in told if isinstance(each.words, Item)]
    return as_sentence(first if isinstance(first, str) else in_one(items), events)


def news(events: Iterable[Event], before: State, drawn: bool = False) -> list[Event]:
    """The events that are worth a word."""
    listed = told_once([event for event in events if not _is_quiet(event, before)])
    off = WrittenOff(listed)
    return [
        event
        for event in listed
        if not (drawn and isinstance(event, happened.TokenPlaced)) and not off.is_said_already(event)
    ]


class WrittenOff:
    """What is written off a sheet with the unit, or with the part it belonged to, is no news of its own."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._gone = {event.unit for event in events if isinstance(event, happened.UnitDestroyed)}
        self._emptied = {
            (event.unit, event.mark) for event in events if isinstance(event, happened.UnitMarked) and not event.value
        }

    def is_said_already(self, event: Event) -> bool:
        """Whether an event says nothing that the others do not say."""
        if not isinstance(event, happened.UnitMarked) or event.value:
            return False
        part, _, detail = event.mark.partition(".")
        return event.unit in self._gone or (detail != "" and (event.unit, part) in self._emptied)


def _is_quiet(event: Event, before: State) -> bool:
    return isinstance(event, _QUIET) or is_bookkeeping(event, before)


def is_bookkeeping(event: Event, before: State) -> bool:
    """Whether an event only writes down what other events of its step tell: phases, facts and marks of a game that are
    no news, and what is laid out before the battle."""
    speech = speech_of(before)
    if isinstance(event, happened.PhaseStarted):
        return event.phase in speech.silent_phases
    if isinstance(event, happened.FactChanged):
        # Only a long silence is news: it may end the battle.
        if event.name in speech.silent_facts or (event.name in speech.passing_facts and not event.value):
            return True
        return event.name in _QUIET_FACTS and not (isinstance(event.value, int) and event.value >= 2)
    if isinstance(event, happened.TokenPlaced):
        # what comes off in battle is news, what lies there from the start is not
        return not before.facts.get("round")
    if isinstance(event, happened.UnitMarked) and not speech.is_news(event.mark, event.value):
        return True
    return bare_words(event, Names(before)) == NO_WORDS


def steps_told(moves: Sequence[happened.UnitMoved | happened.FiguresMoved], names: Names) -> list[str]:
    """The steps of one order; a verb that the step before has said already is not said again."""
    told: list[str] = []
    verb = ""
    for move in moves:
        step, said = step_words(move, names), f"{names.speech.steps.get(move.step, '')} "
        told.append(step.removeprefix(said) if said == verb else step)
        verb = said if said.strip() else ""
    return told
