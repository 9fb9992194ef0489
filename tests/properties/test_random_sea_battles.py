"""Properties of Battle of the Sea over random battles: random fleets, waters, options and answers.

`BRICKFIELD_SEA_DECISIONS` sets how many decisions are played in all (default 24,000, shared out over the batches).
"""

from __future__ import annotations

import os
import random
from functools import cache
from typing import Any

import pytest

from brickfield.core.board import ALIVE, GONE
from brickfield.core.commands import Command
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.out_of_turn import Concede
from brickfield.core.play import Progress, answer, begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Replayed, Session, read_replay
from brickfield.core.saves import load, save
from brickfield.core.state import State
from brickfield.core.views import imagine, view
from brickfield.games import find_game
from brickfield.games.battle_of_the_sea.base.hulls import hull_form
from brickfield.games.battle_of_the_sea.base.measures import measures
from brickfield.games.battle_of_the_sea.base.ship_card import FEATURES, FORT
from brickfield.games.battle_of_the_sea.base.victory import afloat
from brickfield.games.battle_of_the_sea.base.waters import home_of, sea_of
from brickfield.games.battle_of_the_sea.chapters.capacity.capacity import cargo, overload
from brickfield.games.battle_of_the_sea.chapters.transport_of_gold.gold_goal import all_gold, delivered_weight
from brickfield.geometry import Scene, kernel
from brickfield.geometry.forms import Form
from brickfield.geometry.grain import direction

GAME = find_game("battle_of_the_sea")
assert GAME is not None
DECISIONS = int(os.environ.get("BRICKFIELD_SEA_DECISIONS", "24000"))
BATCHES = 12
HOSTILE: tuple[Any, ...] = (
    {"answer": "sail", "unit": "A1", "legs": [{"step": "ahead", "heading": float("nan"), "inches": 1.0}]},
    {"answer": "sail", "unit": "A1", "legs": [{"step": "ahead", "heading": 0.0, "inches": 1e6}]},
    {"answer": "sail", "unit": "Z9", "legs": []},
    {"answer": "sail", "unit": "A1", "legs": [], "ram": {"target": "A1", "heading": 0.0}},
    {"answer": "fire", "shots": [{"target": "A1", "dice": -1}]},
    {"answer": "fire", "shots": []},
    {"answer": "remove_markers", "base": -1},
    {"answer": "place", "unit": "A1", "x": 1e9, "y": 0.0},
    {"answer": "jettison", "items": [9]},
    b'{"answer":"end_turn","more":1}',
    b"[[[[",
    None,
)


