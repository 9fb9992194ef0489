"""A table that is wanted ready to play: the server answers the questions before the battle for every seat."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeAlias

import msgspec

from brickfield.core.decisions import Decision
from brickfield.core.events import snake
from brickfield.core.game import SettingUp
from brickfield.core.match import Match
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import imagine, view
from brickfield.server.rooms.journal import Journal
from brickfield.server.rooms.steps import Step
from brickfield.server.store.records import SeatRow

# What to answer for a seat before the battle: the match, the seat, the kind of answer that is liked most.
Settle: TypeAlias = Callable[[Journal, int, str], Awaitable[Any]]
_MOST_SET_UP = 500
_MOST_IDEAS = 8


async def set_up(journal: Journal, seats: Iterable[SeatRow], settle: Settle) -> None:
    """Answer until somebody is asked to move or to shoot, or to make a choice of his own."""
    while (step := await next_step(journal, seats, settle)) is not None:
        journal.apply(step)
        # a large army is laid out unit by unit, and everybody else has his turn in between
        await asyncio.sleep(0)


def is_being_set_up(journal: Journal) -> bool:
    """Whether a table that is wanted ready is still asked what comes before the battle."""
    return journal.row.ready and type(journal.state.decision) in journal.state.match.game.setting_up


async def next_step(journal: Journal, seats: Iterable[SeatRow], settle: Settle) -> Step | None:
    """The next answer before the battle, as long as nobody has answered for themselves what the server would have
    answered; None: it can begin, or a person is asked."""
    wanted = _wanted(journal, seats)
    if wanted is None:
        return None
    seat, liked = wanted
    step = journal.try_answer(seat, await settle(journal, seat, liked), auto=True)
    if isinstance(step, Refusal):
        raise RuntimeError(f"a suggestion was refused: {step.code}")
    return step


def _wanted(journal: Journal, seats: Iterable[SeatRow]) -> tuple[int, str] | None:
    """The seat for which the server answers now, and the kind of answer that leaves most to do."""
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
    return decision.seat, manner.liked


def _is_left_to(manner: SettingUp, row: SeatRow | None) -> bool:
    """Whether the answer is the player's own: who sets a battle up may wish to begin at once, but what a guest who
    comes by a link does in his first turn is not for him to choose; and some choices no person is spared."""
    if row is None or row.is_bot:
        return False
    return bool(manner.people) or (manner.own and row.kind == "link")


def still_chosen(match: Match) -> tuple[str, ...]:
    """What people choose for themselves in a match that is wanted ready to play."""
    manners = match.game.setting_up.values()
    return tuple(manner.people for manner in manners if manner.people and manner.asked_in(match))


def settled(journal: Journal, seat: int, liked: str) -> Any:
    """What the server answers for a seat, by what the seat can see."""
    seen = imagine(view(journal.state, seat), journal.match)
    decision = seen.decision_of(seat)
    assert decision is not None, "somebody is asked"
    return good_answer(seen, decision, liked)


def good_answer(seen: State, decision: Decision, liked: str) -> Any:
    """The first suggestion that leaves most to do for the players, else the first; on the table as the seat sees it."""
    found = decision.suggest(seen, _MOST_IDEAS)
    seen.clear_caches()
    best = next((each for each in found if each.kind == liked), found[0])
    return msgspec.to_builtins(best.answer)
