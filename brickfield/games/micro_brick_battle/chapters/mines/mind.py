"""Mines worth laying, calls, and ways that keep clear of the mines a seat knows of."""

from __future__ import annotations

from math import hypot, prod

from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.judging.judging import Weights
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.geometry import Pose
from ...base.battlefield import battle_of, footprint_at
from ...base.measures import measures
from ...base.movement import AnyStep, Drive, drive
from ...base.starting_a_game import deployment_zone
from ...mind.goals import aim_of
from .laying_mines import LayMine, WriteSquare, laid_sort, may_lay_mine, mining_area, open_squares, room_for_mine
from .mine_tests import DUD, CallParity, by_card, deck_of, zone_explodes
from .minefields import TESTED, ZONE, Minefield, grid, mine_ahead, minefields, mines_in_play, step_of, tests_at_once

# Mines lie best on the enemy's side of the middle: so far on the way from the own zone to the enemy's.
_WAY = 0.65
# Places for markers that are thought of: so many along the table and so many across.
_COLUMNS, _ROWS = 9, 4
# An inch off the best ground is worth so much of the chance to win.
_PER_INCH = 0.01
# How much it counts that a unit would still stand on mines after its move.
_AGAIN = 0.5

Point = tuple[float, float]


def _middle(area: tuple[float, float, float, float]) -> Point:
    return (area[0] + area[2]) / 2, (area[1] + area[3]) / 2


def _best_ground(state: State, seat: int) -> Point:
    """Where enemies will most likely drive: the goal of the battle, else beyond the middle of the table."""
    goal = aim_of(state, seat)
    if goal is not None and goal.disputed:
        return goal.x, goal.y
    own = _middle(deployment_zone(state, seat))
    others = [_middle(deployment_zone(state, each)) for each in _foes(state, seat)]
    x, y = sum(each[0] for each in others) / len(others), sum(each[1] for each in others) / len(others)
    return own[0] + _WAY * (x - own[0]), own[1] + _WAY * (y - own[1])


def _foes(state: State, seat: int) -> list[int]:
    return [each for each in range(state.match.seats) if not state.match.allied(each, seat)] or [seat]


def _off(state: State, seat: int, place: Point) -> float:
    """Inches between a place and the ground where a mine pays best."""
    x, y = _best_ground(state, seat)
    return hypot(place[0] - x, place[1] - y)


def squares_to_mine(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """Squares by how likely enemies are to drive through them."""
    seat = decision.seat
    squares = grid(battle_of(state))
    ranked = sorted(open_squares(state), key=lambda name: _off(state, seat, _middle(squares[name])))
    reason = "enemies are likely to drive through {}"
    return [
        Suggestion(WriteSquare(name), "mine", reason.format(name), "mbb.mine.secret.write", -float(number))
        for number, name in enumerate(ranked)
    ]


def mine_places(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """Places for a marker or a zone, those first where enemies are likely to drive."""
    seat = decision.seat
    x0, y0, x1, y1 = mining_area(state)
    clause = laid_sort(battle_of(state)).clause
    places = [
        (round(x0 + (column + 0.5) * (x1 - x0) / _COLUMNS, 2), round(y0 + (row + 0.5) * (y1 - y0) / _ROWS, 2))
        for column in range(_COLUMNS)
        for row in range(_ROWS)
    ]
    places.sort(key=lambda place: _off(state, seat, place))
    found: list[Suggestion] = []
    for x, y in places:
        answer = LayMine(x, y, 0.0)
        if not isinstance(may_lay_mine(state, answer), Refusal):
            found.append(Suggestion(answer, "mine", "enemies are likely to drive there", clause))
        if len(found) >= max(1, n):
            break
    room = room_for_mine(state) if not found else None
    if room is not None:
        found = [Suggestion(LayMine(*room.place, room.degrees), "mine", "there is still room for it there", clause)]
    return found


def calls(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """Both calls are as good."""
    reason = "as likely as the other: 18 of 36"
    return [Suggestion(CallParity(each), each, reason, "mbb.mine.secret.roll") for each in ("even", "odd")]


def mine_price(state: State, decision: Decision, answer: WriteSquare | LayMine, weights: Weights) -> float:
    """What a mine is worth: the more, the nearer it lies to where enemies will drive."""
    place = _middle(grid(battle_of(state))[answer.square]) if isinstance(answer, WriteSquare) else (answer.x, answer.y)
    return 0.5 - _PER_INCH * _off(state, decision.seat, place)


def beset_by(state: State, unit: Unit, pose: Pose) -> list[Minefield]:
    """The mines that test a unit before the first step of its next move: zones it stands in, markers it touches."""
    shape = footprint_at(state, unit.id, pose)
    untested = [field for field in minefields(state, unit.seat) if TESTED + field.name not in unit.marks]
    return [field for field in untested if tests_at_once(shape, field)]


def explodes(state: State, field: Minefield) -> float:
    """The chance that a mine goes off."""
    if by_card(state, field.kind):
        cards = deck_of(field.kind)
        return 1.0 - cards.count(DUD) / len(cards)
    faces = range(1, measures().die_faces + 1)
    return sum(map(zone_explodes, faces)) / len(faces) if field.kind == ZONE else 0.5


def mine_risk(state: State, unit: Unit, steps: tuple[AnyStep, ...]) -> float | None:
    """The chance to be destroyed by mines under a unit, which it cannot help; None when an order comes to another mine
    that its player knows of."""
    fields = minefields(state, unit.seat) if mines_in_play(state) else ()
    if not fields:
        return 0.0
    worked = drive(state, unit, steps)
    if not isinstance(worked, Drive):
        return 0.0
    start, beset = unit.at, beset_by(state, unit, unit.at)
    tested = replace(unit, marks={**unit.marks, **{TESTED + field.name: 1 for field in beset}}) if beset else unit
    for taken in worked.taken:
        way = step_of(start, taken.pose, taken.amount, is_turn=taken.step == "pivot")
        if mine_ahead(state, tested, way, fields) is not None:
            return None
        start = taken.pose
    return _risk(state, beset) + _AGAIN * _risk(state, beset_by(state, unit, start)) if beset else 0.0


def _risk(state: State, fields: list[Minefield]) -> float:
    return 1.0 - prod(1.0 - explodes(state, field) for field in fields)
