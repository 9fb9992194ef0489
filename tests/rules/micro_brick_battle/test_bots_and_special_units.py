"""What bots make of guns, spotters, swimmers and commanders: chances are the rules', answers are sensible."""

from __future__ import annotations

import random
from typing import Any

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.views import view
from brickfield.games.micro_brick_battle.mind.judgement_chances import table_of
from brickfield.games.micro_brick_battle.mind.judgement_evaluation import Evaluation
from brickfield.games.micro_brick_battle.mind.judgement_threats import ThreatMap
from brickfield.games.micro_brick_battle.mind.stands import Stand
from brickfield.geometry import Pose
from brickfield.players.levels import make_player
from brickfield.testing import Position, clause, lay_table, piece, start, unit

GAME = "micro_brick_battle"
HOUSE = piece("House", 24, 16)
LED = "M4 Sherman with Tank Commander"


def table(*units: Any, terrain: Any = (), **position: Any) -> Position:
    return lay_table(GAME, units, terrain, options={"special_units": True}, **position)


def answer_of(t: Position, level: str = "regular") -> Any:
    """What a bot answers to the pending question of a table."""
    seat = t.state.waiting_for()[0]
    return make_player(level, t.match.game, 1).decide(t.match, view(t.state, seat))


@clause("mbb.geometry.preview", "mbb.spg.over", "mbb.spg.rear", "mbb.spot.los")
def test_what_bots_think_of_a_shot_is_what_the_rules_say() -> None:
    t = table(
        unit("A1", "M7 Priest", 24, 8, 90),
        unit("A2", "Staff Car", 10, 20, 90),
        unit("A3", "M4 Sherman", 34, 10, 90),
        unit("B1", "Panzer III", 24, 26, 90),
        unit("B2", "Wespe", 34, 26, 90),
        unit("B3", "Flak 36", 14, 30, 270),
        terrain=[HOUSE, piece("Low Wall", 34, 24), piece("Hedgerow", 14, 26)],
    )
    for own, foes in (("A", "B"), ("B", "A")):
        shooters = [each for each in t.state.units.values() if each.id.startswith(own)]
        targets = [each for each in t.state.units.values() if each.id.startswith(foes)]
        stands = [[Stand(t.state, each) for each in units] for units in (shooters, targets)]
        for target, row in zip(targets, table_of(t.state, *stands), strict=True):
            for shooter, (chance, _rear) in zip(shooters, row, strict=True):
                assert chance == pytest.approx(t.odds(shooter.id, target.id)), (shooter.id, target.id)


@clause("mbb.spg.move_or_shoot")
@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_a_gun_with_a_good_shot_stays_where_it_is(level: str) -> None:
    t = table(unit("A1", "M7 Priest", 24, 8, 90), unit("B1", "Panzer II", 24, 26, 270))
    while t.asked == "move_units":
        answer = answer_of(t, level)
        assert type(answer).__name__ == "EndMovement"
        t.end_movement()
    assert [(shot.unit, shot.target) for shot in answer_of(t, level).shots] == [("A1", "B1")]


@clause("mbb.spg.arc")
def test_a_gun_that_looks_away_turns_to_the_enemy() -> None:
    t = table(unit("A1", "M7 Priest", 24, 8, 0), unit("B1", "Panzer II", 24, 30, 270))
    assert not t.in_arc("A1", "B1")
    assert t.send(answer_of(t)).accepted
    assert t.in_arc("A1", "B1")


@clause("mbb.spot.los", "mbb.spg.spotter")
def test_a_place_that_sees_for_the_guns_is_worth_something() -> None:
    """The Staff Car sees nothing behind the second house; a step aside it sees the target of the Priest."""
    t = table(
        unit("A1", "M7 Priest", 24, 8, 90),
        unit("A2", "Staff Car", 10, 12, 90),
        unit("B1", "Panzer III", 24, 26, 270),
        terrain=[HOUSE, piece("House", 12.4, 14.2)],
    )
    evaluation = Evaluation(ThreatMap(t.state, 0), {})
    here, there = t.unit("A2").at, Pose.at(6, 20, 90)
    assert evaluation.points({"A2": here})["spotting"] == 0
    assert evaluation.points({"A2": there})["spotting"] > 1


@clause("mbb.cmd.ability", "mbb.cmd.sms")
def test_a_commander_with_a_good_shot_shoots_first() -> None:
    t = table(unit("A1", LED, 20, 10, 90), unit("B1", "Panzer II", 20, 22, 90), unit("B2", "Panzer II", 26, 22, 90),
              phase="turn")  # fmt: skip
    assert answer_of(t).ability == "shoot_move_shoot"


@clause("mbb.cmd.msm")
def test_in_the_third_phase_the_commander_leaves_the_enemys_sight() -> None:
    t = table(
        unit("A1", LED, 24, 12, 90), unit("B1", "Tiger I", 24, 30, 270), unit("B2", "Tiger I", 27, 30, 270),
        terrain=[piece("House", 28.5, 14)], phase="turn",
    )  # fmt: skip
    t.answer("use_ability", ability="move_shoot_move")
    t.fire({})
    assert t.state.facts["phase"] == "extra_movement"
    threat = sum(t.odds(foe, "A1") for foe in ("B1", "B2"))
    while t.asked == "move_units" and t.state.waiting_for() == (0,):
        t.send(answer_of(t))
    assert sum(t.odds(foe, "A1") for foe in ("B1", "B2")) < threat


@clause("mbb.amph.dd", "mbb.amph.turn45", "mbb.arty.with", "mbb.reinf.reserve")
@pytest.mark.parametrize("seed", range(3))
def test_every_suggestion_and_every_random_answer_is_legal(seed: int) -> None:
    t, rng = start(Setup(GAME, "river_guns", {"round_limit": 5})), random.Random(seed)
    dice, asked = SeededDice(seed), set[str]()
    for number in range(400):
        if t.state.over:
            break
        decision = t.decision
        assert decision is not None
        asked.add(decision.kind)
        if number % 7 == 0:
            for suggestion in decision.suggest(t.state, 6):
                assert not isinstance(decision.settle(t.state, suggestion.answer), Refusal), suggestion
        assert t.send(decision.sample(t.state, rng), dice=dice).accepted
    assert asked >= {"name_reserves", "place_work", "commanders_choice", "move_units", "declare_targets"}


@clause("mbb.obst.bunker.arty", "mbb.arty.with")
def test_a_gun_of_a_bot_is_deployed_in_its_bunker() -> None:
    units = [unit("A1", "Flak 36", status="waiting"), unit("B1", "Panzer III", status="waiting")]
    t = table(*units, terrain=[piece("Artillery Bunker", 30, 9, 0, owner=0)], phase="deployment")
    answer = answer_of(t)
    assert (answer.x, answer.y, answer.heading) == (30, 9, 90)
