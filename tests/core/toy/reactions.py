"""Reactions of the toy game: snap shots at marchers, ducking, and bursts that forestall a shot."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.board import Unit
from brickfield.core.decisions import Reaction
from brickfield.core.dice import Pool
from brickfield.core.frames import Frame, Push, Roll
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.windows import Offers, ReactionOffer, ReactionWindow
from tests.core.toy.exchange import Exchange
from tests.core.toy.numbers import numbers
from tests.core.toy.orders import near
from tests.core.toy.winning import end_if_decided


class Respond(Reaction, frozen=True):
    """A reaction is open: take it or leave it."""

    key: str

    TITLE: ClassVar[str] = "A reaction is open"
    CLAUSE: ClassVar[str] = "toy.react.snap"


def open_to(unit: Unit, key: str, frame: Frame, clause: str, **more: Any) -> ReactionOffer:
    """A reaction that the seat of a unit is asked about."""
    return ReactionOffer(unit.seat, key, frame, clause, question=Respond(unit.seat, key), **more)


def can_react(state: State, about: Unit, spots: int) -> list[Unit]:
    """Units near enough that have not reacted in this turn."""
    return [u for u in state.units.values() if u.alive and "reacted" not in u.marks and near(u, about, spots)]


def crossing(state: State, about: tuple[str, ...]) -> list[ReactionOffer]:
    """Somebody marches past: enemies beside the way may fire, sentries must."""
    mover = state.units[about[0]]
    if not mover.alive:
        return []
    watchers = [u for u in can_react(state, mover, numbers().sight_spots) if u.seat != mover.seat]
    cards = numbers().cards
    return [
        open_to(
            u,
            f"snap {u.id}",
            SnapShot(shooter=u.id, target=mover.id),
            "toy.react.snap",
            forced=cards[u.card].always_fires,
            order=cards[u.card].order,
        )
        for u in watchers
    ]


def shot_at(state: State, about: tuple[str, ...]) -> list[ReactionOffer]:
    """A shot is about to fall: friends of the target may forestall it, then all at its spot may duck."""
    shooter, target = state.units[about[0]], state.units[about[1]]
    if not (shooter.alive and target.alive):
        return []
    ducking = [u for u in can_react(state, target, 0) if u.id != shooter.id]
    friends = [u for u in can_react(state, target, numbers().sight_spots) if u.seat == target.seat and u != target]
    counters = [
        open_to(u, f"counter {u.id}", Counter(unit=u.id, enemy=shooter.id), "toy.react.counter", order=1)
        for u in friends
    ]
    return counters + [open_to(u, f"duck {u.id}", Duck(unit=u.id), "toy.react.duck", order=2) for u in ducking]


WINDOWS: dict[str, Offers] = {"crossing": crossing, "shot_at": shot_at}


class SnapShot(Frame):
    """Fire at a marcher; the other side may react to that first."""

    shooter: str = ""
    target: str = ""

    STEPS: ClassVar[tuple[str, ...]] = ("declare", "let_react", "fire")
    PUBLIC: ClassVar[tuple[str, ...]] = ("shooter", "target")

    def still_stands(self, t: Table) -> bool:
        """Both must still be there."""
        return t.units[self.shooter].alive and t.units[self.target].alive

    def declare(self, t: Table) -> Any:
        """A unit reacts once per turn."""
        t.emit(happened.UnitMarked(unit=self.shooter, mark="reacted", value=1, clause="toy.react.snap"))

    def let_react(self, t: Table) -> Any:
        """A window inside a window."""
        return Push(ReactionWindow(trigger="shot_at", about=(self.shooter, self.target)))

    def fire(self, t: Table) -> Any:
        """The last step hands over to the shot itself."""
        return Push(Exchange(shooter=self.shooter, target=self.target))


class Duck(Frame):
    """Get down."""

    unit: str = ""

    STEPS: ClassVar[tuple[str, ...]] = ("get_down",)
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit",)

    def get_down(self, t: Table) -> Any:
        """Ducked units are harder to hit until the turn ends."""
        t.emit(happened.UnitMarked(unit=self.unit, mark="reacted", value=1, clause="toy.react.duck"))
        t.emit(happened.UnitMarked(unit=self.unit, mark="ducked", value=1, clause="toy.react.duck"))


class Counter(Frame):
    """Forestall a shot with a burst that clears the shooter's whole spot."""

    unit: str = ""
    enemy: str = ""
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("declare", "let_react", "roll", "burst")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "enemy", "faces")

    def still_stands(self, t: Table) -> bool:
        """Both must still be there."""
        return t.units[self.unit].alive and t.units[self.enemy].alive

    def declare(self, t: Table) -> Any:
        """A unit reacts once per turn."""
        t.emit(happened.UnitMarked(unit=self.unit, mark="reacted", value=1, clause="toy.react.counter"))

    def let_react(self, t: Table) -> Any:
        """A window inside a window inside a window."""
        return Push(ReactionWindow(trigger="shot_at", about=(self.unit, self.enemy)))

    def roll(self, t: Table) -> Any:
        """One die for the whole burst."""
        return Roll((Pool(1, "burst", numbers().die_faces, t.units[self.unit].seat),), into="faces")

    def burst(self, t: Table) -> Any:
        """Every enemy at that spot falls, those who ducked excepted."""
        if self.faces[0][0] < numbers().burst_kills_from:
            return
        enemy = t.units[self.enemy]
        for unit in list(t.units.values()):
            if unit.alive and unit.seat == enemy.seat and near(unit, enemy, 0) and "ducked" not in unit.marks:
                t.emit(happened.UnitDestroyed(unit=unit.id, by=self.unit, clause="toy.react.counter"))
        end_if_decided(t)
