"""Options of a game: what is agreed before it starts, with a short code to share."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Literal

from brickfield.core.setup.agreements import Agreed, SwitchBoard, from_table

SupportBands = Literal["swapped", "literal", "loader"]
HyphenRange = Literal["effective_max", "max_only", "moved_still"]
HeavyRow = Literal["hmg", "l_cannon", "h_cannon", "lap", "map", "hap"]

# The order of the switches in the code; what came later stands last, so that old codes go on meaning what they meant.
LAYOUT = (
    *("max_attacks_per_unit_per_turn", "hold_any_unit", "support_bands", "hyphen_range", "heavy_row"),
    *("commando_splits_free", "prone_reaction_cancels", "last_round", "points", "village", "flush_out"),
)
BOARD = SwitchBoard.read(Path(__file__).parents[1], "BA", 1, LAYOUT)

_from_table = partial(from_table, BOARD)


class Options(Agreed, frozen=True, kw_only=True):
    """What the players agreed on before the game. Each field is a switch of a switches.toml, with its default."""

    BOARD = BOARD

    max_attacks_per_unit_per_turn: int = _from_table("max_attacks_per_unit_per_turn")
    hold_any_unit: bool = _from_table("hold_any_unit")
    support_bands: SupportBands = _from_table("support_bands")
    hyphen_range: HyphenRange = _from_table("hyphen_range")
    heavy_row: HeavyRow = _from_table("heavy_row")
    commando_splits_free: bool = _from_table("commando_splits_free")
    prone_reaction_cancels: bool = _from_table("prone_reaction_cancels")
    last_round: int = _from_table("last_round")
    points: int = _from_table("points")
    village: int = _from_table("village")
    flush_out: bool = _from_table("flush_out")
