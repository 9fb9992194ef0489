"""Every registered game keeps the contract of the engine."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from brickfield.core.decisions import Reaction
from brickfield.core.dice import SeededDice
from brickfield.core.judging.judging import one_by_one
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.games import GAME_IDS, find_game
from brickfield.speech.asked import asked_lines
from brickfield.speech.choices import from_offer
from brickfield.testing.contract import check_game

# a hulk in its own harbour and an enemy far off: what is rare in random play
HARBOUR = {
    "units": [
        {
            "id": "A1",
            "seat": 0,
            "card": "Viking Longship",
            "x": 10,
            "y": 10,
            "changes": {"marks": {"speed": 0, "firepower": 0}},
        },
        {"id": "B1", "seat": 1, "card": "Cutter", "x": 30, "y": 30},
    ],
    "terrain": [{"kind": "port", "seat": 0, "x": 10, "y": 12.5}],
    "phase": "round_end",
}
# a ship that carries all it can, under fire
LADEN = {
    "units": [
        {
            "id": "A1",
            "seat": 0,
            "card": "Galleon",
            "x": 10,
            "y": 10,
            "changes": {"marks": {"firepower": 3, "speed": 0}},
        },
        {"id": "B1", "seat": 1, "card": "Viking Longship", "x": 10, "y": 16, "changes": {"cargo": [3, 2]}},
    ],
}
# Two tanks between mine markers.
MINED = {
    "units": [
        {"id": "A1", "seat": 0, "card": "M4 Sherman", "x": 24, "y": 12},
        {"id": "B1", "seat": 1, "card": "Panzer III", "x": 24, "y": 24, "heading": 270, "changes": {"ap": 1}},
    ],
    "mines": [{"seat": number % 2, "x": 21 + 3 * (number % 3), "y": 9 + 6 * (number // 3)} for number in range(9)],
}
# Squads with medics, hand to hand, and squads with all sorts of grenades
MELEE = {
    "units": [
        {"id": "A1", "seat": 0, "card": "medic smg, 4 regular smg", "x": 40, "y": 40},
        {"id": "B1", "seat": 1, "card": "medic smg, 4 regular smg", "x": 40, "y": 45},
    ],
}
PINNED = {"suppressed": 1}
GRENADES = {
    "units": [
        {"id": "A1", "seat": 0, "card": "medic smg smoke_grenade, regular smg grenade", "x": 44.5, "y": 40.5},
        {"id": "B1", "seat": 1, "card": "medic smg smoke_grenade, regular smg rocket", "x": 44.5, "y": 54.5},
        {"id": "A2", "seat": 0, "card": "2 regular smg", "x": 10, "y": 10, "changes": PINNED},
        {"id": "A3", "seat": 0, "card": "2 regular smg", "x": 80, "y": 10, "changes": PINNED},
    ],
    "terrain": [
        {"feature": "wall", "x": 20 + 7 * (number % 7), "y": 30 + 7 * (number // 7), "length": 2, "width": 2}
        for number in range(35)
    ],
    "phase": "turn",
}
# Two squads with officers, near each other, that wait for each other
HELD = {
    "units": [
        {"id": "A1", "seat": 0, "card": "carbine_squad", "x": 40, "y": 40},
        {"id": "B1", "seat": 1, "card": "carbine_squad", "x": 40, "y": 60, "changes": {"hold": "attack A1 either 1"}},
        {"id": "B2", "seat": 1, "card": "rifle_squad", "x": 60, "y": 60, "changes": {"hold": "move A1 move 2"}},
    ],
}
# Trucks at gunpoint with squads in them, and squads beside trucks that have nearly walked enough
RIDING = {
    "units": [
        *(
            {"id": f"A{n}", "seat": 0, "card": "C2", "x": 16 + 20 * n, "y": 40, "changes": {"damage": 1}}
            for n in (1, 2, 3)
        ),
        *({"id": f"A{n + 3}", "seat": 0, "card": "5 regular smg", "changes": {"inside": f"A{n}"}} for n in (1, 2, 3)),
        {"id": "A7", "seat": 0, "card": "2 regular smg", "x": 36, "y": 34.5, "changes": {"moved": 31_500_000}},
        *({"id": f"B{n}", "seat": 1, "card": "M1 map mg", "x": 16 + 20 * n, "y": 62, "heading": 270} for n in (1, 2)),
        {"id": "B3", "seat": 1, "card": "2 regular smg", "x": 72, "y": 68},
        {"id": "B4", "seat": 1, "card": "C2", "x": 72, "y": 74, "heading": 0},
    ],
    "actions": 5,
    "seat": 1,
}
# A tank and a transport, a commando's squad, a heavy weapon
TANKS = (("M2 map mg", 1), ("C2 mg", 1), ("commando smg, 4 regular smg", 1), ("heavy_support", 1))
COMMANDOS = {
    "units": [
        {
            "id": f"{'AB'[seat]}{number}",
            "seat": seat,
            "card": "commando smg, 4 veteran smg",
            "x": x,
            "y": 40 + 16 * seat,
        }
        for seat in (0, 1)
        for number, x in ((1, 20), (2, 46), (3, 72))
    ],
}
# Trucks that somebody may get into, and one with riders under fire
TRUCKS = {
    "units": [
        *({"id": f"A{3 + n}", "seat": 0, "card": "regular smg", "x": 20 + 14 * n, "y": 18} for n in range(4)),
        *({"id": f"A{7 + n}", "seat": 0, "card": "C2", "x": 20 + 14 * n, "y": 32} for n in range(4)),
        {"id": "B1", "seat": 1, "card": "5 regular smg rocket rocket", "x": 40, "y": 60},
    ],
}
RIDERS = {
    "units": [
        {"id": "A1", "seat": 0, "card": "C2 mg", "x": 40, "y": 40, "changes": {"damage": 1}},
        {"id": "A2", "seat": 0, "card": "3 regular smg", "x": 40, "y": 40, "changes": {"inside": "A1"}},
        {"id": "B1", "seat": 1, "card": "5 regular smg rocket rocket", "x": 40, "y": 56},
        {"id": "B2", "seat": 1, "card": "5 regular smg rocket rocket", "x": 60, "y": 56},
    ],
}
# a house with one soldier marker in it and squads of the enemy at its walls: whoever raids it may move in
RAIDED = {
    "units": [
        *(
            {"id": f"A{n}", "seat": 0, "card": "Grenadiers", "x": 12.1 + 3.78 * (n % 2), "y": 9.3 + 1.4 * (n // 2)}
            for n in range(4)
        ),
        {"id": "B1", "seat": 1, "card": "Infantry", "changes": {"inside": "T1", "marks": {"markers": 1}}},
        {"id": "B2", "seat": 1, "card": "Panzer III", "x": 40, "y": 30, "heading": 270},
    ],
    "terrain": [{"feature": "House", "x": 14, "y": 10}],
}
SETUPS = {
    "micro_brick_battle": (
        Setup("micro_brick_battle", "six_v_six"),
        Setup("micro_brick_battle", "river_guns", {"round_limit": 6}),
        Setup("micro_brick_battle", "crossroads", {"rules_level": ["quick", "young"]}),
        Setup("micro_brick_battle", "six_v_six", {"battlefield": "half", "round_limit": 3}),
        Setup("micro_brick_battle", "ford", {"hill_mp": -1, "round_limit": 6}),
        Setup("micro_brick_battle", "air_support", {"round_limit": 6}),
        Setup("micro_brick_battle", "six_v_six", {"mines": "secret", "weather": "rolled", "round_limit": 2}),
        Setup("micro_brick_battle", "six_v_six", {"mines": "visual", "mine_markers": 9, "round_limit": 3}),
        Setup("micro_brick_battle", "", {"mines": "visual", "round_limit": 9}, position=MINED),
        Setup("micro_brick_battle", "two_against_two", {"effect_cards": "hail_mary", "hail_mary_cards": 4}),
        Setup("micro_brick_battle", "three_armies", {"effect_cards": "deck"}),
        Setup("micro_brick_battle", "village", {"round_limit": 3}),
        Setup("micro_brick_battle", "", {"round_limit": 4}, position=RAIDED),
    ),
    "brick_mech": (
        Setup("brick_mech", "duel"),
        Setup("brick_mech", "three_against_three", {"return_fire": True, "hold_fire": True, "charge": True}),
        Setup("brick_mech", "free_for_all", {"table_vote": True, "targeted_shot": True, "hold_fire": True}),
    ),
    "brick_action": (
        Setup("brick_action", "meeting"),
        Setup("brick_action", "", {"last_round": 9}, position=HELD),
        Setup("brick_action", "meeting", {"last_round": 3, "hold_any_unit": True}),
        Setup("brick_action", "meeting", {"last_round": 5, "points": 600, "village": 7}, armies=(TANKS, TANKS)),
        Setup("brick_action", "", {"last_round": 9}, position=COMMANDOS),
        Setup("brick_action", "", {"last_round": 4}, position=MELEE),
        Setup("brick_action", "", {"last_round": 4}, position=GRENADES),
        Setup("brick_action", "", {"last_round": 6}, position=RIDING),
    ),
    "battle_of_the_sea": (
        Setup("battle_of_the_sea", "last_drop_of_blood"),
        Setup("battle_of_the_sea", "free_for_all_4", {"teams": True, "max_rounds": 15}),
        Setup("battle_of_the_sea", "transport_of_gold", {"waters": "archipelago", "currents": True}),
        Setup("battle_of_the_sea", "here_be_monsters", {"wind": True, "ram_backlash": True}),
        Setup("battle_of_the_sea", "defence_of_the_fort"),
        Setup("battle_of_the_sea", "", {"ports": True, "max_rounds": 5}, position=HARBOUR),
        Setup("battle_of_the_sea", "", {"cargo": True, "max_rounds": 9}, position=LADEN),
    ),
}


# What comes up seldom is looked for in more battles, without looking at each table.
RARE = {
    "brick_mech": (Setup("brick_mech", "three_against_three", {"return_fire": True, "hold_fire": True}),),
    "battle_of_the_sea": (
        Setup("battle_of_the_sea", "transport_of_gold", {"waters": "archipelago", "currents": True}),
    ),
    "micro_brick_battle": (
        Setup("micro_brick_battle", "six_v_six", {"effect_cards": "hail_mary", "hail_mary_cards": 4, "round_limit": 4}),
    ),
    "brick_action": (
        Setup("brick_action", "", {"last_round": 6}, position=COMMANDOS),
        Setup("brick_action", "", {"last_round": 6}, position=TRUCKS),
        Setup("brick_action", "", {"last_round": 6}, position=RIDERS),
        Setup("brick_action", "", {"last_round": 4}, position=MELEE),
    ),
}


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_the_game_keeps_the_contract(game_id: str) -> None:
    """Random play ends, suggestions and samples are accepted, saves, replays and clones hold."""
    game = find_game(game_id)
    assert game is not None
    checked = check_game(game, SETUPS[game_id], seeds=(1,), every=10)
    never = set(checked.never_asked)
    if never:
        never &= set(check_game(game, RARE.get(game_id, ()), seeds=range(2, 8), every=1000).never_asked)
    assert not never


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_game_without_its_tables_is_played_as_well(game_id: str) -> None:
    """Answers, hints and random play come from the questions alone."""
    game = find_game(game_id)
    assert game is not None
    bare = replace(game, minds={})
    checked = check_game(bare, SETUPS[game_id][-3:], seeds=(1,), every=25)
    assert checked.decisions > 50


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_question_is_told_and_judged_without_the_words_and_prices_of_its_game(game_id: str) -> None:
    game = find_game(game_id)
    assert game is not None
    tried = one_by_one(game.judge.tried)
    for setup in SETUPS[game_id][:3]:
        match = game.new_match(setup)
        assert isinstance(match, Match)
        played, rng, kinds = Session(match, SeededDice(3)), random.Random(3), set[str]()
        while not played.state.over and len(played.entries) < 100:
            state, seat = played.state, played.state.waiting_for()[0]
            decision = state.decision_of(seat)
            assert decision is not None
            if decision.kind not in kinds:
                kinds.add(decision.kind)
                assert all(asked_lines(decision.ask(state), game.ruler))
                options = from_offer(state, decision)
                assert all(decision.validate(state, option.answer) is None and option.line for option in options)
                outlook = tried(state, decision, decision.suggest(state, 3), {})
                assert all(0.0 < outlook.value((number,)) < 1.0 for number in outlook.groups[0])
            assert not isinstance(played.answer(seat, decision.draw(state, rng)), Refusal)
        assert kinds


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_the_game_says_which_windows_take_orders(game_id: str) -> None:
    """A reaction without words for its orders could not be offered to anybody."""
    game = find_game(game_id)
    assert game is not None
    for kind in game.decisions:
        if issubclass(kind, Reaction):
            assert kind.TITLE
            assert {order.id for order in kind.ORDERS} >= {"decline"}
