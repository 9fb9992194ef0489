"""The battlefield: a set-up worked out into sides, cards and terrain, and what the marks on units and figures mean.

A squad is a Unit with a Figure for each mini; a vehicle is a Unit without figures that has a pose of its own.
`Model.card` is "kind.weapon" ("veteran.carbine"): the weapon a mini holds now. All else that changes is a mark.

| mark of a unit   | means                                                                      | cleared            |
|------------------|----------------------------------------------------------------------------|--------------------|
| prone            | the whole unit is prone                                                    | by rising          |
| suppressed       | must rally before it moves, attacks or reacts                              | by a rally         |
| moved            | grain its farthest mini has walked in its owner's turn                     | owner's turn begins|
| attacked         | attacks made in the owner's last turn, and in the enemy's turn after it    | owner's turn begins|
| banned_next      | a held attack was rolled: no attack in the owner's next turn               | owner's turn begins|
| banned           | may not attack in this turn of its owner                                   | owner's turn ends  |
| lost             | minis lost in the action that is being played                              | action ends        |
| began            | minis it had when the turn of the player began                             | set at every turn  |
| reacted UNIT     | has used reactive fire at that unit in this enemy turn                     | a turn begins      |
| rallied          | its free try to rally this turn has failed                                 | owner's turn begins|
| gun              | crews a heavy weapon                                                       | by leaving it      |
| damage, disabled | a vehicle's; disabled says until the end of which turn                     | see vehicles       |

| mark of a figure | means                                                      |
|------------------|------------------------------------------------------------|
| grenade, rocket  | how many of a single-use item he still has, by item        |
| bayonet, blade   | carries it                                                 |
| uses             | what is left of a commando's three uses                    |
| bonus            | what is left of a commander's bonus actions of the game    |
| gave             | has given his bonus action in this turn                    |
| nat6             | a medic's save against a natural 6 is still to be had      |

Facts: `actions` (left of the active player's three), `zone0`, `zone1` (the edge of each seat), `hold UNIT` (the text of
a hold, see holds.py), `round`, `active`.
"""

from __future__ import annotations

from functools import lru_cache
from math import floor
from typing import Any

from brickfield.core.board import ALIVE, NO_MARKS, WRECK, Model, Token, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.setup.field_battles import FieldMatch
from brickfield.core.state import State
from brickfield.geometry import GRAIN, Scene, Shape, circle, kernel, rectangle_at
from ..setup.forces import Card, MiniCard, SquadCard, VehicleCard
from ..setup.options import Options
from ..setup.scenarios import Scenario, board_of, terrain_of
from .houses import wall_parts, window_gaps
from .measures import measures
from .minis import Mini, minis
from .objective_kinds import Objective
from .terrain import Standing, is_impassable, is_rough, lay_piece, standing_piece
from .weapons import Weapon, weapons

PRONE, SUPPRESSED, MOVED, ATTACKED, LOST, BEGAN = "prone", "suppressed", "moved", "attacked", "lost", "began"
BANNED, BANNED_NEXT, REACTED, RALLIED, GUN = "banned", "banned_next", "reacted", "rallied", "gun"
ACTIONS = "actions"
EDGES = ("south", "north")


