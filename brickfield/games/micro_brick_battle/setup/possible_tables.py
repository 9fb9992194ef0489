"""Which tables are possible: what nobody could lay out or drive to is named in a sentence."""

from __future__ import annotations

from brickfield.core.board import Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.geometry import Scene, fence, kernel, point_in, rectangle
from ..base.battlefield import (
    SMOKE,
    battle_of,
    describe,
    obstacles_to,
    standing,
    stands_within,
    token_shape,
    what_stopped,
)
from ..base.features import bridged, features, stands_on_hill
from ..base.moves_under_way import MoveUnderWay
from ..chapters.infantry.infantry import is_infantry
from ..chapters.infantry.on_foot import cannot_stand
from ..chapters.mines.minefields import LAID_ZONE, MARKER, NOTE, grid, players_lay_zones

# In the place of a unit that is not compared with itself.
_NOWHERE = rectangle(-1000.0, -1000.0, 0.0, 1.0, 1.0)


@rule("mbb.geometry.collision", "mbb.geometry.edge", "mbb.cover.place.divide")
def table_fault(state: State) -> str:
    """What cannot be on this table; empty when all of it can."""
    return _unplayed(state) or _unit_in_something(state) or _piece_on_something(state)


def _unplayed(state: State) -> str:
    """Mines and weather that were not agreed on."""
    options = state.match.options
    if options.mines != "visual" and any(token.kind == MARKER for token in state.tokens.values()):
        return "mine markers lie there, and no mines in plain sight are played"
    if not players_lay_zones(battle_of(state)) and any(token.kind == LAID_ZONE for token in state.tokens.values()):
        return "mined zones were laid there, and players lay none"
    notes = [note.open() for name, note in state.sealed.items() if name.startswith(NOTE)]
    if notes and options.mines != "secret":
        return "a square is written down, and no secret minefields are played"
    unknown = [square for square in notes if square not in grid(battle_of(state))]
    if unknown:
        return f"there is no square {unknown[0]!r} on this table"
    start = state.match.start
    if start is not None and start.weather and options.weather != "rolled":
        return "weather has come, and none is rolled for"
    return ""


def _unit_in_something(state: State) -> str:
    walking = {
        frame.unit for frame in state.frames if isinstance(frame, MoveUnderWay) and is_infantry(state, frame.unit)
    }
    for unit, shape in standing(state):
        if unit.id in walking:
            continue
        if is_infantry(state, unit.id):
            thing = cannot_stand(state, unit.id, shape)
            if thing and thing not in walking and not _hangs_over(state, unit, thing):
                return f"{describe(state, unit.id)} overlaps {describe(state, thing)}"
            continue
        found = obstacles_to(state, unit.id)
        others = found.scene.replaced(
            {found.place[each]: _NOWHERE for each in (unit.id, *walking) if each in found.place}
        )
        bunker = stands_within(state, shape, unit.id)
        others = others.replaced({n: _NOWHERE for n, thing in enumerate(found.ids) if _hangs_over(state, unit, thing)})
        hit = kernel.overlapped(others, shape, found.ids.index(bunker) if bunker else -1)
        if hit != -1:
            return f"{describe(state, unit.id)} overlaps {describe(state, what_stopped(state, hit, unit.id))}"
    return ""


@rule("mbb.hm.bridge_down")
def _hangs_over(state: State, unit: Unit, thing: str) -> bool:
    """Whether this is water a bridge may have fallen into while a unit stood at its end, its centre over the bank."""
    token = state.tokens.get(thing)
    if token is None or unit.pose is None or not state.match.options.destructible:
        return False
    return features()[token.kind].lies == "large_water" and not point_in(token_shape(token), *unit.pose.place, True)


@rule("mbb.terrain.water.bridge", "mbb.terrain.hill.border")
def _piece_on_something(state: State) -> str:
    """Pieces are clear of each other, but bridges lie over water and anything may stand on a hill."""
    tokens = [token for token in state.tokens.values() if token.kind not in (LAID_ZONE, MARKER, SMOKE)]
    edges = Scene(fence(battle_of(state).bounds))
    everything = Scene([token_shape(token) for token in tokens])
    for number, token in enumerate(tokens):
        if kernel.overlapped(edges, everything.shapes[number]) != -1:
            return f"{describe(state, token.id)} lies over the edge of the table"
        others = [place for place, other in enumerate(tokens) if not _may_overlap(token, other)]
        hit = kernel.overlapped(Scene([everything.shapes[place] for place in others]), everything.shapes[number])
        if hit != -1:
            return f"{describe(state, token.id)} overlaps {describe(state, tokens[others[hit]].id)}"
    return ""


def _may_overlap(token: Token, other: Token) -> bool:
    """Parts of one piece, and pieces of which one is made to lie on the other."""
    if token.group == other.group:
        return True
    one, two = features().get(token.kind), features().get(other.kind)
    return one is None or two is None or bridged(one, two) or stands_on_hill(one, two)
