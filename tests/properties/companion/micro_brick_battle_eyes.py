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
from brickfield.games.micro_brick_battle.base.target_declaration import fewest_partners
from brickfield.games.micro_brick_battle.base.unit_cards import unit_cards
from brickfield.games.micro_brick_battle.base.unit_stats import fires_over
from brickfield.games.micro_brick_battle.chapters.amphibious_vehicles.amphibious_vehicles import is_amphibious
from brickfield.games.micro_brick_battle.chapters.infantry.infantry import building_of, is_infantry
from brickfield.games.micro_brick_battle.chapters.infantry.infantry_cover import low_obstacle
from brickfield.games.micro_brick_battle.chapters.infantry.infantry_sight import forest_of, in_tall_building
from brickfield.games.micro_brick_battle.chapters.infantry.infantry_tables import infantry_cards
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
    *(
        {},
        {"infantry": True},
        {"infantry": True},
        {"infantry": True, "cover_stacking": "sum"},
        {"rules_level": ["quick"]},
        {"rules_level": ["young_hidden"]},
    ),
    *({"rules_level": ["young"]}, {"weather": "constant", "weather_kind": "blizzard"}, {"special_units": True}),
    *(
        {"infantry": True, "fixed_arc_deg": 90},
        {"weather": "rolled", "weather_kind": "heavy_fog"},
        {"special_units": True},
    ),
)


