"""From an agreement to a battle: options, armies and scenario worked out into a match and its first state."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from brickfield.core.board import ALIVE, FLYING, NO_MARKS, Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.match import Match, Setup
from brickfield.core.near_names import known_names
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.sealed import Sealed
from brickfield.core.setup.positions import Number, UnitOfPosition, enlist, from_position, scenario_of, unknown_feature
from brickfield.core.setup.scenarios import LETTERS, numbered, wrong_armies
from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.geometry import Pose
from ..base.battlefield import BattleMatch, Piece, lay_piece
from ..base.features import features
from ..base.measures import measures
from ..base.obstacles_and_terrain import lies_as_shown, seat_without_room
from ..base.rounds_and_turns import Battle, Round, Turn
from ..base.turns import turn_order
from ..base.unit_cards import UnitCard, unit_cards
from ..chapters.airplanes.airplanes import ALOFT
from ..chapters.amphibious_vehicles.amphibious_vehicles import AFLOAT, swimmers
from ..chapters.infantry.infantry import CAPTAIN_PLATE, LED, first_marks, infantry_of
from ..chapters.infantry.infantry_lists import squad_fault
from ..chapters.infantry.infantry_tables import ground_on_foot
from ..chapters.mines.laying_mines import mine_marker, no_room_for_mines
from ..chapters.mines.minefields import NOTE
from ..chapters.scenario_goals.scenario_goals import goal_unit_missing
from ..chapters.special_units.special_units import ARTILLERY
from ..chapters.teams.free_for_all import table_too_small
from ..chapters.teams.team_play import check_team
from ..chapters.weather.weather import ROLLED_WEATHER, planes_in_constant_weather
from .army_lists import ArmyList, army_of, cards, within_reserve, within_shares
from .bought_terrain import paid_by_army, pieces_of, shared_out, terrain_fault, terrain_pool
from .options import Options
from .own_units import listed_card, same_name_twice
from .random_tables import drawn
from .scenarios import SCENARIOS, AnyGoal, AreaObjective, Corners, MinedZone, Scenario, piece_fault

_STEPS = {
    "turn": "begin",
    "first_turn": "first_turn_rule",
    "movement": "movement_phase",
    "target_declaration": "target_declaration_phase",
}
Size = Annotated[float, Meta(gt=0, le=200)]


class Stated(Struct, frozen=True):
    """What a position says of a unit: counts on it, and the building or the gun that infantry is inside of."""

    marks: dict[Annotated[str, Meta(max_length=32)], Annotated[int, Meta(ge=0, le=9999)]] = {}
    inside: Annotated[str, Meta(max_length=16)] = ""


_STATED = ("marks", "inside")


class PlacedUnit(UnitOfPosition, frozen=True, kw_only=True):
    """A unit of a position. `changes` are numbers of its card that are other than printed, counts on the unit (`marks`)
    and the thing it is `inside` of."""

    seat: Annotated[int, Meta(ge=0, le=5)]
    status: Literal["alive", "wreck", "waiting", "reserve"] = "alive"

    @property
    def stated(self) -> Stated:
        """What is said of the unit itself, not of its card."""
        return as_type({name: self.changes[name] for name in _STATED if name in self.changes}, Stated)


class PlacedPiece(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of terrain of a position; its size and hit markers are the table's unless stated."""

    feature: str
    x: Number
    y: Number
    heading: Number = 0.0
    length: Size | None = None
    width: Size | None = None
    hit_markers: Annotated[int, Meta(ge=0, le=99)] | None = None
    height_bricks: Annotated[int, Meta(ge=0, le=99)] | None = None
    owner: Annotated[int, Meta(ge=-1, le=5)] = -1
    corners: Corners = ()


