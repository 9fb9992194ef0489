"""Levels of the bots, read from a table, and the one door through which a bot is made."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from brickfield.core.typed import as_type
from brickfield.players.seat import BotSeat, Player

if TYPE_CHECKING:
    from brickfield.core.game import Game

LEVELS = ("random", "recruit", "regular")


class Measured(Struct, frozen=True, forbid_unknown_fields=True):
    """The share of battles won against the level below, and of how many."""

    rate: float
    games: int


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """What a bot of one level does: see the table for each word."""

    id: str
    title: str
    text: str
    candidates: int
    temperature: float
    answer_temperature: float
    sweeps: int
    draw_below: float
    weights: dict[str, float] = field(default_factory=dict)
    habits: dict[str, str] = field(default_factory=dict)
    whims: dict[str, float] = field(default_factory=dict)
    beats: str = ""
    # by game
    measured: dict[str, Measured] = field(default_factory=dict)


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    level: tuple[Level, ...]


@cache
def levels() -> dict[str, Level]:
    """All levels by name, the weakest first."""
    with (Path(__file__).parent / "levels.toml").open("rb") as file:
        table = as_type(tomllib.load(file), _Table)
    return {level.id: level for level in table.level}


def make_player(level: str, game: Game, seed: int | str) -> Player:
    """A bot of this level. Equal seeds and equal views give equal answers."""
    found = levels().get(level)
    if found is None:
        raise ValueError(f"there is no level {level!r}; there are {', '.join(LEVELS)}")
    return BotSeat(found, seed)
