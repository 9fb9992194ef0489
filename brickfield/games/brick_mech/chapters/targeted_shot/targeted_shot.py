"""Targeted Shot: an attack at a named location that can be clearly seen."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, read_numbers
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from ...base.attack_action import locations_to_name, may_name_location
from ...base.battlefield import card_of, describe
from ...base.cover import cover_percent
from ...base.modules import PARTS, SLOTS
from ...base.ranges_and_arcs import LEFT, bearing
from ...base.record_sheet import part_of
from ..scavenging.loose_parts import side_of_slot
from .chapter import TARGETED_SHOT


class TargetedNumbers(TableRow, frozen=True):
    """What must be seen of a part that is aimed at."""

    cover_percent: int
    from_degrees: float
    to_degrees: float
    clauses: dict[str, str]


@cache
def targeted_numbers() -> TargetedNumbers:
    """The table `targeted_shot.toml`."""
    return read_numbers("targeted_shot.toml", TargetedNumbers, Path(__file__).parent)


@rule("bm.option.targeted.visible")
def is_turned_away(attacker: Unit, target: Unit, location: str) -> bool:
    """A left part cannot be seen from the right side of the defender, nor a right part from its left side."""
    if location not in PARTS:
        return False
    numbers = targeted_numbers()
    seen_from = bearing(target, attacker) * (-1 if side_of_slot(location) == LEFT else 1)
    return numbers.from_degrees < seen_from < numbers.to_degrees


@may_name_location.amended(TARGETED_SHOT)
@rule("bm.option.targeted.visible", "bm.option.targeted.penalty")
def may_target_location(
    state: State, attacker: Unit, target: Unit, location: str, not_agreed: Refusal | None = None
) -> Refusal | None:
    """The location is there, clearly visible, and the defender less than half covered."""
    clause, words = "bm.option.targeted.visible", card_of(state, target.id).location(location)
    if location not in SLOTS:
        known = ", ".join(each.replace("_", " ") for each in SLOTS)
        return invalid("unknown_location", f"There is no location {location!r}; there are {known}.")
    name = describe(state, target.id)
    if card_of(state, target.id).structure or (location in PARTS and part_of(target, location) is None):
        return illegal("no_such_part", clause, f"{name} has no {words}.")
    percent, limit = cover_percent(state, attacker, target), targeted_numbers().cover_percent
    if percent >= limit:
        sentence = f"{name} is {percent} % covered; a location can be named only below {limit} %."
        return illegal("location_covered", clause, sentence, cover=percent, limit=limit)
    if is_turned_away(attacker, target, location):
        sentence = f"The {words} of {name} is on the far side, seen from {describe(state, attacker.id)}."
        return illegal("location_hidden", clause, sentence, bearing=round(bearing(target, attacker), 3))
    return None


@locations_to_name.amended(TARGETED_SHOT)
@rule("bm.option.targeted.visible")
def visible_locations(state: State, attacker: Unit, target: Unit, none: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Those that can be clearly seen."""
    return tuple([slot for slot in SLOTS if may_target_location(state, attacker, target, slot) is None])
