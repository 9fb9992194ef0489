"""Any battle at random: scenarios, forces of every kind of mini and vehicle, switches, and small crowded boards in the
middle of a battle, for random play."""

from __future__ import annotations

import random
from typing import Any

from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from ..base.minis import minis
from ..base.terrain import features
from ..base.weapons import items, primaries
from ..chapters.vehicles.vehicles import SWARM, vehicle_classes, vehicle_weapons
from .forces import find_card
from .options import BOARD
from .scenarios import scenarios

GAME = "brick_action"
# Any force is within these points; what is agreed on otherwise would leave hardly any of them.
_POINTS, _ROUNDS = 2000, (2, 3, 4, 6)
_AGREED, _OWN_FORCES, _POSITIONS = 0.5, 0.5, 0.3
_LEAST_UNITS, _MOST_UNITS = 2, 5
_VEHICLES, _HEAVY, _ALIKE, _SPECIAL, _ITEM = 0.25, 0.12, 0.5, 0.4, 0.25
_MOST_MINIS = 5
# A crowded board: cells with a unit or a piece in each, so near that squads come to blows.
_CELL, _CELLS, _MOST_PIECES = 20.0, 4, 6
_PIECE_SIDES = ((8.0, 1.0), (6.0, 4.0), (4.0, 4.0))
_MARKED = 0.15


def any_setup(rng: random.Random) -> Setup:
    """A battle of any scenario, by its own forces or by others, or in the middle of one; the rules may refuse it."""
    if rng.random() < _POSITIONS:
        return Setup(GAME, "", _agreement(rng), position=_position(rng))
    options = _agreement(rng)
    armies: tuple[tuple[tuple[str, int], ...], ...] = ()
    if rng.random() < _OWN_FORCES:
        armies = tuple(_force(rng) for _seat in range(2))
        options["points"] = _POINTS
    return Setup(GAME, rng.choice(list(scenarios())), options, armies)


def _agreement(rng: random.Random) -> dict[str, Any]:
    """Any value of any switch, but battles that are not too long."""
    options: dict[str, Any] = {}
    for switch in BOARD.switches().values():
        if switch.in_use and rng.random() < _AGREED:
            options[switch.id] = switch.value_at(rng.randrange(switch.size))
    options.pop("points", None)
    return options | {"last_round": rng.choice(_ROUNDS)}


def _force(rng: random.Random) -> tuple[tuple[str, int], ...]:
    return tuple((_unit(rng), 1) for _unit_number in range(rng.randint(_LEAST_UNITS, _MOST_UNITS)))


def _unit(rng: random.Random) -> str:
    """A unit of any sort that the rules allow."""
    return next(card for card in iter(lambda: _drawn(rng), "") if not isinstance(find_card(card), Refusal))


def _drawn(rng: random.Random) -> str:
    """A vehicle with some weapons, a heavy weapon with its crew, or a squad of minis alike or not."""
    if rng.random() < _VEHICLES:
        guns = [weapon for weapon in vehicle_weapons() if weapon != SWARM]
        return " ".join((rng.choice(list(vehicle_classes())), *rng.sample(guns, rng.randint(0, 2))))
    if rng.random() < _HEAVY:
        return f"heavy_support, 2 regular {rng.choice(list(primaries()))}, {rng.randint(1, 2)} {_mini(rng, plain=True)}"
    if rng.random() < _ALIKE:
        return f"{rng.randint(1, _MOST_MINIS)} {_mini(rng, plain=True)}"
    return ", ".join(_mini(rng, plain=rng.random() > _SPECIAL) for _each in range(rng.randint(1, _MOST_MINIS)))


def _mini(rng: random.Random, *, plain: bool) -> str:
    kind = rng.choice(("regular", "veteran")) if plain else rng.choice(list(minis()))
    carried = [item for item in items() if rng.random() < _ITEM / len(items())]
    return " ".join((kind, rng.choice(list(primaries())), *carried))


# --- in the middle of a battle ---------------------------------------------------------------------------------------


def _position(rng: random.Random) -> dict[str, Any]:
    """A small board full of terrain and units of both sides, at any moment of a turn."""
    cells = [(_CELL * (column + 0.5), _CELL * (row + 0.5)) for column in range(_CELLS) for row in range(_CELLS)]
    rng.shuffle(cells)
    terrain = [_piece(rng, cells.pop()) for _piece_number in range(rng.randint(0, _MOST_PIECES))]
    units = []
    for number in range(rng.randint(4, len(cells))):
        seat, (x, y) = number % 2, cells.pop()
        units.append({"id": f"{'AB'[seat]}{number + 1}", "seat": seat, "card": _unit(rng), "x": x, "y": y})
        units[-1] |= {"heading": rng.choice((0.0, 90.0, 180.0, 270.0)), "changes": _marks(rng)}
    return {
        "units": units,
        "terrain": terrain,
        "size": [_CELL * _CELLS, _CELL * _CELLS],
        "seat": rng.randrange(2),
        "first": rng.randrange(2),
        "round": rng.randint(1, 2),
        "phase": rng.choice(("turn", "action")),
    }


def _marks(rng: random.Random) -> dict[str, int]:
    return {mark: 1 for mark in ("prone", "suppressed", "attacked") if rng.random() < _MARKED}


def _piece(rng: random.Random, place: tuple[float, float]) -> dict[str, Any]:
    length, width = rng.choice(_PIECE_SIDES)
    feature = rng.choice([each for each in features() if each != "wreck"])
    return {
        "feature": feature,
        "x": place[0],
        "y": place[1],
        "length": length,
        "width": width,
        "heading": rng.choice((0.0, 45.0, 90.0)),
    }
