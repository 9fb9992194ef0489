"""Target Declaration Phase: who may be named by whom, from the leftmost unit on, until the declarations are locked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from brickfield.core.board import ALIVE, WRECK, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.kept import kept
from brickfield.core.questions import Permission, Question
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from .battlefield import (
    battle_of,
    describe,
    enemy_planes,
    footprint,
    is_target,
    living_of,
    place_of,
    targets_of,
    token_shape,
)
from .line_of_sight import gun_bears, muzzle, sees_target, sees_target_piece, sight_of
from .modifiers import StrikeNumbers, numbers_of
from .unit_stats import attack_points, fires_over, holds_all_fire, may_be_targeted
from .views import too_far_to_see, too_low_to_see

Name = Annotated[str, Meta(max_length=16)]


class Shot(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One declaration: this unit fires at that target."""

    unit: Name
    target: Name
    # whose attack on the same target it joins
    lead: Name = ""


class Declare(Answer, frozen=True):
    """All declarations of the phase at once; giving them locks them."""

    shots: Annotated[tuple[Shot, ...], Meta(max_length=256)] = ()


@Question
@rule("mbb.geometry.leftmost", "mbb.declare.leftmost")
def leftmost(state: State, seat: int) -> list[Unit]:
    """Living units of a seat from left to right as it looks at the table; then nearer its edge, then bought earlier."""
    edge = battle_of(state).edges[seat]
    living = living_of(state, seat)
    # units are kept in the order of purchase, and sorting leaves equals in the order they have
    return sorted(living, key=lambda unit: _lateral(unit, edge)) if len(living) > 1 else living


def _lateral(unit: Unit, edge: str) -> tuple[int, int]:
    """How far right a unit stands as seen from an edge, and how far from that edge."""
    pose = unit.pose
    assert pose is not None
    match edge:
        case "x=0":
            return -pose.y, pose.x
        case _ if edge.startswith("x="):
            return pose.y, -pose.x
        case "y=0":
            return pose.x, pose.y
    return -pose.x, -pose.y


@rule("mbb.vt.clamp.ap")
def no_main_weapon(state: State, unit: Unit) -> Refusal:
    """Who has no Attack Points has nothing to fire."""
    sentence = f"{describe(state, unit.id)} has AP 0: it cannot fire a main weapon."
    return illegal("no_main_weapon", "mbb.vt.clamp.ap", sentence)


