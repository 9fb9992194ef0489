"""Properties of BrickMech over random battles: random Mechs, options and answers, checked all the way.

`BRICKFIELD_MECH_DECISIONS` sets how many decisions are played in all (default 12,000, shared out over the seeds).
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from brickfield.core.apply import apply
from brickfield.core.board import Unit
from brickfield.core.commands import Command
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.play import answer, begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Replayed, Session, read_replay
from brickfield.core.saves import load, save
from brickfield.core.state import State
from brickfield.games import find_game
from brickfield.games.brick_mech.base.measures import RANGES
from brickfield.games.brick_mech.base.modules import PARTS, SLOTS, modules, numbered
from brickfield.games.brick_mech.base.record_sheet import DICE, Part, part_of
from brickfield.games.brick_mech.chapters.scavenging.loose_parts import loose_parts, read_note
from brickfield.games.brick_mech.setup.workshop import MechCard, check_dice, find_card
from brickfield.geometry import Scene, kernel, rectangle_at

GAME = find_game("brick_mech")
assert GAME is not None
DECISIONS = int(os.environ.get("BRICKFIELD_MECH_DECISIONS", "12000"))
BATCHES = 12
# ideas are asked for once in so many decisions
IDEAS = 60
SCENARIOS = (
    *("duel", "duel", "three_against_three", "hold_the_marker", "destroy_the_target", "protect_the_resource"),
    *("free_for_all", "skyline", "two_and_two", "crawlers"),
)


def random_mech(rng: random.Random) -> str:
    """Six random modules that make a legal Mech."""
    by_sort: dict[str, list[str]] = {}
    for module in modules().values():
        by_sort.setdefault(module.slot, []).append(module.id)
    sorts = ("legs", "torso", "shoulder", "shoulder", "arm", "arm")
    while True:
        text = "-".join(rng.choice(by_sort[sort]) for sort in sorts)
        card = find_card(text)
        # a turret on legs, or a running gear without one, is no unit
        if isinstance(card, MechCard) and check_dice(card) is None:
            return text


def random_setup(rng: random.Random) -> Setup:
    """Some battle: a scenario, its forces or random Mechs, and any agreement."""
    scenario = rng.choice(SCENARIOS)
    options = {
        name: rng.random() < 0.5
        for name in ("return_fire", "hold_fire", "charge", "targeted_shot", "criticals", "faster_initiative")
    }
    options |= {
        "move_rounding": rng.choice(("per_leg", "per_action")),
        "late_return_heat": rng.choice(("regain", "ignore")),
        "table_vote": rng.random() < 0.15,
        "premeasure": rng.random() < 0.8,
        "point_limit": 1000,
    }
    if rng.random() < 0.3:
        options |= {"adapted_ranges": True, "melee_range": 20, "short_range": 8, "long_range": 16}
    assert GAME is not None
    match = GAME.new_match(Setup(GAME.id, scenario, options))
    assert not isinstance(match, Refusal), match
    if rng.random() < 0.4:
        return Setup(GAME.id, scenario, options)
    fights = [len([card for card in force.cards if not card.structure]) for force in match.scenario.force]  # type: ignore[attr-defined]
    armies = tuple(tuple((random_mech(rng), 1) for _ in range(count)) for count in fights)
    return Setup(GAME.id, scenario, options, armies)


def parts_in_play(state: State) -> Counter[int]:
    """How often each module is on a Mech or on the ground."""
    found: Counter[int] = Counter()
    for unit in state.units.values():
        if unit.status != "gone":
            found.update(part.module for slot in PARTS if (part := part_of(unit, slot)) is not None)
    for token in loose_parts(state):
        loose = read_note(token)
        found.update(part.module for part in (loose.shoulder, loose.arm) if part is not None)
    return found


def check_part(part: Part) -> None:
    """No part has fewer than no dice, or more than the catalogue gives it."""
    full = numbered()[part.module - 1]
    for band in RANGES:
        assert 0 <= part.dice(band) <= full.dice(band), part


def check_sheet(unit: Unit) -> None:
    """Dice, heat and movement never fall below 0; an arm hangs on a shoulder; an empty slot has no dice."""
    marks = unit.marks
    assert all(marks.get(name, 0) >= 0 for name in ("heat", "movement", "defense_dice", *DICE.values())), unit
    assert marks.get("moves", 0) + marks.get("attacks", 0) + marks.get("scavenges", 0) <= 3
    assert max(marks.get(kind, 0) for kind in ("moves", "attacks", "scavenges")) <= 2
    for slot in PARTS:
        part = part_of(unit, slot)
        if part is not None:
            check_part(part)
            assert slot in SLOTS[2:4] or part_of(unit, slot.replace("arm", "shoulder")) is not None
        else:
            assert not any(marks.get(DICE[slot, band]) for band in RANGES)


def check_table(state: State) -> None:
    """Bases do not overlap by more than a touch, none has left the table, sheets and notes make sense."""
    standing = [unit for unit in state.units.values() if unit.pose is not None]
    assert all(unit.status == "alive" for unit in standing)
    cards = state.match.cards
    shapes = [
        rectangle_at(u.pose, cards[u.id].base_side - 0.03, cards[u.id].base_side - 0.03) for u in standing if u.pose
    ]
    scene = Scene(shapes, (0.0, 0.0, state.match.width, state.match.height))
    for place, shape in enumerate(shapes):
        assert kernel.overlapped(scene, shape, place) == -1, standing[place]
    for unit in standing:
        check_sheet(unit)
        assert unit.marks["armor"] > 0
    for token in loose_parts(state):
        loose = read_note(token)
        for part in (loose.shoulder, loose.arm):
            if part is not None:
                check_part(part)
    for name in state.sealed:
        assert state.units[name.removeprefix("hold ")].marks["holding"] == 1


def check_ideas(state: State) -> None:
    """What is suggested is accepted; dear, because ideas are thought through."""
    decision = state.decision
    assert decision is not None
    found = decision.suggest(state, 30)
    assert found, "whoever may answer is advised"
    for suggestion in found:
        assert decision.validate(state, suggestion.answer) is None, suggestion


def check_pause(state: State) -> None:
    """At a pause everything can be saved, and what cannot be read or done changes nothing."""
    loaded = load(save(state), find_game)
    assert isinstance(loaded, State), loaded
    assert loaded.digest() == state.digest()
    decision = state.decision
    assert decision is not None
    before = state.digest()
    for raw in ({"answer": "move", "unit": "A1", "steps": [{"step": "forward", "bricks": 1e9}]}, b"{", None):
        refused = answer(state, Command(decision.seat, state.version, raw))
        assert isinstance(refused, Refusal)
    assert state.digest() == before


def play_battle(seed: int) -> int:
    """One random battle with every check; returns how many decisions it took."""
    rng = random.Random(seed)
    assert GAME is not None
    match = GAME.new_match(random_setup(rng))
    assert not isinstance(match, Refusal), match
    dice = SeededDice(seed)
    begun = begin(match, dice)
    state = begun.state
    parts, board = parts_in_play(state), GAME.first_state(match)
    kept: list[tuple[State, str]] = []
    events, played = list(begun.events), 0
    while not state.over:
        decision = state.decision
        assert decision is not None
        if played % 9 == 0:
            kept.append((state.clone(), state.digest()))
            check_pause(state)
        if played % IDEAS == 0:
            check_ideas(state)
        if played % 3 == 0:
            check_table(state)
            assert parts_in_play(state) == parts
        progress = give(state, decision, decision.sample(state, rng), dice)
        assert not isinstance(progress, Refusal), progress
        state = progress.state
        events += progress.events
        played += 1
        assert played < 6000, "the battle does not end"
    for event in events:
        apply(board, event)
    assert (board.units, board.tokens, board.facts) == (state.units, state.tokens, state.facts)
    for clone, digest in kept:
        assert clone.digest() == digest, "an old state changed"
    return played


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_battles_keep_every_promise(batch: int) -> None:
    """Dice and heat never below 0, parts conserved, old clones unchanged, saves load, suggestions accepted, an end."""
    left, seed = DECISIONS // BATCHES, batch * 1_000_000
    while left > 0:
        left -= play_battle(seed)
        seed += 1


@pytest.mark.parametrize("seed", range(8))
def test_a_replay_gives_the_same_digests(seed: int) -> None:
    """Played again from its own text, every event, die and digest is the same."""
    rng = random.Random(seed)
    assert GAME is not None
    match = GAME.new_match(random_setup(rng))
    assert not isinstance(match, Refusal)
    session = Session(match, SeededDice(seed))
    while not session.state.over:
        decision = session.state.decision
        assert decision is not None
        taken = session.answer(decision.seat, decision.sample(session.state, rng))
        assert not isinstance(taken, Refusal), taken
    replayed = read_replay(session.text(), find_game)
    assert isinstance(replayed, Replayed), replayed
