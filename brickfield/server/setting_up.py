"""A table that is wanted ready to play: the server answers the questions before the battle for every seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from brickfield.core.decisions import Decision
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import imagine, view
from brickfield.server.journal import Journal, Step
from brickfield.server.records import SeatRow

_MOST_SET_UP = 500
_MOST_IDEAS = 8


def guests_of(seats: Iterable[SeatRow]) -> frozenset[int]:
    """The seats of people who come by a link: who sets a battle up may wish to begin at once, but what a guest does in
    his first turn is not for him to choose."""
    return frozenset(row.seat for row in seats if row.kind == "link")


def set_up(journal: Journal, guests: frozenset[int]) -> None:
    """Answer until somebody is asked to move or to shoot."""
    while (step := next_step(journal, guests)) is not None:
        journal.apply(step)


def next_step(journal: Journal, guests: frozenset[int]) -> Step | None:
    """The next answer before the battle, as long as nobody has answered for themselves; None: it can begin."""
    decision = journal.state.decision
    manner = journal.state.match.game.setting_up.get(type(decision)) if decision is not None else None
    if decision is None or manner is None or len(journal.line) > _MOST_SET_UP:
        return None
    if manner.own and decision.seat in guests:
        return None
    if not all(journal.steps[number].record.auto for number in journal.line[1:]):
        return None
    step = journal.try_answer(decision.seat, _good_answer(journal.state, decision, manner.liked), auto=True)
    if isinstance(step, Refusal):
        raise RuntimeError(f"a suggestion was refused: {step.code}")
    return step


def _good_answer(state: State, decision: Decision, liked: str) -> Any:
    """The first suggestion that leaves most to do for the players, else the first."""
    seen = imagine(view(state, decision.seat), state.match)
    found = decision.suggest(seen, _MOST_IDEAS)
    seen.forget_workings()
    best = next((each for each in found if each.kind == liked), found[0])
    return msgspec.to_builtins(best.answer)
