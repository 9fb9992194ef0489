"""Seeing: what an audience is shown of a journal. Everything here is worked out from the view of one seat.

An audience is the set of seats a socket may answer for: one, several on the same device, or none for a spectator.
"""

from __future__ import annotations

from typing import Any

import msgspec

from brickfield.core.events import without_repeated_dice
from brickfield.core.shown.showing import TableFace
from brickfield.core.state import State
from brickfield.core.views import SPECTATOR
from brickfield.players.levels import EVEN, offered, parts_of
from brickfield.server.bots.jobs import Offered
from brickfield.server.rooms.clocks import clock_of
from brickfield.server.rooms.dice import Stir
from brickfield.server.rooms.journal import BUILD, Journal
from brickfield.server.rooms.log_lines import taken_back_words, tell_step
from brickfield.server.rooms.sights import Sights
from brickfield.server.rooms.steps import EVERYBODY, Step
from brickfield.server.store.records import MatchRow, Record, SeatRow
from brickfield.server.web.cards import PHRASES
from brickfield.server.web.protocol import PROTOCOL, SeatOrders, StoryPage, Update, Welcome
from brickfield.speech.acts import acts_of
from brickfield.speech.sentences import Sentence
from brickfield.speech.summary import Summary, SummaryStep, tale_of
from brickfield.speech.tables import SeatCard, face_of, sums_of, table_of

Audience = frozenset[int]
NOBODY: Audience = frozenset()
# A page of the log is full with so many lines, or so much text.
_MOST_LINES = 100
_MOST_PAGE_BYTES = 24 * 1024


def notices(audience: Audience, step: Step) -> bool:
    """Whether a record changes what this audience sees."""
    return step.alone == EVERYBODY or step.alone in audience


def seq_at(journal: Journal, audience: Audience, number: int) -> int:
    """How many updates an audience has got when this record is the last one."""
    return number + 1 - sum(alone not in audience for at, alone in journal.hidden if at <= number)


def last_of(journal: Journal, audience: Audience) -> int:
    """The number of the last record this audience notices: for it, whatever somebody else sealed later is not there."""
    return next(step.record.number for step in reversed(journal.steps) if notices(audience, step))


def seat_card(row: SeatRow, here: bool, stir: Stir | None, army: str = "") -> SeatCard:
    """A seat as everybody sees it; bots are always here."""
    level, style = parts_of(row.level)
    return SeatCard(
        row.seat,
        row.name,
        "bot" if row.is_bot else "person" if row.taken else "open",
        level,
        row.taken or row.is_bot,
        row.is_bot or here,
        stir.promise if stir is not None else "",
        stir is not None and bool(stir.seed),
        stir.from_roll if stir is not None else -1,
        style=style if row.is_bot and style != EVEN else "",
        army=army,
    )


def seat_shown(audience: Audience, state: State, asked: Audience) -> int:
    """Whose view an audience gets. At a device with several seats one seat's secrets are not for the others to see:
    it gets the view of a seat only while that seat is `asked`, and what everybody may see in between.
    """
    if len(audience) == 1:
        return next(iter(audience))
    return min(asked.intersection(state.waiting_for()), default=SPECTATOR)


def reader(audience: Audience) -> int | None:
    """The seat that is called "You" in the log; on a shared device nobody is."""
    return next(iter(audience)) if len(audience) == 1 else None


def _asked(journal: Journal, audience: Audience, number: int) -> Audience:
    """Who of an audience may be asked after a record, if anybody is."""
    # whoever has answered is not asked again while the answer waits for the end of the window
    is_asked = number == last_of(journal, audience) and journal.held is None
    return audience - journal.stand_ins.keys() if is_asked else NOBODY


def seat_asked(journal: Journal, audience: Audience, number: int) -> int | None:
    """The seat of an audience that is asked something after a record."""
    state, asked = journal.steps[number].state, _asked(journal, audience, number)
    seat = seat_shown(audience, state, asked)
    return seat if seat in asked and state.decision_of(seat) is not None else None


