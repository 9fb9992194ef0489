"""The battlefield: the shapes that stand on the table, and what they do to who drives, looks or shoots past them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from brickfield.core.board import ALIVE, FLYING, WRECK, Token, TokenId, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.micro_brick_battle import old_rules
from brickfield.games.micro_brick_battle.rules.battles import BattleMatch as BattleMatch
from brickfield.games.micro_brick_battle.rules.battles import Chapters as Chapters
from brickfield.games.micro_brick_battle.rules.battles import InPlay as InPlay
from brickfield.games.micro_brick_battle.rules.battles import battle_of as battle_of
from brickfield.games.micro_brick_battle.rules.features import Feature
from brickfield.games.micro_brick_battle.rules.grounds import (
    WIRE,
    Grounds,
    free_bunker,
    grounds_of,
    open_water,
)
from brickfield.games.micro_brick_battle.rules.outlines import Area as Area
from brickfield.games.micro_brick_battle.rules.outlines import edge_name as edge_name
from brickfield.games.micro_brick_battle.rules.outlines import outline as outline
from brickfield.games.micro_brick_battle.rules.outlines import shape_at
from brickfield.games.micro_brick_battle.rules.pieces import Piece as Piece
from brickfield.games.micro_brick_battle.rules.pieces import feature_of as feature_of
from brickfield.games.micro_brick_battle.rules.pieces import full_markers as full_markers
from brickfield.games.micro_brick_battle.rules.pieces import is_work as is_work
from brickfield.games.micro_brick_battle.rules.pieces import lay_piece as lay_piece
from brickfield.games.micro_brick_battle.rules.pieces import token_shape as token_shape
from brickfield.games.micro_brick_battle.rules.unit_cards import UnitCard
from brickfield.geometry import (
    Pose,
    Scene,
    Shape,
    distance,
    fence,
    kernel,
    rectangle_at,
)

# What the edge of the table is called where things are called by their ids.
EDGE = "edge"
# So many tables are kept sorted in a battle; as it goes on only those are asked for that are left of it.
_MOST_GROUNDS = 32


@rule("mbb.declare.legal_targets", "mbb.team.control")
def enemies_of(state: State, seat: int) -> list[Unit]:
    """The living units on the ground of everybody who is no ally."""
    sides = state.match.sides
    own = sides[seat]
    return [unit for unit in state.units.values() if unit.status == ALIVE and sides[unit.seat] != own]


def flies(state: State, unit_id: UnitId) -> bool:
    """Whether a unit is an airplane."""
    card: UnitCard = state.match.cards[unit_id]
    return card.is_airplane


@rule("mbb.air.vs_air", "mbb.air.smallarms.only_air")
def enemy_planes(state: State, seat: int) -> list[Unit]:
    """The airplanes above the table of everybody who is no ally."""
    if not state.match.has.airplanes:
        return []
    allied = state.match.allied
    return [unit for unit in state.units.values() if unit.status == FLYING and not allied(unit.seat, seat)]


def edge_strip(state: State, seat: int, depth: float) -> Area:
    """The strip along a seat's starting edge that is this deep."""
    match = battle_of(state)
    edge = match.edges[seat]
    if edge.startswith("y="):
        return (
            (0.0, 0.0, match.width, depth) if edge == "y=0" else (0.0, match.height - depth, match.width, match.height)
        )
    return (0.0, 0.0, depth, match.height) if edge == "x=0" else (match.width - depth, 0.0, match.width, match.height)


def card_of(state: State, unit_id: UnitId) -> UnitCard:
    """The numbers of a unit."""
    card: UnitCard = state.match.cards[unit_id]
    return card


@rule("mbb.geometry.footprint", "mbb.geometry.units")
def footprint(state: State, unit: Unit) -> Shape:
    """A ground unit is a rectangle, its length along the heading; barrels and turrets add nothing. A plate is round."""
    if unit.inside and unit.inside in state.tokens:
        return token_shape(state.tokens[unit.inside])
    pose, footprints = unit.pose, battle_of(state).footprints
    known = footprints.get(unit.id)
    if known is None or known[0] is not pose:
        card: UnitCard = state.match.cards[unit.id]
        assert pose is not None
        shape = shape_at(card, pose) if card.markers else rectangle_at(pose, card.length_inches, card.width_inches)
        known = footprints[unit.id] = pose, shape
    return known[1]


def footprint_at(state: State, unit_id: UnitId, pose: Pose) -> Shape:
    """The ground a unit would cover at another pose."""
    return shape_at(state.match.cards[unit_id], pose)


