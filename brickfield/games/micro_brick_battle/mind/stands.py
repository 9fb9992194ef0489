"""Stands: units at poses they have or might take, ready to be weighed against many others."""

from __future__ import annotations

from math import atan2, degrees, inf

from brickfield.core.board import ALIVE, Unit
from brickfield.core.kept import kept
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.geometry import Pose, direction
from brickfield.geometry.grain import GRAIN
from ..base.battlefield import card_of, footprint
from ..base.unit_stats import attack_points, defense_points
from ..base.views import own_sight

# How far the outlines of two units may reach from their centres towards each other, a large building around one.
_OUTLINES = 8.0


@Question
def as_placed(state: State, unit: Unit) -> Unit:
    """A unit that is imagined somewhere, as it would really be there."""
    return unit


def at(unit: Unit, pose: Pose) -> Unit:
    """The same unit somewhere else."""
    return Unit(unit.id, unit.seat, unit.card, ALIVE, pose, unit.marks)


@kept(by="match")
def _all_are_plain(state: State) -> bool:
    """Whether no chapter has anything to say about where units stand and how far they see: stands are made by the
    thousand."""
    match = state.match
    return not (as_placed.amended_in(match) or own_sight.amended_in(match))


class Stand:
    """A unit at a pose it has or might take, ready to be weighed against many others."""

    __slots__ = (
        *("ahead_x", "ahead_y", "ap", "card", "dp", "far", "place", "reach", "shape", "unit", "x", "y"),
        *("bunkers", "covered", "ground", "near", "within"),
    )

    def __init__(self, state: State, unit: Unit) -> None:
        pose = unit.at
        self.card = card_of(state, unit.id)
        plain = _all_are_plain(state)
        self.unit = unit = unit if plain else as_placed(state, unit)
        self.ap, self.dp = self.card.ap, self.card.dp
        if self.card.afloat is not None or self.card.markers:
            self.ap, self.dp = attack_points(state, unit), defense_points(state, unit)
        self.x, self.y = pose.place
        self.ahead_x, self.ahead_y = direction(pose.heading)
        self.reach = self.card.length_inches / 2
        self.shape = footprint(state, unit)
        # from centre to centre it cannot see further than this by a sight of its own, whatever the outlines
        limit = None if plain else own_sight(state, unit)
        self.far = inf if limit is None else limit[0] + _OUTLINES
        # each once somebody asks: which sort of high ground it is on, by number; the bunkers around it;
        # what it stands in that changes the numbers of a shot, and what covers it from anywhere; the structures near it
        self.ground: int | None = None
        self.bunkers: frozenset[str] | None = None
        self.within: tuple[str, ...] | None = None
        self.covered: tuple[str, ...] | None = None
        self.near: frozenset[int] | None = None


def bearing(pose: Pose, x: float, y: float) -> float:
    """The turn, -180 to 180 degrees, that would bring a pose to face a point; to the left is positive."""
    ahead_x, ahead_y = direction(pose.heading)
    dx, dy = x - pose.x / GRAIN, y - pose.y / GRAIN
    return degrees(atan2(ahead_x * dy - ahead_y * dx, ahead_x * dx + ahead_y * dy))
