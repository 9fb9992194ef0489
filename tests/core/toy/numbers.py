"""The numbers of the toy game, read once into frozen structs."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from msgspec import Struct, convert

FOLDER = Path(__file__).parent


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed on a unit's card."""

    dice: int
    order: int
    always_fires: bool = False


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """Who stands where, and where mines lie in the open: (unit, seat, card, spot)."""

    units: tuple[tuple[str, int, str, int], ...]
    mines: tuple[int, ...] = ()


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """Every number of the rules."""

    spots: int
    march_spots: int
    most_legs: int
    sight_spots: int
    shot_spots: int
    rounds: int
    die_faces: int
    mine_kills_from: int
    burst_kills_from: int
    shot_needs: int
    wary_needs_more: int
    ducked_needs_more: int
    cover_at_most: int
    longest_mark: int
    cards: dict[str, Card]
    scenarios: dict[str, Scenario]


@cache
def numbers() -> Numbers:
    """The file beside this one."""
    return convert(tomllib.loads((FOLDER / "numbers.toml").read_text("utf-8")), Numbers)