@rule(
    "mbb.amph.fountain",
    "mbb.geometry.collision",
    "mbb.terrain.hedge",
    "mbb.terrain.impassable",
    "mbb.obst.lowwall.move",
    "mbb.obst.trap.move",
    "mbb.terrain.trees",
)
def closed_to_movement(state: State, feature: Feature) -> bool:
    """Whether ground units cannot drive there. Hedgerows open by a house rule; light trees are free ground."""
    if feature.name == "Hedgerow" and state.match.options.hedgerow_passable:
        return False
    return feature.blocks_ground


class Sights(Struct, frozen=True):
    """What hides: live units first (their place in the scene by id), then opaque terrain."""

    scene: Scene
    place: dict[str, int]


class Softs(Struct, frozen=True):
    """What can be shot through: the scene of soft things, and for each its kind and id."""

    scene: Scene
    kinds: tuple[tuple[str, str], ...]
    shapes: tuple[Shape, ...]
    trees: tuple[tuple[TokenId, Shape], ...]


@rule("mbb.air.over_all", "mbb.air.no_block")
def standing(state: State) -> list[tuple[Unit, Shape]]:
    """Every unit on the ground, alive or wrecked, with its footprint; what flies is in nobody's way or sight.

    Infantry in a building or joined to a gun takes up no room of its own.
    """
    found: list[tuple[Unit, Shape]] | None = state.from_units.get("standing")
    if found is None:
        found = []
        footprints = battle_of(state).footprints
        for unit in state.units.values():
            pose = unit.pose
            if pose is not None and unit.status != FLYING and not unit.inside:
                known = footprints.get(unit.id)
                shape = known[1] if known is not None and known[0] is pose else footprint(state, unit)
                found.append((unit, shape))
        state.from_units["standing"] = found
    return found


@rule("mbb.geometry.range")
def range_between(one: Shape, other: Shape) -> float:
    """The range on the ground: the least distance between two footprints."""
    return distance(one, other)


@rule("mbb.geometry.blockers", "inf.geometry.plate")
def sights(state: State, seat: int, past: frozenset[TokenId] = frozenset()) -> Sights:
    """Everything opaque for a shooter of this seat. Friends count too, unless the house rule lets them be seen past.

    `past` are pieces that are opaque, only not for this shot.
    """
    match = state.match
    transparent = match.sides[seat] if match.options.friends_transparent else -1
    key = "sights" if transparent < 0 else f"sights{transparent}"
    if past:
        key = f"{key} past {' '.join(sorted(past))}"
    found: Sights | None = state.from_units.get(key)
    if found is None:
        hiding = [
            (unit.id, shape)
            for unit, shape in standing(state)
            if unit.status == ALIVE and match.sides[unit.seat] != transparent and not match.cards[unit.id].markers
        ]
        scene, places = _opaque_terrain(state, past)
        place = {each: number for number, (each, _shape) in enumerate(hiding)}
        place.update([(each, len(hiding) + number) for each, number in places])
        found = Sights(scene.behind([shape for _each, shape in hiding]), place)
        state.from_units[key] = found
    return found


def _opaque_terrain(state: State, past: frozenset[TokenId]) -> tuple[Scene, tuple[tuple[TokenId, int], ...]]:
    """The terrain that hides, but for these pieces, and the place of each in the scene."""
    ground = terrain(state)
    if not past:
        return ground.opaque_scene, ground.opaque_place
    left = [(token_id, shape) for token_id, shape in ground.opaque if token_id not in past]
    places = tuple((token_id, number) for number, (token_id, _shape) in enumerate(left))
    return Scene([shape for _id, shape in left]), places


class Terrain(Struct, frozen=True):
    """The terrain on the table sorted by what it does, with shapes worked out once.

    `closed` is what stops ground units; those that swim are stopped only by what is in `afloat_scene`.
    """

    opaque: tuple[tuple[TokenId, Shape], ...]
    soft: tuple[tuple[str, TokenId, Shape], ...]
    closed: tuple[tuple[TokenId, Shape], ...]
    wire: tuple[tuple[TokenId, Shape], ...]
    opaque_scene: Scene
    opaque_place: tuple[tuple[TokenId, int], ...]
    closed_scene: Scene
    closed_ids: tuple[TokenId, ...]
    soft_scene: Scene
    soft_kinds: tuple[tuple[str, TokenId], ...]
    trees: tuple[tuple[TokenId, Shape], ...]
    grounds: Grounds
    afloat_scene: Scene
    afloat_ids: tuple[TokenId, ...]


def terrain(state: State) -> Terrain:
    """The terrain of this state."""
    found: Terrain | None = state.from_tokens.get("terrain")
    if found is None:
        key, tokens, grounds = tuple(state.tokens), tuple(state.tokens.values()), battle_of(state).grounds
        known = grounds.get(key)
        if known is None or not all(map(_lies_alike, known[0], tokens)):
            if len(grounds) >= _MOST_GROUNDS:
                grounds.clear()
            known = grounds[key] = tokens, _sorted_out(state)
        found = state.from_tokens["terrain"] = known[1]
    return found


