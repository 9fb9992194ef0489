"""Lessons: a first battle that teaches, as data. One file a game, `data/lesson.toml`; this file reads and judges it.

A lesson is a table in a position and a list of steps. Each step says in a few words what to do, and as wishes about
events, units and answers of the game's own queries when it is done. What is given for a step is judged by the rules
first and by the lesson then: an answer that does not bring the step about is refused with the step's own sentence, so a
learner can never lose the thread. The dice of a step are prepared, and so are the answers of the other seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from brickfield.core.data_files import Entry, read
from brickfield.core.events import Event
from brickfield.core.game import Game
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN

FILE = "lesson.toml"
# The bounds a wished value may have instead of being one value.
_BOUNDS = frozenset({"least", "most", "any", "not"})


class Wish(Entry, frozen=True):
    """Something that must be so: of one event since the step began, of a unit, of a query, or of what is asked next.

    `where` names fields (dotted for what lies inside) with the value each must have, or with bounds for it: `least`,
    `most`, `any` of a list, `not`. A query that gives no struct is called `value`. Places are in the game's ruler.
    """

    event: str = ""
    unit: str = ""
    query: str = ""
    about: tuple[Any, ...] = ()
    asked: str = ""
    where: dict[str, Any] = {}


class Given(Entry, frozen=True):
    """An answer as it is sent, and the dice that fall for it."""

    answer: dict[str, Any]
    dice: tuple[int, ...] = ()


class Slip(Entry, frozen=True):
    """An answer the rules allow and the step does not: for the tests, which try it."""

    answer: dict[str, Any]


class LessonStep(Entry, frozen=True):
    """One thing to learn: what is said, what is pointed at, what has to be done, and what the others do meanwhile."""

    id: str
    title: str
    text: str
    # said when an answer does not bring it about, and when it is done
    otherwise: str
    done: str
    clauses: tuple[str, ...]
    # the answer that shows how, and the dice that fall for whatever is answered here
    answer: dict[str, Any]
    wishes: tuple[Wish, ...]
    dice: tuple[int, ...] = ()
    # answers of these names may be given on the way although the step is not done by them
    also: tuple[str, ...] = ()
    # what the coach points at: units, a place as x, y and radius, a part of the page
    units: tuple[str, ...] = ()
    place: tuple[float, ...] = ()
    panel: str = ""
    # what the other seats answer while this step is the one to do, in order
    replies: tuple[Given, ...] = ()
    slips: tuple[Slip, ...] = ()


class FirstBattle(Entry, frozen=True):
    """The first real battle: even, and against a bot that is kind but not silly."""

    scenario: str
    level: str
    options: dict[str, Any] = {}
    armies: tuple[tuple[tuple[str, int], ...], ...] = ()


class Lesson(Entry, frozen=True):
    """A lesson as its file has it."""

    id: str
    title: str
    text: str
    # said when every step is done
    closing: str
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


@cache
def _read(folder: Path) -> Lesson | None:
    return read(FILE, Lesson, folder) if (folder / FILE).is_file() else None


def lesson_of(game: Game) -> Lesson | None:
    """The lesson of a game; None where it has none."""
    return _read(game.folder / "data")


def coaching(lesson: Lesson, at: int, *, astray: bool = False) -> Coaching:
    """What the coach says when so many steps are done; `astray`: answers were given that did not do the next one."""
    done = lesson.steps[at - 1].done if at else ""
    bare = Coaching(lesson.id, lesson.title, at, len(lesson.steps), "", "", done=done)
    if at >= len(lesson.steps):
        return msgspec.structs.replace(bare, heading="You can play", text=lesson.closing, battle=lesson.battle)
    step = lesson.steps[at]
    return msgspec.structs.replace(
        bare,
        heading=step.title,
        text=step.text,
        clauses=step.clauses,
        units=step.units,
        place=tuple(round(each * GRAIN) for each in step.place),
        panel=step.panel,
        answer=step.answer,
        nudge=step.otherwise if astray else "",
    )


def is_done(step: LessonStep, events: Sequence[Event], state: State) -> bool:
    """Whether everything a step wishes for has come about by these events, in this state."""
    return all(_holds(wish, events, state) for wish in step.wishes)


def judge(step: LessonStep, answer: Any, events: Sequence[Event], state: State) -> Refusal | None:
    """Why an answer, which the rules allow, is not what this step is about; None when it is, or is on the way."""
    kind = answer.get("answer", "") if isinstance(answer, Mapping) else ""
    if kind in step.also or is_done(step, events, state):
        return None
    return Refusal("lesson", step.clauses[0] if step.clauses else "", step.otherwise)


def _holds(wish: Wish, events: Sequence[Event], state: State) -> bool:
    if wish.event:
        return any(fits(plain, wish.where) for plain in _plain(events) if plain["event"] == wish.event)
    if wish.unit:
        return wish.unit in state.units and fits(_unit(state, wish.unit), wish.where)
    if wish.query:
        return _answers(wish, state)
    asked = state.decision
    return asked is not None and asked.kind == wish.asked


def _plain(events: Iterable[Event]) -> Iterable[dict[str, Any]]:
    return (msgspec.to_builtins(event) for event in events)


def _unit(state: State, name: str) -> dict[str, Any]:
    """A unit as plain data, with its place in the game's ruler; a unit that is gone has none."""
    unit = state.units[name]
    plain: dict[str, Any] = msgspec.to_builtins(unit)
    if unit.pose is not None:
        plain |= {"x": unit.pose.x / GRAIN, "y": unit.pose.y / GRAIN, "heading": unit.pose.degrees}
    return plain


def _answers(wish: Wish, state: State) -> bool:
    """Whether a query of the game answers as wished; what is not on the table any more answers nothing."""
    named = [each for each in wish.about if isinstance(each, str)]
    if any(each not in state.units and each not in state.tokens for each in named):
        return False
    told = msgspec.to_builtins(state.match.game.queries[wish.query](state, *wish.about))
    return fits(told if isinstance(told, dict) else {"value": told}, wish.where)


def fits(plain: Mapping[str, Any], where: Mapping[str, Any]) -> bool:
    """Whether plain data has the wished values."""
    return all(_fits(_inside(plain, name.split(".")), wanted) for name, wanted in where.items())


def _inside(plain: Any, names: Sequence[str]) -> Any:
    for name in names:
        if not isinstance(plain, Mapping):
            return None
        plain = plain.get(name)
    return plain


def _fits(value: Any, wanted: Any) -> bool:
    if not isinstance(wanted, dict) or not wanted.keys() <= _BOUNDS:
        return bool(value == wanted)
    if "any" in wanted and value not in wanted["any"]:
        return False
    if "not" in wanted and value == wanted["not"]:
        return False
    if not wanted.keys() & {"least", "most"}:
        return True
    if not isinstance(value, int | float):
        return False
    low, high = wanted.get("least"), wanted.get("most")
    return (low is None or value >= low) and (high is None or value <= high)
