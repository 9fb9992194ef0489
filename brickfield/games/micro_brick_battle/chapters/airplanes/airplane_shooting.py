"""Airplane shooting: machine guns with their cones, missiles and bombs, at ground units, at planes and at terrain."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from brickfield.core.board import FLYING, WRECK, Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.kept import kept
from brickfield.core.modifiers import Modifier, Tally
from brickfield.core.numbers import decimals_apart, number_text
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.geometry import Scene, Shape, arc_touches, kernel, point_distance, point_in, relative_bearing
from ...base.battlefield import (
    SMOKE,
    battle_of,
    card_of,
    describe,
    feature_of,
    footprint,
    in_a_sentence,
    is_target,
    sights,
    softs,
    terrain,
    token_shape,
)
from ...base.features import Feature
from ...base.grounds import pieces_under
from ...base.line_of_sight import FRONT, REAR, Sight, facing_side, side_ends
from ...base.losses import markers_taken, may_run
from ...base.measures import flying, measures, modifiers, printed, victory_table
from ...base.modifiers import StrikeNumbers, added_to_attack, added_to_defense, defended, defense_tally, ground_hinders
from ...base.unit_stats import has_modifiers, may_be_targeted
from ...base.views import hidden_from_above, is_within, own_cover, walled_in
from ..terrain.bunkers import bunker_around
from ..terrain.hills import hill_under

Name = Annotated[str, Meta(max_length=16)]
Weapon = Literal["machine_guns", "missile", "bomb"]
WEAPONS: tuple[Weapon, ...] = ("machine_guns", "missile", "bomb")
# What each weapon is called, and the mark that counts what is left of it; machine guns are never used up.
TITLES: dict[str, str] = {"machine_guns": "Machine guns", "missile": "Missile", "bomb": "Bomb"}
# What the button says that uses them.
VERBS: dict[str, str] = {
    "machine_guns": "Fire machine guns",
    "missile": "Fire a missile",
    "bomb": "Drop a bomb",
}
STORES: dict[str, str] = {"missile": "missiles", "bomb": "bombs"}
_SOFT = ("wreck", "hedgerow", "light_trees")


class AirStrike(Answer, frozen=True):
    """A Shoot action of an airplane: one weapon, one target.

    On terrain `run` may name the sections that markers are taken from; without it they are those next to the target.
    """

    unit: Name
    weapon: Weapon
    target: Name
    run: Annotated[tuple[Name, ...], Meta(max_length=16)] = ()


# --- what may be attacked --------------------------------------------------------------------------------------------


@rule("mbb.air.weapons", "mbb.air.store_spent")
def store_left(state: State, unit: Unit, weapon: str) -> Refusal | None:
    """Bombs and missiles are limited for the whole battle; every plane has machine guns without end."""
    store = STORES.get(weapon)
    if store is None or unit.marks.get(store, 0) > 0:
        return None
    carried = getattr(card_of(state, unit.id), store)
    gone = f"has used its {carried} {store}" if carried else f"carries no {store}"
    return illegal("none_left", "mbb.air.weapons", f"{describe(state, unit.id)} {gone}.", carried=carried)


@rule("mbb.air.targets", "mbb.declare.legal_targets", "mbb.air.vs_air", "mbb.hm.plane")
def may_strike(state: State, unit: Unit, weapon: Weapon, target_id: str, over: tuple[str, ...]) -> Refusal | None:
    """Whether a weapon may be used on a target now. `over`: what the plane has flown over in this turn."""
    refusal = store_left(state, unit, weapon) or _no_target(state, unit, target_id)
    if refusal is not None:
        return refusal
    shape = _shape(state, target_id)
    if weapon == "bomb":
        return _may_bomb(state, unit, target_id, shape, over)
    return (
        _bears(state, unit, weapon, target_id, shape, over)
        or (_out_of_range(state, unit, target_id, shape) if weapon == "machine_guns" else None)
        or _out_of_reach(state, unit, target_id)
    )


@rule("mbb.hm.one_piece")
def may_take_run(state: State, answer: AirStrike) -> Refusal | None:
    """Sections are named for terrain only, and form one run with the target in it."""
    if not answer.run:
        return None
    if answer.target not in state.tokens:
        return illegal("not_a_run", "mbb.hm.one_piece", f"{describe(state, answer.target)} has no sections.")
    return may_run(state, answer.target, answer.run, markers_struck(answer.weapon))


def _shape(state: State, target_id: str) -> Shape | None:
    """The footprint of a target on the ground; None for a plane, which is a point."""
    if target_id in state.tokens:
        return token_shape(state.tokens[target_id])
    target = state.units[target_id]
    return None if target.status == FLYING else footprint(state, target)


@rule("mbb.declare.legal_targets", "mbb.wreck.not_target", "inf.eng.hit")
def _no_target(state: State, unit: Unit, target_id: str) -> Refusal | None:
    """Enemies on the ground or in the air, wrecks that are worked on, and terrain with hit markers."""
    aim = describe(state, target_id)
    if target_id in state.tokens:
        if state.tokens[target_id].marks.get("hm", 0):
            return None
        sentence = f"{aim} carries no hit markers and cannot be targeted."
        return illegal("no_hit_markers", "mbb.declare.legal_targets", sentence)
    target = state.units.get(target_id)
    if target is None:
        return invalid("unknown_target", f"There is nothing called {target_id!r} on this table.")
    if state.match.allied(target.seat, unit.seat):
        sentence = f"{describe(state, unit.id)} may not target {aim}: it is on its own side."
        return illegal("own_unit", "mbb.declare.legal_targets", sentence)
    shielded = may_be_targeted(state, target)
    if shielded is not None:
        return shielded
    if is_target(state, target):
        return None
    if target.status == WRECK:
        return illegal("wreck", "mbb.wreck.not_target", f"{aim} is destroyed; wrecks cannot be targeted.")
    if target.status != FLYING:
        return illegal("not_on_table", "mbb.declare.legal_targets", f"{aim} is not on the table.")
    return None


@rule("mbb.air.bomb.over", "mbb.air.bomb.hill", "mbb.terrain.hill.bomb", "mbb.air.vs_air")
def _may_bomb(state: State, unit: Unit, target_id: str, shape: Shape | None, over: tuple[str, ...]) -> Refusal | None:
    """A bomb falls on what was flown over in this turn, wherever it stands; never on a plane."""
    name, aim = describe(state, unit.id), describe(state, target_id)
    if shape is None:
        return illegal("not_on_ground", "mbb.air.vs_air", f"{name} cannot bomb {aim}: it is in the air.")
    if target_id not in over:
        sentence = f"{name} has not flown over {aim} in this turn."
        return illegal("not_flown_over", "mbb.air.bomb.over", sentence)
    return _shielded_from_bombs(state, target_id)


@rule("inf.hidden.bomb")
def _shielded_from_bombs(state: State, target_id: str) -> Refusal | None:
    """A bomb on an occupied building falls on the building as long as that has hit markers."""
    target = state.units.get(target_id)
    building = target.inside if target is not None and target.inside in state.tokens else ""
    if not building or not state.tokens[building].marks.get("hm", 0):
        return None
    where = in_a_sentence(state, building)
    sentence = f"{describe(state, target_id)} is inside {where}: a bomb must be aimed at the building."
    return illegal("bomb_the_building", "inf.hidden.bomb", sentence, building=building)


@rule("mbb.air.mg_los", "mbb.air.targets", "mbb.air.stuka", "mbb.air.ex_front", "mbb.air.ex_over")
def _bears(
    state: State, unit: Unit, weapon: Weapon, target_id: str, shape: Shape | None, over: tuple[str, ...]
) -> Refusal | None:
    """Front guns and missiles: what is ahead. Rear guns: what is behind or was flown over. Missiles: that too."""
    has_rear = card_of(state, unit.id).machine_guns == "front+rear"
    rear_gun = weapon == "machine_guns" and has_rear
    if in_cone(state, unit, target_id, shape, 0.0) or (rear_gun and in_cone(state, unit, target_id, shape, 180.0)):
        return None
    if target_id in over and (weapon == "missile" or has_rear):
        return None
    where = "ahead or behind" if rear_gun else "ahead"
    cone = flying().cone_degrees
    sentence = f"{describe(state, target_id)} is not in the {cone:g} degree cone {where} of {describe(state, unit.id)}."
    return illegal("out_of_arc", "mbb.air.mg_los", sentence, arc=cone)


@rule("mbb.air.mg_los")
def in_cone(state: State, unit: Unit, target_id: str, shape: Shape | None, axis: float) -> bool:
    """Whether some point of a footprint, or a plane's reference point, lies in the cone about nose or tail."""
    x, y = unit.here.place
    heading, half = unit.here.degrees + axis, flying().cone_degrees / 2
    if shape is not None:
        return arc_touches(x, y, heading, half, shape)
    target = state.units[target_id].here
    if target.place == (x, y):
        return True
    return abs(relative_bearing(x, y, heading, *target.place)) <= half + measures().tolerance_degrees


