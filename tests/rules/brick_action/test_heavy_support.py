"""Heavy support at the table: crew and dice, range, armour, moving, leaving and taking over the weapon."""

from __future__ import annotations

import pytest

from brickfield.games.brick_action.base.sight.sight_lines import sight_lines
from brickfield.testing import clause, dice, piece
from tests.rules.brick_action.armoured import action, mark, refusal, squad, table, tank

CREW = "heavy_support, {} regular smg"


def gun(*spots: tuple[float, float], at: tuple[float, float] = (20.0, 20.0), **changes: object) -> dict[str, object]:
    """A heavy weapon at a place with its crew about it."""
    return squad("A1", *spots, card=CREW.format(len(spots)), gun_at=list(at), **changes)


@clause("ba.heavy.dice", "ba.heavy.base", "ba.heavy.crew_max", "ba.heavy.ladder")
@pytest.mark.parametrize(
    ("spots", "count"),
    [
        (((17, 20), (20, 17)), 5),
        (((17, 20), (12, 20)), 3),
        (((17, 20), (20, 17), (20, 23), (17, 23.5), (14, 22)), 5),
    ],
)
def test_dice_by_the_minis_within_two_studs_of_the_weapon(spots: tuple[tuple[float, float], ...], count: int) -> None:
    t = table(gun(*spots), squad("B1", (60, 20), (60, 23)))
    (aim,) = action(t, "fire_heavy").offer.shooters[0].aims
    assert aim.dice == count
    assert t.answer("fire_heavy", unit="A1", target="B1", dice=dice(*[1] * count)).accepted


@clause("ba.heavy.dice", "ba.attack.declare")
def test_the_weapon_is_open_while_it_has_a_target() -> None:
    wall = piece("wall", 40, 70, 90, length=40.0, width=1.0)
    crew = gun((17, 20), (20, 17))
    t = table(crew, squad("B1", (60, 20)), squad("B2", (80, 90)), terrain=(wall,))
    assert action(t, "fire_heavy").closed is None
    hidden = table(crew, squad("B2", (80, 90)), terrain=(wall,))
    assert action(hidden, "fire_heavy").closed.code == "no_target"


@clause("ba.heavy.dice")
def test_without_a_crew_near_it_the_weapon_cannot_fire() -> None:
    t = table(gun((14.9, 20), (11, 20)), squad("B1", (60, 20), (60, 23)))
    assert refusal(t.answer("fire_heavy", unit="A1", target="B1")).clause == "ba.heavy.dice"


@clause("ba.heavy.range", "ba.longshot")
@pytest.mark.parametrize(("x", "count"), [(93.0, 5), (93.1, 4)])
def test_the_range_is_seventy_from_the_edge_of_the_weapon(x: float, count: int) -> None:
    t = table(gun((17, 20), (20, 17)), squad("B1", (x, 20)))
    assert t.answer("fire_heavy", unit="A1", target="B1", dice=dice(*[1] * count)).accepted


@clause("ba.heavy.dice")
def test_the_weapon_needs_the_sight_not_the_crew() -> None:
    wall = piece("wall", 30, 20, 90, length=6, width=1, height=8)
    t = table(gun((17, 26), (20, 23)), squad("B1", (60, 20)), terrain=[wall])
    assert refusal(t.answer("fire_heavy", unit="A1", target="B1")).code == "not_seen"


@clause("ba.move.prone.reaction", "ba.heavy.dice")
def test_who_drops_before_the_weapon_is_judged_by_what_the_weapon_sees() -> None:
    wall = piece("wall", 24, 14, 90, length=10, width=1, height=8)
    # their own sight is none: they carry nothing that fires
    crew = squad("A1", (20, 16.2), (20, 23), card="heavy_support, 2 regular none", gun_at=[20, 20])
    t = table(crew, squad("B1", (60, 24), (60, 27), (60, 30), card="3 veteran smg"), terrain=[wall])
    t.answer("fire_heavy", unit="A1", target="B1")
    assert t.asked == "may_drop"
    t.answer("react", yes=True, dice=dice(5, 5, 1, 1, 1, 2, 3))
    assert t.asked == "choose_losses", "in the open prone adds 1: a save of 3 holds, one of 2 does not"


@clause("ba.heavy.vs_armor")
def test_against_armour_it_fires_with_the_row_of_the_hmg_and_all_its_dice() -> None:
    t = table(gun((17, 20), (20, 17)), tank("B1", 60, 20, 180))
    t.answer("fire_heavy", unit="A1", target="B1", dice=dice(3, 3, 2, 2, 1, 3))
    assert mark(t, "B1", "damage") == 1, "11 meets the 11 of the HMG, the save on 4+ fails"
    t = table(gun((17, 20), (20, 17)), tank("B1", 60, 20, 180, card="H1"))
    assert refusal(t.answer("fire_heavy", unit="A1", target="B1")).clause == "ba.veh.dash"
    t = table(gun((17, 20), (20, 17)), tank("B1", 60, 20, 180, card="H1"), options={"heavy_row": "map"})
    assert t.answer("fire_heavy", unit="A1", target="B1", dice=dice(1, 1, 1, 1, 1)).accepted


