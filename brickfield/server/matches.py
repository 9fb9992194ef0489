"""Setting matches up: a wish becomes a match with seats, secrets, promised dice and its first records."""

from __future__ import annotations

import asyncio
import time
import unicodedata
from typing import Any, NamedTuple

import msgspec

from brickfield.core.decisions import Decision
from brickfield.core.game import Game
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.state import State
from brickfield.core.views import imagine, view
from brickfield.players.levels import LEVELS
from brickfield.server import bodies, dice, links
from brickfield.server.house import House
from brickfield.server.journal import Journal
from brickfield.server.metrics import METRICS
from brickfield.server.records import MatchRow, SeatRow
from brickfield.server.room import Room
from brickfield.server.seating import move_on
from brickfield.text.agreeing import SIDES

# Questions the server answers for everybody in a match that is wanted ready to play.
_SETTING_UP = frozenset({"place_terrain", "deploy_unit", "deploy_ship", "first_turn_choice"})
# Of several suggestions, those that leave most to do for the players.
_LIKED = {"deploy_unit": "line"}
_MOST_SET_UP = 500
_MOST_IDEAS = 8


class Manner(NamedTuple):
    """How a match is played: deployed by the server, and without anybody waiting at the table."""

    ready: bool
    slow: bool


async def make_match(house: House, wish: bodies.NewMatch) -> bodies.MadeMatch | Refusal:
    """Set a battle up; whoever did it gets the secret of every person's seat."""
    agreed = _agree(house, wish)
    if isinstance(agreed, Refusal):
        return agreed
    match, code = agreed
    seats = _seats(wish, match)
    if isinstance(seats, Refusal):
        return seats
    secrets = {row.seat: links.new_secret() for row in seats if not row.is_bot}
    seats = [_with_secret(row, secrets.get(row.seat)) for row in seats]
    room = await found(house, match, code, seats, Manner(wish.ready, wish.slow))
    keys = tuple(bodies.SeatKey(row.seat, row.kind, secrets.get(row.seat, "")) for row in seats)
    return bodies.MadeMatch(room.id, keys)


async def rematch(house: House, old: Room) -> str | Refusal:
    """The same battle again: same seats, same secrets, other dice."""
    if not old.journal.state.over:
        return invalid("still_running", "This battle is not over yet.")
    row = old.journal.row

    async def make() -> str:
        setup = msgspec.structs.replace(row.setup, names=tuple(seat.name for seat in old.seats))
        match = old.journal.match.game.new_match(setup)
        if isinstance(match, Refusal):
            raise RuntimeError(f"the set-up of a match that was played is refused: {match.code}")
        return (await found(house, match, row.code, old.seats, Manner(row.ready, row.slow))).id

    return await move_on(old, make)


def _agree(house: House, wish: bodies.NewMatch) -> tuple[Match, str] | Refusal:
    """The match that was wished for and the code of its rules."""
    game = house.games.find(wish.game)
    if game is None:
        return invalid("unknown_game", "There is no such game.")
    options = options_of(game, wish.code, wish.options)
    if isinstance(options, Refusal):
        return options
    names = _names(wish)
    match = game.new_match(game.fresh(Setup(game.id, wish.scenario, options, wish.armies, names)))
    if isinstance(match, Refusal):
        return match
    if len(wish.seats) != match.seats:
        return invalid("wrong_seats", f"This battle has {match.seats} seats, not {len(wish.seats)}.")
    code = game.write_code(match.setup.options)
    return code if isinstance(code, Refusal) else (match, code)


def options_of(game: Game, code: str, options: dict[str, Any]) -> dict[str, Any] | Refusal:
    """The rule switches that were agreed on, by code or one by one."""
    return game.read_code(code) if code else options


def _names(wish: bodies.NewMatch) -> tuple[str, ...]:
    """A name for every seat, no two alike: what was wished, else the side of the table."""
    names: list[str] = []
    for seat, each in enumerate(wish.seats):
        side = SIDES[seat % len(SIDES)]
        name = clean_name(each.name) or side
        names.append(f"{name} ({side})" if name in names else name)
    return tuple(names)


def clean_name(name: str) -> str:
    """A name in one form of Unicode, with single spaces; the parser has refused what cannot be shown."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def _seats(wish: bodies.NewMatch, match: Match) -> list[SeatRow] | Refusal:
    rows: list[SeatRow] = []
    for seat, each in enumerate(wish.seats):
        is_bot = each.kind == "bot"
        if is_bot and each.level not in LEVELS:
            return invalid("unknown_level", f"There is no such level; there are {', '.join(LEVELS)}.")
        taken = each.kind != "link"
        rows.append(SeatRow("", seat, each.kind, each.level if is_bot else "", match.seat_name(seat), taken))
    return rows


def _with_secret(row: SeatRow, secret: str | None) -> SeatRow:
    return row if secret is None else msgspec.structs.replace(row, secret_hash=links.hash_of(secret))


async def found(house: House, match: Match, code: str, seats: list[SeatRow], manner: Manner) -> Room:
    """Write a new match down with its first records, and open its room."""
    seed, match_id = dice.new_seed(), links.new_match_id()
    titles = {card.id: card.title for card in match.game.scenarios()}
    row = MatchRow(
        id=match_id,
        setup=match.setup,
        rules=match.game.rules_version,
        code=code,
        title=titles.get(match.setup.scenario, match.game.title),
        promise=dice.promise_of(seed, match_id),
        ready=manner.ready,
        made=round(time.time(), 3),
        slow=manner.slow,
        dice=dice.WAY,
    )
    journal = Journal(row, match, seed)
    journal.apply(journal.begin())
    if manner.ready:
        await asyncio.to_thread(_set_up, journal)
    rows = tuple(msgspec.structs.replace(seat, match=match_id) for seat in seats)
    room = Room(journal, rows, house.store)
    records = [step.record for step in journal.steps]
    await house.store.make(row, rows, records, room.standing(journal.state, room.at), seed)
    METRICS.count("matches_made")
    house.open(room)
    return room


def _set_up(journal: Journal) -> None:
    """Answer the questions before the battle for every seat, until somebody is asked to move or to shoot."""
    for _ in range(_MOST_SET_UP):
        decision = journal.state.decision
        if decision is None or decision.kind not in _SETTING_UP:
            return
        step = journal.try_answer(decision.seat, _good_answer(journal.state, decision), auto=True)
        if isinstance(step, Refusal):
            raise RuntimeError(f"a suggestion was refused: {step.code}")
        journal.apply(step)


def _good_answer(state: State, decision: Decision) -> Any:
    """The first good suggestion; of the first turn's choices the one that lets people move."""
    found = decision.suggest(imagine(view(state, decision.seat), state.match), _MOST_IDEAS)
    liked = _LIKED.get(decision.kind)
    best = next((each for each in found if each.kind == liked), found[0])
    if decision.kind == "first_turn_choice":
        best = next((each for each in found if getattr(each.answer, "phase", "") == "shooting"), best)
    return msgspec.to_builtins(best.answer)
