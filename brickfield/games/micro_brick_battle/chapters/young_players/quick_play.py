"""Quick play: the one-page rules for a first game. Only what differs from the base rules stands here."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.base.measures import movement
from brickfield.games.micro_brick_battle.chapters.young_players.chapter import QUICK_PLAY
from brickfield.games.micro_brick_battle.chapters.young_players.young_players import (
    BASE,
    YOUNG,
    YOUNG_HIDDEN,
    rules_level,
)


@rule("mbb.quick.move")
def moves_freely(state: State, seat: int) -> bool:
    """Quick play measures a move as a path of inches: turns and facing are free, reversing costs no more."""
    if not state.match.chapters_in_play[QUICK_PLAY]:
        return False
    level = rules_level(state, seat)
    if level == BASE:
        return False
    return level == YOUNG or bool(state.match.options.quick_radius)


@rule("mbb.quick.move")
def path_points(inches: float) -> float:
    """What a path costs: an MP is an inch."""
    return inches / movement().quick_inches_per_mp


@rule("mbb.quick.no_mods")
def has_modifiers(state: State, seat: int) -> bool:
    """Quick play knows no rear shots, hidden units or soft cover; opaque things still block the view."""
    return rules_level(state, seat) == BASE


@rule("mbb.quick.no_mods", "mbb.young.hidden")
def hiding_counts(state: State, seat: int) -> bool:
    """Whether it matters to a shot how much of its target is hidden."""
    return rules_level(state, seat) in (BASE, YOUNG_HIDDEN)
