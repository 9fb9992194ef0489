"""Battles that are carried: taken from here as a text and brought to another server, where they are played on.

What is brought is believed by nobody. Its answers are played again here, with the dice that fell, and must lead where
they led; from then on it is a battle of this server, with an id, dice and secrets of its own. What opens a seat
elsewhere never travels, nor does the seed of dice that are still to fall.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from brickfield.core.commands import read_plain
from brickfield.core.match import Match, Setup
from brickfield.core.piles import EVERYBODY
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.state import State
from brickfield.core.typed import as_type, from_json
from brickfield.players.levels import parts_of
from brickfield.server.logs import log_fault
from brickfield.server.rooms import links
from brickfield.server.rooms.journal import Journal
from brickfield.server.rooms.matches import HOUSE_FULL, Manner, clean_name, found, made_match, names_of, seats_for
from brickfield.server.rooms.own_models import lacks_models
from brickfield.server.rooms.room import Room
from brickfield.server.rooms.seating import NOT_FRESH
from brickfield.server.rooms.teaching import ResumedJournal
from brickfield.server.server import Server
from brickfield.server.store.records import BEGIN, HELD, STAND_IN, STIR, TAKE_BACK, WAITS, MatchRow, Record, SeatRow
from brickfield.server.store.store import NO_MODELS
from brickfield.server.web import http_types as bodies
from brickfield.server.web.protocol import Army

# As long as a table can agree on.
_LONGEST_SECRET = 120
_NO_ANSWERS = frozenset({WAITS, HELD, STIR, STAND_IN})
_OTHERS = invalid("not_yours", "Other people sit at this table, so their battle stays here until it is over.")
_SECRETS = invalid(
    "keeps_secrets",
    "Something is hidden at this table that you may not know yet, so its battle stays here until it is over.",
)
_A_LESSON = invalid("a_lesson", "A lesson stays where it was begun; it can be begun anew anywhere.")
_A_DIAGRAM = invalid("a_diagram", "A battle that began in a drawn position stays where it was begun.")
_DAMAGED = invalid("damaged_match", "This battle is damaged: what was written down about it cannot be played again.")
_OTHER_RULES = invalid("other_rules", "This battle was played by rules that are not known here.")
_WRONG_KEYS = invalid("wrong_seats", "Every seat of a person needs a secret of its own.")
# By the hash of each secret that is being brought.
_COMING: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


class _Stopped(Exception):
    """A battle could not be played again; what is said about it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


async def take(server: Server, room: Room, secrets: Sequence[str]) -> bodies.Carried | Refusal:
    """A battle as a text, for whoever holds all its people's seats, or one of them when it is over."""
    row = room.journal.row
    if row.lesson:
        return _A_LESSON
    people = [seat for seat in room.seats if not seat.is_bot]
    held = [seat for seat in people if any(links.opens(secret, seat.secret_hash) for secret in secrets)]
    if not held or (len(held) < len(people) and not room.journal.state.over):
        return _OTHERS
    if not room.journal.state.over and _keeps_secrets(room.journal.state, frozenset(seat.seat for seat in held)):
        return _SECRETS
    written = (await server.store.records(room.id))[: room.journal.head + 1]
    seats = tuple(replace(seat, secret_hash="", invite_hash="", invited=0.0) for seat in room.seats)
    models = await server.store.models(room.id) or UNSET
    return bodies.Carried(msgspec.json.encode(row).decode(), seats, tuple(each.body for each in written), models=models)


def setup_of(battle: bodies.Carried) -> Setup | None:
    """What was agreed on in a battle, as far as it can be read."""
    row, _records = _read(battle)
    return row.setup if row is not None else None


def _keeps_secrets(state: State, asking: frozenset[int]) -> bool:
    """Whether a battle hides anything from those who ask: its records would tell them."""
    given = state.pending.answers if state.pending is not None else ()
    sealed = [*state.sealed.values(), *(answer for answer in given if answer is not None)]
    piles = [pile for pile in state.piles.values() if pile.cards]
    return any(each.seat not in asking for each in sealed) or any(
        pile.seat not in asking and pile.seat != EVERYBODY for pile in piles
    )


async def bring(
    server: Server, wish: bodies.Bring, address: str = "", models: Mapping[str, str] = NO_MODELS
) -> bodies.MadeMatch | Refusal:
    """The same battle as a table of this server; brought a second time with the same secrets, it is the same table. Its
    models have been measured."""
    row, records = _read(wish.battle)
    if row is None or not records:
        return _DAMAGED
    people = [seat for seat in wish.battle.seats if seat.kind != "bot"]
    if len(set(wish.fresh)) != len(wish.fresh) or len(wish.fresh) != len(people):
        return _WRONG_KEYS
    async with _in_turn(wish.fresh):
        known = await _known(server, wish.fresh)
        if known is not None:
            return known
        if await server.is_full():
            return HOUSE_FULL
        match = _match(server, row, wish.battle.seats)
        lacking = match if isinstance(match, Refusal) else lacks_models(match.setup, models)
        if isinstance(match, Refusal) or lacking is not None:
            return lacking or _DAMAGED
        return await _begun(server, Brought(row, match, records, models), wish, address)


@contextlib.asynccontextmanager
async def _in_turn(secrets: Sequence[str]) -> AsyncIterator[None]:
    """One after the other for whoever comes with the same secrets: until a table is written down nobody finds it."""
    async with contextlib.AsyncExitStack() as stack:
        # in order, so that two that share several do not wait for each other
        for one in sorted(links.hash_of(secret) for secret in secrets):
            lock = _COMING.setdefault(one, asyncio.Lock())
            await stack.enter_async_context(lock)
        yield


