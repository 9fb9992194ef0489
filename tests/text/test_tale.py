"""The tale of a battle: six sentences from its events, the chances along it, and the luck of the dice."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from brickfield.core.events import AttackResolved, ShotResolved, Throw
from brickfield.core.match import Match
from brickfield.core.replay import read_replay
from brickfield.games import find_game
from brickfield.replay_viewer.steps import replay_of
from brickfield.speech.luck import at_least, fate_of
from brickfield.speech.summary import Summary, SummaryStep, tale_of
from tests.replays.kept import text_of


@cache
def told(name: str) -> tuple[Match, list[SummaryStep]]:
    replayed = read_replay(text_of(name), find_game)
    pairs = pairwise((replayed.states[0], *replayed.states))
    steps = [
        SummaryStep(before, after, entry.events) for entry, (before, after) in zip(replayed.entries, pairs, strict=True)
    ]
    return replayed.match, steps


@cache
def tale(name: str) -> Summary:
    return tale_of(*told(name))


def test_a_battle_is_told_in_six_sentences_of_what_happened_in_it() -> None:
    assert [line.text for line in tale("base_rules").lines] == [
        "Player 1 won after 7 rounds. Only one side has units left.",
        "Units lost: Player 1: 1 of 2 and Player 2: 2 of 2.",
        "M4 Sherman A2 struck hardest: Panzer III B1 and Panzer III B2 destroyed.",
        "The turning point came in round 6: Panzer III B2 at M4 Sherman A2: needs 6+, 4. MISS. Player 1's chance went "
        "from 34 % to 69 %.",
        "Luck of the dice: Player 1: 2 hits, 1.8 expected; Player 2: 1 hit, 2.1 expected.",
        "The best shot: Panzer III B2 at M4 Sherman A1: needs 10+, 12. HIT, destroyed; a chance of 17 %.",
    ]


def test_how_it_was_won_is_said_to_anybody_with_what_turned_it() -> None:
    match, steps = told("action_hand_to_hand")
    for you in (None, 0, 1):
        assert tale_of(match, steps, you).won == (
            "Player 2 won after 4 rounds. One side has nothing left on the board. "
            "It turned in round 3: Squad A2 destroyed by Squad B2."
        )
    # a hit is told as what it did, without the numbers of its dice
    assert tale("mech_faster_initiative").won.endswith(
        "It turned in round 11: Trooper C1 hit Trooper D1: 5 armor, left arm struck, loader jammed."
    )
    # what turned it was a shot that missed: that is no story for others
    assert tale("base_rules").won == "Player 1 won after 7 rounds. Only one side has units left."


@pytest.mark.parametrize("name", ["sea_last_drop_of_blood", "mech_duel", "action_hand_to_hand"])
def test_every_game_has_its_six_sentences_each_with_a_step_of_the_battle(name: str) -> None:
    lines = tale(name).lines
    assert len(lines) == 6
    assert all(-1 <= line.step < len(told(name)[1]) for line in lines)
    assert all(line.text.endswith(".") for line in lines)
    assert any("struck hardest" in line.text for line in lines)


def test_a_crew_in_its_vehicle_is_not_counted_as_a_unit_of_its_own() -> None:
    match, steps = told("action_swarm")
    assert len(steps[0].after.units) == 6
    assert tale_of(match, steps).lines[1].text == "Units lost: Player 1: none of 2 and Player 2: 1 of 2."


def test_the_seat_that_reads_is_called_you() -> None:
    match, steps = told("base_rules")
    mine = tale_of(match, steps, 0)
    assert mine.lines[0].text.startswith("You won")
    assert "Your chance went" in mine.lines[3].text


def test_a_battle_that_goes_on_has_swings_and_luck_and_no_ending() -> None:
    match, steps = told("base_rules")
    half = tale_of(match, steps[:30])
    assert half.lines == ()
    assert [swing.step for swing in half.swings] == [23, 20]
    assert half.swings[0].before < half.swings[0].after


def test_the_chances_of_all_sides_are_one_together_and_end_with_the_winner() -> None:
    replayed = read_replay(text_of("base_rules"), find_game)
    chances = [step.chances for step in replay_of(replayed).steps]
    assert all(sum(each) == pytest.approx(1, abs=1e-3) for each in chances if each)
    assert chances[-1] == (1.0, 0.0)


def test_expected_hits_are_what_the_dice_promise() -> None:
    match = told("base_rules")[0]
    shot = ShotResolved(unit="A1", target="B1", needed=8, rolled=9, hit=True, throws=(Throw("shot", 0, (5, 4)),))
    fate = fate_of(shot, match, 0)
    assert fate is not None
    assert (fate.shots, fate.hits) == (1, 1)
    assert fate.expected == pytest.approx(15 / 36)
    assert at_least(1, 1) == 1.0
    # two dice against two with equal bonuses: a win takes more, not as many
    both = (Throw("attack", 0, (6, 3)), Throw("defense", 1, (2, 3)))
    duel = ShotResolved(unit="A1", target="B1", needed=6, rolled=9, hit=True, throws=both)
    against = fate_of(duel, match, 0)
    assert against is not None
    ways = sum(a + b > c + d for a in range(1, 7) for b in range(1, 7) for c in range(1, 7) for d in range(1, 7))
    assert against.expected == pytest.approx(ways / 6**4)
    sea = told("sea_last_drop_of_blood")[0]
    fire = fate_of(AttackResolved(unit="A1", target="B1", manner="fire", dice=4, hits=3), sea, 0)
    assert fire is not None
    assert fire.expected == pytest.approx(4 * 0.5825, abs=0.05)