class PlacedMine(Struct, frozen=True, forbid_unknown_fields=True):
    """A mine marker of a position and whose it is."""

    seat: Annotated[int, Meta(ge=0, le=5)]
    x: Number
    y: Number
    heading: Number = 0.0


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """A table laid out in the middle of a battle, for puzzles, tutorials and tests."""

    units: tuple[PlacedUnit, ...]
    terrain: tuple[PlacedPiece, ...] = ()
    size: tuple[Size, Size] | None = None
    edges: Annotated[tuple[str, ...], Meta(min_length=2, max_length=6)] = ("y=0", "y=36")
    # by seat the side it fights for; empty: everybody alone
    sides: tuple[Annotated[int, Meta(ge=0, le=5)], ...] = ()
    free_for_all: bool = False
    seat: Annotated[int, Meta(ge=0, le=5)] = 0
    first: Annotated[int, Meta(ge=0, le=5)] = 0
    round: Annotated[int, Meta(ge=0, le=999)] = 2
    phase: Literal["deployment", "turn", "first_turn", "movement", "target_declaration"] = "movement"
    objective: AreaObjective | None = None
    # what else wins, and who wins when the last round is over
    goals: tuple[AnyGoal, ...] = ()
    holder: Annotated[int, Meta(ge=0, le=5)] | None = None
    round_limit: int = 0
    scores: tuple[int, ...] = ()
    quiet_rounds: int = 0
    # mine markers, mined zones, and by seat the secret square (empty: none); whether rolled weather applies
    mines: tuple[PlacedMine, ...] = ()
    minefield: tuple[MinedZone, ...] = ()
    notes: tuple[Annotated[str, Meta(max_length=4)], ...] = ()
    weather: bool = False


@rule("mbb.house.agree", "mbb.army.points", "mbb.about.genre")
def new_match(setup: Setup, game: Any) -> Match | Refusal:
    """Work an agreement out, or say which part of it the rules do not allow."""
    if setup.position is not None:
        return _from_position(setup, game)
    options = game.agreement.of(setup.options)
    if isinstance(options, Refusal):
        return options
    found = SCENARIOS.of(setup)
    if isinstance(found, Refusal):
        return found
    scenario = drawn(found.as_agreed(options.scenario_edition), options.table_number)
    armies = _armies(setup, options, scenario)
    if isinstance(armies, Refusal):
        return armies
    match = BattleMatch(game, setup, options, scenario)
    match.pieces = tuple(
        Piece(
            piece.feature,
            piece.length,
            piece.width,
            Pose.at(piece.x, piece.y, piece.heading),
            None,
            piece.height_bricks,
            piece.owner,
            piece.corners,
            layer=piece.layer,
        )
        for piece in scenario.terrain
    )
    for seat, lines in enumerate(setup.armies):
        match.pieces += pieces_of(seat, shared_out(lines, options, terrain_pool(options, scenario.force[seat]))[1])
    match.pieces += _works(match)
    for unit_id, _seat, card in numbered(map(cards, armies)):
        match.cards[unit_id] = as_played(match, card)
    return planes_in_constant_weather(options, match.cards.values()) or no_room_for_mines(match) or _deployable(match)


@rule("mbb.arty.with")
def _works(match: BattleMatch) -> tuple[Piece, ...]:
    """The bunkers and emplacements that forces bring for their guns, still in the box."""
    works = [(seat, features()[name]) for seat, force in enumerate(match.scenario.force) for name in force.works]
    if not match.special_units:
        return ()
    return tuple(Piece(each.name, each.length_inches, each.width_inches, owner=seat, work=True) for seat, each in works)


@rule("mbb.arty.no_move")
def as_played(match: BattleMatch, card: UnitCard) -> UnitCard:
    """A card by the rules of the battle: artillery does not turn and fires all round instead, whatever its mount."""
    if match.special_units and card.rules == ARTILLERY and card.mount == "fixed":
        return replace(card, mount="all_round")
    return card


@rule("mbb.army.points", "mbb.army.minimum")
def _armies(setup: Setup, options: Options, scenario: Scenario) -> list[ArmyList] | Refusal:
    """The armies brought, each within the points agreed, of a team all together, or else the scenario's forces."""
    if not setup.armies:
        return [army_of(force) for force in scenario.force]
    if len(setup.armies) != len(scenario.force):
        return wrong_armies(scenario.title, len(scenario.force))
    pools = [terrain_pool(options, force) for force in scenario.force]
    brought = [shared_out(lines, options, pool) for lines, pool in zip(setup.armies, pools, strict=True)]
    armies = [ArmyList("", units) for units, _pieces in brought]
    sides = scenario.sides
    teams = {side: [seat for seat in range(len(sides)) if sides[seat] == side] for side in sides}
    usual = max(sum(scenario.force[seat].rc for seat in team) for team in teams.values())
    agreed = options.special_units
    special = "special_units" in scenario.plays if agreed == "scenario" else agreed
    for team in teams.values():
        pieces = tuple(line for seat in team for line in brought[seat][1])
        points = options.point_limit or sum(scenario.force[seat].budget for seat in team) or usual
        pool = max(pools[seat] for seat in team)
        spent = paid_by_army(pieces, options, pool)
        refusal = check_team([armies[seat] for seat in team], points, options, special, spent)
        refusal = refusal or terrain_fault(pieces, pool)
        own = [(armies[seat], scenario.force[seat], options) for seat in team]
        stated = (check(*each) for each in own for check in (within_shares, within_reserve))
        refusal = refusal or next(filter(None, stated), None)
        if refusal is not None:
            return refusal
    return goal_unit_missing(scenario, armies) or same_name_twice(army.units for army in armies) or armies


