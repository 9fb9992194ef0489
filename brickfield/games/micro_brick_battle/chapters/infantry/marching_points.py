"""How far soldiers go: their MP with all that adds to it or takes from it, and twice that at a run."""

from __future__ import annotations

from collections.abc import Iterable

from brickfield.core import events as happened
from brickfield.core.board import Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.modifiers import Modifier, Tally
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry.grain import GRAIN
from ...base.battlefield import describe
from ...base.movement import clause_of, cost_of
from ...base.turns import unit_went
from ...base.unit_cards import UnitCard
from ...base.unit_stats import MP_GRAIN, budget, movement_points, stays, stopped_by
from ..terrain.ground_charges import PAID
from .chapter import INFANTRY
from .infantry import is_infantry, is_straggler, march_in_weather
from .infantry_tables import slow_kinds, squads, straggler_row

# The step of soldiers: straight, any way.
MARCH = "march"
# The step of soldiers behind a tank.
FOLLOW = "follow"
CLAUSES_ON_FOOT = {MARCH: "inf.move.omni", FOLLOW: "inf.follow.startstop"}
ON_FOOT = tuple(CLAUSES_ON_FOOT)
MP = "movement_points"
# How far a unit has gone behind a tank in this turn, in grain.
FOLLOWED = "followed"


def slowed_by(unit: Unit) -> frozenset[str]:
    """The kinds of ground that have slowed a unit in this turn."""
    return frozenset([mark.removeprefix(PAID) for mark in unit.marks if mark.startswith(PAID)])


@rule("inf.follow.bonus")
def has_followed(unit: Unit) -> bool:
    """Whether a unit has gone far enough behind a tank to be the faster for it."""
    return FOLLOWED in unit.marks and unit.marks[FOLLOWED] >= round(squads().followed_inches * GRAIN)


@unit_went.amended(INFANTRY)
@rule("inf.follow.bonus")
def note_following(t: Table, unit_id: UnitId, step: str, inches: float, cost: int) -> None:
    """How far a squad has gone behind a tank in this turn is counted."""
    if step != FOLLOW:
        return
    far = t.units[unit_id].marks.get(FOLLOWED, 0) + round(inches * GRAIN)
    t.emit(happened.UnitMarked(unit=unit_id, mark=FOLLOWED, value=far, clause="inf.follow.bonus"))


@rule("inf.move.impassable", "inf.move.obstacles", "inf.follow.bonus", "inf.weather.rest", "inf.strag.stats")
def march_tally(state: State, unit: Unit, kinds: Iterable[str] = ()) -> Tally:
    """The MP of infantry with all modifiers; `kinds` of ground that it is about to touch are counted too."""
    card: UnitCard = state.match.cards[unit.id]
    base = straggler_row().mp if is_straggler(unit) else card.mp
    touched = slowed_by(unit).union(kinds)
    found = [(row.movement_points, kind, row.clause) for kind, row in slow_kinds().items() if kind in touched]
    if has_followed(unit):
        found.append((squads().followed_mp, "behind a tank", "inf.follow.bonus"))
    points, clause = march_in_weather(state)
    found.append((points, "weather", clause))
    reason = stopped_by(state, unit)
    if reason:
        left = base + sum([value for value, _reason, _clause in found])
        found.append((-max(0, left), reason, "inf.geometry.cards"))
    changes = [Modifier(MP, value, reason, clause) for value, reason, clause in found if value]
    return Tally(MP, base, card.name, card.clause, tuple(changes))


def march_points(state: State, unit: Unit, kinds: Iterable[str] = ()) -> int:
    """The MP of infantry after all modifiers, at least 0: the same sum as `march_tally`, without its words."""
    if stopped_by(state, unit):
        return 0
    card: UnitCard = state.match.cards[unit.id]
    points = straggler_row().mp if is_straggler(unit) else card.mp
    touched = slowed_by(unit).union(kinds)
    if touched:
        points += sum([row.movement_points for kind, row in slow_kinds().items() if kind in touched])
    if has_followed(unit):
        points += squads().followed_mp
    points += march_in_weather(state)[0]
    return points if points > 0 else 0


@rule("inf.move.sprint")
def sprint_points(state: State, unit: Unit, kinds: Iterable[str] = ()) -> int:
    """The furthest a unit may go: twice its MP after all modifiers."""
    return squads().sprint_times * march_points(state, unit, kinds)


@movement_points.amended(INFANTRY)
@rule("inf.move.omni")
def points_on_foot(state: State, unit: Unit, points: int) -> int:
    """Soldiers have a sum of their own."""
    return march_points(state, unit) if state.match.cards[unit.id].markers else points


@budget.amended(INFANTRY)
@rule("inf.move.sprint")
def at_a_run(state: State, unit: Unit, points: int) -> int:
    """Soldiers may run."""
    return sprint_points(state, unit) * MP_GRAIN if state.match.cards[unit.id].markers else points


@cost_of.amended(INFANTRY)
@rule("inf.move.omni", "inf.follow.startstop")
def cost_on_foot(state: State, step: str, covered: int, free: bool, cost: int) -> int:
    """Soldiers pay a point an inch, any way."""
    return covered * MP_GRAIN // GRAIN if step in ON_FOOT else cost


@clause_of.amended(INFANTRY)
@rule("inf.move.omni", "inf.follow.startstop")
def clause_on_foot(state: State, seat: int, step: str, clause: str) -> str:
    """The steps of soldiers have clauses of their own."""
    return CLAUSES_ON_FOOT.get(step, clause)


@stays.amended(INFANTRY)
@rule("inf.move.last")
def moves_last(state: State, unit: Unit) -> Refusal | None:
    """Infantry moves after all vehicles."""
    if not is_infantry(state, unit.id):
        return None
    sentence = f"{describe(state, unit.id)} is infantry, which moves after all vehicles."
    return illegal("infantry_last", "inf.move.last", sentence)
