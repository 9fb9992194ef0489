"""Answers for airplanes: strikes worth their weapon, flights that lead to strikes, places to come on."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import NamedTuple

from msgspec.structs import replace

from brickfield.core.board import FLYING, Unit
from brickfield.core.decisions import Suggestion
from brickfield.core.judging.judging import Weights, weighed
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.geometry import Pose, bearing
from ...base.battlefield import battle_of, card_of, describe, enemies_of, enemy_planes
from ...base.measures import flying
from ...base.movement import Forward, Pivot
from ...base.odds import chance_of
from ...base.target_declaration import targetable_pieces
from ...mind.goals import marked_for, razing, worth_of
from ...mind.judgement_evaluation import chance_with
from ...mind.suggestions_paths import bearing_between
from .airplane_phase import Approach, EndFlight, EnterAirplane, FlyAirplanes
from .airplane_shooting import (
    TITLES,
    WEAPONS,
    AirStrike,
    Weapon,
    markers_struck,
    may_strike,
    store_left,
    strike_numbers,
)
from .airplanes import (
    ALOFT,
    AirMove,
    EnterFrom,
    Flight,
    FlightSteps,
    entry_edges,
    flight_lengths,
    flown_over,
    fly,
    inward,
    may_come_on,
)
from .targeting_airplanes import may_fire_at_plane, weapon_at_plane

# What a bomb or missile is worth that is kept: one is not thrown at next to nothing.
_KEPT = {"bomb": 2.0, "missile": 2.0, "machine_guns": 0.0}
# What a piece of terrain is worth that is shot away: less than any unit.
_PIECE = 0.05
# A shot at a plane is one that is not fired at something else, so not everybody in range will.
_FLAK_SHARE, _MOST_FLAK = 0.6, 3
# What the next turn's strike from where a plane will be counts now; what it costs to be off the table.
_NEXT_TURN, _AWAY = 0.35, 3.0
# What a strike counts that needs another Move first.
_LATER = 0.5
# Flights past an enemy go on for so many inches; shares of the way after which a plane may turn.
_BEYOND = (0.75, 4.0)
_SHARES = (0.0, 0.2, 0.4, 0.6)
_TURNS = (0.0, 45.0, -45.0, 22.5, -22.5)
_MOST_TARGETS = 10
# Where on an edge planes are tried, as shares of it, and how they head off straight in.
_ALONG = tuple(number / 10 for number in range(11))
_HEADINGS = (0.0, 30.0, -30.0)


class Prospect(NamedTuple):
    """What an answer promises: points of army cost it may destroy, and points it may cost."""

    kills: float
    risk: float
    reason: str
    clause: str

    @property
    def points(self) -> float:
        """Both together."""
        return self.kills - self.risk


def somewhere(unit: Unit, pose: Pose) -> Unit:
    """A plane as if it were there."""
    return replace(unit, status=FLYING, pose=pose)


# --- strikes ---------------------------------------------------------------------------------------------------------


def strikes(state: State, unit: Unit, over: tuple[str, ...]) -> list[tuple[float, Weapon, str]]:
    """Everything a plane could attack from where it is, with the points it may destroy less what its store is worth."""
    enemies = [*enemies_of(state, unit.seat), *enemy_planes(state, unit.seat)]
    found: list[tuple[float, Weapon, str]] = []
    for weapon in WEAPONS:
        for enemy in enemies:
            if may_strike(state, unit, weapon, enemy.id, over) is None:
                chance = chance_of(strike_numbers(state, unit, weapon, enemy).needed)
                found.append((chance * worth_of(state, enemy) - _KEPT[weapon], weapon, enemy.id))
        for token in marked_for(state, unit.seat):
            if may_strike(state, unit, weapon, token, over) is None:
                found.append((razing(state, token, markers_struck(weapon)) - _KEPT[weapon], weapon, token))
    return sorted(found, key=lambda each: -each[0])


def _best_strike(state: State, unit: Unit, over: tuple[str, ...]) -> float:
    return max([0.0, *[points for points, _weapon, _target in strikes(state, unit, over)]])


def _volley(state: State, found: list[tuple[float, Weapon, str]], count: int) -> float:
    """What so many strikes one after another may destroy: a target that may be gone already is worth less."""
    total, left = 0.0, dict.fromkeys([target for _points, _weapon, target in found], 1.0)
    for _ in range(count):
        rows = [((points + _KEPT[weapon]) * left[target] - _KEPT[weapon], target) for points, weapon, target in found]
        gain, target = max(rows, default=(0.0, ""))
        if gain <= 0.0:
            break
        total += gain
        whole = razing(state, target, 99) if target in state.tokens else worth_of(state, state.units[target])
        left[target] *= 1.0 - min(1.0, gain / (left[target] * whole))
    return total


def _strike(state: State, unit: Unit, points: float, weapon: Weapon, target: str) -> Suggestion:
    if target in state.tokens:
        reason = f"{describe(state, unit.id)}: {TITLES[weapon].lower()} at {describe(state, target)}, which must fall"
        return Suggestion(AirStrike(unit.id, weapon, target), "strike", reason, "mbb.win.scenario", points)
    chance = chance_of(strike_numbers(state, unit, weapon, state.units[target]).needed)
    reason = f"{describe(state, unit.id)}: {TITLES[weapon].lower()} at {describe(state, target)} ({chance:.0%})"
    return Suggestion(AirStrike(unit.id, weapon, target), "strike", reason, "mbb.air.targets", points)


def _pieces(state: State, unit: Unit, over: tuple[str, ...]) -> list[Suggestion]:
    """Terrain a plane can do without a store of its own: its machine guns at what stands in the way."""
    able = [each for each in targetable_pieces(state) if may_strike(state, unit, "machine_guns", each, over) is None]
    return [
        Suggestion(
            AirStrike(unit.id, "machine_guns", each),
            "terrain",
            f"machine guns at {describe(state, each)}",
            "mbb.hm.plane",
            _PIECE,
        )
        for each in able[:1]
    ]


# --- flights ---------------------------------------------------------------------------------------------------------


def _ways(state: State, unit: Unit) -> Iterator[FlightSteps]:
    """Flights over and past enemies, then plain ones with a turn first, on the way or last."""
    least, most = flight_lengths(state, unit.id)
    for tx, ty in _targets(state, unit):
        for share in _SHARES:
            before = share * most
            pose = unit.at.ahead(before)
            x, y = pose.place
            turn, away = bearing_between(pose.degrees, bearing(x, y, tx, ty)), hypot(tx - x, ty - y)
            if abs(turn) > flying().turn_degrees or before + away > most:
                continue
            for beyond in _BEYOND:
                rest = min(most - before, max(least - before, away + beyond))
                yield _steps(before, turn, rest)
            # or short of it, so that it is ahead
            yield _steps(before, turn, max(least - before, away / 2))
    for turn in _TURNS:
        yield _steps(0.0, turn, most)
        yield _steps(0.0, turn, least)
        yield _steps(least, turn, 0.0)
        yield _steps(least / 2, turn, most - least / 2)


def _targets(state: State, unit: Unit) -> list[tuple[float, float]]:
    """Where the buildings are that must fall, and the nearest enemies on the ground."""
    x, y = unit.at.place
    placed = [enemy.pose.place for enemy in enemies_of(state, unit.seat) if enemy.pose is not None]
    near = sorted(placed, key=lambda place: hypot(place[0] - x, place[1] - y))
    return [*_buildings(state, unit), *near[:_MOST_TARGETS]]


def _buildings(state: State, unit: Unit) -> list[tuple[float, float]]:
    return [state.tokens[token].pose.place for token in marked_for(state, unit.seat)]


def _steps(before: float, turn: float, after: float) -> FlightSteps:
    steps = (Forward(round(before, 3)) if before > 0 else None, Pivot(round(turn, 3)) if turn else None)
    last = Forward(round(after, 3)) if round(after, 3) > 0 else None
    return tuple(step for step in (*steps, last) if step is not None)


def flight_prospect(state: State, decision: FlyAirplanes, flight: Flight) -> Prospect:
    """What a Move leads to: strikes with the actions that are left, fire from below, and where the plane is then."""
    unit = state.units[flight.unit]
    left = flying().actions - decision.actions - 1
    stays = unit.marks.get(ALOFT, 0) < flying().turns_on_table
    name = describe(state, unit.id)
    if flight.left_by:
        risk = _AWAY if stays else 0.0
        return Prospect(0.0, risk, f"{name} leaves over the {flight.left_by} edge", "mbb.air.exit_early")
    there = somewhere(unit, flight.legs[-1].pose)
    over = (*decision.over, *flown_over(state, unit.at, flight.legs))
    kills = 0.0
    if left and not decision.hold_fire:
        kills = _volley(state, strikes(state, there, over), left)
        if left > 1:
            kills = max(kills, _LATER * _promise(state, there, flight.legs[-1].pose))
    if stays:
        kills += _NEXT_TURN * max(_best_strike(state, there, ()), _LATER * _promise(state, there, flight.legs[-1].pose))
    risk = flak(state, there) if stays else 0.0
    reason = f"{name} flies to where it can strike" if kills else f"{name} flies on"
    return Prospect(kills, risk, reason, "mbb.air.turn45")


def flak(state: State, plane: Unit) -> float:
    """What fire from the ground may cost a plane that stays where it is until its owner's next turn."""
    left, shots = 1.0, 0
    for enemy in enemies_of(state, plane.seat):
        if shots < _MOST_FLAK and may_fire_at_plane(state, enemy, plane) is None:
            left *= 1.0 - _FLAK_SHARE * chance_of(weapon_at_plane(state, enemy, plane)[1].needed)
            shots += 1
    return (1.0 - left) * card_of(state, plane.id).rc


