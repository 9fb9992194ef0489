"""Replays of stored matches: step by step for a seat, and, when a match is over, for everybody and as files."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.json import encode

from brickfield.core.replay import Replayed, write_replay
from brickfield.core.views import SPECTATOR, imagine, view
from brickfield.replay_viewer import as_html
from brickfield.server import bodies
from brickfield.server.journal import Journal
from brickfield.server.proofs import proof_of
from brickfield.server.room import Room
from brickfield.server.seeing import NOBODY, Audience, face_of, notices, reader, table_of
from brickfield.server.telling import tell

# A page of a replay is full with so much.
_MOST_PAGE_BYTES = 1024 * 1024


def replay_of(room: Room, audience: Audience, start: int = 0) -> bodies.Replay:
    """A page of the answers that stand, as this audience may see them; what was taken back is left out."""
    journal = room.journal
    over = journal.state.over
    row = journal.row
    steps = [number for number in journal.line if notices(audience, journal.steps[number])]
    return bodies.Replay(
        match=room.id,
        game=journal.match.game.id,
        rules_version=row.rules,
        code=row.code,
        options=row.setup.options,
        seats=room.seat_cards(),
        face=face_of(journal.match),
        steps=tuple(_page(journal, audience, steps, start)),
        total=len(steps),
        finished=over,
        dice_promise=row.promise,
        dice_seed=journal.seed.hex() if over else "",
    )


def _page(journal: Journal, audience: Audience, numbers: list[int], start: int) -> Iterator[bodies.ReplayStep]:
    """The steps from one on that fit a page; one always does."""
    size = 0
    for place in range(start, len(numbers)):
        if size > _MOST_PAGE_BYTES:
            return
        step = _step(journal, audience, place, numbers[place])
        size += len(encode(step))
        yield step


def _step(journal: Journal, audience: Audience, place: int, number: int) -> bodies.ReplayStep:
    step = journal.steps[number]
    seen = view(step.state, min(audience) if audience else SPECTATOR)
    return bodies.ReplayStep(
        number=place,
        seat=step.record.seat,
        kind=step.record.kind,
        story=tell(step.events, journal.before(number), reader(audience)),
        events=step.events,
        view=table_of(seen, imagine(seen, journal.match)),
    )


def replay_text(journal: Journal) -> str:
    """A finished match as a replay file with the proof of its dice."""
    return write_replay(journal.match, journal.entries(), proof_of(journal) if journal.state.over else None)


def replay_page(journal: Journal) -> str:
    """A finished match as one HTML file that needs no network."""
    return as_html(Replayed(journal.match, tuple(journal.states()), tuple(journal.entries())))


EVERYBODY = NOBODY
