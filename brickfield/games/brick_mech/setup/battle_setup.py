"""From an agreement to a battle: options, armies and scenario worked out into a match and its first state."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from brickfield.core.board import Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.sealed import Sealed
from brickfield.core.setup import army_lists
from brickfield.core.setup.field_battles import field_match
from brickfield.core.setup.positions import Number, UnitOfPosition, enlist, from_position, scenario_of, unknown_feature
from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.geometry import Pose
from ..base.activation import Activation, unacted
from ..base.battlefield import MARKER, MechMatch, rounded
from ..base.destroyed_units import note_name
from ..base.measures import deployment_zones, features, measures
from ..base.modules import SORT_OF_SLOT, modules, number_of
from ..base.objective import DESTROY_TARGET, HOLD_MARKER, PROTECT
from ..base.record_sheet import HOLDING, Part, changed_sheet, fresh_sheet
from ..base.rounds import Battle, Round
from ..chapters.adapting_ranges.adapting_ranges import check_ranges
from ..chapters.hold_fire.hold_fire import HoldFire
from ..chapters.scavenging.loose_parts import Loose, part_token
from .options import Options
from .room import too_many
from .scenarios import MOST_UNITS, SCENARIOS, Force, Objective, Scenario, TerrainPiece, table_fault
from .workshop import MechCard, changed_card, check_army, find_card

Seat = Annotated[int, Meta(ge=0, le=5)]


class PlacedUnit(UnitOfPosition, frozen=True, kw_only=True):
    """A unit of a position: whose it is, its card with any numbers stated otherwise, and where it stands.

    `changes` may name other modules for slots ("" for none), numbers of the record sheet, heat, actions of this round
    (`moves`, `attacks`, `scavenges`), `done`, `turret`, `turret_at`, `base_side`, and `holding` as a note [range, arc].
    """

    id: Annotated[str, Meta(min_length=1, max_length=16, pattern="^[A-Za-z0-9_]+$")]
    seat: Seat
    status: Literal["alive", "gone", "waiting"] = "alive"


class PlacedPart(Struct, frozen=True, forbid_unknown_fields=True):
    """A loose part of a position: the ids of its modules, its side and, if they are not the catalogue's, its dice."""

    side: Literal["left", "right"]
    x: Number
    y: Number
    shoulder: str = ""
    arm: str = ""
    shoulder_dice: tuple[int, int, int] | None = None
    arm_dice: tuple[int, int, int] | None = None


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """A table laid out in the middle of a game, for puzzles, tutorials and tests."""

    units: Annotated[tuple[PlacedUnit, ...], Meta(min_length=1, max_length=MOST_UNITS * 6)]
    terrain: tuple[TerrainPiece, ...] = ()
    parts: tuple[PlacedPart, ...] = ()
    size: tuple[float, float] | None = None
    # the side of each seat, by name; every seat has its own unless stated
    sides: tuple[str, ...] = ()
    seat: Seat = 0
    round: Annotated[int, Meta(ge=0, le=999)] = 2
    phase: Literal["deployment", "round", "action"] = "action"
    # seats in initiative order; the acting seat first unless stated
    order: tuple[Seat, ...] = ()
    objective: Objective = Objective()
    quiet_rounds: int = 0
    held_by: int = -1
    held_rounds: int = 0


@rule("bm.option.agree", "bm.data.cost", "bm.option.ranges.adapt")
def new_match(setup: Setup, game: Any) -> Match | Refusal:
    """Work an agreement out, or say which part of it the rules do not allow."""
    if setup.position is not None:
        return _from_position(setup, game)
    match = field_match(setup, game, SCENARIOS, MechMatch, _brought)
    if isinstance(match, Refusal):
        return match
    return _agreed(match) or _with_room(match)


@rule("bm.data.cost", "bm.option.multi.one_roll")
def _brought(units: army_lists.Counted, force: Force, options: Options) -> tuple[MechCard, ...] | Refusal:
    """The army of a list, within the points agreed, with the structures of the scenario."""
    army = army_lists.brought(units, find_card, MOST_UNITS)
    if isinstance(army, Refusal):
        return army
    return check_army(army, point_limit(options, force)) or army + tuple(card for card in force.cards if card.structure)


