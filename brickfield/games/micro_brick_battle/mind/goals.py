"""What a battle is about, as bots see it: ground to get to, buildings to bring down, a unit that must not be lost."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

from brickfield.core.board import Unit
from brickfield.core.state import State
from brickfield.geometry import Pose
from brickfield.geometry.grain import GRAIN
from ..base.battlefield import battle_of, card_of, enemies_of
from ..chapters.scenario_goals.leaving_the_table import from_the_way_out
from ..chapters.scenario_goals.scenario_goals import left_to_raze
from ..setup.scenarios import AloneIn, AnyGoal, Beyond, Leave, Raze, Slay

# So many points along a strip are looked at for the way there, so far inside of it in all.
_STEPS, _INSIDE = 16, 1.0
# How near to an edge a centre is that has as good as left the table.
_AT_THE_EDGE = 1.0
# A drive straight over an edge ends so near to it: there the table does, and the rules let the unit out.
_TOUCHING = 1e-5
# What a unit is worth beyond its cost when the battle is lost with it, and a marker of a building that must fall.
_VITAL, _MARKER = 40.0, 4.0
# What it is worth to bring the last of them down.
_RAZED = 120.0


class Aim(NamedTuple):
    """Ground that a seat wants to be on: where it is, how many units it takes, whose presence spoils it, and the one
    card that counts if only one does. Points are counted there from a round on."""

    x: float
    y: float
    length: float
    width: float
    units: int = 1
    disputed: bool = True
    card: str = ""
    from_round: int = 0
    points: int = 1

    def holds(self, pose: Pose) -> bool:
        """Whether a centre is on that ground."""
        x, y = pose.x / GRAIN - self.x, pose.y / GRAIN - self.y
        return abs(x) <= self.length / 2 and abs(y) <= self.width / 2

    def away(self, pose: Pose) -> float:
        """How far a centre is from that ground as the crow flies."""
        x, y = abs(pose.x / GRAIN - self.x) - self.length / 2, abs(pose.y / GRAIN - self.y) - self.width / 2
        return hypot(max(0.0, x), max(0.0, y))

    def border(self) -> list[tuple[float, float]]:
        """Points along its near and far side, for whoever looks for the way there."""
        along_x = self.length >= self.width
        steps = [(number + 0.5) / _STEPS - 0.5 for number in range(_STEPS)]
        sides = [share * (min(self.length, self.width) - _INSIDE) for share in (-0.5, 0.5)]
        if along_x:
            return [(self.x + step * self.length, self.y + side) for step in steps for side in sides]
        return [(self.x + side, self.y + step * self.width) for step in steps for side in sides]

    def counts(self, state: State, unit: Unit) -> bool:
        """Whether a unit is one that counts there."""
        return not self.card or card_of(state, unit.id).name == self.card


def aim_of(state: State, seat: int) -> Aim | None:
    """The ground a seat fights for, or None where there is none."""
    scenario = battle_of(state).scenario
    area = scenario.objective
    if area is not None:
        return Aim(area.x, area.y, area.length, area.width, from_round=area.from_round, points=area.points_to_win)
    for goal in scenario.goals:
        aim = _aim(state, seat, goal)
        if aim is not None:
            return aim
    return None


def _aim(state: State, seat: int, goal: AnyGoal) -> Aim | None:
    if isinstance(goal, AloneIn):
        # who defends it must be there as well
        return Aim(goal.area.x, goal.area.y, goal.area.length, goal.area.width)
    if not state.match.allied(goal.seat, seat):
        return None
    if isinstance(goal, Beyond):
        return _strip(state, goal.axis, goal.line, goal.side == "above", units=goal.units)
    if isinstance(goal, Leave):
        axis, line = goal.edge.split("=")
        inwards = -_AT_THE_EDGE if float(line) else _AT_THE_EDGE
        return _strip(state, axis, float(line) + inwards, inwards < 0, card=goal.card)
    return None


def _strip(state: State, axis: str, line: float, above: bool, units: int = 1, card: str = "") -> Aim:
    """The part of the table beyond a line."""
    match = battle_of(state)
    far = (match.width if axis == "x" else match.height) if above else 0.0
    middle, deep = (line + far) / 2, abs(far - line)
    if axis == "x":
        return Aim(middle, match.height / 2, deep, match.height, units, False, card)
    return Aim(match.width / 2, middle, match.width, deep, units, False, card)


def gets_away(state: State, unit_id: str, pose: Pose) -> bool:
    """Whether a drive that comes to its end at a pose touches the edge by which its unit wins the battle."""
    away = from_the_way_out(state, unit_id, pose)
    return away is not None and away <= _TOUCHING


def enemy_aim(state: State, seat: int) -> Aim | None:
    """The ground that somebody else fights for."""
    others = [each for each in range(state.match.seats) if not state.match.allied(each, seat)]
    return next((aim for each in others if (aim := aim_of(state, each)) is not None), None)


def prey_of(state: State, seat: int) -> list[Unit]:
    """The enemies on the table that a seat must destroy to win, where the battle is about them."""
    goals = [goal for goal in battle_of(state).scenario.goals if isinstance(goal, Slay)]
    cards = {goal.card for goal in goals if state.match.allied(goal.seat, seat)}
    if not cards:
        return []
    return [unit for unit in enemies_of(state, seat) if card_of(state, unit.id).name in cards]


def wins_by_waiting(state: State, seat: int) -> bool:
    """Whether the last round favours a seat and nobody has to be hunted down: then the enemy must come."""
    holder = battle_of(state).scenario.holder
    return holder is not None and state.match.allied(holder, seat) and not prey_of(state, seat)


def worth_of(state: State, unit: Unit) -> float:
    """What a unit is worth: its cost, and much more when the battle is lost with it."""
    card = card_of(state, unit.id)
    vital = (goal for goal in battle_of(state).scenario.goals if isinstance(goal, Slay))
    lost = any(goal.card == card.name and not state.match.allied(goal.seat, unit.seat) for goal in vital)
    return float(card.rc) + _VITAL * lost


def marked_for(state: State, seat: int) -> list[str]:
    """The buildings that a seat must bring down, and that still stand."""
    goals = [goal for goal in battle_of(state).scenario.goals if isinstance(goal, Raze)]
    return [token for goal in goals if state.match.allied(goal.seat, seat) for token in left_to_raze(state, goal)]


def razed_worth(state: State, seat: int, targets: Sequence[str]) -> float:
    """What shots at buildings that must fall are worth to a seat; those that bring down the last of them win."""
    left = {token: state.tokens[token].marks.get("hm", 0) for token in marked_for(state, seat)}
    struck = {token: min(markers, targets.count(token)) for token, markers in left.items()}
    if struck and struck == left:
        return _RAZED
    return sum(razing(state, token, markers) for token, markers in struck.items())


def razing(state: State, token: str, markers: int) -> float:
    """What it is worth to take so many markers off a building that must fall."""
    return _MARKER * min(markers, state.tokens[token].marks.get("hm", 0))
