"""When reserves are named: after the battlefield is laid out and before the roll for deployment."""

from __future__ import annotations

from typing import Any

from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.frames import Push
from brickfield.core.table import Table
from ...base.rounds_and_turns import Battle
from .chapter import REINFORCEMENTS
from .reinforcements import SettingAside


@step(Battle, REINFORCEMENTS, before="roll_for_deployment")
@rule("mbb.reinf.reserve")
def set_units_aside(battle: Battle, t: Table) -> Any:
    """Players name the units they hold back."""
    return Push(SettingAside())


@step(Battle, REINFORCEMENTS, before="roll_for_deployment")
def go_to_the_roll(battle: Battle, t: Table) -> Any:
    """Where a battle stands in which they are named; nothing more is to do."""