def update_of(
    journal: Journal,
    audience: Audience,
    number: int,
    *,
    told: bool = True,
    offered: Offered | None = None,
    tale: msgspec.Raw | None = None,
    sights: Sights | None = None,
) -> Update:
    """A record as this audience gets it. Only the last one brings a question; untold it is just the present table. What
    is asked, in the end the tale, and what each seat sees may have been worked out before.
    """
    step = journal.steps[number]
    is_last = number == last_of(journal, audience)
    asked = _asked(journal, audience, number)
    seat = seat_shown(audience, step.state, asked)
    sight = (sights or Sights(journal.match)).of(step.state, seat)
    seen, imagined = sight.view, sight.imagined
    decision = seen.decision if seat in asked else None
    undone = take_back_of(journal, audience) if is_last else None
    events = tuple(without_repeated_dice(step.events)) if told else ()
    question: Any = offered.asked if offered is not None else None
    if offered is None and decision is not None:
        question = decision.ask(imagined)
    whole: Any = tale if is_last else None
    if tale is None and is_last and step.state.over:
        whole = journal_tale(journal, audience)
    shown = table_of(seen, imagined, sight.situation)
    # what was worked out for them often holds the table itself
    imagined.clear_caches()
    return Update(
        seq=seq_at(journal, audience, number),
        version=seen.version,
        events=events,
        sums=sums_of(events),
        acts=acts_of(events, journal.before(number), reader(audience)) if told else (),
        story=tell_step(journal, step, reader(audience)) if told else (),
        view=shown,
        decision=question,
        take_back=taken_back_words(undone, journal.match) if undone is not None else "",
        take_back_seat=undone.seat if undone is not None else SPECTATOR,
        dice_seed=journal.seed.hex() if is_last and step.state.over and journal.row.is_fair else "",
        lesson=journal.coaching_at(number),
        tale=whole,
    )


def journal_tale(journal: Journal, audience: Audience) -> Summary:
    """The battle so far as this audience may hear it; what was taken back is no part of it."""
    numbers = [number for number in journal.line if notices(audience, journal.steps[number])]
    steps = [
        SummaryStep(journal.before(each), journal.steps[each].state, journal.steps[each].events) for each in numbers
    ]
    return tale_of(journal.match, steps, reader(audience))


def take_back_of(journal: Journal, audience: Audience) -> Record | None:
    """The answer this audience could take back; at a shared device it need not be one of the seat asked now."""
    return journal.undone_by(audience)


def story_page(journal: Journal, audience: Audience, before: int) -> StoryPage:
    """A page of the log that ends with the lines of update `before`; each update's lines are on one page."""
    you, lines, size = reader(audience), list[Sentence](), 0
    noticed = [step for step in journal.steps if notices(audience, step)][:before]
    while noticed and len(lines) < _MOST_LINES and size < _MOST_PAGE_BYTES:
        told = tell_step(journal, noticed.pop(), you)
        size += sum(len(line.text.encode()) for line in told)
        lines[:0] = told
    return StoryPage(tuple(lines), len(noticed))


def _taught(face: TableFace, row: MatchRow) -> TableFace:
    """The face of a table at which a lesson is held: it is called what the lesson is."""
    return msgspec.structs.replace(face, title=row.title)


def welcome_to(
    journal: Journal, audience: Audience, seats: tuple[SeatCard, ...], pace: str, orders: tuple[SeatOrders, ...]
) -> Welcome:
    """What a newcomer is told of a match: all that does not change, and the last page of the log."""
    row, match = journal.row, journal.match
    page = story_page(journal, audience, seq_at(journal, audience, journal.head))
    return Welcome(
        protocol=PROTOCOL,
        build=BUILD,
        match=row.id,
        game=match.game.id,
        rules_version=row.rules,
        code=row.code,
        options=msgspec.to_builtins(match.options),
        seats=seats,
        yours=tuple(sorted(audience)),
        face=_taught(face_of(match), row) if row.lesson else face_of(match),
        dice_promise=row.promise,
        parts=row.parts,
        story=page.lines,
        earlier=page.earlier,
        pace=pace,
        secret_seconds=row.secret_seconds,
        windows=match.game.windows_of(match),
        orders=orders,
        clock=clock_of(row.clock),
        stand_in=row.stand_in,
        phrases=PHRASES,
        levels=tuple(level.id for level in offered(match.game.id) if level.beats),
        graves=tuple(grave for number in journal.line for grave in journal.steps[number].graves),
    )
