"""Objective: who has won, and when it is looked at. Every kind of objective has its own test."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from brickfield.core import events as happened
from brickfield.core.board import IN_BATTLE, Unit
from brickfield.core.clauses import rule
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.core.table import Table
from ..setup.forces import SquadCard, mini_cost
from .battlefield import ActionMatch, hull_of, inward, living, match_of
from .measures import measures
from .objective_kinds import BY_POINTS, CLAUSES, objective_numbers, rounds_of
from .sight.landscape import kept_for

ESCAPE = "escape"


@rule("ba.obj.wipeout")
def sides_left(state: State) -> set[int]:
    """The sides that have a mini or a working vehicle on the board; passengers count, wrecks count for nothing."""
    return {state.match.sides[unit.seat] for unit in living(state)}


@rule("ba.obj.target_unit", "ba.obj.escape")
def target_unit(match: ActionMatch) -> str:
    """The unit that is hunted: the marked one of the side that does not attack, or of the one that leaves."""
    objective = match.objective
    if objective.kind not in ("target_unit", ESCAPE):
        return ""
    owner = 1 - hunting_side(match)
    units = [name for name, seat in match.owners.items() if match.sides[seat] == owner and name not in match.crews]
    return units[min(objective.target, len(units)) - 1] if units else ""


@rule("ba.obj.target_unit", "ba.obj.escape")
def hunting_side(match: ActionMatch) -> int:
    """The side that wants the marked unit gone: the attacker, or whoever keeps it from leaving."""
    return match.objective.attacker if match.objective.kind != ESCAPE else 1 - match.objective.attacker


@rule("ba.obj.escape")
def far_edge(state: State, seat: int) -> float:
    """The edge across the board from a seat's own."""
    return float(match_of(state).height) if inward(state, seat) == 90.0 else 0.0


@rule("ba.obj.escape", "ba.geometry.contact")
def studs_to_leave(state: State, unit: Unit) -> float:
    """How far the hull of a unit, or its nearest mini, is from the far edge; who rides is where the vehicle is."""
    rides = state.units.get(unit.container or "")
    if rides is not None:
        return studs_to_leave(state, rides)
    edge = far_edge(state, unit.seat)
    if not unit.squad and unit.pose is not None:
        hull = hull_of(state, unit)
        gaps = [hull.y0, match_of(state).height - hull.y1]
        return max(0.0, (gaps[1] if edge else gaps[0]) - measures().contact)
    ways = [abs(edge - each.pose.place[1]) - measures().mini_radius for each in unit.standing if each.pose is not None]
    return max(0.0, min(ways, default=inf) - measures().contact)


@rule("ba.obj.escape")
def has_left(state: State) -> bool:
    """Whether the marked unit touches the far edge."""
    match = match_of(state)
    if match.objective.kind != ESCAPE or "zone0" not in state.facts:
        return False
    unit = state.units.get(target_unit(match))
    return unit is not None and unit.alive and studs_to_leave(state, unit) <= measures().tolerance


class Ending(NamedTuple):
    """How a battle ends: the sides that have won it, why, and by which clause."""

    sides: set[int]
    reason: str
    clause: str


def _end(t: Table, end: Ending) -> bool:
    t.emit(happened.GameEnded(winners=t.match.seats_of(end.sides), reason=end.reason, clause=end.clause))
    return True


@Question
@rule("ba.obj.wipeout", "ba.obj.eliminate", "ba.obj.target_unit", "ba.obj.escape")
def decided(state: State) -> Ending | None:
    """A side with nothing left loses at once, both together draw; then the target that is gone or has left."""
    left, match = sides_left(state), match_of(state)
    if len(left) < 2:
        return Ending(left, "wipeout", "ba.obj.wipeout")
    hunted = target_unit(match)
    if hunted and state.units[hunted].status not in IN_BATTLE:
        return Ending({hunting_side(match)}, "target_gone", CLAUSES[match.objective.kind])
    return Ending({match.objective.attacker}, "target_left", "ba.obj.escape") if has_left(state) else None


