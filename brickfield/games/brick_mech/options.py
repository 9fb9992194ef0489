"""Options of a game: which optional rules are played, agreed before it starts, with a short code to share."""

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
from brickfield.games.brick_mech.switches import switches

Victory = Literal["last_standing", "destroy_target", "hold_marker", "protect"]
MoveRounding = Literal["per_leg", "per_action"]
LateReturnHeat = Literal["regain", "ignore"]

BOARD = SwitchBoard(
    prefix="BM",
    version=1,
    layout=(
        "return_fire",
        "hold_fire",
        "charge",
        "targeted_shot",
        "criticals",
        "faster_initiative",
        "several_units",
        "victory",
        "move_rounding",
        "late_return_heat",
        "friendly_fire",
        "premeasure",
        "table_vote",
        "adapted_ranges",
        "melee_range",
        "short_range",
        "long_range",
        "protect_rounds",
        "stalemate_rounds",
        "point_limit",
    ),
    switches=switches,
)


def _from_table(switch_id: str) -> Any:
    """A field whose default stands in the table of switches, read only when the first Options are made."""
    return field(default_factory=partial(agreements.default_of, BOARD, switch_id))


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the players agreed on before the game. Each field is a switch of data/switches.toml, with its default.

    The three ranges only count with `adapted_ranges`; Melee range is in tenths of a Brick. `point_limit` 0 allows the
    usual points for each Mech of the scenario. A value that the switch does not know cannot be made into Options.
    """

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

    def __post_init__(self) -> None:
        agreements.check_settings(BOARD, asdict(self))

    @rule("bm.option.agree", "bm.option.alt.intro")
    def changes(self) -> list[Change]:
        """Optional rules are agreed before the game: every switch that is not at its default, for all to see."""
        return agreements.changes(BOARD, asdict(self))

    @rule("bm.option.agree")
    def code(self) -> str:
        """The whole agreement as a short code; the default options have the shortest."""
        return agreements.write_code(BOARD, asdict(self))

    @classmethod
    @rule("bm.option.agree")
    def from_code(cls, text: str) -> Options | Refusal:
        """The options a code stands for. Capitals, spaces and dashes do not matter; a slip of the hand is noticed."""
        settings = agreements.read_code(BOARD, text)
        return settings if isinstance(settings, Refusal) else cls.of(settings)

    @classmethod
    @rule("bm.option.agree")
    def of(cls, settings: Mapping[str, object]) -> Options | Refusal:
        """Options from switches as people or files name them."""
        agreed = agreements.understood(BOARD, settings)
        return agreed if isinstance(agreed, Refusal) else cls(**agreed)
