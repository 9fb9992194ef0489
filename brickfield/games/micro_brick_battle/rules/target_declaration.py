"""Target Declaration Phase: who may be named by whom, from the leftmost unit on, until the declarations are locked."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from brickfield.core.board import ALIVE, WRECK, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.rules.battlefield import (
    battle_of,
    card_of,
    describe,
    enemies_of,
    footprint,
    token_shape,
)
from brickfield.games.micro_brick_battle.rules.line_of_sight import gun_bears, muzzle, sees_piece, sight_of

Name = Annotated[str, Meta(max_length=16)]


class Shot(Struct, frozen=True, forbid_unknown_fields=True):
    """One declaration: this unit fires at that target."""

    unit: Name
    target: Name


class Declare(Answer, frozen=True):
    """All declarations of the phase at once; giving them locks them."""

    shots: Annotated[tuple[Shot, ...], Meta(max_length=256)] = ()


@rule("mbb.geometry.leftmost", "mbb.declare.leftmost")
def leftmost(state: State, seat: int) -> list[Unit]:
    """Living units of a seat from left to right as it looks at the table; then nearer its edge, then bought earlier."""
    edge = battle_of(state).edges[seat]
    living = [unit for unit in state.units.values() if unit.seat == seat and unit.status == ALIVE]
    # units are kept in the order of purchase, and sorting leaves equals in the order they have
    return sorted(living, key=lambda unit: _lateral(unit, edge))


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


@rule("mbb.declare.legal_targets", "mbb.wreck.not_target", "mbb.los.required", "mbb.vt.clamp.ap", "mbb.declare.one")
def may_target(state: State, unit: Unit, target_id: str) -> Refusal | None:
    """An enemy unit, or terrain with hit markers, that the gun bears on and sees. Never a friend, never a wreck."""
    if card_of(state, unit.id).ap == 0:
        sentence = f"{describe(state, unit.id)} has AP 0: it cannot fire a main weapon."
        return illegal("no_main_weapon", "mbb.vt.clamp.ap", sentence)
    target = state.units.get(target_id)
    if target is not None:
        return _may_target_unit(state, unit, target)
    token = state.tokens.get(target_id)
    if token is None:
        return invalid("unknown_target", f"There is nothing called {target_id!r} on this table.")
    if not token.marks.get("hm", 0):
        sentence = f"{describe(state, target_id)} carries no hit markers and cannot be targeted."
        return illegal("no_hit_markers", "mbb.declare.legal_targets", sentence)
    return _may_target_piece(state, unit, target_id)


def _may_target_unit(state: State, unit: Unit, target: Unit) -> Refusal | None:
    if not state.match.allied(target.seat, unit.seat) and target.status == ALIVE and has_a_shot(state, unit, target):
        return None
    return _why_not(state, unit, target)


@rule("mbb.los.required", "mbb.geometry.arc.fixed")
def has_a_shot(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a unit sees another and its gun bears on it; a turret always does."""
    sight = sight_of(state, unit, target)
    if not sight.seen or sight.point_blank or card_of(state, unit.id).mount != "fixed":
        return sight.seen
    return gun_bears(state, unit, footprint(state, target), sight.muzzle)


def _why_not(state: State, unit: Unit, target: Unit) -> Refusal:
    """The reason in words, for a target that cannot be named."""
    name, aim = describe(state, unit.id), describe(state, target.id)
    if state.match.allied(target.seat, unit.seat):
        return illegal("own_unit", "mbb.declare.legal_targets", f"{name} may not target {aim}: it is on its own side.")
    if target.status == WRECK:
        return illegal("wreck", "mbb.wreck.not_target", f"{aim} is destroyed; wrecks cannot be targeted.")
    if target.status != ALIVE:
        return illegal("not_on_table", "mbb.declare.legal_targets", f"{aim} is not on the table.")
    sight = sight_of(state, unit, target)
    if not gun_bears(state, unit, footprint(state, target), sight.muzzle):
        return _out_of_arc(state, unit, aim)
    sentence = f"{name} has no line of sight to {aim}: every part of it is hidden."
    return illegal("no_line_of_sight", "mbb.los.required", sentence)


def _may_target_piece(state: State, unit: Unit, token_id: str) -> Refusal | None:
    shape = token_shape(state.tokens[token_id])
    aim = describe(state, token_id)
    if not gun_bears(state, unit, shape, muzzle(state, unit, shape.centre)):
        return _out_of_arc(state, unit, aim)
    if not sees_piece(state, unit, token_id):
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
    named: dict[UnitId, str] = {}
    first: Refusal | None = None
    for shot in answer.shots:
        refusal = _may_declare(state, seat, shot, named)
        if refusal is None:
            named[shot.unit] = shot.target
        first = first or refusal
    return tuple(Shot(unit.id, named[unit.id]) for unit in leftmost(state, seat) if unit.id in named), first


def _may_declare(state: State, seat: int, shot: Shot, named: dict[UnitId, str]) -> Refusal | None:
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
        name, aim = describe(state, unit.id), describe(state, named[unit.id])
        sentence = f"{name} has declared {aim} already: one target for each unit."
        return illegal("one_target", "mbb.declare.one", sentence)
    return may_target(state, unit, shot.target)


def targetable_pieces(state: State) -> list[str]:
    """The pieces and sections of terrain that carry hit markers."""
    pieces: list[str] | None = state.from_tokens.get("targetable")
    if pieces is None:
        pieces = [token.id for token in state.tokens.values() if token.marks.get("hm", 0)]
        state.from_tokens["targetable"] = pieces
    return pieces


def legal_targets(state: State, unit: Unit) -> list[str]:
    """Everything a unit may name now: enemies first, then terrain with hit markers."""
    if card_of(state, unit.id).ap == 0:
        return []
    enemies = [each.id for each in enemies_of(state, unit.seat)]
    pieces = targetable_pieces(state)
    return [each for each in (*enemies, *pieces) if may_target(state, unit, each) is None]
