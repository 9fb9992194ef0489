"""Moves that pause: a move goes from place to place, stops where something opens a window, and goes on or ends.

A game derives its frame from `PausingMove`. The places it is tested at are counted; what a place is, who waits there
and how far a unit can still go are the game's own. Everything is worked out anew after each pause, because what
happened there may have killed the mover, slowed it down or taken the reason for the next pause away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from brickfield.core.frames import DONE, Frame, Goto, Push

if TYPE_CHECKING:
    from brickfield.core.table import Table


class PausingMove(Frame):
    """A move being carried out. `sample` is the place that comes next, `last` the one at which the move ends."""

    unit: str = ""
    sample: int = 0
    last: int = -1

    STEPS: ClassVar[tuple[str, ...]] = ("advance", "go_on", "finish")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "sample", "last")

    # --- what a game says ---

    def places(self, t: Table) -> int:
        """At how many places the move is tested; the last of them is its end."""
        raise TypeError(f"{type(self).__name__} does not say")

    def is_watched(self, t: Table) -> bool:
        """Whether anything at all could stop it; if not, it goes to its end at once."""
        return True

    def met_at(self, t: Table, place: int) -> Frame | None:
        """What the move meets at a place that it did not meet before: a window or another procedure; else None."""
        raise TypeError(f"{type(self).__name__} does not say")

    def after(self, place: int) -> int:
        """Where it is looked next when something was met at a place; the same place where several may be met."""
        return place + 1

    def show(self, t: Table, place: int, *, at_end: bool) -> None:
        """Tell the table how far the unit has come since it was shown last."""
        raise TypeError(f"{type(self).__name__} does not say")

    def reaches(self, t: Table, place: int) -> bool:
        """Whether the unit, as it is now, can still get to a place."""
        return True

    def arrive(self, t: Table) -> None:
        """The unit stands where the move ends."""

    # --- how it goes ---

    def advance(self, t: Table) -> Any:
        """Go to the next place where something is met, or to the end."""
        if not self.is_watched(t):
            return Goto("finish")
        if self.last < 0:
            self.last = self.places(t) - 1
        while self.sample <= self.last:
            place = self.sample
            met = self.met_at(t, place)
            self.sample = place + 1 if met is None else self.after(place)
            if met is not None:
                self.show(t, place, at_end=False)
                return Push(met)
        return Goto("finish")

    def go_on(self, t: Table) -> Any:
        """A mover that is gone moves no more; one that can no longer get so far stops before."""
        if not t.units[self.unit].alive:
            return DONE
        while self.last >= self.sample and not self.reaches(t, self.last):
            self.last -= 1
        return Goto("advance")

    def finish(self, t: Table) -> Any:
        """The move is over."""
        place = self.last if self.last >= 0 else self.places(t) - 1
        self.show(t, place, at_end=True)
        self.arrive(t)
