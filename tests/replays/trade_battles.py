"""Battles of infantry at its trades whose replays are kept: squads that follow a tank, engineers at a wreck."""

from __future__ import annotations

from typing import Any

import msgspec

from brickfield.core.asking.offers import Path
from brickfield.core.match import Setup
from brickfield.core.state import State
from tests.replays.infantry_battles import GAME, infantry_hand

# A2 leads two squads north and turns; A5 joins a gun; A6 and A7 become one; B2 waits for them in the woods.
FOLLOW: dict[str, Any] = {
    "phase": "movement",
    "round_limit": 4,
    "terrain": [
        {"feature": "Forest", "x": 24, "y": 26},
        {"feature": "Large Water", "x": 12.4, "y": 16, "length": 3, "width": 3},
    ],
    "units": [
        {"id": "A1", "seat": 0, "card": "Infantry", "x": 20, "y": 8},
        {"id": "A2", "seat": 0, "card": "M4 Sherman", "x": 20, "y": 10},
        {"id": "A3", "seat": 0, "card": "Infantry with Captain", "x": 21.4, "y": 8.4},
        {"id": "A4", "seat": 0, "card": "Flak 36", "x": 30, "y": 8},
        {"id": "A5", "seat": 0, "card": "Infantry", "x": 31.2, "y": 8},
        {"id": "A6", "seat": 0, "card": "Half Infantry", "x": 34, "y": 8},
        {"id": "A7", "seat": 0, "card": "Half Infantry", "x": 35.4, "y": 8},
        {"id": "B1", "seat": 1, "card": "Panzer III", "x": 20, "y": 30, "heading": 270},
        {"id": "B2", "seat": 1, "card": "Infantry", "x": 24, "y": 26},
    ],
}
# A1 sets A2 upright and makes it whole; medics bring A4 back; A5 and A6 are stragglers; B1 fires at all of it.
REPAIR: dict[str, Any] = {
    "phase": "movement",
    "round_limit": 6,
    "units": [
        {"id": "A1", "seat": 0, "card": "Engineers", "x": 20, "y": 10},
        {"id": "A2", "seat": 0, "card": "M4 Sherman", "x": 21.2, "y": 10, "status": "wreck"},
        {"id": "A3", "seat": 0, "card": "Medics", "x": 30, "y": 10},
        {
            "id": "A4",
            "seat": 0,
            "card": "Snipers",
            "x": 31.4,
            "y": 10,
            "changes": {"marks": {"markers": 1, "sniper": 0}},
        },
        {"id": "A5", "seat": 0, "card": "Infantry", "x": 36, "y": 10, "changes": {"marks": {"markers": 3}}},
        {"id": "A6", "seat": 0, "card": "Infantry", "x": 37.4, "y": 10, "changes": {"marks": {"markers": 2}}},
        {"id": "B1", "seat": 1, "card": "Panzer III", "x": 4, "y": 34, "heading": 90},
        {"id": "B2", "seat": 1, "card": "Infantry", "x": 40, "y": 18},
    ],
}
BATTLES: dict[str, tuple[Setup, int]] = {
    "squads_behind_a_tank": (Setup(GAME, "", {"special_units": True}, position=FOLLOW), 3),
    "engineers_at_a_wreck": (Setup(GAME, "", {}, position=REPAIR), 4),
}
_DRIVES = (
    [{"step": "forward", "inches": 3.0}],
    [{"step": "pivot", "degrees": -20.0}, {"step": "forward", "inches": 1.5}],
)


def trades_hand(state: State) -> dict[str, Any]:
    """What the hand answers: a squad does what its trade is, tanks drive, then as in other battles of infantry."""
    decision = state.decision
    assert decision is not None
    offer = decision.ask(state).offer
    if not isinstance(offer, Path):
        return infantry_hand(state)
    for choice in offer.also:
        plain: dict[str, Any] = msgspec.to_builtins(choice.answer)
        skipped = plain["answer"] in ("stop_following", "pass_captain", "come_out") or plain.get("pace") == "sprint"
        if choice.refusal is None and not skipped:
            return plain
    for mover in offer.movers:
        spent = state.units[mover.unit].marks.get("spent", 0)
        if offer.steps[0].motion != "free" and not spent:
            number = int(state.facts["round"]) % len(_DRIVES)
            return {**mover.answer, offer.into: _DRIVES[number]}
    return infantry_hand(state)
