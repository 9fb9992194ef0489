"""Levels of the bots, read from a table, and the one door through which a bot is made."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from brickfield.core.typed import as_type
from brickfield.players.search import Search
from brickfield.players.searching_seat import SearchSeat
from brickfield.players.seat import BotSeat, Player

if TYPE_CHECKING:
    from brickfield.core.game import Game

LEVELS = ("random", "recruit", "regular", "veteran", "commander")


class Measured(Struct, frozen=True, forbid_unknown_fields=True):
    """The share of battles won against the level below, and of how many."""

    rate: float
    games: int


class Slips(Struct, frozen=True, forbid_unknown_fields=True):
    """Among how many of the best answers one is taken, and how much worse it may be, in win chance."""

    among: int
    temperature: float


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
    slips: dict[str, Slips] = field(default_factory=dict)
    beats: str = ""
    # how it looks ahead; without it, it does not
    search: Search | None = None
    # by game
    measured: dict[str, Measured] = field(default_factory=dict)


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    level: tuple[Level, ...]
    policy: tuple[Level, ...]


@cache
def _table() -> _Table:
    with (Path(__file__).parent / "levels.toml").open("rb") as file:
        return as_type(tomllib.load(file), _Table)


@cache
def levels() -> dict[str, Level]:
    """All levels by name, the weakest first."""
    return {level.id: level for level in _table().level}


@cache
def policies() -> dict[str, Level]:
    """Who plays on in the play-outs of a level that looks ahead, by name."""
    return {level.id: level for level in _table().policy}


def make_player(level: str, game: Game, seed: int | str, watchdog: bool = False) -> Player:
    """A bot of this level. Equal seeds and equal views give equal answers; with a watchdog, unless time runs out."""
    found = levels().get(level)
    if found is None:
        raise ValueError(f"there is no level {level!r}; there are {', '.join(LEVELS)}")
    if found.search is not None:
        return SearchSeat(found, found.search, policies()[found.search.policy], seed, watchdog)
    return BotSeat(found, seed)
