"""Shooting Phase: two dice against the Victory Table, shots in order, and everything judged afresh for each of them."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.board import Unit
from brickfield.core.dice import SeededDice
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.base.shooting import ShootingPhase
from brickfield.games.micro_brick_battle.base.target_declaration import Shot
from brickfield.testing import Position, clause, dice, lay_table, piece, unit

SQUARE = {"length_inches": 2.0, "width_inches": 2.0}


def table(*units: Any, terrain: Any = (), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, **more)


def tank(name: str, x: float, y: float, heading: float = 90, **more: Any) -> Any:
    return unit(name, "M4 Sherman", x, y, heading, **SQUARE | more)


def duel(ap: int = 4, dp: int = 4) -> Position:
    """One shooter, one target, and a second enemy far away so that the battle goes on."""
    units = (tank("A1", 24, 4, ap=ap), tank("B1", 24, 24, 270, dp=dp), tank("B2", 44, 30, 270))
    return table(*units, phase="target_declaration")


def pair(total: int) -> tuple[int, int]:
    """Two dice with this sum."""
    first = max(1, total - 6)
    return first, total - first


# --- the roll --------------------------------------------------------------------------------------------------------


@clause("mbb.shoot.example", "mbb.shoot.table", "mbb.unit.ap", "mbb.unit.dp")
@pytest.mark.parametrize(("faces", "hit"), [((4, 4), True), ((3, 4), False), ((6, 6), True), ((1, 1), False)])
def test_a_sherman_destroys_a_panzer_iii_with_eight_or_more(faces: tuple[int, int], hit: bool) -> None:
    t = table(unit("A1", "M4 Sherman", 24, 4, 90), unit("B1", "Panzer III", 24, 24, 270))
    shot = t.fire({"A1": "B1"}, dice(*faces)).of("shot_resolved")[0]
    assert (shot.needed, shot.rolled, shot.hit) == (8, sum(faces), hit)


@clause("mbb.shoot.roll", "mbb.geometry.dice")
def test_a_shot_is_one_throw_of_two_dice() -> None:
    t = duel()
    fired = t.fire({"A1": "B1"}, dice(2, 5))
    assert [(event.faces, event.seat) for event in fired.of("dice_rolled")] == [((2, 5), 0)]
    assert [(throw.faces, throw.seat) for throw in fired.of("shot_resolved")[0].throws] == [((2, 5), 0)]


@clause("mbb.geometry.dice")
def test_too_few_and_unused_dice_are_noticed() -> None:
    with pytest.raises(AssertionError):
        duel().fire({"A1": "B1"}, dice(4))
    with pytest.raises(AssertionError):
        duel().fire({"A1": "B1"}, dice(4, 4, 4))


@clause("mbb.geometry.dice")
def test_seeded_dice_give_the_same_shots_every_time() -> None:
    def rolled(seed: int) -> list[tuple[int, ...]]:
        units = [tank(f"A{number}", 3 * number, 4, ap=1) for number in range(1, 11)]
        t = table(*units, tank("B1", 24, 30, 270, dp=4))
        plan = {f"A{number}": "B1" for number in range(1, 11)}
        return [event.faces for event in t.fire(plan, SeededDice(seed)).of("dice_rolled")]

    assert rolled(11) == rolled(11)
    assert len({tuple(rolled(seed)) for seed in range(8)}) == 8


@clause("mbb.shoot.hit", "mbb.vt.formula")
@pytest.mark.parametrize(
    ("ap", "dp"), [(10, 0), (5, 1), (5, 2), (4, 2), (4, 3), (4, 4), (4, 5), (3, 5), (2, 5), (1, 5)]
)
def test_meeting_the_number_destroys_and_one_less_has_no_effect(ap: int, dp: int) -> None:
    needed = max(3, 8 - ap + dp)
    hit = duel(ap, dp)
    assert hit.fire({"A1": "B1"}, dice(*pair(needed))).of("unit_destroyed")[0].unit == "B1"
    assert hit.unit("B1").status == "wreck"
    miss = duel(ap, dp)
    before = dict(miss.state.units)
    result = miss.fire({"A1": "B1"}, dice(*pair(needed - 1)))
    assert result.of("unit_destroyed") == []
    assert miss.state.units == before, "there is no partial damage"


@clause("mbb.vt.floor3")
def test_a_roll_of_two_always_misses() -> None:
    assert not duel(10, 0).fire({"A1": "B1"}, dice(1, 1)).of("unit_destroyed")
    assert duel(10, 0).fire({"A1": "B1"}, dice(1, 2)).of("unit_destroyed")


@clause("mbb.vt.dash")
def test_a_dash_is_a_legal_shot_without_dice_that_is_used_up() -> None:
    t = duel(1, 6)
    assert "B1" in t.legal_targets("A1")
    assert t.odds("A1", "B1") == 0.0
    result = t.fire({"A1": "B1"})
    shot = result.of("shot_resolved")[0]
    assert (shot.needed, shot.rolled, shot.hit, shot.clause) == (None, 0, False, "mbb.vt.dash")
    assert result.of("dice_rolled") == []
    assert t.unit("B1").status == "alive"
    assert t.decision is not None
    assert t.decision.seat == 1, "the shot is gone"


@clause("mbb.vt.dash", "mbb.shoot.hit")
def test_a_dash_does_not_borrow_the_dice_of_the_shot_before_it() -> None:
    t = table(tank("A1", 20, 4), tank("A2", 28, 4, ap=1), tank("B1", 24, 24, 270, dp=6))
    result = t.fire({"A1": "B1", "A2": "B1"}, dice(1, 2))
    shots = [(shot.rolled, shot.clause) for shot in result.of("shot_resolved")]
    assert shots == [(3, "mbb.shoot.hit"), (0, "mbb.vt.dash")]


@clause("mbb.vt.dash")
def test_a_twelve_hits_only_where_the_table_says_so() -> None:
    assert duel(1, 5).fire({"A1": "B1"}, dice(6, 6)).of("unit_destroyed")
    assert not duel(1, 6).fire({"A1": "B1"}).of("unit_destroyed")


# --- the order of shots ----------------------------------------------------------------------------------------------


@clause("mbb.shoot.order", "mbb.declare.one_at_a_time")
@pytest.mark.parametrize(("seat", "order"), [(0, ["A2", "A1", "A3"]), (1, ["A3", "A1", "A2"])])
def test_shots_are_made_from_left_to_right_as_their_owner_sees_it(seat: int, order: list[str]) -> None:
    units = [tank(name, x, 18, seat=seat) for name, x in (("A1", 20), ("A2", 10), ("A3", 30))]
    t = table(*units, tank("E", 24, 30, 270, seat=1 - seat), seat=seat)
    plan = dict.fromkeys(("A3", "A1", "A2"), "E")
    result = t.fire(plan, dice(1, 1, 1, 2, 1, 3))
    assert [(shot.unit, shot.rolled) for shot in result.of("shot_resolved")] == list(zip(order, (2, 3, 4), strict=True))


@clause("mbb.declare.void_destroyed", "mbb.declare.one_at_a_time")
def test_a_shot_at_a_target_already_destroyed_is_void_and_not_redirected() -> None:
    units = (tank("A1", 10, 4), tank("A2", 20, 4), tank("A3", 30, 4), tank("B1", 20, 24, 270), tank("B2", 30, 24, 270))
    t = table(*units)
    result = t.fire({"A1": "B1", "A2": "B1", "A3": "B2"}, dice(6, 6, 1, 1))
    voided = [(event.unit, event.target, event.reason, event.clause) for event in result.of("shot_voided")]
    assert voided == [("A2", "B1", "target_destroyed", "mbb.declare.void_destroyed")]
    assert [shot.unit for shot in result.of("shot_resolved")] == ["A1", "A3"]
    assert t.unit("B2").status == "alive"


# --- everything afresh for each shot ---------------------------------------------------------------------------------


@clause("mbb.declare.recheck", "mbb.wreck.modifier")
@pytest.mark.parametrize(
    ("edge", "before", "after"),
    [
        (24.45, 9, 10),  # a sliver hidden by the live tank costs 1, by its wreck 2
        (23.9, 10, 10),
    ],
)
def test_a_tank_destroyed_by_an_earlier_shot_changes_the_numbers_of_a_later_one(
    edge: float, before: int, after: int
) -> None:
    units = (tank("A1", 16, 4), tank("A2", 24, 4), tank("B1", 24, 24, 270), tank("B2", edge + 1, 13, 0))
    assert table(*units).tally("A2", "B1").needed == before
    spared = table(*units).fire({"A1": "B2", "A2": "B1"}, dice(1, 1, 1, 1)).of("shot_resolved")
    assert spared[1].needed == before
    killed = table(*units).fire({"A1": "B2", "A2": "B1"}, dice(6, 6, 1, 1)).of("shot_resolved")
    assert killed[1].needed == after


@clause("mbb.declare.recheck", "mbb.los.required", "mbb.wreck.soft")
def test_a_wreck_opens_a_line_only_for_the_next_declaration() -> None:
    """While the tank in between lives its neighbour cannot be named; when it is a wreck it can."""
    units = (tank("A1", 10, 4), tank("A2", 24, 4), tank("B1", 24, 24, 270), tank("B2", 24, 13, 0))
    t = table(*units, phase="target_declaration")
    assert t.fire({"A1": "B2", "A2": "B1"}).refusal is not None
    t.fire({"A1": "B2"}, dice(6, 6))
    t.end_movement()
    t.answer("declare")
    shot = t.fire({"A2": "B1"}, dice(5, 5)).of("shot_resolved")[0]
    assert (shot.needed, shot.hit) == (10, True)


def resolve(t: Position, *shots: tuple[str, str], script: Any = None, **changed: Unit) -> tuple[State, list[Any]]:
    """Play declared shots on a table that has changed since they were declared."""
    state = t.state.clone()
    state.units.update(changed)
    state.unit_cache = {}
    state.pending = None
    locked = tuple(Shot(shooter, target) for shooter, target in shots)
    state.frames.append(ShootingPhase(seat=0, shots=locked))
    working = Table(state, script or dice())
    working.run()
    shown = [event for event in working.events if type(event).__name__.startswith("Shot")]
    return working.freeze(), shown


def moved(t: Position, name: str, x: float, y: float, heading: float = 0, status: str = "alive") -> Unit:
    old = t.unit(name)
    pose = table(tank("A1", x, y, heading), tank("B1", 1, 1)).unit("A1").pose
    return Unit(old.id, old.seat, old.card, status, pose, old.marks)


@clause("mbb.declare.recheck", "mbb.los.required")
def test_a_shot_whose_line_of_sight_is_lost_is_void() -> None:
    t = table(tank("A1", 24, 4), tank("B1", 24, 24, 270), tank("B2", 40, 30), phase="target_declaration")
    state, (voided,) = resolve(t, ("A1", "B1"), B2=moved(t, "B2", 24, 13))
    assert (voided.unit, voided.target) == ("A1", "B1")
    assert (voided.reason, voided.clause) == ("no_line_of_sight", "mbb.declare.recheck")
    assert state.units["B1"].status == "alive"


@clause("mbb.declare.recheck", "mbb.geometry.obstacle_los")
def test_a_shot_at_terrain_whose_line_of_sight_is_lost_is_void() -> None:
    house = [piece("House", 24, 24)]
    t = table(tank("A1", 24, 4), tank("B1", 24, 34), tank("B2", 40, 30), terrain=house, phase="target_declaration")
    state, (voided,) = resolve(t, ("A1", "T1"), B2=moved(t, "B2", 24, 6.5))
    assert (voided.reason, voided.clause) == ("no_line_of_sight", "mbb.declare.recheck")
    assert state.tokens["T1"].marks == {"hm": 3}


@clause("mbb.declare.recheck")
def test_modifiers_count_as_they_are_when_the_shot_is_made() -> None:
    """At the declaration the target stood front on; now it shows its rear behind a wreck."""
    t = table(tank("A1", 24, 4), tank("B1", 24, 24, 270), tank("B2", 40, 30), phase="target_declaration")
    changed = {"B1": moved(t, "B1", 24, 24, 90), "B2": moved(t, "B2", 24, 13, 0, "wreck")}
    _state, (shot,) = resolve(t, ("A1", "B1"), script=dice(1, 1), **changed)
    assert [tally.total for tally in shot.tallies] == [2, 2]
    assert shot.needed == 8


@clause("mbb.declare.recheck")
def test_a_shooter_that_is_no_longer_alive_does_not_fire() -> None:
    t = table(tank("A1", 24, 4), tank("A2", 30, 4), tank("B1", 24, 24, 270), phase="target_declaration")
    _state, (voided,) = resolve(t, ("A1", "B1"), A1=moved(t, "A1", 24, 4, 90, "wreck"))
    assert (voided.reason, voided.clause) == ("shooter_destroyed", "mbb.declare.recheck")


@clause("mbb.declare.recheck", "mbb.geometry.arc.fixed")
def test_the_arc_is_not_tested_again() -> None:
    """The target has left the arc of the fixed gun, but it is still in sight: the shot is made."""
    gun = unit("A1", "StuG III", 24, 4, 90, **SQUARE)
    t = table(gun, tank("B1", 24, 24, 270), tank("B2", 40, 30), phase="target_declaration")
    _state, (shot,) = resolve(t, ("A1", "B1"), script=dice(6, 6), B1=moved(t, "B1", 44, 6, 180))
    assert shot.hit
