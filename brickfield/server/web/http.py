"""The HTTP side: every route with the type of its body and of its answer, and what it does."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from brickfield.core.commands import MOST_BYTES
from brickfield.core.game import Game
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.setup.catalogue import CheckedArmy
from brickfield.core.setup.companion import KeptBattle
from brickfield.core.setup.desks import ScenarioDesk
from brickfield.core.setup.duels import Duel
from brickfield.core.setup.judged import Judgement
from brickfield.core.setup.unit_editor import BuiltCard, TriedDice
from brickfield.players.levels import bot_name, bot_words, fault_of
from brickfield.replay_viewer.steps import Replay
from brickfield.server.bots.worker_pool import Worked
from brickfield.server.logs import log_fault
from brickfield.server.rooms import carrying, links, seating
from brickfield.server.rooms.clocks import clock_of
from brickfield.server.rooms.matches import clean_name, key_of, make_lesson, make_match
from brickfield.server.rooms.owners import OwnedElsewhere
from brickfield.server.rooms.playing_on import play_on_from
from brickfield.server.rooms.rematches import want_rematch
from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from brickfield.server.store.records import Held, MatchRow, SeatRow, places_in
from brickfield.server.store.store import Away, Lost, StoreBroken
from brickfield.server.web import catalogue, http_games
from brickfield.server.web import http_types as bodies
from brickfield.server.web.brick_lists import MOST_OWNED, Owned, Shopping, ShoppingList, WhatCanBeBuilt
from brickfield.server.web.cards import GameCard
from brickfield.server.web.consulting import (
    BUILD,
    CHECK,
    DESK,
    DIAGRAM,
    DRAWN_MODEL,
    DUELS,
    FOUND,
    JUDGE,
    KEEP,
    LAY,
    MODELS,
    OWN_MODEL,
    OWNED,
    SCENARIO,
    SHOPPING,
    SHOT,
)  # fmt: skip
from brickfield.server.web.drawings import drawings, plans
from brickfield.server.web.headers import is_operator, is_our_origin
from brickfield.server.web.http_bricks import owned, shopping
from brickfield.server.web.http_models import bring, model_of_match, new_match_with_models, own_model
from brickfield.server.web.http_replays import File, address_of, replay, replay_file, replay_html, seat_of
from brickfield.server.web.operating import healthz, metrics, pocket, readyz
from brickfield.server.web.parser import read_body, read_texts
from brickfield.server.web.sent_on import answer_elsewhere
from brickfield.speech.clause_cards import ClauseCard
from brickfield.speech.diagrams import DiagramFace
from brickfield.speech.real_shots import RealShot
from brickfield.speech.rule_answers import RuleAnswer
from brickfield.speech.sentences import reason_word

_ENCODER = msgspec.json.Encoder()
# Refusals with a status of their own; every other one is a 400.
_STATUS = {
    "no_match": 404,
    "no_link": 404,
    "no_drawings": 404,
    "no_model": 404,
    "unknown_game": 404,
    "not_yours": 403,
    "wrong_origin": 403,
    "operator_only": 403,
    "seat_taken": 409,
    "invitation_used": 409,
    "invitation_expired": 410,
    "still_running": 409,
    "damaged_match": 409,
    "other_rules": 409,
    "too_large": 413,
    "not_json": 415,
    "too_many": 429,
    "failed": 500,
    "store_broken": 503,
    "restarting": 503,
    "house_full": 503,
    "not_built": 503,
}
# What a battle of many hours has written down, with room to spare.
MOST_CARRIED = 4_000_000
OPERATOR_ONLY = invalid("operator_only", "This is for whoever runs the server.")

Answer = Callable[[Server, Request, Any], Awaitable[Any]]


class Route(NamedTuple):
    """A route: how it is called, what it takes, what it gives, and which limit of an address it counts for."""

    method: str
    path: str
    body: type | None
    result: Any
    answer: Answer
    rate: str = "requests"
    # whether it is for whoever runs the server and nobody else
    operator: bool = False
    # bytes of a body; a larger one than usual holds long texts, which are read with the usual care afterwards
    most: int = MOST_BYTES


# --- matches and seats -----------------------------------------------------------------------------------------------


async def new_match(server: Server, request: Request, body: bodies.NewMatch) -> bodies.MadeMatch | Refusal:
    """Set a battle up."""
    return await make_match(server, body, address_of(request))


async def new_lesson(server: Server, request: Request, body: bodies.NewLesson) -> bodies.MadeMatch | Refusal:
    """Begin the lesson of a game."""
    return await make_lesson(server, body)


async def look(server: Server, request: Request, body: bodies.LookLink) -> bodies.Link | Refusal:
    """What a link leads to."""
    held = await _held(server, body.secret)
    if held is None:
        return seating.NO_LINK
    row, game = held.match, server.games.find(held.match.setup.game)
    armies = row.setup.army_names or ()
    status = _status(held, body.secret, server.settings.invitation_days)
    host = next((seat.name for seat in held.all_seats if seat.kind == "me"), "")
    return bodies.Link(
        status=status,
        match=row.id,
        seat=held.seat.seat,
        title=row.title,
        game=row.setup.game,
        scenario=row.setup.scenario,
        code=row.code,
        changed=catalogue.changed_rules(game, row.setup.options) if game is not None else (),
        host=host,
        secret_seconds=_secret_seconds(row, game),
        clock=clock_of(row.clock),
        stand_in=row.stand_in,
        house_rules=game.house_rules_of(row.setup) if game is not None else (),
        army=armies[held.seat.seat] if held.seat.seat < len(armies) else "",
    )


def _secret_seconds(row: MatchRow, game: Game | None) -> int:
    """How long windows that could betray a secret are open; 0 where none ever opens, and in a slow battle."""
    match = game.new_match(row.setup) if game is not None else None
    if row.slow or game is None or match is None or isinstance(match, Refusal):
        return 0
    return row.secret_seconds if any(window.secret for window in game.windows_of(match)) else 0


def _status(held: Held, link: str, days: float) -> str:
    """What can be done with a link."""
    if held.standing.over:
        return "over"
    if links.opens(link, held.seat.secret_hash):
        return "yours"
    if held.seat.taken:
        return "used"
    return "expired" if seating.until(held.seat, days) < time.time() else "open"


async def sit(server: Server, request: Request, body: bodies.SitDown) -> bodies.MadeMatch | Refusal:
    """Take the seat of an invitation, or take one's own seat over."""
    held = await _held(server, body.secret)
    if held is None:
        return seating.NO_LINK
    room = await server.room(held.match.id)
    if isinstance(room, Refusal):
        return room
    seat, who = held.seat.seat, seating.Wanted(body.secret, clean_name(body.name), body.fresh)
    secret = await seating.sit(room, seat, who, server.settings.invitation_days)
    if isinstance(secret, Refusal):
        return secret
    return bodies.MadeMatch(room.id, (bodies.SeatKey(seat, held.seat.kind, secret),))


