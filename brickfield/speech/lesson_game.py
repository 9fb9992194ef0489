"""A lesson at a table of words: dice and the answers of the others are prepared, what is not the step is refused, and
everything the learner did can be taken back. The steps and what does them are those of `core/lessons/lesson.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from brickfield.core.commands import Command, read_answer
from brickfield.core.events import Event
from brickfield.core.lessons import lesson as lessons
from brickfield.core.lessons.dice import answer_with
from brickfield.core.match import Match
from brickfield.core.out_of_turn import is_aside
from brickfield.core.play import Progress
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Entry
from brickfield.speech.local_game import Agreement, LocalGame, LocalPlayer, ToldStep


class LessonSitting(LocalGame):
    """A sitting at which a coach sits too."""

    def __init__(
        self, match: Match, agreed: Agreement, players: Mapping[int, LocalPlayer], lesson: lessons.Lesson
    ) -> None:
        super().__init__(match, agreed, players)
        self.lesson = lesson
        # after each input
        self._marks = [lessons.Mark()]

    @property
    def step(self) -> lessons.LessonStep | None:
        """The step to do now; None when all are done or the battle is over before."""
        return None if self.state.over else self.lesson.step(self._marks[-1].at)

    @property
    def coach(self) -> lessons.Coaching:
        """What the coach says now."""
        mark = self._marks[-1]
        return lessons.coaching(self.lesson, mark, self._inputs(mark), self._way())

    def _inputs(self, mark: lessons.Mark) -> list[lessons.Input]:
        """The inputs a coach still speaks of."""
        since = mark.before - 1
        pairs = zip(self.entries[since:], self.states[since:], strict=True)
        return [lessons.Input(entry.seat, entry.answer, entry.events, state) for entry, state in pairs]

    def shown(self) -> Any:
        """The answer by which the coach shows how the step is done."""
        decision, found = self.state.decision_of(self.seat), self._way()
        read = read_answer(decision, found) if found is not None and decision is not None else None
        return None if isinstance(read, Refusal) else read

    def _way(self) -> Any:
        """How the step can be done from here."""
        if self.step is None:
            return None
        return lessons.shown(self.step, self.seat, self.state, self._events(self._marks[-1].since))

    def _events(self, since: int) -> tuple[Event, ...]:
        return tuple(event for entry in self.entries[since:] for event in entry.events)

    def _outcome_of(self, seat: int, reply: Any) -> Progress | Refusal:
        """The rules first, then the step: what is refused has thrown no dice."""
        step, rolled = self.step, self.dice.rolled
        if step is None or is_aside(msgspec.to_builtins(reply)):
            return super()._outcome_of(seat, reply)
        told = (
            lessons.take(step, seat, self.state, self._events(self._marks[-1].since), reply, self.dice)
            if seat == self.seat
            else answer_with(self.state, Command(seat, self.state.version, reply), self.dice, step.throws)
        )
        if isinstance(told, Refusal):
            self.dice.rolled = rolled
        return told

    def _answer(self, seat: int, reply: Any) -> ToldStep | Refusal:
        mark = self._marks[-1]
        done = super()._answer(seat, reply)
        if not isinstance(done, Refusal):
            self._marks.append(lessons.advanced(self.lesson, mark, self._inputs(mark), len(self.entries)))
        return done

    def others_play(self) -> list[ToldStep]:
        """Nobody gives a lesson up, however badly it stands for him."""
        told: list[ToldStep] = []
        while self.step is not None and (waiting := [seat for seat in self.state.waiting_for() if seat != self.seat]):
            told.append(self._other_plays(waiting[0]))
        return told if self.step is not None else [*told, *super().others_play()]

    def _other_plays(self, seat: int) -> ToldStep:
        """As prepared for what is asked; a question nobody thought of is answered by the player."""
        decision, step = self.state.decision_of(seat), self.step
        if decision is None or step is None:
            return super()._other_plays(seat)
        wanted = lessons.prepared(step, self._marks[-1], self.state, seat)
        read = read_answer(decision, wanted) if wanted is not None else None
        if read is not None and not isinstance(read, Refusal):
            done = self._answer(seat, read)
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
