"""Volleys worth firing: each target with all dice that reach it, and the best division of the dice between targets."""

from __future__ import annotations

from collections.abc import Iterator

from brickfield.core.adding import added
from brickfield.core.board import Unit
from brickfield.core.decisions import Suggestion
from brickfield.core.state import State
from ..base import dices
from ..base.durability import hits_left
from ..base.firing import Fire, Shot, long_range_shots, range_band, targets
from ..base.odds import attack_odds
from ..base.ship_card import FIREPOWER
from ..base.turns import may_fire
from ..base.waters import describe
from .judgement_worth import expected_hits, hit_worth, sinking_chance

# What sinking a ship is worth beyond its last markers, in points.
_SINKING = 1.5
_DECIMALS = 3


def volleys(state: State, unit: Unit) -> Iterator[Suggestion]:
    """All dice on one target each, the best division among several."""
    if not may_fire(state, unit):
        return
    aims = targets(state, unit)
    guns = unit.marks.get(FIREPOWER, 0)
    for enemy in aims:
        dice = _reaching(state, unit, enemy, guns)
        odds = attack_odds(state, enemy, dice)
        sinks = f", {odds.sinks:.0%} to sink it" if odds.sinks >= 0.01 else ""
        reason = f"{_dice(dice)} at {describe(state, enemy.id)}: {odds.expected:.1f} hits expected{sinks}"
        worth = round(_worth(state, enemy, dice), _DECIMALS)
        yield Suggestion(Fire((Shot(enemy.id, dice),)), "fire", reason, "sea.fire.dice", worth)
    if len(aims) > 1 and guns > 1:
        yield from _divided(state, unit, aims, guns)


def _reaching(state: State, unit: Unit, enemy: Unit, dice: int) -> int:
    """How many dice reach an enemy."""
    far = range_band(state, unit, enemy) == "long"
    return min(dice, long_range_shots(state, unit)) if far else dice


def _worth(state: State, enemy: Unit, dice: int) -> float:
    """Hits to expect in points, sinking included."""
    chance, body = dices.chance(state.match.options), hits_left(state, enemy)
    return expected_hits(chance, dice, body) * hit_worth(state, enemy) + _SINKING * sinking_chance(chance, dice, body)


def _divided(state: State, unit: Unit, aims: list[Unit], guns: int) -> Iterator[Suggestion]:
    """The division of the dice that does the most; half and half where that names only one target."""
    near = [enemy for enemy in aims if range_band(state, unit, enemy) == "normal"]
    within, dice = (near, guns) if near else (aims, min(guns, long_range_shots(state, unit)))
    if len(within) < 2 or dice < 2:
        return
    shots = _best_division(state, within, dice)
    if len(shots) < 2:
        first, second = sorted(within, key=lambda each: -hit_worth(state, each))[:2]
        shots = (Shot(first.id, dice - dice // 2), Shot(second.id, dice // 2))
    worth = added(_worth(state, state.units[shot.target], shot.dice) for shot in shots)
    parts = [f"{_dice(shot.dice)} at {describe(state, shot.target)}" for shot in shots]
    reason = f"divide the fire: {', '.join(parts)}"
    yield Suggestion(Fire(shots), "divide", reason, "sea.fire.split", round(worth, _DECIMALS))


def _best_division(state: State, aims: list[Unit], dice: int) -> tuple[Shot, ...]:
    """Dice shared out for the most worth: target by target, the best use of every number of dice so far."""
    best: list[tuple[float, tuple[Shot, ...]]] = [(0.0, ())] * (dice + 1)
    for enemy in aims:
        worth = [_worth(state, enemy, count) for count in range(dice + 1)]
        # fewer targets are preferred where it makes no difference
        best = [
            max(
                (
                    (best[total - count][0] + worth[count], (*best[total - count][1], *_shot(enemy, count)))
                    for count in range(total + 1)
                ),
                key=lambda option: (round(option[0], _DECIMALS), -len(option[1])),
            )
            for total in range(dice + 1)
        ]
    return best[dice][1]


def _shot(enemy: Unit, count: int) -> tuple[Shot, ...]:
    return (Shot(enemy.id, count),) if count else ()


def _dice(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'}"
