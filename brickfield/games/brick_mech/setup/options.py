"""Options of a game: which optional rules are played, agreed before it starts, with a short code to share."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Literal

from brickfield.core.clauses import rule
from brickfield.core.setup.agreements import Agreed, SwitchBoard, from_table

Victory = Literal["last_standing", "destroy_target", "hold_marker", "protect"]
MoveRounding = Literal["per_leg", "per_action"]
LateReturnHeat = Literal["regain", "ignore"]

# The order of the switches in the code; what came later stands last, so that old codes go on meaning what they meant.
LAYOUT = (
    *("return_fire", "hold_fire", "charge", "targeted_shot", "criticals", "faster_initiative", "several_units"),
    *("victory", "move_rounding", "late_return_heat", "friendly_fire", "premeasure", "table_vote", "adapted_ranges"),
    *("melee_range", "short_range", "long_range", "protect_rounds", "stalemate_rounds", "point_limit"),
)
BOARD = SwitchBoard.read(Path(__file__).parents[1], "BM", 1, LAYOUT)


_from_table = partial(from_table, BOARD)


@rule("bm.option.agree", "bm.option.alt.intro")
class Options(Agreed, frozen=True, kw_only=True):
    """What the players agreed on before the game. Each field is a switch of a switches.toml, with its default.

    The three ranges only count with `adapted_ranges`; Melee range is in tenths of a Brick. `point_limit` 0 allows the
    usual points for each Mech of the scenario. A value that the switch does not know cannot be made into Options.
    """

    BOARD = BOARD

    return_fire: bool = _from_table("return_fire")
    hold_fire: bool = _from_table("hold_fire")
    charge: bool = _from_table("charge")
    targeted_shot: bool = _from_table("targeted_shot")
    criticals: bool = _from_table("criticals")
    faster_initiative: bool = _from_table("faster_initiative")
    several_units: bool = _from_table("several_units")
    victory: Victory = _from_table("victory")
    move_rounding: MoveRounding = _from_table("move_rounding")
    late_return_heat: LateReturnHeat = _from_table("late_return_heat")
    friendly_fire: bool = _from_table("friendly_fire")
    premeasure: bool = _from_table("premeasure")
    table_vote: bool = _from_table("table_vote")
    adapted_ranges: bool = _from_table("adapted_ranges")
    melee_range: int = _from_table("melee_range")
    short_range: int = _from_table("short_range")
    long_range: int = _from_table("long_range")
    protect_rounds: int = _from_table("protect_rounds")
    stalemate_rounds: int = _from_table("stalemate_rounds")
    point_limit: int = _from_table("point_limit")