@rule("mbb.geometry.deploy_full")
def _deployable(match: BattleMatch) -> Match | Refusal:
    """A battlefield on which some player could not place even one unit is refused before deployment begins."""
    state = first_state(match)
    for number, piece in enumerate(match.pieces, start=1):
        if piece.pose is not None and lies_as_shown(match, piece):
            state.tokens.update((token.id, token) for token in lay_piece(match, number, piece, piece.pose))
    small = table_too_small(match)
    if small is not None:
        return small
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
    units = {
        unit_id: Unit(unit_id, LETTERS.index(unit_id[0]), card.name, marks=stores(card))
        for unit_id, card in match.cards.items()
    }
    state = State(match, units, {})
    state.frames = [Battle()]
    return state


@rule("mbb.air.weapons", "inf.build.marker")
def stores(card: UnitCard) -> dict[str, int]:
    """What an airplane carries for the whole battle, and what stands on the plate of infantry."""
    if card.markers:
        return first_marks(card)
    return {name: count for name, count in (("bombs", card.bombs), ("missiles", card.missiles)) if count} or NO_MARKS


def _from_position(setup: Setup, game: Any) -> Match | Refusal:
    match = from_position(setup, game, Position, partial(_lay_out, setup, game))
    if isinstance(match, Refusal):
        return match
    nowhere = _whereabouts_fault(match, match.start)
    return nowhere or (_deployable(match) if match.start.phase == "deployment" else match)


def _lay_out(setup: Setup, game: Any, position: Position, options: Options) -> BattleMatch | Refusal:
    numbers = measures()
    width, depth = position.size or (numbers.table_width_inches, numbers.table_depth_inches)
    scenario = scenario_of(
        setup,
        Scenario,
        goal="Destroy all enemy units.",
        clause="mbb.win.elimination",
        table_width=width,
        table_depth=depth,
        round_limit=position.round_limit,
        force=(),
        terrain=(),
        objective=position.objective,
        goals=position.goals,
        holder=position.holder,
        minefield=position.minefield,
        free_for_all=position.free_for_all,
    )
    match = BattleMatch(game, setup, options, scenario, position.edges, position.sides)
    refusal = (
        _seats_fault(match, position)
        or enlist(match, position.units, partial(_card_of, match))
        or unknown_feature(position.terrain, features())
    )
    if refusal is not None:
        return refusal
    match.pieces = tuple(map(_laid, position.terrain))
    return match


@rule("mbb.geometry.table", "mbb.ffa.own", "mbb.team.win")
def _seats_fault(match: BattleMatch, position: Position) -> Refusal | None:
    """Why the seats of a position cannot be: unknown edges or seats, allies apart, enemies on one edge."""
    known = {"y=0", f"y={match.height:g}", "x=0", f"x={match.width:g}"}
    seats, edges = range(match.seats), match.edges
    named = {position.seat, position.first, *(unit.seat for unit in position.units)}
    named |= {goal.seat for goal in position.goals} | {position.holder or 0}
    if (match.seats > 2 or match.free_for_all) and not set(edges) <= known:
        return invalid("bad_position", f"The edges of the seats are {', '.join(sorted(known))}.")
    if len(match.sides) != match.seats or not named <= set(seats) or len(position.scores) > match.seats:
        return invalid("bad_position", f"This position has {match.seats} seats, an edge and a side for each.")
    pairs = [(one, other) for one in seats for other in seats if one < other]
    if match.seats > 2 and any((edges[one] == edges[other]) != match.allied(one, other) for one, other in pairs):
        return invalid("bad_position", "Seats of one side start from one edge, and no others from the same.")
    return None


def _card_of(match: BattleMatch, placed: PlacedUnit) -> UnitCard | Refusal:
    """The card of a unit as the position states it."""
    card = listed_card(placed.card)
    if card is None:
        sentence = f"No unit is called {placed.card[:60]!r}; {known_names(placed.card, unit_cards())}"
        return invalid("unit_unknown", sentence)
    played = as_played(match, _changed(card, placed.changes))
    return squad_fault(played, placed.stated.marks) or played


