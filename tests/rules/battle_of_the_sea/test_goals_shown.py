"""What the table says of a goal at sea: gold on its way home, the fort, and how many ships are left."""

from __future__ import annotations

from brickfield.core.shown.goals import GoalMark, marks_for
from brickfield.speech.tables import face_of, situation_of
from brickfield.testing import Position, clause
from tests.rules.battle_of_the_sea.table import GALLEON, VIKING, ahead, area, fire, sail, sea, ship, throws
from tests.rules.battle_of_the_sea.test_transport_of_gold import deliver, island
from tests.rules.battle_of_the_sea.test_victory import siege


def words(table: Position) -> list[str]:
    return [each.words for each in situation_of(table.state).goals]


def marks(table: Position, seat: int = 0) -> dict[str, GoalMark]:
    both = (*face_of(table.match).marks, *situation_of(table.state).marks)
    return {mark.label: mark for mark in marks_for(both, seat)}


@clause("sea.gold.load", "sea.gold.scenario")
def test_chests_are_marked_with_their_weight_and_whoever_carries_them_too() -> None:
    table = island(goal="transport_of_gold", last_round=12)
    assert marks(table)["Gold 1 + 2 + 3"].value == 6
    sail(table, "A1")
    table.answer("take_aboard", treasures=["G2", "G3"])
    assert marks(table)["Gold 1"].kind == "chest"
    carrier = marks(table, 1)["Carries 5 gold"]
    assert (carrier.kind, carrier.unit, carrier.value) == ("carrier", "A1", 5)
    assert words(table) == ["0 of 6 gold ashore, 5 aboard", "0 of 6 gold ashore"]


@clause("sea.gold.scenario")
def test_gold_brought_ashore_is_counted_and_the_port_says_whose_it_is() -> None:
    table = deliver()
    assert marks(table)["Your port: bring gold here"].at == (10_000_000, 5_000_000)
    assert "Player 1's port: their gold goes ashore here" in marks(table, 1)
    assert "Player 1's port: their gold goes ashore here" in marks(table, -1)
    sail(table, "A1", ahead(270, 0.5))
    table.answer("unload")
    assert situation_of(table.state).goals[0].value == 2
    assert situation_of(table.state).goal == "gold 2 – 0"
    assert "Carries 2 gold" not in marks(table)


@clause("sea.fort.scenario")
def test_the_fort_is_to_be_destroyed_by_one_side_and_kept_by_the_other() -> None:
    table = siege(fort={"marks": {"firepower": 0, "base": 4}})
    assert [goal.sentence for goal in face_of(table.match).goals] == [
        "Destroy the fort by the end of round 10.",
        "Keep the fort standing until the end of round 10.",
    ]
    assert [marks(table, seat).popitem()[1].kind for seat in (0, 1)] == ["destroy", "protect"]
    before = situation_of(table.state).goals
    sail(table, "A1")
    fire(table, ("B1", 3), dice=throws(1, 2))
    after = situation_of(table.state).goals
    assert (after[0].value, after[1].value) == (before[0].value + 1, before[1].value - 1)


@clause("sea.game.units_count")
def test_a_ship_that_sinks_is_one_less_to_be_sunk() -> None:
    hulk = {"firepower": 0, "speed": 0, "base": 1, "additional": 0}
    table = sea(
        ship("A1", GALLEON, 10, 10, 0),
        ship("B1", VIKING, 10, 14, marks=hulk),
        ship("B2", VIKING, 30, 30),
        terrain=[area("island", 20, 20, 22, 22)],
    )
    assert words(table)[0] == "2 of 2 enemy ships left"
    sail(table, "A1")
    fire(table, ("B1", 2), dice=throws(2))
    assert words(table)[0] == "1 of 2 enemy ships left"
    assert situation_of(table.state).goals[0].value == 1
