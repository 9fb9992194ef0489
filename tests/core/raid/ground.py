"""The ground of the raid: a house of two floors with windows and a door, a low wall, and who sees whom past them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot

from msgspec.structs import replace

from brickfield.core.board import Model, Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.formations import ranks
from brickfield.core.shown.showing import CoverPicture
from brickfield.core.state import State
from brickfield.core.structures import Opening, Storey, Structure, shape_of, solid_of
from brickfield.geometry import GRAIN, Pose, Scene, Solid, circle, hidden_cells, kernel, sees

REACH = 24.0
SIZE = 72.0
# A figure is a disc of this radius, so high, with its eyes so high.
RADIUS, HEIGHT, EYES = 1.0, 4.8, 4.2
DOOR_REACH = 4.0
_ROWS = 8
HOUSE, HOUSE_AT, LOW_WALL = "house", (36.0, 36.0), "wall"


def _opening(wall: int, start: float, end: float, bottom: float, top: float, *, door: bool = False) -> Opening:
    return Opening(wall, *(round(each * GRAIN) for each in (start, end, bottom, top)), door)


LEFT, REAR, RIGHT, FRONT = range(4)
STRUCTURES = {
    "house": Structure(
        top=13_000_000,
        wall=500_000,
        storeys=(
            Storey(0, 6_000_000, "ground floor", (_opening(RIGHT, 6.5, 9.5, 0.0, 5.2, door=True),)),
            Storey(
                6_500_000,
                12_500_000,
                "upper floor",
                (
                    _opening(FRONT, 3.5, 8.5, 8.0, 11.5),
                    _opening(REAR, 3.5, 8.5, 8.0, 11.5),
                    _opening(LEFT, 5.5, 10.5, 8.0, 11.5),
                ),
            ),
        ),
    ),
    "low_wall": Structure(top=3_500_000),
}
# Where figures stand inside: behind the door, and at the windows upstairs.
PLACES_INSIDE = (
    ((36.0, 32.4, 270.0), (33.0, 36.0, 270.0), (39.0, 36.0, 270.0)),
    ((41.4, 36.0, 0.0), (30.6, 36.0, 180.0), (36.0, 39.4, 90.0)),
)


def tokens() -> dict[str, Token]:
    """What stands on the table besides the squads."""
    house = Token(HOUSE, "house", Pose.at(*HOUSE_AT), 16 * GRAIN, 12 * GRAIN)
    wall = Token(LOW_WALL, "low_wall", Pose.at(52.0, 36.0, 90.0), 14 * GRAIN, GRAIN)
    return {each.id: each for each in (house, wall)}


def solids(state: State) -> list[Solid]:
    """Everything that is in the way of an eye."""
    return [solid_of(each, STRUCTURES[each.kind]) for each in state.tokens.values()]


def foot(unit: Unit) -> float:
    """How high the figures of a squad stand."""
    return STRUCTURES["house"].floor(unit.floor) / GRAIN if unit.container else 0.0


def _spots(unit: Unit, high: float, at: Mapping[str, Pose]) -> Iterator[tuple[float, float, float]]:
    level = foot(unit)
    for each in unit.standing:
        pose = at.get(each.id, each.pose)
        assert pose is not None
        yield (*pose.place, level + high)


@rule("raid.house.window")
def sees_squad(state: State, one: Unit, other: Unit, at: Mapping[str, Pose] | None = None) -> bool:
    """Whether an eye of one squad sees the middle of a figure of the other within reach. `at`: where the other's
    figures would stand."""
    ground = solids(state)
    bodies = list(_spots(other, HEIGHT / 2, at or {}))
    return any(
        hypot(eye[0] - body[0], eye[1] - body[1]) <= REACH and sees(eye, body, ground)
        for eye in _spots(one, EYES, {})
        for body in bodies
    )


@rule("raid.house.window")
def picture(state: State, one: Unit, other: Unit) -> CoverPicture:
    """What an eye of one squad sees of the nearest figure of the other that it sees."""
    seen = [
        (hypot(eye[0] - body[0], eye[1] - body[1]), eye, body[:2])
        for eye in _spots(one, EYES, {})
        for body in _spots(other, HEIGHT / 2, {})
        if sees(eye, body, solids(state))
    ]
    _, eye, centre = min(seen)
    low = foot(other)
    rows = tuple(low + (row + 0.5) * HEIGHT / _ROWS for row in range(_ROWS))
    cells = hidden_cells(eye, centre, 2 * RADIUS, rows, solids(state))
    counts = tuple(map(sum, cells))
    percent = round(100 * sum(counts) / _ROWS**2)
    cover = "some" if percent else "none"
    return CoverPicture(eye, centre, 2 * RADIUS, rows, counts, percent, cover, (), "raid.house.window", cells)


def in_the_way(state: State, unit: Unit) -> Scene:
    """What a squad cannot walk through: the house, and the figures of the others."""
    others = [each for each in state.units.values() if each.alive and not each.container and each.id != unit.id]
    figures = [circle(*figure.pose.place, RADIUS) for each in others for figure in each.standing if figure.pose]
    return Scene([shape_of(state.tokens[HOUSE]), *figures], (0.0, 0.0, state.match.width, state.match.height))


def at_the_door(state: State, unit: Unit) -> bool:
    """Whether a figure of a squad is near enough to the house."""
    house = shape_of(state.tokens[HOUSE])
    return any(each.pose and kernel.point_distance(house, *each.pose.place) <= DOOR_REACH for each in unit.standing)


def open_levels(state: State) -> list[int]:
    """The floors that nobody holds."""
    held = {unit.floor for unit in state.units.values() if unit.alive and unit.container}
    return [level for level in (0, 1) if level not in held]


def inside(unit: Unit, level: int) -> tuple[tuple[str, Pose], ...]:
    """Where the figures of a squad stand on a floor."""
    places = [Pose.at(*place) for place in PLACES_INSIDE[level]]
    return tuple((each.id, place) for each, place in zip(unit.standing, places, strict=False))


def outside(state: State, unit: Unit) -> tuple[tuple[str, Pose], ...]:
    """Where a squad comes out of the door: as near as there is room."""
    scene = in_the_way(state, unit)
    for row in range(9):
        poses = ranks(Pose.at(36.0, 28.0 - 2.5 * row, 270.0), len(unit.standing), 2.5, 3)
        if all(kernel.overlapped(scene, circle(*pose.place, RADIUS)) == -1 for pose in poses):
            return tuple((each.id, pose) for each, pose in zip(unit.standing, poses, strict=True))
    return inside(unit, 0)


def first_figures(x: float, y: float) -> tuple[Model, ...]:
    """A leader and two others side by side, looking at the middle of the table."""
    heading = 90.0 if y < HOUSE_AT[1] else 270.0
    return tuple(Model(f"f{n}", "leader" if n == 0 else "rifle", Pose.at(x + 2.5 * n, y, heading)) for n in range(3))


def first_inside(level: int) -> tuple[Model, ...]:
    """The same three on a floor of the house."""
    places = [Pose.at(*place) for place in PLACES_INSIDE[level]]
    return tuple(replace(each, pose=pose) for each, pose in zip(first_figures(0.0, 0.0), places, strict=True))