@clause("ba.heavy.extra", "ba.heavy.ladder")
def test_a_unit_with_a_heavy_weapon_fires_nothing_else() -> None:
    t = table(gun((17, 20), (20, 17), (17, 23)), squad("B1", (40, 20)))
    assert refusal(t.answer("attack", unit="A1", target="B1")).clause == "ba.heavy.extra"
    assert action(t, "attack") is None


@clause("ba.heavy.extra")
def test_who_stands_by_takes_the_place_of_lost_crew() -> None:
    enemies = squad("B1", (60, 20), (60, 23), (60, 17))
    t = table(gun((17, 20), (20, 17), (20, 23)), enemies, seat=1)
    t.answer("attack", unit="B1", target="A1", dice=dice(6, 1, 1))
    t.answer("give_up", figures=["f1"])
    t.answer("end_turn")
    assert t.answer("fire_heavy", unit="A1", target="B1", dice=dice(1, 1, 1, 1, 1)).accepted


@clause("ba.heavy.move")
@pytest.mark.parametrize(("minis", "studs"), [(2, 8.0), (3, 16.0)])
def test_two_minis_move_it_eight_studs_three_sixteen(minis: int, studs: float) -> None:
    spots = ((17.0, 20.0), (20.0, 17.0), (20.0, 23.0))[:minis]
    t = table(gun(*spots), squad("B1", (90, 90), attacked=1))
    step = {"step": "stride", "heading": 0, "studs": studs + 0.1}
    assert refusal(t.answer("move", unit="A1", steps=[step])).code == "too_far"
    assert t.answer("move", unit="A1", steps=[{**step, "studs": studs}]).accepted
    assert t.state.tokens["gunA1"].pose.place == (20.0 + studs, 20.0), "the weapon goes with them"


@clause("ba.heavy.move")
def test_one_mini_alone_leaves_the_weapon_and_another_unit_takes_it_over() -> None:
    friends = squad("A2", (20, 26), (20, 23.5))
    t = table(gun((17, 20), (20, 17)), friends, squad("B1", (90, 90), attacked=1))
    assert refusal(t.answer("crew_gun", unit="A2", weapon="gunA1")).code == "no_weapon", "it has a crew"
    assert t.answer("leave_gun", unit="A1").accepted
    assert t.state.facts["actions"] == 3, "free"
    assert t.answer("move", unit="A1", steps=[{"step": "stride", "heading": 180, "studs": 12}]).accepted
    assert t.state.tokens["gunA1"].pose.place == (20.0, 20.0)
    assert t.answer("crew_gun", unit="A2", weapon="gunA1").accepted
    far = refusal(t.answer("crew_gun", unit="A1", weapon="gunA1"))
    assert far.code == "no_weapon"


@clause("ba.heavy.move", "ba.geometry.contact")
def test_a_weapon_is_taken_over_by_the_own_side_in_contact_only() -> None:
    t = table(gun((17, 20), (20, 17), **{"gun": 0}), squad("A2", (20, 24)), squad("B1", (23, 20)))
    far = refusal(t.answer("crew_gun", unit="A2", weapon="gunA1"))
    assert (far.code, far.clause) == ("no_contact", "ba.geometry.contact")
    t.answer("end_turn")
    assert refusal(t.answer("crew_gun", unit="B1", weapon="gunA1")).code == "no_weapon"


@clause("ba.reactive.vs_vehicle")
def test_heavy_support_reacts_to_a_vehicle_that_drives() -> None:
    t = table(gun((17, 20), (20, 17)), tank("B1", 60, 20, 180), seat=1)
    t.answer("drive", unit="B1", steps=[{"step": "ahead", "studs": 10}])
    assert t.asked == "react_to_move"
    t.answer("fire_back", unit="A1", dice=dice(6))
    assert mark(t, "B1", "damage") == 1


# --- total cover bars both ways ---------------------------------------------------------------------------------------

SANDBAGS = piece("sandbags", 23, 20, 90, length=12, width=1)
PAIR = ((18.0, 18.0), (18.0, 22.0))