@rule("bm.data.cost")
def point_limit(options: Options, force: Force) -> int:
    """The points of a player: those agreed, or the usual ones for each Mech of the scenario."""
    mechs = sum(not card.structure for card in force.cards)
    return options.point_limit or measures().budget * max(1, mechs)


@rule("bm.option.multi.one_roll", "bm.objective.alternative", "bm.option.ranges.adapt")
def _agreed(match: MechMatch) -> Refusal | None:
    """What options, armies and goal must agree on."""
    options = match.options
    refusal = check_ranges(options, match.width, match.height)
    if refusal is not None:
        return refusal
    if not options.several_units:
        for seat in range(match.seats):
            own = [unit for unit, owner in match.owners.items() if owner == seat and not match.cards[unit].structure]
            if len(own) > 1:
                sentence = f"{len(own)} Mechs for one player: the rules for several Mechs are switched off."
                return illegal("several_units", "bm.option.multi.one_roll", sentence, units=len(own))
    return _goal(match)


@rule("bm.objective.alternative")
def _goal(match: MechMatch) -> Refusal | None:
    """A goal needs its marker or target: the middle of the table, or everybody's first unit, if none is named."""
    goal, victory = match.objective, match.options.victory
    if victory == HOLD_MARKER and goal.marker is None:
        match.objective = replace(goal, marker=(match.width / 2, match.height / 2))
    if victory == DESTROY_TARGET and not goal.targets:
        firsts: dict[int, str] = {}
        for unit, seat in match.owners.items():
            firsts.setdefault(match.sides[seat], unit)
        match.objective = replace(goal, targets=tuple(firsts.values()))
    if victory == PROTECT and len(goal.targets) != 1:
        sentence = "To protect a resource the scenario must name exactly one."
        return illegal("no_resource", "bm.objective.alternative", sentence)
    missing = [unit for unit in match.objective.targets if unit not in match.cards]
    if missing and victory in (DESTROY_TARGET, PROTECT):
        return invalid("unknown_target", f"The goal names {missing[0]}, which is not in this battle.")
    return None


@rule("bm.geometry.setup")
def _with_room(match: MechMatch) -> Match | Refusal:
    """A table on which some player could not place all units is refused before deployment begins."""
    state = first_state(match)
    return next((fault for seat in range(match.seats) if (fault := too_many(state, seat)) is not None), None) or match


@rule("bm.setup.record_sheet")
def first_state(match: Match) -> State:
    """The state a game begins with: units waiting with fresh record sheets, or the position it was laid out in."""
    assert isinstance(match, MechMatch)
    tokens = {token.id: token for token in match.terrain}
    if match.objective.marker is not None and match.options.victory == HOLD_MARKER:
        tokens["M1"] = Token("M1", MARKER, Pose.at(*match.objective.marker), 0, 0)
    if match.start is not None:
        return _state_of(match, match.start, tokens)
    units = {
        unit_id: Unit(unit_id, match.owners[unit_id], card.name, marks=fresh_sheet(card))
        for unit_id, card in match.cards.items()
    }
    state = State(match, units, tokens)
    state.frames = [Battle()]
    return state


# --- positions -------------------------------------------------------------------------------------------------------


def _from_position(setup: Setup, game: Any) -> Match | Refusal:
    match = from_position(setup, game, Position, partial(_lay_out, setup, game))
    if isinstance(match, Refusal):
        return match
    return _agreed(match) or (_with_room(match) if match.start.phase == "deployment" else match)


def _lay_out(setup: Setup, game: Any, position: Position, options: Options) -> MechMatch | Refusal:
    nowhere = unknown_feature(position.terrain, features())
    if nowhere is not None:
        return nowhere
    match = MechMatch(game, setup, options, _scenario_of(setup, position))
    unknown = enlist(match, position.units, _card_of)
    if unknown is not None:
        return unknown
    # a sheet or a part that cannot be read is found now, not when the battle begins
    state = _state_of(match, position, {})
    if position.phase == "action" and not unacted(state, position.seat):
        raise ValueError(f"seat {position.seat} has no unit that could act")
    return match


