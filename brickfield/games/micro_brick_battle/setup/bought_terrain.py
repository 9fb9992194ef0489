"""Obstacles and terrain that players buy for their own side of the table: from a pool of their own, or with the points
of their army."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal
from ..base.features import Feature, features
from ..base.pieces import Piece
from ..base.unit_cards import squeezed
from .options import Options
from .own_units import listed_card
from .scenarios import Force

# Lines of a list as it was brought: a name and how many.
Lines = tuple[tuple[str, int], ...]


def _found(name: str) -> Feature | None:
    """A feature by its name, however it is spaced and written."""
    asked = squeezed(name)
    return next((each for each in features().values() if squeezed(each.name) == asked), None)


@rule("mbb.obst.pool", "mbb.win.scenario")
def terrain_pool(options: Options, force: Force) -> int:
    """How many points a seat has for terrain: what was agreed on, or what the scenario gives it."""
    return options.terrain_points or force.terrain_budget


@rule("mbb.obst.pool", "mbb.obst.cost_optional", "mbb.terrain.cost_optional")
def shared_out(lines: Lines, options: Options, pool: int) -> tuple[Lines, Lines]:
    """The units and the pieces of terrain of a list. Where no terrain can be bought all of it is taken for units."""
    if not pool and not options.obstacles_from_army:
        return lines, ()
    pieces = tuple((name, count) for name, count in lines if listed_card(name) is None and _found(name) is not None)
    return tuple(line for line in lines if line not in pieces), pieces


@rule("mbb.obst.pool", "mbb.terrain.cost_optional", "mbb.obst.bunker.buy")
def terrain_cost(pieces: Lines) -> int:
    """The RC of all pieces together; ground without a printed price costs nothing."""
    return sum(feature.rc * count for name, count in pieces if (feature := _found(name)) is not None)


@rule("mbb.obst.cost_optional", "mbb.obst.pool", "mbb.obst.bunker.buy")
def paid_by_army(pieces: Lines, options: Options, pool: int) -> int:
    """What of its own points an army spends on terrain: all of it, where that was agreed on and there is no pool."""
    return terrain_cost(pieces) if options.obstacles_from_army and not pool else 0


@rule("mbb.obst.pool", "mbb.obst.cost_optional")
def terrain_fault(pieces: Lines, pool: int) -> Refusal | None:
    """A pool pays for no more than it has and buys nothing else; points of an army pay only for what has a price."""
    cost = terrain_cost(pieces)
    if pool and cost > pool:
        sentence = f"This terrain costs {cost} Resource Points, {cost - pool} more than the {pool} of the pool."
        return illegal("terrain_too_dear", "mbb.obst.pool", sentence, cost=cost, points=pool)
    free = next((each for name, _count in pieces if (each := _found(name)) is not None and not each.rc), None)
    if free is not None and not pool:
        sentence = f"{free.name} has no price, so it cannot be bought with the points of an army."
        return illegal("no_price", "mbb.obst.cost_optional", sentence, unit=free.name)
    return None


@rule("mbb.obst.pool", "mbb.obst.bunker.spot")
def pieces_of(seat: int, pieces: Lines) -> tuple[Piece, ...]:
    """The pieces a seat has bought, each as large as its table says; they belong to that seat."""
    found = [(feature, count) for name, count in pieces if (feature := _found(name)) is not None]
    return tuple(
        Piece(feature.name, feature.length_inches, feature.width_inches, owner=seat)
        for feature, count in found
        for _copy in range(count)
    )
