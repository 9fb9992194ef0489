"""Previews: what a table may ask while nothing is decided: a course, a place, an aim, a volley, a hint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.apply import apply
from brickfield.core.asking.previews import Glimpse, ImpactFace, PathFace, PlaceFace, PlanFace, Price, ShotFace
from brickfield.core.board import ALIVE, Unit
from brickfield.core.clauses import rule
from brickfield.core.events import UnitMoved, UnitPlaced
from brickfield.core.questions import Question
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.setup.choosing import SUGGEST
from brickfield.core.shown.showing import AimFace, LegFace, Sum
from brickfield.core.state import State
from brickfield.geometry import nearest_points
from ..base.aims import aim_face, firing_circles
from ..base.damage import RemoveMarkers
from ..base.firing import Fire, settle_fire, targets
from ..base.measures import stored
from ..base.moving_the_vessels import STEP_CLAUSES, Course, Name, Sail, effective_speed, may_act
from ..base.odds import attack_odds, ram_tally
from ..base.ramming import work_out_course
from ..base.setting_out import Place, may_place
from ..base.waters import hull


class AimAbout(Struct, frozen=True, forbid_unknown_fields=True):
    """Who aims at what."""

    unit: Name
    target: Name


class VolleyAbout(Struct, frozen=True, forbid_unknown_fields=True):
    """A volley of one unit."""

    unit: Name
    fire: Fire


@Question
def prices_of_place(there: State, unit: Unit) -> tuple[Price, ...]:
    """What it brings with it to end a move where a unit now is."""
    return ()


def path(state: State, seat: int, about: Sail) -> PathFace | Refusal:
    """A move worked out: every leg, the speed left, what could be fired at, and the ram before it is made."""
    unit = may_act(state, seat, about.unit)
    if isinstance(unit, Refusal):
        return unit
    speed = float(effective_speed(state, unit))
    worked = work_out_course(state, unit, about)
    if isinstance(worked, Refusal):
        return PathFace(unit.id, (), 0.0, speed, worked, reaches=firing_circles(state, unit))
    legs = tuple(LegFace(leg.step, leg.pose, leg.inches, leg.inches, STEP_CLAUSES[leg.step]) for leg in worked.legs)
    there = state.clone()
    if legs:
        apply(there, UnitMoved(unit=unit.id, pose=legs[-1].pose, step="ahead", amount=0.0))
    moved = there.units[unit.id]
    return PathFace(
        unit.id,
        legs,
        worked.length,
        speed - worked.length,
        sees=_aims_from(there, moved),
        seen_by=_aims_at(there, moved),
        impact=_impact(state, unit, worked),
        reaches=firing_circles(there, moved),
        prices=prices_of_place(there, moved) if legs else (),
    )


@rule("sea.ram.accurate", "sea.ram.accurate_dice", "sea.ram.inaccurate_dice")
def _impact(state: State, unit: Unit, worked: Course) -> ImpactFace | None:
    """The ram at the end of a move: the test's result and the dice are known before the move is confirmed."""
    impact = worked.impact
    if impact is None:
        return None
    tally = ram_tally(unit, impact.accurate)
    odds = attack_odds(state, state.units[impact.target], impact.dice)
    manner = "accurate" if impact.accurate else "inaccurate"
    sums = (Sum(tally.of, tally.lines(), tally.total),)
    pose = worked.legs[-1].pose
    return ImpactFace(impact.target, pose, manner, impact.dice, odds.expected, sums, f"sea.ram.{manner}")


def _aims_from(state: State, unit: Unit) -> tuple[Glimpse, ...]:
    return tuple(Glimpse(each.id, None, aim_face(state, unit, each).odds, 0.0) for each in targets(state, unit))


def _aims_at(state: State, unit: Unit) -> tuple[Glimpse, ...]:
    others = [each for each in state.units.values() if each.status == ALIVE and unit in targets(state, each)]
    return tuple(Glimpse(each.id, None, aim_face(state, each, unit).odds, 0.0) for each in others)


def place(state: State, seat: int, about: Place) -> PlaceFace:
    """A place tried for a unit that waits, and who could fire at whom from there."""
    settled = may_place(state, seat, about)
    pose = stored(about.x, about.y, about.heading)
    if isinstance(settled, Refusal):
        return PlaceFace(about.unit, pose, settled)
    there = state.clone()
    apply(there, UnitPlaced(unit=about.unit, pose=pose))
    placed = there.units[about.unit]
    return PlaceFace(about.unit, pose, sees=_aims_from(there, placed), seen_by=_aims_at(there, placed))


def aimed(state: State, seat: int, about: AimAbout) -> AimFace | Refusal:
    """One shot of any unit at any other: distance, dice and odds, or why not."""
    unit, target = state.units.get(about.unit), state.units.get(about.target)
    if unit is None or target is None:
        return invalid("unknown_unit", "That is not on this table.")
    if unit.status != ALIVE or target.status != ALIVE:
        return illegal("not_afloat", "sea.damage.removed", "Only units on the table can aim and be aimed at.")
    ends = nearest_points(hull(state, unit), hull(state, target))
    return replace(aim_face(state, unit, target), between=ends)


def plan(state: State, seat: int, about: VolleyAbout) -> PlanFace | Refusal:
    """A whole volley with exact odds."""
    unit = state.units.get(about.unit)
    if unit is None or unit.seat != seat or unit.status != ALIVE:
        return invalid("unknown_unit", "That is not a unit of yours on this table.")
    settled = settle_fire(state, unit, about.fire)
    if isinstance(settled, Refusal):
        return PlanFace((), 0.0, 0.0, settled)
    odds = [attack_odds(state, state.units[shot.target], shot.dice) for shot in settled.shots]
    shots = tuple(ShotFace(unit.id, s.target, 1.0, each.sinks) for s, each in zip(settled.shots, odds, strict=True))
    miss = 1.0
    for each in odds:
        miss *= 1 - each.at_least_one
    return PlanFace(shots, sum(each.expected for each in odds), 1 - miss, None, "sea.fire.split")


def markers(state: State, seat: int, about: RemoveMarkers) -> Refusal | None:
    """Whether a choice of markers would be accepted."""
    decision = state.decision_of(seat)
    if decision is None or decision.ANSWER is not RemoveMarkers:
        return invalid("not_asked", "No markers are asked of this seat now.")
    return decision.validate(state, about)


PREVIEWS: dict[str, tuple[type[Any], Callable[[State, int, Any], Any]]] = {
    "path": (Sail, path),
    "place": (Place, place),
    "aim": (AimAbout, aimed),
    "plan": (VolleyAbout, plan),
    "markers": (RemoveMarkers, markers),
    "suggest": SUGGEST,
}