def _card_of(placed: PlacedUnit) -> MechCard | Refusal:
    card = find_card(placed.card)
    return card if isinstance(card, Refusal) else changed_card(card, placed.changes)


def _scenario_of(setup: Setup, position: Position) -> Scenario:
    """A position as a scenario of its own; ValueError if its table or its sides are impossible."""
    numbers = measures()
    width, depth = position.size or (numbers.table_width, numbers.table_depth)
    fault = table_fault(width, depth)
    if fault:
        raise ValueError(fault)
    seats = max(2, len(position.sides), *(unit.seat + 1 for unit in position.units))
    sides = position.sides or tuple(f"Side {seat + 1}" for seat in range(seats))
    if len(sides) != seats or seats not in deployment_zones():
        raise ValueError(f"{len(sides)} sides for {seats} seats; there are 2 to {max(deployment_zones())} seats")
    return scenario_of(
        setup,
        Scenario,
        goal="Be the last side standing.",
        clause="bm.objective.default",
        table_width=width,
        table_depth=depth,
        force=tuple(Force(side=side, units=()) for side in sides),
        terrain=position.terrain,
        objective=position.objective,
    )


def _loose(placed: PlacedPart) -> Loose:
    """A loose part of a position; ValueError if its modules do not fit."""
    halves: dict[str, Part | None] = {}
    for sort, module_id, dice in (
        ("shoulder", placed.shoulder, placed.shoulder_dice),
        ("arm", placed.arm, placed.arm_dice),
    ):
        halves[sort] = None
        if module_id:
            module = modules().get(module_id)
            if module is None or module.slot != SORT_OF_SLOT[f"left_{sort}"]:
                raise ValueError(f"{module_id} is no {sort}")
            halves[sort] = Part(number_of(module_id), *(dice or (module.melee, module.short, module.long)))
    if not any(halves.values()):
        raise ValueError("a loose part needs a shoulder or an arm")
    return Loose(placed.side, halves["shoulder"], halves["arm"])


def _state_of(match: MechMatch, position: Position, tokens: dict[str, Token]) -> State:
    state = State(match, {}, tokens)
    for placed in position.units:
        pose = rounded(placed.x, placed.y, placed.heading) if placed.status == "alive" else None
        changes = dict(placed.changes)
        note = changes.pop(HOLDING, None)
        marks = changed_sheet(fresh_sheet(match.cards[placed.id]), changes)
        if note is not None:
            marks = {**marks, HOLDING: 1, "done": 1}
            band, arc = as_type(note, tuple[str, str])
            stated = {"answer": "hold_fire", "unit": placed.id, "range": band, "arc": arc}
            kept = as_type(stated, HoldFire)
            state.sealed[note_name(placed.id)] = Sealed(placed.seat, kept)
        state.units[placed.id] = Unit(placed.id, placed.seat, match.cards[placed.id].name, placed.status, pose, marks)
    for number, part in enumerate(position.parts, start=1):
        token = part_token(f"P{number}", _loose(part), rounded(part.x, part.y, 0.0), -1)
        state.tokens[token.id] = token
    _stand_in_round(state, position)
    return state


def _stand_in_round(state: State, position: Position) -> None:
    """The facts and frames of a game that stands in the middle of a round."""
    seats = range(state.match.seats)
    others = [seat for seat in seats if seat != position.seat]
    order = position.order or (position.seat, *others)
    state.facts = {"order": ",".join(map(str, order)), "parts": len(position.parts)}
    if position.phase == "deployment":
        state.frames = [Battle(at="deploy")]
        return
    state.facts |= {"quiet_rounds": position.quiet_rounds}
    if position.held_by >= 0:
        state.facts |= {"held_by": position.held_by, "held_rounds": position.held_rounds}
    if position.phase == "round":
        state.frames = [Battle(at="play_round", round=position.round - 1)]
        return
    state.facts |= {"round": position.round}
    called = order.index(position.seat) + 1 if position.seat in order else 0
    state.frames = [
        Battle(at="next_round", round=position.round),
        Round(at="next_player", number=position.round, called=called),
        Activation(at="begin", seat=position.seat),
    ]
