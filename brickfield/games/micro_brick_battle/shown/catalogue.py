"""The catalogue: what can be chosen before a battle, as the front pages show it, and the codes people share."""

from __future__ import annotations

from functools import cache
from typing import Any

from brickfield.core.board import Token
from brickfield.core.clauses import rule
from brickfield.core.game import Game
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.setup import choosing
from brickfield.core.setup.builders import BuilderData, LimitFace, limit
from brickfield.core.setup.catalogue import ArmyNote, Catalogue, CheckedArmy, ScenarioFace, UpgradeFace
from brickfield.core.shown.showing import CardFace, NumberFace
from brickfield.geometry.grain import GRAIN
from ..about import about
from ..base.battlefield import BattleMatch, lay_piece
from ..base.features import Feature, features
from ..base.unit_cards import Upgrade, may_have_commander, unit_cards, upgrades
from ..chapters.infantry.shown import INFANTRY_LIST, captain_upgrade
from ..data_files import DATA, read
from ..setup import battle_setup
from ..setup.army_lists import ArmyList, army_faults, army_limits, notes, playing_time, resource_cost, unknown_unit
from ..setup.bought_terrain import paid_by_army, shared_out, terrain_cost, terrain_fault
from ..setup.card_names import all_cards
from ..setup.options import Options
from ..setup.scenarios import Scenario, scenarios
from .faces import AIRPLANE, card_face, table_face
from .models import feature_model

# What people agree on when they buy armies for the first time.
_USUAL_POINTS = 100


@cache
def builder() -> BuilderData:
    """What the army builder says of cards."""
    return read("builder.toml", BuilderData)


def catalogue(game: Game) -> Catalogue:
    """All that can be chosen."""
    return Catalogue(
        line="Tanks, guns and cars at micro scale",
        detail="Inches · 2 to 6 players · 20 to 45 min",
        scenarios=tuple(scenario_shown(game, each, Setup(game.id, each.id)) for each in scenarios().values()),
        switches=choosing.switch_cards(game.agreement.BOARD.switches().values(), game.clauses),
        presets=choosing.presets(Options, DATA),
        themes=choosing.themes(DATA),
        cards={card.name: card_face(card) for card in all_cards()},
        chapters=about().chapters.groups,
        credits=about().rights.credits,
        points_switch="point_limit",
        usual_points=_USUAL_POINTS,
        upgrades=(*map(_upgrade, upgrades().values()), captain_upgrade()),
        pieces={feature.name: _piece_card(feature) for feature in features().values()},
        pool_switch="terrain_points",
        piece_switches=("terrain_points", "obstacles_from_army"),
        trait_switches={AIRPLANE: "airplanes", INFANTRY_LIST: "infantry"},
        traits=builder().traits,
        sorts={card.name: builder().sorts[card.size_class] for card in all_cards()},
        duels=builder().ground(),
        army_switches=builder().switches,
    )


@rule("mbb.cmd.who", "mbb.cmd.one", "mbb.cmd.cost", "mbb.army.commander_row")
def _upgrade(upgrade: Upgrade) -> UpgradeFace:
    """A tank commander, as one is bought."""
    able = tuple(card.name for card in unit_cards().values() if may_have_commander(card))
    written = f" with {upgrade.name}"
    return UpgradeFace(
        upgrade.name, upgrade.name, written, upgrade.rc, upgrade.most_per_army, able, upgrade.text, upgrade.clause
    )


@rule("mbb.obst.pool", "mbb.terrain.cost_optional", "mbb.obst.cost_optional")
def _piece_card(feature: Feature) -> CardFace:
    """A piece of terrain as it is bought."""
    return CardFace(
        id=feature.name,
        title=feature.name,
        model=feature_model(feature.name),
        length=round(feature.length_inches * GRAIN),
        width=round(feature.width_inches * GRAIN),
        cost=feature.rc,
        numbers=(NumberFace("hit_markers", "hit markers", "HM", feature.hit_markers, "mbb.hm.place"),),
        traits=(feature.text,),
        clause=feature.clause,
        size=f"{feature.length_inches:g} by {feature.width_inches:g} inches",
    )


def scenario_shown(game: Game, scenario: Scenario, setup: Setup) -> ScenarioFace:
    """A scenario with its table drawn."""
    match = battle_setup.new_match(game.fresh(setup), game)
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
        options=_options(scenario),
        number_switch="table_number" if scenario.drawn else "",
    )


@rule("mbb.house.agree", "mbb.win.scenario")
def _options(scenario: Scenario) -> dict[str, Any]:
    """How the switches stand in a battle of a scenario unless players agree on something else."""
    opened = Options.of({**scenario.opening, **dict.fromkeys(scenario.plays, True)})
    assert isinstance(opened, Options), opened
    plain = Options()
    stated = {name: getattr(opened, name) for name in opened.__struct_fields__}
    return {name: value for name, value in stated.items() if value != getattr(plain, name)}


def checked_army(units: tuple[tuple[str, int], ...], limit: int, settings: dict[str, Any]) -> CheckedArmy | Refusal:
    """What an army costs and everything that is wrong with it; an unknown unit or switch is a refusal."""
    options = Options.of(settings)
    if isinstance(options, Refusal):
        return options
    pool = options.terrain_points
    units, pieces = shared_out(units, options, pool)
    for name, _count in units:
        refusal = unknown_unit(name, options)
        if refusal is not None:
            return refusal
    army = ArmyList("Army", units, paid_by_army(pieces, options, pool))
    points = limit or options.point_limit or max(max(force.rc for force in each.force) for each in scenarios().values())
    special = options.special_units is True
    found = [*army_faults(army, points, options, special), terrain_fault(pieces, pool)]
    band = playing_time(resource_cost(army))
    return CheckedArmy(
        resource_cost(army),
        points,
        tuple(fault for fault in found if fault is not None),
        terrain_cost(pieces) - army.terrain_rc,
        pool,
        options.obstacles_from_army and not pool,
        tuple(ArmyNote(note.text, note.clause) for note in notes(army, special)),
        (*army_limits(army, points, options), *_pool_limit(terrain_cost(pieces) - army.terrain_rc, pool)),
        (band.from_minutes, band.to_minutes or 0),
        band.clause,
    )


@rule("mbb.obst.pool")
def _pool_limit(cost: int, pool: int) -> tuple[LimitFace, ...]:
    return (limit("pool", "Resource Points for terrain", cost, "mbb.obst.pool", most=pool),) if pool or cost else ()
