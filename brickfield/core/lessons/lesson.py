"""Lessons: a first battle that teaches, as data. One file a game, `data/lesson.toml`; this file reads and judges it.

A lesson is a table in a position and a list of steps. Each step says in a few words what to do, and as wishes about
events, units and answers of the game's own queries when it is done. What is given for a step is judged by the rules
first and by the lesson then: an answer that does not bring the step about is refused with the step's own sentence, so a
learner can never lose the thread. Dice are laid out for what they are thrown for (`dice.py`), the answers of the
other seats are prepared, and whatever the coach says of what happened is said only when it did (`wishes.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from brickfield.core.commands import Command
from brickfield.core.data_files import TableRow, read
from brickfield.core.decisions import answers_to, tag_of
from brickfield.core.dice import Dice, SeededDice
from brickfield.core.events import Event
from brickfield.core.game import Game
from brickfield.core.lessons.dice import Laid, answer_with
from brickfield.core.lessons.wishes import Heard, Saying, Wish, holds, is_there, said
from brickfield.core.match import Setup
from brickfield.core.play import Progress
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN

FILE = "lesson.toml"
# How many safe answers of others are tried to see what an answer of the learner comes to, and how many ideas of the
# game itself to find one that does a step.
_MOST_ANSWERS = 6
_IDEAS = 12
# Said while nothing of a step can be said yet.
_WAIT = "Watch what the other side does."
# Said when no answer is known that does a step from where everything stands.
_STUCK = "From here that is hard: press Back to take your last answer back."


class Given(TableRow, frozen=True):
    """What another seat answers, as it is sent; where the rules do not allow that, the first of `instead` they do."""

    answer: dict[str, Any]
    instead: tuple[dict[str, Any], ...] = ()

    @property
    def answers(self) -> tuple[dict[str, Any], ...]:
        """All of them, the wanted one first."""
        return (self.answer, *self.instead)


class Slip(TableRow, frozen=True):
    """An answer the rules allow and the step does not: for the tests, which try it."""

    answer: dict[str, Any]


class LessonStep(TableRow, frozen=True):
    """One thing to learn: what is said, what is pointed at, what has to be done, and what the others do meanwhile."""

    id: str
    title: str
    text: str | tuple[Saying, ...]
    # said when an answer does not bring it about, and when it is done
    otherwise: str
    done: str | tuple[Saying, ...]
    clauses: tuple[str, ...]
    # the answer that shows how, and the dice that are laid out while this step is the one to do
    answer: dict[str, Any]
    wishes: tuple[Wish, ...]
    throws: tuple[Laid, ...] = ()
    # answers of these names may be given on the way although the step is not done by them
    also: tuple[str, ...] = ()
    # what the coach points at: units, a place as x, y and radius, a part of the page
    units: tuple[str, ...] = ()
    place: tuple[float, ...] = ()
    panel: str = ""
    # what the other seats answer while this step is the one to do, in order
    replies: tuple[Given, ...] = ()
    slips: tuple[Slip, ...] = ()


class FirstBattle(TableRow, frozen=True):
    """The first real battle: even, against a bot that is kind but not silly, by the rules that were taught."""

    scenario: str
    level: str
    options: dict[str, Any] = {}
    armies: tuple[tuple[tuple[str, int], ...], ...] = ()


class Lesson(TableRow, frozen=True):
    """A lesson as its file has it."""

    id: str
    title: str
    text: str
    # said when every step is done, and when the battle is over before that
    closing: str
    early: str
    minutes: int
    names: tuple[str, ...]
    position: dict[str, Any]
    steps: tuple[LessonStep, ...]
    battle: FirstBattle
    options: dict[str, Any] = {}
    learner: int = 0

    def setup(self, game: Game) -> Setup:
        """The table it is held at."""
        return Setup(game.id, "", dict(self.options), names=self.names, position=self.position)

    @property
    def first(self) -> FirstBattle:
        """The battle after it, which plays the rules it has taught."""
        return msgspec.structs.replace(self.battle, options=self.options | self.battle.options)

    def step(self, at: int) -> LessonStep | None:
        """The step to do when so many are done; None when all are."""
        return self.steps[at] if at < len(self.steps) else None


class Coaching(Struct, frozen=True):
    """Where a learner stands: the step to do now, as everybody gets it; `at` is behind the last one at the end."""

    lesson: str
    title: str
    at: int
    steps: int
    heading: str
    text: str
    clauses: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    # x, y and radius in grain
    place: tuple[int, ...] = ()
    panel: str = ""
    # what was done by the step before; how to go on when something else was answered since
    done: str = ""
    nudge: str = ""
    # the answer that shows how; None at the end
    answer: dict[str, Any] | None = None
    battle: FirstBattle | None = None


class Input(NamedTuple):
    """What was answered at a lesson by whom (-1: the laying out), and what it led to."""

    seat: int
    answer: Any
    events: tuple[Event, ...]
    state: State


class Mark(Struct, frozen=True):
    """Where the learner is: how many steps are behind; the places among all inputs where this step began and where the
    one before it did; how many prepared answers of others were given in it; and the step that was done last (one that
    could not be done is left out)."""

    at: int = 0
    since: int = 1
    before: int = 1
    replies: int = 0
    last: int = -1


@cache
def _read(folder: Path) -> Lesson | None:
    return read(FILE, Lesson, folder) if (folder / FILE).is_file() else None


def lesson_of(game: Game) -> Lesson | None:
    """The lesson of a game; None where it has none."""
    return _read(game.folder / "data")


# --- what the coach says ---


def coaching(lesson: Lesson, mark: Mark, line: Sequence[Input], answer: Any = None) -> Coaching:
    """What the coach says: `line` are the inputs from the last one before `mark.before` on; `answer` shows how.

    What was done by the step before is told as it stood when the learner first answered again; what is to be done, as
    it stands now.
    """
    asked = mark.since - mark.before + 1
    own = next((i for i in range(asked, len(line)) if line[i].seat == lesson.learner), len(line))
    now, step = _heard(line), lesson.step(mark.at)
    done = said(_sayings(lesson.steps[mark.last].done), _heard(line[:own])) if mark.last >= 0 else ""
    bare = Coaching(lesson.id, lesson.title, mark.at, len(lesson.steps), "", "", done=done)
    if step is None or now.state.over:
        text = lesson.closing if step is None else lesson.early
        end = len(lesson.steps)
        return msgspec.structs.replace(bare, at=end, heading="You can play", text=text, battle=lesson.first)
    return msgspec.structs.replace(
        bare,
        heading=step.title,
        text=said(_sayings(step.text), now) or _WAIT,
        clauses=step.clauses,
        units=step.units,
        place=tuple(round(each * GRAIN) for each in step.place),
        panel=step.panel,
        answer=answer,
        nudge=_nudge(lesson, step, now.state, answer, own < len(line)),
    )


def _nudge(lesson: Lesson, step: LessonStep, state: State, answer: Any, astray: bool) -> str:
    """How to go on after answers that did not do the step; above all when nothing can do it any more."""
    if answer is None and state.decision_of(lesson.learner) is not None:
        return f"{step.otherwise} {_STUCK}"
    return step.otherwise if astray else ""


def _sayings(told: str | tuple[Saying, ...]) -> tuple[Saying, ...]:
    return (Saying(text=told),) if isinstance(told, str) else told


def _heard(line: Sequence[Input]) -> Heard:
    """What happened after the first of these inputs, and how it stands after the last."""
    return Heard(tuple(event for each in line[1:] for event in each.events), line[-1].state)


# --- judging ---


def is_done(step: LessonStep, events: Sequence[Event], state: State) -> bool:
    """Whether everything a step wishes for has come about by these events, in this state."""
    return all(holds(wish, events, state) for wish in step.wishes)


def take(
    step: LessonStep, seat: int, state: State, events: Sequence[Event], reply: Any, dice: Dice
) -> Progress | Refusal:
    """What a learner's answer leads to; refused by the rules, or because it is not what this step is about. `events`
    are those since the step began."""
    progress = answer_with(state, Command(seat, state.version, reply), dice, step.throws)
    if isinstance(progress, Refusal) or _is_on_the_way(step, reply) or _does(step, seat, events, progress):
        return progress
    return Refusal("lesson", step.clauses[0] if step.clauses else "", step.otherwise)


def _is_on_the_way(step: LessonStep, reply: Any) -> bool:
    """Whether an answer may come before the one that does the step, by the unit the step is about."""
    plain = msgspec.to_builtins(reply)
    return _kind(reply) in step.also and plain.get("unit") == step.answer.get("unit", plain.get("unit"))


def _kind(reply: Any) -> str:
    plain = msgspec.to_builtins(reply)
    return str(plain.get("answer", "")) if isinstance(plain, Mapping) else ""


def _does(step: LessonStep, seat: int, events: Sequence[Event], progress: Progress) -> bool:
    """Whether a step is done by what an answer led to, or will be when the others let it happen."""
    so_far = [*events, *progress.events]
    for _ in range(_MOST_ANSWERS):
        state = progress.state
        if is_done(step, so_far, state):
            return True
        if state.over or state.decision_of(seat) is not None or not state.waiting_for():
            return False
        other = state.waiting_for()[0]
        decision = state.decision_of(other)
        assert decision is not None
        reply = msgspec.to_builtins(decision.suggest(state, 1)[0].answer)
        tried = answer_with(state, Command(other, state.version, reply), SeededDice(0), step.throws)
        if isinstance(tried, Refusal):
            return False
        progress = tried
        so_far += progress.events
    return False


def shown(step: LessonStep, seat: int, state: State, events: Sequence[Event]) -> Any:
    """The answer by which the coach shows how it is done: the lesson's own; where that is not possible any more, one of
    the game's own ideas that does the step. None where there is none."""
    decision = state.decision_of(seat)
    if decision is None:
        return None

    def works(reply: Any) -> bool:
        progress = answer_with(state, Command(seat, state.version, reply), SeededDice(0), step.throws)
        return isinstance(progress, Progress) and _does(step, seat, events, progress)

    if works(step.answer):
        return step.answer
    ideas = [msgspec.to_builtins(each.answer) for each in decision.suggest(state, _IDEAS)]
    return next((each for each in ideas if works(each)), None)


