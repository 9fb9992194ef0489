"""Chapters: a part of the book that some matches play and others do not, and what it adds to the parts before it.

A chapter is named once, in its own `chapter.py`; its rules say what they amend (`core/questions.py`), which steps they
bring into the frames of the base book (`step`) and what they do at its moments. The base book imports none of them:
only a game's `contents.py` names its chapters, and their order there is the order in which they have their say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from weakref import ref

if TYPE_CHECKING:
    from brickfield.core.frames import Frame
    from brickfield.core.match import Match
    from brickfield.core.table import Table

T = TypeVar("T")
Take = Callable[[Any, "Table"], Any]


class Chapter:
    """A chapter of a rule book by its id, and what says of a match whether it is played there.

    `facts` are those by which it changes the answers of other chapters: when one of them changes, what was worked out
    from units is worked out anew.
    """

    def __init__(self, chapter_id: str, in_play: Callable[[Any], bool], facts: tuple[str, ...] = ()) -> None:
        self.id = chapter_id
        self.in_play = in_play
        self.facts = facts

    def __repr__(self) -> str:
        return f"Chapter({self.id!r})"


class ChaptersInPlay(dict[Chapter, bool]):
    """Which chapters a match plays; found out when it is first asked, and never again while it is played."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        # the match holds this, and is to go when nobody plays it any more
        self._match = ref(match)

    def __missing__(self, chapter: Chapter) -> bool:
        match = self._match()
        assert match is not None
        found = self[chapter] = chapter in match.game.chapters and bool(chapter.in_play(match))
        return found


def in_order(match: Match, rows: Iterable[tuple[Chapter | None, T]]) -> list[T]:
    """What the base book (None) and the chapters that a match plays bring, in the order of the contents."""
    order: tuple[Chapter | None, ...] = (None, *match.game.chapters)
    played = [row for row in rows if row[0] is None or match.chapters_in_play[row[0]]]
    return [what for _, what in sorted(played, key=lambda row: order.index(row[0]))]


class ChapterStep(NamedTuple):
    """A step that a chapter brings into a frame: in the place its name has there, or before another step."""

    name: str
    chapter: Chapter
    before: str
    take: Take


_STEPS: dict[type[Frame], list[ChapterStep]] = {}


def step(frame: type[Frame], chapter: Chapter, before: str = "") -> Callable[[Take], Take]:
    """A step of a frame that is only taken where a chapter is played. Its name is that of the function; it stands
    where the frame's own STEPS say, or, when they do not know it, `before` one of them."""

    def note(take: Take) -> Take:
        name = take.__name__
        if (name in frame.STEPS) == bool(before):
            raise ValueError(f"{frame.__name__}.{name}: either STEPS say where it stands, or `before` does")
        if before and before not in frame.STEPS:
            raise ValueError(f"{frame.__name__}.{name}: there is no step {before!r} to stand before")
        _STEPS.setdefault(frame, []).append(ChapterStep(name, chapter, before, take))
        return take

    return note


def chapter_steps(frame: type[Frame], chapters: tuple[Chapter, ...]) -> list[ChapterStep]:
    """The steps that these chapters bring into a frame, in their order, and into those it is a kind of; a step of its
    own counts before one that is brought for those."""
    kinds = [kind for kind in frame.__mro__ if kind in _STEPS]
    brought = [each for kind in kinds for each in _STEPS[kind] if kind is frame or not hasattr(frame, each.name)]
    found = [each for each in brought if each.chapter in chapters]
    return sorted(found, key=lambda each: chapters.index(each.chapter))
