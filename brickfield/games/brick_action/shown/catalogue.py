"""The catalogue: what can be chosen before a battle, as the front pages show it, and armies for the force builder."""

from __future__ import annotations

from typing import Any

from brickfield.core import army_lists, choosing
from brickfield.core.catalogue import Catalogue, CheckedArmy, ScenarioFace
from brickfield.core.game import Game
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games.brick_action.about import about
from brickfield.games.brick_action.data_files import DATA
from brickfield.games.brick_action.rules import battle_setup
from brickfield.games.brick_action.rules.battlefield import ActionMatch
from brickfield.games.brick_action.rules.forces import Card, army_fault, card_cost, find_card, ready_card, ready_made
from brickfield.games.brick_action.rules.measures import measures
from brickfield.games.brick_action.rules.options import Options
from brickfield.games.brick_action.rules.scenarios import Scenario, scenarios
from brickfield.games.brick_action.rules.switches import switches
from brickfield.games.brick_action.shown.faces import card_face, table_face


def catalogue(game: Game) -> Catalogue:
    """All that can be chosen."""
    words = about()
    return Catalogue(
        line=words.line,
        detail=words.detail,
        scenarios=tuple(_scenario(game, each) for each in scenarios().values()),
        switches=choosing.switch_cards(switches().values(), game.ledger),
        presets=choosing.presets(Options, DATA),
        cards={name: card_face(name, ready_card(name)) for name in ready_made()},
        chapters=words.chapters,
        credits=words.credits,
        points_switch="points",
        usual_points=measures().points,
    )


def _scenario(game: Game, scenario: Scenario) -> ScenarioFace:
    match = battle_setup.new_match(Setup(game.id, scenario.id), game)
    assert isinstance(match, ActionMatch)
    least, most = about().minutes_per_unit
    units = sum(len(force.units) for force in scenario.force)
    counted = [[(name, force.units.count(name)) for name in dict.fromkeys(force.units)] for force in scenario.force]
    return ScenarioFace(
        id=scenario.id,
        title=scenario.title,
        seats=scenario.seats,
        goal=scenario.goal,
        clause=scenario.clause,
        minutes=(least * units, most * units),
        face=table_face(match),
        tokens=match.terrain,
        sides=tuple(force.side for force in scenario.force),
        forces=tuple(tuple(rows) for rows in counted),
        points=tuple(sum(card.cost for card in force.cards) for force in scenario.force),
        options=scenario.options,
    )


def checked_army(units: tuple[tuple[str, int], ...], limit: int, settings: dict[str, Any]) -> CheckedArmy | Refusal:
    """What an army costs and what is wrong with it; an unknown mini, weapon or switch is a refusal."""
    options = Options.of(settings)
    if isinstance(options, Refusal):
        return options
    looked: tuple[tuple[Card, ...], tuple[Refusal, ...]] | Refusal = army_lists.looked_through(
        units, find_card, battle_setup.MOST_UNITS
    )
    if isinstance(looked, Refusal):
        return looked
    cards, faults = looked
    points = limit or options.points
    fault = army_fault(cards, points, options.heavy_row) if not faults else None
    cost = sum(card_cost(each, options.heavy_row) for each in cards)
    return CheckedArmy(cost, points, (*faults, *((fault,) if fault else ())))
