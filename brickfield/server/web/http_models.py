"""The routes of models that players bring: a file dropped on a builder, a battle with such models, one of a table's."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request

from brickfield.core.bounded_cache import BoundedCache
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.typed import from_json
from brickfield.server.bots.jobs import Consult
from brickfield.server.bots.worker_pool import Worked
from brickfield.server.rooms import carrying
from brickfield.server.rooms.matches import make_match
from brickfield.server.rooms.own_models import NO_MODEL, is_shown
from brickfield.server.server import Server
from brickfield.server.web import http_types as bodies
from brickfield.server.web.consulting import DRAWN_MODEL, MODELS, OWN_MODEL
from brickfield.server.web.http_replays import address_of
from brickfield.server.web.parser import read_body
from brickfield.server.web.protocol import Army

# Drawings of models that were asked for lately, by name: whoever watches a table asks for the same ones.
_DRAWN: BoundedCache[Worked] = BoundedCache(8)


async def own_model(server: Server, request: Request, body: bodies.ModelFile) -> Worked | Refusal:
    """A file of a model, measured and drawn, with the unit it is brought for; nothing of it is kept."""
    return await _worked(server, request, body.game, OWN_MODEL, body)


async def new_match_with_models(
    server: Server, request: Request, body: bodies.NewMatchWithModels
) -> bodies.MadeMatch | Worked | Refusal:
    """Set a battle up whose armies have models of their own."""
    wish = read_body(body.wish, bodies.NewMatch)
    if isinstance(wish, Refusal):
        return wish
    models = await checked_models(server, request, wish.game, wish.armies, body.models)
    return await make_match(server, wish, address_of(request), models) if isinstance(models, dict) else models


async def bring(server: Server, request: Request, body: bodies.Bring) -> bodies.MadeMatch | Worked | Refusal:
    """A battle from elsewhere as a table of this server, to be played on."""
    models: dict[str, str] | Worked | Refusal = {}
    brought = body.battle.models or {}
    setup = carrying.setup_of(body.battle) if brought else None
    if setup is not None:
        models = await checked_models(server, request, setup.game, setup.armies, brought)
    return await carrying.bring(server, body, address_of(request), models) if isinstance(models, dict) else models


async def checked_models(
    server: Server, request: Request, game: str, armies: tuple[Army, ...], models: dict[str, str]
) -> dict[str, str] | Worked | Refusal:
    """The models some armies need, as a worker has measured them."""
    worked = await _worked(server, request, game, MODELS, bodies.NeededModels(game, armies, models))
    if isinstance(worked, Refusal) or worked.code:
        return worked
    return dict(from_json(worked.data, bodies.CheckedModels).models)


async def model_of_match(server: Server, request: Request, body: bodies.ModelName) -> Worked | Refusal:
    """How a model of a table is drawn, for everybody who is told of a unit with it there."""
    room = await server.room(request.path_params["match"])
    if isinstance(room, Refusal):
        return room
    if not is_shown(room.journal.match, body.name):
        return NO_MODEL
    known = _DRAWN.get(body.name)
    if known is not None:
        return known
    form = (await server.store.models(room.id)).get(body.name)
    if form is None:
        return NO_MODEL
    game = room.journal.match.game.id
    worked = await _worked(server, request, game, DRAWN_MODEL, bodies.FormOfModel(game, form))
    return worked if isinstance(worked, Refusal) or worked.code else _DRAWN.keep(body.name, worked)


async def _worked(server: Server, request: Request, game: str, path: str, body: Any) -> Worked | Refusal:
    if server.games.find(game) is None:
        return invalid("unknown_game", "There is no such game.")
    job = Consult(path, msgspec.Raw(msgspec.json.encode(body)))
    return await server.worked(address_of(request), path, job)
