"""Ramming: accurate and inaccurate, contact, two hulls, one ram a round, fire after it, and what comes back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from brickfield.core.refusal import Refusal
from brickfield.games.battle_of_the_sea.base.ramming import ram_dice
from brickfield.geometry.grain import unit as cosine_and_sine
from brickfield.testing import Position, Result, clause, dice
from tests.rules.battle_of_the_sea.table import (
    CUTTER,
    GALLEON,
    GALLEY,
    MISS,
    VIKING,
    ahead,
    area,
    astern,
    fire,
    marks,
    ram,
    sail,
    sea,
    ship,
    throws,
)

FAR = ship("B1", CUTTER, 33, 33)


def chase(heading: float = 90.0, **more: Any) -> Position:
    """A longship south of a galleon that lies across: its bow at (17, 12), the other's side at 16 - 2/3."""
    return sea(
        ship("A1", VIKING, 17, 10, heading, **more.pop("rammer", {})),
        ship("A2", VIKING, 2, 2),
        ship("B1", GALLEON, 17, 16, 0, **more.pop("target", {})),
        ship("B2", CUTTER, 33, 33),
        **more,
    )


def fault(found: Any) -> tuple[str, str]:
    assert isinstance(found, Refusal), found
    return found.code, found.clause


def told(result: Result) -> list[str]:
    """The clauses by which a ram was declared, judged and thrown."""
    return [result.of(kind)[0].clause for kind in ("target_declared", "chosen", "attack_resolved")]


@clause("sea.ram.accurate", "sea.ram.accurate_dice", "sea.ram.accurate_example", "sea.fight.example_dice")
def test_an_accurate_ram_throws_all_durability() -> None:
    table = chase()
    impact = table.impact("A1", "B1", 90.0)
    assert (impact.accurate, impact.dice) == (True, 5)
    result = ram(table, "A1", "B1", 90.0, dice=throws(2, 3))
    assert result.of("attack_resolved")[0].manner == "accurate_ram"
    assert (result.of("attack_resolved")[0].dice, result.of("attack_resolved")[0].hits) == (5, 2)
    assert told(result) == ["sea.ram.declare", "sea.ram.accurate", "sea.ram.accurate_dice"]
    assert marks(table, "B1")["additional"] == 0
    worn = chase(rammer={"marks": {"additional": 1}})
    assert worn.impact("A1", "B1", 90.0).dice == 3


@clause("sea.ram.inaccurate", "sea.ram.inaccurate_dice", "sea.ram.inaccurate_example")
def test_an_inaccurate_ram_throws_base_durability_only() -> None:
    table = chase()
    impact = table.impact("A1", "B1", 90.0, [ahead(80, 1)])
    assert (impact.accurate, impact.dice) == (False, 2)
    result = ram(table, "A1", "B1", 90.0, ahead(80, 1), dice=throws(1, 1))
    assert result.of("attack_resolved")[0].manner == "inaccurate_ram"
    assert result.of("attack_resolved")[0].hits == 1
    assert result.of("chosen")[0].choice == "inaccurate"
    assert told(result) == ["sea.ram.declare", "sea.ram.inaccurate", "sea.ram.inaccurate_dice"]
    assert marks(table, "B1")["additional"] == 1


@clause("sea.fight.example_dice")
def test_the_dice_of_the_book_s_longship() -> None:
    unit = chase().unit("A1")
    assert (unit.marks["firepower"], ram_dice(unit, accurate=False), ram_dice(unit, accurate=True)) == (4, 2, 5)


@clause("sea.ram.accurate", "sea.sextant.use")
@pytest.mark.parametrize(("heading", "accurate"), [(90, True), (135, True), (136, False), (45, True), (44, False)])
def test_the_cone_is_45_degrees_to_either_side_of_the_bow(heading: float, accurate: bool) -> None:
    bow_x, bow_y = 17.0, 12.0
    c, s = cosine_and_sine(heading)
    table = sea(
        ship("A1", VIKING, bow_x - 2 * c, bow_y - 2 * s, heading),
        ship("B1", GALLEON, 17, 16, 0),
        ship("A2", CUTTER, 2, 2),
    )
    assert table.impact("A1", "B1", 90.0).accurate is accurate


@clause("sea.ram.accurate")
def test_a_move_with_a_bend_or_astern_is_never_accurate_in_the_cone() -> None:
    table = chase()
    assert table.impact("A1", "B1", 90.0, [ahead(90, 1)]).accurate is True
    assert table.impact("A1", "B1", 90.0, [ahead(90.01, 1)]).accurate is False
    assert table.impact("A1", "B1", 90.0, [astern(0.5)]).accurate is False


