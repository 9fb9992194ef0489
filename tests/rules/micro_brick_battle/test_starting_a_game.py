"""Starting a game: the roll for deployment, the zones, placing units in turn, and zones without room."""

from __future__ import annotations

from collections.abc import Callable
from math import nan, sqrt
from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.games.micro_brick_battle.base.starting_a_game import deployment_zone
from brickfield.testing import Position, Result, clause, dice, lay_table, piece, start, unit

GAME = "micro_brick_battle"
# Half the length and half the width of a Sherman or a Panzer III.
NOSE, SIDE = 0.945, 0.4725
TOO_MUCH = 3e-6


def deployment(ours: int = 2, theirs: int = 2, terrain: Any = (), **position: Any) -> Position:
    """A battlefield that is laid out and waits for units: so many Shermans, so many Panzer III."""
    units = [unit(f"A{n + 1}", "M4 Sherman", status="waiting") for n in range(ours)]
    units += [unit(f"B{n + 1}", "Panzer III", status="waiting") for n in range(theirs)]
    return lay_table(GAME, units, terrain, phase="deployment", **position)


def place(t: Position, name: str, x: float, y: float, heading: float = 90, **more: Any) -> Result:
    return t.answer("place", unit=name, x=x, y=y, heading=heading, **more)


def refused(t: Position, act: Callable[[], Result], code: str, cited: str) -> None:
    """The answer is refused by this clause, and nothing has changed."""
    before = t.state.digest()
    result = act()
    assert result.refusal is not None, t
    assert (result.refusal.code, result.refusal.clause) == (code, cited)
    assert t.state.digest() == before


def kinds(t: Position) -> list[str]:
    """The kinds of all events so far."""
    return [type(event).__name__ for event in t.events]


# --- before deployment -----------------------------------------------------------------------------------------------


@clause("mbb.setup.when", "mbb.setup.roll")
def test_the_battlefield_comes_first_then_the_roll_then_the_units() -> None:
    t = start(Setup(GAME, "six_v_six"), dice(5, 2))
    order = kinds(t)
    assert [event.phase for event in t.events if type(event).__name__ == "PhaseStarted"] == [
        "battlefield",
        "deployment",
    ]
    assert order.index("DiceRolled") > len(order) - 1 - order[::-1].index("TokenPlaced") > 0
    assert (t.asked, {each.status for each in t.state.units.values()}) == ("deploy_unit", {"waiting"})


@clause("mbb.setup.roll", "mbb.setup.need", "mbb.quick.equipment")
@pytest.mark.parametrize(("faces", "seat"), [((5, 2), 0), ((2, 5), 1), ((6, 1), 0), ((1, 6), 1)])
def test_each_player_rolls_a_die_and_the_high_roller_deploys_first(faces: tuple[int, int], seat: int) -> None:
    t = start(Setup(GAME, "six_v_six"), dice(*faces))
    rolled = [(event.seat, event.faces) for event in t.events if type(event).__name__ == "DiceRolled"]
    assert rolled == [(0, (faces[0],)), (1, (faces[1],))]
    assert t.state.waiting_for() == (seat,)


@clause("mbb.setup.roll")
def test_a_tie_is_rolled_again_until_somebody_is_highest() -> None:
    t = start(Setup(GAME, "six_v_six"), dice(3, 3, 6, 6, 1, 1, 2, 4))
    assert kinds(t).count("DiceRolled") == 8
    assert t.state.waiting_for() == (1,)


@clause("mbb.setup.first_player")
@pytest.mark.parametrize(("faces", "first"), [((5, 2), 0), ((2, 5), 1)])
def test_who_deploys_first_also_takes_the_first_turn(faces: tuple[int, int], first: int) -> None:
    t = start(Setup(GAME, "six_v_six"), dice(*faces))
    for number in range(12):
        seat = (first + number) % 2
        assert t.state.waiting_for() == (seat,)
        place(t, f"{'AB'[seat]}{number // 2 + 1}", 4 + 3 * number, 3 if seat == 0 else 33)
    assert t.state.facts["first"] == first
    assert [event.seat for event in t.events if type(event).__name__ == "TurnStarted"] == [first]
    assert (t.asked, t.state.waiting_for()) == ("first_turn_choice", (first,))


# --- placing in turn -------------------------------------------------------------------------------------------------


