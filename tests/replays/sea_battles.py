"""Battles of the Sea whose replays are kept, and the fixed hand that sails them: it knows only what a table draws."""

from __future__ import annotations

from math import atan2, degrees
from typing import Any

from brickfield.core.asking.movers import Mover
from brickfield.core.asking.offers import Act, Allocate, Choose, Path, Place, Split, Take
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN

GAME = "battle_of_the_sea"
SMALL = (("Viking Longship", 1), ("Cutter", 1))
GUNS = (("Galleon", 1), ("Cutter", 1))
BEASTS = (("Viking Longship", 1), ("Kraken", 1))
BENDS = (0.0, 25.0, -25.0, 60.0, -60.0, 100.0, -100.0)

BATTLES: dict[str, tuple[Setup, int]] = {
    "sea_last_drop_of_blood": (Setup(GAME, "last_drop_of_blood", {"max_rounds": 8}, (GUNS, SMALL)), 2),
    "sea_trade_winds": (Setup(GAME, "trade_winds", {"max_rounds": 8, "dice": "d6_easy"}, (SMALL, SMALL)), 1),
    "sea_rip_currents": (Setup(GAME, "rip_currents", {"max_rounds": 7}, (GUNS, SMALL)), 1),
    "sea_safe_harbours": (Setup(GAME, "safe_harbours", {"max_rounds": 16}, (SMALL, SMALL)), 1),
    "sea_defence_of_the_fort": (Setup(GAME, "defence_of_the_fort", {}, (GUNS, SMALL)), 8),
    "sea_transport_of_gold": (Setup(GAME, "transport_of_gold", {"currents": True}, (SMALL, SMALL)), 1),
    "sea_here_be_monsters": (Setup(GAME, "here_be_monsters", {"max_rounds": 9}, (BEASTS, BEASTS)), 3),
    # as new battles open, with ships that are hurt in their hulls and mended in port
    "sea_stout_hulls_by_length": (
        Setup(
            GAME,
            "safe_harbours",
            {"turning": "by_length", "stout_hulls": True, "max_rounds": 9, "dice": "d6_easy"},
            ((("Hulk 12: 4-8-0", 1), ("Cutter", 1)), (("Brig", 1), ("Galley Ram", 1))),
        ),
        2,
    ),
    "sea_three_captains": (
        Setup(
            GAME,
            "free_for_all_3",
            {
                "max_rounds": 6,
                "ram_backlash": True,
                "ram_test": "impact_angle",
                "broadside": True,
                "order": "reroll_each_round",
                "dice": "d6_hard",
            },
            (SMALL, GUNS, SMALL),
        ),
        1,
    ),
}


def fixed_hand(state: State) -> dict[str, Any]:
    """What the fixed hand answers."""
    decision = state.decision
    assert decision is not None
    match decision.ask(state).offer:
        case Place() as offer:
            return _place(offer)
        case Path() as offer:
            return _sail(state, offer.movers[0])
        case Act() as offer:
            return {"answer": "hold_fire"} if _lies_in_port(state, offer.actors[0].unit) else _attack(state, offer)
        case Allocate() as offer:
            return (
                {"firepower": 0, "speed": 0, "base": 0} | offer.answer | {heap.id: heap.usual for heap in offer.heaps}
            )
        case Take() as offer:
            return offer.answer | {offer.into: [item.value for item in offer.items]}
        case Choose() as offer if decision.kind == "anchor":
            return {"answer": "drop_anchor", "yes": offer.unit.endswith("1")}
        case Choose() as offer:
            return {"answer": "repair", "feature": min(choice.answer.feature for choice in offer.choices)}
    raise AssertionError(decision.kind)


def _place(offer: Place) -> dict[str, Any]:
    """Ships lie side by side in the middle of their zone."""
    thing, (x0, y0, x1, y1) = offer.things[0], (*offer.zone[:2], *offer.zone[4:6])
    off = 5.0 * int(thing.id[1:]) - 8.0
    x, y = (x0 + x1) / 2 / GRAIN, (y0 + y1) / 2 / GRAIN
    along = x1 - x0 > y1 - y0
    place = {"x": x + off, "y": y} if along else {"x": x, "y": y + off}
    # the longest hulls are longer than the zone is deep, so everybody lies along the edge
    return thing.answer | place | {"heading": 0.0 if along else 90.0}


