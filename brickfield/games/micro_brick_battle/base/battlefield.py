"""The battlefield: the shapes that stand on the table, and what they do to who drives, looks or shoots past them."""

from __future__ import annotations

from itertools import count

from msgspec import Struct

from brickfield.core.board import ALIVE, FLYING, WRECK, Token, TokenId, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.kept import kept
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.geometry import Pose, Scene, Shape, distance, fence, kernel, rectangle_at
from .battles import BattleMatch as BattleMatch
from .battles import Chapters as Chapters
from .battles import battle_of as battle_of
from .features import Feature
from .grounds import Grounds, Lying, grounds_of, lying, open_water
from .outlines import Area as Area
from .outlines import edge_name as edge_name
from .outlines import outline as outline
from .outlines import shape_at
from .pieces import Piece as Piece
from .pieces import feature_of as feature_of
from .pieces import full_markers as full_markers
from .pieces import is_work as is_work
from .pieces import lay_piece as lay_piece
from .pieces import token_shape as token_shape
from .unit_cards import UnitCard

# What the edge of the table is called where things are called by their ids.
EDGE = "edge"
# A smoke screen: no terrain, but nobody sees through it (mbb.card.scenario).
SMOKE = "Smoke Screen"
# So many tables are kept sorted in a battle; as it goes on only those are asked for that are left of it.
_MOST_GROUNDS = 128


@rule("mbb.declare.legal_targets", "mbb.team.control")
def enemies_of(state: State, seat: int) -> list[Unit]:
    """The living units on the ground of everybody who is no ally."""
    sides = state.match.sides
    own = sides[seat]
    return [unit for unit in state.units.values() if unit.status == ALIVE and sides[unit.seat] != own]


@Question
@rule("mbb.wreck.not_target")
def is_target(state: State, unit: Unit) -> bool:
    """Whether a unit on the ground may be fired at as it is: it lives."""
    return unit.status == ALIVE


@Question
@rule("mbb.declare.legal_targets")
def targets_of(state: State, seat: int) -> list[Unit]:
    """The units on the ground that a seat may fire at, if they are seen: its enemies."""
    return enemies_of(state, seat)


def living_of(state: State, seat: int) -> list[Unit]:
    """The living units of a seat on the ground, in order of purchase."""
    return _living(state)[seat]


@kept
def _living(state: State) -> list[list[Unit]]:
    living: list[list[Unit]] = [[] for _ in range(state.match.seats)]
    for unit in state.units.values():
        if unit.status == ALIVE:
            living[unit.seat].append(unit)
    return living


@Question
@rule("mbb.move.any_number")
def vehicles_of(state: State, seat: int) -> list[Unit]:
    """The living units of a seat that move one by one in its Movement Phase."""
    return living_of(state, seat)


def flies(state: State, unit_id: UnitId) -> bool:
    """Whether a unit is an airplane."""
    card: UnitCard = state.match.cards[unit_id]
    return card.is_airplane


@Question
@rule("mbb.declare.legal_targets")
def enemy_planes(state: State, seat: int) -> list[Unit]:
    """What flies above the table and belongs to no ally."""
    return []


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
    pose, match = unit.pose, battle_of(state)
    known = match.footprints.get(unit.id)
    if known is not None and known[0] is pose and not unit.inside:
        return known[1]
    if unit.inside and unit.inside in state.tokens:
        return token_shape(state.tokens[unit.inside])
    assert pose is not None
    card = match.cards[unit.id]
    shape = shape_at(card, pose) if card.markers else rectangle_at(pose, card.length_inches, card.width_inches)
    match.footprints[unit.id] = pose, shape
    return shape


def place_of(unit: Unit) -> tuple[float, float]:
    """The centre of a unit on the table."""
    assert unit.pose is not None
    return unit.pose.place


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
@kept
def standing(state: State) -> list[tuple[Unit, Shape]]:
    """Every unit on the ground, alive or wrecked, with its footprint; what flies is in nobody's way or sight.

    Infantry in a building or joined to a gun takes up no room of its own.
    """
    field = obstacles(state)
    units, shapes = state.units, field.scene.shapes
    return [(units[unit_id], shapes[number]) for unit_id, number in field.place.items()]


