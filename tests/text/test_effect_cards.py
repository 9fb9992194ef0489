"""Effect cards in words: chosen, kept and played by what they are called."""

from __future__ import annotations

from pathlib import Path

from brickfield.core.match import Setup
from brickfield.games.micro_brick_battle.chapters.effect_cards.choosing_cards import PickCards
from brickfield.games.micro_brick_battle.chapters.effect_cards.playing_cards import (
    AlsoOn,
    KeepCards,
    KeepFromShots,
    NamePoint,
    PlayCard,
)
from brickfield.speech.saying import say
from brickfield.text.verbs import hear
from tests.text.seats import GAME, sit_down

SMALL = ((("M4 Sherman", 1),), (("Panzer III", 1),))


def test_cards_are_picked_kept_and_played_by_their_names(tmp_path: Path) -> None:
    setup = Setup(GAME, "six_v_six", {"effect_cards": "hail_mary", "point_limit": 30, "round_limit": 3}, SMALL)
    interpreter = sit_down(setup, tmp_path, (6, 1))
    refusal = hear(interpreter, "choose lucky star, nonsense").refusal
    assert refusal is not None
    assert refusal.code == "card_unknown"
    assert hear(interpreter, "choose Dig In, full_throttle").refusal is None
    assert interpreter.state.piles["hand0"].cards == ("dig_in", "full_throttle")
    assert hear(interpreter, "auto").refusal is None
    assert hear(interpreter, "skip shooting").refusal is None
    assert hear(interpreter, "keep").refusal is None
    told = hear(interpreter, "card full throttle on a1")
    assert told.refusal is None
    assert any("played Full Throttle" in line for line in told.story)
    assert interpreter.state.units["A1"].marks["full_throttle"] == 4
    assert "M4 Sherman A1 has +4 Movement Points in this phase." in " ".join(told.story)
    assert hear(interpreter, "end").refusal is None
    wrong = hear(interpreter, "card lucky star on A1").refusal
    assert wrong is not None
    assert wrong.code == "not_in_hand"
    assert hear(interpreter, "keep").refusal is None
    assert interpreter.state.piles["hand0"].cards == ("dig_in",)


def test_a_smoke_screen_is_laid_and_a_turn_kept_in_words(tmp_path: Path) -> None:
    setup = Setup(GAME, "six_v_six", {"effect_cards": "hail_mary", "point_limit": 30, "round_limit": 3}, SMALL)
    interpreter = sit_down(setup, tmp_path, (6, 1))
    assert hear(interpreter, "choose smoke screen, lucky star").refusal is None
    assert hear(interpreter, "auto").refusal is None
    assert hear(interpreter, "skip shooting").refusal is None
    assert hear(interpreter, "card smoke screen").refusal is None
    wrong = hear(interpreter, "point 60 18").refusal
    assert wrong is not None
    assert wrong.code == "outside_area"
    assert hear(interpreter, "point 24 18").refusal is None
    assert interpreter.state.tokens["S1"].pose.place == (24.0, 18.0)
    assert hear(interpreter, "keep all turn").refusal is None
    assert interpreter.state.facts["cards_kept"] == 0


def test_answers_are_said_as_they_are_typed(tmp_path: Path) -> None:
    match = sit_down(Setup(GAME, "six_v_six", {"effect_cards": "hail_mary"}), tmp_path).local_game.match
    assert say(match, PickCards(("dig_in", "luck"))) == "choose dig in, lucky star"
    assert say(match, PlayCard("full_throttle", "A1")) == "card full throttle on A1"
    assert say(match, PlayCard("smoke")) == "card smoke screen"
    assert (say(match, KeepCards()), say(match, KeepFromShots())) == ("keep", "keep from shots")
    assert say(match, NamePoint(24.0, 18.5)) == "point 24 18.5"
    assert (say(match, AlsoOn()), say(match, AlsoOn("A2"))) == ("also nobody", "also A2")