async def change_secret(server: Server, request: Request, body: bodies.ChangeSecret) -> bodies.MadeMatch | Refusal:
    """Another secret for one's own seat."""
    held = await _held(server, body.secret)
    if held is None or not links.opens(body.secret, held.seat.secret_hash):
        # the change was made before, and only the answer was lost
        held = await _held(server, body.fresh)
        if held is None or not links.opens(body.fresh, held.seat.secret_hash):
            return seating.NO_LINK
    elif body.fresh == body.secret or await _held(server, body.fresh) is not None:
        return seating.NOT_FRESH
    else:
        refusal = await seating.rekey(server, held, body.secret, body.fresh)
        if refusal is not None:
            return refusal
    return bodies.MadeMatch(held.match.id, (bodies.SeatKey(held.seat.seat, held.seat.kind, body.fresh),))


async def free_seat(server: Server, request: Request, body: bodies.FreeSeat) -> bodies.MadeMatch | Refusal:
    """Give a seat nobody has taken to somebody else."""
    room = await server.room(request.path_params["match"])
    if isinstance(room, Refusal):
        return room
    row = room.seats[body.seat] if body.seat < len(room.seats) else None
    if row is None or not _may_free(server, room, row, body.secret):
        return invalid("not_yours", "Only whoever set the battle up can give a seat away.")
    bot = bot_name(body.level, body.style)
    if body.give == "bot" and (fault := fault_of(bot)) is not None:
        return invalid(*fault)
    given = bot if body.give == "bot" else links.new_secret()
    refusal = await seating.free(room, body.seat, body.give, given)
    if refusal is not None:
        return refusal
    key = key_of(server, room.seats[body.seat], given if body.give == "link" else "")
    return bodies.MadeMatch(room.id, (key,))


