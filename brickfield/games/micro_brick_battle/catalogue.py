"""The catalogue: what can be chosen before a battle, as the front pages show it, and the codes people share."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import asdict

from brickfield.core.board import Token
from brickfield.core.game import Game
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.showing import (
    Catalogue,
    Chapter,
    CheckedArmy,
    ChoiceCard,
    Preset,
    ScenarioFace,
    SwitchCard,
)
from brickfield.games.micro_brick_battle import battle_setup
from brickfield.games.micro_brick_battle.about import about
from brickfield.games.micro_brick_battle.army_lists import (
    ArmyList,
    check_army,
    playing_time,
    resource_cost,
    unknown_unit,
)
from brickfield.games.micro_brick_battle.battlefield import BattleMatch, lay_piece
from brickfield.games.micro_brick_battle.data_files import Entry, read
from brickfield.games.micro_brick_battle.faces import card_face, table_face
from brickfield.games.micro_brick_battle.options import Options
from brickfield.games.micro_brick_battle.scenarios import Scenario, scenarios
from brickfield.games.micro_brick_battle.switches import Switch, switches
from brickfield.games.micro_brick_battle.unit_cards import unit_cards

# What people agree on when they buy armies for the first time.
_USUAL_POINTS = 100


class PresetRow(Entry, frozen=True):
    """A preset as its table states it."""

    id: str
    title: str
    text: str
    options: dict[str, Any]


class PresetsFile(Entry, frozen=True):
    """The file of presets."""

    preset: tuple[PresetRow, ...]


def catalogue(game: Game) -> Catalogue:
    """All that can be chosen."""
    return Catalogue(
        line="Tanks, guns and cars at micro scale",
        detail="Inches · 2 players · 20 to 45 min",
        scenarios=tuple(_scenario(game, each) for each in scenarios().values()),
        switches=tuple(_switch(each) for each in switches().values() if each.in_use),
        presets=_presets(),
        cards={card.name: card_face(card) for card in unit_cards().values()},
        chapters=tuple(Chapter(each.group, each.title) for each in about().chapters.list),
        credits=about().rights.credits,
        points_switch="point_limit",
        usual_points=_USUAL_POINTS,
    )


def _scenario(game: Game, scenario: Scenario) -> ScenarioFace:
    match = battle_setup.new_match(Setup(game.id, scenario.id), game)
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


def _switch(switch: Switch) -> SwitchCard:
    lowest, highest = switch.range or (0, 0)
    return SwitchCard(
        switch.id,
        switch.title,
        switch.text,
        switch.clause,
        switch.default,
        tuple(ChoiceCard(choice.value, choice.text) for choice in switch.choices),
        lowest,
        highest,
        bool(switch.per_seat),
    )


@cache
def _presets() -> tuple[Preset, ...]:
    rows = read("presets.toml", PresetsFile).preset
    return tuple(Preset(row.id, row.title, row.text, row.options, _code_of(row.options)) for row in rows)


def _code_of(options: dict[str, Any]) -> str:
    agreed = Options.of(options)
    assert isinstance(agreed, Options), agreed
    return agreed.code()


def write_code(settings: dict[str, Any]) -> str | Refusal:
    """The code of a set of switches."""
    options = Options.of(settings)
    return options if isinstance(options, Refusal) else options.code()


def read_code(code: str) -> dict[str, Any] | Refusal:
    """The switches a code stands for."""
    options = Options.from_code(code)
    return options if isinstance(options, Refusal) else asdict(options)


def checked_army(units: tuple[tuple[str, int], ...], limit: int, settings: dict[str, Any]) -> CheckedArmy | Refusal:
    """What an army costs and what is wrong with it; an unknown unit or switch is a refusal."""
    options = Options.of(settings)
    if isinstance(options, Refusal):
        return options
    for name, _count in units:
        refusal = unknown_unit(name)
        if refusal is not None:
            return refusal
    army = ArmyList("Army", units)
    points = limit or options.point_limit or max(max(force.rc for force in each.force) for each in scenarios().values())
    fault = check_army(army, points, options)
    return CheckedArmy(resource_cost(army), points, (fault,) if fault else ())
