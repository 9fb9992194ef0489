"""Attack Action: who may be attacked, what wastes an action, and the six printed steps."""

from __future__ import annotations

import pytest

from brickfield.core.match import Setup
from brickfield.core.shown.showing import AimFace
from brickfield.games import find_game
from brickfield.testing import clause, dice, lay_table, piece
from tests.rules.brick_mech.table import GAME, PLAIN, action, armor, attack, duel, heat, marks, mech, refused, turn


@clause("bm.attack.range.melee", "bm.attack.range.short", "bm.attack.range.long", "bm.attack.range.out")
@pytest.mark.parametrize(
    ("gap", "band"),
    [(0, "melee"), (3, "melee"), (3.001, "short"), (10, "short"), (10.001, "long"), (20, "long"), (20.001, "out")],
)
def test_the_ranges_end_at_three_ten_and_twenty_bricks(gap: float, band: str) -> None:
    assert duel(gap=gap).range_of("A1", "B1") == band


@clause("bm.attack.range.measure", "bm.geometry.distance")
def test_range_is_between_the_closest_points_of_the_bases() -> None:
    t = lay_table(GAME, [mech("A1", 10, 15, 0), mech("B1", 20, 15, 45)])
    # a base turned by 45 degrees reaches its half diagonal towards A1
    assert t.distance("A1", "B1") == pytest.approx(10 - 1 - 2**0.5)
    assert duel(gap=0).distance("A1", "B1") == 0.0
    corner = lay_table(GAME, [mech("A1", 10, 15, 0), mech("B1", 15, 19, 0)])
    assert corner.distance("A1", "B1") == pytest.approx((3**2 + 2**2) ** 0.5)


@clause("bm.attack.declare", "bm.team.sides")
def test_only_living_units_of_another_side_are_targets() -> None:
    units = [mech("A1", 10, 15, 0), mech("A2", 14, 18, 0), mech("B1", 20, 15, 180), mech("C1", 20, 11, 180)]
    t = lay_table(GAME, units, sides=("Blue", "Red", "Blue"))
    for target in ("A1", "A2", "C1"):
        assert refused(attack(t, target=target)) == ("own_side", "bm.attack.declare")
    assert attack(t, target="Z9").refusal is not None
    assert marks(t, "A1", "attacks") == (0,)
    assert t.legal_targets("A1") == ["B1"]
    friendly = lay_table(GAME, units, sides=("Blue", "Red", "Blue"), options={"friendly_fire": True})
    assert friendly.legal_targets("A1") == ["A2", "B1", "C1"]


@clause("bm.attack.fail_range", "bm.attack.no_redeclare")
def test_an_attack_out_of_range_fails_and_uses_the_action() -> None:
    t = duel(gap=21)
    failed = attack(t)
    assert failed.accepted
    (void,) = failed.of("shot_voided")
    assert (void.reason, void.clause) == ("out_of_range", "bm.attack.fail_range")
    assert marks(t, "A1", "attacks") == (1,)
    assert armor(t, "B1") == 20


@clause("bm.attack.fail_dice", "bm.attack.no_redeclare")
def test_an_attack_without_dice_for_the_range_fails_and_uses_the_action() -> None:
    t = duel(gap=5, a={"short": 0})
    (void,) = attack(t).of("shot_voided")
    assert (void.reason, void.clause) == ("no_attack_dice", "bm.attack.fail_dice")
    assert marks(t, "A1", "attacks") == (1,)
    # the next attack is the next action
    attack(t)
    assert refused(attack(t))[0] == "third_attack"


@clause("bm.attack.no_redeclare")
def test_distances_are_told_beforehand_only_if_that_is_agreed() -> None:
    (told,) = action(duel(), "attack").offer.shooters[0].aims
    assert told.distance == pytest.approx(5.0)
    (blind,) = action(duel(options={"premeasure": False}), "attack").offer.shooters[0].aims
    assert blind == AimFace("A1", "B1", told.title, "not measured yet", clause="bm.attack.no_redeclare")


@clause("bm.attack.arc.main", "bm.attack.arc.secondary", "bm.geometry.arcs")
@pytest.mark.parametrize(
    ("heading", "arc"),
    [
        (0, "primary"),
        (45, "primary"),
        (-45, "primary"),
        (-45.001, "left"),
        (45.001, "right"),
        (-135, "left"),
        (135, "right"),
        (-135.001, "rear"),
        (135.001, "rear"),
        (180, "rear"),
    ],
)
def test_the_arcs_are_quadrants_through_the_corners_of_the_base(heading: float, arc: str) -> None:
    # turning the attacker to the left puts the target to its right
    t = lay_table(GAME, [mech("A1", 10, 15, heading), mech("B1", 20, 15, 180)])
    assert t.arc("A1", "B1") == arc


@clause("bm.attack.arc.forbidden")
def test_what_lies_behind_cannot_be_shot_at_and_trying_costs_nothing() -> None:
    t = lay_table(GAME, [mech("A1", 10, 15, 180, heat=1), mech("B1", 20, 15, 180)])
    result = attack(t)
    assert refused(result) == ("out_of_arc", "bm.attack.arc.forbidden")
    assert result.refusal is not None
    assert result.refusal.data == {"bearing": 180.0, "limit": 135.0}
    assert (marks(t, "A1", "attacks"), heat(t, "A1")) == ((0,), 1)


