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

# Questions the server answers for everybody in a match that is wanted ready to play.
_SETTING_UP = frozenset({"place_terrain", "deploy_unit", "deploy_ship", "first_turn_choice"})
# Of these, what is part of a seat's own turn.
_OF_THE_SEAT = frozenset({"first_turn_choice"})
# Of several suggestions, those that leave most to do for the players.
_LIKED = {"deploy_unit": "line"}
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
    if decision is None or decision.kind not in _SETTING_UP or len(journal.line) > _MOST_SET_UP:
        return None
    if decision.kind in _OF_THE_SEAT and decision.seat in guests:
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
