"""Flanks in fire plans: infantry that does more together than one by one, at vehicles and at those inside buildings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from brickfield.core.board import Unit
from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.judging.judging import Weights, weighed
from brickfield.core.state import State
from ...base.battlefield import card_of, describe, enemy_planes
from ...base.odds import chance_of_shot
from ...base.target_declaration import Declare, Shot
from ...mind.judgement_evaluation import chance_with
from ...mind.judgement_threats import ThreatMap
from ...mind.suggestions_shots import plans_together
from .chapter import INFANTRY
from .flanking import too_few
from .flanking_shots import able_to_flank
from .infantry import infantry_of, is_infantry, markers_of
from .raiding import MoveIn, MoveInAfterRaid, StayOut, may_move_in

# A flank of more than so many units is not thought of.
_MOST = 5
# What moving into a building is worth beside the unit that was in it, for each marker that moves in.
_ROOF = 1.0


class Flank(Struct, frozen=True):
    """Units that attack a target together, the lead first, and what they may be expected to destroy of its cost."""

    units: tuple[str, ...]
    target: str
    gain: float

    def shots(self) -> tuple[Shot, ...]:
        """The declarations of all of them."""
        lead = self.units[0]
        return tuple(Shot(unit, self.target, lead if unit != lead else "") for unit in self.units)


@plans_together.amended(INFANTRY)
def flank_plans(
    state: State, view: ThreatMap, plans: Sequence[Suggestion], before: list[Suggestion]
) -> list[Suggestion]:
    """The most promising plan with flanks in the place of what their units would do alone; and flanks by themselves."""
    found = _best_flanks(state, view)
    if not found:
        return before
    best = max(plans, key=lambda plan: plan.value, default=None)
    others = best.answer.shots if best is not None else ()
    flanks: list[Flank] = []
    busy: set[str] = set()
    for flank in found:
        if busy.isdisjoint(flank.units) and flank.gain > _alone(state, view, flank, others):
            flanks.append(flank)
            busy.update(flank.units)
    if not flanks:
        return before
    kept = [shot for shot in others if shot.unit not in busy]
    answer = Declare((*kept, *[shot for flank in flanks for shot in flank.shots()]))
    name = describe(state, flanks[0].target)
    reason = f"{' and '.join(flanks[0].units)} flank {name}"
    value = (best.value if best is not None else 0.0) + sum(flank.gain for flank in flanks)
    return [*before, Suggestion(answer, "flank", reason, "inf.flank.one_roll", value)]


def _best_flanks(state: State, view: ThreatMap) -> list[Flank]:
    """For every enemy the best flank of all who can take part, the most valuable first."""
    if len(infantry_of(state, view.seat)) < 2:
        return []
    foes = [*view.foes, *enemy_planes(state, view.seat)]
    found = [_flank(state, able_to_flank(state, view.seat, foe)[:_MOST], foe) for foe in foes]
    return sorted((each for each in found if each is not None), key=lambda each: -each.gain)


def _flank(state: State, group: Sequence[Unit], foe: Unit) -> Flank | None:
    """All of them with the lead that makes the most of it."""
    if len(group) < 2 or too_few(state, group, foe) is not None:
        return None
    worth = card_of(state, foe.id).rc / (markers_of(foe) if is_infantry(state, foe.id) else 1)
    led = [(chance_of_shot(state, lead.id, foe.id, _others(group, lead)), lead.id) for lead in group]
    chance, lead = max(led, key=lambda each: each[0])
    units = (lead, *[unit.id for unit in group if unit.id != lead])
    return Flank(units, foe.id, chance * worth) if chance > 0.0 else None


def _others(group: Sequence[Unit], lead: Unit) -> tuple[Unit, ...]:
    return tuple(unit for unit in group if unit.id != lead.id)


def _alone(state: State, view: ThreatMap, flank: Flank, shots: Sequence[Shot]) -> float:
    """What the units of a flank would destroy one by one, as they were to fire."""
    numbers = {foe.id: number for number, foe in enumerate(view.foes)}
    gained = 0.0
    for shot in shots:
        if shot.unit in flank.units and shot.target in numbers:
            unit, number = state.units[shot.unit], numbers[shot.target]
            gained += view.shots(unit, unit.at)[number] * view.worth[number]
    return gained


def moving_in(state: State, decision: object, n: int) -> list[Suggestion]:
    """The strongest raider moves in; or nobody."""
    assert isinstance(decision, MoveInAfterRaid)
    able = [state.units[each] for each in may_move_in(state, decision.seat, decision.building, decision.raiders)]
    ranked = sorted(able, key=lambda unit: -markers_of(unit))
    stay = Suggestion(StayOut(), "stay_out", "nobody moves in", "inf.raid.movein")
    return [
        stay,
        *[
            Suggestion(
                MoveIn(unit.id),
                "move_in",
                f"{describe(state, unit.id)} takes {describe(state, decision.building)}",
                "inf.raid.movein",
                _ROOF * markers_of(unit),
            )
            for unit in ranked
        ],
    ]


def move_in_price(state: State, decision: Decision, answer: Any, weights: Weights) -> float:
    """A roof over a raider is worth more the more markers go under it."""
    unit = getattr(answer, "unit", "")
    roof = _ROOF * markers_of(state.units[unit]) if unit else 0.0
    return chance_with(state, decision.seat, weighed({"cover": roof}, weights))
