"""Infantry: squads of soldier markers on round plates, as units of this game.

A squad is a `Unit` like any other; its card (`infantry_cards`) has `markers`. What changes in play stands in its marks:

- `markers`: the soldier markers on its plate; a unit without any is destroyed and leaves nothing (inf.dmg.removed);
- `strength`: how many it has when nobody is missing, 4 or 2 (as bought, or since it last joined or was healed);
- its plates by name: `grenadier`, `sniper`, `elite`, `engineer` (one each), `medical` (two), `captain` (the white one);
- `straggler`: it was put together out of what was left of others, and has no strength of its own;
- of this turn: `sprinted`, `halted` (its movement is over), `led` (it had the captain when the turn began) and others.

`Unit.inside` names the building or bunker it is in (a token), or the gun it has joined (a unit): see `building_of` and
`gun_of`. Then it takes up no room, and its pose is the middle of the building or where it is drawn beside the gun. In
the open it is a disc that stops vehicles and enemies and blocks no sight. Positions of tests and puzzles state `marks`
and `inside` of a unit (`unit("A1", "Infantry", 5, 5, marks={"markers": 2})`).
"""

from __future__ import annotations

from math import inf

from brickfield.core import events as happened
from brickfield.core.board import ALIVE, JOINED, Marks, TokenId, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.numbers import decimals_apart, number_text
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Shape, distance
from ...base.battlefield import describe, footprint, living_of, that_hide, vehicles_of
from ...base.measures import measures
from ...base.unit_cards import UnitCard
from ...base.unit_stats import (
    attack_points,
    cost_when_lost,
    defense_points,
    holds_all_fire,
    may_be_targeted,
    printed_movement,
)
from ..weather.weather import FOG, weather_now
from .chapter import INFANTRY
from .infantry_tables import CAPTAIN_PLATE as CAPTAIN_PLATE
from .infantry_tables import MARKERS as MARKERS
from .infantry_tables import MEDICAL, SPECIALTIES, infantry_rows, squads, straggler_row
from .infantry_tables import STRAGGLER as STRAGGLER
from .infantry_tables import STRENGTH as STRENGTH

LED = "led"
SPRINTED, HALTED = "sprinted", "halted"
# it has healed somebody in this turn; it was put together in this turn; the captain came to it in this turn
HEALED, JOINED_NOW, CAPTAIN_NOW = "healed", "joined_now", "captain_now"
# what the units cost that have gone up in it, its own price among them
CARRIED = "carried_rc"
# the vehicle it repairs, named in the mark; marks of a vehicle with one repair marker, in a team with the round it came
# in, and of one made whole again
ENGINEER, REPAIRS = "engineer", "repairs "
REPAIRED, REPAIRED_IN, RESTORED = "repaired", "repaired_in", "restored"


def is_infantry(state: State, unit_id: UnitId) -> bool:
    """Whether a unit is made of soldier markers."""
    card: UnitCard = state.match.cards[unit_id]
    return card.markers > 0


def infantry_of(state: State, seat: int) -> list[Unit]:
    """The living infantry of a seat that is on the table, in order of purchase."""
    cards = state.match.cards
    return [each for each in living_of(state, seat) if cards[each.id].markers]


@vehicles_of.amended(INFANTRY)
@rule("inf.move.last")
def all_but_infantry(state: State, seat: int, units: list[Unit]) -> list[Unit]:
    """Infantry moves after all others."""
    cards = state.match.cards
    return [unit for unit in units if not cards[unit.id].markers]


@that_hide.amended(INFANTRY)
@rule("inf.geometry.plate")
def plates_hide_nothing(state: State, units: dict[UnitId, Shape], hiding: dict[UnitId, Shape]) -> dict[UnitId, Shape]:
    """Whoever looks sees past soldiers."""
    cards = state.match.cards
    return {unit: shape for unit, shape in hiding.items() if not cards[unit].markers}


@rule("inf.build.marker", "inf.spec.mark", "inf.med.plates", "inf.captain")
def first_marks(card: UnitCard) -> Marks:
    """What stands on the plate of a unit as it was bought: its markers, and under them its coloured plates."""
    marks = {MARKERS: card.markers, STRENGTH: card.markers}
    if card.specialty:
        marks[card.specialty] = infantry_rows()[card.specialty].plates
    if card.captain:
        marks[CAPTAIN_PLATE] = 1
    return marks