@clause("mbb.setup.alternate")
@pytest.mark.parametrize(
    ("ours", "theirs", "first", "order"),
    [(2, 2, 0, "ABAB"), (2, 2, 1, "BABA"), (4, 1, 0, "ABAAA"), (1, 4, 0, "ABBBB"), (1, 3, 1, "BABB")],
)
def test_players_alternate_and_who_has_none_left_is_passed_over(ours: int, theirs: int, first: int, order: str) -> None:
    t = deployment(ours, theirs, first=first)
    placed = ""
    while t.asked == "deploy_unit":
        letter = "AB"[t.state.waiting_for()[0]]
        place(t, f"{letter}{placed.count(letter) + 1}", 4 + 3 * len(placed), 3 if letter == "A" else 33)
        placed += letter
    assert placed == order


@clause("mbb.setup.when")
def test_every_unit_is_placed_before_play_starts() -> None:
    t = deployment()
    for name, x, y in (("A1", 10, 3), ("B1", 10, 33), ("A2", 20, 3)):
        assert place(t, name, x, y).accepted
        assert t.asked == "deploy_unit"
        assert "RoundStarted" not in kinds(t)
    refused(t, lambda: t.answer("end_movement"), "other_question", "mbb.setup.alternate")
    assert place(t, "B2", 20, 33).accepted
    assert kinds(t)[-3:] == ["UnitPlaced", "RoundStarted", "TurnStarted"]
    assert {each.status for each in t.state.units.values()} == {"alive"}


@clause("mbb.setup.alternate")
def test_players_place_their_own_waiting_units_in_any_order() -> None:
    t = deployment()
    refused(t, lambda: place(t, "B1", 10, 33), "not_your_unit", "mbb.setup.alternate")
    refused(t, lambda: place(t, "A9", 10, 3), "unknown_unit", "")
    refused(t, lambda: place(t, "A1", 10, 3, seat=1), "not_asked", "")
    assert place(t, "A2", 10, 3).accepted
    place(t, "B1", 10, 33)
    refused(t, lambda: place(t, "A2", 20, 3), "already_placed", "mbb.setup.alternate")
    assert place(t, "A1", 20, 3).accepted


# --- the zone --------------------------------------------------------------------------------------------------------


@clause("mbb.setup.zone", "mbb.geometry.table")
@pytest.mark.parametrize(
    ("first", "inside", "outside"),
    [
        (0, (24, 6 - NOSE), (24, 6 - NOSE + TOO_MUCH)),
        (0, (24, NOSE), (24, NOSE - TOO_MUCH)),
        (0, (SIDE, 3), (SIDE - TOO_MUCH, 3)),
        (0, (SIDE, 3, 270), (SIDE - TOO_MUCH, 3, 270)),
        (0, (48 - SIDE, 3), (48 - SIDE + TOO_MUCH, 3)),
        (0, (24, 3), (24, 33)),
        (1, (24, 30 + NOSE), (24, 30 + NOSE - TOO_MUCH)),
        (1, (24, 36 - NOSE), (24, 36 - NOSE + TOO_MUCH)),
        (1, (24, 33), (24, 3)),
    ],
)
def test_a_unit_stands_wholly_within_six_inches_of_its_edge(
    first: int, inside: tuple[float, ...], outside: tuple[float, ...]
) -> None:
    t = deployment(first=first)
    name = "AB"[first] + "1"
    refused(t, lambda: place(t, name, *outside), "outside_zone", "mbb.setup.zone")
    assert place(t, name, *inside).accepted
    assert t.pose(name) == (*inside, 90)[:3]


@clause("mbb.setup.zone")
def test_every_corner_counts() -> None:
    """At 45 degrees the corners reach half the length and half the width, by the root of a half, beyond the centre."""
    reach = (NOSE + SIDE) * sqrt(0.5)
    t = deployment()
    refused(t, lambda: place(t, "A1", 24, 6 - reach + 1e-5, 45), "outside_zone", "mbb.setup.zone")
    assert place(t, "A1", 24, 6 - reach - 1e-5, 45).accepted


@clause("mbb.setup.zone")
@pytest.mark.parametrize("heading", [0, 180])
def test_a_unit_that_lies_across_counts_with_its_whole_length(heading: float) -> None:
    t = deployment()
    refused(t, lambda: place(t, "A1", NOSE - TOO_MUCH, 3, heading), "outside_zone", "mbb.setup.zone")
    refused(t, lambda: place(t, "A1", 24, 6 - SIDE + TOO_MUCH, heading), "outside_zone", "mbb.setup.zone")
    assert place(t, "A1", NOSE, 6 - SIDE, heading).accepted


