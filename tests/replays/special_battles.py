"""Battles of special units whose replays are kept, drilled by a fixed hand of their own."""

from __future__ import annotations

from typing import Any

from brickfield.core.asking.offers import Aims, Path, Place
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.state import State

GAME = "micro_brick_battle"
BATTLES: dict[str, tuple[Setup, int]] = {
    "guns_on_the_river": (Setup(GAME, "river_guns"), 19),
    "guns_by_house_rules": (
        Setup(GAME, "river_guns", {"spg_rear_as_shooter": "ignored", "reinforcements": False, "round_limit": 6}),
        19,
    ),
}
# Where the units of either side stand, as seen from its own edge: how far along it and how far from it.
_PLACES = {1: (26, 4), 2: (12, 4), 3: (18, 4), 4: (31, 4), 5: (37, 4), 6: (8, 4)}
# How far units drive in a turn; guns stay, but for a round in which they turn.
_DRIVES = {1: 3.0, 2: 6.0, 3: 5.0, 5: 3.0, 6: 7.0}
_GUN, _TURNS_IN = 4, 3


def special_hand(state: State) -> dict[str, Any]:
    """What the hand answers: it needs nothing but what a table draws and which round it is."""
    decision = state.decision
    assert decision is not None
    offer, seat = decision.ask(state).offer, decision.seat
    match decision.kind:
        case "name_reserves":
            return {"answer": "hold_back", "units": ["A5"] if seat == 0 else ["B3"]}
        case "place_work":
            assert isinstance(offer, Place)
            number = offer.things[0].answer["piece"]
            return {**offer.things[0].answer, "x": 38.0 - 12.0 * (number % 2), "y": 29.0, "heading": 180.0}
        case "commanders_choice":
            odd = int(state.facts["round"]) % 2
            return {"answer": "use_ability", "ability": "move_shoot_move" if odd else "shoot_move_shoot"}
        case "first_turn_choice":
            return {"answer": "skip_phase", "phase": "shooting"}
    if isinstance(offer, Place):
        return _placed(state, seat, offer.things[0].answer)
    if isinstance(offer, Path):
        return _ordered(state, seat, offer)
    assert isinstance(offer, Aims)
    aims = [[aim for aim in shooter.aims if aim.refusal is None] for shooter in offer.shooters]
    shots = [{"unit": each[0].unit, "target": each[0].target} for each in aims if each]
    return {**offer.answer, offer.into: shots}


def _placed(state: State, seat: int, answer: dict[str, Any]) -> dict[str, Any]:
    bunkers = [token for token in state.tokens.values() if token.kind == "Artillery Bunker"]
    if answer["unit"] == "B5" and bunkers:
        x, y = bunkers[0].pose.place
        return {**answer, "x": x, "y": y, "heading": 270.0}
    along, away = _PLACES[int(answer["unit"][1:])]
    if seat == 0:
        return {**answer, "x": along, "y": away, "heading": 90.0}
    return {**answer, "x": 48.0 - along, "y": 36.0 - away, "heading": 270.0}


def _ordered(state: State, seat: int, offer: Path) -> dict[str, Any]:
    """Who may come on does; then every unit that has not moved drives its way, and swimmers do what they must."""
    if offer.enter is not None:
        answer = offer.enter.things[0].answer
        half = state.match.cards[answer["unit"]].length_inches / 2
        y, heading = (half, 90.0) if seat == 0 else (36.0 - half, 270.0)
        return {**answer, "x": 24.0, "y": y, "heading": heading}
    extra = state.facts["phase"] == "extra_movement"
    for mover in offer.movers:
        steps = _steps(int(mover.unit[1:]), int(state.facts["round"]), extra)
        if not state.units[mover.unit].marks.get("spent") and _gets_anywhere(state, mover.unit, steps):
            return {**mover.answer, offer.into: steps}
    assert offer.finish is not None
    refusal = offer.finish.refusal
    if refusal is None:
        return {"answer": "end_movement"}
    back = {"step": "reverse", "inches": refusal.data["points"] / 2 + 1e-6}
    return {"answer": "move", "unit": refusal.data["unit"], "steps": [back]}


def _steps(number: int, turn: int, extra: bool) -> list[dict[str, Any]]:
    if extra:
        return [{"step": "reverse", "inches": 2.0}, {"step": "pivot", "degrees": 10.0}]
    if number == _GUN:
        return [{"step": "pivot", "degrees": -12.0}] if turn == _TURNS_IN else []
    return [{"step": "forward", "inches": _DRIVES[number]}] if number in _DRIVES else []


def _gets_anywhere(state: State, unit: str, steps: list[dict[str, Any]]) -> bool:
    if not steps:
        return False
    worked = state.match.game.queries["path"](state, unit, steps)
    return not isinstance(worked, Refusal) and any(taken.cost for taken in worked.taken)
