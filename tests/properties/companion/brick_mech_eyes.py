"""Random tables of BrickMech, and what is to be seen on them."""

from __future__ import annotations

import random
from math import cos, degrees, sin
from typing import Any

from brickfield.core.match import Match, Setup
from brickfield.core.play import begin
from brickfield.core.setup.companion import Seen
from brickfield.games import find_game
from brickfield.games.brick_mech.base.attack_action import is_charge, locations_to_name
from brickfield.games.brick_mech.base.cover import cover_of
from brickfield.games.brick_mech.base.modules import PARTS
from brickfield.games.brick_mech.base.ranges_and_arcs import firing_arc, is_attacked_from_behind, range_between
from brickfield.games.brick_mech.setup.workshop import mechs
from brickfield.games.brick_mech.shown.companion import attacks
from tests.properties.companion.situations import Situation

GAME = find_game("brick_mech")
_OPTIONS: tuple[dict[str, Any], ...] = ({}, {}, {"charge": True}, {"targeted_shot": True}, {"adapted_ranges": True})
_PIECES = ("Building", "Tower", "Rock", "Wall", "Tree")


def draw(chance: random.Random) -> Situation | None:
    """Two Mechs that have been hurt, a third in the way, a few obstacles."""
    x, y = chance.uniform(14, 26), chance.uniform(14, 16)
    away, turn = chance.choice((3.0, 4.6, 8.0, 12.0, 14.0, 25.0)), chance.uniform(0, 6.28)

    def at(share: float, off: float = 0.0) -> dict[str, float]:
        along = share * away
        return {"x": x + along * cos(turn) - off * sin(turn), "y": y + along * sin(turn) + off * cos(turn)}

    def mech(name: str, share: float, off: float = 0.0) -> dict[str, Any]:
        towards = degrees(turn) + (0 if name[0] == "A" else 180)
        heading = chance.choice((towards, towards, towards + 90, towards - 90, chance.uniform(0, 360))) % 360
        changes: dict[str, Any] = {"heat": chance.choice((0, 0, 1, 3, 8)), "armor": chance.randint(1, 9)}
        if chance.random() < 0.3:
            changes[chance.choice(PARTS)] = ""
        if chance.random() < 0.3:
            changes |= {"run": 1}
        card = chance.choice(tuple(mechs().values())).name
        stated = {"id": name, "seat": "AB".index(name[0]), "card": card, "heading": heading, "changes": changes}
        return stated | at(share, off)

    units = [mech("A1", 0.0), mech("B1", 1.0)]
    if chance.random() < 0.3:
        units.append(mech("B2", chance.uniform(0.4, 0.7), chance.uniform(-2, 2)))
    heading = degrees(turn) % 360
    terrain = [
        {
            "feature": chance.choice(_PIECES),
            "heading": heading,
            **at(chance.uniform(0.3, 0.8), chance.uniform(-2.5, 2.5)),
        }
        for _ in range(chance.randint(0, 2))
    ]
    options = dict(chance.choice(_OPTIONS))
    position = {"units": units, "terrain": terrain, "size": [60, 60]}
    match = GAME.new_match(Setup(GAME.id, "", options, position=position))
    if not isinstance(match, Match):
        return None
    state = begin(match).state
    shooter, target = state.units["A1"], state.units["B1"]
    named = locations_to_name(state, shooter, target)
    location = chance.choice(("", *named)) if named else ""
    chosen = {
        "range": (range_between(state, shooter, target),),
        "arc": (firing_arc(state, shooter, target),),
        "behind": ("yes" if is_attacked_from_behind(shooter, target) else "no",),
        "cover": (cover_of(state, shooter, target),),
        "charge": ("yes" if is_charge(state, shooter, target) else "no",),
        "location": (location,),
    }
    seen = Seen(chosen)
    return Situation(state, "A1", "B1", options, seen, attacks(state, shooter, target, seen))


def counts_of(changes: dict[str, Any]) -> dict[str, int]:
    """What stands on a record sheet; whether somebody has run is no count but something that is asked."""
    sheet = {name: value for name, value in changes.items() if isinstance(value, int) and name != "run"}
    return sheet | {slot: 0 for slot in PARTS if changes.get(slot) == ""}