@clause("mbb.setup.zone", "mbb.geometry.table")
def test_short_edges_have_zones_of_the_same_depth() -> None:
    t = deployment(edges=("x=0", "x=48"))
    assert [deployment_zone(t.state, seat) for seat in (0, 1)] == [(0, 0, 6, 36), (42, 0, 48, 36)]


@clause("mbb.setup.alternate", "mbb.reinf.wait3")
def test_what_waits_in_reserve_is_not_deployed() -> None:
    units = [unit("A1", "M4 Sherman", status="waiting"), unit("A2", "M4 Sherman", status="reserve")]
    t = lay_table(GAME, [*units, unit("B1", "Panzer III", status="waiting")], phase="deployment")
    refused(t, lambda: place(t, "A2", 24, 3), "in_reserve", "mbb.reinf.wait3")


@clause("mbb.setup.table", "mbb.geometry.table")
def test_the_table_is_four_feet_by_three_and_the_long_edges_are_the_starting_edges() -> None:
    t = deployment()
    assert (t.match.width, t.match.height) == (48, 36)
    zones = [deployment_zone(t.state, seat) for seat in (0, 1)]
    assert zones == [(0, 0, 48, 6), (0, 30, 48, 36)]


# --- where a unit may be put -----------------------------------------------------------------------------------------


@clause("mbb.setup.facing")
@pytest.mark.parametrize("heading", [0, 37.5, 90, 180, 270, 359, -45, 450])
def test_units_may_face_anywhere(heading: float) -> None:
    t = deployment()
    assert place(t, "A1", 24, 3, heading).accepted
    assert t.pose("A1")[2] == heading % 360


@clause("mbb.setup.facing", "mbb.geometry.units")
def test_units_may_touch_but_not_overlap() -> None:
    t = deployment(terrain=[piece("House", 30, 3)])
    place(t, "A1", 24, 3)
    place(t, "B1", 24, 33)
    for x, y in ((24, 3), (24 + 2 * SIDE - 1e-4, 3), (24, 3 + 2 * NOSE - 1e-4), (30 - 1.26 - SIDE + 1e-4, 3)):
        refused(t, lambda x=x, y=y: place(t, "A2", x, y), "overlap", "mbb.setup.facing")
    assert place(t, "A2", 24 + 2 * SIDE, 3).accepted


@clause("mbb.setup.facing")
@pytest.mark.parametrize(
    "feature", ["House", "Building", "Wall", "Low Wall", "Hedgerow", "Forest", "Tank Trap", "Wire Obstacle"]
)
def test_units_may_not_be_put_on_closed_ground_or_wire(feature: str) -> None:
    t = deployment(terrain=[piece(feature, 24, 3)], anyhow=True)
    refused(t, lambda: place(t, "A1", 24, 3), "overlap", "mbb.setup.facing")


@clause("mbb.setup.facing")
def test_the_second_wire_is_in_the_way_like_the_first() -> None:
    t = deployment(terrain=[piece("Wire Obstacle", 10, 3), piece("Wire Obstacle", 20, 3)], anyhow=True)
    for name, x in (("T1", 10), ("T2", 20)):
        refusal = place(t, "A1", x, 3).refusal
        assert refusal is not None
        assert (refusal.code, refusal.data) == ("overlap", {"obstacle": name})


@clause("mbb.setup.facing")
@pytest.mark.parametrize("feature", ["Light Tree Cover", "Emplacement"])
def test_open_ground_may_be_deployed_on_for_nothing(feature: str) -> None:
    t = deployment(1, 1, terrain=[piece(feature, 24, 3)], anyhow=True)
    assert place(t, "A1", 24, 3).accepted
    place(t, "B1", 24, 33)
    assert t.points_left("A1") == 8


@clause("mbb.setup.facing", "mbb.terrain.hedge")
def test_a_hedgerow_that_can_be_crossed_can_be_deployed_on() -> None:
    t = deployment(terrain=[piece("Hedgerow", 24, 3)], options={"hedgerow_passable": True})
    assert place(t, "A1", 24, 3).accepted


@clause("mbb.setup.zone")
@pytest.mark.parametrize(
    "changed", [{"x": nan}, {"y": 1e9}, {"heading": "north"}, {"heading": nan}, {"unit": 7}, {"z": 1}, {"x": None}]
)
def test_places_that_cannot_be_read_change_nothing(changed: dict[str, Any]) -> None:
    t = deployment()
    answer = {"answer": "place", "unit": "A1", "x": 24, "y": 3, "heading": 90} | changed
    refused(t, lambda: t.send(answer), "malformed", "")


