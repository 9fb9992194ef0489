"""The battlefield: a set-up worked out into seats, edges, cards and terrain, and the shapes that stand on the table."""

from __future__ import annotations

from operator import is_
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from brickfield.core.board import ALIVE, WRECK, Token, TokenId, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.match import Match
from brickfield.core.state import State
from brickfield.games.micro_brick_battle import old_rules
from brickfield.games.micro_brick_battle.rules.features import Feature, features
from brickfield.games.micro_brick_battle.rules.options import Options
from brickfield.games.micro_brick_battle.rules.scenarios import Scenario
from brickfield.games.micro_brick_battle.rules.unit_cards import UnitCard
from brickfield.geometry import Pose, Scene, Shape, fence, kernel, part_at, rectangle_at, squares, strips
from brickfield.geometry.grain import GRAIN

# What the edge of the table is called where things are called by their ids.
EDGE = "edge"
_EDGES = {"y": ("south", "north"), "x": ("west", "east")}
# x0, y0, x1, y1
Area = tuple[float, float, float, float]


class Piece(Struct, frozen=True):
    """A piece of terrain in the box: what it is, how large, and where it lies (if it lies anywhere yet)."""

    feature: str
    length: float
    width: float
    pose: Pose | None = None
    hit_markers: int | None = None


# A part of a piece: its pose, its length and width in grain, and where it was cut from.
_Part = tuple[Pose, int, int, tuple[int, int, int, int, int, int] | UnsetType]


class BattleMatch(Match):
    """A battle of Micro Brick Battle as agreed: nothing in here changes while it is played."""

    options: Options
    cards: dict[UnitId, UnitCard]

    def __init__(
        self, game: Any, setup: Any, options: Options, scenario: Scenario, edges: tuple[str, ...] = ()
    ) -> None:
        # the edge each seat starts from
        self.edges = edges or tuple(force.edge for force in scenario.force)
        size = scenario.table_width, scenario.table_depth
        super().__init__(game, setup, options, len(self.edges), size, scenario.sides)
        self.scenario = scenario
        self.pieces: tuple[Piece, ...] = ()
        # the footprint each unit had when it was last looked at: most units stand still most of the time
        self.footprints: dict[UnitId, tuple[Pose, Shape]] = {}
        # pieces of the box as they were laid, and the terrain that was sorted last: most battles lay the same
        self.laid: dict[tuple[int, Pose], tuple[Token, ...]] = {}
        self.ground: tuple[tuple[Token, ...], Terrain] | None = None
        # a position the battle begins in, if it does not begin with deployment
        self.start: Any = None

    @rule("mbb.hm.place")
    def carries_markers(self, feature: str) -> bool:
        """Whether a kind of piece carries its hit markers: by agreement, or unless the scenario says no."""
        agreed = self.options.destructible
        if agreed != "scenario":
            return bool(agreed)
        if old_rules.all_or_no_markers(self):
            return self.scenario.destructible
        return feature not in self.scenario.lasting

    @property
    def round_limit(self) -> int:
        """The last round, agreed or set by the scenario; 0 is none."""
        return self.options.round_limit or self.scenario.round_limit

    @property
    def bounds(self) -> Area:
        """The edges of the table, which ground units may touch but not cross (mbb.geometry.edge)."""
        return (0.0, 0.0, self.width, self.height)


def battle_of(state: State) -> BattleMatch:
    """The match of a state, as this game's own type."""
    match = state.match
    assert isinstance(match, BattleMatch)
    return match


@rule("mbb.declare.legal_targets")
def enemies_of(state: State, seat: int) -> list[Unit]:
    """The living units of everybody who is no ally."""
    allied = state.match.allied
    return [unit for unit in state.units.values() if unit.status == ALIVE and not allied(unit.seat, seat)]


def edge_name(edge: str) -> str:
    """An edge as it is called on a map: south, north, west or east."""
    return _EDGES[edge[0]][edge != f"{edge[0]}=0"]


def outline(area: Area) -> tuple[int, ...]:
    """The corners of an upright rectangle, counter-clockwise, in grain."""
    x0, y0, x1, y1 = area
    return tuple(round(value * GRAIN) for value in (x0, y0, x1, y0, x1, y1, x0, y1))