def random_fleet(rng: random.Random, options: dict[str, Any]) -> tuple[tuple[str, int], ...]:
    """Ships from the shipyard or ready-made ones, within fifty points."""
    left, fleet = 50, []
    while left >= 8 and len(fleet) < 6:
        length = rng.randint(6, min(30, left))
        if options["monsters"] in ("fleet", "both") and rng.random() < 0.2:
            length = min(10, left)
            fleet.append((f"Beast {length}: 0-{length - 6}-6 monster" if length > 6 else "Sea Serpent", 1))
        elif rng.random() < 0.3 and left >= 12:
            length = 12
            fleet.append(("Viking Longship", 1))
        else:
            base = rng.randint(1, length // 2)
            speed = rng.randint(0, min(8, length - base))
            oars = " oars" if rng.random() < 0.2 else ""
            fleet.append((f"Hull {length}: {length - base - speed}-{base}-{speed}{oars}", 1))
        left -= length
        if rng.random() < 0.2:
            break
    return tuple(fleet)


def random_setup(rng: random.Random) -> Setup:
    """Some battle: a scenario, its fleets or others, any waters and any agreement."""
    scenario = rng.choice(GAME.scenarios())
    coin = (True, False, False)
    options: dict[str, Any] = {
        "dice": rng.choice(("brick", "brick", "d6_hard", "d6_easy")),
        "waters": rng.choice(("scenario", "empty", "archipelago", "archipelago")),
        "waters_seed": rng.randrange(10_000),
        "turning": rng.choice(("free", "limited", "by_length")),
        "stout_hulls": rng.random() < 0.5,
        "order": rng.choice(("clockwise", "reroll_each_round")),
        "ram_test": rng.choice(("forward_cone", "impact_angle")),
        "monsters": rng.choice(("off", "fleet", "independent", "both")),
        "teams": scenario.seats % 2 == 0 and rng.random() < 0.3,
        "ram_and_fire": rng.random() < 0.7,
        "land_blocks_fire": rng.random() < 0.7,
        "max_rounds": 25,
        "points": 50,
    }
    for name in ("long_range_strict", "cargo", "broadside", "seaweed_slow", "ram_backlash", "ram_per_player"):
        options[name] = rng.choice(coin)
    for name in ("wind", "currents", "ports", "gold"):
        options[name] = rng.random() < 0.5
    if scenario.id in ("defence_of_the_fort", "transport_of_gold"):
        options["gold"] = scenario.id == "transport_of_gold"
    own = rng.random() < 0.3 and options["monsters"] in ("fleet", "both")
    armies = () if own else tuple(random_fleet(rng, options) for _ in range(scenario.seats))
    return Setup(GAME.id, scenario.id, options, armies)


@cache
def inner_form(length: int) -> Form:
    """The core of a hull, a hair smaller than the rules ask for: rounding is no overlap."""
    return hull_form(length).inset(measures().contact_inches + 0.0005)


def check_table(state: State) -> None:
    """No hull overlaps another or land deeper than contact, and none leaves the table; forts stand on islands."""
    match = sea_of(state)
    hulls = []
    for unit in state.units.values():
        if unit.pose is None:
            continue
        if match.cards[unit.id].kind == FORT:
            assert home_of(state, unit)
        else:
            form = inner_form(match.cards[unit.id].length)
            hulls.append((unit.id, form.at(*unit.pose.place, *direction(unit.pose.heading))))
    for number, (name, shape) in enumerate(hulls):
        others = Scene([other for _id, other in hulls[number + 1 :]])
        assert kernel.overlapped(others, shape, -1) == -1, name
        assert kernel.overlapped(match.waters.solid, shape, -1) == -1, name


def check_markers(state: State) -> None:
    """No marker is below nothing or above what was built; sunk ships have no base; loads fit while nobody is asked."""
    for unit in state.units.values():
        card = state.match.cards[unit.id]
        for feature in FEATURES:
            assert 0 <= unit.marks.get(feature, 0) <= getattr(card, feature), unit
        if unit.status == ALIVE:
            assert unit.marks.get("base", 0) >= 1, unit
            if state.decision is None or state.decision.kind == "command_fleet":
                assert overload(unit) == 0, unit


def check_gold(state: State) -> None:
    """No treasure is lost or made: on islands, adrift, aboard or delivered, the weight stays the same."""
    if not state.match.options.gold:
        return
    lying = sum(token.marks["weight"] for token in state.tokens.values() if token.kind == "treasure")
    aboard = sum(sum(cargo(unit)) for unit in state.units.values() if unit.status == ALIVE)
    delivered = sum(delivered_weight(state, seat) for seat in range(state.match.seats))
    assert lying + aboard + delivered == all_gold(state)


def check_refusals(state: State, rng: random.Random) -> None:
    """What is refused changes nothing."""
    before = state.digest()
    for raw in rng.sample(HOSTILE, 3):
        seat = state.waiting_for()[0]
        assert isinstance(answer(state, Command(seat, state.version, raw), SeededDice(1)), Refusal)
    assert state.digest() == before


def check_leaving(state: State, rng: random.Random) -> None:
    """Anybody still in it may resign at any time: his units are gone, and the battle ends or goes on without him."""
    seat = rng.randrange(state.match.seats)
    left = answer(state, Command(seat, state.version, Concede()), SeededDice(2))
    if seat not in afloat(state):
        assert isinstance(left, Refusal)
        return
    assert isinstance(left, Progress)
    assert all(unit.status == GONE for unit in left.state.units.values() if unit.seat == seat)
    assert left.state.over or seat not in left.state.asked()


def play_battle(seed: int, most: int) -> int:
    """One random battle; every promise is checked on the way."""
    rng = random.Random(seed)
    match = GAME.new_match(random_setup(rng))
    assert not isinstance(match, Refusal), match
    dice = SeededDice(seed)
    state = begin(match, dice).state
    kept: list[tuple[State, str]] = []
    played = 0
    while not state.over and played < most:
        decision = state.decision
        assert decision is not None
        if played % 23 == 0:
            kept.append((state, state.digest()))
            loaded = load(save(state), find_game)
            assert isinstance(loaded, State)
            assert loaded.digest() == state.digest()
            seen = view(state, decision.seat)
            assert view(imagine(seen, match), decision.seat).encode() == seen.encode()
            check_refusals(state, rng)
            check_leaving(state, rng)
        if played % 115 == 0:
            for suggestion in decision.suggest(state, 8):
                assert decision.validate(state, suggestion.answer) is None, suggestion
        progress = give(state, decision, decision.sample(state, rng), dice)
        assert not isinstance(progress, Refusal), progress
        state = progress.state
        played += 1
        assert played < 6000, "the battle does not end"
        check_markers(state)
        check_gold(state)
        if played % 3 == 0:
            check_table(state)
    for clone, digest in kept:
        assert clone.digest() == digest, "an old state changed"
    return played


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_sea_battles_keep_every_promise(batch: int) -> None:
    """Hulls stay clear, markers and gold are conserved, clones never change, saves load, everything ends."""
    left, seed = DECISIONS // BATCHES, batch * 1_000_000
    while left > 0:
        left -= max(1, play_battle(seed, left))
        seed += 1


@pytest.mark.parametrize("seed", range(6))
def test_a_replay_of_a_random_sea_battle_gives_the_same_digests(seed: int) -> None:
    rng = random.Random(seed)
    match = GAME.new_match(random_setup(rng))
    assert not isinstance(match, Refusal)
    session = Session(match, SeededDice(seed))
    while not session.state.over:
        decision = session.state.decision
        assert decision is not None
        assert not isinstance(session.answer(decision.seat, decision.sample(session.state, rng)), Refusal)
    replayed = read_replay(session.text(), find_game)
    assert isinstance(replayed, Replayed), replayed
    assert replayed.states[-1].over
