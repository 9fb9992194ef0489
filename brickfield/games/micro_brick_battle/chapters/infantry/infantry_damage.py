"""Taking damage: soldier markers that fall one by one, whole units that are gone, and those inside a building."""

from __future__ import annotations

from msgspec import UNSET

from brickfield.core import events as happened
from brickfield.core.board import TokenId, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.losses import piece_attacked, piece_fallen, taken_away_by
from ...base.winning import note_loss, note_progress
from .chapter import INFANTRY
from .infantry import CAPTAIN_PLATE, MARKERS, is_infantry, is_medical, markers_of, occupant_of, specialty_of
from .infantry_figures import fire_figures
from .infantry_tables import MEDICAL, ground_on_foot
from .shared_fates import stop_work

# How often a building has been attacked in this battle, a mark of its token.
ATTACKED = "attacked"
REMOVED = "inf.dmg.removed"


@rule("inf.dmg.infantry", "inf.dmg.vehicle")
def loses_a_marker(state: State, target: UnitId, by: UnitId) -> bool:
    """Whether a hit takes a marker only: infantry hit by infantry. Vehicles, guns and airplanes destroy it whole."""
    return is_infantry(state, target) and by in state.units and is_infantry(state, by)


@rule("inf.spec.firstlost", "inf.captain.first", "inf.med.damage")
def plates_lost(unit: Unit) -> dict[str, int]:
    """The coloured plates that go with the next marker, and how many of each are left: the captain's before any other.

    Of medics the red plate under the marker goes as well.
    """
    lost = {CAPTAIN_PLATE: 0} if CAPTAIN_PLATE in unit.marks else {}
    if is_medical(unit):
        return lost | {MEDICAL: unit.marks[MEDICAL] - 1}
    plate = specialty_of(unit)
    return lost or ({plate: 0} if plate else {})


@rule("inf.dmg.infantry", "inf.spec.firstlost", "inf.captain.first", "inf.med.damage")
def falls(unit: Unit, clause: str = "inf.dmg.infantry") -> list[happened.UnitMarked]:
    """What happens when a soldier marker falls that is not the last: it goes with the plate under it."""
    found = [happened.UnitMarked(unit=unit.id, mark=MARKERS, value=markers_of(unit) - 1, clause=clause)]
    for plate, count in plates_lost(unit).items():
        first = "inf.captain.first" if plate == CAPTAIN_PLATE else "inf.spec.firstlost"
        reason = "inf.med.damage" if plate == MEDICAL else first
        found.append(happened.UnitMarked(unit=unit.id, mark=plate, value=count, clause=reason))
    return found


@rule("inf.dmg.infantry", "inf.dmg.rc")
def lose_marker(
    t: Table, unit_id: UnitId, by: UnitId, clause: str = "inf.dmg.infantry", others: tuple[UnitId, ...] = ()
) -> None:
    """A soldier marker falls; with the last one the unit is destroyed."""
    unit = t.units[unit_id]
    if markers_of(unit) <= 1:
        remove_infantry(t, unit_id, by, REMOVED, others)
        return
    for event in falls(unit, clause):
        t.emit(event)
    stop_work(t, unit_id)
    note_progress(t)


@rule("inf.dmg.removed", "inf.dmg.rc", "inf.dmg.win")
def remove_infantry(t: Table, unit_id: UnitId, by: UnitId, clause: str, others: tuple[UnitId, ...] = ()) -> None:
    """Destroyed infantry leaves the table and no obstacle; it counts as a unit lost."""
    t.emit(happened.UnitDestroyed(unit=unit_id, by=by, leaves_wreck=False, others=others or UNSET, clause=clause))
    note_progress(t)
    note_loss(t, unit_id, by)


@taken_away_by.amended(INFANTRY)
@rule("inf.dmg.removed")
def soldiers_are_taken_away(state: State, unit: Unit, clause: str) -> str:
    """Nothing is left of infantry."""
    return REMOVED if is_infantry(state, unit.id) else clause


# --- buildings -------------------------------------------------------------------------------------------------------


def is_building(state: State, token_id: TokenId) -> bool:
    """Whether infantry can be inside of a piece."""
    row = ground_on_foot().get(state.tokens[token_id].kind)
    return row is not None and row.on_foot == "building"


@piece_attacked.amended(INFANTRY)
@rule("inf.hidden.building_more", "inf.hidden.building_hit")
def shaken(t: Table, token_id: TokenId, by: UnitId) -> None:
    """Each attack on a building counts, empty or not; from the second on it costs a unit inside a soldier marker."""
    if token_id not in t.tokens or not is_building(t, token_id):
        return
    count = t.tokens[token_id].marks.get(ATTACKED, 0) + 1
    t.emit(happened.TokenMarked(token=token_id, mark=ATTACKED, value=count, clause="inf.hidden.building_hit"))
    inside = occupant_of(t, token_id)
    if inside is not None and count >= fire_figures().soldiers_fall_from and t.outcome is None:
        lose_marker(t, inside.id, by, "inf.hidden.building_more")


@piece_fallen.amended(INFANTRY)
@rule("inf.hidden.building_destroyed")
def buried(t: Table, token_id: TokenId, by: UnitId) -> None:
    """The unit inside a building is destroyed whole with it. Who has joined a gun there shares the gun's fate."""
    inside = occupant_of(t, token_id)
    if inside is not None:
        remove_infantry(t, inside.id, by, "inf.hidden.building_destroyed")