@clause("sea.ram.accurate")
def test_the_impact_angle_asks_for_a_square_hit() -> None:
    options = {"ram_test": "impact_angle"}
    table = chase(options=options)
    assert table.impact("A1", "B1", 90.0, [ahead(80, 1)]).accurate is True
    assert table.impact("A1", "B1", 90.0, [astern(0.5)]).accurate is True
    # the galleon's side looks south: a run 50 degrees off its normal is no square hit, one of 44 is
    units = (ship("A1", VIKING, 17, 11, 90), ship("B1", GALLEON, 20, 16, 0), ship("A2", CUTTER, 2, 2))
    oblique = sea(*units, options=options)
    assert oblique.impact("A1", "B1", 40.0).accurate is False
    assert oblique.impact("A1", "B1", 46.0).accurate is True
    assert sea(*units).impact("A1", "B1", 46.0).accurate is True
    assert sea(*units).impact("A1", "B1", 40.0).accurate is False


@clause("sea.geometry.contact", "sea.geometry.after_ram", "sea.ram.ends_move")
def test_the_rammer_stops_at_first_contact_and_nobody_is_pushed() -> None:
    table = chase()
    ram(table, "A1", "B1", 90.0, dice=throws(0, 5))
    x, y, heading = table.pose("A1")
    assert (x, heading) == (17, 90)
    assert y == pytest.approx(16 - 2 / 3 - 2, abs=1e-4)
    assert table.distance("A1", "B1") <= 0.01
    assert table.pose("B1") == (17, 16, 0)
    table.answer("hold_fire")
    refusal = sail(table, "A1", ahead(90, 1)).refusal
    assert refusal is not None
    assert refusal.code == "already_acted"


@clause("sea.geometry.after_ram", "sea.geometry.astern", "sea.geometry.contact")
def test_a_rammer_backs_off_before_it_rams_again() -> None:
    table = sea(ship("A1", VIKING, 17, 16 - 2 / 3 - 2, 90), ship("B1", GALLEON, 17, 16, 0), ship("B2", CUTTER, 33, 33))
    assert fault(table.impact("A1", "B1", 90.0)) == ("already_touching", "sea.geometry.contact")
    assert table.impact("A1", "B1", 90.0, [astern(1)]).accurate is False


@clause("sea.geometry.after_ram", "sea.ram.sunk_target")
def test_a_sunk_target_is_removed_and_the_rammer_stays_and_fires_at_others() -> None:
    table = chase(target={"marks": {"firepower": 1, "base": 1, "speed": 0, "additional": 0}})
    before = ram(table, "A1", "B1", 90.0, dice=throws(2, 3))
    assert [event.unit for event in before.of("unit_destroyed")] == ["B1"]
    assert table.pose("A1")[1] == pytest.approx(16 - 2 / 3 - 2, abs=1e-4)
    # nothing else is in range, so nobody is asked to fire
    assert table.asked == "command_fleet"
    assert "B1" not in table.legal_targets("A2")


@clause("sea.ram.and_fire", "sea.fire.declare")
def test_ram_first_then_fire_also_at_the_rammed_ship() -> None:
    table = chase()
    ram(table, "A1", "B1", 90.0, dice=throws(0, 5))
    assert table.asked == "attack"
    assert fire(table, ("B1", 4), dice=throws(0, 4)).accepted
    either = chase(options={"ram_and_fire": False})
    # who has not rammed fires as ever
    sail(either, "A1")
    assert either.asked == "attack"
    either = chase(options={"ram_and_fire": False})
    ram(either, "A1", "B1", 90.0, dice=throws(0, 5))
    assert either.asked == "command_fleet"


@clause("sea.game.win", "sea.ram.sunk_target")
def test_a_ram_that_sinks_the_last_enemy_wins_at_once() -> None:
    weak = {"firepower": 0, "base": 1, "speed": 0, "additional": 0}
    table = sea(ship("A1", VIKING, 17, 10, 90), ship("B1", GALLEON, 17, 16, 0, marks=weak))
    ram(table, "A1", "B1", 90.0, dice=throws(1, 4))
    assert table.winners == (0,)
    assert table.state.outcome is not None
    assert table.state.outcome.reason == "last_afloat"


@clause("sea.ram.once")
def test_a_ship_rams_once_in_a_round() -> None:
    table = chase(rammer={"marks": {"rammed": 1}})
    assert fault(table.impact("A1", "B1", 90.0)) == ("rammed_before", "sea.ram.once")


@clause("sea.ram.once")
def test_a_fleet_rams_once_in_a_round_when_agreed() -> None:
    for agreed in (False, True):
        table = sea(
            ship("A1", VIKING, 17, 10, 90),
            ship("A2", VIKING, 14, 10, 90, marks={"rammed": 1}),
            ship("B1", GALLEON, 17, 16, 0),
            options={"ram_per_player": agreed},
        )
        found = table.impact("A1", "B1", 90.0)
        assert isinstance(found, Refusal) == agreed