@rule("mbb.air.mg.range", "mbb.geometry.range")
def strike_distance(state: State, unit: Unit, target_id: str) -> float:
    """From the reference point to the nearest point of a footprint, or to the reference point of a plane."""
    shape = _shape(state, target_id)
    if shape is not None:
        return point_distance(shape, *unit.here.place)
    target = state.units[target_id].here
    (x, y), (other_x, other_y) = unit.here.place, target.place
    return float(((x - other_x) ** 2 + (y - other_y) ** 2) ** 0.5)


@rule("mbb.air.mg.range")
def machine_gun_range(state: State, unit_id: str) -> float:
    """Half of the plane's MP, in inches."""
    return card_of(state, unit_id).mp * flying().machine_gun_range_share


@rule("mbb.air.mg.range", "mbb.air.missile.range")
def _out_of_range(state: State, unit: Unit, target_id: str, shape: Shape | None) -> Refusal | None:
    """Machine guns reach half the plane's MP; missiles reach everywhere."""
    most, away = machine_gun_range(state, unit.id), strike_distance(state, unit, target_id)
    if away <= most + measures().tolerance_inches:
        return None
    sentence = (
        f"{describe(state, target_id)} is {number_text(away, decimals_apart(away, most))} "
        "inches away; the machine guns of "
        f"{describe(state, unit.id)} reach {most:g}."
    )
    return illegal("out_of_range", "mbb.air.mg.range", sentence, inches=away, range=most)