def end_if_decided(t: Table) -> bool:
    """Looked at after each fully resolved action."""
    if t.outcome is not None:
        return True
    end = decided(t)
    return end is not None and _end(t, end)


@Question
@rule("ba.obj.turnlimit", "ba.obj.target_unit", "ba.obj.escape")
def decided_at_last(state: State) -> Ending:
    """After the last round the defender has held out, or points decide, or it is a draw."""
    match = match_of(state)
    objective = match.objective
    defender = {1 - objective.attacker}
    if objective.kind == "target_unit":
        return Ending(defender, "target_alive", "ba.obj.target_unit")
    if objective.kind == ESCAPE:
        return Ending(defender, "target_stopped", "ba.obj.escape")
    ahead = ahead_on_points(state) if points_decide(match) else set()
    return Ending(ahead, "most_removed" if ahead else "last_round", "ba.obj.turnlimit")


@rule("ba.obj.turnlimit", "ba.obj.no_harm")
def end_of_round(t: Table, round_number: int) -> bool:
    """Only the last round ends the battle."""
    match = match_of(t)
    return round_number >= rounds_of(match.objective, match.options.last_round) and _end(t, decided_at_last(t))


def lost_points(state: State, unit: Unit) -> tuple[int, int]:
    """What of a unit is removed, and what it was worth: a mini his cost and his weapons, a vehicle when destroyed, a
    heavy weapon when all who could serve it in its unit are gone."""
    kept = kept_for(state, unit)
    found: tuple[int, int] | None = kept.get("lost points")
    if found is None:
        found = kept["lost points"] = _lost_points(state, unit)
    return found


def _lost_points(state: State, unit: Unit) -> tuple[int, int]:
    card = state.match.cards[unit.id]
    if not isinstance(card, SquadCard):
        return (0 if unit.status in IN_BATTLE else card.cost), card.cost
    worth = [mini_cost(mini) for mini in card.minis]
    gone = unit.status not in IN_BATTLE
    fallen = [points for points, figure in zip(worth, unit.squad, strict=False) if gone or not figure.alive]
    apart = weapon_points(state, unit)
    return sum(fallen) + (apart if gone else 0), sum(worth) + apart


@Question
def weapon_points(state: State, unit: Unit) -> int:
    """What a weapon is worth that stands apart from the minis of its unit."""
    return 0


def army(state: State, side: int) -> list[Unit]:
    """Every unit that a side brought; crews come with their vehicles and cost nothing."""
    crews = match_of(state).crews
    return [each for each in state.units.values() if state.match.sides[each.seat] == side and each.id not in crews]


def _removed(state: State, side: int) -> tuple[int, int]:
    """The points of the enemy that a side has removed, and all that the enemy brought."""
    counted = [lost_points(state, unit) for unit in army(state, 1 - side)]
    return sum(lost for lost, _ in counted), sum(worth for _, worth in counted)


@rule("ba.obj.eliminate")
def removed_share(state: State, side: int) -> float:
    """The share of the enemy's points that a side has removed, from 0 to 1."""
    lost, whole = _removed(state, side)
    return lost / whole if whole else 0.0


@rule("ba.obj.turnlimit")
def points_decide(match: ActionMatch) -> bool:
    """Whether removed points decide when the last round is over."""
    return match.objective.kind in BY_POINTS


@rule("ba.obj.turnlimit", "ba.obj.eliminate", "ba.obj.flag")
def ahead_on_points(state: State) -> set[int]:
    """The side that has removed a share of the enemy's points larger by the lead that is needed; else nobody. Worked
    out in whole numbers: a lead of exactly so much is enough."""
    (first, worth_b), (second, worth_a) = _removed(state, 0), _removed(state, 1)
    lead = 100 * (first * worth_a - second * worth_b)
    needed = objective_numbers().lead_percent * worth_a * worth_b
    if abs(lead) < needed or not lead:
        return set()
    return {0 if lead > 0 else 1}
