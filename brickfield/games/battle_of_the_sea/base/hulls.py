"""Hulls: the outline of a ship on the water, its bow, and the core that must stay clear of everything."""

from __future__ import annotations

from functools import cache, lru_cache

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow
from brickfield.geometry import Pose, Shape
from brickfield.geometry.forms import Form
from brickfield.geometry.grain import GRAIN, direction
from ..data_files import read
from .measures import inches


class Beam(TableRow, frozen=True):
    """How broad ships are up to a length."""

    up_to_studs: int
    studs: int


class HullsFile(TableRow, frozen=True):
    """The table of beams."""

    clause: str
    beam: tuple[Beam, ...]


@cache
def _beams() -> tuple[Beam, ...]:
    return read("hulls.toml", HullsFile).beam


@rule("sea.geometry.footprint")
@cache
def beam_studs(length: int) -> int:
    """The beam that goes with a length: longer ships are broader."""
    return next((beam.studs for beam in _beams() if length <= beam.up_to_studs), _beams()[-1].studs)


@rule("sea.geometry.footprint")
@cache
def hull_form(length: int) -> Form:
    """A pentagon about half length and half beam: square stern, straight sides, a bow that comes to a point."""
    half, side = inches(length) / 2, inches(beam_studs(length)) / 2
    return Form(((-half, side), (-half, -side), (half - side, -side), (half, 0.0), (half - side, side)))


@cache
def half_length(length: int) -> float:
    """From the hull centre to the bow, in inches."""
    return inches(length) / 2


@lru_cache(maxsize=16384)
def hull_at(pose: Pose, length: int) -> Shape:
    """The hull of a ship of this length at a pose."""
    return hull_form(length).at(pose.x / GRAIN, pose.y / GRAIN, *direction(pose.heading))


@rule("sea.move.measure", "sea.geometry.footprint")
def bow_of(pose: Pose, length: int) -> tuple[float, float]:
    """The bow point, from which every move is measured."""
    c, s = direction(pose.heading)
    ahead = half_length(length)
    return pose.x / GRAIN + ahead * c, pose.y / GRAIN + ahead * s
