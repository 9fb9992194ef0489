"""Mines in plain sight by a hair: who comes to touch one is tested, however it moves; who just misses it is not."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, radians, sin
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickfield.geometry import Pose, rectangle_at
from brickfield.testing import Position, clause, dice, forward, lay_table, march, piece, pivot, reverse, slide, unit
from tests.rules.micro_brick_battle.mines import FAR, NOSE, SHERMAN, SIDE

# Half the length and the width of a marker, the radius of a plate, how far a corner of a Sherman is from its centre.
LONG, WIDE, RIM = 0.945, 0.63, 0.63
CORNER = hypot(NOSE, SIDE)
MIDDLE = (24.0, 18.0)
LAKE = piece("Large Water", 24, 18, 0, length=30.0, width=30.0)


class Way(NamedTuple):
    """A way of moving, for a unit that looks along x from the origin: the unit, its orders, and a marker that it would
    touch exactly, as x, y and heading; `away` is where the marker goes that it misses."""

    card: str
    order: Callable[[Position], Any]
    marker: tuple[float, float, float]
    away: tuple[float, float]
    options: dict[str, Any] = {}
    terrain: tuple[Any, ...] = ()
    others: tuple[tuple[str, str, float, float], ...] = ()


def drive(*steps: Any) -> Callable[[Position], Any]:
    return lambda t: t.move("A1", *steps)


def sideways(t: Position) -> Any:
    return t.move("A1", slide(t.pose("A1")[2], 3))


def on_foot(t: Position) -> Any:
    t.end_movement()
    return t.answer("walk", unit="A1", steps=[march(t.pose("A1")[2], 3)])


def behind_a_tank(t: Position) -> Any:
    assert t.answer("follow", unit="A1", tank="A2").accepted
    return t.move("A2", forward(3))


def again(t: Position) -> Any:
    """A commander's second Movement Phase."""
    assert t.answer("use_ability", ability="move_shoot_move").accepted
    t.end_movement()
    assert t.fire({"A1": "B2"}, dice=dice(1, 1)).accepted
    return t.move("A1", pivot(90))


def _corner_down() -> tuple[float, float]:
    """The lowest corner of a slanted marker, seen from its centre."""
    return min(rectangle_at(Pose.at(0, 0, 45), 2 * LONG, 2 * WIDE).points, key=lambda point: point[1])


DOWN = _corner_down()
# a turn of 20 degrees brings the left side of a hull to the corner of a marker
_AWAY = (cos(radians(110)), sin(radians(110)))
_SPOT = (0.5 * cos(radians(20)) + SIDE * _AWAY[0], 0.5 * sin(radians(20)) + SIDE * _AWAY[1])
_ENDS = CORNER * cos(radians(30))