def _footprints(state: State) -> dict[UnitId, Shape]:
    """The ground that each unit covers for others, in order of purchase."""
    found = {}
    footprints = battle_of(state).footprints
    for unit in state.units.values():
        pose = unit.pose
        if pose is not None and unit.status != FLYING and not unit.inside:
            known = footprints.get(unit.id)
            found[unit.id] = known[1] if known is not None and known[0] is pose else footprint(state, unit)
    return found


@rule("mbb.geometry.range")
def range_between(one: Shape, other: Shape) -> float:
    """The range on the ground: the least distance between two footprints."""
    return distance(one, other)


@Question
@rule("mbb.geometry.blockers")
def that_hide(state: State, units: dict[UnitId, Shape]) -> dict[UnitId, Shape]:
    """Which of the living units on the ground hide what is behind them: each does."""
    return units


@rule("mbb.geometry.blockers")
def sights(state: State, seat: int, past: frozenset[TokenId | UnitId] = frozenset()) -> Sights:
    """Everything opaque for a shooter of this seat. Friends count too, unless the house rule lets them be seen past.

    `past` are pieces and units that are opaque, only not for this shot.
    """
    match = state.match
    return _sights(state, match.sides[seat] if match.options.friends_transparent else -1, past)


@kept
def _sights(state: State, transparent: int, past: frozenset[TokenId | UnitId]) -> Sights:
    """Everything opaque but the units of a side and what a shot goes past."""
    match, hiding = state.match, _on_the_ground(state).alive
    if transparent >= 0:
        sides, units = match.sides, state.units
        hiding = {each: shape for each, shape in hiding.items() if sides[units[each].seat] != transparent}
    hiding = that_hide(state, hiding)
    if past:
        hiding = {each: shape for each, shape in hiding.items() if each not in past}
    scene, ids = _opaque_terrain(state, past)
    return Sights(scene.behind(hiding.values()), dict(zip((*hiding, *ids), count(), strict=False)))


class OnTheGround(Struct, frozen=True):
    """The ground under the units that are alive and under the wrecks, each in order of purchase."""

    alive: dict[UnitId, Shape]
    wrecks: dict[UnitId, Shape]


@kept
def _on_the_ground(state: State) -> OnTheGround:
    """All units that stand or lie on the table, for who looks past them and for who shoots past."""
    field, units = obstacles(state), state.units
    alive: dict[UnitId, Shape] = {}
    wrecks: dict[UnitId, Shape] = {}
    for unit_id, shape in zip(field.place, field.scene.shapes, strict=False):
        status = units[unit_id].status
        if status == ALIVE:
            alive[unit_id] = shape
        elif status == WRECK:
            wrecks[unit_id] = shape
    return OnTheGround(alive, wrecks)


def _opaque_terrain(state: State, past: frozenset[TokenId]) -> tuple[Scene, tuple[TokenId, ...]]:
    """The terrain that hides, but for these pieces, and the ids in the places of the scene."""
    ground = terrain(state)
    if not past:
        return ground.opaque_scene, ground.opaque_ids
    left = [(token_id, shape) for token_id, shape in ground.opaque if token_id not in past]
    return Scene([shape for _id, shape in left]), tuple([token_id for token_id, _shape in left])


class Terrain(Struct, frozen=True):
    """The terrain on the table sorted by what it does, with shapes worked out once.

    `closed` is what stops ground units; those that swim are stopped only by what is in `afloat_scene`.
    """

    opaque: tuple[tuple[TokenId, Shape], ...]
    closed: tuple[tuple[TokenId, Shape], ...]
    wire: tuple[tuple[TokenId, Shape], ...]
    opaque_scene: Scene
    opaque_ids: tuple[TokenId, ...]
    closed_scene: Scene
    closed_ids: tuple[TokenId, ...]
    soft_scene: Scene
    soft_kinds: tuple[tuple[str, TokenId], ...]
    trees: tuple[tuple[TokenId, Shape], ...]
    grounds: Grounds
    afloat_scene: Scene
    afloat_ids: tuple[TokenId, ...]


