"""Any battle at random: scenarios, armies of every kind of unit, bought terrain, switches, and small crowded tables in
the middle of a battle, for random play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from brickfield.core.match import Setup
from ..base.features import Feature, features
from ..base.unit_cards import COMMANDER, UnitCard, airplane_cards, may_have_commander, unit_cards
from .bought_terrain import Lines
from .card_names import all_cards
from .options import BOARD
from .scenarios import Scenario, scenarios

# Any army is within these points, and any terrain within its own.
_POINTS, _TERRAIN_POINTS = 400, 40
# What is agreed on more often than by chance: whole chapters hang on it.
_LIKED: dict[str, Sequence[Any]] = {
    "mixed_nations": ("any",),
    "point_limit": (_POINTS,),
    "round_limit": (0, 3, 6, 10),
    "deadlock_rounds": (3, 10),
    "fixed_arc_deg": (45, 45, 0, 90, 180),
    "battlefield": ("scenario",) * 6 + ("divide", "one", "half"),
    "special_units": (True, True, "scenario", False),
    "airplanes": (True,),
    "infantry": (True,),
    "mine_markers": (1, 3, 9),
    "mine_zones": (0, 1, 2),
    "hail_mary_cards": (1, 2, 4, 4),
    "weather": ("none", "none", "constant", "rolled", "rolled"),
}
_SEATS_BY_ONE_LEVEL = 0.7
_OWN_ARMIES, _OWN_TERRAIN = 0.6, 0.3
_MOST_UNITS, _MOST_PIECES = 6, 4
# A box of which something is left: more than there is room for, of ground that costs nothing.
_FULL_BOX, _TOO_MANY = 0.08, (("Large Water", 24),)
# The sorts of units an army is drawn from, so that rare ones come as often as tanks.
_SORTS = ("", "", "", "spg", "artillery", "spotter", "amphibious", "plane", "commander", "infantry", "infantry")


# A crowded table: cells with a piece or a unit in each; the sides have neighbours within a drive.
_POSITIONS = 0.25
_CELL, _CELLS = 5.0, 6
_MOST_ON_TABLE = 10
# What a unit may stand on.
_OPEN_GROUND = ("free", "deck", "charged")
_BRIDGES_TO_SHOOT_DOWN = 2
# Squads side by side that can do something together, each with the soldiers it may have left; and so far apart.
_COUPLES: tuple[tuple[tuple[str, tuple[int, ...]], ...], ...] = (
    (("Half Infantry", (2,)), ("Half Infantry", (2,))),
    (("Medics", (2,)), ("Infantry", (1, 2, 3))),
    (("Infantry", (1, 2, 3)), ("Grenadiers", (1, 2, 3))),
    (("Engineers", (4,)), ("M4 Sherman", ())),
)
_SIDE_BY_SIDE = 0.7
_MOST_COUPLES = 2


def any_setup(rng: random.Random) -> Setup:
    """A battle of any scenario, by its own forces or by others, or in the middle of one; the rules may refuse it."""
    if rng.random() < _POSITIONS:
        options = _agreement(rng, 2)
        return Setup("micro_brick_battle", "", options, position=_position(rng, options))
    scenario = rng.choice(list(scenarios().values()))
    options = _agreement(rng, scenario.seats)
    armies: tuple[Lines, ...] = ()
    if rng.random() < _OWN_ARMIES:
        terrain = _TERRAIN_POINTS if rng.random() < _OWN_TERRAIN else 0
        options["terrain_points"] = terrain
        armies = tuple(_army(rng, scenario) + (_pieces(rng) if terrain else ()) for _seat in range(scenario.seats))
    return Setup("micro_brick_battle", scenario.id, options, armies)


def _agreement(rng: random.Random, seats: int) -> dict[str, Any]:
    """A value for every switch."""
    options: dict[str, Any] = {}
    for switch in BOARD.switches().values():
        liked = _LIKED.get(switch.id)
        value = rng.choice(liked) if liked is not None else switch.value_at(rng.randrange(switch.size))
        if not switch.per_seat:
            options[switch.id] = value
        elif rng.random() < _SEATS_BY_ONE_LEVEL:
            options[switch.id] = [switch.default] * max(switch.per_seat, seats)
        else:
            levels = [switch.value_at(rng.randrange(switch.size)) for _seat in range(max(switch.per_seat, seats))]
            options[switch.id] = levels
    options["terrain_points"] = 0
    return options


def _army(rng: random.Random, scenario: Scenario) -> Lines:
    """A few units of all sorts; one of them at most has a commander."""
    names: list[str] = []
    commanders = 0
    for _unit in range(rng.randint(2, _MOST_UNITS)):
        sort = rng.choice(_SORTS)
        card = rng.choice(_of_sort(sort))
        rides = sort == "commander" and not commanders and not (scenario.seats > 2 and not scenario.free_for_all)
        commanders += rides
        names.append(f"{card.name} with {COMMANDER}" if rides else card.name)
    return tuple((name, 1) for name in names)


def _of_sort(sort: str) -> list[UnitCard]:
    if sort == "plane":
        return list(airplane_cards().values())
    if sort == "infantry":
        return [card for card in all_cards() if card.is_infantry]
    if sort == "commander":
        return [card for card in unit_cards().values() if may_have_commander(card)]
    found = [card for card in unit_cards().values() if card.rules == sort]
    return found or list(unit_cards().values())


def _pieces(rng: random.Random) -> Lines:
    if rng.random() < _FULL_BOX:
        return _TOO_MANY
    names = list(features())
    return tuple((rng.choice(names), 1) for _piece in range(rng.randint(1, _MOST_PIECES)))


# --- in the middle of a battle ---------------------------------------------------------------------------------------


def _position(rng: random.Random, options: dict[str, Any]) -> dict[str, Any]:
    """A small table full of terrain, units and wrecks, at any moment of a turn."""
    size = _CELL * _CELLS
    cells = [(_CELL * (column + 0.5), _CELL * (row + 0.5)) for column in range(_CELLS) for row in range(_CELLS)]
    rng.shuffle(cells)
    terrain, units = [], []
    for number in range(rng.randint(4, len(cells) - _MOST_ON_TABLE - _BRIDGES_TO_SHOOT_DOWN - _MOST_COUPLES)):
        place, feature = cells.pop(), rng.choice(list(features().values()))
        terrain.append(_piece(rng, feature, place))
        if feature.ground in _OPEN_GROUND and rng.random() < 0.4:
            units.append(_unit(rng, number % 2, place, terrain[-1]["heading"]))
    for number in range(_BRIDGES_TO_SHOOT_DOWN):
        place = cells.pop()
        terrain += [{"feature": "Large Water", **_at(place), "length": 4.5, "width": 3.0}]
        terrain += [_piece(rng, features()["Bridges"], place) | {"heading": 90.0, "hit_markers": 1}]
        units.append(_unit(rng, number % 2, place, 90.0) | {"status": rng.choice(("alive", "wreck"))})
    for number in range(max(2, rng.randint(4, _MOST_ON_TABLE) - len(units))):
        units.append(_unit(rng, number % 2, cells.pop(), rng.uniform(0.0, 360.0)))
    for _couple in range(rng.randint(0, _MOST_COUPLES)):
        units += _side_by_side(rng, rng.randrange(2), cells.pop())
    for number, unit in enumerate(units, start=1):
        unit["id"] = f"{'AB'[unit['seat']]}{number}"
    middle = {"x": size / 2, "y": size / 2, "length": size / 2, "width": size / 2}
    goal = {**middle, "from_round": 1, "points_to_win": 5, "clause": "mbb.win.scenario"}
    found: dict[str, Any] = {
        "units": units,
        "terrain": terrain,
        "size": [size, size],
        "edges": ["y=0", f"y={size:g}"],
        "seat": rng.randrange(2),
        "first": rng.randrange(2),
        "round": rng.randint(2, 5),
        "phase": rng.choice(("turn", "movement", "target_declaration")),
        "objective": goal if rng.random() < 0.6 else None,
        "weather": options["weather"] == "rolled" and rng.random() < 0.5,
    }
    if options["mines"] == "visual":
        found["mines"] = [{"seat": number % 2, **_at(cells.pop())} for number in range(min(6, len(cells)))]
    if options["mines"] == "zone":
        found["minefield"] = [middle]
    return found


def _at(place: tuple[float, float]) -> dict[str, float]:
    return {"x": place[0], "y": place[1]}


def _piece(rng: random.Random, feature: Feature, place: tuple[float, float]) -> dict[str, Any]:
    length, width = (min(size, _CELL - 0.5) for size in (feature.length_inches, feature.width_inches))
    piece = {
        "feature": feature.name,
        **_at(place),
        "length": length,
        "width": width,
        "heading": rng.choice((0.0, 90.0)),
    }
    return piece | {"owner": rng.randrange(2)} if feature.is_never_free else piece


def _unit(rng: random.Random, seat: int, place: tuple[float, float], heading: float) -> dict[str, Any]:
    """A unit of any sort, sometimes with other numbers than its card's, sometimes wrecked or held back."""
    card = rng.choice(_of_sort(rng.choice(_SORTS)))
    status = "wreck" if rng.random() < 0.15 else "reserve" if rng.random() < 0.1 else "alive"
    unit = {"seat": seat, "card": card.name, **_at(place), "heading": heading, "status": status}
    if card.is_infantry:
        # of infantry nothing is left but a living squad or one held back
        return unit | {"status": "reserve" if status == "reserve" else "alive"}
    return unit | {"changes": {"dp": rng.randint(0, 6)}} if rng.random() < 0.2 else unit


def _side_by_side(rng: random.Random, seat: int, place: tuple[float, float]) -> list[dict[str, Any]]:
    """Two squads that touch, or a squad and a wreck of the own side: to be joined, healed, gathered, repaired."""
    x, y = place
    found = []
    for (card, left), aside in zip(rng.choice(_COUPLES), (-_SIDE_BY_SIDE, _SIDE_BY_SIDE), strict=True):
        unit = {"seat": seat, "card": card, "x": x + aside, "y": y, "heading": 90.0, "status": "alive"}
        unit |= {"changes": {"marks": {"markers": rng.choice(left)}}} if left else {"status": "wreck"}
        found.append(unit)
    return found
