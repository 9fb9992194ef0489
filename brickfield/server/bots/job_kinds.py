"""How each job is done. Nothing here knows of rooms or sockets."""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable
from functools import lru_cache, singledispatch
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from brickfield.core.asking.previews import PathFace, with_caution
from brickfield.core.commands import read_as
from brickfield.core.game import Game
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.state import State
from brickfield.core.typed import from_json
from brickfield.core.views import imagine
from brickfield.players.levels import make_player
from brickfield.players.playouts import Stop, endless
from brickfield.players.search import Tell
from brickfield.players.searching_seat import SearchSeat
from brickfield.players.seat import Player
from brickfield.players.thoughts import Thought, thought_of
from brickfield.server.bots.advising import hint
from brickfield.server.bots.elsewhere import offer_of
from brickfield.server.bots.jobs import AnyJob, Consult, LayOut, OfferJob, PreviewJob, Retell, Think, Trial, Typed
from brickfield.server.bots.remote_views import Find, read_seen
from brickfield.server.bots.trials import tried_battle
from brickfield.server.rooms.journal import Journal
from brickfield.server.rooms.replays import retold
from brickfield.server.rooms.setting_up import good_answer
from brickfield.server.rooms.teaching import journal_of
from brickfield.server.text.interpreter import understood
from brickfield.server.web.consulting import CONSULTED
from brickfield.server.web.http_types import TrialWish
from brickfield.speech.hinting import HintAbout
from brickfield.speech.why_not import WhyNotAbout, why_not

# Questions every game answers, beside its own previews: by name what they are about and how they are answered.
_EVERYWHERE: dict[str, tuple[type[Any], Callable[[State, int, Any], Any]]] = {
    "hint": (HintAbout, hint),
    "why_not": (WhyNotAbout, why_not),
}


class Thoughtful(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot's answer with why."""

    reply: Any
    why: Thought


class Aids(NamedTuple):
    """What comes from outside while a job is done: the games there are, who hears how far it is, whether to stop; and
    how many times the seconds of its level a bot may think where it thinks more slowly."""

    find: Find
    tell: Tell | None = None
    stop: Stop = endless
    longer: float = 1.0


class JobOutcome(NamedTuple):
    """What came of a job as JSON; the code if it is a refusal; the type and place of what went wrong."""

    data: bytes = b""
    code: str = ""
    fault: str = ""


def outcome_of(job: AnyJob, aids: Aids) -> JobOutcome:
    """What comes of a job: one that fails ends no process."""
    try:
        found = do(job, aids)
        return JobOutcome(msgspec.json.encode(found), found.code if isinstance(found, Refusal) else "")
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return JobOutcome(fault=f"{type(error).__name__} at {where.filename.rpartition('/')[2]}:{where.lineno}")


@singledispatch
def do(job: AnyJob, aids: Aids) -> Any:
    """What comes of a job."""
    raise TypeError(type(job).__name__)


@do.register
def _think(job: Think, aids: Aids) -> Any:
    match, seen = read_seen(job.seen, aids.find)
    player = _player(job.level, match.game, job.seed, aids.longer)
    if not isinstance(player, SearchSeat):
        return player.decide(match, seen)
    player.tell, player.stop = aids.tell, aids.stop
    answer = player.decide(match, seen)
    return answer if player.verdict is None else Thoughtful(answer, thought_of(player.verdict))


@lru_cache(maxsize=64)
def _player(level: str, game: Game, seed: str, longer: float) -> Player:
    """A player goes on with its plan at the next question; one that is forgotten makes a new plan."""
    return make_player(level, game, seed, watchdog=longer)


@do.register
def _look(job: PreviewJob, aids: Aids) -> Any:
    match, seen = read_seen(job.seen, aids.find)
    return answered(imagine(seen, match), seen.seat, job.query, from_json(job.about, Any))


def answered(seen: State, seat: int, query: str, about: Any) -> Any:
    """The answer to a question that changes nothing, worked out from what the seat can see."""
    known = _EVERYWHERE.get(query) or seen.match.game.previews.get(query)
    if known is None:
        return invalid("unknown_query", "There is no such question.")
    kind, function = known
    read = read_as(about, kind)
    told = read if isinstance(read, Refusal) else function(seen, seat, read)
    return with_caution(seen, told) if isinstance(told, PathFace) else told


@do.register
def _lay_out(job: LayOut, aids: Aids) -> Any:
    match, seen = read_seen(job.seen, aids.find)
    if seen.decision is None:
        raise ValueError(f"seat {seen.seat} has nothing to decide")
    return good_answer(imagine(seen, match), seen.decision, job.liked)


@do.register
def _offer(job: OfferJob, aids: Aids) -> Any:
    match, seen = read_seen(job.seen, aids.find)
    return offer_of(imagine(seen, match), seen.seat)


@do.register
def _typed(job: Typed, aids: Aids) -> Any:
    match, seen = read_seen(job.seen, aids.find)
    return understood(match, seen.seat, imagine(seen, match), job.line, job.memory, job.together)


@do.register
def _consult(job: Consult, aids: Aids) -> Any:
    kind, consulted = CONSULTED[job.path]
    body = from_json(job.body, kind)
    game = aids.find(body.game)
    return consulted(game, body) if game is not None else invalid("unknown_game", "There is no such game.")


@do.register
def _trial(job: Trial, aids: Aids) -> Any:
    asked = from_json(job.body, TrialWish)
    game = aids.find(asked.game)
    return (
        tried_battle(game, asked, aids.stop) if game is not None else invalid("unknown_game", "There is no such game.")
    )


@do.register
def _retell(job: Retell, aids: Aids) -> Any:
    journal = _played_again(job, aids.find)
    return journal if isinstance(journal, Refusal) else retold(journal, job)


# The matches that were retold last: who asks for a page asks for the next one, too.
_RETOLD: deque[tuple[Any, Journal]] = deque(maxlen=2)


def _played_again(job: Retell, find: Find) -> Journal | Refusal:
    key = job.row.id, len(job.written), job.written[-1].hash, job.names
    for known, journal in _RETOLD:
        if known == key:
            return journal
    fresh = journal_of(job.row, bytes.fromhex(job.seed), find)
    if not isinstance(fresh, Refusal):
        fresh.recall.keep_all()
    fault = fresh if isinstance(fresh, Refusal) else fresh.load(job.written)
    if isinstance(fault, Refusal):
        return fault
    assert isinstance(fresh, Journal)
    fresh.call(job.names)
    _RETOLD.append((key, fresh))
    return fresh
