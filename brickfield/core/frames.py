"""The stack of frames: rules that wait, written as visible lists of steps.

A step returns nothing (go on), `Ask`, `AskAll`, `Roll`, `Shuffle`, `Push`, `Goto` or `DONE`. A step either asks or acts
on an answer, never both; `into` names the slot that receives the answer. Frames hold ids, numbers and plain values,
never units or functions, so that a match can be saved, cloned and viewed at every pause.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, final

from msgspec import UNSET, Struct

from brickfield.core.chapters import chapter_steps
from brickfield.core.decisions import Decision
from brickfield.core.dice import Pool
from brickfield.core.events import snake

if TYPE_CHECKING:
    from brickfield.core.match import Match
    from brickfield.core.table import Table


class Frame(Struct, tag_field="frame", tag=snake, forbid_unknown_fields=True):
    """A procedure of the rule book. `at` is the name of the step it stands on.

    Every slot must be listed in PUBLIC or in SECRET: what nobody has declared is shown to nobody and fails the tests.
    """

    at: str = ""

    STEPS: ClassVar[tuple[str, ...]] = ()
    # steps that only some matches take, and what says so of a match before it is played; the others pass them over
    ONLY_WHERE: ClassVar[Mapping[str, Callable[[Any], bool]]] = {}
    PUBLIC: ClassVar[tuple[str, ...]] = ()
    SECRET: ClassVar[tuple[str, ...]] = ()

    if TYPE_CHECKING:
        # every struct has it, only its type stubs do not say so
        def __copy__(self) -> Self: ...

    def still_stands(self, t: Table) -> bool:
        """Asked whenever the frame comes back to the top; if not, it is abandoned with an event saying so."""
        return True

    def thrown_for(self) -> tuple[str, str]:
        """Who throws dice now, and at whom; empty where they are about no unit."""
        return getattr(self, "unit", ""), getattr(self, "target", "")

    def __repr__(self) -> str:
        public = ("at", *self.PUBLIC)
        shown = [
            f"{name}={getattr(self, name)!r}" if name in public else f"{name}=..." for name in self.__struct_fields__
        ]
        return f"{type(self).__name__}({', '.join(shown)})"

    @classmethod
    def undeclared_slots(cls) -> tuple[str, ...]:
        """Slots whose audience nobody has declared."""
        declared = {"at", *cls.PUBLIC, *cls.SECRET}
        return tuple(name for name in cls.__struct_fields__ if name not in declared)


@final
class Ask(Struct, frozen=True, gc=False):
    """Wait for one seat's answer."""

    decision: Decision
    into: str


@final
class AskAll(Struct, frozen=True, gc=False):
    """Wait for several seats at once; the answers stay sealed until all are in, then they are revealed together.

    Answers that go into a SECRET slot are revealed to nobody: what becomes of them is for the frame to say."""

    decisions: tuple[Decision, ...]
    into: str


@final
class Roll(Struct, frozen=True, gc=False):
    """Wait for dice. Several pools are thrown together; the slot receives one tuple of faces per pool."""

    pools: tuple[Pool, ...]
    into: str


@final
class Shuffle(Struct, frozen=True, gc=False):
    """Put a pile into an order that nobody knows. The dice that decide it are thrown, but nobody is shown them."""

    pile: str
    clause: str = ""


@final
class Push(Struct, frozen=True, gc=False):
    """Play another frame to its end, then go on with the next step."""

    frame: Frame


@final
class Goto(Struct, frozen=True, gc=False):
    """Go on with the named step."""

    step: str


class Done(Struct, frozen=True):
    """The frame is finished."""


DONE = Done()


class FrameStep(NamedTuple):
    """What a frame does that stands on a step: the step it takes and its rule, and the step it stands on afterwards.
    All empty: it has come to its end."""

    step: str
    take: Callable[[Any, Table], Any] | None
    after: str


def course_of(frame: type[Frame], match: Match) -> Mapping[str, FrameStep]:
    """What is done in a match that comes to each step of a sort of frame; found out when it first comes up.

    Which steps there are does not change while a match is played. A frame that was pushed stands on no step.
    """
    known = match.courses.get(frame)
    if known is not None:
        return known
    course: dict[str, FrameStep] = {}
    coming, after = FrameStep("", None, ""), ""
    for step, take in reversed(_steps_in(frame, match)):
        if take is not None:
            coming = FrameStep(step, take, after)
        course[step], after = coming, step
    course[""] = coming
    match.courses[frame] = course
    return course


def _steps_in(frame: type[Frame], match: Match) -> list[tuple[str, Callable[[Any, Table], Any] | None]]:
    """The steps of a frame in a match, in order, each with what is done; nothing is done at those passed over."""
    brought = chapter_steps(frame, match.game.chapters)
    named = {each.name: each for each in brought if not each.before}
    steps: list[tuple[str, Callable[[Any, Table], Any] | None]] = []
    for step in frame.STEPS:
        steps += [
            (each.name, each.take) for each in brought if each.before == step and match.chapters_in_play[each.chapter]
        ]
        from_chapter = named.get(step)
        if from_chapter is not None:
            steps.append((step, from_chapter.take if match.chapters_in_play[from_chapter.chapter] else None))
            continue
        where = frame.ONLY_WHERE.get(step)
        steps.append((step, getattr(frame, step) if where is None or where(match) else None))
    return steps


def slots(frame: Frame, names: tuple[str, ...]) -> dict[str, Any]:
    """Some slots of a frame by name; those that most frames of the kind do without are left out."""
    return {name: value for name in names if (value := getattr(frame, name)) is not UNSET}
