"""Questions to a game about a table, by name; where a game has no answer of its own, a plain one serves."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

from brickfield.core.refusal import Refusal, invalid
from brickfield.core.state import State


def ask(state: State, query: str, *about: Any) -> Any:
    """Ask the game a question about this table by name."""
    answer = state.match.game.queries.get(query) or _PLAIN[query]
    return answer(state, *about)


def of_units(function: Callable[..., Any]) -> Callable[..., Any]:
    """A question of the rules about units, asked by their names."""
    return lambda state, *names: function(state, *(state.units[name] for name in names))


def _describe(state: State, thing: str) -> str:
    card = state.match.cards.get(thing)
    token = state.tokens.get(thing)
    if card is not None:
        return f"{getattr(card, 'name', '')} {thing}".strip()
    return f"{token.kind} {thing}" if token is not None and token.kind != thing else thing


def _numbers(state: State, unit: str) -> str:
    """A unit of several figures is as strong as it has figures; of any other nothing is known."""
    squad = state.units[unit].squad
    return f"{len(state.units[unit].standing)} of {len(squad)} figures" if squad else "no numbers"


def _distance(state: State, one: str, other: str) -> float:
    poses = state.units[one].pose, state.units[other].pose
    if poses[0] is None or poses[1] is None:
        return 0.0
    (ax, ay), (bx, by) = poses[0].place, poses[1].place
    return hypot(ax - bx, ay - by)


def _why_not(state: State, unit: str, target: str) -> Refusal:
    return invalid("not_known", "This game does not say beforehand who can fire at whom.")


def _goal(state: State) -> dict[str, Any]:
    title = state.match.setup.scenario.replace("_", " ").capitalize() or state.match.game.title
    return {"title": title, "text": "as the rules say.", "clause": state.match.game.concede_clause, "last_round": 0}


_PLAIN: dict[str, Callable[..., Any]] = {
    "describe": _describe,
    "numbers": _numbers,
    "distance": _distance,
    "why_not": _why_not,
    "aim": lambda state, unit, target: {},
    "line_of_sight": lambda state, unit, target: True,
    "about_piece": lambda state, token: {"text": "lies there", "clause": state.match.game.concede_clause},
    "goal": _goal,
}
