"""Infantry: squads, plates, prices, what is refused in an army list, deployment."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.battlefield import footprint
from brickfield.games.micro_brick_battle.chapters.infantry.infantry import building_of, specialty_of
from brickfield.games.micro_brick_battle.setup.army_lists import ArmyList, check_army, resource_cost
from brickfield.games.micro_brick_battle.setup.card_names import unit_card
from brickfield.games.micro_brick_battle.setup.options import Options
from brickfield.testing import Position, clause, lay_table, piece, unit
from tests.rules.micro_brick_battle.squads import squad, table

GAME = "micro_brick_battle"


def options(**settings: Any) -> Options:
    found = Options.of({"infantry": True, **settings})
    assert isinstance(found, Options)
    return found


def check(*units: tuple[str, int], points: int = 500, **settings: Any) -> Refusal | None:
    return check_army(ArmyList("", units), points, options(**settings))


def deploying(*units: dict[str, Any], terrain: Any = ()) -> Position:
    foe = unit("B1", "Panzer III", 24, 30, 270, status="waiting")
    return lay_table(GAME, [*units, foe], terrain, phase="deployment")


# --- squads ----------------------------------------------------------------------------------------------------------


@clause("inf.build.full", "inf.build.half", "inf.build.marker", "inf.stats.basic", "inf.stats.half")
@pytest.mark.parametrize(
    ("name", "numbers", "markers"), [("Infantry", (2, 3, 4, 10), 4), ("Half Infantry", (2, 2, 4, 6), 2)]
)
def test_a_full_unit_is_four_markers_and_a_half_unit_two(name: str, numbers: tuple[int, ...], markers: int) -> None:
    card = unit_card(name)
    assert (card.ap, card.dp, card.mp, card.rc) == numbers
    table = lay_table(GAME, [unit("A1", name, 10, 10), unit("B1", "Panzer III", 24, 30)])
    assert table.state.units["A1"].marks == {"markers": markers, "strength": markers}


@clause("inf.gren", "inf.sniper", "inf.med", "inf.elite", "inf.eng", "inf.elite.ap", "inf.stats.rc_meaning",
        "inf.med.half", "inf.med.plates", "inf.spec.mark")  # fmt: skip
@pytest.mark.parametrize(
    ("name", "rc", "ap", "markers", "specialty", "plates"),
    [
        ("Grenadiers", 15, 2, 4, "grenadier", 1),
        ("Snipers", 17, 2, 4, "sniper", 1),
        ("Medics", 19, 2, 2, "medical", 2),
        ("Elite Infantry", 15, 3, 4, "elite", 1),
        ("Engineers", 22, 2, 4, "engineer", 1),
    ],
)
def test_a_specialty_costs_its_price_in_all(
    name: str, rc: int, ap: int, markers: int, specialty: str, plates: int
) -> None:
    assert resource_cost(ArmyList("", ((name, 1),))) == rc
    table = lay_table(GAME, [unit("A1", name, 10, 10), unit("B1", "Panzer III", 24, 30)])
    squad = table.state.units["A1"]
    assert (unit_card(name).ap, squad.marks["markers"], specialty_of(squad)) == (ap, markers, specialty)
    assert squad.marks[specialty] == plates


@clause("inf.captain", "inf.captain.cost", "inf.captain.add")
def test_the_captain_costs_eight_on_top_and_goes_to_basic_units_only() -> None:
    assert unit_card("Infantry with Captain").rc == 18
    assert unit_card("Half Infantry with Captain").rc == 14
    refusal = check(("Snipers with Captain", 1))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("captain_not_there", "inf.captain.add")


@clause("inf.captain.cost", "inf.stats.nation")
def test_one_captain_to_an_army_and_any_number_of_everything_else() -> None:
    assert check(("Infantry", 9), ("Half Infantry", 9), ("Snipers", 4), ("Infantry with Captain", 1)) is None
    refusal = check(("Infantry with Captain", 1), ("Half Infantry with Captain", 1))
    assert refusal is not None
    assert (refusal.code, refusal.data["captains"]) == ("too_many_captains", 2)


@clause("inf.stats.nation")
@pytest.mark.parametrize("tank", ["Panzer III", "M4 Sherman", "T-34/76"])
def test_infantry_serves_with_every_country(tank: str) -> None:
    assert check((tank, 2), ("Infantry", 2), ("Engineers", 1)) is None


@clause("inf.build.plate", "inf.geometry.plate")
def test_a_plate_is_a_disc_of_four_studs() -> None:
    table = lay_table(GAME, [unit("A1", "Infantry", 10, 10, 33), unit("B1", "Panzer III", 24, 30)])
    shape = footprint(table.state, table.state.units["A1"])
    assert (shape.radius, shape.centre) == (0.63, (10.0, 10.0))


# --- what is refused in a list ---------------------------------------------------------------------------------------


@clause("inf.intro.optional")
def test_without_the_option_no_infantry_can_be_bought() -> None:
    army = ("M4 Sherman", 1), ("Infantry", 1)
    assert check(*army) is None
    refusal = check(*army, infantry=False)
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("infantry_not_in_play", "inf.intro.optional")
    assert Options().infantry is False


@clause("inf.build.marker", "inf.spec.mark", "inf.spec.nohalf", "inf.med.half")
@pytest.mark.parametrize(
    ("name", "code", "cited", "number"),
    [
        ("Infantry of 9", "wrong_markers", "inf.build.marker", ("markers", 9)),
        ("Engineers of 5 markers", "wrong_markers", "inf.build.marker", ("markers", 5)),
        ("Infantry of 2", "wrong_markers", "inf.build.marker", ("has", 4)),
        ("Grenadiers with Snipers", "two_specialties", "inf.spec.mark", ("specialties", 2)),
        ("Half Elite Infantry", "half_specialty", "inf.spec.nohalf", ("needed", 4)),
        ("Half Medics", "half_already", "inf.med.half", ("markers", 2)),
    ],
)
def test_what_is_no_squad_is_refused(name: str, code: str, cited: str, number: tuple[str, int]) -> None:
    refusal = check(("M4 Sherman", 1), (name, 1))
    assert refusal is not None
    assert (refusal.code, refusal.clause, refusal.data[number[0]]) == (code, cited, number[1])


@clause("inf.build.marker", "inf.spec.mark", "inf.strag.size")
@pytest.mark.parametrize(
    ("more", "cited", "number"),
    [
        ({"marks": {"markers": 9}}, "inf.build.marker", ("markers", 9)),
        ({"markers": 9}, "inf.build.marker", ("markers", 9)),
        ({"marks": {"markers": 7, "straggler": 1}}, "inf.strag.size", ("most", 6)),
        ({"marks": {"sniper": 1, "elite": 1}}, "inf.spec.mark", ("specialties", 2)),
        ({"marks": {"markers": 0}}, "inf.dmg.removed", ("least", 1)),
        ({"marks": {"markers": 3, "strength": 9}}, "inf.build.marker", ("markers", 9)),
        ({"marks": {"strength": 6}}, "inf.build.marker", ("markers", 6)),
        ({"marks": {"captain": 2}}, "inf.captain", ("plates", 2)),
        ({"marks": {"sniper": 2}}, "inf.spec.mark", ("most", 1)),
        ({"marks": {"medical": 1}}, "inf.med.damage", ("most", 0)),
        ({"card": "Medics", "marks": {"markers": 1, "medical": 2}}, "inf.med.damage", ("most", 1)),
    ],
)
def test_a_table_with_such_a_squad_is_refused(more: dict[str, Any], cited: str, number: tuple[str, int]) -> None:
    game = find_game(GAME)
    assert game is not None
    units = [unit("A1", x=10, y=10, **{"card": "Infantry", **more}), unit("B1", "Panzer III", 24, 30)]
    refusal = game.new_match(Setup(GAME, "", position={"units": units}))
    assert isinstance(refusal, Refusal)
    assert (refusal.clause, refusal.data[number[0]]) == (cited, number[1])


@clause("inf.precedence", "inf.weather.rain.los")
def test_for_infantry_its_own_rules_go_before_those_of_the_book() -> None:
    units = squad(10, 10), squad(10, 17.3, "B2"), unit("A2", "M4 Sherman", 12, 10)
    t = table(*units, options={"weather": "constant", "weather_kind": "rain"})
    assert "B2" in t.legal_targets("A2")
    assert "B2" not in t.legal_targets("A1")


# --- deployment ------------------------------------------------------------------------------------------------------


def place(t: Position, name: str, x: float, y: float) -> Any:
    return t.answer("place", unit=name, x=x, y=y, heading=90)


@clause("inf.deploy.zone")
def test_the_whole_plate_lies_in_the_zone() -> None:
    t = deploying(unit("A1", "Infantry", status="waiting"))
    refusal = place(t, "A1", 24, 5.38).refusal
    assert refusal is not None
    assert refusal.code == "outside_zone"
    assert place(t, "A1", 24, 5.37).accepted
    assert t.state.units["A1"].alive


@clause("inf.deploy.cover")
def test_infantry_is_deployed_in_woods_and_on_emplacements() -> None:
    terrain = [piece("Forest", 10, 3), piece("Emplacement", 30, 3)]
    t = deploying(unit("A1", "Infantry", status="waiting"), unit("A2", "Infantry", status="waiting"), terrain=terrain)
    assert place(t, "A1", 10, 3).accepted
    assert t.answer("place", unit="B1", x=24, y=33, heading=270).accepted
    assert place(t, "A2", 30, 3).accepted


@clause("inf.deploy.cover", "inf.geometry.inside", "inf.move.enter")
def test_infantry_begins_inside_a_building_that_reaches_into_the_zone() -> None:
    terrain = [piece("House", 10, 6.5), piece("House", 30, 8)]
    t = deploying(unit("A1", "Infantry", status="waiting"), unit("A2", "Infantry", status="waiting"), terrain=terrain)
    far = place(t, "A1", 30, 8).refusal
    assert far is not None
    assert (far.code, far.clause) == ("outside_zone", "inf.deploy.cover")
    assert place(t, "A1", 10.5, 7).accepted
    squad = t.state.units["A1"]
    assert (building_of(t.state, squad), squad.pose.place) == ("T1", (10.0, 6.5))  # type: ignore[union-attr]
    assert t.answer("place", unit="B1", x=24, y=33, heading=270).accepted
    full = place(t, "A2", 10, 6.5).refusal
    assert full is not None
    assert (full.code, full.data["inside"]) == ("building_taken", "A1")


@clause("inf.deploy.tank", "inf.geometry.plate")
def test_infantry_is_deployed_behind_a_tank_and_not_under_it() -> None:
    t = deploying(unit("A1", "Infantry", status="waiting"), unit("A2", "M4 Sherman", status="waiting"))
    assert place(t, "A2", 24, 4).accepted
    assert t.answer("place", unit="B1", x=24, y=33, heading=270).accepted
    refusal = place(t, "A1", 24, 2.45).refusal
    assert refusal is not None
    assert refusal.code == "overlap"
    assert place(t, "A1", 24, 4 - 0.945 - 0.63).accepted
