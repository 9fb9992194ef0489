"""A run of events as people tell it: steps of one move in one sentence, dice beside the shot, no bookkeeping."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from brickfield.core import events as happened
from brickfield.core.events import Event
from brickfield.core.state import State
from brickfield.speech import words
from brickfield.speech.sentences import Names, cited, dice_words, sentence, shot_words, step_words
from brickfield.speech.speech import Speech, speech_of

# Bookkeeping that a table shows by itself; the full log has it.
_QUIET = (
    happened.MarksCleared,
    happened.TurnEnded,
    happened.RoundEnded,
    happened.TargetDeclared,
    happened.DeclarationsLocked,
)
_QUIET_FACTS = ("quiet_rounds",)


def story(events: Iterable[Event], before: State, you: int | None = None, drawn: bool = False) -> list[str]:
    """What a player wants to hear of these events, which began in the state `before`.

    `drawn`: the reader has the table before the eyes, where things are needs no numbers.
    """
    listed = news(events, before, drawn)
    told: list[str] = []
    start = 0
    while start < len(listed):
        end = _end_of_group(listed, start, speech_of(before))
        told.append(_told(listed[start:end], before, you, drawn))
        start = end
    return told


def news(events: Iterable[Event], before: State, drawn: bool = False) -> list[Event]:
    """The events that are worth a word."""
    listed = [event for event in events if not _is_quiet(event, before)]
    gone = {event.unit for event in listed if isinstance(event, happened.UnitDestroyed)}
    emptied = {
        (event.unit, event.mark) for event in listed if isinstance(event, happened.UnitMarked) and not event.value
    }
    return [
        event
        for event in listed
        if not (drawn and isinstance(event, happened.TokenPlaced)) and not _is_said_already(event, gone, emptied)
    ]


def _is_said_already(event: Event, gone: set[str], emptied: set[tuple[str, str]]) -> bool:
    """What is written off a sheet with the unit, or with the part it belonged to, is no news of its own."""
    if not isinstance(event, happened.UnitMarked) or event.value:
        return False
    part, _, detail = event.mark.partition(".")
    return event.unit in gone or (detail != "" and (event.unit, part) in emptied)


def _is_quiet(event: Event, before: State) -> bool:
    speech = speech_of(before)
    if isinstance(event, happened.PhaseStarted):
        return event.phase in speech.silent_phases
    if isinstance(event, happened.FactChanged):
        # Only a long silence is news: it may end the battle.
        if event.name in speech.silent_facts:
            return True
        return event.name in _QUIET_FACTS and not (isinstance(event.value, int) and event.value >= 2)
    if isinstance(event, happened.TokenPlaced):
        # what comes off in battle is news, what lies there from the start is not
        return not before.facts.get("round")
    if isinstance(event, happened.UnitMarked):
        return not speech.is_news(event.mark, event.value)
    return isinstance(event, _QUIET)


def _end_of_group(events: Sequence[Event], start: int, speech: Speech) -> int:
    """Where the group that begins here ends: the steps of one order, or dice and the shot they were for."""
    first = events[start]
    end = start + 1
    if isinstance(first, happened.UnitMoved):
        while end < len(events):
            following = events[end]
            if not isinstance(following, happened.UnitMoved) or following.unit != first.unit:
                break
            end += 1
    elif isinstance(first, happened.DiceRolled) and end < len(events):
        following = events[end]
        end += isinstance(following, happened.AttackResolved) and following.dice == len(first.faces)
        is_roll = isinstance(following, happened.ShotResolved) and following.rolled == sum(first.faces)
        # a game that words its shots itself says there what was thrown
        is_roll = is_roll and happened.ShotResolved not in speech.sentences
        # a defender's dice are not the shot's, whatever they show
        end += is_roll and first.label != "defense"
    return end


def _told(group: Sequence[Event], before: State, you: int | None, drawn: bool) -> str:
    names = Names(before, you)
    first, last = group[0], group[-1]
    if isinstance(first, happened.DiceRolled) and isinstance(last, happened.ShotResolved):
        return cited(shot_words(last, names, dice_words(first.faces)), last.clause)
    if isinstance(first, happened.DiceRolled) and isinstance(last, happened.AttackResolved):
        return sentence(last, before, you)
    moves = [event for event in group if isinstance(event, happened.UnitMoved)]
    if moves:
        steps = words.listed(_steps(moves, names))
        text = f"{names.thing(moves[0].unit)} {steps}."
        text += "" if drawn else f" Now at {words.stands(moves[-1].pose, names.speech.facing)}."
        return cited(text, *(move.clause for move in moves))
    return sentence(first, before, you)


def _steps(moves: Sequence[happened.UnitMoved], names: Names) -> list[str]:
    """The steps of one order; a verb that the step before has said already is not said again."""
    told: list[str] = []
    verb = ""
    for move in moves:
        step, said = step_words(move, names), f"{names.speech.steps.get(move.step, '')} "
        told.append(step.removeprefix(said) if said == verb else step)
        verb = said if said.strip() else ""
    return told