class ActionMatch(FieldMatch):
    """A battle of BrickAction as agreed: nothing in here changes while it is played."""

    options: Options
    scenario: Scenario
    cards: dict[UnitId, Card]

    def __init__(self, game: Any, setup: Any, options: Options, scenario: Scenario) -> None:
        super().__init__(
            game, setup, options, scenario, board_of(scenario, options.village if setup.position is None else 0)
        )
        # the crew of each vehicle is a unit of its own: crew -> vehicle
        self.crews: dict[UnitId, UnitId] = {}
        self.objective: Objective = scenario.objective
        laid = terrain_of(scenario, options.village)
        self.terrain: tuple[Token, ...] = tuple(lay_piece(number, piece) for number, piece in enumerate(laid, start=1))
        self.pieces: tuple[Standing, ...] = tuple(
            standing_piece(token, piece) for token, piece in zip(self.terrain, laid, strict=True)
        )
        # what nobody walks through, and what halves a move
        walls = [(piece.id, part) for piece in self.pieces if is_impassable(piece) for part in wall_parts(piece)]
        self.wall_names = tuple(name for name, _ in walls)
        self.wall_scene = Scene([part for _, part in walls], (0.0, 0.0, self.width, self.height))
        self.houses = tuple(piece for piece in self.pieces if piece.structure is not None and piece.structure.storeys)
        windows = [gap for piece in self.houses for gap in window_gaps(piece)]
        rough = [piece for piece in self.pieces if is_rough(piece)]
        self.rough = Scene([*[piece.shape for piece in rough], *windows])
        self.rough_clauses = (
            *("ba.move.soft_half" if piece.cover == "soft" else "ba.move.hard_half" for piece in rough),
            *("ba.build.enter",) * len(windows),
        )
        # the map as rays meet it (landscape.py), worked out when it is first asked for
        self.board: Any = None
        # its sorts of actions (take_action.py), likewise
        self.deeds: Any = None


def match_of(state: State) -> ActionMatch:
    """The match of a state, as this game's own type."""
    match = state.match
    assert isinstance(match, ActionMatch)
    return match


def card_of(state: State, unit_id: UnitId) -> Card:
    """The card of a unit."""
    card: Card = state.match.cards[unit_id]
    return card


def is_vehicle(state: State, unit: Unit) -> bool:
    """Whether a unit is a vehicle."""
    return isinstance(state.match.cards[unit.id], VehicleCard)


def size_of(state: State, unit: Unit) -> tuple[float, float, float]:
    """Length, width and height of a vehicle, the height in blocks."""
    card = state.match.cards[unit.id]
    assert isinstance(card, VehicleCard)
    return card.footprint


@lru_cache(maxsize=256)
def mini_of(card: str) -> Mini:
    """What a figure is, by its card."""
    return minis()[card.split(".", 1)[0]]


@lru_cache(maxsize=256)
def weapon_of(card: str) -> Weapon | None:
    """The primary weapon a figure holds, by its card; None without one."""
    return weapons().get(card.split(".", 1)[1])


def number(unit: Unit | Model, mark: str) -> int:
    """A count on a unit or figure."""
    return unit.marks.get(mark, 0)


def figure_of(name: str, mini: MiniCard) -> Model:
    """A mini as he begins the battle, not yet on the board."""
    row = minis()[mini.kind]
    marks: dict[str, int] = {}
    for item in mini.items:
        marks[item] = marks.get(item, 0) + 1
    told = {
        "bayonet": int(mini.bayonet),
        "blade": int(mini.blade),
        "uses": row.uses_per_game,
        "bonus": row.bonus_actions_game,
        "nat6": row.nat6_saves_per_game,
    }
    marks |= {mark: value for mark, value in told.items() if value}
    return Model(name, mini.card, None, ALIVE, marks or NO_MARKS)


def figures_of(card: SquadCard) -> tuple[Model, ...]:
    """The minis of a squad as they begin the battle."""
    return tuple(figure_of(f"f{place}", mini) for place, mini in enumerate(card.minis, start=1))


def living(state: State) -> list[Unit]:
    """Every unit on the board, mounted ones included."""
    return [unit for unit in state.units.values() if unit.status == ALIVE]


def units_of(state: State, seat: int) -> list[Unit]:
    """The units of a side that are on the board: seats of one side share their units and actions."""
    sides = state.match.sides
    return [unit for unit in state.units.values() if unit.status == ALIVE and sides[unit.seat] == sides[seat]]


@rule("ba.setup.sides")
def are_hostile(state: State, one: Unit, other: Unit) -> bool:
    """Units of different sides are enemies."""
    sides = state.match.sides
    return bool(sides[one.seat] != sides[other.seat])


