"""Battles begun with the second version of the rules go on by it."""

from __future__ import annotations

from math import hypot

import pytest

from brickfield.core.dice import ForcedDice
from brickfield.core.play import begin
from brickfield.core.refusal import Refusal
from brickfield.testing import Position, dice, forward, lay_table, pivot, reverse, unit
from tests.rules.micro_brick_battle.mines import FAR, NOSE, SHERMAN, SIDE
from tests.rules.micro_brick_battle.squads import GAME, squad, table


def by_rules(version: str, t: Position) -> Position:
    """The same table, begun with a version of the rules."""
    game = t.match.game.by_rules(version)
    assert game is not None
    match = game.new_match(t.match.setup)
    assert not isinstance(match, Refusal)
    return Position(match, begin(match, ForcedDice(())))


@pytest.mark.parametrize(("version", "tested"), [("2", False), ("3", True)])
def test_a_turn_slipped_by_a_mine_it_touched(version: str, tested: bool) -> None:
    x = 15 + hypot(NOSE, SIDE) + 0.945 - 1e-4
    mine = {"seat": 1, "x": x, "y": 10, "heading": 0}
    t = by_rules(
        version, lay_table(GAME, [unit("A1", SHERMAN, 15, 10, 90), FAR], options={"mines": "visual"}, mines=[mine])
    )
    t.move("A1", pivot(-90))
    assert (t.asked == "call_even_or_odd") is tested


@pytest.mark.parametrize(("version", "spent"), [("2", 2), ("3", 4)])
def test_squads_followed_the_net_way_of_an_order(version: str, spent: int) -> None:
    t = by_rules(version, table(squad(10, 18.055), unit("A2", SHERMAN, 10, 20, 90)))
    assert t.answer("follow", unit="A1", tank="A2").accepted
    assert t.move("A2", forward(3), reverse(1)).accepted
    assert t.unit("A1").marks["spent"] == spent * 90_000_000


@pytest.mark.parametrize(("version", "sees"), [("2", False), ("3", True)])
def test_a_gun_blinded_its_own_crew(version: str, sees: bool) -> None:
    crew = squad(24, 5, "A1", inside="A2")
    laid = table(crew, unit("A2", "Flak 36", 24, 8, 90), squad(24, 13, "B2"), options={"special_units": True})
    t = by_rules(version, laid)
    assert t.line_of_sight("A1", "B2") is sees


@pytest.mark.parametrize(("version", "named"), [("2", False), ("3", True)])
def test_a_flank_named_its_lead_alone(version: str, named: bool) -> None:
    foe = unit("B1", "Panzer III", 24, 14, 270)
    t = by_rules(version, lay_table(GAME, [squad(22, 8), squad(26, 8, "A2"), foe], phase="target_declaration"))
    shots = [{"unit": "A1", "target": "B1"}, {"unit": "A2", "target": "B1", "lead": "A1"}]
    told = t.answer("declare", shots=shots, dice=dice(6, 6))
    for kind in ("shot_resolved", "unit_destroyed"):
        assert bool(told.of(kind)[0].others) is named