def _lies_alike(one: Token, other: Token) -> bool:
    """Whether two tokens do the same to who drives or looks past them: hit markers make no difference."""
    return one is other or (
        one.kind == other.kind
        and one.group == other.group
        and one.pose == other.pose
        and (one.length, one.width, one.outline, one.cut) == (other.length, other.width, other.outline, other.cut)
    )


def _row_of(match: BattleMatch, token: Token) -> tuple[Token, Any, Shape]:
    """A token, its feature (None: it is no terrain) and its outline, worked out once for where it lies."""
    row = match.rows.get(token.id)
    if row is None or not _lies_alike(row[0], token):
        row = match.rows[token.id] = token, feature_of(match, token), token_shape(token)
    return row


def _sorted_out(state: State) -> Terrain:
    """Every token by what it does. The edges of the table are closed too, and water where no bridge lies over it."""
    match = battle_of(state)
    rows = [row for token in state.tokens.values() if (row := _row_of(match, token))[1] is not None]
    grounds = grounds_of(rows, -match.options.hill_mp)
    opaque = [(token.id, shape) for token, feature, shape in rows if feature.is_opaque]
    soft = [(feature.modifier, token.id, shape) for token, feature, shape in rows if feature.gives_cover]
    closed = [(token.id, shape) for token, feature, shape in rows if closed_to_movement(state, feature)]
    wet = [(water.token, part) for water in grounds.large_water for part in open_water(water, grounds.decks)]
    dry_scene, dry_ids = _closed(match, closed)
    return Terrain(
        tuple(opaque),
        tuple(soft),
        (*closed, *wet),
        tuple((token.id, shape) for token, _feature, shape in rows if token.kind == WIRE),
        Scene([shape for _id, shape in opaque]),
        tuple((token_id, number) for number, (token_id, _shape) in enumerate(opaque)),
        *(_closed(match, [*closed, *wet]) if wet else (dry_scene, dry_ids)),
        Scene([shape for _kind, _id, shape in soft]),
        tuple((kind, token_id) for kind, token_id, _shape in soft),
        tuple((token_id, shape) for kind, token_id, shape in soft if kind == "light_trees"),
        grounds,
        dry_scene,
        dry_ids,
    )


def _closed(match: BattleMatch, shapes: list[tuple[TokenId, Shape]]) -> tuple[Scene, tuple[TokenId, ...]]:
    """A scene of closed ground with the edges of the table, and the ids in their places."""
    return closed_scene(match, [shape for _id, shape in shapes]), (*[each for each, _shape in shapes], *[EDGE] * 4)


@rule("mbb.geometry.edge", "mbb.geometry.units")
def closed_scene(match: BattleMatch, shapes: list[Shape]) -> Scene:
    """What nothing can be driven into, the edges of the table behind all else: they are touched as a house is."""
    return Scene(shapes, match.bounds) if old_rules.edges_are_borders(match) else Scene([*shapes, *fence(match.bounds)])


def softs(state: State) -> Softs:
    """Wrecks and soft features: they never interrupt a line of sight, but a shot through them is harder."""
    found: Softs | None = state.from_units.get("softs")
    if found is None:
        ground = terrain(state)
        wrecks = [(unit.id, shape) for unit, shape in standing(state) if unit.status == WRECK]
        scene = ground.soft_scene.behind([shape for _id, shape in wrecks])
        found = Softs(
            scene,
            (*[("wreck", unit_id) for unit_id, _shape in wrecks], *ground.soft_kinds),
            scene.shapes,
            ground.trees,
        )
        state.from_units["softs"] = found
    return found


class Obstacles(Struct, frozen=True):
    """What stops a ground unit: the scene with the table's edges, the ids in their places, and the place of units."""

    scene: Scene
    ids: tuple[str, ...]
    place: dict[str, int]


@rule("mbb.geometry.collision", "mbb.geometry.friends", "mbb.geometry.edge", "mbb.wreck.immovable", "mbb.quick.wreck")
def obstacles(state: State, afloat: bool = False) -> Obstacles:
    """Live units of any side, wrecks and closed terrain all stop a ground unit, and so do the edges of the table.

    Water stops those that do not swim; what stops those that do is asked for with `afloat`.
    """
    if afloat and terrain(state).afloat_scene is terrain(state).closed_scene:
        afloat = False
    key = "obstacles afloat" if afloat else "obstacles"
    found: Obstacles | None = state.from_units.get(key)
    if found is None:
        found = _obstacles_after_moves(state, key) or _all_obstacles(state, afloat)
        state.from_units[key] = found
    return found


