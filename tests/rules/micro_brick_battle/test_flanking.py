"""Flanking: what units are worth together, one roll for all of them, what it takes, and airplanes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from brickfield.core.asking.offers import Aims
from brickfield.core.events import ShotResolved, ShotVoided, TargetDeclared, UnitDestroyed
from brickfield.core.shown.showing import AimFace
from brickfield.games.micro_brick_battle.base.aims import glimpses
from brickfield.games.micro_brick_battle.base.modifiers import Numbers, numbers_of
from brickfield.games.micro_brick_battle.chapters.infantry.flanking import full_units
from brickfield.testing import Position, Result, clause, dice, lay_table, piece, unit

# AP 2 against DP 4 needs 10, with E - 1 = 1 it needs 9
TANK = unit("B1", "Panzer III", 24, 14, 270, dp=4)


def table(*units: Any, terrain: Any = (), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, phase="target_declaration", **more)


def squad(name: str, x: float = 24, y: float = 6, card: str = "Infantry", **more: Any) -> Any:
    return unit(name, card, x, y, **more)


def group(*cards: str, **marks: Any) -> list[Any]:
    """Units of a flank side by side."""
    return [squad(f"A{n}", x=20 + 2 * n, card=card, **marks) for n, card in enumerate(cards, start=1)]


def numbers(t: Position, target: str = "B1", *names: str) -> Numbers:
    lead, *others = [t.state.units[name] for name in names]
    return numbers_of(t.state, lead, t.state.units[target], others=tuple(others))


def worth(t: Position, *names: str) -> int:
    return full_units(t.state, [t.state.units[name] for name in names], t.state.units["B1"])


def declare(t: Position, *shots: tuple[str, ...], faces: tuple[int, ...] = ()) -> Result:
    """Shots as pairs of unit and target, or with the lead as a third."""
    rows = [dict(zip(("unit", "target", "lead"), shot, strict=False)) for shot in shots]
    return t.answer("declare", shots=rows, dice=dice(*faces))


# --- what units are worth --------------------------------------------------------------------------------------------


@clause("inf.flank.halves")
@pytest.mark.parametrize(
    ("markers", "together"), [((4,), 1), ((3,), 1), ((2,), 0), ((1,), 0), ((2, 1), 1), ((4, 2), 1), ((4, 2, 2), 2)]
)
def test_three_or_four_markers_are_a_full_unit_and_one_or_two_are_half(markers: tuple[int, ...], together: int) -> None:
    units = [squad(f"A{n}", x=20 + 2 * n, marks={"markers": count}) for n, count in enumerate(markers, start=1)]
    t = table(*units, TANK)
    assert worth(t, *[each["id"] for each in units]) == together


@clause("inf.flank.straggler")
def test_stragglers_are_worth_one_whatever_their_markers() -> None:
    for count in (1, 2, 6):
        t = table(squad("A1", marks={"markers": count, "strength": 0, "straggler": 1}), TANK)
        assert worth(t, "A1") == 1


@clause("inf.gren.two")
def test_grenadiers_are_worth_two_while_they_have_their_plate() -> None:
    assert worth(table(squad("A1", card="Grenadiers", marks={"markers": 1}), TANK), "A1") == 2
    assert worth(table(squad("A1", card="Grenadiers", marks={"markers": 3, "grenadier": 0}), TANK), "A1") == 1


# --- the bonus -------------------------------------------------------------------------------------------------------


@clause("inf.flank.bonus", "inf.flank.vehicle", "inf.geometry.modifier_order")
def test_each_full_unit_beyond_the_first_adds_a_point() -> None:
    t = table(*group("Infantry", "Infantry", "Half Infantry", "Half Infantry"), TANK)
    for names, points in ((("A1", "A2"), 3), (("A1", "A2", "A3"), 3), (("A1", "A2", "A3", "A4"), 4)):
        found = numbers(t, "B1", *names)
        assert (found.attack_points.total, found.needed) == (points, 8 - points + 4)


@clause("inf.flank.bonus")
def test_a_lone_half_unit_has_no_penalty_and_a_flank_counts_against_infantry_too() -> None:
    t = table(*group("Half Infantry", "Infantry", "Infantry"), squad("B1", y=14))
    assert numbers(t, "B1", "A1").attack_points.total == 2
    assert numbers(t, "B1", "A1", "A2", "A3").attack_points.total == 3


@clause("inf.gren.two")
def test_grenadiers_attack_a_vehicle_alone_with_a_point_more() -> None:
    t = table(squad("A1", card="Grenadiers"), TANK)
    assert numbers(t, "B1", "A1").attack_points.total == 3
    result = declare(t, ("A1", "B1"), faces=(4, 5))
    assert result.of(UnitDestroyed)[0].unit == "B1"


@clause("inf.flank.one_roll", "mbb.mod.rear", "inf.elite.ap")
def test_the_lead_gives_its_points_its_line_and_its_side() -> None:
    # A1 stands in front of the tank, A2 behind it
    rear, front = squad("A2", y=20, card="Elite Infantry"), squad("A1", y=8)
    t = table(front, rear, TANK)
    ahead, behind = numbers(t, "B1", "A1", "A2"), numbers(t, "B1", "A2", "A1")
    assert (ahead.attack_points.total, ahead.defense_points.total) == (3, 4)
    assert (behind.attack_points.total, behind.defense_points.total) == (4, 2)


# --- declaring -------------------------------------------------------------------------------------------------------


@clause("inf.target.only_inf", "inf.flank.vehicle_min")
@pytest.mark.parametrize(
    ("cards", "have", "cited"),
    [
        (("Infantry",), 1, "inf.target.only_inf"),
        (("Infantry", "Half Infantry"), 1, "inf.flank.vehicle_min"),
        (("Half Infantry", "Half Infantry", "Half Infantry"), 1, "inf.flank.vehicle_min"),
    ],
)
def test_a_flank_worth_less_than_two_is_refused(cards: tuple[str, ...], have: int, cited: str) -> None:
    t = table(*group(*cards), TANK)
    before = t.state.digest()
    refusal = declare(t, *[(f"A{n}", "B1") for n in range(1, len(cards) + 1)]).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("too_few_to_flank", cited)
    assert (refusal.data["worth"], refusal.data["least"]) == (have, 2)
    assert t.state.digest() == before


@clause("inf.flank.vehicle")
def test_a_partner_that_could_have_come_is_not_enough() -> None:
    t = table(*group("Infantry", "Infantry"), TANK)
    assert t.why_not("A1", "B1") is None
    refusal = declare(t, ("A1", "B1")).refusal
    assert refusal is not None
    assert (refusal.code, refusal.data["units"]) == ("too_few_to_flank", 1)


@clause("inf.flank.vehicle_min", "inf.flank.one_roll")
@pytest.mark.parametrize("cards", [("Infantry", "Infantry"), ("Infantry", "Half Infantry", "Half Infantry")])
def test_one_roll_destroys_a_vehicle_whole(cards: tuple[str, ...]) -> None:
    t = table(*group(*cards), TANK)
    result = declare(t, *[(f"A{n}", "B1") for n in range(1, len(cards) + 1)], faces=(4, 5))
    (shot,) = result.of(ShotResolved)
    assert (shot.unit, shot.needed, shot.hit) == ("A1", 9, True)
    assert [(each.unit, each.lead or "") for each in result.of(TargetDeclared)] == [
        ("A1", ""),
        *[(f"A{n}", "A1") for n in range(2, len(cards) + 1)],
    ]
    assert result.of(UnitDestroyed)[0].leaves_wreck


@clause("inf.flank.one_roll")
def test_any_unit_may_be_named_the_lead_and_its_place_in_the_order_counts() -> None:
    # A3 is alone and to the left of the lead A2: it fires first
    units = [squad("A1", x=22), squad("A2", x=26), squad("A3", x=24, y=7), squad("B2", y=15, x=28)]
    t = table(*units, TANK)
    result = declare(t, ("A1", "B1", "A2"), ("A2", "B1"), ("A3", "B2"), faces=(1, 1, 1, 1))
    assert [each.unit for each in result.of(ShotResolved)] == ["A3", "A2"]


@clause("inf.flank.one_roll", "inf.flank.vehicle")
@pytest.mark.parametrize(
    "shots",
    [
        [("A1", "B2", "A2")],
        [("A1", "B2", "A2"), ("A2", "B3")],
        [("A1", "B2", "A2"), ("A2", "B2", "A3"), ("A3", "B2")],
        [("A1", "B2", "A9"), ("A2", "B2")],
    ],
)
def test_a_lead_must_lead_an_attack_on_the_same_target(shots: list[tuple[str, ...]]) -> None:
    t = table(*group("Infantry", "Infantry", "Infantry"), squad("B2", y=14), squad("B3", x=27, y=14))
    refusal = declare(t, *shots).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("no_such_lead", "inf.flank.one_roll")


@clause("inf.flank.one_roll")
def test_who_has_named_a_wrong_lead_is_told_and_nobody_else() -> None:
    t = table(unit("A1", "M4 Sherman", 20, 6), squad("A2"), squad("A3", x=27), TANK)
    refusal = declare(t, ("A2", "B1"), ("A3", "B1", "A1")).refusal
    assert refusal is not None
    assert refusal.sentence.startswith("Infantry A3 cannot go with A1")


@clause("inf.flank.vehicle")
def test_a_tank_does_not_flank_and_a_unit_takes_part_once() -> None:
    t = table(unit("A1", "M4 Sherman", 20, 6), squad("A2"), squad("A3", x=27), TANK)
    no_infantry = declare(t, ("A1", "B1", "A2"), ("A2", "B1"), ("A3", "B1")).refusal
    assert no_infantry is not None
    assert no_infantry.code == "not_infantry"
    twice = declare(t, ("A2", "B1"), ("A3", "B1"), ("A3", "B1", "A2")).refusal
    assert twice is not None
    assert twice.code == "one_target"


@clause("inf.flank.vehicle")
def test_every_participant_needs_its_own_line_and_must_not_have_sprinted() -> None:
    far = table(squad("A1"), squad("A2", x=44), TANK)
    assert declare(far, ("A1", "B1"), ("A2", "B1")).refusal is not None
    found = far.why_not("A2", "B1")
    assert found is not None
    assert found.code == "out_of_sight"


@clause("inf.flank.bonus", "inf.dmg.infantry")
def test_units_that_name_the_same_infantry_fire_one_by_one_unless_one_leads() -> None:
    t = table(*group("Infantry", "Infantry"), squad("B1", y=14))
    alone = declare(t, ("A1", "B1"), ("A2", "B1"), faces=(6, 6, 6, 6))
    assert len(alone.of(ShotResolved)) == 2
    assert t.unit("B1").marks["markers"] == 2
    t = table(*group("Infantry", "Infantry"), squad("B1", y=14))
    together = declare(t, ("A1", "B1"), ("A2", "B1", "A1"), faces=(6, 6))
    (shot,) = together.of(ShotResolved)
    assert shot.needed == 8 - 3 + 3
    assert t.unit("B1").marks["markers"] == 3


@clause("inf.target.only_inf", "inf.hidden.attack_building")
def test_infantry_never_shoots_at_terrain() -> None:
    t = table(*group("Infantry", "Grenadiers"), TANK, terrain=[piece("House", 30, 10)])
    refusal = declare(t, ("A1", "T1"), ("A2", "T1")).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("not_for_infantry", "inf.target.only_inf")


@clause("inf.target.only_inf", "inf.dmg.vehicle")
def test_artillery_takes_a_flank_too() -> None:
    gun = unit("B1", "Flak 36", 24, 14, 270)
    assert declare(table(squad("A1"), gun, options={"special_units": True}), ("A1", "B1")).refusal is not None
    t = table(*group("Infantry", "Infantry", "Grenadiers"), gun, options={"special_units": True})
    assert declare(t, ("A1", "B1"), ("A2", "B1"), ("A3", "B1"), faces=(6, 6)).of(UnitDestroyed)


# --- airplanes -------------------------------------------------------------------------------------------------------


@clause("inf.flank.plane")
@pytest.mark.parametrize(
    ("cards", "able"),
    [
        (("Infantry", "Infantry", "Infantry"), True),
        (("Infantry", "Grenadiers"), True),
        (("Infantry", "Infantry"), False),
        (("Infantry", "Infantry", "Half Infantry"), False),
    ],
)
def test_a_flank_worth_three_fires_at_an_airplane(cards: tuple[str, ...], able: bool) -> None:
    t = table(*group(*cards), unit("B1", "Ju 87 Stuka", 24, 14), squad("B2", y=30), options={"airplanes": True})
    shots = [(f"A{n}", "B1") for n in range(1, len(cards) + 1)]
    if not able:
        refusal = declare(t, *shots).refusal
        assert refusal is not None
        assert (refusal.code, refusal.clause, refusal.data["least"]) == ("too_few_to_flank", "inf.flank.plane", 3)
        return
    (shot,) = declare(t, *shots, faces=(6, 6)).of(ShotResolved)
    assert (shot.needed, shot.hit, shot.tallies) == (12, True, ())


@clause("inf.flank.plane")
def test_an_airplane_needs_a_natural_twelve_and_two_units() -> None:
    t = table(*group("Infantry", "Grenadiers"), unit("B1", "Ju 87 Stuka", 24, 14), squad("B2", y=30),
              options={"airplanes": True})  # fmt: skip
    assert not declare(t, ("A1", "B1"), ("A2", "B1"), faces=(5, 6)).of(UnitDestroyed)
    # every participant must see it
    t = table(squad("A1"), squad("A2", x=44, card="Grenadiers"), unit("B1", "Ju 87 Stuka", 24, 14), squad("B2", y=30),
              options={"airplanes": True})  # fmt: skip
    assert declare(t, ("A1", "B1"), ("A2", "B1")).refusal is not None


# --- in the moment of the roll ---------------------------------------------------------------------------------------


@clause("inf.geometry.simultaneous")
def test_a_flank_that_has_lost_a_participant_needs_its_minimum_again() -> None:
    # the own tank brings down the house that A2 is in, before the infantry rolls
    tank = unit("A3", "M4 Sherman", 36, 6, 180)
    house = piece("House", 28, 6, hit_markers=1)
    t = table(squad("A1"), squad("A2", inside="T1"), tank, TANK, terrain=[house])
    result = declare(t, ("A3", "T1"), ("A1", "B1"), ("A2", "B1"))
    assert result.accepted
    (void,) = result.of(ShotVoided)
    assert (void.unit, void.reason, void.clause) == ("A1", "too_few_to_flank", "inf.geometry.simultaneous")
    assert t.unit("A2").status == "gone"


@clause("inf.geometry.simultaneous", "inf.flank.one_roll")
def test_a_flank_without_its_lead_is_void_though_the_others_are_enough() -> None:
    tank = unit("A4", "M4 Sherman", 36, 6, 180)
    house = piece("House", 28, 6, hit_markers=1)
    t = table(squad("A1"), squad("A3", x=22), squad("A2", inside="T1"), tank, TANK, terrain=[house])
    result = declare(t, ("A4", "T1"), ("A2", "B1"), ("A1", "B1", "A2"), ("A3", "B1", "A2"))
    assert result.accepted
    (void,) = result.of(ShotVoided)
    assert (void.unit, void.reason) == ("A2", "shooter_destroyed")
    assert not result.of("dice_rolled")
    assert t.unit("B1").alive


@clause("mbb.quick.no_mods", "mbb.young.mix", "inf.flank.vehicle_min")
@pytest.mark.parametrize("level", ["quick", "young_hidden"])
def test_by_the_short_rules_a_flank_takes_as_many_and_gains_nothing(level: str) -> None:
    t = table(*group("Infantry", "Infantry", "Infantry"), TANK, options={"rules_level": [level, "base"]})
    assert numbers(t, "B1", "A1", "A2", "A3").attack_points.total == 2
    refusal = declare(t, ("A1", "B1")).refusal
    assert refusal is not None
    assert refusal.code == "too_few_to_flank"
    # the other player shoots by the base rules: losses and walls count for that shot
    hurt = [squad("A1", inside="T1", marks={"markers": 2}), unit("B1", "Panzer III", 24, 20, 270)]
    t = table(*hurt, terrain=[piece("House", 24, 6)], seat=1, options={"rules_level": [level, "base"]})
    assert numbers(t, "A1", "B1").defense_points.total == 3 - 1 + 3
    t = table(*hurt, terrain=[piece("House", 24, 6)], seat=1, options={"rules_level": ["base", level]})
    assert numbers(t, "A1", "B1").defense_points.total == 3


# --- plans -----------------------------------------------------------------------------------------------------------


@clause("inf.flank.one_roll", "mbb.geometry.preview")
def test_the_odds_of_a_plan_count_a_flank_once() -> None:
    t = table(*group("Infantry", "Infantry"), TANK)
    odds = t.plan_odds({"A1": "B1", "A2": "B1"})
    assert odds.expected_kills == pytest.approx(10 / 36)
    assert [shot.destroys for shot in odds.shots] == pytest.approx([10 / 36, 0.0])


@clause("inf.dmg.infantry", "mbb.geometry.preview")
def test_the_odds_of_a_plan_count_markers() -> None:
    t = table(*group("Infantry", "Infantry", "Infantry"), squad("B1", y=14, marks={"markers": 2}))
    # DP 3 less one for two lost markers: AP 2 needs 8, 15 of 36, and the second hit destroys
    one = 15 / 36
    odds = t.plan_odds({"A1": "B1", "A2": "B1", "A3": "B1"})
    both = one * one + 2 * one * one * (1 - one)
    assert odds.expected_kills == pytest.approx(both)
    assert odds.shots[2].made == pytest.approx(1 - one * one)


@clause("inf.flank.one_roll")
def test_an_aim_at_a_vehicle_shows_the_fewest_that_make_it_possible() -> None:
    t = table(*group("Infantry", "Half Infantry", "Half Infantry", "Infantry"), TANK)
    shown = t.aim("A1", "B1")
    assert (shown["needed"], shown["remark"].startswith("flank with A2 and A3")) == (9, True)


@clause("inf.shoot.last")
def test_infantry_fires_after_all_others_from_the_left() -> None:
    units = [squad("A1", x=20), unit("A2", "M4 Sherman", 28, 6), squad("A3", x=18), TANK]
    t = table(*units, squad("B2", x=20, y=14))
    assert t.leftmost(0) == ["A2", "A3", "A1"]
    result = declare(t, ("A1", "B2"), ("A3", "B2"), ("A2", "B1"), faces=(1, 1) * 3)
    assert [shot.unit for shot in result.of(ShotResolved)] == ["A2", "A3", "A1"]


@clause("inf.shoot.table")
@pytest.mark.parametrize(("ap", "dp", "needed"), [(2, 3, 9), (2, 7, None), (4, 4, 8), (9, 3, 3), (2, 6, 12)])
def test_infantry_reads_the_victory_table(ap: int, dp: int, needed: int | None) -> None:
    t = table(squad("A1", ap=ap), squad("B1", y=14, dp=dp))
    assert numbers(t, "B1", "A1").needed == needed


@clause("inf.geometry.left")
def test_a_unit_inside_stands_at_the_centre_of_its_building() -> None:
    t = table(squad("A1", x=24, y=10), squad("A2", inside="T1"), TANK, terrain=[piece("Building", 25, 6)])
    assert t.leftmost(0) == ["A1", "A2"]
    t = table(squad("A1", x=28), squad("A2", inside="T1"), TANK, terrain=[piece("Building", 25, 6)])
    assert t.leftmost(0) == ["A2", "A1"]


# --- how it is shown -------------------------------------------------------------------------------------------------


def shown(t: Position, shooter: str, target: str) -> AimFace:
    """What is offered for a shooter against a target."""
    offer = t.state.decision.ask(t.state).offer
    assert isinstance(offer, Aims)
    aims = next(each.aims for each in offer.shooters if each.unit == shooter)
    return next(aim for aim in aims if aim.target == target)


@clause("inf.flank.vehicle", "inf.target.only_inf")
def test_a_shot_names_the_units_without_which_it_may_not_be_declared() -> None:
    t = table(*group("Infantry", "Infantry"), TANK, squad("B2", 24, 10))
    assert shown(t, "A1", "B1").needs == ("A2",)
    assert shown(t, "A1", "B2").needs is UNSET


@clause("inf.dmg.infantry", "inf.dmg.vehicle")
def test_a_hit_that_takes_one_marker_of_several_says_so() -> None:
    t = table(
        squad("A1"), unit("A2", "M4 Sherman", 20, 6, 90), squad("B2", 24, 10), squad("B3", 27, 10, marks={"markers": 1})
    )
    assert shown(t, "A1", "B2").odds_of == "a hit takes 1 of its 4 markers"
    assert shown(t, "A1", "B3").odds_of is UNSET
    assert shown(t, "A2", "B2").odds_of is UNSET


@clause("inf.dmg.infantry", "mbb.geometry.preview")
def test_who_could_be_hit_is_told_with_the_odds_of_a_hit_and_what_it_takes() -> None:
    t = table(squad("A1"), squad("B2", 24, 10))
    (seen,) = glimpses(t.state, t.state.units["A1"], [t.state.units["B2"]], outwards=True)
    assert (seen.needed, round(seen.odds, 3)) == (9, 0.278)
    assert seen.remark == "a hit takes 1 of its 4 markers"
