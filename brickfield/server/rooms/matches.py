"""Setting matches up: a wish becomes a match with seats, secrets, promised dice and its first records."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from brickfield.core.game import Game
from brickfield.core.lessons.lesson import lesson_of
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal, invalid
from brickfield.players.levels import bot_name, fault_of
from brickfield.server.metrics import METRICS
from brickfield.server.rooms import dice, links
from brickfield.server.rooms.clocks import CLOCKS, clock_of
from brickfield.server.rooms.journal import Journal
from brickfield.server.rooms.own_models import lacks_models
from brickfield.server.rooms.room import Room
from brickfield.server.rooms.seating import until
from brickfield.server.rooms.setting_up import set_up
from brickfield.server.rooms.teaching import journal_for
from brickfield.server.server import Server
from brickfield.server.store.records import MatchRow, SeatRow
from brickfield.server.store.store import NO_MODELS
from brickfield.server.web import http_types as bodies
from brickfield.server.web.catalogue import options_of
from brickfield.speech.diagrams import diagram_of, setup_of
from brickfield.text.agreeing import SIDES

HOUSE_FULL = invalid("house_full", "This server is full: no more tables can be kept here. Try again in a few days.")


# Plays the records of another battle into a new journal.
Resume: TypeAlias = Callable[[Journal], Awaitable[None]] | None


class Manner(NamedTuple):
    """How a match is played: deployed by the server, with nobody waiting at the table, with dice that wait for all,
    with how much time for windows that could betray a secret.
    """

    ready: bool
    slow: bool
    parts: bool = False
    secret_seconds: int = 0
    # the clock, and after how many minutes a bot may play for somebody who is away
    clock: str = ""
    stand_in: int = 0
    # a lesson, and what it is called; nothing that is sent to the server can name one for a battle
    lesson: str = ""
    title: str = ""
    # how many records another battle gives it to begin with
    opening: int = 0
    # the models its players brought, by name
    models: Mapping[str, str] = NO_MODELS


async def make_lesson(server: Server, wish: bodies.NewLesson) -> bodies.MadeMatch | Refusal:
    """Set the lesson of a game up: its own table and dice, one seat for the learner, the others answer as prepared."""
    if await server.is_full():
        return HOUSE_FULL
    game = server.games.find(wish.game)
    lesson = lesson_of(game) if game is not None else None
    if game is None or lesson is None:
        return invalid("unknown_game", "There is no lesson of such a game.")
    match = game.new_match(lesson.setup(game))
    if isinstance(match, Refusal):
        raise RuntimeError(f"the table of a lesson is refused: {match.code}")
    secret = links.new_secret()
    names = [
        clean_name(wish.name) if seat == lesson.learner and wish.name else name
        for seat, name in enumerate(lesson.names)
    ]
    seats = [
        SeatRow("", seat, "me", "", name, True, links.hash_of(secret))
        if seat == lesson.learner
        else SeatRow("", seat, "bot", lesson.battle.level, name, True)
        for seat, name in enumerate(names)
    ]
    room = await found(server, match, "", seats, Manner(False, False, lesson=lesson.id, title=lesson.title))
    return bodies.MadeMatch(room.id, tuple(key_of(server, row, secret if row.kind == "me" else "") for row in seats))


async def make_match(
    server: Server, wish: bodies.NewMatch, address: str = "", models: Mapping[str, str] = NO_MODELS
) -> bodies.MadeMatch | Refusal:
    """Set a battle up; whoever did it gets the secrets of the seats at this device and invitations to the others. Its
    models have been measured."""
    if await server.is_full():
        return HOUSE_FULL
    agreed = _agree(server, wish)
    if isinstance(agreed, Refusal):
        return agreed
    match, code = agreed
    lacking = lacks_models(match.setup, models)
    if lacking is not None:
        return lacking
    seats = seats_for(wish.seats, match)
    if isinstance(seats, Refusal):
        return seats
    card = clock_of(wish.clock)
    if wish.clock and card is None:
        return invalid("unknown_clock", f"There is no such clock; there are {', '.join(each.id for each in CLOCKS)}.")
    slow = wish.slow or (card is not None and card.slow)
    manner = Manner(wish.ready, slow, wish.parts, wish.secret_seconds, wish.clock, wish.stand_in, models=models)
    return await made_match(server, seats, lambda rows: found(server, match, code, rows, manner, address))


async def made_match(
    server: Server,
    seats: list[SeatRow],
    make: Callable[[list[SeatRow]], Awaitable[Room]],
    keys: Mapping[int, str] | None = None,
) -> bodies.MadeMatch:
    """A match at these seats, and for whoever set it up the secrets and invitations that were made for them; `keys`
    are the secrets by seat where he has made them himself."""
    secrets = keys or {row.seat: links.new_secret() for row in seats if not row.is_bot}
    rows = [_with_secret(row, secrets.get(row.seat)) for row in seats]
    room = await make(rows)
    return bodies.MadeMatch(room.id, tuple(key_of(server, row, secrets.get(row.seat, "")) for row in rows))


def key_of(server: Server, row: SeatRow, secret: str) -> bodies.SeatKey:
    """What whoever sets a match up gets of a seat: its secret, or the invitation to it."""
    if row.kind != "link":
        return bodies.SeatKey(row.seat, row.kind, secret)
    return bodies.SeatKey(row.seat, row.kind, invitation=secret, until=until(row, server.settings.invitation_days))


def _agree(server: Server, wish: bodies.NewMatch) -> tuple[Match, str] | Refusal:
    """The match that was wished for and the code of its rules."""
    game = server.games.find(wish.game)
    if game is None:
        return invalid("unknown_game", "There is no such game.")
    options = options_of(game, wish.code, wish.options)
    if isinstance(options, Refusal):
        return options
    crowd = game.crowd(wish.armies)
    if crowd is not None:
        return crowd
    setup = _setup(game, wish, options)
    match = setup if isinstance(setup, Refusal) else game.new_match(game.fresh(setup))
    if isinstance(match, Refusal):
        return match
    if len(wish.seats) != match.seats:
        return invalid("wrong_seats", f"This battle has {match.seats} seats, not {len(wish.seats)}.")
    code = game.write_code(match.setup.options)
    return code if isinstance(code, Refusal) else (match, code)


def _setup(game: Game, wish: bodies.NewMatch, options: dict[str, Any]) -> Setup | Refusal:
    """What is to be set up: a scenario, or the position in which a clause is shown."""
    if not wish.diagram:
        return Setup(
            *(game.id, wish.scenario, options, wish.armies, names_of(wish.seats)),
            army_names=_army_names(wish),
            own_scenario=wish.own_scenario,
            house_rules=tuple(map(clean_name, wish.house_rules)) or UNSET,
        )
    diagram = diagram_of(game, wish.diagram)
    if diagram is None:
        return invalid("no_diagram", "That rule has no diagram.")
    return msgspec.structs.replace(setup_of(game, diagram), names=names_of(wish.seats))


def names_of(seats: Sequence[bodies.SeatWish]) -> tuple[str, ...]:
    """A name for every seat, no two alike: what was wished, else the side of the table."""
    names: list[str] = []
    for seat, each in enumerate(seats):
        side = SIDES[seat % len(SIDES)]
        name = clean_name(each.name) or side
        names.append(f"{name} ({side})" if name in names else name)
    return tuple(names)


def _army_names(wish: bodies.NewMatch) -> tuple[str, ...] | UnsetType:
    """What the armies that are brought are called; nothing where none has a name."""
    names = tuple(clean_name(name) for name in wish.army_names[: len(wish.armies)])
    return names if any(names) else UNSET


def clean_name(name: str) -> str:
    """A name in one form of Unicode, with single spaces; the parser has refused what cannot be shown."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def seats_for(wishes: Sequence[bodies.SeatWish], match: Match) -> list[SeatRow] | Refusal:
    """The seats that were wished for; a bot that does not exist is refused."""
    rows: list[SeatRow] = []
    for seat, each in enumerate(wishes):
        is_bot = each.kind == "bot"
        bot = bot_name(each.level, each.style) if is_bot else ""
        if is_bot and (fault := fault_of(bot)) is not None:
            return invalid(*fault)
        taken = each.kind != "link"
        rows.append(SeatRow("", seat, each.kind, bot, match.seat_name(seat), taken))
    return rows


