"""Where chapters meet: held moves after a long turn, houses and heavy weapons, crews and passengers, stopped moves."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.board import Token
from brickfield.games.brick_action.base.close_combat.close_combat import fighter
from brickfield.games.brick_action.base.objective import lost_points
from brickfield.games.brick_action.base.reactions.interrupts import placed_at
from brickfield.games.brick_action.base.sight.lookout import Lookout, steps_of
from brickfield.games.brick_action.base.sight.sight import sight
from brickfield.games.brick_action.chapters.vehicles.vehicle_reactions import reaction_weapon
from brickfield.games.brick_action.contents import GAME
from brickfield.geometry import GRAIN, Pose
from brickfield.geometry.fields import COVERED
from brickfield.testing import Position, Result, clause, dice, lay_table, piece, unit
from tests.rules.brick_action.armoured import action, ahead, drive, mark, refusal, squad, table, tank
from tests.rules.brick_action.squads import go

COTTAGE = piece("cottage", 48, 48)  # x 40 to 56, y 42 to 54; two windows to the sides, a door in front, one behind
ROCKETS = "3 regular smg rocket"
BEHIND_THE_DOOR = [(54.0, 45.5), (54.0, 48.0), (54.0, 50.5)]


def walk(t: Position, name: str, heading: float, studs: float) -> Result:
    return t.answer("move", unit=name, steps=[go(heading, studs)])


def held(*marks: tuple[str, int], card: str = "2 regular repeater") -> Position:
    """A1 is about to move; B1, which has done something in its own turn, waits for it to move itself."""
    more: dict[str, Any] = {"hold": "move A1 move 1", "attacked": 1, **dict(marks)}
    return table(squad("A1", (20, 40)), unit("B1", card, 60, 40, 180, seat=1, **more))


@clause("ba.move.turn_cap", "ba.hold.response")
def test_a_held_move_is_a_full_one_whatever_was_walked_in_the_own_turn() -> None:
    t = held(("moved", 32 * GRAIN))
    walk(t, "A1", 0, 1)
    assert t.asked == "respond"
    assert refusal(walk(t, "B1", 90, 16.1)).code == "too_far"
    assert walk(t, "B1", 90, 16).accepted
    assert mark(t, "B1", "moved") == 32 * GRAIN


@clause("ba.veh.speed", "ba.hold.vehicles")
def test_a_held_drive_is_none_of_the_two_of_the_own_turn() -> None:
    t = held(("drives", 2), card="M1 map")
    walk(t, "A1", 0, 1)
    assert t.asked == "respond"
    assert drive(t, "B1", ahead(8)).accepted


@clause("ba.veh.disabled", "ba.hold.duration", "ba.veh.dismount")
@pytest.mark.parametrize(
    ("state", "response", "code", "by"),
    [
        ("disabled", "attack", "disabled", "ba.veh.disabled"),
        ("abandoned", "attack", "no_crew", "ba.veh.dismount"),
        ("abandoned", "move", "no_crew", "ba.veh.dismount"),
        ("disabled", "move", "", ""),
    ],
)
def test_who_cannot_respond_spends_no_action_on_a_hold(state: str, response: str, code: str, by: str) -> None:
    t = table(tank("A1", 20, 40, **{state: 1}), squad("B1", (60, 40)))
    result = t.answer("place_hold", unit="A1", response=response, named="B1", trigger="move")
    assert (result.refusal.code, result.refusal.clause) == (code, by) if result.refusal else not code
    assert t.state.facts["actions"] == (3 if code else 2)


@clause("ba.veh.disabled")
def test_who_is_disabled_in_his_own_turn_does_not_attack_in_his_next_one() -> None:
    gun = tank("B1", 60, 40, 180, "M1 map", hold="attack A1 attack 1")
    t = table(tank("A1", 20, 40, 0, "M2 map"), gun)
    t.answer("fire_guns", unit="A1", target="B1", weapon="map")
    t.answer("fire_guns", unit="B1", target="A1", weapon="map", dice=dice(6, 6, 1, 1, 4, 1, 1, 1, 1))
    # the held shot did two damage; the attack that set it off is still made, and in this turn another one may be
    assert t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(1, 1, 1, 1)).accepted
    t.answer("end_turn")
    t.answer("end_turn")
    assert refusal(t.answer("fire_guns", unit="A1", target="B1", weapon="map")).code == "disabled"
    t.answer("end_turn")
    assert mark(t, "A1", "disabled") == 0


@clause("ba.weapon.smoke.duration", "ba.hold.response")
def test_smoke_thrown_as_a_response_goes_with_the_action_that_set_it_off() -> None:
    thrower = squad("B1", (60, 40), card="regular smg smoke_grenade", hold="smoke A1 attack 1")
    t = table(squad("A1", (20, 40)), thrower)
    t.answer("attack", unit="A1", target="B1")
    result = t.answer("throw_smoke", unit="B1", figure="f1", x=40, y=40)
    assert result.of("shot_voided")
    assert [each for each in t.state.tokens.values() if each.kind == "smoke"] == []
    assert t.answer("attack", unit="A1", target="B1", dice=dice(1)).accepted


@clause("ba.veh.dismount", "ba.veh.destroyed")
def test_passengers_save_when_their_vehicle_is_lost_with_its_crew_outside() -> None:
    riders = squad("B2", (60, 40), (60, 40), inside="B1")
    t = table(squad("A1", *[(20.0, 40 + 2.5 * n) for n in range(5)]), tank("B1", 60, 40, 180, "C2 mg"), riders, seat=1)
    t.answer("dismount", unit="B1", spots=[(50, 40), (50, 43)])
    t.answer("end_turn")
    t.answer("attack", unit="A1", target="B1crew", dice=dice(6, 6, 1, 1, 1, 4, 3))
    assert t.unit("B1").status == "wreck"
    assert t.asked == "place_survivors"
    t.send(t.question.offer.choices[0].answer)
    assert [each.id for each in t.unit("B2").standing] == ["f1"]
    assert (t.unit("B2").container, mark(t, "B2", "suppressed")) == ("", 1)


# --- out of a house --------------------------------------------------------------------------------------------------


def shown(t: Position) -> int:
    """How many of A1 may be hit by B1."""
    return int(t.ask("cover", "B1", "A1")["most"])


@clause("ba.build.all_hit")
def test_what_a_unit_showed_in_one_house_does_not_count_in_the_next() -> None:
    house = piece("cottage", 70, 48, 180)  # door against door
    spots = [(54.0, 48.0), (54.0, 50.5)]
    t = table(squad("A1", *spots, fired_out=1), squad("B1", (48, 70)), terrain=[COTTAGE, house])
    inside = [
        {"figure": "f1", "points": [[64.2, 48]]},
        {"figure": "f2", "points": [[54, 48.4], [64.2, 48.4], [64.2, 50.5]]},
    ]
    assert t.answer("walk", unit="A1", ways=inside).accepted
    assert {each.inside for each in t.unit("A1").squad} == {"T2"}
    assert mark(t, "A1", "fired_out") == 0


@clause("ba.build.mods", "ba.iva.joint", "ba.build.all_hit")
def test_rockets_out_of_a_house_are_limited_by_its_openings_too() -> None:
    t = table(squad("A1", *BEHIND_THE_DOOR, card=ROCKETS), tank("B1", 73, 48), terrain=[COTTAGE])
    items = [{"figure": f"f{n}", "item": "rocket"} for n in (1, 2, 3)]
    # from behind no cap: three base dice, and of the six of the rockets two for the one opening
    assert t.answer("attack_armour", unit="A1", target="B1", items=items, dice=dice(1, 1, 1, 1, 1)).accepted
    assert mark(t, "A1", "fired_out") == 3


@clause("ba.build.los", "ba.build.contact")
def test_rockets_are_fired_through_one_side_of_a_house_at_a_time() -> None:
    t = table(squad("A1", (54, 48), (51, 52), (52.5, 50), card=ROCKETS), tank("B1", 80, 80), terrain=[COTTAGE])
    both = [{"figure": "f1", "item": "rocket"}, {"figure": "f2", "item": "rocket"}]
    refused = refusal(t.answer("attack_armour", unit="A1", target="B1", items=both))
    assert (refused.code, refused.clause) == ("two_sides", "ba.build.los")
    assert t.answer("attack_armour", unit="A1", target="B1", items=both[:1], dice=dice(1, 1)).accepted


def gun_in_a_house(target: dict[str, Any], x: float = 54) -> Position:
    gun = unit("A1", "heavy_support, 2 regular smg", x, 48, 0, spots=[(x, 51.2), (x, 44.8)], gun_at=(53, 48))
    return table(gun, target, terrain=[COTTAGE])


@clause("ba.heavy.dice", "ba.build.mods", "ba.build.contact")
def test_a_heavy_weapon_fires_out_of_the_side_that_it_touches() -> None:
    t = gun_in_a_house(squad("B1", (80, 46), (80, 49)))
    # two crew, and of its three dice two for the one opening
    assert [line.value for line in t.why("A1", "B1")] == [2, 3, -1]
    assert t.answer("fire_heavy", unit="A1", target="B1", dice=dice(1, 1, 1, 1)).accepted
    assert mark(t, "A1", "fired_out") == 2
    t = gun_in_a_house(squad("B1", (30, 47)))
    assert refusal(t.answer("fire_heavy", unit="A1", target="B1")).code == "not_seen"
    t = gun_in_a_house(tank("B1", 80, 48))
    assert t.answer("fire_heavy", unit="A1", target="B1", dice=dice(1, 1, 1, 1)).accepted
    for target in (squad("B1", (80, 46)), tank("B1", 80, 48)):
        t = gun_in_a_house(target, x=52)
        assert refusal(t.answer("fire_heavy", unit="A1", target="B1")).code == "not_seen", "its crew is in total cover"


@clause("ba.heavy.dice", "ba.heavy.vs_armor", "ba.heavy.ladder")
def test_the_numbers_of_a_unit_with_a_heavy_weapon_are_those_of_the_weapon() -> None:
    gun = unit("A1", "heavy_support, 2 regular smg", 20, 40, 0, spots=[(20, 40), (20, 43)], gun_at=(23, 41))
    t = table(gun, squad("B1", (60, 40)), tank("B2", 60, 60))
    assert [t.tally("A1", each).dice for each in ("B1", "B2")] == [5, 5]
    assert t.legal_targets("A1") == ["B1", "B2"]


@clause("ba.heavy.move", "ba.reactmove.rule")
def test_two_minis_move_a_heavy_weapon_up_by_eight_studs_only() -> None:
    gun = unit("A1", "heavy_support, 2 regular smg", 20, 40, 0, spots=[(20, 40), (20, 43)], gun_at=(23, 41))
    t = table(gun, squad("B1", (60, 40), (60, 43), began=2), squad("B2", (60, 80)))
    t.answer("fire_heavy", unit="A1", target="B1", dice=dice(6, 6, 1, 1, 1))
    assert t.asked == "pursue"
    refused = refusal(walk(t, "A1", 0, 8.5))
    assert (refused.code, refused.data["most"]) == ("too_far", 8.0)
    assert walk(t, "A1", 0, 8).accepted


@clause("ba.setup.zone.depth", "ba.geometry.mini")
def test_a_heavy_weapon_is_deployed_wholly_inside_the_zone_too() -> None:
    gun = unit("A1", "heavy_support, 2 regular smg", status="waiting")
    t = lay_table("brick_action", [gun, unit("B1", "regular smg", status="waiting")], phase="deployment")
    # its middle is three studs before the first mini, its radius is two
    place = {"unit": "A1", "x": 40, "heading": 90}
    refused = refusal(t.answer("deploy", y=11.1, **place))
    assert (refused.code, refused.clause) == ("outside_zone", "ba.setup.zone.depth")
    assert t.answer("deploy", y=11, **place).accepted


@clause("ba.obj.eliminate", "ba.heavy.cost")
def test_a_heavy_weapon_counts_with_the_last_mini_of_its_unit() -> None:
    gun = unit("A1", "heavy_support, 2 regular smg", 20, 40, 0, spots=[(20, 40), (20, 43)])
    t = table(gun, squad("B1", (60, 40), (60, 43)), objective={"kind": "eliminate_most"})
    assert lost_points(t.state, t.unit("A1")) == (0, 65)
    squad_of = t.unit("A1").squad
    one = replace(t.unit("A1"), figures=(replace(squad_of[0], status="gone"), squad_of[1]))
    assert lost_points(t.state, one) == (10, 65)
    assert lost_points(t.state, replace(one, status="gone")) == (65, 65)


# --- weapons that change hands ---------------------------------------------------------------------------------------


def with_a_grenade_at(t: Position, x: float, y: float) -> Position:
    lies = Token("lies", "dropped", Pose.at(x, y), GRAIN, GRAIN, marks={"grenade": 1}, round=True)
    t.state.tokens["lies"] = lies
    return t


@clause("ba.cas.drop", "ba.reactive.timing")
def test_who_is_stopped_picks_up_nothing_beyond_the_place_where_he_stands() -> None:
    officer = squad("A1", (20, 40), (20, 43), card="officer repeater, regular repeater")
    t = with_a_grenade_at(table(officer, squad("B1", (60, 40))), 34, 40)
    walk(t, "A1", 0, 14)
    t.answer("fire_back", unit="B1")
    t.answer("react", yes=True, dice=dice(1))
    assert t.unit("A1").pose is not None
    assert t.unit("A1").pose.place == (24.5, 40.0)
    assert t.asked == "take_action"


@clause("ba.cas.drop")
def test_weapons_are_picked_up_on_a_way_that_leads_back_to_its_start() -> None:
    t = with_a_grenade_at(table(squad("A1", (20, 40)), squad("B1", (60, 80), card="regular none")), 28, 40)
    t.answer("walk", unit="A1", ways=[{"figure": "f1", "points": [[28, 40], [20, 40]]}])
    assert t.asked == "take_weapons"


def rearmed(t: Position, weapon: str) -> None:
    """The minis of A1 hold another weapon than they were bought with."""
    figures = tuple(replace(each, card=f"regular.{weapon}") for each in t.unit("A1").squad)
    t.state.units["A1"] = replace(t.unit("A1"), figures=figures)


@clause("ba.weapon.rifle_grenade.range", "ba.cas.drop")
def test_a_rifle_grenade_cannot_be_fired_by_who_has_taken_up_another_weapon() -> None:
    card = "regular repeater rifle_grenade"
    for target, answer in ((squad("B1", (45, 40)), "fire_item"), (tank("B1", 45, 40), "attack_armour")):
        t = table(squad("A1", (20, 40), card=card), target)
        rearmed(t, "smg")
        named = {"figure": "f1", "item": "rifle_grenade"}
        more = named if answer == "fire_item" else {"items": [named]}
        assert refusal(t.answer(answer, unit="A1", target="B1", **more)).kind == "illegal"
        rearmed(t, "carbine")
        assert t.answer(answer, unit="A1", target="B1", dice=dice(1, 1), **more).accepted


@clause("ba.cc.bayonet", "ba.cas.drop")
@pytest.mark.parametrize(
    ("card", "held", "counts"),
    [
        ("regular repeater +bayonet", "repeater", True),
        ("regular repeater +bayonet", "battle_rifle", True),
        ("regular repeater +bayonet", "smg", False),
        ("regular +blade", "none", True),
        ("regular +blade", "smg", False),
    ],
)
def test_a_bayonet_needs_its_rifle_and_a_blade_free_hands(card: str, held: str, counts: bool) -> None:
    t = table(squad("A1", (20, 40), card=card), squad("B1", (25, 40)))
    rearmed(t, held)
    assert fighter(t.unit("A1").squad[0]).blade is counts


COMMANDO = "commando smg grenade, regular smg"
GRENADE = [{"figure": "f1", "item": "grenade"}]


@clause("ba.unit.commando.split", "ba.single.joint")
def test_a_grenade_may_join_the_attack_before_half_a_move() -> None:
    t = table(squad("A1", (20, 40), (20, 43), card=COMMANDO), squad("B1", (40, 40), (40, 43)))
    assert t.answer("fire_and_move", unit="A1", target="B1", items=GRENADE, dice=dice(1, 1, 1)).accepted
    assert "grenade" not in t.unit("A1").squad[0].marks


@clause("ba.unit.commando.split_one_type", "ba.single.joint")
def test_single_use_dice_of_a_split_attack_go_to_one_of_its_targets() -> None:
    t = table(squad("A1", (20, 40), (20, 43), card=COMMANDO), squad("B1", (40, 40)), squad("B2", (40, 50)))
    order = {"answer": "split_fire", "unit": "A1", "target": "B1", "dice": 2, "second": "B2", "items": GRENADE}
    refused = refusal(t.send(order | {"second_dice": 2}))
    assert (refused.code, refused.data["most"]) == ("too_many_dice", 3)
    assert t.send(order | {"second_dice": 1}, dice=dice(1, 1, 1)).accepted
    assert "grenade" not in t.unit("A1").squad[0].marks


@clause("ba.heavy.extra", "ba.unit.commando.split")
def test_who_serves_a_heavy_weapon_splits_no_attack_of_small_arms() -> None:
    card = "heavy_support, 2 regular smg, commando smg"
    crew = unit("A1", card, 20, 40, 0, spots=[(20, 40), (20, 43), (20, 46)], gun_at=(23, 41))
    t = table(crew, squad("B1", (40, 40)))
    assert refusal(t.answer("fire_and_move", unit="A1", target="B1")).clause == "ba.heavy.extra"


# --- ranges and arcs -------------------------------------------------------------------------------------------------


@clause("ba.weapon.support.bands", "ba.reactive.range")
@pytest.mark.parametrize(("beside", "asked"), [(3.9, "react_to_move"), (4.1, "take_action")])
def test_a_support_weapon_reacts_beyond_48_studs_only_with_its_loader(beside: float, asked: str) -> None:
    gunner = squad("B1", (80, 40), (80, 40 + beside), card="regular support, regular shotgun")
    t = table(squad("A1", (20, 40)), gunner, options={"support_bands": "loader"})
    walk(t, "A1", 0, 6)
    assert t.asked == asked


def spread(*bearings: float, far: float = 20.0) -> list[tuple[float, float]]:
    """Places about the middle of the board, by their bearings."""
    return [(48 + far * cos(radians(each)), 48 + far * sin(radians(each))) for each in bearings]


@clause("ba.veh.turret")
def test_a_turret_turns_freely_no_farther_than_to_the_mini_that_it_can_reach() -> None:
    t = table(tank("A1", 48, 48, 0, "M1 map"), squad("B1", *spread(60, 54, 48, 42)))
    t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(1, 1, 1, 1))
    assert mark(t, "A1", "turret") / GRAIN == pytest.approx(42)


@clause("ba.reactive.vehicle_by", "ba.reactive.range")
def test_a_gun_reacts_by_the_distance_to_the_minis_it_bears_on() -> None:
    hull = tank("A1", 20, 48, 0, "C1 mg")
    t = table(hull, squad("B1", (20, 52.5), (91, 48)), size=(110, 96))
    assert reaction_weapon(t.state, t.unit("A1"), t.unit("B1")) == ""
    t = table(hull, squad("B1", (20, 52.5), (89, 48)), size=(110, 96))
    assert reaction_weapon(t.state, t.unit("A1"), t.unit("B1")) == "mg"


@clause("ba.move.soft_half", "ba.move.hard_half", "ba.build.enter")
@pytest.mark.parametrize(
    ("thing", "clause_id"),
    [
        (piece("bushes", 30, 40, length=4, width=10), "ba.move.soft_half"),
        (piece("low_wall", 30, 40, 90, length=10), "ba.move.hard_half"),
        (piece("cottage", 36, 40), "ba.build.enter"),
    ],
)
def test_what_halves_a_move_is_named_by_its_clause(thing: dict[str, Any], clause_id: str) -> None:
    t = table(squad("A1", (24, 40)), squad("B1", (80, 80)), terrain=[thing])
    refused = refusal(walk(t, "A1", 0, 8.5))
    assert (refused.code, refused.clause, refused.data["most"]) == ("too_far", clause_id, 8.0)
    assert walk(t, "A1", 0, 8).accepted


# --- a lookout sees what a unit sees ---------------------------------------------------------------------------------


def seen_both_ways(t: Position, way: list[tuple[float, float]]) -> tuple[list[dict[str, bool]], list[dict[str, bool]]]:
    """What B1 sees of A1/f1 on a way, whether covered: of all steps at once, and of each by itself."""
    mover, course = t.unit("A1"), [(round(x * GRAIN), round(y * GRAIN)) for x, y in way]
    steps = steps_of(t.state, mover, {"f1": course}, len(course))
    rows = Lookout(t.state, t.unit("B1")).sees(steps)
    at_once = [
        {name: how == COVERED for name, how in zip(step.names, row, strict=True) if how}
        for step, row in zip(steps, rows, strict=True)
    ]
    by_step = []
    for x, y in course:
        there = placed_at(t.state, mover, {"f1": Pose(x, y, 0)})
        seen = sight(there, there.units["B1"], there.units["A1"]).seen
        by_step.append({each.figure: each.covered for each in seen})
    return at_once, by_step


@clause("ba.reactive.trigger_cover", "ba.elev.def", "ba.build.los")
def test_a_lookout_sees_a_squad_as_a_unit_does_on_hills_and_in_houses() -> None:
    hill = piece("raised_ground", 30, 40, length=9, width=30, height=5)
    low = piece("low_wall", 36.5, 40, 90, length=30)
    t = table(squad("A1", (20, 40), prone=1), squad("B1", (60, 40)), terrain=[hill, low])
    for first in (20, 21):
        at_once, by_step = seen_both_ways(t, [(first + n, 40.0) for n in range(14)])
        assert at_once == by_step
        assert len({tuple(each.items()) for each in by_step}) > 1
    unarmed = table(squad("A1", (20, 40)), squad("B1", (60, 40), card="regular none"))
    assert seen_both_ways(unarmed, [(20.0, 40.0), (21.0, 40.0)]) == ([{}, {}], [{}, {}])
    # in by the door and along the wall: he is seen through its windows, and f2, far beyond the house, is seen all along
    t = table(squad("A1", (58, 48), (48, 70)), squad("B1", (46, 20)), terrain=[COTTAGE], anyhow=True)
    way = [(58.0, 48.0), (54.0, 48.0), (54.0, 44.2), (50.0, 44.2), (46.0, 44.2)]
    at_once, by_step = seen_both_ways(t, way)
    assert at_once == by_step
    assert ["f1" in each for each in by_step] == [True, False, True, True, True]


@clause("ba.build.los")
def test_who_looks_out_of_one_window_chooses_a_side_whatever_else_he_touches() -> None:
    # the town house has no opening on its right side on the ground
    house = piece("town_house", 48, 48)
    t = table(squad("A1", (20, 40)), squad("B1", (54, 42), (54, 44.5)), terrain=[house])
    openings = {side.number: side.openings for each in Lookout(t.state, t.unit("B1")).eyes for side in each.sides}
    assert sorted(openings.values())[0] == 0
    assert Lookout(t.state, t.unit("B1")).chooses_a_side


# --- what is told ----------------------------------------------------------------------------------------------------


@clause("ba.obj.capture", "ba.obj.target_unit", "ba.obj.eliminate", "ba.obj.turnlimit")
@pytest.mark.parametrize(
    ("kind", "last"), [("capture", 6), ("target_unit", 6), ("eliminate_most", 8), ("flag", 12), ("escape", 8)]
)
def test_the_last_round_told_is_that_of_the_objective(kind: str, last: int) -> None:
    t = table(squad("A1", (20, 40)), squad("B1", (60, 40)), objective={"kind": kind})
    assert t.ask("goal")["last_round"] == last


@clause("ba.obj.target_unit", "ba.obj.turnlimit")
def test_every_end_of_a_battle_has_its_own_words() -> None:
    reasons = GAME.speech.reasons
    told = ("wipeout", "objective_captured", "objective_held", "target_gone", "target_alive", "flag_home")
    told += ("target_left", "target_stopped")
    assert set(told) | {"most_removed", "last_round"} == set(reasons)
    assert "score" not in reasons["last_round"]


@clause("ba.iva.dice", "ba.swarm.rule", "ba.veh.method")
def test_the_odds_against_a_vehicle_name_the_way_it_is_attacked() -> None:
    near = squad("A1", (20, 40), card="regular smg rocket")
    t = table(near, tank("A2", 29.5, 70, 270), tank("B1", 29.5, 40), squad("B2", (80, 80)))
    (swarm,) = action(t, "swarm").offer.shooters[0].aims
    clauses = [t.tally(each, "B1").clause for each in ("A1", "A2")]
    assert (*clauses, swarm.clause) == ("ba.iva.dice", "ba.veh.method", "ba.swarm.rule")
    assert t.tally("A1", "B1").need == "4+ each"


# --- tables that could not come about --------------------------------------------------------------------------------


@clause("ba.geometry.mini", "ba.geometry.vehicle", "ba.geometry.path", "ba.veh.capacity")
@pytest.mark.parametrize(
    ("units", "terrain", "words"),
    [
        ([squad("A1", (20, 40), (20, 41.9))], [], "A1/f1 stands on f2"),
        ([squad("A1", (20, 40)), squad("B1", (21, 40))], [], "A1/f1 stands on B1/f1"),
        ([squad("A1", (0.9, 40))], [], "A1/f1 overlaps the edge of the board"),
        ([squad("A1", (20, 40))], [piece("wall", 20, 40)], "A1/f1 overlaps wall T1"),
        ([squad("A1", (20, 40)), tank("B1", 25, 40)], [], "A1/f1 overlaps Medium tank B1"),
        ([tank("A1", 20, 40), tank("B1", 30, 40)], [], "Medium tank A1 overlaps Medium tank B1"),
        ([tank("A1", 7, 40)], [], "Medium tank A1 overlaps the edge of the board"),
        ([tank("A1", 20, 40)], [piece("wall", 20, 40)], "Medium tank A1 overlaps wall T1"),
        ([tank("A1", 20, 40, 0, "C1"), squad("A2", *[(20, 40)] * 4, inside="A1")], [], "4 minis ride in Scout car A1"),
        ([squad("A1", (20, 40))], [piece("rocks", 1, 60)], "rocks T1 lies over the edge of the board"),
    ],
)
def test_a_table_that_could_not_come_about_is_refused(units: Any, terrain: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        lay_table("brick_action", units, terrain)
    assert lay_table("brick_action", units, terrain, anyhow=True).unit("A1").alive


@clause("ba.geometry.mini")
def test_minis_that_touch_and_minis_on_two_floors_are_possible() -> None:
    assert table(squad("A1", (20, 40), (20, 42)), tank("B1", 29, 40)).unit("A1").alive
    house = piece("town_house", 48, 48)
    assert table(squad("A1", (48, 48)), squad("A2", (48, 48), level=1), squad("B1", (9, 9)), terrain=[house])