class _Draw:
    """A line from the shooter to the target, and what comes to lie about it."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.x, self.y = chance.uniform(16, 38), chance.uniform(14, 26)
        self.away, self.turn = chance.choice((2.5, 5.0, 8.0, 12.0)), chance.uniform(0, 6.28)

    def at(self, share: float, off: float = 0.0) -> dict[str, float]:
        """A place: how far along the line, and how far beside it."""
        along, c, s = share * self.away, cos(self.turn), sin(self.turn)
        return {"x": self.x + along * c - off * s, "y": self.y + along * s + off * c}

    def heading(self) -> float:
        """Along the line, back, or anyhow."""
        chance = self.chance
        return chance.choice((degrees(self.turn), degrees(self.turn) + 180, chance.uniform(0, 360))) % 360

    def unit(self, name: str, share: float, off: float = 0.0, **more: Any) -> dict[str, Any]:
        """A unit, of infantry with some of its markers gone."""
        chance = self.chance
        pool = chance.choice((_TANKS, _TANKS, _FEET, _GUNS))
        changes: dict[str, Any] = {}
        card = more.pop("card", chance.choice(pool))
        if card in infantry_cards() and chance.random() < 0.4:
            changes["marks"] = {"markers": chance.randint(1, infantry_cards()[card].markers)}
        stated = {"id": name, "seat": "AB".index(name[0]), "card": card, "heading": self.heading(), "changes": changes}
        return stated | self.at(share, off) | more

    def piece(self, feature: str, share: float, off: float, **more: Any) -> dict[str, Any]:
        """A piece of terrain, most often across the line."""
        heading = degrees(self.turn) + self.chance.choice((90, 90, self.chance.uniform(0, 360)))
        return {"feature": feature, "heading": heading % 360, **self.at(share, off), **more}

    def units(self) -> list[dict[str, Any]]:
        """The two, a wreck, a friend who may spot or go along."""
        chance = self.chance
        units = [self.unit("A1", 0.0), self.unit("B1", 1.0, chance.uniform(-1, 1))]
        if chance.random() < 0.3:
            off = chance.uniform(-1.5, 1.5)
            units.append(self.unit("A2", chance.uniform(0.3, 0.6), off, status="wreck", card=chance.choice(_TANKS)))
        if chance.random() < 0.3:
            units.append(self.unit("A3", 1.0, 8.0))
        if units[0]["card"] in infantry_cards() and chance.random() < 0.6:
            units.append(self.unit("A4", 0.0, card=chance.choice(_FEET)))
        return units

    def terrain(self, units: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """A few pieces in and beside the line, and what soldiers and guns are in."""
        chance, found = self.chance, []
        for unit, share in zip(units[:2], (0.0, 1.0), strict=True):
            if unit["card"] in infantry_cards() and chance.random() < 0.4:
                size = {"length": 1.3, "width": 1.3, "height_bricks": chance.choice((4, 6))}
                place = {"x": unit["x"], "y": unit["y"]}
                if chance.random() < 0.7:
                    found.append({"feature": "House", **place, **size})
                    unit["changes"]["inside"] = f"T{len(found)}"
                elif share:
                    found.append({"feature": "Forest", **place, "length": 1.3, "width": 1.3})
            elif unit["card"] == "DD Sherman" and chance.random() < 0.5:
                found.append({"feature": "Large Water", "x": unit["x"], "y": unit["y"], "length": 2.2, "width": 2.2})
            elif unit["card"] in _ARTILLERY and chance.random() < 0.5 and share:
                more = {"length": 4.5, "width": 3.0, "owner": 1, "heading": unit["heading"]}
                found.append({"feature": "Artillery Bunker", "x": unit["x"], "y": unit["y"], **more})
        if chance.random() < 0.5:
            found.append(
                self.piece("Wall", chance.uniform(0.3, 0.8), chance.choice((-1, 1)) * chance.uniform(2.6, 3.6))
            )
        for _ in range(chance.randint(0, 3)):
            share, off = chance.choice((0.25, 0.5, 0.75, 0.85, 1.0)), chance.uniform(-4.5, 4.5)
            found.append(self.piece(chance.choice(_PIECES), share, off))
        return found


_CARDS = [card for card in unit_cards().values() if not card.is_airplane and card.ap]
_TANKS = [card.name for card in _CARDS if not card.rules]
_GUNS = [card.name for card in _CARDS if card.rules]
_ARTILLERY = [card.name for card in _CARDS if card.rules == "artillery"]
_FEET = [card.name for card in infantry_cards().values() if card.specialty != "medical"]


def draw(chance: random.Random) -> Situation | None:
    """A table with a few units and pieces between a shooter and a target."""
    drawn, options = _Draw(chance), dict(chance.choice(_OPTIONS))
    units = drawn.units()
    position = {
        "units": units, "terrain": drawn.terrain(units), "size": [60, 48], "phase": "target_declaration",
        "weather": chance.random() < 0.5,
    }  # fmt: skip
    match = GAME.new_match(Setup(GAME.id, "", options, position=position))
    if not isinstance(match, Match):
        return None
    state = begin(match).state
    seen = eyes(state)
    if seen is None:
        return None
    shooter, target = state.units["A1"], state.units["B1"]
    face = default_aim(state, shooter, target)
    # the fewest without whom it cannot be are the ones who are tapped
    together = fewest_partners(state, shooter, target) if face.refusal is None else ()
    seen = Seen(seen.chosen | {"with": tuple(each.id for each in together)}, seen.measured)
    return Situation(state, "A1", "B1", options, seen, (Attack("", face),))


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
    hidden = (
        "all" if not sight.seen else "none" if sight.hidden <= 1e-6 else "less" if sight.hidden < 0.5 - 1e-6 else "half"
    )
    chosen: dict[str, tuple[str, ...]] = {
        "hidden": (hidden,),
        "side": ("yes" if sight.rear_shot else "no",),
        "cover": tuple(cover),
        "arc": ("yes" if gun_bears(state, shooter, footprint(state, target), sight.muzzle) else "no",),
        "weather": ("yes" if state.facts.get("weather") else "no",),
        "stands": (_ground(state, target),),
        "from": ("water" if in_large_water(state, shooter.pose.place) and not card_of(state, "A1").markers
                 else "tall" if in_tall_building(state, shooter)
                 else "building" if shooter.inside else "open",),
    }  # fmt: skip
    if fires_over(state, shooter.id):
        by = "self" if sight.seen else "spotter" if spotter_of(state, shooter, target) else "no"
        chosen["sight"] = (by,)
    return Seen(chosen, {"away": range_between(footprint(state, shooter), footprint(state, target))})


def _ground(state: Any, unit: Any) -> str:
    if bunker_of(state, unit):
        return "bunker"
    if building_of(state, unit):
        return "building"
    if forest_of(state, unit):
        return "forest"
    return "water" if in_large_water(state, unit.pose.place) else "open"


def counts_of(changes: dict[str, Any]) -> dict[str, int]:
    """Markers on a plate."""
    return dict(changes.get("marks", {}))
