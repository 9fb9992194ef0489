"""The dice of a lesson: laid out for what they are thrown for, whenever that comes, and never for anything else.

Dice that lay in a row would fall for whatever is asked first. So each throw says what it is for: how the pool is
called, whose it is, who attacks whom with it. To see that, an answer is played from throw to throw.
"""

from __future__ import annotations

from collections.abc import Sequence

from brickfield.core.commands import Command
from brickfield.core.data_files import TableRow
from brickfield.core.dice import Dice, Pool
from brickfield.core.events import Event
from brickfield.core.frames import Frame
from brickfield.core.play import Progress, answer, throw
from brickfield.core.refusal import Refusal
from brickfield.core.state import State

_ANYBODY = -1


class Laid(TableRow, frozen=True):
    """Faces for one throw: the pool of this name, of this seat, by this unit at this target (what is left out is any).

    More dice than faces: the rest is thrown. Fewer: the last faces stay in the box. Laid once for each answer.
    """

    label: str
    faces: tuple[int, ...]
    seat: int = _ANYBODY
    unit: str = ""
    target: str = ""

    def is_for(self, pool: Pool, frame: Frame) -> bool:
        """Whether these dice are those of a throw."""
        unit, target = frame.thrown_for()
        return (
            self.label == pool.label
            and self.seat in (_ANYBODY, pool.seat)
            and self.unit in ("", unit)
            and self.target in ("", target)
            and all(1 <= face <= pool.faces for face in self.faces)
        )


def answer_with(state: State, command: Command, dice: Dice, laid: Sequence[Laid]) -> Progress | Refusal:
    """Give an answer; what was laid out falls for what it is laid out for, everything else is thrown."""
    progress, left = answer(state, command), list(laid)
    events: tuple[Event, ...] = ()
    thrown: tuple[tuple[int, ...], ...] = ()
    while isinstance(progress, Progress):
        after = progress.state
        events, thrown = (*events, *progress.events), (*thrown, *progress.thrown)
        if after.over or after.pending is None or not after.pending.rolls:
            return Progress(after, events, thrown)
        faces = tuple([_fallen(pool, after.frames[-1], dice, left) for pool in after.pending.rolls])
        progress = throw(after, faces)
    return progress


def _fallen(pool: Pool, frame: Frame, dice: Dice, left: list[Laid]) -> tuple[int, ...]:
    thrown = dice.roll(pool)
    found = next((each for each in left if each.is_for(pool, frame)), None)
    if found is None:
        return thrown
    left.remove(found)
    return (*found.faces[: pool.count], *thrown[len(found.faces) :])
