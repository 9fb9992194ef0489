"""Random battles of BrickAction with random forces and villages: what is true of every table on the way."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from brickfield.core.board import ALIVE, Unit
from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.play import Progress, begin, give
from brickfield.core.state import State
from brickfield.games import find_game
from brickfield.games.brick_action.base.battlefield import living, weapon_of
from brickfield.games.brick_action.base.reactions.reactive_fire import targets_allowed
from brickfield.games.brick_action.base.sight.lookout import Lookout, steps_of
from brickfield.games.brick_action.base.sight.sight import sight
from brickfield.games.brick_action.base.sight.sight_lines import sight_lines
from brickfield.games.brick_action.base.weapons import items
from brickfield.geometry.fields import COVERED
from brickfield.testing import clause

SQUADS = (
    *("5 regular repeater", "veteran smg grenade, 4 regular smg", "officer carbine, 4 regular carbine"),
    *("2 veteran sniper_rifle, spotter", "commando smg, 3 regular smg", "medic repeater, 2 veteran repeater"),
    *("regular support, 2 regular smg rocket, regular smg smoke_grenade", "general smg, regular smg"),
    *("heavy_support, 3 regular smg", "M1 lap mg", "C2 mg", "C1 hmg", "H1 hap"),
)


def a_match(seed: int) -> Match:
    rng = random.Random(seed)
    armies = tuple(tuple((card, 1) for card in rng.sample(SQUADS, 4)) for _ in range(2))
    options = {"points": 2000, "village": seed, "last_round": 3, "hold_any_unit": bool(seed % 2)}
    game = find_game("brick_action")
    assert game is not None
    match = game.new_match(Setup("brick_action", "meeting", options, armies=armies))
    assert isinstance(match, Match), match
    return match


def carried(state: State) -> Counter[str]:
    """Every weapon and item there is: with minis, and lying where somebody fell."""
    found: Counter[str] = Counter()
    for unit in state.units.values():
        for figure in unit.standing:
            weapon = weapon_of(figure.card)
            found.update([weapon.id] if weapon is not None else [])
            found.update({item: figure.marks[item] for item in items() if item in figure.marks})
    for token in state.tokens.values():
        if token.kind == "dropped":
            found.update({name: count for name, count in token.marks.items() if name != "seat"})
    return found


def look_at(state: State) -> None:
    """What must hold whenever somebody is asked."""
    for unit in state.units.values():
        if unit.status != ALIVE:
            continue
        assert unit.squad == () or unit.standing, f"{unit.id} is on the board without a mini"
        reacted = [mark for mark in unit.marks if mark.startswith("reacted")]
        assert len(reacted) <= targets_allowed(unit), f"{unit.id} has reacted too often"
        assert 0 <= unit.marks.get("moved", 0) <= 32_000_001
    poses = [
        (f"{unit.id}/{each.id}", each.pose, each.level)
        for unit in living(state)
        for each in unit.standing
        if each.pose is not None
    ]
    for place, (name, pose, level) in enumerate(poses):
        for other, at, floor in poses[place + 1 :]:
            apart = (pose.x - at.x) ** 2 + (pose.y - at.y) ** 2
            if apart < 1_999_999**2 and level == floor:
                # friends are passed while somebody moves; at rest nobody stands on anybody
                assert any(type(frame).__name__ == "Moving" for frame in state.frames), f"{name} stands on {other}"


@clause("ba.turn.unit_gone", "ba.reactive.per_turn", "ba.geometry.mini", "ba.cas.drop", "ba.obj.turnlimit")
@pytest.mark.parametrize("seed", range(1, 7))
def test_random_battles_keep_what_must_hold_and_end(seed: int) -> None:
    match, dice, rng = a_match(seed), SeededDice(seed), random.Random(seed)
    state = begin(match, dice).state
    minis = sum(len(unit.standing) for unit in state.units.values())
    things, decisions = carried(state), 0
    while not state.over:
        decision = state.decision
        assert decision is not None
        went = give(state, decision, decision.sample(state, rng), dice)
        assert isinstance(went, Progress), went
        state = went.state
        now, left = carried(state), sum(len(unit.standing) for unit in state.units.values())
        crews = sum(len(unit.squad) for unit in state.units.values() if unit.id.endswith("crew"))
        assert left <= minis + crews
        # single-use items only ever become fewer, but for the rockets that are given out before the battle
        for item in items():
            assert now[item] <= things[item] or decision.kind == "assign_rocket", item
        things = now
        look_at(state)
        decisions += 1
        assert decisions < 2000
    assert not state.frames


def look_along_threads(state: State, unit: Unit, other: Unit) -> None:
    """The rays a table draws are those that decide: who sees whom, and who is not seen at all."""
    drawn = sight_lines(state, unit, other)
    free: dict[str, set[str]] = {}
    for thread in drawn.threads:
        if any(ray.seen for ray in thread.rays):
            free.setdefault(thread.target, set()).add(thread.shooter)
    seen = sight(state, unit, other).seen
    assert free == {f"{other.id}/{each.figure}": {f"{unit.id}/{one}" for one in each.by} for each in seen}
    assert {each.figure for each in drawn.covers if each.cover != "total"} == set(free)


@clause("ba.reactive.trigger_cover", "ba.geometry.mini_cover", "ba.geometry.los.rays")
@pytest.mark.parametrize("seed", range(1, 6))
def test_a_lookout_sees_what_the_rays_of_the_whole_unit_say(seed: int) -> None:
    """Who watches a move looks at all steps at once, and finds the same."""
    rng = random.Random(seed)
    units = [
        {
            "id": f"{'AB'[n % 2]}{n}",
            "seat": n % 2,
            "card": "5 regular repeater",
            "x": rng.uniform(15, 81),
            "y": rng.uniform(5, 91),
            "changes": {"prone": int(rng.random() < 0.3)},
        }
        for n in range(12)
    ]
    game = find_game("brick_action")
    assert game is not None
    match = game.new_match(Setup("brick_action", "", {"village": seed}, position={"units": units}))
    assert isinstance(match, Match), match
    state = begin(match).state
    pairs = 0
    for unit in state.units.values():
        for other in state.units.values():
            if unit.seat == other.seat:
                continue
            seen = {each.figure: each.covered for each in sight(state, unit, other).seen}
            look_along_threads(state, unit, other)
            lookout = Lookout(state, unit)
            if lookout.chooses_a_side:
                continue
            (step,) = steps_of(state, other, {}, 1)
            (row,) = lookout.sees([step])
            found = {name: how == COVERED for name, how in zip(step.names, row, strict=True) if how}
            assert found == seen, (unit.id, other.id)
            pairs += 1
    assert pairs > 15
