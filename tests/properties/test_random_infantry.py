"""Properties of infantry over random battles with tanks and buildings, checked at every decision.

`BRICKFIELD_DECISIONS` sets how many decisions are played in all (default 200,000, shared out over the seeds); a
fortieth of them is played here.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from brickfield.core.board import ALIVE, GONE
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.saves import load, save
from brickfield.core.state import State
from brickfield.core.views import imagine, view
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.battlefield import footprint, standing
from brickfield.games.micro_brick_battle.chapters.infantry.infantry import (
    building_of,
    gun_of,
    is_infantry,
    is_straggler,
    markers_of,
)
from brickfield.games.micro_brick_battle.chapters.infantry.infantry_tables import squads
from brickfield.geometry import Scene, kernel

GAME = find_game("micro_brick_battle")
assert GAME is not None
DECISIONS = int(os.environ.get("BRICKFIELD_DECISIONS", "200000")) // 40
BATCHES = 8
ARMIES = (
    (("M4 Sherman", 2), ("Infantry", 2), ("Grenadiers", 1), ("Half Infantry", 2), ("Snipers", 1), ("Engineers", 1)),
    (("Panzer IV", 1), ("Flak 36", 1), ("Infantry", 3), ("Half Infantry", 2), ("Medics", 1), ("Elite Infantry", 1)),
    (("T-34/76", 2), ("Infantry with Captain", 1), ("Elite Infantry", 2), ("Half Infantry", 3), ("Medics", 1)),
)
CARDS = ("Infantry", "Half Infantry", "Grenadiers", "Snipers", "Elite Infantry", "Engineers", "Medics")


def bought(rng: random.Random) -> Setup:
    """Some battle between bought armies, or one of the scenarios made for infantry."""
    if rng.random() < 0.5:
        return Setup(GAME.id, rng.choice(("village", "crossing", "rescue")))
    options = {
        "infantry": True,
        "special_units": True,
        "point_limit": 300,
        "mixed_nations": "any",
        "destructible": rng.random() < 0.7,
        "round_limit": 10,
        "inf_overrun": rng.random() < 0.3,
        "inf_sniper_ignores_cover_dp": rng.random() < 0.3,
        "weather": rng.choice(("none", "none", "rolled")),
        "weather_kind": rng.choice(("rain", "heavy_fog", "blizzard", "sand_storm")),
        "effect_cards": rng.choice(("none", "none", "deck")),
        "rules_level": [rng.choice(("base", "base", "base", "quick", "young"))],
        "cover_stacking": rng.choice(("worst", "sum")),
    }
    return Setup(GAME.id, rng.choice(("six_v_six", "crossroads")), options, (rng.choice(ARMIES), rng.choice(ARMIES)))


def close_by(rng: random.Random) -> Setup:
    """A small table on which houses are full and everybody is near: raids and flanks in every turn."""
    kinds = ("House", "Spotting Bunker", "House", "Building")
    terrain = [{"feature": kind, "x": 5 + 7 * n, "y": 12, "owner": n % 2} for n, kind in enumerate(kinds)]
    terrain += [{"feature": "Forest", "x": 12, "y": 4.5}, {"feature": "Emplacement", "x": 20, "y": 18}]
    units: list[dict[str, Any]] = []
    for n in range(len(kinds)):
        own, other = "AB"[n % 2], "BA"[n % 2]
        weak = {"inside": f"T{n + 1}", "marks": {"markers": rng.choice((1, 1, 2))}}
        units.append({"id": f"{own}{n}", "seat": n % 2, "card": rng.choice(CARDS), "changes": weak})
        for side, x in enumerate((-0.7, 0.7)):
            beside = {"x": 5 + 7 * n + x, "y": 9.6 if n % 2 else 14.4}
            card = rng.choice(CARDS)
            units.append({"id": f"{other}{n}{side}", "seat": 1 - n % 2, "card": card, **beside})
    units += [
        {"id": f"{'AB'[seat]}9", "seat": seat, "card": "M4 Sherman", "x": 15, "y": 3 + 18 * seat} for seat in (0, 1)
    ]
    position = {"units": units, "terrain": terrain, "size": (30, 24), "edges": ("y=0", "y=24"), "round_limit": 8}
    options = {"destructible": rng.random() < 0.8, "inf_overrun": rng.random() < 0.3}
    return Setup(GAME.id, "", options, position=position)


def check_table(state: State, markers: dict[str, int]) -> None:
    """Nobody overlaps or is in two places, buildings are never over-full, markers come only from where they may."""
    shapes = standing(state)
    scene = Scene([shape for _unit, shape in shapes], (0.0, 0.0, state.match.width, state.match.height))
    for place, (unit, shape) in enumerate(shapes):
        assert kernel.overlapped(scene, shape, place) == -1, unit
    squad = [unit for unit in state.units.values() if is_infantry(state, unit.id)]
    inside: dict[str, str] = {}
    for unit in squad:
        where = unit.container
        assert where not in inside or unit.status != ALIVE, (unit, inside)
        if unit.status == ALIVE:
            assert 1 <= markers_of(unit) <= (squads().straggler_most if is_straggler(unit) else squads().full), unit
            assert where == "" or building_of(state, unit) or gun_of(state, unit), unit
            assert footprint(state, unit) is not None
        else:
            assert (where, unit.pose) == ("", None), unit
        if where:
            inside[where] = unit.id
        if unit.status == GONE:
            assert unit.marks.get("markers", 0) <= markers[unit.id]


def play(setup: Setup, seed: int) -> int:
    """One random battle with every check; returns how many decisions it took."""
    rng = random.Random(seed)
    match = GAME.new_match(setup)
    assert not isinstance(match, Refusal), match
    dice = SeededDice(seed)
    state = begin(match, dice).state
    markers = {unit.id: squads().straggler_most for unit in state.units.values()}
    played = 0
    while not state.over:
        decision = state.decision
        assert decision is not None
        if played % 13 == 0:
            loaded = load(save(state), find_game)
            assert isinstance(loaded, State)
            assert loaded.digest() == state.digest()
            assert imagine(view(state, decision.seat), match).decision is not None
        if (seed + played) % 61 == 0:
            for suggestion in decision.suggest(state, 6):
                assert decision.validate(state, suggestion.answer) is None, suggestion
        answer = decision.sample(state, rng)
        progress = give(state, decision, answer, dice)
        assert not isinstance(progress, Refusal), (answer, progress)
        state = progress.state
        played += 1
        assert played < 5000, "the battle does not end"
        check_table(state, markers)
    return played


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_battles_of_infantry_keep_every_rule(batch: int) -> None:
    played, seed = 0, 1000 * batch
    while played < DECISIONS // BATCHES:
        rng = random.Random(seed)
        played += play(close_by(rng) if seed % 2 else bought(rng), seed)
        seed += 1