def _laid(piece: PlacedPiece) -> Piece:
    """A piece of terrain that lies there; ValueError if it cannot have that outline."""
    fault = piece_fault(piece.feature, piece.corners)
    if fault:
        raise ValueError(fault)
    feature = features()[piece.feature]
    length, width = piece.length or feature.length_inches, piece.width or feature.width_inches
    pose, stated = Pose.at(piece.x, piece.y, piece.heading), (piece.height_bricks, piece.owner, piece.corners)
    return Piece(piece.feature, length, width, pose, piece.hit_markers, *stated)


@rule("inf.geometry.inside", "inf.move.enter", "inf.arty.join")
def _whereabouts_fault(match: BattleMatch, position: Position) -> Refusal | None:
    """Infantry is inside a building or at a gun that is there, and alone in it."""
    taken: set[str] = set()
    for placed in position.units:
        where = placed.stated.inside
        if not where:
            continue
        number = int(where[1:]) if where[:1] == "T" and where[1:].isdecimal() else 0
        kind = match.pieces[number - 1].feature if 0 < number <= len(match.pieces) else ""
        gun = where in match.cards and match.cards[where].rules == ARTILLERY
        row = ground_on_foot().get(kind)
        if not match.cards[placed.id].is_infantry or not (gun or (row is not None and row.on_foot == "building")):
            return invalid("bad_position", f"{placed.id} cannot be inside {where!r}.")
        if where in taken:
            sentence = f"{placed.id} cannot be inside {where}: somebody is, and one unit fills it."
            return illegal("building_taken", "inf.move.enter", sentence, inside=where)
        taken.add(where)
    return None


@rule("mbb.geometry.footprint.override")
def _changed(card: UnitCard, changes: dict[str, Any]) -> UnitCard:
    """A card with the numbers a scenario or custom unit states."""
    printed = {name: value for name, value in changes.items() if name not in _STATED}
    return card.with_(**printed) if printed else card


def _state_of(match: BattleMatch, position: Position) -> State:
    tokens: dict[str, Token] = {}
    for number, piece in enumerate(match.pieces, start=1):
        assert piece.pose is not None
        tokens.update((token.id, token) for token in lay_piece(match, number, piece, piece.pose))
    units: dict[str, Unit] = {}
    for placed in position.units:
        on_table = placed.status in ("alive", "wreck")
        pose = Pose.at(placed.x, placed.y, placed.heading) if on_table else None
        status: str = "waiting" if placed.status == "reserve" else placed.status
        card = match.cards[placed.id]
        marks = {"reserve": 1} if placed.status == "reserve" else dict(stores(card))
        if card.is_airplane and status == ALIVE:
            status, marks = FLYING, marks | {ALOFT: 1}
        stated = placed.stated
        marks = {mark: count for mark, count in (marks | stated.marks).items() if count} or NO_MARKS
        if stated.inside in tokens:
            pose = tokens[stated.inside].pose
        units[placed.id] = Unit(
            placed.id, placed.seat, match.cards[placed.id].name, status, pose, marks, inside=stated.inside or UNSET
        )
    state = State(match, units, tokens | _mines_of(position))
    state.facts = {"first": position.first}
    state.sealed = {f"{NOTE}{seat}": Sealed(seat, square) for seat, square in enumerate(position.notes) if square}
    if position.weather:
        state.facts[ROLLED_WEATHER] = 1
    if position.phase == "deployment":
        state.frames = [Battle(at="deploy", first=position.first)]
        return state
    _stand_in_turn(state, position)
    return state


def _mines_of(position: Position) -> dict[str, Token]:
    """The mine markers of a position."""
    markers = [
        mine_marker(number, mine.seat, Pose.at(mine.x, mine.y, mine.heading))
        for number, mine in enumerate(position.mines, start=1)
    ]
    return {marker.id: marker for marker in markers}


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
    for unit in infantry_of(state, position.seat):
        # the turn has begun with the captain where he is
        if CAPTAIN_PLATE in unit.marks:
            state.units[unit.id] = replace(unit, marks=unit.marks | {LED: 1})
    for unit in swimmers(state, position.seat):
        state.units[unit.id] = replace(unit, marks=unit.marks | {AFLOAT: 1})
    state.clear_caches()
    match = state.match
    assert isinstance(match, BattleMatch)
    taken = turn_order(state, position.first).index(position.seat) + 1
    state.frames = [
        Battle(at="next_round", first=position.first, round=position.round),
        Round(at="next_turn", number=position.round, first=position.first, taken=taken),
        Turn(at=_STEPS[position.phase], seat=position.seat, first=position.first),
    ]