@kept(by="tokens")
def terrain(state: State) -> Terrain:
    """The terrain of this state."""
    key, tokens, grounds = tuple(state.tokens), tuple(state.tokens.values()), battle_of(state).grounds
    known = grounds.get(key)
    if known is None or not all(map(_lies_alike, known[0], tokens)):
        if len(grounds) >= _MOST_GROUNDS:
            grounds.clear()
        known = grounds[key] = tokens, _sorted_out(state)
    found: Terrain = known[1]
    return found


def _lies_alike(one: Token, other: Token) -> bool:
    """Whether two tokens do the same to who drives or looks past them: hit markers make no difference."""
    return one is other or (
        one.kind == other.kind
        and one.group == other.group
        and one.pose == other.pose
        and (one.length, one.width, one.outline, one.cut) == (other.length, other.width, other.outline, other.cut)
    )


def _row_of(state: State, token: Token) -> Lying | None:
    """A token with what it does, worked out once for where it lies; None: it is no terrain."""
    match = battle_of(state)
    known = match.rows.get(token.id)
    if known is None or not _lies_alike(known[0], token):
        feature, row = feature_of(match, token), None
        if feature is not None:
            closed = closed_to_movement(state, feature)
            row = lying(token, feature, token_shape(token), closed, -match.options.hill_mp)
        known = match.rows[token.id] = token, row
    return known[1]


