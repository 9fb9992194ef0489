"""Objectives: the kinds there are, and what each is about in a scenario."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, field

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow
from ..data_files import read_numbers

Kind = Literal["eliminate_all", "eliminate_most", "capture", "target_unit", "flag", "escape"]
CLAUSES: dict[Kind, str] = {
    "eliminate_all": "ba.obj.eliminate",
    "eliminate_most": "ba.obj.eliminate",
    "capture": "ba.obj.capture",
    "target_unit": "ba.obj.target_unit",
    "flag": "ba.obj.flag",
    "escape": "ba.obj.escape",
}


# Where nothing else has decided, points do when the last round is over.
BY_POINTS: frozenset[Kind] = frozenset({"eliminate_all", "eliminate_most", "flag"})


class ObjectiveNumbers(TableRow, frozen=True):
    """The numbers of the objectives."""

    marker_studs: float
    capture_rounds: int
    target_rounds: int
    most_rounds: int
    escape_rounds: int
    lead_percent: int
    clauses: dict[str, str] = field(default_factory=dict)


@cache
def objective_numbers() -> ObjectiveNumbers:
    """Read once."""
    return read_numbers("objectives.toml", ObjectiveNumbers)


class Objective(TableRow, frozen=True):
    """What a battle is about. `attacker` is the side that captures the marker, hunts the target or leaves by the far
    edge; `target` the number of the marked unit in the other side's army, or in its own if that leaves; `rounds` 0: as
    the kind has it."""

    kind: Kind = "eliminate_all"
    rounds: Annotated[int, Meta(ge=0, le=40)] = 0
    attacker: Annotated[int, Meta(ge=0, le=1)] = 0
    marker: tuple[float, float] = (48.0, 48.0)
    target: Annotated[int, Meta(ge=1, le=40)] = 1


@rule("ba.obj.capture", "ba.obj.target_unit", "ba.obj.eliminate", "ba.obj.turnlimit", "ba.obj.flag", "ba.obj.escape")
def rounds_of(objective: Objective, last_round: int) -> int:
    """The round after which a battle is over: that of its objective, else the last round agreed on."""
    numbers = objective_numbers()
    usual = {
        "capture": numbers.capture_rounds,
        "target_unit": numbers.target_rounds,
        "eliminate_most": numbers.most_rounds,
        "escape": numbers.escape_rounds,
    }
    return objective.rounds or usual.get(objective.kind, last_round)
