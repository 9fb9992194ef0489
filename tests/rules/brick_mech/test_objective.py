"""Objective: the last side standing, draws, other goals, teams, and games that cannot end."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.commands import Command
from brickfield.core.out_of_turn import Concede
from brickfield.core.play import Progress, answer
from brickfield.testing import Position, clause, dice, lay_table, unit
from tests.rules.brick_mech.table import GAME, attack, duel, forward, mech

WEAK = {"armor": 1}


def kill() -> Any:
    """Attack 2 + 5 against 1: a difference of 6, one roll on the legs."""
    return dice(1, 1, 1, 1, 1)


@clause("bm.objective.default")
def test_the_last_side_with_a_living_unit_wins_at_once() -> None:
    t = duel(a={"targeting": 5}, b=WEAK)
    attack(t, kill())
    assert t.winners == (0,)
    assert t.state.outcome is not None
    assert (t.state.outcome.reason, t.state.outcome.clause) == ("elimination", "bm.objective.default")


@clause("bm.objective.default", "bm.option.return.simultaneous")
def test_when_both_die_together_it_is_a_draw() -> None:
    t = duel(a={"targeting": 3, "armor": 1}, b={"targeting": 3, "armor": 1}, options={"return_fire": True})
    attack(t)
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 1, 1))
    assert t.winners == ()
    assert t.state.outcome is not None
    assert (t.state.outcome.reason, t.state.outcome.scores) == ("all_destroyed", (1, 1))


@clause("bm.team.sides", "bm.objective.default")
def test_allies_win_together_also_without_units() -> None:
    units = [mech("A1", 10, 15, 0, targeting=5), mech("B1", 17, 15, 180, **WEAK), mech("C1", 30, 5, 0, status="gone")]
    t = lay_table(GAME, units, sides=("Blue", "Red", "Blue"))
    attack(t, kill())
    assert t.winners == (0, 2)


@clause("bm.team.sides")
def test_whoever_concedes_concedes_for_the_side() -> None:
    units = [mech("A1", 10, 15, 0), mech("B1", 17, 15, 180), mech("C1", 30, 5, 0)]
    t = lay_table(GAME, units, sides=("Blue", "Red", "Blue"))
    ended = answer(t.state, Command(2, t.state.version, Concede()))
    assert isinstance(ended, Progress)
    assert ended.state.outcome is not None
    assert ended.state.outcome.winners == (1,)
    # a puzzle may have one side only: giving it up is losing it
    puzzle = duel(b={"status": "gone"})
    lost = answer(puzzle.state, Command(0, puzzle.state.version, Concede()))
    assert isinstance(lost, Progress)
    assert lost.state.outcome is not None
    assert lost.state.outcome.winners == (1,)


@clause("bm.objective.default")
def test_a_battle_of_one_side_is_over_when_it_has_deployed() -> None:
    units = [mech("A1", 0, 0, 0, status="waiting"), mech("B1", 0, 0, 0, status="gone")]
    t = lay_table(GAME, units, phase="deployment")
    t.answer("place", unit="A1", x=2, y=15, heading=0)
    assert t.winners == (0,)


@clause("bm.team.sides")
def test_each_player_of_a_team_rolls_initiative() -> None:
    units = [mech("A1", 10, 15, 0), mech("B1", 17, 15, 180), mech("C1", 30, 5, 0)]
    t = lay_table(GAME, units, sides=("Blue", "Red", "Blue"), phase="round", dice=dice(1, 1, 4, 4, 6, 6))
    assert t.order() == (2, 1, 0)


def goal(victory: str, units: list[dict[str, Any]], objective: dict[str, Any], **more: Any) -> Position:
    options = {"victory": victory, **more.pop("options", {})}
    return lay_table(GAME, units, options=options, objective=objective, **more)


@clause("bm.objective.alternative")
def test_the_target_falls_and_the_other_side_wins() -> None:
    units = [mech("A1", 10, 15, 0, targeting=5), unit("B1", "bunker", 17.5, 15, 0, armor=1), mech("B2", 35, 25, 180)]
    t = goal("destroy_target", units, {"targets": ["B1"]})
    attack(t, dice(1, 1, 1, 1))
    assert t.winners == (0,)
    assert t.state.outcome is not None
    assert t.state.outcome.reason == "target_destroyed"


@clause("bm.objective.alternative")
def test_without_a_named_target_it_is_everybodys_first_unit() -> None:
    units = [mech("A1", 10, 15, 0, targeting=5), mech("B1", 17, 15, 180, **WEAK), mech("B2", 35, 25, 180)]
    t = goal("destroy_target", units, {})
    attack(t, kill())
    assert t.winners == (0,)


@clause("bm.objective.alternative")
def test_a_structure_is_no_unit_and_its_side_is_out_without_mechs() -> None:
    units = [mech("A1", 10, 15, 0, targeting=5), mech("B1", 17, 15, 180, **WEAK), unit("B2", "bunker", 35, 25, 0)]
    t = goal("destroy_target", units, {"targets": ["B2"]})
    assert t.decision is not None
    attack(t, kill())
    assert t.winners == (0,)
    assert t.state.outcome is not None
    assert t.state.outcome.reason == "elimination"


@clause("bm.objective.alternative")
def test_if_target_and_last_enemy_die_in_one_event_it_is_a_draw() -> None:
    units = [mech("A1", 10, 15, 0, targeting=3, armor=1), mech("B1", 17, 15, 180, targeting=3, armor=1)]
    t = goal("destroy_target", units, {"targets": ["B1"]}, options={"return_fire": True})
    attack(t)
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 1, 1))
    assert t.winners == ()


def at_marker(a: float, b: float, **more: Any) -> Position:
    """A1 and B1 so far left and right of the marker (base centres); both have still to end the round."""
    units = [mech("A1", 20 - a, 15, 0), mech("B1", 20 + b, 15, 180)]
    return goal("hold_marker", units, {"marker": [20, 15]}, **more)


def end_round(t: Position) -> None:
    t.answer("end_turn", unit="A1")
    t.answer("end_turn", unit="B1", dice=dice(6, 6, 1, 1) if t.state.facts.get("held_rounds", 0) != 2 else None)


@clause("bm.objective.alternative")
def test_three_rounds_alone_at_the_marker_win() -> None:
    t = at_marker(2, 10)
    for count in (1, 2):
        end_round(t)
        assert (t.state.facts["held_by"], t.state.facts["held_rounds"]) == (0, count)
    end_round(t)
    assert t.winners == (0,)
    assert t.state.outcome is not None
    assert t.state.outcome.reason == "objective"


@clause("bm.objective.alternative")
def test_near_means_a_brick_from_the_base_and_two_sides_reset_the_count() -> None:
    t = at_marker(2.001, 10, held_by=0, held_rounds=1)
    end_round(t)
    assert (t.state.facts["held_by"], t.state.facts["held_rounds"]) == (-1, 0)
    t = at_marker(2, 2, held_by=0, held_rounds=1)
    end_round(t)
    assert t.state.facts["held_rounds"] == 0
    t = at_marker(10, 2, held_by=0, held_rounds=1)
    end_round(t)
    assert (t.state.facts["held_by"], t.state.facts["held_rounds"]) == (1, 1)
    # a structure is no unit and holds nothing
    units = [mech("A1", 10, 15, 0), mech("B1", 30, 15, 180), unit("B2", "bunker", 20, 15, 0)]
    t = goal("hold_marker", units, {"marker": [20, 15]})
    end_round(t)
    assert t.state.facts["held_by"] == -1


@clause("bm.objective.alternative")
def test_the_defender_wins_when_the_resource_survives_the_last_round() -> None:
    units = [mech("A1", 10, 15, 0), mech("B1", 30, 15, 180), unit("B2", "power_plant", 35, 25, 0)]
    t = goal("protect", units, {"targets": ["B2"]}, options={"protect_rounds": 3}, round=2)
    t.answer("end_turn", unit="A1")
    t.answer("end_turn", unit="B1", dice=dice(6, 6, 1, 1))
    assert t.winners is None
    t.answer("end_turn", unit="A1")
    t.answer("end_turn", unit="B1")
    assert t.winners == (1,)
    assert t.state.outcome is not None
    assert t.state.outcome.reason == "resource_kept"


@clause("bm.objective.alternative")
def test_protecting_needs_exactly_one_resource() -> None:
    with pytest.raises(ValueError, match="exactly one"):
        goal("protect", [mech("A1", 10, 15, 0), mech("B1", 30, 15, 180)], {})


@clause("bm.objective.stalemate")
def test_ten_rounds_without_a_loss_are_a_draw() -> None:
    t = duel(quiet_rounds=9)
    t.answer("end_turn", unit="A1")
    t.answer("end_turn", unit="B1")
    assert t.winners == ()
    assert t.state.outcome is not None
    assert (t.state.outcome.reason, t.state.outcome.scores) == ("stalemate", (1, 1))


@clause("bm.objective.stalemate")
def test_any_lost_armor_point_starts_the_count_anew_overheating_too() -> None:
    t = duel(quiet_rounds=9, a={"targeting": 1})
    attack(t, dice(1, 1, 1))
    t.answer("end_turn", unit="A1")
    t.answer("end_turn", unit="B1", dice=dice(6, 6, 1, 1))
    assert t.state.facts["quiet_rounds"] == 0
    t = duel(quiet_rounds=9, a={"heat": 9, "moves": 1, "scavenges": 1})
    t.answer("end_turn", unit="A1", dice=dice(1, 1))
    t.answer("end_turn", unit="B1", dice=dice(6, 6, 1, 1))
    assert t.state.facts["quiet_rounds"] == 0


@clause("bm.objective.stalemate")
def test_the_count_can_be_changed_or_switched_off() -> None:
    t = duel(quiet_rounds=9, options={"stalemate_rounds": 0})
    t.answer("end_turn", unit="A1")
    t.answer("end_turn", unit="B1", dice=dice(6, 6, 1, 1))
    assert t.winners is None
    t = duel(quiet_rounds=1, options={"stalemate_rounds": 2})
    t.answer("end_turn", unit="A1")
    t.answer("end_turn", unit="B1")
    assert t.winners == ()


@clause("bm.objective.stalemate")
def test_when_nobody_can_ever_attack_again_it_is_a_draw_at_the_end_of_the_round() -> None:
    harmless = {"melee": 0, "short": 0, "long": 0}
    part = {"side": "left", "arm": "A2", "x": 1.0, "y": 1.0}
    for parts, winners in (([], ()), ([part], None), ([part | {"arm_dice": [0, 0, 0]}], ())):
        t = duel(a=harmless, b=harmless, parts=parts)
        t.move("A1", forward(1))
        t.answer("end_turn", unit="A1")
        t.answer("end_turn", unit="B1", dice=dice(6, 6, 1, 1) if winners is None else None)
        assert t.winners == winners
