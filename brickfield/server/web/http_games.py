"""Questions about a game before a battle: its catalogue, its rule book, its armies, and tables that may be laid."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request

from brickfield.core.game import Game
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.setup.unit_editor import TriedDice
from brickfield.server.bots.jobs import Consult, Trial
from brickfield.server.bots.worker_pool import Worked
from brickfield.server.server import Server
from brickfield.server.web import catalogue
from brickfield.server.web import http_types as bodies
from brickfield.server.web.cards import GameCard
from brickfield.server.web.consulting import (
    BUILD,
    CHECK,
    DESK,
    DIAGRAM,
    DUELS,
    FOUND,
    JUDGE,
    KEEP,
    LAY,
    SCENARIO,
    SHOT,
    OfClause,
    Words,
)  # fmt: skip
from brickfield.server.web.http_replays import address_of
from brickfield.speech.clause_cards import ClauseCard, clause_cards
from brickfield.speech.rule_names import titles

_ENCODER = msgspec.json.Encoder()
_LONGEST_SEARCH = 200


async def games(server: Server, request: Request, body: None) -> list[GameCard]:
    """Every game with its scenarios, switches, presets, levels and cards."""
    return [catalogue.game_card(game) for game in server.games.every()]


async def clauses(server: Server, request: Request, body: None) -> tuple[ClauseCard, ...] | Refusal:
    """The clauses of a game (`?game=ID`), by its id or the first word of its clauses; `?game=` is the first game's."""
    if "game" not in request.query_params:
        return tuple(card for game in server.games.every() for card in clause_cards(game))
    game = _book(server, request)
    return game if isinstance(game, Refusal) else clause_cards(game)


def _book(server: Server, request: Request) -> Game | Refusal:
    """The game whose rule book a request names."""
    wanted = request.query_params.get("game", "")
    if (named := server.games.find(wanted)) is not None:
        return named
    games = server.games.every()
    return _game(server, next((game.id for game in games if wanted in game.clause_prefixes), wanted or games[0].id))


async def clause_titles(server: Server, request: Request, body: None) -> dict[str, str]:
    """What every clause of every game is called: small enough to be fetched by any page that names one."""
    return {clause: title for game in server.games.every() for clause, title in titles(game).items()}


async def found_clauses(server: Server, request: Request, body: None) -> Worked | Refusal:
    """A question about the rules of a game (`?game=ID`) in everyday words (`&words=...`), and its answer."""
    game = _book(server, request)
    words = request.query_params.get("words", "")[:_LONGEST_SEARCH]
    return game if isinstance(game, Refusal) else await _consulted(server, request, FOUND, Words(game.id, words))


async def diagram(server: Server, request: Request, body: None) -> Worked | Refusal:
    """The diagram of a clause (`?clause=ID`), worked out by its game."""
    clause = request.query_params.get("clause", "")
    owner = next((game for game in server.games.every() if clause.split(".")[0] in game.clause_prefixes), None)
    if owner is None:
        return invalid("no_diagram", "That rule has no diagram.")
    return await _consulted(server, request, DIAGRAM, OfClause(owner.id, clause))


async def rules(server: Server, request: Request, body: bodies.RuleCode) -> bodies.Rules | Refusal:
    """The code of rule switches, or the switches of a code."""
    game = _game(server, body.game)
    return game if isinstance(game, Refusal) else catalogue.rules_of(game, body)


async def check_army(server: Server, request: Request, body: bodies.ArmyList) -> Worked | Refusal:
    """What an army costs and what is wrong with it."""
    return await _consulted(server, request, CHECK, body)


async def build_card(server: Server, request: Request, body: bodies.CardText) -> Worked | Refusal:
    """A unit of one's own worked out, with what is still wrong with it."""
    return await _consulted(server, request, BUILD, body)


async def duels(server: Server, request: Request, body: bodies.DuelWish) -> Worked | Refusal:
    """What a card and some enemies do to each other, worked out by the rules on an empty table."""
    return await _consulted(server, request, DUELS, body)


async def try_dice(server: Server, request: Request, body: bodies.Throws) -> TriedDice | Refusal:
    """What is known of one's own dice after some throws."""
    game = _game(server, body.game)
    return game if isinstance(game, Refusal) else catalogue.tried_dice(game, body)


async def lay_table(server: Server, request: Request, body: bodies.Battle) -> Worked | Refusal:
    """What would lie on the table of a battle, or why it cannot be fought so."""
    return await _consulted(server, request, LAY, body)


async def check_scenario(server: Server, request: Request, body: bodies.ScenarioText) -> Worked | Refusal:
    """What is wrong with a scenario, and its table as far as it can be laid."""
    return await _consulted(server, request, SCENARIO, body)


async def judge(server: Server, request: Request, body: bodies.JudgeWish) -> Worked | Refusal:
    """What the rules say of a real table, laid as it stands."""
    return await _consulted(server, request, JUDGE, body)


async def keep_battle(server: Server, request: Request, body: bodies.Battle) -> Worked | Refusal:
    """What a battle beside real bricks begins with."""
    return await _consulted(server, request, KEEP, body)


async def shoot(server: Server, request: Request, body: bodies.RealShotWish) -> Worked | Refusal:
    """What the rules say of a shot at a real table."""
    return await _consulted(server, request, SHOT, body)


async def scenario_desk(server: Server, request: Request, body: bodies.DeskWish) -> Worked | Refusal:
    """What can be laid on a table of a game by hand."""
    return await _consulted(server, request, DESK, body)


async def try_scenario(server: Server, request: Request, body: bodies.TrialWish) -> Worked | Refusal:
    """A battle of bots on a table of one's own: one at a time, and no more once nobody asks for the next."""
    game = _game(server, body.game)
    if isinstance(game, Refusal):
        return game
    worked = await server.tried(address_of(request), Trial(msgspec.Raw(_ENCODER.encode(body))))
    return worked or invalid("too_many", "Bots are still at it for somebody here; try again in a moment.")


async def _consulted(server: Server, request: Request, path: str, body: Any) -> Worked | Refusal:
    """What a game says, worked out by a worker."""
    game = _game(server, body.game)
    if isinstance(game, Refusal):
        return game
    return await server.worked(address_of(request), path, Consult(path, msgspec.Raw(_ENCODER.encode(body))))


def _game(server: Server, game_id: str) -> Game | Refusal:
    return server.games.find(game_id) or invalid("unknown_game", "There is no such game.")