def _may_free(server: Server, room: Room, row: SeatRow, link: str) -> bool:
    """Whoever set a match up may give its seats away; without a seat of their own they have the invitations."""
    if any(each.kind in ("me", "here") and links.opens(link, each.secret_hash) for each in room.seats):
        return True
    is_good = not row.taken and seating.until(row, server.settings.invitation_days) >= time.time()
    return is_good and links.opens(link, row.invite_hash)


async def tables(server: Server, request: Request, body: bodies.MyTables) -> list[bodies.TableLine]:
    """How the matches of some secrets stand, the latest first."""
    hashes = [links.hash_of(secret) for secret in dict.fromkeys(body.secrets)]
    return [_line(server, held) for held in await server.store.held(hashes)] if hashes else []


def _reason(server: Server, held: Held) -> str:
    """Why a match ended; of a game that is here no more only its end is known."""
    game = server.games.find(held.match.setup.game)
    return reason_word(held.standing.reason, game) if game is not None else held.standing.reason.replace("_", " ")


def _called(row: SeatRow) -> str:
    """Who sits at a seat, as lists say it."""
    return f"{row.name} (bot, {bot_words(row.level)})" if row.is_bot else row.name


def _line(server: Server, held: Held) -> bodies.TableLine:
    standing, seat = held.standing, held.seat.seat
    is_open = any(not row.taken for row in held.all_seats)
    turn = "over" if standing.over else "open" if is_open else "yours" if seat in standing.asked else "theirs"
    if held.match.lesson and (standing.over or not standing.asked):
        turn = "learnt"
    result = ""
    if standing.over and turn != "learnt":
        word = "Drawn" if not standing.winners else "Won" if seat in standing.winners else "Lost"
        result = f"{word}: {_reason(server, held)}"
    others = tuple(_called(row) for row in held.all_seats if row.seat != seat)
    waits = standing.over and not standing.moved_to and seat not in standing.wanted
    wanting = next((row.name for row in held.all_seats if waits and row.seat in standing.wanted), "")
    asked = () if standing.over else tuple(held.all_seats[each].name for each in standing.asked)
    return bodies.TableLine(
        held.match.id, seat, held.match.title, held.match.setup.game, standing.round, standing.step, turn, others,
        result, standing.at, held.match.lesson, wanting, asked,
    )  # fmt: skip


async def _held(server: Server, link: str) -> Held | None:
    """The seat a secret opens or an invitation leads to; after rematches, the one of the latest match."""
    hashed = links.hash_of(link)
    found = await server.store.held([hashed]) or await server.store.invited(hashed)
    return next((held for held in found if hashed in (held.seat.secret_hash, held.seat.invite_hash)), None)


async def play_again(server: Server, request: Request, body: bodies.RematchWish) -> bodies.Rematch | Refusal:
    """A rematch is asked for or answered; when everybody wants it, the same secrets open seats there."""
    room = await server.room(request.path_params["match"])
    if isinstance(room, Refusal):
        return room
    seat = seat_of(room, body.secret)
    if seat is None:
        return invalid("not_yours", "Only somebody who played can ask for a rematch.")
    made = await want_rematch(server, room, seat, body.want, address_of(request))
    if isinstance(made, Refusal) or not made:
        return made or bodies.Rematch("")
    return bodies.Rematch(made, places_in(room.seats, await server.store.seats(made)))