@clause("bm.attack.arc.turret", "bm.geometry.rear")
def test_for_a_turret_every_direction_is_primary_but_its_rear_stays() -> None:
    t = lay_table(GAME, [mech("A1", 10, 15, 180, turret=True), mech("B1", 20, 15, 180)])
    assert t.arc("A1", "B1") == "primary"
    assert attack(t, dice(1, 1, 6)).accepted
    back = lay_table(GAME, [mech("A1", 10, 15, 0), mech("B1", 20, 15, 0, turret=True)])
    assert "bm.mod.defense.rear" in [line.clause for line in back.why("A1", "B1")]


@clause("bm.attack.order_of_checks")
def test_refusals_come_in_their_order_and_before_any_waste() -> None:
    wall = piece("Building", 15, 15, length=2.0, width=6.0)
    units = [mech("A1", 10, 15, 180, short=0, long=0), mech("A2", 2, 2, 0), mech("B1", 20, 15, 180)]
    t = lay_table(GAME, units, [wall])
    # behind it, covered, and no dice: the arc is the reason given
    assert refused(attack(t))[0] == "out_of_arc"
    t.move("A1", turn(180))
    assert refused(attack(t))[0] == "too_covered"
    assert refused(attack(t, attacker="A2"))[0] == "another_acts"
    assert refused(attack(t, attacker="B1"))[0] == "not_your_unit"
    t = duel(a={"moves": 1, "attacks": 2, "short": 0})
    assert refused(attack(t, target="A1")) == ("no_action_left", "bm.action.count")
    t = duel(a={"attacks": 2})
    assert refused(attack(t, target="A1"))[0] == "third_attack"
    t = lay_table(GAME, [mech("A1", 10, 15, 0, done=1), mech("A2", 2, 2, 0), mech("B1", 20, 15, 180)])
    assert refused(attack(t))[0] == "turn_over"


@clause("bm.attack.roll", "bm.attack.all_dice", "bm.mod.stack")
def test_attack_score_is_all_dice_plus_bonus_plus_modifiers() -> None:
    t = duel(a={"short": 3, "targeting": 2, "heat": 1})
    shot = attack(t, dice(2, 3, 1, 6))
    tally = shot.of("shot_resolved")[0].tallies[0]
    assert [(line.value, line.clause) for line in tally.lines()] == [
        (6, "bm.attack.roll"),
        (2, "bm.attack.roll"),
        (-1, "bm.mod.attack.heat"),
    ]
    assert tally.total == 7


@clause("bm.attack.roll")
def test_lines_of_nothing_are_left_out_but_dice_and_bonus_stay() -> None:
    attack_score, defense_score = attack(duel(), dice(1, 1, 6)).of("shot_resolved")[0].tallies
    assert [line.value for line in attack_score.lines()] == [2, 0]
    assert [line.value for line in defense_score.lines()] == [6, 0]


@clause("bm.defense.roll")
def test_defense_score_is_the_dice_plus_dodge_plus_modifiers_and_may_be_negative() -> None:
    t = duel(b={"defense_dice": 2, "dodge": -1, "heat": 3})
    tally = attack(t, dice(1, 1, 1, 2)).of("shot_resolved")[0].tallies[1]
    assert [(line.value, line.clause) for line in tally.lines()] == [
        (3, "bm.defense.roll"),
        (-1, "bm.defense.roll"),
        (-3, "bm.mod.defense.heat"),
    ]
    assert tally.total == -1


@clause("bm.defense.roll")
def test_without_defense_dice_bonus_and_modifiers_still_count() -> None:
    t = duel(b={"defense_dice": 0, "dodge": 2})
    tally = attack(t, dice(1, 2)).of("shot_resolved")[0].tallies[1]
    assert (tally.base, tally.total) == (0, 2)


@clause("bm.attack.target_gone")
def test_when_the_target_dies_the_player_announces_something_else() -> None:
    units = [mech("A1", 10, 15, 0), mech("B1", 17, 15, 180, armor=1), mech("B2", 30, 5, 180)]
    t = lay_table(GAME, units)
    attack(t, dice(3, 3, 5))
    assert t.unit("B1").status == "gone"
    assert t.asked == "take_action"
    assert refused(attack(t)) == ("target_gone", "bm.attack.declare")
    assert marks(t, "A1", "attacks") == (1,)


@clause("bm.dice.d6", "bm.geometry.rng")
def test_dice_fall_in_a_fixed_order_and_have_six_faces() -> None:
    # difference 11: two Massive Damage rolls, location then effect each, one after the other
    t = duel(a={"short": 3}, b={"defense_dice": 1})
    shot = attack(t, dice(6, 5, 1, 1, 1, 1, 2, 1))
    labels = [event.label for event in shot.of("dice_rolled")]
    assert labels == ["attack", "defense", *["massive damage location", "massive damage effect"] * 2]
    assert [event.faces for event in shot.of("dice_rolled")] == [(6, 5, 1), (1,), (1,), (1,), (2,), (1,)]
    with pytest.raises(ValueError, match="no die with 6 faces"):
        attack(duel(), dice(7, 1, 1))


@clause("bm.setup.modules")
def test_the_numbers_of_a_position_are_those_of_the_sheet() -> None:
    sheet = duel().record_sheet("A1")
    assert {name: sheet[name] for name in PLAIN} == PLAIN


@clause("bm.option.agree")
def test_optional_rules_are_agreed_before_the_game() -> None:
    game = find_game(GAME)
    assert game is not None
    match = game.new_match(Setup(GAME, "duel"))
    on = {name for name in ("several_units", "criticals") if getattr(match.options, name)}
    off = {
        name
        for name in ("return_fire", "hold_fire", "charge", "targeted_shot", "adapted_ranges", "faster_initiative")
        if not getattr(match.options, name)
    }
    assert (len(on), len(off)) == (2, 6)
    with pytest.raises(AttributeError):
        match.options.charge = True
