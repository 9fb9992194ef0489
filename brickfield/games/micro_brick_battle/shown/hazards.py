"""Faces of mines and weather: markers, mined ground as far as a seat knows of it, the sky and how far one sees."""

from __future__ import annotations

from math import cos, pi, sin

from brickfield.core.board import Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.shown.looks import ThingFace, WeatherFace
from brickfield.core.shown.showing import ZoneFace
from brickfield.core.state import State
from brickfield.geometry import Shape
from brickfield.geometry.grain import GRAIN, Pose
from ..base.battlefield import SMOKE, BattleMatch, battle_of, outline
from ..base.movement import Taken
from ..chapters.mines import minefields
from ..chapters.weather.weather import in_words, weather_now

# Corners by which a circle is drawn.
_CORNERS = 48
_TEXTS = {
    "dice": "Even or odd: whoever touches it calls, and a total otherwise destroys the unit.",
    "cards": "Whoever touches it turns a card over: a mine destroys the unit, a dud does nothing.",
}


@rule("mbb.mine.visual.trigger")
def mine_faces(state: State) -> dict[str, ThingFace]:
    """The mine markers on the table, and the zones that were laid."""
    text = _TEXTS[state.match.options.mine_test]
    faces = {
        token.id: ThingFace(f"{minefields.MARKER} {token.id}", "mine", text, "mbb.mine.visual.trigger")
        for token in state.tokens.values()
        if token.kind == minefields.MARKER
    }
    zone = "Whoever drives into it, or begins a move in it, is tested."
    laid = (token for token in state.tokens.values() if token.kind == minefields.LAID_ZONE)
    return faces | {each.id: ThingFace(f"Minefield {each.id}", "open", zone, "mbb.mine.zone.trigger") for each in laid}


@rule("mbb.mine.zone.area")
def mined_zone_faces(match: BattleMatch) -> tuple[ZoneFace, ...]:
    """The zones that are mined from the start."""
    return tuple(
        ZoneFace(f"mines{number}", "minefield", -1, outline(area), "mbb.mine.zone.area")
        for number, area in enumerate(minefields.mined_zones(match), start=1)
    )


@rule("mbb.mine.secret.trigger", "mbb.mine.zone.area", "mbb.geometry.hidden_info")
def mined_square_faces(state: State) -> tuple[ZoneFace, ...]:
    """Squares that have come to light, and on the table of one seat the square it wrote down itself; zones that were
    laid."""
    if minefields.players_lay_zones(battle_of(state)):
        clause = "mbb.mine.zone.area"
        return tuple(
            ZoneFace(f"mines {each.name}", f"Minefield {each.name}", each.writers[0], _corners(each.shape), clause)
            for each in minefields.minefields(state)
        )
    if state.match.options.mines != minefields.SECRET:
        return ()
    squares = minefields.grid(battle_of(state))
    hidden = {note.open() for name, note in state.sealed.items() if name.startswith(minefields.NOTE)}
    return tuple(
        ZoneFace(
            f"mines {field.name}",
            f"Your secret minefield, square {field.name}"
            if field.name in hidden
            else f"Minefield, square {field.name}",
            field.writers[0],
            outline(squares[field.name]),
            "mbb.mine.secret.trigger",
        )
        for field in minefields.minefields(state)
    )


@rule("mbb.mine.secret.trigger", "mbb.geometry.hidden_info")
def known_mine(state: State, unit: Unit, start: Pose | None, taken: Taken) -> str:
    """The first mine that a seat knows of on a step it thinks of."""
    if start is None or not minefields.mines_in_play(state):
        return ""
    found = minefields.mine_ahead(
        state, unit, minefields.step_of(start, taken.pose, taken.amount, is_turn=taken.step == "pivot")
    )
    return minefields.called(state.match, found[1].name) if found is not None else ""


@rule("mbb.weather.agree", "mbb.weather.part_visible")
def weather_face(state: State) -> WeatherFace | None:
    """The weather of the moment, and how far one sees in it."""
    weather = weather_now(state)
    if weather is None:
        return None
    limit = weather.sight_inches
    return WeatherFace(weather.title, weather.id, in_words(weather), limit.clause, round(limit.value * GRAIN))


@rule("mbb.card.scenario")
def smoke_faces(state: State) -> dict[str, ThingFace]:
    """The smoke screens on the table."""
    return {
        token.id: ThingFace(
            f"{SMOKE} {token.id}",
            "open",
            "Nobody shoots or spots through it, into it or out of it.",
            "mbb.card.scenario",
        )
        for token in state.tokens.values()
        if token.kind == SMOKE
    }


@rule("mbb.card.scenario")
def smoke_zone_faces(state: State) -> tuple[ZoneFace, ...]:
    """The circles of smoke as they are drawn on the table; the rules take the true circle."""
    return tuple(
        ZoneFace(f"smoke {token.id}", f"{SMOKE} {token.id}", token.seat, _around(token), "mbb.card.scenario")
        for token in state.tokens.values()
        if token.kind == SMOKE
    )


def _corners(shape: Shape) -> tuple[int, ...]:
    return tuple(round(value * GRAIN) for point in shape.points for value in point)


def _around(token: Token) -> tuple[int, ...]:
    turns = [2 * pi * number / _CORNERS for number in range(_CORNERS)]
    reach = token.length / 2
    return tuple(
        value
        for turn in turns
        for value in (token.pose.x + round(reach * cos(turn)), token.pose.y + round(reach * sin(turn)))
    )
