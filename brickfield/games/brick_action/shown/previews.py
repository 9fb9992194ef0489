"""Previews: what a table may ask while nothing is decided: a way, a place, an attack, a unit to build, a hint."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Annotated, Any

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace

from brickfield.core.asking.previews import Danger, PathFace, PlaceFace, Price
from brickfield.core.asking.sight_lines import SightLines
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import answers_to
from brickfield.core.formations import Regrouped
from brickfield.core.numbers import listed
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.setup.choosing import SUGGEST
from brickfield.core.shown.showing import AimFace, CardFace, LegFace
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import GRAIN, Pose
from ..base.actions import DEEDS, Name, own_attack_bar, pay, payer
from ..base.battlefield import describe, is_vehicle
from ..base.deployment import Deploy, Deployed, may_deploy, without_room
from ..base.firing.attack_offers import aim
from ..base.moving.closing_up import closed_up
from ..base.moving.paths import Move, Track, Walk, allowance, ends, left_of_turn, longest, rate, tracks_of
from ..base.sight.sight_lines import sight_lines
from ..base.take_action import TakeAction, order_fault
from ..chapters.commandos.commandos import Dash, HalfMove, MoveAndFire, dash_studs, half
from ..chapters.holds.responding import rested
from ..chapters.vehicles.boarding import boardable
from ..chapters.vehicles.driving import Pivot, after, drive_cost
from ..chapters.vehicles.vehicle_damage import is_own_turn
from ..chapters.vehicles.vehicle_fire import aim_at
from ..chapters.vehicles.vehicle_moves import Drive
from ..chapters.vehicles.vehicles import class_of
from ..setup.forces import find_card
from .faces import card_face
from .on_the_way import arrived, as_walked, frame_of, met_on_the_way, unsure
from .prospects import shooters_at, targets_from, targets_of_half


class AimAbout(Struct, frozen=True, forbid_unknown_fields=True):
    """Who attacks whom; a vehicle with which weapon."""

    unit: Name
    target: Name
    weapon: Name = ""


class BuildAbout(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit by name, or by what it is made of."""

    card: Annotated[str, Meta(max_length=400)]


Way = Move | Walk | Drive | Dash | HalfMove | MoveAndFire


def path(state: State, seat: int, about: Way) -> PathFace | Refusal:
    """A way worked out: where each leg ends, what is left, whom it meets and what its end is good for; or its fault."""
    unit = state.units.get(about.unit)
    if unit is None or unit.pose is None:
        return invalid("unknown_unit", f"There is no unit {about.unit!r} on this table.")
    if not state.match.allied(unit.seat, seat):
        return illegal("not_your_unit", "ba.turn.one_unit", "Only your own units can be moved.")
    fault = _fault(state, seat, about)
    if isinstance(about, Drive):
        points = class_of(state, unit).speed if is_vehicle(state, unit) else 0.0
        face = _driven(unit.id, unit.pose, about, points, fault)
        return face if fault is not None else foreseen(state, about, face)
    unit = unit if is_own_turn(state, unit) else rested(state, unit)
    most = _most(state, unit, about)
    given: Way | None = about
    if fault is not None:
        given = _closed_up(state, seat, unit, about) if isinstance(about, Move) else None
    if given is None:
        return PathFace(unit.id, (), 0.0, most, fault)
    walked = as_walked(given)
    tracks = tracks_of(state, unit, walked)
    length = longest(unit, tracks)
    regrouped = None if given is about else _regrouped(unit, tracks_of(state, unit, as_walked(about)), tracks, given)
    face = PathFace(unit.id, _strides(unit, tracks), length, most - length, regrouped=regrouped)
    return foreseen(state, given, face)


def _most(state: State, unit: Unit, about: Way) -> float:
    """How far a squad may go with this order."""
    if isinstance(about, Dash):
        return min(dash_studs(state, unit), left_of_turn(unit))
    return (
        min(half(state, unit), left_of_turn(unit))
        if isinstance(about, HalfMove | MoveAndFire)
        else allowance(state, unit)
    )


def foreseen(state: State, order: Way, face: PathFace) -> PathFace:
    """A way with who may act on it, whom its end lets fire at whom, and what keeps the unit from firing there."""
    move = frame_of(state, order)
    dangers = met_on_the_way(state, move)
    there = arrived(state, move)
    unit = there.units[move.unit]
    hindered = _hindered(state, there, unit, order)
    boards = boardable(there, unit) if isinstance(order, Move | Walk) and isinstance(state.decision, TakeAction) else []
    sees = targets_of_half(there, unit) if isinstance(order, MoveAndFire) else targets_from(there, unit)
    return replace(
        face,
        sees=tuple([each for each in sees if each.unit not in unsure(move)]),
        seen_by=tuple([each for each in shooters_at(there, unit) if each.unit not in unsure(move)]),
        dangers=dangers,
        prices=(*_rides(there, boards), *prices_of(dangers, hindered)),
    )


def _rides(there: State, vehicles: list[str]) -> tuple[Price, ...]:
    """That a squad may get in at the end of its way."""
    if not vehicles:
        return ()
    text = f"At the end of this way it may get into {listed(describe(there, each) for each in vehicles)}."
    return (Price("may get in", text, "ba.veh.mount", "note"),)


def prices_of(dangers: tuple[Danger, ...], hindered: Refusal | None) -> tuple[Price, ...]:
    """What a way brings with it in a few words: who may act on it, and that nothing is fired from its end."""
    found = []
    fire = [each for each in dangers if each.kind != "contact"]
    if fire:
        who = listed(each.unit for each in fire)
        text = f"It draws fire on the way: {who} may act."
        found.append(Price("draws fire", text, fire[0].clause, "risk"))
    if hindered is not None:
        found.append(Price("no shot after it", hindered.sentence, hindered.clause, "note"))
    return tuple(found)


