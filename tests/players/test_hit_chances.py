"""Shots at a glance: for many at once by the kernel, the same as pair by pair by the rules."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.line_of_sight import FRONT, Sight, sight_of
from brickfield.games.micro_brick_battle.base.modifiers import numbers_of, soft_cover
from brickfield.games.micro_brick_battle.base.odds import chance_of
from brickfield.games.micro_brick_battle.base.views import view_of_unit
from brickfield.games.micro_brick_battle.mind.judgement_chances import chance, hit_chances
from brickfield.games.micro_brick_battle.mind.judgement_cover import covers
from brickfield.games.micro_brick_battle.mind.judgement_reach import next_poses
from brickfield.games.micro_brick_battle.mind.judgement_threats import threat_map
from brickfield.games.micro_brick_battle.mind.stands import Stand, at
from brickfield.geometry import Pose

GAME = find_game("micro_brick_battle")
assert GAME is not None
# hills, bridges, bunkers and trees; infantry; weather; hills with guns that fire over things
TABLES = {
    "large": GAME.workloads["large_table"].setup,
    "village": Setup(GAME.id, "village"),
    "blizzard": Setup(GAME.id, "blizzard"),
    "hill": Setup(GAME.id, "hill"),
}


def fought(name: str, rounds: int) -> State:
    """A table some rounds into a battle of random answers."""
    assert GAME is not None
    setup = TABLES.get(name) or Setup(GAME.id, "six_v_six", {"effect_cards": "deck"})
    match = GAME.new_match(GAME.fresh(setup))
    assert not isinstance(match, Refusal), match
    dice, rng = SeededDice(3), random.Random(3)
    state = begin(match, dice).state
    while not state.over and int(state.facts.get("round", 0)) < rounds:
        decision = state.decision
        assert decision is not None
        taken = give(state, decision, decision.sample(state, rng), dice)
        assert not isinstance(taken, Refusal)
        state = taken.state
    return state


def stands(state: State, seat: int, rng: random.Random, moved: int) -> list[Stand]:
    """The units of a seat where they are, and some of them where they might be."""
    units = [unit for unit in state.units.values() if unit.alive and unit.seat == seat]
    found = [Stand(state, unit) for unit in units]
    for unit in rng.choices(units, k=moved):
        x, y = rng.uniform(2, state.match.width - 2), rng.uniform(2, state.match.height - 2)
        turned = Pose.at(x, y, rng.uniform(0, 360))
        found.append(Stand(state, at(unit, turned if not unit.squad else unit.at)))
    return found


@pytest.mark.parametrize("name", TABLES)
def test_many_at_once_are_as_pair_by_pair(name: str) -> None:
    state, rng = fought(name, 2), random.Random(5)
    shooters, targets = stands(state, 0, rng, 12), stands(state, 1, rng, 8)
    for seat, ones, others in ((0, shooters, targets), (1, targets, shooters)):
        guns = hit_chances(state, seat)
        rows = guns.grid(ones, others)
        flat = [chance(state, one.unit, other.unit) for one in ones for other in others]
        assert [each for row in rows for each in row] == flat
        if name != "blizzard":
            assert any(found for found, _rear in flat)
    assert hit_chances(state, 0).grid([], targets) == []
    assert hit_chances(state, 0).grid(shooters, []) == [[] for _ in shooters]


def test_what_hides_by_the_ground_is_what_the_rules_say() -> None:
    state, rng = fought("large", 1), random.Random(7)
    guns = hit_chances(state, 0)
    hidden = 0
    for one in stands(state, 0, rng, 25):
        for other in stands(state, 1, rng, 10):
            wanted = view_of_unit(state, one.unit, other.unit)
            assert guns._seen_past(one, other) is wanted
            hidden += wanted is None
            sight = sight_of(state, one.unit, other.unit)
            wanted_cover = tuple(sorted(soft_cover(state, one.unit, other.unit, sight)))
            assert covers(state).between(one, other, sight) == wanted_cover
    assert hidden


def test_high_ground_is_the_same_for_both_sides_that_look_at_a_stand() -> None:
    state, rng = fought("large", 1), random.Random(11)
    ones, others = stands(state, 0, rng, 25), stands(state, 1, rng, 25)
    hit_chances(state, 0).grid(ones, others)
    # those of one side come in another order, and some for the first time
    more = stands(state, 0, random.Random(13), 25)
    for shooters, targets in ((others, ones), (list(reversed(others)), more), (stands(state, 1, rng, 25), more)):
        guns = hit_chances(state, 1)
        for one in shooters:
            for other in targets:
                assert guns._seen_past(one, other) is view_of_unit(state, one.unit, other.unit)


@pytest.mark.parametrize("name", TABLES)
def test_threats_are_the_greatest_chances_though_worse_shots_are_not_priced(name: str) -> None:
    state = fought(name, 2)
    view = threat_map(state, 0)
    unit = max(view.own, key=lambda each: each.id)
    poses = [unit.pose, *next_poses(state, unit)[:4]] if not unit.squad else [unit.pose]
    view.weigh([(unit, pose) for pose in poses])
    for pose in poses:
        target, now = Stand(state, at(unit, pose)), view.seen_by(unit, pose)
        for number, moved in enumerate(view.reach()):
            best = max([now[number], *[chance(state, one.unit, target.unit)[0] for one in moved]])
            assert view.threats(unit, pose)[number] == 0.3 * now[number] + (1.0 - 0.3) * best


def test_what_a_card_gives_is_in_the_chance_of_that_shot_and_of_no_other() -> None:
    state = fought("cards", 1)
    one, other = (next(unit for unit in state.units.values() if unit.alive and unit.seat == seat) for seat in (0, 1))
    sight = Sight((0.0, 0.0), FRONT, 0.0, True)
    dug_in = replace(other, marks={**other.marks, "dig_in": 2})
    guns, shooter = hit_chances(state, 0), Stand(state, one)
    for target in (other, dug_in, other):
        wanted = chance_of(numbers_of(state, one, target, sight).needed)
        assert guns.price(shooter, Stand(state, target), sight)[0] == wanted