def _sorted_out(state: State) -> Terrain:
    """Every token by what it does. The edges of the table are closed too, and water where no bridge lies over it."""
    match = battle_of(state)
    rows = [row for token in state.tokens.values() if (row := _row_of(state, token)) is not None]
    grounds = grounds_of(rows)
    opaque = [row.thing for row in rows if row.opaque]
    if len(rows) < len(state.tokens):
        opaque += [(token.id, token_shape(token)) for token in state.tokens.values() if token.kind == SMOKE]
    soft = [row.soft for row in rows if row.soft is not None]
    closed = [row.thing for row in rows if row.closed]
    wet = [(water.token, part) for water in grounds.large_water for part in open_water(water, grounds.decks)]
    dry_scene, dry_ids = _closed(match, closed)
    return Terrain(
        tuple(opaque),
        (*closed, *wet),
        tuple([row.thing for row in rows if row.wire]),
        Scene([shape for _id, shape in opaque]),
        tuple([token_id for token_id, _shape in opaque]),
        *(_closed(match, [*closed, *wet]) if wet else (dry_scene, dry_ids)),
        Scene([shape for _kind, _id, shape in soft]),
        tuple([(kind, token_id) for kind, token_id, _shape in soft]),
        tuple([(token_id, shape) for kind, token_id, shape in soft if kind == "light_trees"]),
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
    return Scene([*shapes, *fence(match.bounds)])


@kept
def softs(state: State) -> Softs:
    """Wrecks and soft features: they never interrupt a line of sight, but a shot through them is harder."""
    ground, wrecks = terrain(state), _on_the_ground(state).wrecks
    scene = ground.soft_scene.behind(wrecks.values()) if wrecks else ground.soft_scene
    kinds = (*[("wreck", unit_id) for unit_id in wrecks], *ground.soft_kinds)
    return Softs(scene, kinds, scene.shapes, ground.trees)


class Obstacles(Struct, frozen=True):
    """What stops a ground unit: the scene with the table's edges, the ids in their places, and the place of units."""

    scene: Scene
    ids: tuple[str, ...]
    place: dict[str, int]

    def thing(self, hit: int) -> str:
        """The id of what a move ran into, by what the kernel says it hit; `edge` is the table's own."""
        return EDGE if hit < 0 else self.ids[hit]


def _in_new_places(state: State, before: Obstacles, moved: tuple[UnitId, ...]) -> Obstacles:
    """Obstacles known from before some units moved, with those units where they are now."""
    units, place = state.units, before.place
    shapes = {place[each]: footprint(state, units[each]) for each in moved if units[each].status != FLYING}
    return Obstacles(before.scene.replaced(shapes), before.ids, place)


@rule("mbb.geometry.collision", "mbb.geometry.friends", "mbb.geometry.edge", "mbb.wreck.immovable", "mbb.quick.wreck")
@kept(by="places", after_moves=_in_new_places)
def obstacles(state: State) -> Obstacles:
    """Live units of any side, wrecks and closed terrain all stop a ground unit, and so do the edges of the table."""
    return obstacles_of(state, _footprints(state), afloat=False)


def obstacles_afloat(state: State) -> Obstacles:
    """What stops those that swim: all that but water."""
    ground = terrain(state)
    return obstacles(state) if ground.afloat_scene is ground.closed_scene else _obstacles_afloat(state)


@kept(by="places", after_moves=_in_new_places)
def _obstacles_afloat(state: State) -> Obstacles:
    return obstacles_of(state, _footprints(state), afloat=True)


def things(field: Obstacles) -> tuple[str, ...]:
    """The ids of the units and pieces of a field, each once, without the edges of the table."""
    return tuple(dict.fromkeys(each for each in field.ids if each != EDGE))


@Question
@rule("mbb.geometry.collision", "mbb.terrain.water.fly")
def obstacles_to(state: State, unit_id: UnitId) -> Obstacles:
    """What stops this unit."""
    return obstacles(state)


@rule("mbb.amph.water")
def swims(state: State, unit_id: UnitId) -> bool:
    """Whether water is open to a unit."""
    card: UnitCard = state.match.cards[unit_id]
    return card.rules == "amphibious"


def obstacles_of(state: State, units: dict[UnitId, Shape], afloat: bool) -> Obstacles:
    """Obstacles with these units among them."""
    ground = terrain(state)
    closed, ids = (ground.afloat_scene, ground.afloat_ids) if afloat else (ground.closed_scene, ground.closed_ids)
    return Obstacles(closed.behind(units.values()), (*units, *ids), dict(zip(units, range(len(units)), strict=True)))


def what_stopped(state: State, hit: int, unit_id: UnitId = "") -> str:
    """The id of what a move (of this unit) ran into; `edge` is the table's own."""
    if hit == -1:
        return ""
    return (obstacles_to(state, unit_id) if unit_id else obstacles(state)).thing(hit)


@Question
@rule("mbb.setup.facing")
def stands_within(state: State, shape: Shape, unit_id: UnitId) -> TokenId:
    """The closed piece that a unit would stand in here, and may; empty: there is none."""
    return ""


@rule("mbb.setup.facing", "mbb.geometry.edge")
def in_the_way(state: State, shape: Shape, unit_id: UnitId = "") -> str:
    """What a unit put down here would overlap: what stops a move, the edge of the table, or wire. Empty: nothing."""
    field = obstacles_afloat(state) if unit_id and swims(state, unit_id) else obstacles(state)
    hit = kernel.overlapped(field.scene, shape, -1)
    if hit != -1 and unit_id and (around := stands_within(state, shape, unit_id)):
        hit = kernel.overlapped(field.scene, shape, field.ids.index(around))
    if hit != -1:
        return field.thing(hit)
    wires = terrain(state).wire
    hit = kernel.overlapped(Scene([wire for _id, wire in wires]), shape, -1) if wires else -1
    return wires[hit][0] if hit != -1 else ""


@Question
@rule("mbb.setup.facing", "mbb.geometry.edge")
def cannot_be_put_down(state: State, shape: Shape, unit_id: UnitId) -> str:
    """What a unit would overlap if it were put down here; empty: nothing."""
    return in_the_way(state, shape, unit_id)


@Question
@rule("mbb.setup.facing")
def solid_for(state: State, unit: Unit) -> tuple[Shape, ...]:
    """All shapes a unit cannot be put down on, wire and the edges of the table aside."""
    return obstacles_to(state, unit.id).scene.shapes


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


def in_a_sentence(state: State, thing: str) -> str:
    """The same where the board shows which piece is meant: a piece by its kind alone, "the house"."""
    token = None if thing in state.units else state.tokens.get(thing)
    return describe(state, thing) if token is None else f"the {token.kind.lower()}"