# --- what stands between ---------------------------------------------------------------------------------------------


@rule("mbb.air.block4", "mbb.cover.hard", "mbb.cover.three_bricks")
def stops_airplane_fire(feature: Feature) -> bool:
    """Objects of four bricks or more, and whatever its table calls hard cover; three bricks are not enough."""
    return feature.cover == "hard" or (feature.is_opaque and feature.height_bricks >= measures().hard_cover_bricks)


@rule("mbb.air.block4", "mbb.air.hill.facing", "mbb.air.missile.hill", "mbb.air.hill.example", "mbb.air.vs_air.los")
def _out_of_reach(state: State, unit: Unit, target_id: str) -> Refusal | None:
    """Guns and missiles reach no target behind tall things, nor the far half of a hill; between planes is only air."""
    if target_id in state.units and state.units[target_id].status == FLYING:
        return None
    name, aim = describe(state, unit.id), describe(state, target_id)
    far = far_slope(state, unit, target_id)
    if far:
        sentence = f"{aim} stands on the slope of {describe(state, far)} that is turned away from {name}."
        return illegal("far_slope", "mbb.air.hill.facing", sentence, obstacle=far)
    if not _reaches(state, unit, target_id):
        sentence = f"{name} cannot reach {aim}: it is behind something {measures().hard_cover_bricks} bricks high."
        return illegal("no_line_of_sight", "mbb.air.block4", sentence)
    return None


@rule("mbb.spot.who", "mbb.air.block4", "mbb.air.hill.facing", "mbb.weather.spotters")
def spots_from_above(state: State, plane: Unit, target_id: str) -> bool:
    """Whether a flying airplane spots something: all round, stopped only by what stops its guns, and by the weather."""
    near = is_within(state, strike_distance(state, plane, target_id))
    return near and _out_of_reach(state, plane, target_id) is None


@rule("mbb.spot.who", "mbb.air.block4", "mbb.air.hill.facing", "mbb.weather.spotters", "mbb.card.scenario")
def sees_point_from_above(state: State, plane: Unit, point: tuple[float, float]) -> bool:
    """Whether a flying airplane sees a point of the table, stopped only by what stops its guns, and by the weather."""
    (x, y), (to_x, to_y) = plane.here.place, point
    if not is_within(state, ((x - to_x) ** 2 + (y - to_y) ** 2) ** 0.5) or _on_far_slope(state, plane, point):
        return False
    if hidden_from_above(state, (x, y)):
        return False
    past = hill_under(state, (x, y)) | hill_under(state, point)
    return not kernel.crossed_by(_tall(state, past), x, y, to_x, to_y)


