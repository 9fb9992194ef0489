"""A chapter of somebody else's: it goes in with one line outside its folder, and everything knows it."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.play import begin
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.games.micro_brick_battle.contents import GAME
from brickfield.speech.story import story
from brickfield.testing import Position, dice, unit
from brickfield.testing.contract import check_game
from brickfield.testing.pause_checks import decision_of
from tests.docs.night.contents import CONTENTS

FOLDER = Path(__file__).parent / "night"
DOCUMENT = Path(__file__).parents[2] / "docs" / "adding-a-chapter.md"
# the one line outside of its folder
NIGHTLY = GAME.with_chapters(CONTENTS)


def lay(gap: float, night: str = "dark", **position: Any) -> Position:
    """Two tanks that face each other with so many inches between their hulls."""
    units = [unit("A1", "M4 Sherman", 24, 8, 90), unit("B1", "Panzer III", 24, 8 + gap + _LENGTH, 270)]
    setup = Setup(NIGHTLY.id, "", {"night": night}, position={"units": units, "terrain": [], **position})
    match = NIGHTLY.new_match(setup)
    assert isinstance(match, Match), match
    return Position(match, begin(match, dice()))


def _between() -> float:
    match = GAME.new_match(Setup(GAME.id, "", position={"units": [unit("A1", "M4 Sherman", 24, 8, 90)]}))
    assert isinstance(match, Match)
    panzer = GAME.new_match(Setup(GAME.id, "", position={"units": [unit("A1", "Panzer III", 24, 8, 90)]}))
    assert isinstance(panzer, Match)
    return float(match.cards["A1"].length_inches + panzer.cards["A1"].length_inches) / 2


_LENGTH = _between()


def test_at_night_nobody_sees_far_and_everybody_is_slow() -> None:
    near, far = lay(12.0, phase="target_declaration"), lay(12.5, phase="target_declaration")
    assert near.fire({"A1": "B1"}, dice=dice(1, 1)).accepted
    refusal = far.fire({"A1": "B1"}).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("too_dark", "mbb.night.sight")
    assert refusal.sentence == "Panzer III B1 is 12.5 inches away; in the dark M4 Sherman A1 sees 12."
    assert far.ask("points_left", "A1") == lay(12.5, "day").ask("points_left", "A1") - 1


def test_a_flare_makes_it_day_for_a_round_and_is_told() -> None:
    match = NIGHTLY.new_match(Setup(NIGHTLY.id, "six_v_six", {"night": "flares", "effect_cards": "none"}))
    assert isinstance(match, Match)
    session, rng, told = Session(match, SeededDice("flares"), log=False), random.Random(1), list[str]()
    burnt = set[tuple[int, bool]]()
    while not session.state.over and session.state.facts.get("round", 0) < 5:
        before, seat = session.state, session.state.waiting_for()[0]
        session.answer(seat, decision_of(before, seat).sample(before, rng))
        told += [line.text for line in story(session.events, before)]
        burnt.add((int(session.state.facts.get("round", 0)), bool(session.state.facts.get("flare"))))
    assert {row for row in burnt if row[0] > 1} == {(2, False), (3, True), (3, False), (4, False), (5, False)} & burnt
    assert any("flare goes up" in line for line in told)
    assert any("flare has burnt down" in line for line in told)


def test_it_keeps_every_promise_and_changes_no_battle_by_day() -> None:
    nights = [Setup(NIGHTLY.id, "six_v_six", {"night": night}) for night in ("dark", "flares")]
    check_game(NIGHTLY, nights, seeds=range(1))
    by_day = [Setup(GAME.id, "six_v_six")]
    games = [NIGHTLY, GAME]
    ends = []
    for game in games:
        match = game.new_match(by_day[0])
        assert isinstance(match, Match)
        session, rng = Session(match, SeededDice("same"), log=False), random.Random(7)
        for _ in range(60):
            seat = session.state.waiting_for()[0]
            session.answer(seat, decision_of(session.state, seat).sample(session.state, rng))
        ends.append(session.state.digest())
    assert ends[0] == ends[1]


def test_codes_ledger_and_pages_know_it() -> None:
    plain = GAME.write_code({"hill_mp": -1})
    assert isinstance(plain, str)
    read = NIGHTLY.read_code(plain)
    assert not isinstance(read, Refusal)
    assert (read["hill_mp"], read["night"]) == (-1, "day")
    assert NIGHTLY.clauses["mbb.night.flare"].title == "Flares"
    assert "night" in {card.id for card in NIGHTLY.catalogue().switches}
    assert not isinstance(NIGHTLY.read_words("night=dark"), Refusal)


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.*") if path.name != "__init__.py"))
def test_the_document_shows_the_files_as_they_are(name: str) -> None:
    blocks = dict(re.findall(r"^### `([\w.]+)`\n(?:.*?\n)?```\w+\n(.*?)^```", DOCUMENT.read_text("utf-8"), re.M | re.S))
    text = (FOLDER / name).read_text("utf-8")
    assert blocks[name] == text.replace("tests.docs.night", "brickfield.games.micro_brick_battle.chapters.night")
