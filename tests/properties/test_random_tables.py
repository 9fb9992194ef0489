"""Tables drawn from a number: the same every time, fair, passable, and with room for everybody."""

from __future__ import annotations

from itertools import combinations

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.battlefield import BattleMatch
from brickfield.games.micro_brick_battle.base.features import bridged, features
from brickfield.games.micro_brick_battle.setup.random_tables import random_table, turned
from brickfield.games.micro_brick_battle.setup.scenarios import TerrainPiece
from brickfield.geometry import Pose, Shape, distance, rectangle_at
from brickfield.testing import clause, start

GAME = "micro_brick_battle"
WIDTH, DEPTH = 48.0, 36.0
NUMBERS = range(1, 41)


def shape(piece: TerrainPiece) -> Shape:
    return rectangle_at(Pose.at(piece.x, piece.y, piece.heading), piece.length, piece.width)


@clause("mbb.cover.place.one", "mbb.setup.zone")
@pytest.mark.parametrize("number", NUMBERS)
def test_a_drawn_table_is_fair_and_leaves_room(number: int) -> None:
    pieces = random_table(number, WIDTH, DEPTH)
    assert len(pieces) >= 10
    shapes = [shape(piece) for piece in pieces]
    for piece, outline in zip(pieces, shapes, strict=True):
        x0, y0, x1, y1 = outline.box
        water = piece.feature == "Large Water"
        assert x0 >= (0 if water else 1) - 1e-9
        assert x1 <= WIDTH - (0 if water else 1) + 1e-9
        assert y0 >= 6
        assert y1 <= DEPTH - 6
    for (one, here), (other, there) in combinations(zip(pieces, shapes, strict=True), 2):
        if not bridged(features()[one.feature], features()[other.feature]):
            assert distance(here, there) >= 1.99
    there = sorted((p.feature, p.x, p.y, p.length, p.width) for p in (turned(each, WIDTH, DEPTH) for each in pieces))
    assert there == sorted((p.feature, p.x, p.y, p.length, p.width) for p in pieces)
    turns = {(p.x, p.y): p.heading % 180 for p in pieces}
    assert all(turns[round(WIDTH - x, 2), round(DEPTH - y, 2)] == heading for (x, y), heading in turns.items())


@clause("mbb.cover.place.one")
def test_the_number_alone_decides_and_every_number_has_its_own_table() -> None:
    first = [random_table(number, WIDTH, DEPTH) for number in NUMBERS]
    random_table.cache_clear()
    assert [random_table(number, WIDTH, DEPTH) for number in NUMBERS[:5]] == first[:5]
    assert len(set(first)) == len(NUMBERS)
    kinds = {piece.feature for table in first for piece in table}
    assert {"Large Water", "Bridges", "Hill", "Forest", "Wall", "Mud", "Tank Trap", "Wire Obstacle"} <= kinds
    rivers = sum(any(piece.feature == "Bridges" for piece in table) for table in first)
    assert 3 <= rivers <= 20


@clause("mbb.house.agree", "mbb.cover.place.one")
def test_players_agree_on_the_number() -> None:
    tables = {}
    for number in (7, 9999):
        t = start(Setup(GAME, "random_table", {"table_number": number}), SeededDice(1))
        assert t.table_fault() == ""
        assert t.asked == "deploy_unit"
        tables[number] = tuple(token.pose for token in t.state.tokens.values())
        assert isinstance(t.match, BattleMatch)
        assert t.match.scenario.terrain == random_table(number, WIDTH, DEPTH)
    assert len(set(tables.values())) == 2
    game = find_game(GAME)
    assert game is not None
    for number in (0, 10000):
        refused = game.new_match(Setup(GAME, "random_table", {"table_number": number}))
        assert isinstance(refused, Refusal)
        assert "1 to 9999" in refused.sentence
    other = game.new_match(Setup(GAME, "six_v_six", {"table_number": 7}))
    assert isinstance(other, BattleMatch)
    assert other.pieces == game.new_match(Setup(GAME, "six_v_six")).pieces  # type: ignore[union-attr]
