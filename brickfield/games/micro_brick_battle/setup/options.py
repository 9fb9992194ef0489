"""Options of a battle: house rules and other agreements as one typed struct with a short code to share."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Literal

from brickfield.core.clauses import rule
from brickfield.core.setup.agreements import Agreed, SwitchBoard, from_table

TurnCost = Literal["prorata", "per_started_90"]
CoverStacking = Literal["worst", "sum"]
MixedNations = Literal["country", "side", "any"]
BattlefieldLayout = Literal["scenario", "divide", "one", "half"]
Edition = Literal["first", "evened"]
# A chapter that is played or not, or as the scenario says.
ByScenario = bool | Literal["scenario"]
SpgRear = Literal["normal", "ignored"]
Mines = Literal["none", "secret", "zone", "visual"]
MineTest = Literal["dice", "cards"]
ZoneSize = Literal["6x6", "9x6", "12x6", "18x6", "12x12", "24x6", "24x12"]
Weather = Literal["none", "constant", "rolled"]
WeatherKind = Literal["blizzard", "heavy_fog", "rain", "sand_storm"]
EffectCards = Literal["none", "deck", "hail_mary"]
OwnUnits = Literal["none", "suggested", "agreed"]
RulesLevel = Literal["base", "quick", "young_hidden", "young"]

PREFIX = "MBB"
# Raised whenever LAYOUT or the values of a switch in it change, so that an old code is never read as something else.
CODE_VERSION = 1
# The order of the switches in the code. What is changed most often stands first and keeps the code short.
LAYOUT = (
    *("rules_level", "destructible", "mixed_nations", "battlefield", "cover_stacking", "turn_cost"),
    *("friends_transparent", "hedgerow_passable", "quick_radius", "round_limit", "point_limit", "deadlock_rounds"),
    *("fixed_arc_deg", "scenario_edition", "hill_mp", "terrain_points", "special_units", "reinforcements"),
    *("spg_rear_as_shooter", "airplanes", "mines", "mine_test", "mine_markers", "weather", "weather_kind"),
    *("effect_cards", "hail_mary_cards", "rules_level+", "table_number", "own_units", "infantry", "inf_fog_mp"),
    *("inf_sniper_ignores_cover_dp", "inf_overrun", "obstacles_from_army", "mine_zones", "mine_zone_size"),
)
BOARD = SwitchBoard.read(Path(__file__).parents[1], PREFIX, CODE_VERSION, LAYOUT)


_from_table = partial(from_table, BOARD)


@rule("mbb.house.agree")
class Options(Agreed, frozen=True, kw_only=True):
    """What the players agreed on before the battle. Each field is a switch of a switches.toml, with its default.

    `round_limit` 0 leaves the last round to the scenario, `point_limit` 0 plays the scenario's forces, `destructible`
    may be left to the scenario. `rules_level` has an entry for each seat, of which the last holds for all seats after
    it: a move goes by the mover's level, a shot by the shooter's (mbb.young.mix). A value that the switch does not know
    cannot be made into Options.
    """

    BOARD = BOARD

    turn_cost: TurnCost = _from_table("turn_cost")
    fixed_arc_deg: int = _from_table("fixed_arc_deg")
    cover_stacking: CoverStacking = _from_table("cover_stacking")
    friends_transparent: bool = _from_table("friends_transparent")
    hedgerow_passable: bool = _from_table("hedgerow_passable")
    mixed_nations: MixedNations = _from_table("mixed_nations")
    quick_radius: bool = _from_table("quick_radius")
    destructible: ByScenario = _from_table("destructible")
    round_limit: int = _from_table("round_limit")
    deadlock_rounds: int = _from_table("deadlock_rounds")
    battlefield: BattlefieldLayout = _from_table("battlefield")
    rules_level: tuple[RulesLevel, ...] = _from_table("rules_level")
    point_limit: int = _from_table("point_limit")
    scenario_edition: Edition = _from_table("scenario_edition")
    airplanes: bool = _from_table("airplanes")
    hill_mp: Literal[0, -1] = _from_table("hill_mp")
    terrain_points: int = _from_table("terrain_points")
    special_units: ByScenario = _from_table("special_units")
    reinforcements: ByScenario = _from_table("reinforcements")
    spg_rear_as_shooter: SpgRear = _from_table("spg_rear_as_shooter")
    mines: Mines = _from_table("mines")
    mine_test: MineTest = _from_table("mine_test")
    mine_markers: int = _from_table("mine_markers")
    mine_zones: int = _from_table("mine_zones")
    mine_zone_size: ZoneSize = _from_table("mine_zone_size")
    weather: Weather = _from_table("weather")
    weather_kind: WeatherKind = _from_table("weather_kind")
    effect_cards: EffectCards = _from_table("effect_cards")
    hail_mary_cards: int = _from_table("hail_mary_cards")
    table_number: int = _from_table("table_number")
    own_units: OwnUnits = _from_table("own_units")
    infantry: bool = _from_table("infantry")
    inf_fog_mp: int = _from_table("inf_fog_mp")
    inf_sniper_ignores_cover_dp: bool = _from_table("inf_sniper_ignores_cover_dp")
    inf_overrun: bool = _from_table("inf_overrun")
    obstacles_from_army: bool = _from_table("obstacles_from_army")
