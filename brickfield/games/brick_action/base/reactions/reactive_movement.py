"""Reactive movement: who wipes out an enemy unit may at once move towards where it stood."""

from __future__ import annotations

from math import atan2, degrees
from typing import Any, ClassVar

from brickfield.core.asking.movers import StepOffer
from brickfield.core.asking.offers import Asked, Choice, Path
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import React, Reaction
from brickfield.core.frames import DONE, Ask, Frame, Push
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import GRAIN
from ..battlefield import BEGAN, PRONE, SUPPRESSED, describe, is_vehicle, mini_name, number, told
from ..casualties import FELL
from ..measures import measures
from ..moving.moving import moving
from ..moving.paths import Move, Track, Walk, burdened, ends, move_fault, mover, pace, tracks_of
from ..objective import decided


@rule("ba.reactmove.rule", "ba.reactmove.vehicle", "ba.reactmove.cap")
def earned(state: State, unit: Unit, fallen: Unit) -> bool:
    """The unit removed the last model of one that had two or more when the turn began, and can still walk."""
    if fallen.alive or not unit.alive or is_vehicle(state, unit) or is_vehicle(state, fallen):
        return False
    if str(state.facts.get(FELL, "")).split(" ")[:2] != [fallen.id, unit.id]:
        return False
    if number(fallen, BEGAN) < measures().reactive_move_models:
        return False
    stays = number(unit, SUPPRESSED) or number(unit, PRONE) or unit.container in state.units
    return not stays and reward(state, unit) > 0.0


def fell_at(state: State) -> tuple[float, float]:
    """Where the destroyed unit stood last: the middle of its minis, in studs."""
    _, _, x, y = str(state.facts[FELL]).split(" ")
    return int(x) / GRAIN, int(y) / GRAIN


def middle(unit: Unit) -> tuple[float, float]:
    """The middle of a squad's minis."""
    poses = [each.pose for each in unit.standing if each.pose is not None]
    return sum(pose.x for pose in poses) / len(poses) / GRAIN, sum(pose.y for pose in poses) / len(poses) / GRAIN


@rule("ba.reactmove.direction")
def astray(state: State, unit: Unit, tracks: tuple[Track, ...]) -> Refusal | None:
    """Every mini ends within 45 degrees of the bearing from the unit's middle to where the other fell."""
    (x, y), (fx, fy), most = middle(unit), fell_at(state), measures().reactive_move_degrees
    bearing = degrees(atan2(fy - y, fx - x))
    for name, pose in ends(unit, tracks).items():
        ex, ey = pose.place
        off = abs((degrees(atan2(ey - y, ex - x)) - bearing + 180.0) % 360.0 - 180.0)
        if off > most + measures().tolerance:
            who = mini_name(unit, name)
            sentence = f"{who} would end {told(off)} degrees off the way to where it fell; {most:g} are allowed."
            return illegal("astray", "ba.reactmove.direction", sentence, figure=name, degrees=off, most=most)
    return None


@rule("ba.reactmove.rule")
def reward(state: State, unit: Unit) -> float:
    """How far a unit may move up: 16 studs, less with a burden."""
    return burdened(state, unit, measures().reactive_move)


class Pursue(Reaction, frozen=True):
    """A unit has wiped another out: does it move up?"""

    unit: str

    ANSWER: ClassVar[Any] = React | Move | Walk
    CLAUSE: ClassVar[str] = "ba.reactmove.rule"
    TITLE: ClassVar[str] = "Move up?"

    def ask(self, state: State) -> Asked:
        """A free move towards where they fell, or none."""
        most = pace(state, state.units[self.unit], reward(state, state.units[self.unit]))
        step = StepOffer("stride", "Go", "free", "studs", 1.0, "ba.reactmove.rule")
        stay = Choice(React(yes=False), "Stay", clause="ba.reactmove.rule")
        path = Path(
            (mover(state, state.units[self.unit], reward(state, state.units[self.unit])),),
            (step,),
            "studs",
            shortest=0.5,
            finish=stay,
            points_clause="ba.reactmove.rule",
        )
        text = f"{describe(state, self.unit)} has wiped a unit out and may move {most:g} studs towards where it stood."
        return self.asked(self.TITLE, text, path, self.seconds(state))

    @rule("ba.reactmove.rule", "ba.reactmove.direction", "ba.reactmove.cap")
    def validate(self, state: State, answer: Any) -> Refusal | None:
        """Up to 16 studs, in the general direction."""
        if isinstance(answer, React):
            if not answer.yes:
                return None
            return illegal("which_way", "ba.reactmove.rule", "Say where the unit moves.")
        if answer.unit != self.unit:
            return illegal("not_this_unit", "ba.reactmove.rule", f"Only {self.unit} may move now.")
        unit = state.units[self.unit]
        tracks = tracks_of(state, unit, answer)
        return move_fault(state, unit, tracks, reward(state, unit)) or astray(state, unit, tracks)


class ReactiveMovement(Frame):
    """The move that a unit has earned, if it has. `interrupt`: it was earned by a response; nothing responds to it."""

    unit: str = ""
    fallen: str = ""
    interrupt: bool = False
    reply: React | Move | Walk = React(yes=False)

    STEPS: ClassVar[tuple[str, ...]] = ("ask", "go")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "fallen", "interrupt", "reply")

    @rule("ba.reactmove.rule")
    def ask(self, t: Table) -> Any:
        """Once for each destroyed unit, at once; not by the one that ends the battle."""
        unit = t.units[self.unit]
        if not earned(t, unit, t.units[self.fallen]) or decided(t) is not None:
            return DONE
        return Ask(Pursue(unit.seat, unit.id), into="reply")

    @rule("ba.reactmove.cap", "ba.hold.no_chain")
    def go(self, t: Table) -> Any:
        """It does not count to the 32 studs of the turn."""
        if isinstance(self.reply, React):
            return DONE
        return Push(moving(t, self.reply, interrupt=self.interrupt, counted=False))
