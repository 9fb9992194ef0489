"""Two games that differ only in a Hold Fire note look alike to everybody but its owner until it is revealed.

`BRICKFIELD_NOTE_PAIRS` sets how many pairs of games are compared in all (default 36, shared out over the scenarios).
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from brickfield.core import events as happened
from brickfield.core.decisions import React
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.play import Progress
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session, event_line
from brickfield.core.views import SPECTATOR, view
from brickfield.games import find_game
from brickfield.games.brick_mech.base.measures import RANGES
from brickfield.games.brick_mech.base.ranges_and_arcs import FIRING_ARCS
from brickfield.games.brick_mech.base.record_sheet import attack_dice
from brickfield.games.brick_mech.chapters.hold_fire.hold_fire import HoldFire

OPTIONS = {"hold_fire": True, "return_fire": True}
SCENARIOS = ("duel", "three_against_three", "two_and_two")
PAIRS = int(os.environ.get("BRICKFIELD_NOTE_PAIRS", "36"))


def session(scenario: str, seed: int) -> Session:
    game = find_game("brick_mech")
    assert game is not None
    match = game.new_match(Setup("brick_mech", scenario, OPTIONS))
    assert not isinstance(match, Refusal)
    return Session(match, SeededDice(seed), log=False)


def another_note(played: Session, note: HoldFire, rng: random.Random) -> HoldFire:
    """A note of the same Mech with another range or arc."""
    unit = played.state.units[note.unit]
    notes = [(band, arc) for band in RANGES if attack_dice(unit, band) for arc in FIRING_ARCS]
    band, arc = rng.choice([each for each in notes if each != (note.range, note.arc)])
    return HoldFire(note.unit, band, arc, rng.choice(("ask", "fire")))  # type: ignore[arg-type]


def to_first_note(played: Session, rng: random.Random, twin: Session) -> tuple[HoldFire, HoldFire] | None:
    """Play both alike until somebody holds fire; there the notes differ."""
    while not played.state.over:
        decision = played.state.decision
        assert decision is not None
        reply: Any = decision.sample(played.state, rng)
        other = another_note(played, reply, rng) if isinstance(reply, HoldFire) else reply
        went = [played.answer(decision.seat, reply), twin.answer(decision.seat, other)]
        assert all(isinstance(each, Progress) for each in went)
        if isinstance(reply, HoldFire):
            assert went[0].events == went[1].events  # type: ignore[union-attr]
            return reply, other
    return None


def looks(played: Session, holder: int) -> list[bytes]:
    """What everybody but the holder sees."""
    seats = [SPECTATOR, *(seat for seat in range(played.match.seats) if seat != holder)]
    return [view(played.state, seat).encode() for seat in seats]


def compare(scenario: str, seed: int) -> bool:
    """One pair of games that differ in a note, compared until the note is gone; false where nobody held fire."""
    one, two = session(scenario, seed), session(scenario, seed)
    rng = random.Random(seed)
    notes = to_first_note(one, rng, two)
    if notes is None:
        return False
    holder = one.state.units[notes[0].unit].seat
    while not one.state.over:
        assert looks(one, holder) == looks(two, holder)
        decision = one.state.decision
        assert decision is not None
        reply = decision.sample(one.state, rng)
        if getattr(decision, "holder", "") == notes[0].unit:
            # whichever world could fire, it declines: pauses, questions and events must be alike
            reply = React(yes=False)
        if isinstance(reply, HoldFire) and reply.unit == notes[0].unit:
            break
        went = [played.answer(decision.seat, reply) for played in (one, two)]
        assert isinstance(went[0], Progress)
        assert isinstance(went[1], Progress)
        assert [event_line(event) for event in went[0].events] == [event_line(event) for event in went[1].events]
        if any(isinstance(event, happened.RoundEnded) for event in went[0].events):
            # the notes are thrown away unseen: from here on the worlds are one
            assert one.state.digest() == two.state.digest()
            break
    return True


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nobody_else_can_tell_two_notes_apart_until_one_is_revealed(scenario: str) -> None:
    """A battle in which nobody holds fire proves nothing and is not counted: others are played in its place."""
    wanted = -(-PAIRS // len(SCENARIOS))
    compared = tried = 0
    while compared < wanted:
        compared += compare(scenario, tried)
        tried += 1
        assert tried < 10 * wanted + 50, "hardly anybody holds fire"


def test_windows_do_open_in_such_battles() -> None:
    """The claim above is not empty: holders are asked, both with the right note and with another one."""
    noted: list[bool] = []
    for seed in range(20):
        played, rng = session("three_against_three", seed), random.Random(seed)
        while not played.state.over:
            decision: Any = played.state.decision
            if decision.kind == "held_shot":
                noted.append(decision.is_noted(played.state))
            played.answer(decision.seat, decision.sample(played.state, rng))
    assert noted.count(True) >= 2
    assert noted.count(False) > 10
