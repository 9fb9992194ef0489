"""Write the vectors that the browser's ruler is tested against: poses, costs and contacts, worked out by the engine."""

from __future__ import annotations

import json
from math import hypot
from pathlib import Path
from random import Random
from typing import Any

from brickfield.games.brick_mech.base.move_costs import Leg, extra_bricks
from brickfield.geometry import (
    GRAIN,
    STRAIGHT,
    TURN,
    Pose,
    Scene,
    Shape,
    circle,
    kernel,
    polygon,
    rectangle,
    rectangle_at,
)
from brickfield.testing import forward, lay_table, pivot, reverse, slide, unit

FILE = Path(__file__).with_name("ruler.json")
STUD = 0.315
TANK = (6 * STUD, 3 * STUD)
TABLE = (0.0, 0.0, 48.0, 36.0)
Points = list[tuple[float, float]]

PRICES: dict[str, dict[str, Any]] = {
    "base": {"forward": 1.0, "reverse": 2.0, "degrees_per_point": 90.0, "whole_points": False},
    "per_started_90": {"forward": 1.0, "reverse": 2.0, "degrees_per_point": 90.0, "whole_points": True},
    "quick": {"slide": 1.0, "degrees_per_point": None},
}
ORDERS: dict[str, list[list[dict[str, Any]]]] = {
    "base": [
        [forward(3)],
        [reverse(2)],
        [pivot(45)],
        [pivot(-45)],
        [forward(5), pivot(90), forward(2)],
        [pivot(180), reverse(2)],
        [forward(3.4), pivot(52), forward(2.4)],
        [pivot(0.5), pivot(-0.5), forward(0.25)],
        [reverse(0.125), forward(0.125)],
        [pivot(359.5)],
        [forward(1 / 3), pivot(7.123456), reverse(2 / 3)],
    ],
    "per_started_90": [[pivot(1)], [pivot(90)], [pivot(-90.5)], [pivot(181)], [forward(2), pivot(45), forward(2)]],
    "quick": [[slide(0, 2.5)], [slide(37, 3)], [slide(270, 1), pivot(120)], [pivot(-200)]],
}
OPTIONS: dict[str, dict[str, Any]] = {
    "base": {},
    "per_started_90": {"turn_cost": "per_started_90"},
    "quick": {"rules_level": ["quick", "quick"]},
}


def orders() -> list[dict[str, Any]]:
    """Whole orders on an empty table: what they cost and where they end."""
    rows = []
    for rules, lists in ORDERS.items():
        for number, steps in enumerate(lists):
            heading = (90, 0, 217.5, 333.333333)[number % 4]
            units = [unit("A1", "M4 Sherman", 24, 12, heading), unit("B1", "Panzer III", 2, 34, 270)]
            table = lay_table("micro_brick_battle", units, options=OPTIONS[rules])
            cost, end = table.cost("A1", *steps), table.end("A1", *steps)
            row = {"prices": PRICES[rules], "from": [24, 12, heading], "steps": steps}
            rows.append(row | {"cost": float(cost), "to": [float(value) for value in end]})
    return rows


def box(x0: float, y0: float, x1: float, y1: float) -> Points:
    """An upright rectangle by its corners."""
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def slanted(rng: Random) -> Points:
    """A turned rectangle, or a triangle, somewhere in the middle of the table."""
    x, y = rng.uniform(8, 16), rng.uniform(8, 16)
    if rng.random() < 0.3:
        return [(x, y), (x + rng.uniform(1, 3), y + rng.uniform(-0.5, 0.5)), (x + 0.5, y + rng.uniform(1, 3))]
    size = rng.choice([(8 * STUD, 8 * STUD), (24 * STUD, STUD), TANK])
    return [(round(u, 6), round(v, 6)) for u, v in rectangle(x, y, rng.uniform(0, 360), *size).points]


def scene_of(obstacles: list[Points], bounded: bool) -> Scene:
    """The obstacles as the engine holds them."""
    return Scene([polygon(points) for points in obstacles], TABLE if bounded else None)


