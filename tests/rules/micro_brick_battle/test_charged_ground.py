"""Mud, dunes, shallows, emplacements and wire: what they charge, where a step ends that cannot pay, and what is left.

A Sherman of 2 by 2 inches drives north from (24, 6); its front is at y = 7. It has 8 MP.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from brickfield.core import events as happened
from brickfield.core.asking.previews import PathFace
from brickfield.core.frames import Frame
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.base import moves_under_way
from brickfield.games.micro_brick_battle.base.movement import Forward, Move, Taken
from brickfield.games.micro_brick_battle.shown.faces import table_face
from brickfield.games.micro_brick_battle.shown.previews import path
from brickfield.geometry import Pose
from brickfield.geometry.grain import GRAIN
from brickfield.testing import Position, clause, forward, lay_table, piece, pivot, reverse, slide, unit

SQUARE = {"length_inches": 2.0, "width_inches": 2.0}


def table(*terrain: Any, mp: int = 8, x: float = 24, y: float = 6, heading: float = 90, **more: Any) -> Position:
    units = [
        unit("A1", "M4 Sherman", x, y, heading, **SQUARE | {"mp": mp}),
        unit("A2", "M4 Sherman", 4, 4, **SQUARE),
        unit("B1", "Panzer III", 44, 34, 270),
    ]
    return lay_table("micro_brick_battle", units, terrain, **more)


def strip(feature: str, y0: float, y1: float, x: float = 24, width: float = 6.0) -> Any:
    return piece(feature, x, (y0 + y1) / 2, length=width, width=y1 - y0)


def spent(t: Position, name: str = "A1", of: int = 8) -> float:
    return round(of - t.points_left(name), 6)


def refused(t: Position, *steps: Any) -> Any:
    before = t.state.digest()
    refusal = t.move("A1", *steps).refusal
    assert refusal is not None
    assert t.state.digest() == before
    return refusal


# --- the charge ------------------------------------------------------------------------------------------------------


@clause("mbb.terrain.mud", "mbb.obst.empl.move", "mbb.obst.wire.move")
@pytest.mark.parametrize(
    ("feature", "charge", "cited"),
    [
        ("Mud", 1, "mbb.terrain.mud"),
        ("Sand Dunes", 1, "mbb.terrain.mud"),
        ("Shallow Water", 1, "mbb.terrain.mud"),
        ("Emplacement", 1, "mbb.obst.empl.move"),
        ("Wire Obstacle", 3, "mbb.obst.wire.move"),
    ],
)
def test_the_ground_charges_when_it_is_first_overlapped(feature: str, charge: int, cited: str) -> None:
    t = table(strip(feature, 8, 9))
    result = t.move("A1", forward(4))
    assert (spent(t), t.pose("A1")[1]) == (4.0 + charge, 10.0)
    paid = [event for event in result.of("unit_marked") if event.mark == "paid_toll T1"]
    assert [(event.value, event.clause) for event in paid] == [(charge, cited)]


@clause("mbb.terrain.mud")
def test_a_piece_is_paid_for_once_in_a_phase_and_again_in_the_next() -> None:
    t = table(strip("Mud", 8, 11))
    assert t.move("A1", forward(2)).accepted
    assert t.move("A1", reverse(1), forward(1)).accepted
    assert spent(t) == 2 + 1 + 2 + 1
    for _turn in range(2):
        t.end_movement()
        t.answer("declare", shots=[])
    assert t.points_left("A1") == 8.0
    assert t.move("A1", forward(1)).accepted
    assert spent(t) == 2.0


@clause("mbb.terrain.mud")
def test_every_piece_and_every_unit_pays_for_itself() -> None:
    t = table(strip("Mud", 8, 9), strip("Sand Dunes", 9.5, 10))
    assert t.move("A1", forward(4)).accepted
    assert spent(t) == 6.0
    assert t.move("A2", forward(1)).accepted
    assert spent(t, "A2") == 1.0


@clause("mbb.terrain.mud")
def test_who_starts_inside_pays_as_soon_as_it_moves_or_turns() -> None:
    mud = strip("Mud", 4, 10)
    t = table(mud)
    assert t.move("A1", forward(1)).accepted
    assert spent(t) == 2.0
    t = table(mud)
    assert t.move("A1", pivot(90)).accepted
    assert spent(t) == 2.0


@clause("mbb.terrain.mud", "mbb.geometry.mp_charges")
def test_who_starts_inside_and_cannot_pay_cannot_move_at_all() -> None:
    """A point is just enough for the mud, and then nothing is left to drive or turn with."""
    for step in (forward(0.5), reverse(0.25), pivot(30)):
        refusal = refused(table(strip("Mud", 4, 10), mp=1), step)
        assert (refusal.code, refusal.data["left"]) == ("not_enough_mp", 1.0)


@clause("mbb.geometry.mp_charges", "mbb.geometry.collision", "mbb.terrain.mud")
def test_a_step_that_cannot_pay_stops_at_the_border_and_pays_for_the_way_only() -> None:
    """After 7.5 of its 8 points the tank meets the mud."""
    t = table(strip("Mud", 14.5, 20))
    result = t.move("A1", forward(8))
    moved = result.of("unit_moved")[0]
    assert (moved.stopped_by, moved.amount) == ("T1", pytest.approx(7.5))
    assert (spent(t), t.pose("A1")[1]) == (7.5, pytest.approx(13.5))
    assert [event for event in result.of("unit_marked") if event.mark.startswith("paid_toll")] == []


@clause("mbb.geometry.mp_charges", "mbb.move.max")
def test_a_charge_may_take_the_last_point_and_not_more() -> None:
    t = table(strip("Mud", 13, 20))
    assert t.move("A1", forward(6)).accepted
    assert t.move("A1", forward(1)).of("unit_moved")[0].stopped_by == ""
    assert spent(t) == 8.0


@clause("mbb.terrain.mud", "mbb.move.max")
def test_a_step_that_can_pay_the_charge_and_not_the_rest_of_its_way_is_refused_with_the_numbers() -> None:
    refusal = refused(table(strip("Mud", 8, 9)), forward(8))
    assert (refusal.code, refusal.data["cost"], refusal.data["left"]) == ("not_enough_mp", 9.0, 8.0)
    assert "1 MP for Mud T1" in refusal.sentence


@clause("mbb.terrain.mud")
def test_the_piece_is_paid_for_in_full_even_if_the_step_only_cuts_a_corner() -> None:
    t = table(piece("Mud", 25.5, 9, length=1.2, width=0.5))
    assert t.move("A1", forward(6)).accepted
    assert spent(t) == 7.0


@clause("mbb.geometry.simultaneous")
@pytest.mark.parametrize(("inches", "cost"), [(1.0, 1.0), (1.000001, 1.000001), (1.00001, 2.00001)])
def test_touching_the_border_costs_nothing(inches: float, cost: float) -> None:
    t = table(strip("Mud", 8, 9))
    assert t.move("A1", forward(inches)).accepted
    assert spent(t) == pytest.approx(cost, abs=1e-7)


@clause("mbb.geometry.simultaneous")
def test_what_is_stopped_by_a_house_at_the_border_pays_nothing() -> None:
    t = table(piece("Mud", 22, 8.5, length=4, width=1), piece("House", 26, 9, length=3, width=2))
    result = t.move("A1", forward(4))
    assert result.of("unit_moved")[0].stopped_by == "T2"
    assert spent(t) == 1.0


@clause("mbb.geometry.collision")
def test_a_turn_that_cannot_pay_its_charge_is_refused_whole() -> None:
    """At 45 degrees the corner of the tank would be in the mud."""
    mud = strip("Mud", 7.1, 9)
    assert refused(table(mud, mp=1), pivot(90)).code == "not_enough_mp"
    t = table(mud, mp=2)
    assert t.move("A1", pivot(90)).accepted
    assert spent(t, of=2) == 2.0


@clause("mbb.terrain.mud")
def test_in_reverse_and_after_a_turn_the_same_is_charged() -> None:
    t = table(strip("Mud", 3, 4))
    assert t.move("A1", reverse(2)).accepted
    assert spent(t) == 5.0
    t = table(piece("Mud", 20, 6, length=2, width=2))
    assert t.move("A1", pivot(90), forward(3)).accepted
    assert spent(t) == 5.0


@clause("mbb.geometry.collision")
def test_a_later_step_goes_on_from_where_the_ground_stopped_the_one_before() -> None:
    t = table(strip("Wire Obstacle", 12.5, 13.13))
    result = t.move("A1", forward(6), reverse(0.5), pivot(90), forward(0.5))
    first, back, turn, last = result.of("unit_moved")
    assert (first.stopped_by, first.amount) == ("T1", pytest.approx(5.5))
    assert back.pose.place[1] == turn.pose.place[1] == last.pose.place[1] == pytest.approx(11.0)
    assert last.pose.place[0] == pytest.approx(23.5)


@clause("mbb.quick.move")
@pytest.mark.parametrize(("radius", "price"), [(True, 3.0), (False, 4.0)])
def test_quick_seats_pay_for_ground_only_where_they_pay_base_prices(radius: bool, price: float) -> None:
    t = table(strip("Mud", 8, 9), options={"rules_level": ["quick", "base"], "quick_radius": radius})
    assert t.move("A1", slide(90, 3) if radius else forward(3)).accepted
    assert spent(t, of=8) == price


@clause("mbb.quick.move", "mbb.young.stick")
@pytest.mark.parametrize("level", ["quick", "young"])
def test_free_paths_are_not_charged(level: str) -> None:
    t = table(strip("Mud", 8, 9), options={"rules_level": [level, "base"]})
    assert t.move("A1", slide(90, 3)).accepted
    assert t.pose("A1")[1] == 9.0
    assert spent(t, of=8 if level == "quick" else 0) in (3.0, pytest.approx(3 - 3.78))


@clause("mbb.terrain.mud", "mbb.geometry.mp_charges")
def test_a_path_that_is_tried_says_which_ground_makes_it_dearer() -> None:
    t = table(strip("Mud", 8, 9), strip("Wire Obstacle", 9.5, 10.13))
    face = path(t.state, 0, Move("A1", (Forward(1.0), Forward(1.5), Forward(1.0))))
    assert isinstance(face, PathFace)
    told = [(leg.cost, leg.ground) for leg in face.legs]
    assert told == [(1.0, ""), (2.5, "Mud T1 +1"), (4.0, "Wire Obstacle T2 +3")]
    assert face.left == 0.5


@clause("mbb.terrain.mud", "mbb.terrain.hill.shape", "mbb.terrain.hill.move")
def test_the_table_is_told_what_ground_costs_and_how_high_it_is() -> None:
    t = table(strip("Mud", 8, 9), strip("Large Water", 12, 14), strip("Hill", 20, 26), options={"hill_mp": -1})
    faces = table_face(t.match).features
    assert (faces["Mud"].extra_cost, faces["Mud"].blocks, faces["Mud"].height) == (1, False, 0)
    assert (faces["Large Water"].blocks, faces["Large Water"].hides) == (True, False)
    assert (faces["Hill"].extra_cost, faces["Hill"].hides) == (1, True)
    assert faces["Hill"].height > 8 * 0.378 * 1e6
    assert t.about_piece("T1")["charge"] == 1


# --- wire ------------------------------------------------------------------------------------------------------------


@clause("mbb.obst.wire.removed")
def test_wire_is_gone_once_it_has_been_driven_over() -> None:
    t = table(strip("Wire Obstacle", 8, 8.63))
    result = t.move("A1", forward(4))
    removed = result.of("token_removed")
    assert [(event.token, event.clause) for event in removed] == [("T1", "mbb.obst.wire.removed")]
    assert t.state.tokens == {}


@clause("mbb.obst.wire.removed")
def test_wire_is_gone_at_the_end_of_a_move_that_stops_on_it_and_not_before() -> None:
    t = table(strip("Wire Obstacle", 8, 8.63))
    events = t.move("A1", forward(1.2), forward(0.1)).events
    names = [type(event).__name__ for event in events]
    assert names.index("TokenRemoved") > len(names) - 1 - names[::-1].index("UnitMoved")
    assert "T1" not in t.state.tokens


@clause("mbb.obst.wire.removed")
def test_touching_wire_does_not_remove_it() -> None:
    t = table(strip("Wire Obstacle", 8, 8.63))
    assert t.move("A1", forward(1)).accepted
    assert "T1" in t.state.tokens


@clause("mbb.obst.wire.move")
def test_who_has_not_three_points_left_stops_at_the_wire() -> None:
    t = table(strip("Wire Obstacle", 12.5, 13.13))
    assert t.move("A1", forward(6)).of("unit_moved")[0].stopped_by == "T1"
    assert (t.pose("A1")[1], spent(t)) == (pytest.approx(11.5), 5.5)
    assert "T1" in t.state.tokens


@clause("mbb.obst.wire.one", "mbb.geometry.collision")
def test_a_second_wire_stops_a_unit_in_the_same_turn() -> None:
    t = table(strip("Wire Obstacle", 8, 8.63), strip("Wire Obstacle", 10, 10.63), mp=12)
    moved = t.move("A1", forward(5)).of("unit_moved")[0]
    assert (moved.stopped_by, t.pose("A1")[1]) == ("T2", pytest.approx(9.0))
    assert spent(t, of=12) == 6.0
    assert list(t.state.tokens) == ["T2"]
    # a second order in the same turn fares no better
    assert t.move("A1", forward(2)).of("unit_moved")[0].amount == 0.0


@clause("mbb.obst.wire.one")
def test_in_the_next_turn_it_may_drive_over_wire_again() -> None:
    t = table(strip("Wire Obstacle", 8, 8.63), strip("Wire Obstacle", 10, 10.63), mp=12)
    t.move("A1", forward(5))
    for _turn in range(2):
        t.end_movement()
        t.answer("declare", shots=[])
    assert t.move("A1", forward(2)).accepted
    assert t.state.tokens == {}


@clause("mbb.obst.wire.one", "mbb.geometry.collision")
def test_a_turn_over_a_second_wire_is_refused_whole() -> None:
    first = piece("Wire Obstacle", 24, 8.4, length=1.89, width=0.63)
    beside = piece("Wire Obstacle", 25.6, 10.2, length=0.63, width=1.89)
    t = table(first, beside, mp=12)
    assert t.move("A1", forward(4)).accepted
    assert t.pose("A1")[1] == 10.0
    refusal = refused(t, pivot(45))
    assert (refusal.code, refusal.clause) == ("second_wire", "mbb.obst.wire.one")


@clause("mbb.obst.wire.los", "mbb.obst.trap.los")
@pytest.mark.parametrize("feature", ["Wire Obstacle", "Tank Trap", "Mud", "Sand Dunes", "Shallow Water", "Fountain"])
def test_wire_traps_and_open_ground_do_not_affect_shooting(feature: str) -> None:
    units = [unit("A1", "M4 Sherman", 24, 6), unit("B1", "Panzer III", 24, 20, 270)]
    t = lay_table("micro_brick_battle", units, [strip(feature, 12, 14)])
    numbers = t.tally("A1", "B1")
    assert (numbers.attack_points.total, numbers.defense_points.total) == (4, 4)
    assert t.hidden_share("A1", "B1") == 0.0


@clause("mbb.obst.trap.move")
def test_tank_traps_stop_ground_units() -> None:
    t = table(strip("Tank Trap", 9, 9.63))
    assert t.move("A1", forward(6)).of("unit_moved")[0].stopped_by == "T1"
    assert t.pose("A1")[1] == pytest.approx(8.0)


@clause("mbb.setup.facing")
def test_nobody_is_deployed_on_wire() -> None:
    units = [unit("A1", "M4 Sherman", status="waiting"), unit("B1", "Panzer III", status="waiting")]
    t = lay_table("micro_brick_battle", units, [strip("Wire Obstacle", 3, 3.63)], phase="deployment")
    assert t.answer("place", unit="A1", x=24, y=3, heading=90).refusal is not None
    assert t.answer("place", unit="A1", x=14, y=3, heading=90).accepted


# --- moves that pause on charged ground ------------------------------------------------------------------------------


@pytest.fixture
def mine(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Something that destroys whoever comes to a line across the table."""

    def lay(line: float) -> None:
        class Blast(Frame):
            mover: str = ""
            STEPS = ("work",)
            PUBLIC = ("mover",)

            def work(self, t: Table) -> Any:
                t.emit(happened.UnitDestroyed(unit=self.mover))

        def blast(t: Table, mover: str, start: Pose, taken: Taken) -> tuple[int, Frame] | None:
            low, high = start.place[1], taken.pose.place[1]
            if not low < line <= high:
                return None
            return round(taken.amount * GRAIN * (line - low) / (high - low)), Blast(mover=mover)

        watcher = moves_under_way.Watcher(0, blast)
        monkeypatch.setattr(moves_under_way.lie_in_wait.question, "base", lambda state: (watcher,))

    return lay


