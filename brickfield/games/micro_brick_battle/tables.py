"""The printed tables of Micro Brick Battle, all behind one door: read on first use and frozen."""

from __future__ import annotations

from brickfield.games.micro_brick_battle.about import About, about
from brickfield.games.micro_brick_battle.army_tables import (
    Nation,
    SpecialRuleRow,
    TimeBand,
    nations,
    sides,
    special_rules,
    time_bands,
)
from brickfield.games.micro_brick_battle.data_files import DataFault
from brickfield.games.micro_brick_battle.features import Feature, feature, features
from brickfield.games.micro_brick_battle.measures import (
    Measures,
    Modifiers,
    Movement,
    PrintedModifier,
    VictoryTable,
    measures,
    modifiers,
    movement,
    studs,
    victory_table,
)
from brickfield.games.micro_brick_battle.scenarios import (
    AreaObjective,
    Force,
    ForceUnits,
    Scenario,
    TerrainPiece,
    scenario,
    scenarios,
)
from brickfield.games.micro_brick_battle.switches import Switch, switches
from brickfield.games.micro_brick_battle.unit_cards import (
    Airplane,
    UnitCard,
    Upgrade,
    airplanes,
    find_card,
    is_unit,
    unit_card,
    unit_cards,
    upgrades,
)

__all__ = [
    "About",
    "about",
    "Airplane",
    "airplanes",
    "AreaObjective",
    "DataFault",
    "Feature",
    "feature",
    "features",
    "find_card",
    "Force",
    "ForceUnits",
    "is_unit",
    "Measures",
    "measures",
    "Modifiers",
    "modifiers",
    "Movement",
    "movement",
    "Nation",
    "nations",
    "PrintedModifier",
    "Scenario",
    "scenario",
    "scenarios",
    "sides",
    "SpecialRuleRow",
    "special_rules",
    "studs",
    "Switch",
    "switches",
    "TerrainPiece",
    "TimeBand",
    "time_bands",
    "UnitCard",
    "unit_card",
    "unit_cards",
    "Upgrade",
    "upgrades",
    "VictoryTable",
    "victory_table",
]
