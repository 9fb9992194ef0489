"""Odds: exact chances of single shots and of whole fire plans, checked against really playing every throw."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickfield.core.commands import Command
from brickfield.core.play import Progress, answer, throw
from brickfield.core.refusal import Refusal
from brickfield.games.micro_brick_battle.base.odds import PlanOdds, chance_of, chance_to_destroy, plan_odds
from brickfield.games.micro_brick_battle.base.target_declaration import Shot
from brickfield.testing import Position, clause, lay_table, piece, unit

SQUARE = {"length_inches": 2.0, "width_inches": 2.0}
EIGHT, NINE, TEN = 15 / 36, 10 / 36, 6 / 36  # chances to roll at least that much


def table(*units: Any, terrain: Any = (), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, **{"phase": "target_declaration", **more})


def tank(name: str, x: float, y: float, heading: float = 90, **more: Any) -> Any:
    return unit(name, "M4 Sherman", x, y, heading, **SQUARE | more)


# --- one shot --------------------------------------------------------------------------------------------------------


@clause("mbb.shoot.roll", "mbb.shoot.hit", "mbb.vt.dash")
def test_the_chance_of_every_number_is_counted_on_the_36_throws() -> None:
    throws = [sum(faces) for faces in product(range(1, 7), repeat=2)]
    for needed in range(2, 14):
        assert chance_of(needed) == sum(total >= needed for total in throws) / 36
    assert chance_of(None) == 0.0


@clause("mbb.geometry.preview", "mbb.shoot.table")
@pytest.mark.parametrize(
    ("ap", "dp", "ways"), [(4, 4, 15), (10, 0, 35), (5, 2, 30), (4, 5, 10), (2, 5, 3), (1, 5, 1), (1, 6, 0), (9, 5, 33)]
)
def test_the_odds_of_a_shot_follow_the_victory_table(ap: int, dp: int, ways: int) -> None:
    t = table(tank("A1", 24, 4, ap=ap), tank("B1", 24, 24, 270, dp=dp))
    assert t.odds("A1", "B1") == pytest.approx(ways / 36)


@clause("mbb.los.required", "mbb.vt.clamp.ap", "mbb.declare.legal_targets")
def test_a_shot_that_may_not_be_made_has_no_chance() -> None:
    house = [piece("House", 24, 14, length=8, width=1)]
    assert table(tank("A1", 24, 4), tank("B1", 24, 24), terrain=house).odds("A1", "B1") == 0.0
    assert table(tank("A1", 24, 4, ap=0), tank("B1", 24, 24)).odds("A1", "B1") == 0.0
    assert table(tank("A1", 24, 4), tank("A2", 30, 4), tank("B1", 24, 24)).odds("A1", "A2") == 0.0
    behind_the_gun = table(unit("A1", "StuG III", 24, 14, 90), tank("B1", 24, 4))
    assert behind_the_gun.odds("A1", "B1") == 0.0


@clause("mbb.los.required", "mbb.vt.clamp.ap", "mbb.young.color_die", "mbb.hm.shot")
@pytest.mark.parametrize("level", ["base", "quick", "young_hidden", "young"])
def test_without_sight_or_gun_there_is_no_chance_by_any_rules(level: str) -> None:
    """Asked about a shot directly, as bots do, and not about the declaration."""
    house = [piece("House", 24, 14, length=8, width=1), piece("Wall", 24, 20, length=1)]
    blind = table(tank("A1", 24, 4), tank("B1", 24, 24), terrain=house, options={"rules_level": level})
    assert chance_to_destroy(blind.state, "A1", "B1") == chance_to_destroy(blind.state, "A1", "T2") == 0.0
    unarmed = table(tank("A1", 24, 4, ap=0), tank("B1", 24, 24), terrain=house[1:], options={"rules_level": level})
    assert chance_to_destroy(unarmed.state, "A1", "B1") == chance_to_destroy(unarmed.state, "A1", "T1") == 0.0


@clause("mbb.young.color_die", "mbb.los.required")
def test_the_two_coloured_die_hits_one_time_in_two_what_it_sees() -> None:
    units = (tank("A1", 24, 4, ap=1), tank("B1", 24, 24, 270, dp=10))
    assert table(*units, options={"rules_level": "young"}).odds("A1", "B1") == 0.5
    house = [piece("House", 24, 14, length=8, width=1)]
    assert table(*units, terrain=house, options={"rules_level": "young"}).odds("A1", "B1") == 0.0


@clause("mbb.hm.shot", "mbb.hm.destroyed")
def test_terrain_is_destroyed_for_certain_by_the_shot_at_its_last_marker() -> None:
    terrain = [piece("House", 20, 14), piece("Wall", 28, 14, length=1.0), piece("House", 28, 20, length=1, width=1)]
    t = table(tank("A1", 24, 4), tank("B1", 24, 30), terrain=terrain)
    assert (t.odds("A1", "T1"), t.odds("A1", "T2")) == (0.0, 1.0)


# --- plans by hand ---------------------------------------------------------------------------------------------------


@clause("mbb.declare.void_destroyed", "mbb.declare.one_at_a_time")
def test_the_second_shot_at_a_target_is_made_only_if_the_first_failed() -> None:
    t = table(tank("A1", 20, 4), tank("A2", 28, 4), tank("B1", 24, 24, 270))
    plan = t.plan_odds({"A1": "B1", "A2": "B1"})
    first, second = plan.shots
    assert (first.made, first.destroys) == pytest.approx((1.0, EIGHT))
    assert (second.made, second.destroys) == pytest.approx((1 - EIGHT, (1 - EIGHT) * EIGHT))
    assert plan.targets == pytest.approx({"B1": 1 - (1 - EIGHT) ** 2})
    assert plan.kills == pytest.approx(((1 - EIGHT) ** 2, 1 - (1 - EIGHT) ** 2))
    assert plan.at_least_one == pytest.approx(1 - (1 - EIGHT) ** 2)
    assert plan.expected_cost == pytest.approx(14 * plan.expected_kills)


@clause("mbb.declare.same", "mbb.shoot.order")
def test_two_targets_give_none_one_or_two_kills() -> None:
    t = table(tank("A1", 20, 4), tank("A2", 28, 4), tank("B1", 20, 24, 270), tank("B2", 28, 24, 270))
    plan = t.plan_odds({"A2": "B2", "A1": "B1"})
    assert [shot.unit for shot in plan.shots] == ["A1", "A2"], "from the left"
    assert plan.kills == pytest.approx(((1 - EIGHT) ** 2, 2 * EIGHT * (1 - EIGHT), EIGHT**2))
    assert plan.expected_kills == pytest.approx(2 * EIGHT)


@clause("mbb.declare.recheck", "mbb.wreck.modifier")
def test_a_kill_that_becomes_a_wreck_in_the_line_changes_a_later_shot() -> None:
    """The live tank hides a sliver (9 needed), its wreck costs two points (10 needed)."""
    units = (tank("A1", 16, 4), tank("A2", 24, 4), tank("B1", 24, 24, 270), tank("B2", 25.45, 13, 180))
    plan = table(*units).plan_odds({"A1": "B2", "A2": "B1"})
    assert plan.shots[1].made == 1.0
    assert plan.targets["B1"] == pytest.approx((1 - EIGHT) * NINE + EIGHT * TEN)


@clause("mbb.declare.recheck", "mbb.hm.open")
@pytest.mark.parametrize("name", ["Wall", "Low Wall", "Hedgerow", "Light Tree Cover"])
def test_a_section_shot_away_first_is_out_of_the_way_of_later_shots(name: str) -> None:
    terrain = [piece(name, 24.8, 14, length=1.6, width=0.3)]
    units = (tank("A1", 14, 4), tank("A2", 24, 4), tank("B1", 24, 24, 270))
    alone = table(*units, terrain=terrain).plan_odds({"A2": "B1"})
    assert alone.targets["B1"] < EIGHT
    plan = table(*units, terrain=terrain).plan_odds({"A1": "T1", "A2": "B1"})
    assert plan.targets == pytest.approx({"B1": EIGHT})
    assert plan.kills == pytest.approx((1 - EIGHT, EIGHT)), "terrain is no kill"


@clause("mbb.terrain.trees", "mbb.declare.recheck")
def test_trees_around_a_target_count_until_they_are_shot_away() -> None:
    terrain = [piece("Light Tree Cover", 24, 24.7, length=1.6, width=1.6)]
    units = (tank("A1", 14, 4), tank("A2", 24, 4), tank("B1", 24, 24, 270))
    assert table(*units, terrain=terrain).plan_odds({"A2": "B1"}).targets["B1"] == pytest.approx(NINE)
    plan = table(*units, terrain=terrain).plan_odds({"A1": "T1", "A2": "B1"})
    assert plan.targets["B1"] == pytest.approx(EIGHT)


@clause("mbb.hm.house_example", "mbb.declare.void_destroyed")
def test_three_shots_take_a_house_away_and_a_fourth_is_void() -> None:
    units = [tank(f"A{number}", 10 + 5 * number, 4) for number in range(1, 5)]
    t = table(*units, tank("B1", 24, 34), terrain=[piece("House", 24, 14)])
    plan = t.plan_odds({f"A{number}": "T1" for number in range(1, 5)})
    assert [shot.made for shot in plan.shots] == [1.0, 1.0, 1.0, 0.0]
    assert [shot.destroys for shot in plan.shots] == [0.0, 0.0, 1.0, 0.0]
    assert (plan.kills, plan.targets, plan.expected_kills) == ((1.0,), {}, 0)


@clause("mbb.win.elimination", "mbb.shoot.order")
def test_after_the_last_enemy_nobody_fires_any_more() -> None:
    units = (tank("A1", 20, 4), tank("A2", 28, 4), tank("B1", 24, 24, 270))
    terrain = [piece("House", 34, 14)]
    plan = table(*units, terrain=terrain).plan_odds({"A1": "B1", "A2": "T1"})
    assert plan.shots[1].made == pytest.approx(1 - EIGHT)
    reserve = tank("B2", 0, 0, status="reserve")
    plan = table(*units, reserve, terrain=terrain).plan_odds({"A1": "B1", "A2": "T1"})
    assert plan.shots[1].made == pytest.approx(1.0), "a reserve keeps the battle going"


@clause("mbb.win.elimination", "mbb.geometry.preview")
@pytest.mark.parametrize(("status", "made"), [("wreck", 1 - EIGHT), ("reserve", 1.0)])
def test_wrecks_are_no_enemies_left_and_reserves_are(status: str, made: float) -> None:
    units = tank("A1", 10, 4), tank("A2", 30, 4), tank("B1", 10, 30, 270), tank("B2", 44, 30, 270, status=status)
    odds = table(*units, terrain=[piece("House", 30, 14)]).plan_odds({"A1": "B1", "A2": "T1"})
    assert [shot.made for shot in odds.shots] == [1.0, pytest.approx(made)]


@clause("mbb.geometry.preview")
def test_an_empty_plan_and_a_forbidden_one() -> None:
    t = table(tank("A1", 20, 4), tank("A2", 28, 4), tank("B1", 24, 24, 270))
    empty = t.plan_odds({})
    assert (empty.shots, empty.kills, empty.at_least_one) == ((), (1.0,), 0.0)
    refused = t.plan_odds({"A1": "A2"})
    assert isinstance(refused, Refusal)
    assert refused.code == "own_unit"


# --- plans against play ----------------------------------------------------------------------------------------------

_WAYS = {total: sum(sum(faces) == total for faces in product(range(1, 7), repeat=2)) / 36 for total in range(2, 13)}


class Tallied:
    """What happened over all throws, each weighed by its chance."""

    def __init__(self) -> None:
        self.made: dict[str, float] = defaultdict(float)
        self.destroys: dict[str, float] = defaultdict(float)
        self.targets: dict[str, float] = defaultdict(float)
        self.kills: dict[int, float] = defaultdict(float)


def play_every_throw(t: Position, plan: dict[str, str]) -> Tallied:
    """Declare the plan, then throw all totals of both dice for every shot that rolls, and weigh what happens."""
    shots = [{"unit": shooter, "target": target} for shooter, target in plan.items()]
    progress = answer(t.state, Command(0, t.state.version, {"answer": "declare", "shots": shots}))
    assert isinstance(progress, Progress)
    tallied = Tallied()
    _play_on(progress, 1.0, 0, tallied)
    return tallied


def _play_on(progress: Progress, weight: float, kills: int, tallied: Tallied) -> None:
    kills += _note(progress, weight, tallied)
    pending = progress.state.pending
    if pending is None or not pending.rolls:
        tallied.kills[kills] += weight
        return
    following: dict[tuple[str, ...], tuple[Progress, float]] = {}
    for total, chance in _WAYS.items():
        first = max(1, total - 6)
        after = throw(progress.state, ((first, total - first),))
        assert isinstance(after, Progress)
        # throws that leave the same units alive lead to the same table: play on from one of them
        alive = tuple(each.id for each in after.state.units.values() if each.alive)
        following[alive] = (after, following.get(alive, (after, 0.0))[1] + chance)
    for after, chance in following.values():
        _play_on(after, weight * chance, kills, tallied)


def _note(progress: Progress, weight: float, tallied: Tallied) -> int:
    kills, shooter = 0, ""
    for event in progress.events:
        kind = type(event).__name__
        if kind == "ShotResolved":
            shooter = event.unit
            tallied.made[shooter] += weight
        elif kind == "UnitDestroyed":
            kills += 1
            tallied.destroys[shooter] += weight
            tallied.targets[event.unit] += weight
        elif kind == "TokenRemoved":
            tallied.destroys[shooter] += weight
    return kills


def check_against_play(t: Position, plan: dict[str, str]) -> None:
    odds = t.plan_odds(plan)
    assert isinstance(odds, PlanOdds)
    played = play_every_throw(t, plan)
    for shot in odds.shots:
        assert shot.made == pytest.approx(played.made[shot.unit]), shot
        assert shot.destroys == pytest.approx(played.destroys[shot.unit]), shot
    for target, chance in odds.targets.items():
        assert chance == pytest.approx(played.targets[target]), target
    assert sum(odds.kills) == pytest.approx(1.0)
    for count, chance in enumerate(odds.kills):
        assert chance == pytest.approx(played.kills[count]), count
    assert max(played.kills) < len(odds.kills)
    assert odds.at_least_one == pytest.approx(1.0 - played.kills[0])
    assert odds.expected_kills == pytest.approx(sum(count * chance for count, chance in played.kills.items()))


_FEATURES = ("Wall", "Low Wall", "Hedgerow", "Light Tree Cover", "House")


def crowd(rng: random.Random) -> Position:
    """Tanks and terrain close together: some hide each other, some kills open a line, some leave a wreck in it."""
    cells = rng.sample([(column, row) for column in range(6) for row in range(4)], 7)
    places = [(20 + 1.5 * column + rng.uniform(0, 0.5), 8 + 2.7 * row) for column, row in cells]
    enemies = rng.randint(2, 5)
    lanes = rng.sample(range(8), rng.randint(2, 4))
    units = [unit(f"A{lane}", "M4 Sherman", 18 + 2 * lane, 4, 90, ap=rng.randint(2, 9)) for lane in lanes]
    for number, (x, y) in enumerate(places[:enemies]):
        units.append(unit(f"B{number}", "Panzer III", x, y, rng.choice((90, 270, 80, 285)), dp=rng.randint(1, 6)))
    size = {"length": 0.9, "width": 0.9}
    terrain = [piece(rng.choice(_FEATURES), x, y, hit_markers=rng.randint(1, 2), **size) for x, y in places[enemies:]]
    return table(*units, terrain=terrain, anyhow=True)


@clause("mbb.declare.recheck", "mbb.declare.void_destroyed", "mbb.shoot.order", "mbb.geometry.preview")
@settings(max_examples=200)
@given(st.integers(0, 10**9))
def test_the_odds_of_a_plan_are_those_of_playing_every_throw(seed: int) -> None:
    rng = random.Random(seed)
    t = crowd(rng)
    plan: dict[str, str] = {}
    for name in t.leftmost(0):
        targets = t.legal_targets(name)
        tanks = [target for target in targets if target.startswith("B")]
        if targets:
            plan[name] = rng.choice(tanks if tanks and rng.random() < 0.7 else targets)
    check_against_play(t, plan)


@clause("mbb.geometry.preview", "mbb.declare.recheck")
def test_a_plan_of_twenty_shots_at_twenty_tanks_is_worked_out_whole() -> None:
    """2 to the power of 20 ways to die, of which only those in each other's lines matter."""
    guns = [unit(f"A{n}", "M4 Sherman", 2.5 + 2.2 * n, 4, 90) for n in range(20)]
    block = [(16 + 3.3 * (n % 5), 20 + 3.7 * (n // 5) + 0.9 * (n % 5)) for n in range(20)]
    t = table(*guns, *[unit(f"B{n}", "Panzer III", x, y, 270) for n, (x, y) in enumerate(block)])
    seen = [t.legal_targets(f"A{n}") for n in range(20)]
    plan = t.plan_odds({f"A{n}": targets[n % len(targets)] for n, targets in enumerate(seen)})
    assert len(plan.shots) == 20
    assert sum(plan.kills) == pytest.approx(1.0)
    assert plan.expected_kills == pytest.approx(sum(n * chance for n, chance in enumerate(plan.kills)))
    assert 0.0 < plan.at_least_one < 1.0


@clause("mbb.geometry.preview", "mbb.declare.void_destroyed")
def test_a_plan_too_tangled_to_be_worked_out_is_told_as_the_table_stands() -> None:
    """Shots at one target void each other as ever; only lines that kills would open or close are not followed."""
    units = [unit(f"A{n}", "M4 Sherman", 18 + 3 * n, 4, 90) for n in range(4)]
    units += [unit(f"B{n}", "Panzer III", 20 + 3 * n, 22, 270) for n in range(2)]
    t = table(*units, terrain=[piece("House", 36, 14, hit_markers=2)])
    plan = tuple(Shot(f"A{n}", target) for n, target in enumerate(("B0", "B1", "B0", "B1")))
    exact, rough = plan_odds(t.state, plan), plan_odds(t.state, plan, most=1)
    assert (exact.exact, rough.exact) == (True, False)
    # nothing stands in these lines, so both ways lead to the same numbers
    assert rough.targets == pytest.approx(exact.targets)
    assert rough.kills == pytest.approx(exact.kills)
    assert [shot.made for shot in rough.shots] == pytest.approx([shot.made for shot in exact.shots])
    pieces = plan_odds(t.state, (Shot("A0", "T1"), Shot("A1", "T1"), Shot("A2", "T1")), most=1)
    assert [(shot.made, shot.destroys) for shot in pieces.shots] == [(1.0, 0.0), (1.0, 1.0), (0.0, 0.0)]
    assert pieces.kills == (1.0,)


@clause("mbb.geometry.preview")
def test_forty_shots_into_a_crowd_are_answered() -> None:
    """Two to the power of forty ways to die, and every kill stands in the line of many other shots."""
    guns = [unit(f"A{n}", "M4 Sherman", 3 + 2.1 * (n % 20), 2 + 2.2 * (n // 20), 90) for n in range(40)]
    crowd = [unit(f"B{n}", "Panzer III", 19 + 1.1 * (n % 10), 20 + 2.1 * (n // 10), 270) for n in range(40)]
    t = table(*guns, *crowd)
    seen = {name: t.legal_targets(name) for name in t.leftmost(0)}
    plan = t.plan_odds({name: aims[number % len(aims)] for number, (name, aims) in enumerate(seen.items()) if aims})
    assert not plan.exact
    assert sum(plan.kills) == pytest.approx(1.0)
    assert plan.expected_kills == pytest.approx(sum(n * chance for n, chance in enumerate(plan.kills)))
