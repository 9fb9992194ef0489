"""Options of a battle: everything the players agree on, as one typed struct with a short code to share."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Literal

from brickfield.core.clauses import rule
from brickfield.core.setup.agreements import Agreed, SwitchBoard, from_table

PREFIX = "SEA"
# Raised whenever LAYOUT or the values of a switch in it change, so that an old code is never read as something else.
CODE_VERSION = 1
# The order of the switches in the code. What is changed most often stands first and keeps the code short; what came
# later stands last, so that the codes of before go on meaning what they meant.
LAYOUT = (
    *("dice", "wind", "currents", "ports", "forts", "gold", "monsters", "cargo", "waters", "turning", "broadside"),
    *("long_range_strict", "ram_test", "ram_backlash", "ram_per_player", "ram_and_fire", "land_blocks_fire"),
    *("seaweed_slow", "order", "teams", "era", "points", "max_ships", "table_inches", "waters_seed"),
    *("stalemate_rounds", "max_rounds", "brick_permille"),
    *("turning*", "stout_hulls"),
)


BOARD = SwitchBoard.read(Path(__file__).parents[1], PREFIX, CODE_VERSION, LAYOUT)


_from_table = partial(from_table, BOARD)


class Options(Agreed, frozen=True, kw_only=True):
    """What the players agreed on before the battle. Each field is a switch of a switches.toml, with its default."""

    BOARD = BOARD

    points: int = _from_table("points")
    dice: Literal["brick", "d6_hard", "d6_easy"] = _from_table("dice")
    brick_permille: int = _from_table("brick_permille")
    waters: Literal["scenario", "empty", "archipelago"] = _from_table("waters")
    waters_seed: int = _from_table("waters_seed")
    table_inches: int = _from_table("table_inches")
    max_ships: int = _from_table("max_ships")
    era: Literal["any", "middle_ages", "pirates", "modern", "future"] = _from_table("era")
    long_range_strict: bool = _from_table("long_range_strict")
    cargo: bool = _from_table("cargo")
    turning: Literal["free", "limited", "by_length"] = _from_table("turning")
    broadside: bool = _from_table("broadside")
    land_blocks_fire: bool = _from_table("land_blocks_fire")
    seaweed_slow: bool = _from_table("seaweed_slow")
    stout_hulls: bool = _from_table("stout_hulls")
    ram_test: Literal["forward_cone", "impact_angle"] = _from_table("ram_test")
    ram_backlash: bool = _from_table("ram_backlash")
    ram_per_player: bool = _from_table("ram_per_player")
    ram_and_fire: bool = _from_table("ram_and_fire")
    order: Literal["clockwise", "reroll_each_round"] = _from_table("order")
    teams: bool = _from_table("teams")
    stalemate_rounds: int = _from_table("stalemate_rounds")
    max_rounds: int = _from_table("max_rounds")
    wind: bool = _from_table("wind")
    currents: bool = _from_table("currents")
    forts: bool = _from_table("forts")
    ports: bool = _from_table("ports")
    gold: bool = _from_table("gold")
    monsters: Literal["off", "fleet", "independent", "both"] = _from_table("monsters")

    @property
    @rule("sea.capacity.max", "sea.gold.load")
    def loads(self) -> bool:
        """Whether loads and capacity count: agreed on, or because there is gold to carry."""
        return self.cargo or self.gold

    @property
    @rule("sea.monster.roles")
    def fleet_monsters(self) -> bool:
        """Whether monsters may belong to a fleet."""
        return self.monsters in ("fleet", "both")

    @property
    @rule("sea.monster.roles")
    def independent_monsters(self) -> bool:
        """Whether a monster of the deep may surface."""
        return self.monsters in ("independent", "both")
