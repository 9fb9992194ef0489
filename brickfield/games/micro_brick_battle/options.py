"""Options of a battle: house rules and other agreements as one typed struct with a short code to share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import asdict

from brickfield.core import agreements
from brickfield.core.agreements import Change, SwitchBoard
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal
from brickfield.games.micro_brick_battle.switches import switches

TurnCost = Literal["prorata", "per_started_90"]
CoverStacking = Literal["worst", "sum"]
MixedNations = Literal["country", "side", "any"]
BattlefieldLayout = Literal["scenario", "divide", "one", "half"]
RulesLevel = Literal["base", "quick", "young_hidden", "young"]

PREFIX = "MBB"
# Raised whenever LAYOUT or the values of a switch in it change, so that an old code is never read as something else.
CODE_VERSION = 1
# The order of the switches in the code. What is changed most often stands first and keeps the code short.
LAYOUT = (
    "rules_level",
    "destructible",
    "mixed_nations",
    "battlefield",
    "cover_stacking",
    "turn_cost",
    "friends_transparent",
    "hedgerow_passable",
    "quick_radius",
    "round_limit",
    "point_limit",
    "deadlock_rounds",
    "fixed_arc_deg",
)
BOARD = SwitchBoard(PREFIX, CODE_VERSION, LAYOUT, switches)


def _from_table(switch_id: str) -> Any:
    """A field whose default stands in the table of switches, read only when the first Options are made."""
    return field(default_factory=partial(agreements.default_of, BOARD, switch_id))


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the players agreed on before the battle. Each field is a switch of data/switches.toml, with its default.

    `round_limit` 0 leaves the last round to the scenario, `point_limit` 0 plays the scenario's forces, `destructible`
    may be left to the scenario. `rules_level` has an entry for each seat: a move goes by the mover's level, a shot by
    the shooter's (mbb.young.mix). A value that the switch does not know cannot be made into Options.
    """

    turn_cost: TurnCost = _from_table("turn_cost")
    fixed_arc_deg: int = _from_table("fixed_arc_deg")
    cover_stacking: CoverStacking = _from_table("cover_stacking")
    friends_transparent: bool = _from_table("friends_transparent")
    hedgerow_passable: bool = _from_table("hedgerow_passable")
    mixed_nations: MixedNations = _from_table("mixed_nations")
    quick_radius: bool = _from_table("quick_radius")
    destructible: bool | Literal["scenario"] = _from_table("destructible")
    round_limit: int = _from_table("round_limit")
    deadlock_rounds: int = _from_table("deadlock_rounds")
    battlefield: BattlefieldLayout = _from_table("battlefield")
    rules_level: tuple[RulesLevel, RulesLevel] = _from_table("rules_level")
    point_limit: int = _from_table("point_limit")

    def __post_init__(self) -> None:
        agreements.check_settings(BOARD, asdict(self))

    @rule("mbb.house.agree")
    def changes(self) -> list[Change]:
        """House rules are agreed before the battle: every switch that is not at its default, for all to see."""
        return agreements.changes(BOARD, asdict(self))

    @rule("mbb.house.agree")
    def code(self) -> str:
        """The whole agreement as a short code; the default options have the shortest."""
        return agreements.write_code(BOARD, asdict(self))

    @classmethod
    @rule("mbb.house.agree")
    def from_code(cls, text: str) -> Options | Refusal:
        """The options a code stands for. Capitals, spaces and dashes do not matter; a slip of the hand is noticed."""
        settings = agreements.read_code(BOARD, text)
        return settings if isinstance(settings, Refusal) else cls.of(settings)

    @classmethod
    @rule("mbb.house.agree")
    def of(cls, settings: Mapping[str, object]) -> Options | Refusal:
        """Options from switches as people or files name them; a switch whose rules are not played yet is refused."""
        agreed = agreements.understood(BOARD, settings)
        return agreed if isinstance(agreed, Refusal) else cls(**agreed)