@clause("ba.heavy.dice", "ba.cover.total.prone", "ba.geometry.los.prone")
@pytest.mark.parametrize(("prone", "fires"), [(0, True), (1, False)])
def test_a_crew_prone_behind_hard_cover_fires_at_nobody_who_could_not_fire_at_it(prone: int, fires: bool) -> None:
    crew, foes = gun(*PAIR, prone=prone), [squad("B1", (60, 20), (60, 23)), tank("B2", 60, 40, 200)]
    t = table(crew, *foes, terrain=[SANDBAGS])
    for target in ("B1", "B2"):
        assert (t.ask("tally", "A1", target).refusal is None) is fires
        assert t.ask("line_of_sight", "A1", target) is fires
        if not fires:
            assert refusal(t.answer("fire_heavy", unit="A1", target=target)).code == "not_seen"
    assert bool(t.ask("cover", "A1", "B1")["seen"]) is fires
    back = table(crew, *foes, terrain=[SANDBAGS], seat=1)
    assert (back.ask("tally", "B1", "A1").refusal is None) is fires
    assert (action(t, "fire_heavy").closed is None) is fires


@clause("ba.heavy.dice", "ba.reactive.vehicle_by", "ba.reactive.vs_vehicle", "ba.cover.total.prone")
@pytest.mark.parametrize("prone", [0, 1])
def test_nor_does_it_react(prone: int) -> None:
    crew, walkers = gun(*PAIR, prone=prone), squad("B1", (60, 20), (60, 23))
    t = table(crew, walkers, terrain=[SANDBAGS], seat=1)
    t.answer("move", unit="B1", steps=[{"step": "stride", "heading": 90, "studs": 10}])
    assert t.asked == ("take_action" if prone else "react_to_move")
    t = table(crew, tank("B1", 60, 20, 180), terrain=[SANDBAGS], seat=1)
    t.answer("drive", unit="B1", steps=[{"step": "ahead", "studs": 10}])
    assert t.asked == ("take_action" if prone else "react_to_move")


@clause("ba.heavy.dice", "ba.hold.immediate", "ba.cover.total.prone")
@pytest.mark.parametrize("prone", [0, 1])
def test_nor_does_its_hold_go_off(prone: int) -> None:
    crew = gun(*PAIR, prone=prone, hold="attack B1 move 1", attacked=1)
    t = table(crew, squad("B1", (60, 20), (60, 23)), terrain=[SANDBAGS], seat=1)
    t.answer("move", unit="B1", steps=[{"step": "stride", "heading": 90, "studs": 3}])
    assert t.asked == ("take_action" if prone else "respond")


@clause("ba.heavy.dice", "ba.cover.total.def")
def test_a_weapon_that_looks_round_a_corner_needs_one_of_its_crew_there_too() -> None:
    # the wall stands between the crew and the enemy; the weapon is just past its end
    wall = piece("wall", 24, 10, 90, length=16, width=1, height=8)
    foe = squad("B1", (60, 20))
    t = table(gun((17, 16.2), (20, 15.2)), foe, terrain=[wall])
    assert t.ask("tally", "B1", "A1").refusal is not None
    assert refusal(t.answer("fire_heavy", unit="A1", target="B1")).code == "not_seen"
    t = table(gun((17, 16.2), (20, 23)), foe, terrain=[wall])
    assert t.ask("tally", "A1", "B1").dice == 5, "who is seen serves it, and both count"
    for other, fires in (((20, 15.2), False), ((20, 23), True)):
        t = table(gun((17, 16.2), other), tank("B1", 60, 20, 180, card="C1"), terrain=[wall])
        assert (t.ask("tally", "A1", "B1").refusal is None) is fires


@clause("ba.geometry.los.prone", "ba.heavy.dice", "ba.elev.def")
def test_who_stands_five_blocks_higher_looks_over_the_sandbags_and_is_fired_at() -> None:
    # in two steps, over each of which a vehicle drives
    size = {"length": 40, "width": 30, "height": 4}
    hill = piece("raised_ground", 70, 20, **size), piece("raised_ground", 70, 20, **size, ground=4)
    rockets = squad("A2", (18, 30), card="veteran smg rocket", prone=1)
    bags = piece("sandbags", 22, 25, 90, length=24, width=1)
    high = [squad("B1", (58, 20), (58, 23)), tank("B2", 72, 20, 180)]
    t = table(gun(*PAIR, prone=1), rockets, *high, terrain=[bags, *hill])
    for target in ("B1", "B2"):
        assert t.ask("tally", "A1", target).refusal is None
    assert t.ask("line_of_sight", "A2", "B2")
    flat = table(gun(*PAIR, prone=1), rockets, *high, terrain=[bags])
    assert not flat.ask("line_of_sight", "A2", "B2")


@clause("ba.heavy.dice", "ba.cover.total.prone")
def test_the_rays_of_a_crew_in_total_cover_tell_why_it_may_not_fire() -> None:
    # sandbags before the crew alone: the weapon stands in front of them
    bags = piece("sandbags", 17, 20, 90, length=16, width=1)
    t = table(gun((15.4, 19), (15.4, 21), prone=1), squad("B1", (60, 20)), terrain=[bags])
    (face,) = sight_lines(t.state, t.unit("A1"), t.unit("B1")).covers
    assert (face.cover, face.clause) == ("total", "ba.heavy.dice")
