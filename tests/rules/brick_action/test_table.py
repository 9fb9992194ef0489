"""What the table shows of a fight: threads and cover mini by mini, reactions with their reason, turned turrets."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from brickfield.core.asking.sight_lines import SightLines
from brickfield.games.brick_action.base.sight.landscape import mount
from brickfield.games.brick_action.base.sight.sight_lines import sight_lines
from brickfield.games.brick_action.chapters.vehicles.vehicle_sight import hull_seen
from brickfield.testing import Position, clause, dice, piece
from tests.rules.brick_action import armoured
from tests.rules.brick_action.fire_table import duel, pool
from tests.rules.brick_action.squads import ONE, TWO, squad, table, walk


def lines(t: Position, unit: str = "A1", target: str = "B1") -> SightLines:
    found = sight_lines(t.state, t.unit(unit), t.unit(target))
    assert isinstance(found, SightLines)
    return found


@clause("ba.geometry.los.rays")
def test_three_threads_go_to_the_middle_and_one_stud_to_either_side() -> None:
    (thread,) = lines(table(squad("A1", ONE, 20, 40), squad("B1", ONE, 40, 40))).threads
    assert (thread.shooter, thread.target, thread.x, thread.y) == ("A1/f1", "B1/f1", 20.0, 40.0)
    assert [(ray.x, ray.y, ray.seen) for ray in thread.rays] == [(40, 40, 1.0), (40, 41, 1.0), (40, 39, 1.0)]


@clause("ba.geometry.los.partial", "ba.geometry.eligible", "ba.cover.total.def")
def test_a_wall_stops_threads_and_tints_the_minis_behind_it() -> None:
    # it hides the middle and the right of the first mini and all of the second, who stands close behind it
    wall = piece("wall", 30, 33, 90, length=14.8, width=1.0)
    t = table(squad("A1", ONE, 20, 40), squad("B1", TWO, 40, 40, (40, 36)), terrain=(wall,))
    found = lines(t)
    assert [[ray.seen for ray in each.rays] for each in found.threads] == [[0, 1, 0], [0, 0, 0]]
    assert [(each.figure, each.cover, each.clause) for each in found.covers] == [
        ("B1/f1", "hard", "ba.geometry.los.partial"),
        ("B1/f2", "total", "ba.cover.total.def"),
    ]
    assert found.shooters == ("A1/f1",)


@clause("ba.geometry.vehicle_visible")
def test_eleven_threads_go_to_a_vehicle_and_count_as_its_visible_share() -> None:
    wall = piece("wall", 40, 22, 90, length=12.0, width=1.0)
    t = armoured.table(armoured.tank("A1", 20, 20), armoured.tank("B1", 60, 20, 90), terrain=[wall])
    (thread,) = lines(t).threads
    share = hull_seen(t.state, mount(t.state, t.unit("A1")), t.unit("B1")).share
    assert len(thread.rays) == 11
    assert 0.0 < share < 1.0
    assert sum(ray.seen for ray in thread.rays) / 11 == pytest.approx(share)


@clause("ba.reactive.trigger_open", "ba.reactive.per_turn", "ba.reactive.dice")
def test_a_reaction_says_who_may_fire_at_whom_and_why() -> None:
    t = table(squad("A1", ONE, 40, 20), squad("B1", ONE, 40, 50), squad("B2", ONE, 46, 50))
    walk(t, "A1", 90, 10)
    offer = t.question.offer
    assert [each.title for each in offer.choices] == ["Squad B1 fires", "Squad B2 fires", "Let it pass"]
    first = offer.exhibits[0]
    assert (first.aim.unit, first.aim.target, first.aim.dice, first.aim.need) == ("B1", "A1", 1, "4+")
    # 4 and 5 have to be saved on 4+, a 6 does not
    assert first.aim.odds == pytest.approx(2 / 6 / 2 + 1 / 6)
    assert [each.clause for each in first.notes] == ["ba.reactive.trigger_open", "ba.reactive.per_turn"]
    assert "4.5 studs in the open" in first.notes[0].text
    assert "over 4" in first.notes[0].text


@clause("ba.reactive.trigger_cover")
def test_a_reaction_to_a_way_behind_cover_says_so() -> None:
    wall = piece("low_wall", 40, 22.5, 0, length=60.0, width=1.0)
    t = table(squad("A1", ONE, 30, 20), squad("B1", ONE, 36, 50), terrain=(wall,))
    walk(t, "A1", 0, 12)
    (why, _) = t.question.offer.exhibits[0].notes
    assert why.clause == "ba.reactive.trigger_cover"
    assert "8.5 studs" in why.text
    assert "over 8" in why.text


@clause("ba.reactive.vs_vehicle")
def test_a_reaction_at_a_vehicle_needs_a_six() -> None:
    t = armoured.table(armoured.tank("A1", 20, 20), armoured.tank("B1", 60, 20, 180))
    armoured.drive(t, "A1", armoured.ahead(10))
    aim = t.question.offer.exhibits[0].aim
    assert (aim.need, aim.odds, aim.clause) == ("6", pytest.approx(1 / 6), "ba.reactive.vs_vehicle")


@clause("ba.move.prone.reaction")
def test_going_prone_is_the_first_button_and_says_who_fires() -> None:
    t = duel(theirs="officer repeater, 2 regular repeater")
    t.answer("attack", unit="A1", target="B1")
    assert t.asked == "may_drop"
    assert [each.title for each in t.question.offer.choices] == ["Go prone", "Stay up"]
    assert "A1 fires at Squad B1" in t.question.text


@clause("ba.move.prone.reaction", "ba.move.prone.save")
def test_going_prone_is_asked_with_what_it_changes_and_the_attack_has_those_odds() -> None:
    t = duel(theirs="officer repeater, 2 regular repeater")
    standing = t.aim("A1", "B1")["odds"]
    t.answer("attack", unit="A1", target="B1")
    drop, stay = t.question.offer.choices  # type: ignore[union-attr]
    (change,) = drop.weighed
    assert stay.weighed is UNSET
    assert (change.of, change.without) == ("At least one falls", standing)
    assert t.question.offer.exhibits[0].aim.odds == standing  # type: ignore[union-attr]
    lying = duel(theirs="officer repeater, 2 regular repeater", b={"prone": 1}).aim("A1", "B1")["odds"]
    assert change.with_it == lying < standing


@clause("ba.geometry.dice_order")
def test_the_dice_of_an_attack_are_counted_line_by_line() -> None:
    dice_sum = pool(duel("5 regular smg")).sums[0]
    assert dice_sum.dice is True
    assert [line.value for line in dice_sum.lines] == [3, 2]
    assert dice_sum.total == 5


@clause("ba.veh.turret")
def test_a_turret_is_drawn_where_it_points_and_turns_with_the_hull() -> None:
    t = armoured.table(armoured.tank("A1", 20, 40), armoured.tank("B1", 50, 70, 225))
    looks = t.match.game.situation(t.state).looks
    assert "A1" not in looks
    t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(1, 1, 1, 1))
    turned = t.match.game.situation(t.state).looks["A1"].turned
    assert turned == pytest.approx(45.0)
    armoured.drive(t, "A1", armoured.pivot(30))
    assert t.match.game.situation(t.state).looks["A1"].turned == pytest.approx(45.0)


@clause("ba.reactive.optional", "ba.move.prone.reaction")
def test_a_window_that_runs_out_is_left() -> None:
    t = table(squad("A1", ONE, 40, 20), squad("B1", ONE, 40, 50))
    walk(t, "A1", 90, 10)
    assert t.asked == "react_to_move"
    assert t.answer("react", yes=False, late=True).refusal is None
    t = duel(theirs="officer repeater, 2 regular repeater")
    t.answer("attack", unit="A1", target="B1")
    assert t.asked == "may_drop"
    t.answer("react", yes=False, late=True, dice=dice(1, 1, 1, 1))
    assert t.asked == "take_action"