def _flights(state: State, decision: FlyAirplanes, unit: Unit) -> list[Suggestion]:
    found: dict[FlightSteps, Suggestion] = {}
    for steps in _ways(state, unit):
        if steps in found or not steps:
            continue
        worked = fly(state, unit, steps)
        if isinstance(worked, Refusal):
            continue
        seen = flight_prospect(state, decision, worked)
        kind = "leave" if worked.left_by else "strike" if seen.kills > 0.0 else "fly"
        found[steps] = Suggestion(AirMove(unit.id, steps), kind, seen.reason, seen.clause, seen.points)
    return sorted(found.values(), key=lambda each: -each.value)


# --- the decisions ---------------------------------------------------------------------------------------------------


def airplane_answers(state: State, decision: FlyAirplanes, n: int) -> list[Suggestion]:
    """What is always allowed first; then by what it promises: strikes, flights, approaches."""
    units = [state.units[each] for each in ((decision.acting,) if decision.acting else decision.waiting)]
    safe: list[Suggestion] = []
    found: list[Suggestion] = []
    for unit in units:
        if unit.status != FLYING:
            found += [_approach(state, unit, edge) for edge in entry_edges(state, unit)]
            continue
        if decision.may_shoot(state, unit) is None:
            worth = [each for each in strikes(state, unit, decision.over) if each[0] > 0.0]
            found += [_strike(state, unit, *each) for each in worth]
            found += _pieces(state, unit, decision.over)
        found += _flights(state, decision, unit)
        if decision.may_end(state, unit) is None:
            safe.append(Suggestion(EndFlight(unit.id), "done", "it does no more", "mbb.air.all_actions_used"))
    found.sort(key=lambda each: -each.value)
    return [*safe, *found]


