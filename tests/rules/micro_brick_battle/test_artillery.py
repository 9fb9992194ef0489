"""Artillery: where it is deployed and with what, that it stays, fires over everything and leaves no wreck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.games.micro_brick_battle.chapters.artillery.emplaced_guns import occupant
from brickfield.games.micro_brick_battle.chapters.special_units.spotters import spotter_of
from brickfield.testing import Position, Result, clause, dice, forward, lay_table, piece, pivot, start, unit

GAME = "micro_brick_battle"
GUN = "M1910/30 122mm Howitzer"
# Half the length and half the width of a gun.
NOSE, SIDE = 0.63, 0.4725


def table(*units: dict[str, Any], terrain: Any = (), **position: Any) -> Position:
    return lay_table(GAME, units, terrain, options={"special_units": True}, **position)


def deploying(*units: dict[str, Any], terrain: Any = ()) -> Position:
    """A table on which seat 0 deploys a gun and a tank."""
    ours = [unit("A1", GUN, status="waiting"), unit("A2", "T-26", status="waiting")]
    foe = unit("B1", "Panzer III", 24, 30, 270, status="waiting")
    return table(*ours, foe, *units, terrain=terrain, phase="deployment")


def place(t: Position, name: str, x: float, y: float, heading: float = 90.0) -> Result:
    return t.answer("place", unit=name, x=x, y=y, heading=heading)


def refused(t: Position, act: Callable[[], Result], code: str, cited: str) -> None:
    """The answer is refused by this clause, and nothing has changed."""
    before = t.state.digest()
    result = act()
    assert result.refusal is not None, t
    assert (result.refusal.code, result.refusal.clause) == (code, cited)
    assert t.state.digest() == before


# --- deployment ------------------------------------------------------------------------------------------------------


@clause("mbb.arty.deploy12")
def test_artillery_is_deployed_up_to_twelve_inches_from_its_edge() -> None:
    t = deploying()
    refused(t, lambda: place(t, "A1", 24, 12 - NOSE + 1e-4), "outside_zone", "mbb.arty.deploy12")
    refused(t, lambda: place(t, "A2", 24, 8), "outside_zone", "mbb.setup.zone")
    assert place(t, "A1", 24, 12 - NOSE).accepted


@clause("mbb.arty.deploy12", "mbb.house.agree")
def test_as_a_plain_unit_it_stands_in_the_zone_of_all() -> None:
    units = [unit("A1", GUN, status="waiting"), unit("B1", "Panzer III", status="waiting")]
    t = lay_table(GAME, units, phase="deployment")
    refused(t, lambda: place(t, "A1", 24, 8), "outside_zone", "mbb.setup.zone")


@clause("mbb.arty.no_move")
@pytest.mark.parametrize("step", [forward(1), pivot(1)])
def test_once_deployed_it_neither_moves_nor_turns_whatever_its_points(step: Any) -> None:
    t = table(unit("A1", GUN, 24, 8, 90, mp=6), unit("A2", "T-26", 30, 8), unit("B1", "Panzer III", 24, 26, 270))
    assert t.decision is not None
    assert [mover.unit for mover in t.decision.ask(t.state).offer.movers] == ["A2"]
    refused(t, lambda: t.move("A1", step), "artillery_stays", "mbb.arty.no_move")


@clause("mbb.arty.no_move")
def test_it_fires_all_round_even_with_a_fixed_mount() -> None:
    t = table(unit("A1", GUN, 24, 18, 90, mount="fixed"), unit("B1", "Panzer III", 24, 8, 90))
    assert t.fire({"A1": "B1"}, dice=dice(1, 1)).of("shot_resolved")


# --- shooting --------------------------------------------------------------------------------------------------------


@clause("mbb.arty.over", "mbb.spot.los")
def test_artillery_fires_over_a_house_by_a_spotter() -> None:
    units = [unit("A1", GUN, 24, 8, 90), unit("B1", "Panzer III", 24, 26, 270)]
    house = [piece("House", 24, 16)]
    t = table(*units, terrain=house)
    refused(t, lambda: t.fire({"A1": "B1"}), "no_line_of_sight", "mbb.los.required")
    t = table(*units, unit("A2", "Staff Car", 10, 20, 90), terrain=house)
    assert t.fire({"A1": "B1"}, dice=dice(6, 6)).of("unit_destroyed")


@clause("mbb.arty.over")
def test_cover_does_not_help_against_artillery() -> None:
    wall = [piece("Low Wall", 24, 25, 0), piece("Emplacement", 28, 30, 180)]
    t = table(unit("A1", GUN, 24, 8, 90), unit("B1", "Panzer III", 24, 26.5, 270), terrain=wall)
    numbers = t.tally("A1", "B1")
    assert (numbers.attack_points.total, numbers.defense_points.total) == (5, 4)


@clause("mbb.arty.rear", "mbb.mod.rear")
def test_shots_at_a_gun_from_behind_count_by_its_deployed_facing() -> None:
    t = table(unit("A1", "Panzer IV", 24, 8, 90), unit("B1", "Flak 36", 24, 20, 90))
    assert t.tally("A1", "B1").defense_points.total == 6 - 2


@clause("mbb.arty.rear", "mbb.obst.bunker.arty")
def test_inside_a_bunker_there_is_no_rear() -> None:
    # the bunker looks north like the gun, away from the tank
    bunker = piece("Artillery Bunker", 24, 20, 0)
    t = table(unit("A1", "Panzer IV", 24, 8, 90), unit("B1", "Flak 36", 24, 20, 90), terrain=[bunker], anyhow=True)
    assert t.tally("A1", "B1").defense_points.total == 6 + 2


@clause("mbb.arty.removed")
def test_destroyed_artillery_is_taken_off_the_table() -> None:
    t = table(unit("A1", "Panzer IV", 24, 8, 90), unit("B1", "Flak 36", 24, 20, 270), unit("B2", "Panzer II", 4, 30))
    destroyed = t.fire({"A1": "B1"}, dice=dice(6, 6)).of("unit_destroyed")
    assert [(each.leaves_wreck, each.clause) for each in destroyed] == [(False, "mbb.arty.removed")]
    assert (t.unit("B1").status, t.unit("B1").pose) == ("gone", None)


@clause("mbb.arty.removed", "mbb.win.stalemate")
def test_what_was_taken_off_counts_as_destroyed() -> None:
    t = table(unit("A1", "Panzer IV", 24, 8, 90), unit("B1", "Flak 36", 24, 20, 270))
    t.fire({"A1": "B1"}, dice=dice(6, 6))
    assert t.state.outcome is not None
    assert (t.state.outcome.winners, t.state.outcome.scores) == ((0,), (12, 0))


# --- bunkers and emplacements ----------------------------------------------------------------------------------------


@clause("mbb.arty.with", "mbb.obst.bunker.arty")
def test_a_gun_is_deployed_in_a_bunker_wholly_inside_facing_its_way() -> None:
    bunker = piece("Artillery Bunker", 24, 8, 0)
    t = deploying(terrain=[bunker])
    refused(t, lambda: place(t, "A1", 24, 8, 270), "faces_bunker", "mbb.arty.with")
    refused(t, lambda: place(t, "A1", 25.3, 8), "overlap", "mbb.setup.facing")
    assert place(t, "A1", 24, 8, 90).accepted
    held = occupant(t.state, t.state.tokens["T1"])
    assert held is not None
    assert held.id == "A1"


@clause("mbb.arty.with")
def test_a_bunker_holds_one_gun() -> None:
    bunker = piece("Artillery Bunker", 24, 8, 0)
    t = deploying(unit("A3", GUN, status="waiting"), terrain=[bunker])
    place(t, "A1", 23.3, 8, 90)
    place(t, "B1", 24, 33, 270)
    refused(t, lambda: place(t, "A3", 24.7, 8, 90), "bunker_taken", "mbb.arty.with")


@clause("mbb.arty.with")
def test_only_artillery_goes_into_a_bunker_and_only_into_its_own() -> None:
    t = deploying(terrain=[piece("Artillery Bunker", 24, 4, 0, length=4.0, width=3.0)])
    refused(t, lambda: place(t, "A2", 24, 4, 90), "overlap", "mbb.setup.facing")
    t = deploying(terrain=[piece("Artillery Bunker", 24, 8, 0, owner=1)])
    refused(t, lambda: place(t, "A1", 24, 8, 90), "not_your_bunker", "mbb.arty.with")


def placing_works() -> Position:
    """The battle on the river, in which the German gun brings a bunker and an emplacement."""
    t = start(Setup(GAME, "river_guns"))
    t.answer("hold_back", units=[])
    t.answer("hold_back", units=[], dice=dice(6, 1))
    return t


def lay(t: Position, number: int, x: float, y: float) -> Result:
    return t.answer("lay_piece", piece=number, x=x, y=y, heading=180.0)


@clause("mbb.arty.with")
def test_works_are_placed_before_the_units_within_twelve_inches_and_clear_of_others() -> None:
    t = placing_works()
    assert (t.asked, t.state.waiting_for()) == ("place_work", (1,))
    assert t.decision is not None
    bunker, emplacement = (int(each.id) for each in t.decision.ask(t.state).offer.things)
    refused(t, lambda: lay(t, bunker, 28, 36 - 11.4), "outside_zone", "mbb.arty.with")
    refused(t, lambda: lay(t, bunker, 42, 24.7), "overlap", "mbb.arty.with")
    refused(t, lambda: lay(t, 0, 24, 30), "not_your_piece", "mbb.arty.with")
    refused(t, lambda: lay(t, 99, 24, 30), "unknown_piece", "")
    assert lay(t, bunker, 28, 36 - 11.37).of("token_placed")[0].token.seat == 1
    assert t.asked == "place_work"
    refused(t, lambda: lay(t, bunker, 10, 30), "not_your_piece", "mbb.arty.with")
    lay(t, emplacement, 12, 30)
    assert t.asked == "deploy_unit"


@clause("mbb.arty.with", "mbb.house.agree")
def test_where_guns_are_plain_units_they_bring_nothing() -> None:
    t = start(Setup(GAME, "river_guns", {"special_units": False, "reinforcements": False}), dice(6, 1))
    assert t.asked == "deploy_unit"


# --- spotting bunkers ------------------------------------------------------------------------------------------------


@clause("mbb.geometry.muzzle.spotter", "mbb.obst.bunker.spot")
@pytest.mark.parametrize(("owner", "spots"), [(0, "T2"), (1, ""), (-1, "")])
def test_a_spotting_bunker_spots_for_its_owner(owner: int, spots: str) -> None:
    """It looks north from (10, 16), past the house that hides the target from the gun."""
    pieces = [piece("House", 24, 16), piece("Spotting Bunker", 10, 16, 0, owner=owner)]
    t = table(unit("A1", GUN, 24, 8, 90), unit("B1", "Panzer III", 24, 26, 270), terrain=pieces)
    assert spotter_of(t.state, t.unit("A1"), t.unit("B1")) == spots


@clause("mbb.obst.bunker.spot_arc", "mbb.geometry.muzzle.spotter")
@pytest.mark.parametrize(("heading", "y", "spots"), [(0, 26, True), (180, 26, False), (0, 10, False), (0, 16.63, True)])
def test_it_sees_only_what_lies_before_its_front(heading: float, y: float, spots: bool) -> None:
    """Its front is at y 16.63; a target level with it is seen as far as it reaches beyond."""
    pieces = [piece("House", 24, 14), piece("Spotting Bunker", 10, 16, heading, owner=0)]
    t = table(unit("A1", GUN, 38, 8, 90), unit("B1", "Panzer III", 20, y, 270), terrain=pieces)
    assert bool(spotter_of(t.state, t.unit("A1"), t.unit("B1"))) == spots


@clause("mbb.obst.bunker.spot", "mbb.geometry.preview")
def test_the_aim_draws_the_line_from_the_bunkers_eye() -> None:
    pieces = [piece("House", 24, 16), piece("Spotting Bunker", 10, 16, 0, owner=0)]
    t = table(unit("A1", GUN, 24, 8, 90), unit("B1", "Panzer III", 24, 26, 270), terrain=pieces)
    aim = t.aim("A1", "B1")
    assert aim["remark"].startswith("spotted by Spotting Bunker T2")
    assert aim["sight"]["eye"] == pytest.approx((10, 16.63))


# --- hills -----------------------------------------------------------------------------------------------------------


@clause("mbb.terrain.hill.spg")
@pytest.mark.parametrize(
    ("spotter", "gun", "spots"),
    [((26, 26), (24, 8), "A2"), ((26, 14), (24, 8), ""), ((40, 10), (24, 8), ""), ((40, 10), (42, 9), "")],
)
def test_a_target_on_a_hill_needs_a_spotter_on_that_hill(
    spotter: tuple[float, float], gun: tuple[float, float], spots: str
) -> None:
    hill = piece("Hill", 24, 26, 0)
    t = table(
        unit("A1", GUN, *gun, 90), unit("A2", "Staff Car", *spotter, 90), unit("B1", "Panzer III", 22, 26, 270),
        terrain=[hill],
    )  # fmt: skip
    assert spotter_of(t.state, t.unit("A1"), t.unit("B1")) == spots
