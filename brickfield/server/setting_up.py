"""A table that is wanted ready to play: the server answers the questions before the battle for every seat."""

from __future__ import annotations

from typing import Any

import msgspec

from brickfield.core.decisions import Decision
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import imagine, view
from brickfield.server.journal import Journal, Step

# Questions the server answers for everybody in a match that is wanted ready to play.
_SETTING_UP = frozenset({"place_terrain", "deploy_unit", "deploy_ship", "first_turn_choice"})
# Of several suggestions, those that leave most to do for the players.
_LIKED = {"deploy_unit": "line"}
_MOST_SET_UP = 500
_MOST_IDEAS = 8


def set_up(journal: Journal) -> None:
    """Answer until somebody is asked to move or to shoot."""
    while (step := next_step(journal)) is not None:
        journal.apply(step)


def next_step(journal: Journal) -> Step | None:
    """The next answer before the battle, as long as nobody has answered for themselves; None: it can begin."""
    decision = journal.state.decision
    if decision is None or decision.kind not in _SETTING_UP or len(journal.line) > _MOST_SET_UP:
        return None
    if not all(journal.steps[number].record.auto for number in journal.line[1:]):
        return None
    step = journal.try_answer(decision.seat, _good_answer(journal.state, decision), auto=True)
    if isinstance(step, Refusal):
        raise RuntimeError(f"a suggestion was refused: {step.code}")
    return step


def _good_answer(state: State, decision: Decision) -> Any:
    """The first good suggestion; of the first turn's choices the one that lets people move."""
    seen = imagine(view(state, decision.seat), state.match)
    found = decision.suggest(seen, _MOST_IDEAS)
    seen.forget_workings()
    liked = _LIKED.get(decision.kind)
    best = next((each for each in found if each.kind == liked), found[0])
    if decision.kind == "first_turn_choice":
        best = next((each for each in found if getattr(each.answer, "phase", "") == "shooting"), best)
    return msgspec.to_builtins(best.answer)
