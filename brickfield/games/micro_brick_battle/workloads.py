"""Battles by which the speed of the engine is measured: the recommended first one, and a large table beside it."""

from __future__ import annotations

from typing import Any

from brickfield.core.game import Workload
from brickfield.core.match import Setup

_GAME = "micro_brick_battle"
# length and width of the pieces of the large table, in inches
_PIECES = {
    "House": (2.52, 2.52),
    "Hedgerow": (3.78, 0.315),
    "Low Wall": (3.78, 0.315),
    "Light Tree Cover": (1.89, 1.89),
}


def _twenty_against_twenty() -> Setup:
    """Forty units and forty pieces of terrain: two waiting armies, and five rows of pieces between their zones."""
    terrain: list[dict[str, Any]] = []
    for number in range(40):
        column, row = number % 8, number // 8
        feature = list(_PIECES)[(row + column) % len(_PIECES)]
        length, width = _PIECES[feature]
        place = {"x": 4.0 + 5.7 * column, "y": 8.5 + 4.7 * row, "heading": 90.0 * (column % 2)}
        terrain.append({"feature": feature, "length": length, "width": width, **place})
    units = [
        {"id": f"{'AB'[seat]}{number}", "seat": seat, "card": card, "status": "waiting"}
        for seat, card in enumerate(("M4 Sherman", "Panzer III"))
        for number in range(1, 21)
    ]
    return Setup(_GAME, "", position={"units": units, "terrain": terrain, "phase": "deployment"})


WORKLOADS = {
    "games": Workload("6 against 6", Setup(_GAME, "six_v_six")),
    "large_table": Workload("20 against 20 units and 40 pieces", _twenty_against_twenty(), beside="games"),
}
