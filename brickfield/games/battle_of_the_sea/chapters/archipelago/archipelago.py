"""An archipelago at random: islands, rocks, reefs and seaweed, currents, ports and treasures, all from one number."""

from __future__ import annotations

import random
from functools import cache
from math import cos, hypot, pi, sin
from pathlib import Path

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, read
from ...base.land import is_simple
from ...setup.battle_setup import WATERS
from ...setup.scenarios import Area, AreaKind, Chart, CurrentArea, PortPlace

_TRIES = 400
_POINTS = 8


class Sort(TableRow, frozen=True):
    """How many pieces of a kind there are (fewest, most) and how large (smallest and largest radius in inches)."""

    kind: AreaKind
    fewest: int
    most: int
    smallest: float
    largest: float


class ArchipelagoFile(TableRow, frozen=True):
    """The shape of random waters. Pieces keep `gap` inches apart and `shore` inches from the edges of the table."""

    clause: str
    sort: tuple[Sort, ...]
    corners: int
    jag: float
    sway: float
    gap: float
    shore: float
    treasures: tuple[int, ...]
    currents: int
    current_length: float
    current_width: float
    current_strengths: tuple[int, ...]
    table: float


@cache
def _table() -> ArchipelagoFile:
    return read("archipelago.toml", ArchipelagoFile, Path(__file__).parent)


@rule("sea.game.setup")
def archipelago(seed: int, size: float, seats: int) -> Chart:
    """The same number gives the same waters, whatever else was agreed; a larger table has more of everything."""
    table, rng = _table(), random.Random(f"archipelago {seed} {size:g} {seats}")
    share = (size / table.table) ** 2
    spots: list[tuple[float, float, float]] = []
    areas: list[Area] = []
    for sort in table.sort:
        for _ in range(round(rng.randint(sort.fewest, sort.most) * share)):
            spot = _spot(rng, spots, rng.uniform(sort.smallest, sort.largest), size)
            if spot is not None:
                spots.append(spot)
                areas.append(Area(kind=sort.kind, points=_coast(rng, spot)))
    return Chart(
        area=_with_treasures(areas, rng), current=_currents(rng, size), port=_ports(areas, seats, size), fort=()
    )


def _spot(
    rng: random.Random, taken: list[tuple[float, float, float]], radius: float, size: float
) -> tuple[float, float, float] | None:
    """A free place for a piece of this radius."""
    table = _table()
    inset = table.shore + radius
    for _ in range(_TRIES):
        x, y = rng.uniform(inset, size - inset), rng.uniform(inset, size - inset)
        if all(hypot(x - other[0], y - other[1]) >= radius + other[2] + table.gap for other in taken):
            return x, y, radius
    return None


def _coast(rng: random.Random, spot: tuple[float, float, float]) -> tuple[tuple[float, float], ...]:
    """A jagged outline inside a circle, often bent inwards; corners to a hundredth of an inch."""
    x, y, radius = spot
    table = _table()
    while True:
        corners = []
        for number in range(table.corners):
            angle = 2 * pi * (number + rng.uniform(-table.sway, table.sway)) / table.corners
            far = radius * (1 - rng.random() * table.jag)
            corners.append((round(x + far * cos(angle), 2), round(y + far * sin(angle), 2)))
        if is_simple(tuple(corners)):
            return tuple(corners)


def _with_treasures(areas: list[Area], rng: random.Random) -> tuple[Area, ...]:
    """Treasures go round the islands, one after the other."""
    islands = [number for number, area in enumerate(areas) if area.kind == "island"]
    holds: dict[int, list[int]] = {number: [] for number in islands}
    for place, weight in enumerate(_table().treasures if islands else ()):
        holds[islands[place % len(islands)]].append(weight)
    rng.shuffle(islands)
    return tuple(
        Area(kind=area.kind, points=area.points, treasures=tuple(holds.get(number, ())))
        for number, area in enumerate(areas)
    )


def _currents(rng: random.Random, size: float) -> tuple[CurrentArea, ...]:
    """Straight streams across the table."""
    table, found = _table(), []
    for _ in range(table.currents):
        direction = rng.randrange(_POINTS) * 360 / _POINTS
        angle = direction * pi / 180
        long, wide = table.current_length / 2, table.current_width / 2
        room = min(size / 2, hypot(long, wide))
        x, y = rng.uniform(room, size - room), rng.uniform(room, size - room)
        corners = tuple(
            (round(x + a * cos(angle) - b * sin(angle), 2), round(y + a * sin(angle) + b * cos(angle), 2))
            for a, b in ((-long, -wide), (long, -wide), (long, wide), (-long, wide))
        )
        found.append(CurrentArea(points=corners, direction=direction, strength=rng.choice(table.current_strengths)))
    return tuple(found)


def _ports(areas: list[Area], seats: int, size: float) -> tuple[PortPlace, ...]:
    """One port for each seat, on the corner of an island nearest to the part of the table's rim where it starts."""
    coast = [corner for area in areas if area.kind == "island" for corner in area.points]
    ports = []
    for seat in range(seats if coast else 0):
        # seats go clockwise from the bottom edge, so their share of the circle does too
        angle = -pi / 2 - 2 * pi * seat / seats
        rim = (size / 2 * (1 + cos(angle)), size / 2 * (1 + sin(angle)))
        x, y = min(coast, key=lambda corner: hypot(corner[0] - rim[0], corner[1] - rim[1]))
        coast = [corner for corner in coast if corner != (x, y)]
        ports.append(PortPlace(seat=seat, x=x, y=y))
    return tuple(ports)


WATERS["archipelago"] = archipelago