# pose, obstacles, and the way asked for: the cases in which contact and overlap are easily confused
EDGE_DRIVES: list[tuple[tuple[float, float, float], list[Points], tuple[float, float]]] = [
    ((10, 10, 0), [box(13, 9, 14, 11)], (4.0, 0.0)),
    ((10, 10, 0), [box(13, 9, 14, 11)], (-4.0, 0.0)),
    ((10, 10, 0), [box(10.945, 9, 14, 11)], (2.0, 0.0)),
    ((10, 10, 0), [box(10.945, 9, 14, 11)], (-2.0, 0.0)),
    ((10, 10, 0), [box(0, 10.4725, 20, 12)], (5.0, 0.0)),
    ((10, 10, 0), [box(0, 10.4725, 20, 12)], (5.0, 0.001)),
    ((10, 10, 0), [box(0, 10.4725, 20, 12)], (5.0, -1.0)),
    ((10, 10, 0), [box(12, 10.4725, 13, 12)], (5.0, 0.0)),
    ((10, 10, 0), [box(12, 10.472, 13, 12)], (5.0, 0.0)),
    ((10, 10, 0), [box(12, 9, 12.001, 11)], (50.0, 0.0)),
    ((10, 10, 0), [box(15, 9, 16, 11), box(13, 9, 14, 11)], (6.0, 0.0)),
    ((10, 10, 0), [box(13, 9, 14, 10), box(13, 10, 14, 11)], (6.0, 0.0)),
    ((10, 10, 0), [box(10.5, 9, 14, 11)], (-3.0, 0.0)),
    ((10, 10, 0), [box(10.5, 9, 14, 11)], (1.0, 0.0)),
    ((10, 10, 45), [box(12, 12, 14, 14)], (3.0, 3.0)),
    ((46, 10, 0), [], (4.0, 0.0)),
    ((46, 10, 90), [], (0.0, -30.0)),
    ((47.055, 10, 0), [], (1.0, 0.0)),
    ((47.055, 10, 0), [], (-1.0, 0.0)),
    ((24, 35, 30), [], (-6.0, 6.0)),
]
EDGE_TURNS: list[tuple[tuple[float, float, float], list[Points], float]] = [
    ((10, 10, 0), [], 720.0),
    ((10, 10, 0), [box(12, 9, 14, 11)], 360.0),
    ((10, 10, 0), [box(11, 9, 14, 11)], 90.0),
    ((10, 10, 0), [box(11, 9, 14, 11)], 5.0),
    ((10, 10, 0), [box(20, 20, 21, 21), box(11, 9, 14, 11)], 90.0),
    ((10, 10, 0), [box(9, 10.5, 11, 12)], 90.0),
    ((10, 10, 0), [box(9, 10.5, 11, 12)], -2.0),
    ((10, 10, 0), [box(9, 10.4725, 11, 12)], 1.0),
    ((10, 10, 0), [box(10.95, 10.6, 10.96, 10.61)], 90.0),
    ((10, 10, 0), [box(9.99, 10.94, 10.01, 10.95)], 90.0),
    ((10, 10, 0), [box(10.8, 10.4725, 11.5, 11)], -40.0),
    ((1, 10, 0), [], 90.0),
    ((1, 10, 90), [], 90.0),
    ((0.4725, 10, 90), [], 1.0),
    ((24, 35, 0), [], -35.0),
]


def drive_row(pose: tuple[float, float, float], obstacles: list[Points], way: tuple[float, float]) -> dict[str, Any]:
    """A straight drive: how much of it is covered and what stops it."""
    shape = rectangle_at(Pose.at(*pose), *TANK)
    share, hit = kernel.translate(scene_of(obstacles, True), shape, *way)
    row = {"size": TANK, "from": pose, "way": way, "obstacles": obstacles, "border": TABLE}
    return row | {"share": round(share, 9), "hit": hit}


def turn_row(pose: tuple[float, float, float], obstacles: list[Points], degrees: float) -> dict[str, Any]:
    """A turn on the spot: what it would overlap."""
    shape = rectangle_at(Pose.at(*pose), *TANK)
    hit = kernel.pivot(scene_of(obstacles, True), shape, pose[:2], degrees)
    return {"size": TANK, "from": pose, "degrees": degrees, "obstacles": obstacles, "border": TABLE, "hit": hit}


