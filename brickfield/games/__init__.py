"""The register of games: every game by its id, loaded when it is asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brickfield.core.game import Game

GAME_IDS = ("micro_brick_battle", "brick_mech", "battle_of_the_sea", "brick_action")


@cache
def find_game(game_id: str) -> Game | None:
    """The game of this id, or None."""
    if game_id not in GAME_IDS:
        return None
    game: Game = import_module(f"brickfield.games.{game_id}.contents").GAME
    return game


def all_games() -> tuple[Game, ...]:
    """Every game that can be played."""
    return tuple(game for game_id in GAME_IDS if (game := find_game(game_id)) is not None)


def find_drawn(game_id: str) -> Game | None:
    """The game of this id if people can sit down to it, or None."""
    game = find_game(game_id)
    return game if game is not None and game.drawn else None


def drawn_games() -> tuple[Game, ...]:
    """Every game people can sit down to."""
    return tuple(game for game in all_games() if game.drawn)
