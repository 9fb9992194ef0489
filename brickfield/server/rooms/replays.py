"""Replays of stored matches: step by step for a seat, and, when a match is over, for everybody and as files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.json import encode

from brickfield.core.refusal import Refusal
from brickfield.core.replay import NO_MODELS, write_replay
from brickfield.core.views import SPECTATOR
from brickfield.replay_viewer import as_html
from brickfield.replay_viewer.steps import Replay, ReplayStep, StandingAnswer, step_of
from brickfield.server.bots.jobs import FILE, TALE, WEB_PAGE, Retell
from brickfield.server.rooms.audiences import NOBODY, Audience, journal_tale, notices
from brickfield.server.rooms.journal import Journal
from brickfield.server.rooms.proofs import proof_of
from brickfield.speech.summary import Summary
from brickfield.speech.tables import SeatCard, face_of

# A page of a replay is full with so much.
_MOST_PAGE_BYTES = 1024 * 1024


def retold(journal: Journal, job: Retell) -> Replay | Summary | str | Refusal:
    """A match in the form that was asked for."""
    if job.form == FILE:
        return replay_text(journal, job.models)
    if job.form == WEB_PAGE:
        return replay_page(journal, job.seats, job.models)
    if job.form == TALE:
        return journal_tale(journal, frozenset(job.audience))
    return replay_of(journal, job.seats, frozenset(job.audience), job.start)


def replay_of(journal: Journal, seats: tuple[SeatCard, ...], audience: Audience, start: int = 0) -> Replay:
    """A page of the answers that stand, as this audience may see them; what was taken back is left out."""
    numbers = shown_numbers(journal, audience)
    steps = tuple(_page(_steps(journal, audience, numbers, start)))
    tale = journal_tale(journal, audience) if start == 0 else None
    return _replay(journal, seats, steps, len(numbers), tale)


def _replay(
    journal: Journal, seats: tuple[SeatCard, ...], steps: tuple[ReplayStep, ...], total: int, tale: Summary | None
) -> Replay:
    row = journal.row
    return Replay(
        match=row.id,
        game=journal.match.game.id,
        rules_version=row.rules,
        code=row.code,
        options=row.setup.options,
        seats=seats,
        face=face_of(journal.match),
        steps=steps,
        total=total,
        finished=journal.state.over,
        dice_promise=row.promise,
        dice_seed=journal.seed.hex() if journal.state.over and row.is_fair else "",
        tale=tale,
    )


def shown_numbers(journal: Journal, audience: Audience) -> list[int]:
    """The numbers of the records that are the steps of a replay: answers that stand, as this audience notices them."""
    return [number for number in journal.line if notices(audience, journal.steps[number])]


def _steps(journal: Journal, audience: Audience, numbers: list[int], start: int = 0) -> Iterator[ReplayStep]:
    seat = min(audience) if audience else SPECTATOR
    for place in range(start, len(numbers)):
        step = journal.steps[numbers[place]]
        before = journal.before(numbers[place])
        yield step_of(place, StandingAnswer(step.record.seat, step.record.kind, before, step.state, step.events), seat)


def _page(steps: Iterable[ReplayStep]) -> Iterator[ReplayStep]:
    """As many steps as fit a page; one always does."""
    size = 0
    for step in steps:
        yield step
        size += len(encode(step))
        if size > _MOST_PAGE_BYTES:
            return


def replay_text(journal: Journal, models: Mapping[str, str] = NO_MODELS) -> str:
    """A finished match as a replay file with the proof of its dice."""
    is_fair = journal.state.over and journal.row.is_fair
    return write_replay(journal.match, journal.entries(), proof_of(journal) if is_fair else None, models=models)


def replay_page(journal: Journal, seats: tuple[SeatCard, ...], models: Mapping[str, str]) -> str | Refusal:
    """A finished match, as everybody may see it, as one HTML file that needs no network."""
    steps = tuple(_steps(journal, NOBODY, shown_numbers(journal, NOBODY)))
    replay = _replay(journal, seats, steps, len(steps), journal_tale(journal, NOBODY))
    return as_html(replay, journal.match.game, models)
