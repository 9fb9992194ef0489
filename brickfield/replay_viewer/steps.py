"""A replay as data: step by step the table that one seat, or everybody, may see, and what is told of each step.

The server's replay route and the one-file viewer are made of the same steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Struct

from brickfield.core.events import AnyEvent, Event, without_repeated_dice
from brickfield.core.match import Match
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Entry, Replayed
from brickfield.core.shown.showing import Sum, TableFace
from brickfield.core.state import State
from brickfield.core.views import SPECTATOR, imagine, stays_sealed, view
from brickfield.speech.acts import acts_of
from brickfield.speech.happenings import Happening
from brickfield.speech.sentences import Sentence
from brickfield.speech.story import story
from brickfield.speech.summary import Summary, SummaryStep, chances_of, tale_of
from brickfield.speech.tables import SeatCard, SeatTable, face_of, sums_of, table_of


class ReplayStep(Struct, frozen=True):
    """One decision of a replay and what came of it."""

    number: int
    seat: int
    kind: str
    story: tuple[Sentence, ...]
    events: tuple[AnyEvent, ...]
    view: SeatTable
    # for each of the events the sums behind it, written out
    sums: tuple[tuple[Sum, ...], ...] = ()
    # the events as things to be seen, in their order
    acts: tuple[Happening, ...] = ()
    # the chance of each seat's side to win, by what everybody can see; empty where nobody can tell
    chances: tuple[float, ...] = ()


class Replay(Struct, frozen=True):
    """A stored match, step by step, from one seat or (when it is over) as everybody may see it.

    It comes in pages: `steps` are those that fit, `total` is how many there are.
    """

    match: str
    game: str
    rules_version: str
    code: str
    options: dict[str, Any]
    seats: tuple[SeatCard, ...]
    face: TableFace
    steps: tuple[ReplayStep, ...]
    total: int
    finished: bool
    dice_promise: str
    dice_seed: str
    # the battle told; on the first page
    tale: Summary | None = None


class StandingAnswer(Struct, frozen=True):
    """An answer that stands: who gave it to what, the table before and after it, and what happened."""

    seat: int
    kind: str
    before: State
    after: State
    events: tuple[Event, ...]


def step_of(number: int, given: StandingAnswer, seat: int = SPECTATOR) -> ReplayStep:
    """A step as a seat may see it; a spectator sees what everybody may see."""
    seen = view(given.after, seat)
    imagined = imagine(seen, given.after.match)
    shown = table_of(seen, imagined)
    # what was worked out for it often holds the table itself
    imagined.clear_caches()
    events = tuple(without_repeated_dice(given.events))
    you = seat if seat != SPECTATOR else None
    return ReplayStep(
        number=number,
        seat=given.seat,
        kind=given.kind,
        story=tuple(story(given.events, given.before, you, drawn=True)),
        events=events,
        sums=sums_of(events),
        acts=acts_of(events, given.before, you),
        chances=chances_of(given.after),
        view=shown,
    )


def replay_of(replayed: Replayed) -> Replay:
    """A replay file as everybody may see it: what seats keep secret is not in it, nor an answer still sealed."""
    match: Match = replayed.match
    final: State = replayed.states[-1]
    open_ones = _open_ones(replayed.states, replayed.entries)
    code = match.game.write_code(match.setup.options)
    return Replay(
        match=final.digest(),
        game=match.game.id,
        rules_version=match.game.rules_version,
        code="" if isinstance(code, Refusal) else code,
        options=msgspec.to_builtins(match.options),
        seats=tuple(
            SeatCard(seat, match.seat_name(seat), "person", "", True, False, army=match.army_name(seat))
            for seat in range(match.seats)
        ),
        face=face_of(match),
        steps=tuple(step_of(number, given) for number, given in enumerate(open_ones)),
        total=len(open_ones),
        finished=final.over,
        dice_promise="",
        dice_seed="",
        tale=tale_of(match, [SummaryStep(given.before, given.after, given.events) for given in open_ones]),
    )


def _open_ones(states: Sequence[State], entries: Sequence[Entry]) -> list[StandingAnswer]:
    """The answers everybody may notice; the laying out is told of the table that was laid out."""
    return [
        StandingAnswer(entry.seat, entry.decision, before, after, entry.events)
        for entry, (before, after) in zip(entries, pairwise((states[0], *states)), strict=True)
        if entry.seat < 0 or not stays_sealed(before, after, entry.events)
    ]
