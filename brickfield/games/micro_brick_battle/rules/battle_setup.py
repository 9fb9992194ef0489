"""From an agreement to a battle: options, armies and scenario worked out into a match and its first state."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from brickfield.core.board import Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.match import Match, Setup
from brickfield.core.near_names import known_names
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.games.micro_brick_battle.rules.army_lists import ArmyList, army_of, cards, check_army
from brickfield.games.micro_brick_battle.rules.battlefield import BattleMatch, Piece, lay_piece
from brickfield.games.micro_brick_battle.rules.features import features
from brickfield.games.micro_brick_battle.rules.measures import measures
from brickfield.games.micro_brick_battle.rules.obstacles_and_terrain import seat_without_room
from brickfield.games.micro_brick_battle.rules.options import Options
from brickfield.games.micro_brick_battle.rules.rounds_and_turns import Battle, Round, Turn
from brickfield.games.micro_brick_battle.rules.scenarios import AreaObjective, Scenario, scenarios
from brickfield.games.micro_brick_battle.rules.unit_cards import UnitCard, find_card, unit_cards
from brickfield.geometry import Pose

_LETTERS = "ABCD"
_STEPS = {
    "turn": "begin",
    "first_turn": "first_turn_rule",
    "movement": "movement_phase",
    "target_declaration": "target_declaration_phase",
}
Size = Annotated[float, Meta(gt=0, le=200)]
Number = Annotated[float, Meta(ge=-1440, le=1440)]


class PlacedUnit(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of a position: whose it is, its card with any numbers stated otherwise, and where it stands."""

    id: str
    seat: Annotated[int, Meta(ge=0, le=1)]
    card: str
    x: Number = 0.0
    y: Number = 0.0
    heading: Number = 90.0
    status: Literal["alive", "wreck", "waiting", "reserve"] = "alive"
    changes: dict[str, Any] = {}