@rule("mbb.geometry.collision", "mbb.terrain.water.fly", "inf.geometry.overrun")
def obstacles_to(state: State, unit_id: UnitId) -> Obstacles:
    """What stops this unit: water too, unless it swims; by a house rule enemy infantry does not."""
    has: InPlay = state.match.has
    if has.infantry and state.match.options.inf_overrun:
        return _all_but_plates(state, unit_id)
    return obstacles(state, has.amphibious and swims(state, unit_id))


@rule("inf.geometry.overrun")
def _all_but_plates(state: State, unit_id: UnitId) -> Obstacles:
    """Everything that stops a vehicle which may run over the plates of its enemies."""
    allied, seat = state.match.allied, state.units[unit_id].seat
    key = f"obstacles over plates {state.match.sides[seat]}{' afloat' if swims(state, unit_id) else ''}"
    found: Obstacles | None = state.from_units.get(key)
    if found is None:
        units = [
            each
            for each in standing(state)
            if allied(each[0].seat, seat) or not card_of(state, each[0].id).markers or each[0].status != ALIVE
        ]
        found = state.from_units[key] = _obstacles_of(state, units, swims(state, unit_id))
    return found


@rule("mbb.amph.water")
def swims(state: State, unit_id: UnitId) -> bool:
    """Whether water is open to a unit."""
    card: UnitCard = state.match.cards[unit_id]
    return card.rules == "amphibious"


def _obstacles_after_moves(state: State, key: str) -> Obstacles | None:
    """Obstacles known from before some units moved, with those units in their new places; None if nothing is known."""
    before: Obstacles | None = state.from_units.get("before", {}).get(key)
    if before is None:
        return None
    moved = {
        before.place[unit_id]: footprint(state, state.units[unit_id])
        for unit_id in state.from_units["moved"]
        if state.units[unit_id].status != FLYING
    }
    return Obstacles(before.scene.replaced(moved), before.ids, before.place)


def _all_obstacles(state: State, afloat: bool) -> Obstacles:
    return _obstacles_of(state, standing(state), afloat)


def _obstacles_of(state: State, units: list[tuple[Unit, Shape]], afloat: bool) -> Obstacles:
    ground = terrain(state)
    place = {unit.id: number for number, (unit, _shape) in enumerate(units)}
    closed, ids = (ground.afloat_scene, ground.afloat_ids) if afloat else (ground.closed_scene, ground.closed_ids)
    return Obstacles(closed.behind([shape for _unit, shape in units]), (*place, *ids), place)


def what_stopped(state: State, hit: int, unit_id: UnitId = "") -> str:
    """The id of what a move (of this unit) ran into; `edge` is the table's own."""
    if hit == -1:
        return ""
    field = obstacles_to(state, unit_id) if unit_id else obstacles(state)
    return EDGE if hit < 0 else field.ids[hit]


def bunker_for(state: State, unit_id: UnitId, shape: Shape) -> TokenId:
    """The bunker a unit would be in here; empty for all but a gun in an Artillery Bunker that no other gun is in."""
    bunkers = terrain(state).grounds.bunkers
    if not bunkers or card_of(state, unit_id).rules != "artillery":
        return ""
    others = [each for unit, each in standing(state) if unit.id != unit_id and unit.status == ALIVE]
    return free_bunker(bunkers, shape, others)


@rule("mbb.setup.facing", "mbb.geometry.edge")
def in_the_way(state: State, shape: Shape, unit_id: UnitId = "") -> str:
    """What a unit put down here would overlap: what stops a move, the edge of the table, or wire. Empty: nothing."""
    field = obstacles(state, bool(unit_id) and swims(state, unit_id))
    bunker = bunker_for(state, unit_id, shape) if unit_id else ""
    hit = kernel.overlapped(field.scene, shape, field.ids.index(bunker) if bunker else -1)
    if hit != -1:
        return EDGE if hit < 0 else field.ids[hit]
    wires = terrain(state).wire
    hit = kernel.overlapped(Scene([wire for _id, wire in wires]), shape, -1) if wires else -1
    return wires[hit][0] if hit != -1 else ""


def describe(state: State, thing: str) -> str:
    """A unit, a piece or the edge of the table as players call it."""
    if thing == EDGE:
        return "the edge of the table"
    if thing in state.units:
        unit = state.units[thing]
        wreck = " (wreck)" if unit.status == WRECK else ""
        return f"{card_of(state, thing).name} {thing}{wreck}"
    if thing in state.tokens:
        return f"{state.tokens[thing].kind} {thing}"
    return thing
