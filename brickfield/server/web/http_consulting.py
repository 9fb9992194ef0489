"""Routes of the pages before a battle and beside real bricks: a worker asks the game and nobody waits for it."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request

from brickfield.core.game import Game
from brickfield.core.refusal import Refusal, invalid
from brickfield.server.bots.jobs import Consult
from brickfield.server.bots.worker_pool import Worked
from brickfield.server.server import Server
from brickfield.server.web import http_types as bodies
from brickfield.server.web.consulting import BUILD, CHECK, DUELS, JUDGE, KEEP, LAY, SCENARIO, SHOT
from brickfield.server.web.http_replays import address_of

_ENCODER = msgspec.json.Encoder()


async def consulted(server: Server, request: Request, path: str, body: Any) -> Worked | Refusal:
    """What a game says, worked out by a worker."""
    game = game_of(server, body.game)
    if isinstance(game, Refusal):
        return game
    return await server.worked(address_of(request), path, Consult(path, msgspec.Raw(_ENCODER.encode(body))))


def game_of(server: Server, game_id: str) -> Game | Refusal:
    return server.games.find(game_id) or invalid("unknown_game", "There is no such game.")


async def check_army(server: Server, request: Request, body: bodies.ArmyList) -> Worked | Refusal:
    """What an army costs and what is wrong with it."""
    return await consulted(server, request, CHECK, body)


async def build_card(server: Server, request: Request, body: bodies.CardText) -> Worked | Refusal:
    """A unit of one's own worked out, with what is still wrong with it."""
    return await consulted(server, request, BUILD, body)


async def duels(server: Server, request: Request, body: bodies.DuelWish) -> Worked | Refusal:
    """What a card and some enemies do to each other, worked out by the rules on an empty table."""
    return await consulted(server, request, DUELS, body)


async def lay_table(server: Server, request: Request, body: bodies.Battle) -> Worked | Refusal:
    """What would lie on the table of a battle, or why it cannot be fought so."""
    return await consulted(server, request, LAY, body)


async def check_scenario(server: Server, request: Request, body: bodies.ScenarioText) -> Worked | Refusal:
    """What is wrong with a scenario, and its table as far as it can be laid."""
    return await consulted(server, request, SCENARIO, body)


async def judge(server: Server, request: Request, body: bodies.JudgeWish) -> Worked | Refusal:
    """What the rules say of a real table, laid as it stands."""
    return await consulted(server, request, JUDGE, body)


async def keep_battle(server: Server, request: Request, body: bodies.Battle) -> Worked | Refusal:
    """What a battle beside real bricks begins with."""
    return await consulted(server, request, KEEP, body)


async def shoot(server: Server, request: Request, body: bodies.RealShotWish) -> Worked | Refusal:
    """What the rules say of a shot at a real table."""
    return await consulted(server, request, SHOT, body)
