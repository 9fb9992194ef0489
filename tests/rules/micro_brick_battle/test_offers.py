"""What a table draws for each decision: who may do what, with every number and its clause, as plain data."""

from __future__ import annotations

import json
from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.testing import Position, clause, dice, forward, lay_table, piece, start, unit

SQUARE = {"length_inches": 2.0, "width_inches": 2.0}


def table(*units: Any, terrain: Any = (), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, **{"phase": "target_declaration", **more})


def offered(t: Position) -> dict[str, Any]:
    """The offer of the pending decision; it must be plain data."""
    assert t.decision is not None
    offer = t.decision.offer(t.state)
    json.dumps(offer)
    return offer


@clause("mbb.geometry.preview")
def test_an_aim_shows_points_modifiers_with_clauses_and_the_number_needed() -> None:
    units = (unit("A1", "M4 Sherman", 24, 4, 90, **SQUARE), unit("B1", "Panzer III", 24, 24, 90, **SQUARE))
    t = table(*units, terrain=[piece("Hedgerow", 24, 14, length=1.89, width=0.3, hit_markers=0)])
    (aims,) = offered(t)["units"]
    (aim,) = aims["targets"]
    assert (aims["unit"], aim["target"], aim["needed"]) == ("A1", "B1", 7)
    assert aim["odds"] == pytest.approx(21 / 36)
    attack = [(line["value"], line["clause"]) for line in aim["attack_points"]]
    defense = [(line["value"], line["clause"]) for line in aim["defense_points"]]
    assert attack == [(4, "mbb.unit.ap"), (-1, "mbb.terrain.hedge")]
    assert defense == [(4, "mbb.unit.dp"), (-2, "mbb.mod.rear")]


@clause("mbb.geometry.preview", "mbb.shoot.table")
def test_the_shot_is_made_with_the_numbers_that_were_shown() -> None:
    """Preview, odds and shot come from the same function: they agree for every pair on a crowded table."""
    shooters = [unit(f"A{n}", "M4 Sherman", 8 + 6 * n, 4, 90) for n in range(6)]
    enemies = [unit(f"B{n}", "Panzer III", 10 + 5 * n, 22 + 3 * (n % 3), 20 + 70 * n) for n in range(6)]
    terrain = [piece("House", 20, 12), piece("Low Wall", 30, 18), piece("Hedgerow", 12, 16), piece("Wall", 38, 14)]
    t = table(*shooters, *enemies, terrain=terrain)
    shown = {(aims["unit"], aim["target"]): aim for aims in offered(t)["units"] for aim in aims["targets"]}
    pairs = [pair for pair in shown if pair[1].startswith("B")]
    assert len(pairs) > 10
    for shooter, target in pairs:
        needed = shown[shooter, target]["needed"]
        faces = () if needed is None else (1, 1)
        shot = start(t.match.setup).fire({shooter: target}, dice(*faces)).of("shot_resolved")[0]
        assert shot.needed == needed
        assert t.odds(shooter, target) == shown[shooter, target]["odds"]


@clause("mbb.declare.leftmost", "mbb.declare.legal_targets")
def test_units_are_offered_from_the_left_with_their_legal_targets_only() -> None:
    units = (
        unit("A1", "M4 Sherman", 30, 4, 90),
        unit("A2", "Staff Car", 20, 4, 90),
        unit("A3", "M4 Sherman", 10, 4, 90),
        unit("B1", "Panzer III", 24, 24, 270),
        unit("B2", "Panzer III", 40, 24, 270, status="wreck"),
    )
    t = table(*units)
    listed = offered(t)["units"]
    assert [aims["unit"] for aims in listed] == ["A3", "A2", "A1"]
    assert [[aim["target"] for aim in aims["targets"]] for aims in listed] == [["B1"], [], ["B1"]]


@clause("mbb.hm.shot", "mbb.geometry.preview")
def test_terrain_is_offered_with_its_markers() -> None:
    units = (unit("A1", "M4 Sherman", 24, 4, 90), unit("B1", "Panzer III", 40, 24, 270))
    t = table(*units, terrain=[piece("House", 24, 14)])
    aims = {aim["target"]: aim for aim in offered(t)["units"][0]["targets"]}
    assert aims["T1"]["hit_markers"] == 3
    assert aims["T1"]["clause"] == "mbb.hm.shot"


@clause("mbb.young.color_die")
def test_very_young_players_are_shown_odds_and_no_numbers() -> None:
    units = (unit("A1", "M4 Sherman", 24, 4, 90), unit("B1", "Panzer III", 24, 24, 270))
    aim = offered(table(*units, options={"rules_level": "young"}))["units"][0]["targets"][0]
    assert aim["odds"] == 0.5
    assert "needed" not in aim
    assert aim["clause"] == "mbb.young.color_die"


@clause("mbb.unit.mp")
def test_movement_offers_the_points_each_unit_has_left() -> None:
    units = (unit("A1", "M4 Sherman", 24, 4, 90), unit("A2", "Flak 36", 10, 4, 90), unit("B1", "Panzer III", 24, 24))
    t = table(*units, phase="movement")
    assert offered(t)["units"] == [{"unit": "A1", "movement_points": 8, "left": 8.0}]
    t.move("A1", forward(2.5))
    assert offered(t)["units"] == [{"unit": "A1", "movement_points": 8, "left": 5.5}]
    assert offered(t)["enter"] == []
    assert offered(t)["free_path"] is False


def test_setting_up_offers_pieces_units_zones_and_choices() -> None:
    laying = start(Setup("micro_brick_battle", "six_v_six", {"battlefield": "half"}))
    offer = offered(laying)
    assert offer["area"] == (0.0, 0.0, 48.0, 18.0)
    assert [each["piece"] for each in offer["pieces"]] == list(range(0, 2 * len(offer["pieces"]), 2))
    deploying = start(Setup("micro_brick_battle", "six_v_six"), dice(6, 1))
    offer = offered(deploying)
    assert len(offer["units"]) == 6
    assert offer["zone"] == (0.0, 0.0, 48.0, 6.0)
    units = (unit("A1", "M4 Sherman", 24, 4, 90), unit("B1", "Panzer III", 24, 24))
    choosing = table(*units, round=1, phase="first_turn")
    assert offered(choosing) == {"choices": ["movement", "shooting"]}


def test_only_decisions_of_this_game_are_offered() -> None:
    t = table(unit("A1", "M4 Sherman", 24, 4, 90), unit("B1", "Panzer III", 24, 24))
    with pytest.raises(TypeError):
        t.match.game.offer(t.state, "declare_targets")
