"""Views: everything that hides one thing from another, past what is opaque for others only."""

from __future__ import annotations

from brickfield.core.board import TokenId, Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.base.battlefield import (
    Sights,
    footprint,
    sights,
    terrain,
)
from brickfield.games.micro_brick_battle.chapters.infantry.chapter import INFANTRY
from brickfield.games.micro_brick_battle.chapters.infantry.infantry_sight import near_enough, own_cover
from brickfield.games.micro_brick_battle.chapters.terrain.bunkers import bunker_around
from brickfield.games.micro_brick_battle.chapters.terrain.hills import hill_hides, looked_past, place_of
from brickfield.games.micro_brick_battle.chapters.weather.chapter import WEATHER
from brickfield.games.micro_brick_battle.chapters.weather.weather import weather_now
from brickfield.geometry import Shape

NOTHING: frozenset[TokenId] = frozenset()


@rule("mbb.terrain.hill.through", "mbb.obst.bunker.opaque", "mbb.weather.part_visible", "mbb.weather.hidden",
      "inf.geometry.inside", "inf.hidden.forest")  # fmt: skip
def view_of_unit(state: State, shooter: Unit, target: Unit) -> Sights | None:
    """What hides a unit from another, or None when the weather or the ground alone hides all of it."""
    played = state.match.chapters_in_play
    infantry, own = played[INFANTRY], NOTHING
    limited = infantry or (played[WEATHER] and weather_now(state))
    if limited and not near_enough(state, shooter, footprint(state, target)):
        return None
    if infantry:
        own = own_cover(state, shooter) | own_cover(state, target)
    if not terrain(state).grounds.overlooked:
        return sights(state, shooter.seat, own)
    eye, place = place_of(shooter), place_of(target)
    if hill_hides(state, eye, place):
        return None
    bunkers = bunker_around(state, shooter) | bunker_around(state, target)
    return sights(state, shooter.seat, looked_past(state, eye, place) | bunkers | own)


@rule("mbb.terrain.hill.border", "mbb.terrain.hill.at", "mbb.weather.obstacles")
def view_of_piece(state: State, shooter: Unit, shape: Shape) -> Sights | None:
    """What hides a piece or section of terrain from a unit, or None when the weather or the ground alone does."""
    played = state.match.chapters_in_play
    infantry = played[INFANTRY]
    if (infantry or (played[WEATHER] and weather_now(state))) and not near_enough(state, shooter, shape):
        return None
    own = own_cover(state, shooter) if infantry else NOTHING
    if not terrain(state).grounds.overlooked:
        return sights(state, shooter.seat, own)
    eye, place = place_of(shooter), shape.centre
    if hill_hides(state, eye, place):
        return None
    return sights(state, shooter.seat, looked_past(state, eye, place) | bunker_around(state, shooter) | own)
