"""What bots make of hills, bridges and ground that charges: their chances are the rules', their orders can be paid."""

from __future__ import annotations

import random
from typing import Any

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games.micro_brick_battle.base.movement import Drive, drive
from brickfield.games.micro_brick_battle.mind.judgement_chances import table_of
from brickfield.games.micro_brick_battle.mind.judgement_threats import ThreatMap
from brickfield.games.micro_brick_battle.mind.stands import Stand
from brickfield.games.micro_brick_battle.mind.suggestions_moves import ideas
from brickfield.games.micro_brick_battle.mind.suggestions_paths import Ground
from brickfield.testing import Position, clause, lay_table, piece, start, unit

LAKE = piece("Large Water", 24, 18, length=48, width=4)
BRIDGE = piece("Bridges", 6, 18, 90, length=6, width=2.52)
HILL = piece("Hill", 24, 9, length=6, width=5)


def table(*units: Any, terrain: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain)


@clause("mbb.geometry.preview", "mbb.geometry.hill_los", "mbb.terrain.water.attack")
def test_what_bots_think_of_a_shot_is_what_the_rules_say() -> None:
    units = [
        unit("A1", "M4 Sherman", 24, 9),
        unit("A2", "M4 Sherman", 40, 6),
        unit("A3", "M4 Sherman", 6, 16.5),
        unit("B1", "Panzer III", 24, 27, 270),
        unit("B2", "Panzer III", 10, 18, 270, rules="amphibious"),
        unit("B3", "Panzer III", 30, 9, 180),
        unit("B4", "Flak 36", 40, 30, 270),
    ]
    terrain = [LAKE, BRIDGE, HILL, piece("Hill", 24, 28, length=6, width=5), piece("Artillery Bunker", 40, 30, 180)]
    t = table(*units, terrain=terrain)
    for own, foes in (("A", "B"), ("B", "A")):
        shooters = [each for each in t.state.units.values() if each.id.startswith(own)]
        targets = [each for each in t.state.units.values() if each.id.startswith(foes)]
        rows = table_of(
            t.state, [Stand(t.state, each) for each in shooters], [Stand(t.state, each) for each in targets]
        )
        for target, row in zip(targets, rows, strict=True):
            for shooter, (chance, _rear) in zip(shooters, row, strict=True):
                may = target.id in t.legal_targets(shooter.id)
                expected = t.odds(shooter.id, target.id) if may else 0.0
                assert chance == pytest.approx(expected), (shooter.id, target.id)


@clause("mbb.geometry.mp_charges", "mbb.terrain.mud")
def test_every_order_a_bot_thinks_of_can_be_paid() -> None:
    mud = [piece("Mud", 24, 9 + 2 * row, length=8, width=1) for row in range(3)]
    t = table(unit("A1", "M4 Sherman", 24, 6), unit("B1", "Panzer III", 24, 28, 270), terrain=mud)
    found = ideas(ThreatMap(t.state, 0), t.unit("A1"))
    assert found
    for idea in found:
        worked = drive(t.state, t.unit("A1"), idea.order.steps)
        assert isinstance(worked, Drive)
        assert worked.refused is None
        assert worked.taken[-1].pose == idea.order.pose


@clause("mbb.terrain.hill.from")
def test_bots_think_of_driving_onto_a_hill_in_reach() -> None:
    t = table(unit("A1", "M4 Sherman", 24, 3), unit("B1", "Panzer III", 24, 28, 270), terrain=[HILL])
    assert "hill" in {idea.order.aim for idea in ideas(ThreatMap(t.state, 0), t.unit("A1"))}


@clause("mbb.terrain.water.bridge")
def test_the_way_across_the_water_leads_over_the_bridge() -> None:
    t = table(unit("A1", "M4 Sherman", 24, 6), unit("B1", "Panzer III", 24, 28, 270), terrain=[LAKE, BRIDGE])
    over = Ground(t.state, [(24.0, 28.0)], 0).distance(24.0, 6.0)
    assert 40 < over < 100
    none = table(unit("A1", "M4 Sherman", 24, 6), unit("B1", "Panzer III", 24, 28, 270), terrain=[LAKE])
    assert Ground(none.state, [(24.0, 28.0)], 0).distance(24.0, 6.0) == 1000.0


@clause("mbb.cover.place.divide", "mbb.terrain.water.bridge")
def test_players_by_chance_lay_out_a_river_with_its_bridges() -> None:
    t = start(Setup("micro_brick_battle", "ford", {"battlefield": "divide"}), SeededDice(3))
    rng = random.Random(5)
    while t.decision is not None and type(t.decision).__name__ == "PlaceTerrain":
        result = t.send(t.decision.sample(t.state, rng), dice=SeededDice(1))
        assert not isinstance(result.refusal, Refusal), result.refusal
    kinds = [token.kind for token in t.state.tokens.values()]
    assert kinds.count("Large Water") == kinds.count("Bridges") == 2


@clause("mbb.geometry.deploy_full", "mbb.amph.dd")
@pytest.mark.parametrize("seed", range(3))
def test_where_there_is_room_for_swimmers_only_random_play_deploys_them_first(seed: int) -> None:
    armies = ((("Staff Car", 1), ("DD Sherman", 2)), (("Valentine", 1), ("Flak 36", 1)))
    options = {"point_limit": 400, "mixed_nations": "any", "special_units": True}
    t, rng = start(Setup("micro_brick_battle", "beach", options, armies), SeededDice(seed)), random.Random(seed)
    while not t.state.over and t.state.facts.get("round", 0) < 1:
        assert t.send(t.decision.sample(t.state, rng), dice=SeededDice(seed)).accepted
