"""Infantry at the table, in words and in the minds of bots."""

from __future__ import annotations

from typing import Any

from brickfield.core.asking.previews import PathFace
from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.movement_phase import MoveUnits
from brickfield.games.micro_brick_battle.chapters.infantry.engineers import Repair
from brickfield.games.micro_brick_battle.chapters.infantry.following import Follow
from brickfield.games.micro_brick_battle.chapters.infantry.infantry_phase import MoveInfantry
from brickfield.games.micro_brick_battle.chapters.infantry.marching import March, Walk
from brickfield.games.micro_brick_battle.chapters.infantry.medics import Heal
from brickfield.games.micro_brick_battle.chapters.infantry.mind_orders import infantry_orders
from brickfield.games.micro_brick_battle.mind.suggestions import orders
from brickfield.games.micro_brick_battle.setup.card_names import unit_card
from brickfield.games.micro_brick_battle.shown.faces import card_face, situation
from brickfield.games.micro_brick_battle.shown.previews import WayAbout, path
from brickfield.testing import clause, march, piece, unit
from tests.rules.micro_brick_battle.squads import of, squad, table, walk, where

# --- the table -------------------------------------------------------------------------------------------------------


@clause("inf.build.plate", "inf.build.marker", "inf.spec.mark", "inf.med.plates", "inf.captain")
def test_a_card_is_a_round_plate_with_markers_on_plates_of_their_colours() -> None:
    face = card_face(unit_card("Medics"))
    assert (face.round, face.length, face.width, face.model) == (True, 1_260_000, 1_260_000, "soldiers.red-red")
    assert {number.id: number.value for number in face.numbers}["markers"] == 2
    assert card_face(unit_card("Infantry with Captain")).model == "soldiers.white"
    assert card_face(unit_card("Infantry")).model == "soldiers"


@clause("inf.build.marker", "inf.spec.firstlost", "inf.geometry.inside", "inf.los.range")
def test_the_table_shows_the_markers_that_are_left_and_says_where_a_squad_is() -> None:
    hurt = squad(20, 10, "A2", "Snipers", marks={"markers": 3, "sniper": 0})
    t = table(squad(14, 10, inside="T1"), hurt, terrain=[piece("House", 14, 10)])
    shown = situation(t.state)
    assert (shown.looks["A1"].soldiers, shown.looks["A2"].soldiers, shown.looks["A2"].model) == (4, 3, "soldiers")
    assert shown.states["A1"] == ("4 markers", "sees 18 in", "inside the house: DP +3")
    assert shown.states["A2"] == ("3 markers, 1 lost", "sees 12 in")


@clause("inf.move.sprint", "inf.follow.choice", "inf.eng.first")
def test_runs_and_followers_and_repairs_have_markers_of_their_own() -> None:
    t = table(squad(10, 18), unit("A2", "M4 Sherman", 10, 20, 90))
    assert t.answer("follow", unit="A1", tank="A2", pace="walk").accepted
    assert [marker.id for marker in situation(t.state).looks["A1"].markers] == ["follows"]
    repaired = table(squad(30, 10), unit("A2", "M4 Sherman", 10, 20, 90, marks={"repaired": 1}))
    assert [marker.id for marker in situation(repaired.state).looks["A2"].markers] == ["repaired"]


@clause("inf.med.heal", "inf.med.end")
def test_medics_that_have_healed_are_not_said_to_have_run() -> None:
    t = table(squad(card="Medics"), squad(11.4, 10, "A2", marks={"markers": 1}))
    assert t.answer("heal", unit="A1", target="A2").accepted
    assert [marker.title for marker in situation(t.state).looks["A1"].markers] == ["has healed"]


@clause("inf.join.half", "inf.dmg.rc")
def test_a_unit_that_went_up_in_another_is_not_among_the_losses() -> None:
    t = table(squad(card="Half Infantry"), squad(11.4, 10, "A2", "Half Infantry"))
    assert t.answer("join_unit", unit="A1", other="A2").accepted
    standing = situation(t.state).standings[0]
    assert (standing.fighting, standing.lost) == (1, 0)


