"""Scavenge Action: detach and mount, sides, slots, reach, and the dice a part still has."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.games.brick_mech.chapters.scavenging.scavenge_action import scavenge_offer
from brickfield.testing import Position, Result, clause, dice, lay_table, piece, unit
from tests.rules.brick_mech.table import GAME, attack, heat, marks, mech, refused, turn


def table(parts: list[dict[str, Any]] | None = None, **a: Any) -> Position:
    """A1, a whole trooper at (10, 15) facing east, and loose parts. Its left arm is a Pulse Laser (1, 1, 1)."""
    units = [unit("A1", "trooper", 10, 15, 0, **a), mech("B1", 30, 15, 180)]
    return lay_table(GAME, units, parts=parts or [])


def part(x: float = 10.0, y: float = 16.5, side: str = "left", **halves: Any) -> dict[str, Any]:
    return {"side": side, "x": x, "y": y, **halves}


def detach(t: Position, slot: str) -> Result:
    return t.answer("detach", unit="A1", slot=slot)


def mount(t: Position, take: str = "all", token: str = "P1", **more: Any) -> Result:
    return t.answer("mount", unit="A1", part=token, take=take, **more)


@clause("bm.scavenge.mount", "bm.scavenge.one_thing")
def test_a_part_to_mount_is_offered_ready_and_one_to_take_off_is_not() -> None:
    def is_unmarked(t: Position) -> bool:
        return scavenge_offer(t.state, t.state.units["A1"]).unmarked is True

    assert is_unmarked(table())
    bare = table([part(arm="A1")])
    detach(bare, "left_arm")
    assert not is_unmarked(bare)


@clause("bm.scavenge.detach_shoulder", "bm.scavenge.detach_record")
def test_a_shoulder_is_detached_with_its_arm_and_their_dice_leave_the_totals() -> None:
    t = table()
    before = t.record_sheet("A1")
    assert (before["melee"], before["short"], before["long"]) == (2, 5, 3)
    result = detach(t, "left_shoulder")
    after = t.record_sheet("A1")
    assert (after["melee"], after["short"], after["long"]) == (1, 3, 1)
    assert after["parts"]["left_shoulder"] is None
    assert after["parts"]["left_arm"] is None
    (placed,) = result.of("token_placed")
    note = placed.token.marks
    assert (note["side"], note["arm.melee"], note["shoulder.short"], note["shoulder.long"]) == (1, 1, 1, 1)
    assert placed.token.pose.place == (10.0, 16.0)


@clause("bm.scavenge.detach_arm")
def test_just_an_arm_is_detached() -> None:
    t = table()
    (placed,) = detach(t, "right_arm").of("token_placed")
    assert placed.clause == "bm.scavenge.detach_arm"
    sheet = t.record_sheet("A1")
    assert sheet["parts"]["right_arm"] is None
    assert sheet["parts"]["right_shoulder"]["name"] == "Gun Turret"
    assert marks(t, "A1", "scavenges") == (1,)


@clause("bm.scavenge.one_thing")
def test_an_exchange_takes_two_actions_and_the_impossible_costs_nothing() -> None:
    t = table([part(arm="A2")])
    assert refused(mount(t)) == ("slot_full", "bm.scavenge.mount")
    assert marks(t, "A1", "scavenges") == (0,)
    assert detach(t, "left_arm").accepted
    assert mount(t).accepted
    assert marks(t, "A1", "scavenges") == (2,)
    assert t.record_sheet("A1")["parts"]["left_arm"]["name"] == "Chain Blade"
    bare = table(left_arm="")
    assert refused(detach(bare, "left_arm")) == ("nothing_to_detach", "bm.scavenge.one_thing")
    assert refused(detach(bare, "legs"))[0] == "unknown_slot"
    walled = lay_table(GAME, [mech("A1", 10, 15, 0), mech("B1", 30, 15, 180)], [piece("Wall", 20, 25)])
    for unknown in ("P9", "T1"):
        assert refused(mount(walled, token=unknown))[0] == "unknown_part"


@clause("bm.scavenge.one_thing", "bm.action.rush_heat")
def test_a_refused_scavenge_brings_no_rush_heat() -> None:
    t = table([part(x=20.0, arm="A2")], left_arm="")
    t.move("A1", turn(10))
    t.move("A1", turn(-10))
    assert refused(mount(t))[0] == "out_of_reach"
    assert heat(t, "A1") == 0


@clause("bm.scavenge.mount", "bm.scavenge.attach_record", "bm.setup.interchangeable")
def test_any_part_in_reach_goes_on_a_matching_empty_slot() -> None:
    t = table([part(arm="A2")], left_arm="")
    before = t.record_sheet("A1")["melee"]
    mount(t)
    assert t.record_sheet("A1")["melee"] == before + 3
    assert "P1" not in t.state.tokens


@clause("bm.scavenge.mount")
def test_a_mech_may_mount_again_what_it_has_just_detached() -> None:
    t = table()
    before = t.record_sheet("A1")
    detach(t, "left_shoulder")
    mount(t)
    assert t.record_sheet("A1")["parts"] == before["parts"]


@clause("bm.scavenge.side")
def test_parts_fit_only_their_own_side() -> None:
    t = table([part(side="right", arm="A2")], left_arm="")
    result = mount(t, side="left")
    assert refused(result) == ("wrong_side", "bm.scavenge.side")
    # without a side named it goes to its own, which is full
    assert refused(mount(t)) == ("slot_full", "bm.scavenge.mount")


@clause("bm.scavenge.arm_needs_shoulder")
def test_an_arm_never_goes_on_the_torso() -> None:
    t = table([part(arm="A2")], left_shoulder="")
    assert refused(mount(t)) == ("arm_needs_shoulder", "bm.scavenge.arm_needs_shoulder")


@clause("bm.scavenge.from_assembly")
def test_half_of_an_assembly_may_be_taken_and_the_other_half_stays() -> None:
    whole = part(shoulder="S6", arm="A2")
    t = table([whole], left_arm="")
    assert refused(mount(t, "all")) == ("slot_full", "bm.scavenge.mount")
    assert mount(t, "arm").accepted
    rest = t.state.tokens["P1"]
    assert "arm" not in rest.marks
    assert rest.marks["shoulder.melee"] == 1
    assert rest.pose.place == (10.0, 16.5)
    other = table([whole], left_shoulder="")
    assert mount(other, "shoulder").accepted
    assert mount(other, "arm").accepted
    assert other.record_sheet("A1")["parts"]["left_arm"]["name"] == "Chain Blade"
    assert refused(mount(table([part(arm="A2")]), "shoulder"))[0] == "no_such_part"


@clause("bm.scavenge.from_assembly", "bm.scavenge.mount")
def test_a_whole_assembly_needs_both_slots_of_its_side_empty() -> None:
    t = table([part(shoulder="S6", arm="A2")], left_shoulder="")
    assert mount(t).accepted
    sheet = t.record_sheet("A1")["parts"]
    assert (sheet["left_shoulder"]["name"], sheet["left_arm"]["name"]) == ("Combat Array", "Chain Blade")


@clause("bm.scavenge.distance")
@pytest.mark.parametrize(("y", "reached"), [(16.0, True), (17.0, True), (17.001, False)])
def test_the_part_lies_within_a_brick_of_the_base(y: float, reached: bool) -> None:
    t = table([part(y=y, arm="A2")], left_arm="")
    result = mount(t)
    assert result.accepted is reached
    if not reached:
        assert refused(result) == ("out_of_reach", "bm.scavenge.distance")
        assert result.refusal is not None
        assert result.refusal.data["distance"] == pytest.approx(1.001)


@clause("bm.scavenge.distance")
def test_neither_arc_nor_sight_nor_an_enemy_nearby_matters() -> None:
    units = [unit("A1", "trooper", 10, 15, 0, left_arm=""), mech("B1", 7.9, 15, 0)]
    t = lay_table(GAME, units, parts=[part(x=8.5, y=15.0, arm="A2")])
    assert mount(t).accepted


@clause("bm.scavenge.dice_kept")
def test_a_part_works_with_the_dice_it_still_has() -> None:
    t = table([part(arm="A2", arm_dice=[1, 0, 0])], left_arm="")
    before = t.record_sheet("A1")["melee"]
    mount(t)
    assert t.record_sheet("A1")["melee"] == before + 1


@clause("bm.data.cost", "bm.scavenge.mount")
def test_scavenging_may_bring_more_dice_than_a_mech_is_built_with() -> None:
    t = table([part(arm="A6")], left_arm="", left_shoulder="S6", right_shoulder="S6")
    mount(t)
    assert t.record_sheet("A1")["short"] == 6


@clause("bm.scavenge.not_while_holding")
def test_scavenging_is_an_action_and_excludes_hold_fire() -> None:
    units = [unit("A1", "trooper", 10, 15, 0), mech("B1", 30, 15, 180)]
    t = lay_table(GAME, units, options={"hold_fire": True})
    detach(t, "left_arm")
    held = t.answer("hold_fire", unit="A1", range="short", arc="primary")
    assert refused(held) == ("has_acted", "bm.option.hold.declare")
    t = lay_table(GAME, units, options={"hold_fire": True})
    t.answer("hold_fire", unit="A1", range="short", arc="primary")
    t.answer("end_turn", unit="B1", dice=dice(6, 6, 1, 1))
    assert t.asked == "take_action"


@clause("bm.scavenge.not_while_holding", "bm.geometry.heat_timing")
def test_dice_gained_count_from_the_next_roll() -> None:
    units = [unit("A1", "trooper", 10, 15, 0, left_arm=""), mech("B1", 15, 15, 180)]
    t = lay_table(GAME, units, parts=[part(arm="A2")])
    assert t.tally("A1", "B1").attack_dice == 1
    mount(t)
    assert t.tally("A1", "B1").attack_dice == 4
    attack(t, dice(1, 1, 1, 1, 6))
