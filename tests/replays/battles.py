"""The battles whose replays are kept: drilled by a fixed hand, so that only a change of rules can change them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from brickfield.core.asking.offers import Act, Aims, Choose, Path, Place, Take, Thing
from brickfield.core.decisions import React
from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.core.replay import NEWEST_FORM, Session
from brickfield.core.shown.showing import AimFace
from brickfield.core.state import State
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.chapters.effect_cards.playing_cards import KeepCards, KeepFromShots
from brickfield.geometry.grain import GRAIN
from tests.replays import (
    action_battles,
    infantry_battles,
    scenario_battles,
    sea_battles,
    special_battles,
    trade_battles,
)
from tests.replays.air_hand import air_hand, entry_hand
from tests.replays.mech_battles import MECH_BATTLES, mech_hand

GAME = "micro_brick_battle"
TWO_A_SIDE = ((("M4 Sherman", 2),), (("Panzer III", 2),))
FOUR_A_SIDE = ((("M4 Sherman", 4),), (("Panzer III", 4),))
MIXED = ((("M10 Wolverine", 1), ("Staff Car", 1), ("M3 Lee", 1)), (("StuG III", 2), ("Panzer II", 1)))

# A1 and A2 drive over wire and mud, A7 fires at the bridge that A8 and B6 stand on, A4 and B3 see each other from
# hills, a gun fires out of a bunker, and A6 drives over a bridge.
HILLS_AND_BRIDGES: dict[str, Any] = {
    "phase": "turn",
    "round": 1,
    "terrain": [
        {"feature": "Large Water", "x": 24, "y": 18, "length": 48, "width": 4},
        {"feature": "Bridges", "x": 46, "y": 18, "heading": 90, "length": 6, "width": 2.52, "hit_markers": 1},
        {"feature": "Bridges", "x": 6, "y": 18, "heading": 90, "length": 6, "width": 2.52, "height_bricks": 4},
        {"feature": "Wire Obstacle", "x": 12, "y": 8},
        {"feature": "Mud", "x": 18, "y": 9},
        {"feature": "House", "x": 24, "y": 12},
        {"feature": "Hill", "x": 40, "y": 9, "length": 6, "width": 5},
        {"feature": "Hill", "x": 40, "y": 27, "length": 6, "width": 5},
        {
            "feature": "Mountain",
            "x": 36,
            "y": 16.5,
            "length": 2,
            "width": 4,
            "heading": 0,
            "corners": [[1, 0], [0, 0.9], [-1, 0], [0, -0.9]],
        },
        {"feature": "Artillery Bunker", "x": 20, "y": 32, "heading": 180, "owner": 1},
        {"feature": "Emplacement", "x": 12, "y": 24, "heading": 180},
        {"feature": "Sand Dunes", "x": 26, "y": 28},
        {"feature": "Tank Trap", "x": 3, "y": 26},
        {"feature": "Wall", "x": 44.2, "y": 9, "heading": 90, "length": 11.34},
        {"feature": "Bridges", "x": 30, "y": 18, "heading": 90},
    ],
    "units": [
        {"id": "A1", "seat": 0, "card": "M4 Sherman", "x": 12, "y": 5},
        {"id": "A2", "seat": 0, "card": "M4 Sherman", "x": 18, "y": 6},
        {"id": "A3", "seat": 0, "card": "M10 Wolverine", "x": 30, "y": 7},
        {"id": "A4", "seat": 0, "card": "M4 Sherman", "x": 40, "y": 9},
        {"id": "A6", "seat": 0, "card": "M5 Stuart", "x": 6, "y": 12},
        {"id": "A7", "seat": 0, "card": "M4 Sherman", "x": 46, "y": 6, "changes": {"mp": 0, "dp": 10}},
        {"id": "A8", "seat": 0, "card": "M4 Sherman", "x": 46, "y": 16.5, "changes": {"mp": 0, "dp": 10}},
        {"id": "B1", "seat": 1, "card": "Flak 36", "x": 20, "y": 32, "heading": 270},
        {"id": "B2", "seat": 1, "card": "Panzer III", "x": 30, "y": 18.5, "heading": 270},
        {"id": "B3", "seat": 1, "card": "Panzer IV", "x": 40, "y": 27, "heading": 270},
        {"id": "B4", "seat": 1, "card": "Panzer III", "x": 12, "y": 26, "heading": 270},
        {"id": "B5", "seat": 1, "card": "StuG III", "x": 26, "y": 32, "heading": 270},
        {"id": "B6", "seat": 1, "card": "Panzer III", "x": 46, "y": 19, "heading": 270, "changes": {"mp": 0, "ap": 1}},
    ],
}

# Both sides drive at each other through a mined zone; A2 and B2 begin in it.
MINED: dict[str, Any] = {
    "phase": "turn",
    "round": 1,
    "minefield": [{"x": 24, "y": 18, "length": 30, "width": 10}],
    "terrain": [{"feature": "House", "x": 24, "y": 18}],
    "units": [
        {"id": "A1", "seat": 0, "card": "M4 Sherman", "x": 14, "y": 11},
        {"id": "A2", "seat": 0, "card": "M4 Sherman", "x": 20, "y": 14},
        {"id": "A3", "seat": 0, "card": "M10 Wolverine", "x": 30, "y": 11},
        {"id": "B1", "seat": 1, "card": "Panzer III", "x": 14, "y": 25, "heading": 270},
        {"id": "B2", "seat": 1, "card": "Panzer III", "x": 26, "y": 22, "heading": 270},
        {"id": "B3", "seat": 1, "card": "StuG III", "x": 34, "y": 25, "heading": 270},
    ],
}

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
    "secret_minefields": (Setup(GAME, "six_v_six", {"point_limit": 60, "mines": "secret", "round_limit": 6}, MIXED), 1),
    "minefield_zone_by_cards": (
        Setup(GAME, "", {"mines": "zone", "mine_test": "cards", "round_limit": 5}, position=MINED),
        2,
    ),
    "minefield_zone_by_dice": (Setup(GAME, "", {"mines": "zone", "round_limit": 5}, position=MINED), 3),
    "mines_in_plain_sight_and_rolled_weather": (
        Setup(
            GAME,
            "six_v_six",
            {"point_limit": 60, "mines": "visual", "weather": "rolled", "weather_kind": "blizzard", "round_limit": 6},
            MIXED,
        ),
        3,
    ),
    "rain_all_day": (
        Setup(GAME, "crossroads", {"point_limit": 30, "weather": "constant", "round_limit": 6}, TWO_A_SIDE),
        4,
    ),
    "two_against_two": (Setup(GAME, "two_against_two", {"round_limit": 6}), 2),
    "four_armies": (Setup(GAME, "four_armies", {"round_limit": 6}), 4),
    "effect_deck": (Setup(GAME, "three_armies", {"effect_cards": "deck", "round_limit": 8}), 5),
    "hail_mary_cards": (
        Setup(GAME, "six_v_six", {"point_limit": 60, "effect_cards": "hail_mary", "hail_mary_cards": 4}, FOUR_A_SIDE),
        3,
    ),
    "the_ford": (Setup(GAME, "ford", {"round_limit": 6}), 8),
    "hills_bridges_and_wire": (Setup(GAME, "", {"hill_mp": -1, "round_limit": 5}, position=HILLS_AND_BRIDGES), 9),
    "air_support": (Setup(GAME, "air_support", {"round_limit": 8}), 15),
    **MECH_BATTLES,
    **sea_battles.BATTLES,
    **special_battles.BATTLES,
    **infantry_battles.BATTLES,
    **trade_battles.BATTLES,
    **scenario_battles.BATTLES,
    **action_battles.BATTLES,
}

# Which of the squares and calls the fixed hand takes, by the number of the question and how many there are.
MINE_ANSWERS: dict[str, Callable[[int, int], int]] = {
    "write_minefield": lambda version, count: count // 2 - version % 3,
    "call_even_or_odd": lambda version, count: version % count,
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
        hands |= {action_battles.GAME: action_battles.action_hand}
        hands |= dict.fromkeys(special_battles.BATTLES, special_battles.special_hand)
        hands |= dict.fromkeys(infantry_battles.BATTLES, infantry_battles.infantry_hand)
        hands |= dict.fromkeys(trade_battles.BATTLES, trade_battles.trades_hand)
        hands |= dict.fromkeys(scenario_battles.BATTLES, scenario_battles.scenario_hand)
        hand = hands.get(name) or hands.get(setup.game) or fixed_hand
        taken = session.answer(decision.seat, hand(session.state))
        assert not isinstance(taken, Refusal), taken
    return session.text(form)


def fixed_hand(state: State) -> dict[str, Any]:
    """What the fixed hand answers: it needs nothing but what a table draws."""
    decision = state.decision
    assert decision is not None
    match decision.ask(state).offer:
        case Place() as offer if decision.kind == "enter_airplane":
            return entry_hand(state, offer)
        case Act() as offer:
            return air_hand(state, offer)
        case Place(things=(Thing(kind="", id=unit, answer=answer, heading=facing), *_), zone=zone) if (
            state.match.seats > 2
        ):
            # side by side in the zone, the second player of a team behind the first
            (x0, x1), (y0, y1) = [(min(zone[axis::2]) / GRAIN, max(zone[axis::2]) / GRAIN) for axis in (0, 1)]
            along, across = 0.25 * int(unit[1:]) - 0.1, 0.25 if decision.seat < 2 else 0.7
            if x1 - x0 < y1 - y0:
                along, across = across, along
            return {**answer, "x": x0 + along * (x1 - x0), "y": y0 + across * (y1 - y0), "heading": facing}
        case Place(things=(Thing(kind="", id=unit, answer=answer), *_)):
            heading = 90.0 if decision.seat == 0 else 270.0
            y = 3.0 if decision.seat == 0 else state.match.height - 3.0
            x = 16.0 + 6 * int(unit[1:])
            return {**answer, "x": x if x < state.match.width - 1 else x - 36.0, "y": y, "heading": heading}
        case Place(things=(Thing(kind="Mine", answer=answer), *_)):
            number = sum(token.kind == "Mine" for token in state.tokens.values())
            return {
                **answer,
                "x": 22.0 + 3 * (number // 2),
                "y": 10.5 if number % 2 else 25.5,
                "heading": 20.0 * number,
            }
        case Place() if decision.kind == "name_card_point":
            point: dict[str, Any] = msgspec.to_builtins(decision.suggest(state, 1)[0].answer)
            return point
        case Place(things=(Thing(answer=answer), *_)):
            number = answer["piece"]
            return {**answer, "x": 6.0 + 6 * number, "y": 12.0 + number, "heading": 30.0}
        case Choose() as choose if decision.kind in MINE_ANSWERS:
            number = MINE_ANSWERS[decision.kind](state.version, len(choose.choices))
            plain: dict[str, Any] = msgspec.to_builtins(choose.choices[number].answer)
            return plain
        case Take() as offer:
            # other cards for every seat
            first = offer.most * decision.seat
            return {**offer.answer, offer.into: [item.value for item in offer.items[first : first + offer.most]]}
        case Choose(choices=choices) as choose if choose.style == "cards" or decision.kind == "choose_second":
            # the last card or unit that is offered, if there is one to play
            plays = [each.answer for each in choices if not isinstance(each.answer, (KeepCards, KeepFromShots, React))]
            answer = msgspec.to_builtins(plays[-1] if plays else choices[0].answer)
            assert isinstance(answer, dict)
            return answer
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