@clause("inf.move.omni", "inf.move.impassable")
def test_a_way_on_foot_can_be_tried_first() -> None:
    t = table(squad(), terrain=[piece("Wall", 12, 10, 90)])
    tried = path(t.state, 0, WayAbout("A1", (March(0.0, 3.5),), "walk"))
    assert isinstance(tried, PathFace)
    assert (tried.legs[-1].pose.place, tried.left) == ((13.5, 10.0), 0.5)
    wrong = path(t.state, 0, WayAbout("A1", (March(0.0, 2.0),), "walk"))
    assert isinstance(wrong, PathFace)
    assert wrong.refusal is not None
    assert wrong.refusal.clause == "inf.move.impassable"


@clause("inf.move.last")
def test_while_vehicles_move_the_table_knows_that_infantry_moves_later() -> None:
    t = table(squad(10, 14), unit("A2", "M4 Sherman", 20, 20, 90))
    assert t.decision is not None
    assert t.decision.ask(t.state).offer.later == ("A1",)  # type: ignore[union-attr]
    assert t.decision.ask(t.state).offer.finish.title == "On to infantry"  # type: ignore[union-attr]


@clause("inf.stats.nation", "inf.captain.cost", "inf.intro.optional")
def test_the_catalogue_offers_squads_and_the_captain_where_infantry_is_played() -> None:
    game = find_game("micro_brick_battle")
    assert game is not None
    assert game.choices is not None
    shown = game.choices(game)
    assert {"Infantry", "Half Infantry", "Grenadiers", "Engineers"} <= set(shown.cards)
    assert shown.trait_switches["infantry"] == "infantry"
    captain = next(each for each in shown.upgrades if each.title == "Captain")
    assert (captain.cost, captain.most, captain.cards) == (8, 1, ("Infantry", "Half Infantry"))


# --- bots ------------------------------------------------------------------------------------------------------------


def ideas(t: Any, kind: type) -> list[Any]:
    return [idea.answer for idea in infantry_orders(t.state, MoveInfantry(0), 99) if isinstance(idea.answer, kind)]


@clause("inf.med.heal")
def test_medics_go_to_the_hurt_and_heal_them() -> None:
    hurt = squad(20, 10, "A2", marks={"markers": 1})
    t = table(squad(14, 10, card="Medics"), hurt)
    kinds = [idea.kind for idea in infantry_orders(t.state, MoveInfantry(0), 99)]
    assert "heal" in kinds
    way = next(idea.answer for idea in infantry_orders(t.state, MoveInfantry(0), 99) if idea.kind == "heal")
    assert isinstance(way, Walk)
    assert t.send(
        {"answer": "walk", "unit": "A1", "steps": [march(way.steps[0].heading, way.steps[0].inches)]}
    ).accepted
    assert ideas(t, Heal) == [Heal("A1", "A2")]


@clause("inf.eng.first")
def test_engineers_go_to_a_wreck_and_repair_it() -> None:
    t = table(squad(14, 10, card="Engineers"), unit("A2", "M4 Sherman", 20, 10, 90, status="wreck"))
    way = next(idea.answer for idea in infantry_orders(t.state, MoveInfantry(0), 99) if idea.kind == "repair")
    assert walk(t, "A1", march(way.steps[0].heading, way.steps[0].inches)).accepted
    assert where(t, "A1")[0] > 18
    assert ideas(t, Repair) == [Repair("A1", "A2")]


@clause("inf.follow.choice")
def test_squads_behind_a_tank_are_told_to_follow_it_before_it_drives() -> None:
    t = table(squad(10, 18), unit("A2", "M4 Sherman", 10, 20, 90))
    found = [idea.answer for idea in orders(t.state, MoveUnits(0), 99) if isinstance(idea.answer, Follow)]
    assert found == [Follow("A1", "A2", "walk")]
    assert not isinstance(t.state.decision.settle(t.state, found[0]), Refusal)  # type: ignore[union-attr]
    assert of(t, "A1").alive
