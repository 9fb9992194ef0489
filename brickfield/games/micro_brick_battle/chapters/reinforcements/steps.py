"""When reserves are named: the battle begins so where units may be held back."""

from __future__ import annotations

from typing import Any

from brickfield.core import events as happened
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.frames import Goto, Push
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.base.battlefield import battle_of, card_of
from brickfield.games.micro_brick_battle.base.moments import battle_begins
from brickfield.games.micro_brick_battle.base.obstacles_and_terrain import LayingOut
from brickfield.games.micro_brick_battle.base.rounds_and_turns import Battle
from brickfield.games.micro_brick_battle.chapters.reinforcements.chapter import REINFORCEMENTS
from brickfield.games.micro_brick_battle.chapters.reinforcements.reinforcements import SettingAside


@battle_begins.amended(REINFORCEMENTS)
@rule("mbb.reinf.reserve", "mbb.win.scenario")
def stay_away(t: Table) -> None:
    """The units that a scenario keeps in reserve wait off the table from the beginning."""
    for seat, force in enumerate(battle_of(t).scenario.force):
        for unit in [unit for unit in t.units.values() if unit.seat == seat]:
            if card_of(t, unit.id).name in force.reserve:
                t.emit(happened.UnitHeldBack(unit=unit.id, clause="mbb.reinf.reserve"))


@step(Battle, REINFORCEMENTS)
@rule("mbb.setup.when")
def lay_out_with_reserves(_battle: Battle, _t: Table) -> Any:
    """The battlefield first, as always."""
    return Push(LayingOut())


@step(Battle, REINFORCEMENTS)
@rule("mbb.reinf.reserve")
def set_units_aside(_battle: Battle, _t: Table) -> Any:
    """Before the roll players name the units they hold back."""
    return Push(SettingAside())


@step(Battle, REINFORCEMENTS)
@rule("mbb.setup.roll")
def go_to_the_roll(_battle: Battle, _t: Table) -> Any:
    """Then everything goes on as in any battle."""
    return Goto("roll_for_deployment")
