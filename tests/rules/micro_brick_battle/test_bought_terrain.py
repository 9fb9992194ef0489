"""Terrain that players buy from a pool of their own: what it costs, who lays it, and where."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.obstacles_and_terrain import LayPiece
from brickfield.games.micro_brick_battle.setup.bought_terrain import shared_out, terrain_cost
from brickfield.games.micro_brick_battle.setup.options import Options
from brickfield.games.micro_brick_battle.shown.catalogue import checked_army
from brickfield.games.micro_brick_battle.shown.previews import place
from brickfield.testing import Position, clause, start

UNITS = (("M4 Sherman", 1),)
FOES = (("Panzer III", 1),)


def agreed(*pieces: tuple[str, int], pool: int = 10, **options: Any) -> Setup:
    switches = {"point_limit": 20, "terrain_points": pool, **options}
    return Setup("micro_brick_battle", "six_v_six", switches, ((*UNITS, *pieces), FOES))


def new_match(setup: Setup) -> Match | Refusal:
    game = find_game("micro_brick_battle")
    assert game is not None
    return game.new_match(setup)


def table(*pieces: tuple[str, int], **more: Any) -> Position:
    return start(agreed(*pieces, **more), SeededDice(1))


@clause("mbb.obst.pool", "mbb.obst.bunker.buy")
def test_a_list_is_shared_out_into_units_and_pieces() -> None:
    lines = (("M4 Sherman", 2), ("artillery bunker", 1), ("Hedgerow", 2), ("Mud", 3))
    for pool, from_army in ((10, False), (0, True)):
        units, pieces = shared_out(lines, Options(obstacles_from_army=from_army), pool)
        assert units == (("M4 Sherman", 2),)
        assert terrain_cost(pieces) == 4 + 2 * 2
    assert shared_out(lines, Options(obstacles_from_army=False), 0) == (lines, ())


@clause("mbb.obst.pool")
@pytest.mark.parametrize(("pool", "fits"), [(8, True), (7, False)])
def test_the_pool_is_not_overspent(pool: int, fits: bool) -> None:
    match = new_match(agreed(("Base", 1), pool=pool))
    assert isinstance(match, Match) is fits
    if isinstance(match, Refusal):
        assert (match.code, match.clause) == ("terrain_too_dear", "mbb.obst.pool")
        assert (match.data["cost"], match.data["points"]) == (8, 7)


@clause("mbb.obst.pool", "mbb.obst.cost_optional")
def test_without_a_pool_terrain_is_not_bought_where_the_army_does_not_pay() -> None:
    match = new_match(agreed(("House", 1), pool=0, obstacles_from_army=False))
    assert isinstance(match, Refusal)
    assert match.code == "not_a_unit"


@clause("mbb.obst.pool")
def test_the_pool_buys_no_units_and_the_army_no_terrain() -> None:
    """Twenty points of army and ten of terrain: neither makes up for the other."""
    dear = Setup("micro_brick_battle", "six_v_six", {"point_limit": 13, "terrain_points": 10}, (UNITS, FOES))
    match = new_match(dear)
    assert isinstance(match, Refusal)
    assert match.code == "army_too_dear"


HO_RO = (("Type 97 Te-Ke", 3), ("Type 4 Ho-Ro", 3))


def seventy_points(*pieces: tuple[str, int], **options: Any) -> Setup:
    """The battle of 70 points that the book tells of: five Shermans against a Japanese force and what is left of it."""
    armies = ((("M4 Sherman", 5),), (*HO_RO, *pieces))
    return Setup("micro_brick_battle", "six_v_six", {"point_limit": 70, **options}, armies)


@clause("mbb.obst.cost_optional", "mbb.obst.bunker.buy", "mbb.army.points")
def test_the_points_an_army_has_left_buy_a_bunker() -> None:
    match = new_match(seventy_points(("Artillery Bunker", 1)))
    assert isinstance(match, Match), match
    assert [(piece.feature, piece.owner) for piece in match.pieces if piece.owner >= 0] == [("Artillery Bunker", 1)]  # type: ignore[attr-defined]
    # 63 for the vehicles: seven are left
    for pieces, cost in ((("Artillery Bunker", 2), 71), (("Base", 1), 71)):
        refusal = new_match(seventy_points(pieces))
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.data["cost"], refusal.data["points"]) == ("army_too_dear", cost, 70)
    assert isinstance(new_match(seventy_points(("Artillery Bunker", 1), ("Spotting Bunker", 1))), Match)


@clause("mbb.obst.cost_optional", "mbb.terrain.cost_optional")
def test_what_has_no_price_is_not_bought_with_points() -> None:
    refusal = new_match(seventy_points(("Mud", 1)))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause) == ("no_price", "mbb.obst.cost_optional")


@clause("mbb.obst.cost_optional", "mbb.army.minimum")
def test_obstacles_are_no_army() -> None:
    setup = Setup("micro_brick_battle", "six_v_six", {"point_limit": 20}, ((("House", 1),), FOES))
    refusal = new_match(setup)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "army_too_small"


@clause("mbb.obst.cost_optional", "mbb.obst.pool")
def test_the_check_of_a_list_says_who_pays_for_terrain() -> None:
    lines = (*HO_RO, ("Artillery Bunker", 1))
    for options, costs in (({}, (67, 0, 0, True)), ({"terrain_points": 5}, (63, 4, 5, False))):
        found = checked_army(lines, 70, options)
        assert not isinstance(found, Refusal)
        assert (found.points, found.pool, found.pool_limit, found.buys_pieces) == costs
        assert found.faults == ()


@clause("mbb.obst.pool", "mbb.cover.place.half")
def test_the_buyer_lays_it_in_the_own_half_before_deployment() -> None:
    t = table(("Spotting Bunker", 1))
    assert t.decision is not None
    assert (t.decision.kind, t.decision.seat) == ("place_terrain", 0)
    number = len(t.match.pieces) - 1  # type: ignore[attr-defined]
    before = t.state.digest()
    refusal = t.answer("lay_piece", piece=number, x=24, y=20, heading=0).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("outside_area", "mbb.obst.pool")
    assert t.state.digest() == before
    assert t.answer("lay_piece", piece=number, x=24, y=3, heading=0, dice=SeededDice(2)).accepted
    bunker = t.state.tokens[f"T{number + 1}"]
    assert (bunker.kind, bunker.seat, bunker.marks) == ("Spotting Bunker", 0, {"hm": 4})
    # all that the scenario shows lies there too
    assert len({token.group for token in t.state.tokens.values()}) == number + 1
    assert t.decision is not None
    assert t.decision.kind == "deploy_unit"


@clause("mbb.obst.pool")
def test_the_check_of_a_list_knows_the_pool() -> None:
    lines = (*UNITS, ("House", 3))
    checked = checked_army(lines, 20, {"terrain_points": 15})
    assert not isinstance(checked, Refusal)
    assert (checked.points, checked.faults) == (14, ())
    over = checked_army(lines, 20, {"terrain_points": 14})
    assert not isinstance(over, Refusal)
    assert [fault.code for fault in over.faults] == ["terrain_too_dear"]


@clause("mbb.obst.pool", "mbb.unit.definition")
def test_a_name_that_is_neither_a_unit_nor_a_piece_is_refused_also_with_a_pool() -> None:
    refusal = new_match(agreed(("Castle", 1)))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "unit_unknown"


@clause("mbb.arty.deploy12", "mbb.obst.bunker.arty")
def test_a_bunker_where_no_gun_is_deployed_is_allowed_and_said_to_stay_empty() -> None:
    t = table(("Artillery Bunker", 1), special_units=True)
    number = len(t.match.pieces) - 1  # type: ignore[attr-defined]
    asked = t.state.decision.ask(t.state)  # type: ignore[union-attr]
    assert "within 12 inches of your edge" in asked.text
    told = {y: place(t.state, 0, LayPiece(number, 30.0, y, 0.0)) for y in (11.0, 14.0)}
    assert [face.refusal for face in told.values()] == [None, None]
    assert told[11.0].caution == ""
    assert "beyond where guns are deployed" in told[14.0].caution
    assert told[14.0].caution_clause == "mbb.arty.deploy12"
    plain = table(("House", 1), special_units=True)
    assert "guns" not in plain.state.decision.ask(plain.state).text.lower()  # type: ignore[union-attr]


@clause("mbb.arty.deploy12", "mbb.obst.bunker.arty_arc")
@pytest.mark.parametrize("special", [True, False])
def test_a_bunker_is_suggested_where_guns_are_deployed_with_its_front_to_the_enemy(special: bool) -> None:
    t = table(("Artillery Bunker", 1), special_units=special)
    decision = t.state.decision
    assert decision is not None
    number = len(t.match.pieces) - 1  # type: ignore[attr-defined]
    depth = 12.0 if special else 6.0
    for idea in decision.suggest(t.state, 8):
        laid = idea.answer
        assert (laid.piece, laid.heading) == (number, 0.0)
        assert place(t.state, 0, laid).caution == ""
        assert laid.y < depth