async def play_on(server: Server, request: Request, body: bodies.PlayOn) -> bodies.MadeMatch | Refusal:
    """A new table that begins as a finished battle stood after a step of its replay."""
    room = await server.room(request.path_params["match"])
    return room if isinstance(room, Refusal) else await play_on_from(server, room, body, address_of(request))


async def take(server: Server, request: Request, body: bodies.TakeAlong) -> bodies.Carried | Refusal:
    """A battle of one's own as a text, to be carried elsewhere."""
    room = await server.room(request.path_params["match"])
    return room if isinstance(room, Refusal) else await carrying.take(server, room, body.secrets)


async def openapi(server: Server, request: Request, body: None) -> Any:
    """These routes as OpenAPI."""
    from brickfield.server.web.schema import openapi_document

    return openapi_document()


async def schema(server: Server, request: Request, body: None) -> Any:
    """All types of the wire as JSON Schema."""
    from brickfield.server.web.schema import schema_document

    return schema_document()


ROUTES: tuple[Route, ...] = (
    Route("GET", "/api/games", None, list[GameCard], http_games.games),
    Route("GET", "/api/clauses", None, list[ClauseCard], http_games.clauses),
    Route("GET", "/api/clauses/titles", None, dict[str, str], http_games.clause_titles),
    Route("GET", FOUND, None, RuleAnswer, http_games.found_clauses),
    Route("GET", DIAGRAM, None, DiagramFace, http_games.diagram),
    Route("POST", "/api/rules", bodies.RuleCode, bodies.Rules, http_games.rules),
    Route("POST", CHECK, bodies.ArmyList, CheckedArmy, http_games.check_army),
    Route("POST", BUILD, bodies.CardText, BuiltCard, http_games.build_card),
    Route("POST", DUELS, bodies.DuelWish, list[Duel], http_games.duels),
    Route("POST", "/api/dice/try", bodies.Throws, TriedDice, http_games.try_dice),
    Route("POST", LAY, bodies.Battle, bodies.LaidTable, http_games.lay_table),
    Route("POST", JUDGE, bodies.JudgeWish, Judgement, http_games.judge),
    Route("POST", KEEP, bodies.Battle, KeptBattle, http_games.keep_battle),
    Route("POST", SHOT, bodies.RealShotWish, RealShot, http_games.shoot),
    Route("POST", SCENARIO, bodies.ScenarioText, bodies.CheckedScenario, http_games.check_scenario),
    Route("POST", DESK, bodies.DeskWish, ScenarioDesk, http_games.scenario_desk),
    Route("POST", "/api/scenarios/try", bodies.TrialWish, bodies.TriedBattle, http_games.try_scenario),
    Route("POST", "/api/matches", bodies.NewMatch, bodies.MadeMatch, new_match, "matches"),
    Route("POST", "/api/lessons", bodies.NewLesson, bodies.MadeMatch, new_lesson, "matches"),
    Route("POST", "/api/links/look", bodies.LookLink, bodies.Link, look),
    Route("POST", "/api/links/sit", bodies.SitDown, bodies.MadeMatch, sit, "joins"),
    Route("POST", "/api/tables", bodies.MyTables, list[bodies.TableLine], tables),
    Route("POST", "/api/links/change", bodies.ChangeSecret, bodies.MadeMatch, change_secret, "joins"),
    Route("POST", "/api/matches/{match}/free", bodies.FreeSeat, bodies.MadeMatch, free_seat),
    Route("POST", "/api/matches/{match}/rematch", bodies.RematchWish, bodies.Rematch, play_again, "matches"),
    Route("POST", "/api/matches/{match}/play_on", bodies.PlayOn, bodies.MadeMatch, play_on, "matches"),
    Route("POST", "/api/matches/{match}/take", bodies.TakeAlong, bodies.Carried, take),
    Route("POST", "/api/battles/bring", bodies.Bring, bodies.MadeMatch, bring, "matches", most=MOST_CARRIED),
    Route("POST", "/api/matches/{match}/replay", bodies.ReplayWish, Replay, replay),
    Route("GET", "/api/matches/{match}/replay.txt", None, None, replay_file),
    Route("GET", "/api/matches/{match}/replay.html", None, None, replay_html),
    Route("GET", "/api/drawings/{folder}", None, None, drawings),
    Route("GET", "/api/steps/{folder}", None, None, plans),
    Route("POST", SHOPPING, Shopping, ShoppingList, shopping),
    Route("POST", OWNED, Owned, WhatCanBeBuilt, owned, most=MOST_OWNED),
    Route("POST", OWN_MODEL, bodies.ModelFile, bodies.ToldModel, own_model, "matches", most=bodies.MOST_FILE),
    Route(
        "POST",
        MODELS,
        bodies.NewMatchWithModels,
        bodies.MadeMatch,
        new_match_with_models,
        "matches",
        most=bodies.MOST_WITH_MODELS,
    ),
    Route("POST", DRAWN_MODEL, bodies.ModelName, dict, model_of_match),
    Route("GET", "/api/pocket", None, bodies.Pocket, pocket),
    Route("GET", "/api/openapi.json", None, dict, openapi),
    Route("GET", "/api/schema.json", None, dict, schema),
    Route("GET", "/healthz", None, None, healthz),
    Route("GET", "/readyz", None, None, readyz, operator=True),
    Route("GET", "/metrics", None, None, metrics, operator=True),
)


