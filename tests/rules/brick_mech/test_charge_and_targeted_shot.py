"""Charge and Targeted Shot: the straight run, the extra die; the named location and what it suffers."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest

from brickfield.core.events import throws_of
from brickfield.testing import Position, clause, dice, lay_table, piece, unit
from tests.rules.brick_mech.table import GAME, armor, attack, backward, duel, forward, left, marks, mech, refused, turn

CHARGE = {"charge": True}


def run(*steps: dict[str, Any], gap: float = 6.0, options: dict[str, Any] | None = None, **a: Any) -> int:
    """The Attack Dice of A1 against B1 after these steps; it has 2 Melee dice."""
    t = duel(gap, a={"movement": 12, **a}, options=CHARGE if options is None else options)
    assert t.move("A1", *steps).accepted
    return int(t.tally("A1", "B1").attack_dice)


@clause("bm.option.charge.when")
def test_a_straight_run_of_three_bricks_at_the_target_earns_a_die() -> None:
    assert run(forward(3)) == 3
    assert run(forward(2.99), gap=5) == 2
    assert run(turn(30), turn(-30), forward(1.5), forward(1.5)) == 3
    assert run(forward(3), options={}) == 2


@clause("bm.option.charge.when")
def test_the_run_must_be_the_last_leg_and_forward() -> None:
    assert run(forward(4), turn(10)) == 2
    assert run(forward(4), left(0.5)) == 2
    # walking backwards at it is no charge
    t = lay_table(GAME, [mech("A1", 10, 15, 180, turret=True), mech("B1", 18, 15, 180)], options=CHARGE)
    t.move("A1", backward(3))
    assert t.tally("A1", "B1").attack_dice == 2
    assert run(forward(1), turn(5), turn(-5), forward(2.5)) == 3


@clause("bm.option.charge.when")
def test_the_run_must_head_for_the_target_be_it_only_at_a_corner() -> None:
    units = [mech("A1", 10, 15, 0), mech("B1", 18, 16, 180)]
    t = lay_table(GAME, units, options=CHARGE)
    t.move("A1", forward(4))
    # the lower side of B1's base lies on the very line A1 runs along
    assert t.tally("A1", "B1").attack_dice == 3
    t = lay_table(GAME, [mech("A1", 10, 15, 0), mech("B1", 18, 16.01, 180)], options=CHARGE)
    t.move("A1", forward(4))
    assert t.tally("A1", "B1").attack_dice == 2


@clause("bm.option.charge.when")
@pytest.mark.parametrize("facing", [30, 120, 210, 300])
def test_a_slanting_run_heads_for_what_lies_on_its_line_ahead(facing: float) -> None:
    def dice_at(ahead: float, aside: float) -> int:
        c, s = cos(radians(facing)), sin(radians(facing))
        target = mech("B1", 20 + ahead * c - aside * s, 15 + ahead * s + aside * c, facing)
        return int(
            lay_table(GAME, [mech("A1", 20, 15, facing, run=1), target], options=CHARGE).tally("A1", "B1").attack_dice
        )

    # half a base to either side of the line is met, a hair more is not, nor is what lies behind
    assert [dice_at(4, aside) for aside in (-1.01, -0.99, 0, 0.99, 1.01)] == [2, 3, 3, 3, 2]
    assert dice_at(-4, 0) == 2


@clause("bm.option.charge.when", "bm.option.charge.die")
def test_it_counts_only_in_melee_and_only_with_melee_dice() -> None:
    assert run(forward(3), gap=9) == 2
    assert run(forward(3), melee=0) == 0


@clause("bm.option.charge.die")
def test_the_die_is_for_the_very_next_attack_only() -> None:
    t = duel(6, options=CHARGE)
    t.move("A1", forward(4))
    attack(t, dice(1, 1, 1, 6))
    assert t.tally("A1", "B1").attack_dice == 2
    t = duel(6, options=CHARGE)
    t.move("A1", forward(4))
    t.answer("detach", unit="A1", slot="left_arm")
    assert t.tally("A1", "B1").attack_dice == 2
    t = duel(6, options=CHARGE)
    t.move("A1", forward(4))
    t.answer("end_turn", unit="A1")
    assert marks(t, "A1", "run") == (0,)


@clause("bm.option.charge.die")
def test_the_die_counts_for_a_critical_hit() -> None:
    t = duel(6, a={"melee": 1}, b={"defense_dice": 3}, options=CHARGE)
    t.move("A1", forward(4))
    result = attack(t, dice(6, 6, 5, 5, 5, 1, 1))
    assert len([event for event in result.of("table_read") if event.table == "massive damage location"]) == 1


@clause("bm.option.charge.when", "bm.option.hold.return")
def test_a_move_cut_short_by_hold_fire_counts_as_really_travelled() -> None:
    options = {**CHARGE, "hold_fire": True}
    holder = mech("B1", 17, 15, 180, holding=["melee", "primary"], targeting=7)
    t = lay_table(GAME, [mech("A1", 10, 15, 0, movement=4), holder], options=options)
    # Melee range begins after 2 Bricks; the shot takes two Movement Points, so the run ends there
    t.move("A1", forward(4))
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 3))
    assert t.pose("A1") == (12.0, 15.0, 0.0)
    assert t.tally("A1", "B1").attack_dice == 2
    t = lay_table(GAME, [mech("A1", 10, 15, 0, movement=4), holder], options=options)
    t.move("A1", forward(4))
    t.answer("react", yes=False)
    assert t.tally("A1", "B1").attack_dice == 3


# --- Targeted Shot ---------------------------------------------------------------------------------------------------

AIM = {"targeted_shot": True}


def aimed(location: str, *faces: int, **more: Any) -> tuple[Position, Any]:
    t = duel(options=AIM, **more)
    return t, attack(t, dice(*faces), location=location)


@clause("bm.option.targeted.penalty")
def test_a_named_location_costs_four_and_defense_is_rolled_normally() -> None:
    _t, shot = aimed("torso", 1, 1, 6)
    attack_score, defense_score = shot.of("shot_resolved")[0].tallies
    assert [(line.value, line.clause) for line in attack_score.lines()][-1] == (-4, "bm.option.targeted.penalty")
    assert defense_score.total == 6
    assert shot.of("target_declared")[0].clause == "bm.option.targeted.penalty"
    assert attack(duel(), dice(1, 1, 6)).of("target_declared")[0].clause == "bm.attack.declare"
    assert refused(attack(duel(), location="torso")) == ("no_targeted_shots", "bm.option.targeted.penalty")


@clause("bm.option.targeted.visible")
def test_the_defender_must_be_less_than_half_covered() -> None:
    for height, accepted in ((1.85, True), (2.0, False)):
        t = duel(8, options=AIM, terrain=[piece("Wall", 15, 15, 90, width=0.01, height=height)])
        result = attack(t, dice(1, 1, 6) if accepted else None, location="legs")
        assert result.accepted is accepted
        if not accepted:
            assert refused(result) == ("location_covered", "bm.option.targeted.visible")
            assert marks(t, "A1", "attacks") == (0,)
    # seven of ten columns hidden to seven of ten rows: 49 percent
    corner = piece("Wall", 18.95, 14.7, 90, length=1.4, width=0.01, height=2.1)
    t = duel(8, options=AIM, terrain=[corner])
    assert t.hidden_share("A1", "B1") == 0.49
    assert t.why_not("A1", "B1", "legs") is None


@clause("bm.option.targeted.visible")
@pytest.mark.parametrize(
    ("heading", "left_seen", "right_seen"),
    [(180, True, True), (120, True, True), (119.9, True, False), (90, True, False), (60, True, True),
     (-120, True, True), (-119.9, False, True), (-90, False, True), (-60, True, True)],
)  # fmt: skip
def test_parts_on_the_far_side_cannot_be_named(heading: float, left_seen: bool, right_seen: bool) -> None:
    t = lay_table(GAME, [mech("A1", 10, 15, 0), mech("B1", 17, 15, heading)], options=AIM)
    seen = {slot: t.why_not("A1", "B1", slot) is None for slot in ("left_arm", "left_shoulder", "right_arm", "legs")}
    assert seen == {"left_arm": left_seen, "left_shoulder": left_seen, "right_arm": right_seen, "legs": True}


@clause("bm.option.targeted.visible")
def test_a_location_must_be_there() -> None:
    t = duel(options=AIM, b={"left_arm": ""})
    assert refused(attack(t, location="left_arm")) == ("no_such_part", "bm.option.targeted.visible")
    assert refused(attack(t, location="nose"))[0] == "unknown_location"


@clause("bm.option.targeted.damage")
def test_armor_points_are_lost_as_usual() -> None:
    t, _shot = aimed("torso", 5, 4, 1)
    assert armor(t, "B1") == 16


@clause("bm.option.targeted.massive")
def test_massive_damage_is_only_effect_rolls_on_the_named_location() -> None:
    t, shot = aimed("legs", 1, 1, 1, 3, 1, a={"targeting": 13})
    labels = [event.label for event in shot.of("dice_rolled")]
    assert labels == ["attack", "defense", "massive damage effect", "massive damage effect"]
    assert shot.of("table_read")[0].roll == 0
    assert throws_of(shot.of("table_read")[0]) == (), "a named location takes no die"
    assert marks(t, "B1", "movement") == (3,)


@clause("bm.option.targeted.massive", "bm.massive.missing_part")
def test_when_the_part_falls_off_later_rolls_move_inward() -> None:
    units = [mech("A1", 10, 15, 0, targeting=20), unit("B1", "trooper", 17, 15, 180, defense_dice=1, dodge=0)]
    t = lay_table(GAME, units, options=AIM)
    shot = attack(t, dice(1, 1, 2, 6, 6, 2), location="right_arm")
    assert [event.entry for event in shot.of("table_read")] == [
        "right_arm", "Blown off", "right_shoulder", "Blown off", "torso", "Sensor cracked",
    ]  # fmt: skip


@clause("bm.option.targeted.massive", "bm.option.crit.hit")
def test_a_critical_hit_strikes_the_named_location_too() -> None:
    _t, shot = aimed("legs", 6, 6, 5, 5, 5, 1, b={"defense_dice": 3})
    assert [event.entry for event in shot.of("table_read")] == ["legs", "Actuator nicked"]