def markers_of(unit: Unit) -> int:
    """How many soldier markers a unit has."""
    return unit.marks.get(MARKERS, 0)


def is_straggler(unit: Unit) -> bool:
    """Whether a unit was put together out of what was left of others."""
    return STRAGGLER in unit.marks


@rule("inf.spec.mark")
def specialty_of(unit: Unit) -> str:
    """The specialty a unit has now, by the plate under its markers; empty: none, or not any more."""
    return next((each for each in SPECIALTIES if each in unit.marks), "")


def is_medical(unit: Unit) -> bool:
    """Whether a unit has a red plate left."""
    return MEDICAL in unit.marks


def missing(unit: Unit) -> int:
    """How many markers a unit has lost since it was last whole; of stragglers nobody is missing."""
    return 0 if is_straggler(unit) else max(0, unit.marks.get(STRENGTH, 0) - markers_of(unit))


@attack_points.amended(INFANTRY)
@rule("inf.stats.basic", "inf.elite.ap", "inf.spec.firstlost", "inf.strag.stats", "inf.shoot.table")
def attack_on_foot(state: State, unit: Unit, points: int) -> int:
    """The AP of infantry before modifiers; who has lost its plate is basic infantry."""
    card: UnitCard = state.match.cards[unit.id]
    if not card.markers:
        return points
    if is_straggler(unit):
        return straggler_row().ap
    if card.specialty and specialty_of(unit) != card.specialty:
        return infantry_rows()["full"].ap
    return points


@defense_points.amended(INFANTRY)
@rule("inf.stats.basic", "inf.stats.half", "inf.strag.stats", "inf.join.half", "inf.arty.destroyed")
def defense_on_foot(state: State, unit: Unit, points: int) -> int:
    """The DP of infantry before modifiers: by its strength, of stragglers by the markers they have."""
    card: UnitCard = state.match.cards[unit.id]
    if not card.markers:
        return points
    if is_straggler(unit):
        row = straggler_row()
        return row.weak_dp if markers_of(unit) <= squads().straggler_weak else row.dp
    strength = unit.marks.get(STRENGTH, 0)
    if strength == card.markers:
        return points
    return infantry_rows()["full" if strength > squads().half else "half"].dp


@printed_movement.amended(INFANTRY)
@rule("inf.eng.first")
def repaired_stands_still(state: State, unit: Unit, points: int) -> int:
    """A wreck with one repair marker shoots and does not move."""
    return 0 if REPAIRED in unit.marks else points


def mark(t: Table, unit_id: UnitId, name: str, value: int, clause: str) -> None:
    """A count on a unit is this from now on; nothing is told where nothing changes."""
    if t.units[unit_id].marks.get(name, 0) != value:
        t.emit(happened.UnitMarked(unit=unit_id, mark=name, value=value, clause=clause))


def halt(t: Table, unit_id: UnitId, clause: str) -> None:
    """The movement of a squad is over for this turn."""
    mark(t, unit_id, HALTED, 1, clause)


@cost_when_lost.amended(INFANTRY)
@rule("inf.dmg.rc")
def carried_cost(state: State, unit: Unit, cost: int) -> int:
    """What a unit counts for when it is destroyed: its price, and that of all who have gone up in it."""
    return 0 if JOINED in unit.marks else unit.marks.get(CARRIED, cost)


def repairing(unit: Unit) -> UnitId:
    """The vehicle that engineers are at work on; empty: none."""
    return next((name.removeprefix(REPAIRS) for name in unit.marks if name.startswith(REPAIRS)), "")


@holds_all_fire.amended(INFANTRY)
@rule("inf.move.sprint.noattack", "inf.captain.sprint_attack", "inf.captain.move", "inf.med.sprint",
      "inf.eng.turn_done", "inf.med.end")  # fmt: skip
