"""The catalogue: what can be chosen before a battle, as the front pages show it, and armies for the force builder."""

from __future__ import annotations

from functools import cache
from typing import Any

from brickfield.core.clauses import rule
from brickfield.core.game import Game
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.setup import army_lists, choosing
from brickfield.core.setup.about import battle_minutes
from brickfield.core.setup.builders import BuilderData, LimitFace, TraitFace, limit
from brickfield.core.setup.catalogue import Catalogue, CheckedArmy, ScenarioFace
from brickfield.core.shown.showing import RangeFace
from brickfield.geometry import GRAIN
from ..about import about
from ..base.battlefield import ActionMatch
from ..base.measures import measures
from ..base.minis import minis
from ..chapters.vehicles.vehicles import vehicle_classes, vehicle_weapons
from ..data_files import DATA, read
from ..setup import battle_setup
from ..setup.forces import Card, SquadCard, VehicleCard, army_fault, card_cost, find_card, ready_card, ready_made
from ..setup.options import Options
from ..setup.scenarios import MOST_UNITS, Scenario, scenarios
from .faces import card_face, table_face
from .looks import distances


@cache
def builder() -> BuilderData:
    """What the builder says of cards."""
    return read("builder.toml", BuilderData)


def catalogue(game: Game) -> Catalogue:
    """All that can be chosen."""
    words = about()
    return Catalogue(
        line=words.line,
        detail=words.detail,
        scenarios=tuple(scenario_shown(game, each, Setup(game.id, each.id)) for each in scenarios().values()),
        switches=choosing.switch_cards(game.agreement.BOARD.switches().values(), game.clauses),
        presets=choosing.presets(Options, DATA),
        themes=choosing.themes(DATA),
        cards={name: card_face(name, ready_card(name)) for name in ready_made()},
        chapters=words.chapters,
        credits=words.credits,
        points_switch="points",
        usual_points=measures().points,
        traits={**builder().traits, **_vehicle_traits()},
        sorts={name: builder().sorts[_sort(name)] for name in ready_made()},
        duels=builder().ground(_ranges()),
        army_switches=builder().switches,
    )


def _sort(name: str) -> str:
    card = ready_card(name)
    return "vehicle" if isinstance(card, VehicleCard) else "heavy" if card.heavy else "squad"


@rule("ba.veh.cost", "ba.veh.superscript", "ba.veh.subscript", "ba.veh.range")
def _vehicle_traits() -> dict[str, TraitFace]:
    """Classes of vehicles and what can be mounted on them, by the words on their cards."""
    classes = {
        each.id: TraitFace(f"{each.title}: {each.damage_points} damage points, speed {each.speed:g}.", each.clause)
        for each in vehicle_classes().values()
    }
    guns = {
        each.title: TraitFace(f"{each.dice} dice, to {each.range:g} studs.", each.clause)
        for each in vehicle_weapons().values()
    }
    return {**classes, **guns}


@rule("ba.weapon.max_unit_range")
def _ranges() -> tuple[RangeFace, ...]:
    """The distances by which dice are shown."""
    clause = "ba.weapon.max_unit_range"
    return tuple(RangeFace(str(each), f"{each} studs", each * GRAIN, clause) for each in distances())


def scenario_shown(game: Game, scenario: Scenario, setup: Setup) -> ScenarioFace:
    """A scenario with its table drawn."""
    match = battle_setup.new_match(setup, game)
    assert isinstance(match, ActionMatch)
    forces = [force.units for force in scenario.force]
    points = tuple(sum(card.cost for card in force.cards) for force in scenario.force)
    table = table_face(match), match.terrain
    return choosing.scenario_face(scenario, table, forces, points, about().minutes_per_unit)


def checked_army(units: tuple[tuple[str, int], ...], limit: int, settings: dict[str, Any]) -> CheckedArmy | Refusal:
    """What an army costs and what is wrong with it; an unknown mini, weapon or switch is a refusal."""
    options = Options.of(settings)
    if isinstance(options, Refusal):
        return options
    looked: tuple[tuple[Card, ...], tuple[Refusal, ...]] | Refusal = army_lists.looked_through(
        units, find_card, MOST_UNITS
    )
    if isinstance(looked, Refusal):
        return looked
    cards, faults = looked
    points = limit or options.points
    fault = army_fault(cards, points, options.heavy_row) if not faults else None
    cost = sum(card_cost(each, options.heavy_row) for each in cards)
    found = (*faults, *((fault,) if fault else ()))
    minutes = battle_minutes(about().minutes_per_unit, len(cards))
    return CheckedArmy(cost, points, found, limits=_limits(cards, cost, points), minutes=minutes)


@rule("ba.setup.points", "ba.unit.general.limit", "ba.unit.size")
def _limits(cards: tuple[Card, ...], cost: int, points: int) -> tuple[LimitFace, ...]:
    """Points, units, the largest squad, and the general."""
    squads = [card.minis for card in cards if isinstance(card, SquadCard)]
    largest = max((len(each) for each in squads), default=0)
    generals = sum(mini.kind == "general" for each in squads for mini in each)
    return (
        limit("points", "points", cost, "ba.setup.points", most=points),
        limit("units", "units", len(cards), "ba.setup.points", least=1, most=MOST_UNITS),
        limit("figures", "minis in the largest squad", largest, "ba.unit.size", most=measures().squad_most),
        limit("generals", "generals", generals, "ba.unit.general.limit", most=minis()["general"].limit_per_army),
    )