def _approach(state: State, unit: Unit, edge: str) -> Suggestion:
    best = max((_promise(state, unit, pose) for pose in _entries(state, unit, edge)), default=0.0)
    reason = f"{describe(state, unit.id)} comes on over the {edge} edge"
    return Suggestion(Approach(unit.id, edge), "approach", reason, "mbb.air.enter6", best)  # type: ignore[arg-type]


def _entries(state: State, unit: Unit, edge: str) -> Iterator[Pose]:
    """Places along an edge, and the places across from every enemy."""
    match = battle_of(state)
    along = match.height if edge in ("west", "east") else match.width
    number = 1 if edge in ("west", "east") else 0
    across = [place[number] for place in _buildings(state, unit)]
    across += [enemy.pose.place[number] for enemy in enemies_of(state, unit.seat) if enemy.pose is not None]
    for way in dict.fromkeys([*[share * along for share in _ALONG], *across[:_MOST_TARGETS]]):
        x = {"west": 0.0, "east": match.width}.get(edge, way)
        y = {"south": 0.0, "north": match.height}.get(edge, way)
        for turn in _HEADINGS:
            yield Pose.at(x, y, inward(edge) + turn)


def _promise(state: State, unit: Unit, pose: Pose) -> float:
    """Roughly what a plane may destroy that comes on there: enemies it can fly over count most, then those ahead."""
    most, card = flight_lengths(state, unit.id)[1], card_of(state, unit.id)
    best = 0.0
    x, y = pose.place
    chance = chance_of(flying().bomb_needed) if unit.marks.get("bombs") or unit.marks.get("missiles") else 0.3
    for enemy in enemies_of(state, unit.seat):
        tx, ty = enemy.at.place
        away, turn = hypot(tx - x, ty - y), bearing_between(pose.degrees, bearing(x, y, tx, ty))
        near = 1.0 if away <= most and abs(turn) <= flying().turn_degrees else 0.4
        straight = 1.0 - abs(turn) / 360.0
        best = max(best, near * straight * chance * worth_of(state, enemy) - away / card.mp)
    for token in marked_for(state, unit.seat):
        tx, ty = state.tokens[token].pose.place
        away, turn = hypot(tx - x, ty - y), bearing_between(pose.degrees, bearing(x, y, tx, ty))
        near = 1.0 if away <= most and abs(turn) <= flying().turn_degrees else 0.4
        struck = max(markers_struck(weapon) for weapon in WEAPONS if store_left(state, unit, weapon) is None)
        best = max(best, near * (1.0 - abs(turn) / 360.0) * razing(state, token, struck) - away / card.mp)
    return best


