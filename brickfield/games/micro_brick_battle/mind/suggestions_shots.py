"""Answers to the Target Declaration Phase: fire plans with their kind and reason."""

from __future__ import annotations

from collections.abc import Sequence

from brickfield.core.decisions import Suggestion
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.mind.judgement_chances import pose_of
from brickfield.games.micro_brick_battle.mind.judgement_prospects import Prospects, prospects
from brickfield.games.micro_brick_battle.mind.suggestions_fire import NOBODY, polished, standing
from brickfield.games.micro_brick_battle.rules.battlefield import describe
from brickfield.games.micro_brick_battle.rules.target_declaration import Declare, Shot

# On how many enemies, the most promising first, all guns are tried.
_FOCUSED = 8


def fire_plans(state: State, seat: int, n: int) -> list[Suggestion]:
    """No shot at all; the plan that destroys most; everybody at the best chance; all guns on one enemy."""
    hold = Suggestion(Declare(()), "hold", "nobody fires", "mbb.declare.one")
    view = prospects(state, seat)
    rows = [view.shots(unit, pose_of(unit)) for unit in view.own]
    if not any(any(row) for row in rows):
        return [hold]
    plans = [
        ("plan", "the shots that destroy most", "mbb.declare.void_destroyed", polished(rows, view.worth)),
        ("best_chances", "everybody at the surest target", "mbb.declare.one", [_surest(row) for row in rows]),
    ]
    for number in _by_worth(view, rows)[:_FOCUSED]:
        name = describe(state, view.foes[number].id)
        focused = [number if row[number] > 0.0 else _surest(row) for row in rows]
        plans.append(("focus", f"all guns on {name}", "mbb.declare.same", focused))
    return [hold, *_as_answers(view, rows, plans)]


def _surest(row: Sequence[float]) -> int:
    best = max(range(len(row)), key=lambda number: row[number])
    return best if row[best] > 0.0 else NOBODY


def _by_worth(view: Prospects, rows: Sequence[Sequence[float]]) -> list[int]:
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
    view: Prospects, rows: Sequence[Sequence[float]], plans: Sequence[tuple[str, str, str, list[int]]]
) -> list[Suggestion]:
    """Plans as answers, each once."""
    found: dict[Declare, Suggestion] = {}
    for kind, reason, clause, plan in plans:
        pairs = zip(view.own, plan, strict=True)
        answer = Declare(tuple(Shot(unit.id, view.foes[target].id) for unit, target in pairs if target != NOBODY))
        left = standing(plan, rows, len(view.worth))
        value = sum(worth * (1.0 - chance) for worth, chance in zip(view.worth, left, strict=True))
        found.setdefault(answer, Suggestion(answer, kind, reason, clause, value))
    return list(found.values())
