"""Fire: both sides roll at once and both may fall."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.dice import Pool
from brickfield.core.frames import Frame, Roll
from brickfield.core.modifiers import Modifier, Tally
from brickfield.core.state import State
from brickfield.core.table import Table
from tests.core.toy.numbers import numbers
from tests.core.toy.winning import end_if_decided


def needed(state: State, target_id: str) -> Tally:
    """The face a shot at this target needs: wary targets are harder to hit, ducking replaces that and is capped."""
    table = numbers()
    target = state.units[target_id]
    clause = "toy.fire.cover"
    modifiers = []
    if state.facts.get(f"stance{target.seat}") == "wary":
        modifiers.append(Modifier("needed", table.wary_needs_more, "wary", clause, kind="stance"))
    if "ducked" in target.marks:
        more = table.ducked_needs_more
        modifiers.append(Modifier("needed", more, "ducked", clause, kind="cover", replaces=("stance",)))
    caps = (("cover", 0, table.cover_at_most, clause),)
    return Tally("needed", table.shot_needs, "printed", "toy.fire.exchange", tuple(modifiers), caps)


class Exchange(Frame):
    """One shot, or two at the same time."""

    shooter: str = ""
    target: str = ""
    replies: bool = False
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("declare", "roll", "resolve")
    PUBLIC: ClassVar[tuple[str, ...]] = ("shooter", "target", "replies", "faces")

    def volleys(self) -> tuple[tuple[str, str], ...]:
        """Who fires at whom."""
        there = (self.shooter, self.target)
        return (there, (self.target, self.shooter)) if self.replies else (there,)

    def declare(self, t: Table) -> Any:
        """Name the target."""
        t.emit(happened.TargetDeclared(unit=self.shooter, target=self.target, clause="toy.fire.exchange"))

    def roll(self, t: Table) -> Any:
        """One throw with a pool for each side."""
        pools = []
        for shooter, _target in self.volleys():
            unit = t.units[shooter]
            pools.append(Pool(numbers().cards[unit.card].dice, f"shot of {shooter}", numbers().die_faces, unit.seat))
        return Roll(tuple(pools), into="faces")

    def resolve(self, t: Table) -> Any:
        """Work every volley out before anybody falls."""
        fallen = []
        for (shooter, target), faces in zip(self.volleys(), self.faces, strict=True):
            tally = needed(t, target)
            best = max(faces)
            hit = best >= tally.total
            t.emit(
                happened.ShotResolved(
                    unit=shooter,
                    target=target,
                    needed=tally.total,
                    rolled=best,
                    hit=hit,
                    tallies=(tally,),
                    clause="toy.fire.exchange",
                    throws=(happened.Throw(f"shot of {shooter}", t.units[shooter].seat, faces),),
                )
            )
            if hit:
                fallen.append((target, shooter))
        for target, shooter in fallen:
            t.emit(happened.UnitDestroyed(unit=target, by=shooter, clause="toy.fire.exchange"))
        end_if_decided(t)
