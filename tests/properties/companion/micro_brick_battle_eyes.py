"""Random tables of Micro Brick Battle, and what is to be seen on them."""

from __future__ import annotations

import random
from math import cos, degrees, sin
from typing import Any

from brickfield.core.match import Match, Setup
from brickfield.core.play import begin
from brickfield.core.setup.companion import Seen
from brickfield.core.setup.duels import Attack, default_aim
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.battlefield import card_of, footprint, range_between
from brickfield.games.micro_brick_battle.base.line_of_sight import gun_bears, sight_of
from brickfield.games.micro_brick_battle.base.modifiers import soft_cover
from brickfield.games.micro_brick_battle.base.unit_cards import unit_cards
from brickfield.games.micro_brick_battle.base.unit_stats import fires_over
from brickfield.games.micro_brick_battle.chapters.amphibious_vehicles.amphibious_vehicles import is_amphibious
from brickfield.games.micro_brick_battle.chapters.infantry.infantry import is_infantry
from brickfield.games.micro_brick_battle.chapters.infantry.infantry_cover import low_obstacle
from brickfield.games.micro_brick_battle.chapters.infantry.infantry_sight import forest_of, in_tall_building
from brickfield.games.micro_brick_battle.chapters.special_units.spotters import spotter_of
from brickfield.games.micro_brick_battle.chapters.terrain.structures import bunker_of
from brickfield.games.micro_brick_battle.chapters.terrain.water import in_large_water, in_water
from tests.properties.companion.situations import Situation

GAME = find_game("micro_brick_battle")
_PIECES = (
    *("House", "Wall", "Hedgerow", "Hedgerow", "Light Tree Cover", "Light Tree Cover", "Low Wall", "Low Wall"),
    *("Emplacement", "Emplacement", "Bridges", "Forest", "Tank Trap", "Large Water", "Artillery Bunker"),
)
_OPTIONS: tuple[dict[str, Any], ...] = (
    *({}, {}, {}, {"cover_stacking": "sum"}, {"rules_level": ["quick"]}, {"rules_level": ["young_hidden"]}),
    *({"rules_level": ["young"]}, {"weather": "constant", "weather_kind": "blizzard"}, {"special_units": True}),
    *({"fixed_arc_deg": 90}, {"weather": "rolled", "weather_kind": "heavy_fog"}, {"special_units": True}),
)


def draw(chance: random.Random) -> Situation | None:
    """A table with a few units and pieces between a shooter and a target."""
    options = dict(chance.choice(_OPTIONS))
    cards = [card.name for card in unit_cards().values() if not card.is_airplane and card.ap]
    tanks = [name for name in cards if not unit_cards()[name].is_infantry]
    feet = ["Infantry", "Half Infantry", "Grenadiers", "Snipers", "Elite Infantry"]
    feet = [name for name in feet if name in unit_cards()] or tanks
    x, y = chance.uniform(10, 38), chance.uniform(10, 26)
    away, turn = chance.choice((3.0, 8.0, 14.0)), chance.uniform(0, 6.28)
    def at(share: float, off: float = 0.0) -> dict[str, float]:
        along = share * away
        return {
            "x": x + along * cos(turn) - off * sin(turn),
            "y": y + along * sin(turn) + off * cos(turn),
        }

    def unit(name: str, share: float, off: float = 0.0, **more: Any) -> dict[str, Any]:
        pool = feet if chance.random() < 0.3 else tanks
        heading = chance.choice((degrees(turn), degrees(turn) + 180, chance.uniform(0, 360)))
        stated: dict[str, Any] = {"card": chance.choice(pool), "heading": heading % 360, "changes": {}}
        card = unit_cards()[stated["card"]]
        if card.markers > 1 and chance.random() < 0.4:
            stated["changes"]["marks"] = {"markers": chance.randint(1, card.markers)}
        return {"id": name, "seat": "AB".index(name[0])} | stated | at(share, off) | more

    units = [unit("A1", 0.0), unit("B1", 1.0, chance.uniform(-1, 1))]
    if chance.random() < 0.4:
        units.append(unit("A2", chance.uniform(0.3, 0.6), chance.uniform(-1.5, 1.5), status="wreck", card=chance.choice(tanks)))
    if chance.random() < 0.3:
        units.append(unit("A3", 1.0, 8.0))
    terrain = []
    for _ in range(chance.randint(0, 3)):
        where = at(chance.choice((0.25, 0.5, 0.75, 0.85, 1.0)), chance.uniform(-1.5, 1.5))
        heading = degrees(turn) + chance.choice((90, 90, chance.uniform(0, 360)))
        terrain.append({"feature": chance.choice(_PIECES), "heading": heading % 360, **where})
    position = {
        "units": units, "terrain": terrain, "size": [60, 48], "phase": "target_declaration",
        "weather": chance.random() < 0.5,
    }  # fmt: skip
    match = GAME.new_match(Setup(GAME.id, "", options, position=position))
    if not isinstance(match, Match):
        return None
    state = begin(match).state
    shooter, target = state.units["A1"], state.units["B1"]
    if shooter.pose is None or target.pose is None:
        return None
    seen = eyes(state)
    if seen is None:
        return None
    return Situation(state, "A1", "B1", options, seen, (Attack("", default_aim(state, shooter, target)),))


def eyes(state: Any) -> Seen | None:
    """What a person behind the shooter sees; None: nobody could say (units that stand in each other)."""
    shooter, target = state.units["A1"], state.units["B1"]
    sight = sight_of(state, shooter, target)
    if sight.point_blank or range_between(footprint(state, shooter), footprint(state, target)) < 0.2:
        return None
    if any(in_water(state, each.pose.place) and not is_amphibious(state, each.id) for each in (shooter, target)):
        # nobody else can be there
        return None
    cover = soft_cover(state, shooter, target, sight)
    if is_infantry(state, shooter.id):
        cover = cover | low_obstacle(state, shooter, target, sight)
    hidden = "all" if not sight.seen else "none" if sight.hidden <= 1e-6 else "less" if sight.hidden < 0.5 - 1e-6 else "half"
    chosen: dict[str, tuple[str, ...]] = {
        "hidden": (hidden,),
        "side": ("yes" if sight.rear_shot else "no",),
        "cover": tuple(cover),
        "arc": ("yes" if gun_bears(state, shooter, footprint(state, target), sight.muzzle) else "no",),
        "weather": ("yes" if state.facts.get("weather") else "no",),
        "stands": (_ground(state, target),),
        "from": ("water" if in_large_water(state, shooter.pose.place) and not card_of(state, "A1").markers
                 else "tall" if in_tall_building(state, shooter) else "open",),
    }  # fmt: skip
    if fires_over(state, shooter.id):
        by = "self" if sight.seen else "spotter" if spotter_of(state, shooter, target) else "no"
        chosen["sight"] = (by,)
    return Seen(chosen, {"away": range_between(footprint(state, shooter), footprint(state, target))})


def _ground(state: Any, unit: Any) -> str:
    if bunker_of(state, unit):
        return "bunker"
    if forest_of(state, unit):
        return "forest"
    return "water" if in_large_water(state, unit.pose.place) else "open"