async def serve(server: Server, route: Route, request: Request) -> Response:
    """One request: limits, origin, body, then what the route does; a refusal is an answer like any other."""
    try:
        body = await _body_of(server, route, request)
        result = body if isinstance(body, Refusal) else await route.answer(server, request, body)
    except (OwnedElsewhere, Away, Lost) as found:
        result = await answer_elsewhere(server, request, found)
    except StoreBroken:
        result = invalid("store_broken", "The server cannot write anything down at the moment.")
    except ClientDisconnect:
        # nobody is there to read it
        result = invalid("malformed", "The request broke off.")
    except Exception as error:
        log_fault("request_failed", error, route=route.path)
        result = invalid("failed", "Something went wrong here.")
    return _response(result)


async def _body_of(server: Server, route: Route, request: Request) -> Any:
    address = request.client.host if request.client is not None else ""
    if route.path.startswith("/api/") and not server.rate_limiter.may(route.rate, address):
        return invalid("too_many", "Too many requests from here; try again in a moment.")
    if route.operator and not is_operator(request.headers, server.settings.operator_token):
        return OPERATOR_ONLY
    if route.body is None:
        return None
    if (
        not request.scope.get("passed")
        and "origin" in request.headers
        and not is_our_origin(request.headers, server.settings.origins)
    ):
        return invalid("wrong_origin", "This page may not ask that.")
    # a form of another page can send text, but not this type
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return invalid("not_json", "Bodies are JSON, with the type application/json.")
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > route.most:
            return invalid("too_large", f"At most {route.most} bytes are read.")
    request.state.body = data
    return read_texts(data, route.body) if route.most > MOST_BYTES else read_body(data, route.body)


def _response(result: Any) -> Response:
    if isinstance(result, Response):
        return result
    if isinstance(result, Refusal):
        return Response(_ENCODER.encode(result), _STATUS.get(result.code, 400), media_type="application/json")
    if isinstance(result, Worked):
        status = _STATUS.get(result.code, 400) if result.code else 200
        return Response(result.data, status, media_type="application/json")
    if isinstance(result, File):
        headers = {"Content-Disposition": f'attachment; filename="{result.name}"'} if result.name else None
        return Response(result.text, media_type=result.kind, headers=headers)
    return Response(_ENCODER.encode(result), media_type="application/json")
