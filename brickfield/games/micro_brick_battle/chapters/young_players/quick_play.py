"""Quick play: the one-page rules for a first game. Only what differs from the base rules stands here."""

from __future__ import annotations

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.modifiers import Modifier
from brickfield.core.state import State
from ...base.line_of_sight import Sight
from ...base.measures import printed
from ...base.modifiers import Modified, modified
from ...base.movement import clause_of
from ...base.unit_stats import has_modifiers, hiding_counts, moves_freely
from .chapter import QUICK_PLAY
from .young_players import BASE, YOUNG, YOUNG_HIDDEN, hidden_tank, rules_level


@moves_freely.amended(QUICK_PLAY)
@rule("mbb.quick.move")
def moves_by_inches(state: State, seat: int, before: bool) -> bool:
    """Quick play measures a move as a path of inches: turns and facing are free, reversing costs no more."""
    level = rules_level(state, seat)
    if level == BASE:
        return before
    return level == YOUNG or bool(state.match.options.quick_radius)


@clause_of.amended(QUICK_PLAY)
@rule("mbb.quick.move", "mbb.young.mix")
def clause_of_free_paths(state: State, seat: int, step: str, clause: str) -> str:
    """A free path has one clause, whatever its steps."""
    return "mbb.quick.move" if moves_freely(state, seat) else clause


@has_modifiers.amended(QUICK_PLAY)
@rule("mbb.quick.no_mods")
def without_modifiers(state: State, seat: int, before: bool) -> bool:
    """Quick play knows no rear shots, hidden units or soft cover; opaque things still block the view."""
    return rules_level(state, seat) == BASE


@hiding_counts.amended(QUICK_PLAY)
@rule("mbb.quick.no_mods", "mbb.young.hidden")
def hiding_counts_for_some(state: State, seat: int, before: bool) -> bool:
    """For quick play it does not, for young players who look at it it does."""
    return rules_level(state, seat) in (BASE, YOUNG_HIDDEN)


@modified.amended(QUICK_PLAY)
@rule("mbb.quick.no_mods", "mbb.young.hidden", "mbb.young.mix")
def modified_by_level(
    state: State, shooter: Unit, target: Unit, sight: Sight, others: tuple[Unit, ...], before: Modified
) -> Modified:
    """By simpler rules nothing counts, or only that a target is partly hidden."""
    level = rules_level(state, shooter.seat)
    if level == BASE:
        return before
    hidden = hidden_tank(sight.hidden) if level == YOUNG_HIDDEN else None
    to_attack: tuple[Modifier, ...] = (printed(hidden, "", ()),) if hidden is not None else ()
    return Modified(to_attack, (), ())