def stands_free(shape: Shape, obstacles: list[Points]) -> bool:
    """Whether a shape is clear of everything at the start."""
    return bool(kernel.overlapped(scene_of(obstacles, False), shape) == -1)


def drawn(rng: Random) -> tuple[tuple[float, float, float], list[Points]]:
    """A tank that stands free among a few obstacles."""
    while True:
        obstacles = [slanted(rng) for _ in range(rng.randint(1, 4))]
        pose = (round(rng.uniform(6, 18), 6), round(rng.uniform(6, 18), 6), round(rng.uniform(0, 359), 6))
        if stands_free(rectangle_at(Pose.at(*pose), *TANK), obstacles):
            return pose, obstacles


def drives() -> list[dict[str, Any]]:
    """Straight drives: the awkward ones, then a hundred at random."""
    rng = Random(1)
    rows = [drive_row(*case) for case in EDGE_DRIVES]
    for _ in range(100):
        pose, obstacles = drawn(rng)
        rows.append(drive_row(pose, obstacles, (round(rng.uniform(-8, 8), 6), round(rng.uniform(-8, 8), 6))))
    return rows


def turns() -> list[dict[str, Any]]:
    """Turns on the spot: the awkward ones, then a hundred at random."""
    rng = Random(2)
    rows = [turn_row(*case) for case in EDGE_TURNS]
    for _ in range(100):
        pose, obstacles = drawn(rng)
        rows.append(turn_row(pose, obstacles, round(rng.uniform(-200, 200), 3)))
    return rows


def courses() -> list[dict[str, Any]]:
    """Several steps in a row among obstacles, every step ending on the grain."""
    rng = Random(3)
    rows = []
    for _ in range(40):
        pose, obstacles = drawn(rng)
        steps = [
            forward(round(rng.uniform(0.5, 5), 2)),
            pivot(rng.randint(-120, 120)),
            reverse(round(rng.uniform(0.5, 3), 2)),
        ]
        steps = [step for step in steps if step.get("degrees") != 0]
        start = Pose.at(*pose)
        heading, legs = start.heading, []
        for step in steps:
            if "degrees" in step:
                legs.append((TURN, 0, round(step["degrees"] * GRAIN)))
                heading += legs[-1][2]
            else:
                amount = step["inches"] if step["step"] == "forward" else -step["inches"]
                legs.append((STRAIGHT, heading, round(amount * GRAIN)))
        ways = kernel.course(scene_of(obstacles, True), *TANK, start.x, start.y, start.heading, legs)
        ends = [{"to": [x / GRAIN, y / GRAIN, turn / GRAIN], "hit": hit} for x, y, turn, _, hit in ways]
        rows.append({"size": TANK, "from": pose, "steps": steps, "obstacles": obstacles, "border": TABLE, "ends": ends})
    return rows


def grounds() -> list[dict[str, Any]]:
    """Ways of a walker's centre over rough ground: from where to where along the way it is in each area."""
    rng = Random(4)
    cases = [((10.0, 10.0, heading), 6.0, [box(12, 8, 14, 12), box(10, 10, 11, 11)]) for heading in (0, 90, 180, 270)]
    cases += [((10.0, 10.0, 0), length, [box(12, 10, 14, 12)]) for length in (1.0, 2.0, 2.000002, 2.5, 3.0)]
    for _ in range(30):
        pose = (round(rng.uniform(8, 16), 6), round(rng.uniform(8, 16), 6), round(rng.uniform(0, 359), 6))
        cases.append((pose, round(rng.uniform(0.1, 6), 2), [slanted(rng) for _ in range(3)]))
    return [
        {
            "from": pose,
            "bricks": bricks,
            "areas": areas,
            "extra": [extra_bricks(polygon(area), pose, Leg("forward", bricks)) for area in areas],
        }
        for pose, bricks, areas in cases
    ]