def card_of(state: State, unit_id: UnitId) -> UnitCard:
    """The numbers of a unit."""
    card: UnitCard = state.match.cards[unit_id]
    return card


@rule("mbb.geometry.footprint", "mbb.geometry.units")
def footprint(state: State, unit: Unit) -> Shape:
    """A ground unit is a rectangle, its length along the heading; barrels and turrets add nothing."""
    pose, footprints = unit.pose, battle_of(state).footprints
    known = footprints.get(unit.id)
    if known is None or known[0] is not pose:
        card: UnitCard = state.match.cards[unit.id]
        assert pose is not None
        known = footprints[unit.id] = pose, rectangle_at(pose, card.length_inches, card.width_inches)
    return known[1]


def footprint_at(state: State, unit_id: UnitId, pose: Pose) -> Shape:
    """The ground a unit would cover at another pose."""
    card: UnitCard = state.match.cards[unit_id]
    return rectangle_at(pose, card.length_inches, card.width_inches)


@rule("mbb.geometry.sections")
def token_shape(token: Token) -> Shape:
    """The outline of a piece of terrain or of one of its sections, which together are the piece and leave no crack."""
    if token.cut is not UNSET:
        return part_at(token.pose.heading, token.cut, token.length, token.width)
    return rectangle_at(token.pose, token.length / GRAIN, token.width / GRAIN)


@rule("mbb.geometry.sections", "mbb.geometry.feature_facing", "mbb.hm.section", "mbb.hm.place", "mbb.hm.untargetable")
def lay_piece(match: BattleMatch, number: int, piece: Piece, pose: Pose) -> tuple[Token, ...]:
    """Cut a piece into its sections or cells, from its first end or corner, each with its own hit markers."""
    feature = features()[piece.feature]
    group = f"T{number}"
    markers = printed_markers(piece)
    marks = {"hm": markers} if feature.targetable and markers and match.carries_markers(feature.name) else {}
    parts = _parts(match, feature, piece, pose)
    return tuple(
        Token(
            f"{group}.{index}" if len(parts) > 1 else group,
            piece.feature,
            where,
            length,
            width,
            group,
            marks=marks,
            cut=cut if len(parts) > 1 else UNSET,
        )
        for index, (where, length, width, cut) in enumerate(parts, start=1)
    )


def printed_markers(piece: Piece) -> int:
    """The hit markers of a piece, or of each of its sections, before anybody has fired at it."""
    return features()[piece.feature].hit_markers if piece.hit_markers is None else piece.hit_markers


def full_markers(match: BattleMatch, token: Token) -> int:
    """The hit markers a token on the table began with."""
    return printed_markers(match.pieces[int(token.group[1:]) - 1])


@rule("mbb.geometry.sections")
def _parts(match: BattleMatch, feature: Feature, piece: Piece, pose: Pose) -> list[_Part]:
    """The parts of a piece, each with its pose and size and where it lies in the whole."""
    size = round(piece.length * GRAIN), round(piece.width * GRAIN)
    if feature.cut == "piece":
        return [(pose, *size, UNSET)]
    if old_rules.is_first(match):
        return [(*part, UNSET) for part in old_rules.sections_one_by_one(feature, pose, piece.length, piece.width)]
    cut = strips if feature.cut == "length" else squares
    return [*cut(pose, *size, round(feature.section_inches * GRAIN))]


@rule("mbb.geometry.collision", "mbb.terrain.hedge", "mbb.obst.lowwall.move", "mbb.obst.trap.move", "mbb.terrain.trees")
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


def standing(state: State) -> list[tuple[Unit, Shape]]:
    """Every unit on the table, alive or wrecked, with its footprint."""
    found: list[tuple[Unit, Shape]] | None = state.from_units.get("standing")
    if found is None:
        found = []
        footprints = battle_of(state).footprints
        for unit in state.units.values():
            pose = unit.pose
            if pose is not None:
                known = footprints.get(unit.id)
                shape = known[1] if known is not None and known[0] is pose else footprint(state, unit)
                found.append((unit, shape))
        state.from_units["standing"] = found
    return found