# --- going on ---


def advanced(lesson: Lesson, mark: Mark, line: Sequence[Input], end: int) -> Mark:
    """Where the learner is after the last of these inputs, which begin with the last one before `mark.before`; `end` is
    how many there are in all."""
    last, step = line[-1], lesson.step(mark.at)
    if step is None:
        return mark
    given = _given(step, mark, last.answer) if last.seat != lesson.learner else None
    if given is not None:
        mark = msgspec.structs.replace(mark, replies=given + 1)
    events = _heard(line[mark.since - mark.before :]).events
    if last.seat >= 0 and is_done(step, events, last.state):
        mark = Mark(mark.at + 1, end, mark.since, last=mark.at)
    while (step := lesson.step(mark.at)) is not None and not _is_possible(step, lesson.learner, last.state):
        mark = msgspec.structs.replace(mark, at=mark.at + 1, since=end, replies=0)
    return mark


def _is_possible(step: LessonStep, seat: int, state: State) -> bool:
    """Whether a step can still be done: something it can be done by is asked, and whom it names is still there."""
    decision = state.decision_of(seat)
    if decision is None:
        return True
    wanted = {tag_of(kind) for kind in answers_to(decision)}
    if not wanted & {_kind(step.answer), *step.also}:
        return False
    return all(is_there(state, each) for each in _named(step.answer))