class Brought(NamedTuple):
    """A battle from elsewhere that can be read: its row, its match here, its records, and its players' models."""

    row: MatchRow
    match: Match
    records: list[Record]
    models: Mapping[str, str]


async def _begun(server: Server, battle: Brought, wish: bodies.Bring, address: str) -> bodies.MadeMatch | Refusal:
    row, match, records, models = battle
    seats = seats_for(_wishes(wish.battle.seats), match)
    if isinstance(seats, Refusal):
        return seats
    code = match.game.write_code(match.setup.options)
    if isinstance(code, Refusal):
        return code
    manner = Manner(
        False,
        row.slow,
        secret_seconds=min(max(row.secret_seconds, 0), _LONGEST_SECRET),
        opening=len(records),
        models=models,
    )
    keys = dict(zip((seat.seat for seat in seats if not seat.is_bot), wish.fresh, strict=True))

    async def play(journal: Journal) -> None:
        assert isinstance(journal, ResumedJournal)
        await _play_again(server, journal, records, address)

    try:
        return await made_match(
            server, seats, lambda rows: found(server, match, code, rows, manner, address, play), keys
        )
    except _Stopped as stopped:
        return stopped.refusal


async def _play_again(server: Server, journal: ResumedJournal, records: list[Record], address: str) -> None:
    """Every answer must be one the rules allow, and lead where it led; whoever brings much waits for it."""
    for number, record in enumerate(records):
        began = time.perf_counter()
        try:
            if number == 0:
                journal.begin_with(record)
            else:
                journal.resume(record)
        except Exception as error:
            # a file may say anything: whatever the rules make of it, only this battle is refused
            log_fault("not_brought", error)
            raise _Stopped(_DAMAGED) from error
        if journal.steps[-1].record.digest != record.digest:
            raise _Stopped(_DAMAGED)
        spent = 1000.0 * (time.perf_counter() - began)
        await asyncio.sleep(server.rate_limiter.owe("work", address, spent) if address else 0.0)


def _read(battle: bodies.Carried) -> tuple[MatchRow | None, list[Record]]:
    """The row of a battle and the answers that stand, in the form they had; none where something cannot be read."""
    line: list[Record] = []
    try:
        texts = (battle.row, *battle.records, msgspec.json.encode(battle.seats))
        if any(isinstance(read_plain(text), Refusal) for text in texts):
            return None, []
        row = from_json(battle.row, MatchRow)
        for text in battle.records:
            record = from_json(text, Record)
            if record.kind == TAKE_BACK:
                line.pop()
            elif record.kind not in _NO_ANSWERS:
                line.append(record)
    except (msgspec.DecodeError, ValueError, LookupError):
        return None, []
    seats = range(len(battle.seats))
    is_sound = [record.kind == BEGIN for record in line] == [True] + [False] * (len(line) - 1)
    are_known = all(record.seat in seats for record in line[1:])
    return (row, line) if is_sound and are_known else (None, [])


def _match(server: Server, row: MatchRow, seats: Sequence[SeatRow]) -> Match | Refusal:
    """The battle that was agreed on, by the rules of then."""
    setup = row.setup
    game = server.games.find(setup.game)
    if row.lesson:
        return _A_LESSON
    if setup.position is not None:
        return _A_DIAGRAM
    ruled = game.by_rules(row.rules) if game is not None else None
    if ruled is None:
        return _OTHER_RULES
    names = names_of(_wishes(seats))
    army_names = setup.army_names and tuple(clean_name(name)[:24] for name in setup.army_names)
    try:
        as_type(setup.armies, tuple[Army, ...])
        crowd = ruled.crowd(setup.armies)
        named = msgspec.structs.replace(setup, names=names, position=None, army_names=army_names)
        match = crowd or ruled.new_match(named)
    except (ValueError, TypeError, msgspec.ValidationError):
        return _DAMAGED
    if not isinstance(match, Refusal) and match.seats != len(seats):
        return _DAMAGED
    return match


def _wishes(seats: Sequence[SeatRow]) -> list[bodies.SeatWish]:
    """The seats as somebody would wish for them who holds all of them; what is too long is cut."""
    wishes = []
    is_mine = True
    for seat in seats:
        level, style = parts_of(seat.level)
        kind = "bot" if seat.is_bot else "me" if is_mine else "here"
        is_mine = is_mine and seat.is_bot
        wishes.append(bodies.SeatWish(kind, level[:16], style[:16], clean_name(seat.name)[:24]))
    return wishes


async def _known(server: Server, fresh: Sequence[str]) -> bodies.MadeMatch | Refusal | None:
    """The table that was made when these secrets came before."""
    hashes = [links.hash_of(secret) for secret in fresh]
    held = await server.store.held(hashes)
    if not held:
        invited = [each for one in hashes for each in await server.store.invited(one)]
        return NOT_FRESH if invited else None
    match = held[0].match
    keys: dict[int, Any] = {each.seat.seat: each for each in held if each.match.id == match.id}
    if len(keys) != len(fresh) or not match.opening:
        return NOT_FRESH
    secret_of = dict(zip(hashes, fresh, strict=True))
    return bodies.MadeMatch(
        match.id,
        tuple(
            bodies.SeatKey(seat, each.seat.kind, secret_of[each.seat.secret_hash])
            for seat, each in sorted(keys.items())
        ),
    )
