"""Transport of gold: treasures on islands, taken aboard instead of attacking, adrift when lost, unloaded in port."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.asking.offers import Action, Choice, Choose, Item, Note, Take
from brickfield.core.board import Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.data_files import read_number
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, kernel
from brickfield.geometry.grain import GRAIN
from ...base.measures import measures
from ...base.moving_the_vessels import Name
from ...base.ship_card import SHIP
from ...base.turns import Attack, Instead, can_attack, instead_of_firing
from ...base.victory import end_if_decided
from ...base.waters import card_of, describe, hull, sea_of, tokens_laid
from ..capacity.capacity import capacity, cargo, cargo_mark
from ..capacity.treasures import treasure
from ..ports.ports import own_harbour
from .chapter import TRANSPORT_OF_GOLD
from .gold_goal import delivered_weight


@cache
def treasure_reach() -> float:
    """From how far treasure is taken aboard, in inches."""
    return read_number("transport_of_gold.toml", float, Path(__file__).parent)


class TakeAboard(Instead, frozen=True):
    """Treasures to load, by token: of islands near by, or adrift."""

    treasures: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=60)]

    def settle(self, state: State, unit: Unit) -> Any:
        """Only what is at hand, by who has not attacked."""
        return _attacked_already(unit) or may_take(state, unit, self)

    def carry_out(self, t: Table, unit_id: str) -> None:
        """It goes aboard."""
        take_aboard(t, unit_id, self)


class Unload(Instead, frozen=True):
    """Bring the whole cargo ashore in the own port."""

    def settle(self, state: State, unit: Unit) -> Any:
        """Only in the own harbour, by who has not attacked."""
        return _attacked_already(unit) or may_unload(state, unit) or self

    def carry_out(self, t: Table, unit_id: str) -> None:
        """It goes ashore, and that may decide the battle."""
        unload(t, unit_id)
        end_if_decided(t)


Attack.also_takes(TakeAboard, Unload)


@instead_of_firing.amended(TRANSPORT_OF_GOLD)
@rule("sea.gold.load", "sea.gold.scenario")
def handling_cargo(state: State, unit: Unit, others: tuple[Action, ...]) -> tuple[Action, ...]:
    """Loading and unloading take the place of attacking, a ram included."""
    if not state.match.options.loads:
        return others
    handling = [each for each in (loading(state, unit), unloading(state, unit)) if each is not None]
    return (*others, *[replace(each, closed=_attacked_already(unit) or each.closed) for each in handling])


@can_attack.amended(TRANSPORT_OF_GOLD)
@rule("sea.gold.load", "sea.boarding.none")
def can_handle_cargo(state: State, unit: Unit, anything: bool) -> bool:
    """Or something to load or to unload."""
    if anything or not state.match.options.loads or unit.marks.get("rammed"):
        return anything
    lands = bool(cargo(unit)) and own_harbour(state, unit) is not None
    return lands or bool(treasures_at_hand(state, unit))


@rule("sea.gold.load")
def _attacked_already(unit: Unit) -> Refusal | None:
    """Handling cargo takes the place of attacking."""
    if not unit.marks.get("rammed"):
        return None
    return illegal("attacked", "sea.gold.load", "A unit that has attacked handles no cargo in the same turn.")


@tokens_laid.amended(TRANSPORT_OF_GOLD)
@rule("sea.gold.load", "sea.gold.float")
def treasures_laid(state: State, laid: tuple[Token, ...]) -> tuple[Token, ...]:
    """Treasures lie on their islands, or float."""
    if not state.match.options.gold:
        return laid
    match, found = sea_of(state), list(laid)
    weights = [(weight, piece) for piece in match.waters.pieces for weight in piece.treasures]
    for number, (weight, piece) in enumerate(weights, start=1):
        x, y = piece.parts[0].centre
        found.append(treasure(f"G{number}", weight, Pose.at(x, y), piece.id))
    for number, adrift in enumerate(match.chart.floating, start=len(weights) + 1):
        found.append(treasure(f"G{number}", adrift.weight, Pose.at(adrift.x, adrift.y), ""))
    return tuple(found)


@rule("sea.gold.load", "sea.gold.float")
def within_reach(state: State, unit: Unit, token: Token) -> bool:
    """Whether a treasure can be taken: an inch at most from the hull to its island, or to itself when it floats."""
    shape, most = hull(state, unit), treasure_reach() + measures().length_tolerance
    if not token.group:
        return kernel.point_distance(shape, token.pose.x / GRAIN, token.pose.y / GRAIN) <= most
    island = next(piece for piece in sea_of(state).waters.pieces if piece.id == token.group)
    return any(kernel.distance(shape, part) <= most for part in island.parts)


@rule("sea.gold.load", "sea.gold.float", "sea.monster.fleet_limits", "sea.boarding.none")
def treasures_at_hand(state: State, unit: Unit) -> list[Token]:
    """What a ship could take aboard where it is. Monsters and forts carry nothing, and nobody boards another ship."""
    if not state.match.options.loads or card_of(state, unit.id).kind != SHIP:
        return []
    tokens = [token for token in state.tokens.values() if token.kind == "treasure"]
    return [token for token in tokens if within_reach(state, unit, token)]


@rule("sea.gold.load", "sea.gold.float", "sea.capacity.overload")
def may_take(state: State, unit: Unit, order: TakeAboard) -> Any:
    """Only what is at hand, and no more than the ship can carry."""
    at_hand = {token.id: token for token in treasures_at_hand(state, unit)}
    name = describe(state, unit.id)
    if len(set(order.treasures)) < len(order.treasures):
        return invalid("treasure_twice", "Each treasure is named once.")
    for token_id in order.treasures:
        if token_id not in at_hand:
            reach = treasure_reach()
            sentence = f"{token_id} is not within {reach:g} inch of {name}."
            return illegal("treasure_away", "sea.gold.load", sentence, treasure=token_id)
    weight = sum(at_hand[token_id].marks["weight"] for token_id in order.treasures)
    load = sum(cargo(unit)) + weight
    if load > capacity(unit):
        sentence = f"{name} would carry {load}; its capacity is {capacity(unit)}."
        return illegal("over_capacity", "sea.capacity.overload", sentence, load=load, capacity=capacity(unit))
    return order


@rule("sea.gold.load", "sea.gold.float")
def loading(state: State, unit: Unit) -> Action | None:
    """Taking treasures aboard, where there are some at hand; closed when not even the lightest can be carried."""
    weights = {token.id: token.marks["weight"] for token in treasures_at_hand(state, unit)}
    if not weights:
        return None
    lightest = min(weights, key=lambda token: weights[token])
    closed = may_take(state, unit, TakeAboard((lightest,)))
    room = max(0, capacity(unit) - sum(cargo(unit)))
    take = Take(
        tuple(Item(token, f"{weight} gold", weight, token) for token, weight in weights.items()),
        {"answer": "take_aboard"},
        into="treasures",
        unit=unit.id,
        most=room,
        notes=(Note(f"Room for {room}.", "sea.capacity.max"),),
        give="Take aboard",
    )
    closed = closed if isinstance(closed, Refusal) else None
    return Action("load", "Take aboard", take, "sea.gold.load", "Treasure within reach, instead of firing.", closed)


@rule("sea.gold.scenario")
def unloading(state: State, unit: Unit) -> Action | None:
    """Bringing the cargo ashore, in the own harbour."""
    if may_unload(state, unit) is not None:
        return None
    text = "Bring the cargo ashore, instead of firing."
    choose = Choose((Choice(Unload(), "Unload", text, "sea.gold.scenario"),), unit=unit.id)
    return Action("unload", "Unload", choose, "sea.gold.scenario", text)


@rule("sea.gold.scenario")
def may_unload(state: State, unit: Unit) -> Refusal | None:
    """Cargo goes ashore only in the own harbour."""
    name = describe(state, unit.id)
    if not cargo(unit):
        return illegal("no_cargo", "sea.gold.scenario", f"{name} carries nothing.")
    if not own_harbour(state, unit):
        return illegal("not_in_port", "sea.gold.scenario", f"{name} does not lie in a port of its own.")
    return None


@rule("sea.gold.load", "sea.gold.float")
def take_aboard(t: Table, unit_id: str, order: TakeAboard) -> None:
    """The treasures leave the table and weigh on the ship."""
    for token_id in order.treasures:
        mark = cargo_mark(t.tokens[token_id].marks["weight"])
        clause = "sea.gold.load" if t.tokens[token_id].group else "sea.gold.float"
        t.emit(happened.TokenRemoved(token=token_id, clause=clause))
        aboard = t.units[unit_id].marks.get(mark, 0) + 1
        t.emit(happened.UnitMarked(unit=unit_id, mark=mark, value=aboard, clause=clause))


@rule("sea.gold.scenario")
def unload(t: Table, unit_id: str) -> None:
    """The cargo is delivered and counts for its owner."""
    unit = t.units[unit_id]
    weight = sum(cargo(unit))
    for kind in sorted(set(cargo(unit))):
        t.emit(happened.UnitMarked(unit=unit_id, mark=cargo_mark(kind), value=0, clause="sea.gold.scenario"))
    score = delivered_weight(t, unit.seat) + weight
    t.emit(happened.ScoreChanged(seat=unit.seat, score=score, clause="sea.gold.scenario"))