@clause("sea.ram.target")
def test_only_enemy_ships_and_monsters_are_rammed() -> None:
    own = sea(ship("A1", VIKING, 17, 10, 90), ship("A2", GALLEON, 17, 16, 0), ship("B1", CUTTER, 33, 33), anyhow=True)
    assert fault(own.impact("A1", "A2", 90.0)) == ("no_ram_target", "sea.ram.target")
    fort = sea(
        ship("A1", VIKING, 17, 10, 90),
        ship("B1", "Sea Fort", 17, 16, 0),
        terrain=[area("island", 15, 14, 19, 18)],
        options={"forts": True},
        anyhow=True,
    )
    assert fault(fort.impact("A1", "B1", 90.0)) == ("no_ram_target", "sea.ram.target")
    for nobody in ("Z9", "B2"):
        units = (ship("A1", VIKING, 17, 10, 90), FAR, ship("B2", GALLEON, 17, 16, 0, status="waiting"))
        assert fault(sea(*units, anyhow=True).impact("A1", nobody, 90.0))[0] == "unknown_unit"
    monster = sea(
        ship("A1", VIKING, 17, 10, 90), ship("M1", "Kraken", 17, 16, 0), ship("B1", CUTTER, 33, 33), anyhow=True
    )
    assert monster.impact("A1", "M1", 90.0).dice == 5


@clause("sea.ram.motion")
def test_ramming_needs_motion() -> None:
    still = chase(rammer={"marks": {"speed": 0}})
    assert fault(still.impact("A1", "B1", 90.0)) == ("no_motion", "sea.ram.motion")
    near = sea(ship("A1", VIKING, 17, 16 - 2 / 3 - 2.3, 90), ship("B1", GALLEON, 17, 16, 0), ship("A2", CUTTER, 2, 2))
    assert fault(near.impact("A1", "B1", 90.0)) == ("run_too_short", "sea.ram.motion")
    enough = sea(
        ship("A1", VIKING, 17, 16 - 2 / 3 - 2.334, 90), ship("B1", GALLEON, 17, 16, 0), ship("A2", CUTTER, 2, 2)
    )
    assert enough.impact("A1", "B1", 90.0).accurate


@clause("sea.geometry.contact", "sea.geometry.path_length")
def test_the_way_to_the_contact_must_be_within_the_speed() -> None:
    table = sea(ship("A1", VIKING, 17, 5, 90), ship("B1", GALLEON, 17, 16, 0), ship("A2", CUTTER, 2, 2))
    assert fault(table.impact("A1", "B1", 90.0)) == ("not_reached", "sea.geometry.contact")
    assert fault(chase().impact("A1", "B1", 0.0)) == ("not_reached", "sea.geometry.contact")
    # a run declared in its direction is one leg with it, which ends at the hull however long it was declared
    for way in (3.3, 3.4, 40.0):
        assert chase().impact("A1", "B1", 90.0, [ahead(90, way)]).accurate
    assert chase().impact("A1", "B1", 90.0, [ahead(90, 2.0), ahead(450, 30.0)]).accurate
    bare, longer = chase(), chase()
    ram(bare, "A1", "B1", 90.0, dice=throws(0, 5))
    longer.answer("sail", unit="A1", legs=[ahead(90, 12)], ram={"target": "B1", "heading": 90}, dice=throws(0, 5))
    assert longer.pose("A1") == bare.pose("A1")
    spent = chase().impact("A1", "B1", 90.0, [astern(3)])
    assert fault(spent)[0] == "not_reached"


@clause("sea.geometry.islands", "sea.geometry.path_length")
def test_seaweed_is_charged_on_the_way_to_a_ram() -> None:
    weed = [area("seaweed", 16, 12, 18, 15)]
    assert chase(terrain=weed).impact("A1", "B1", 90.0).accurate
    slow = chase(terrain=weed, options={"seaweed_slow": True})
    assert fault(slow.impact("A1", "B1", 90.0)) == ("too_far", "sea.geometry.path_length")


@clause("sea.ram.two_hulls", "sea.geometry.contact")
def test_what_is_met_before_the_target_refuses_the_ram() -> None:
    table = sea(
        ship("A1", VIKING, 17, 10, 90),
        ship("B1", GALLEON, 17, 17, 0),
        ship("B2", CUTTER, 17, 14, 0),
        ship("A2", CUTTER, 2, 2),
    )
    assert fault(table.impact("A1", "B1", 90.0)) == ("met_before", "sea.ram.two_hulls")
    assert table.impact("A1", "B2", 90.0).accurate
    rock = chase(terrain=[area("rock", 16.5, 13, 17, 14)])
    assert fault(rock.impact("A1", "B1", 90.0)) == ("met_before", "sea.ram.two_hulls")


