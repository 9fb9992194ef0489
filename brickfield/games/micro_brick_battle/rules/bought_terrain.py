"""Obstacles and terrain that players buy: from a pool of their own, for their own side of the table."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal
from brickfield.games.micro_brick_battle.rules.features import Feature, features
from brickfield.games.micro_brick_battle.rules.options import Options
from brickfield.games.micro_brick_battle.rules.own_units import listed_card
from brickfield.games.micro_brick_battle.rules.pieces import Piece
from brickfield.games.micro_brick_battle.rules.scenarios import Force
from brickfield.games.micro_brick_battle.rules.unit_cards import squeezed

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
def shared_out(lines: Lines, points: int) -> tuple[Lines, Lines]:
    """The units and the pieces of terrain of a list. Without a pool all of it is taken for units."""
    if not points:
        return lines, ()
    pieces = tuple((name, count) for name, count in lines if listed_card(name) is None and _found(name) is not None)
    return tuple(line for line in lines if line not in pieces), pieces


@rule("mbb.obst.pool", "mbb.terrain.cost_optional", "mbb.obst.bunker.buy")
def terrain_cost(pieces: Lines) -> int:
    """The RC of all pieces together; ground without a printed price costs nothing."""
    return sum(feature.rc * count for name, count in pieces if (feature := _found(name)) is not None)


@rule("mbb.obst.pool")
def within_pool(pieces: Lines, points: int) -> Refusal | None:
    """What is bought may not cost more than the pool, which buys nothing but obstacles and terrain."""
    cost = terrain_cost(pieces)
    if cost <= points:
        return None
    sentence = f"This terrain costs {cost} Resource Points, {cost - points} more than the {points} of the pool."
    return illegal("terrain_too_dear", "mbb.obst.pool", sentence, cost=cost, points=points)


@rule("mbb.obst.pool", "mbb.obst.bunker.spot")
def pieces_of(seat: int, pieces: Lines) -> tuple[Piece, ...]:
    """The pieces a seat has bought, each as large as its table says; they belong to that seat."""
    found = [(feature, count) for name, count in pieces if (feature := _found(name)) is not None]
    return tuple(
        Piece(feature.name, feature.length_inches, feature.width_inches, owner=seat)
        for feature, count in found
        for _copy in range(count)
    )
