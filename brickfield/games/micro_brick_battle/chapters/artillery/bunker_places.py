"""Where an Artillery Bunker is of use: where a gun may be deployed inside it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from brickfield.core.clauses import rule
from brickfield.core.data_files import read_number
from brickfield.core.state import State
from brickfield.geometry import Pose
from ...base.battlefield import Area, Piece, battle_of, edge_strip
from ...base.grounds import ARTILLERY_BUNKER
from ...base.measures import measures
from ...base.obstacles_and_terrain import advice_on_pieces
from ...base.pieces import outline_at
from ...base.starting_a_game import own_zone
from ..terrain.chapter import TERRAIN


@cache
def artillery_depth() -> float:
    """How deep artillery may be deployed, in inches."""
    return read_number("artillery.toml", float, Path(__file__).parent)


@rule("mbb.arty.deploy12", "mbb.setup.zone")
def guns_zone(state: State, seat: int) -> Area:
    """Where guns of a seat are deployed: where its scenario says, else so far from its edge as its rules allow guns."""
    numbers, match = measures(), battle_of(state)
    depth = artillery_depth() if match.special_units else numbers.deployment_zone_inches
    stated = own_zone(state, seat) if match.scenario.force else None
    return stated or edge_strip(state, seat, depth)


def shelters_guns(piece: Piece) -> bool:
    """Whether a piece is there for guns to stand in."""
    return piece.feature == ARTILLERY_BUNKER


@rule("mbb.arty.deploy12", "mbb.obst.bunker.arty")
def stays_empty(state: State, seat: int, number: int, pose: Pose) -> str:
    """What speaks against a place for a piece: no gun could be deployed in the whole of this bunker. Else empty."""
    piece = battle_of(state).pieces[number]
    if not shelters_guns(piece):
        return ""
    x0, y0, x1, y1 = outline_at(piece, pose).box
    zone, slack = guns_zone(state, seat), measures().tolerance_inches
    if x0 >= zone[0] - slack and y0 >= zone[1] - slack and x1 <= zone[2] + slack and y1 <= zone[3] + slack:
        return ""
    return f"This {piece.feature} reaches beyond where guns are deployed: {_zone_words(state, seat)}."


@advice_on_pieces.amended(TERRAIN)
@rule("mbb.arty.deploy12", "mbb.obst.bunker.arty")
def bunker_words(state: State, seat: int, left: list[int], before: str) -> str:
    """What a player should know who has an Artillery Bunker to lay."""
    if not any(shelters_guns(battle_of(state).pieces[number]) for number in left):
        return before
    return f"{before} Guns are deployed {_zone_words(state, seat)}: an Artillery Bunker further out stays empty."


def _zone_words(state: State, seat: int) -> str:
    zone = guns_zone(state, seat)
    edge = edge_strip(state, seat, artillery_depth())
    depth = min(zone[2] - zone[0], zone[3] - zone[1])
    if zone == edge or zone == edge_strip(state, seat, measures().deployment_zone_inches):
        return f"within {depth:g} inches of your edge"
    return f"at x {zone[0]:g} to {zone[2]:g}, y {zone[1]:g} to {zone[3]:g}"