def soldiers_hold_fire(state: State, unit: Unit) -> Refusal | None:
    """Why a squad does not attack in this turn: it has sprinted without the captain, heals, or is at work."""
    if MARKERS not in unit.marks:
        return None
    if is_medical(unit):
        return illegal("medical", "inf.med.sprint", f"{_name(state, unit)} has a red plate: medics never attack.")
    if HEALED in unit.marks:
        sentence = f"{_name(state, unit)} has healed a unit and attacks from its next turn on."
        return illegal("has_healed", "inf.med.end", sentence)
    if SPRINTED in unit.marks and LED not in unit.marks:
        sentence = f"{_name(state, unit)} has sprinted and does not attack in this turn."
        return illegal("has_sprinted", "inf.move.sprint.noattack", sentence)
    if repairing(unit):
        sentence = f"{_name(state, unit)} is at work on {repairing(unit)} and does not attack."
        return illegal("at_work", "inf.eng.turn_done", sentence, vehicle=repairing(unit))
    return None


def _name(state: State, unit: Unit) -> str:
    return describe(state, unit.id)


# --- where it is -----------------------------------------------------------------------------------------------------


@rule("inf.geometry.inside")
def building_of(state: State, unit: Unit) -> TokenId:
    """The building or bunker a unit is inside of; empty in the open."""
    return unit.inside if unit.inside and unit.inside in state.tokens else ""


@rule("inf.arty.join")
def gun_of(state: State, unit: Unit) -> UnitId:
    """The gun a unit has joined; empty if none."""
    return unit.container if unit.container in state.units else ""


@may_be_targeted.amended(INFANTRY)
@rule("inf.arty.notarget")
def joined_to_gun(state: State, target: Unit) -> Refusal | None:
    """Infantry that has joined a gun is no target by itself."""
    gun = gun_of(state, target) if target.inside else ""
    if not gun:
        return None
    sentence = f"{_name(state, target)} has joined {describe(state, gun)} and cannot be targeted by itself."
    return illegal("joined_to_gun", "inf.arty.notarget", sentence, gun=gun)


@rule("inf.move.enter", "inf.deploy.cover")
def occupant_of(state: State, building: TokenId) -> Unit | None:
    """The infantry unit inside a building or bunker; who has joined a gun there is not counted."""
    living = (unit for unit in state.units.values() if unit.status == ALIVE)
    return next((unit for unit in living if unit.inside == building), None)


@rule("inf.arty.join")
def joined_to(state: State, gun: UnitId) -> Unit | None:
    """The infantry unit that has joined a gun."""
    return occupant_of(state, gun)


def gap_between(state: State, one: Unit, other: Unit) -> float:
    """How far two units are apart, from outline to outline, in inches."""
    return distance(footprint(state, one), footprint(state, other))


@rule("inf.geometry.adjacent")
def adjacent(state: State, one: Unit, other: Unit) -> bool:
    """Whether two units are in contact: a gap of a quarter of an inch at most."""
    return gap_between(state, one, other) <= squads().adjacent_inches + measures().tolerance_inches


@rule("inf.geometry.adjacent")
def not_beside(state: State, one: Unit, other: Unit) -> Refusal | None:
    """Why two units are not in contact, with the gap between them; None when they are."""
    if adjacent(state, one, other):
        return None
    gap, most = gap_between(state, one, other), squads().adjacent_inches
    away = number_text(gap, decimals_apart(gap, most))
    sentence = (
        f"{describe(state, one.id)} is not in contact with {describe(state, other.id)}: it is {away} inches away, "
        f"{most:g} is the most."
    )
    return illegal("not_adjacent", "inf.geometry.adjacent", sentence, inches=gap, most=most)


# --- in weather ------------------------------------------------------------------------------------------------------


@rule("inf.weather.order", "inf.weather.rain.los", "inf.weather.fog.los", "inf.weather.rest")
def sight_in_weather(state: State) -> tuple[float, str]:
    """How far the weather lets infantry see, and by which clause; any distance in fair weather."""
    weather = weather_now(state)
    limit = weather and (weather.infantry_sight_inches or weather.sight_inches)
    return (limit.value, limit.clause) if limit else (inf, "")


@rule("inf.weather.rain.mp", "inf.weather.fog.mp", "inf.weather.rest")
def march_in_weather(state: State) -> tuple[int, str]:
    """What the weather adds to the MP of infantry, and by which clause: fog by agreement, else as for everybody."""
    weather = weather_now(state)
    if weather is None:
        return 0, ""
    if weather.id == FOG:
        return state.match.options.inf_fog_mp, "inf.weather.fog.mp"
    points = weather.infantry_movement_points or weather.movement_points
    return (points.value, points.clause) if points is not None else (0, "")
