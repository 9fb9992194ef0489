"""What the table says of a goal in BrickMech: the marker, targets, and how many Mechs are left."""

from __future__ import annotations

from brickfield.core.shown.goals import marks_for
from brickfield.speech.tables import face_of, situation_of
from brickfield.testing import Position, clause, dice, unit
from tests.rules.brick_mech.table import attack, duel, mech
from tests.rules.brick_mech.test_objective import WEAK, at_marker, end_round, goal, kill


def kinds(t: Position, seat: int) -> list[str]:
    return [mark.kind for mark in marks_for((*face_of(t.match).marks, *situation_of(t.state).marks), seat)]


@clause("bm.objective.alternative")
def test_rounds_at_the_marker_are_counted_and_told() -> None:
    t = at_marker(2, 10)
    end_round(t)
    first, second = situation_of(t.state).goals
    assert (first.words, first.value) == ("held 1 of 3 rounds; there now: Player 1", 1)
    assert (second.words, second.value) == ("held 0 of 3 rounds; there now: Player 1", 0)
    assert kinds(t, 0) == kinds(t, 1) == ["marker"]


@clause("bm.objective.alternative")
def test_a_target_says_what_armor_it_has_and_is_marked_for_both_sides() -> None:
    units = [mech("A1", 10, 15, 0, targeting=5), unit("B1", "bunker", 17.5, 15, 0, armor=1), mech("B2", 35, 25, 180)]
    t = goal("destroy_target", units, {"targets": ["B1"]})
    assert [kinds(t, 0), kinds(t, 1)] == [["destroy"], ["protect"]]
    assert face_of(t.match).goals[0].sentence == "Destroy the Bunker B1, however many rounds it takes."
    attack(t, dice(1, 1, 1, 1))
    first, second = situation_of(t.state).goals
    assert (first.value, second.value) == (first.full, 0)
    assert [kinds(t, 0), kinds(t, 1)] == [[], []]


@clause("bm.objective.default")
def test_a_mech_that_falls_is_one_less_to_be_destroyed() -> None:
    t = duel(a={"targeting": 5}, b=WEAK)
    assert situation_of(t.state).goals[0].words == "1 of 1 enemy Mech left"
    attack(t, kill())
    assert situation_of(t.state).goals[0].value == 1