def _sail(state: State, mover: Mover) -> dict[str, Any]:
    """The first unit rams what is in its reach, else makes for the nearest enemy or goal, as far as it can."""
    unit = state.units[mover.unit]
    order = mover.answer | {"legs": []}
    rests = state.match.options.currents and int(state.facts["round"]) % 3 == 0
    if mover.points < 1 or rests or _lies_in_port(state, unit.id):
        return order
    path = state.match.game.queries["path"]
    for goal, target in _goals(state, unit.id):
        toward = round(_bearing(state, unit.id, goal), 3)
        ram = {"target": target, "heading": toward}
        if target and not isinstance(path(state, unit.id, [], ram), Refusal):
            return order | {"ram": ram}
        for way in (mover.points, 2.0, 0.5):
            for bend in BENDS:
                legs = [{"step": "ahead", "heading": round(toward + bend, 3), "inches": min(way, mover.points)}]
                if not isinstance(path(state, unit.id, legs), Refusal):
                    return order | {"legs": legs}
    back = [{"step": "astern", "inches": 1.0}]
    return order if isinstance(path(state, unit.id, back), Refusal) else order | {"legs": back}


def _goals(state: State, unit_id: str) -> list[tuple[tuple[float, float], str]]:
    """Where to go: home with a cargo, to a treasure without, else to the nearest enemy."""
    unit = state.units[unit_id]
    assert unit.pose is not None
    x, y = unit.pose.place
    if _port_of_refuge(state, unit_id) is not None:
        return [(_port_of_refuge(state, unit_id) or (x, y), "")]
    if state.match.options.gold:
        kind = "port" if any(mark.startswith("cargo") for mark in unit.marks) else "treasure"
        tokens = [token for token in state.tokens.values() if token.kind == kind and token.seat in (-1, unit.seat)]
        if tokens:
            nearest = min(tokens, key=lambda token: _away(token.pose.place, (x, y)))
            return [(nearest.pose.place, "")]
    enemies = [other for other in state.units.values() if other.seat != unit.seat and other.pose is not None]
    enemies.sort(key=lambda other: _away(other.pose.place, (x, y)) if other.pose is not None else 0.0)
    return [(other.pose.place, other.id) for other in enemies[:1] if other.pose is not None]


def _port_of_refuge(state: State, unit_id: str) -> tuple[float, float] | None:
    """The own port, for a ship that has lost all its additional durability."""
    unit = state.units[unit_id]
    ports = [token.pose.place for token in state.tokens.values() if token.kind == "port" and token.seat == unit.seat]
    hurt = state.match.options.ports and not unit.marks.get("additional")
    return ports[0] if hurt and ports else None


def _lies_in_port(state: State, unit_id: str) -> bool:
    """Whether a damaged ship has come near enough to its port to be mended there."""
    port, pose = _port_of_refuge(state, unit_id), state.units[unit_id].pose
    half = state.match.cards[unit_id].length / 6
    return port is not None and pose is not None and _away(port, pose.place) <= (half + 0.6) ** 2


def _away(one: tuple[float, float], other: tuple[float, float]) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _bearing(state: State, unit_id: str, goal: tuple[float, float]) -> float:
    pose = state.units[unit_id].pose
    assert pose is not None
    return degrees(atan2(goal[1] - pose.y / GRAIN, goal[0] - pose.x / GRAIN))


def _attack(state: State, offer: Act) -> dict[str, Any]:
    """Unload, load, or all dice on the first target; with many dice a second target gets some."""
    offers = {action.id: action.offer for action in offer.actors[0].actions}
    if "unload" in offers:
        return {"answer": "unload"}
    load, split = offers.get("load"), offers["fire"]
    fitting = [item.value for item in load.items if item.weight <= load.most] if isinstance(load, Take) else []
    if fitting:
        return {"answer": "take_aboard", "treasures": fitting[:1]}
    able = [aim for aim in split.aims if aim.refusal is None] if isinstance(split, Split) else []
    if not able or not isinstance(split, Split):
        return {"answer": "hold_fire"}
    able.sort(key=lambda aim: list(state.units).index(aim.target))
    near = [aim.target for aim in able if aim.range != "long"]
    shots = [{"target": able[0].target, "dice": able[0].sums[0].total}]
    if len(near) > 1 and split.dice > 3:
        shots = [{"target": near[0], "dice": split.dice - 2}, {"target": near[1], "dice": 2}]
    return split.answer | {split.into: shots}