class PlacedPiece(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of terrain of a position; its size and hit markers are the table's unless stated."""

    feature: str
    x: Number
    y: Number
    heading: Number = 0.0
    length: Size | None = None
    width: Size | None = None
    hit_markers: Annotated[int, Meta(ge=0, le=99)] | None = None


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """A table laid out in the middle of a battle, for puzzles, tutorials and tests."""

    units: tuple[PlacedUnit, ...]
    terrain: tuple[PlacedPiece, ...] = ()
    size: tuple[Size, Size] | None = None
    edges: tuple[str, str] = ("y=0", "y=36")
    seat: Annotated[int, Meta(ge=0, le=1)] = 0
    first: Annotated[int, Meta(ge=0, le=1)] = 0
    round: Annotated[int, Meta(ge=0, le=999)] = 2
    phase: Literal["deployment", "turn", "first_turn", "movement", "target_declaration"] = "movement"
    objective: AreaObjective | None = None
    round_limit: int = 0
    scores: tuple[int, int] = (0, 0)
    quiet_rounds: int = 0


@rule("mbb.house.agree", "mbb.army.points", "mbb.about.genre")
def new_match(setup: Setup, game: Any) -> Match | Refusal:
    """Work an agreement out, or say which part of it the rules do not allow."""
    options = Options.of(setup.options)
    if isinstance(options, Refusal):
        return options
    if setup.position is not None:
        return _from_position(setup, options, game)
    scenario = scenarios().get(setup.scenario)
    if scenario is None:
        known = ", ".join(scenarios())
        return invalid("unknown_scenario", f"There is no scenario {setup.scenario!r}; there are {known}.")
    scenario = scenario.as_agreed(options.scenario_edition)
    armies = _armies(setup, options, scenario)
    if isinstance(armies, Refusal):
        return armies
    match = BattleMatch(game, setup, options, scenario)
    match.pieces = tuple(
        Piece(piece.feature, piece.length, piece.width, Pose.at(piece.x, piece.y, piece.heading))
        for piece in scenario.terrain
    )
    for seat, army in enumerate(armies):
        for number, card in enumerate(cards(army), start=1):
            match.cards[f"{_LETTERS[seat]}{number}"] = card
    return _deployable(match)


@rule("mbb.army.points", "mbb.army.minimum")
def _armies(setup: Setup, options: Options, scenario: Scenario) -> list[ArmyList] | Refusal:
    """The armies brought, each within the points agreed, or else the scenario's forces."""
    if not setup.armies:
        return [army_of(force) for force in scenario.force]
    if len(setup.armies) != len(scenario.force):
        return invalid("wrong_armies", f"{scenario.title} is fought by {len(scenario.force)} armies.")
    armies: list[ArmyList] = []
    points = options.point_limit or max(force.rc for force in scenario.force)
    for units in setup.armies:
        army = ArmyList("", units)
        refusal = check_army(army, points, options)
        if refusal is not None:
            return refusal
        armies.append(army)
    return armies


@rule("mbb.geometry.deploy_full")
def _deployable(match: BattleMatch) -> Match | Refusal:
    """A battlefield on which some player could not place even one unit is refused before deployment begins."""
    state = first_state(match)
    if match.options.battlefield == "scenario":
        for number, piece in enumerate(match.pieces, start=1):
            if piece.pose is not None:
                state.tokens.update((token.id, token) for token in lay_piece(match, number, piece, piece.pose))
    cramped = seat_without_room(state)
    if cramped is None:
        return match
    sentence = f"{match.seat_name(cramped)} could not deploy a single unit on this battlefield."
    return illegal("no_room", "mbb.geometry.deploy_full", sentence)


def first_state(match: Match) -> State:
    """The state a battle begins with: units waiting and an empty table, or the position it was laid out in."""
    assert isinstance(match, BattleMatch)
    if match.start is not None:
        return _state_of(match, match.start)
    units = {unit_id: Unit(unit_id, _LETTERS.index(unit_id[0]), card.name) for unit_id, card in match.cards.items()}
    state = State(match, units, {})
    state.frames = [Battle()]
    return state


def _from_position(setup: Setup, options: Options, game: Any) -> Match | Refusal:
    try:
        position = as_type(setup.position, Position, strict=False)
    except msgspec.ValidationError as error:
        return invalid("bad_position", f"The position cannot be read: {error}.")
    numbers = measures()
    width, depth = position.size or (numbers.table_width_inches, numbers.table_depth_inches)
    scenario = Scenario(
        id=setup.scenario or "position",
        title="A position",
        order=0,
        origin="ours",
        goal="Destroy all enemy units.",
        clause="mbb.win.elimination",
        table_width=width,
        table_depth=depth,
        round_limit=position.round_limit,
        force=(),
        terrain=(),
        objective=position.objective,
    )
    match = BattleMatch(game, setup, options, scenario, position.edges)
    match.start = position
    return _fill(match, position)


def _fill(match: BattleMatch, position: Position) -> Match | Refusal:
    """Cards and pieces of a position."""
    for placed in position.units:
        card = find_card(placed.card)
        if card is None:
            sentence = f"No unit is called {placed.card[:60]!r}; {known_names(placed.card, unit_cards())}"
            return invalid("unit_unknown", sentence)
        if placed.id in match.cards:
            return invalid("bad_position", f"Two units are called {placed.id!r}.")
        try:
            match.cards[placed.id] = _changed(card, placed.changes)
        except (TypeError, ValueError) as error:
            return invalid("bad_position", str(error))
    pieces: list[Piece] = []
    for piece in position.terrain:
        feature = features().get(piece.feature)
        if feature is None:
            there = known_names(piece.feature, features())
            return invalid("unknown_feature", f"No piece of terrain is called {piece.feature[:60]!r}; {there}")
        length, width = piece.length or feature.length_inches, piece.width or feature.width_inches
        pieces.append(Piece(piece.feature, length, width, Pose.at(piece.x, piece.y, piece.heading), piece.hit_markers))
    match.pieces = tuple(pieces)
    return _deployable(match) if position.phase == "deployment" else match


@rule("mbb.geometry.footprint.override")
def _changed(card: UnitCard, changes: dict[str, Any]) -> UnitCard:
    """A card with the numbers a scenario or custom unit states."""
    return card.with_(**changes) if changes else card


def _state_of(match: BattleMatch, position: Position) -> State:
    units: dict[str, Unit] = {}
    for placed in position.units:
        on_table = placed.status in ("alive", "wreck")
        pose = Pose.at(placed.x, placed.y, placed.heading) if on_table else None
        status = "waiting" if placed.status == "reserve" else placed.status
        marks = {"reserve": 1} if placed.status == "reserve" else {}
        units[placed.id] = Unit(placed.id, placed.seat, match.cards[placed.id].name, status, pose, marks)
    tokens: dict[str, Token] = {}
    for number, piece in enumerate(match.pieces, start=1):
        assert piece.pose is not None
        tokens.update((token.id, token) for token in lay_piece(match, number, piece, piece.pose))
    state = State(match, units, tokens)
    state.facts = {"first": position.first}
    if position.phase == "deployment":
        state.frames = [Battle(at="deploy", first=position.first)]
        return state
    _stand_in_turn(state, position)
    return state


def _stand_in_turn(state: State, position: Position) -> None:
    """The frames of a battle that stands in the middle of a turn."""
    state.facts |= {
        "round": position.round,
        "active": position.seat,
        "phase": position.phase,
        "quiet_rounds": position.quiet_rounds,
    }
    for seat, score in enumerate(position.scores):
        if score:
            state.facts[f"score{seat}"] = score
    taken = (position.seat - position.first) % state.match.seats + 1
    state.frames = [
        Battle(at="next_round", first=position.first, round=position.round),
        Round(at="next_turn", number=position.round, first=position.first, taken=taken),
        Turn(at=_STEPS[position.phase], seat=position.seat, first=position.first),
    ]
