"""Battles by which the speed of the engine is measured: the recommended first one, and a large table beside it."""

from __future__ import annotations

from typing import Any

from brickfield.core.game import Workload
from brickfield.core.match import Setup

_GAME = "micro_brick_battle"
# Length and width of the pieces of the large table, in inches: every sort of ground and structure there is.
_PIECES = {
    "House": (2.52, 2.52),
    "Hedgerow": (3.78, 0.315),
    "Low Wall": (3.78, 0.315),
    "Light Tree Cover": (1.89, 1.89),
    "Hill": (3.78, 3.15),
    "Large Water": (3.78, 2.52),
    "Mud": (2.52, 2.52),
    "Forest": (2.52, 2.52),
    "Shallow Water": (2.52, 2.52),
    "Wire Obstacle": (1.89, 0.63),
    "Sand Dunes": (2.52, 2.52),
    "Wall": (3.78, 0.315),
    "Spotting Bunker": (2.52, 1.26),
    "Tank Trap": (1.26, 0.63),
    "Emplacement": (1.89, 0.63),
    "Bridges": (3.78, 1.89),
}


def _twenty_against_twenty() -> Setup:
    """Forty units and forty pieces of terrain: two waiting armies, and five rows of pieces between their zones."""
    terrain: list[dict[str, Any]] = []
    for number in range(40):
        column, row = number % 8, number // 8
        feature = list(_PIECES)[number % len(_PIECES)]
        length, width = _PIECES[feature]
        place = {"x": 4.0 + 5.7 * column, "y": 8.5 + 4.7 * row, "heading": 90.0 * (column % 2)}
        owner = {"owner": row % 2} if feature == "Spotting Bunker" else {}
        terrain.append({"feature": feature, "length": length, "width": width, **place, **owner})
    units = [
        {"id": f"{'AB'[seat]}{number}", "seat": seat, "card": card, "status": "waiting"}
        for seat, card in enumerate(("M4 Sherman", "Panzer III"))
        for number in range(1, 21)
    ]
    return Setup(_GAME, "", position={"units": units, "terrain": terrain, "phase": "deployment"})


def _combined_arms() -> Setup:
    """Six tanks and six squads on each side, on the table of the first battle."""
    squads = (("Infantry", 2), ("Half Infantry", 1), ("Grenadiers", 1), ("Snipers", 1), ("Engineers", 1))
    armies = tuple(((tank, 6), *squads) for tank in ("M4 Sherman", "Panzer III"))
    return Setup(_GAME, "six_v_six", {"infantry": True, "point_limit": 200}, armies)


WORKLOADS = {
    "games": Workload("6 against 6", Setup(_GAME, "six_v_six")),
    "large_table": Workload("20 against 20 units and 40 pieces", _twenty_against_twenty(), beside="games"),
    "combined_arms": Workload("6 tanks and 6 squads against the same", _combined_arms(), beside="games"),
}
