"""Bots of BrickMech play for the goal: what wins is done, what loses is prevented, and the way to it is gone."""

from __future__ import annotations

from typing import Any

from brickfield.games.brick_mech.mind.odds import foretold
from brickfield.testing import Position, clause, dice, lay_table
from tests.players.test_mech_bots import answer_of
from tests.rules.brick_mech.table import GAME, attack, mech

MARKER: dict[str, Any] = {"options": {"victory": "hold_marker"}, "objective": {"marker": [20.0, 15.0]}}
# the others have held it for two rounds, and this is the last Mech to act in the third
LAST_CHANCE = {**MARKER, "held_by": 1, "held_rounds": 2, "order": [1, 0]}


def target(units: list[dict[str, Any]], victory: str = "destroy_target", round: int = 2) -> Position:
    """A table where the last unit is the target or resource."""
    options = {"victory": victory, **({"protect_rounds": 5} if victory == "protect" else {})}
    return lay_table(GAME, units, options=options, objective={"targets": [units[-1]["id"]]}, round=round)


def does(t: Position) -> tuple[str, str]:
    """What sort of answer a bot gives, and at whom."""
    answer = answer_of(t)
    return type(answer).__name__, getattr(answer, "target", "")


@clause("bm.objective.alternative")
def test_a_marker_that_would_be_lost_this_round_is_walked_to_although_there_is_an_easy_shot() -> None:
    """Two Moves away: an attack first would be one action too many."""
    units = [mech("A1", 13, 20, 270), mech("B1", 20, 15, 180, done=1), mech("B2", 13, 12, 90, armor=3, done=1)]
    assert does(lay_table(GAME, units, **LAST_CHANCE))[0] == "Move"


@clause("bm.objective.alternative", "bm.action.rush_heat")
def test_a_rush_to_a_marker_that_would_be_lost_is_worth_its_heat() -> None:
    units = [mech("A1", 15, 15, 0, moves=1, attacks=1, heat=3), mech("B1", 20, 15, 180, done=1)]
    assert does(lay_table(GAME, units, **LAST_CHANCE))[0] == "Move"


@clause("bm.objective.alternative")
def test_whoever_wins_by_staying_at_the_marker_stays_under_any_fire() -> None:
    foes = [mech(f"B{place}", 30, 9 + 3 * place, 180, done=1) for place in (1, 2, 3)]
    held = {**MARKER, "held_by": 0, "held_rounds": 2, "order": [1, 0]}
    t = lay_table(GAME, [mech("A1", 20, 15, 0, armor=4), *foes], **held)
    # whatever it attacks from there, it does not walk away
    for _ in range(2):
        answer = answer_of(t)
        if type(answer).__name__ == "Move":
            x, y, _heading = t.end("A1", answer.steps)
            assert max(abs(x - 20.0), abs(y - 15.0)) <= 2.0
            return
        if type(answer).__name__ == "EndTurn":
            return
        attack(t, dice(1, 1, 6), target=answer.target)
    assert type(answer_of(t)).__name__ == "EndTurn"


@clause("bm.objective.alternative")
def test_whoever_contests_the_marker_last_is_shot_at_before_others() -> None:
    units = [
        mech("A1", 20, 16.8, 270),
        mech("B1", 20, 13.2, 90, armor=4, done=1),
        mech("B2", 15, 12, 90, armor=3, done=1),
    ]
    t = lay_table(GAME, units, **{**MARKER, "held_by": 0, "held_rounds": 2, "order": [1, 0]})
    assert does(t) == ("Attack", "B1")


@clause("bm.objective.alternative")
def test_a_target_that_may_fall_is_attacked_before_a_mech_that_surely_will() -> None:
    bunker = mech("B2", 18, 18, 180, "bunker", armor=3, defense_dice=2)
    assert does(target([mech("A1", 10, 15, 0), mech("B1", 18, 12, 180, armor=1), bunker])) == ("Attack", "B2")


@clause("bm.objective.alternative")
def test_in_the_last_round_nothing_counts_but_the_resource() -> None:
    weak = mech("B1", 16, 12, 180, armor=2)
    near = [mech("A1", 10, 15, 0), weak, mech("B2", 18, 17, 180, "power_plant", armor=4)]
    assert does(target(near, "protect", round=5)) == ("Attack", "B2")
    # a Move and two attacks; and two Moves and an attack
    for x, away in ((10, 26), (6, 28)):
        short = mech("A1", x, 15, 0, melee=3, short=3, long=0)
        far = [short, weak, mech("B2", away, 17, 180, "power_plant", armor=2)]
        assert does(target(far, "protect", round=5))[0] == "Move"


@clause("bm.objective.alternative", "bm.action.rush_heat")
def test_in_the_last_round_a_rush_at_the_resource_is_worth_its_heat() -> None:
    spent = mech("A1", 10, 15, 0, moves=1, attacks=1, heat=2)
    plant = mech("B2", 18, 17, 180, "power_plant", armor=3, defense_dice=1)
    assert does(target([spent, mech("B1", 16, 12, 180), plant], "protect", round=5)) == ("Attack", "B2")


@clause("bm.objective.alternative")
def test_an_enemy_that_could_destroy_what_must_be_kept_is_shot_at_before_one_that_could_not() -> None:
    units = [
        mech("A1", 10, 10, 0),
        mech("B1", 16, 18, 180, armor=4),
        mech("B2", 16, 10, 180, armor=4, melee=0, short=0, long=0),
    ]
    kept = mech("A2", 10, 18, 0, "bunker", armor=3)
    assert does(target([*units, kept])) == ("Attack", "B1")


@clause("bm.objective.alternative")
def test_where_every_side_has_a_target_the_odds_count_them_all() -> None:
    units = [mech("A1", 10, 15, 0, armor=8), mech("B1", 34, 15, 180, armor=20)]
    both = {"options": {"victory": "destroy_target"}, "objective": {"targets": ["A1", "B1"]}}
    found = [foretold(lay_table(GAME, units, **both).state, seat).features for seat in (0, 1)]
    assert [each["hunter"] for each in found] == [0.0, 0.0]
    assert found[0]["target"] == -found[1]["target"] < 0.0
