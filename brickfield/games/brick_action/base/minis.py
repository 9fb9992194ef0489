"""Units: what sorts of minis there are, what each special counts as, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow
from ..data_files import table


class Mini(TableRow, frozen=True):
    """A row of the table of infantry."""

    id: str
    title: str
    cost: int
    clause: str
    counts_as: str = ""
    attack_plus1: bool = False
    rally: int = 0
    base_die: bool = True
    reactive_targets: int = 1
    limit_per_unit: int = 0
    limit_per_army: int = 0
    free_prone: bool = False
    bonus_actions_game: int = 0
    bonus_actions_turn: int = 0
    bonus_scope: str = ""
    rally_aura: int = 0
    rally_aura_range: int = 0
    uses_per_game: int = 0
    split_move: int = 0
    split_attack_cap: int = 0
    move: int = 0
    save_plus1_dice: int = 0
    nat6_saves_per_game: int = 0


@rule(
    "ba.unit.regular", "ba.unit.veteran.cost", "ba.unit.spotter.cost", "ba.unit.officer.cost", "ba.unit.field.cost",
    "ba.unit.ranking.cost", "ba.unit.general.cost", "ba.unit.commando.cost", "ba.unit.medic.cost",
)  # fmt: skip
@cache
def minis() -> Mapping[str, Mini]:
    """All sorts of minis by id, in the order of the table."""
    return table("minis.toml", Mini)


@rule(
    "ba.unit.counts_chain", "ba.unit.officer.vet", "ba.unit.medic.vet", "ba.unit.spotter.officer",
    "ba.unit.field.officer", "ba.unit.ranking.officer", "ba.unit.general.officer", "ba.unit.commando.officer",
)  # fmt: skip
@cache
def counts_as(kind: str, other: str) -> bool:
    """Whether a mini is, or counts as, another sort; counting as an officer includes counting as a veteran."""
    while kind and kind != other:
        kind = minis()[kind].counts_as
    return bool(kind)


def is_veteran(kind: str) -> bool:
    """Whether it is or counts as a veteran."""
    return counts_as(kind, "veteran")


def is_officer(kind: str) -> bool:
    """Whether it is or counts as an officer."""
    return counts_as(kind, "officer")
