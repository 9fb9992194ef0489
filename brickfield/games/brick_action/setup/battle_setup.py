"""From an agreement to a battle: options, armies and scenario worked out into a match and its first state."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from brickfield.core.board import GONE, NO_MARKS, Model, Unit
from brickfield.core.clauses import rule
from brickfield.core.formations import ranks
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.core.setup import army_lists
from brickfield.core.setup.field_battles import field_match
from brickfield.core.setup.positions import UnitOfPosition, enlist, from_position, scenario_of, unknown_feature
from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.geometry import Pose
from ..base.battlefield import ACTIONS, BEGAN, EDGES, GUN, ActionMatch, figures_of, living, number
from ..base.houses import house_at
from ..base.measures import measures
from ..base.objective_kinds import Objective
from ..base.roll_off import FIRST
from ..base.terrain import TerrainPiece, features
from ..base.turns import Battle, Turn
from ..chapters.flags.flags import first_flags
from ..chapters.heavy_support.heavy_guns import ahead_of, new_gun
from ..chapters.vehicles.vehicles import armour
from .forces import Card, MiniCard, SquadCard, VehicleCard, army_fault, find_card
from .options import Options
from .scenarios import MOST_UNITS, SCENARIOS, Force, Scenario, table_fault

Seat = Annotated[int, Meta(ge=0, le=1)]
_GAP, _FILES = 2.5, 5


class PlacedUnit(UnitOfPosition, frozen=True, kw_only=True):
    """A unit of a position. A squad stands in a rank about x, y, or mini by mini where `changes["spots"]` says.

    `changes` may also hold marks of the unit (`prone`, `suppressed`, `moved` in studs ...), `figures` with marks of
    minis by name ({"f1": {"grenade": 0}}), `hold` as a text, `inside` for a vehicle they ride in, and the `level` of a
    house that they stand in.
    """

    id: Annotated[str, Meta(min_length=1, max_length=16, pattern="^[A-Za-z0-9_]+$")]
    seat: Seat
    status: Literal["alive", "gone", "waiting", "wreck"] = "alive"


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """A table laid out in the middle of a game, for puzzles, tutorials and tests."""

    units: Annotated[tuple[PlacedUnit, ...], Meta(min_length=1, max_length=MOST_UNITS * 2)]
    terrain: tuple[TerrainPiece, ...] = ()
    size: tuple[float, float] | None = None
    seat: Seat = 0
    round: Annotated[int, Meta(ge=1, le=999)] = 2
    actions: Annotated[int, Meta(ge=0, le=9)] = 3
    first: Seat = 0
    phase: Literal["deployment", "turn", "action"] = "action"
    objective: Objective = Objective()


@rule("ba.setup.points", "ba.setup.area")
def new_match(setup: Setup, game: Any) -> Match | Refusal:
    """Work an agreement out, or say which part of it the rules do not allow."""
    if setup.position is not None:
        return from_position(setup, game, Position, partial(_lay_out, setup, game))
    match = field_match(setup, game, SCENARIOS, ActionMatch, _brought)
    if isinstance(match, ActionMatch):
        add_crews(match)
    return match


@rule("ba.setup.points")
def _brought(units: army_lists.Counted, force: Force, options: Options) -> tuple[Card, ...] | Refusal:
    """The army of a list, within its points."""
    army: tuple[Card, ...] | Refusal = army_lists.brought(units, find_card, MOST_UNITS)
    if isinstance(army, Refusal):
        return army
    return army_fault(army, force.points or options.points, options.heavy_row) or army


@rule("ba.veh.dismount")
def add_crews(match: ActionMatch) -> None:
    """Every vehicle has a crew of two regulars with SMGs, which may dismount."""
    crew = SquadCard("Crew", (MiniCard("regular", "smg"),) * armour().crew_minis)
    for vehicle in [name for name, card in match.cards.items() if isinstance(card, VehicleCard)]:
        name = f"{vehicle}crew"
        match.crews[name] = vehicle
        match.cards[name], match.owners[name] = crew, match.owners[vehicle]


def crew_units(match: ActionMatch) -> dict[str, Unit]:
    """The crews, each inside its vehicle and not on the board."""
    return {name: replace(new_unit(name, match.owners[name], match.cards[name]), status=GONE) for name in match.crews}


def new_unit(unit_id: str, seat: int, card: Card) -> Unit:
    """A unit as it begins the battle, not yet on the board."""
    if isinstance(card, SquadCard):
        return Unit(unit_id, seat, card.name, figures=figures_of(card))
    return Unit(unit_id, seat, card.name)


@rule("ba.setup.info")
def first_state(match: Match) -> State:
    """The state a game begins with: units that wait, or the position it was laid out in."""
    assert isinstance(match, ActionMatch)
    tokens = {token.id: token for token in match.terrain}
    if match.start is not None:
        return _state_of(match, match.start)
    units = {unit_id: new_unit(unit_id, match.owners[unit_id], card) for unit_id, card in match.cards.items()}
    units |= crew_units(match)
    state = State(match, units, tokens)
    state.frames = [Battle()]
    return state


# --- positions -------------------------------------------------------------------------------------------------------


def _lay_out(setup: Setup, game: Any, position: Position, options: Options) -> ActionMatch | Refusal:
    nowhere = unknown_feature(position.terrain, features())
    if nowhere is not None:
        return nowhere
    match = ActionMatch(game, setup, options, _scenario_of(setup, position))
    unknown = enlist(match, position.units, lambda placed: find_card(placed.card))
    if unknown is not None:
        return unknown
    add_crews(match)
    # what cannot be read is found now, not when the battle begins
    _state_of(match, position)
    return match


def _scenario_of(setup: Setup, position: Position) -> Scenario:
    """A position as a scenario of its own; ValueError if its board is impossible."""
    side = measures().board_side
    width, depth = position.size or (side, side)
    fault = table_fault(width, depth)
    if fault:
        raise ValueError(fault)
    return scenario_of(
        setup,
        Scenario,
        goal="Wipe the other side out.",
        clause="ba.obj.eliminate",
        table_width=width,
        table_depth=depth,
        force=tuple(Force(side=f"Side {seat + 1}", units=()) for seat in range(2)),
        terrain=position.terrain,
        objective=position.objective,
    )


def _state_of(match: ActionMatch, position: Position) -> State:
    state = State(match, {}, {token.id: token for token in match.terrain})
    state.facts = {FIRST: position.first, "zone0": EDGES[0], "zone1": EDGES[1]}
    for placed in position.units:
        state.units[placed.id] = _placed(match, placed, state)
    state.units |= {name: unit for name, unit in crew_units(match).items() if name not in state.units}
    state.tokens |= {token.id: token for token in first_flags(state)}
    if position.phase == "deployment":
        state.frames = [Battle(at="deploy")]
        return state
    before = 0 if position.seat == position.first else 1
    turn = 2 * (position.round - 1) + before
    if position.phase == "turn":
        state.facts |= {"round": position.round} if before else {}
        state.frames = [
            Battle(at="next_turn" if not before else "take_turn", round=position.round - 1 + before, turn=turn)
        ]
        return state
    state.facts |= {"round": position.round, "active": position.seat, ACTIONS: position.actions}
    _count_models(state)
    state.frames = [Battle(at="turn_over", round=position.round, turn=turn + 1), Turn(at="ask", seat=position.seat)]
    return state


@rule("ba.reactmove.rule")
def _count_models(state: State) -> None:
    """A turn that is under way has begun: with how many models each unit began it, as far as nothing else is said."""
    for unit in living(state):
        if not number(unit, BEGAN):
            state.units[unit.id] = replace(unit, marks={**unit.marks, BEGAN: len(unit.standing) or 1})


def _placed(match: ActionMatch, placed: PlacedUnit, state: State) -> Unit:
    changes = dict(placed.changes)
    unit = new_unit(placed.id, placed.seat, match.cards[placed.id])
    pose = Pose.at(placed.x, placed.y, placed.heading) if placed.status in ("alive", "wreck") else None
    spots = as_type(changes.pop("spots", []), tuple[tuple[float, float], ...], strict=False)
    by_mini = as_type(changes.pop("figures", {}), dict[str, dict[str, int]])
    hold = changes.pop("hold", "")
    if hold:
        state.facts[f"hold {placed.id}"] = str(hold)
    inside, level = str(changes.pop("inside", "")), as_type(changes.pop("level", 0), int)
    if isinstance(match.cards.get(inside), VehicleCard):
        # who rides stands nowhere
        pose, spots = None, ()
    card = match.cards[placed.id]
    if isinstance(card, SquadCard) and card.heavy and pose is not None:
        at = as_type(changes.pop("gun_at", ahead_of(pose).place), tuple[float, float], strict=False)
        gun = new_gun(placed.id, placed.seat, Pose.at(*at, placed.heading))
        state.tokens = {**state.tokens, gun.id: gun}
        changes.setdefault(GUN, 1)
    marks = {name: value for name, value in as_type(changes, dict[str, int]).items() if value} or NO_MARKS
    if unit.squad:
        figures = tuple(_indoors(match, each, level) for each in _figures(unit, pose, spots, by_mini))
        first = next((each.pose for each in figures if each.pose is not None), None)
        return replace(unit, status=placed.status, pose=first, marks=marks, figures=figures, inside=inside or UNSET)
    return replace(unit, status=placed.status, pose=pose, marks=marks)


def _indoors(match: ActionMatch, figure: Model, level: int) -> Model:
    """A mini who stands in a house is inside it, on the level of his unit."""
    house = house_at(match.houses, *figure.pose.place) if figure.pose is not None else None
    return figure if house is None else replace(figure, inside=house.id, level=level)


def _figures(
    unit: Unit, pose: Pose | None, spots: tuple[tuple[float, float], ...], by_mini: dict[str, dict[str, int]]
) -> tuple[Model, ...]:
    """The minis where they stand; ValueError when there are too few places for them."""
    if spots and len(spots) != len(unit.squad):
        raise ValueError(f"{unit.id} has {len(unit.squad)} minis and {len(spots)} places")
    poses: tuple[Pose | None, ...] = (None,) * len(unit.squad)
    if pose is not None:
        poses = ranks(pose, len(unit.squad), _GAP, _FILES)
        poses = tuple(Pose.at(x, y, pose.degrees) for x, y in spots) or poses
    found = []
    for figure, at in zip(unit.squad, poses, strict=True):
        marks = {**figure.marks, **by_mini.get(figure.id, {})}
        kept = {name: value for name, value in marks.items() if value}
        found.append(replace(figure, pose=at, marks=kept or NO_MARKS))
    return tuple(found)
