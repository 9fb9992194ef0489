"""The catalogue: what can be chosen before a battle, as the front pages show it, and the codes people share."""

from __future__ import annotations

from typing import Any

from brickfield.core import choosing
from brickfield.core.board import Token
from brickfield.core.catalogue import Catalogue, Chapter, CheckedArmy, ScenarioFace
from brickfield.core.game import Game
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games.micro_brick_battle.about import about
from brickfield.games.micro_brick_battle.data_files import DATA
from brickfield.games.micro_brick_battle.rules import battle_setup
from brickfield.games.micro_brick_battle.rules.army_lists import (
    ArmyList,
    check_army,
    playing_time,
    resource_cost,
    unknown_unit,
)
from brickfield.games.micro_brick_battle.rules.battlefield import BattleMatch, lay_piece
from brickfield.games.micro_brick_battle.rules.bought_terrain import shared_out, within_pool
from brickfield.games.micro_brick_battle.rules.options import Options
from brickfield.games.micro_brick_battle.rules.scenarios import Scenario, scenarios
from brickfield.games.micro_brick_battle.rules.switches import switches
from brickfield.games.micro_brick_battle.rules.unit_cards import airplane_cards, unit_cards
from brickfield.games.micro_brick_battle.shown.faces import card_face, table_face

# What people agree on when they buy armies for the first time.
_USUAL_POINTS = 100


def catalogue(game: Game) -> Catalogue:
    """All that can be chosen."""
    return Catalogue(
        line="Tanks, guns and cars at micro scale",
        detail="Inches · 2 to 4 players · 20 to 45 min",
        scenarios=tuple(_scenario(game, each) for each in scenarios().values()),
        switches=choosing.switch_cards(switches().values()),
        presets=choosing.presets(Options, DATA),
        cards={card.name: card_face(card) for card in (*unit_cards().values(), *airplane_cards().values())},
        chapters=tuple(Chapter(each.group, each.title) for each in about().chapters.groups),
        credits=about().rights.credits,
        points_switch="point_limit",
        usual_points=_USUAL_POINTS,
    )


def _scenario(game: Game, scenario: Scenario) -> ScenarioFace:
    match = battle_setup.new_match(game.fresh(Setup(game.id, scenario.id)), game)
    assert isinstance(match, BattleMatch)
    tokens: list[Token] = []
    for number, piece in enumerate(match.pieces, start=1):
        if piece.pose is not None:
            tokens.extend(lay_piece(match, number, piece, piece.pose))
    band = playing_time(max(force.rc for force in scenario.force))
    return ScenarioFace(
        id=scenario.id,
        title=scenario.title,
        seats=scenario.seats,
        goal=scenario.goal,
        clause=scenario.clause,
        minutes=(band.from_minutes, band.to_minutes or 0),
        face=table_face(match),
        tokens=tuple(tokens),
        sides=tuple(force.side for force in scenario.force),
        forces=tuple(tuple((units.card, units.count) for units in force.units) for force in scenario.force),
        points=tuple(force.rc for force in scenario.force),
    )


def checked_army(units: tuple[tuple[str, int], ...], limit: int, settings: dict[str, Any]) -> CheckedArmy | Refusal:
    """What an army costs and what is wrong with it; an unknown unit or switch is a refusal."""
    options = Options.of(settings)
    if isinstance(options, Refusal):
        return options
    units, pieces = shared_out(units, options.terrain_points)
    for name, _count in units:
        refusal = unknown_unit(name, options)
        if refusal is not None:
            return refusal
    army = ArmyList("Army", units)
    points = limit or options.point_limit or max(max(force.rc for force in each.force) for each in scenarios().values())
    fault = check_army(army, points, options) or within_pool(pieces, options.terrain_points)
    return CheckedArmy(resource_cost(army), points, (fault,) if fault else ())