def entry_answers(state: State, decision: EnterAirplane, n: int) -> list[Suggestion]:
    """Places on the edge, the most promising first."""
    unit, found = state.units[decision.unit], []
    for pose in _entries(state, unit, decision.edge):
        (x, y), heading = pose.place, pose.degrees
        answer = EnterFrom(unit.id, x, y, heading)
        if not isinstance(may_come_on(state, unit, decision.edge, answer), Refusal):
            reason = f"{describe(state, unit.id)} comes on where enemies are ahead"
            found.append(Suggestion(answer, "approach", reason, "mbb.air.enter.place", _promise(state, unit, pose)))
    return sorted(found, key=lambda each: -each.value)


def airplane_price(state: State, decision: FlyAirplanes | EnterAirplane, answer: object, weights: Weights) -> float:
    """What airplanes may destroy and what may become of them."""
    kills, risk = _promised(state, decision, answer)
    return chance_with(state, decision.seat, weighed({"kills": kills, "exposure": -risk}, weights))


def _promised(state: State, decision: FlyAirplanes | EnterAirplane, answer: object) -> tuple[float, float]:
    """What an answer for an airplane may destroy, and may cost."""
    if isinstance(answer, EnterFrom):
        return _promise(state, state.units[answer.unit], Pose.at(answer.x, answer.y, answer.heading)), 0.0
    assert isinstance(decision, FlyAirplanes)
    if isinstance(answer, Approach):
        return _approach(state, state.units[answer.unit], answer.edge).value, 0.0
    if isinstance(answer, AirStrike):
        return _strike_points(state, answer), 0.0
    if isinstance(answer, AirMove):
        worked = fly(state, state.units[answer.unit], answer.steps)
        return (0.0, 0.0) if isinstance(worked, Refusal) else flight_prospect(state, decision, worked)[:2]
    if isinstance(answer, EndFlight) and state.units[answer.unit].marks.get(ALOFT, 0) < flying().turns_on_table:
        there = state.units[answer.unit]
        return _NEXT_TURN * _best_strike(state, there, ()), flak(state, there)
    return 0.0, 0.0


def _strike_points(state: State, answer: AirStrike) -> float:
    if answer.target in state.tokens:
        if answer.target not in marked_for(state, state.units[answer.unit].seat):
            return _PIECE
        return 2.0 * (razing(state, answer.target, markers_struck(answer.weapon)) - _KEPT[answer.weapon])
    unit, target = state.units[answer.unit], state.units[answer.target]
    chance = chance_of(strike_numbers(state, unit, answer.weapon, target).needed)
    # a strike is sure to be made; what a flight leads to is only what may come of it
    return 2.0 * (chance * worth_of(state, target) - _KEPT[answer.weapon])
