"""A lesson played without a page: by its own answers, or by others."""

from __future__ import annotations

from typing import Any

from brickfield.core.game import Game
from brickfield.core.lessons.lesson import Coaching, LessonStep, lesson_of
from brickfield.core.refusal import Refusal
from brickfield.server.bots.bots import safe_answer
from brickfield.server.rooms import dice
from brickfield.server.rooms.steps import Step
from brickfield.server.rooms.teaching import LessonJournal
from brickfield.server.store.records import TAKE_BACK, MatchRow

Point = tuple[float, float]


class Guide:
    """A lesson on the table beside the page: what to do next, what the coach says, and where it ends."""

    def __init__(self, game: Game) -> None:
        lesson = lesson_of(game)
        assert lesson is not None
        match = game.new_match(lesson.setup(game))
        assert not isinstance(match, Refusal)
        row = MatchRow("guide", match.setup, game.rules_version, "", "", "", False, 0.0, dice=dice.PREPARED)
        self.lesson = lesson
        self.journal = LessonJournal(row, match, bytes(32), lesson)
        self.journal.apply(self.journal.begin())

    @property
    def coach(self) -> Coaching:
        """What the coach says now."""
        return self.journal.coaching_at(self.journal.head)

    def others(self) -> list[Step]:
        """The other seats answer as prepared; whatever was not prepared is answered by what is safe."""
        given = []
        while (seats := self.journal.state.waiting_for()) and seats[0] != self.lesson.learner:
            given.append(self.other(seats[0]))
        return given

    def other(self, seat: int) -> Step:
        """One answer of another seat."""
        prepared = self.journal.scripted(seat)
        reply = prepared if prepared is not None else safe_answer(self.journal.state, seat)
        return self.give(seat, reply)

    def step(self) -> LessonStep | None:
        """The step to do now."""
        self.others()
        return self.journal.step

    def done(self) -> None:
        """The learner has done it."""
        assert self.journal.step is not None
        self.give(self.lesson.learner, self.journal.step.answer)

    def give(self, seat: int, reply: Any) -> Step:
        """An answer that must be taken."""
        tried = self.journal.try_answer(seat, reply)
        assert not isinstance(tried, Refusal), tried
        self.journal.apply(tried)
        return tried

    def back(self) -> None:
        """The learner takes the last answer back, with all that came of it."""
        tried = self.journal.try_take_back(self.lesson.learner)
        assert not isinstance(tried, Refusal), tried
        assert tried.record.kind == TAKE_BACK
        self.journal.apply(tried)

    def end_of(self, reply: dict[str, Any]) -> Point:
        """Where a way ends by the rules, before anybody reacts to it: for a squad its middle."""
        state = self.journal.state
        plain = state.match.game.queries["end"](state, reply["unit"], reply.get("steps", reply.get("legs", [])))
        return float(plain[0]), float(plain[1])
