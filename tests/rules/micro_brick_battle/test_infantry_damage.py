"""Taking damage: markers and the plates under them, whole units, buildings with soldiers inside, airplanes, mines."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.events import TokenRemoved, UnitDestroyed, UnitMarked
from brickfield.games.micro_brick_battle.base.winning import destroyed_cost
from brickfield.testing import Position, Result, clause, dice, lay_table, march, piece, unit

HOUSE = piece("House", 24, 20)


def table(*units: Any, terrain: Any = (), phase: str = "target_declaration", **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, phase=phase, **more)


def squad(name: str, x: float = 24, y: float = 10, card: str = "Infantry", **more: Any) -> Any:
    return unit(name, card, x, y, **more)


def tank(name: str = "A1", x: float = 24, y: float = 6, heading: float = 90, **more: Any) -> Any:
    return unit(name, "M4 Sherman", x, y, heading, **more)


def marks(t: Position, name: str = "B1") -> dict[str, int]:
    return {mark: count for mark, count in t.unit(name).marks.items() if mark != "strength"}


def hit(t: Position, shooter: str = "A1", target: str = "B1", faces: tuple[int, ...] = (6, 6)) -> Result:
    return t.fire({shooter: target}, dice=dice(*faces))


# --- markers ---------------------------------------------------------------------------------------------------------


@clause("inf.dmg.infantry", "inf.dmg.rc")
def test_infantry_takes_one_marker_of_infantry() -> None:
    t = table(squad("A1"), squad("B1", y=20))
    result = hit(t)
    assert marks(t) == {"markers": 3}
    assert not result.of(UnitDestroyed)
    assert t.unit("B1").alive
    assert destroyed_cost(t.state, 0) == 0


@clause("inf.dmg.infantry", "inf.dmg.removed", "inf.dmg.rc", "inf.dmg.win")
def test_with_the_last_marker_the_unit_is_gone_and_leaves_nothing() -> None:
    t = table(squad("A1"), squad("B1", y=20, marks={"markers": 1}), squad("B2", x=40, y=30))
    (lost,) = hit(t).of(UnitDestroyed)
    assert (lost.unit, lost.by, lost.leaves_wreck, lost.clause) == ("B1", "A1", False, "inf.dmg.removed")
    assert (t.unit("B1").status, t.unit("B1").pose) == ("gone", None)
    assert destroyed_cost(t.state, 0) == 10
    assert t.winners is None


@clause("inf.dmg.win", "mbb.win.elimination")
def test_infantry_counts_for_victory() -> None:
    t = table(tank(), squad("B1", y=20))
    hit(t)
    assert t.winners == (0,)
    alone = table(squad("A1"), tank("A2", x=30), squad("B1", y=20, marks={"markers": 1}), tank("B2", x=44, y=30))
    hit(alone)
    assert alone.winners is None


@clause("inf.dmg.vehicle", "inf.dmg.removed")
@pytest.mark.parametrize("card", ["M4 Sherman", "Wespe", "Flak 36"])
def test_vehicles_and_guns_destroy_the_whole_unit(card: str) -> None:
    t = table(unit("A1", card, 24, 6, 90), squad("B1", y=20), squad("B2", x=40), options={"special_units": True})
    (lost,) = hit(t).of(UnitDestroyed)
    assert (lost.leaves_wreck, lost.clause) == (False, "inf.dmg.removed")


@clause("inf.spec.firstlost", "inf.captain.first", "inf.med.damage")
@pytest.mark.parametrize(
    ("card", "before", "after"),
    [
        ("Grenadiers", {}, {"markers": 3}),
        ("Infantry with Captain", {}, {"markers": 3}),
        ("Snipers", {"captain": 1}, {"markers": 3, "sniper": 1}),
        ("Snipers", {"markers": 3, "sniper": 0}, {"markers": 2}),
        ("Medics", {}, {"markers": 1, "medical": 1}),
        ("Medics", {"captain": 1}, {"markers": 1, "medical": 1}),
        ("Medics", {"medical": 1}, {"markers": 1}),
    ],
)
def test_the_captain_goes_first_then_the_specialty(card: str, before: dict[str, int], after: dict[str, int]) -> None:
    t = table(squad("A1"), squad("B1", y=20, card=card, marks=before))
    hit(t)
    assert marks(t) == after


@clause("inf.spec.firstlost", "inf.elite.ap")
def test_elite_infantry_without_its_plate_is_basic() -> None:
    t = table(squad("A1"), squad("B1", y=20, card="Elite Infantry"))
    assert t.tally("B1", "A1").attack_points.total == 3
    hit(t)
    assert t.tally("B1", "A1").attack_points.total == 2


@clause("mbb.win.deadlock", "inf.dmg.infantry")
def test_a_lost_marker_is_progress() -> None:
    t = table(squad("A1"), squad("B1", y=20), quiet_rounds=5)
    hit(t)
    assert t.state.facts["quiet_rounds"] == -1


# --- buildings -------------------------------------------------------------------------------------------------------


@clause("inf.hidden.attack_building", "inf.hidden.building_hit", "inf.hidden.building_more")
def test_from_the_second_attack_on_a_building_costs_a_soldier() -> None:
    own = [tank(f"A{n}", x=18 + 3 * n) for n in range(1, 4)]
    t = table(*own, squad("B1", inside="T1", card="Grenadiers"), terrain=[piece("Building", 24, 20)])
    assert t.fire({"A1": "T1"}).accepted
    assert (t.state.tokens["T1"].marks["hm"], marks(t)) == (4, {"markers": 4, "grenadier": 1})
    t = table(*own, squad("B1", inside="T1", card="Grenadiers"), terrain=[piece("Building", 24, 20)])
    assert t.fire({"A1": "T1", "A2": "T1", "A3": "T1"}).accepted
    assert (t.state.tokens["T1"].marks["hm"], marks(t)) == (2, {"markers": 2})


@clause("inf.hidden.building_more")
def test_attacks_count_for_the_building_also_while_it_was_empty() -> None:
    t = table(tank(), tank("A2", x=28), squad("B1", y=30), tank("B2", x=44, y=34), terrain=[piece("Building", 24, 20)])
    assert t.fire({"A1": "T1"}).accepted
    assert t.state.tokens["T1"].marks["attacked"] == 1
    # pieces that nobody can be inside of are not counted
    wall = table(tank(), squad("B1", y=30), terrain=[piece("Low Wall", 24, 20, hit_markers=2, length=1.8)])
    assert wall.fire({"A1": "T1"}).accepted
    assert "attacked" not in wall.state.tokens["T1"].marks


@clause("inf.hidden.building_more", "inf.dmg.rc")
def test_a_unit_that_loses_its_last_soldier_so_is_credited_to_the_shooter() -> None:
    own = [tank(), tank("A2", x=28)]
    t = table(*own, squad("B1", inside="T1", marks={"markers": 1}), squad("B2", x=44), terrain=[piece("Base", 24, 20)])
    (lost,) = t.fire({"A1": "T1", "A2": "T1"}).of(UnitDestroyed)
    assert (lost.unit, lost.by) == ("B1", "A2")


@clause("inf.hidden.building_destroyed")
def test_the_whole_unit_goes_with_its_building() -> None:
    house = piece("House", 24, 20, hit_markers=1)
    t = table(tank(), squad("B1", inside="T1"), squad("B2", x=44), terrain=[house])
    result = t.fire({"A1": "T1"})
    assert [type(each) for each in result.events if isinstance(each, (TokenRemoved, UnitDestroyed))] == [
        TokenRemoved,
        UnitDestroyed,
    ]
    (lost,) = result.of(UnitDestroyed)
    assert (lost.unit, lost.by, lost.clause) == ("B1", "A1", "inf.hidden.building_destroyed")


@clause("inf.hidden.attack_building")
def test_the_shooter_names_the_building_or_the_unit_and_without_markers_only_the_unit() -> None:
    t = table(tank(), squad("B1", inside="T1"), terrain=[HOUSE])
    assert (t.why_not("A1", "T1"), t.why_not("A1", "B1")) == (None, None)
    bare = table(tank(), squad("B1", inside="T1"), terrain=[piece("House", 24, 20, hit_markers=0)])
    refusal = bare.why_not("A1", "T1")
    assert refusal is not None
    assert refusal.code == "no_hit_markers"
    assert bare.why_not("A1", "B1") is None


@clause("inf.hidden.building_more", "mbb.geometry.preview")
def test_the_odds_of_a_plan_know_what_happens_inside() -> None:
    own = [tank(f"A{n}", x=15 + 3 * n) for n in range(1, 4)]
    t = table(*own, squad("B1", inside="T1"), squad("B2", x=44), terrain=[HOUSE])
    odds = t.plan_odds({"A1": "T1", "A2": "T1", "A3": "T1"})
    assert odds.targets == {"B1": 1.0}
    assert odds.expected_kills == 1.0
    weak = table(*own, squad("B1", inside="T1", marks={"markers": 1}), squad("B2", x=44), terrain=[HOUSE])
    assert weak.plan_odds({"A1": "T1", "A2": "T1"}).targets == {"B1": 1.0}


# --- airplanes -------------------------------------------------------------------------------------------------------


def plane(*units: Any, terrain: Any = (), y: float = 10, **more: Any) -> Position:
    flying = unit("A1", "Hawker Typhoon", 24, y, 90)
    return table(flying, tank("A2", x=40), *units, terrain=terrain, phase="turn", options={"airplanes": True}, **more)


def strike(t: Position, weapon: str, target: str, faces: tuple[int, ...] = ()) -> Result:
    return t.answer("air_strike", unit="A1", weapon=weapon, target=target, dice=dice(*faces))


def fly(t: Position, inches: float = 20) -> Result:
    return t.answer("air_move", unit="A1", steps=[{"step": "forward", "inches": inches}])


@clause("inf.dmg.vehicle", "inf.hidden.building", "inf.hidden.forest", "inf.hidden.emplacement")
@pytest.mark.parametrize(
    ("terrain", "inside", "defense"),
    [
        ([], "", 3),
        ([HOUSE], "T1", 6),
        ([piece("Forest", 24, 20, length=5.04, width=3.78)], "", 5),
        ([piece("Low Wall", 24, 17, length=1.8)], "", 3),
        ([piece("Emplacement", 24, 17)], "", 3),
    ],
)
def test_airplanes_mind_buildings_and_woods_but_no_low_walls(terrain: list[Any], inside: str, defense: int) -> None:
    t = plane(squad("B1", y=20, inside=inside), squad("B2", x=44), terrain=terrain)
    result = strike(t, "machine_guns", "B1", (6, 6))
    (shot,) = result.of("shot_resolved")
    attack, defends = shot.tallies
    assert (attack.total, defends.total) == (3, defense)
    assert bool(result.of(UnitDestroyed)) == shot.hit


@clause("inf.hidden.bomb")
def test_a_bomb_falls_on_the_building_while_that_has_markers() -> None:
    t = plane(squad("B1", inside="T1"), squad("B2", x=44), terrain=[HOUSE])
    assert fly(t).accepted
    refusal = strike(t, "bomb", "B1").refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("bomb_the_building", "inf.hidden.bomb")
    result = strike(t, "bomb", "T1")
    assert [each.unit for each in result.of(UnitDestroyed)] == ["B1"]
    bare = plane(squad("B1", inside="T1"), squad("B2", x=44), terrain=[piece("House", 24, 20, hit_markers=0)])
    assert fly(bare).accepted
    (shot,) = strike(bare, "bomb", "B1", (2, 3)).of("shot_resolved")
    assert (shot.needed, shot.hit) == (5, True)


@clause("inf.eng.hit")
@pytest.mark.parametrize(("weapon", "faces"), [("bomb", (2, 3)), ("machine_guns", (6, 6))])
def test_an_airplane_breaks_off_the_work_on_a_wreck_and_leaves_an_idle_one_alone(weapon: str, faces: Any) -> None:
    wreck = unit("B2", "Panzer III", 24, 20, 270, status="wreck")
    t = plane(squad("B1", x=24, y=21.6, card="Engineers", marks={"repairs B2": 1}), wreck, squad("B3", x=44))
    assert weapon != "bomb" or fly(t).accepted
    hit = strike(t, weapon, "B2", faces)
    assert hit.accepted
    assert hit.of(UnitDestroyed) == []
    assert (t.state.units["B2"].status, "repairs B2" in t.state.units["B1"].marks) == ("wreck", False)
    refusal = strike(t, weapon, "B2").refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("wreck", "mbb.wreck.not_target")


@clause("inf.hidden.building_more", "inf.hidden.bomb")
def test_a_bomb_costs_one_soldier_whatever_markers_it_takes() -> None:
    t = plane(squad("B1", inside="T1"), squad("B2", x=44), terrain=[piece("Base", 24, 20, hit_markers=20)])
    assert fly(t).accepted
    assert strike(t, "bomb", "T1").accepted
    assert (t.state.tokens["T1"].marks, marks(t)) == ({"hm": 15, "attacked": 1}, {"markers": 4})
    assert strike(t, "bomb", "T1").accepted
    assert (t.state.tokens["T1"].marks, marks(t)) == ({"hm": 10, "attacked": 2}, {"markers": 3})


# --- mines -----------------------------------------------------------------------------------------------------------


@clause("inf.mines")
def test_a_mine_destroys_the_whole_unit() -> None:
    mine = {"seat": 1, "x": 24.0, "y": 12.5}
    t = table(squad("A1", card="Engineers"), tank("A2", x=40), tank("B1", y=30), phase="movement",
              mines=[mine], options={"mines": "visual"})  # fmt: skip
    assert t.end_movement().accepted
    assert t.answer("walk", unit="A1", steps=[march(90, 3)]).accepted
    assert t.asked == "call_even_or_odd"
    result = t.answer("call_parity", parity="even", dice=dice(1, 2))
    (lost,) = result.of(UnitDestroyed)
    assert (lost.unit, lost.leaves_wreck, lost.clause) == ("A1", False, "inf.dmg.removed")


# --- effect cards ----------------------------------------------------------------------------------------------------


@clause("inf.dmg.infantry", "mbb.young.color_die")
def test_the_colour_die_of_young_players_takes_a_marker_too() -> None:
    t = table(squad("A1"), squad("B1", y=20), options={"rules_level": ["young"]})
    result = t.fire({"A1": "B1"}, dice=dice(6))
    assert result.of(UnitMarked)[0].mark == "markers"
    assert marks(t) == {"markers": 3}
