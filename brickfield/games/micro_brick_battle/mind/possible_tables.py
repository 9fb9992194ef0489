"""Which tables are possible: what nobody could lay out or drive to is named in a sentence."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.rules.battlefield import (
    battle_of,
    describe,
    obstacles,
    standing,
    token_shape,
    what_stopped,
)
from brickfield.games.micro_brick_battle.rules.features import features
from brickfield.geometry import Scene, fence, kernel


@rule("mbb.geometry.collision", "mbb.geometry.edge", "mbb.cover.place.divide")
def table_fault(state: State) -> str:
    """What cannot be on this table; empty when all of it can."""
    return _unbuilt(state) or _unit_in_something(state) or _piece_on_something(state)


def _unbuilt(state: State) -> str:
    """Pieces that lie there without doing what their table says would give wrong answers."""
    for token in state.tokens.values():
        if not features()[token.kind].built:
            known = ", ".join(name for name, feature in features().items() if feature.built)
            return f"the rules of {token.kind} are not built yet; there are {known}"
    return ""


def _unit_in_something(state: State) -> str:
    found = obstacles(state)
    for unit, shape in standing(state):
        hit = kernel.overlapped(found.scene, shape, found.place[unit.id])
        if hit != -1:
            return f"{describe(state, unit.id)} overlaps {describe(state, what_stopped(state, hit))}"
    return ""


def _piece_on_something(state: State) -> str:
    tokens = list(state.tokens.values())
    edges = Scene(fence(battle_of(state).bounds))
    everything = Scene([token_shape(token) for token in tokens])
    for number, token in enumerate(tokens):
        if kernel.overlapped(edges, everything.shapes[number]) != -1:
            return f"{describe(state, token.id)} lies over the edge of the table"
        others = [place for place, other in enumerate(tokens) if other.group != token.group]
        hit = kernel.overlapped(Scene([everything.shapes[place] for place in others]), everything.shapes[number])
        if hit != -1:
            return f"{describe(state, token.id)} overlaps {describe(state, tokens[others[hit]].id)}"
    return ""
