"""The catalogue: what can be chosen before a battle, as the front pages show it, and the codes people share."""

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
from ..about import about
from ..base.battlefield import MechMatch
from ..base.measures import RANGES, measures
from ..base.modules import Module, modules
from ..data_files import DATA, read
from ..setup import battle_setup
from ..setup.options import Options
from ..setup.scenarios import MOST_UNITS, Scenario, scenarios
from ..setup.workshop import MechCard, army_points, check_army, find_card, mechs
from .faces import DICE_WORDS, NUMBER_WORDS, card_face, table_face


@cache
def builder() -> BuilderData:
    """What the builder says of cards."""
    return read("builder.toml", BuilderData)


def catalogue(game: Game) -> Catalogue:
    """All that can be chosen."""
    words = about()
    scenes = tuple(scenario_shown(game, each, Setup(game.id, each.id)) for each in scenarios().values())
    return Catalogue(
        line=words.line,
        detail=words.detail,
        scenarios=scenes,
        switches=choosing.switch_cards(game.agreement.BOARD.switches().values(), game.clauses),
        presets=choosing.presets(Options, DATA),
        themes=choosing.themes(DATA),
        # structures belong to scenarios; nobody can bring one
        cards={card.name: card_face(card) for card in mechs().values()},
        chapters=words.chapters,
        credits=words.credits,
        points_switch="point_limit",
        usual_points=measures().budget,
        traits={"turret": _TURRET, **{module.name: _module_trait(module) for module in modules().values()}},
        duels=builder().ground(scenes[0].face.ranges),
        army_switches=builder().switches,
    )


_TURRET = TraitFace("Fires all round: every direction is its primary arc.", "bm.attack.arc.turret")


def _module_trait(module: Module) -> TraitFace:
    """What a module gives a Mech, in words."""
    words = {**NUMBER_WORDS, **DICE_WORDS}
    given = [f"{words[each][0]} {number:+d}" for each in words if (number := int(getattr(module, each)))]
    sort = f"running gear on {module.drive}" if module.drive else "turret" if module.turret else module.slot
    all_round = " It fires all round." if module.turret else ""
    return TraitFace(f"{sort.capitalize()}: {', '.join(given) or 'nothing'}.{all_round}", module.clause)


def scenario_shown(game: Game, scenario: Scenario, setup: Setup) -> ScenarioFace:
    """A scenario with its table drawn."""
    match = battle_setup.new_match(setup, game)
    assert isinstance(match, MechMatch)
    forces = [[card.name for card in force.cards] for force in scenario.force]
    points = tuple(army_points(force.cards) for force in scenario.force)
    table = table_face(match), match.terrain
    return choosing.scenario_face(scenario, table, forces, points, about().minutes_per_unit)


def checked_army(units: tuple[tuple[str, int], ...], limit: int, settings: dict[str, Any]) -> CheckedArmy | Refusal:
    """What an army costs and what is wrong with it; an unknown Mech, module or switch is a refusal."""
    options = Options.of(settings)
    if isinstance(options, Refusal):
        return options
    looked = army_lists.looked_through(units, find_card, MOST_UNITS)
    if isinstance(looked, Refusal):
        return looked
    cards, faults = looked
    points = limit or options.point_limit or measures().budget
    fault = check_army(cards, points) if not faults else None
    found = (*faults, *((fault,) if fault else ()))
    minutes = battle_minutes(about().minutes_per_unit, len(cards))
    return CheckedArmy(army_points(cards), points, found, limits=_limits(cards, points), minutes=minutes)


@rule("bm.data.cost", "bm.setup.modules")
def _limits(cards: tuple[MechCard, ...], points: int) -> tuple[LimitFace, ...]:
    """Points, a Mech at least, and the dice a Mech is built with."""
    dice = max((card.number(band) for card in cards for band in RANGES), default=0)
    return (
        limit("points", "points", army_points(cards), "bm.data.cost", most=points),
        limit("units", "Mechs", len(cards), "bm.setup.modules", least=1, most=MOST_UNITS),
        limit("dice", "Attack Dice at one range", dice, "bm.data.cost", most=measures().most_attack_dice),
    )