@clause("mbb.obst.wire.removed", "mbb.geometry.destroyed_pose")
def test_who_is_destroyed_on_wire_has_paid_and_the_wire_is_gone(mine: Callable[[float], None]) -> None:
    mine(7.5)
    t = table(strip("Wire Obstacle", 8, 8.63))
    result = t.move("A1", forward(4))
    assert t.unit("A1").status == "wreck"
    assert t.pose("A1")[1] == pytest.approx(7.5)
    assert result.of("unit_moved")[-1].spent == t.unit("A1").marks["spent"]
    assert t.unit("A1").marks["spent"] / 90e6 == pytest.approx(4.5)
    assert "T1" not in t.state.tokens


@clause("mbb.terrain.mud", "mbb.geometry.simultaneous")
def test_who_is_destroyed_before_the_mud_has_paid_nothing_for_it(mine: Callable[[float], None]) -> None:
    mine(6.5)
    t = table(strip("Mud", 8, 12))
    result = t.move("A1", forward(4))
    assert t.unit("A1").marks["spent"] / 90e6 == pytest.approx(0.5)
    assert result.of("unit_marked") == []


@clause("mbb.terrain.mud", "mbb.geometry.simultaneous")
@pytest.mark.parametrize(("degrees", "cost"), [(20, 20 / 90), (45, 45 / 90 + 1)])
def test_a_turn_is_charged_for_ground_that_a_corner_swings_over_and_for_no_other(degrees: float, cost: float) -> None:
    """At 20 degrees the corners reach 1.28 inches to the side, at 45 degrees 1.41."""
    t = table(piece("Mud", 26.35, 6, length=2, width=6))
    assert t.move("A1", pivot(degrees)).accepted
    assert spent(t) == pytest.approx(cost, abs=1e-5)
