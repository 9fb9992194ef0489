"""A lesson at a table of words: dice and the answers of the others are prepared, what is not the step is refused, and
everything the learner did can be taken back. The steps and what does them are those of `core/lessons.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from brickfield.core.asides import is_aside
from brickfield.core.commands import Command, read_answer
from brickfield.core.decisions import answers_to, tag_of
from brickfield.core.dice import Pool, SeededDice
from brickfield.core.events import Event
from brickfield.core.lessons import Coaching, Lesson, LessonStep, coaching, is_done, judge
from brickfield.core.match import Match
from brickfield.core.play import Progress, answer
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Entry
from brickfield.speech.sitting import Agreement, Player, Sitting, Told


class _Mark(Struct, frozen=True):
    """Where the learner is: steps done, the input this one began with, prepared answers given, faces thrown in it."""

    at: int = 0
    since: int = 1
    replies: int = 0
    thrown: int = 0


class PreparedDice(SeededDice):
    """Dice that fall as they were laid out; when nothing fits they are thrown."""

    laid: tuple[int, ...] = ()

    def roll(self, pool: Pool) -> tuple[int, ...]:
        """The next faces that were laid out."""
        thrown = super().roll(pool)
        told, rest = self.laid[: pool.count], self.laid[pool.count :]
        if len(told) < pool.count or not all(1 <= face <= pool.faces for face in told):
            self.laid = ()
            return thrown
        self.laid = rest
        return told


class LessonSitting(Sitting):
    """A sitting at which a coach sits too."""

    def __init__(self, match: Match, agreed: Agreement, players: Mapping[int, Player], lesson: Lesson) -> None:
        super().__init__(match, agreed, players)
        self.lesson = lesson
        self.dice: PreparedDice = PreparedDice(agreed.seed, self.dice.rolled)
        # after each input; the prepared answer that is being given
        self._marks = [_Mark()]
        self._given: int | None = None

    @property
    def step(self) -> LessonStep | None:
        """The step to do now; None when all are done."""
        at = self._marks[-1].at
        return self.lesson.steps[at] if at < len(self.lesson.steps) else None

    @property
    def coach(self) -> Coaching:
        """What the coach says now."""
        mark = self._marks[-1]
        astray = any(entry.seat == self.seat for entry in self.entries[mark.since :])
        return coaching(self.lesson, mark.at, astray=astray)

    def shown(self) -> Any:
        """The answer by which the coach shows how the step is done."""
        decision = self.state.decision_of(self.seat)
        if self.step is None or decision is None:
            return None
        read = read_answer(decision, self.step.answer)
        return None if isinstance(read, Refusal) else read

    def _events(self, since: int) -> tuple[Event, ...]:
        return tuple(event for entry in self.entries[since:] for event in entry.events)

    def _outcome_of(self, seat: int, reply: Any) -> Progress | Refusal:
        """The rules first, then the step: what is refused has thrown no dice."""
        step, plain, rolled = self.step, msgspec.to_builtins(reply), self.dice.rolled
        if step is None or is_aside(plain):
            return super()._outcome_of(seat, reply)
        self.dice.laid = self._laid(step, seat)
        progress = answer(self.state, Command(seat, self.state.version, reply), self.dice)
        told: Progress | Refusal = progress
        if isinstance(progress, Progress) and seat == self.seat:
            events = (*self._events(self._marks[-1].since), *progress.events)
            told = judge(step, plain, events, progress.state) or progress
        if isinstance(told, Refusal):
            self.dice.rolled = rolled
        return told

    def _laid(self, step: LessonStep, seat: int) -> tuple[int, ...]:
        """The dice that were prepared for what is answered now."""
        if seat == self.seat:
            return step.dice[self._marks[-1].thrown :]
        return step.replies[self._given].dice if self._given is not None else ()

    def _answer(self, seat: int, reply: Any) -> Told | Refusal:
        mark, step, place = self._marks[-1], self.step, self._given
        done = super()._answer(seat, reply)
        if isinstance(done, Refusal):
            return done
        thrown = len(self.entries[-1].dice) if seat == self.seat else 0
        mark = msgspec.structs.replace(
            mark,
            replies=place + 1 if place is not None else mark.replies,
            thrown=mark.thrown + thrown,
        )
        if step is not None and is_done(step, self._events(mark.since), self.state):
            mark = _Mark(mark.at + 1, len(self.entries))
        self._marks.append(mark)
        return done

    def others_play(self) -> list[Told]:
        """Nobody gives a lesson up, however badly it stands for him."""
        told: list[Told] = []
        while self.step is not None and (waiting := [seat for seat in self.state.waiting_for() if seat != self.seat]):
            told.append(self._other_plays(waiting[0]))
        return told if self.step is not None else [*told, *super().others_play()]

    def _other_plays(self, seat: int) -> Told:
        """As prepared for what is asked; a question nobody thought of is answered by the player."""
        decision, step, first = self.state.decision_of(seat), self.step, self._marks[-1].replies
        if decision is None or step is None:
            return super()._other_plays(seat)
        wanted = [tag_of(kind) for kind in answers_to(decision)]
        fitting = [place for place in range(first, len(step.replies)) if step.replies[place].answer["answer"] in wanted]
        for place in fitting[:1]:
            self._given = place
            read = read_answer(decision, step.replies[place].answer)
            done = read if isinstance(read, Refusal) else self._answer(seat, read)
            self._given = None
            if not isinstance(done, Refusal):
                return done
        return super()._other_plays(seat)

    def why_no_undo(self) -> str:
        """In a lesson everything can be tried again, dice and answers of the others too."""
        own = any(entry.seat == self.seat for entry in self.entries)
        return "" if own else "Nothing has been done yet."

    def undo(self) -> Entry:
        """Take back all since the learner's last input, and that."""
        while True:
            self.states.pop()
            self._marks.pop()
            entry = self.entries.pop()
            if entry.seat == self.seat:
                return entry
