"""Battles of our scenarios with goals of their own whose replays are kept, drilled by a hand that goes for the goal."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

import msgspec

from brickfield.core.asking.offers import Act, Asked, Choose, Path, Place, Take
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.geometry import bearing
from brickfield.geometry.grain import GRAIN
from tests.replays.air_hand import air_hand, entry_hand
from tests.replays.infantry_battles import infantry_hand

GAME = "micro_brick_battle"
BATTLES: dict[str, tuple[Setup, int]] = {
    # swimmers land through a mined zone under the guns of bunkers, the rest comes on the shore line in round 4
    "beach_landing": (Setup(GAME, "beach", {"mines": "zone", "special_units": True, "round_limit": 5}), 4),
    # a car that leaves the table
    "staff_car_run": (
        Setup(
            GAME,
            "convoy",
            {"point_limit": 30},
            ((("Carro Armato P40", 2), ("Staff Car", 1)), (("M3 Grant", 1), ("Valentine", 1))),
        ),
        3,
    ),
    # a town that the defender lays out with roads between its rows, squads in its houses and reserves
    "town_siege": (
        Setup(
            GAME,
            "town_siege_2",
            {"infantry": True, "special_units": True, "battlefield": "divide", "round_limit": 5},
            (
                (("M4 Sherman", 2), ("Infantry", 3)),
                (("Flak 36", 2), ("Infantry", 2), ("Grenadiers", 1), ("Panzer III", 1)),
            ),
        ),
        6,
    ),
    # a depot that airplanes and tanks shoot to pieces
    "air_raid": (Setup(GAME, "air_raid", {"airplanes": True, "special_units": True, "round_limit": 4}), 3),
}
# Shares of a zone, the middle first, that are tried for what is set down.
_SHARES = (0.5, 0.3, 0.7, 0.15, 0.85, 0.4, 0.6, 0.05, 0.95, 0.22, 0.78)
# The same where a whole town is laid out.
_TOWN = (0.5, 0.125, 0.885, *[number / 24 for number in range(1, 24)])
# Turns before a drive that are tried, and the spare that rounding needs.
_TURNS = (0.0, 20.0, -20.0, 45.0, -45.0)
_SPARE = 0.01


def scenario_hand(state: State) -> Any:
    """What the hand answers: it needs nothing but what a table draws, and tries until the rules let it."""
    decision = state.decision
    assert decision is not None
    asked = decision.ask(state)
    offer = asked.offer
    if decision.kind == "enter_airplane":
        assert isinstance(offer, Place)
        return entry_hand(state, offer)
    if isinstance(offer, Act):
        return air_hand(state, offer)
    if isinstance(offer, Place):
        return _first_allowed(state, _settings(offer, _TOWN if decision.kind == "place_terrain" else _SHARES))
    if isinstance(offer, Take):
        return {**offer.answer, offer.into: []}
    if decision.kind == "move_units":
        return _first_allowed(state, _drives(state, asked))
    if isinstance(offer, Choose) and decision.kind == "first_turn_choice":
        return {"answer": "skip_phase", "phase": "shooting"}
    return infantry_hand(state)


def _first_allowed(state: State, answers: Iterator[dict[str, Any]]) -> dict[str, Any]:
    decision = state.decision
    assert decision is not None
    for answer in answers:
        if not isinstance(decision.settle(state, as_type(answer, decision.ANSWER)), Refusal):
            return answer
    raise AssertionError(f"{decision.kind}: no answer of the hand is allowed")


def _gets_anywhere(state: State, unit: str, steps: list[dict[str, Any]]) -> bool:
    worked = state.match.game.queries["path"](state, unit, steps)
    return not isinstance(worked, Refusal) and any(taken.cost for taken in worked.taken)


def _settings(offer: Place, shares: tuple[float, ...] = _SHARES) -> Iterator[dict[str, Any]]:
    """The first thing at one place of the zone after the other, against its edge if it has to be."""
    thing, zone = offer.things[0], offer.zone
    (x0, x1), (y0, y1) = [(min(zone[axis::2]) / GRAIN, max(zone[axis::2]) / GRAIN) for axis in (0, 1)]
    wide, tall = x1 - x0, y1 - y0
    for across in shares:
        for along in shares:
            right, up = (along, across) if wide >= tall else (across, along)
            place = {"x": round(x0 + right * wide, 3), "y": round(y0 + up * tall, 3)}
            yield {**thing.answer, **place, "heading": thing.heading}


def _drives(state: State, asked: Asked) -> Iterator[dict[str, Any]]:
    """Who may come on does; then every unit that has not moved drives at the goal; then the phase ends."""
    offer = asked.offer
    assert isinstance(offer, Path)
    if offer.enter is not None:
        yield from _settings(offer.enter)
    for mover in offer.movers:
        unit = state.units[mover.unit]
        if unit.marks.get("spent") or unit.pose is None or state.match.cards[unit.id].markers:
            continue
        place = unit.pose.place
        off = (bearing(*place, *_goal(state, unit.seat, place)) - unit.pose.degrees + 180.0) % 360.0 - 180.0
        for turn in _TURNS:
            first = round(max(-60.0, min(60.0, off)) + turn, 3)
            way = round(mover.left - abs(first) / 90.0 - _SPARE, 3)
            steps = [{"step": "pivot", "degrees": first}] if first else []
            steps += [{"step": "forward", "inches": way}] if way > 0 else []
            if way > 0 and _gets_anywhere(state, unit.id, steps):
                yield {**mover.answer, offer.into: steps}
    assert offer.finish is not None
    yield msgspec.to_builtins(offer.finish.answer)


def _goal(state: State, seat: int, place: tuple[float, float]) -> tuple[float, float]:
    """Where a seat drives: straight over the table if it has a goal there, else at the nearest enemy."""
    width, height = state.match.width, state.match.height
    if state.match.setup.scenario == "convoy" and seat == 0:
        return width + 9.0, place[1]
    if seat == 0:
        return place[0], height
    foes = [unit.pose.place for unit in state.units.values() if unit.seat != seat and unit.alive and unit.pose]
    return min(foes, key=lambda foe: (hypot(foe[0] - place[0], foe[1] - place[1]), foe), default=(width / 2, 0.0))
