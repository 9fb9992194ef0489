"""A run of events as people tell it: steps of one move in one sentence, dice with what they decided, no bookkeeping."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import groupby

from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.events import Event, throws_of, without_repeated_dice
from brickfield.core.pausing_moves import PausingMove
from brickfield.core.state import State
from brickfield.speech import words
from brickfield.speech.sentences import NO_WORDS, Names, Sentence, as_sentence, bare_words, in_one, step_words, told_of
from brickfield.speech.speech import TitledLine, speech_of

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
    together = [list(group) for _key, group in groupby(_gathered(told, names), key=lambda each: each.key)]
    on_its_way = on_their_way(before)
    return [_in_one(group, names, drawn, on_its_way) for group in together]


_Moved = happened.UnitMoved | happened.FiguresMoved
_Attack = happened.ShotResolved | happened.AttackResolved


class _Told:
    """An event with its words. Those that follow each other with the same `key` are told in one sentence."""

    def __init__(self, place: int, event: Event, names: Names) -> None:
        self.event = event
        self.place = place
        self.words: str | TitledLine = ""
        self.key: tuple[str, str] | int = place
        # who attacked between this part of a move and the one before
        self.interrupted_by = ""
        if isinstance(event, _Moved):
            self.key = "moves of", event.unit
            return
        self.words = told_of(event, names)
        if isinstance(self.words, TitledLine):
            self.key = "under", self.words.title


def _gathered(told: Sequence[_Told], names: Names) -> list[_Told]:
    """The parts of a move that something interrupted, or that somebody followed, one behind the other: what was met on
    the way is told behind the whole of it."""
    moves: dict[str, list[_Told]] = {}
    found: list[list[_Told]] = []
    attacker = ""
    for each in told:
        event = each.event
        if not isinstance(event, _Moved):
            if _breaks(event, moves):
                moves.clear()
            attacker = event.unit if isinstance(event, _Attack) and moves and not attacker else attacker
            found.append([each])
        elif event.unit in moves:
            each.interrupted_by, attacker = attacker, ""
            moves[event.unit].append(each)
        else:
            if event.step not in names.speech.along:
                moves.clear()
                attacker = ""
            moves[event.unit] = [each]
            found.append(moves[event.unit])
    return [each for run in found for each in run]


def _breaks(event: Event, moves: Container[str]) -> bool:
    """Whether what moves behind an event is a move of its own: others may fire at it, but it has not fired itself."""
    if isinstance(event, happened.TurnStarted | happened.RoundStarted | happened.PhaseStarted | happened.UnitPlaced):
        return True
    ends = happened.UnitDestroyed | happened.UnitLeft | happened.WentInside | happened.TargetDeclared | _Attack
    return isinstance(event, ends) and event.unit in moves


def _whole_steps(told: Sequence[_Told], names: Names) -> list[_Moved]:
    """The steps of a move; one that was interrupted is one step."""
    steps: list[_Moved] = []
    for number, each in enumerate(told):
        move = each.event
        assert isinstance(move, _Moved)
        last = steps[-1] if steps else None
        cut = last is not None and told[number - 1].place + 1 < each.place and last.step == move.step
        if last is not None and cut and not last.stopped_by and (last.amount < 0) == (move.amount < 0):
            whole = move.amount if move.step in names.speech.from_start else last.amount + move.amount
            steps[-1] = replace(move, amount=whole)
        else:
            steps.append(move)
    return steps


def _in_one(told: Sequence[_Told], names: Names, drawn: bool, on_its_way: set[str]) -> Sentence:
    events, first = [each.event for each in told], told[0].words
    moves = [event for event in events if isinstance(event, _Moved)]
    if not moves:
        items = [each.words for each in told if isinstance(each.words, TitledLine)]
        return as_sentence(first if isinstance(first, str) else in_one(items), events)
    unit, last = moves[0].unit, moves[-1]
    by = words.listed(dict.fromkeys(names.thing(each.interrupted_by) for each in told if each.interrupted_by))
    goes_on, in_all = goes_on_words(unit, moves[0].step, names, on_its_way)
    text = f"{names.thing(unit)} {goes_on}{words.listed(steps_told(_whole_steps(told, names), names))}{in_all}"
    text += f", interrupted by {by}." if by else "."
    if isinstance(last, happened.UnitMoved) and not drawn:
        text += f" Now at {words.stands(last.pose, names.speech.facing)}."
    return as_sentence(text, moves)


def on_their_way(before: State) -> set[str]:
    """The units in the middle of a move that was interrupted."""
    return {frame.unit for frame in before.frames if isinstance(frame, PausingMove)}


def goes_on_words(unit: str, step: str, names: Names, on_its_way: set[str]) -> tuple[str, str]:
    """What is said before and behind the rest of a move whose beginning was told already."""
    if unit not in on_its_way:
        return "", ""
    on_its_way.discard(unit)
    return "went on: ", " in all" if step in names.speech.from_start else ""


def news(events: Iterable[Event], before: State, drawn: bool = False) -> list[Event]:
    """The events that are worth a word."""
    listed = without_repeated_dice([event for event in events if not _is_quiet(event, before)])
    off = WrittenOff(listed, before)
    return [
        event
        for event in listed
        if not (drawn and isinstance(event, happened.TokenPlaced)) and not off.is_said_already(event)
    ]


class WrittenOff:
    """What is written off a sheet with the unit, or with the part it belonged to, is no news of its own; nor is a mark
    that stands there already, or a thing that is taken up to be laid down elsewhere."""

    def __init__(self, events: Sequence[Event], before: State) -> None:
        self._again = _written_again(events, before)
        self._laid = {event.token.id for event in events if isinstance(event, happened.TokenPlaced)}
        self._gone = {event.unit for event in events if isinstance(event, happened.UnitDestroyed)}
        self._emptied = {
            (event.unit, event.mark) for event in events if isinstance(event, happened.UnitMarked) and not event.value
        }

    def is_said_already(self, event: Event) -> bool:
        """Whether an event says nothing that the others do not say."""
        if id(event) in self._again or (isinstance(event, happened.TokenRemoved) and event.token in self._laid):
            return True
        if not isinstance(event, happened.UnitMarked) or event.value:
            return False
        part, _, detail = event.mark.partition(".")
        return event.unit in self._gone or (detail != "" and (event.unit, part) in self._emptied)


def _written_again(events: Sequence[Event], before: State) -> set[int]:
    """Marks on units that are written down as they stand: by identity, for as long as the events are there."""
    found: set[int] = set()
    now: dict[tuple[str, str], int] = {}
    for event in events:
        if isinstance(event, happened.MarksCleared):
            now |= {(unit, event.mark): 0 for unit in before.units}
        elif isinstance(event, happened.UnitMarked):
            key = event.unit, event.mark
            unit = before.units.get(event.unit)
            stood = now.get(key, unit.marks.get(event.mark, 0) if unit is not None else 0)
            now[key] = event.value
            if event.value and event.value == stood and not throws_of(event):
                found.add(id(event))
    return found


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
        if event.name in _QUIET_FACTS:
            return not (isinstance(event.value, int) and event.value >= 2)
    if isinstance(event, happened.TokenPlaced):
        # what comes off in battle is news, what lies there from the start is not
        return not before.facts.get("round")
    if isinstance(event, happened.UnitMarked) and not speech.is_news(event.mark, event.value):
        return True
    return not throws_of(event) and bare_words(event, Names(before)) == NO_WORDS


def steps_told(moves: Sequence[happened.UnitMoved | happened.FiguresMoved], names: Names) -> list[str]:
    """The steps of one order; a verb that the step before has said already is not said again."""
    told: list[str] = []
    verb = ""
    for move in moves:
        step, said = step_words(move, names), f"{names.speech.steps.get(move.step, '')} "
        told.append(step.removeprefix(said) if said == verb else step)
        verb = said if said.strip() else ""
    return told
