"""From an agreement to a battle: options, fleets and waters worked out into a match and its first state."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.setup.positions import UnitOfPosition, enlist, from_position, scenario_of
from brickfield.core.setup.scenarios import LETTERS, numbered
from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.geometry import Pose, rectangle
from ..base.measures import measures, stored
from ..base.setting_out import room_for
from ..base.ship_card import FORT, ShipCard, build, changed, monster_of_the_deep, ships
from ..base.the_game import Battle, Round
from ..base.turns import Turn
from ..base.waters import NOBODY, SeaMatch, tokens_laid
from .fleets import cards_of, check_fleet, deck_inches
from .options import Options
from .scenarios import SCENARIOS, Chart, Fleet, Scenario, chart_fault

_DEEP = "M1"
# Fleets may cover this share of the table at most, or they could not be set out.
_CROWDED = 0.5

# waters that are drawn, by the name under which they are agreed on: from a number, the size of the table and the seats
WATERS: dict[str, Callable[[int, float, int], Chart]] = {}

Size = Annotated[float, Meta(gt=0, le=200)]
Count = Annotated[int, Meta(ge=0, le=999)]


class PlacedUnit(UnitOfPosition, frozen=True, kw_only=True):
    """A unit of a position: whose it is, its card with any numbers stated otherwise, where it is, what is left of it.

    `marks` may set the markers left (`firepower`, `base`, `additional`, `speed`), cargo (`cargo1` to `cargo3`) and
    what it has done in this round (`acted`, `spent`, `attacked`, `rammed`).
    """

    id: Annotated[str, Meta(min_length=2, max_length=16)]
    seat: Annotated[int, Meta(ge=-1, le=5)]
    status: Literal["alive", "waiting"] = "alive"


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """A table laid out in the middle of a battle, for puzzles, tutorials and tests.

    `terrain` lists areas, ports, currents and floating treasures by `kind`; `seat` has the turn, `first` began the
    round; phase `round_end` begins with what the sea does.
    """

    units: tuple[PlacedUnit, ...]
    terrain: tuple[dict[str, Any], ...] = ()
    size: tuple[Size, Size] | None = None
    seats: Annotated[int, Meta(ge=2, le=6)] = 2
    seat: Annotated[int, Meta(ge=0, le=5)] = 0
    first: Annotated[int, Meta(ge=0, le=5)] = 0
    round: Annotated[int, Meta(ge=1, le=999)] = 1
    phase: Literal["deployment", "turn", "round_end"] = "turn"
    goal: Literal["last_drop_of_blood", "defence_of_the_fort", "transport_of_gold"] = "last_drop_of_blood"
    last_round: Count = 0
    quiet_rounds: Count = 0
    wind: Annotated[int, Meta(ge=0, lt=360)] = 0
    scores: tuple[int, ...] = ()


@rule("sea.fleet.points", "sea.game.players", "sea.game.setup")
def new_match(setup: Setup, game: Any) -> Match | Refusal:
    """Work an agreement out, or say which part of it the rules do not allow."""
    if setup.position is not None:
        return from_position(setup, game, Position, partial(_lay_out, setup, game))
    found = SCENARIOS.of(setup)
    if isinstance(found, Refusal):
        return found
    scenario = found.as_agreed(setup.options)
    options = game.agreement.of({**scenario.options, **setup.options})
    if isinstance(options, Refusal):
        return options
    fault = _check_sides(options, scenario.seats)
    if fault is not None:
        return fault
    fleets = _fleets(setup, options, scenario)
    if isinstance(fleets, Refusal):
        return fleets
    match = SeaMatch(game, setup, options, scenario, _chart(options, scenario))
    match.cards |= {unit_id: card for unit_id, _seat, card in numbered(fleets)}
    _stand_forts(match)
    if options.independent_monsters:
        match.cards[_DEEP] = monster_of_the_deep()
    return _with_room(match)


@rule("sea.game.teams")
def _check_sides(options: Options, seats: int) -> Refusal | None:
    """Alliances need an even number of players."""
    if options.teams and seats % 2:
        sentence = f"{seats} players cannot form two equal alliances."
        return illegal("uneven_teams", "sea.game.teams", sentence, seats=seats)
    return None


@rule("sea.game.setup", "sea.game.empty_table")
def _chart(options: Options, scenario: Scenario) -> Chart:
    """The waters agreed on. Forts of a scenario need their islands, so its own waters stay when it has some."""
    if options.waters == "scenario" or scenario.chart.fort:
        return scenario.chart
    size = options.table_inches or scenario.table_inches or measures().table_inches
    draw = WATERS.get(options.waters)
    return draw(options.waters_seed, size, scenario.seats) if draw is not None else Chart()


@rule("sea.fleet.points", "sea.fleet.sum")
def _fleets(setup: Setup, options: Options, scenario: Scenario) -> list[list[ShipCard]] | Refusal:
    """The fleets brought, each within the level agreed, or else those of the scenario."""
    if setup.armies and len(setup.armies) != scenario.seats:
        return invalid("wrong_fleets", f"{scenario.title} is fought by {scenario.seats} fleets.")
    found: list[list[ShipCard]] = []
    for seat, fleet in enumerate(scenario.fleet):
        brought = setup.armies[seat] if setup.armies else tuple((row.card, row.count) for row in fleet.ships)
        cards = cards_of(brought)
        if isinstance(cards, Refusal):
            return cards
        fault = check_fleet(cards, options.points or fleet.points, options) if setup.armies else None
        if fault is not None:
            return fault
        found.append(cards)
    return found


@rule("sea.fort.scenario")
def _stand_forts(match: SeaMatch) -> None:
    """Forts of the scenario join the fleets of their owners, at their fixed places."""
    for fort in match.chart.fort:
        letter = LETTERS[fort.seat]
        number = 1 + sum(unit.startswith(letter) for unit in match.cards)
        match.cards[f"{letter}{number}"] = ships()[fort.card]
        match.places[f"{letter}{number}"] = Pose.at(fort.x, fort.y)


@rule("sea.table.size", "sea.fort.card", "sea.game.start_sides")
def _with_room(match: SeaMatch) -> Match | Refusal:
    """Fleets that could not be set out on this table, or forts without an island, are refused before play."""
    deck, table = deck_inches(match.cards.values()), match.width * match.height
    if deck > table * _CROWDED:
        sentence = (
            f"The hulls cover {deck:.0f} square inches; at most half of the table's {table:.0f} can be sailed on."
        )
        return illegal("table_too_small", "sea.table.size", sentence, deck=deck)
    state = first_state(match)
    for unit in list(state.units.values()):
        if match.cards[unit.id].kind == FORT and unit.id not in match.places and room_for(state, unit) is None:
            return illegal("no_island", "sea.fort.card", f"No island has room for {match.cards[unit.id].name}.")
    return match


def first_state(match: Match) -> State:
    """The state a battle begins with: units waiting and an empty table, or the position it was laid out in."""
    assert isinstance(match, SeaMatch)
    if match.start is not None:
        return _state_of(match, match.start)
    units = {
        unit_id: Unit(unit_id, LETTERS.index(unit_id[0]), card.name, marks=card.markers())
        for unit_id, card in sorted(match.cards.items(), key=lambda pair: (pair[0][0], int(pair[0][1:])))
        if unit_id != _DEEP
    }
    _add_the_deep(match, units)
    state = State(match, units, {})
    state.facts = {"afloat": "".join(str(seat) for seat in sorted({u.seat for u in units.values() if u.seat >= 0}))}
    state.frames = [Battle()]
    return state


@rule("sea.monster.appear", "sea.monster.roles")
def _add_the_deep(match: SeaMatch, units: dict[str, Unit]) -> None:
    """An independent monster waits below from the beginning; there is only one."""
    if match.options.independent_monsters and not any(unit.seat == NOBODY for unit in units.values()):
        card = match.cards[_DEEP]
        units[_DEEP] = Unit(_DEEP, NOBODY, card.name, marks=card.markers())


# --- positions -------------------------------------------------------------------------------------------------------

_KINDS = {"port": "port", "current": "current", "floating": "floating"}
_RECTANGLE = {"x": 0.0, "y": 0.0, "heading": 0.0, "length": 1.0, "width": 1.0}


def _lay_out(setup: Setup, game: Any, position: Position, options: Options) -> SeaMatch | Refusal:
    chart = _chart_of(position)
    fault = _check_sides(options, position.seats)
    if fault is not None:
        return fault
    size = position.size or (options.table_inches or measures().table_inches,) * 2
    wrong = chart_fault(chart, *size)
    if wrong:
        raise ValueError(wrong)
    match = SeaMatch(game, setup, options, _scenario_of(setup, position), chart)
    match.with_size(*size)
    unknown = enlist(match, position.units, partial(_card_of, position))
    if unknown is not None:
        return unknown
    if options.independent_monsters:
        match.cards.setdefault(_DEEP, monster_of_the_deep())
    return match


def _card_of(position: Position, placed: PlacedUnit) -> ShipCard | Refusal:
    """The card of a unit; ValueError if it belongs to nobody or states what no card has."""
    card = build(placed.card)
    if isinstance(card, Refusal):
        return card
    if placed.seat >= position.seats:
        raise ValueError(f"{placed.id!r} belongs to nobody")
    as_type(placed.changes.get("marks", {}), dict[str, Count])
    return changed(card, {name: value for name, value in placed.changes.items() if name != "marks"})


def _chart_of(position: Position) -> Chart:
    """The pieces of a position sorted by kind; whatever is no port, current or treasure is an area."""
    sorted_: dict[str, list[dict[str, Any]]] = {"area": [], "port": [], "current": [], "floating": []}
    for piece in map(_as_area, position.terrain):
        kind = _KINDS.get(piece["kind"])
        sorted_[kind or "area"].append({k: v for k, v in piece.items() if k != "kind" or kind is None})
    return as_type(sorted_, Chart)


def _as_area(piece: dict[str, Any]) -> dict[str, Any]:
    """A piece as an area: one given by middle, length, width and heading, as other games do, gets its four corners."""
    if "feature" not in piece:
        return piece
    numbers = {name: float(piece.get(name, default)) for name, default in _RECTANGLE.items()}
    shape = rectangle(numbers["x"], numbers["y"], numbers["heading"], numbers["length"], numbers["width"])
    rest = {name: value for name, value in piece.items() if name not in (*_RECTANGLE, "feature")}
    return {"kind": str(piece["feature"]).lower(), "points": shape.points, **rest}


def _scenario_of(setup: Setup, position: Position) -> Scenario:
    return scenario_of(
        setup,
        Scenario,
        goal=position.goal,
        text="Fight until only one fleet is left.",
        clause="sea.scenario.basic",
        minutes=(0, 0),
        fleet=tuple(Fleet(side=f"Fleet {seat + 1}", points=0, ships=()) for seat in range(position.seats)),
        last_round=position.last_round,
    )


def _state_of(match: SeaMatch, position: Position) -> State:
    units: dict[str, Unit] = {}
    for placed in sorted(position.units, key=lambda unit: unit.seat if unit.seat >= 0 else position.seats):
        card = match.cards[placed.id]
        marks = {**card.markers(), **placed.changes.get("marks", {})}
        pose = stored(placed.x, placed.y, placed.heading) if placed.status == "alive" else None
        left = {mark: value for mark, value in marks.items() if value}
        units[placed.id] = Unit(placed.id, placed.seat, card.name, placed.status, pose, left)
    _add_the_deep(match, units)
    deploys = position.phase == "deployment"
    state = State(match, units, {})
    if not deploys:
        state.tokens = {token.id: token for token in tokens_laid(state)}
    owners = sorted({unit.seat for unit in units.values() if unit.seat >= 0})
    state.facts = {"afloat": "".join(map(str, owners))}
    state.frames = [Battle()]
    if not deploys:
        _stand_in_round(state, position)
    return state


def _stand_in_round(state: State, position: Position) -> None:
    """The frames of a battle that stands in the middle of a round, or at its end."""
    state.facts |= {"first": position.first, "round": position.round, "active": position.seat}
    state.facts["last_hit"] = position.round - 1 - position.quiet_rounds
    if state.match.options.wind:
        state.facts["wind"] = position.wind
    for seat, score in enumerate(position.scores):
        state.facts[f"score{seat}"] = score
    taken = (position.seat - position.first) % state.match.seats + 1
    battle = Battle(at="next_round", round=position.round)
    if position.phase == "round_end":
        state.frames = [battle, Round(at="finish", number=position.round, taken=state.match.seats)]
    else:
        turn = Turn(seat=position.seat)
        state.frames = [battle, Round(at="next_turn", number=position.round, taken=taken), turn]