@rule("mbb.geometry.blockers")
def sights(state: State, seat: int) -> Sights:
    """Everything opaque for a shooter of this seat. Friends count too, unless the house rule lets them be seen past."""
    match = state.match
    transparent = match.sides[seat] if match.options.friends_transparent else -1
    key = "sights" if transparent < 0 else f"sights{transparent}"
    found: Sights | None = state.from_units.get(key)
    if found is None:
        hiding = [
            (unit.id, shape)
            for unit, shape in standing(state)
            if unit.status == ALIVE and match.sides[unit.seat] != transparent
        ]
        ground = terrain(state)
        place = {each: number for number, (each, _shape) in enumerate(hiding)}
        place.update([(each, len(hiding) + number) for each, number in ground.opaque_place])
        found = Sights(ground.opaque_scene.behind([shape for _each, shape in hiding]), place)
        state.from_units[key] = found
    return found


class Terrain(Struct, frozen=True):
    """The terrain on the table sorted by what it does, with shapes worked out once."""

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


def terrain(state: State) -> Terrain:
    """The terrain of this state."""
    found: Terrain | None = state.from_tokens.get("terrain")
    if found is None:
        tokens = tuple(state.tokens.values())
        known = battle_of(state).ground
        if known is None or len(known[0]) != len(tokens) or not all(map(is_, known[0], tokens)):
            known = battle_of(state).ground = tokens, _sorted_out(state)
        found = state.from_tokens["terrain"] = known[1]
    return found


def _sorted_out(state: State) -> Terrain:
    """Every token by what it does. The edges of the table are closed too."""
    opaque, soft, closed, wire = [], [], [], []
    for token in state.tokens.values():
        feature, shape = features()[token.kind], token_shape(token)
        if feature.is_opaque:
            opaque.append((token.id, shape))
        if feature.modifier:
            soft.append((feature.modifier, token.id, shape))
        if closed_to_movement(state, feature):
            closed.append((token.id, shape))
        if feature.name == "Wire Obstacle":
            wire.append((token.id, shape))
    return Terrain(
        tuple(opaque),
        tuple(soft),
        tuple(closed),
        tuple(wire),
        Scene([shape for _id, shape in opaque]),
        tuple((token_id, number) for number, (token_id, _shape) in enumerate(opaque)),
        closed_scene(battle_of(state), [shape for _id, shape in closed]),
        (*[token_id for token_id, _shape in closed], *[EDGE] * 4),
        Scene([shape for _kind, _id, shape in soft]),
        tuple((kind, token_id) for kind, token_id, _shape in soft),
        tuple((token_id, shape) for kind, token_id, shape in soft if kind == "light_trees"),
    )


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
def obstacles(state: State) -> Obstacles:
    """Live units of any side, wrecks and closed terrain all stop a ground unit, and so do the edges of the table."""
    found: Obstacles | None = state.from_units.get("obstacles")
    if found is None:
        found = _obstacles_after_moves(state) or _all_obstacles(state)
        state.from_units["obstacles"] = found
    return found


def _obstacles_after_moves(state: State) -> Obstacles | None:
    """Obstacles known from before some units moved, with those units in their new places; None if nothing is known."""
    before: Obstacles | None = state.from_units.get("before", {}).get("obstacles")
    if before is None:
        return None
    moved = {before.place[unit_id]: footprint(state, state.units[unit_id]) for unit_id in state.from_units["moved"]}
    return Obstacles(before.scene.replaced(moved), before.ids, before.place)


def _all_obstacles(state: State) -> Obstacles:
    units, ground = standing(state), terrain(state)
    place = {unit.id: number for number, (unit, _shape) in enumerate(units)}
    scene = ground.closed_scene.behind([shape for _unit, shape in units])
    return Obstacles(scene, (*place, *ground.closed_ids), place)


def what_stopped(state: State, hit: int) -> str:
    """The id of what a move ran into; `edge` is the table's own."""
    if hit == -1:
        return ""
    return EDGE if hit < 0 else obstacles(state).ids[hit]


@rule("mbb.setup.facing", "mbb.geometry.edge")
def in_the_way(state: State, shape: Shape) -> str:
    """What a unit put down here would overlap: what stops a move, the edge of the table, or wire. Empty: nothing."""
    hit = kernel.overlapped(obstacles(state).scene, shape, -1)
    if hit != -1:
        return what_stopped(state, hit)
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
