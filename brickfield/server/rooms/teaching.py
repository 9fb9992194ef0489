"""Teaching: the journal of a match that is a lesson. It alone has dice that are laid out, judges answers by the step a
learner is at, and takes back whatever the learner did, dice and answers of others included.

Which step that is follows from the answers that stand, so nothing is stored for it: a lesson that is left is found
again where it was, and taking back goes back a step. A fair match has a row without a lesson and never comes here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from brickfield.core.commands import Command
from brickfield.core.dice import Pool
from brickfield.core.events import Event
from brickfield.core.game import Game
from brickfield.core.lessons import lesson as lessons
from brickfield.core.lessons.dice import answer_with
from brickfield.core.match import Match
from brickfield.core.out_of_turn import is_aside
from brickfield.core.play import Progress
from brickfield.core.refusal import Refusal, invalid
from brickfield.server.rooms.dice import FairDice
from brickfield.server.rooms.journal import Journal
from brickfield.server.rooms.steps import EVERYBODY, Made, Step
from brickfield.server.store.records import BEGIN, STAND_IN, TAKE_BACK, MatchRow, Record


class FallenDice(FairDice):
    """Dice that fall as they fell once, in the order they were thrown."""

    def __init__(self, faces: tuple[int, ...], seed: bytes, match: str, rolled: int) -> None:
        super().__init__(seed, match, rolled)
        self._faces = faces

    def roll(self, pool: Pool) -> tuple[int, ...]:
        """The next faces."""
        thrown = super().roll(pool)
        told, rest = self._faces[: pool.count], self._faces[pool.count :]
        if len(told) < pool.count or not all(1 <= face <= pool.faces for face in told):
            self._faces = ()
            return thrown
        self._faces = rest
        return told


class LessonJournal(Journal):
    """All records of a lesson so far."""

    def __init__(self, row: MatchRow, match: Match, seed: bytes, lesson: lessons.Lesson) -> None:
        super().__init__(row, match, seed)
        self.lesson = lesson
        # by the number of a record that stood once, where the learner was after it; and how the step is shown there
        self._marks: dict[int, lessons.Mark] = {}
        self._shown: dict[int, Any] = {}
        # of an answer that is read back, the dice that fell then
        self._fallen: tuple[int, ...] | None = None

    @property
    def mark(self) -> lessons.Mark:
        """Where the learner is now."""
        return self._marks[self.line[-1]] if self.line else lessons.Mark()

    @property
    def step(self) -> lessons.LessonStep | None:
        """The step to do now; None when all are done."""
        return self.lesson.step(self.mark.at)

    def coaching_at(self, number: int) -> lessons.Coaching:
        """What the coach says after a record."""
        line = [each for each in self.line if each <= number] or self.line[:1]
        mark = self._marks[line[-1]]
        step = self.lesson.step(mark.at)
        # of an older record it is not worked out again
        answer = self._shown_at(mark, line) if line == self.line else step and step.answer
        return lessons.coaching(self.lesson, mark, self._inputs(line[mark.before - 1 :]), answer)

    def _shown_at(self, mark: lessons.Mark, line: list[int]) -> Any:
        """The answer by which the coach shows the step that is asked now."""
        step, number = self.lesson.step(mark.at), line[-1]
        if step is not None and number not in self._shown and not self.state.over:
            self._shown[number] = lessons.shown(step, self.lesson.learner, self.state, self._events(mark.since))
        return self._shown.get(number)

    def _inputs(self, line: list[int]) -> list[lessons.Input]:
        steps = (self.steps[number] for number in line)
        return [lessons.Input(each.record.seat, each.record.answer, each.events, each.state) for each in steps]

    def scripted(self, seat: int) -> Any:
        """What the lesson has prepared for another seat to answer now; None: it answers for itself."""
        step = self.step
        return lessons.prepared(step, self.mark, self.state, seat) if step and seat != self.lesson.learner else None

    # --- trying ---

    def _outcome(self, seat: int, reply: object, dice: FairDice) -> Progress | Refusal:
        """What an answer would lead to with the dice that are laid out, if it is what the step is about."""
        step = self.step if self._fallen is None else None
        if step is None or is_aside(msgspec.to_builtins(reply)):
            return super()._outcome(seat, reply, dice)
        if seat == self.lesson.learner:
            return lessons.take(step, seat, self.state, self._events(self.mark.since), reply, dice)
        return answer_with(self.state, Command(seat, self.state.version, reply), dice, step.throws)

    def _dice(self, rolled: int) -> FairDice:
        if self._fallen is not None:
            return FallenDice(self._fallen, self.seed, self.row.id, rolled)
        return super()._dice(rolled)

    def try_stir(self, seat: int, wish: dict[str, str], command_id: str = "") -> Step | Refusal:
        """The dice of a lesson are prepared."""
        return invalid("no_stirring", "The dice of a lesson are prepared; nothing can be added to them.")

    def _play_again(self, record: Record) -> Step | Refusal:
        # what was answered when the lesson read otherwise stays answered, with the dice of then
        self._fallen = record.dice
        try:
            return super()._play_again(record)
        finally:
            self._fallen = None

    # --- taking back ---

    def why_no_take_back(self, seat: int) -> str:
        """In a lesson everything can be tried again."""
        return "" if self.undone_by(frozenset({seat})) is not None else "There is nothing of yours to take back."

    def undone_by(self, seats: frozenset[int]) -> Record | None:
        """The last answer of these seats, whatever came after it."""
        records = (self.steps[number].record for number in reversed(self.line))
        return next((each for each in records if each.seat in seats and each.kind != BEGIN and not each.auto), None)

    def _why_it_stands(self, seat: int) -> str:
        return self.why_no_take_back(seat)

    def _take_back(self, seat: int, command_id: str, why_not: str) -> Step | Refusal:
        undone = self.undone_by(frozenset({seat}))
        if undone is None:
            return invalid("no_take_back", why_not)
        state = self.steps[self.line[self.line.index(undone.number) - 1]].state
        record = self._record(seat, TAKE_BACK, {"record": undone.number}, (), state.digest(), command_id)
        return Step(record, Made(state, ()), self.steps[-1].rolled, EVERYBODY)

    # --- applying ---

    def apply(self, step: Step) -> None:
        """Take a written record into force, and see whether the step is done by it."""
        mark = self._mark_after(step)
        if step.record.kind == TAKE_BACK:
            while self.line[-1] != step.record.answer["record"]:
                self.line.pop()
        super().apply(step)
        if self.line and self.line[-1] == step.record.number:
            self._marks[step.record.number] = mark

    def _mark_after(self, step: Step) -> lessons.Mark:
        """Where the learner will be after a record that is not in force yet."""
        mark, record = self.mark, step.record
        if record.kind == TAKE_BACK:
            return self._marks[self.line[self.line.index(record.answer["record"]) - 1]]
        if record.kind == STAND_IN:
            return mark
        line = self._inputs(self.line[mark.before - 1 :])
        new = lessons.Input(record.seat, record.answer, step.events, step.state)
        return lessons.advanced(self.lesson, mark, [*line, new], len(self.line) + 1)

    def is_learnt(self, step: Step) -> bool:
        """Every step is done, or the battle is over before."""
        is_in_force = step.record.number < len(self.steps)
        mark = self.mark if is_in_force else self._mark_after(step)
        return step.state.over or self.lesson.step(mark.at) is None

    def _events(self, since: int) -> tuple[Event, ...]:
        return tuple(event for number in self.line[since:] for event in self.steps[number].events)


def journal_of(row: MatchRow, seed: bytes, find: Callable[[str], Game | None]) -> Journal | Refusal:
    """An empty journal for a match that was written down, by the rules of then."""
    game = find(row.setup.game)
    if game is None:
        return invalid("unknown_game", "The game of this battle is not known here.")
    try:
        match = (game.by_rules(row.rules) or game).new_match(row.setup)
    except (ValueError, TypeError, msgspec.ValidationError):
        return invalid("other_rules", "The set-up of this battle cannot be read any more.")
    return match if isinstance(match, Refusal) else journal_for(row, match, seed)


class ResumedJournal(Journal):
    """All records of a battle that is played on from a step of another one; the first ones have the dice of that."""

    _fallen: tuple[int, ...] | None = None

    def resume(self, record: Record) -> None:
        """Take an answer of the other battle into force, as it was given there and with the dice that fell."""
        self._fallen = record.dice
        try:
            step = self.try_answer(record.seat, record.answer, auto=True)
        finally:
            self._fallen = None
        if isinstance(step, Refusal):
            raise RuntimeError(f"an answer of a battle that was played is refused: {step.code}")
        self.apply(step)

    def begin_with(self, record: Record) -> None:
        """The laying out, with the dice that fell."""
        self._fallen = record.dice
        self.apply(self.begin())
        self._fallen = None

    def _dice(self, rolled: int) -> FairDice:
        if self._fallen is None:
            return super()._dice(rolled)
        return FallenDice(self._fallen, self.seed, self.row.id, rolled)

    def _play_again(self, record: Record) -> Step | Refusal:
        self._fallen = record.dice if record.number < self.row.opening else None
        try:
            return super()._play_again(record)
        finally:
            self._fallen = None


def journal_for(row: MatchRow, match: Match, seed: bytes) -> Journal | Refusal:
    """An empty journal: of a lesson where the row names one, of a fair match everywhere else."""
    if row.opening:
        return ResumedJournal(row, match, seed)
    if not row.lesson:
        return Journal(row, match, seed)
    lesson = lessons.lesson_of(match.game)
    if lesson is None or lesson.id != row.lesson:
        return invalid("other_rules", "This lesson is not given any more; the front page has the one of today.")
    return LessonJournal(row, match, seed, lesson)