def holds_fire(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may declare nothing now but small arms at an airplane, or None."""
    closed = holds_all_fire(state, unit)
    return closed if closed is not None or attack_points(state, unit) else no_main_weapon(state, unit)


@rule("mbb.declare.legal_targets", "mbb.wreck.not_target", "mbb.los.required", "mbb.vt.clamp.ap", "mbb.declare.one")
def may_target(state: State, unit: Unit, target_id: str) -> Refusal | None:
    """An enemy unit, or terrain with hit markers, that the gun bears on and sees. Never a friend, never a wreck."""
    target = state.units.get(target_id)
    if target is not None:
        return may_see_and_fire(state, unit, target) or is_enough(state, unit, target)
    closed = holds_fire(state, unit)
    if closed is not None:
        return closed
    token = state.tokens.get(target_id)
    if token is None:
        return invalid("unknown_target", f"There is nothing called {target_id!r} on this table.")
    pointless = may_fire_at_pieces(state, unit, target_id)
    if pointless is not None:
        return pointless
    if not token.marks.get("hm", 0):
        sentence = f"{describe(state, target_id)} carries no hit markers and cannot be targeted."
        return illegal("no_hit_markers", "mbb.declare.legal_targets", sentence)
    return _may_target_piece(state, unit, target_id)


@rule("mbb.declare.legal_targets", "mbb.los.required")
def may_see_and_fire(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Whether a unit is free to fire and has its own line to another; it may still need others to go with it."""
    return firing_at(state, target).may_fire(state, unit, target)


class Firing(NamedTuple):
    """By which rules a target is fired at, where it is: whether somebody may, what a shot of so many units needs, and
    why one that was declared is not made after all."""

    may_fire: Callable[[State, Unit, Unit], Refusal | None]
    strike: Callable[[State, Unit, Unit, tuple[Unit, ...]], StrikeNumbers]
    why_lost: Callable[[State, Unit, Unit], tuple[str, str] | None]


def _may_fire_at_unit(state: State, unit: Unit, target: Unit) -> Refusal | None:
    return holds_fire(state, unit) or _may_target_unit(state, unit, target)


@rule("mbb.shoot.table", "mbb.shoot.hit")
def _numbers_at_unit(state: State, unit: Unit, target: Unit, others: tuple[Unit, ...]) -> StrikeNumbers:
    numbers = numbers_of(state, unit, target, others=others)
    return StrikeNumbers(numbers.needed, (numbers.attack_points, numbers.defense_points), "mbb.shoot.hit")


@rule("mbb.declare.void_destroyed", "mbb.declare.recheck", "mbb.los.required", "mbb.spg.over", "mbb.arty.over")
def _why_lost_at_unit(state: State, unit: Unit, target: Unit) -> tuple[str, str] | None:
    """Guns that fire over everything need their line, or their spotter's, for the declaration only."""
    if not is_target(state, target):
        return "target_destroyed", "mbb.declare.void_destroyed"
    seen = sight_of(state, unit, target).seen or fires_over(state, unit.id)
    return None if seen else ("no_line_of_sight", "mbb.declare.recheck")


ON_THE_GROUND = Firing(_may_fire_at_unit, _numbers_at_unit, _why_lost_at_unit)


@Question
@rule("mbb.declare.legal_targets")
def firing_at(state: State, target: Unit) -> Firing:
    """By which rules a target is fired at: by those for what stands on the ground."""
    return ON_THE_GROUND


@Permission
@rule("mbb.geometry.arc.fixed")
def may_point_at(state: State, unit: Unit, aim: str, place: tuple[float, float]) -> Refusal | None:
    """Why a gun whose arc a place lies in cannot be pointed there; `aim` is what is there."""
    return None


@Permission
@rule("mbb.declare.legal_targets")
def is_enough(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Why a unit may not name a target that it sees: it takes others to attack that, and they are not there."""
    return None


@Permission
@rule("mbb.hm.shot")
def may_fire_at_pieces(state: State, unit: Unit, token_id: str) -> Refusal | None:
    """Why a unit cannot fire at pieces of terrain; None: it can at those that carry hit markers."""
    return None


@Question
@rule("mbb.declare.one")
def goes_with_others(state: State, unit: Unit) -> bool:
    """Whether a unit may attack together with others, as one shot."""
    return False


@Question
@rule("mbb.declare.one")
def able_to_join(state: State, unit: Unit, target: Unit) -> tuple[Unit, ...]:
    """Who could attack a target together with a unit, as one shot: nobody, each fires for itself."""
    return ()


@Question
@rule("mbb.declare.one")
def fewest_partners(state: State, unit: Unit, target: Unit) -> tuple[Unit, ...]:
    """The fewest units, in order of purchase, that would make an attack of this one possible; none where none need."""
    return ()


@rule("mbb.declare.legal_targets", "mbb.reinf.safe")
def _may_target_unit(state: State, unit: Unit, target: Unit) -> Refusal | None:
    allied = state.match.allied(target.seat, unit.seat)
    named = not allied and is_target(state, target) and may_be_targeted(state, target) is None
    if named and has_a_shot(state, unit, target):
        return None
    return _why_not(state, unit, target)


@rule("mbb.los.required", "mbb.geometry.arc.fixed", "mbb.spg.arc")
def has_a_shot(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a unit sees another and its gun bears on it; a turret always does, a fixed gun must, spotted or not."""
    sight = sight_of(state, unit, target)
    if not (sight.seen or sees_target(state, unit, target)):
        return False
    if may_point_at(state, unit, target.id, place_of(target)) is not None:
        return False
    if sight.point_blank or state.match.cards[unit.id].mount != "fixed":
        return True
    return gun_bears(state, unit, footprint(state, target), sight.muzzle)


def _why_not(state: State, unit: Unit, target: Unit) -> Refusal:
    """The reason in words, for a target that cannot be named."""
    name, aim = describe(state, unit.id), describe(state, target.id)
    if state.match.allied(target.seat, unit.seat):
        return illegal("own_unit", "mbb.declare.legal_targets", f"{name} may not target {aim}: it is on its own side.")
    if target.status == WRECK and not is_target(state, target):
        return illegal("wreck", "mbb.wreck.not_target", f"{aim} is destroyed; wrecks cannot be targeted.")
    if target.status not in (ALIVE, WRECK):
        return illegal("not_on_table", "mbb.declare.legal_targets", f"{aim} is not on the table.")
    shielded = may_be_targeted(state, target)
    if shielded is not None:
        return shielded
    sight = sight_of(state, unit, target)
    if not gun_bears(state, unit, footprint(state, target), sight.muzzle):
        return _out_of_arc(state, unit, aim)
    hidden = (
        may_point_at(state, unit, target.id, place_of(target))
        or too_far_to_see(state, unit, aim, footprint(state, target))
        or too_low_to_see(state, unit, aim, place_of(target))
    )
    if hidden is not None:
        return hidden
    sentence = f"{name} has no line of sight to {aim}: every part of it is hidden."
    return illegal("no_line_of_sight", "mbb.los.required", sentence)


def _may_target_piece(state: State, unit: Unit, token_id: str) -> Refusal | None:
    shape = token_shape(state.tokens[token_id])
    aim = describe(state, token_id)
    if not gun_bears(state, unit, shape, muzzle(state, unit, shape.centre)):
        return _out_of_arc(state, unit, aim)
    closed = may_point_at(state, unit, token_id, shape.centre)
    if closed is not None:
        return closed
    if not sees_target_piece(state, unit, token_id):
        hidden = too_far_to_see(state, unit, aim, shape) or too_low_to_see(state, unit, aim, shape.centre)
        if hidden is not None:
            return hidden
        sentence = f"{describe(state, unit.id)} has no line of sight to {aim}."
        return illegal("no_line_of_sight", "mbb.los.required", sentence)
    return None


def _out_of_arc(state: State, unit: Unit, aim: str) -> Refusal:
    arc = state.match.options.fixed_arc_deg
    sentence = f"{aim} is outside the {arc} degree arc of {describe(state, unit.id)}'s fixed gun."
    return illegal("out_of_arc", "mbb.geometry.arc.fixed", sentence, arc=arc)


@rule("mbb.declare.one", "mbb.declare.same", "mbb.declare.leftmost", "mbb.turn.active", "mbb.quick.declare")
def settle_declarations(state: State, seat: int, answer: Declare) -> tuple[Shot, ...] | Refusal:
    """Check every declaration and put them in order from the left: one target a unit, one target for many is fine."""
    shots, refusal = sort_declarations(state, seat, answer)
    return shots if refusal is None else refusal


def sort_declarations(state: State, seat: int, answer: Declare) -> tuple[tuple[Shot, ...], Refusal | None]:
    """The declarations that may be made, from the left, and why the first of the others may not."""
    named: dict[UnitId, Shot] = {}
    first: Refusal | None = None
    for shot in answer.shots:
        refusal = _may_declare(state, seat, shot, named)
        if refusal is None:
            named[shot.unit] = shot
        first = first or refusal
    shots = tuple(named[unit.id] for unit in leftmost(state, seat) if unit.id in named)
    together, alone = go_together(state, shots)
    return together, first or alone


@Question
@rule("mbb.declare.one")
def go_together(state: State, shots: tuple[Shot, ...]) -> tuple[tuple[Shot, ...], Refusal | None]:
    """Declarations that may be made, each with the lead it goes with; and why the first of the others may not."""
    return shots, None


def _may_declare(state: State, seat: int, shot: Shot, named: dict[UnitId, Shot]) -> Refusal | None:
    unit = state.units.get(shot.unit)
    if unit is None:
        return invalid("unknown_unit", f"There is no unit {shot.unit!r} on this table.")
    if unit.seat != seat:
        sentence = f"{describe(state, unit.id)} belongs to {state.match.seat_name(unit.seat)}."
        return illegal("not_your_unit", "mbb.turn.active", sentence)
    if unit.status != ALIVE:
        sentence = f"{describe(state, unit.id)} is not on the table as a living unit."
        return illegal("not_alive", "mbb.declare.recheck", sentence)
    if unit.id in named:
        name, aim = describe(state, unit.id), describe(state, named[unit.id].target)
        sentence = f"{name} has declared {aim} already: one target for each unit."
        return illegal("one_target", "mbb.declare.one", sentence)
    return may_target(state, unit, shot.target)


@kept(by="tokens")
def targetable_pieces(state: State) -> list[str]:
    """The pieces and sections of terrain that carry hit markers."""
    return [token.id for token in state.tokens.values() if token.marks.get("hm", 0)]


def legal_targets(state: State, unit: Unit) -> list[str]:
    """Everything a unit may name now: enemies first, planes too, then terrain with hit markers."""
    planes = [each.id for each in enemy_planes(state, unit.seat)]
    if holds_fire(state, unit) is not None:
        return [each for each in planes if may_target(state, unit, each) is None]
    enemies = [*[each.id for each in targets_of(state, unit.seat)], *planes]
    pieces = targetable_pieces(state)
    return [each for each in (*enemies, *pieces) if may_target(state, unit, each) is None]
