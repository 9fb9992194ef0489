"""The desk at which scenarios are laid by hand: all a chart may have, and waters drawn from a number."""

from __future__ import annotations

from typing import Any

from brickfield.core.setup.desks import DeskData, ScenarioDesk, entry_of
from ..base.measures import measures
from ..data_files import read
from ..setup.battle_setup import WATERS
from ..setup.scenarios import SCENARIOS, Chart
from .faces import features

_DRAWN = "archipelago"


def desk() -> ScenarioDesk:
    """Everything that can be laid on a table."""
    return ScenarioDesk(
        read("desk.toml", DeskData), features(), SCENARIOS.form(), "inch", float(measures().studs_per_inch),
        usual_size=measures().table_inches, draws=True,
    )  # fmt: skip


def drawn_scenario(number: int) -> dict[str, Any]:
    """Waters drawn from a number, for two fleets."""
    blank = read("desk.toml", DeskData).blank
    chart = WATERS[_DRAWN](number, measures().table_inches, len(blank["fleet"]))
    return {**blank, "id": f"waters_{number}", "title": f"Waters {number}", "chart": _plain(chart)}


def _plain(chart: Chart) -> dict[str, Any]:
    rows = {"area": chart.area, "current": chart.current, "port": chart.port, "floating": chart.floating}
    return {key: [entry_of(row) for row in found] for key, found in rows.items() if found}