# --- no room ---------------------------------------------------------------------------------------------------------


def corridor(ours: int = 5, terrain: Any = (), **position: Any) -> Position:
    """A table one inch wide: three Shermans fit behind each other into a zone, the others do not."""
    return deployment(ours, 1, terrain, size=(1.0, 24.0), **position)


@clause("mbb.geometry.deploy_full")
@pytest.mark.parametrize(("length", "width", "across"), [(7.0, 7.0, 48.0), (13.0, 1.0, 12.0), (1.0, 13.0, 12.0)])
def test_a_unit_too_large_for_its_zone_waits_in_reserve(length: float, width: float, across: float) -> None:
    large = unit("A2", "M4 Sherman", status="waiting", length_inches=length, width_inches=width)
    units = [unit("A1", "M4 Sherman", status="waiting"), large, unit("B1", "Panzer III", status="waiting")]
    t = lay_table(GAME, units, phase="deployment", size=(across, 36.0))
    held = [(event.unit, event.clause) for event in t.events if type(event).__name__ == "UnitHeldBack"]
    assert held == [("A2", "mbb.geometry.deploy_full")]
    place(t, "A1", 6, 3)
    place(t, "B1", 6, 33, 270)
    assert t.asked == "first_turn_choice"


@clause("mbb.geometry.deploy_full")
def test_units_that_find_no_room_in_their_zone_become_reinforcements() -> None:
    t = corridor()
    for name, y in (("A1", NOSE), ("B1", 21), ("A2", 3 * NOSE), ("A3", 5 * NOSE)):
        assert place(t, name, 0.5, y).accepted
    held = [event.unit for event in t.events if type(event).__name__ == "UnitHeldBack"]
    assert held == ["A4", "A5"]
    assert [t.unit(name).status for name in ("A3", "A4", "A5")] == ["alive", "waiting", "waiting"]
    assert t.asked == "first_turn_choice"


@clause("mbb.geometry.deploy_full")
@pytest.mark.parametrize(("y", "held"), [(3 * NOSE, []), (3 * NOSE - 1e-4, ["A3"])])
def test_a_gap_is_room_when_it_is_just_large_enough(y: float, held: list[str]) -> None:
    """Two units leave one length of a Sherman behind them, or a little less."""
    t = corridor(3)
    place(t, "A1", 0.5, y)
    place(t, "B1", 0.5, 21)
    place(t, "A2", 0.5, 6 - NOSE)
    assert [event.unit for event in t.events if type(event).__name__ == "UnitHeldBack"] == held
    assert t.asked == ("first_turn_choice" if held else "deploy_unit")


def under_a_roof(feet: float) -> Position:
    """A house fills the zone but for its last two inches, where two slanted walls lean together over a free spot."""
    walls = [
        piece("Wall", 1 + feet, 1, 45, length=2.8, width=0.1),
        piece("Wall", 3 - feet, 1, 135, length=2.8, width=0.1),
    ]
    house = piece("House", 2, 4, 90, length=4, width=4)
    return deployment(1, 1, [house, *walls], size=(4.0, 24.0), anyhow=True)


@clause("mbb.geometry.deploy_full")
def test_a_gap_between_slanted_things_is_room_too() -> None:
    t = under_a_roof(0)
    assert place(t, "A1", 2, SIDE, 0).accepted
    with pytest.raises(ValueError, match="could not deploy"):
        under_a_roof(0.1)


@clause("mbb.geometry.deploy_full")
def test_a_battlefield_where_a_player_could_place_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Player 2 could not deploy a single unit .*mbb\.geometry\.deploy_full"):
        corridor(1, [piece("House", 0.5, 21, 90, length=6, width=1)])


@clause("mbb.geometry.deploy_full")
def test_a_small_unit_is_enough_to_begin() -> None:
    house = [piece("House", 0.5, 20, 90, length=4.7, width=1)]
    units = [unit("A1", "M4 Sherman", status="waiting"), unit("B1", "Tiger I", status="waiting")]
    size = {"size": (1.0, 24.0), "phase": "deployment"}
    with pytest.raises(ValueError, match="could not deploy"):
        lay_table(GAME, units, house, **size)
    t = lay_table(GAME, [*units, unit("B2", "Staff Car", status="waiting")], house, **size)
    place(t, "A1", 0.5, 3)
    assert [event.unit for event in t.events if type(event).__name__ == "UnitHeldBack"] == ["B1"]
    assert place(t, "B2", 0.5, 23.2).accepted
