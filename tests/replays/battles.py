"""The battles whose replays are kept: drilled by a fixed hand, so that only a change of rules can change them."""

from __future__ import annotations

from typing import Any

from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.offers import Aims, Choose, Path, Place, Thing
from brickfield.core.refusal import Refusal
from brickfield.core.replay import NEWEST_FORM, Session
from brickfield.core.showing import AimFace
from brickfield.core.state import State
from brickfield.games import find_game
from tests.replays import sea_battles
from tests.replays.mech_battles import MECH_BATTLES, mech_hand

GAME = "micro_brick_battle"
TWO_A_SIDE = ((("M4 Sherman", 2),), (("Panzer III", 2),))
MIXED = ((("M10 Wolverine", 1), ("Staff Car", 1), ("M3 Lee", 1)), (("StuG III", 2), ("Panzer II", 1)))

BATTLES: dict[str, tuple[Setup, int]] = {
    "base_rules": (Setup(GAME, "six_v_six", {"point_limit": 30}, TWO_A_SIDE), 6),
    "crossroads_with_hit_markers": (Setup(GAME, "crossroads", {"point_limit": 60}, MIXED), 3),
    "quick_play_against_base_rules": (
        Setup(GAME, "six_v_six", {"point_limit": 30, "rules_level": ["quick", "base"]}, TWO_A_SIDE),
        2,
    ),
    "young_players": (
        Setup(GAME, "six_v_six", {"point_limit": 30, "rules_level": ["young", "young_hidden"]}, TWO_A_SIDE),
        4,
    ),
    "house_rules": (
        Setup(
            GAME,
            "six_v_six",
            {
                "point_limit": 60,
                "turn_cost": "per_started_90",
                "cover_stacking": "sum",
                "friends_transparent": True,
                "hedgerow_passable": True,
                "destructible": True,
                "fixed_arc_deg": 90,
                "round_limit": 5,
            },
            MIXED,
        ),
        5,
    ),
    "players_lay_out_the_battlefield": (
        Setup(GAME, "six_v_six", {"point_limit": 30, "battlefield": "divide", "round_limit": 3}, TWO_A_SIDE),
        7,
    ),
    **MECH_BATTLES,
    **sea_battles.BATTLES,
}


def match_of(setup: Setup) -> Match:
    """The match of a set-up that is known to be right."""
    game = find_game(setup.game)
    assert game is not None
    match = game.new_match(setup)
    assert not isinstance(match, Refusal), match
    return match


def drill(name: str, form: int = NEWEST_FORM) -> str:
    """Play a battle by the fixed hand and return its replay, in one of the forms that replays are written in."""
    setup, seed = BATTLES[name]
    session = Session(match_of(setup), SeededDice(seed))
    while not session.state.over:
        decision = session.state.decision
        assert decision is not None
        hands = {"brick_mech": mech_hand, sea_battles.GAME: sea_battles.fixed_hand}
        taken = session.answer(decision.seat, hands.get(setup.game, fixed_hand)(session.state))
        assert not isinstance(taken, Refusal), taken
    return session.text(form)


def fixed_hand(state: State) -> dict[str, Any]:
    """What the fixed hand answers: it needs nothing but what a table draws."""
    decision = state.decision
    assert decision is not None
    match decision.ask(state).offer:
        case Place(things=(Thing(kind="", id=unit, answer=answer), *_)):
            heading = 90.0 if decision.seat == 0 else 270.0
            y = 3.0 if decision.seat == 0 else state.match.height - 3.0
            return {**answer, "x": 16.0 + 6 * int(unit[1:]), "y": y, "heading": heading}
        case Place(things=(Thing(answer=answer), *_)):
            number = answer["piece"]
            return {**answer, "x": 6.0 + 6 * number, "y": 12.0 + number, "heading": 30.0}
        case Choose():
            return {"answer": "skip_phase", "phase": "shooting"}
        case Path() as offer:
            return _order(state, offer)
        case Aims() as offer:
            aims = [[aim for aim in shooter.aims if aim.refusal is None] for shooter in offer.shooters]
            shots = [{"unit": each[0].unit, "target": _best(state, each)} for each in aims if each]
            return {**offer.answer, offer.into: shots}
    raise AssertionError(decision.kind)


def _order(state: State, offer: Path) -> dict[str, Any]:
    """Every unit that has not moved drives on, turns a little and backs off; one that is stuck stays where it is."""
    for each in offer.movers:
        unit = each.unit
        steps = _steps(state, offer, int(unit[1:]))
        if not state.units[unit].marks.get("spent") and _gets_anywhere(state, unit, steps):
            return {**each.answer, offer.into: steps}
    return {"answer": "end_movement"}


def _steps(state: State, offer: Path, number: int) -> list[dict[str, Any]]:
    turn = {"step": "pivot", "degrees": 15.0 if number % 2 else -15.0}
    ahead = {"step": "forward", "inches": 2.5}
    if offer.steps[0].motion == "free":
        return [{"step": "slide", "heading": 80.0, "inches": 2.0}, turn]
    return [turn, ahead] if state.facts.get("round") == 2 else [ahead, turn, {"step": "reverse", "inches": 0.5}]


def _gets_anywhere(state: State, unit: str, steps: list[dict[str, Any]]) -> bool:
    worked = state.match.game.queries["path"](state, unit, steps)
    return not isinstance(worked, Refusal) and any(taken.cost for taken in worked.taken)


def _best(state: State, aims: list[AimFace]) -> str:
    """The unit with the best odds, the first of equals; terrain only where there is nothing else."""
    order = [*state.units, *state.tokens]
    in_order = sorted(aims, key=lambda aim: order.index(aim.target))
    return max(in_order, key=lambda aim: aim.odds if aim.target in state.units else 0.0).target
