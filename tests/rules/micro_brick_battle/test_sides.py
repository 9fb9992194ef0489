"""Sides: whoever fights for the same side is no enemy, however many seats there are."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import force_setattr, replace

from brickfield.core.asking.offers import Aims
from brickfield.core.decisions import Decision
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.base.battlefield import enemies_of, sights
from brickfield.games.micro_brick_battle.base.winning import destroyed_cost, score_objective, sides_in_battle
from brickfield.games.micro_brick_battle.mind.by_decision import JUDGE
from brickfield.games.micro_brick_battle.mind.judgement_threats import threat_map
from brickfield.testing import Position, clause, lay_table, unit

UNITS = (
    unit("A1", "M4 Sherman", 20, 6, 90),
    unit("B1", "Panzer III", 20, 30, 270),
    unit("C1", "M4 Sherman", 28, 6, 90, seat=0),
)


def three_seats(*sides: int, **more: Any) -> Position:
    """A table at which the unit C1 belongs to a third seat, and who fights for which side."""
    t = lay_table("micro_brick_battle", UNITS, phase="target_declaration", **more)
    match: Any = t.match
    match.seats, match.sides, match.edges = 3, sides, (*match.edges, "y=0")
    force_setattr(match.options, "rules_level", ("base", "base", "young"))
    t.state.units["C1"] = replace(t.state.units["C1"], seat=2)
    t.state.clear_caches()
    return t


@clause("mbb.declare.legal_targets")
def test_an_ally_is_no_target_and_everybody_else_is() -> None:
    allies, everyone = three_seats(0, 1, 0), three_seats(0, 1, 2)
    assert targets_of_a1(allies) == {"B1"}
    assert targets_of_a1(everyone) == {"B1", "C1"}
    refused = allies.why_not("A1", "C1")
    assert (refused.code, refused.clause) == ("own_unit", "mbb.declare.legal_targets")
    assert everyone.why_not("A1", "C1") is None


def targets_of_a1(t: Position) -> set[str]:
    """What A1 may name, by the rules and by the question, which must agree."""
    decision: Decision | None = t.decision
    assert decision is not None
    offer = decision.ask(t.state).offer
    assert isinstance(offer, Aims)
    named = {aim.target for aim in offer.shooters[0].aims if aim.refusal is None}
    assert named == set(t.legal_targets("A1"))
    return named


@clause("mbb.win.elimination", "mbb.win.stalemate")
def test_a_side_is_in_the_battle_as_long_as_one_of_its_seats_is() -> None:
    t = three_seats(0, 1, 0)
    assert sides_in_battle(t.state) == {0, 1}
    t.state.units["C1"] = replace(t.state.units["C1"], status="wreck")
    assert sides_in_battle(t.state) == {0, 1}
    cost = t.match.cards["C1"].rc
    assert [destroyed_cost(t.state, seat) for seat in range(3)] == [0, cost, 0]


@clause("mbb.win.scenario")
def test_allies_hold_an_area_together() -> None:
    """Two against one, each of the two alone no more than the one."""
    goal = {
        "x": 24,
        "y": 18,
        "length": 48,
        "width": 36,
        "from_round": 1,
        "points_to_win": 1,
        "clause": "mbb.win.scenario",
    }
    for sides, winners in (((0, 1, 0), (0, 2)), ((0, 1, 2), None)):
        table = Table(three_seats(*sides, objective=goal).state)
        score_objective(table)
        assert (table.outcome.winners if table.outcome is not None else None) == winners


@clause("mbb.geometry.blockers")
@pytest.mark.parametrize(("sides", "hides"), [((0, 1, 0), False), ((0, 1, 2), True)])
def test_the_house_rule_lets_allies_be_seen_past(sides: tuple[int, ...], hides: bool) -> None:
    t = three_seats(*sides, options={"friends_transparent": True})
    assert ("C1" in sights(t.state, 0).place) is hides


@pytest.mark.parametrize(("sides", "foes"), [((0, 1, 0), ["B1"]), ((0, 1, 2), ["B1", "C1"])])
def test_bots_count_allies_as_friends_and_every_enemy_by_its_own_rules(sides: tuple[int, ...], foes: list[str]) -> None:
    t = three_seats(*sides)
    view = threat_map(t.state, 0)
    assert [each.id for each in view.foes] == [each.id for each in enemies_of(t.state, 0)] == foes
    unit_there = t.state.units["A1"]
    assert unit_there.pose is not None
    # the third seat is a very young player, whose die hits in half of all throws whatever the cards say
    assert view.seen_by(unit_there, unit_there.pose)[1:] == (0.5,) * (len(foes) - 1)
    standing = JUDGE.standing(t.state, 0)
    costs = {name: t.match.cards[name].rc for name in ("A1", "B1", "C1")}
    assert standing.others == sum(costs[name] for name in foes)
    assert standing.own == sum(costs.values()) - standing.others