def _with_secret(row: SeatRow, secret: str | None) -> SeatRow:
    if secret is None:
        return row
    if row.kind == "link":
        return msgspec.structs.replace(row, invite_hash=links.hash_of(secret), invited=round(time.time(), 3))
    return msgspec.structs.replace(row, secret_hash=links.hash_of(secret))


async def found(
    server: Server,
    match: Match,
    code: str,
    seats: list[SeatRow],
    manner: Manner,
    address: str = "",
    resume: Resume = None,
) -> Room:
    """Write a new match down with its first records, and open its room; whoever wants it pays for the laying out.
    `resume` gives it the records of another battle to begin with.
    """
    seed, match_id = dice.new_seed(), links.new_match_id()
    row = MatchRow(
        id=match_id,
        setup=match.setup,
        rules=match.game.rules_version,
        code=code,
        title=manner.title or match.game.title_of(match.setup),
        promise=dice.promise_of(seed, match_id),
        ready=manner.ready,
        made=round(time.time(), 3),
        slow=manner.slow,
        dice=dice.PREPARED if manner.lesson or manner.opening else dice.WAY,
        parts=tuple(seat.seat for seat in seats if not seat.is_bot) if manner.parts else (),
        secret_seconds=manner.secret_seconds,
        lesson=manner.lesson,
        clock=manner.clock,
        stand_in=manner.stand_in,
        opening=manner.opening,
    )
    journal = journal_for(row, match, seed)
    if isinstance(journal, Refusal):
        raise RuntimeError(f"a new match cannot be written down: {journal.code}")
    if resume is not None:
        await resume(journal)
    else:
        journal.apply(journal.begin())
    rows = tuple(msgspec.structs.replace(seat, match=match_id) for seat in seats)
    if manner.ready:
        await set_up(journal, rows, server.elsewhere(lambda: (address,)).settle)
    room = Room(journal, rows, server.store)
    room.time, room.since = server.time, server.time.now()
    room.payers = (address,) if address else ()
    records = [step.record for step in journal.steps]
    await server.store.make(row, rows, records, room.standing(), seed, manner.models)
    METRICS.count("matches_made")
    server.open(room)
    return room