def enemies_of(state: State, unit: Unit) -> list[Unit]:
    """The enemy units on the board."""
    sides = state.match.sides
    return [each for each in state.units.values() if each.status == ALIVE and sides[each.seat] != sides[unit.seat]]


def spots(unit: Unit) -> list[tuple[float, float]]:
    """Where the minis of a squad that stand on the board are."""
    return [each.pose.place for each in unit.squad if each.status == ALIVE and each.pose is not None]


@rule("ba.geometry.vehicle")
def hull_of(state: State, unit: Unit) -> Shape:
    """The footprint of a vehicle."""
    assert unit.pose is not None
    length, width, _height = size_of(state, unit)
    return rectangle_at(unit.pose, length, width)


@rule("ba.veh.destroyed")
def hulls_on_board(state: State) -> list[Unit]:
    """Every vehicle that stands on the board, and every wreck: an obstacle of the same footprint."""
    return [
        unit
        for unit in state.units.values()
        if unit.status in (ALIVE, WRECK) and unit.pose is not None and is_vehicle(state, unit)
    ]


def footprints(state: State, unit: Unit) -> list[Shape]:
    """The ground that the models of a unit take up."""
    if is_vehicle(state, unit):
        return [hull_of(state, unit)] if unit.pose is not None else []
    if unit.container in state.units:
        return [hull_of(state, state.units[unit.container])]
    radius = measures().mini_radius
    return [circle(x, y, radius) for x, y in spots(unit)]


@rule("ba.geometry.range", "ba.hold.reactive_limit")
def units_apart(state: State, one: Unit, other: Unit) -> float:
    """The distance of two units: closest points of their closest models."""
    here, there = footprints(state, one), footprints(state, other)
    return min((kernel.distance(a, b) for a in here for b in there), default=1e9)


@rule("ba.setup.zone.depth")
def zone_area(state: State, seat: int) -> tuple[float, float, float, float]:
    """The deployment zone of a seat: x0, y0, x1, y1, a strip along its whole edge."""
    match, depth = state.match, measures().zone_depth
    edge = str(state.facts.get(f"zone{match.sides[seat]}", EDGES[match.sides[seat] % 2]))
    low = 0.0 if edge == "south" else match.height - depth
    return 0.0, low, match.width, low + depth


def inward(state: State, seat: int) -> float:
    """The heading that looks onto the board from a seat's edge."""
    return 90.0 if zone_area(state, seat)[1] == 0.0 else 270.0


def grain(studs: float) -> int:
    """Studs in grain."""
    return round(studs * GRAIN)


def describe(state: State, thing: str) -> str:
    """A unit, a piece of terrain or the edge of the board as players call it."""
    if thing == "edge":
        return "the edge of the board"
    vehicle = match_of(state).crews.get(thing, "")
    if vehicle:
        return f"Crew of {describe(state, vehicle)}"
    if thing in state.units:
        return f"{match_of(state).cards[thing].title} {thing}"
    if thing in state.tokens:
        return f"{state.tokens[thing].kind.replace('_', ' ')} {thing}"
    return thing


def obstacle(state: State, thing: str) -> str:
    """What stands in the way, at the head of a sentence; the ids of terrain are written nowhere on the board."""
    token = state.tokens.get(thing)
    if token is not None:
        return f"The {token.kind.replace('_', ' ')}"
    named = describe(state, thing)
    return f"{named[:1].upper()}{named[1:]}"


def mini_number(figure: str) -> str:
    """Which mini of his squad one is: 2 for f2."""
    return figure.removeprefix("f")


def mini_name(unit: Unit | str, figure: str) -> str:
    """A mini as players call him: A1's mini 2."""
    return f"{unit if isinstance(unit, str) else unit.id}'s mini {mini_number(figure)}"


def told(value: float) -> str:
    """A length for a sentence: at most two decimals, never rounded up past a limit."""
    return f"{floor(value * 100 + 1e-6) / 100:g}"
