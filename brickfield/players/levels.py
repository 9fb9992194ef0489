"""Levels of the bots, read from a table, and the one door through which a bot is made."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from brickfield.core.judging.judging import multiplied
from brickfield.core.typed import as_type
from brickfield.players.search import Search
from brickfield.players.searching_seat import SearchSeat
from brickfield.players.seat import BotSeat, Player

if TYPE_CHECKING:
    from brickfield.core.game import Game

LEVELS = ("random", "cadet", "recruit", "regular", "veteran", "commander")
# A level is offered in a game when it has won at least this share against the level below it.
STRONGER = 0.55
# Who does anything: what the others are measured by, and no opponent of anybody's.
YARDSTICK = "random"
# The style that changes nothing, and what stands between a level and a style in the name of a bot.
EVEN, APART = "even", ":"


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
    passes: int
    draw_below: float
    weights: dict[str, float] = field(default_factory=dict)
    # by game, weights that stand above those
    weights_in: dict[str, dict[str, float]] = field(default_factory=dict)
    # by game, how often it leaves be what it could do, and how often its units where they are
    overlooks: dict[str, float] = field(default_factory=dict)
    lingers: dict[str, float] = field(default_factory=dict)
    fixed_first: dict[str, str] = field(default_factory=dict)
    temperature_by_kind: dict[str, float] = field(default_factory=dict)
    top_k_noise: dict[str, Slips] = field(default_factory=dict)
    # by game, how many more orders for each unit it looks at once it has a plan
    extra_candidates: dict[str, int] = field(default_factory=dict)
    beats: str = ""
    # how it looks ahead; without it, it does not
    search: Search | None = None
    # whether it goes on with what it meant to do, however the dice fell, as long as the rules allow it
    keep_plan: bool = False
    # by game
    measured: dict[str, Measured] = field(default_factory=dict)

    @property
    def plans(self) -> bool:
        """Whether it plans, so that it can do so in more than one style."""
        return self.passes > 0

    def is_offered(self, game: str) -> bool:
        """Whether people may choose it in a game: the yardstick, the first opponent, and who was measured stronger."""
        measured = self.measured.get(game)
        return self.beats in ("", YARDSTICK) or (measured is not None and measured.rate >= STRONGER)

    def within(self, game: str) -> Level:
        """The level as it plays a game."""
        return replace(self, weights={**self.weights, **self.weights_in.get(game, {})})


class Style(Struct, frozen=True, forbid_unknown_fields=True):
    """A taste: what its owner minds more or less than others, as multipliers of terms; `by_game` stands above it."""

    id: str
    title: str
    text: str
    weights: dict[str, float] = field(default_factory=dict)
    by_game: dict[str, dict[str, float]] = field(default_factory=dict)

    def on(self, level: Level, game: str) -> Level:
        """A level that plays a game in this style."""
        taste = {**self.weights, **self.by_game.get(game, {})}
        own = {**level.weights, **(tuned(game) if level.search is not None else {})}
        return replace(level, id=bot_name(level.id, self.id), weights=multiplied(own, taste))


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    level: tuple[Level, ...]
    style: tuple[Style, ...]
    policy: tuple[Level, ...]
    weight_profiles: dict[str, tuple[dict[str, float], ...]]
    tuned: dict[str, dict[str, float]]


@cache
def _table() -> _Table:
    with (Path(__file__).parent / "levels.toml").open("rb") as file:
        return as_type(tomllib.load(file), _Table)


@cache
def levels() -> dict[str, Level]:
    """All levels by name, the weakest first."""
    return {level.id: level for level in _table().level}


def offered(game: str) -> tuple[Level, ...]:
    """The levels of a game, the weakest first; one that is no stronger there than the one below it is left out, though
    a battle that has begun with it goes on."""
    return tuple(level for level in levels().values() if level.is_offered(game))


def tuned(game: str) -> dict[str, float]:
    """What levels that look ahead mind more or less in a game."""
    return _table().tuned.get(game, {})


def search_of(level: Level, game: str) -> Search | None:
    """How a level looks ahead in a game, if it does."""
    if level.search is None:
        return None
    return replace(level.search.of(game), weight_profiles=_table().weight_profiles.get(game, ()))


@cache
def policies() -> dict[str, Level]:
    """Who plays on in the play-outs of a level that looks ahead, by name."""
    return {level.id: level for level in _table().policy}


def policy_of(search: Search, game: str) -> Level:
    """Who plays the others on in a game while a level looks ahead: what they mind is not known, or they are thought
    to mind what such levels do."""
    policy = policies()[search.policy]
    return replace(policy, weights=tuned(game)) if search.mirror_weights else policy


@cache
def styles() -> dict[str, Style]:
    """All styles by name, the one that changes nothing first."""
    return {style.id: style for style in _table().style}


def bot_name(level: str, style: str) -> str:
    """A bot in a word: its level, and its style unless that is the even one."""
    return level if style in ("", EVEN) else f"{level}{APART}{style}"


def parts_of(name: str) -> tuple[str, str]:
    """The level and the style in the name of a bot."""
    level, _, style = name.partition(APART)
    return level, style or EVEN


def bot_words(name: str) -> str:
    """A bot as one speaks of it: `bold regular`."""
    level, style = parts_of(name)
    return level if style == EVEN else f"{style} {level}"


def fault_of(name: str) -> tuple[str, str] | None:
    """Why there is no bot of this name, as a code and a sentence with those there are; None: there is one."""
    level, style = parts_of(name)
    if level not in levels():
        return "unknown_level", f"There is no such level; there are {', '.join(LEVELS)}."
    if style not in styles():
        return "unknown_style", f"There is no such style; there are {', '.join(styles())}."
    if style != EVEN and not levels()[level].plans:
        able = ", ".join(each.id for each in levels().values() if each.plans)
        return "no_style", f"A {level} plays in no style of its own; {able} do."
    return None


def bot_of(name: str, game: str) -> Level:
    """What a bot of this name does in a game."""
    fault = fault_of(name)
    if fault is not None:
        raise ValueError(f"{name!r}: {fault[1]}")
    level, style = parts_of(name)
    return styles()[style].on(levels()[level].within(game), game)


def make_player(name: str, game: Game, seed: int | str, watchdog: float = 0.0) -> Player:
    """A bot of a level, or of a level and a style (`regular:bold`). Equal seeds and equal views give equal answers;
    with a watchdog, unless time runs out: so many times the seconds of the level."""
    found = bot_of(name, game.id)
    search = search_of(found, game.id)
    if search is not None:
        return SearchSeat(found, search, policy_of(search, game.id), seed, watchdog)
    return BotSeat(found, seed)
