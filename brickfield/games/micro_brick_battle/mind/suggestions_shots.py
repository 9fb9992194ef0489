"""Answers to the Target Declaration Phase: fire plans with their kind and reason."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from brickfield.core.adding import added
from brickfield.core.board import Unit
from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.geometry.volleys import NOBODY
from ..base.battlefield import card_of, describe, enemy_planes
from ..base.odds import chance_to_destroy
from ..base.target_declaration import Declare, Shot, may_target
from ..base.unit_stats import holds_all_fire
from ..chapters.airplanes.targeting_airplanes import has_small_arms
from .goals import marked_for
from .judgement_threats import ThreatMap, threat_map
from .suggestions_fire import polished, standing

# On how many enemies, the most promising first, all guns are tried.
_FOCUSED = 8


def fire_plans(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """No shot at all; the plan that destroys most; everybody at the best chance; all guns on one enemy."""
    seat = decision.seat
    hold = Suggestion(Declare(()), "hold", "nobody fires", "mbb.declare.one")
    view = threat_map(state, seat)
    rows = [view.shots(unit, unit.at) for unit in view.own]
    flak = shots_at_planes(state, view.own)
    if not any(any(row) for row in rows):
        return [
            hold,
            *plans_together(state, view, ()),
            *_only_at_planes(state, flak),
            *_only_at_buildings(state, view.own),
        ]
    plans = [
        ("plan", "the shots that destroy most", "mbb.declare.void_destroyed", polished(rows, view.worth)),
        ("best_chances", "everybody at the surest target", "mbb.declare.one", [_surest(row) for row in rows]),
    ]
    for number in _by_worth(view, rows)[:_FOCUSED]:
        name = describe(state, view.foes[number].id)
        focused = [number if row[number] > 0.0 else _surest(row) for row in rows]
        plans.append(("focus", f"all guns on {name}", "mbb.declare.same", focused))
    found = _as_answers(view, rows, plans)
    found = [*plans_together(state, view, found), *found]
    found = [_with_buildings(state, each, view.own) for each in found]
    found += _only_at_buildings(state, view.own)
    if not flak:
        return [hold, *found]
    return [hold, *[_with_flak(state, each, flak) for each in found], *_only_at_planes(state, flak)]


@Question
def plans_together(state: State, view: ThreatMap, plans: Sequence[Suggestion]) -> list[Suggestion]:
    """Plans in which units attack as one, which goes further than these, in which each fires for itself."""
    return []


def shots_at_planes(state: State, own: Sequence[Unit]) -> dict[str, tuple[str, float]]:
    """By unit the enemy plane it is surest to bring down, and the chance."""
    found: dict[str, tuple[str, float]] = {}
    for unit in own:
        if not has_small_arms(state, unit) or holds_all_fire(state, unit) is not None:
            continue
        chances = [(plane.id, chance_to_destroy(state, unit.id, plane.id)) for plane in enemy_planes(state, unit.seat)]
        best = max(chances, key=lambda each: each[1], default=("", 0.0))
        if best[1] > 0.0:
            found[unit.id] = best
    return found


def _with_flak(state: State, plan: Suggestion, flak: dict[str, tuple[str, float]]) -> Suggestion:
    """A plan in which everybody without a shot fires small arms at planes."""
    busy = {shot.unit for shot in plan.answer.shots}
    more = {unit: each for unit, each in flak.items() if unit not in busy}
    shots = (*plan.answer.shots, *[Shot(unit, plane) for unit, (plane, _chance) in more.items()])
    return replace(plan, answer=Declare(shots), value=plan.value + _planes_lost(state, more))


def _only_at_planes(state: State, flak: dict[str, tuple[str, float]]) -> list[Suggestion]:
    """Everybody who can fires at planes."""
    if not flak:
        return []
    answer = Declare(tuple(Shot(unit, plane) for unit, (plane, _chance) in flak.items()))
    return [Suggestion(answer, "flak", "all fire at airplanes", "mbb.air.smallarms.instead", _planes_lost(state, flak))]


def _at_buildings(state: State, own: Sequence[Unit], busy: Collection[str] = ()) -> tuple[Shot, ...]:
    """Everybody who is free fires at a building that must fall, nobody at one that will be down already."""
    left = {token: state.tokens[token].marks.get("hm", 0) for token in marked_for(state, own[0].seat)} if own else {}
    shots: list[Shot] = []
    for unit in own if left else ():
        seen = [token for token, markers in left.items() if markers and may_target(state, unit, token) is None]
        if unit.id not in busy and seen:
            target = min(seen, key=lambda token: left[token])
            left[target] -= 1
            shots.append(Shot(unit.id, target))
    return tuple(shots)


def _with_buildings(state: State, plan: Suggestion, own: Sequence[Unit]) -> Suggestion:
    """A plan in which everybody without a shot fires at buildings that must fall."""
    more = _at_buildings(state, own, {shot.unit for shot in plan.answer.shots})
    return replace(plan, answer=Declare((*plan.answer.shots, *more))) if more else plan


def _only_at_buildings(state: State, own: Sequence[Unit]) -> list[Suggestion]:
    """Everybody who can fires at buildings that must fall."""
    shots = _at_buildings(state, own)
    reason = "all fire at what must fall"
    return [Suggestion(Declare(shots), "raze", reason, "mbb.win.scenario")] if shots else []


def _planes_lost(state: State, flak: dict[str, tuple[str, float]]) -> float:
    left: dict[str, float] = {}
    for plane, chance in flak.values():
        left[plane] = left.get(plane, 1.0) * (1.0 - chance)
    return sum(card_of(state, plane).rc * (1.0 - each) for plane, each in left.items())


def _surest(row: Sequence[float]) -> int:
    best = max(range(len(row)), key=lambda number: row[number])
    return best if row[best] > 0.0 else NOBODY


def _by_worth(view: ThreatMap, rows: Sequence[Sequence[float]]) -> list[int]:
    """Enemies by what concentrated fire on each would destroy."""
    gains = []
    for number, worth in enumerate(view.worth):
        left = 1.0
        for row in rows:
            left *= 1.0 - row[number]
        if left < 1.0:
            gains.append((-worth * (1.0 - left), number))
    return [number for _gain, number in sorted(gains)]


def _as_answers(
    view: ThreatMap, rows: Sequence[Sequence[float]], plans: Sequence[tuple[str, str, str, list[int]]]
) -> list[Suggestion]:
    """Plans as answers, each once."""
    found: dict[Declare, Suggestion] = {}
    for kind, reason, clause, plan in plans:
        pairs = zip(view.own, plan, strict=True)
        answer = Declare(tuple(Shot(unit.id, view.foes[target].id) for unit, target in pairs if target != NOBODY))
        left = standing(plan, rows, len(view.worth))
        value = added(worth * (1.0 - chance) for worth, chance in zip(view.worth, left, strict=True))
        found.setdefault(answer, Suggestion(answer, kind, reason, clause, value))
    return list(found.values())
