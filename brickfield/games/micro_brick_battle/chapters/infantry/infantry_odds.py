"""Odds where infantry is in a fire plan: squads lose markers one by one, and their fate hangs on buildings."""

from __future__ import annotations

from collections.abc import Sequence

from brickfield.core.board import WRECK
from brickfield.core.clauses import rule
from brickfield.core.events import Event, UnitMarked
from brickfield.core.state import State
from brickfield.geometry import Scene, distance
from ...base.odds import carried_by, comes_of_a_hit, harmed_inside, in_the_line, lives, lives_taken, outline_of
from ...base.target_declaration import Shot
from .chapter import INFANTRY
from .infantry import REPAIRS, is_infantry, markers_of, occupant_of
from .infantry_damage import ATTACKED, falls, loses_a_marker
from .infantry_figures import fire_figures
from .shared_fates import under_repair


@lives.amended(INFANTRY)
@rule("inf.dmg.infantry", "inf.dmg.removed")
def markers_are_lives(state: State, unit_id: str, before: int) -> int:
    """A squad lives as long as it has a marker."""
    return max(before, markers_of(state.units[unit_id]))


@lives_taken.amended(INFANTRY)
@rule("inf.dmg.infantry", "inf.dmg.vehicle")
def a_marker_or_all(state: State, target_id: str, shooter_id: str, before: int) -> int:
    """Infantry takes one marker from infantry; vehicles, guns and airplanes take all."""
    return 1 if loses_a_marker(state, target_id, shooter_id) else before


@harmed_inside.amended(INFANTRY)
@rule("inf.hidden.building_more", "inf.hidden.building_destroyed")
def soldiers_inside(
    state: State, token_id: str, attacks: int, falls_down: bool, before: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...]:
    """From the second attack on a squad in a building loses a marker; it is lost with the building."""
    inside = occupant_of(state, token_id)
    if inside is None:
        return before
    if falls_down:
        return (*before, (inside.id, lives(state, inside.id)))
    shaken = state.tokens[token_id].marks.get(ATTACKED, 0) + attacks >= fire_figures().soldiers_fall_from
    return (*before, (inside.id, int(shaken)))


@carried_by.amended(INFANTRY)
@rule("inf.hidden.building_destroyed")
def and_who_is_inside(state: State, token_id: str, before: set[str]) -> set[str]:
    """The fate of a squad hangs on the building it is in."""
    inside = occupant_of(state, token_id)
    return before if inside is None else before | {inside.id}


@in_the_line.amended(INFANTRY)
@rule("inf.hidden.forest")
def and_the_woods_it_stands_in(state: State, shot: Shot, scene: Scene, before: set[int]) -> set[int]:
    """The woods that infantry stands in cover it, and do not hide it or what it sees."""
    grounds = [outline_of(state, name) for name in (shot.unit, shot.target) if name in state.units]
    under = [n for n, other in enumerate(scene.shapes) if any(distance(other, each) == 0.0 for each in grounds)]
    return before.union(under)


@comes_of_a_hit.amended(INFANTRY)
@rule("inf.dmg.infantry", "inf.eng.hit")
def a_marker_falls(state: State, unit_id: str, before: Sequence[Event]) -> Sequence[Event]:
    """A marker falls; work on a wreck breaks off."""
    if state.units[unit_id].status == WRECK:
        return [UnitMarked(unit=unit.id, mark=REPAIRS + unit_id, value=0) for unit in under_repair(state, unit_id)]
    return falls(state.units[unit_id]) if is_infantry(state, unit_id) else before
