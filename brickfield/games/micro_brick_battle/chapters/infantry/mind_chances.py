"""Chances where infantry is concerned: what a shot takes from a unit, and units imagined inside buildings."""

from __future__ import annotations

from msgspec.structs import replace

from brickfield.core.board import TokenId, Unit
from brickfield.core.kept import kept
from brickfield.core.state import State
from ...base.line_of_sight import Sight
from ...base.modifiers import numbers_of
from ...base.odds import chance_of
from ...base.unit_stats import flat_chance
from ...mind.stands import as_placed
from .chapter import INFANTRY
from .flanking import too_few
from .infantry import gun_of, is_infantry, markers_of
from .infantry_damage import loses_a_marker
from .on_foot import foot_ground


@as_placed.amended(INFANTRY)
def under_a_roof(state: State, unit: Unit, placed: Unit) -> Unit:
    """Infantry that is imagined at the centre of a building is inside it: nobody could stand there otherwise."""
    if unit.inside or unit.pose is None or not is_infantry(state, unit.id):
        return placed
    building = _centres(state).get((unit.pose.x, unit.pose.y))
    return replace(unit, inside=building) if building is not None else placed


@kept(by="tokens")
def _centres(state: State) -> dict[tuple[int, int], TokenId]:
    tokens = [state.tokens[building] for building, _shape in foot_ground(state).buildings]
    return {(token.pose.x, token.pose.y): token.id for token in tokens}


def share_lost(state: State, shooter: Unit, target: Unit, sight: Sight) -> float:
    """The share of a unit that a shot is expected to destroy: infantry takes a marker of infantry, all else the whole.

    What takes several units is no shot of one.
    """
    standing = state.units.get(target.id)
    if standing is not None and standing.pose == target.pose and gun_of(state, standing):
        return 0.0
    if is_infantry(state, shooter.id) and too_few(state, (shooter,), target) is not None:
        return 0.0
    flat = flat_chance(state, shooter.seat)
    chance = chance_of(numbers_of(state, shooter, target, sight).needed) if flat is None else flat
    return chance / max(1, markers_of(target)) if loses_a_marker(state, target.id, shooter.id) else chance