@rule("mbb.air.hill.facing", "mbb.air.missile.hill")
def far_slope(state: State, unit: Unit, target_id: str) -> str:
    """The hill on whose far half a target stands; empty if it stands on none or the plane is above that hill."""
    return _on_far_slope(state, unit, _centre(state, target_id))


def _on_far_slope(state: State, unit: Unit, place: tuple[float, float]) -> str:
    x, y = unit.here.place
    tx, ty = place
    hill = hill_under(state, (tx, ty)) - hill_under(state, (x, y))
    if not hill:
        return ""
    cx, cy = _middle([token_shape(state.tokens[part]) for part in hill])
    near = (tx - cx) * (x - cx) + (ty - cy) * (y - cy) > measures().tolerance_inches
    return "" if near else min(hill)


def _middle(parts: list[Shape]) -> tuple[float, float]:
    """The centre of gravity of a hill that consists of these parts."""
    areas = [_area(part) for part in parts]
    whole = sum(areas)
    return (
        sum(part.x * area for part, area in zip(parts, areas, strict=True)) / whole,
        sum(part.y * area for part, area in zip(parts, areas, strict=True)) / whole,
    )


def _area(shape: Shape) -> float:
    points = shape.points
    following = points[1:] + points[:1]
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, following, strict=True)) / 2


def _centre(state: State, target_id: str) -> tuple[float, float]:
    if target_id in state.tokens:
        return token_shape(state.tokens[target_id]).centre
    pose = state.units[target_id].here
    return pose.place


@kept(by="tokens")
def _tall(state: State, without: frozenset[str]) -> Scene:
    """What stops the fire of airplanes, without the hills under plane and target and the target itself."""
    match = battle_of(state)
    kinds = [(token, feature_of(match, token)) for token in state.tokens.values() if token.id not in without]
    return Scene([token_shape(token) for token, feature in kinds if _stops(token, feature)])


@rule("mbb.air.block4", "mbb.card.scenario")
def _stops(token: Token, feature: Feature | None) -> bool:
    """Whether nobody shoots or looks past a token, from above or at what is above: tall things, and smoke."""
    return token.kind == SMOKE or (feature is not None and stops_airplane_fire(feature))


@rule("mbb.air.hill.facing", "mbb.obst.bridge.high", "mbb.obst.bunker.opaque")
def _transparent(state: State, unit: Unit, target_id: str) -> frozenset[str]:
    """What neither blocks nor hides: hills and high bridges under plane and target, a gun's own bunker, the target."""
    above, below, decks = unit.here.place, _centre(state, target_id), terrain(state).grounds.high_decks
    under = (
        hill_under(state, above) | hill_under(state, below) | pieces_under(decks, *above) | pieces_under(decks, *below)
    )
    if target_id in state.tokens:
        return under | {target_id}
    target = state.units[target_id]
    return under | bunker_around(state, target) | own_cover(state, target)


@rule("mbb.air.block4", "mbb.geometry.obstacle_los", "mbb.card.scenario")
def _reaches(state: State, unit: Unit, target_id: str) -> bool:
    """Whether some point of a unit's facing side, or any part of a piece, is reached past everything tall."""
    x, y = unit.here.place
    # who is in smoke sees nothing, not even what is right below
    if hidden_from_above(state, (x, y)):
        return False
    if target_id in state.units:
        return strike_sight(state, unit, state.units[target_id]).seen
    shape = token_shape(state.tokens[target_id])
    scene = _tall(state, _transparent(state, unit, target_id))
    return point_in(shape, x, y, False) or kernel.sight(scene, x, y, shape, FRONT)[1]


@rule("mbb.air.block4", "mbb.geometry.rear_from_muzzle", "mbb.geometry.point_blank", "mbb.air.mg.mods",
      "inf.geometry.inside")  # fmt: skip
def strike_sight(state: State, unit: Unit, target: Unit) -> Sight:
    """What is reached of a unit's facing side from the plane's reference point; all of it from right above."""
    x, y = unit.here.place
    side = facing_side(state, target, x, y)
    if side is None:
        return Sight((x, y), FRONT, 0.0, True, point_blank=True)
    scene = _tall(state, _transparent(state, unit, target.id))
    hidden, reached = kernel.sight(scene, x, y, footprint(state, target), side)
    if walled_in(state, target):
        return Sight((x, y), side, 0.0 if reached else 1.0, reached)
    seen = hidden < 1.0 - measures().hidden_tolerance_share
    return Sight((x, y), side, hidden, seen, rear_shot=side == REAR)


