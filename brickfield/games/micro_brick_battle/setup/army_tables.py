"""Nations, special rules and playing time: the tables an army list is checked and described with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, by_key
from ..base.unit_cards import SpecialRule
from ..data_files import read, read_rows, table

Count = Annotated[int, Meta(ge=0, le=9999)]


class Nation(TableRow, frozen=True):
    """A country of the unit tables and its side."""

    name: str
    side: Literal["Axis", "Allies"]
    clause: str


class Nations(TableRow, frozen=True):
    """The file of nations; units of `any_country` serve with all."""

    any_country: str
    nation: tuple[Nation, ...]


class SpecialRuleRow(TableRow, frozen=True):
    """What a tag on a unit card stands for."""

    tag: SpecialRule
    title: str
    text: str
    clause: str


class TimeBand(TableRow, frozen=True):
    """How long a battle of so many points takes; the last band is open."""

    from_points: Count
    from_minutes: Count
    text: str
    clause: str
    to_points: Count | None = None
    to_minutes: Count | None = None


@rule("mbb.army.nation")
@cache
def nations() -> Nations:
    """The countries and their sides, Axis or Allies."""
    return read("nations.toml", Nations)


@cache
def sides() -> Mapping[str, str]:
    """The side of each country."""
    return by_key("nations.toml", ((nation.name, nation.side) for nation in nations().nation))


@cache
def special_rules() -> Mapping[str, SpecialRuleRow]:
    """The special rules that unit cards carry, by tag."""
    return table("special_rules.toml", SpecialRuleRow, key="tag")


@cache
def time_bands() -> tuple[TimeBand, ...]:
    """The bands of playing time, smallest armies first."""
    return read_rows("playing_time.toml", TimeBand)
