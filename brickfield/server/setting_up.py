"""A table that is wanted ready to play: the server answers the questions before the battle for every seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from brickfield.core.decisions import Decision
from brickfield.core.events import snake
from brickfield.core.game import SettingUp
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import imagine, view
from brickfield.server.journal import Journal
from brickfield.server.records import SeatRow
from brickfield.server.steps import Step

_MOST_SET_UP = 500
_MOST_IDEAS = 8


def set_up(journal: Journal, seats: Iterable[SeatRow]) -> None:
    """Answer until somebody is asked to move or to shoot, or to make a choice of his own."""
    while (step := next_step(journal, seats)) is not None:
        journal.apply(step)


def is_being_set_up(journal: Journal) -> bool:
    """Whether a table that is wanted ready is still asked what comes before the battle."""
    return journal.row.ready and type(journal.state.decision) in journal.state.match.game.setting_up


def next_step(journal: Journal, seats: Iterable[SeatRow]) -> Step | None:
    """The next answer before the battle, as long as nobody has answered for themselves what the server would have
    answered; None: it can begin, or a person is asked."""
    decision = journal.state.decision
    manner = journal.state.match.game.setting_up.get(type(decision)) if decision is not None else None
    if decision is None or manner is None or len(journal.line) > _MOST_SET_UP:
        return None
    if _is_left_to(manner, next((row for row in seats if row.seat == decision.seat), None)):
        return None
    records = [journal.steps[number].record for number in journal.line[1:]]
    left = {snake(kind.__name__) for kind, each in journal.state.match.game.setting_up.items() if each.people}
    if not all(record.auto or record.kind in left for record in records):
        return None
    step = journal.try_answer(decision.seat, _good_answer(journal.state, decision, manner.liked), auto=True)
    if isinstance(step, Refusal):
        raise RuntimeError(f"a suggestion was refused: {step.code}")
    return step


def _is_left_to(manner: SettingUp, row: SeatRow | None) -> bool:
    """Whether the answer is the player's own: who sets a battle up may wish to begin at once, but what a guest who
    comes by a link does in his first turn is not for him to choose; and some choices no person is spared."""
    if row is None or row.is_bot:
        return False
    return manner.people or (manner.own and row.kind == "link")


def _good_answer(state: State, decision: Decision, liked: str) -> Any:
    """The first suggestion that leaves most to do for the players, else the first."""
    seen = imagine(view(state, decision.seat), state.match)
    found = decision.suggest(seen, _MOST_IDEAS)
    seen.forget_workings()
    best = next((each for each in found if each.kind == liked), found[0])
    return msgspec.to_builtins(best.answer)
