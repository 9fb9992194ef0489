"""Smoke Screen: a circle that nobody sees through, into or out of until the player's next turn."""

from __future__ import annotations

from typing import Any

from brickfield.core import events as happened
from brickfield.core.apply import apply
from brickfield.core.board import Token
from brickfield.core.clauses import rule
from brickfield.core.events import TokenPlaced
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, point_in
from brickfield.geometry.grain import GRAIN
from ....base.battlefield import SMOKE, enemies_of, living_of, token_shape
from ....base.turns import turn_begins, turn_passed_over
from ....base.views import hidden_from_above
from ..card_workings import Play, Point, Working, about_nothing
from ..chapter import EFFECT_CARDS
from ..effect_cards import EffectCard, effect_cards
from ..stakes import fire_of, sees

# So many units of a side, and places, are looked at.
_LOOKED_AT, _PLACES = 6, 4
# What hides the own units from the enemy hides the enemy too, for one turn less.
_OWN_FIRE = 0.5


@rule("mbb.card.scenario")
def lay_smoke(t: Table, card: EffectCard, play: Play) -> None:
    """A circle that nobody sees through, into or out of until the player's next turn."""
    assert play.point is not None
    t.emit(happened.TokenPlaced(token=screen_at(t, play.seat, play.point), clause=card.clause))


def screen_at(state: State, seat: int, point: Pose) -> Token:
    """A smoke screen of a seat about a point."""
    number = 1 + max((int(each[1:]) for each, token in state.tokens.items() if token.kind == SMOKE), default=0)
    across = round(2 * effect_cards()["smoke"].inches * GRAIN)
    return Token(f"S{number}", SMOKE, point, across, across, "", seat, round=True)


@turn_begins.amended(EFFECT_CARDS)
@rule("mbb.card.scenario", "mbb.turn.sequence")
def smoke_clears(t: Table, seat: int) -> None:
    """A smoke screen is gone at the start of the next turn of who laid it, also if that turn is passed over."""
    for token in [token for token in t.tokens.values() if token.kind == SMOKE and token.seat == seat]:
        t.emit(happened.TokenRemoved(token=token.id, clause="mbb.card.scenario"))


@turn_passed_over.amended(EFFECT_CARDS)
@rule("mbb.card.scenario", "mbb.turn.sequence")
def smoke_of_the_lost(t: Table, seat: int) -> None:
    """Smoke clears also where nobody is left to take the turn."""
    smoke_clears(t, seat)


@hidden_from_above.amended(EFFECT_CARDS)
@rule("mbb.card.scenario")
def smoke_over(state: State, place: tuple[float, float], before: bool) -> bool:
    """Nobody above smoke sees what is below, however near that is."""
    screens = [token for token in state.tokens.values() if token.kind == SMOKE]
    return before or any(point_in(token_shape(token), *place, True) for token in screens)


def _hidden_by_smoke(state: State, seat: int) -> list[tuple[float, Point]]:
    """Places between the own units and who sees them: what the enemies' shots are worth that smoke there stops."""
    own, foes = living_of(state, seat)[:_LOOKED_AT], enemies_of(state, seat)[:_LOOKED_AT]
    threats = fire_of(state, foes, own)
    places: list[Point] = []
    for shooter, target in sorted(threats, key=lambda pair: -threats[pair])[:_PLACES]:
        one, other = state.units[shooter].pose, state.units[target].pose
        assert one is not None
        assert other is not None
        places.append(((one.place[0] + other.place[0]) / 2, (one.place[1] + other.place[1]) / 2))
    shots = fire_of(state, own, foes)
    found = []
    for place in places:
        there = state.clone()
        apply(there, TokenPlaced(token=screen_at(there, seat, Pose.at(*place, 0.0))))
        stopped = sum(value for pair, value in threats.items() if not sees(there, *pair))
        lost = sum(value for pair, value in shots.items() if not sees(there, *pair))
        found.append((stopped - _OWN_FIRE * lost, place))
    return found


def _worth(state: State, seat: int, unit: str, decision: Any) -> float:
    return max((value for value, _place in _hidden_by_smoke(state, seat)), default=0.0)


CARD = Working("smoke", about_nothing, _worth, liked=7, effect=lay_smoke, places=_hidden_by_smoke)