def disc(rng: Random) -> dict[str, float]:
    """A disc somewhere in the middle of the table."""
    return {"x": round(rng.uniform(8, 16), 6), "y": round(rng.uniform(8, 16), 6), "r": round(rng.uniform(0.3, 2), 6)}


def rolls() -> list[dict[str, Any]]:
    """Straight ways of discs among discs and outlines, and of tanks among discs; the first ones touch at the start."""
    rng = Random(5)
    pole = {"x": 13.0, "y": 10.0, "r": 1.0}
    cases: list[tuple[tuple[float, float, float], bool, list[Any], tuple[float, float]]] = [
        ((11.0, 10.0, 0.0), True, [pole], way) for way in ((2.0, 0.0), (-2.0, 0.0), (0.0, 3.0), (1.0, 3.0))
    ]
    cases += [((11.0, 10.0, 0.0), True, [box(12, 9, 14, 11)], way) for way in ((2.0, 0.0), (0.0, 3.0), (-1.0, 1.0))]
    cases += [((1.0, 10.0, 0.0), True, [], way) for way in ((-2.0, 0.0), (0.0, 3.0), (2.0, 30.0))]
    while len(cases) < 90:
        obstacles = [disc(rng) if rng.random() < 0.6 else slanted(rng) for _ in range(rng.randint(1, 4))]
        pose = (round(rng.uniform(6, 18), 6), round(rng.uniform(6, 18), 6), round(rng.uniform(0, 359), 6))
        way = (round(rng.uniform(-8, 8), 6), round(rng.uniform(-8, 8), 6))
        rolls = rng.random() < 0.6
        if kernel.overlapped(mixed_scene(obstacles), mover(pose, rolls)) == -1:
            cases.append((pose, rolls, obstacles, way))
    rows = []
    for pose, rolls, obstacles, way in cases:
        share, hit = kernel.translate(mixed_scene(obstacles), mover(pose, rolls), *way)
        size = (2.0, 2.0) if rolls else TANK
        row = {"size": size, "round": rolls, "from": pose, "way": way, "obstacles": obstacles, "border": TABLE}
        rows.append(row | {"share": round(share, 9), "hit": hit})
    return rows


def spins() -> list[dict[str, Any]]:
    """Turns of tanks on the spot among discs."""
    rng, rows = Random(6), []
    while len(rows) < 40:
        obstacles = [disc(rng) for _ in range(rng.randint(1, 4))]
        pose = (round(rng.uniform(6, 18), 6), round(rng.uniform(6, 18), 6), round(rng.uniform(0, 359), 6))
        near = any(hypot(pose[0] - each["x"], pose[1] - each["y"]) < each["r"] + 1.2 for each in obstacles)
        if not near or kernel.overlapped(mixed_scene(obstacles), mover(pose, False)) != -1:
            continue
        degrees = round(rng.uniform(-200, 200), 3)
        hit = kernel.pivot(mixed_scene(obstacles), mover(pose, False), pose[:2], degrees)
        row = {"size": TANK, "from": pose, "degrees": degrees, "obstacles": obstacles, "border": TABLE, "hit": hit}
        rows.append(row)
    return rows


def mover(pose: tuple[float, float, float], rolls: bool) -> Shape:
    """A disc of radius 1, or a tank."""
    return circle(*pose[:2], 1.0) if rolls else rectangle_at(Pose.at(*pose), *TANK)


def mixed_scene(obstacles: list[Any]) -> Scene:
    """Discs and outlines as the engine holds them."""
    return Scene(
        [circle(each["x"], each["y"], each["r"]) if isinstance(each, dict) else polygon(each) for each in obstacles],
        TABLE,
    )


def text() -> str:
    """The whole file, one case a line."""
    parts = {"orders": orders(), "drives": drives(), "turns": turns(), "courses": courses(), "grounds": grounds()}
    parts |= {"rolls": rolls(), "spins": spins()}
    blocks = [f'"{name}": [\n' + ",\n".join(json.dumps(row) for row in rows) + "\n]" for name, rows in parts.items()]
    return "{\n" + ",\n".join(blocks) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
