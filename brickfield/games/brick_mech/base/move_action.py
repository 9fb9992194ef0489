"""Move Action: an order of legs, tested as a whole, carried out leg by leg, and interrupted by held fire."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from brickfield.core import events as happened
from brickfield.core.asking.movers import Mover, Rough
from brickfield.core.asking.offers import Path
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.frames import Frame
from brickfield.core.pausing_moves import PausingMove
from brickfield.core.questions import Moment, Question
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, Scene, Shape, kernel, rectangle
from .actions import no_action_left
from .battlefield import base_of, card_of, describe, figure, living, match_of, outline, rounded
from .measures import measures
from .move_costs import CLAUSES, TURN, AnyStep, Leg, Spot, after, as_leg, dear_ground, merged, move_cost, step_offers
from .move_costs import spot_of as spot
from .record_sheet import MOVES, number

Name = Annotated[str, Meta(max_length=16)]


class Move(Answer, frozen=True):
    """A Move action: legs in any order and number."""

    unit: Name
    steps: Annotated[tuple[AnyStep, ...], Meta(max_length=64)]


class Route(Struct, frozen=True, tag_field="answer", tag="route"):
    """A Move action worked out: its merged legs, what it costs, and where it starts and ends."""

    unit: str
    legs: tuple[Leg, ...]
    cost: int
    start: Pose
    end: Pose


class Ground(Struct, frozen=True):
    """What a Mech must not overlap: the scene with the edges of the table, and the ids in their places."""

    scene: Scene
    ids: tuple[str, ...]
    # how deep a base may be in what it touches
    touch: float


@rule("bm.move.blocking", "bm.team.sides", "bm.move.loose_parts")
def ground_for(state: State, unit: Unit) -> Ground:
    """Every other living unit, friend or enemy, and every obstacle. Loose parts are no hindrance."""
    match = match_of(state)
    others = [each for each in living(state) if each.id != unit.id]
    scene = match.solid_scene.behind([base_of(state, each) for each in others]) if others else match.solid_scene
    ids = (*[each.id for each in others], *[each.id for each in match.obstacles])
    return Ground(scene, ids, measures().touch_depth)


@rule("bm.move.blocking")
def swept(side: float, start: Spot, leg: Leg) -> Shape:
    """What a base of this side covers in a leg: the whole strip, or the final pose of a turn."""
    if leg.kind == TURN:
        return rectangle(*after(start, leg, leg.amount), side, side)
    x, y, heading = after(start, leg, leg.amount / 2)
    if leg.kind in ("left", "right"):
        return rectangle(x, y, heading, side, side + leg.amount)
    return rectangle(x, y, heading, side + leg.amount, side)


@rule("bm.move.blocking")
def what_blocks(ground: Ground, side: float, start: Spot, legs: tuple[Leg, ...]) -> tuple[int, str] | None:
    """The first leg that is not possible, and what it would overlap; touching is allowed. None: all are."""
    at = start
    for place, leg in enumerate(legs):
        hit = kernel.overlapped(ground.scene, swept(side, at, leg), -1, ground.touch)
        if hit != -1:
            return place, "edge" if hit < 0 else ground.ids[hit]
        at = after(at, leg, leg.amount)
    return None


@rule("bm.move.empty", "bm.move.allowance", "bm.move.blocking", "bm.move.rounding", "bm.move.terrain")
def plan_move(state: State, unit: Unit, steps: tuple[AnyStep, ...]) -> Route | Refusal:
    """Work a Move action out. It is refused as a whole, and nothing is spent, if any of it is not possible."""
    points = number(unit, "movement")
    ordered = [as_leg(step) for step in steps]
    if any(leg.amount < 0 and leg.kind != TURN for leg in ordered):
        return illegal("negative_length", "bm.move.empty", "A leg cannot be shorter than nothing; go the other way.")
    legs = merged(ordered)
    stuck = cannot_move(state, unit)
    if stuck is not None:
        return stuck
    if not legs:
        return illegal("no_movement", "bm.move.empty", "A Move needs at least one leg that goes or turns somewhere.")
    start = spot(unit.here)
    cost = move_cost(match_of(state), start, legs, points)
    if cost > points:
        name, through = describe(state, unit.id), ground_words(state, start, legs)
        sentence = f"{name} cannot make this Move: it costs {cost} Movement Points{through} and it has {points}."
        return illegal("not_enough_points", "bm.move.allowance", sentence, cost=cost, movement=points)
    blocked = what_blocks(ground_for(state, unit), card_of(state, unit.id).base_side, start, legs)
    if blocked is not None:
        place, thing = blocked
        leg, name = legs[place], describe(state, unit.id)
        sentence = f"{name} cannot go {leg.kind} {figure(leg.amount)}: it would overlap {describe(state, thing)}."
        return illegal("blocked", "bm.move.blocking", sentence, leg=place, obstacle=thing)
    return Route(unit.id, legs, cost, unit.here, end_of(start, legs))


@rule("bm.move.empty")
def cannot_move(state: State, unit: Unit) -> Refusal | None:
    """Without Movement Points a unit can neither move nor turn."""
    points = number(unit, "movement")
    if points > 0:
        return None
    sentence = f"{describe(state, unit.id)} has 0 Movement Points: it can neither move nor turn."
    return illegal("no_movement_points", "bm.move.empty", sentence, movement=points)


@rule("bm.move.allowance", "bm.move.terrain")
def move_offer(state: State, unit: Unit) -> Path | Refusal:
    """The kinds of legs, the points there are for them, and the ground that takes more; or why there is no Move."""
    refusal = no_action_left(state, unit, MOVES) or cannot_move(state, unit)
    if refusal is not None:
        return refusal
    match, points = match_of(state), number(unit, "movement")
    ground = [
        Rough(outline(area.shape.corners), area.extra_cost, describe(state, area.id), "bm.move.terrain")
        for area in match.areas
    ]
    return Path(
        movers=(Mover(unit.id, points, points, {"answer": "move", "unit": unit.id}, meets=_in_the_way(state, unit)),),
        steps=step_offers(match),
        points="MP",
        sure=measures().always_possible_bricks,
        rough=tuple(ground),
        points_clause="bm.move.allowance",
    )


def _in_the_way(state: State, unit: Unit) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ground_for(state, unit).ids))


def ground_words(state: State, start: Spot, legs: tuple[Leg, ...]) -> str:
    """What rough ground adds to the price of a move, by name; empty on open ground."""
    added: dict[str, int] = {}
    for met in dear_ground(match_of(state).areas, start, legs):
        for area, points in met:
            added[area] = added.get(area, 0) + points
    told = " and ".join(f"{points} for {describe(state, area)}" for area, points in added.items())
    return f" ({told})" if told else ""


@rule("bm.geometry.precision")
def end_of(start: Spot, legs: tuple[Leg, ...]) -> Pose:
    """Where a move ends, rounded once."""
    at = start
    for leg in legs:
        at = after(at, leg, leg.amount)
    return rounded(*at)


@rule("bm.option.hold.interrupt")
@lru_cache(maxsize=256)
def samples(legs: tuple[Leg, ...]) -> tuple[tuple[int, float], ...]:
    """The points at which held fire is tested: (leg, how much of it), after every stud, at each end and turn."""
    found: list[tuple[int, float]] = []
    step, slack = measures().sample_bricks, measures().smallest_leg
    for place, leg in enumerate(legs):
        if leg.kind != TURN:
            count = 1
            while count * step < leg.amount - slack:
                found.append((place, count * step))
                count += 1
        found.append((place, leg.amount))
    return tuple(found)


def travelled(legs: tuple[Leg, ...], sample: tuple[int, float]) -> tuple[Leg, ...]:
    """The legs up to a sample."""
    place, amount = sample
    return (*legs[:place], Leg(legs[place].kind, amount))


@Moment
def has_moved(t: Table, unit_id: str, legs: tuple[Leg, ...]) -> None:
    """A unit has come to the end of a Move, by these legs."""


@Question
def may_be_stopped(state: State, mover: Unit) -> bool:
    """Whether somebody may interrupt a Move."""
    return False


@Question
def stopped_by(state: State, mover: str, before: Pose, here: Pose) -> Frame | None:
    """What interrupts a Move between two points of it."""
    return None


class MoveAction(PausingMove):
    """A Move being carried out. It stops where an enemy that holds fire may shoot, and goes on afterwards."""

    legs: tuple[Leg, ...] = ()
    start: Pose = Pose(0, 0, 0)
    # how far the table shows it
    shown: tuple[int, float] = (0, 0.0)

    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "legs", "start", "sample", "last", "shown")

    @rule("bm.option.hold.interrupt")
    def places(self, t: Table) -> int:
        """The points at which held fire is tested."""
        return len(samples(self.legs))

    @rule("bm.option.hold.trigger", "bm.move.no_split")
    def is_watched(self, t: Table) -> bool:
        """Most Moves nobody can stop."""
        return may_be_stopped(t, t.units[self.unit])

    @rule("bm.option.hold.trigger", "bm.option.hold.interrupt", "bm.geometry.prompt")
    def met_at(self, t: Table, place: int) -> Frame | None:
        """What stops it there."""
        points = samples(self.legs)
        before = self._spot(points[place - 1]) if place else spot(self.start)
        return stopped_by(t, self.unit, Pose.at(*before), Pose.at(*self._spot(points[place])))

    @rule("bm.option.hold.interrupt", "bm.action.explicit_end", "bm.destroy.in_exchange")
    def reaches(self, t: Table, place: int) -> bool:
        """One that has lost Movement Points stops where it can pay no more."""
        movement = number(t.units[self.unit], "movement")
        way = travelled(self.legs, samples(self.legs)[place])
        return move_cost(match_of(t), spot(self.start), way, movement) <= movement

    @rule("bm.geometry.precision")
    def show(self, t: Table, place: int, *, at_end: bool) -> None:
        """At a pause and at its end the unit stands where it has come to."""
        self._show(t, samples(self.legs)[place], at_end)

    def arrive(self, t: Table) -> None:
        """It has come to its end."""
        has_moved(t, self.unit, travelled(self.legs, self._end()))

    def _end(self) -> tuple[int, float]:
        """The sample at which the Move ends."""
        return samples(self.legs)[self.last]

    def rest(self) -> tuple[Leg, ...]:
        """The legs that nobody has seen it walk yet, as far as it can still go."""
        if not self.legs:
            return ()
        place, amount = self._end()
        first, done = self.shown
        ahead = [(index, amount if index == place else self.legs[index].amount) for index in range(first, place + 1)]
        return merged(Leg(self.legs[index].kind, end - (done if index == first else 0.0)) for index, end in ahead)

    def _spot(self, sample: tuple[int, float]) -> Spot:
        at = spot(self.start)
        for leg in travelled(self.legs, sample):
            at = after(at, leg, leg.amount)
        return at

    def _show(self, t: Table, sample: tuple[int, float], at_end: bool = False) -> None:
        """Tell the table how far the unit has come since it was shown last, leg by leg."""
        at = spot(self.start)
        place, amount = sample
        first, done = self.shown
        for index, leg in enumerate(self.legs[: place + 1]):
            covered = amount if index == place else leg.amount
            before = done if index == first else 0.0
            at = after(at, leg, covered)
            ends = at_end and index == place
            pose = rounded(*at) if ends else Pose.at(*at)
            # at the very end a unit that has been shown there may still have to be rounded to its final pose
            nothing_new = covered == before and (not ends or pose == t.units[self.unit].pose)
            if index < first or nothing_new:
                continue
            clause = CLAUSES[leg.kind]
            t.emit(happened.UnitMoved(unit=self.unit, pose=pose, step=leg.kind, amount=covered - before, clause=clause))
        self.shown = sample
