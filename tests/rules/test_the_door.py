"""The door for tests and outside checks: what cannot be is refused with a sentence, and names are helped along."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.refusal import Refusal
from brickfield.testing import Position, area, clause, forward, lay_table, piece, pivot, reverse, unit

MBB, MECH, SEA = "micro_brick_battle", "brick_mech", "battle_of_the_sea"
CARDS = {MBB: "M4 Sherman", MECH: "trooper", SEA: "Galleon"}


def pair(game: str, *more: Any, terrain: Any = (), at: tuple[float, float] = (20, 25), **words: Any) -> Position:
    """A1 at (10, 10) and B1, of the game's own cards."""
    units = [unit("A1", CARDS[game], 10, 10, 90), unit("B1", CARDS[game], *at, 270), *more]
    return lay_table(game, units, terrain, **words)


def current(**more: Any) -> dict[str, Any]:
    return area("current", (25, 5), (30, 5), (30, 10), (25, 10), direction=90, strength=1, **more)


IMPOSSIBLE: list[tuple[str, dict[str, Any], str]] = [
    # one in another, or over the edge
    *[(game, {"at": (10.3, 10.4)}, "A1 overlaps .* B1|B1 overlaps .* A1") for game in CARDS],
    *[(game, {"at": (20, 0.2)}, "B1 overlaps the edge of the table") for game in CARDS],
    (MBB, {"terrain": [piece("House", 20, 25)]}, "B1 overlaps House T1"),
    (MECH, {"terrain": [piece("Tower", 20, 25)]}, "B1 overlaps Tower T1"),
    (SEA, {"terrain": [piece("reef", 20, 25, length=3, width=3)]}, "B1 overlaps the reef R1"),
    (MBB, {"terrain": [piece("House", 30, 10), piece("Wall", 31, 10)]}, "House T1 overlaps Wall T2"),
    (MBB, {"terrain": [piece("House", 47.9, 10)]}, "House T1 lies over the edge"),
    (MECH, {"terrain": [piece("Tower", 39.9, 10)]}, "Tower T1 lies over the edge"),
    # what belongs to a rule that is off
    (SEA, {"terrain": [current()]}, "currents are switched off"),
    (SEA, {"terrain": [area("island", (25, 25), (30, 25), (27, 30), treasures=[2])]}, "gold is switched off"),
]


@pytest.mark.parametrize(("game", "words", "said"), IMPOSSIBLE)
def test_an_impossible_table_is_refused_with_a_sentence(game: str, words: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=rf"^This table is impossible: .*({said}).*[.?]$"):
        pair(game, **words)
    assert pair(game, **words, anyhow=True).unit("B1").alive


@pytest.mark.parametrize(
    ("game", "placed", "options", "said"),
    [
        (SEA, {"marks": {"fire": 2}}, {}, "no card has a marker 'fire'; .*did you mean 'firepower'"),
        (SEA, {"cargo": (2,)}, {}, "carries cargo, but cargo is switched off"),
        (MECH, {"holding": ("short", "primary")}, {}, "is marked 'holding', but hold_fire is switched off"),
        (MECH, {"armour": 3}, {}, "no record sheet has 'armour'; .*did you mean 'armor'"),
        (MBB, {"aps": 3}, {}, "No card has a number 'aps'; .*did you mean 'ap'"),
    ],
)
def test_marks_nobody_knows_and_marks_of_rules_that_are_off(
    game: str, placed: dict[str, Any], options: dict[str, Any], said: str
) -> None:
    units = [unit("A1", CARDS[game], 10, 10, 90), unit("B1", CARDS[game], 20, 25, 270, **placed)]
    with pytest.raises(ValueError, match=said):
        lay_table(game, units, options=options)


def test_what_is_switched_on_may_be_there() -> None:
    assert pair(SEA, terrain=[current()], options={"currents": True}).unit("A1").alive
    held = unit("A1", "trooper", 10, 10, 90, holding=("short", "primary"))
    others = [unit("B1", "trooper", 20, 25, 270), unit("A2", "trooper", 5, 5)]
    assert lay_table(MECH, [held, *others], options={"hold_fire": True}).unit("A1").marks["holding"]


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "card", "meant"), [(MBB, "M4 Shermn", "M4 Sherman"), (MECH, "troper", "trooper"),
                                                     (SEA, "Galeon", "Galleon")])  # fmt: skip
def test_an_unknown_card_is_told_which_there_are(game: str, card: str, meant: str) -> None:
    with pytest.raises(ValueError, match=rf"there are .*{meant}.*; did you mean '{meant}'\?"):
        pair(game, unit("A2", card, 30, 10))
    with pytest.raises(ValueError, match="there is no game 'chess'; there are micro_brick_battle"):
        lay_table("chess", [])


@pytest.mark.parametrize("game", CARDS)
def test_unknown_units_questions_and_answers_are_told_which_there_are(game: str) -> None:
    t = pair(game)
    before = t.state.digest()
    for ask in (lambda: t.unit("B2"), lambda: t.pose("B2"), lambda: t.cost("B2", forward(1))):
        with pytest.raises(ValueError, match=r"there is no 'B2' on this table; there are A1, B1; did you mean 'B1'\?"):
            ask()
    with pytest.raises(AttributeError, match=r"knows no question 'distnace'; .*did you mean 'distance'\?"):
        t.distnace("A1", "B1")
    with pytest.raises(ValueError, match="knows no question 'distnace'"):
        t.ask("distnace", "A1", "B1")
    kind = "sail" if game == SEA else "move"
    refusal = t.answer(kind + "l").refusal
    assert isinstance(refusal, Refusal)
    assert (refusal.kind, refusal.code) == ("invalid", "unknown_answer")
    assert refusal.sentence.endswith(f"did you mean '{kind}'?")
    assert t.state.digest() == before


@pytest.mark.parametrize("game", [MECH, SEA])
def test_letters_are_seats_in_their_order(game: str) -> None:
    words = {"seats": 4} if game == SEA else {}
    t = pair(game, unit("C1", CARDS[game], 5, 25), unit("D1", CARDS[game], 28, 5), **words)
    assert [t.unit(name).seat for name in ("A1", "B1", "C1", "D1")] == [0, 1, 2, 3]
    assert unit("A1", "x", seat=3)["seat"] == 3


# --- orders ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", CARDS)
def test_forward_and_pivot_are_said_alike_in_every_game(game: str) -> None:
    t = pair(game)
    assert t.end("A1", forward(2)) == pytest.approx((10, 12, 90))
    assert not isinstance(t.cost("A1", pivot(30), forward(1)), Refusal)
    heading = t.end("A1", pivot(30), forward(1))[2]
    assert heading == pytest.approx(120)
    assert t.end("A1", reverse(1)) == pytest.approx((10, 9, 90))
    assert t.move("A1", pivot(30), forward(1)).accepted
    assert t.pose("A1")[2] == pytest.approx(heading)


@clause("mbb.declare.after_move")
def test_a_refused_fire_plan_changes_nothing() -> None:
    t = pair(MBB)
    before, told = t.state.digest(), len(t.events)
    assert t.asked == "move_units"
    assert t.fire({"A1": "A1"}).refusal is not None
    assert (t.asked, t.state.digest(), len(t.events)) == ("move_units", before, told)
    assert t.move("A1", forward(1)).accepted
