"""What a table shows beside the numbers: heights, who is in a bunker, by whose sight one shoots, squares to touch."""

from __future__ import annotations

from typing import Any

from brickfield.core.asking.offers import Act, Aims, Choose
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.games.micro_brick_battle.base.aims import aim
from brickfield.games.micro_brick_battle.base.losses import may_run, sections_in_reach
from brickfield.games.micro_brick_battle.chapters.airplanes.airplane_aims import strike_aims
from brickfield.games.micro_brick_battle.chapters.mines.minefields import grid
from brickfield.games.micro_brick_battle.shown.faces import situation
from brickfield.testing import Position, clause, lay_table, piece, start, unit

GAME = "micro_brick_battle"
BRICK = 302_400
HOWITZER = "M1910/30 122mm Howitzer"
FOE = unit("B1", "Panzer III", 24, 24, 270)


def table(*units: dict[str, Any], terrain: Any = (), **position: Any) -> Position:
    return lay_table(GAME, units, terrain, options={"special_units": True}, **position)


@clause("mbb.obst.bridge.high", "mbb.obst.bridge.low", "mbb.terrain.hill.shape")
def test_every_bridge_is_shown_as_high_as_it_is() -> None:
    low, high = piece("Bridges", 10, 18), {**piece("Bridges", 30, 18), "height_bricks": 4}
    t = table(unit("A1", "M4 Sherman", 24, 4, 90), FOE, terrain=[low, high, piece("Hill", 40, 8)])
    heights = {token: face.height for token, face in situation(t.state).pieces.items()}
    bricks = {token: round(height / heights["T1"] * 2) for token, height in heights.items()}
    assert bricks == {"T1": 2, "T2": 4, "T3": 9}


@clause("mbb.obst.bunker.arty")
def test_a_gun_wholly_in_a_bunker_is_shown_inside_of_it() -> None:
    guns = [unit("A1", HOWITZER, 24, 6, 0), unit("A2", HOWITZER, 10, 6, 0), unit("A3", "M4 Sherman", 36, 10, 0)]
    bunkers = [piece("Artillery Bunker", 24, 6), piece("Artillery Bunker", 36, 6)]
    looks = situation(table(*guns, FOE, terrain=bunkers).state).looks
    assert {name: look.inside for name, look in looks.items()} == {"A1": "T1"}


@clause("mbb.spot.los", "mbb.obst.bunker.spot")
def test_a_shot_names_whose_sight_it_is_made_by() -> None:
    house = piece("Building", 24, 14, length=12, width=2)
    gun, spotter = unit("A1", HOWITZER, 24, 6, 90), unit("A2", "T-26", 8, 14, 90)
    t = table(gun, spotter, FOE, terrain=[house], phase="target_declaration")
    assert aim(t.state, t.state.units["A1"], "B1").by == "A2"
    assert aim(t.state, t.state.units["A2"], "B1").by == ""


@clause("mbb.spot.los", "mbb.geometry.obstacle_los")
def test_so_does_a_shot_at_terrain() -> None:
    wall, house = piece("Building", 24, 14, length=12, width=2), piece("House", 24, 19)
    t = table(
        unit("A1", HOWITZER, 24, 6, 90), unit("A2", "T-26", 8, 19, 0), FOE, terrain=[wall, house],
        phase="target_declaration",
    )  # fmt: skip
    shot = aim(t.state, t.state.units["A1"], "T2")
    assert shot.refusal is None
    assert shot.by == "A2"


@clause("mbb.hm.one_piece", "mbb.hm.missile3")
def test_a_strike_offers_the_sections_some_run_could_take() -> None:
    hedge = piece("Hedgerow", 24, 18, length=13.23, width=0.315)
    plane = unit("A1", "Hawker Typhoon", 24, 6, 90)
    t = table(plane, unit("A2", "M4 Sherman", 2, 2, 90), FOE, terrain=[hedge], phase="turn")
    names = list(t.state.tokens)
    middle = names[len(names) // 2]
    near = sections_in_reach(t.state, middle, 3)
    marks = t.state.tokens[middle].marks["hm"]
    assert near[0] == middle
    assert set(near) == {each for each in names if abs(names.index(each) - names.index(middle)) * marks < 3}
    assert all(may_run(t.state, middle, (middle, each), 3) is None for each in near[1:3])
    assert sections_in_reach(t.state, middle, marks) == ()
    offered = {each.target: each.sections for each in strike_aims(t.state, t.state.units["A1"], "missile", ())}
    assert offered[middle] == near
    assert offered["B1"] == ()
    (actor,) = t.question.offer.actors if isinstance(t.question.offer, Act) else ()
    assert {each.offer.into for each in actor.actions if isinstance(each.offer, Aims)} == {"run"}


@clause("mbb.mine.secret.write")
def test_every_square_that_may_be_mined_is_an_area_to_touch() -> None:
    t = start(Setup(GAME, "six_v_six", {"mines": "secret"}), SeededDice(1))
    asked = t.question
    assert isinstance(asked.offer, Choose)
    squares = grid(t.match)  # type: ignore[arg-type]
    for choice in asked.offer.choices:
        x0, y0, x1, y1 = (round(part * 1e6) for part in squares[choice.answer.square])
        assert (min(choice.area[::2]), min(choice.area[1::2])) == (x0, y0)
        assert (max(choice.area[::2]), max(choice.area[1::2])) == (x1, y1)
    assert asked.offer.give == "Write it down"


@clause("mbb.air.actions3")
def test_one_plane_is_called_by_its_name() -> None:
    plane = unit("A1", "Hawker Typhoon", 24, 6, 90)
    two = [plane, unit("A2", "Hawker Typhoon", 30, 6, 90)]
    assert table(plane, FOE, phase="turn").question.title == "Hawker Typhoon A1"
    assert table(*two, FOE, phase="turn").question.title == "Your airplanes"
