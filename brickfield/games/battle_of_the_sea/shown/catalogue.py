"""The catalogue: what can be chosen before a battle, as the front pages show it, and the codes people share."""

from __future__ import annotations

from functools import cache
from typing import Any

from brickfield.core.clauses import rule
from brickfield.core.game import Game
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.setup import choosing
from brickfield.core.setup.about import battle_minutes
from brickfield.core.setup.builders import BuilderData, LimitFace, limit
from brickfield.core.setup.catalogue import Catalogue, CheckedArmy, ScenarioFace
from brickfield.core.state import State
from ..about import about
from ..base.measures import measures
from ..base.ship_card import FORT, MONSTER, ShipCard, card_faults, ships
from ..base.waters import SeaMatch, tokens_laid
from ..data_files import DATA, read
from ..setup import battle_setup
from ..setup.fleets import check_fleet, designs_of, points_of
from ..setup.options import Options
from ..setup.scenarios import Scenario, scenarios
from .faces import card_face, table_face


@cache
def builder() -> BuilderData:
    """What the builder says of cards."""
    return read("builder.toml", BuilderData)


def catalogue(game: Game) -> Catalogue:
    """All that can be chosen."""
    scenes = tuple(scenario_shown(game, each, Setup(game.id, each.id)) for each in scenarios().values())
    return Catalogue(
        line=about().line,
        detail=about().detail,
        scenarios=scenes,
        switches=choosing.switch_cards(game.agreement.BOARD.switches().values(), game.clauses),
        presets=choosing.presets(Options, DATA),
        themes=choosing.themes(DATA),
        cards={card.name: card_face(card) for card in ships().values()},
        chapters=about().chapter,
        credits=about().rights.credits,
        points_switch="points",
        usual_points=measures().example_points,
        traits=builder().traits,
        sorts={card.name: builder().sorts[card.kind] for card in ships().values()},
        duels=builder().ground(scenes[0].face.ranges),
        army_switches=builder().switches,
    )


def scenario_shown(game: Game, scenario: Scenario, setup: Setup) -> ScenarioFace:
    """A scenario with its table drawn."""
    match = battle_setup.new_match(game.fresh(setup), game)
    assert isinstance(match, SeaMatch)
    return ScenarioFace(
        id=scenario.id,
        title=scenario.title,
        seats=scenario.seats,
        goal=scenario.text,
        clause=scenario.clause,
        minutes=scenario.minutes,
        face=table_face(match),
        tokens=tokens_laid(State(match, {}, {})),
        sides=tuple(fleet.side for fleet in scenario.fleet),
        forces=tuple(tuple((row.card, row.count) for row in fleet.ships) for fleet in scenario.fleet),
        points=tuple(fleet.points for fleet in scenario.fleet),
        options=scenario.options,
    )


def checked_fleet(fleet: tuple[tuple[str, int], ...], limit: int, settings: dict[str, Any]) -> CheckedArmy | Refusal:
    """What a fleet is worth and what is wrong with it; an unknown ship or switch is a refusal."""
    options = Options.of(settings)
    if isinstance(options, Refusal):
        return options
    cards = designs_of(fleet)
    if isinstance(cards, Refusal):
        return cards
    level = limit or options.points or measures().example_points
    fault = check_fleet(cards, level, options)
    faults = (*(fault for card in dict.fromkeys(cards) for fault in card_faults(card)), *((fault,) if fault else ()))
    minutes = battle_minutes(about().minutes_per_unit, len(cards))
    return CheckedArmy(points_of(cards), level, faults, limits=_limits(cards, level, options), minutes=minutes)


@rule("sea.fleet.sum", "sea.fleet.points", "sea.fleet.limit_units", "sea.monster.roles", "sea.fort.card")
def _limits(cards: list[ShipCard], level: int, options: Options) -> tuple[LimitFace, ...]:
    """Points, units, and the monsters and forts of a fleet for which these were not agreed on."""
    monsters, forts = (sum(card.kind == kind for card in cards) for kind in (MONSTER, FORT))
    found = [
        limit("points", "points", points_of(cards), "sea.fleet.sum", most=level),
        limit("units", "units", len(cards), "sea.fleet.limit_units", least=1, most=options.max_ships or None),
    ]
    if monsters and not options.fleet_monsters:
        found.append(limit("monsters", "monsters, which were not agreed on", monsters, "sea.monster.roles", most=0))
    if forts and not options.forts:
        found.append(limit("forts", "forts, which were not agreed on", forts, "sea.fort.card", most=0))
    return tuple(found)
