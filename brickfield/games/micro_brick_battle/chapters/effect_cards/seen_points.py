"""Points of the table that somebody sees."""

from __future__ import annotations

from brickfield.core.board import ALIVE, FLYING, Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.geometry import kernel, point_distance, point_in
from ...base.battlefield import footprint, place_of, sights
from ...base.line_of_sight import eye_point
from ...base.measures import measures
from ...base.views import is_within, own_cover, own_sight
from ..airplanes.airplane_shooting import sees_point_from_above
from ..terrain.bunkers import bunker_around
from ..terrain.hills import hill_hides, looked_past

Point = tuple[float, float]


@rule("mbb.card.scenario")
def somebody_sees(state: State, seat: int, point: Point) -> bool:
    """Whether a unit of a seat, on the ground or in the air, sees a point of the table."""
    own = [unit for unit in state.units.values() if unit.seat == seat]
    return any(
        sees_point_from_above(state, unit, point) if unit.status == FLYING else _sees(state, unit, point)
        for unit in own
        if unit.status in (ALIVE, FLYING)
    )


@rule("mbb.card.scenario", "mbb.geometry.muzzle.spotter", "mbb.geometry.los", "mbb.geometry.hill_los")
def _sees(state: State, unit: Unit, point: Point) -> bool:
    """All round with its own eye, as it would spot: nothing opaque is in between but a unit that the point is under."""
    if point_in(footprint(state, unit), *point, False):
        # smoke does not hide from a unit what it stands on
        return True
    if not _near(state, unit, point) or hill_hides(state, place_of(unit), point):
        return False
    past = looked_past(state, place_of(unit), point) | own_cover(state, unit) | bunker_around(state, unit)
    view = sights(state, unit.seat, past)
    names = {number: name for name, number in view.place.items()}
    eye = eye_point(state, unit, point)
    blocking = [names[number] for number in kernel.crossed_by(view.scene, *eye, *point)]
    return all(each == unit.id or _covers(state, each, point) for each in blocking)


def _near(state: State, unit: Unit, point: Point) -> bool:
    away = point_distance(footprint(state, unit), *point)
    limit = own_sight(state, unit)
    return is_within(state, away) if limit is None else away <= limit[0] + measures().tolerance_inches


def _covers(state: State, name: str, point: Point) -> bool:
    """Whether a point is under a unit: who sees the unit sees that point."""
    return name in state.units and point_in(footprint(state, state.units[name]), *point, False)