@clause("sea.ram.two_hulls")
def test_of_two_hulls_met_at_once_only_the_declared_one_is_hit() -> None:
    def table() -> Position:
        return sea(
            ship("A1", VIKING, 17, 10, 90),
            ship("B1", GALLEON, 13.3, 16, 180),
            ship("B2", GALLEON, 20.7, 16, 0),
            ship("A2", CUTTER, 2, 2),
        )

    for target, other in (("B1", "B2"), ("B2", "B1")):
        sea_table = table()
        ram(sea_table, "A1", target, 90.0, dice=throws(1, 4))
        assert marks(sea_table, target)["additional"] == 1
        assert marks(sea_table, other)["additional"] == 2


@clause("sea.ram.two_hulls")
def test_lying_alongside_another_hull_is_no_hindrance() -> None:
    table = sea(ship("A1", VIKING, 17, 10, 90), ship("A2", VIKING, 17 + 4 / 3, 10, 90), ship("B1", GALLEON, 17, 16, 0))
    assert table.impact("A1", "B1", 90.0).accurate


@clause("sea.ram.declare", "sea.ram.nature")
def test_a_move_that_merely_ends_in_contact_is_no_ram() -> None:
    table = chase()
    result = sail(table, "A1", ahead(90, 16 - 2 / 3 - 12))
    assert result.accepted
    assert result.of("attack_resolved") == []
    assert table.distance("A1", "B1") < 0.01
    assert not table.unit("A1").marks.get("rammed")


@clause("sea.ram.self_damage")
def test_only_the_target_is_damaged_unless_backlash_was_agreed() -> None:
    table = chase()
    ram(table, "A1", "B1", 90.0, dice=throws(5))
    assert table.asked == "allocate_hits"
    table.answer("remove_markers", firepower=3)
    assert marks(table, "A1") == {"firepower": 4, "base": 2, "additional": 3, "speed": 6}
    back = chase(options={"ram_backlash": True})
    ram(back, "A1", "B1", 90.0, dice=throws(5))
    back.answer("remove_markers", firepower=3)
    assert marks(back, "A1")["additional"] == 1


@clause("sea.ram.self_damage", "sea.fire.after_move")
def test_a_rammer_sunk_by_its_own_ram_does_not_fire() -> None:
    # half of its hits never sink it alone; a hull that can no longer carry its load does
    laden = {"marks": {"additional": 0}, "cargo": (2,)}
    table = chase(options={"ram_backlash": True, "cargo": True}, rammer=laden)
    ram(table, "A1", "B1", 90.0, dice=throws(2))
    assert table.answer("remove_markers", base=1).accepted
    assert [event.unit for event in table.answer("go_down").of("unit_destroyed")] == ["A1"]
    assert table.asked == "command_fleet"
    assert table.state.units["B1"].alive


@clause("sea.fight.methods", "sea.geometry.rng")
def test_ram_dice_come_before_firing_dice() -> None:
    table = chase()
    result = ram(table, "A1", "B1", 90.0, dice=throws(0, 5))
    assert [event.label for event in result.of("dice_rolled")] == ["ramming"]
    shot = fire(table, ("B1", 1), dice=dice(MISS))
    assert [event.label for event in shot.of("dice_rolled")] == ["firing"]


@clause("sea.ram.declare", "sea.ram.accurate")
def test_the_result_of_the_sextant_is_known_before_the_ram_is_confirmed() -> None:
    table = chase()
    about, preview = table.match.game.previews["path"]
    face = preview(
        table.state,
        0,
        msgspec.convert({"answer": "sail", "unit": "A1", "ram": {"target": "B1", "heading": 90.0}}, about),
    )
    assert (face.impact.manner, face.impact.dice, face.impact.target) == ("accurate", 5, "B1")
    assert face.impact.sums[0].total == 5
    assert face.cost == pytest.approx(16 - 2 / 3 - 12, abs=1e-4)
    events = ram(table, "A1", "B1", 90.0, dice=throws(0, 5)).of("chosen")
    assert (events[0].what, events[0].choice) == ("ram", "accurate")


@clause("sea.monster.always_accurate", "sea.monster.fleet_limits", "sea.firepower.zero")
def test_a_monster_s_ram_is_always_accurate() -> None:
    table = sea(
        ship("A1", "Kraken", 17, 10, 90),
        ship("B1", GALLEON, 17, 16, 0),
        ship("A2", GALLEY, 2, 2),
        options={"monsters": "fleet"},
        anyhow=True,
    )
    impact = table.impact("A1", "B1", 90.0, [ahead(75, 1)])
    assert (impact.accurate, impact.dice) == (True, 7)