def _named(answer: Any) -> list[str]:
    """Every unit and target an answer speaks of."""
    if isinstance(answer, list | tuple):
        return [name for each in answer for name in _named(each)]
    if not isinstance(answer, Mapping):
        return []
    own = [value for name, value in answer.items() if name in ("unit", "target") and isinstance(value, str)]
    return [*own, *(name for value in answer.values() for name in _named(value))]


def prepared(step: LessonStep, mark: Mark, state: State, seat: int) -> Any:
    """What a lesson has prepared for another seat to answer now; None: it answers for itself.

    What was prepared for a question that did not come up, or that the rules do not allow now, is left out: a learner
    may do a step in more than one way.
    """
    decision = state.decision_of(seat)
    if decision is None:
        return None
    wanted = [tag_of(kind) for kind in answers_to(decision)]
    replies = [each for given in step.replies[mark.replies :] for each in given.answers]
    fitting = [each for each in replies if each.get("answer") in wanted]
    tries = ((each, answer_with(state, Command(seat, state.version, each), SeededDice(0), ())) for each in fitting)
    return next((each for each, tried in tries if not isinstance(tried, Refusal)), None)


def _given(step: LessonStep, mark: Mark, reply: Any) -> int | None:
    """The place of the prepared answer that this one was given for, or instead of."""
    left, kind = range(mark.replies, len(step.replies)), _kind(reply)
    return next((i for i in left if kind in map(_kind, step.replies[i].answers)), None)
