"""Questions about a table: ways, distances, sight and cover, the dice and odds of an attack, what a unit has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from brickfield.core.board import Unit
from brickfield.core.modifiers import TallyLine
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.shown.showing import AimFace
from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.geometry import GRAIN
from brickfield.speech.queries import of_units
from ..base.battlefield import (
    ATTACKED,
    PRONE,
    SUPPRESSED,
    card_of,
    is_vehicle,
    living,
    match_of,
    mini_of,
    number,
    units_apart,
    weapon_of,
)
from ..base.battlefield import describe as name_of
from ..base.firing.attack_offers import aim as aimed
from ..base.moving.paths import Move, Stride, ends, longest, tracks_of
from ..base.objective_kinds import rounds_of
from ..base.sight.landscape import mount, stander
from ..base.sight.sight import ALL, FROM_THE_GUN, Firing, sight
from ..base.take_action import order_fault
from ..base.terrain import features
from ..base.weapons import items, weapons
from ..chapters.anti_armour.anti_armour import salvos
from ..chapters.heavy_support.gun_sight import hull_before_gun
from ..chapters.heavy_support.heavy_fire import heavy_aim
from ..chapters.heavy_support.heavy_guns import gun_of
from ..chapters.holds.holds import hold_of, hold_words
from ..chapters.vehicles.driving import Legs, drive_cost
from ..chapters.vehicles.vehicle_fire import aim_at, aim_face
from ..chapters.vehicles.vehicle_moves import Drive
from ..chapters.vehicles.vehicle_sight import seen_by
from ..chapters.vehicles.vehicles import class_of
from ..setup.forces import VehicleCard
from ..setup.possible_tables import table_fault


def _move(state: State, unit: str, steps: Any) -> Move | Refusal:
    order = Move(unit, as_type(msgspec.to_builtins(steps), tuple[Stride, ...]))
    fault = order_fault(state, state.units[unit].seat, order)
    return order if fault is None else fault


def path(state: State, unit: str, steps: Any) -> Any:
    """The paths of a squad that goes so, mini by mini, without going."""
    order = _move(state, unit, steps)
    return order if isinstance(order, Refusal) else tracks_of(state, state.units[unit], order)


def cost(state: State, unit: str, steps: Any) -> float | Refusal:
    """The studs of a move; a refusal if it is not possible."""
    order = _move(state, unit, steps)
    if isinstance(order, Refusal):
        return order
    return longest(state.units[unit], tracks_of(state, state.units[unit], order))


def drive_cost_of(state: State, unit: str, steps: Any) -> float | Refusal:
    """The speed that a way of a vehicle takes; a refusal if it is not possible."""
    order = Drive(unit, as_type(msgspec.to_builtins(steps), Legs))
    fault = order_fault(state, state.units[unit].seat, order)
    return drive_cost(order.steps) if fault is None else fault


def end(state: State, unit: str, steps: Any) -> tuple[float, float, float] | Refusal:
    """Where the first mini of a squad would end: x, y and heading."""
    order = _move(state, unit, steps)
    if isinstance(order, Refusal):
        return order
    pose = next(iter(ends(state.units[unit], tracks_of(state, state.units[unit], order)).values()))
    return (*pose.place, pose.degrees)


def best_aim(state: State, unit: str, target: str) -> AimFace:
    """The best attack a unit could make at another where both stand: with what it carries, or the best weapon."""
    one, other = state.units[unit], state.units[target]
    card = card_of(state, unit)
    if isinstance(card, VehicleCard):
        faces = [aim_at(state, one, other, weapon) for weapon in dict.fromkeys(card.weapons)]
    elif gun_of(state, one) is not None:
        faces = [heavy_aim(state, one, other)]
    elif is_vehicle(state, other):
        faces = [aim_face(state, one, other, shot) for _items, shot in salvos(state, one, other)]
    else:
        faces = [aimed(state, one, other)]
    able = [face for face in faces if face.refusal is None]
    if able:
        return max(able, key=lambda face: face.odds)
    sentence = f"{name_of(state, unit)} has nothing to attack {name_of(state, target)} with."
    nothing = illegal("no_weapon", "ba.attack.declare", sentence)
    return faces[0] if faces else AimFace(unit, target, target, "", refusal=nothing, clause="ba.attack.declare")


def line_of_sight(state: State, unit: str, target: str) -> bool:
    """Whether somebody of a unit sees a model of another."""
    one, other = state.units[unit], state.units[target]
    if not is_vehicle(state, other):
        if is_vehicle(state, one):
            return best_aim(state, unit, target).refusal is None
        return bool(sight(state, one, other, firing=_firing(state, one)).seen)
    if gun_of(state, one) is not None:
        hull = hull_before_gun(state, one, other)
        return hull is not None and hull.share > 0
    eyes = [mount(state, one)] if is_vehicle(state, one) else [stander(state, one, each) for each in one.standing]
    return any(eye is not None and seen_by(state, one, eye, other).share > 0 for eye in eyes)


def cover(state: State, unit: str, target: str) -> dict[str, Any]:
    """Each mini that is seen with his cover, who may shoot, and the one distance."""
    one = state.units[unit]
    return dict(msgspec.to_builtins(sight(state, one, state.units[target], firing=_firing(state, one))))


def _firing(state: State, unit: Unit) -> Firing:
    """Who of a unit looks: its heavy weapon, if it has one."""
    return FROM_THE_GUN if gun_of(state, unit) is not None else ALL


def why(state: State, unit: str, target: str) -> tuple[TallyLine, ...]:
    """Every line of the sums of an attack, with its clause."""
    return tuple(line for each in best_aim(state, unit, target).sums for line in each.lines)


def odds(state: State, unit: str, target: str) -> float:
    """How likely an attack costs the target at least a mini."""
    face = best_aim(state, unit, target)
    return 0.0 if face.refusal is not None else face.odds


def why_not(state: State, unit: str, target: str) -> Refusal | None:
    """Why a unit could not attack another where both stand; None when it could."""
    return best_aim(state, unit, target).refusal


def legal_targets(state: State, unit: str) -> list[str]:
    """Everything a unit may attack now."""
    return [each.id for each in living(state) if each.id != unit and why_not(state, unit, each.id) is None]


def numbers(state: State, unit: str) -> str:
    """What there is of a unit, in one phrase."""
    found = state.units[unit]
    if is_vehicle(state, found):
        points = class_of(state, found).damage_points
        left = f"{number(found, 'damage')} of {points} damage points"
    else:
        left = f"{len(found.standing)} of {len(found.squad)} minis"
    words = [mark for mark in (PRONE, SUPPRESSED) if number(found, mark)]
    words += ["has attacked"] if number(found, ATTACKED) else []
    words += [f"rides in {found.container}"] if found.container in state.units else []
    hold = hold_of(state, unit)
    words += [f"holds: {hold_words(hold.response, hold.named, hold.trigger)}"] if hold is not None else []
    return ", ".join([left, *words])


def details(state: State, unit: str) -> list[str]:
    """Every mini with what he holds; of a vehicle its weapons."""
    found, card = state.units[unit], card_of(state, unit)
    if is_vehicle(state, found):
        mounted = ", ".join(getattr(card, "weapons", ())) or "no weapons"
        return [f"class {class_of(state, found).id}, {mounted}"]
    lines = []
    for each in found.standing:
        weapon = weapon_of(each.card)
        held = [weapon.title] if weapon is not None else ["no primary weapon"]
        held += [f"{weapons()[item].title} x{each.marks[item]}" for item in items() if each.marks.get(item)]
        lines.append(f"{each.id}: {mini_of(each.card).title}, {', '.join(held)}")
    return lines


def aim(state: State, unit: str, target: str) -> dict[str, Any]:
    """An attack before it is declared, with a phrase that says what to expect of it."""
    face = best_aim(state, unit, target)
    if face.refusal is not None:
        return {"dice": 0, "odds": 0.0, "words": face.refusal.sentence, "clause": face.refusal.clause, "wasted": True}
    lines = {each.of.replace(" ", "_"): msgspec.to_builtins(each.lines) for each in face.sums}
    return {"dice": face.dice, "odds": face.odds, "words": aim_words(face), "clause": face.clause} | lines


def aim_words(face: AimFace) -> str:
    """What to expect of an attack: its dice, what the target is in, and the odds."""
    expected = next((each.value for each in face.chances if each.id == "casualties"), None)
    dice = f"{face.dice} {'die' if face.dice == 1 else 'dice'}" if face.dice else face.roll or "an attack"
    told = ", ".join(part for part in (dice, face.remark) if part)
    if expected is None:
        return f"{told}: {face.odds:.0%} to do damage"
    return f"{told}: {expected:.1f} casualties on average, {face.odds:.0%} for at least one"


# what lies on the board and is no terrain of the map, with its clause
_LYING = {
    "smoke": ("ba.weapon.smoke.effect", "nobody sees through it"),
    "flag": ("ba.obj.flag", "whoever touches it may carry it"),
    "heavy_weapon": ("ba.heavy.move", "fires when minis serve it"),
}
_HEAP = ("ba.cas.drop", "may be picked up")


def about_piece(state: State, token: str) -> dict[str, Any]:
    """What something on the board does: cover, height, and what it does to walkers."""
    found = state.tokens[token]
    piece = next((each for each in match_of(state).pieces if each.id == token), None)
    if piece is None:
        clause, text = _LYING.get(found.kind, _HEAP)
        return {"hides": found.kind == "smoke", "clause": clause, "text": text}
    cover = piece.cover or "by its height"
    walking = {"half": "halves a move", "blocked": "nobody walks through it", "openings": "doors and windows let in"}
    told = walking.get(piece.walking, "free to walk")
    clause = features()[piece.feature].clause
    return {"hides": piece.cover in ("", "total"), "clause": clause, "height": piece.height} | {
        "text": f"cover {cover}, {piece.height} blocks high, {told}"
    }


def goal(state: State) -> dict[str, Any]:
    """What the battle is fought for."""
    match = match_of(state)
    scenario = match.scenario
    return {
        "title": scenario.title,
        "text": scenario.goal,
        "clause": scenario.clause,
        "last_round": rounds_of(match.objective, match.options.last_round),
    }


def minis(state: State, unit: str) -> dict[str, tuple[float, float]]:
    """Where the minis of a squad stand."""
    return {each.id: (each.pose.x / GRAIN, each.pose.y / GRAIN) for each in state.units[unit].standing if each.pose}


QUERIES: dict[str, Callable[..., Any]] = {
    "distance": of_units(units_apart),
    "tally": best_aim,
    "describe": name_of,
    **{
        query.__name__: query
        for query in (
            *(path, cost, end, line_of_sight, cover, why, odds, why_not, legal_targets, numbers, aim, about_piece),
            *(goal, minis, table_fault),
        )
    },
}
