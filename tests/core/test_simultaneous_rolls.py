"""Both sides roll at once: one throw with several pools, worked out before anybody falls, draws included."""

from __future__ import annotations

import pytest

from brickfield.core import events as happened
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.play import Progress, begin, give, throw
from brickfield.core.replay import Session
from brickfield.core.saves import load, save
from brickfield.core.state import State
from tests.core.toy.contents import find_toy
from tests.core.toy.orders import Fire, Pick
from tests.core.toy.playing import match_of

DUEL = Setup(
    "toy", "duel", {"charges": False}, position={"units": [["a1", 0, "gunner", 3], ["b1", 1, "gunner", 5]], "mines": []}
)


def at_the_roll(stance: str = "bold") -> State:
    """a1 has fired at b1, which is bold and fires back; the dice are still to be thrown."""
    state = begin(match_of(DUEL)).state
    for reply in (Pick("bold"), Pick("bold" if stance == "bold" else "wary"), Fire("a1", "b1")):
        decision = state.decision
        assert decision is not None
        progress = give(state, decision, reply)
        assert isinstance(progress, Progress)
        state = progress.state
    return state


def thrown(*faces: tuple[int, ...]) -> Progress:
    """The exchange with these faces."""
    progress = throw(at_the_roll(), faces)
    assert isinstance(progress, Progress)
    return progress


def test_both_volleys_are_one_throw() -> None:
    pending = at_the_roll().pending
    assert pending is not None
    assert [(pool.label, pool.seat, pool.count) for pool in pending.rolls] == [
        ("shot of a1", 0, 2),
        ("shot of b1", 1, 2),
    ]


def test_a_wary_target_does_not_fire_back() -> None:
    pending = at_the_roll("wary").pending
    assert pending is not None
    assert [pool.label for pool in pending.rolls] == ["shot of a1"]


def test_both_fall_together_and_the_match_is_drawn() -> None:
    progress = thrown((6, 1), (1, 6))
    names = [type(event).__name__ for event in progress.events]
    assert names == ["DiceRolled"] * 2 + ["ShotResolved"] * 2 + ["UnitDestroyed"] * 2 + ["GameEnded"]
    assert progress.state.outcome is not None
    assert progress.state.outcome.winners == ()


@pytest.mark.parametrize(
    ("first", "second", "winners"), [((6, 1), (1, 1), (0,)), ((1, 1), (6, 1), (1,)), ((1, 1), (1, 1), None)]
)
def test_each_volley_counts_for_itself(
    first: tuple[int, ...], second: tuple[int, ...], winners: tuple[int, ...] | None
) -> None:
    outcome = thrown(first, second).state.outcome
    assert (outcome.winners if outcome is not None else None) == winners


def test_a_match_can_be_saved_while_the_dice_are_in_the_air() -> None:
    state = at_the_roll()
    loaded = load(save(state), find_toy)
    assert isinstance(loaded, State)
    assert loaded.pending is not None
    assert state.pending is not None
    assert loaded.pending.rolls == state.pending.rolls
    one, other = throw(state, ((6, 1), (1, 6))), throw(loaded, ((6, 1), (1, 6)))
    assert isinstance(one, Progress)
    assert isinstance(other, Progress)
    assert one.state.digest() == other.state.digest()
    assert one.events == other.events


def test_the_tally_of_the_shot_is_in_its_event() -> None:
    progress = throw(at_the_roll("wary"), ((5, 1),))
    assert isinstance(progress, Progress)
    shot = next(event for event in progress.events if isinstance(event, happened.ShotResolved))
    assert (shot.needed, shot.rolled, shot.hit) == (5, 5, True)
    assert [(line.value, line.reason) for line in shot.tallies[0].lines()] == [(4, "printed"), (1, "wary")]


def test_dice_from_outside_and_seeded_dice_lead_to_the_same_match() -> None:
    played = Session(match_of(DUEL), SeededDice(3))
    for seat, reply in ((0, Pick("bold")), (1, Pick("bold"))):
        assert isinstance(played.answer(seat, reply), Progress)
    progress = played.answer(0, Fire("a1", "b1"))
    assert isinstance(progress, Progress)
    outside = throw(at_the_roll(), progress.thrown)
    assert isinstance(outside, Progress)
    assert outside.state.digest() == played.state.digest()
