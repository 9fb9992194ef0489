"""Teaching: the journal of a match that is a lesson. It alone has prepared dice, judges answers by the step a learner
is at, and takes back whatever the learner did, dice and answers of others included.

Which step that is follows from the answers that stand, so nothing is stored for it: a lesson that is left is found
again where it was, and taking back goes back a step. A fair match has a row without a lesson and never comes here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from brickfield.core.asides import is_aside
from brickfield.core.decisions import answers_to, tag_of
from brickfield.core.dice import Pool
from brickfield.core.events import Event
from brickfield.core.game import Game
from brickfield.core.lessons import Coaching, Lesson, LessonStep, coaching, is_done, judge, lesson_of
from brickfield.core.match import Match
from brickfield.core.refusal import Refusal, invalid
from brickfield.server.dice import FairDice
from brickfield.server.journal import Journal
from brickfield.server.records import BEGIN, TAKE_BACK, MatchRow, Record
from brickfield.server.steps import EVERYBODY, Made, Step


class Mark(Struct, frozen=True):
    """Where the learner is after a record: steps done, the place in the line where this one began, replies given."""

    at: int = 0
    since: int = 1
    replies: int = 0


class PreparedDice(FairDice):
    """Dice that fall as the step has prepared them; when nothing, or nothing that fits, is prepared they are thrown."""

    def __init__(self, faces: tuple[int, ...], seed: bytes, match: str, rolled: int) -> None:
        super().__init__(seed, match, rolled)
        self._faces = faces

    def roll(self, pool: Pool) -> tuple[int, ...]:
        """The next prepared faces."""
        thrown = super().roll(pool)
        told, rest = self._faces[: pool.count], self._faces[pool.count :]
        if len(told) < pool.count or not all(1 <= face <= pool.faces for face in told):
            self._faces = ()
            return thrown
        self._faces = rest
        return told


class LessonJournal(Journal):
    """All records of a lesson so far."""

    def __init__(self, row: MatchRow, match: Match, seed: bytes, lesson: Lesson) -> None:
        super().__init__(row, match, seed)
        self.lesson = lesson
        # by the number of a record that stood once, where the learner was after it
        self._marks: dict[int, Mark] = {}
        # the dice of the answer that is being tried; of one that is read back, those that fell then
        self._prepared: tuple[int, ...] = ()
        self._fallen: tuple[int, ...] | None = None

    @property
    def mark(self) -> Mark:
        """Where the learner is now."""
        return self._marks[self.line[-1]] if self.line else Mark()

    @property
    def step(self) -> LessonStep | None:
        """The step to do now; None when all are done."""
        return self.lesson.steps[self.mark.at] if self.mark.at < len(self.lesson.steps) else None

    def coaching_at(self, number: int) -> Coaching:
        """What the coach says after a record."""
        line = [each for each in self.line if each <= number]
        mark = self._marks[line[-1]] if line else Mark()
        astray = any(self.steps[each].record.seat == self.lesson.learner for each in line[mark.since :])
        return coaching(self.lesson, mark.at, astray=astray)

    def scripted(self, seat: int) -> Any:
        """What the lesson has prepared for another seat to answer now; None: it answers for itself.

        What was prepared for a question that did not come up is left out: a learner may do a step in more than one way.
        """
        decision = self.state.decision_of(seat)
        if self.step is None or seat == self.lesson.learner or decision is None:
            return None
        wanted = [tag_of(kind) for kind in answers_to(decision)]
        waiting = self.step.replies[self.mark.replies :]
        return next((each.answer for each in waiting if each.answer.get("answer") in wanted), None)

    # --- trying ---

    def try_answer(self, seat: int, reply: object, command_id: str = "", auto: bool = False) -> Step | Refusal:
        """What an answer would lead to, if it is what the step is about."""
        self._prepared = self._dice_for(seat, reply) if self._fallen is None else self._fallen
        tried = super().try_answer(seat, reply, command_id, auto)
        step = self.step if self._fallen is None else None
        if isinstance(tried, Refusal) or step is None or seat != self.lesson.learner or is_aside(tried.record.answer):
            return tried
        return judge(step, tried.record.answer, (*self._events(self.mark.since), *tried.events), tried.state) or tried

    def _dice_for(self, seat: int, reply: object) -> tuple[int, ...]:
        step, mark = self.step, self.mark
        if step is None or is_aside(msgspec.to_builtins(reply)):
            return ()
        if seat != self.lesson.learner:
            place = self._reply(msgspec.to_builtins(reply))
            return step.replies[place].dice if place is not None else ()
        records = [self.steps[number].record for number in self.line[mark.since :]]
        used = sum(len(record.dice) for record in records if record.seat == seat and not is_aside(record.answer))
        return step.dice[used:]

    def _reply(self, answer: Any) -> int | None:
        """The place of a prepared answer among those of the step that were not given yet."""
        replies = self.step.replies if self.step is not None else ()
        return next((i for i in range(self.mark.replies, len(replies)) if replies[i].answer == answer), None)

    def _dice(self, rolled: int) -> FairDice:
        prepared, self._prepared = self._prepared, ()
        return PreparedDice(prepared, self.seed, self.row.id, rolled)

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
        before, given = self.mark, self._reply(step.record.answer)
        if step.record.kind == TAKE_BACK:
            while self.line[-1] != step.record.answer["record"]:
                self.line.pop()
        super().apply(step)
        if self.line and self.line[-1] == step.record.number:
            if given is not None and step.record.seat != self.lesson.learner:
                before = msgspec.structs.replace(before, replies=given + 1)
            self._marks[step.record.number] = self._marked(before, step)

    def _marked(self, mark: Mark, step: Step) -> Mark:
        wanted = self.lesson.steps[mark.at] if mark.at < len(self.lesson.steps) else None
        if step.record.kind == BEGIN or wanted is None or not is_done(wanted, self._events(mark.since), step.state):
            return mark
        return Mark(mark.at + 1, len(self.line))

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
        return PreparedDice(self._fallen, self.seed, self.row.id, rolled)

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
    lesson = lesson_of(match.game)
    if lesson is None or lesson.id != row.lesson:
        return invalid("other_rules", "This lesson is not given any more; the front page has the one of today.")
    return LessonJournal(row, match, seed, lesson)
