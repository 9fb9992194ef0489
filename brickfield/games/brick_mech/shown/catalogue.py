"""The catalogue: what can be chosen before a battle, as the front pages show it, and the codes people share."""

from __future__ import annotations

from typing import Any

from brickfield.core import army_lists, choosing
from brickfield.core.catalogue import Catalogue, CheckedArmy, ScenarioFace
from brickfield.core.game import Game
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games.brick_mech.about import about
from brickfield.games.brick_mech.data_files import DATA
from brickfield.games.brick_mech.rules import battle_setup
from brickfield.games.brick_mech.rules.battlefield import MechMatch
from brickfield.games.brick_mech.rules.measures import measures
from brickfield.games.brick_mech.rules.options import Options
from brickfield.games.brick_mech.rules.scenarios import Scenario, scenarios
from brickfield.games.brick_mech.rules.switches import switches
from brickfield.games.brick_mech.rules.workshop import army_points, check_army, find_card, mechs
from brickfield.games.brick_mech.shown.faces import card_face, table_face


def catalogue(game: Game) -> Catalogue:
    """All that can be chosen."""
    words = about()
    return Catalogue(
        line=words.line,
        detail=words.detail,
        scenarios=tuple(_scenario(game, each) for each in scenarios().values()),
        switches=choosing.switch_cards(switches().values(), game.ledger),
        presets=choosing.presets(Options, DATA),
        # structures belong to scenarios; nobody can bring one
        cards={card.name: card_face(card) for card in mechs().values()},
        chapters=words.chapters,
        credits=words.credits,
        points_switch="point_limit",
        usual_points=measures().budget,
    )


def _scenario(game: Game, scenario: Scenario) -> ScenarioFace:
    match = battle_setup.new_match(Setup(game.id, scenario.id), game)
    assert isinstance(match, MechMatch)
    units = sum(len(force.units) for force in scenario.force)
    least, most = about().minutes_per_unit
    named = [[card.name for card in force.cards] for force in scenario.force]
    counted = [[(name, names.count(name)) for name in dict.fromkeys(names)] for names in named]
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
        points=tuple(army_points(force.cards) for force in scenario.force),
        options=scenario.options,
    )


def checked_army(units: tuple[tuple[str, int], ...], limit: int, settings: dict[str, Any]) -> CheckedArmy | Refusal:
    """What an army costs and what is wrong with it; an unknown Mech, module or switch is a refusal."""
    options = Options.of(settings)
    if isinstance(options, Refusal):
        return options
    looked = army_lists.looked_through(units, find_card, battle_setup.MOST_UNITS)
    if isinstance(looked, Refusal):
        return looked
    cards, faults = looked
    points = limit or options.point_limit or measures().budget
    fault = check_army(cards, points) if not faults else None
    return CheckedArmy(army_points(cards), points, (*faults, *((fault,) if fault else ())))
