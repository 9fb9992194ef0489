"""Battles of infantry whose replays are kept, drilled by a hand of their own: a raid on a house, a flank of two."""

from __future__ import annotations

from math import atan2, degrees, hypot
from typing import Any

import msgspec

from brickfield.core.asking.offers import Aims, Choose, Path
from brickfield.core.board import ALIVE
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.typed import as_type

GAME = "micro_brick_battle"

# Three squads go to the house of B1 and raid it together; A4 fires at the house B2 is in until it comes down.
RAID: dict[str, Any] = {
    "phase": "movement",
    "round_limit": 6,
    "terrain": [
        {"feature": "House", "x": 24, "y": 20},
        {"feature": "House", "x": 36, "y": 20},
        {"feature": "Forest", "x": 16, "y": 14},
        {"feature": "Low Wall", "x": 24, "y": 15, "length": 3.78},
    ],
    "units": [
        {"id": "A1", "seat": 0, "card": "Infantry with Captain", "x": 24, "y": 10},
        {"id": "A2", "seat": 0, "card": "Elite Infantry", "x": 21, "y": 11},
        {"id": "A3", "seat": 0, "card": "Grenadiers", "x": 17, "y": 14},
        {"id": "A4", "seat": 0, "card": "M4 Sherman", "x": 36, "y": 6},
        {"id": "B1", "seat": 1, "card": "Half Infantry", "changes": {"inside": "T1"}},
        {"id": "B2", "seat": 1, "card": "Snipers", "changes": {"inside": "T2"}},
        {"id": "B3", "seat": 1, "card": "Infantry", "x": 28, "y": 26},
    ],
}
# Two squads flank a tank, alone none of them could; a third fires at infantry behind sandbags.
FLANK: dict[str, Any] = {
    "phase": "movement",
    "round_limit": 5,
    "terrain": [{"feature": "Emplacement", "x": 32, "y": 18}, {"feature": "Hedgerow", "x": 20, "y": 14}],
    "units": [
        {"id": "A1", "seat": 0, "card": "Infantry", "x": 20, "y": 11},
        {"id": "A2", "seat": 0, "card": "Infantry", "x": 25, "y": 11},
        {"id": "A3", "seat": 0, "card": "Snipers", "x": 32, "y": 9},
        {"id": "B1", "seat": 1, "card": "Panzer III", "x": 22, "y": 22, "heading": 270},
        {"id": "B2", "seat": 1, "card": "Half Infantry", "x": 32, "y": 19.3},
        {"id": "B3", "seat": 1, "card": "Half Infantry", "x": 38, "y": 24},
    ],
}
BATTLES: dict[str, tuple[Setup, int]] = {
    "raid_on_a_house": (Setup(GAME, "", {}, position=RAID), 1),
    "flank_of_two": (Setup(GAME, "", {"cover_stacking": "sum"}, position=FLANK), 2),
}
_PACE = 3.0


def infantry_hand(state: State) -> dict[str, Any]:
    """What the hand answers: squads go at the nearest enemy and attack what they see, all of one target together."""
    decision = state.decision
    assert decision is not None
    offer = decision.ask(state).offer
    if isinstance(offer, Choose):
        plain: dict[str, Any] = msgspec.to_builtins(offer.choices[0].answer)
        return plain
    if isinstance(offer, Aims):
        return _declared(state, offer)
    assert isinstance(offer, Path)
    for mover in offer.movers:
        if offer.steps[0].motion != "free" or state.units[mover.unit].marks.get("spent"):
            continue
        answer = {**mover.answer, offer.into: [_towards_the_enemy(state, mover.unit)]}
        settled = decision.settle(state, as_type(answer, decision.ANSWER))
        if not isinstance(settled, Refusal) and any(taken.cost for taken in settled.drive.taken):
            return answer
    assert offer.finish is not None
    ended: dict[str, Any] = msgspec.to_builtins(offer.finish.answer)
    return ended


def _towards_the_enemy(state: State, unit: str) -> dict[str, Any]:
    pose, seat = state.units[unit].pose, state.units[unit].seat
    assert pose is not None
    x, y = pose.place
    foes = [
        each.pose.place for each in state.units.values() if each.seat != seat and each.status == ALIVE and each.pose
    ]
    to_x, to_y = min(foes, key=lambda place: (hypot(place[0] - x, place[1] - y), place))
    heading = round(degrees(atan2(to_y - y, to_x - x)), 3) % 360
    return {"step": "march", "heading": heading, "inches": _PACE}


def _declared(state: State, offer: Aims) -> dict[str, Any]:
    """Everybody at the best odds; infantry that names the same infantry goes with the first of it."""
    order = [*state.units, *state.tokens]
    shots: list[dict[str, Any]] = []
    for shooter in offer.shooters:
        aims = sorted((aim for aim in shooter.aims if aim.refusal is None), key=lambda aim: order.index(aim.target))
        if not aims:
            continue
        best = max(aims, key=lambda aim: (aim.odds, aim.target in state.units)).target
        if not _on_foot(state, shooter.unit):
            # guns fire at the walls round infantry
            walls = {unit.container for unit in state.units.values() if unit.container}
            best = next((aim.target for aim in aims if aim.target in walls), best)
        same = next((shot["unit"] for shot in shots if shot["target"] == best and _on_foot(state, shot["unit"])), "")
        lead = {"lead": same} if same and _on_foot(state, shooter.unit) else {}
        shots.append({"unit": shooter.unit, "target": best, **lead})
    return {**offer.answer, offer.into: [shot for shot in shots if _enough(state, shot, shots)]}


def _on_foot(state: State, unit: str) -> bool:
    return bool(state.match.cards[unit].markers)


def _enough(state: State, shot: dict[str, Any], shots: list[dict[str, Any]]) -> bool:
    """Whether a squad that fires at a vehicle does not do so alone; grenadiers may."""
    if not _on_foot(state, shot["unit"]) or shot["target"] not in state.units or _on_foot(state, shot["target"]):
        return True
    together = [each for each in shots if each["target"] == shot["target"] and _on_foot(state, each["unit"])]
    return len(together) > 1 or "grenadier" in state.units[shot["unit"]].marks
