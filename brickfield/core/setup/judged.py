"""A real table judged: the few pieces that matter are laid as they stand, and the rules say what one unit may do to
another.

Nothing is worked out here: a position is laid and the game is asked as it is asked in a battle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from brickfield.core.board import Token, Unit
from brickfield.core.match import Setup
from brickfield.core.play import begin
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.setup.duels import Attack, default_aim
from brickfield.core.shown.showing import TableFace
from brickfield.core.views import SPECTATOR, view

if TYPE_CHECKING:
    from brickfield.core.game import Game
    from brickfield.core.state import State

# A judgement is about one shot: what does not matter to it need not be laid.
MOST_UNITS, MOST_PIECES = 16, 60

Name = Annotated[str, Meta(max_length=32)]


class RealTable(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands on a real table, as positions of the game state it: units and terrain, and the size of the table."""

    units: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MOST_UNITS)]
    terrain: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MOST_PIECES)] = ()
    size: tuple[float, float] | None = None


class Judgement(Struct, frozen=True):
    """The table as it was laid, and every way in which the one unit may attack the other; none while two are not named.

    `impossible` is what cannot be on such a table: a unit in a house, a piece over the edge.
    """

    face: TableFace
    tokens: tuple[Token, ...]
    units: tuple[Unit, ...]
    attacks: tuple[Attack, ...]
    impossible: str = ""


def judged(game: Game, table: RealTable, options: dict[str, Any], unit: str, target: str) -> Judgement | Refusal:
    """What the rules say of a table; a table that cannot be read is a refusal."""
    if game.face is None:
        return invalid("not_drawn", "The tables of this game are not drawn.")
    position: dict[str, Any] = {"units": list(table.units), "terrain": list(table.terrain)}
    position |= {"size": list(table.size)} if table.size is not None else {}
    match = game.new_match(Setup(game.id, "", options, position=position))
    if isinstance(match, Refusal):
        return match
    state = begin(match).state
    attacks = _attacks(state, unit, target) if unit or target else ()
    if isinstance(attacks, Refusal):
        return attacks
    look = game.queries.get("table_fault")
    seen = view(state, SPECTATOR)
    return Judgement(game.face(match), seen.tokens, seen.units, attacks, str(look(state)) if look is not None else "")


def _attacks(state: State, unit: str, target: str) -> tuple[Attack, ...] | Refusal:
    """Every way for one unit to attack the other, each with its sums, its sight and its odds."""
    known = state.units
    for name in (unit, target):
        if name not in known or known[name].pose is None:
            return invalid("not_there", f"There is no unit {name!r} on this table.")
    if state.match.allied(known[unit].seat, known[target].seat):
        return invalid("allies", "The two fight for the same side.")
    game = state.match.game
    if game.attacks is not None:
        return tuple(game.attacks(state, known[unit], known[target]))
    return (Attack("", default_aim(state, known[unit], known[target])),)
