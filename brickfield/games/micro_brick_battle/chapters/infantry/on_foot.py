"""The ground on foot: what is closed to soldiers, what slows them, and where a plate may stand."""

from __future__ import annotations

from msgspec import Struct

from brickfield.core.board import ALIVE, WRECK, TokenId, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.kept import kept
from brickfield.core.state import State
from brickfield.geometry import Scene, Shape, kernel
from ...base.battlefield import (
    EDGE,
    Obstacles,
    battle_of,
    cannot_be_put_down,
    closed_scene,
    feature_of,
    solid_for,
    standing,
    terrain,
    token_shape,
)
from ...base.grounds import Ground, open_water
from .chapter import INFANTRY
from .infantry import is_infantry
from .infantry_tables import ground_on_foot


class Slow(Struct, frozen=True):
    """A piece that takes Movement Points from soldiers who touch it; each kind does so once in a turn."""

    token: TokenId
    kind: str
    points: int
    shape: Shape
    clause: str


class FootGround(Struct, frozen=True):
    """The terrain of a table as soldiers find it. `closed` stops them, on `no_rest` a move may not end."""

    closed: Scene
    closed_ids: tuple[TokenId, ...]
    no_rest: tuple[tuple[TokenId, Shape], ...]
    slow: tuple[Slow, ...]
    buildings: tuple[tuple[TokenId, Shape], ...]


@rule("inf.move.water", "inf.move.forest", "inf.move.impassable", "inf.move.obstacles", "inf.move.enter")
@kept(by="tokens")
def foot_ground(state: State) -> FootGround:
    """Buildings and water are closed, but for bridges; forest is free; the rest is slow or as open as a field."""
    match, decks = battle_of(state), terrain(state).grounds.decks
    closed: list[tuple[TokenId, Shape]] = []
    no_rest: list[tuple[TokenId, Shape]] = []
    slow: list[Slow] = []
    buildings: list[tuple[TokenId, Shape]] = []
    for token in state.tokens.values():
        row = ground_on_foot().get(token.kind)
        if row is None or feature_of(match, token) is None:
            continue
        shape = token_shape(token)
        if row.on_foot in ("building", "closed"):
            closed.append((token.id, shape))
        if row.on_foot == "building":
            buildings.append((token.id, shape))
        if row.on_foot == "water":
            closed += [(token.id, part) for part in open_water(_ground(state, token.id), decks)]
        if row.movement_points:
            slow.append(Slow(token.id, row.on_foot, row.movement_points, shape, row.clause))
        if not row.rest:
            no_rest.append((token.id, shape))
    ids = (*[token_id for token_id, _shape in closed], *[EDGE] * 4)
    scene = closed_scene(match, [shape for _id, shape in closed])
    return FootGround(scene, ids, tuple(no_rest), tuple(slow), tuple(buildings))


def _ground(state: State, token_id: TokenId) -> Ground:
    waters = (*terrain(state).grounds.large_water, *terrain(state).grounds.shallow_water)
    return next(each for each in waters if each.token == token_id)


def _still_there(state: State, before: Obstacles, moved: tuple[UnitId, ...], side: int) -> Obstacles | None:
    """What was in the way before some friends moved is in the way still: they never were."""
    units, sides = state.units, state.match.sides
    return before if all(sides[units[each].seat] == side for each in moved) else None


@rule("inf.geometry.path", "inf.geometry.overrun")
@kept(after_moves=_still_there)
def stops_soldiers(state: State, side: int) -> Obstacles:
    """What soldiers of a side cannot walk through: enemies, wrecks, buildings, water and the edge of the table."""
    sides, ground = state.match.sides, foot_ground(state)
    there = [
        (unit.id, shape)
        for unit, shape in standing(state)
        if unit.status == WRECK or (unit.status == ALIVE and sides[unit.seat] != side)
    ]
    place = {each: number for number, (each, _shape) in enumerate(there)}
    scene = ground.closed.behind([shape for _each, shape in there])
    return Obstacles(scene, (*place, *ground.closed_ids), place)


def stopped_on_foot(state: State, side: int, hit: int) -> str:
    """The id of what a walk ran into; `edge` is the table's own."""
    if hit == -1:
        return ""
    return EDGE if hit < 0 else stops_soldiers(state, side).ids[hit]


@rule("inf.geometry.path", "inf.move.impassable", "inf.geometry.plate")
def cannot_stand(state: State, unit_id: UnitId, shape: Shape) -> str:
    """What a plate would overlap at the end of a move: any unit, wall, hedgerow, tank trap, building or water."""
    ground = foot_ground(state)
    x0, y0, x1, y1 = shape.box
    others = [(unit.id, other) for unit, other in standing(state) if unit.id != unit_id]
    near = [
        row
        for row in (*others, *ground.no_rest)
        if row[1].x0 < x1 and row[1].x1 > x0 and row[1].y0 < y1 and row[1].y1 > y0
    ]
    hit = kernel.overlapped(Scene([other for _id, other in near]), shape, -1) if near else -1
    if hit != -1:
        return near[hit][0]
    hit = kernel.overlapped(ground.closed, shape, -1)
    return "" if hit == -1 else EDGE if hit < 0 else ground.closed_ids[hit]


@cannot_be_put_down.amended(INFANTRY)
@rule("mbb.setup.facing", "inf.deploy.cover", "inf.geometry.plate")
def no_place_for_soldiers(state: State, shape: Shape, unit_id: UnitId, overlapped: str) -> str:
    """Soldiers may be put into woods and behind sandbags, not onto wire."""
    if not is_infantry(state, unit_id):
        return overlapped
    found = cannot_stand(state, unit_id, shape)
    wires = terrain(state).wire
    hit = kernel.overlapped(Scene([wire for _id, wire in wires]), shape, -1) if wires and not found else -1
    return wires[hit][0] if hit != -1 else found


@solid_for.amended(INFANTRY)
def solid_for_soldiers(state: State, unit: Unit, solid: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Woods and sandbags are open to soldiers."""
    if not is_infantry(state, unit.id):
        return solid
    ground = foot_ground(state)
    units = [shape for _unit, shape in standing(state)]
    return (*units, *[shape for _id, shape in ground.no_rest], *ground.closed.shapes)