WAYS: dict[str, Way] = {
    "drives up to it": Way(SHERMAN, drive(forward(3)), (3 + NOSE + LONG, 0, 0), (1, 0)),
    "drives past it": Way(SHERMAN, drive(forward(3)), (2, SIDE + WIDE, 0), (0, 1)),
    "backs up to it": Way(SHERMAN, drive(reverse(2)), (-2 - NOSE - LONG, 0, 0), (-1, 0)),
    "backs past it": Way(SHERMAN, drive(reverse(2)), (-1, SIDE + WIDE, 0), (0, 1)),
    "a corner swings past it": Way(SHERMAN, drive(pivot(90)), (0, CORNER + WIDE, 0), (0, 1)),
    "a corner swings past it, to the right": Way(SHERMAN, drive(pivot(-90)), (0, -CORNER - WIDE, 0), (0, -1)),
    "a whole turn": Way(SHERMAN, drive(pivot(360)), (CORNER + LONG, 0, 0), (1, 0)),
    "a turn that ends at it": Way(SHERMAN, drive(pivot(60 - 26.565051177)), (0.3, _ENDS + WIDE, 0), (0, 1)),
    "a side turns to a corner of it": Way(
        SHERMAN, drive(pivot(20)), (_SPOT[0] - DOWN[0], _SPOT[1] - DOWN[1], 45), _AWAY
    ),
    "a turn between two drives": Way(SHERMAN, drive(forward(1), pivot(180), forward(1)), (1, CORNER + WIDE, 0), (0, 1)),
    "slides past it": Way(SHERMAN, sideways, (2, SIDE + WIDE, 0), (0, 1), {"rules_level": "quick"}),
    "turns freely": Way(SHERMAN, drive(pivot(90)), (0, CORNER + WIDE, 0), (0, 1), {"rules_level": "quick"}),
    "walks past it": Way("Infantry", on_foot, (2, RIM + WIDE, 0), (0, 1)),
    "walks up to it": Way("Infantry", on_foot, (3 + RIM + LONG, 0, 0), (1, 0)),
    "follows past it": Way(
        "Infantry", behind_a_tank, (1, -RIM - WIDE, 0), (0, -1), others=(("A2", SHERMAN, NOSE + 1, 0.4),)
    ),
    "swims past it": Way(
        "DD Sherman", drive(forward(3)), (2, SIDE + WIDE, 0), (0, 1), {"special_units": True}, (LAKE,)
    ),
    "turns in water": Way(
        "DD Sherman", drive(pivot(45)), (CORNER + LONG, 0, 0), (1, 0), {"special_units": True}, (LAKE,)
    ),
    "a commander moves again": Way(
        "M4 Sherman with Tank Commander",
        again,
        (0, CORNER + WIDE, 0),
        (0, 1),
        {"special_units": True},
        others=(("B2", "Panzer III", 8.0, 0.0),),
    ),
}


def met(way: Way, apart: float, angle: int) -> bool:
    """Whether a unit comes to a marker that it misses by so much, the whole table turned by an angle."""
    c, s = cos(radians(angle)), sin(radians(angle))

    def at(x: float, y: float) -> tuple[float, float]:
        return MIDDLE[0] + x * c - y * s, MIDDLE[1] + x * s + y * c

    x, y, heading = way.marker
    mine_x, mine_y = at(x + way.away[0] * apart, y + way.away[1] * apart)
    options = {"mines": "visual", **way.options}
    units = [unit("A1", way.card, *MIDDLE, angle), FAR]
    units += [unit(name, card, *at(u, v), angle) for name, card, u, v in way.others]
    mines = [{"seat": 1, "x": mine_x, "y": mine_y, "heading": (heading + angle) % 360}]
    phase = {"phase": "turn"} if way.order is again else {}
    t = lay_table("micro_brick_battle", units, way.terrain, options=options, mines=mines, **phase)
    assert way.order(t).accepted
    return t.asked == "call_even_or_odd"


@clause("mbb.mine.visual.trigger", "inf.mines", "mbb.mine.start", "mbb.geometry.units")
@pytest.mark.parametrize("name", WAYS)
@settings(max_examples=12)
@given(hair=st.sampled_from((1e-5, 1e-4, 4e-4, 3e-3)), angle=st.sampled_from((0, 17, 90, 203, 270, 331)))
def test_a_hair_decides_from_both_sides_however_a_unit_moves(name: str, hair: float, angle: int) -> None:
    way = WAYS[name]
    assert met(way, -hair, angle)
    assert not met(way, hair, angle)


@clause("mbb.mine.visual.trigger")
@pytest.mark.parametrize("turn", [10, -10, 90])
def test_who_stands_a_hair_away_is_tested_only_when_its_turn_takes_it_there(turn: float) -> None:
    """A corner right beside the marker: to one side it swings into it, to the other away from it."""
    x = 15 + NOSE + LONG + 1e-5
    t = lay_table(
        "micro_brick_battle",
        [unit("A1", SHERMAN, 15, 10, 0), FAR],
        options={"mines": "visual"},
        mines=[{"seat": 1, "x": x, "y": 10 + SIDE + WIDE - 0.2, "heading": 0}],
    )
    t.move("A1", pivot(turn))
    # the corner at the right swings out, the one at the left is nearest to the marker and swings back
    assert (t.asked == "call_even_or_odd") == (turn < 0 or turn == 90)
    if turn == -10:
        assert t.pose("A1")[2] == pytest.approx(360 - 1e-3, abs=1.5e-3)
