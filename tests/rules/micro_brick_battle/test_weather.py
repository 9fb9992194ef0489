"""Weather: how far one sees, what it takes from movement and fire, when it comes, and airplanes."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games.micro_brick_battle.base.unit_cards import unit_cards
from brickfield.games.micro_brick_battle.base.unit_stats import movement_points
from brickfield.games.micro_brick_battle.base.views import sight_range, within_sight
from brickfield.games.micro_brick_battle.chapters.airplanes.airplane_phase import grounded
from brickfield.games.micro_brick_battle.chapters.special_units.spotters import bunker_spots
from brickfield.games.micro_brick_battle.chapters.weather.rolled_weather import weather_comes
from brickfield.games.micro_brick_battle.chapters.weather.weather import kinds_of_weather, planes_in_constant_weather
from brickfield.games.micro_brick_battle.mind.judgement_chances import table_of
from brickfield.games.micro_brick_battle.mind.stands import Stand
from brickfield.games.micro_brick_battle.setup.card_names import find_card
from brickfield.games.micro_brick_battle.setup.options import Options
from brickfield.geometry import rectangle
from brickfield.testing import Position, clause, dice, forward, lay_table, piece, start, unit

SHERMAN, PANZER = "M4 Sherman", "Panzer III"
KINDS = {"blizzard": 6.0, "heavy_fog": 12.0, "rain": 10.0, "sand_storm": 5.0}
POINTS = {"blizzard": -2, "heavy_fog": 0, "rain": -1, "sand_storm": -1}


def facing(gap: float, kind: str = "rain", *, shooter: str = SHERMAN, **options: Any) -> Position:
    """A1 and B1 face each other with so many inches between their hulls."""
    a, b = find_card(shooter), find_card(PANZER)
    assert a is not None
    assert b is not None
    y = 8 + a.length_inches / 2 + gap + b.length_inches / 2
    units = (unit("A1", shooter, 24, 8, 90), unit("B1", PANZER, 24, y, 270))
    agreed = {"weather": "constant", "weather_kind": kind, **options}
    return lay_table("micro_brick_battle", units, options=agreed)


@clause("mbb.weather.agree")
def test_one_of_four_kinds_is_agreed_on() -> None:
    assert list(kinds_of_weather()) == list(KINDS)
    assert sight_range(facing(3, weather="none").state) is None


@clause("mbb.weather.blizzard.los", "mbb.weather.fog", "mbb.weather.rain.los", "mbb.weather.sand.los")
@pytest.mark.parametrize(("kind", "limit"), KINDS.items())
def test_how_far_one_sees(kind: str, limit: float) -> None:
    assert sight_range(facing(3, kind).state) == limit
    near, far = facing(limit, kind), facing(limit + 0.01, kind)
    assert near.ask("line_of_sight", "A1", "B1")
    assert not far.ask("line_of_sight", "A1", "B1")
    refusal = far.fire({"A1": "B1"}).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("beyond_weather", kinds_of_weather()[kind].sight_inches.clause)
    assert refusal.data == {"inches": pytest.approx(limit + 0.01), "limit": limit}
    assert near.fire({"A1": "B1"}, dice(1, 1)).accepted


@clause("mbb.weather.part_visible")
def test_the_nearest_points_of_both_outlines_count() -> None:
    state = facing(3, "sand_storm").state
    one = rectangle(10, 10, 0, 2, 1)
    assert within_sight(state, one, rectangle(26, 10, 0, 20, 1))
    assert not within_sight(state, one, rectangle(26.001, 10, 0, 20, 1))


@clause("mbb.weather.hidden")
def test_what_lies_beyond_the_radius_hides_nothing() -> None:
    # the rear of the target is out of sight, and nothing is taken off for it
    t = facing(5, "sand_storm")
    assert t.ask("hidden_share", "A1", "B1") == 0.0
    assert t.ask("tally", "A1", "B1").needed == facing(5, weather="none").ask("tally", "A1", "B1").needed


@clause("mbb.weather.hidden")
def test_an_obstacle_hides_in_weather_as_ever() -> None:
    wall = piece("Wall", 24.3, 10, 0, length=1.26, width=0.315)
    shares = []
    for weather in ("none", "constant"):
        units = (unit("A1", SHERMAN, 24, 8, 90), unit("B1", PANZER, 24, 12, 270))
        t = lay_table("micro_brick_battle", units, (wall,), options={"weather": weather})
        shares.append(t.ask("hidden_share", "A1", "B1"))
    assert shares[0] == shares[1] > 0


@clause("mbb.weather.obstacles")
@pytest.mark.parametrize(("y", "seen"), [(8 + 0.945 + 10 + 0.1575, True), (8 + 0.945 + 10.1 + 0.1575, False)])
def test_pieces_of_terrain_are_lost_in_weather_too(y: float, seen: bool) -> None:
    units = (unit("A1", SHERMAN, 24, 8, 90), unit("B1", PANZER, 4, 33, 270))
    wall = piece("Wall", 24, y, 0, length=1.89, width=0.315)
    t = lay_table("micro_brick_battle", units, (wall,), options={"weather": "constant", "destructible": True})
    shot = t.fire({"A1": "T1"})
    assert shot.accepted is seen
    if not seen:
        assert shot.refusal is not None
        assert shot.refusal.code == "beyond_weather"


@clause("mbb.weather.spotters", "mbb.weather.part_visible")
@pytest.mark.parametrize(("gap", "seen"), [(10.0, True), (10.1, False)])
def test_spotting_bunkers_are_bound_by_the_limit(gap: float, seen: bool) -> None:
    bunker = piece("Spotting Bunker", 24, 8, 0, length=2.52, width=1.26, owner=0)
    y = 8 + 0.63 + gap + 0.945
    units = (unit("A1", SHERMAN, 4, 3, 90), unit("B1", SHERMAN, 24, y, 270))
    t = lay_table("micro_brick_battle", units, (bunker,), options={"weather": "constant"}, anyhow=True)
    assert bunker_spots(t.state, t.state.tokens["T1"], t.unit("B1")) is seen


@clause("mbb.weather.blizzard.mp", "mbb.weather.rain.mp", "mbb.weather.sand.mp", "mbb.geometry.mp_charges")
@pytest.mark.parametrize(("kind", "points"), POINTS.items())
def test_what_weather_takes_from_movement(kind: str, points: int) -> None:
    t = facing(20, kind)
    assert movement_points(t.state, t.state.units["A1"]) == 8 + points
    assert t.path("A1", forward(8 + points)).refused is None
    refusal = t.move("A1", forward(8 + points + 0.1)).refusal
    assert refusal is not None
    assert refusal.code == "not_enough_mp"
    assert t.question.offer.movers[0].points == 8 + points


@clause("mbb.weather.blizzard.mp")
def test_movement_never_falls_below_nothing() -> None:
    units = (unit("A1", SHERMAN, 24, 8, 90, mp=1), unit("A2", SHERMAN, 30, 8, 90), unit("B1", PANZER, 24, 30, 270))
    options = {"weather": "constant", "weather_kind": "blizzard"}
    t = lay_table("micro_brick_battle", units, options=options)
    assert movement_points(t.state, t.state.units["A1"]) == 0
    refusal = t.move("A1", forward(0.1)).refusal
    assert refusal is not None
    assert refusal.code == "no_movement_points"


def lines(t: Position, of: str) -> list[tuple[int, str]]:
    told = t.ask("aim", "A1", "B1")
    return [(line["value"], line["clause"]) for line in told[of]]


@clause("mbb.weather.blizzard.dp", "mbb.mod.stack")
def test_units_in_a_blizzard_have_two_defense_points_more() -> None:
    assert (2, "mbb.weather.blizzard.dp") in lines(facing(3, "blizzard"), "Defense Points")
    for kind in ("heavy_fog", "rain", "sand_storm"):
        assert not [each for each in lines(facing(3, kind), "Defense Points") if "weather" in each[1]]


@clause("mbb.weather.blizzard.special", "mbb.mod.stack")
@pytest.mark.parametrize(
    ("shooter", "special"),
    [("M7 Priest", True), ("Flak 36", True), ("DD Sherman", True), (SHERMAN, False), ("M10 Wolverine", False)],
)
def test_special_units_have_two_attack_points_less_in_a_blizzard(shooter: str, special: bool) -> None:
    found = lines(facing(3, "blizzard", shooter=shooter), "Attack Points")
    assert ((-2, "mbb.weather.blizzard.special") in found) is special
    for own_rules in (True, False):
        played = lines(facing(3, "blizzard", shooter=shooter, special_units=own_rules), "Attack Points")
        assert ((-2, "mbb.weather.blizzard.special") in played) is special, "it goes by the card"
    found = lines(facing(3, "rain", shooter=shooter), "Attack Points")
    assert not [each for each in found if "weather" in each[1]]


@clause("mbb.weather.fog")
def test_fog_does_nothing_but_hide() -> None:
    fog = kinds_of_weather()["heavy_fog"]
    assert (fog.movement_points, fog.defense_points, fog.special_attack_points) == (None, None, None)


@clause("mbb.weather.blizzard.dp", "mbb.weather.part_visible")
def test_bots_know_the_weather() -> None:
    clear, storm = facing(4, weather="none"), facing(4, "blizzard")
    for t in (clear, storm, clear):
        unit_a, unit_b = t.unit("A1"), t.unit("B1")
        (((odds, _rear),),) = table_of(t.state, [Stand(t.state, unit_a)], [Stand(t.state, unit_b)])
        assert odds == t.ask("odds", "A1", "B1")
    far = facing(6.5, "blizzard")
    one, other = Stand(far.state, far.unit("A1")), Stand(far.state, far.unit("B1"))
    assert table_of(far.state, [one], [other]) == [[(0.0, False)]]


# --- when it comes ---------------------------------------------------------------------------------------------------


@clause("mbb.weather.rolled")
@pytest.mark.parametrize("total", range(2, 13))
def test_it_comes_on_nine_or_more(total: int) -> None:
    faces = (min(6, total - 1), total - min(6, total - 1))
    assert weather_comes(faces) == (total >= 9)


def rolled(kind: str = "rain") -> Position:
    """The last turn of a round; the next one begins with a roll."""
    units = (unit("A1", SHERMAN, 24, 8, 90), unit("B1", PANZER, 24, 22, 270))
    options = {"weather": "rolled", "weather_kind": kind}
    return lay_table("micro_brick_battle", units, options=options, seat=1, phase="target_declaration")


@clause("mbb.weather.rolled", "mbb.turn.sequence")
@pytest.mark.parametrize(("faces", "comes"), [((4, 5), True), ((4, 4), False)])
def test_each_round_begins_with_the_roll(faces: tuple[int, int], comes: bool) -> None:
    t = rolled()
    assert sight_range(t.state) is None
    told = t.answer("declare", shots=[], dice=dice(*faces))
    names = [type(event).__name__ for event in told.events]
    assert (
        names.index("RoundStarted")
        < names.index("FactChanged", names.index("RoundStarted"))
        < names.index("TurnStarted")
    )
    changed = [event for event in told.of("fact_changed") if event.name == "weather"]
    assert [(event.value, event.throws[0].seat, event.throws[0].faces) for event in changed] == [(comes, -1, faces)]
    assert sight_range(t.state) == (10.0 if comes else None)
    assert t.ask("line_of_sight", "A1", "B1") is not comes
    assert movement_points(t.state, t.state.units["A1"]) == 8 - comes


@clause("mbb.weather.rolled")
def test_weather_that_came_is_gone_when_the_next_roll_says_so() -> None:
    t = rolled()
    t.answer("declare", shots=[], dice=dice(6, 6))
    assert grounded(t.state)
    t.fire({})
    t.end_movement()
    t.answer("declare", shots=[], dice=dice(1, 2))
    assert not grounded(t.state)
    assert t.ask("line_of_sight", "A1", "B1")


@clause("mbb.weather.rolled")
def test_the_first_round_is_rolled_for_too() -> None:
    setup = Setup("micro_brick_battle", "six_v_six", {"weather": "rolled", "point_limit": 30},
                  ((("M4 Sherman", 1),), (("Panzer III", 1),)))  # fmt: skip
    t = start(setup, dice(5, 2))
    t.answer("place", unit="A1", x=24, y=3, heading=90)
    told = t.answer("place", unit="B1", x=24, y=33, heading=270, dice=dice(3, 6))
    assert [event.name for event in told.of("fact_changed")] == ["weather"]
    assert t.asked == "first_turn_choice"


@clause("mbb.weather.constant")
def test_constant_weather_needs_no_roll_and_lasts() -> None:
    t = facing(3)
    for _ in range(2):
        t.fire({})
        t.fire({})
        assert sight_range(t.state) == 10.0
    assert not [event for event in t.events if type(event).__name__ == "DiceRolled"]


# --- airplanes -------------------------------------------------------------------------------------------------------


@clause("mbb.weather.planes_enter", "mbb.weather.planes_leave")
def test_no_airplane_stays_while_weather_is_in_play() -> None:
    assert grounded(facing(3).state) == "mbb.weather.planes_leave"
    assert not grounded(facing(3, weather="none").state)
    assert not grounded(rolled().state)


PLANES = (unit("A1", "Hawker Typhoon", 24, 4, 60), unit("A2", SHERMAN, 4, 2, 90), unit("B1", PANZER, 44, 34, 270))
AWAY = (unit("A1", "Hawker Typhoon", status="waiting"), *PLANES[1:])


def with_planes(units: Any, weather: bool, *faces: int) -> Position:
    return lay_table(
        "micro_brick_battle", units, options={"weather": "rolled"}, phase="turn", weather=weather, dice=dice(*faces)
    )


@clause("mbb.weather.planes_leave")
def test_an_airplane_on_the_table_leaves_ahead_at_the_beginning_of_its_turn() -> None:
    t = with_planes(PLANES, True)
    (left,) = [event for event in t.events if type(event).__name__ == "UnitLeft"]
    assert (left.unit, left.edge, left.clause) == ("A1", "north", "mbb.weather.planes_leave")
    assert t.asked == "move_units"
    assert with_planes(PLANES, False).asked == "fly_airplanes"


@clause("mbb.weather.planes_enter")
def test_no_arrival_is_rolled_for_in_weather_and_its_count_stands() -> None:
    t = with_planes(AWAY, True)
    assert t.asked == "move_units"
    assert t.unit("A1").marks == with_planes_off(t)
    fair = with_planes(AWAY, False, 1)
    assert fair.unit("A1").marks != t.unit("A1").marks


def with_planes_off(t: Position) -> Any:
    """The marks of a plane before anything was rolled."""
    return t.match.game.first_state(t.match).units["A1"].marks


@clause("mbb.weather.constant")
def test_airplanes_cannot_be_fielded_in_constant_weather() -> None:
    sherman = unit_cards()[SHERMAN]
    plane = find_card("Hawker Typhoon")
    assert plane is not None
    refusal = planes_in_constant_weather(Options(weather="constant"), (sherman, plane))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause) == ("planes_in_weather", "mbb.weather.constant")
    assert plane.name in refusal.sentence
    assert planes_in_constant_weather(Options(weather="constant"), (sherman,)) is None
    assert planes_in_constant_weather(Options(weather="rolled"), (sherman, plane)) is None
    with pytest.raises(ValueError, match="lasts the whole battle"):
        start(Setup("micro_brick_battle", "air_support", {"weather": "constant"}))


# --- on the table ----------------------------------------------------------------------------------------------------


@clause("mbb.weather.part_visible", "mbb.weather.agree")
def test_the_table_shows_the_weather_and_how_far_one_sees() -> None:
    situation = facing(3).match.game.situation
    assert situation is not None
    shown = situation(facing(3, "blizzard").state).weather
    assert shown is not None
    assert (shown.model, shown.sight, shown.clause) == ("blizzard", 6_000_000, "mbb.weather.blizzard.los")
    assert shown.text == (
        "Blizzard: nobody sees further than 6 inches, MP -2, DP +2, AP -2 for self-propelled guns, artillery and "
        "amphibious units; no airplane flies."
    )
    assert situation(facing(3, weather="none").state).weather is None