@rule("ba.turn.actions", "ba.hold.no_attack_next", "ba.turn.same_unit")
def _hindered(state: State, there: State, unit: Unit, order: Way) -> Refusal | None:
    """Why a unit will not fire from the end of its way in this turn, whoever is in its sight."""
    if not isinstance(state.decision, TakeAction):
        return None
    bar = own_attack_bar(there, unit)
    if bar is not None or isinstance(order, MoveAndFire):
        return bar
    paid = Table(there)
    if DEEDS.of(order).price(state, unit, order) and payer(paid, unit) is not None:
        pay(paid, unit)
    if payer(paid, unit) is not None:
        return None
    sentence = "It was the last action of this turn: it can fire from there in your next one."
    return illegal("no_action_left", "ba.turn.actions", sentence)


def _closed_up(state: State, seat: int, unit: Unit, about: Move) -> Walk | None:
    """The same way where only the formation is in the way: the others go by the corners of the first mini."""
    order = closed_up(state, unit, about, rate(state, unit), left_of_turn(unit))
    return order if order is not None and _fault(state, seat, order) is None else None


def _regrouped(unit: Unit, rigid: tuple[Track, ...], tracks: tuple[Track, ...], order: Any) -> Regrouped:
    places, found = ends(unit, rigid), ends(unit, tracks)
    beside = {
        name: ((pose.x - places[name].x) / GRAIN, (pose.y - places[name].y) / GRAIN)
        for name, pose in found.items()
        if name != unit.standing[0].id
    }
    lead = unit.standing[0].id
    led = [track.poses for track in tracks if track.figure == lead] == [
        track.poses for track in rigid if track.figure == lead
    ]
    text = "They cannot keep their places on this way: they follow the first and close up about him."
    if not led:
        text = "Something stands in the way: they walk round it and close up."
    return Regrouped(to_builtins(order), beside, text, "ba.geometry.coherency")


def _fault(state: State, seat: int, about: Way) -> Refusal | None:
    """What the open question says of a way that answers it; else what an action of the own turn would meet."""
    decision = state.decision
    if decision is not None and decision.seat == seat and type(about) in answers_to(decision):
        return decision.validate(state, about)
    return order_fault(state, seat, about)


def _strides(unit: Unit, tracks: tuple[Track, ...]) -> tuple[LegFace, ...]:
    """The way of the first mini, leg by leg: the others go beside him."""
    lead = unit.standing[0]
    at, legs = lead.pose, []
    for pose in next((track.poses for track in tracks if track.figure == lead.id), ()):
        assert at is not None
        studs = hypot(pose.x - at.x, pose.y - at.y) / GRAIN
        legs.append(LegFace("stride", pose, studs, studs, "ba.move.rate"))
        at = pose
    return tuple(legs)


def _driven(unit: str, pose: Pose, about: Drive, points: float, fault: Refusal | None) -> PathFace:
    if fault is not None:
        return PathFace(unit, (), 0.0, points, fault)
    legs = []
    for leg in about.steps:
        pose = after(pose, leg)
        amount = leg.degrees if isinstance(leg, Pivot) else leg.studs
        kind = type(leg).__name__.lower()
        legs.append(LegFace(kind, pose, amount, drive_cost((leg,)), "ba.geometry.vehicle_path"))
    cost = drive_cost(about.steps)
    return PathFace(unit, tuple(legs), cost, points - cost)


def place(state: State, seat: int, about: Deploy) -> PlaceFace:
    """A place tried for a unit that waits."""
    settled = may_deploy(state, seat, about)
    pose = Pose.at(about.x, about.y, about.heading)
    if not isinstance(settled, Deployed):
        return PlaceFace(about.unit, pose, settled)
    lost = without_room(state, seat, settled)
    it_is = "it is" if len(lost) == 1 else "they are"
    caution = f"{listed(lost)} will find no room then: {it_is} lost." if lost else ""
    return PlaceFace(about.unit, pose, caution=caution, caution_clause="ba.setup.zone.depth" if lost else "")


def aimed(state: State, seat: int, about: AimAbout) -> AimFace | Refusal:
    """One attack of any unit on the table at any other."""
    unit, target = state.units.get(about.unit), state.units.get(about.target)
    if unit is None or target is None or not (unit.alive and target.alive):
        return invalid("unknown_unit", "That is not on this table.")
    return aim_at(state, unit, target, about.weapon) if is_vehicle(state, unit) else aim(state, unit, target)


def lines(state: State, seat: int, about: AimAbout) -> SightLines | Refusal:
    """The rays between two units, one by one."""
    unit, target = state.units.get(about.unit), state.units.get(about.target)
    if unit is None or target is None or not (unit.alive and target.alive) or unit.pose is None or target.pose is None:
        return invalid("unknown_unit", "That is not on this table.")
    return sight_lines(state, unit, target)


def build(state: State, seat: int, about: BuildAbout) -> CardFace | Refusal:
    """A unit of the force builder: its numbers and points, or what is wrong with it."""
    card = find_card(about.card)
    return card if isinstance(card, Refusal) else card_face(about.card, card)


PREVIEWS: dict[str, tuple[Any, Callable[[State, int, Any], Any]]] = {
    "path": (Way, path),
    "place": (Deploy, place),
    "aim": (AimAbout, aimed),
    "lines": (AimAbout, lines),
    "build": (BuildAbout, build),
    "suggest": SUGGEST,
}