@rule("mbb.air.through", "mbb.geometry.hidden_fraction", "mbb.geometry.soft_test")
def shot_through(state: State, unit: Unit, target: Unit, sight: Sight) -> tuple[Modifier, ...]:
    """One AP less if anything hides the target or is soft cover for it, however much there is; low walls are not."""
    if sight.point_blank or walled_in(state, target):
        return ()
    shape, (x, y) = footprint(state, target), sight.muzzle
    clear = _transparent(state, unit, target.id)
    view = sights(state, unit.seat, clear)
    own = view.place.get(target.id, -1)
    ends = side_ends(shape, sight.side, sight.muzzle)
    source = next((place for place in kernel.shadowed_by(view.scene, x, y, *ends) if place != own), None)
    if source is not None:
        names = {number: name for name, number in view.place.items()}
        return (printed(modifiers().airplane_through, names[source], ()),)
    soft = _soft_between(state, target, (x, y), ends)
    return (printed(modifiers().airplane_through, soft, ()),) if soft else ()


def _soft_between(state: State, target: Unit, eye: tuple[float, float], ends: tuple[float, float, float, float]) -> str:
    """The wreck, hedgerow or light trees that a shot goes through, or the trees a target stands among."""
    soft = softs(state)
    for index in kernel.shadowed_by(soft.scene, *eye, *ends):
        kind, source = soft.kinds[index]
        if kind in _SOFT:
            return source
    centre = _centre(state, target.id)
    return next((source for source, shape in soft.trees if point_in(shape, *centre, False)), "")


# --- numbers ---------------------------------------------------------------------------------------------------------


@rule("mbb.air.mg.ap", "mbb.air.mg.mods", "mbb.air.missile.as_shot", "mbb.air.missile.ap8", "mbb.air.bomb.5",
      "mbb.air.vs_air.dp4", "mbb.mod.stack")  # fmt: skip
def strike_numbers(state: State, unit: Unit, weapon: Weapon, target: Unit) -> StrikeNumbers:
    """The total a Shoot action needs: flat for a bomb, else by the Victory Table from where the plane is now."""
    if weapon == "bomb":
        return StrikeNumbers(flying().bomb_needed, (), "mbb.air.bomb.5")
    card, sight = card_of(state, unit.id), None
    to_attack: tuple[Modifier, ...] = ()
    to_defense: tuple[Modifier, ...] = ()
    if target.status != FLYING:
        sight = strike_sight(state, unit, target)
        if has_modifiers(state, unit.seat):
            to_attack = shot_through(state, unit, target, sight) + ground_hinders(state, target)
            to_defense = defended(state, unit, target, sight, ())
    points, clause = (
        (card.ap, "mbb.air.mg.ap")
        if weapon == "machine_guns"
        else (flying().missile_attack_points, "mbb.air.missile.ap8")
    )
    to_attack += added_to_attack(state, unit)
    attack = Tally("Attack Points", points, f"{card.name}: {TITLES[weapon].lower()}", clause, to_attack)
    defense = defense_tally(state, target, to_defense + added_to_defense(state, target))
    needed = victory_table().needed(attack.total, defense.total) if points else None
    return StrikeNumbers(needed, (attack, defense), clause, sight)


@rule("mbb.hm.plane", "mbb.hm.bomb5", "mbb.hm.missile3", "mbb.hm.mg1")
def markers_struck(weapon: Weapon) -> int:
    """How many hit markers of a piece of terrain an attack takes at most, without a roll."""
    return markers_taken("machine_gun" if weapon == "machine_guns" else weapon)


# --- an airplane as a target -----------------------------------------------------------------------------------------


@rule("mbb.air.vs_air.los", "mbb.terrain.hill.from")
def line_to_plane(
    state: State, eye: tuple[float, float], place: tuple[float, float], plane: Unit, own: frozenset[str] = frozenset()
) -> bool:
    """Whether the one segment from a barrel or an eye to a plane's reference point passes no tall thing.

    Only what who looks is on or in does not count: the hill at its place, and what is its `own` cover.
    """
    past = hill_under(state, place) | own
    return not kernel.crossed_by(_tall(state, past), *eye, *plane.here.place)
